package events

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// decisions fills in the pairs that the director has fixed or forbidden, and
// the forms for more.
func decisions(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, round int) {
	if w.Section.System == pairing.RoundRobin {
		return
	}
	here := roundDeskURL(w.Section.ID, round)
	for _, f := range w.Fixed(round) {
		id := strconv.FormatInt(int64(f.ID), 10)
		remove := page.Button("letgo-fixed"+id, here+"/letgo", "Release", kit.Hidden{Name: "fixed", Value: id})
		remove.Kind, remove.Small = "secondary", "small"
		page.Fixed = append(page.Fixed, DecidedPair{Text: fixedText(w, f), Remove: remove})
	}
	if w.Section.System == pairing.RoundRobin {
		return
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
	page.Fix = fixForm(c, page, w, round, here+"/fix")
	page.Forbid = forbidForm(c, page, w, round, here+"/forbid")
}

func fixForm(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, round int, action string) *PairForm {
	sent := func(name string) string { return sentOr(c, action, name, "") }
	f := PairForm{FormKey: page.Form("fix"), Action: action, Open: sentTo(c, action), Fields: []kit.Field{
		{
			Name: "white", Label: "White", Type: "select", Options: playerOptions(w, round, sent("white"), "Choose"),
			Required: true,
		},
		{
			Name: "black", Label: "Black", Type: "select",
			Options: playerOptions(w, round, sent("black"), "No opponent: White has the bye"),
		},
		{
			Name: "colours", Label: "Colours", Type: "select",
			Options: choices(sent("colours"), "", "As given here", "", string(pairing.ColoursByDraw), "By the draw", ""),
		},
		{
			Name: "handicap", Label: "Handicap stones", Type: "number", Min: "0", Max: "25", Value: sent("handicap"),
			Width: "short", Hint: "Empty: by the section’s rule.",
		},
		{Name: "reason", Label: "Why", Value: sent("reason"), Hint: "Needed if you set the handicap yourself."},
	}}
	f.complete(&page.Page, "fix-")
	return &f
}

func forbidForm(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, round int, action string) *PairForm {
	sent := func(name string) string { return sentOr(c, action, name, "") }
	f := PairForm{FormKey: page.Form("forbid"), Action: action, Open: sentTo(c, action), Fields: []kit.Field{
		{Name: "a", Label: "Player", Type: "select", Options: playerOptions(w, round, sent("a"), "Choose"), Required: true},
		{
			Name: "b", Label: "Not against", Type: "select", Options: playerOptions(w, round, sent("b"), "Choose"),
			Required: true,
		},
		{
			Name: "only", Label: "In", Type: "select",
			Options: choices(sent("only"), "0", "Every round", "", strconv.Itoa(round), fmt.Sprintf("Round %d only", round), ""),
		},
		{Name: "reason", Label: "Why", Value: sent("reason"), Hint: "For example: same family."},
	}}
	f.complete(&page.Page, "forbid-")
	return &f
}

// complete gives the fields their ids and, in a form that was refused, the
// problems with them.
func (f *PairForm) complete(p *kit.Page, prefix string) {
	for i := range f.Fields {
		field := &f.Fields[i]
		field.ID = prefix + field.Name
		if !f.Open {
			continue
		}
		field.Error = p.ErrorOn(field.Name)
		for k := range p.Errors {
			if p.Errors[k].Field == field.Name {
				p.Errors[k].Field = field.ID
			}
		}
	}
}

func fixedText(w *tournaments.Wallchart, f tournaments.FixedPair) string {
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

func forbiddenText(w *tournaments.Wallchart, f tournaments.ForbiddenPair) string {
	a, _ := w.Entry(f.A)
	b, _ := w.Entry(f.B)
	text := a.Name + " – " + b.Name
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
func playerOptions(w *tournaments.Wallchart, round int, chosen, nobody string) []kit.Option {
	out := []kit.Option{{Label: nobody}}
	for _, e := range byName(w.Entries) {
		if id := strconv.FormatInt(int64(e.ID), 10); e.Plays(round) {
			out = append(out, kit.Option{Value: id, Label: e.Name + ", " + e.Grade(), Selected: id == chosen})
		}
	}
	return out
}

// whyNot puts the question "why not A–B?" on the page, and the answer when it
// was asked.
func (s *Desk) whyNot(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, round int) error {
	a, b := c.QueryParam("why"), c.QueryParam("not")
	page.WhyNot = &PairForm{Action: roundDeskURL(w.Section.ID, round), Fields: []kit.Field{
		{ID: "why", Name: "why", Label: "Why not", Type: "select", Options: playerOptions(w, round, a, "Choose")},
		{ID: "not", Name: "not", Label: "against", Type: "select", Options: playerOptions(w, round, b, "the bye")},
	}}
	if a == "" {
		return nil
	}
	alternative, err := s.tournaments.WhyNot(c.Request().Context(), s.Actor(c), w.Section.ID, queryEntry(a), queryEntry(b))
	if err != nil {
		var known *apperr.Error
		if errors.As(err, &known) && known.Kind == apperr.Invalid {
			page.Answer = &kit.Trace{Text: known.Message}
			return nil
		}
		return err
	}
	page.Answer = &kit.Trace{Text: alternative.Text}
	if alternative.Drawing != nil && !alternative.Drawn {
		for _, p := range alternative.Drawing.Pairs {
			page.Answer.Lines = append(page.Answer.Lines, drawnPairText(w, p))
		}
	}
	return nil
}

func queryEntry(text string) tournaments.EntryID {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return tournaments.EntryID(n)
}

func drawnPairText(w *tournaments.Wallchart, p pairing.Pair) string {
	white, _ := opponent(w, p.White)
	black, _ := opponent(w, p.Black)
	return fmt.Sprintf("Table %d: %s (Black) – %s (White)", p.Table+w.Section.FirstTable-1, black.Name, white.Name)
}

// impossibleView says why a round cannot be drawn; nil when err is another
// refusal. Where it was a decision that would make it so, nothing has changed:
// the ways out would be those of another draw than the one there is.
func impossibleView(c echo.Context, p kit.Page, w *tournaments.Wallchart, round int, err error) *ImpossibleView {
	var stuck *pairing.Impossible
	if !errors.As(err, &stuck) {
		return nil
	}
	here := roundDeskURL(w.Section.ID, round)
	out := &ImpossibleView{
		Title: "This round cannot be drawn as it stands", Message: kit.Capital(w.Named(stuck.Message)) + ".",
	}
	if !sentTo(c, here+"/draw") && !sentTo(c, here+"/redraw") {
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

// drawMake draws a round, or draws its preview again.
func (s *Desk) drawMake(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if _, err := s.tournaments.Draw(c.Request().Context(), s.Actor(c), w.Section.ID, round); err != nil {
		return s.showRefusedDraw(c, w, round, err)
	}
	return kit.SeeOther(c, roundDeskURL(w.Section.ID, round))
}

// drawAgain draws a preview with another lot.
func (s *Desk) drawAgain(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if _, err := s.tournaments.Redraw(c.Request().Context(), s.Actor(c), w.Section.ID, round); err != nil {
		return s.showRefusedDraw(c, w, round, err)
	}
	s.Flash(c, kit.KindSuccess, "Drawn again with new lots.")
	return kit.SeeOther(c, roundDeskURL(w.Section.ID, round))
}

// drawRelax takes a way out of an impossible draw, and draws.
func (s *Desk) drawRelax(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	var lifts []tournaments.Lift
	for _, text := range c.Request().PostForm["lift"] {
		rule, pair, _ := strings.Cut(text, ":")
		a, b, _ := strings.Cut(pair, ":")
		lifts = append(lifts, tournaments.Lift{Rule: pairing.Rule(rule), A: queryEntry(a), B: queryEntry(b)})
	}
	if _, err := s.tournaments.Relax(c.Request().Context(), s.Actor(c), w.Section.ID, round, lifts); err != nil {
		return s.showRefusedDraw(c, w, round, err)
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf("Round %d is drawn.", round))
	return kit.SeeOther(c, roundDeskURL(w.Section.ID, round))
}
