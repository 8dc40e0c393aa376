package retention

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/erasing"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

func eraseURL(id members.PersonID) string { return kit.PersonURL(id) + "/erase" }

// Of leads from a person's page to erasing them, and says there whether it was asked for or done.
func (s *Desk) Of(c echo.Context, id members.PersonID) ([]kit.Link, []kit.Fact, error) {
	actor := s.Actor(c)
	if actor.Person != id && !auth.Can(actor, auth.ErasePeople, auth.Object{}, s.Today()) {
		return nil, nil, nil
	}
	links := []kit.Link{{Label: "Erase", URL: eraseURL(id), Kind: "secondary"}}
	r, err := s.erasing.Asked(c.Request().Context(), actor, id)
	switch {
	case err != nil || r == nil:
		return links, nil, err
	case r.Done():
		return links, []kit.Fact{{Label: "Erased", Value: r.DoneAt.Date().Long()}}, nil
	}
	return links, []kit.Fact{{Label: "Asked to be erased", Value: r.AskedAt.Date().Long()}}, nil
}

func (s *Desk) erasingAt(c echo.Context) (erasing.View, error) {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return erasing.View{}, err
	}
	return s.erasing.Of(c.Request().Context(), s.Actor(c), id)
}

// ErasePage is the form with what goes and what stays.
type ErasePage struct {
	*kit.FormPage
	Goes, Stays, Why []string
}

var eraseView = kit.NewView[ErasePage](templates, "erase.html")

// renderErasing says what goes and what stays above the form; of who was erased there is no more to decide.
func renderErasing(c echo.Context, status int, page *kit.FormPage, v erasing.View) error {
	out := ErasePage{FormPage: page, Why: erasing.Stays()}
	if v.Request == nil || !v.Request.Done() {
		out.Goes = []string{
			"E-mail, phone, address, notes and former names.",
			"Sign-in and sessions, cards, and letters to the person.",
			"Reasons why the person left, was away or was not drawn against another.",
			"Details on clubs’ lists and in files that were taken over; addresses as a payer, a club or an event.",
			"What the log says of them.",
		}
	}
	out.Stays = []string{
		"Games, results, ratings, terms and the sums of the books. Public pages show the alias, or “" + erasing.Former + "”.",
		"Backups made before still have everything, until the society deletes them.",
		"Not known: a phone number that was noted without its area, and a name where someone else in the register is called the " +
			"same, stay in what the log says of others.",
	}
	return eraseView.Render(c, status, out)
}

// factsOfErasing say how it stands.
func factsOfErasing(p *kit.FormPage, v erasing.View) {
	if v.NoSecond && (v.Request == nil || !v.Request.Done()) {
		p.Facts = append(p.Facts, kit.Fact{
			Label: "Who confirms it",
			Value: "There is no other officer who could. Have the committee appoint another president, secretary or treasurer, or " +
				"someone acting for one, first.",
		})
	}
	name := "Removed at once: the membership ended more than seven years ago, or there was none."
	if !v.NamesUntil.IsZero() {
		name = "Kept in the register until " + v.NamesUntil.Long() + ", for the officers only (Incorporated Societies Act 2022, s 79)."
	}
	if r := v.Request; r != nil {
		p.Facts = append(p.Facts, kit.Fact{Label: "Asked for", Value: r.AskedAt.Long() + ", by " + v.AskedBy})
		if r.Done() {
			p.Facts = append(p.Facts, kit.Fact{Label: "Erased", Value: r.DoneAt.Long()})
			name = "Removed."
			if r.NamesAt.IsZero() {
				until := r.NamesUntil
				if v.NamesUntil.After(until) { // a member since
					until = v.NamesUntil
				}
				name = "Kept in the register until " + until.Long() + " (Incorporated Societies Act 2022, s 79)."
			}
		}
	}
	p.Facts = append(p.Facts, kit.Fact{Label: "The name", Value: name})
	if len(v.Holds) > 0 && (v.Request == nil || !v.Request.Done()) {
		p.Facts = append(p.Facts, kit.Fact{Label: "In the way now", Value: "The person " + strings.Join(v.Holds, "; ") + "."})
	}
}

// ask records that someone is to be erased.
func (s *Desk) ask() kit.Form[erasing.View] {
	return kit.Form[erasing.View]{
		Site: s.Site, Load: s.erasingAt, Render: renderErasing,
		Fill: func(_ echo.Context, in *kit.Filling, _ erasing.View) { in.Set("shown", "neutral") },
		Show: func(c echo.Context, p *kit.FormPage, v erasing.View) error {
			id := v.Person.ID
			name, at := v.Person.Name.String(), kit.PersonURL(id)
			p.Page = s.Page(c, "Erase: "+name, kit.Crumb{Label: name, URL: at})
			p.Action, p.Submit, p.Kind, p.Back = eraseURL(id), "Ask for it", "danger", at
			factsOfErasing(p, v)
			switch {
			case v.Request != nil && v.Request.Done():
				p.Over = "This is done, and cannot be undone."
			case v.Request != nil:
				p.Barred = append(p.Barred, kit.CiteRules("This waits for an officer who did not ask for it."))
				actor := s.Actor(c)
				if actor.Person != v.Request.Asked && actor.Person != id && auth.Can(actor, auth.ErasePeople, auth.Object{}, s.Today()) {
					p.Instead = &kit.Link{Label: "Confirm it", URL: eraseURL(id) + "/confirm"}
				}
				p.Others = append(p.Others, p.Button("withdraw", eraseURL(id)+"/withdraw", "Withdraw the request"))
			default:
				p.Say("Nothing happens before another officer has confirmed it. Until then it can be withdrawn; after that it cannot be undone.")
				alias := "By the alias"
				if v.Person.Alias != "" {
					alias += ": " + v.Person.Alias
				}
				p.Group("", kit.Field{Name: "shown", Label: "How public pages show the games", Type: "radios", Required: true, Options: []kit.Option{
					{Value: "neutral", Label: "As “" + erasing.Former + "”"}, {Value: "alias", Label: alias},
				}})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v erasing.View) (kit.Done, error) {
			return kit.Done{To: eraseURL(v.Person.ID), Message: "Asked for. Another officer has to confirm it."},
				s.erasing.Ask(c.Request().Context(), s.Actor(c), v.Person.ID, in.Text("shown") == "alias")
		},
	}
}

// confirm carries it out.
func (s *Desk) confirm() kit.Form[erasing.View] {
	return kit.Form[erasing.View]{
		Site: s.Site, Load: s.erasingAt, Render: renderErasing,
		Show: func(c echo.Context, p *kit.FormPage, v erasing.View) error {
			id, name := v.Person.ID, v.Person.Name.String()
			p.Page = s.Page(c, "Erase now: "+name, kit.Crumb{Label: name, URL: kit.PersonURL(id)})
			p.Action, p.Submit, p.Kind, p.Back = eraseURL(id)+"/confirm", "Erase it: this cannot be undone", "danger", eraseURL(id)
			factsOfErasing(p, v)
			switch r := v.Request; {
			case r == nil:
				p.Barred = append(p.Barred, kit.CiteRules("No one has asked for this. Ask for it first; another officer confirms it."))
			case r.Done():
				p.Over = "This is done, and cannot be undone."
			case r.Asked == s.Actor(c).Person || id == s.Actor(c).Person:
				p.Barred = append(p.Barred, kit.CiteRules("You asked for this, or it is about you: another officer confirms it."))
			case len(v.Holds) > 0:
				p.Barred = append(p.Barred, kit.CiteRules("First settle what is in the way."))
			}
			return nil
		},
		Take: func(c echo.Context, _ *kit.Filling, v erasing.View) (kit.Done, error) {
			return kit.Done{To: eraseURL(v.Person.ID), Message: "Erased."},
				s.erasing.Confirm(c.Request().Context(), s.Actor(c), v.Person.ID)
		},
	}
}

func (s *Desk) withdraw(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	err = s.erasing.Withdraw(c.Request().Context(), s.Actor(c), id)
	if apperr.KindOf(err) == apperr.Conflict {
		s.Flash(c, kit.KindError, err.Error())
	} else if err != nil {
		return err
	} else {
		s.Flash(c, kit.KindSuccess, "The request is withdrawn.")
	}
	return kit.SeeOther(c, eraseURL(id))
}
