package kit

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
)

// PersonChoice is the first step of a form about a person: search, and choose.
type PersonChoice struct {
	Action   string
	Search   Field
	Searched bool
	Count    string
	Found    []Link
}

// FoundPeople is how many people a search for one shows.
const FoundPeople = 20

// ChoosePerson searches for the person named in the address. link is where
// choosing somebody leads. The route of a page with it says so by Lists.
func (s *Site) ChoosePerson(
	c echo.Context, p *Page, action string, link func(auth.Someone) Link,
) (PersonChoice, error) {
	query := c.QueryParam("q")
	choice := PersonChoice{
		Action: action,
		Search: p.Field(Field{
			Name: "q", Label: "Name of the person", Type: "search", Value: query,
			Hint: "Or their member number. They must already be in the register.", Autocomplete: "off",
		}),
		Searched: query != "",
	}
	if err := errUnmarked(c); err != nil {
		return choice, err
	}
	NamesPeople(c, 0)
	if !choice.Searched {
		return choice, nil
	}
	found, err := s.FindPeople(c.Request().Context(), s.Actor(c), query, FoundPeople+1)
	if err != nil {
		return choice, err
	}
	switch {
	case len(found) == 0:
		choice.Count = "No one in the register has this name or number. Try part of the name, or add the person to the " +
			"register first."
	case len(found) > FoundPeople:
		found = found[:FoundPeople]
		choice.Count = fmt.Sprintf("Here are the first %d people found. Type more of the name to see fewer.", FoundPeople)
	case len(found) == 1:
		choice.Count = "1 person"
	default:
		choice.Count = fmt.Sprintf("%d people", len(found))
	}
	NamesPeople(c, len(found)) // who looks for one person after the other reads the register
	for _, one := range found {
		choice.Found = append(choice.Found, link(one))
	}
	return choice, nil
}

// AskPerson asks whom a form is about, in place of the form, as long as nobody
// stands in its "person"; one has no id then. Choosing somebody leads to
// path.
func (s *Site) AskPerson(c echo.Context, page *FormPage, path string) (one auth.Someone, err error) {
	person := Chosen[auth.PersonID](page.in, personField)
	if person != 0 {
		page.Hide(personField, IDText(person))
		NamesPeople(c, 1)
		return s.Auth.Person(c.Request().Context(), s.Actor(c), person)
	}
	choice, err := s.ChoosePerson(c, &page.Page, path, func(one auth.Someone) Link {
		return Link{Label: one.Name.Listed(), URL: path + "?" + personField + "=" + IDText(one.Person)}
	})
	page.Choice, page.Shape = &choice, ShapeNarrow
	return auth.Someone{}, err
}

const personField = "person"
