package pairing

import (
	"fmt"
	"slices"
)

// checkBracket sets a round of a knock-out against its bracket. Where a result of the round before was corrected after
// the round was drawn, it is set against the results by which it was drawn, and the corrections are what differs.
func checkBracket(f *field, r *Round) (Redraw, error) {
	out, err := checkSettled(f, r, "bracket", drawBracket)
	if err != nil {
		return out, err
	}
	before, corrected := f.beforeCorrections(r)
	if len(corrected) == 0 {
		return out, nil
	}
	was := newField(before, r.Number-1)
	then, err := checkSettled(was, r, "bracket", drawBracket)
	if err != nil || then.differsBy(DiffersByField, DiffersByRule) {
		return out, err
	}
	for _, g := range corrected {
		winner := was.winnerOf(&g)
		loser := g.White
		if loser == winner {
			loser = g.Black
		}
		then.add(DiffersByField, fmt.Sprintf(
			"%s went on in place of %s: this round was drawn before a result of round %d was corrected",
			f.name(f.index[winner]), f.name(f.index[loser]), r.Number-1,
		), winner, loser)
	}
	return then, nil
}

func (out *Redraw) differsBy(kinds ...DifferenceKind) bool {
	return slices.ContainsFunc(out.Differences, func(d Difference) bool { return slices.Contains(kinds, d.Kind) })
}

// beforeCorrections gives the event with the results of the round before as they were when a round was drawn, and the
// games that this takes: those whose loser went on in place of the winner.
func (f *field) beforeCorrections(r *Round) (*Event, []Game) {
	b := f.bracket(r.Number)
	if len(b.slots) < 2 || f.fitsBracket(b, r) {
		return nil, nil
	}
	went := *b
	f.reorder(&went, r)
	ev := *f.ev
	ev.Played = slices.Clone(f.ev.Played)
	var corrected []Game
	for i := range ev.Played {
		before := &ev.Played[i]
		if before.Number != r.Number-1 {
			continue
		}
		before.Games = slices.Clone(before.Games)
		for k, g := range before.Games {
			winner := f.winnerOf(&g)
			if winner == "" {
				continue
			}
			loser := f.index[g.White] + f.index[g.Black] - f.index[winner]
			if !slices.Contains(went.slots, loser) || slices.Contains(went.slots, f.index[winner]) {
				continue
			}
			g.Result = WhiteWins
			if winner == g.White {
				g.Result = BlackWins
			}
			before.Games[k] = g
			corrected = append(corrected, g)
		}
	}
	return &ev, corrected
}
