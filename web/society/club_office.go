package society

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// clubOffice is a club, and who can be its secretary.
type clubOffice struct {
	clubs.Desk
	eligible []members.Person
}

// nameSecretary names a club's secretary.
func (s *Desk) nameSecretary() kit.Form[clubOffice] {
	return kit.Form[clubOffice]{
		Site: s.Site, Load: s.clubOfficeAt,
		Fill: func(_ echo.Context, in *kit.Filling, _ clubOffice) { in.SetDay("from", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, o clubOffice) error {
			club := kit.Crumb{Label: o.Club.Name, URL: kit.ClubDeskURL(o.Club.ID)}
			p.Page = s.Page(c, "Secretary of "+o.Club.Name, club)
			p.Action, p.Submit, p.Back = kit.ClubURL(o.Club.ID)+"/secretary", "Record the new secretary", club.URL
			p.Say("The club secretary looks after the club’s list, and is the person whom the society writes to (Rule 2.4). " +
				"A new secretary takes the place of the one before.")
			for _, held := range o.Secretaries {
				p.Facts = append(p.Facts, kit.Fact{Label: "In office since " + held.Since.Long(), Value: held.Name.String()})
			}
			from := kit.DayField("from", "First day in office", "")
			from.Required = true
			p.Group("", secretaryField(o.eligible), from)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, o clubOffice) (kit.Done, error) {
			person := kit.Chosen[auth.PersonID](in, "person")
			err := s.clubs.NameSecretary(c.Request().Context(), s.Actor(c), clubs.NameSecretary{
				Club: o.Club.ID, Person: person, From: in.Day("from"),
			})
			if err != nil {
				return kit.Done{}, err
			}
			text, err := s.Invited(c, "The new secretary is recorded.", person)
			return kit.Done{To: kit.ClubDeskURL(o.Club.ID), Message: text}, err
		},
	}
}

func (s *Desk) clubOfficeAt(c echo.Context) (o clubOffice, err error) {
	if o.Desk, err = kit.ByID(s.Site, s.clubs.Desk)(c); err != nil {
		return o, err
	}
	o.eligible, err = s.clubs.Eligible(c.Request().Context(), s.Actor(c), o.Club.ID)
	return o, err
}

// secretaryField asks for one of the club's members. Of a club without any,
// the first secretary is named by member number.
func secretaryField(people []members.Person) kit.Field {
	if len(people) == 0 {
		return kit.Field{
			Name: "person", Label: "Member number of the secretary",
			Hint: "The club has no members yet, so it can be anyone in the register.", InputMode: "numeric", Required: true,
			Width: "short",
		}
	}
	f := kit.Field{
		Name: "person", Label: "New secretary", Hint: "One of the club’s members (Rule 2.4).", Type: "select", Required: true,
		Options: []kit.Option{{Label: "Choose"}},
	}
	for _, person := range people {
		f.Options = append(f.Options, kit.Option{Value: kit.IDText(person.ID), Label: person.Name.Listed()})
	}
	return f
}
