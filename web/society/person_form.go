package society

import (
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// PersonForm adds a person.
type PersonForm struct {
	kit.FormPage
	Likely []LikelyPerson // who may be the same person, to look at first
}

// LikelyPerson is somebody in the register who may be the one being added.
type LikelyPerson struct {
	Number, Name, URL string
	Why               string
}

var personFormView = kit.NewView[PersonForm](templates, "members/edit.html")

var registerCrumb = kit.Crumb{Label: "Register", URL: kit.RegisterPath}

// newcomer is somebody being added, and who may be the same person.
type newcomer struct{ likely []LikelyPerson }

// addPerson adds a person to the register.
func (s *Desk) addPerson() kit.Form[*newcomer] {
	return kit.Form[*newcomer]{
		Site: s.Site,
		Load: func(echo.Context) (*newcomer, error) { return &newcomer{}, nil },
		Fill: func(_ echo.Context, in *kit.Filling, _ *newcomer) { fillPerson(in, members.Person{}) },
		Show: func(c echo.Context, p *kit.FormPage, n *newcomer) error {
			p.Page = s.Page(c, "Add a person", registerCrumb)
			p.Action, p.Submit, p.Back = kit.RegisterPath+"/new", "Add", kit.RegisterPath
			for _, one := range n.likely {
				p.Submit = "Add: this is someone else"
				p.Hide("apart", one.Number)
			}
			p.Group("", personFields(true)...)
			return nil
		},
		Take: s.takePerson,
		Render: func(c echo.Context, status int, p *kit.FormPage, n *newcomer) error {
			if len(n.likely) > 0 {
				p.Errors = nil // the page says it above the form, with who it may be
			}
			return personFormView.Render(c, status, PersonForm{FormPage: *p, Likely: n.likely})
		},
	}
}

func (s *Desk) takePerson(c echo.Context, in *kit.Filling, n *newcomer) (kit.Done, error) {
	id, err := s.members.Register(c.Request().Context(), s.Actor(c), members.RegisterInput{
		PersonInput: personInput(in), Apart: kit.AllChosen[members.PersonID](in, "apart"),
	})
	var found *members.PossibleDuplicates
	if errors.As(err, &found) {
		if n.likely, err = s.likely(c, found); err == nil {
			err = apperr.New(apperr.Invalid, "This person may already be in the register.")
		}
	}
	return kit.Done{To: kit.PersonURL(id), Message: "Added. Record the membership next."}, err
}

// likely lists who may be the person that was to be added.
func (s *Desk) likely(c echo.Context, found *members.PossibleDuplicates) ([]LikelyPerson, error) {
	ids := make([]members.PersonID, len(found.Candidates))
	for i, cand := range found.Candidates {
		ids[i] = cand.Person
	}
	people, err := members.People(c.Request().Context(), s.db, ids)
	if err != nil {
		return nil, err
	}
	var out []LikelyPerson
	for _, cand := range found.Candidates {
		out = append(out, LikelyPerson{
			Number: members.Number(cand.Person), Name: people[cand.Person].Name.String(),
			URL: kit.PersonURL(cand.Person), Why: strings.Join(cand.Why, ", "),
		})
	}
	return out, nil
}

// changePerson changes a person of the register.
func (s *Desk) changePerson() kit.Form[members.File] {
	return kit.Form[members.File]{
		Site: s.Site, Load: kit.ByID(s.Site, s.members.File), Version: personVersion, Fill: fillFile,
		Show: func(c echo.Context, p *kit.FormPage, f members.File) error {
			name, here := f.Person.Name.String(), kit.PersonURL(f.Person.ID)
			p.Page = s.Page(c, "Edit "+name, registerCrumb, kit.Crumb{Label: name, URL: here})
			p.Action, p.Submit, p.Back = here+"/edit", "Save", here
			p.Group("", withAccount(personFields(true), f.Person, "Its owner changes it on the page “My account”; the secretary "+
				"and administrators, under “Accounts”.")...)
			p.Group("", kit.Field{
				Name: "keep_name", Label: "If the name changes: keep the one until now as a former name", Type: "checkbox",
				Hint: "Not for a spelling mistake. Former names are found in searches; public pages show them only if the person wants.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f members.File) (kit.Done, error) {
			return kit.Done{To: kit.PersonURL(f.Person.ID), Message: "Saved."},
				s.members.Edit(c.Request().Context(), s.Actor(c), members.EditInput{
					PersonInput: personInput(in), ID: f.Person.ID, Version: in.Version(), KeepName: in.Ticked("keep_name"),
				})
		},
	}
}

// changeMine changes the reader's own contact data and privacy.
func (s *Desk) changeMine() kit.Form[members.File] {
	return kit.Form[members.File]{
		Site: s.Site, Version: personVersion, Fill: fillFile,
		Load: func(c echo.Context) (members.File, error) {
			return s.members.File(c.Request().Context(), s.Actor(c), s.Actor(c).Person)
		},
		Show: func(c echo.Context, p *kit.FormPage, f members.File) error {
			p.Page = s.Page(c, "My details", kit.Crumb{Label: "My page", URL: "/me"})
			p.Action, p.Submit, p.Back = "/me/edit", "Save", "/me"
			p.Group("", withAccount(personFields(false), f.Person, "Change it on the page “My account”.")...)
			if len(f.Former) > 0 {
				p.Group("", kit.Field{
					Name: "show_former", Label: "My player page shows my former names: " + formerNames(f.Former), Type: "checkbox",
					Hint: "Never while the alias is shown.",
				})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f members.File) (kit.Done, error) {
			typed := personInput(in)
			return kit.Done{To: "/me", Message: "Saved."},
				s.members.EditOwn(c.Request().Context(), s.Actor(c), members.OwnInput{
					ID: f.Person.ID, Version: in.Version(), Email: typed.Email, Phone: typed.Phone, Address: typed.Address,
					Alias: typed.Alias, PublicAs: typed.PublicAs, ShowFormer: in.Ticked("show_former"),
				})
		},
	}
}

func personVersion(f members.File) int64 { return f.Person.Version }

func fillFile(_ echo.Context, in *kit.Filling, f members.File) { fillPerson(in, f.Person) }

// fillPerson fills the form with a person as they are saved.
func fillPerson(in *kit.Filling, p members.Person) {
	in.Set("family_name", p.Name.Family)
	in.Set("given_names", p.Name.Given)
	in.Set("order", string(p.Name.Order))
	in.Set("email", p.WrittenTo())
	in.Set("phone", p.Contact.Phone)
	in.Set("address", p.Contact.Address)
	in.Set("grade", p.Grade)
	in.Set("alias", p.Alias)
	in.Set("note", p.Note)
	in.Tick("show_former", p.ShowFormer)
	in.Set("public_as", string(members.ByName))
	if p.PublicAs == members.ByAlias {
		in.Set("public_as", string(members.ByAlias))
	}
}

func personInput(in *kit.Filling) members.PersonInput {
	return members.PersonInput{
		FamilyName: in.Text("family_name"), GivenNames: in.Text("given_names"), Order: members.NameOrder(in.Text("order")),
		Alias: in.Text("alias"), PublicAs: members.PublicAs(in.Text("public_as")), Email: in.Text("email"),
		Phone: in.Text("phone"), Address: in.Lines("address"), Grade: in.Text("grade"), Note: in.Lines("note"),
	}
}

// withAccount shows the address of a person with an account, and where it is
// changed.
func withAccount(fields []kit.Field, p members.Person, where string) []kit.Field {
	for i := range fields {
		if fields[i].Name == "email" && p.SignsInWith != "" {
			fields[i].ReadOnly, fields[i].Hint = true, "It is also used to sign in. "+where
			if p.SignsInApart() {
				fields[i].Hint = "Letters go there; " + p.SignsInWith + " is used to sign in. " + where
			}
		}
	}
	return fields
}

// personFields are the fields of a person: all of them for the officers who keep
// the register, contact data and privacy for the person concerned.
func personFields(officer bool) []kit.Field {
	contact := []kit.Field{
		{Name: "email", Label: "E-mail", Type: "email", Autocomplete: "email"},
		{Name: "phone", Label: "Phone", Type: "tel", Autocomplete: "tel"},
		{Name: "address", Label: "Postal address", Type: "textarea", Rows: 3, Autocomplete: "street-address"},
	}
	public := []kit.Field{
		{Name: "public_as", Label: "Public pages show", Type: "radios", Options: []kit.Option{
			{Value: string(members.ByName), Label: "The name"}, {Value: string(members.ByAlias), Label: "The alias"},
		}},
		{Name: "alias", Label: "Alias", Hint: "Shown instead of the name on draws, results and the rating list."},
	}
	if !officer {
		return append(contact, public...)
	}
	fields := append([]kit.Field{
		{Name: "family_name", Label: "Family name", Required: true, Autocomplete: "off"},
		{Name: "given_names", Label: "Given names"},
		{Name: "order", Label: "Order of names", Type: "radios", Options: []kit.Option{
			{Label: "Work it out from the script"},
			{Value: string(members.GivenFirst), Label: "Given names first: Aroha Tūī"},
			{Value: string(members.FamilyFirst), Label: "Family name first: 田中 太郎"},
		}},
	}, contact...)
	fields = append(fields, kit.Field{
		Name: "grade", Label: "Playing strength", Hint: "3d, 12k, or a rating like 3.4", Width: "short",
	})
	fields = append(fields, public...)
	return append(fields, kit.Field{
		Name: "note", Label: "Note", Hint: "Officers who keep the register see it, and the person in the file of the own data.", Type: "textarea",
	})
}
