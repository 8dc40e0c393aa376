package auth

import (
	"context"
	"errors"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// limits say how long a session lasts: unused, and at most.
type limits struct{ idle, absolute time.Duration }

var (
	memberLimits  = limits{idle: 14 * 24 * time.Hour, absolute: 90 * 24 * time.Hour}
	officerLimits = limits{idle: 12 * time.Hour, absolute: 14 * 24 * time.Hour}
)

// limitsOn are the limits of whoever holds these offices on the day.
func limitsOn(offices []Office, day civil.Date) limits {
	for _, o := range offices {
		if o.HeldOn(day) {
			return officerLimits
		}
	}
	return memberLimits
}

func (l limits) over(created, seen, now civil.Instant) bool {
	return !now.Before(seen.Add(l.idle)) || !now.Before(created.Add(l.absolute))
}

// seenEvery is how stale "last used" may be, so that reading a page does not
// write; touchPatience is how long a page waits for the database to note it.
const (
	seenEvery     = 5 * time.Minute
	touchPatience = 500 * time.Millisecond
)

var errNoSession = apperr.New(apperr.SignIn, "Sign in to continue.")

// ActorBySession finds out who shows the token, with the offices that have not
// ended: one query, so that it can run on every request and a revoked office
// takes effect on the next one. A session that is over, or of a disabled account, is
// refused with apperr.SignIn.
func (s *Service) ActorBySession(ctx context.Context, token string) (Actor, error) {
	hash, ok := hashOf(token)
	if !ok {
		return Actor{}, errNoSession
	}
	now := s.clock()
	day := now.Date()
	found, err := sessionByHash(ctx, s.db, hash, day)
	if errors.Is(err, store.ErrNoRows) {
		return Actor{}, errNoSession
	}
	if err != nil {
		return Actor{}, err
	}
	if p := found.actor.Proof; p.Enrolled && p.Factor == NothingMore {
		return Actor{}, errNoSession // it began at the moment in which the second factor was set up
	}
	if !now.Before(found.expires) || limitsOn(found.actor.Offices, day).over(found.created, found.seen, now) {
		return Actor{}, apperr.New(apperr.SignIn, "You were signed out because your session expired. Sign in to continue.")
	}
	if !now.Before(found.seen.Add(seenEvery)) {
		if err := s.touch(ctx, found.actor.Session, now); err != nil {
			return Actor{}, err
		}
	}
	found.actor.Proof.Demand = demandOn(found.actor, day, s.factorFrom)
	return found.actor, nil
}

// touch notes that the session was used. A database that cannot write now must
// not keep people from reading: the next request tries again.
func (s *Service) touch(ctx context.Context, id SessionID, now civil.Instant) error {
	short, cancel := context.WithTimeout(ctx, touchPatience)
	defer cancel()
	err := s.db.InTx(short, func(tx *store.Tx) error { return touchSession(short, tx, id, now) })
	if err != nil && ctx.Err() == nil && (short.Err() != nil || store.IsUnavailable(err)) {
		return nil
	}
	return err
}

// SessionKey stands for the session of a token where the token itself must not be
// kept, and "" for text that was never a token.
func SessionKey(token string) string {
	key, _ := hashOf(token)
	return key
}

// SessionKeys are the keys of the sessions that there are, those used last first, most
// of them at most. Some may have run out since.
func (s *Service) SessionKeys(ctx context.Context, most int) ([]string, error) {
	return sessionHashes(ctx, s.db, most)
}

// Credentials are what a person signs in with, and from where.
type Credentials struct {
	Email    string
	Password string
	Network  string // what throttling counts by: the address, or its prefix
	Device   string // in words, for the list of sessions: "Firefox on Linux"
	Replaces string // token of the session that the browser had, or ""
}

// SignedIn is a session that has just begun, or what waits for a second factor
// in place of one.
type SignedIn struct {
	Token   string        // for the cookie; not stored; "" while Half waits
	Half    string        // token of a half sign-in, "" for a session
	Expires civil.Instant // at the latest
	Name    string
}

// SignIn begins a session for whoever knows the password. The refusal is the
// same for a wrong password and for an unknown account, and takes as long. Whoever
// has a second factor is asked for it before there is a session.
func (s *Service) SignIn(ctx context.Context, in Credentials) (SignedIn, error) {
	var f apperr.Fields
	if EmailKey(in.Email) == "" {
		f.Add("email", "Enter your e-mail address.")
	}
	if in.Password == "" {
		f.Add("password", "Enter your password.")
	}
	if err := f.Err(); err != nil {
		return SignedIn{}, err
	}
	key := EmailKey(in.Email)
	tried, err := s.begin(ctx, key, in.Network)
	if err != nil {
		return SignedIn{}, err
	}
	account, err := accountByEmail(ctx, s.db, key)
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return SignedIn{}, err
	}
	noteAttempt(ctx, account.ID)
	found, err := s.hasher.verify(ctx, account.passwordHash, in.Password)
	if err != nil {
		return SignedIn{}, err
	}
	if !found.right {
		f.Add("password", "The e-mail address or password is wrong. Check both and try again.")
		return SignedIn{}, f.Err()
	}
	if account.Disabled {
		return SignedIn{}, apperr.New(apperr.Forbidden, "This account is closed. Ask the society’s secretary to reopen it.")
	}
	fresh := ""
	if found.stale {
		if fresh, err = s.hasher.hash(ctx, in.Password); err != nil {
			return SignedIn{}, err
		}
	}
	var out SignedIn
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := tried.succeeded(ctx, tx); err != nil {
			return err
		}
		if fresh != "" {
			if err := rehashPassword(ctx, tx, account.ID, account.passwordHash, fresh); err != nil {
				return err
			}
		}
		out, err = s.admit(ctx, tx, account.Account, in.Device, in.Replaces, "sign_in.account")
		return err
	})
	return out, err
}

// open begins a session within tx and ends the one that the browser had. until is
// when it ends at the latest, the zero instant where no one has said. Only admit,
// whole and SignInWithPasskey call it, which know that no second factor is owed.
func (s *Service) open(
	ctx context.Context, tx *store.Tx, account Account, given Given, until civil.Instant,
	device, replaces, action string,
) (SignedIn, error) {
	now := s.clock()
	if until.IsZero() {
		until = now.Add(memberLimits.absolute)
	}
	out := SignedIn{Token: newToken(), Expires: until, Name: account.Name.String()}
	hash, _ := hashOf(out.Token)
	if old, ok := hashOf(replaces); ok {
		if err := deleteSessionByHash(ctx, tx, old); err != nil {
			return SignedIn{}, err
		}
	}
	id, err := insertSession(ctx, tx, hash, account.ID, given, cut(device, maxDevice), now, out.Expires)
	if err != nil {
		return SignedIn{}, err
	}
	by := Actor{Account: account.ID, Person: account.Person, Name: out.Name}
	return out, s.write(ctx, tx, by, action, "account", int64(account.ID), nil, struct {
		Session SessionID `json:"session"`
		Device  string    `json:"device"`
		Factor  Given     `json:"second_factor,omitempty"`
	}{id, cut(device, maxDevice), given})
}

const maxDevice = 100 // characters

func cut(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return string(r[:limit])
	}
	return s
}

// SignOut ends the actor's session.
func (s *Service) SignOut(ctx context.Context, actor Actor) error {
	if !actor.SignedIn() {
		return nil
	}
	err := s.endSession(ctx, actor, actor.Session, "sign_out.account")
	if apperr.KindOf(err) == apperr.NotFound {
		return nil // signed out in another window since
	}
	return err
}

// Session is one of a person's sessions.
type Session struct {
	ID      SessionID
	Device  string
	Created civil.Instant
	Seen    civil.Instant // to five minutes
	Current bool          // the one that asks
}

// Sessions lists the actor's own sessions that go on, last used first.
func (s *Service) Sessions(ctx context.Context, actor Actor) ([]Session, error) {
	if !actor.SignedIn() {
		return nil, errNoSession
	}
	return s.going(ctx, actor)
}

// going are the sessions of the actor's account that go on.
func (s *Service) going(ctx context.Context, actor Actor) ([]Session, error) {
	all, err := sessionsOf(ctx, s.db, actor.Account)
	if err != nil {
		return nil, err
	}
	now := s.clock()
	limit := limitsOn(actor.Offices, now.Date())
	var going []Session
	for _, one := range all {
		if limit.over(one.Created, one.Seen, now) {
			continue
		}
		one.Current = one.ID == actor.Session
		going = append(going, one)
	}
	return going, nil
}

// RevokeSession ends one of the actor's own sessions.
func (s *Service) RevokeSession(ctx context.Context, actor Actor, id SessionID) error {
	if !actor.SignedIn() {
		return errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	return s.endSession(ctx, actor, id, "revoke_session.account")
}

// RevokeOtherSessions ends all of the actor's own sessions but the one that asks.
func (s *Service) RevokeOtherSessions(ctx context.Context, actor Actor) error {
	if !actor.SignedIn() {
		return errNoSession
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := deleteSessionsOf(ctx, tx, actor.Account, actor.Session)
		if err != nil {
			return err
		}
		if err := endCalendar(ctx, tx, actor.Account); err != nil {
			return err
		}
		return s.write(ctx, tx, actor, "revoke_sessions.account", "account", int64(actor.Account), nil, ended{n})
	})
}

// ended is how many sessions a change has ended, for the audit log.
type ended struct {
	Sessions int64 `json:"sessions_ended"`
}

func (s *Service) endSession(ctx context.Context, actor Actor, id SessionID, action string) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		device, err := deleteSession(ctx, tx, id, actor.Account)
		if err != nil {
			return notFound(err, "This session has already ended.")
		}
		return s.write(ctx, tx, actor, action, "account", int64(actor.Account), struct {
			Session SessionID `json:"session"`
			Device  string    `json:"device"`
		}{id, device}, nil)
	})
}
