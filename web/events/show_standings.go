package events

import (
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// standingsPart is how many lines of standings a page shows: every figure
// carries the games it came from.
const standingsPart = 100

// standingsOf is the table of places from line from (0 and up), at most n lines.
func standingsOf(w *tournaments.Wallchart, st tournaments.Standings, from, n int) Standings {
	out := Standings{Label: standingsLabel(w, st)}
	out.Heads = append(append([]ColumnHead{scoreHead(w.Section.Settings)}, breakHeads(st.Breaks)...),
		ColumnHead{Label: "By score", Title: "Place by score alone, without tie-breaks"})
	for _, row := range st.Rows[min(from, len(st.Rows)):min(from+n, len(st.Rows))] {
		line := StandingsRow{
			Place: placeText(row.Place), Player: playerSeat(placeOf(w.Event, w.Section), row.Entry),
			Values: []Unfold{scoreUnfold(w, row)},
		}
		for _, v := range row.Values {
			line.Values = append(line.Values, breakUnfold(w, row.Entry, v))
		}
		line.Values = append(line.Values, Unfold{Value: placeText(row.ScorePlace)})
		out.Rows = append(out.Rows, line)
	}
	return out
}

// directNote says who would stand elsewhere by the other definition of direct comparison, where the two differ.
func directNote(w *tournaments.Wallchart, through int) string {
	other, moved := w.DirectOtherwise(through)
	if len(moved) == 0 {
		return ""
	}
	const shown = 5
	var parts []string
	for _, m := range moved[:min(shown, len(moved))] {
		parts = append(parts, fmt.Sprintf("%s %s, not %s", m.Entry.Name, placeText(m.There), placeText(m.Here)))
	}
	if more := len(moved) - shown; more > 0 {
		parts = append(parts, kit.Plural(more, "more player", "more players"))
	}
	here := "by who beat whom"
	if other == pairing.DC {
		here = "by points"
	}
	return fmt.Sprintf(
		"Direct comparison can be counted in two ways. Here it goes %s; by the other, %s, places differ: %s.", here,
		breakLabel(other), strings.Join(parts, "; "),
	)
}

// standingsLabel is "Open, after round 3" or "Open, final places".
func standingsLabel(w *tournaments.Wallchart, st tournaments.Standings) string {
	if st.Final {
		return w.Section.Name + ", final places"
	}
	return w.Section.Name + ", " + afterText(w, st.Through)
}

// afterText is "after round 3", or "during round 3" while results are to come.
func afterText(w *tournaments.Wallchart, through int) string {
	switch {
	case through == 0:
		return "before the first round"
	case !w.Progress(through).Complete():
		return fmt.Sprintf("during round %d", through)
	}
	return fmt.Sprintf("after round %d", through)
}

// leadersOf is the top of the table: places and scores only.
func leadersOf(w *tournaments.Wallchart, st tournaments.Standings, n int) Standings {
	out := Standings{Label: kit.Capital(afterText(w, st.Through)), Heads: []ColumnHead{scoreHead(w.Section.Settings)}}
	if st.Final {
		out.Label = "Final places"
	}
	for _, row := range st.Rows[:min(n, len(st.Rows))] {
		line := StandingsRow{
			Place: placeText(row.Place), Player: playerSeat(placeOf(w.Event, w.Section), row.Entry), Values: []Unfold{scoreUnfold(w, row)},
		}
		line.Player.Club = ""
		out.Rows = append(out.Rows, line)
	}
	return out
}

// byeWorth is what a bye scores.
func byeWorth(b pairing.ByeWorth) string {
	switch b {
	case pairing.ByeHalf:
		return "½"
	case pairing.ByeNothing:
		return "0"
	}
	return "1"
}

func scoreHead(s tournaments.Settings) ColumnHead {
	if s.System == pairing.McMahon {
		return ColumnHead{Label: "MMS", Title: "McMahon score: the starting score plus the points from the rounds"}
	}
	if s.System == pairing.Knockout && !s.Teams() {
		return ColumnHead{Label: "Rounds", Title: "Rounds that the player got through; who went out in the same round shares the place"}
	}
	return ColumnHead{Label: "Points", Title: "Win 1, jigo ½, bye " + byeWorth(s.Bye)}
}

func breakHeads(breaks []pairing.TieBreak) []ColumnHead {
	heads := make([]ColumnHead, len(breaks))
	for i, b := range breaks {
		heads[i] = ColumnHead{Label: breakLabel(b), Title: kit.Capital(b.Definition())}
	}
	return heads
}

// breakLabel is a tie-break's name at the head of a column.
func breakLabel(b pairing.TieBreak) string {
	switch b {
	case pairing.Wins:
		return "Wins"
	case pairing.WinsWithBlack:
		return "Wins with Black"
	case pairing.ByRating:
		return "Rating"
	case pairing.BoardPoints:
		return "Board points"
	case pairing.BoardWeighted:
		return "Weighted boards"
	}
	return string(b)
}

// placeText is "3", or "3=" when several share the place.
func placeText(p pairing.Place) string {
	if p.Shared() {
		return strconv.Itoa(p.From) + "="
	}
	return strconv.Itoa(p.From)
}

// valueText writes number ⁄ unit: halves and quarters as fractions, tenths with
// a decimal point.
func valueText(number, unit int64) string {
	sign := ""
	if number < 0 {
		sign, number = "−", -number
	}
	whole, rest := number/unit, number%unit
	switch {
	case unit == 10:
		return fmt.Sprintf("%s%d.%d", sign, whole, rest)
	case rest == 0:
		return sign + strconv.FormatInt(whole, 10)
	}
	fraction := map[int64]string{1: "¼", 2: "½", 3: "¾"}[rest*4/unit]
	if whole == 0 {
		return sign + fraction
	}
	return sign + strconv.FormatInt(whole, 10) + fraction
}

// scoreUnfold is a score with the rounds that it came from.
func scoreUnfold(w *tournaments.Wallchart, row tournaments.StandingsRow) Unfold {
	u := Unfold{Value: row.Score.String(), Title: fmt.Sprintf("%s: %s", row.Entry.Name, row.Score)}
	if row.Start != 0 {
		u.Games = append(u.Games, UnfoldGame{Text: "starting score", Value: row.Start.String()})
	}
	if row.Entry.StartScore != 0 {
		u.Games = append(u.Games, UnfoldGame{Text: "given for entering late", Value: row.Entry.StartScore.String()})
	}
	for _, l := range row.Rounds {
		if l.Kind == pairing.KindNotIn {
			continue
		}
		value := l.Points.String()
		switch {
		case l.Kind == pairing.KindPending:
			value = "–"
		case l.ThirdPlace:
			value = "(" + value + ")"
		}
		u.Games = append(u.Games, UnfoldGame{Round: strconv.Itoa(l.Round), Text: lineText(w, l), Value: value})
	}
	return u
}

// breakUnfold is a tie-break with the terms that it is the sum of.
func breakUnfold(w *tournaments.Wallchart, e tournaments.Entry, v pairing.Value) Unfold {
	value := valueText(v.Number, v.Unit)
	u := Unfold{Value: value, Title: fmt.Sprintf("%s of %s: %s", breakLabel(v.TieBreak), e.Name, value)}
	for _, t := range v.Terms {
		g := UnfoldGame{Text: termText(w, t), Value: valueText(t.Number, v.Unit)}
		if t.Round > 0 {
			g.Round = strconv.Itoa(t.Round)
		}
		if t.Left {
			g.Value = "(" + g.Value + ")"
			g.Text += ", left out"
		}
		u.Games = append(u.Games, g)
	}
	return u
}

func termText(w *tournaments.Wallchart, t pairing.Term) string {
	e, ok := opponent(w, t.Opponent)
	switch {
	case !ok:
		return t.Text
	case t.Text == "":
		return e.Name
	case strings.Contains(t.Text, e.Name):
		return t.Text
	}
	return e.Name + ": " + t.Text
}

// opponent is the entry that the draw knows by the id.
func opponent(w *tournaments.Wallchart, id pairing.ID) (tournaments.Entry, bool) {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return tournaments.Entry{}, false
	}
	return w.Entry(tournaments.EntryID(n))
}

// lineText says what a player did in a round: "beat Mei Lin with White, 3
// stones".
func lineText(w *tournaments.Wallchart, l pairing.Line) string {
	name := "an opponent"
	if e, ok := opponent(w, l.Opponent); ok {
		name = e.Name
	}
	switch l.Kind {
	case pairing.KindGame:
		text := outcome(l) + " " + name
		if l.Colour != "" {
			text += " with " + kit.Capital(string(l.Colour))
		}
		if l.Handicap > 0 {
			text += ", " + gameTerms(l.Handicap)
		}
		if l.Result == pairing.Jigo && l.Points == pairing.OnePoint {
			text += ", and went through"
		}
		return text + thirdPlace(l)
	case pairing.KindPending:
		return "plays " + name
	case pairing.KindDefault:
		if l.Points > 0 {
			return "won by default against " + name + thirdPlace(l)
		}
		return "lost by default against " + name + thirdPlace(l)
	case pairing.KindBye:
		if w.Section.Teams() {
			return "a board by default, or the bye of the team"
		}
		if w.Section.System == pairing.Knockout {
			return "through without a game" + thirdPlace(l)
		}
		return "bye"
	case pairing.KindHalfBye:
		return "half-point bye"
	case pairing.KindAbsent:
		return "absent"
	case pairing.KindNotDrawn:
		return "not drawn"
	case pairing.KindFreeRound:
		return "free round"
	}
	return "not in the event"
}

// thirdPlace says that a game was for third place alone.
func thirdPlace(l pairing.Line) string {
	if l.ThirdPlace {
		return ", for third place, which the score does not count"
	}
	return ""
}

func outcome(l pairing.Line) string {
	switch {
	case l.Result == pairing.Jigo:
		return "jigo with"
	case l.Result == pairing.BothLose:
		return "both lost:"
	case l.Result == pairing.BothWin:
		return "both won:"
	case l.Points > 0:
		return "beat"
	}
	return "lost to"
}

// crosstableOf is everybody's games by round.
func crosstableOf(w *tournaments.Wallchart, ct tournaments.Crosstable) Crosstable {
	out := Crosstable{Label: w.Section.Name + ", " + afterText(w, ct.Through)}
	for n := 1; n <= ct.Through; n++ {
		out.Rounds = append(out.Rounds, strconv.Itoa(n))
	}
	out.Heads = append([]ColumnHead{scoreHead(w.Section.Settings)}, breakHeads(ct.Breaks)...)
	terms := termsByRound(w, ct.Through)
	for _, row := range ct.Rows {
		line := CrosstableRow{Line: strconv.Itoa(row.Line), Place: placeText(row.Place), Player: playerSeat(placeOf(w.Event, w.Section), row.Entry)}
		for _, cell := range row.Cells {
			shown := crossCell(w, cell)
			shown.Terms = terms[seatKey{cell.Round, row.Entry.ID}]
			line.Cells = append(line.Cells, shown)
		}
		line.Values = append(line.Values, row.Score.String())
		for _, v := range row.Values {
			line.Values = append(line.Values, valueText(v.Number, v.Unit))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// seatKey is a player's game in a round.
type seatKey struct {
	round int
	entry tournaments.EntryID
}

// termsByRound is how the games of a section's rounds are played, for each of the two.
func termsByRound(w *tournaments.Wallchart, through int) map[seatKey]kit.GameTerms {
	out := map[seatKey]kit.GameTerms{}
	for n := 1; n <= through; n++ {
		for _, p := range w.Pairings(n) {
			terms := pairingTerms(w.Section, p, tournaments.Everyone)
			if len(terms.Lines) > 0 {
				out[seatKey{n, p.Black.Entry.ID}], out[seatKey{n, p.White.Entry.ID}] = terms, terms
			}
		}
	}
	return out
}

func crossCell(w *tournaments.Wallchart, cell tournaments.Cell) CrossCell {
	return CrossCell{
		Kind: cellKind(cell.Line), Text: cell.Text,
		Title: fmt.Sprintf("Round %d: %s", cell.Round, lineText(w, cell.Line)),
	}
}

func cellKind(l pairing.Line) string {
	switch l.Kind {
	case pairing.KindGame:
		switch {
		case l.Result == pairing.Jigo:
			return "jigo"
		case l.Points > 0:
			return "win"
		}
		return "loss"
	case pairing.KindPending:
		return "open"
	case pairing.KindDefault:
		return "forfeit"
	case pairing.KindBye, pairing.KindHalfBye:
		return "bye"
	}
	return "absent"
}
