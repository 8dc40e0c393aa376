package tournaments

import (
	"cmp"
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Withdrawal is a team that was taken out in one press: after which round, and who of its players with it.
type Withdrawal struct {
	After   int       `json:"after"`
	Players []EntryID `json:"players"`
}

// undoable are those of a withdrawal who are still out because of it: whoever came back since, or left the team, is none.
func (f field) undoable(t Team) []Entry {
	if t.Withdrawal == nil {
		return nil
	}
	var out []Entry
	for _, id := range t.Withdrawal.Players {
		e, ok := f.entry(id)
		if ok && e.Team == t.ID && e.Withdrawn && e.WithdrawnAfter == t.Withdrawal.After {
			out = append(out, e)
		}
	}
	return out
}

// Undoable reports whether the withdrawal of a team can be undone.
func (w *Wallchart) Undoable(t Team) bool { return len(w.field.undoable(t)) > 0 }

// WithdrawTeam takes all players of a team out after a round; 0 is before the first. Those who have left already stay as
// they are.
func (s *Service) WithdrawTeam(ctx context.Context, actor auth.Actor, id TeamID, after int, version int64) error {
	return s.changeTeam(ctx, actor, id, func(tx *store.Tx, h here, f field, t Team) (*usecase.Entry, error) {
		var problems apperr.Fields
		if after < 0 || after >= h.section.Rounds {
			problems.Add("after", "Choose a round from 0 (before the first) to %d.", h.section.Rounds-1)
			return nil, problems.Err()
		}
		next := t
		next.Withdrawal, next.Version = &Withdrawal{After: after}, version
		var leaving []Entry
		for _, id := range t.Players {
			was, _ := f.entry(id)
			if was.Withdrawn {
				continue
			}
			e := was
			e.Withdrawn, e.WithdrawnAfter = true, after
			if why := withdrawable(was, after, h.section.Settings, f.rounds); why != "" {
				problems.Add("after", "%s: %s", was.Name, why)
				return nil, problems.Err()
			}
			if err := keepsTable(h.section, publishedOf(f.rounds), was, e); err != nil {
				return nil, err
			}
			leaving, next.Withdrawal.Players = append(leaving, e), append(next.Withdrawal.Players, id)
		}
		if len(leaving) == 0 {
			return nil, apperr.New(apperr.Conflict, "No one of %s is left to withdraw.", t.Name)
		}
		return s.saveWithdrawal(ctx, tx, h, f, t, next, leaving, "withdraw.team")
	})
}

// ReadmitTeam undoes the withdrawal of a team: whoever left with it is back, and counts as absent in rounds that were
// published in between.
func (s *Service) ReadmitTeam(ctx context.Context, actor auth.Actor, id TeamID, version int64) error {
	return s.changeTeam(ctx, actor, id, func(tx *store.Tx, h here, f field, t Team) (*usecase.Entry, error) {
		back := f.undoable(t)
		if len(back) == 0 {
			return nil, apperr.New(apperr.Conflict, "%s is not withdrawn.", t.Name)
		}
		published := publishedOf(f.rounds)
		for i, was := range back {
			back[i].readmitted(published)
			if err := keepsTable(h.section, published, was, back[i]); err != nil {
				return nil, err
			}
		}
		next := t
		next.Withdrawal, next.Version = nil, version
		return s.saveWithdrawal(ctx, tx, h, f, t, next, back, "readmit.team")
	})
}

// saveWithdrawal saves a team that leaves or comes back, with its players.
func (s *Service) saveWithdrawal(
	ctx context.Context, tx *store.Tx, h here, f field, was, next Team, players []Entry, action string,
) (*usecase.Entry, error) {
	if changed, err := updateTeam(ctx, tx, next); err != nil || !changed {
		return nil, cmp.Or(err, usecase.Stale("this team", "team", int64(was.ID)))
	}
	err := f.keepLineups(ctx, tx, was)
	for _, e := range players {
		changed, saved := updateEntry(ctx, tx, e)
		if saved == nil && !changed {
			saved = usecase.Stale("this entry", "entry", int64(e.ID))
		}
		err = errors.Join(err, saved)
	}
	if err != nil {
		return nil, err
	}
	before, after := was.facts(), next.facts()
	return s.entriesChanged(ctx, tx, h.section.ID, h.permit.Did(action, "team", int64(was.ID), before, after))
}
