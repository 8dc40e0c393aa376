package record

import (
	"fmt"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// Says tells what is wrong with a move, naming points as at the board, which has
// that height: "Move 24: White at D4, against the rules: repeats …".
func (v Violation) Says(height int) string {
	if v.AfterEnd {
		return v.Title(height) + ", after the game had ended by its rules"
	}
	return v.Title(height) + ", against the rules: " + v.What(height)
}

// Title names a move that is against the rules: "Move 24: White at D4".
func (v Violation) Title(height int) string {
	if v.Point == "" {
		return fmt.Sprintf("Move %d: %s passes", v.Number, v.Colour.Name())
	}
	return fmt.Sprintf("Move %d: %s at %s", v.Number, v.Colour.Name(), v.point(height))
}

// What says what is against the rules, after a colon.
func (v Violation) What(height int) string {
	switch v.Kind {
	case gorules.Superko:
		if v.Repeats == 0 {
			return "repeats the starting position"
		}
		return fmt.Sprintf("repeats the whole board as it was after move %d", v.Repeats)
	case gorules.Occupied:
		return "there is a stone on " + v.point(height) + " already"
	case gorules.OffBoard:
		return v.point(height) + " is not on the board"
	case gorules.SuicideMove:
		return "leaves its own stones without liberties"
	case gorules.OutOfTurn:
		if v.AfterEnd {
			return "the game had ended"
		}
		return "it was the other player’s turn"
	}
	return "there is no button to take"
}

// point is the point of a move as people write it, or else as the record does.
func (v Violation) point(height int) string {
	if v.Point == "" {
		return "a pass"
	}
	p, err := gorules.ParsePoint(v.Point)
	if err != nil || p.Y() >= height {
		return "“" + v.Point + "”"
	}
	return p.Label(height)
}

// longestClaim is how much of a claimed result is shown, in characters.
const longestClaim = 60

// Shortened is a text of a record to be shown: no more than so many characters,
// the last of them "…" if there are more.
func Shortened(text string, most int) string {
	seen := 0
	for at := range text {
		if seen++; seen > most {
			return string([]rune(text[:at])[:most-1]) + "…"
		}
	}
	return text
}

// Says tells what is claimed against the count, in a sentence; komi is the
// report's.
func (v Verdict) Says(komi sgf.Komi) string {
	counted := "counted " + v.Counted.String()
	v.Claimed = Shortened(v.Claimed, longestClaim)
	claimed, exact := marginClaimed(v.Claim)
	if v.Claimed != "" && v.Agreement == NothingToCompare {
		return counted + ", which cannot contradict the claimed " + v.Claimed
	}
	counted += " with komi " + komi.String()
	switch {
	case v.Claimed == "":
		return counted + ", no result is claimed"
	case v.Agreement == Agrees:
		return counted + ", as claimed"
	case !exact:
		return fmt.Sprintf("%s, not won by %s as claimed", counted, wins(v.Claim).Name())
	case claimed == farthest || claimed == -farthest:
		return fmt.Sprintf("%s, not %s as claimed", counted, v.Claimed)
	}
	better := gorules.Black
	if v.Off < 0 {
		better = gorules.White
	}
	return fmt.Sprintf("%s, not %s as claimed: %s better for %s", counted, v.Claimed, v.Off.Points(), better.Name())
}

// Says tells what is claimed against the count, and how the claim can be right where it
// is not the count.
func (r *Report) Says() string {
	s := r.Verdict.Says(r.Komi)
	a := &r.Answer
	switch {
	case r.Verdict.Agreement != Differs || a.How == NoClaim:
		return s
	case a.How == FromNone:
		return s + "; no choice of dead stones gives it"
	case a.How == NotKnown && a.KomiDoesNotFit() && a.NoKomi:
		return s + "; the record has no komi, and that of these rules does not fit its result"
	case a.How == NotKnown && a.KomiDoesNotFit():
		return s + "; the record's komi does not fit its result"
	case a.How == NotKnown:
		return s + "; not known whether it can be right"
	}
	by := ""
	if a.By.Kind == ByOwnRules || a.By.Kind == ByUnnamedRules || a.By.Kind == ByUnknownRules {
		by = " by " + a.By.Name() + " rules"
	}
	how := map[Consistency]string{
		FromCount: "as the board stands", FromMarks: "without the marked dead stones",
		FromProof: "without the stones that are proved dead", FromEstimate: "without the stones estimated as dead",
		FromSome: "by some choice of dead stones",
	}[a.How]
	return s + "; as claimed" + by + ", " + how
}

func wins(r sgf.Result) gorules.Colour {
	if r.Winner == sgf.WhiteWins {
		return gorules.White
	}
	return gorules.Black
}

// Says tells who wins by how much: "White wins by 3".
func (m Margin) Says() string {
	if m.Winner() == gorules.Empty {
		return "A tie (jigo)"
	}
	return m.Winner().Name() + " wins by " + m.Points()
}

// Totals tells a count's arithmetic: "Black 184, White 177 and komi 7".
func (r *Report) Totals(s gorules.Score) string {
	rd := Reading{Komi: r.Komi}
	return rd.Totals(s)
}

// Totals tells the arithmetic of a count read so.
func (rd *Reading) Totals(s gorules.Score) string {
	totals := fmt.Sprintf("Black %d, White %d", s.Black, s.White)
	if rd.Komi != 0 {
		totals += " and komi " + rd.Komi.String()
	}
	if rd.Given != 0 {
		totals += fmt.Sprintf(" and %d for the handicap", rd.Given)
	}
	return totals
}

// Says tells where a line ends and what else is wrong on the way.
func (l *Line) Says(but int) string {
	s := fmt.Sprintf("Black %d, White %d: %s", l.Score.Black, l.Score.White, l.Counted)
	if l.Score.Shared > 0 {
		s = fmt.Sprintf("Black %d, White %d, %d of them shared: %s", l.Score.Black, l.Score.White, l.Score.Shared, l.Counted)
	}
	later := l.MoreViolations
	for _, v := range l.Violations {
		if v.Number > but && !v.AfterEnd {
			later++
		}
	}
	switch later {
	case 0:
		return s
	case 1:
		return s + "; one later move is illegal"
	}
	return fmt.Sprintf("%s; %d later moves are illegal", s, later)
}

// Says names a chain by its colour, first stone and size: "White at D4, 3 stones".
func (c DeadChain) Says(height int) string {
	s := fmt.Sprintf("%s at %s", c.Colour.Name(), c.Points[0].Label(height))
	if len(c.Points) == 1 {
		return s + ", 1 stone"
	}
	return fmt.Sprintf("%s, %d stones", s, len(c.Points))
}
