package demo

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
)

func hours(n int) time.Duration { return time.Duration(n) * time.Hour }

// The strengths of the field: a bell round 6 kyu, from 22 kyu to 6 dan.
const (
	meanStrength = -5.0
	strengthSD   = 5.0
	weakest      = -21.0
	strongest    = 6.5
)

// atOnce is how many people are registered in one go.
const atOnce = 2000

// addPeople registers everyone, on the day before the first year.
func (g *generator) addPeople() error {
	g.at(g.rules.First(g.firstYear()).AddDays(-1), 9)
	names := newNamer(g.rng)
	g.people = make([]person, 0, g.plan.People)
	for len(g.people) < g.plan.People {
		from := len(g.people)
		inputs := make([]members.PersonInput, min(atOnce, g.plan.People-from))
		for n := range inputs {
			p := g.newPerson(from + n)
			g.people = append(g.people, p)
			inputs[n] = g.describe(g.called(from+n, names), from+n, p)
		}
		ids, err := g.members.RegisterAll(g.ctx, g.actor, inputs)
		if err != nil {
			return err
		}
		for n, id := range ids {
			g.people[from+n].id = id
		}
		g.progress("People", len(g.people), g.plan.People)
	}
	return nil
}

// addTwice enters the last of the people in the register once more, some days ago: a record that can be merged.
func (g *generator) addTwice() error {
	if !g.plan.Live || len(g.people) == 0 {
		return nil
	}
	g.at(g.today.AddDays(-14), 19)
	known, err := g.members.File(g.ctx, g.actor, g.people[len(g.people)-1].id)
	if err != nil {
		return err
	}
	p := known.Person
	_, err = g.members.RegisterAll(g.ctx, g.actor, []members.PersonInput{{
		FamilyName: p.Name.Family, GivenNames: p.Name.Given, Order: p.Name.Order, Phone: p.Contact.Phone,
	}})
	return err
}

// newPerson decides on club, strength and years. The first people hold the
// offices: they are members throughout, but for the secretary of a club that has
// sent nothing yet.
func (g *generator) newPerson(i int) person {
	current := g.rules.YearOf(g.today)
	p := person{club: i % g.plan.Clubs, from: g.firstYear(), until: current}
	p.strength = math.Max(weakest, math.Min(strongest, meanStrength+strengthSD*g.rng.NormFloat64()))
	if i < seats && i != clubSecretary {
		p.club = g.upToDate(p.club)
	}
	if i < 5*g.plan.Clubs || i < seats {
		g.livesOn(&p)
		return p // the core of each club
	}
	if g.plan.Long {
		g.lives(&p)
		return p
	}
	if g.rng.IntN(20) == 0 {
		p.club = noClub
	}
	if years := g.plan.Years; years > 1 && g.rng.IntN(3) == 0 {
		p.from += members.Year(1 + g.rng.IntN(years-1))
	}
	if g.rng.IntN(5) == 0 && p.from < current {
		p.until = p.from + members.Year(g.rng.IntN(int(current-p.from)))
	}
	return p
}

func (g *generator) describe(n name, i int, p person) members.PersonInput {
	in := members.PersonInput{
		FamilyName: n.family, GivenNames: n.given, Email: g.email(n, i), Phone: fmt.Sprintf("020 555 %04d", i),
		Address: fmt.Sprintf("%d %s Street, %s", 1+g.rng.IntN(180), pick(g.rng, suburbs), clubPlace(max(p.club, 0)).city),
		Grade:   declared(p.strength + g.rng.NormFloat64()*0.7),
	}
	if n.familyFirst {
		in.Order = members.FamilyFirst
	} else {
		in.Order = members.GivenFirst
	}
	if i >= len(seated()) && g.rng.IntN(25) == 0 {
		in.PublicAs, in.Alias = members.ByAlias, fmt.Sprintf("%s %d", pick(g.rng, aliases), i)
	}
	return in
}

// email is an address in a domain that no one can register.
func (g *generator) email(n name, i int) string {
	if i < len(seated()) {
		return seated()[i].Email
	}
	plain := strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, norm.NFD.String(n.given+n.family))
	return fmt.Sprintf("%s%d@mail.example", plain, i)
}

// declared is the grade that someone of that strength would give.
func declared(strength float64) string {
	return scale.Rating(math.Round(strength) * 10).Grade().Short()
}

// addClubs founds the clubs.
func (g *generator) addClubs() error {
	for i := range g.plan.Clubs {
		p := clubPlace(i)
		id, err := g.clubs.Found(g.ctx, g.actor, clubs.ClubInput{
			Name: p.club, Short: p.short, City: p.city, Meets: p.meets, Email: fmt.Sprintf("club%d@mail.example", i+1),
		})
		if err != nil {
			return err
		}
		g.home = append(g.home, id)
	}
	return nil
}

// committeeRoles are the roles of those who follow the accounts.
var committeeRoles = []auth.Role{auth.President, auth.Committee, auth.Committee}

// seats is how many people, the first ones, hold an office or an account.
var seats = len(seated()) + len(committeeRoles)

// addOffices gives the first people their offices and accounts, and each club
// its secretary.
func (g *generator) addOffices() error {
	day := g.at(g.rules.First(g.firstYear()).AddDays(-1), 10)
	for i, a := range seated() {
		if _, err := g.auth.AddAccount(g.ctx, g.actor, g.people[i].id, a.Email); err != nil {
			return fmt.Errorf("account of the %s: %w", a.Role, err)
		}
	}
	for i, role := range []auth.Role{auth.Administrator, auth.Treasurer, auth.Director, auth.Referee, auth.Secretary} {
		if _, err := g.auth.Appoint(g.ctx, g.actor, auth.Office{Person: g.people[i].id, Role: role, From: day}); err != nil {
			return fmt.Errorf("appoint the %s: %w", role.Title(), err)
		}
	}
	if _, err := g.auth.Appoint(g.ctx, g.actor, auth.Office{ // the director is the ratings officer too
		Person: g.people[2].id, Role: auth.RatingsOfficer, From: day,
	}); err != nil {
		return fmt.Errorf("appoint the ratings officer: %w", err)
	}
	for i, role := range committeeRoles {
		if _, err := g.auth.Appoint(g.ctx, g.actor, auth.Office{
			Person: g.people[len(seated())+i].id, Role: role, From: day,
		}); err != nil {
			return fmt.Errorf("appoint the %s: %w", role.Title(), err)
		}
	}
	for i, club := range g.home {
		if err := g.clubs.NameSecretary(g.ctx, g.actor, clubs.NameSecretary{
			Club: club, Person: g.people[g.secretary(i)].id, From: day,
		}); err != nil {
			return fmt.Errorf("name the secretary of club %d: %w", i+1, err)
		}
	}
	return nil
}

// secretary is the index of a club's secretary: for the club of the account
// that demonstrates the office, its holder.
func (g *generator) secretary(club int) int {
	if shown := g.shownClub(); club == shown {
		return clubSecretary
	}
	return club + g.plan.Clubs*2
}

// clubSecretary is the place of the club secretary among Accounts.
const clubSecretary = 5

// shownClub is the club whose secretary can sign in.
func (g *generator) shownClub() int { return clubSecretary % g.plan.Clubs }
