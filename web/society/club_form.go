package society

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// ClubFormPage adds a club or changes one.
type ClubFormPage struct {
	kit.Page
	Action string
	Fields []kit.Field
	Hidden []kit.Hidden
	Submit string
	Back   string
}

var clubFormView = kit.NewView[ClubFormPage](templates, "clubs/form.html")

func readClub(c echo.Context) clubs.ClubInput {
	return clubs.ClubInput{
		Name: kit.FormText(c, "name"), Short: kit.FormText(c, "short"), City: kit.FormText(c, "city"),
		Meets: kit.FormText(c, "meets"), Email: kit.FormText(c, "email"), Website: kit.FormText(c, "website"),
	}
}

func (p *ClubFormPage) fill(in clubs.ClubInput) {
	for _, f := range []kit.Field{
		{Name: "name", Label: "Name", Value: in.Name, Required: true, MaxLength: 100},
		{
			Name: "short", Label: "Short name", Hint: "Up to 8 letters for draw sheets, such as Akl.", Value: in.Short,
			MaxLength: 8, Width: "short",
		},
		{Name: "city", Label: "Place", Value: in.City, MaxLength: 100},
		{
			Name: "meets", Label: "Where and when it meets", Hint: "In a sentence. Anyone can read it.", Value: in.Meets,
			MaxLength: 300,
		},
		{
			Name: "email", Label: "E-mail of the club", Hint: "Anyone can read it. Leave it empty if there is none.",
			Type: "email", Value: in.Email,
		},
		{Name: "website", Label: "Website", Type: "url", Value: in.Website},
	} {
		p.Fields = append(p.Fields, p.Field(f))
	}
}

func (s *Desk) clubNew(c echo.Context) error { return s.showNewClub(c, nil) }

func (s *Desk) showNewClub(c echo.Context, refused error) error {
	page := ClubFormPage{
		Page: s.Page(c, "Add a club", kit.Crumb{Label: "Clubs", URL: clubsPath}), Action: "/clubs/new",
		Submit: "Add the club", Back: clubsPath,
	}
	status := http.StatusOK
	if refused != nil {
		if !page.Invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	page.fill(readClub(c))
	return clubFormView.Render(c, status, page)
}

func (s *Desk) clubCreate(c echo.Context) error {
	in := readClub(c)
	id, err := s.clubs.Found(c.Request().Context(), s.Actor(c), in)
	if err != nil {
		return s.showNewClub(c, err)
	}
	s.Flash(c, kit.KindSuccess, in.Name+" is added. It is affiliated once its list and fee are in.")
	return kit.SeeOther(c, kit.ClubDeskURL(id))
}

func (s *Desk) clubEdit(c echo.Context) error {
	club, err := s.clubAt(c)
	if err != nil {
		return err
	}
	return s.showClubForm(
		c, club,
		clubs.ClubInput{
			Name: club.Name, Short: club.Short, City: club.City, Meets: club.Meets, Email: club.Email, Website: club.Website,
		},
		club.Version, nil,
	)
}

func (s *Desk) clubAt(c echo.Context) (clubs.Club, error) {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return clubs.Club{}, err
	}
	return s.clubs.Club(c.Request().Context(), id)
}

func (s *Desk) showClubForm(c echo.Context, club clubs.Club, in clubs.ClubInput, shown int64, refused error) error {
	page := ClubFormPage{
		Page: s.Page(c, "Edit "+club.Name, kit.Crumb{
			Label: "Clubs", URL: clubsPath,
		}, kit.Crumb{Label: club.Name, URL: kit.ClubDeskURL(club.ID)}),
		Action: kit.ClubURL(club.ID) + "/edit", Submit: "Save", Back: kit.ClubDeskURL(club.ID),
		Hidden: []kit.Hidden{kit.VersionField(shown)},
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.Invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.Conflicting(refused):
		// What was typed stays; saving once more replaces what is saved now.
		page.Hidden, status = []kit.Hidden{kit.VersionField(club.Version)}, http.StatusConflict
	default:
		return refused
	}
	page.fill(in)
	return clubFormView.Render(c, status, page)
}

func (s *Desk) clubSave(c echo.Context) error {
	club, err := s.clubAt(c)
	if err != nil {
		return err
	}
	in := readClub(c)
	if err := s.clubs.Edit(c.Request().Context(), s.Actor(c), clubs.EditClub{
		ID: club.ID, Version: kit.FormVersion(c), ClubInput: in,
	}); err != nil {
		return s.showClubForm(c, club, in, kit.FormVersion(c), err)
	}
	s.Flash(c, kit.KindSuccess, "The club is saved.")
	return kit.SeeOther(c, kit.ClubDeskURL(club.ID))
}

// SecretaryPage names a club's secretary.
type SecretaryPage struct {
	kit.Page
	Now    []kit.Fact
	Action string
	Fields []kit.Field
	Back   string
	Empty  *kit.Empty
}

var secretaryView = kit.NewView[SecretaryPage](templates, "clubs/secretary.html")

func (s *Desk) clubSecretary(c echo.Context) error { return s.showSecretary(c, nil) }

func (s *Desk) showSecretary(c echo.Context, refused error) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	desk, err := s.clubs.Desk(ctx, actor, id)
	if err != nil {
		return err
	}
	people, err := s.clubs.Eligible(ctx, actor, id)
	if err != nil {
		return err
	}
	page := SecretaryPage{
		Page:   s.Page(c, "Secretary of "+desk.Club.Name, kit.Crumb{Label: desk.Club.Name, URL: kit.ClubDeskURL(id)}),
		Action: kit.ClubURL(id) + "/secretary", Back: kit.ClubDeskURL(id),
	}
	status := http.StatusOK
	if refused != nil {
		if !page.Invalid(refused) {
			return refused
		}
		status = http.StatusUnprocessableEntity
	}
	for _, held := range desk.Secretaries {
		page.Now = append(page.Now, kit.Fact{Label: "In office since " + held.Since.Long(), Value: held.Name.String()})
	}
	from := kit.FormText(c, "from")
	if from == "" {
		from = s.Today().String()
	}
	page.Fields = []kit.Field{
		s.secretaryField(&page.Page, c, people),
		page.Field(kit.Field{
			Name: "from", Label: "First day in office", Type: "date", Value: from, Required: true, Width: "medium",
		}),
	}
	return secretaryView.Render(c, status, page)
}

// secretaryField asks for one of the club's members. Of a club without any,
// the first secretary is named by member number.
func (s *Desk) secretaryField(p *kit.Page, c echo.Context, people []members.Person) kit.Field {
	if len(people) == 0 {
		return p.Field(kit.Field{
			Name: "person", Label: "Member number of the secretary",
			Hint: "The club has no members yet, so it can be anyone in the register.", Value: kit.FormText(c, "person"),
			InputMode: "numeric", Required: true, Width: "short",
		})
	}
	f := p.Field(kit.Field{
		Name: "person", Label: "New secretary", Hint: "One of the club’s members (Rule 2.4).", Type: "select", Required: true,
		Options: []kit.Option{{Label: "Choose"}},
	})
	for _, person := range people {
		value := kit.IDText(person.ID)
		f.Options = append(f.Options, kit.Option{
			Value: value, Label: person.Name.Listed(), Selected: value == kit.FormText(c, "person"),
		})
	}
	return f
}

func (s *Desk) clubSecretarySave(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	in := clubs.NameSecretary{Club: id, Person: kit.FormID[auth.PersonID](c, "person"), From: formDay(c, "from")}
	if err := s.clubs.NameSecretary(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.showSecretary(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The new secretary is recorded.")
	return kit.SeeOther(c, kit.ClubDeskURL(id))
}
