package events

import (
	"fmt"
	"strconv"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// DeskMatch is a match of two teams above its boards, on the director's page.
type DeskMatch struct {
	MatchHead
	Lineups []kit.Link
}

// deskMatch is a match with why the two meet, and the way to their line-ups while no result is in.
func deskMatch(w *tournaments.Wallchart, r tournaments.Round, m tournaments.MatchChart) *DeskMatch {
	out := &DeskMatch{MatchHead: matchHead(w, m)}
	out.Reasons = reasonsOf("Why these two", "", m.Why)
	if r.State == tournaments.Preview {
		out.Text = ""
	}
	if m.In > 0 || !w.Event.TakesChanges() || r.Number < w.Published() {
		return out
	}
	for _, t := range []tournaments.Team{m.White, m.Black} {
		out.Lineups = append(out.Lineups, kit.Link{
			Label: "Line-up of " + t.Name, URL: lineupURL(t.ID, r.Number) + "?back=" + roundDeskURL(w.Section.ID, r.Number),
		})
	}
	return out
}

// A side is who is paired: a team in a section of teams, else a player.

func sideLabel(w *tournaments.Wallchart) string {
	if w.Section.Teams() {
		return "Team"
	}
	return "Player"
}

// sideIn is the side that was chosen.
func sideIn(in *kit.Filling, name string) tournaments.EntryID {
	return tournaments.EntryOf(pairing.ID(kit.Shortened(in.Text(name), 20)))
}

// decisionIn is the number of a decision; those about teams are below zero.
func decisionIn[T ~int64](in *kit.Filling, name string) T {
	n, _ := strconv.ParseInt(in.Text(name), 10, 64) // 0 is no decision
	return T(n)
}

// sideOptions are the teams that play a round, after a choice of none.
func sideOptions(w *tournaments.Wallchart, round int, none string) []kit.Option {
	out := []kit.Option{{Label: none}}
	for _, t := range w.Teams() {
		if w.TeamPlays(t.ID, round) {
			out = append(out, kit.Option{Value: "t" + kit.IDText(t.ID), Label: t.Name})
		}
	}
	return out
}

// sideText is a pair of teams; without the second the first has the bye.
func sideText(w *tournaments.Wallchart, a, b tournaments.EntryID) string {
	if b == 0 {
		return w.Called(a) + " has the bye"
	}
	return w.Called(a) + " – " + w.Called(b)
}

func fixTeamsForm(page *DrawDeskPage, w *tournaments.Wallchart, round int, action string, form oneForm) *PairForm {
	fields := []kit.Field{
		form.field(kit.Field{
			ID: "fix-white", Name: "white", Label: "Team", Type: "select", Options: playerOptions(w, round, "Choose"), Required: true,
		}),
		form.field(kit.Field{
			ID: "fix-black", Name: "black", Label: "Against", Type: "select", Options: playerOptions(w, round, "No one: the team has the bye"),
			Hint: "The draw says who has White at the first board.",
		}),
		form.field(kit.Field{ID: "fix-reason", Name: "reason", Label: "Why"}),
	}
	return &PairForm{SmallForm: kit.SmallForm{
		FormKey: page.Form("fix"), Action: action, Hidden: []kit.Hidden{{Name: "colours", Value: string(pairing.ColoursByDraw)}},
		Fields: fields, Submit: "Fix the match", Kind: "secondary",
	}, Open: form.sent}
}

// exchangeForm lets two teams of a round take each other's place.
func exchangeForm(page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, action string, sent sentForm) *PairForm {
	form := sent.form(&page.Page, sent.to == action, nil)
	field := func(f kit.Field) kit.Field { return form.field(f) }
	fields := []kit.Field{
		field(kit.Field{
			ID: "hand-player", Name: "player", Label: "Team", Type: "select", Options: teamPlaces(w, r), Required: true,
		}),
		field(kit.Field{
			ID: "hand-other", Name: "other", Label: "changes places with", Type: "select", Options: teamPlaces(w, r), Required: true,
			Hint: "Each takes the other’s opponent, or the bye. The boards of both matches are made again.",
		}),
	}
	if r.Progress().In > 0 {
		fields = append(fields, field(kit.Field{
			ID: "hand-aside", Name: "set_aside", Label: "Set aside the results of boards that change", Type: "checkbox",
			Hint: "They stay readable here, with the reason.",
		}))
	}
	fields = append(fields, field(kit.Field{
		ID: "hand-reason", Name: "reason", Label: "Why it is changed", Hint: "Needed if a result is set aside.", MaxLength: 100,
	}))
	return &PairForm{SmallForm: kit.SmallForm{
		FormKey: page.Form("by-hand"), Action: action,
		Hidden: []kit.Hidden{kit.VersionField(r.Version), {Name: "kind", Value: string(tournaments.Exchange)}}, Fields: fields,
		Submit: "Exchange the two teams", Kind: "secondary",
	}, Open: form.sent}
}

// teamPlaces are the teams that have a match or the bye in a round, with where they are.
func teamPlaces(w *tournaments.Wallchart, r tournaments.Round) []kit.Option {
	out := []kit.Option{{Label: "Choose"}}
	bye, _ := w.WithoutMatch(r.Number)
	for _, t := range w.Teams() {
		at := ""
		for _, m := range r.Matches {
			if m.Has(t.ID) {
				at = fmt.Sprintf("tables %d–%d", m.Table, m.Table+w.Section.Boards-1)
			}
		}
		if t.ID == bye.ID {
			at = "bye"
		}
		if at != "" {
			out = append(out, kit.Option{Value: "t" + kit.IDText(t.ID), Label: t.Name + ", " + at})
		}
	}
	return out
}
