package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/games"
	gamesrecord "nzgs/internal/games/record"
)

// appendOtherLine appends the rest of the line of a game of Hex, Amazons or Tanbo.
func appendOtherLine(to []byte, r *gamesrecord.Report) []byte {
	to = append(to, ": "...)
	if r.Black != "" || r.White != "" {
		to = fmt.Appendf(to, "%s – %s, ", oneLine(orUnnamed(r.Black)), oneLine(orUnnamed(r.White)))
	}
	to = fmt.Appendf(to, "%s %d×%d, %d%s", r.Game.Name(), r.Size, r.Size, r.Moves, plural(r.Moves, " move", " moves"))
	switch first, n := r.IllegalMoves(); {
	case len(r.Violations) > 0 && first == nil:
		to = fmt.Appendf(to, "; the game had ended before move %d", r.Violations[0].Number)
	case first != nil:
		to = fmt.Appendf(to, "; move %d is illegal (%s)", first.Number, first.Kind)
		if n > 1 {
			to = fmt.Appendf(to, " and %d more", n-1)
		}
		if r.Played < r.Moves {
			to = fmt.Appendf(to, ", %d %s played", r.Played, plural(r.Played, "was", "were"))
		}
	}
	return fmt.Appendf(to, "; %s\n", oneLine(otherResult(r)))
}

// otherResult says who has won, and what that says of the claim.
func otherResult(r *gamesrecord.Report) string {
	text := "nothing is decided"
	if r.Winner != games.Empty {
		text = r.Computed() + " by the rules"
		if r.Decided > 0 {
			text += " at move " + strconv.Itoa(r.Decided)
		}
	}
	switch {
	case r.Claimed == "":
		return text
	case r.Agreement == gamesrecord.Confirmed:
		return text + ", as claimed"
	}
	return text + ", claimed " + orUnnamed(r.Claimed)
}

// mostOtherWrong is how many illegal moves of such a game are told of.
const mostOtherWrong = 20

// writeOther tells all about one wrong game. A failing writer fails again at the end,
// where it is noticed.
func writeOther(w *bufio.Writer, r *gamesrecord.Report) {
	p := func(format string, a ...any) { _, _ = fmt.Fprintf(w, "      "+format+"\n", a...) }
	_, n := r.IllegalMoves()
	told := 0
	for _, v := range r.Violations {
		if v.Kind != games.AfterEnd {
			if told++; told > mostOtherWrong {
				continue
			}
		}
		p("move %d, %s: %s", v.Number, strings.TrimSpace(v.Colour.Name()+" "+oneLine(v.Point)), v.Why)
	}
	if n > mostOtherWrong {
		p("and %d more illegal moves", n-mostOtherWrong)
	}
	if r.Agreement == gamesrecord.Refuted {
		p("the record says %s, but by the rules %s has won", oneLine(orUnnamed(r.Claimed)), r.Winner.Name())
	}
	for _, text := range r.Warnings {
		p("note: %s", oneLine(text))
	}
	p("")
}
