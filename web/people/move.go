package people

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/web/kit"
)

func moveURL(id members.PersonID) string { return kit.PersonURL(id) + "/club" }

// move registers a member with another club.
func (s *Desk) move() kit.Form[leaving.Moving] {
	return kit.Form[leaving.Moving]{
		Site: s.Site, Load: kit.ByID(s.Site, s.leaving.Moving), Version: func(m leaving.Moving) int64 { return m.Version },
		Fill: func(_ echo.Context, in *kit.Filling, m leaving.Moving) {
			in.SetDay("day", s.Today())
			if from := fromOptions(m); len(from) > 0 {
				in.Set("from", from[0].Value)
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, m leaving.Moving) error {
			p.Page = s.Page(c, "Move to another club: "+m.Person.Name.String())
			p.Action, p.Submit, p.Back = moveURL(m.Person.ID), "Move", s.afterMove(c, m)
			from := fromOptions(m)
			if len(from) == 0 {
				p.Barred = append(p.Barred, kit.CiteRules(m.Person.Name.String()+" is not a member now."))
				return nil
			}
			for _, club := range m.Clubs {
				if left, few := m.Few[club.ID]; few {
					p.Say(tooFew(m, club.ID, club.Name, left))
				}
			}
			p.Say("The membership of this year and its fee stay as they are, and what was is kept. The next list of the old club no " +
				"longer has this name; that of the new one does. The secretaries of both clubs are told, and the member where someone " +
				"else does this. Moving back is another move.")
			to := []kit.Option{}
			for _, club := range m.To {
				to = append(to, kit.Option{Value: kit.IDText(club.ID), Label: club.Name})
			}
			to = append(to, kit.Option{Value: "0", Label: "No club"})
			day := kit.DayField(
				"day", "First day with the new club", "A day before today is for the secretary or the treasurer.",
			)
			day.Required = true
			p.Group("", kit.Field{Name: "from", Label: "From", Type: "radios", Required: true, Options: from},
				kit.Field{Name: "to", Label: "To", Type: "select", Required: true, Options: to}, day, kit.Field{
					Name: "reason", Label: "Why?", Required: true, MaxLength: 500, Hint: "The member and the officers can read it.",
				})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, m leaving.Moving) (kit.Done, error) {
			from, to := kit.Chosen[members.ClubID](in, "from"), kit.Chosen[members.ClubID](in, "to")
			if in.Text("to") == "" {
				to = from // nothing was chosen
			}
			return kit.Done{To: s.afterMove(c, m), Message: "Moved. The old membership stays in the history."},
				s.leaving.Move(c.Request().Context(), s.Actor(c), leaving.MoveInput{
					Person: m.Person.ID, Version: in.Version(), From: from, To: to,
					Day: in.Day("day"), Reason: in.Text("reason"),
				})
		},
	}
}

// tooFew says that a club that is left would have too few members, and what becomes of its affiliation.
func tooFew(m leaving.Moving, club members.ClubID, name string, left int) string {
	out := fmt.Sprintf("%s would be left with %s, fewer than rule 2.3 asks of a list.", name, kit.Plural(left, "member", "members"))
	for _, c := range m.To { // those that are affiliated
		switch {
		case c.ID == club && m.Stays:
			out += " It stays affiliated until the end of the year."
		case c.ID == club:
			out += " Its affiliation ends with that (question 2.3-under-minimum)."
		}
	}
	return out
}

func fromOptions(m leaving.Moving) (out []kit.Option) {
	for _, club := range m.Clubs {
		out = append(out, kit.Option{Value: kit.IDText(club.ID), Label: club.Name})
	}
	if m.Alone {
		out = append(out, kit.Option{Value: "0", Label: "No club"})
	}
	return out
}

// afterMove is where whoever moved someone goes on: a club's secretary does not see the person's page.
func (s *Desk) afterMove(c echo.Context, m leaving.Moving) string {
	actor := s.Actor(c)
	switch {
	case actor.Person == m.Person.ID:
		return "/me"
	case auth.Can(actor, auth.ViewRegister, auth.Object{}, s.Today()):
		return kit.PersonURL(m.Person.ID)
	}
	own := actor.ClubsOn(s.Today())
	for _, club := range m.Clubs {
		if slices.Contains(own, club.ID) {
			return kit.ClubDeskURL(club.ID)
		}
	}
	return "/"
}
