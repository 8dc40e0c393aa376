package events

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// openGameField is the name of the input that says what an open game counts as.
func openGameField(id tournaments.GameID) string { return "game-" + kit.IDText(id) }

// countingForm asks what each open game counts as, to draw the next round without it; nil where none is open.
func countingForm(page *kit.Page, w *tournaments.Wallchart, round int, sent sentForm) *kit.SmallForm {
	open := w.OpenGames(round)
	if len(open) == 0 || len(open) > mostOpen {
		return nil
	}
	to := roundDeskURL(w.Section.ID, round) + "/draw"
	in := sent.form(page, sent.to == to, nil)
	form := &kit.SmallForm{
		FormKey: page.Form("counting"), ID: "counting", Title: "Draw without waiting", Action: to,
		Submit: fmt.Sprintf("Draw round %d with these", round), Kind: "secondary",
	}
	for _, g := range open {
		black, _ := w.Entry(g.Black)
		white, _ := w.Entry(g.White)
		form.Fields = append(form.Fields, in.field(kit.Field{
			Name: openGameField(g.ID), Type: "select",
			Label: fmt.Sprintf("Round %d, table %d: %s – %s counts as", g.Round, g.Table, black.Name, white.Name),
			Options: []kit.Option{
				{Label: "Choose"},
				{Value: string(pairing.BlackWins), Label: "Won by " + black.Name},
				{Value: string(pairing.WhiteWins), Label: "Won by " + white.Name},
				{Value: string(pairing.Jigo), Label: "Jigo"},
				{Value: string(tournaments.CountsNothing), Label: "Nothing yet: no point for either"},
			},
		}))
	}
	return form
}

// mostOpen is how many open games a round is drawn without: with more, the round is not finished.
const mostOpen = 12

// readCounts reads what open games count as.
func readCounts(in *kit.Filling, w *tournaments.Wallchart, round int) map[tournaments.GameID]tournaments.CountsAs {
	counts := make(map[tournaments.GameID]tournaments.CountsAs)
	for _, g := range w.OpenGames(round) {
		if text := in.Text(openGameField(g.ID)); text != "" {
			counts[g.ID] = tournaments.CountsAs(text)
		}
	}
	return counts
}

// countedLines says with which open games a round was drawn, and how each ended.
func countedLines(w *tournaments.Wallchart, round int) []string {
	var lines []string
	for _, g := range w.CountedIn(round) {
		text := fmt.Sprintf(
			"Drawn while table %d of round %d was still being played: it counted as %s.", g.Table, g.Round, g.CountsAs.Said(),
		)
		if g.Result != pairing.NoResult {
			text += " It has ended: " + resultOrNone(g.Game) + "."
		}
		lines = append(lines, text)
	}
	return lines
}

// counted adds what open games counted as in the draw, and who would be paired differently now.
func (s *Desk) counted(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, round int) error {
	page.Counted = countedLines(w, round)
	if len(page.Counted) == 0 {
		return nil
	}
	effect, err := s.tournaments.PairedOtherwise(c.Request().Context(), w, round)
	if err == nil && (len(effect.Pairs) > 0 || effect.Why != "") {
		page.Counted = append(page.Counted, roundEffect(effect))
	}
	return err
}

// fixedTableForm keeps a table for a player.
func fixedTableForm(page kit.FormPage, e deskEntry) *kit.SmallForm {
	field := kit.Field{
		ID: "table", Name: "table", Label: "Always at table", InputMode: "numeric", Width: "short",
		Hint: "For a player who needs one. It holds in every round that is drawn from now on. Empty: by the draw.",
	}
	if n := e.chart.FixedTable(e.ID); n > 0 {
		field.Value = strconv.Itoa(n)
	}
	return &kit.SmallForm{
		FormKey: page.Form("table"), Action: entryURL(e.ID) + "/table", Fields: []kit.Field{field},
		Submit: "Keep this table", Kind: "secondary",
	}
}

// entryTable keeps a table for the player of an entry.
func (s *Desk) entryTable(c echo.Context) error {
	e, err := s.entryOf(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	table := in.NumberOr("table", 0)
	if err := in.Refusal(s.tournaments.FixTable(c.Request().Context(), s.Actor(c), e.ID, table)); err != nil {
		return s.RefusedAt(c, err, entryURL(e.ID))
	}
	said := fmt.Sprintf("%s always sits at table %d.", e.Name, table)
	if table == 0 {
		said = e.Name + " sits where the draw says."
	}
	s.Flash(c, kit.KindSuccess, said)
	return kit.SeeOther(c, entryURL(e.ID))
}
