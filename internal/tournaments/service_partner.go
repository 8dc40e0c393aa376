package tournaments

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// PairInput joins two entries of a pair-go section into one. Its fields are named by the comments.
type PairInput struct {
	First   EntryID
	Second  EntryID // partner
	Version int64   // of the first
}

// JoinPair makes one entry of two players: the first keeps the number, the rating is that of both, and the second has
// no entry any longer.
func (s *Service) JoinPair(ctx context.Context, actor auth.Actor, in PairInput) error {
	before, err := entryByID(ctx, s.db, in.First)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, before.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		entries, err := entriesOf(ctx, tx, before.Section)
		if err != nil {
			return nil, err
		}
		f := field{section: h.section, entries: entries}
		var problems apperr.Fields
		first, _ := f.entry(in.First)
		second, ok := f.entry(in.Second)
		switch {
		case !h.section.Pairs:
			return nil, apperr.New(apperr.Conflict, "This section is for single players. Choose pair go in its settings first.")
		case first.Partner != nil:
			return nil, apperr.New(apperr.Conflict, "%s is a pair already.", first.Name)
		case !ok || in.Second == in.First:
			problems.Add("partner", "Choose another player of this section.")
		case second.Partner != nil:
			problems.Add("partner", "%s is a pair already. Choose someone without a partner.", second.Name)
		case first.Withdrawn || second.Withdrawn:
			problems.Add("partner", "One of the two has withdrawn. Let them come back first.")
		}
		for _, e := range []Entry{first, second} {
			if drawn, err := drawnIn(ctx, tx, e.ID); err != nil {
				return nil, err
			} else if drawn && len(problems) == 0 {
				problems.Add("partner", "%s is in a draw. Discard the preview first.", e.Name)
			}
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		pair := pairUp(first, second)
		pair.Version = in.Version
		if changed, err := updateEntry(ctx, tx, pair); err != nil || !changed {
			return nil, cmp.Or(err, usecase.Stale("this entry", "entry", int64(in.First)))
		}
		if _, err := deleteEntry(ctx, tx, second, second.Version); err != nil {
			return nil, err
		}
		if err := insertPartner(ctx, tx, pair); err != nil {
			return nil, err
		}
		return h.permit.Did("join.pair", "entry", int64(first.ID), first.facts(), pair.facts()).
			Then(h.permit.Did("remove.entry", "entry", int64(second.ID), second.facts(), nil)), nil
	})
}

// PartPair makes two entries of a pair that was never drawn.
func (s *Service) PartPair(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	before, err := entryByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, before.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		e, err := entryByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if e.Partner == nil {
			return nil, usecase.ErrSame
		}
		if drawn, err := drawnIn(ctx, tx, id); err != nil {
			return nil, err
		} else if drawn {
			return nil, apperr.New(apperr.Invalid, "%s are in a draw, and stay a pair. Withdraw them, or discard the preview first.", e.Name)
		}
		first, second := e.part()
		first.Version = version
		if changed, err := updateEntry(ctx, tx, first); err != nil || !changed {
			return nil, cmp.Or(err, usecase.Stale("this entry", "entry", int64(id)))
		}
		if err := deletePartner(ctx, tx, id); err != nil {
			return nil, err
		}
		last, err := lastNumber(ctx, tx, e.Section)
		if err != nil {
			return nil, err
		}
		second.Number = last + 1
		list := []Entry{second}
		ids, err := insertEntries(ctx, tx, list, s.cases.Now())
		if err != nil {
			return nil, err
		}
		return h.permit.Did("part.pair", "entry", int64(id), e.facts(), first.facts()).
			Then(h.permit.Did("enter.player", "entry", int64(ids[second.Number]), nil, second.facts())), nil
	})
}

// Singles are the entries of a pair-go section that have no partner yet, by name.
func (w *Wallchart) Singles() []Entry {
	return slices.DeleteFunc(slices.Clone(w.Entries), func(e Entry) bool { return e.Partner != nil || e.Withdrawn })
}
