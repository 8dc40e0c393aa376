package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// filledTeam is a team of which someone does not play a round in whose line-up they were.
type filledTeam struct {
	id       TeamID
	was, now Lineup
}

// filled is the field with reserves at the boards of line-ups whose players do not play the round after all, and whose
// line-ups are others now.
func (f field) filled(round int) (field, []filledTeam) {
	var changed []filledTeam
	f.teams = slices.Clone(f.teams)
	for i, t := range f.teams {
		at := slices.IndexFunc(t.Lineups, func(l Lineup) bool { return l.Round == round })
		if at < 0 {
			continue
		}
		next := t.Lineups[at]
		if next.Boards = f.withReserves(t, next); slices.Equal(next.Boards, t.Lineups[at].Boards) {
			continue
		}
		changed = append(changed, filledTeam{t.ID, t.Lineups[at], next})
		f.teams[i].Lineups = slices.Clone(t.Lineups)
		f.teams[i].Lineups[at] = next
	}
	return f, changed
}

// withReserves are the boards of a line-up without those who are missing, as where the order of the team says it: those
// below move up and the first reserves take the last boards. Where no reserve is there the missing keep theirs, and a
// board that was left empty stays empty.
func (f field) withReserves(t Team, l Lineup) []EntryID {
	plays := func(id EntryID) bool {
		e, ok := f.entry(id)
		return ok && e.Plays(l.Round)
	}
	var reserves, sit []EntryID
	for _, id := range t.Players {
		if plays(id) && !slices.Contains(l.Boards, id) {
			reserves = append(reserves, id)
		}
	}
	used := 0
	for _, id := range l.Boards {
		switch {
		case id == 0:
		case !plays(id) && used < len(reserves):
			used++
		default:
			sit = append(sit, id)
		}
	}
	sit = append(sit, reserves[:used]...)
	out := make([]EntryID, len(l.Boards))
	for k, id := range l.Boards {
		if id != 0 {
			out[k], sit = sit[0], sit[1:]
		}
	}
	return out
}

// keepFilled keeps the line-ups that a draw was made with.
func keepFilled(ctx context.Context, tx *store.Tx, permit usecase.Permit, lined []filledTeam) (done *usecase.Entry, err error) {
	for _, t := range lined {
		if err := setLineup(ctx, tx, t.id, t.now); err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("set.lineup", "team", int64(t.id),
			lineupFacts{t.id, t.was.Round, t.was.Boards}, lineupFacts{t.id, t.now.Round, t.now.Boards}))
	}
	return done, nil
}
