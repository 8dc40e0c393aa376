package postal

import (
	"context"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// KeyPage registers a teller's key and proves it.
type KeyPage struct {
	kit.Page
	Head       Head
	Obstacles  []kit.RuleText
	Closed     bool // no key can be registered
	State      kit.Badge
	Recipient  string // the key that is registered
	Register   string // address of the form
	Fields     []kit.Field
	Test       string // message to be opened; "" when none waits for an answer
	TestFile   string // address of the same as a file
	TestName   string // by which that is saved
	Prove      string
	Answer     kit.Field
	ProveForm  kit.FormKey
	Browser    BrowserKey
	Protection ProtectionWay
	Signs      bool       // the key is proved: the answer signs the keys
	Keys       *KeysTable // to be compared by telephone
	Back       string
}

var keyView = kit.NewView[KeyPage](templates, "key.html")

const protectsKey = "Entries are sealed to the tellers’ keys. The secret half of your key stays with you. This site " +
	"gets the public half only, and no one can replace a lost key. Keep the file and its passphrase apart."

// keySteps are how somebody registers a key and proves it: as a teller, or for a
// proposal that names them as one.
type keySteps struct {
	register, prove postal.Action
	title           string
	take            func(context.Context, auth.Actor, postal.VoteID, string) (test string, err error)
	answer          func(context.Context, auth.Actor, postal.VoteID, string) error
	test            func(context.Context, auth.Actor, postal.VoteID) (string, error)
	own             func(f postal.File, who auth.PersonID) (recipient string, proven civil.Instant)
}

func (s *Desk) tellerKey() keySteps {
	return keySteps{
		postal.ActKey, postal.ActProve, "Your key", s.postal.RegisterKey, s.postal.ProveKey, s.postal.KeyTest,
		func(f postal.File, who auth.PersonID) (recipient string, proven civil.Instant) {
			for _, t := range f.Tellers {
				if t.Person == who {
					recipient, proven = t.Recipient, t.Proven
				}
			}
			return recipient, proven
		},
	}
}

func (s *Desk) proposedKey() keySteps {
	return keySteps{
		postal.ActOffer, postal.ActAnswer, "The key that is proposed", s.postal.OfferKey, s.postal.AnswerOffer,
		s.postal.OfferTest,
		func(f postal.File, _ auth.PersonID) (recipient string, proven civil.Instant) {
			return f.Proposed.Recipient, f.Proposed.Proven
		},
	}
}

// at is an address of the key's page, or below it.
func (k keySteps) at(id postal.VoteID, more ...string) string {
	return kit.PostalURL(id, append([]string{tasks[k.register].below}, more...)...)
}

func (s *Desk) keyPage(k keySteps) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, step, err := s.loadStep(c, k.register)
		if err != nil {
			return err
		}
		return s.showKey(c, k, kit.NewFilling(), f, step, "", nil)
	}
}

// keyTest is the test message as a file.
func (s *Desk) keyTest(k keySteps) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, err := s.loadVote(c)
		if err != nil {
			return err
		}
		test, err := k.test(c.Request().Context(), s.Actor(c), f.ID)
		if err != nil {
			return err
		}
		if test == "" {
			return &kit.Elsewhere{To: kit.PostalURL(f.ID), Why: "No test message is waiting for an answer."}
		}
		kit.NoStore(c)
		return kit.SendFile(c, kit.FormatAGE, s.voteFile(f.ID, "test"), []byte(test))
	}
}

// registerKey keeps the public key, and answers with the test message.
func (s *Desk) registerKey(k keySteps) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, step, err := s.loadStep(c, k.register)
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		test, err := k.take(c.Request().Context(), s.Actor(c), f.ID, in.Text("recipient"))
		if err := in.Refusal(err); err != nil {
			return s.showKey(c, k, in, f, step, "", err)
		}
		if f, step, err = s.loadStep(c, k.register); err != nil {
			return err
		}
		return s.showKey(c, k, in, f, step, test, nil)
	}
}

func (s *Desk) proveKey(k keySteps) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, step, err := s.loadStep(c, k.register)
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		err = k.answer(c.Request().Context(), s.Actor(c), f.ID, in.Text("answer"))
		if err := in.Refusal(err); err != nil {
			return s.showKey(c, k, in, f, step, "", err)
		}
		s.Flash(c, kit.KindSuccess, "Your answer was taken.")
		return kit.SeeOther(c, kit.PostalURL(f.ID))
	}
}

func (s *Desk) showKey(
	c echo.Context, k keySteps, in *kit.Filling, f postal.File, step postal.Step, test string, refused error,
) error {
	kit.NoStore(c)
	page := KeyPage{
		Page: s.votePage(c, f, k.title), Head: headOf(f, protectsKey), Back: kit.PostalURL(f.ID), Test: test,
		Register: k.at(f.ID), Prove: k.at(f.ID, "proof"),
		State: kit.Badge{Kind: kit.KindNeutral, Text: "No key yet"},
	}
	if k.register == postal.ActKey {
		page.Keys = keysTable(f.Keys)
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Obstacles = inTheWay(step)
	if !f.OwnFrom.IsZero() { // whatever is made here would be refused
		page.Obstacles = append(page.Obstacles, kit.CiteRules("Your key can be registered and proved from "+f.OwnFrom.Long()+
			", seven days after someone else had to do with the password of your account."))
	}
	page.Closed = len(page.Obstacles) > 0
	recipient, proven := k.own(f, s.Actor(c).Person)
	page.Recipient = recipient
	switch {
	case !proven.IsZero():
		page.State = kit.Badge{Kind: kit.KindSuccess, Text: "Proved on " + proven.Date().Long()}
		page.Signs = k.register == postal.ActKey
	case recipient != "":
		page.State = kit.Badge{Kind: kit.KindWarning, Text: "Not proved yet"}
	}
	if page.Test == "" && page.ErrorOn("recipient") == "" {
		// Whoever went to the other machine meanwhile finds it again.
		if page.Test, err = k.test(c.Request().Context(), s.Actor(c), f.ID); err != nil {
			return err
		}
	}
	if page.Test != "" && f.OwnFrom.IsZero() { // the message can be answered, whatever keeps another key
		page.Obstacles = nil
	}
	page.TestFile, page.TestName = k.at(f.ID, "test.age"), s.voteFile(f.ID, "test").Saved(kit.FormatAGE)
	page.Fields = []kit.Field{
		in.Field(&page.Page, kit.Field{
			Name: "recipient", Label: "Public key", Type: "textarea", Rows: 3, Required: true,
			Hint: "Filled in when the key is made above, or printed by nzgs teller key.", Autocomplete: "off",
		}),
	}
	page.Answer = in.Field(&page.Page, kit.Field{
		Name: "answer", Label: "Answer", Type: "textarea", Rows: 3, Required: true,
		Autocomplete: "off", Hint: "The line that nzgs teller open printed.",
	})
	page.ProveForm = page.Form("proof")
	page.Browser, page.Protection = s.browserKey(&page.Page), protectionKey
	return keyView.Render(c, status, page)
}
