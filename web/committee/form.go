package committee

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
	"nzgs/web/kit"
)

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

// accountField asks which account at the bank, or cash, money came to or left.
func accountField(label string, all []committee.AccountChoice) kit.Field {
	return kit.Field{Name: "account", Label: label, Type: "select", Options: accountOptions("The bank account", all)}
}

// chosenAccount is the account that accountField asks for.
func chosenAccount(in *kit.Filling) committee.AccountCode {
	return committee.AccountCode(in.Text("account"))
}

// chosenResolution is the resolution that authorityField asks for.
func chosenResolution(in *kit.Filling) committee.ResolutionID {
	return kit.Chosen[committee.ResolutionID](in, "resolution")
}

// someOf counts a list, and out of how many where it does not show all.
func someOf(shown, all int, one, many string) string {
	if shown == all {
		return kit.Plural(all, one, many)
	}
	return strconv.Itoa(shown) + " of " + kit.Plural(all, one, many)
}

// memberOf shows which member a form is about, or asks for one while none is
// chosen.
func (s *Desk) memberOf(c echo.Context, page *kit.FormPage, path string) (chosen bool, err error) {
	one, err := s.AskPerson(c, page, path)
	if err != nil || one.Person == 0 {
		return false, err
	}
	page.Facts, page.Again = []kit.Fact{{Label: "Member", Value: one.Name.String()}}, path
	return true, nil
}

func chosenPerson(in *kit.Filling, name string) auth.PersonID {
	return kit.Chosen[auth.PersonID](in, name)
}
