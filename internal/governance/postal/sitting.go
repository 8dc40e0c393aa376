package postal

import (
	"context"
	"sync"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// A sitting: a teller's key is opened once and serves for a while. The browser holds the
// identity under a lock, this process the lock; neither is of use alone, and no file has
// either. A process that ends, or another copy of the program, asks for the key again.

// sittingLasts is how long a key that was opened serves.
const sittingLasts = 30 * time.Minute

// Sitting is a key that a teller's browser keeps for a while.
type Sitting struct {
	Kept  string // for the browser
	Until civil.Instant
}

// sitting is what is kept here of one: of one session, one teller and one vote.
type sitting struct {
	vote   VoteID
	person auth.PersonID
	lock   ballot.Lock
	until  civil.Instant
}

// sittings are those that go on, one a session.
type sittings struct {
	mu sync.Mutex
	of map[auth.SessionID]sitting
}

func (s *sittings) begin(id auth.SessionID, one sitting, now civil.Instant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[auth.SessionID]sitting{}
	}
	s.clear(now)
	s.of[id] = one
}

// clear forgets the sittings that are over.
func (s *sittings) clear(now civil.Instant) {
	for id, one := range s.of {
		if !now.Before(one.until) {
			delete(s.of, id)
		}
	}
}

func (s *sittings) find(actor auth.Actor, vote VoteID, now civil.Instant) (sitting, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear(now)
	one, ok := s.of[actor.Session]
	return one, ok && one.vote == vote && one.person == actor.Person
}

func (s *sittings) end(id auth.SessionID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.of, id)
}

// Sit opens the key of a teller who compares and approves, for half an hour of this
// session. Fields: key, passphrase.
func (s *Service) Sit(
	ctx context.Context, actor auth.Actor, id VoteID, key Key,
) (Sitting, error) {
	if actor.Session == 0 {
		return Sitting{}, apperr.New(apperr.SignIn, "Sign in to do this.")
	}
	key.Kept = ""
	var out Sitting
	// What the teller does with the key, in the same request, claims the form's key.
	err := s.withKey(audit.WithoutRequestKey(ctx), request{
		actor: actor, id: id, action: ActCorrect, logged: "begin_sitting",
	}, key, func(_ *store.Tx, _ desk, identity *ballot.Identity) (any, error) {
		lock, err := ballot.NewLock()
		if err != nil {
			return nil, err
		}
		now := s.cases.Now()
		out = Sitting{Kept: lock.Hide(identity), Until: now.Add(sittingLasts)}
		s.sittings.begin(actor.Session, sitting{id, actor.Person, lock, out.Until}, now)
		return map[string]any{"until": out.Until}, nil
	})
	if err != nil {
		return Sitting{}, err
	}
	return out, nil
}

// Sits reports until when what the browser kept opens the actor's key; the zero instant
// where it does not.
func (s *Service) Sits(actor auth.Actor, id VoteID, kept string) civil.Instant {
	identity, until, err := s.sitting(actor, id, kept)
	if err != nil {
		return civil.Instant{}
	}
	identity.Close()
	return until
}

// EndSitting ends the sitting of the actor's session: what the browser kept opens nothing.
func (s *Service) EndSitting(actor auth.Actor) { s.sittings.end(actor.Session) }

var errNoSitting = onField("key", apperr.New(
	apperr.Invalid, "Your key is no longer open here. Choose your key file again.",
))

func (s *Service) sitting(actor auth.Actor, id VoteID, kept string) (*ballot.Identity, civil.Instant, error) {
	one, ok := s.sittings.find(actor, id, s.cases.Now())
	if !ok || kept == "" {
		return nil, civil.Instant{}, errNoSitting
	}
	identity, err := one.lock.Show(kept)
	if err != nil {
		return nil, civil.Instant{}, errNoSitting
	}
	return identity, one.until, nil
}
