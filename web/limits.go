package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/web/kit"
)

// spared is what each network may have done by addresses that are open to
// everybody.
type spared struct {
	forms   *kit.Budget // forms sent
	guesses *kit.Budget // codes in addresses that were wrong
	letters *kit.Budget // letters of table cards that were wrong, of a network and of all together
	typed   *kit.Budget
	taken   *kit.Places // forms being taken in
	files   *kit.Places // the same, with a file
	atOnce  *kit.Budget // answers that no line and no other budget is for
	unknown *kit.Budget // sessions that browsers showed and that there are not
	lines   *kit.Budget // lines of the security log about strangers
	away    *kit.Budget // lines of it about connections that were turned away
}

// Everybody at a congress may report from one network.
const (
	formsAtOnce, formsASecond     = 120, 2
	guessesAtOnce, guessesASecond = 60, 1.0 / 6
	lettersAtOnce, lettersASecond = 30, 1.0 / 60
	typedAtOnce, typedASecond     = 500, 1.0 / 10
	linesAtOnce, linesASecond     = 200, 1
	answersAtOnce, answersASecond = 3000, 300
	unknownAtOnce, unknownASecond = 600, 30
	awayAtOnce, awayASecond       = 1, 1.0 / 60
	takenAtOnce, takenOfOne       = 512, 64
	filesAtOnce, filesOfOne       = 16, 4
)

// A public form must be in within so long. Others have the time of the connection.
const (
	formTakenWithin = 15 * time.Second
	fileTakenWithin = 45 * time.Second
)

func newSpared() spared {
	return spared{
		forms:   kit.NewBudget(formsAtOnce, formsASecond, time.Now),
		guesses: kit.NewBudget(guessesAtOnce, guessesASecond, time.Now),
		letters: kit.NewBudget(lettersAtOnce, lettersASecond, time.Now),
		typed:   kit.NewBudget(typedAtOnce, typedASecond, time.Now),
		taken:   kit.NewPlaces(takenAtOnce, takenOfOne),
		files:   kit.NewPlaces(filesAtOnce, filesOfOne),
		atOnce:  kit.NewBudget(answersAtOnce, answersASecond, time.Now),
		unknown: kit.NewBudget(unknownAtOnce, unknownASecond, time.Now),
		lines:   kit.NewBudget(linesAtOnce, linesASecond, time.Now),
		away:    kit.NewBudget(awayAtOnce, awayASecond, time.Now),
	}
}

var errTaking = apperr.New(
	apperr.Busy, "Many forms are being sent from your network, so nothing was changed. Try again in a few seconds.",
)

// takeForm reads the form of a route within its bounds. A form that anybody may
// send is paid for by its network, and has a place only while it comes in.
func (s *Server) takeForm(r kit.Route, next echo.HandlerFunc) echo.HandlerFunc {
	if !r.Access.Public {
		return formWithin(r.BodyLimit(), next)
	}
	places, within := s.spared.taken, formTakenWithin
	if r.Upload {
		places, within = s.spared.files, fileTakenWithin
	}
	return func(c echo.Context) error {
		network := kit.Network(c)
		if err := s.spared.forms.Allows(network); err != nil {
			return err
		}
		s.spared.forms.Spend(network, 1)
		leave, ok := places.Take(network)
		if !ok {
			return errTaking
		}
		defer leave()
		// A recorder of a test has no deadlines.
		_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(within))
		return formWithin(r.BodyLimit(), func(c echo.Context) error {
			leave()
			return next(c)
		})(c)
	}
}

// outsideLines has every answer paid for that waits in no line and that no other
// budget is for: what answers at once, and addresses that are not there. It comes
// before all that costs something. The machine's own look at its health is never
// refused.
func (s *Server) outsideLines(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		route := c.Request().Method + " " + c.Path()
		if s.inLine[route] || (c.Path() == healthPath || c.Path() == readyPath) && fromThisMachine(c.Request()) || s.paysAtOnce(c) {
			return next(c)
		}
		s.metrics.observe(c.Request().Method, routeOf(c), http.StatusTooManyRequests, 0)
		s.turnedAway(kit.Network(c), "too many requests")
		return refuseBriefly(c)
	}
}

func (s *Server) paysAtOnce(c echo.Context) bool {
	network := kit.Network(c)
	if s.spared.atOnce.Allows(network) != nil {
		return false
	}
	s.spared.atOnce.Spend(network, 1)
	return true
}

// refuseBriefly refuses by a line of text: a page would cost what it saves.
func refuseBriefly(c echo.Context) error {
	c.Response().Header().Set("Referrer-Policy", "no-referrer") // of an address with a code too
	c.Response().Header().Set("Retry-After", "5")
	return c.String(
		http.StatusTooManyRequests, "Too much was asked for from your network. Try again in a few seconds.\n",
	)
}

// slowToGuess keeps the codes in addresses to those who have them: it refuses a
// network that has tried many that are none, and has browsers neither keep nor
// pass on the address, and search engines not list it.
func (s *Server) slowToGuess(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		kit.NoStore(c)
		c.Response().Header().Set("Referrer-Policy", "no-referrer") // the address is the secret
		c.Response().Header().Set("X-Robots-Tag", "noindex")        // also where someone has put it on a page
		network := kit.Network(c)
		if err := s.spared.guesses.Allows(network); err != nil {
			return err
		}
		err := next(c)
		if apperr.KindOf(err) == apperr.NotFound || c.Response().Status == http.StatusNotFound {
			s.spared.guesses.Spend(network, 1)
		}
		return err
	}
}

// everyNetwork is whose the budget is that all networks have together.
const everyNetwork = "all"

var errTyping = apperr.New(
	apperr.TooMany, "Many letters that are on no card are being typed just now, so none are looked up for a minute. "+
		"Scan the code on the card, or tell the tournament director.",
)

// slowToType keeps what a short code opens to those who have it: it refuses a network that has typed many that are
// none, and everybody while all networks together have. What is typed is paid for before it is looked up, so that
// many at the same time are no more, and given back when it was no guess.
func (s *Server) slowToType(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		network := kit.Network(c)
		if err := s.spared.letters.Allows(network); err != nil {
			return err
		}
		if s.spared.typed.Allows(everyNetwork) != nil {
			return errTyping
		}
		s.spared.letters.Spend(network, 1)
		s.spared.typed.Spend(everyNetwork, 1)
		err := next(c)
		if !kit.HasGuessed(c) {
			s.spared.letters.Spend(network, -1)
			s.spared.typed.Spend(everyNetwork, -1)
		}
		return err
	}
}
