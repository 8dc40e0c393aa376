package elections

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// TieInput is how a tie was broken other than by another ballot. Its fields
// are way, chosen and chair.
type TieInput struct {
	Election ID
	Version  int64
	Way      Way // constitution.CastingVote or constitution.DrawingLots
	Chosen   []CandidateID
	Chair    auth.PersonID // who took the chair for it, where the chair of the meeting is tied; else 0
}

// BreakTie records whom the chair's casting vote, or the lot, elected of those
// tied. The constitution says nothing of ties: which ways there are is a
// reading of it (4.15-tie), and so is that a chair who is tied lets another
// decide (4.15-own-tie). The program picks nobody.
func (s *Service) BreakTie(ctx context.Context, actor auth.Actor, in TieInput) error {
	return s.change(ctx, actor, counting, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		if in.Way != constitution.CastingVote && in.Way != constitution.DrawingLots {
			var f apperr.Fields
			f.Add("way", "Say how the tie was broken.")
			return entry{}, f.Err()
		}
		o, err := b.due(in.Way)
		if err != nil {
			return entry{}, err
		}
		n := Count{No: b.nextNo(), Way: in.Way, Seats: o.Seats, At: s.cases.Now(), By: actor.Name}
		for _, id := range o.Among {
			n.Votes = append(n.Votes, Vote{Candidate: id, Chosen: slices.Contains(in.Chosen, id)})
		}
		var f apperr.Fields
		if in.Way == constitution.CastingVote {
			if err := b.castBy(ctx, tx, &f, o, in.Chair, &n); err != nil {
				return entry{}, err
			}
		}
		checkChosen(&f, o, in, n)
		if err := f.Err(); err != nil {
			return entry{}, err
		}
		if _, err := insertCount(ctx, tx, in.Election, n); err != nil {
			return entry{}, err
		}
		return entry{action: "break.tie", after: countFacts(n)}, nil
	})
}

// castBy says who gives a casting vote: the chair of the meeting, or whoever took
// the chair for it where that one is among those tied.
func (b business) castBy(
	ctx context.Context, q store.Queryer, f *apperr.Fields, o Outcome, chosen auth.PersonID, n *Count,
) error {
	if n.Chair.ID = b.meeting.Chair; !b.chairIsTied(o) {
		if chosen != 0 && chosen != b.meeting.Chair {
			f.Add("chair", "The chair is not among those tied, and gives the casting vote.")
		}
		return nil
	}
	n.Chair.ID, n.Aside.ID = chosen, b.meeting.Chair
	people, err := b.standIns(ctx, q, o, chosen)
	if err != nil {
		return err
	}
	switch {
	case chosen == 0:
		f.Add("chair", "The chair is among those tied and does not decide. Choose who took the chair for the casting vote.")
	case !slices.ContainsFunc(people, func(p Person) bool { return p.ID == chosen }):
		f.Add("chair", "Choose a member who was at the meeting and is not among those tied.")
	}
	return nil
}

// chairIsTied reports whether another has to take the chair for the casting vote.
func (b business) chairIsTied(o Outcome) bool {
	if may, _ := b.ChairDecidesOwnTie(); may || b.meeting.Chair == 0 {
		return false
	}
	return b.election.isTied(o, b.meeting.Chair)
}

// isTied reports whether somebody is among those tied.
func (e Election) isTied(o Outcome, person auth.PersonID) bool {
	return slices.ContainsFunc(e.Candidates, func(c Candidate) bool {
		return c.Person.ID == person && slices.Contains(o.Among, c.ID)
	})
}

// standIns are the members who are at the meeting and are not among those tied,
// officers by seniority first; where nobody's presence is recorded only who is
// meant, if a member on its day.
func (b business) standIns(
	ctx context.Context, q store.Queryer, o Outcome, meant auth.PersonID,
) ([]Person, error) {
	there, err := meetings.PresentAt(ctx, q, b.meeting, b.Constitution)
	if err != nil {
		return nil, err
	}
	out, err := b.bySeniority(ctx, q, there, meant)
	return slices.DeleteFunc(out, func(p Person) bool { return b.election.isTied(o, p.ID) }), err
}

// whoCame are the members who were at the meeting on any of its days, as standIns has
// those of the last.
func (b business) whoCame(ctx context.Context, q store.Queryer, meant auth.PersonID) ([]Person, error) {
	came, err := meetings.CameTo(ctx, q, b.meeting, b.Constitution)
	if err != nil {
		return nil, err
	}
	return b.bySeniority(ctx, q, came, meant)
}

// bySeniority puts officers first, by seniority on the last day of the meeting; of nobody
// it is who is meant, if a member on that day.
func (b business) bySeniority(
	ctx context.Context, q store.Queryer, there []meetings.Presence, meant auth.PersonID,
) ([]Person, error) {
	last, err := meetings.LastDay(ctx, q, b.meeting)
	if err != nil {
		return nil, err
	}
	var out []Person
	for _, p := range there {
		out = append(out, Person{p.Person, p.Name})
	}
	if len(there) == 0 && meant != 0 {
		member, err := members.MembersOn(ctx, q, []auth.PersonID{meant}, last)
		if err != nil {
			return nil, err
		}
		if member[meant] {
			out = append(out, Person{ID: meant})
		}
	}
	seats, err := auth.SeatsOn(ctx, q, last)
	if err != nil {
		return nil, err
	}
	rank := func(p Person) int {
		best := len(auth.Roles)
		for _, seat := range seats {
			if at := slices.Index(b.Figures.Officers, constitution.Office(seat.Role)); seat.Person == p.ID && at >= 0 {
				best = min(best, at)
			}
		}
		return best
	}
	slices.SortStableFunc(out, func(a, b Person) int { return rank(a) - rank(b) })
	return out, nil
}

func checkChosen(f *apperr.Fields, o Outcome, in TieInput, n Count) {
	for _, id := range in.Chosen {
		if !slices.Contains(o.Among, id) {
			f.Add("chosen", "Choose one of those who are tied.")
			return
		}
	}
	if chosen := countChosen(n); chosen != o.Seats {
		f.Add("chosen", "Choose as many as there are seats left: %d.", o.Seats)
	}
	if in.Way == constitution.CastingVote && n.Chair.ID == 0 && !f.Has("chair") {
		f.Add("way", "No one is recorded as the chair of this meeting. Record who is in the chair first.")
	}
}

func countChosen(n Count) int {
	chosen := 0
	for _, v := range n.Votes {
		if v.Chosen {
			chosen++
		}
	}
	return chosen
}
