package demo

import (
	"errors"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/mail"
	"nzgs/internal/members"
)

// agmAhead is how many days ahead the AGM is planned: its proposals are in,
// and notice is still to be given.
const agmAhead = 45

// addMeetings plans the next AGM, with a member's proposal and one of the
// committee.
func (g *generator) addMeetings() error {
	g.at(g.today, 9)
	received := g.today.AddDays(-40)
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
	signed, err := g.signers(received)
	if err != nil {
		return err
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

// signers are two who were members on a day, or are fewer: lists come in only weeks
// after a subscription year has begun.
func (g *generator) signers(day civil.Date) ([]meetings.PersonID, error) {
	ids := make([]meetings.PersonID, len(g.people))
	for i, p := range g.people {
		ids[i] = p.id
	}
	was, err := members.MembersOn(g.ctx, g.db, ids, day)
	is, failed := members.MembersOn(g.ctx, g.db, ids, g.today)
	ids = slices.DeleteFunc(ids, func(id meetings.PersonID) bool { return !was[id] || !is[id] })
	return ids[:min(len(ids), 2)], errors.Join(err, failed)
}
