package events

import (
	"errors"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// misspelt is a guest of an entry whose name is to be corrected.
type misspelt struct {
	deskEntry
	guest  members.Person
	likely []members.Candidate // who in the register they may be
}

func guestNameURL(e deskEntry, guest members.Person) string {
	return entryURL(e.ID) + "/name?person=" + kit.IDText(guest.ID)
}

// guestNames are the links to correct the names of the guests of an entry.
func (s *Desk) guestNames(c echo.Context, e deskEntry) ([]kit.Link, error) {
	guests, err := s.tournaments.Guests(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return nil, err
	}
	var out []kit.Link
	for _, g := range guests {
		out = append(out, kit.Link{Label: "Correct the name of " + g.Name.String(), URL: guestNameURL(e, g)})
	}
	return out, nil
}

// misspeltOf is the guest of the address.
func (s *Desk) misspeltOf(c echo.Context) (*misspelt, error) {
	e, err := s.entryOf(c)
	if err != nil {
		return nil, err
	}
	guests, err := s.tournaments.Guests(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return nil, err
	}
	id := kit.QueryID[auth.PersonID](c, "person")
	at := slices.IndexFunc(guests, func(g members.Person) bool { return g.ID == id })
	if at < 0 {
		return nil, apperr.New(
			apperr.Conflict, "Only the name of a guest who came into the register by an entry in this event is corrected here, "+
				"and only while the event is not away. Ask the secretary.",
		)
	}
	return &misspelt{deskEntry: e, guest: guests[at]}, nil
}

// correctGuest corrects the name of a guest.
func (s *Desk) correctGuest() kit.Form[*misspelt] {
	return kit.Form[*misspelt]{
		Site: s.Site, Load: s.misspeltOf,
		Fill: func(_ echo.Context, in *kit.Filling, m *misspelt) {
			in.Set("given_names", m.guest.Name.Given)
			in.Set("family_name", m.guest.Name.Family)
			if m.guest.Name.Order == members.FamilyFirst {
				in.Set("family_first", "on")
			}
		},
		Version: func(m *misspelt) int64 { return m.guest.Version },
		Show:    s.showGuestName,
		Take: func(c echo.Context, in *kit.Filling, m *misspelt) (kit.Done, error) {
			name := members.Name{Family: in.Text("family_name"), Given: in.Text("given_names"), Order: members.GivenFirst}
			if in.Ticked("family_first") {
				name.Order = members.FamilyFirst
			}
			err := s.tournaments.CorrectGuest(c.Request().Context(), s.Actor(c), m.ID, members.NameInput{
				ID: m.guest.ID, Version: in.Version(), Name: name, Apart: kit.AllChosen[auth.PersonID](in, "apart"),
			})
			if found := (*members.PossibleDuplicates)(nil); errors.As(err, &found) {
				m.likely = found.Candidates
				err = apperr.New(apperr.Invalid, "Someone in the register may be the same person. Nothing was saved.")
			}
			return kit.Done{To: entryURL(m.ID), Message: "The name is corrected. It was " + m.guest.Name.String() + "."}, err
		},
	}
}

func (s *Desk) showGuestName(c echo.Context, page *kit.FormPage, m *misspelt) error {
	w, list := m.chart, sectionDeskURL(m.Section, "entries")
	page.Page = s.Page(
		c, "Correct the name of "+m.guest.Name.String(), directorCrumb,
		kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)},
		kit.Crumb{Label: w.Section.Name + ": entries", URL: list}, kit.Crumb{Label: m.Name, URL: entryURL(m.ID)},
	)
	page.Shape = kit.ShapeNarrow
	page.Action, page.Submit, page.Back = guestNameURL(m.deskEntry, m.guest), "Correct the name", entryURL(m.ID)
	page.Say("Every page and list shows the new name at once, also of rounds that are played. The log keeps the old one.")
	page.HideTyped("apart")
	if len(m.likely) > 0 {
		page.Hidden, page.Submit = nil, "Correct the name: this is someone else"
		if err := s.sayLikely(c, page, m.likely); err != nil {
			return err
		}
	}
	page.Group("Name").Row(
		kit.Field{Name: "given_names", Label: "Given names"},
		kit.Field{Name: "family_name", Label: "Family name", Required: true},
	).Row(
		kit.Field{Name: "family_first", Label: "The family name comes first", Type: "checkbox", Hint: "As in 王小明."},
	)
	return nil
}

// sayLikely says who may be the same person.
func (s *Desk) sayLikely(c echo.Context, page *kit.FormPage, likely []members.Candidate) error {
	ids := make([]auth.PersonID, len(likely))
	for i, one := range likely {
		ids[i] = one.Person
	}
	people, err := members.People(c.Request().Context(), s.db, ids)
	if err != nil {
		return err
	}
	for _, one := range likely {
		page.Hide("apart", kit.IDText(one.Person))
		page.Say(people[one.Person].Name.String() + " is in the register: " + strings.Join(one.Why, ", ") + ".")
	}
	return nil
}
