package records

import (
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

// recordEnd is the position where an examined line ends, as it is counted.
func recordEnd(r *record.Report, dead []gorules.Point) (RecordEnd, error) {
	line := r.Study.Standing
	out := RecordEnd{Title: "The end, counted", At: -1, Instead: -1, Count: scoreText(r, line.Score), Said: deadSaid(r, dead)}
	if n := line.Score.Shared; n > 0 {
		out.Shared = pointsText(strconv.Itoa(n)) + " reached by both players, in both totals"
	}
	end, err := r.EndDiagram(dead)
	if err != nil {
		return out, err
	}
	out.Board = boardOf(end, "The position that is counted. "+end.Caption+".")
	out.Board.ID = "end-board"
	for _, p := range r.Study.Proposals {
		out.Proposals = append(out.Proposals, recordProposal(r, p))
		out.Estimated = out.Estimated || p.Basis == record.ByPlayouts
	}
	stay, err := r.Rules.Count(line.Board, line.Prisoners)
	if err != nil {
		return out, err
	}
	out.AllStay, out.Resume = record.MarginOf(stay, r.Komi).Says(), resumes(line.Board, dead)
	return out, nil
}

// mostDeadSaid is how many dead chains are named.
const mostDeadSaid = 12

// deadSaid says what is taken as dead and what follows; "" where nothing is.
func deadSaid(r *record.Report, dead []gorules.Point) string {
	b := r.Study.Standing.Board
	var chains []string
	seen := map[gorules.Point]bool{}
	for _, p := range dead {
		if b.At(p) == gorules.Empty || seen[p] {
			continue
		}
		chain := b.Chain(p)
		first := p
		for _, q := range chain {
			seen[q], first = true, min(first, q)
		}
		chains = append(chains, record.DeadChain{
			Colour: b.At(p), Points: append([]gorules.Point{first}, chain[1:]...),
		}.Says(r.Height))
	}
	if chains == nil {
		return ""
	}
	if more := len(chains) - mostDeadSaid; more > 0 {
		chains = append(chains[:mostDeadSaid], fmt.Sprintf("and %d more", more))
	}
	return "Taken as dead: " + strings.Join(chains, "; ") + ". Without them: " +
		r.Study.Standing.Counted.Says() + "."
}

// resumes are the ways to play on where the players do not agree on these stones: usually
// their owner moves first.
func resumes(b *gorules.Board, dead []gorules.Point) []RecordResume {
	disputed := map[gorules.Colour]bool{}
	for _, p := range dead {
		disputed[b.At(p)] = true
	}
	first := gorules.Black
	if disputed[gorules.White] && !disputed[gorules.Black] {
		first = gorules.White
	}
	var out []RecordResume
	for _, c := range []gorules.Colour{first, first.Opponent()} {
		next := RecordResume{Next: c.String(), Label: c.Name() + " moves next"}
		if disputed[c] && !disputed[c.Opponent()] {
			next.Why = "the disputed stones are " + c.Name() + "’s"
		}
		out = append(out, next)
	}
	return out
}
