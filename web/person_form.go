package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/members"
)

// PersonForm edits a person or adds one.
type PersonForm struct {
	Page
	Action   string
	Fields   []Field
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

var personFormView = newView[PersonForm]("members/edit.html")

// personInput reads the form of a person.
func personInput(c echo.Context) members.PersonInput {
	return members.PersonInput{
		FamilyName: formText(c, "family_name"), GivenNames: formText(c, "given_names"), Order: members.NameOrder(formText(c, "order")),
		Alias: formText(c, "alias"), PublicAs: members.PublicAs(formText(c, "public_as")),
		Email: formText(c, "email"), Phone: formText(c, "phone"), Address: formText(c, "address"),
		Grade: formText(c, "grade"), Note: formText(c, "note"),
	}
}

func inputOf(p members.Person) members.PersonInput {
	return members.PersonInput{
		FamilyName: p.Name.Family, GivenNames: p.Name.Given, Order: p.Name.Order, Alias: p.Alias, PublicAs: p.PublicAs,
		Email: p.Contact.Email, Phone: p.Contact.Phone, Address: p.Contact.Address, Grade: p.Grade, Note: p.Note,
	}
}

func (f *PersonForm) fill(in members.PersonInput) {
	text := func(name, label, hint, value string) Field {
		return Field{ID: name, Name: name, Label: label, Hint: hint, Value: value, Error: f.errorOn(name)}
	}
	if !f.Own {
		family := text("family_name", "Family name", "", in.FamilyName)
		family.Required, family.Autocomplete = true, "off"
		order := Field{ID: "order", Name: "order", Label: "Written", Type: "radios", Error: f.errorOn("order"), Options: []Option{
			{Value: "", Label: "As the script suggests", Selected: in.Order == ""},
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
	shown := Field{ID: "public_as", Name: "public_as", Label: "Public pages show", Type: "radios", Error: f.errorOn("public_as"), Options: []Option{
		{Value: string(members.ByName), Label: "The name", Selected: in.PublicAs != members.ByAlias},
		{Value: string(members.ByAlias), Label: "The alias", Selected: in.PublicAs == members.ByAlias},
	}}
	f.Fields = append(f.Fields, shown, text("alias", "Alias", "Shown in place of the name on draws, results and the rating list.", in.Alias))
	if !f.Own {
		note := text("note", "Note", "Only officers who keep the register see it.", in.Note)
		note.Type = "textarea"
		f.Fields = append(f.Fields, note)
	}
}

func (s *Server) personNew(c echo.Context) error {
	page := PersonForm{Page: s.page(c, "Add a person", Crumb{"Register", registerPath}), Action: registerPath + "/new", Cancel: registerPath}
	page.fill(members.PersonInput{})
	return personFormView.render(c, http.StatusOK, page)
}

func (s *Server) personCreate(c echo.Context) error {
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
	id, err := s.members.Register(c.Request().Context(), s.actor(c), in)
	if err == nil {
		s.flash(c, KindSuccess, "Added. Record the membership next.")
		return seeOther(c, personURL(id))
	}
	page := PersonForm{Page: s.page(c, "Add a person", Crumb{"Register", registerPath}), Action: registerPath + "/new", Cancel: registerPath}
	if page.Likely, err = s.likely(c, err); err != nil && !page.invalid(err) {
		return err
	}
	page.fill(in.PersonInput)
	return personFormView.render(c, http.StatusUnprocessableEntity, page)
}

// likely lists who may be the person that was to be added; any other error is
// passed on.
func (s *Server) likely(c echo.Context, err error) ([]LikelyPerson, error) {
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
			URL: personURL(cand.Person), Why: strings.Join(cand.Why, ", "),
		})
	}
	return out, nil
}

func (s *Server) personEdit(c echo.Context) error {
	id, err := pathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	file, err := s.members.File(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	page := s.personForm(c, file.Person)
	page.fill(inputOf(file.Person))
	return personFormView.render(c, http.StatusOK, page)
}

func (s *Server) personForm(c echo.Context, p members.Person) PersonForm {
	return PersonForm{
		Page:   s.page(c, "Edit "+p.Name.String(), Crumb{"Register", registerPath}, Crumb{p.Name.String(), personURL(p.ID)}),
		Action: personURL(p.ID) + "/edit", Cancel: personURL(p.ID), Version: p.Version,
	}
}

func (s *Server) personSave(c echo.Context) error {
	id, err := pathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	in := members.EditInput{PersonInput: personInput(c), ID: id, Version: formID[int64](c, "version")}
	err = s.members.Edit(c.Request().Context(), s.actor(c), in)
	if err == nil {
		s.flash(c, KindSuccess, "Saved.")
		return seeOther(c, personURL(id))
	}
	file, lookErr := s.members.File(c.Request().Context(), s.actor(c), id)
	if lookErr != nil {
		return lookErr
	}
	page := s.personForm(c, file.Person)
	page.Version = in.Version
	return s.personAgain(c, page, in.PersonInput, file.Person, err)
}

// myEdit changes the reader's own contact data and privacy.
func (s *Server) myEdit(c echo.Context) error {
	file, err := s.members.File(c.Request().Context(), s.actor(c), s.actor(c).Person)
	if err != nil {
		return err
	}
	page := s.myForm(c, file.Person)
	page.fill(inputOf(file.Person))
	return personFormView.render(c, http.StatusOK, page)
}

func (s *Server) myForm(c echo.Context, p members.Person) PersonForm {
	return PersonForm{Page: s.page(c, "My details", Crumb{"My page", "/me"}), Action: "/me/edit", Cancel: "/me", Own: true, Version: p.Version}
}

func (s *Server) mySave(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.actor(c)
	in := personInput(c)
	version := formID[int64](c, "version")
	err := s.members.EditOwn(ctx, actor, members.OwnInput{
		ID: actor.Person, Version: version, Email: in.Email, Phone: in.Phone, Address: in.Address, Alias: in.Alias, PublicAs: in.PublicAs,
	})
	if err == nil {
		s.flash(c, KindSuccess, "Saved.")
		return seeOther(c, "/me")
	}
	file, lookErr := s.members.File(ctx, actor, actor.Person)
	if lookErr != nil {
		return lookErr
	}
	page := s.myForm(c, file.Person)
	page.Version = version
	return s.personAgain(c, page, in, file.Person, err)
}
