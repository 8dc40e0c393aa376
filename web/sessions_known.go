package web

import (
	"hash/maphash"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// mostKnown is how many sessions are known at least: more than a society has at once.
const mostKnown = 5_000

// knownSessions are the sessions that were found lately, by a hash that ends with the
// process. Only a session that there is comes in, so made-up ones push none out.
type knownSessions struct {
	seed maphash.Seed

	mu          sync.Mutex
	now, before map[uint64]bool
}

func newKnownSessions() *knownSessions {
	return &knownSessions{seed: maphash.MakeSeed(), now: map[uint64]bool{}, before: map[uint64]bool{}}
}

func (k *knownSessions) has(token string) bool {
	of := maphash.String(k.seed, token)
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now[of] || k.before[of]
}

func (k *knownSessions) note(token string, found bool) {
	of := maphash.String(k.seed, token)
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

// looksUp reports whether a session that a browser shows is looked up in the database:
// always one that was found lately, and of others so many of a network. Looking comes
// before every line, so that made-up ones would cost as much as anyone sends.
func (s *Server) looksUp(c echo.Context, token string) bool {
	return s.known.has(token) || s.spared.unknown.Allows(kit.Network(c)) == nil
}

// lookedUp notes what came of it.
func (s *Server) lookedUp(c echo.Context, token string, found bool) {
	s.known.note(token, found)
	if !found {
		s.spared.unknown.Spend(kit.Network(c), 1)
	}
}

// begun knows the session that the request began, or gave another token.
func (s *Server) begun(c echo.Context, err error) error {
	if token, ok := c.Get(kit.BegunSession).(string); ok {
		s.known.note(token, true)
	}
	return err
}
