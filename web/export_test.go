package web

import (
	"net/netip"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// Templates are the pages of all desks.
func Templates() map[string]*kit.Templates { return templates() }

// StaticFiles are the styles and scripts of all desks.
var StaticFiles = staticFiles{}

// Echo is the router.
func (s *Server) Echo() *echo.Echo { return s.echo }

// SetDoor has the server let in so many connections, in all and of one network,
// and count none of the proxies'.
func (s *Server) SetDoor(inAll, ofOne int, proxies ...netip.Prefix) {
	s.door = newDoor(inAll, ofOne, proxies, s.turnedAway)
}

// Open is how many connections are counted.
func (s *Server) Open() int {
	s.door.mu.Lock()
	defer s.door.mu.Unlock()
	return len(s.door.guests)
}

// What a network may do at once.
const (
	FormsAtOnce   = formsAtOnce
	LinesAtOnce   = linesAtOnce
	GuessesAtOnce = guessesAtOnce
	FormsASecond  = formsASecond
	TakenOfOne    = takenOfOne
	FilesOfOne    = filesOfOne
	MostUnsent    = mostUnsent
	OpenOfOne     = openOfOne
	HeadLimit     = headLimit
)
