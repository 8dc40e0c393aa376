package demo

import (
	"context"
	"errors"
	"regexp"

	"nzgs/internal/civil"
	"nzgs/internal/joining"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
)

// postbox is a mail server that keeps the last letter.
type postbox struct{ last mail.Message }

func (p *postbox) Send(_ context.Context, m mail.Message) error {
	p.last = m
	return nil
}

// linkOf is the secret of a link in the letter to who wants to join.
var linkOf = regexp.MustCompile(`/join/([0-9A-Za-z_-]{16,})`)

// addRequest has someone ask to join, and confirm the address: the request waits for an officer. It comes before other letters,
// which wait in the outbox as they were written.
func (g *generator) addRequest() error {
	if !g.plan.Live {
		return nil
	}
	g.at(g.today.AddDays(-2), 19)
	clock, post := func() civil.Instant { return g.now }, &postbox{}
	outbox := mail.New(g.db, clock, post)
	service := joining.New(g.db, clock, "Demonstration Go Society", "", g.auth, outbox)
	if err := service.Ask(g.ctx, joining.Input{
		FamilyName: "Kōtare", GivenNames: "Hinemoa", Email: "hinemoa@mail.example", Club: g.home[0], Consented: true,
		Note: "I have played at the club on Tuesdays since the winter.",
	}, "demonstration"); err != nil {
		return err
	}
	if _, err := outbox.Deliver(g.ctx); err != nil {
		return err
	}
	link := linkOf.FindStringSubmatch(post.last.Body)
	if link == nil {
		return errors.New("the letter to who wants to join has no link")
	}
	g.now = g.now.Add(hours(1))
	return service.Confirm(g.ctx, link[1])
}

// addCards makes membership cards for those of the first people who are members, one of which was lost and replaced.
func (g *generator) addCards() error {
	if !g.plan.Live {
		return nil
	}
	g.at(g.today.AddDays(-20), 18)
	service := cards.New(g.db, func() civil.Instant { return g.now })
	var first []members.PersonID
	for _, p := range g.people[:seats] {
		first = append(first, p.id)
	}
	now, err := members.MembersOn(g.ctx, g.db, first, g.now.Date())
	if err != nil {
		return err
	}
	lost := false
	for _, id := range first {
		if !now[id] {
			continue
		}
		if err := service.Make(g.ctx, g.actor, id); err != nil {
			return err
		}
		if lost {
			continue
		}
		g.now = g.now.Add(hours(1))
		if err := service.Replace(g.ctx, g.actor, id); err != nil {
			return err
		}
		lost = true
	}
	return nil
}

// addLapsed gives an account to someone without an office whose membership ended with the last year.
func (g *generator) addLapsed() error {
	if !g.plan.Live {
		return nil
	}
	g.at(g.today.AddDays(-5), 12)
	ids := make([]members.PersonID, len(g.people))
	for i, p := range g.people {
		ids[i] = p.id
	}
	now, err := members.MembersOn(g.ctx, g.db, ids, g.today)
	if err != nil {
		return err
	}
	best := -1
	for i, p := range g.people {
		over := i >= seats && !now[p.id] && p.until < g.rules.YearOf(g.today)
		if over && i != len(g.people)-1 && (best < 0 || p.until > g.people[best].until) { // the last one is in the register twice
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	_, err = g.auth.AddAccount(g.ctx, g.actor, g.people[best].id, lapsed.Email)
	return err
}
