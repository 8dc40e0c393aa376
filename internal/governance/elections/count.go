package elections

import (
	"context"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// VotesField is the name of the field with a candidate's votes.
func VotesField(id CandidateID) string { return "votes-" + strconv.FormatInt(int64(id), 10) }

// BallotInput is a ballot as the tellers counted it. Its fields are ballots,
// invalid, blank, VotesField of each candidate, and votes for what is impossible
// about all of them together.
type BallotInput struct {
	Election ID
	Version  int64
	Papers   int // valid ballot papers
	Invalid  int // spoiled: marked so that they do not count
	Blank    int // without a mark
	Votes    map[CandidateID]int
}

// RecordBallot records a ballot among everybody who stands, or, after a tie,
// among those tied.
func (s *Service) RecordBallot(ctx context.Context, actor auth.Actor, in BallotInput) error {
	return s.change(ctx, actor, counting, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		o, err := b.due(Ballot)
		if err != nil {
			return entry{}, err
		}
		n, f, err := s.counted(ctx, tx, b, o, in, civil.Instant{})
		if err != nil {
			return entry{}, err
		}
		if n.By = actor.Name; f.Err() != nil {
			return entry{}, f.Err()
		}
		if _, err := insertCount(ctx, tx, in.Election, n); err != nil {
			return entry{}, err
		}
		return entry{action: "record.ballot", after: countFacts(n)}, nil
	})
}

// counted is a ballot among those of an outcome as it was counted, with what is
// impossible about it; given is when its papers were, zero of those given now.
func (s *Service) counted(
	ctx context.Context, q store.Queryer, b business, o Outcome, in BallotInput, given civil.Instant,
) (n Count, f apperr.Fields, err error) {
	n = Count{
		No: b.nextNo(), Way: Ballot, Seats: o.Seats, Papers: in.Papers, Invalid: in.Invalid, Blank: in.Blank, Apart: true,
		At: s.cases.Now(),
	}
	f = b.checkBallot(o, in)
	for _, id := range o.Among {
		n.Votes = append(n.Votes, Vote{Candidate: id, Votes: in.Votes[id]})
	}
	if !f.Has("ballots") && !f.Has("invalid") && !f.Has("blank") {
		err = checkPresent(ctx, q, &f, b, in, given)
	}
	return n, f, err
}

// due gives the outcome so far of an election that waits for a count of this
// way.
func (b business) due(way Way) (Outcome, error) {
	o, err := Decide(b.Constitution, b.election)
	if err != nil {
		return o, err
	}
	switch {
	case o.State == Decided && len(b.election.Valid()) > 0:
		return o, apperr.New(apperr.Conflict, "This election is decided. Set the last count aside if it was wrong.")
	case o.State == Decided:
		return o, apperr.UnderRule(b.election.Post.Rule(), "There is nothing to vote on: %s.", o.Trace.Outcome)
	case o.State == AwaitsBallot && way != Ballot:
		return o, apperr.New(apperr.Conflict, "There is no tie to break: hold a ballot.")
	case o.State == Tied:
		if may, trace := b.MayBreakTie(way); !may {
			return o, apperr.UnderRule(b.election.Post.Rule(), "%s.", upper(trace.String()))
		}
	}
	return o, nil
}

func (b business) nextNo() int {
	no := 1
	for _, n := range b.election.Counts {
		no = max(no, n.No+1)
	}
	return no
}

// checkBallot returns what is impossible about a ballot, each candidate's
// votes at their own field first, in the order of the names.
func (b business) checkBallot(o Outcome, in BallotInput) apperr.Fields {
	names := b.election.Names()
	blank := b.CheckOrdinaryElection(constitution.OrdinaryElection{
		Seats: 1, Invalid: in.Blank, Candidates: []constitution.Candidate{{Name: "anyone"}},
	})
	all := make([]constitution.Candidate, len(o.Among))
	for i, id := range o.Among {
		all[i] = constitution.Candidate{Name: names[id], Votes: in.Votes[id]}
	}
	whole := b.impossible(o, in, all)
	f := slices.DeleteFunc(slices.Clone(whole), func(p apperr.Field) bool { return p.Name == "votes" })
	for _, p := range blank {
		f.Add("blank", "%s", p.Message)
	}
	single := false
	for i, id := range o.Among {
		if _, entered := in.Votes[id]; !entered {
			f.Add(VotesField(id), "Enter the votes for %s, 0 if there are none.", names[id])
			single = true
			continue
		}
		for _, p := range b.impossible(o, in, all[i:i+1]) {
			if p.Name == "votes" {
				f.Add(VotesField(id), "%s", p.Message)
				single = true
			}
		}
	}
	for id := range in.Votes {
		if !slices.Contains(o.Among, id) {
			f.Add("votes", "There are votes for someone who is not standing in this ballot. Open the page again.")
			return f
		}
	}
	if !single {
		for _, p := range whole {
			if p.Name == "votes" {
				f = append(f, p)
			}
		}
	}
	return f
}

// impossible asks the rules what cannot be about a ballot with some of its
// candidates.
func (b business) impossible(o Outcome, in BallotInput, candidates []constitution.Candidate) apperr.Fields {
	if b.election.Post == Ordinary {
		c := b.Constitution
		c.Figures.BallotVotes = o.VotesEach(c.Figures, Ordinary)
		return c.CheckOrdinaryElection(constitution.OrdinaryElection{
			Seats: o.Seats, Ballots: in.Papers, Invalid: in.Invalid, Candidates: candidates,
		})
	}
	f := b.CheckOfficerElection(constitution.OfficerElection{
		Office: constitution.Office(b.election.Post), Ballots: in.Papers, Candidates: candidates,
	})
	// The rule on officers asks for no invalid papers; a count of them is checked as that of ordinary members is.
	for _, p := range b.CheckOrdinaryElection(constitution.OrdinaryElection{
		Seats: 1, Ballots: in.Papers, Invalid: in.Invalid, Candidates: candidates,
	}) {
		if p.Name == "invalid" {
			f = append(f, p)
		}
	}
	return f
}

// checkPresent refuses more papers than members were there together: each has
// one, and who took part online only by a ruling on rule 4.2. Where nobody's
// presence is recorded there is nothing to compare.
func checkPresent(
	ctx context.Context, q store.Queryer, f *apperr.Fields, b business, in BallotInput, given civil.Instant,
) error {
	most, t, recorded, err := meetings.PapersAt(ctx, q, b.meeting, b.Constitution, b.election.Post.Rule(), given)
	if papers := in.Papers + in.Invalid + in.Blank; recorded && papers > most {
		f.Add(
			"ballots", "There are %d ballot papers, and %d members may have one: %s. Count again, or complete the attendance.",
			papers, most, t,
		)
	}
	return err
}

// SetAsideInput sets the last count aside. Its field is reason.
type SetAsideInput struct {
	Election ID
	Version  int64
	No       int // of the count
	Reason   string
}

// SetAside takes the last count that counts out of the election: it was
// entered wrongly, or the ballot is to be held again. It is kept.
func (s *Service) SetAside(ctx context.Context, actor auth.Actor, in SetAsideInput) error {
	in.Reason = tidy(in.Reason)
	return s.change(ctx, actor, counting, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		var f apperr.Fields
		switch {
		case in.Reason == "":
			f.Add("reason", "Enter why this count is set aside.")
		case tooLong(in.Reason, maxReason):
			f.Add("reason", "Shorten this to %d characters.", maxReason)
		}
		if err := f.Err(); err != nil {
			return entry{}, err
		}
		n, last := b.election.Last(in.No)
		if !last {
			return entry{}, apperr.New(apperr.Conflict, "Only the last count can be set aside, and count %d is not.", in.No)
		}
		if err := stands(ctx, tx, b, n); err != nil {
			return entry{}, err
		}
		a := SetAside{At: s.cases.Now(), By: actor.Name, Reason: in.Reason}
		return entry{
				"set_aside.count", countFacts(n), map[string]any{"number": in.No, "reason": in.Reason},
			},
			setCountAside(ctx, tx, in.Election, in.No, a)
	})
}

// stands refuses to set aside what elected somebody on an earlier day of the meeting:
// others are there now. A tie of that day may be broken, or the ballot held again.
func stands(ctx context.Context, q store.Queryer, b business, n Count) error {
	o, err := Decide(b.Constitution, b.election)
	if err != nil {
		return err
	}
	day, err := standsSince(ctx, q, b.meeting, o, n)
	if err != nil || day.IsZero() {
		return err
	}
	return ErrStands(day)
}

// standsSince is the earlier day of the meeting on which a count decided an election with
// an outcome; the zero day where it can be set aside.
func standsSince(ctx context.Context, q store.Queryer, m meetings.Meeting, o Outcome, n Count) (civil.Date, error) {
	if o.State != Decided {
		return civil.Date{}, nil
	}
	day, before, err := meetings.DecidedEarlier(ctx, q, m, n.At)
	if err != nil || !before {
		return civil.Date{}, err
	}
	return day, nil
}

// StandsText says that what was decided on an earlier day of the meeting is not set aside.
func StandsText(day civil.Date) string {
	return "This election was decided on " + day.Long() + ", before the meeting was adjourned: that stands."
}

// ErrStands refuses to set aside what was decided on an earlier day of the meeting.
func ErrStands(day civil.Date) error {
	return apperr.New(
		apperr.Conflict, "%s If the papers were counted wrongly, record a second count of them.", StandsText(day),
	)
}

// countFacts are what the audit log keeps of a count: totals, as they were read
// out.
func countFacts(n Count) map[string]any {
	votes := map[string]int{}
	var chosen []CandidateID
	for _, v := range n.Votes {
		if n.Way == Ballot {
			votes[strconv.FormatInt(int64(v.Candidate), 10)] = v.Votes
		} else if v.Chosen {
			chosen = append(chosen, v.Candidate)
		}
	}
	facts := map[string]any{"number": n.No, "way": n.Way, "seats": n.Seats}
	if n.Way == Ballot {
		facts["valid"], facts["invalid"], facts["votes"] = n.Papers, n.Invalid, votes
		if n.Apart {
			facts["blank"] = n.Blank
		}
	} else {
		facts["chosen"], facts["chair"], facts["aside"] = chosen, n.Chair.ID, n.Aside.ID
	}
	if again := n.Recount; again != nil {
		facts["recount_of"], facts["stands"] = again.Of, again.Stands
		facts["asked"], facts["reason"] = again.Asked.ID, again.Reason
	}
	return facts
}
