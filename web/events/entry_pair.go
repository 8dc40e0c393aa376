package events

import (
	"context"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// pairForm offers the players of a pair-go section who have no partner yet; nil where there is none to offer.
func pairForm(page kit.FormPage, e deskEntry) *kit.SmallForm {
	if !e.chart.Section.Pairs || e.Partner != nil || e.Withdrawn {
		return nil
	}
	partner := kit.Field{
		ID: "partner", Name: "partner", Label: "Plays with", Type: "select", Options: []kit.Option{{Label: "Choose"}},
		Hint: "The two become one entry. Its rating is the mean of both, rounded up to a tenth.",
	}
	for _, other := range byName(e.chart.Singles()) {
		if other.ID != e.ID {
			partner.Options = append(partner.Options, kit.Option{
				Value: kit.IDText(other.ID), Label: other.Name + ", " + other.Grade(),
			})
		}
	}
	return &kit.SmallForm{
		FormKey: page.Form("pair"), Action: entryURL(e.ID) + "/pair",
		Hidden: []kit.Hidden{kit.VersionField(e.Version), {Name: "back", Value: page.Back}}, Fields: []kit.Field{partner},
		Submit: "Make them a pair", Kind: "secondary",
	}
}

// entryPair joins two entries of a pair-go section.
func (s *Desk) entryPair(c echo.Context) error {
	return s.entryChange(c, "has a partner", func(
		ctx context.Context, actor auth.Actor, in *kit.Filling, id tournaments.EntryID,
	) error {
		return s.tournaments.JoinPair(ctx, actor, tournaments.PairInput{
			First: id, Second: kit.Chosen[tournaments.EntryID](in, "partner"), Version: in.Version(),
		})
	})
}

// pairFacts says who the two of a pair are, and what its rating comes from.
func pairFacts(p *tournaments.Partner, e tournaments.Entry) []kit.Fact {
	return []kit.Fact{
		{Label: p.FirstName, Value: p.OwnRating.String() + " (" + p.OwnRating.Grade().Short() + ")" + clubText(e.Club)},
		{Label: p.Name, Value: p.Rating.String() + " (" + p.Rating.Grade().Short() + ")" + clubText(p.Club)},
		{Label: "Rating of the pair", Value: e.Rating.String() + ", the mean of both, rounded up to a tenth. Pair go is not rated."},
	}
}

func clubText(club string) string {
	if club == "" {
		return ""
	}
	return ", " + club
}
