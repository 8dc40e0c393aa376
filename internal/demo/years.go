package demo

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// How some clubs of the demonstration stand in the current year, counted back
// from the one whose secretary can sign in; all others are affiliated.
const (
	clubSilent   = 0 // has sent nothing yet: its secretary can
	clubPartPaid = 1 // confirmed, the fee is not all in
	clubWaiting  = 2 // handed its list in; the treasurer has not looked yet
)

// unusual reports whether the club stands like that in the current year.
func (g *generator) unusual(club, how int) bool {
	return g.plan.Live && club == (g.shownClub()-how+g.plan.Clubs)%g.plan.Clubs
}

// upToDate is the first club, from one on, whose members of the current year are
// registered.
func (g *generator) upToDate(from int) int {
	for n := range g.plan.Clubs {
		club := (from + n) % g.plan.Clubs
		if !g.unusual(club, clubSilent) && !g.unusual(club, clubPartPaid) && !g.unusual(club, clubWaiting) {
			return club
		}
	}
	return from
}

// addYears goes through the subscription years: the rate, the clubs' lists,
// the people who join alone.
func (g *generator) addYears() error {
	current := g.rules.YearOf(g.today)
	for y := g.firstYear(); y <= current; y++ {
		if err := g.setRate(y); err != nil {
			return err
		}
		for club := range g.home {
			if err := g.addReturn(y, club, y == current); err != nil {
				return fmt.Errorf("%s, club %d: %w", y, club+1, err)
			}
		}
		if err := g.addIndividuals(y); err != nil {
			return fmt.Errorf("%s: %w", y, err)
		}
		g.progress("Subscription years", int(y-g.firstYear())+1, g.plan.Years)
	}
	return nil
}

// rateOf rises by a dollar every other year, to $25 in the current one.
func (g *generator) rateOf(y members.Year) money.Cents {
	return money.Cents(2500 - 100*int64((g.rules.YearOf(g.today)-y+1)/2))
}

func (g *generator) setRate(y members.Year) error {
	meeting := civil.On(int(y), time.January, 3)
	g.at(meeting.AddDays(1), 10)
	_, err := g.treasury.SetRate(g.ctx, g.actor, treasury.RateInput{
		Year: y, Amount: g.rateOf(y), Meeting: treasury.AGM, MeetingDay: meeting,
		Resolution: fmt.Sprintf("That the annual subscription be %s for each member from 1 July %d.", g.rateOf(y), int(y)),
	})
	return err
}

// onList is the people whom a club lists in a year.
func (g *generator) onList(y members.Year, club int) []person {
	var out []person
	for _, i := range g.rollsOf(y)[club] {
		out = append(out, g.people[i])
	}
	return out
}

func (g *generator) addReturn(y members.Year, club int, current bool) error {
	received := g.at(g.rules.First(y).AddDays(3+g.rng.IntN(45)), 11)
	if current && g.unusual(club, clubSilent) {
		return nil
	}
	if current && g.unusual(club, clubWaiting) {
		g.at(civil.Later(g.rules.First(y), g.today.AddDays(-3)), 20)
		return g.handIn(y, club)
	}
	list := clubs.PastList{Club: g.home[club], Year: y, Received: received, Source: fmt.Sprintf("members-%d.xlsx", int(y))}
	for _, p := range g.onList(y, club) {
		list.Rows = append(list.Rows, clubs.PastRow{Person: p.id})
	}
	id, standing, err := g.clubs.TakeOver(g.ctx, g.actor, list)
	if err != nil {
		return err
	}
	due := standing.Due()
	if current && g.unusual(club, clubPartPaid) {
		due /= 2
	}
	if due == 0 {
		return nil
	}
	paid := g.at(received.AddDays(g.rng.IntN(12)), 15)
	_, err = g.clubs.ReceiveFee(g.ctx, g.actor, clubs.FeeInput{
		Return: id, Amount: due, ReceivedOn: paid, Method: treasury.Bank, Reference: clubPlace(club).short,
	})
	return err
}

// handIn is what a club's secretary does: upload the list, with someone new
// and someone who may be known already, and hand it in.
func (g *generator) handIn(y members.Year, club int) error {
	secretary, err := g.signedIn(g.secretary(club))
	if err != nil {
		return err
	}
	names := newNamer(g.rng)
	var rows []clubs.ListRow
	var ids []members.PersonID
	listed := g.onList(y, club)
	for _, p := range listed {
		ids = append(ids, p.id)
	}
	known, err := members.People(g.ctx, g.db, ids)
	if err != nil {
		return err
	}
	for i, p := range listed {
		k := known[p.id]
		rows = append(rows, clubs.ListRow{
			Number: i + 2, MemberNo: members.Number(p.id), Family: k.Name.Family, Given: k.Name.Given, Email: k.Contact.Email,
			Phone: k.Contact.Phone, Address: k.Contact.Address, Grade: k.Grade,
		})
	}
	n := names.next()
	rows = append(rows, clubs.ListRow{Number: len(rows) + 2, Family: n.family, Given: n.given, Grade: "20k"})
	// Someone whom the secretary does not know: the treasurer will have to look.
	elsewhere := slices.IndexFunc(g.people, func(p person) bool { return p.clubIn(y) != club && p.memberIn(y) })
	if elsewhere < 0 {
		return errors.New("everyone is in one club")
	}
	known, err = members.People(g.ctx, g.db, []members.PersonID{g.people[elsewhere].id})
	if err != nil {
		return err
	}
	k := known[g.people[elsewhere].id]
	first, _ := utf8.DecodeRuneInString(k.Name.Given)
	rows = append(rows, clubs.ListRow{Number: len(rows) + 2, Family: k.Name.Family, Given: string(first) + ".", Grade: "20k"})
	up, err := g.clubs.Upload(g.ctx, secretary, clubs.UploadInput{
		Club: g.home[club], Year: y, List: clubs.ListOf(fmt.Sprintf("our-members-%d.xlsx", int(y)), rows),
	})
	if err != nil {
		return err
	}
	g.now = g.now.Add(time.Minute)
	v, err := g.clubs.View(g.ctx, secretary, up.Return)
	if err != nil {
		return err
	}
	return g.clubs.Submit(
		g.ctx, secretary, clubs.Ref{Return: up.Return, Version: v.Return.Version},
		clubs.Last{Choices: chosen(v.Lines, listed[2].id), Consented: true},
	)
}

// chosen says of a row that was left open that it is who, or someone new where who is not shown for it.
func chosen(lines []clubs.Line, who members.PersonID) (out []clubs.Choice) {
	for _, l := range lines {
		if l.Row.Decision == clubs.Undecided {
			choice := clubs.Choice{Row: l.Row.ID, Decision: clubs.NewPerson}
			if slices.ContainsFunc(l.Candidates, func(c clubs.RowCandidate) bool { return c.Person == who }) {
				choice = clubs.Choice{Row: l.Row.ID, Decision: clubs.SamePerson, Person: who}
			}
			out = append(out, choice)
		}
	}
	return out
}

// signedIn is one of the people, acting with the offices held.
func (g *generator) signedIn(i int) (auth.Actor, error) {
	return g.auth.ActingAs(g.ctx, g.people[i].id)
}

// addIndividuals registers the people who join or renew without a club.
func (g *generator) addIndividuals(y members.Year) error {
	for _, i := range g.rollsOf(y)[g.plan.Clubs] {
		p := g.people[i]
		day := g.at(g.rules.First(y).AddDays(g.rng.IntN(200)), 12)
		if y == p.from && g.rng.IntN(3) == 0 {
			day = g.at(g.rules.First(y).AddDays(230+g.rng.IntN(90)), 12) // after 31 January: registered for the next year too
		}
		_, err := g.treasury.Join(g.ctx, g.actor, treasury.JoinInput{
			Application: treasury.Application{Person: p.id, Year: y, Received: day}, Method: treasury.Bank, Consented: true,
		})
		if err != nil && !alreadyRegistered(err) {
			return err
		}
	}
	return nil
}
