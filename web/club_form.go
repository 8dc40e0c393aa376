package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
)

// ClubFormPage adds a club or changes one.
type ClubFormPage struct {
	Page
	Action string
	Fields []Field
	Hidden []Hidden
	Submit string
	Back   string
}

var clubFormView = newView[ClubFormPage]("clubs/form.html")

func readClub(c echo.Context) clubs.ClubInput {
	return clubs.ClubInput{
		Name: formText(c, "name"), Short: formText(c, "short"), City: formText(c, "city"),
		Meets: formText(c, "meets"), Email: formText(c, "email"), Website: formText(c, "website"),
	}
}

func (p *ClubFormPage) fill(in clubs.ClubInput) {
	for _, f := range []Field{
		{Name: "name", Label: "Name", Value: in.Name, Required: true, MaxLength: 100},
		{Name: "short", Label: "Short name", Hint: "Up to 8 letters for draw sheets, such as Akl.", Value: in.Short, MaxLength: 8, Width: "short"},
		{Name: "city", Label: "Place", Value: in.City, MaxLength: 100},
		{Name: "meets", Label: "Where and when it meets", Hint: "In a sentence; everybody can read it.", Value: in.Meets, MaxLength: 300},
		{Name: "email", Label: "E-mail of the club", Hint: "Everybody can read it. Leave it empty if there is none.", Type: "email", Value: in.Email},
		{Name: "website", Label: "Website", Type: "url", Value: in.Website},
	} {
		p.Fields = append(p.Fields, p.field(f))
	}
}

func (s *Server) clubNew(c echo.Context) error { return s.showNewClub(c, nil) }

func (s *Server) showNewClub(c echo.Context, refused error) error {
	page := ClubFormPage{Page: s.page(c, "Add a club", Crumb{"Clubs", clubsPath}), Action: "/clubs/new", Submit: "Add the club", Back: clubsPath}
	status := http.StatusOK
	if refused != nil {
		if !page.invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	page.fill(readClub(c))
	return clubFormView.render(c, status, page)
}

func (s *Server) clubCreate(c echo.Context) error {
	in := readClub(c)
	id, err := s.clubs.Found(c.Request().Context(), s.actor(c), in)
	if err != nil {
		return s.showNewClub(c, err)
	}
	s.flash(c, KindSuccess, in.Name+" is added. It is affiliated once its list and fee are in.")
	return seeOther(c, clubDeskURL(id))
}

func (s *Server) clubEdit(c echo.Context) error {
	club, err := s.clubAt(c)
	if err != nil {
		return err
	}
	return s.showClubForm(c, club, clubs.ClubInput{Name: club.Name, Short: club.Short, City: club.City, Meets: club.Meets, Email: club.Email, Website: club.Website}, club.Version, nil)
}

func (s *Server) clubAt(c echo.Context) (clubs.Club, error) {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return clubs.Club{}, err
	}
	return s.clubs.Club(c.Request().Context(), id)
}

func (s *Server) showClubForm(c echo.Context, club clubs.Club, in clubs.ClubInput, shown int64, refused error) error {
	page := ClubFormPage{
		Page:   s.page(c, "Edit "+club.Name, Crumb{"Clubs", clubsPath}, Crumb{club.Name, clubDeskURL(club.ID)}),
		Action: clubURL(club.ID) + "/edit", Submit: "Save", Back: clubDeskURL(club.ID), Hidden: []Hidden{version(shown)},
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.conflicting(refused):
		// What was typed stays; saving once more replaces what is saved now.
		page.Hidden, status = []Hidden{version(club.Version)}, http.StatusConflict
	default:
		return refused
	}
	page.fill(in)
	return clubFormView.render(c, status, page)
}

func (s *Server) clubSave(c echo.Context) error {
	club, err := s.clubAt(c)
	if err != nil {
		return err
	}
	in := readClub(c)
	if err := s.clubs.Edit(c.Request().Context(), s.actor(c), clubs.EditClub{ID: club.ID, Version: formVersion(c), ClubInput: in}); err != nil {
		return s.showClubForm(c, club, in, formVersion(c), err)
	}
	s.flash(c, KindSuccess, "The club is saved.")
	return seeOther(c, clubDeskURL(club.ID))
}

// SecretaryPage names a club's secretary.
type SecretaryPage struct {
	Page
	Now    []Fact
	Action string
	Fields []Field
	Back   string
	Empty  *Empty
}

var secretaryView = newView[SecretaryPage]("clubs/secretary.html")

func (s *Server) clubSecretary(c echo.Context) error { return s.showSecretary(c, nil) }

func (s *Server) showSecretary(c echo.Context, refused error) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	desk, err := s.clubs.Desk(ctx, actor, id)
	if err != nil {
		return err
	}
	people, err := s.clubs.Eligible(ctx, actor, id)
	if err != nil {
		return err
	}
	page := SecretaryPage{Page: s.page(c, "Secretary of "+desk.Club.Name, Crumb{desk.Club.Name, clubDeskURL(id)}), Action: clubURL(id) + "/secretary", Back: clubDeskURL(id)}
	status := http.StatusOK
	if refused != nil {
		if !page.invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	for _, held := range desk.Secretaries {
		page.Now = append(page.Now, Fact{Label: "In office since " + held.Since.Long(), Value: held.Name.String()})
	}
	from := formText(c, "from")
	if from == "" {
		from = s.today().String()
	}
	page.Fields = []Field{s.secretaryField(&page.Page, c, people), page.field(Field{Name: "from", Label: "First day in office", Type: "date", Value: from, Required: true, Width: "medium"})}
	return secretaryView.render(c, status, page)
}

// secretaryField asks for one of the club's members. Of a club without any,
// the first secretary is named by member number.
func (s *Server) secretaryField(p *Page, c echo.Context, people []members.Person) Field {
	if len(people) == 0 {
		return p.field(Field{Name: "person", Label: "Member number of the secretary", Hint: "The club has no members yet, so it can be anybody in the register.", Value: formText(c, "person"), InputMode: "numeric", Required: true, Width: "short"})
	}
	f := p.field(Field{Name: "person", Label: "New secretary", Hint: "One of the club’s members (Rule 2.4).", Type: "select", Required: true, Options: []Option{{Label: "Choose"}}})
	for _, person := range people {
		value := idText(person.ID)
		f.Options = append(f.Options, Option{Value: value, Label: person.Name.Listed(), Selected: value == formText(c, "person")})
	}
	return f
}

func (s *Server) clubSecretarySave(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	in := clubs.NameSecretary{Club: id, Person: formID[auth.PersonID](c, "person"), From: formDay(c, "from")}
	if err := s.clubs.NameSecretary(c.Request().Context(), s.actor(c), in); err != nil {
		return s.showSecretary(c, err)
	}
	s.flash(c, KindSuccess, "The new secretary is recorded.")
	return seeOther(c, clubDeskURL(id))
}
