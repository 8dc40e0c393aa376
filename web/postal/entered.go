package postal

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// What a teller has entered, by serial and never by vote: the browser keeps the list of
// its window, and the teller's key opens all of it.

// EnteredPage lists the papers that a teller has entered.
type EnteredPage struct {
	kit.Page
	Head      Head
	Obstacles []kit.RuleText
	Progress  string
	Known     string   // how far this window knows them
	Serials   []string // sorted
	Twice     []string // of them, those that were entered twice
	Key       KeyFields
	Action    string
	Prove     string // where one signs in again first; "": lately done
	Links     []kit.Link
	Back      string
}

var enteredView = kit.NewView[EnteredPage](templates, "entered.html")

const protectsEntered = "The list has serials and no votes. It is kept in this browser window and not on the server, where it " +
	"would tell whoever has the database and the printed papers whose paper was entered when. Whoever uses this window " +
	"can see it; it goes when the browser is closed. Your key lists all that you have entered, from any window."

// enteredHere is the list that this window knows of a vote's papers.
func (s *Desk) enteredHere(c echo.Context, f postal.File) (postal.Entered, error) {
	kept := ""
	if cookie, err := c.Cookie(s.CookieName(kit.EnteredCookie + kit.IDText(f.ID))); err == nil {
		kept = cookie.Value
	}
	return s.postal.Entered(c.Request().Context(), s.Actor(c), f.ID, kept)
}

// keepEntered gives the list to the browser, for as long as it is open.
func (s *Desk) keepEntered(c echo.Context, f postal.File, list postal.Entered) {
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(kit.EnteredCookie + kit.IDText(f.ID)), Value: list.Kept(), Path: "/", HttpOnly: true, Secure: s.Secure(),
		SameSite: http.SameSiteStrictMode,
	})
}

// enteredOnce has the problem of a paper that was entered in this window already.
func (s *Desk) enteredOnce(c echo.Context, in *kit.Filling, f postal.File, e postal.Entry) (postal.Entered, error) {
	list, err := s.enteredHere(c, f)
	if err == nil && list.Has(e.Serial) {
		in.Problem("serial", "You have entered this paper already. If you typed it wrongly then, correct the saved paper.")
	}
	return list, err
}

// correctedHere takes corrections into the list as it was before them: papers without
// votes were taken out.
func (s *Desk) correctedHere(c echo.Context, f postal.File, list postal.Entered, papers []postal.Entry) {
	for _, e := range papers {
		if list = list.With(e.Serial); len(e.Marks) == 0 {
			list = list.Without(e.Serial)
		}
	}
	s.keepEntered(c, f, list)
}

// entered is the list that this window knows.
func (s *Desk) entered(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActCorrect)
	if err != nil {
		return err
	}
	list, err := s.enteredHere(c, f)
	if err != nil {
		return err
	}
	return s.showEntered(c, f, step, list, nil, nil)
}

// enteredAll opens the teller's own entries and lists all of them.
func (s *Desk) enteredAll(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActCorrect)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	list, err := s.enteredHere(c, f)
	if err != nil {
		return err
	}
	key, err := s.keyed(c, in, f.ID)
	var twice []string
	if err == nil {
		var all postal.Entered
		if all, twice, err = s.postal.OpenEntered(c.Request().Context(), s.Actor(c), f.ID, key); err == nil {
			list = all
			s.keepEntered(c, f, list)
		}
	}
	return s.showEntered(c, f, step, list, twice, in.Refusal(err))
}

func (s *Desk) showEntered(
	c echo.Context, f postal.File, step postal.Step, list postal.Entered, twice []string, refused error,
) error {
	kit.NoStore(c)
	page := EnteredPage{
		Page: s.votePage(c, f, "What you have entered"), Head: headOf(f, protectsEntered), Obstacles: inTheWay(step),
		Progress: s.progress(c, f), Serials: list.Serials(), Twice: twice, Back: kit.PostalURL(f.ID),
		Action: kit.PostalURL(f.ID, "entered"),
		Links: []kit.Link{
			{Label: "Enter papers", URL: kit.PostalURL(f.ID, "entry")},
			{Label: "Correct a saved paper", URL: kit.PostalURL(f.ID, "correct")},
		},
	}
	status, err := page.TakeRefusal(renamed(refused, map[string]string{"key": "keyfile"}))
	if err != nil {
		return err
	}
	switch known := len(page.Serials) + len(twice); {
	case list.Full:
		page.Known = "These are the first " + strconv.Itoa(len(page.Serials)) + ": a browser keeps no more. A paper that is not among " +
			"them and is entered twice is found when the entries are compared."
	case known < list.Of:
		page.Known = "This window knows " + strconv.Itoa(known) + " of them: you entered the others in another window. Your key lists all."
	case len(twice) > 0:
		page.Known = "Entered twice: " + strings.Join(twice, ", ") + ". Correct them: what you type then replaces both entries."
	}
	if s.proveFirst(c, f.ID) != nil { // the list of this window stays in sight
		page.Prove = kit.AgainURL(page.Action)
	}
	page.Key = s.keyFields(c, f.ID, &page.Page)
	return enteredView.Render(c, status, page)
}

// progress is how many papers the reader has entered, and how many are missing.
func (s *Desk) progress(c echo.Context, f postal.File) string {
	for _, t := range f.Tellers {
		if t.Person != s.Actor(c).Person {
			continue
		}
		text := "You have entered " + strconv.Itoa(t.Entered) + " of " + kit.Plural(
			f.Counts.Valid, "valid paper", "valid papers",
		) + "."
		if missing := f.Counts.Valid - t.Entered; missing > 0 && t.Entered > 0 {
			text += " " + strconv.Itoa(missing) + " missing."
		}
		return text
	}
	return ""
}
