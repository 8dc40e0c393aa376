package pairing

import "slices"

// wentOut puts everyone in a knock-out by the round of going out. That is the score where the results are those by which
// the bracket went on; where one was corrected afterwards, who played on had gone through. A game for third place, or one
// after a defeat, is taken out of the score.
func (f *field) wentOut() {
	if f.ev.System != Knockout {
		return
	}
	b := f.bracket(1)
	for k, r := range f.rounds {
		if len(b.slots) > 1 && !f.fitsBracket(b, r) {
			f.reorder(b, r)
		}
		for i := range f.players {
			if l := &f.lines[i][k]; l.drawn() && f.afterDefeat(b, i, k) {
				l.ThirdPlace = true
			}
		}
		f.advance(b, r)
	}
	for i, lines := range f.lines {
		score, reached := Score(0), Score(0)
		for k, l := range lines {
			switch {
			case l.ThirdPlace:
				f.extra[i] = int(l.Points)
			case l.drawn():
				score, reached = score+l.Points, Score(k)*OnePoint
				if !f.goesOn(l.Opponent, k) {
					reached += l.Points
				}
			}
		}
		f.extra[i] += 4 * int(reached-score)
	}
}

// goesOn reports whether someone stayed in after the k-th round.
func (f *field) goesOn(id ID, k int) bool {
	i, known := f.index[id]
	return known && slices.ContainsFunc(f.lines[i][k+1:], func(l Line) bool { return l.drawn() && !l.ThirdPlace })
}

// drawn reports whether the player had a game in the round, or went through it.
func (l Line) drawn() bool { return l.Opponent != "" || l.Kind == KindBye }

// afterDefeat reports whether a player who is in the k-th round is out already. Who lost a game and went on without its
// winner is not: the game was won when the bracket went on.
func (f *field) afterDefeat(b *bracket, i, k int) bool {
	if len(b.slots) == 2 {
		return !slices.Contains(b.slots, i)
	}
	for before, l := range f.lines[i][:k] {
		if l.Opponent == "" || l.Points > 0 {
			continue
		}
		winner, known := f.index[l.Opponent]
		if known && slices.ContainsFunc(f.lines[winner][before+1:], Line.drawn) {
			return true
		}
	}
	return false
}
