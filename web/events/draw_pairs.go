package events

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// decisions fills in the pairs that the director has fixed or forbidden, and
// the forms for more.
func decisions(page *DrawDeskPage, w *tournaments.Wallchart, round int, sent sentForm) {
	if w.Section.System.Settled() {
		return
	}
	here := roundDeskURL(w.Section.ID, round)
	for _, f := range w.Fixed(round) {
		id := strconv.FormatInt(int64(f.ID), 10)
		remove := page.Button("letgo-fixed"+id, here+"/letgo", "Release", kit.Hidden{Name: "fixed", Value: id})
		remove.Kind, remove.Small = "secondary", "small"
		page.Fixed = append(page.Fixed, DecidedPair{Text: fixedText(w, f), Terms: termsOfFixed(w, f), Remove: remove})
	}
	for _, f := range w.Forbidden() {
		if f.Round != 0 && f.Round != round {
			continue
		}
		id := strconv.FormatInt(int64(f.ID), 10)
		remove := page.Button("allow"+id, here+"/allow", "Allow again", kit.Hidden{Name: "forbidden", Value: id})
		remove.Kind, remove.Small = "secondary", "small"
		page.Forbidden = append(page.Forbidden, DecidedPair{Text: forbiddenText(w, f), Remove: remove})
	}
	page.Fix = fixForm(page, w, round, here+"/fix", sent)
	page.Forbid = forbidForm(page, w, round, here+"/forbid", sent)
}

func fixForm(page *DrawDeskPage, w *tournaments.Wallchart, round int, action string, sent sentForm) *PairForm {
	form := sent.form(&page.Page, sent.to == action, nil)
	if w.Section.Teams() {
		return fixTeamsForm(page, w, round, action, form)
	}
	fields := []kit.Field{
		form.field(kit.Field{
			ID: "fix-white", Name: "white", Label: "White", Type: "select", Options: playerOptions(w, round, "Choose"),
			Required: true,
		}),
		form.field(kit.Field{
			ID: "fix-black", Name: "black", Label: "Black", Type: "select",
			Options: playerOptions(w, round, "No opponent: White has the bye"),
		}),
		form.field(kit.Field{
			ID: "fix-colours", Name: "colours", Label: "Colours", Type: "select",
			Options: options("", "As given here", "", string(pairing.ColoursByDraw), "By the draw", ""),
		}),
		form.field(kit.Field{
			ID: "fix-handicap", Name: "handicap", Label: "Handicap stones", Type: "number", Min: "0", Max: "25",
			Width: "short", Hint: "Empty: by the section’s rule.",
		}),
		form.field(kit.Field{
			ID: "fix-reason", Name: "reason", Label: "Why", Hint: "Needed if you set the handicap yourself.",
		}),
	}
	return &PairForm{SmallForm: kit.SmallForm{
		FormKey: page.Form("fix"), Action: action, Fields: fields, Submit: "Fix the pair", Kind: "secondary",
	}, Open: form.sent}
}

func forbidForm(page *DrawDeskPage, w *tournaments.Wallchart, round int, action string, sent sentForm) *PairForm {
	form := sent.form(&page.Page, sent.to == action, nil)
	players := playerOptions(w, round, "Choose")
	fields := []kit.Field{
		form.field(kit.Field{
			ID: "forbid-a", Name: "a", Label: sideLabel(w), Type: "select", Options: players, Required: true,
		}),
		form.field(kit.Field{
			ID: "forbid-b", Name: "b", Label: "Not against", Type: "select", Options: players, Required: true,
		}),
		form.field(kit.Field{
			ID: "forbid-only", Name: "only", Label: "In", Type: "select",
			Options: options("0", "Every round", "", strconv.Itoa(round), fmt.Sprintf("Round %d only", round), ""),
		}),
		form.field(kit.Field{ID: "forbid-reason", Name: "reason", Label: "Why", Hint: "For example: same family."}),
	}
	out := &PairForm{SmallForm: kit.SmallForm{
		FormKey: page.Form("forbid"), Action: action, Fields: fields, Submit: "Keep them apart", Kind: "secondary",
	}, Open: form.sent}
	if w.Section.Teams() {
		out.Says = "Keep two teams apart"
	}
	return out
}

func fixedText(w *tournaments.Wallchart, f tournaments.FixedPair) string {
	if f.White < 0 {
		return withReason(sideText(w, f.White, f.Black), f.Reason)
	}
	white, _ := w.Entry(f.White)
	if f.Black == 0 {
		return white.Name + " has the bye"
	}
	black, _ := w.Entry(f.Black)
	text := white.Name + " (White) – " + black.Name + " (Black)"
	if f.Colours == pairing.ColoursByDraw {
		text = white.Name + " – " + black.Name + ", colours by the draw"
	}
	if f.Handicap != nil {
		text += ", " + gameTerms(*f.Handicap)
	}
	return withReason(text, f.Reason)
}

// termsOfFixed is how the game of a fixed pair is played, once it is drawn.
func termsOfFixed(w *tournaments.Wallchart, f tournaments.FixedPair) kit.GameTerms {
	for _, p := range w.Pairings(f.Round) {
		if p.Game.ID != 0 && p.Game.Has(f.White) && p.Game.Has(f.Black) {
			return pairingTerms(w.Section, p, tournaments.Officials)
		}
	}
	return kit.GameTerms{}
}

func forbiddenText(w *tournaments.Wallchart, f tournaments.ForbiddenPair) string {
	text := w.Called(f.A) + " – " + w.Called(f.B)
	if f.Round > 0 {
		text += fmt.Sprintf(", in round %d", f.Round)
	} else {
		text += ", in every round"
	}
	return withReason(text, f.Reason)
}

func withReason(text, reason string) string {
	if reason == "" {
		return text
	}
	return text + ": " + reason
}

// playerOptions are the players of a round by name, after a choice of nobody.
func playerOptions(w *tournaments.Wallchart, round int, nobody string) []kit.Option {
	if w.Section.Teams() {
		return sideOptions(w, round, nobody)
	}
	out := []kit.Option{{Label: nobody}}
	for _, e := range byName(w.Entries) {
		if w.Plays(e, round) {
			out = append(out, kit.Option{Value: kit.IDText(e.ID), Label: e.Name + ", " + e.Grade()})
		}
	}
	return out
}

// whyNot puts the question "why not A–B?" on the page, and the answer when it
// was asked.
func (s *Desk) whyNot(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, round int) error {
	ask := sentForm{}.form(&page.Page, false, func(in *kit.Filling) {
		in.Set("why", c.QueryParam("why"))
		in.Set("not", c.QueryParam("not"))
	})
	page.WhyNot = &kit.SmallForm{Action: roundDeskURL(w.Section.ID, round), Fields: []kit.Field{
		ask.field(kit.Field{Name: "why", Label: "Why not", Type: "select", Options: playerOptions(w, round, "Choose")}),
		ask.field(kit.Field{Name: "not", Label: "against", Type: "select", Options: playerOptions(w, round, "the bye")}),
	}}
	a, b, question := sideIn(ask.in, "why"), sideIn(ask.in, "not"), s.tournaments.WhyNot
	first, second, apart := strings.Cut(c.QueryParam("apart"), "-")
	if apart {
		a, b, question = entryID(first), entryID(second), s.tournaments.WithoutPair
	} else if ask.in.Text("why") == "" {
		return nil
	}
	alternative, err := question(c.Request().Context(), s.Actor(c), w.Section.ID, a, b)
	if err != nil {
		var known *apperr.Error
		if errors.As(err, &known) && known.Kind == apperr.Invalid {
			page.Answer = &DrawAnswer{Text: known.Message}
			return nil
		}
		return err
	}
	page.Answer = &DrawAnswer{Text: alternative.Text, Figures: alternative.Figures}
	if alternative.Drawing != nil && !(alternative.Drawn && alternative.Criterion == "") {
		for _, p := range alternative.Drawing.Pairs {
			page.Answer.Pairs = append(page.Answer.Pairs, drawnPairText(w, p))
		}
	}
	return nil
}

// entryID reads what an address says; 0 of anything else.
func entryID(text string) tournaments.EntryID {
	n, _ := strconv.ParseInt(text, 10, 64)
	return tournaments.EntryID(n)
}

func drawnPairText(w *tournaments.Wallchart, p pairing.Pair) string {
	if w.Section.Teams() {
		return sideText(w, tournaments.EntryOf(p.White), tournaments.EntryOf(p.Black))
	}
	white, _ := opponent(w, p.White)
	black, _ := opponent(w, p.Black)
	text := fmt.Sprintf("Table %d: %s (Black) – %s (White)", p.Table+w.Section.FirstTable-1, black.Name, white.Name)
	if p.Handicap > 0 {
		text += ", " + p.Trace.String()
	}
	return text
}

// impossibleView says why a round cannot be drawn; nil when the refusal is
// another. Where it was a decision that would make it so, nothing has changed:
// the ways out would be those of another draw than the one there is.
func impossibleView(p kit.Page, w *tournaments.Wallchart, round int, sent sentForm) *ImpossibleView {
	var stuck *pairing.Impossible
	if !errors.As(sent.refused, &stuck) {
		return nil
	}
	here := roundDeskURL(w.Section.ID, round)
	out := &ImpossibleView{
		Title: "This round cannot be drawn as it stands", Message: kit.Capital(w.Named(stuck.Message)) + ".",
	}
	if sent.to != here+"/draw" && sent.to != here+"/redraw" {
		out.Title = "With that, this round could not be drawn"
		out.Message += " Nothing has changed."
		return out
	}
	for i, way := range stuck.Relax {
		var hidden []kit.Hidden
		for _, l := range way.Lift {
			hidden = append(hidden, kit.Hidden{Name: "lift", Value: fmt.Sprintf("%s:%s:%s", l.Rule, l.A, l.B)})
		}
		b := p.Button("relax"+strconv.Itoa(i), here+"/relax", "Do this and draw", hidden...)
		b.Kind = "secondary"
		out.Ways = append(out.Ways, ImpossibleWay{Text: kit.Capital(w.Named(way.Text)), Button: b})
	}
	return out
}
