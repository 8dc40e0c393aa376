package committee

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/money"
	"nzgs/web/kit"
)

// CommitteeForm is a form about the committee's business; one about a person
// begins with the choice of that person.
type CommitteeForm struct {
	kit.Page
	Intro    kit.RuleText
	Choice   *kit.PersonChoice
	Again    string // where another person is chosen, where one was
	Facts    []kit.Fact
	Conflict *kit.Conflict
	Action   string
	Hidden   []kit.Hidden
	Groups   []kit.FieldGroup
	Submit   string
	Danger   bool // it cannot be undone
	Back     string
}

var committeeFormView = kit.NewView[CommitteeForm](templates, "form.html")

// show answers with the form, with what a refusal says beside its fields.
// fields fills the form from what stands in v; saved, where it is not nil, is
// what another person saved meanwhile, and the version of it.
func (p CommitteeForm) show(
	c echo.Context, v typed, refused error, fields func(p *kit.Page, v typed) []kit.FieldGroup,
	saved func() (typed, int64, error),
) error {
	status := http.StatusOK
	if refused != nil {
		message, late := kit.TooLate(refused)
		switch {
		case p.Invalid(refused):
			status = http.StatusUnprocessableEntity
		case !late || saved == nil:
			return refused
		default:
			now, version, err := saved()
			if err != nil {
				return err
			}
			status = http.StatusConflict
			p.Conflict = kit.FormConflict(message, fields(&kit.Page{}, v), fields(&kit.Page{}, now))
			v.values.Set("version", kit.IDText(version))
		}
	}
	p.Groups = fields(&p.Page, v)
	if version := v.text("version"); version != "" {
		p.Hidden = append(p.Hidden, kit.Hidden{Name: "version", Value: version})
	}
	return committeeFormView.Render(c, status, p)
}

// typed is what stands in a form, as it was typed or as it is filled in at
// first. What cannot be read becomes a value that no rule accepts, so that it
// is refused with everything else, and with its own words.
type typed struct {
	values   url.Values
	problems *apperr.Fields
}

func filled(pairs ...string) typed {
	v := typed{url.Values{}, new(apperr.Fields)}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.values.Add(pairs[i], pairs[i+1])
	}
	return v
}

// typedForm is what somebody typed into the form that was sent.
func typedForm(c echo.Context) (typed, error) {
	values, err := c.FormParams()
	if err != nil {
		return typed{}, err
	}
	return typed{values, new(apperr.Fields)}, nil
}

func (v typed) text(name string) string { return strings.TrimSpace(v.values.Get(name)) }

func (v typed) version() int64 { return parseCommitteeID[int64](v.text("version")) }

func (v typed) day(name string) civil.Date {
	text := v.text(name)
	if text == "" {
		return civil.Date{}
	}
	day, err := civil.ParseDate(text)
	if err != nil {
		v.problems.Add(name, "Enter the day as 2026-07-01.")
		return civil.On(1, 1, 1)
	}
	return day
}

func (v typed) number(name string) int {
	n, err := strconv.ParseInt(v.text(name), 10, 32)
	if err != nil {
		v.problems.Add(name, "Enter a number, for example 3.")
		return -1
	}
	return int(n)
}

func (v typed) amount(name string) money.Cents {
	cents, err := money.Parse(v.text(name))
	if err != nil {
		v.problems.Add(name, "Enter dollars and cents, for example 160.00.")
		return -1
	}
	return cents
}

func (v typed) person(name string) auth.PersonID {
	return parseCommitteeID[auth.PersonID](v.text(name))
}

func (v typed) people(name string) []auth.PersonID {
	var out []auth.PersonID
	for _, text := range v.values[name] {
		if id := parseCommitteeID[auth.PersonID](text); id != 0 && len(out) < maxCommitteePeople {
			out = append(out, id)
		}
	}
	return out
}

// maxCommitteePeople is far above what any committee has.
const maxCommitteePeople = 100

func (v typed) resolution() committee.ResolutionID {
	return parseCommitteeID[committee.ResolutionID](v.text("resolution"))
}

// parseCommitteeID reads an id; 0 when there is none.
func parseCommitteeID[T ~int64](text string) T {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return T(n)
}

// refusal is err with the words of what could not be read in their places.
func (v typed) refusal(err error) error {
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid || len(*v.problems) == 0 {
		return err
	}
	var f apperr.Fields
	for _, p := range e.Fields {
		for _, own := range *v.problems {
			if own.Name == p.Name {
				p = own
			}
		}
		f = append(f, p)
	}
	for _, own := range *v.problems {
		if !f.Has(own.Name) {
			f = append(f, own)
		}
	}
	return f.Err()
}

// fieldOf is a field of the form with what stands in it.
func (v typed) fieldOf(p *kit.Page, f kit.Field) kit.Field {
	f.Value = v.text(f.Name)
	if f.Type == "textarea" {
		f.Value = v.values.Get(f.Name)
	}
	for i, o := range f.Options {
		for _, chosen := range v.values[f.Name] {
			if chosen == o.Value {
				f.Options[i].Selected = true
			}
		}
	}
	return p.Field(f)
}

func dayField(name, label, hint string) kit.Field {
	return kit.Field{Name: name, Label: label, Hint: hint, Type: "date", Width: "medium"}
}

// peopleOptions are people to choose one of, after a line for nobody.
func peopleOptions(nobody string, people []committee.Who) []kit.Option {
	out := []kit.Option{{Label: nobody}}
	for _, w := range people {
		out = append(out, kit.Option{Value: kit.IDText(w.Person), Label: w.Name})
	}
	return out
}

// authorityField chooses the carried resolution that something rests on.
func (s *Desk) authorityField(c echo.Context, label, none string) (kit.Field, error) {
	list, err := s.committee.Authorities(c.Request().Context(), s.Actor(c))
	if err != nil {
		return kit.Field{}, err
	}
	f := kit.Field{Name: "resolution", Label: label, Type: "select", Options: []kit.Option{{Label: none}}}
	if len(list) == 0 {
		f.Hint = "No carried resolution has been recorded yet. Record it first, under Resolutions."
	}
	for _, r := range list {
		f.Options = append(f.Options, kit.Option{
			Value: kit.IDText(r.ID), Label: r.Number.String() + ", " + r.Day.Long() + ": " + kit.Shortened(r.Text, 60),
		})
	}
	return f, nil
}

// someOf counts a list, and out of how many where it does not show all.
func someOf(shown, all int, one, many string) string {
	if shown == all {
		return kit.Plural(all, one, many)
	}
	return strconv.Itoa(shown) + " of " + kit.Plural(all, one, many)
}

// chooseMember is the first step of a form about a member; open is false once
// the person is chosen.
func (s *Desk) chooseMember(c echo.Context, page *CommitteeForm, action string) (open bool, err error) {
	if kit.QueryID[auth.PersonID](c, "person") != 0 {
		return false, nil
	}
	choice, err := s.ChoosePerson(c, &page.Page, action, func(one auth.Someone) kit.Link {
		return kit.Link{Label: one.Name.Listed(), URL: action + "?person=" + kit.IDText(one.Person)}
	})
	page.Choice = &choice
	page.Shape = kit.ShapeNarrow
	return true, err
}
