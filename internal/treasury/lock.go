package treasury

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// LockWhy is what the books are locked for.
type LockWhy string

// What the books are locked for.
const (
	Reconciled LockWhy = "reconciled" // they agree with the bank's statement
	YearClosed LockWhy = "year"       // a general meeting adopted the accounts
	LockByHand LockWhy = "hand"
)

// Label is it as people read it.
func (w LockWhy) Label() string {
	switch w {
	case Reconciled:
		return "Agrees with the bank"
	case YearClosed:
		return "Accounts adopted"
	}
	return "Locked by the treasurer"
}

// Lock is that the books take no entries on a day or before it.
type Lock struct {
	Until      civil.Date
	Why        LockWhy
	Note       string
	Motion     int64 // of a general meeting, by which a year was locked; 0: none is named
	Meeting    int64 // of the motion
	RecordedAt civil.Instant
}

// LockInput locks the books. Its fields are until and note.
type LockInput struct {
	Until civil.Date
	Why   LockWhy
	Note  string // of a year: the meeting and the motion

	motion int64
}

// LockBooks locks the books up to and on a day that has passed. It cannot be undone: what is found out later is booked
// later.
func (s *Service) LockBooks(ctx context.Context, actor auth.Actor, in LockInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	in.Note = tidy(in.Note)
	return s.cases.Change(ctx, func(tx *store.Tx) (*Entry, error) {
		// Whoever books takes a number first: what is under way comes before the lock or after it.
		if err := HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		f, err := checkLock(ctx, tx, in, s.cases.Today())
		if err == nil {
			err = f.Err()
		}
		if err != nil {
			return nil, err
		}
		return lockBooks(ctx, tx, permit, in)
	})
}

// LockYear locks within tx the books of a year whose accounts a motion of a general meeting adopted.
func LockYear(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, until civil.Date, motion int64, note string,
) (*Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, err
	}
	in := LockInput{Until: until, Why: YearClosed, Note: tidy(note), motion: motion}
	f, err := checkLock(ctx, tx, in, permit.Now().Date())
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return nil, err
	}
	return lockBooks(ctx, tx, permit, in)
}

// LockIn locks the books within tx, for the reason that they agree with the bank. What is wrong with the day is a problem of
// the field day, and locks nothing.
func LockIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in LockInput,
) (*Entry, apperr.Fields, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, nil, err
	}
	f, err := checkLock(ctx, tx, in, permit.Now().Date())
	for i := range f {
		f[i].Name = "day"
	}
	if err != nil || len(f) > 0 {
		return nil, f, err
	}
	entry, err := lockBooks(ctx, tx, permit, in)
	return entry, f, err
}

func checkLock(ctx context.Context, q store.Queryer, in LockInput, today civil.Date) (apperr.Fields, error) {
	var f apperr.Fields
	locked, err := LockedUntil(ctx, q)
	if err != nil {
		return nil, err
	}
	switch {
	case in.Until.IsZero():
		f.Add("until", "Enter the last day that is locked.")
	case !in.Until.Before(today):
		f.Add("until", "Enter a day before today: what comes in today is still to be booked.")
	case !in.Until.After(locked) && in.Why != YearClosed:
		f.Add("until", "The books are locked up to %s already.", locked.Long())
	}
	if in.Why == YearClosed {
		all, err := locks(ctx, q)
		if err != nil {
			return nil, err
		}
		if l := adopted(all, in.Until); l != nil {
			f.Add("until", "The accounts of this year are adopted already: %s.", l.Note)
		}
	}
	if in.Why != YearClosed && in.Why != LockByHand && in.Why != Reconciled {
		f.Add("why", "Choose why the books are locked.")
	}
	ask := ""
	if in.Why == YearClosed {
		ask = "Enter the general meeting that adopted the accounts, and its motion."
	}
	checkText(&f, "note", in.Note, maxText, ask)
	return f, nil
}
