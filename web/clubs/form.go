package clubs

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/places"
	"nzgs/web/kit"
)

var clubsCrumb = kit.Crumb{Label: "Clubs", URL: kit.ClubsPath}

// addClub adds a club.
func (s *Desk) addClub() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Render: func(c echo.Context, status int, page *kit.FormPage, _ kit.Nothing) error {
			return s.renderForm(c, status, page, clubs.Club{})
		},
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Add a club", clubsCrumb)
			p.Action, p.Submit, p.Back = "/clubs/new", "Add the club", kit.ClubsPath
			s.fields(c, p)
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
		Site: s.Site, Load: s.clubAt, Render: s.renderForm, Version: func(club clubs.Club) int64 { return club.Version },
		Fill: func(_ echo.Context, in *kit.Filling, club clubs.Club) {
			in.Set("name", club.Name)
			in.Set("short", club.Short)
			in.Set("city", club.City)
			in.Set("meets", club.Meets)
			in.Set("email", club.Email)
			in.Set("website", club.Website)
			in.Set("at", club.At.String())
			in.Set("about", club.About)
		},
		Show: func(c echo.Context, p *kit.FormPage, club clubs.Club) error {
			p.Page = s.Page(c, "Edit "+club.Name, clubsCrumb, kit.Crumb{Label: club.Name, URL: kit.ClubDeskURL(club.ID)})
			p.Action, p.Submit, p.Back = kit.ClubURL(club.ID)+"/edit", "Save", kit.ClubDeskURL(club.ID)
			s.fields(c, p)
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
	if err := auth.Require(s.Actor(c), auth.EditClub, auth.Object{Club: id}, s.Today()); err != nil {
		return clubs.Club{}, err
	}
	return s.clubs.Club(c.Request().Context(), id)
}

// fields are those of a club; its name is asked of officers alone.
func (s *Desk) fields(c echo.Context, p *kit.FormPage) {
	if auth.Can(s.Actor(c), auth.ManageClubs, auth.Object{}, s.Today()) {
		p.Group("The club",
			kit.Field{Name: "name", Label: "Name", Required: true, MaxLength: 100},
			kit.Field{
				Name: "short", Label: "Short name", Hint: "Up to 8 letters for draw sheets, such as Akl.", MaxLength: 8,
				Width: "short",
			})
	}
	p.Group("Where and when",
		kit.Field{Name: "city", Label: "Town", MaxLength: 100, Hint: "In English or in Māori: it puts the club on the map."},
		kit.Field{
			Name: "at", Label: "Point on the map", MaxLength: 60,
			Hint: "Latitude and longitude, such as 41.2889° S, 174.7772° E. Leave it empty if the town is enough.",
		},
		kit.Field{Name: "meets", Label: "Where and when it meets", Hint: "In a sentence. Anyone can read it.", MaxLength: 300},
	)
	p.Group("How to reach it",
		kit.Field{
			Name: "email", Label: "E-mail of the club", Type: "email",
			Hint: "Visitors write to it with a form. While the site sends no letters, the club’s page shows it with “(at)”.",
		},
		kit.Field{Name: "website", Label: "Website", Type: "url"},
	)
	p.Group("About the club", kit.Field{
		Name: "about", Label: "What newcomers should know", Type: "textarea", Rows: 8, MaxLength: 3000,
		Hint: "Who comes, what it costs, where the door is. A blank line begins a paragraph.",
	})
}

func readClub(in *kit.Filling) clubs.ClubInput {
	return clubs.ClubInput{
		Name: in.Text("name"), Short: in.Text("short"), City: in.Text("city"), Meets: in.Text("meets"),
		Email: in.Text("email"), Website: in.Text("website"), At: in.Text("at"), About: in.Lines("about"),
	}
}

// FormPage is the form of a club with its preview.
type FormPage struct {
	kit.FormPage
	Preview *ClubPage
}

var formView = kit.NewView[FormPage](templates, "form.html")

const previewField = "preview"

// previewed shows what was typed as the club's page would have it, without saving it, where that was asked for.
func (s *Desk) previewed(save, typed echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if in.Text(previewField) != "" {
			return typed(c)
		}
		return save(c)
	}
}

func (s *Desk) renderForm(c echo.Context, status int, page *kit.FormPage, club clubs.Club) error {
	out := FormPage{FormPage: *page}
	if in := page.In(); in.Text(previewField) != "" {
		typed := readClub(in)
		club.City, club.Meets, club.Website, club.About = typed.City, typed.Meets, typed.Website, typed.About
		club.At, _ = places.ParsePoint(typed.At)
		if typed.Name != "" {
			club.Name = typed.Name
		}
		shown, err := s.pageOf(c, club)
		if err != nil {
			return err
		}
		out.Preview = &shown
	}
	return formView.Render(c, status, out)
}
