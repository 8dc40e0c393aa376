package people

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/web/kit"
)

const resignPath = "/me/resign"

// leave records that someone resigned or died.
func (s *Desk) leave() kit.Form[members.File] {
	return kit.Form[members.File]{
		Site: s.Site, Load: kit.ByID(s.Site, s.members.File), Version: fileVersion,
		Fill: func(_ echo.Context, in *kit.Filling, _ members.File) { in.SetDay("day", s.Today()) },
		Show: func(c echo.Context, p *kit.FormPage, f members.File) error {
			name, at := f.Person.Name.String(), kit.PersonURL(f.Person.ID)
			p.Page = s.Page(c, "Record who left: "+name, registerCrumb, kit.Crumb{Label: name, URL: at})
			p.Action, p.Submit, p.Back = at+"/leave", "Record it", at
			p.Say(
				"Terms that reach beyond the day end on it. They stay in the history, and a mistake can be undone. " +
					"An exclusion is recorded by the committee (rule 2.5).",
			)
			if err := s.sayOffices(c, p, f.Person.ID, leaving.Died); err != nil {
				return err
			}
			day := kit.DayField("day", "Last day as a member", "Of who died: the day of death.")
			day.Required = true
			p.Group("", kit.Field{Name: "kind", Label: "What happened", Type: "radios", Required: true, Options: []kit.Option{
				{Value: string(leaving.Resigned), Label: "Resigned"},
				{Value: string(leaving.Died), Label: "Died: no letters go there any longer, and the account is closed"},
			}}, day, kit.Field{
				Name: "reason", Label: "Reason, or how you know", Required: true, MaxLength: 500,
				Hint: "The member and the officers can read it.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f members.File) (kit.Done, error) {
			return kit.Done{To: kit.PersonURL(f.Person.ID), Message: "Recorded. The old terms stay in the history."},
				s.leaving.Record(c.Request().Context(), s.Actor(c), leaving.Input{
					Person: f.Person.ID, Version: in.Version(), Kind: leaving.Kind(in.Text("kind")), Day: in.Day("day"),
					Reason: in.Text("reason"),
				})
		},
	}
}

func fileVersion(f members.File) int64 { return f.Person.Version }

// resign ends the reader's own membership.
func (s *Desk) resign() kit.Form[members.File] {
	return kit.Form[members.File]{
		Site: s.Site, Version: fileVersion,
		Load: func(c echo.Context) (members.File, error) {
			return s.members.File(c.Request().Context(), s.Actor(c), s.Actor(c).Person)
		},
		Show: func(c echo.Context, p *kit.FormPage, f members.File) error {
			p.Page = s.Page(c, "Resign", kit.Crumb{Label: "My page", URL: "/me"})
			p.Action, p.Submit, p.Kind, p.Back = resignPath, "Resign from the society", "danger", "/me"
			if f.Summary.Status != members.Member {
				p.Barred = append(p.Barred, kit.CiteRules("You are not a member now."))
				return nil
			}
			label, value := f.Summary.Told()
			since := kit.RuleTrace(value, members.SinceTrace(f.Spans))
			p.Facts = []kit.Fact{{Label: label, Trace: &since}, {Label: "Registered until", Value: f.Summary.Until.Long()}}
			if err := s.sayOffices(c, p, f.Person.ID, leaving.Resigned); err != nil {
				return err
			}
			if err := s.sayMoney(c, p, f); err != nil {
				return err
			}
			p.Say("Your membership ends today. You can still sign in and see your page; your games and your rating stay. " +
				"To come back, join again. If you only do not want to renew, you need not do anything.")
			p.Group("", kit.Field{
				Name: "reason", Label: "Why?", Required: true, MaxLength: 500, Hint: "A few words for the secretary.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ members.File) (kit.Done, error) {
			return kit.Done{To: "/me", Message: "You have resigned. Thank you for having been a member."},
				s.leaving.Resign(c.Request().Context(), s.Actor(c), in.Version(), in.Text("reason"))
		},
	}
}

// sayOffices says which offices end with it.
func (s *Desk) sayOffices(c echo.Context, p *kit.FormPage, id members.PersonID, kind leaving.Kind) error {
	ends, err := s.leaving.OfficesThatEnd(c.Request().Context(), id, kind)
	if err != nil || len(ends) == 0 {
		return err
	}
	var titles []string
	for _, o := range ends {
		title := o.Title()
		if kind == leaving.Died && !committee.OfMembers(o.Role) {
			title += " (only where the member died)"
		}
		titles = append(titles, title)
	}
	p.Facts = append(p.Facts, kit.Fact{Label: "Offices that end at once", Value: strings.Join(titles, "; ")})
	return nil
}

// sayMoney says what who resigns still owes, and what was paid for a year that has not begun.
func (s *Desk) sayMoney(c echo.Context, p *kit.FormPage, f members.File) error {
	due, err := s.treasury.OwnDue(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	if due.Open > 0 {
		p.Facts = append(p.Facts, kit.Fact{
			Label: "To pay", Value: due.Open.String() + " on " + kit.Plural(due.Invoices, "invoice", "invoices") +
				": you owe this also after you have resigned", URL: kit.OwnInvoicesPath,
		})
	}
	if due.Credit > 0 {
		p.Facts = append(p.Facts, kit.Fact{Label: "Paid ahead", Value: due.Credit.String(), URL: kit.OwnInvoicesPath})
	}
	for _, t := range members.InForce(f.Terms) {
		if !t.From.After(s.Today()) {
			continue
		}
		what := "It is cancelled. The treasurer decides whether what you paid is credited or paid back."
		if t.Payment == 0 {
			what = "It is cancelled. Your club paid for it: the treasurer settles that with the club."
		}
		p.Facts = append(p.Facts, kit.Fact{Label: "Registered for " + t.Year.String(), Value: what})
	}
	return nil
}

// undoLeaving undoes what was recorded by mistake.
func (s *Desk) undoLeaving() kit.Form[leaving.Departure] {
	return kit.Form[leaving.Departure]{
		Site: s.Site, Load: s.departureAt,
		Show: func(c echo.Context, p *kit.FormPage, d leaving.Departure) error {
			at := kit.PersonURL(d.Person)
			p.Page = s.Page(c, "Undo who left", registerCrumb, s.crumbOf(c, d.Person))
			p.Action, p.Submit, p.Back = departureURL(d), "Undo it", at
			p.Facts = []kit.Fact{
				{Label: d.Kind.Label(), Value: d.Day.Long()}, {Label: "Reason", Value: d.Reason},
				{Label: "Recorded by", Value: d.By + ", " + d.At.Long()},
			}
			if !d.Stands() {
				p.Barred = append(p.Barred, kit.CiteRules("This is already undone: by "+d.UndoneBy+" on "+d.UndoneAt.Long()+"."))
			}
			p.Say("The terms that ended by it are given back by rows of their own.")
			p.Group("", kit.Field{Name: "reason", Label: "Why was it a mistake?", Required: true, MaxLength: 500})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, d leaving.Departure) (kit.Done, error) {
			done, err := s.leaving.Undo(c.Request().Context(), s.Actor(c), d.ID, in.Text("reason"))
			message := "Undone: " + kit.Plural(done.Back, "term is", "terms are") + " in force again."
			if done.Stays > 0 {
				message += " " + kit.Plural(done.Stays, "term was", "terms were") + " corrected since, and stay as they are."
			}
			if done.Unpaid > 0 {
				message += " " + kit.Plural(done.Unpaid, "term", "terms") + " stays cancelled: what was paid for it was credited."
			}
			if done.Offices > 0 {
				message += " " + kit.Plural(done.Offices, "office is", "offices are") + " held again."
			}
			if done.Closed > 0 {
				message += " " + kit.Plural(done.Closed, "office", "offices") + " ended and cannot be given back here: see the page “Offices”."
			}
			return kit.Done{To: kit.PersonURL(d.Person), Message: message}, err
		},
	}
}

func departureURL(d leaving.Departure) string {
	return kit.PersonURL(d.Person) + "/departures/" + kit.IDText(d.ID)
}

func (s *Desk) departureAt(c echo.Context) (leaving.Departure, error) {
	person, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return leaving.Departure{}, err
	}
	id, err := kit.PathID[leaving.ID](c, "departure")
	if err != nil {
		return leaving.Departure{}, err
	}
	all, err := s.leaving.Of(c.Request().Context(), s.Actor(c), person)
	if err != nil {
		return leaving.Departure{}, err
	}
	for _, d := range all {
		if d.ID == id {
			return d, nil
		}
	}
	return leaving.Departure{}, apperr.New(apperr.NotFound, "Page not found.")
}

// left is what is recorded of a person's leaving, and what can be done about it.
func (s *Desk) left(c echo.Context, id members.PersonID) (links []kit.Link, facts []kit.Fact, err error) {
	actor := s.Actor(c)
	if !auth.Can(actor, auth.ViewOwn, auth.Object{Person: id}, s.Today()) {
		if len(actor.ClubsOn(s.Today())) > 0 { // a club's secretary, who reads this of the club's members alone
			links = append(links, kit.Link{Label: "Move to another club", URL: moveURL(id), Kind: "secondary"})
		}
		return links, nil, nil
	}
	all, err := s.leaving.Of(c.Request().Context(), actor, id)
	if err != nil {
		return nil, nil, err
	}
	officer := auth.Can(actor, auth.RecordLeaving, auth.Object{}, s.Today())
	for _, d := range all {
		if !d.Stands() {
			continue
		}
		fact := kit.Fact{Label: d.Kind.Label(), Value: d.Day.Long() + ": " + d.Reason}
		if officer {
			fact.Value += " (undo)"
			fact.URL = departureURL(d)
		}
		facts = append(facts, fact)
	}
	unused, err := s.unusedFacts(c, id)
	if err != nil {
		return nil, nil, err
	}
	facts = append(facts, unused...)
	file, err := s.members.File(c.Request().Context(), actor, id)
	if err != nil {
		return nil, nil, err
	}
	registered := file.Summary.Status == members.Member || file.Summary.Status == members.Upcoming
	if registered && (officer || actor.Person == id) {
		links = append(links, kit.Link{Label: "Move to another club", URL: moveURL(id), Kind: "secondary"})
	}
	if officer {
		links = append(links, kit.Link{Label: "Record who left", URL: kit.PersonURL(id) + "/leave", Kind: "secondary"})
	}
	if registered && actor.Person == id {
		links = append(links, kit.Link{Label: "Resign", URL: resignPath, Kind: "secondary"})
	}
	return links, facts, nil
}
