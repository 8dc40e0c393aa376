package events

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// withResults puts the results that are in beside the games.
func withResults(sheet *reports.PairingSheet, w *tournaments.Wallchart, round int) {
	r, _ := w.Round(round)
	at := map[int]tournaments.Game{}
	for _, g := range r.Games {
		at[g.Table] = g
	}
	for i, g := range sheet.Games {
		sheet.Games[i].Result = "to come"
		if game := at[g.Table]; game.Result != pairing.NoResult {
			sheet.Games[i].Result = results.Text(game)
		}
	}
}

// roundBundle prints all that a round needs: the draw by table and by name, and the slips.
func (s *Desk) roundBundle(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if r, ok := w.Round(round); !ok || r.State != tournaments.Published {
		return apperr.New(apperr.NotFound, "That round is not published yet.")
	}
	return kit.SendPrint(c, fileName(w, "round", strconv.Itoa(round), "bundle"), s.Press().RoundBundle, s.withCodes(w, pairingSheet(w, round)))
}

// roundSheet prints a round of all sections of an event.
func (s *Desk) roundSheet(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	round, err := kit.PathID[int64](c, "round")
	if err != nil {
		return err
	}
	charts, _, err := s.eventCharts(c, e.Slug)
	if err != nil {
		return err
	}
	in := reports.RoundSheet{Event: e.Name, Round: int(round), AsAt: s.Clock().Long()}
	for _, w := range charts {
		if int(round) > w.Published() {
			continue
		}
		sheet := pairingSheet(w, int(round))
		if w.Progress(int(round)).In > 0 {
			withResults(&sheet, w, int(round))
		}
		in.Sections = append(in.Sections, sheet)
	}
	if len(in.Sections) == 0 {
		return apperr.New(apperr.NotFound, "That round is not published yet in any section.")
	}
	return kit.SendPrint(c, e.Slug+"-round-"+strconv.Itoa(int(round)), s.Press().RoundSheetPDF, in)
}

// checkInSheet prints who is entered in an event, with boxes to tick, by family name.
func (s *Desk) checkInSheet(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	charts, _, err := s.eventCharts(c, e.Slug)
	if err != nil {
		return err
	}
	const box = "☐"
	l := reports.Listing{
		Over: e.Name, Title: "Check-in sheet", AsAt: s.Clock().Long(), Large: true,
		Columns: []reports.ListingColumn{
			{Title: "", Width: 6}, {Title: "Here", Width: 11}, {Title: "Paid", Width: 11}, {Title: "Player", Lines: reports.Whole}, {Title: "Grade", Width: 13},
			{Title: "Club", Width: 22, Lines: 2}, {Title: "Section", Width: 22, Lines: 2}, {Title: "Note", Width: 26, Lines: 3},
		},
	}
	type line struct {
		key string
		row []string
	}
	var lines []line
	for _, w := range charts {
		for _, entry := range w.Entries {
			if !entry.Withdrawn {
				lines = append(lines, line{entry.SortKey, []string{
					box, box, entry.ByFamily(), entry.Grade(), entry.Club, sectionAndTeam(w, entry), entryNote(entry),
				}})
			}
		}
	}
	sortByKey(lines, func(a line) string { return a.key })
	for _, one := range lines {
		l.Rows = append(l.Rows, one.row)
	}
	withSideHeads(l.Rows, 2)
	l.Notes = []string{kit.Plural(len(lines), "entry", "entries") + ", by family name."}
	return kit.SendPrint(c, e.Slug+"-check-in", s.Press().ListingPDF, l)
}

// sectionAndTeam is where somebody plays: "Open", or "Open: Nelson" for a team.
func sectionAndTeam(w *tournaments.Wallchart, e tournaments.Entry) string {
	if e.TeamName == "" {
		return w.Section.Name
	}
	return w.Section.Name + ": " + e.TeamName
}

func sortByKey[T any](list []T, key func(T) string) {
	slices.SortStableFunc(list, func(a, b T) int { return strings.Compare(key(a), key(b)) })
}
