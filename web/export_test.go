package web

import (
	"net/netip"
	"time"

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
	s.door = newDoor(inAll, ofOne, proxies, s.closedAtOnce)
}

// Open is how many connections are counted.
func (s *Server) Open() int {
	s.door.mu.Lock()
	defer s.door.mu.Unlock()
	return len(s.door.guests)
}

// Resting is how many of them have no request under way.
func (s *Server) Resting() int {
	s.door.mu.Lock()
	defer s.door.mu.Unlock()
	n := 0
	for _, g := range s.door.groups {
		n += g.resting.Len()
	}
	return n
}

// SetAnswers gives each network so many answers outside of every line, and no more.
func (s *Server) SetAnswers(n float64) {
	still := time.Now()
	s.spared.atOnce = kit.NewBudget(n, 1, func() time.Time { return still })
}

// HoldUnknown gives no network more sessions that are not known while time passes: a test may take its time.
func (s *Server) HoldUnknown() {
	still := time.Now()
	s.spared.unknown = kit.NewBudget(unknownAtOnce, unknownASecond, func() time.Time { return still })
}

// What a network may do at once.
const (
	FormsAtOnce   = formsAtOnce
	LinesAtOnce   = linesAtOnce
	UnknownAtOnce = unknownAtOnce
	GuessesAtOnce = guessesAtOnce
	LettersAtOnce = lettersAtOnce
	TypedAtOnce   = typedAtOnce
	FormsASecond  = formsASecond
	TakenOfOne    = takenOfOne
	FilesOfOne    = filesOfOne
	MostUnsent    = mostUnsent
	AnswersASec   = answersASecond
	KeptASec      = keptASecond
	MostKept      = mostKept + mostAsked
	OpenOfOne     = openOfOne
	HeadLimit     = headLimit
)

// StrictTransport is what browsers are told of HTTPS.
var StrictTransport = strictTransport
