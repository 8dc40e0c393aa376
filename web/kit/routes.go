package kit

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/words"
)

// Route is one address: what answers it, and who may come. access is decided
// before the handler runs; services ask auth.Can again for the object at hand.
type Route struct {
	Method, Path string
	Handler      echo.HandlerFunc
	Access       Access
	Upload       bool   // takes a file
	Repeatable   bool   // does the same when it is sent again: no key holds it up
	People       string // the list of people whose data it gives out, for the log; "": none
	Typed        bool   // its form is a code that opens something, and is slow to guess
	Ungated      bool   // answers at once, or for long: does not wait in line with the pages
	Words        Worded // the page whose words say in which languages it can be read; nil: in English alone
	Rests        Rests  // what a page that is the same for everybody rests on
}

// Rests says what a page rests on that is the same for everybody who has not signed in: as long as that stays as it
// is, the page is made once.
type Rests int

const (
	OnItself  Rests = iota // it is made for each who asks
	OnEvent                // the event that the address names, and everything but the games of others
	OnSociety              // everything but the games of events while they are played
	OnAll                  // everything that is done
)

// Kept is the route of a page that is made once for everybody as long as what it rests on stays as it is.
func (r Route) Kept(on Rests) Route {
	r.Rests = on
	return r
}

// Public is the route, kept as on says, of a page that is open to everybody.
func Public(path string, h echo.HandlerFunc, on Rests) Route {
	return Get(path, h, Everyone).Kept(on)
}

// Worded is a page that may have words in other languages.
type Worded interface {
	HasWords(l *words.Language) (bool, error)
}

// InWords is the route of a page that can also be read in the languages in which it has words, at an address that begins
// with the language.
func (r Route) InWords(page Worded) Route {
	r.Words = page
	return r
}

// Lists is the route with the list of people whose data it gives out: contact data,
// or what only members and officers may know. Whoever reads it is written into the
// log, and its handler says by NamesPeople how many it names.
func (r Route) Lists(people string) Route {
	r.People = people
	return r
}

// TakesCode is the route of a form into which a code is typed that opens something to whoever knows it.
func (r Route) TakesCode() Route {
	r.Typed = true
	return r
}

const guessedKey = "guessed"

// Guessed notes that what was typed is no code.
func Guessed(c echo.Context) { c.Set(guessedKey, true) }

// HasGuessed reports whether what was typed is no code.
func HasGuessed(c echo.Context) bool { return c.Get(guessedKey) != nil }

// Searched is the list of pages on which people of the register are looked for.
const Searched = "search of the register"

const peopleKey = "people"

// NamesPeople says how many people the answer names.
func NamesPeople(c echo.Context, n int) { c.Set(peopleKey, n) }

// Marked notes that the answer belongs to a list of people, and so is written down.
func Marked(c echo.Context) { c.Set(markedKey, true) }

const markedKey = "marked"

// errUnmarked is what a page is given that names people and is of no list: nothing.
func errUnmarked(c echo.Context) error {
	if c.Request().Method != http.MethodGet || c.Get(markedKey) != nil {
		return nil
	}
	return fmt.Errorf("%s names people whom someone looks for, and its route does not say so by Lists", c.Path())
}

// PeopleNamed is how many people the answer names, as far as its handler said so.
func PeopleNamed(c echo.Context) (n int, known bool) {
	n, known = c.Get(peopleKey).(int)
	return n, known
}

// BodyLimit is how many bytes a form may have, in all. Of somebody whom nobody
// knows less is taken in.
func (r Route) BodyLimit() int64 {
	switch {
	case r.Upload && r.Access.Public:
		return PublicUploadLimit
	case r.Upload:
		return UploadLimit
	case r.Access.Public:
		return PublicFormLimit
	}
	return FormLimit
}

// IsShared says of a page whether everybody may read it and lead others to it.
func (r Route) IsShared() bool {
	return r.Method == http.MethodGet && r.Access.Public && !r.HasCode() && !r.Ungated && !strings.Contains(r.Path, ".")
}

// HasCode says whether part of the address opens it to whoever knows it: the
// code of a table card, a link.
func (r Route) HasCode() bool {
	return strings.Contains(r.Path, ":card") || strings.Contains(r.Path, ":token")
}

// Access says who may come to a route.
type Access struct {
	Public    bool          // everybody
	SignedIn  bool          // whoever is signed in
	Actions   []auth.Action // whoever may do one of these to some object (the service checks which)
	Proved    bool          // and has signed in within the last ten minutes, or signs in again now
	Enrolling bool          // whoever must set up a second factor first may come to set it up
}

var (
	Everyone = Access{Public: true}
	SignedIn = Access{SignedIn: true}
)

// Again is the same access for whoever has signed in within the last ten minutes,
// or signs in again: for what harms others when a browser is left open or stolen.
func (a Access) Again() Access {
	a.Proved = true
	return a
}

// ToEnrol is the same access for whoever must set up a second factor before all else.
func (a Access) ToEnrol() Access {
	a.Enrolling = true
	return a
}

// May is access for whoever may do one of the actions to at least one object.
func May(actions ...auth.Action) Access { return Access{Actions: actions} }

// The shapes of a route.
func Get(path string, h echo.HandlerFunc, a Access) Route {
	return Route{Method: http.MethodGet, Path: path, Handler: h, Access: a}
}

func Post(path string, h echo.HandlerFunc, a Access) Route {
	return Route{Method: http.MethodPost, Path: path, Handler: h, Access: a}
}

func PostFile(path string, h echo.HandlerFunc, a Access) Route {
	return Route{Method: http.MethodPost, Path: path, Handler: h, Access: a, Upload: true}
}

// PostFileAgain is an upload that does the same when it is sent again.
func PostFileAgain(path string, h echo.HandlerFunc, a Access) Route {
	return Route{Method: http.MethodPost, Path: path, Handler: h, Access: a, Upload: true, Repeatable: true}
}

// PostAgain is a post that does the same when it is sent again.
func PostAgain(path string, h echo.HandlerFunc, a Access) Route {
	return Route{Method: http.MethodPost, Path: path, Handler: h, Access: a, Repeatable: true}
}

// GetAtOnce is a get that does not wait in line with the pages.
func GetAtOnce(path string, h echo.HandlerFunc, a Access) Route {
	return Route{Method: http.MethodGet, Path: path, Handler: h, Access: a, Ungated: true}
}

func (a Access) Admits(actor auth.Actor, day civil.Date) error {
	switch {
	case a.Public:
		return nil
	case !actor.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to open this page.")
	case a.SignedIn:
		return nil
	}
	for _, action := range a.Actions {
		if auth.CanSomewhere(actor, action, day) {
			return nil
		}
	}
	return auth.Require(actor, a.Actions[0], auth.Object{}, day)
}
