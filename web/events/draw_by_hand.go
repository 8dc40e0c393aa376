package events

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// HandChange is a change by hand, as the page of its round tells it.
type HandChange struct {
	What, When string
	Notes      []string // why, what became worse, results that were set aside
	Figures    []string // behind what became worse
}

// byHand tells what was changed by hand since a round was drawn, and asks for more while it may change.
func byHand(page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, sent sentForm) {
	for _, change := range r.ByHand {
		page.Changes = append(page.Changes, handChange(w, change))
	}
	if w.Section.System.Settled() || !w.Event.TakesChanges() || r.Number < w.Published() {
		return
	}
	action := roundDeskURL(w.Section.ID, r.Number) + "/by-hand"
	if w.Section.Teams() {
		page.ByHand = exchangeForm(page, w, r, action, sent)
		return
	}
	form := sent.form(&page.Page, sent.to == action, func(in *kit.Filling) { in.Set("kind", string(tournaments.Exchange)) })
	fields := []kit.Field{
		form.field(kit.Field{Name: "kind", Label: "What to change", Type: "radios", Options: options(
			string(tournaments.Exchange), "Exchange two players", "Each takes the other’s place: the opponent, the bye, or no game.",
			string(tournaments.PairUp), "Pair two players", "Both without a game, late arrivals too. They get the first free table.",
			string(tournaments.TakeOff), "Take off a game or the bye", "Both players are then without a game.",
			string(tournaments.GiveBye), "Give the bye", "",
		)}),
		form.field(kit.Field{
			ID: "hand-player", Name: "player", Label: "Player", Type: "select", Options: anyPlayer(w, r, "Choose"), Required: true,
		}),
		form.field(kit.Field{
			ID: "hand-other", Name: "other", Label: "Other player", Type: "select", Options: anyPlayer(w, r, "None"),
			Hint: "To exchange or pair two.",
		}),
	}
	if r.Progress().In > 0 {
		fields = append(fields,
			form.field(kit.Field{
				ID: "hand-aside", Name: "set_aside", Label: "Set aside the result of a game that changes", Type: "checkbox",
				Hint: "It stays readable here, with the reason.",
			}))
	}
	fields = append(fields, form.field(kit.Field{
		ID: "hand-reason", Name: "reason", Label: "Why it is changed", Hint: "Needed if a result is set aside.", MaxLength: 100,
	}))
	page.ByHand = &PairForm{SmallForm: kit.SmallForm{
		FormKey: page.Form("by-hand"), Action: action, Hidden: []kit.Hidden{kit.VersionField(r.Version)}, Fields: fields,
		Submit: "Change this round", Kind: "secondary",
	}, Open: form.sent}
}

func handChange(w *tournaments.Wallchart, change tournaments.HandChange) HandChange {
	out := HandChange{
		What: kit.Capital(w.Named(change.What)) + ".", When: change.By + ", " + change.At.Long(),
	}
	if change.Reason != "" {
		out.Notes = append(out.Notes, "Why: "+change.Reason)
	}
	for _, g := range change.Aside {
		black, _ := w.Entry(g.Black)
		white, _ := w.Entry(g.White)
		out.Notes = append(out.Notes, fmt.Sprintf(
			"Set aside: table %d, %s (Black) and %s (White): %s", g.Table, black.Name, white.Name,
			results.Text(tournaments.Game{Result: g.Result, Margin: g.Margin}),
		))
	}
	if change.Compare != "" {
		out.Notes = append(out.Notes, "By the criteria of the draw, the weightiest first: "+w.Named(change.Compare)+".")
		out.Figures = change.Figures
	} else {
		out.Notes = append(out.Notes, "By the criteria of the draw it is as good as before.")
	}
	return out
}

// anyPlayer are the players who can be in a round, late arrivals and absent ones too, each with
// where they are.
func anyPlayer(w *tournaments.Wallchart, r tournaments.Round, nobody string) []kit.Option {
	out := []kit.Option{{Label: nobody}}
	for _, e := range byName(w.Entries) {
		if e.Withdrawn && r.Number > e.WithdrawnAfter {
			continue
		}
		at := "no game"
		for _, g := range r.Games {
			if g.Has(e.ID) {
				at = "table " + strconv.Itoa(g.Table)
			}
		}
		for _, id := range r.Byes {
			if id == e.ID {
				at = "bye"
			}
		}
		out = append(out, kit.Option{Value: kit.IDText(e.ID), Label: e.Name + ", " + at})
	}
	return out
}

func (s *Desk) drawByHand(c echo.Context, in *kit.Filling, w *tournaments.Wallchart, round int) error {
	r, drawn := w.Round(round)
	if !drawn {
		return apperr.New(apperr.Conflict, "This draw was discarded after you opened it. Draw the round again.")
	}
	return s.tournaments.ChangeByHand(c.Request().Context(), s.Actor(c), tournaments.HandInput{
		Round: r.ID, Version: in.Version(), Kind: tournaments.HandKind(in.Text("kind")),
		Player: sideIn(in, "player"), Other: sideIn(in, "other"),
		SetAside: in.Ticked("set_aside"), Reason: in.Text("reason"),
	})
}
