package society

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// actRegisterPath is the register as the Act asks for it, whatever a list shows.
const actRegisterPath = kit.RegisterPath + "/register.pdf"

// registerPDF prints what the list shows, all pages of it.
func (s *Desk) registerPDF(c echo.Context) error {
	f := s.registerFilter(c)
	r, err := s.members.Export(c.Request().Context(), s.Actor(c), f)
	if err != nil {
		return err
	}
	rows, err := s.registerRows(c, s.db, r.Entries)
	if err != nil {
		return err
	}
	name, err := s.registerName(c, r.Filter)
	if err != nil {
		return err
	}
	club, err := s.clubOf(c, f)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(rows))
	return kit.SendPrint(c, name, s.Press().RegisterPDF, reports.RegisterPrint{
		Title: "Register of members", AsAt: r.Filter.On.Long(), Notes: []string{s.shownOf(f, r, club)},
		Sections: []reports.RegisterSection{{Contacts: reports.WithContacts, Rows: rows, Empty: "No one matches."}},
	})
}

// shownOf says what of the register a print has.
func (s *Desk) shownOf(f members.RegisterFilter, r members.Register, club string) string {
	what := kit.Plural(r.Matches, "person", "people") + " of " + kit.Plural(r.Total, "person", "people") + " in the register"
	if f.Status != "" {
		what += " · " + f.Status.Label()
	}
	if f.Query != "" {
		what += " · “" + f.Query + "”"
	}
	if club != "" {
		what += " · " + club
	}
	if f.Group == members.Officers {
		what += " · in office"
	}
	return what
}

// actRegister prints the register that the Incorporated Societies Act 2022 asks for (s 79): each member with the last
// known contact details and the day of becoming one, and who stopped being one in the past seven years, with the day.
func (s *Desk) actRegister(c echo.Context) error {
	on := s.registerFilter(c).On
	if on.IsZero() {
		on = s.Today()
	}
	since := constitution.FormerMembersSince(on)
	all, err := s.members.Export(c.Request().Context(), s.Actor(c), members.RegisterFilter{On: on, Sort: members.SortName})
	if err != nil {
		return err
	}
	today, formerly := all.MembersAndFormer(since)
	current, err := s.registerRows(c, s.db, today)
	if err != nil {
		return err
	}
	former, err := s.registerRows(c, s.db, formerly)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(current)+len(former))
	return kit.SendPrint(c, s.FileName("register by the Act", "", on), s.Press().RegisterPDF, reports.RegisterPrint{
		Title: "Register of members", AsAt: on.Long(),
		Notes: []string{"As the Incorporated Societies Act 2022, section 79, asks for it."},
		Sections: []reports.RegisterSection{
			{Title: "Members", Contacts: reports.WithContacts, Rows: current, Empty: "There are no members."},
			{
				Title: "Former members, who ceased since " + since.Long(), Rows: former,
				Empty: "No one stopped being a member in these years.",
			},
		},
	})
}
