package elections

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// circumstances are what the rules ask about a nomination beside the people who
// signed it: the same for everybody who stands at an AGM.
type circumstances struct {
	days  meetings.Days      // that the AGM was arranged for
	seats []auth.Appointment // held on its day
}

func circumstancesOf(ctx context.Context, q store.Queryer, m meetings.Meeting) (around circumstances, err error) {
	if around.days, err = meetings.DaysOf(ctx, q, m); err != nil {
		return around, err
	}
	around.seats, err = auth.SeatsOn(ctx, q, m.Date)
	return around, err
}

// tell adds them to a nomination: the days of the AGM before its own, and the
// offices that the candidate holds.
func (around circumstances) tell(n *constitution.Nomination, b business) {
	n.Earlier = around.days.Earlier(n.Received)
	if b.election.Post == Ordinary {
		return
	}
	n.For = constitution.Office(b.election.Post)
	for _, a := range around.seats {
		if office := constitution.Office(a.Role); int64(a.Person) == n.Candidate.Person.ID && !a.Acting &&
			slices.Contains(b.Figures.Officers, office) {
			n.Holds = append(n.Holds, office)
		}
	}
}
