package members

import (
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Record is a record of a term. Lifted is that it ends or cancels one because of a death, or of a departure that was undone:
// who died is looked at each time that terms begin, so what it did to a term is not part of how that comes back.
type Record struct {
	Term
	Lifted bool
}

// Pieces are the terms that a claim gave when it last did, the earliest first: one with the club, and of someone who moved
// since one with each club after it, each as its newest record says. A claim is a row of a club's list, or what one person has
// of an asked subscription; records are all that it has, the oldest first.
func Pieces(records []Record) []Term {
	var pieces, before []piece // before: when it gave terms the time before
	for _, r := range records {
		t := r.Term
		n := slices.IndexFunc(pieces, func(p piece) bool { return p.ID == t.Corrects })
		switch {
		case t.Corrects != 0 && n < 0: // of what it gave before
		case n >= 0 && r.Lifted && t.Kind != KindVoid:
			pieces[n].ID, pieces[n].cut = t.ID, t.To
		case n >= 0 && t.Kind == KindVoid:
			pieces[n].ID, pieces[n].Kind, pieces[n].ByStanding = t.ID, KindVoid, t.ByStanding || r.Lifted
			pieces[n].kept = pieces[n].kept || r.Lifted
		case n >= 0:
			pieces[n] = piece{Term: t}
		case slices.ContainsFunc(pieces, func(p piece) bool { return p.Kind != KindVoid }):
			pieces = append(slices.DeleteFunc(pieces, func(p piece) bool {
				return p.kept && p.Club == t.Club && p.From == t.From
			}), uncut(t, before))
		default:
			before = pieces
			pieces = onceMore(slices.Clone(pieces), uncut(t, before))
		}
	}
	slices.SortStableFunc(pieces, byDay)
	out := make([]Term, len(pieces))
	for n, p := range pieces {
		out[n] = p.Term
	}
	return out
}

// piece is a term of a claim, with what something did to it that does not count.
type piece struct {
	Term
	cut  civil.Date // the day to which it was cut
	kept bool       // it was cancelled
}

// uncut is a term that is given once more, as if it had not been cut the time before by what does not count.
func uncut(t Term, before []piece) piece {
	for _, p := range before {
		if !p.cut.IsZero() && p.cut == t.To && p.Club == t.Club {
			t.To = p.To
			return piece{Term: t, cut: p.cut}
		}
	}
	return piece{Term: t}
}

func byDay(a, b piece) int { return a.From.Compare(b.From) }

// onceMore are the pieces when a claim gives terms again, with t first. What was over by its first day stays before it, and t
// keeps the day of the move: the money may be booked of an earlier day the next time. What was not given because of what does
// not count comes after it.
func onceMore(was []piece, t piece) []piece {
	slices.SortStableFunc(was, byDay)
	var over, later []piece
	for _, p := range was {
		if p.kept && p.From.After(t.To) {
			later = append(later, p)
		}
	}
	for _, p := range was {
		if p.ByStanding && !p.To.Before(t.From) {
			if len(over) > 0 && p.Club == t.Club {
				t.From = p.From
			}
			break
		}
		over = append(over, p)
	}
	return append(append(over, t), later...)
}

// Over are the terms that a claim gives from t's first day on, where t is what it gives to someone of whom nothing was decided
// since: what an officer cancelled is left out, what ended before until (the last day of all by then) does so again, and from
// the day of a move on it is with the other club. What would be over before it begins is none. begins adds to the trace of
// each why it begins.
func (t Term) Over(pieces []Term, until civil.Date, begins func(*Term)) (out []Term) {
	if len(pieces) == 0 {
		pieces = []Term{{Club: t.Club, To: t.To, ByStanding: true}}
	}
	for n, was := range pieces {
		next := t
		next.Club = was.Club
		if n > 0 {
			next.From = civil.Later(t.From, was.From)
		}
		shortened := was.To.Before(until) && was.To.Before(t.To)
		if shortened {
			next.To = was.To
		}
		if !was.ByStanding || next.From.After(next.To) {
			continue
		}
		next.Trace = t.Trace.With(constitution.Trace{})
		begins(&next)
		moves := n+1 < len(pieces) && pieces[n+1].From == was.To.AddDays(1)
		switch {
		case shortened && moves:
			next.Trace.Step(rule22, "Ends on %s: moved to another club", next.To.Long())
		case shortened:
			next.Trace.Step(rule22, "Ends on %s, the day an officer corrected it to", next.To.Long())
		}
		out = append(out, next)
	}
	return out
}
