package society

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

var clubsCrumb = kit.Crumb{Label: "Clubs", URL: clubsPath}

// addClub adds a club.
func (s *Desk) addClub() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Add a club", clubsCrumb)
			p.Action, p.Submit, p.Back = "/clubs/new", "Add the club", clubsPath
			p.Group("", clubFields...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			id, err := s.clubs.Found(c.Request().Context(), s.Actor(c), readClub(in))
			return kit.Done{
				To: kit.ClubDeskURL(id), Message: in.Text("name") + " is added. It is affiliated once its list and fee are in.",
			}, err
		},
	}
}

// changeClub changes what is said of a club.
func (s *Desk) changeClub() kit.Form[clubs.Club] {
	return kit.Form[clubs.Club]{
		Site: s.Site, Load: s.clubAt, Version: func(club clubs.Club) int64 { return club.Version },
		Fill: func(_ echo.Context, in *kit.Filling, club clubs.Club) {
			in.Set("name", club.Name)
			in.Set("short", club.Short)
			in.Set("city", club.City)
			in.Set("meets", club.Meets)
			in.Set("email", club.Email)
			in.Set("website", club.Website)
		},
		Show: func(c echo.Context, p *kit.FormPage, club clubs.Club) error {
			p.Page = s.Page(c, "Edit "+club.Name, clubsCrumb, kit.Crumb{Label: club.Name, URL: kit.ClubDeskURL(club.ID)})
			p.Action, p.Submit, p.Back = kit.ClubURL(club.ID)+"/edit", "Save", kit.ClubDeskURL(club.ID)
			p.Group("", clubFields...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, club clubs.Club) (kit.Done, error) {
			return kit.Done{To: kit.ClubDeskURL(club.ID), Message: "The club is saved."},
				s.clubs.Edit(c.Request().Context(), s.Actor(c), clubs.EditClub{
					ID: club.ID, Version: in.Version(), ClubInput: readClub(in),
				})
		},
	}
}

func (s *Desk) clubAt(c echo.Context) (clubs.Club, error) {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return clubs.Club{}, err
	}
	return s.clubs.Club(c.Request().Context(), id)
}

var clubFields = []kit.Field{
	{Name: "name", Label: "Name", Required: true, MaxLength: 100},
	{
		Name: "short", Label: "Short name", Hint: "Up to 8 letters for draw sheets, such as Akl.", MaxLength: 8,
		Width: "short",
	},
	{Name: "city", Label: "Place", MaxLength: 100},
	{
		Name: "meets", Label: "Where and when it meets", Hint: "In a sentence. Anyone can read it.", MaxLength: 300,
	},
	{
		Name: "email", Label: "E-mail of the club", Hint: "Anyone can read it. Leave it empty if there is none.",
		Type: "email",
	},
	{Name: "website", Label: "Website", Type: "url"},
}

func readClub(in *kit.Filling) clubs.ClubInput {
	return clubs.ClubInput{
		Name: in.Text("name"), Short: in.Text("short"), City: in.Text("city"), Meets: in.Text("meets"),
		Email: in.Text("email"), Website: in.Text("website"),
	}
}

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
			return kit.Done{To: kit.ClubDeskURL(o.Club.ID), Message: "The new secretary is recorded."},
				s.clubs.NameSecretary(c.Request().Context(), s.Actor(c), clubs.NameSecretary{
					Club: o.Club.ID, Person: kit.Chosen[auth.PersonID](in, "person"), From: in.Day("from"),
				})
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
