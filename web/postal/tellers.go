package postal

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// TellersPage appoints the tellers of a vote: whoever is ticked.
type TellersPage struct {
	kit.FormPage
	Head     Head
	Found    []kit.RuleText // nothing forbids it
	Chosen   kit.Field
	Search   kit.Field
	SearchAt string
	Count    string // of the people found
	Now      []Teller
}

// KeyPage registers a teller's key and proves it.
type KeyPage struct {
	kit.Page
	Head      Head
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
	Signs     bool       // the key is proved: the answer signs the keys
	Keys      *KeysTable // to be compared by telephone
	Back      string
}

var (
	tellersView = kit.NewView[TellersPage](templates, "tellers.html")
	keyView     = kit.NewView[KeyPage](templates, "key.html")
)

const protectsTellers = "Tellers are members who run neither postal votes nor the accounts (Rules 4.4, 5.11). Once " +
	"the papers have gone out, only they see envelopes and papers. Officers see how many papers came back, but never whose " +
	"and never a vote."

// appointTellers appoints whoever is ticked; its Typed shows who fits the words,
// and appoints nobody.
func (s *Desk) appointTellers() kit.Form[turn] {
	return s.step(postal.ActAppoint, protectsTellers, kit.Form[turn]{
		Fill: func(_ echo.Context, in *kit.Filling, t turn) {
			for _, one := range t.Tellers {
				in.Add("teller", kit.IDText(one.Person))
			}
		},
		Show: func(echo.Context, *kit.FormPage, turn) error { return nil },
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			err := s.postal.Appoint(
				c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), kit.AllChosen[auth.PersonID](in, "teller"),
			)
			return t.done("The tellers are appointed. Next, each of them registers a key."), tellersRefused(err)
		},
		Render: s.renderTellers,
	})
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

func (s *Desk) renderTellers(c echo.Context, status int, p *kit.FormPage, t turn) error {
	page := TellersPage{
		FormPage: *p, Head: headOf(t.File, protectsTellers), Found: found(t.File), Now: tellersOf(t.File),
		SearchAt: kit.PostalURL(t.ID, "tellers", "search"),
	}
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), t.ID)
	if err != nil {
		return err
	}
	words := p.In().Text("find")
	page.Search = p.In().Field(&page.Page, kit.Field{
		Name: "find", Label: "Find a member by name", Type: "search", Autocomplete: "off",
	})
	chosen := kit.Field{
		ID: "tellers", Name: "teller", Label: "Tellers", Type: "checkboxes",
		Hint: "Tick the tellers. Those who stay keep their keys.",
	}
	fit := 0
	for _, v := range roll {
		fits := words != "" && nameFits(v.Name, words)
		if fits {
			fit++
		}
		if p.In().Has("teller", kit.IDText(v.Person)) || fits && fit <= tellersFound {
			chosen.Options = append(chosen.Options, kit.Option{Value: kit.IDText(v.Person), Label: v.Name})
		}
	}
	page.Chosen = p.In().Field(&page.Page, chosen)
	page.Chosen.Error = page.ErrorOn("tellers")
	if words != "" {
		page.Count = kit.Plural(fit, "member matches", "members match")
	}
	if fit > tellersFound {
		page.Count += "; the first " + kit.Plural(tellersFound, "is", "are") + " shown above"
	}
	return tellersView.Render(c, status, page)
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

func (s *Desk) tellerKey(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	return s.showKey(c, kit.NewFilling(), f, step, "", nil)
}

// keyTest is the test message as a file.
func (s *Desk) keyTest(c echo.Context) error {
	f, err := s.loadVote(c)
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

// keyRegister keeps the public key, and answers with the test message.
func (s *Desk) keyRegister(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	alsoWrong(in, postal.CardProblems(in.Text("recipient")))
	proof, err := s.Confirmed(c, in)
	test := ""
	if err == nil {
		test, err = s.postal.RegisterKey(c.Request().Context(), s.Actor(c), proof, f.ID, in.Text("recipient"))
	}
	if err := in.Refusal(err); err != nil {
		return s.showKey(c, in, f, step, "", err)
	}
	if f, step, err = s.loadStep(c, postal.ActKey); err != nil {
		return err
	}
	return s.showKey(c, in, f, step, test, nil)
}

func (s *Desk) keyProve(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActKey)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	err = s.postal.ProveKey(c.Request().Context(), s.Actor(c), f.ID, in.Text("answer"))
	if err := in.Refusal(err); err != nil {
		return s.showKey(c, in, f, step, "", err)
	}
	s.Flash(c, kit.KindSuccess, "Your answer was taken.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}

func (s *Desk) showKey(
	c echo.Context, in *kit.Filling, f postal.File, step postal.Step, test string, refused error,
) error {
	kit.NoStore(c)
	page := KeyPage{
		Page: s.votePage(c, f, "Your key"), Head: headOf(f, protectsKey), Back: kit.PostalURL(f.ID), Test: test,
		Register: kit.PostalURL(f.ID, "key"), Prove: kit.PostalURL(f.ID, "key", "proof"),
		State: kit.Badge{Kind: kit.KindNeutral, Text: "No key yet"}, Keys: keysTable(f.Keys),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Obstacles = inTheWay(step)
	for _, t := range f.Tellers {
		if t.Person != s.Actor(c).Person {
			continue
		}
		page.Recipient = t.Recipient
		switch {
		case t.Ready():
			page.State = kit.Badge{Kind: kit.KindSuccess, Text: "Proved on " + t.Proven.Date().Long()}
			page.Signs = true
		case t.Recipient != "":
			page.State = kit.Badge{Kind: kit.KindWarning, Text: "Not proved yet"}
		}
	}
	if page.Test == "" && page.ErrorOn("recipient") == "" && page.ErrorOn("password") == "" {
		// Whoever went to the other machine meanwhile finds it again.
		if page.Test, err = s.postal.KeyTest(c.Request().Context(), s.Actor(c), f.ID); err != nil {
			return err
		}
	}
	page.TestFile = kit.PostalURL(f.ID, "key", "test.age")
	page.Fields = []kit.Field{
		in.Field(&page.Page, kit.Field{
			Name: "recipient", Label: "Public key", Type: "textarea", Rows: 3, Required: true,
			Hint: "The public key that nzgs teller key printed.", Autocomplete: "off",
		}),
		page.PasswordField("We ask again so that no one else can register a key for you."),
	}
	page.Answer = in.Field(&page.Page, kit.Field{
		Name: "answer", Label: "Answer", Type: "textarea", Rows: 3, Required: true,
		Autocomplete: "off", Hint: "The line that nzgs teller open printed.",
	})
	page.ProveForm = page.Form("proof")
	return keyView.Render(c, status, page)
}
