package postal

import (
	"errors"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/meetings"
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
	Count    string       // of the people found
	Elected  kit.RuleText // whom the meeting's record names; none without a record
	By       []kit.Field  // by what they are tellers, and why; none where the record says it
	Now      []Teller
}

var tellersView = kit.NewView[TellersPage](templates, "tellers.html")

const protectsTellers = "Tellers are members who run neither postal votes nor the accounts (Rules 4.4, 5.11). Once " +
	"the papers have gone out, only they see envelopes and papers. Officers see how many papers came back, but never whose " +
	"and never a vote."

// appointTellers appoints whoever is ticked; its Typed shows who fits the words,
// and appoints nobody.
func (s *Desk) appointTellers() kit.Form[turn] {
	return s.step(postal.ActAppoint, protectsTellers, kit.Form[turn]{
		Load: func(c echo.Context) (turn, error) {
			t, err := s.turnOf(postal.ActAppoint)(c)
			if err != nil {
				return t, err
			}
			t.elected, err = s.postal.ElectedTellers(c.Request().Context(), s.Actor(c), t.ID)
			return t, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, t turn) {
			if len(t.Tellers) == 0 {
				for _, one := range t.elected.Able {
					in.Add("teller", kit.IDText(one.Person))
				}
			}
			for _, one := range t.Tellers {
				in.Add("teller", kit.IDText(one.Person))
			}
		},
		Show: func(echo.Context, *kit.FormPage, turn) error { return nil },
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			err := s.postal.Appoint(
				c.Request().Context(), s.Actor(c), t.ID, shownVersion(in), postal.Appointment{
					Tellers: kit.AllChosen[auth.PersonID](in, "teller"), Resolution: in.Text("resolution"), Reason: in.Text("reason"),
				},
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
	page.Elected = kit.CiteRules(electedText(t.elected, t.Today))
	if !t.elected.Fixed {
		page.By = append(page.By, p.In().Field(&page.Page, resolutionField()))
	}
	if t.elected.Why {
		page.By = append(page.By, p.In().Field(&page.Page, kit.Field{
			Name: "reason", Label: "Reason", Required: true, MaxLength: 200,
			Hint: "Why they are not, or no longer, those whom the meeting elected. It is printed on the tellers’ report.",
		}))
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
	for _, one := range t.elected.Able {
		if !slices.ContainsFunc(chosen.Options, func(o kit.Option) bool { return o.Value == kit.IDText(one.Person) }) {
			chosen.Options = append(chosen.Options, kit.Option{Value: kit.IDText(one.Person), Label: one.Name})
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

// resolutionField asks by what somebody is a teller.
func resolutionField() kit.Field {
	return kit.Field{
		Name: "resolution", Label: "Minute or resolution", Required: true, MaxLength: 200,
		Hint: "What appointed them, with its day. For example: minutes of the EGM of 14 March 2026, item 1.",
	}
}

// electedText is whom the meeting's record names as tellers.
func electedText(e postal.Elected, today civil.Date) string {
	names := func(all []meetings.Someone) string {
		var out []string
		for _, one := range all {
			out = append(out, one.String())
		}
		return strings.Join(out, ", ")
	}
	switch {
	case len(e.All) == 0:
		return ""
	case len(e.Able) < len(e.All):
		return "The meeting elected as tellers (Rule 5.5): " + names(e.All) + ". Of them, these can be tellers of the vote: " +
			names(e.Able) + ". The others are not members on " + today.Long() + ", or run postal votes or accounts."
	}
	return "The meeting elected as tellers (Rule 5.5): " + names(e.All) + "."
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
