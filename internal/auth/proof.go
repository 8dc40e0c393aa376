package auth

import (
	"context"
	"errors"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Given is the second factor that a session was begun with.
type Given string

// What a session can have been given. The database has the same list.
const (
	NothingMore   Given = ""         // its owner has no second factor
	GivenCode     Given = "totp"     // a one-time code
	GivenPasskey  Given = "passkey"  // a passkey, in place of the password too
	GivenRecovery Given = "recovery" // a recovery code
	LetIn         Given = "let_in"   // someone let them in without, for a day
)

// Demand is what the society asks of someone who must have a second factor.
type Demand int

const (
	NoDemand  Demand = iota // they need none, or have one
	EnrolSoon               // to set one up; no one is refused yet
	EnrolNow                // to set one up before anything else
)

// Proof is what is known of who holds a session.
type Proof struct {
	At       civil.Instant // when they last proved who they are; zero: not since that is noted
	Factor   Given
	Enrolled bool // the account has a second factor
	Teller   bool // of a postal vote that goes on
	Unready  bool // the account has no password yet: it was opened by a link
	Demand   Demand
}

// proofLasts is how long signing in, or signing in again, opens what is grave.
const proofLasts = 10 * time.Minute

// FreshAt reports whether the proof is of the last ten minutes.
func (p Proof) FreshAt(now civil.Instant) bool {
	return !p.At.IsZero() && !now.Before(p.At) && now.Before(p.At.Add(proofLasts))
}

// RequireProof refuses an actor in a browser who has not proved in the last ten
// minutes who they are. The program itself and the society's console are trusted.
func RequireProof(actor Actor, now civil.Instant) error {
	if actor.Session == 0 || actor.Proof.FreshAt(now) {
		return nil
	}
	return apperr.New(apperr.Prove, "Sign in again to do this: it is more than ten minutes since you did.")
}

func (s *Service) requireProof(actor Actor) error { return RequireProof(actor, s.clock()) }

// mustHaveFactor says who must have a second factor: whoever holds an office of the
// society or of a club, or serves at every event, and the tellers of a postal vote
// that goes on. Directors and referees of one event see no contact data, and what
// they do is public and can be undone: they may have one.
func mustHaveFactor(a Actor, day civil.Date) bool {
	for _, o := range a.Offices {
		if o.HeldOn(day) && o.opensMore() {
			return true
		}
	}
	return a.Proof.Teller
}

// opensMore reports whether an office opens more than one event.
func (o Office) opensMore() bool { return o.Event == 0 }

// demandOn says what is asked of the actor on a day, where from is the day that the
// society has set for it, if it has.
func demandOn(a Actor, day, from civil.Date) Demand {
	switch {
	case a.Proof.Enrolled || !mustHaveFactor(a, day):
		return NoDemand
	case from.IsZero() || day.Before(from):
		return EnrolSoon
	}
	return EnrolNow
}

// refuseUntilEnrolled refuses, from the day that the society has set, whoever must
// have a second factor and has none.
func refuseUntilEnrolled(a Actor) error {
	if a.Proof.Demand != EnrolNow {
		return nil
	}
	return apperr.New(apperr.Forbidden, "Set up a second factor on your account page first.")
}

// prove notes within tx that the actor has proved again who they are, and by which
// second factor. The session goes on with another token: whoever has a copy of the
// one before does not come along.
func (s *Service) prove(ctx context.Context, tx *store.Tx, actor Actor, given Given) (SignedIn, error) {
	out := SignedIn{Token: newToken(), Name: actor.Name}
	hash, _ := hashOf(out.Token)
	var err error
	if out.Expires, err = renewSession(ctx, tx, actor.Session, actor.Account, hash); err != nil {
		if errors.Is(err, store.ErrNoRows) {
			err = errNoSession // ended since it was looked up
		}
		return SignedIn{}, err
	}
	if err := proveSession(ctx, tx, actor.Session, given, s.clock()); err != nil {
		return SignedIn{}, err
	}
	return out, s.write(ctx, tx, actor, "prove.account", "account", int64(actor.Account), nil, struct {
		Session SessionID `json:"session"`
		Factor  Given     `json:"second_factor,omitempty"`
	}{actor.Session, given})
}
