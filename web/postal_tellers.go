package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
)

// PostalTellersPage appoints the tellers of a vote: whoever is ticked.
type PostalTellersPage struct {
	Page
	Head      PostalHead
	Obstacles []RuleText
	Findings  []RuleText
	Action    string
	Hidden    []Hidden
	Chosen    Field
	Search    Field
	SearchAt  string
	Count     string // of the people found
	Now       []PostalTeller
	Back      string
}

// PostalKeyPage registers a teller's key and proves it.
type PostalKeyPage struct {
	Page
	Head      PostalHead
	Obstacles []RuleText
	State     Badge
	Recipient string // the key that is registered
	Register  string // address of the form
	Fields    []Field
	Test      string // message to be opened; "" when none waits for an answer
	TestFile  string // address of the same as a file
	Prove     string
	Answer    Field
	ProveForm FormKey
	Back      string
}

var (
	postalTellersView = newView[PostalTellersPage]("postal/tellers.html")
	postalKeyView     = newView[PostalKeyPage]("postal/key.html")
)

const protectsTellers = "Two tellers at least, who are no candidates and not the proposer (Rules 4.4, 5.5). From the despatch on only they see envelopes and papers; officers see how many papers came back, never whose and never a vote."

func (s *Server) postalTellersForm(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActAppoint)
	if err != nil {
		return err
	}
	var chosen []auth.PersonID
	for _, t := range f.Tellers {
		chosen = append(chosen, t.Person)
	}
	return s.showTellers(c, http.StatusOK, f, step, chosen, nil)
}

// postalTellersSearch shows who fits the words; it appoints nobody.
func (s *Server) postalTellersSearch(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActAppoint)
	if err != nil {
		return err
	}
	return s.showTellers(c, http.StatusOK, f, step, formIDs[auth.PersonID](c, "teller"), nil)
}

func (s *Server) postalAppoint(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActAppoint)
	if err != nil {
		return err
	}
	chosen := formIDs[auth.PersonID](c, "teller")
	if err := s.postal.Appoint(c.Request().Context(), s.actor(c), f.ID, shownVersion(c), chosen); err != nil {
		err = tellersRefused(err)
		return s.showTellers(c, refusalStatus(err), f, step, chosen, err)
	}
	s.flash(c, KindSuccess, "The tellers are appointed. Each registers a key next.")
	return seeOther(c, postalURL(f.ID))
}

// tellersRefused is a refusal of the tellers as a whole, said beside them, with
// what to do.
func tellersRefused(err error) error {
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid || len(e.Fields) > 0 {
		return err
	}
	var problem apperr.Fields
	problem.Add("tellers", "%s Find members by name and tick them.", citing(e.Message, e.Rule))
	return problem.Err()
}

// refusalStatus is the status of a form that comes back.
func refusalStatus(err error) int {
	if status, known := statusOf[apperr.KindOf(err)]; known {
		return status
	}
	return http.StatusInternalServerError
}

// formIDs reads all ids of a name from a form.
func formIDs[T ~int64](c echo.Context, name string) []T {
	form, err := c.FormParams()
	if err != nil {
		return nil
	}
	var out []T
	for _, text := range form[name] {
		if id := parseID[T](text); id != 0 && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// tellersFound is how many names a search shows.
const tellersFound = 12

func (s *Server) showTellers(c echo.Context, status int, f postal.File, step postal.Step, chosen []auth.PersonID, refused error) error {
	page := PostalTellersPage{
		Page: s.postalPage(c, f, "Appoint the tellers"), Head: postalHead(f, protectsTellers), Back: postalURL(f.ID),
		Action: postalURL(f.ID, "tellers"), SearchAt: postalURL(f.ID, "tellers", "search"), Hidden: []Hidden{version(f.Version)}, Now: postalTellers(f),
	}
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, ruled(o.Text, o.Rule))
	}
	for _, found := range f.Findings {
		page.Findings = append(page.Findings, ruled(found.Text, found.Rule))
	}
	roll, err := s.postal.Roll(c.Request().Context(), s.actor(c), f.ID)
	if err != nil {
		return err
	}
	words := formText(c, "find")
	page.Search = page.field(Field{Name: "find", Label: "Find a member by name", Type: "search", Value: words, Autocomplete: "off"})
	page.Chosen = page.field(Field{ID: "tellers", Name: "teller", Label: "Tellers", Type: "checkboxes", Hint: "Whoever is ticked is a teller. Those who stay keep their keys."})
	page.Chosen.Error = page.errorOn("tellers")
	found := 0
	for _, v := range roll {
		ticked := slices.Contains(chosen, v.Person)
		fits := words != "" && nameFits(v.Name, words)
		if fits {
			found++
		}
		if ticked || fits && found <= tellersFound {
			page.Chosen.Options = append(page.Chosen.Options, Option{Value: idText(v.Person), Label: v.Name, Selected: ticked})
		}
	}
	switch {
	case words == "":
	case found > tellersFound:
		page.Count = plural(found, "member fits", "members fit") + "; the first " + plural(tellersFound, "is", "are") + " shown above"
	default:
		page.Count = plural(found, "member fits", "members fit")
	}
	return postalTellersView.render(c, status, page)
}

// nameFits reports whether every word is in the name, whatever its accents.
func nameFits(name, words string) bool {
	folded := members.Fold(name)
	for _, w := range strings.Fields(members.Fold(words)) {
		if !strings.Contains(folded, w) {
			return false
		}
	}
	return true
}

const protectsKey = "Entries are sealed to the tellers’ keys. The secret half of your key stays with you: this site gets the public half only, and a key that is lost cannot be replaced by anybody. Keep the file and its passphrase apart."

func (s *Server) postalKey(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	return s.showKey(c, http.StatusOK, f, step, "", nil)
}

// postalKeyTest is the test message as a file.
func (s *Server) postalKeyTest(c echo.Context) error {
	f, err := s.postalVote(c)
	if err != nil {
		return err
	}
	test, err := s.postal.KeyTest(c.Request().Context(), s.actor(c), f.ID)
	if err != nil {
		return err
	}
	if test == "" {
		return &elsewhere{postalURL(f.ID), "No test message waits for an answer."}
	}
	noStore(c)
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="test.age"`)
	return c.Blob(http.StatusOK, echo.MIMEOctetStream, []byte(test))
}

// postalKeyRegister keeps the public key, and answers with the test message.
func (s *Server) postalKeyRegister(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	proof, err := s.confirmedBeside(c, postal.CardProblems(formText(c, "recipient")))
	test := ""
	if err == nil {
		test, err = s.postal.RegisterKey(c.Request().Context(), s.actor(c), proof, f.ID, formText(c, "recipient"))
	}
	if err != nil {
		return s.showKey(c, refusalStatus(err), f, step, "", err)
	}
	if f, step, err = s.postalStep(c, postal.ActKey); err != nil {
		return err
	}
	return s.showKey(c, http.StatusOK, f, step, test, nil)
}

func (s *Server) postalKeyProve(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	if err := s.postal.ProveKey(c.Request().Context(), s.actor(c), f.ID, formText(c, "answer")); err != nil {
		return s.showKey(c, refusalStatus(err), f, step, "", err)
	}
	s.flash(c, KindSuccess, "Your key is proven.")
	return seeOther(c, postalURL(f.ID))
}

func (s *Server) showKey(c echo.Context, status int, f postal.File, step postal.Step, test string, refused error) error {
	noStore(c)
	page := PostalKeyPage{
		Page: s.postalPage(c, f, "Your key"), Head: postalHead(f, protectsKey), Back: postalURL(f.ID), Test: test,
		Register: postalURL(f.ID, "key"), Prove: postalURL(f.ID, "key", "proof"), State: Badge{KindNeutral, "No key yet"},
	}
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, ruled(o.Text, o.Rule))
	}
	for _, t := range f.Tellers {
		if t.Person != s.actor(c).Person {
			continue
		}
		page.Recipient = t.Recipient
		switch {
		case t.Ready():
			page.State = Badge{KindSuccess, "Proven on " + t.Proven.Date().Long()}
		case t.Recipient != "":
			page.State = Badge{KindWarning, "To be proven"}
		}
	}
	if page.Test == "" && page.errorOn("recipient") == "" && page.errorOn("password") == "" { // whoever went to the other machine meanwhile finds it again
		var err error
		if page.Test, err = s.postal.KeyTest(c.Request().Context(), s.actor(c), f.ID); err != nil {
			return err
		}
	}
	page.TestFile = postalURL(f.ID, "key", "test.age")
	page.Fields = []Field{
		page.field(Field{Name: "recipient", Label: "Public key", Type: "textarea", Rows: 3, Value: formText(c, "recipient"), Required: true, Hint: "What nzgs teller key printed.", Autocomplete: "off"}),
		page.passwordField("Asked again, so that nobody else registers a key for you."),
	}
	page.Answer = page.field(Field{Name: "answer", Label: "Answer", Type: "textarea", Rows: 3, Value: formText(c, "answer"), Required: true, Autocomplete: "off", Hint: "What nzgs teller open printed."})
	page.ProveForm = page.Form("proof")
	return postalKeyView.render(c, status, page)
}
