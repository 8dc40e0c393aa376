package events

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// RecordLink is a record in a list.
type RecordLink struct {
	URL, Label, Meta string
}

// RulingLink is a ruling in a list.
type RulingLink struct {
	Text, Meta, Sheet string
}

// recordLinks are the records and rulings that a game's page lists.
func (s *Desk) recordLinks(c echo.Context, game tournaments.GameID) ([]RecordLink, []RulingLink, error) {
	records, err := s.results.Records(c.Request().Context(), game)
	if err != nil {
		return nil, nil, err
	}
	var links []RecordLink
	for _, r := range records {
		link := RecordLink{
			kit.RecordDeskURL(r.ID), r.FileName, "handed in by " + r.AttachedBy + ", " + r.AttachedAt.Long(),
		}
		if standing := r.Standing.Label(); standing != "" {
			link.Meta += " · " + standing
		}
		if r.Standing == results.RecordRemoved {
			link.URL, link.Label = "", "SHA-256 "+r.Hash
			link.Meta += " by " + r.StandingBy + ", " + r.StandingAt.Long() + ": " + r.StandingWhy
		}
		links = append(links, link)
	}
	rulings, err := s.results.Rulings(c.Request().Context(), game)
	if err != nil {
		return nil, nil, err
	}
	var made []RulingLink
	for _, r := range rulings {
		text := r.Kind.Label() + ". " + r.Reason
		if r.Position.Says != "" {
			text += " Kept with it: " + kit.LowerFirst(r.Position.Says)
		}
		made = append(made, RulingLink{
			text, r.RuledBy + ", " + r.RuledAt.Long(), kit.RulingSheetURL(r.ID),
		})
	}
	return links, made, nil
}

// readRecordFile takes the file of a form.
func readRecordFile(c echo.Context) (name string, content []byte, err error) {
	name, content, chosen, err := kit.ChosenContent(c, "file", results.MaxRecord+1)
	if err == nil && !chosen {
		var f apperr.Fields
		f.Add("file", "Choose the file with the record first.")
		err = f.Err()
	}
	return name, content, err
}

// recordAttach keeps a record that a director or referee hands in.
func (s *Desk) recordAttach(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	in := results.AttachForm{Game: t.Game.ID}
	if in.FileName, in.Content, err = readRecordFile(c); err == nil {
		var r results.Record
		if r, err = s.results.AttachRecord(c.Request().Context(), s.Actor(c), in); err == nil {
			return kit.SeeOther(c, kit.RecordDeskURL(r.ID))
		}
	}
	return s.showGame(c, t, savedResult(t), err, nil)
}

// tableRecord keeps a record that a player hands in by the table's card.
func (s *Desk) tableRecord(c echo.Context) error {
	ctx, actor, card := c.Request().Context(), s.Actor(c), c.Param("card")
	t, err := s.results.TableByCard(ctx, actor, card)
	if err != nil {
		return err
	}
	in := results.AttachForm{Card: card, Game: t.Game.ID}
	var kept results.Record
	if in.FileName, in.Content, err = readRecordFile(c); err == nil {
		kept, err = s.results.AttachRecord(ctx, actor, in)
	}
	if err != nil {
		return s.showTable(c, t, err)
	}
	said := "The record is kept with the game."
	kind := kit.KindSuccess
	if kept.Standing == results.RecordWaiting {
		said += " Everyone sees it once the director, or both players, signed in, have accepted it."
	}
	if len(kept.Differences) > 0 {
		kind = kit.KindWarning
		said += " It differs from the table. If it is not the record of this game, hand in the right one. " +
			differencesText(kept.Differences)
	}
	s.Flash(c, kind, said)
	return kit.SeeOther(c, kit.TableCardURL(card)+"?side="+url.QueryEscape(c.QueryParam("side")))
}

// differencesText names what differs between a record and its table.
func differencesText(list []results.Difference) string {
	var parts []string
	for _, d := range list {
		part := d.What + ": " + d.Record
		if d.Table != "" {
			part += " in the record, " + d.Table + " at the table"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ") + "."
}
