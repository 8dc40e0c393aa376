package society

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// PersonConflict shows what somebody wanted to save of a person beside what
// another person saved meanwhile.
type PersonConflict struct {
	kit.Page
	Conflict kit.Conflict
	Action   string
	Version  int64 // the one saved now
	Hidden   []kit.Hidden
	Cancel   string
}

var personConflictView = kit.NewView[PersonConflict](templates, "members/conflict.html")

// personAgain answers a form of a person that was refused: the form again
// with what is wrong, or both versions when somebody else was faster.
func (s *Desk) personAgain(
	c echo.Context, page PersonForm, in members.PersonInput, now members.Person, err error,
) error {
	var refused *apperr.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == apperr.Conflict:
		return personConflictView.Render(c, http.StatusConflict, personConflict(page, in, now, refused.Message))
	case page.Invalid(err):
		page.fill(in)
		return personFormView.Render(c, http.StatusUnprocessableEntity, page)
	}
	return err
}

func personConflict(page PersonForm, in members.PersonInput, now members.Person, text string) PersonConflict {
	saved := inputOf(now)
	out := PersonConflict{
		Page: page.Page, Action: page.Action, Version: now.Version, Cancel: page.Cancel,
		Conflict: kit.Conflict{Text: text + " Compare, then keep what is saved or save yours instead."},
	}
	add := func(name, label, yours, theirs string) {
		out.Conflict.Rows = append(out.Conflict.Rows, kit.ConflictRow{
			Label: label, Yours: yours, Theirs: theirs, Differs: yours != theirs,
		})
		out.Hidden = append(out.Hidden, kit.Hidden{Name: name, Value: yours})
	}
	if !page.Own {
		add("family_name", "Family name", in.FamilyName, saved.FamilyName)
		add("given_names", "Given names", in.GivenNames, saved.GivenNames)
		add("grade", "Playing strength", in.Grade, saved.Grade)
		add("note", "Note", in.Note, saved.Note)
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "order", Value: string(in.Order)})
	}
	add("email", "E-mail", in.Email, saved.Email)
	add("phone", "Phone", in.Phone, saved.Phone)
	add("address", "Address", in.Address, saved.Address)
	add("alias", "Alias", in.Alias, saved.Alias)
	add("public_as", "Public pages show", string(in.PublicAs), string(saved.PublicAs))
	return out
}
