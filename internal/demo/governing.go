package demo

import (
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/act"
	"nzgs/internal/governance/handover"
)

// The next president is of the committee.
const nextPresident = 2 // among committeeRoles

// addHandover has the president be followed by another one, some days ago: one thing is handed over, and neither has
// confirmed.
func (g *generator) addHandover() error {
	if !g.plan.Live {
		return nil
	}
	last := g.at(g.today.AddDays(-12), 20)
	held, err := auth.HoldersOf(g.ctx, g.db, []auth.Role{auth.President})
	if err != nil || len(held) != 1 {
		return err
	}
	if err := g.auth.EndOffice(g.ctx, g.actor, held[0].ID, held[0].Version, last); err != nil {
		return err
	}
	if _, err := g.auth.Appoint(g.ctx, g.actor, auth.Office{
		Person: g.people[len(seated())+nextPresident].id, Role: auth.President, From: last.AddDays(1),
	}); err != nil {
		return err
	}
	secretary, err := g.signedIn(secretarySeat)
	if err != nil {
		return err
	}
	g.at(g.today.AddDays(-6), 19)
	clock := func() civil.Instant { return g.now }
	service := handover.New(g.db, clock, governance.New(g.db, clock))
	if err := service.Tick(g.ctx, secretary, held[0].ID, "seal"); err != nil {
		return err
	}
	return service.Add(g.ctx, secretary, held[0].ID, "The trophy of the Congress, which is in the president’s study")
}

// addAct keeps the Act’s year that ended on 30 June: the statements are sent and the contact persons told, and the annual return
// is due.
func (g *generator) addAct() error {
	if !g.plan.Live {
		return nil
	}
	balance := g.rules.First(g.rules.YearOf(g.today)).AddDays(-1)
	day := g.at(balance.AddDays(80), 10)
	clock := func() civil.Instant { return g.now }
	service := act.New(g.db, clock, governance.New(g.db, clock))
	if err := service.BeginYear(g.ctx, g.actor, balance); err != nil {
		return err
	}
	for _, seat := range []int{secretarySeat, treasurerSeat} {
		if err := service.Record(g.ctx, g.actor, act.RecordInput{Kind: act.Contact, Person: g.people[seat].id, From: day}); err != nil {
			return err
		}
	}
	return g.tickOff(service, day)
}

// tickOff has the statements sent and the contact persons told.
func (g *generator) tickOff(service *act.Service, day civil.Date) error {
	v, err := service.View(g.ctx, g.actor)
	if err != nil {
		return err
	}
	for _, step := range v.Steps {
		in := act.ProofInput{Key: step.Key, On: day, Reference: "Filed online", Document: "Copy in the secretary’s folder"}
		switch {
		case strings.HasPrefix(step.Key, "statements:"):
			in.Signer, in.Second = g.people[treasurerSeat].id, g.people[secretarySeat].id
		case !strings.HasPrefix(step.Key, "contacts:"):
			continue
		}
		if err := service.TickOff(g.ctx, g.actor, in); err != nil {
			return err
		}
	}
	return nil
}
