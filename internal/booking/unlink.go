package booking

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Unlink undoes that a line was said to be an entry which was there already: the line waits again, and the entry stays in the
// books as it is. What was booked from the line is reversed instead.
func (s *Service) Unlink(ctx context.Context, actor auth.Actor, line LineID, version int64, part int64) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		l, err := lineByID(ctx, tx, line)
		if err != nil {
			return nil, err
		}
		as, err := bookedAs(ctx, tx, line)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(as, func(b BookedAs) bool { return b.Part == part })
		switch {
		case at < 0:
			return nil, usecase.Stale("this line", "bank_line", int64(line))
		case !as[at].Linked():
			return nil, apperr.New(apperr.Invalid, "%s was booked from this line. Reverse it, and the line waits again.", as[at].Number)
		}
		if err := takeLine(ctx, tx, line, version, l.Aside); err != nil {
			return nil, err
		}
		if err := unlink(ctx, tx, line, part); err != nil {
			return nil, err
		}
		return permit.Did("unlink.line", "bank_line", int64(line), map[string]any{
			"entry": as[at].Entry, "number": as[at].Number, "amount": as[at].Amount,
		}, nil), nil
	})
}

// Linked reports whether it was there before, and the line was only said to be it.
func (b BookedAs) Linked() bool { return b.Payment == 0 && !b.ByLine }
