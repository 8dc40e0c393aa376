package postal

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
	"nzgs/web/kit"
)

// PostalTellersPage appoints the tellers of a vote: whoever is ticked.
type PostalTellersPage struct {
	kit.Page
	Head      PostalHead
	Obstacles []kit.RuleText
	Findings  []kit.RuleText
	Action    string
	Hidden    []kit.Hidden
	Chosen    kit.Field
	Search    kit.Field
	SearchAt  string
	Count     string // of the people found
	Now       []PostalTeller
	Back      string
}

// PostalKeyPage registers a teller's key and proves it.
type PostalKeyPage struct {
	kit.Page
	Head      PostalHead
	Obstacles []kit.RuleText
	State     kit.Badge
	Recipient string // the key that is registered
	Register  string // address of the form
	Fields    []kit.Field
	Test      string // message to be opened; "" when none waits for an answer
	TestFile  string // address of the same as a file
	Prove     string
	Answer    kit.Field
	ProveForm kit.FormKey
	Back      string
}

var (
	postalTellersView = kit.NewView[PostalTellersPage](templates, "tellers.html")
	postalKeyView     = kit.NewView[PostalKeyPage](templates, "key.html")
)

const protectsTellers = "Appoint at least two tellers, who are not candidates and not the proposer (Rules 4.4, " +
	"5.5). Once the papers have gone out, only they see envelopes and papers. Officers see how many papers came back, " +
	"but never whose and never a vote."

func (s *Desk) postalTellersForm(c echo.Context) error {
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
func (s *Desk) postalTellersSearch(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActAppoint)
	if err != nil {
		return err
	}
	return s.showTellers(c, http.StatusOK, f, step, kit.FormIDs[auth.PersonID](c, "teller"), nil)
}

func (s *Desk) postalAppoint(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActAppoint)
	if err != nil {
		return err
	}
	chosen := kit.FormIDs[auth.PersonID](c, "teller")
	if err := s.postal.Appoint(c.Request().Context(), s.Actor(c), f.ID, shownVersion(c), chosen); err != nil {
		err = tellersRefused(err)
		return s.showTellers(c, kit.RefusalStatus(err), f, step, chosen, err)
	}
	s.Flash(c, kit.KindSuccess, "The tellers are appointed. Next, each of them registers a key.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}

// tellersRefused is a refusal of the tellers as a whole, said beside them, with
// what to do.
func tellersRefused(err error) error {
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid || len(e.Fields) > 0 {
		return err
	}
	var problem apperr.Fields
	problem.Add("tellers", "%s Find members by name and tick them.", kit.Citing(e.Message, e.Rule))
	return problem.Err()
}

// tellersFound is how many names a search shows.
const tellersFound = 12

func (s *Desk) showTellers(
	c echo.Context, status int, f postal.File, step postal.Step, chosen []auth.PersonID, refused error,
) error {
	page := PostalTellersPage{
		Page: s.postalPage(c, f, "Appoint the tellers"), Head: postalHead(f, protectsTellers), Back: kit.PostalURL(f.ID),
		Action: kit.PostalURL(f.ID, "tellers"), SearchAt: kit.PostalURL(f.ID, "tellers", "search"),
		Hidden: []kit.Hidden{kit.VersionField(f.Version)}, Now: postalTellers(f),
	}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
	}
	for _, found := range f.Findings {
		page.Findings = append(page.Findings, kit.Ruled(found.Text, found.Rule))
	}
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	words := kit.FormText(c, "find")
	page.Search = page.Field(kit.Field{
		Name: "find", Label: "Find a member by name", Type: "search", Value: words, Autocomplete: "off",
	})
	page.Chosen = page.Field(kit.Field{
		ID: "tellers", Name: "teller", Label: "Tellers", Type: "checkboxes",
		Hint: "Tick the tellers. Those who stay keep their keys.",
	})
	page.Chosen.Error = page.ErrorOn("tellers")
	found := 0
	for _, v := range roll {
		ticked := slices.Contains(chosen, v.Person)
		fits := words != "" && nameFits(v.Name, words)
		if fits {
			found++
		}
		if ticked || fits && found <= tellersFound {
			page.Chosen.Options = append(page.Chosen.Options, kit.Option{
				Value: kit.IDText(v.Person), Label: v.Name, Selected: ticked,
			})
		}
	}
	switch {
	case words == "":
	case found > tellersFound:
		page.Count = kit.Plural(
			found, "member matches", "members match",
		) + "; the first " + kit.Plural(tellersFound, "is", "are") + " shown above"
	default:
		page.Count = kit.Plural(found, "member matches", "members match")
	}
	return postalTellersView.Render(c, status, page)
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

const protectsKey = "Entries are sealed to the tellers’ keys. The secret half of your key stays with you. This site " +
	"gets the public half only, and no one can replace a lost key. Keep the file and its passphrase apart."

func (s *Desk) postalKey(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	return s.showKey(c, http.StatusOK, f, step, "", nil)
}

// postalKeyTest is the test message as a file.
func (s *Desk) postalKeyTest(c echo.Context) error {
	f, err := s.postalVote(c)
	if err != nil {
		return err
	}
	test, err := s.postal.KeyTest(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	if test == "" {
		return &kit.Elsewhere{To: kit.PostalURL(f.ID), Why: "No test message is waiting for an answer."}
	}
	kit.NoStore(c)
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="test.age"`)
	return c.Blob(http.StatusOK, echo.MIMEOctetStream, []byte(test))
}

// postalKeyRegister keeps the public key, and answers with the test message.
func (s *Desk) postalKeyRegister(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	proof, err := s.confirmedBeside(c, postal.CardProblems(kit.FormText(c, "recipient")))
	test := ""
	if err == nil {
		test, err = s.postal.RegisterKey(c.Request().Context(), s.Actor(c), proof, f.ID, kit.FormText(c, "recipient"))
	}
	if err != nil {
		return s.showKey(c, kit.RefusalStatus(err), f, step, "", err)
	}
	if f, step, err = s.postalStep(c, postal.ActKey); err != nil {
		return err
	}
	return s.showKey(c, http.StatusOK, f, step, test, nil)
}

func (s *Desk) postalKeyProve(c echo.Context) error {
	f, step, err := s.postalStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	if err := s.postal.ProveKey(c.Request().Context(), s.Actor(c), f.ID, kit.FormText(c, "answer")); err != nil {
		return s.showKey(c, kit.RefusalStatus(err), f, step, "", err)
	}
	s.Flash(c, kit.KindSuccess, "You have proved your key.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}

func (s *Desk) showKey(c echo.Context, status int, f postal.File, step postal.Step, test string, refused error) error {
	kit.NoStore(c)
	page := PostalKeyPage{
		Page: s.postalPage(c, f, "Your key"), Head: postalHead(f, protectsKey), Back: kit.PostalURL(f.ID), Test: test,
		Register: kit.PostalURL(f.ID, "key"), Prove: kit.PostalURL(f.ID, "key", "proof"),
		State: kit.Badge{Kind: kit.KindNeutral, Text: "No key yet"},
	}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	for _, o := range step.Obstacles {
		page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
	}
	for _, t := range f.Tellers {
		if t.Person != s.Actor(c).Person {
			continue
		}
		page.Recipient = t.Recipient
		switch {
		case t.Ready():
			page.State = kit.Badge{Kind: kit.KindSuccess, Text: "Proved on " + t.Proven.Date().Long()}
		case t.Recipient != "":
			page.State = kit.Badge{Kind: kit.KindWarning, Text: "Not proved yet"}
		}
	}
	if page.Test == "" && page.ErrorOn("recipient") == "" && page.ErrorOn("password") == "" { // whoever went to the other machine meanwhile finds it again
		var err error
		if page.Test, err = s.postal.KeyTest(c.Request().Context(), s.Actor(c), f.ID); err != nil {
			return err
		}
	}
	page.TestFile = kit.PostalURL(f.ID, "key", "test.age")
	page.Fields = []kit.Field{
		page.Field(kit.Field{
			Name: "recipient", Label: "Public key", Type: "textarea", Rows: 3, Value: kit.FormText(c, "recipient"),
			Required: true, Hint: "The public key that nzgs teller key printed.", Autocomplete: "off",
		}),
		page.PasswordField("We ask again so that no one else can register a key for you."),
	}
	page.Answer = page.Field(kit.Field{
		Name: "answer", Label: "Answer", Type: "textarea", Rows: 3, Value: kit.FormText(c, "answer"), Required: true,
		Autocomplete: "off", Hint: "The line that nzgs teller open printed.",
	})
	page.ProveForm = page.Form("proof")
	return postalKeyView.Render(c, status, page)
}
