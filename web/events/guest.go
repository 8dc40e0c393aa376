package events

import (
	"errors"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/elsewhere"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// LikelyPlayer is somebody in the register who may be the guest that was to be
// put in.
type LikelyPlayer struct {
	Name, Why string
	Enter     *kit.PostButton
}

// newcomer is somebody to be put into the register and into a section.
type newcomer struct {
	chart  *tournaments.Wallchart
	likely []members.Candidate // who in the register they may be
	listed *elsewhere.Found    // in the list of another association; nil: not from one
}

// enterGuest puts somebody who is not in the register into it, and into a
// section.
func (s *Desk) enterGuest() kit.Form[*newcomer] {
	return kit.Form[*newcomer]{
		Site: s.Site,
		Load: func(c echo.Context) (*newcomer, error) {
			w, err := s.deskChart(c, auth.DirectEvent)
			n := &newcomer{chart: w}
			if id := kit.QueryID[int64](c, "listed"); err == nil && id != 0 {
				found, err := s.elsewhere.ByID(c.Request().Context(), s.Actor(c), id)
				if err != nil {
					return nil, err
				}
				n.listed = &found
			}
			return n, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, n *newcomer) {
			if n.listed != nil {
				fillListed(in, *n.listed)
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, n *newcomer) error {
			w, list := n.chart, sectionDeskURL(n.chart.Section.ID, "entries")
			page.Page = s.Page(
				c, "Someone new", directorCrumb, kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)},
				kit.Crumb{Label: w.Section.Name + ": entries", URL: list},
			)
			page.Action, page.Submit, page.Back = list+"/guest", "Enter", list
			page.HideTyped("apart")
			if len(n.likely) > 0 {
				page.Hidden, page.Submit = nil, "Enter: this is someone else"
				for _, one := range n.likely {
					page.Hide("apart", kit.IDText(one.Person))
				}
			}
			s.guestFields(page, w)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, n *newcomer) (kit.Done, error) {
			e, err := s.tournaments.EnterGuest(
				c.Request().Context(), s.Actor(c), readGuest(in, n.chart), kit.AllChosen[auth.PersonID](in, "apart")...,
			)
			if found := (*members.PossibleDuplicates)(nil); errors.As(err, &found) {
				n.likely = found.Candidates
				err = apperr.New(apperr.Invalid, "This person may already be in the register.")
			}
			return kit.Done{To: sectionDeskURL(n.chart.Section.ID, "entries"), Message: enteredText(e)}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, n *newcomer) error {
			out := EntryPage{
				FormPage: *page,
				Text: "They are added to the register as a guest, without a membership, and entered in " +
					n.chart.Section.Name + ".",
			}
			var err error
			if out.Likely, err = s.likelyPlayers(c, page, n); err != nil {
				return err
			}
			if len(out.Likely) > 0 { // who says so themselves
				out.Errors = slices.DeleteFunc(out.Errors, func(e kit.FieldError) bool { return e.Field == "" })
			}
			return entryView.Render(c, status, out)
		},
	}
}

// fillListed fills in what the list of another association has of a player.
func fillListed(in *kit.Filling, f elsewhere.Found) {
	in.Set("family_name", f.Family)
	in.Set("given_names", f.Given)
	in.Set("country", f.Country)
	in.Set("club", f.Club)
	if f.Rating != nil {
		in.Set("rating", f.Rating.String())
	}
	if f.Source == elsewhere.AGA {
		in.Set("aga_id", f.Number)
	} else {
		in.Set("pin", f.Number)
	}
}

// likelyPlayers are the people who may be the newcomer, each with a button that
// enters them.
func (s *Desk) likelyPlayers(c echo.Context, page *kit.FormPage, n *newcomer) ([]LikelyPlayer, error) {
	ids := make([]auth.PersonID, len(n.likely))
	for i, one := range n.likely {
		ids[i] = one.Person
	}
	people, err := members.People(c.Request().Context(), s.db, ids)
	if err != nil {
		return nil, err
	}
	var out []LikelyPlayer
	for _, one := range n.likely {
		id, name := kit.IDText(one.Person), people[one.Person].Name.String()
		enter := page.Button(
			"enter"+id, sectionDeskURL(n.chart.Section.ID, "entries"), "Enter them", kit.Hidden{Name: "person", Value: id},
			kit.Hidden{Name: "rating", Value: page.In().Text("rating")}, kit.Hidden{Name: "visitor", Value: "on"},
		)
		enter.Kind, enter.Small, enter.For = "secondary", "small", ": "+name
		out = append(out, LikelyPlayer{Name: name, Why: strings.Join(one.Why, ", "), Enter: enter})
	}
	return out, nil
}

func readGuest(in *kit.Filling, w *tournaments.Wallchart) tournaments.GuestInput {
	guest := tournaments.GuestInput{
		FamilyName: in.Text("family_name"), GivenNames: in.Text("given_names"), FamilyFirst: in.Ticked("family_first"),
		Email: in.Text("email"), EntryInput: readEntry(in),
	}
	guest.Section, guest.Visitor = w.Section.ID, true
	guest.Team = kit.Chosen[tournaments.TeamID](in, "team")
	return guest
}

func (s *Desk) guestFields(page *kit.FormPage, w *tournaments.Wallchart) {
	who := page.Group("Who").Row(
		kit.Field{Name: "given_names", Label: "Given names"},
		kit.Field{Name: "family_name", Label: "Family name", Required: true},
	)
	if !s.AtVenue { // addresses do not travel
		who = who.Row(kit.Field{
			Name: "email", Label: "E-mail", Type: "email", Hint: "If they have one; only the society’s officers see it.",
		})
	}
	who.Row(
		kit.Field{
			Name: "family_first", Label: "The family name comes first", Type: "checkbox", Hint: "As in 王小明.",
		},
	)
	if w.Section.Teams() && len(w.Teams()) > 0 {
		page.Group("Team", kit.Field{Name: "team", Label: "Team", Type: "select", Options: teamOptions(w, "None yet")})
	}
	entryFields(page, w, kit.Field{
		Name: "rating", Label: "Grade or rating", Required: true, Hint: "3d, 12k or 3.4.",
	})
}
