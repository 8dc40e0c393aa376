package governance

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// DutyID names a duty.
type DutyID int64

// Duty is what somebody has to do by a day, as a rule says.
type Duty struct {
	ID     DutyID
	Source string // what it comes from: "meeting:7"
	What   string // "notice"; a source has each once
	Title  string // "Send notice and agenda of the AGM of 14 March 2026"
	Owner  constitution.Owner
	People []auth.PersonID // of the chair or the tellers: whom it falls to
	Due    civil.Date
	Until  civil.Date // the last day on which it can be done at all; zero: it can be done late
	Rule   string     // "4.1"; "": no rule asks for it
	Trace  string     // the arithmetic, in words
	Link   string     // page where it is done: "/meetings/7"

	Revision  int // how often it has changed
	ChangedAt civil.Instant
	DoneAt    civil.Instant // zero: not done
	Cancelled bool          // its source no longer asks for it
}

// OfConstitution reports whether a rule of the constitution asks for it, not an Act.
func (d Duty) OfConstitution() bool { return d.Rule != "" && d.Rule[0] >= '0' && d.Rule[0] <= '9' }

// Says is what asks for the duty: "Rule 4.1", an Act, or "" where nothing does but order.
func (d Duty) Says() string {
	if d.OfConstitution() {
		return "Rule " + d.Rule
	}
	return d.Rule
}

// Done reports whether the duty is done.
func (d Duty) Done() bool { return !d.DoneAt.IsZero() }

// Over reports whether the last day on which it could be done has passed: no one owes it
// any longer.
func (d Duty) Over(day civil.Date) bool {
	return !d.Done() && !d.Until.IsZero() && d.Until.Before(day)
}

// State of a duty on a day.
type DutyState string

// The states.
const (
	DutyDone    DutyState = "done"
	DutyOverdue DutyState = "overdue"
	DutySoon    DutyState = "soon" // due within two weeks
	DutyLater   DutyState = "later"
)

const soonDays = 14

// StateOn is the state of the duty on a day.
func (d Duty) StateOn(day civil.Date) DutyState {
	switch {
	case d.Done():
		return DutyDone
	case d.Due.Before(day):
		return DutyOverdue
	case day.DaysUntil(d.Due) <= soonDays:
		return DutySoon
	}
	return DutyLater
}

// SetDuties makes the duties of a source within tx what its dates now ask for:
// new ones are added, changed ones changed, and those that are not among them
// cancelled. What is done stays done.
func (s *Service) SetDuties(ctx context.Context, tx *store.Tx, source string, duties []Duty) error {
	before, err := dutiesOf(ctx, tx, source)
	if err != nil {
		return err
	}
	for _, d := range duties {
		d.Source = source
		i := slices.IndexFunc(before, func(b Duty) bool { return b.What == d.What })
		if i < 0 {
			if err := insertDuty(ctx, tx, d, s.cases.Now()); err != nil {
				return err
			}
			continue
		}
		d.ID = before[i].ID
		if !sameDuty(before[i], d) {
			if err := updateDuty(ctx, tx, d, s.cases.Now()); err != nil {
				return err
			}
		}
	}
	for _, b := range before {
		if !b.Cancelled && !slices.ContainsFunc(duties, func(d Duty) bool { return d.What == b.What }) {
			if err := cancelDuty(ctx, tx, b.ID, s.cases.Now()); err != nil {
				return err
			}
		}
	}
	return nil
}

func sameDuty(a, b Duty) bool {
	return !a.Cancelled && a.Title == b.Title && a.Owner == b.Owner && a.Due == b.Due && a.Until == b.Until && a.Rule == b.Rule &&
		a.Trace == b.Trace && a.Link == b.Link && slices.Equal(sorted(a.People), sorted(b.People))
}

func sorted(people []auth.PersonID) []auth.PersonID { return slices.Sorted(slices.Values(people)) }

// FinishDuty marks a duty of a source as done within tx. A source that has no
// such duty is left alone.
func (s *Service) FinishDuty(ctx context.Context, tx *store.Tx, source, what string) error {
	return finishDuty(ctx, tx, source, what, s.cases.Now())
}

// ReopenDuty says within tx that a duty of a source is not done after all.
func (s *Service) ReopenDuty(ctx context.Context, tx *store.Tx, source, what string) error {
	return reopenDuty(ctx, tx, source, what, s.cases.Now())
}

// DutiesOf are the duties of a source that are not cancelled, by date.
func (s *Service) DutiesOf(ctx context.Context, source string) ([]Duty, error) {
	all, err := dutiesOf(ctx, s.db, source)
	return slices.DeleteFunc(all, func(d Duty) bool { return d.Cancelled }), err
}

// OpenDuties are the duties of all sources of a kind ("committee") that are
// neither done nor cancelled, by date.
func (s *Service) OpenDuties(ctx context.Context, q store.Queryer, kind string) ([]Duty, error) {
	all, err := duties(ctx, q)
	return slices.DeleteFunc(all, func(d Duty) bool {
		return d.Done() || d.Cancelled || !strings.HasPrefix(d.Source, kind+":")
	}), err
}

// Duties are the duties that fall to the actor and are neither cancelled nor over, those
// to be done first, by date. Officers see those of all, for they answer for each
// other (rule 6.6).
func (s *Service) Duties(ctx context.Context, actor auth.Actor) ([]Duty, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see what is due.")
	}
	all, err := duties(ctx, s.db)
	if err != nil {
		return nil, err
	}
	day := s.cases.Today()
	out := slices.DeleteFunc(all, func(d Duty) bool { return d.Cancelled || d.Over(day) || !owes(actor, d, day) })
	slices.SortStableFunc(out, func(a, b Duty) int {
		switch {
		case a.Done() == b.Done():
			return a.Due.Compare(b.Due)
		case a.Done():
			return 1
		}
		return -1
	})
	return out, nil
}

// owes reports whether a duty is the actor's to see to, or to answer for.
func owes(actor auth.Actor, d Duty, day civil.Date) bool {
	if slices.Contains(d.People, actor.Person) || actor.Holds(day, auth.President, auth.Secretary, auth.Treasurer) {
		return true
	}
	return d.Owner == constitution.OwnerCommittee && actor.Holds(day, auth.Committee)
}

// NewFeed makes a secret address under which a calendar program finds the
// actor's duties. An earlier one stops working.
func (s *Service) NewFeed(ctx context.Context, actor auth.Actor) (token string, err error) {
	var refused error
	if !actor.SignedIn() {
		refused = apperr.New(apperr.SignIn, "Sign in to subscribe to a calendar.")
	}
	permit, err := s.cases.Allow(actor.By(), refused)
	if err != nil {
		return "", err
	}
	raw := make([]byte, feedBytes)
	rand.Read(raw) // never fails: the program ends when the system has no randomness
	token = base64.RawURLEncoding.EncodeToString(raw)
	return token, s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := setFeed(ctx, tx, actor.Person, feedHash(token), s.cases.Now()); err != nil {
			return nil, err
		}
		return permit.Did("subscribe.calendar", "person", int64(actor.Person), nil, nil), nil
	})
}

// EndFeed switches the actor's calendar address off.
func (s *Service) EndFeed(ctx context.Context, actor auth.Actor) error {
	var refused error
	if !actor.SignedIn() {
		refused = apperr.New(apperr.SignIn, "Sign in to switch your calendar address off.")
	}
	permit, err := s.cases.Allow(actor.By(), refused)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		ended, err := endFeed(ctx, tx, actor.Person)
		if err == nil && !ended {
			err = usecase.ErrSame
		}
		if err != nil {
			return nil, err
		}
		return permit.Did("unsubscribe.calendar", "person", int64(actor.Person), nil, nil), nil
	})
}

// HasFeed reports whether the actor has a calendar address that works.
func (s *Service) HasFeed(ctx context.Context, actor auth.Actor) (bool, error) {
	if !actor.SignedIn() {
		return false, nil
	}
	return hasFeed(ctx, s.db, actor.Person)
}

const feedBytes = 32

// feedHash is what is stored of a feed's token; a fast hash is enough for 256
// random bits.
func feedHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// FeedOwner is whose duties a feed shows.
func (s *Service) FeedOwner(ctx context.Context, token string) (auth.PersonID, error) {
	return feedOwner(ctx, s.db, feedHash(token))
}

// Feed gives the duties of a calendar: also those that were cancelled, so that
// calendars take them away.
func (s *Service) Feed(ctx context.Context, actor auth.Actor) ([]Duty, error) {
	all, err := duties(ctx, s.db)
	if err != nil {
		return nil, err
	}
	day := s.cases.Today()
	return slices.DeleteFunc(all, func(d Duty) bool { return !owes(actor, d, day) }), nil
}
