package society

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/members"
	"nzgs/web/kit"
)

// PersonForm edits a person or adds one.
type PersonForm struct {
	kit.Page
	Action   string
	Fields   []kit.Field
	Version  int64
	Own      bool
	Cancel   string
	Likely   []LikelyPerson // who may be the same person, to look at first
	Conflict string         // who saved meanwhile, or ""
}

// LikelyPerson is somebody in the register who may be the one being added.
type LikelyPerson struct {
	Number, Name, URL string
	Why               string
}

var personFormView = kit.NewView[PersonForm](templates, "members/edit.html")

// personInput reads the form of a person.
func personInput(c echo.Context) members.PersonInput {
	return members.PersonInput{
		FamilyName: kit.FormText(c, "family_name"), GivenNames: kit.FormText(c, "given_names"),
		Order: members.NameOrder(kit.FormText(c, "order")),
		Alias: kit.FormText(c, "alias"), PublicAs: members.PublicAs(kit.FormText(c, "public_as")),
		Email: kit.FormText(c, "email"), Phone: kit.FormText(c, "phone"), Address: kit.FormText(c, "address"),
		Grade: kit.FormText(c, "grade"), Note: kit.FormText(c, "note"),
	}
}

func inputOf(p members.Person) members.PersonInput {
	return members.PersonInput{
		FamilyName: p.Name.Family, GivenNames: p.Name.Given, Order: p.Name.Order, Alias: p.Alias, PublicAs: p.PublicAs,
		Email: p.Contact.Email, Phone: p.Contact.Phone, Address: p.Contact.Address, Grade: p.Grade, Note: p.Note,
	}
}

func (f *PersonForm) fill(in members.PersonInput) {
	text := func(name, label, hint, value string) kit.Field {
		return kit.Field{ID: name, Name: name, Label: label, Hint: hint, Value: value, Error: f.ErrorOn(name)}
	}
	if !f.Own {
		family := text("family_name", "Family name", "", in.FamilyName)
		family.Required, family.Autocomplete = true, "off"
		order := kit.Field{ID: "order", Name: "order", Label: "Order of names", Type: "radios", Error: f.ErrorOn("order"), Options: []kit.Option{
			{Value: "", Label: "Work it out from the script", Selected: in.Order == ""},
			{Value: string(members.GivenFirst), Label: "Given names first: Aroha Tūī", Selected: in.Order == members.GivenFirst},
			{Value: string(members.FamilyFirst), Label: "Family name first: 田中 太郎", Selected: in.Order == members.FamilyFirst},
		}}
		f.Fields = append(f.Fields, family, text("given_names", "Given names", "", in.GivenNames), order)
	}
	email, phone := text("email", "E-mail", "", in.Email), text("phone", "Phone", "", in.Phone)
	email.Type, email.Autocomplete, phone.Type, phone.Autocomplete = "email", "email", "tel", "tel"
	address := text("address", "Postal address", "", in.Address)
	address.Type, address.Rows, address.Autocomplete = "textarea", 3, "street-address"
	f.Fields = append(f.Fields, email, phone, address)
	if !f.Own {
		grade := text("grade", "Playing strength", "3d, 12k, or a rating like 3.4", in.Grade)
		grade.Width = "short"
		f.Fields = append(f.Fields, grade)
	}
	shown := kit.Field{ID: "public_as", Name: "public_as", Label: "Public pages show", Type: "radios", Error: f.ErrorOn("public_as"), Options: []kit.Option{
		{Value: string(members.ByName), Label: "The name", Selected: in.PublicAs != members.ByAlias},
		{Value: string(members.ByAlias), Label: "The alias", Selected: in.PublicAs == members.ByAlias},
	}}
	f.Fields = append(
		f.Fields, shown, text("alias", "Alias", "Shown instead of the name on draws, results and the rating list.", in.Alias),
	)
	if !f.Own {
		note := text("note", "Note", "Only officers who keep the register see it.", in.Note)
		note.Type = "textarea"
		f.Fields = append(f.Fields, note)
	}
}

func (s *Desk) personNew(c echo.Context) error {
	page := PersonForm{
		Page:   s.Page(c, "Add a person", kit.Crumb{Label: "Register", URL: kit.RegisterPath}),
		Action: kit.RegisterPath + "/new", Cancel: kit.RegisterPath,
	}
	page.fill(members.PersonInput{})
	return personFormView.Render(c, http.StatusOK, page)
}

func (s *Desk) personCreate(c echo.Context) error {
	in := members.RegisterInput{PersonInput: personInput(c)}
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	for _, v := range form["apart"] {
		if id, err := strconv.ParseInt(v, 10, 64); err == nil {
			in.Apart = append(in.Apart, members.PersonID(id))
		}
	}
	id, err := s.members.Register(c.Request().Context(), s.Actor(c), in)
	if err == nil {
		s.Flash(c, kit.KindSuccess, "Added. Record the membership next.")
		return kit.SeeOther(c, kit.PersonURL(id))
	}
	page := PersonForm{
		Page:   s.Page(c, "Add a person", kit.Crumb{Label: "Register", URL: kit.RegisterPath}),
		Action: kit.RegisterPath + "/new", Cancel: kit.RegisterPath,
	}
	if page.Likely, err = s.likely(c, err); err != nil && !page.Invalid(err) {
		return err
	}
	page.fill(in.PersonInput)
	return personFormView.Render(c, http.StatusUnprocessableEntity, page)
}

// likely lists who may be the person that was to be added; any other error is
// passed on.
func (s *Desk) likely(c echo.Context, err error) ([]LikelyPerson, error) {
	var found *members.PossibleDuplicates
	if !errors.As(err, &found) {
		return nil, err
	}
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

func (s *Desk) personEdit(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	file, err := s.members.File(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := s.personForm(c, file.Person)
	page.fill(inputOf(file.Person))
	return personFormView.Render(c, http.StatusOK, page)
}

func (s *Desk) personForm(c echo.Context, p members.Person) PersonForm {
	return PersonForm{
		Page: s.Page(
			c, "Edit "+p.Name.String(), kit.Crumb{Label: "Register", URL: kit.RegisterPath},
			kit.Crumb{Label: p.Name.String(), URL: kit.PersonURL(p.ID)},
		),
		Action: kit.PersonURL(p.ID) + "/edit", Cancel: kit.PersonURL(p.ID), Version: p.Version,
	}
}

func (s *Desk) personSave(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	in := members.EditInput{PersonInput: personInput(c), ID: id, Version: kit.FormID[int64](c, "version")}
	err = s.members.Edit(c.Request().Context(), s.Actor(c), in)
	if err == nil {
		s.Flash(c, kit.KindSuccess, "Saved.")
		return kit.SeeOther(c, kit.PersonURL(id))
	}
	file, lookErr := s.members.File(c.Request().Context(), s.Actor(c), id)
	if lookErr != nil {
		return lookErr
	}
	page := s.personForm(c, file.Person)
	page.Version = in.Version
	return s.personAgain(c, page, in.PersonInput, file.Person, err)
}

// myEdit changes the reader's own contact data and privacy.
func (s *Desk) myEdit(c echo.Context) error {
	file, err := s.members.File(c.Request().Context(), s.Actor(c), s.Actor(c).Person)
	if err != nil {
		return err
	}
	page := s.myForm(c, file.Person)
	page.fill(inputOf(file.Person))
	return personFormView.Render(c, http.StatusOK, page)
}

func (s *Desk) myForm(c echo.Context, p members.Person) PersonForm {
	return PersonForm{
		Page: s.Page(c, "My details", kit.Crumb{Label: "My page", URL: "/me"}), Action: "/me/edit", Cancel: "/me", Own: true,
		Version: p.Version,
	}
}

func (s *Desk) mySave(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	in := personInput(c)
	version := kit.FormID[int64](c, "version")
	err := s.members.EditOwn(ctx, actor, members.OwnInput{
		ID: actor.Person, Version: version, Email: in.Email, Phone: in.Phone, Address: in.Address, Alias: in.Alias,
		PublicAs: in.PublicAs,
	})
	if err == nil {
		s.Flash(c, kit.KindSuccess, "Saved.")
		return kit.SeeOther(c, "/me")
	}
	file, lookErr := s.members.File(ctx, actor, actor.Person)
	if lookErr != nil {
		return lookErr
	}
	page := s.myForm(c, file.Person)
	page.Version = version
	return s.personAgain(c, page, in, file.Person, err)
}
