package demo

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/mail"
)

// agmAhead is how many days ahead the AGM is planned: its proposals are in,
// and notice is still to be given.
const agmAhead = 45

// addMeetings plans the next AGM, with a member's proposal and one of the
// committee.
func (g *generator) addMeetings() error {
	g.at(g.today, 9)
	received, current := g.today.AddDays(-40), g.rules.YearOf(g.today)
	clock := func() civil.Instant { return g.now }
	// Without a name: it writes no letter here.
	service := meetings.New(g.db, clock, "", governance.New(g.db, clock), mail.New(g.db, clock, nil), g.clubs)
	day := g.today.AddDays(agmAhead)
	id, err := service.Create(g.ctx, g.actor, meetings.PlanInput{
		Kind: meetings.AGM, Date: day, Time: "14:00", Place: "Newtown Hall, Te Whanganui-a-Tara",
		Previous: day.AddMonths(-12),
	})
	if err != nil {
		return err
	}
	in := meetings.MotionInput{
		Title:    "A youth tournament each year",
		Text:     "That the society hold a tournament for players under eighteen each year in the July holidays.",
		Received: received,
	}
	var signed []meetings.PersonID
	for _, p := range g.people {
		if p.from < current && p.until >= current && len(signed) < 2 {
			signed = append(signed, p.id)
		}
	}
	if len(signed) == 2 {
		in.Origin, in.Mover, in.Seconder = constitution.FromMember, signed[0], signed[1]
		if _, err := service.Propose(g.ctx, g.actor, id, in); err != nil {
			return err
		}
	}
	_, err = service.Propose(g.ctx, g.actor, id, meetings.MotionInput{
		Origin: constitution.FromCommittee, Title: "The annual subscription",
		Text: "That the annual subscription stay as it is.", Received: received,
	})
	return err
}
