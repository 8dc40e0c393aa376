// Package usecase is what every change of a service goes through: who may, one
// transaction, one entry of the audit log, and one refusal where somebody else
// was first.
//
//	permit, err := s.cases.May(actor, auth.ManageClubs, auth.Object{})
//	if err != nil {
//		return err
//	}
//	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
//		if err := updateClub(ctx, tx, in); err != nil {
//			return nil, err
//		}
//		return permit.Did("edit.club", "club", int64(in.ID), before, after), nil
//	})
//
// Change keeps nothing without an Entry, and only a Permit makes one, so that no
// change goes unasked or unwritten.
//
// What is not carried out by it: package auth, which stands below it, and whose
// sign-ins, links and first account are for people who are nobody yet; the
// sending of letters, and the duty that it finishes, which are the program's own
// and have no entry.
package usecase

import (
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Cases carries out the use cases of a service.
type Cases struct {
	db    *store.DB
	clock civil.Clock
}

// New carries out use cases on the database, and tells the time by clock.
func New(db *store.DB, clock civil.Clock) Cases { return Cases{db, clock} }

// Now is the instant of what is done, Today its day.
func (c Cases) Now() civil.Instant { return c.clock() }
func (c Cases) Today() civil.Date  { return c.clock().Date() }

// Require refuses an actor who may not read, today, what the object is about.
func (c Cases) Require(actor auth.Actor, action auth.Action, object auth.Object) error {
	return auth.Require(actor, action, object, c.Today())
}

// May asks whether an actor may change something today.
func (c Cases) May(actor auth.Actor, action auth.Action, object auth.Object) (Permit, error) {
	return c.Allow(actor.By(), c.Require(actor, action, object))
}

// MayAgain is May for what harms others when a browser is left open or stolen: the
// actor has signed in within the last ten minutes.
func (c Cases) MayAgain(actor auth.Actor, action auth.Action, object auth.Object) (Permit, error) {
	permit, err := c.May(actor, action, object)
	if err != nil {
		return Permit{}, err
	}
	if err := auth.RequireProof(actor, c.Now()); err != nil {
		return Permit{}, err
	}
	return permit, nil
}

// Allow is May where the service decides itself: by the chair of a meeting, the
// tellers of a vote, the card of a table. refused says why not.
func (c Cases) Allow(by audit.By, refused error) (Permit, error) {
	if refused != nil {
		return Permit{}, refused
	}
	return Permit{by, c.clock}, nil
}

// Permit is somebody who may do what they have asked for.
type Permit struct {
	by    audit.By
	clock civil.Clock
}

// Now is the instant of what is done.
func (p Permit) Now() civil.Instant { return p.clock() }

// Name is who does it, as the log names them.
func (p Permit) Name() string { return p.by.Name }

// Person is who does it; 0: the program, or somebody without an account.
func (p Permit) Person() auth.PersonID { return auth.PersonID(p.by.PersonID) }

// Did is the entry of what was done: the action as verb.object, the object, and
// its values before and after.
func (p Permit) Did(action, object string, id int64, before, after any) *Entry {
	return &Entry{[]audit.Entry{{
		At: p.clock(), By: p.by, Action: action, Object: object, ObjectID: id, Before: before, After: after,
	}}}
}

// Entry is what the audit log is to say of a change: mostly one line.
type Entry struct{ lines []audit.Entry }

// Then is the entry with the lines of a further one, nil for none.
func (e *Entry) Then(next *Entry) *Entry {
	switch {
	case e == nil:
		return next
	case next == nil:
		return e
	}
	return &Entry{append(slices.Clip(e.lines), next.lines...)}
}

// Write writes the entry now. Change writes what is left of the one that it is
// given, so that few need this: who writes in another service's transaction, and
// who looks at the database once more after other writers have had to queue.
func (e *Entry) Write(ctx context.Context, tx *store.Tx) error {
	for _, line := range e.lines {
		if err := audit.Write(ctx, tx, line); err != nil {
			return err
		}
	}
	e.lines = nil
	return nil
}

// Alone has every other change wait until this one is made, for one that looks at much of the register first.
func Alone(ctx context.Context, tx *store.Tx) error { return audit.Queue(ctx, tx) }

// ErrSame is returned by a change that would change nothing: the transaction is
// rolled back, and it is no error once what stands already is safe (store.DB.Settle).
var ErrSame = errors.New("nothing changed")

var errUnwritten = errors.New("a use case changed something and has no audit entry for it")

// Change runs do in one transaction and writes the entry that it returns. With
// an error nothing is kept.
func (c Cases) Change(ctx context.Context, do func(tx *store.Tx) (*Entry, error)) error {
	err := c.db.InTx(ctx, func(tx *store.Tx) error {
		entry, err := do(tx)
		if err == nil && entry == nil {
			err = errUnwritten
		}
		if err != nil {
			return err
		}
		return entry.Write(ctx, tx)
	})
	var old *stale
	switch {
	case errors.Is(err, ErrSame):
		return c.db.Settle(ctx) // what is there already may not be safe yet, and is about to be confirmed
	case errors.As(err, &old):
		return old.byWhom(ctx, c.db)
	}
	return err
}

// Remove runs the removal of something that someone else may have removed first, and writes that it was done. Of what is not
// found the caller is told gone.
func (c Cases) Remove(ctx context.Context, did *Entry, remove func(tx *store.Tx) (found bool, err error), gone error) error {
	return c.Change(ctx, func(tx *store.Tx) (*Entry, error) {
		found, err := remove(tx)
		if err == nil && !found {
			err = gone
		}
		return did, err
	})
}

// Stale refuses to change a version that is not the newest any more: of "this
// club" it says "Someone else changed this club first." The object and its id are
// those of the audit log, which Change asks who made the last change.
func Stale(what, object string, id int64) error { return &stale{what, object, id} }

type stale struct {
	what, object string
	id           int64
}

func (s *stale) Error() string { return s.refusal("").Error() }

func (s *stale) Unwrap() error { return s.refusal("") }

func (s *stale) refusal(last string) error {
	return apperr.New(apperr.Conflict, "Someone else changed %s first.%s Check it and try again.", s.what, last)
}

// byWhom is the refusal with who made the last change, where the log knows.
func (s *stale) byWhom(ctx context.Context, q store.Queryer) error {
	last, err := audit.Of(ctx, q, s.object, s.id, 1)
	if err != nil {
		return err
	}
	if len(last) == 0 {
		return s.refusal("")
	}
	return s.refusal(" The last change was made by " + last[0].By.Name + " on " + last[0].At.Long() + ".")
}
