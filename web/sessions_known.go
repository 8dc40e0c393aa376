package web

import (
	"context"
	"hash/maphash"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// mostKnown is how many sessions are known at least: more than a society has at once.
const mostKnown = 5_000

// knownSessions are the sessions that there were when the program was started, and
// those that were found since, by a hash of their key that ends with the process. Only
// a session that there is comes in, so made-up ones push none out.
type knownSessions struct {
	seed maphash.Seed

	mu          sync.Mutex
	now, before map[uint64]bool
}

func newKnownSessions() *knownSessions {
	return &knownSessions{seed: maphash.MakeSeed(), now: map[uint64]bool{}, before: map[uint64]bool{}}
}

// has reports whether the session is one of them; key is what auth.SessionKey says.
func (k *knownSessions) has(key string) bool {
	of := maphash.String(k.seed, key)
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now[of] || k.before[of]
}

// note notes whether there is such a session.
func (k *knownSessions) note(key string, found bool) {
	of := maphash.String(k.seed, key)
	k.mu.Lock()
	defer k.mu.Unlock()
	if !found {
		delete(k.now, of)
		delete(k.before, of)
		return
	}
	if len(k.now) >= mostKnown {
		k.before, k.now = k.now, map[uint64]bool{}
	}
	k.now[of] = true
}

// knowSessions makes the sessions known that there are, those used last if there are
// too many. Without it all that browsers show after a start would be strange, and in a
// network that shows many made-up ones the real ones would wait with them.
func (s *Server) knowSessions(ctx context.Context) error {
	keys, err := s.Auth.SessionKeys(ctx, mostKnown)
	if err != nil {
		return err
	}
	for _, key := range keys {
		s.known.note(key, true)
	}
	return nil
}

// looksUp reports whether a session that a browser shows is looked up in the database:
// always one that is known, and of others so many of a network. Looking comes
// before every line, so that made-up ones would cost as much as anyone sends.
func (s *Server) looksUp(c echo.Context, token string) bool {
	return s.known.has(auth.SessionKey(token)) || s.spared.unknown.Allows(kit.Network(c)) == nil
}

// lookedUp notes what came of it.
func (s *Server) lookedUp(c echo.Context, token string, found bool) {
	s.known.note(auth.SessionKey(token), found)
	if !found {
		s.spared.unknown.Spend(kit.Network(c), 1)
	}
}

// begun knows the session that the request began, or gave another token.
func (s *Server) begun(c echo.Context, err error) error {
	if token, ok := c.Get(kit.BegunSession).(string); ok {
		s.known.note(auth.SessionKey(token), true)
	}
	return err
}
