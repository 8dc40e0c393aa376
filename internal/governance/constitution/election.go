package constitution

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

const (
	rule413 = "4.13"
	rule414 = "4.14"
	rule415 = "4.15"
	rule416 = "4.16"
)

// Nomination is somebody who is put forward at an AGM.
type Nomination struct {
	Candidate Signature // Entitled: a member; signed by the candidate
	Proposer  Signature
	Seconder  Signature
	Unsigned  []Person   // those of the three whose signature is missing
	For       Office     // "" for an ordinary member of the committee
	Holds     []Office   // offices that the candidate holds now
	Received  civil.Date // by the secretary; zero: not in writing
	AGM       civil.Date
	Earlier   Earlier // days of the AGM before this one
}

// Rules 4.13 and 4.14: nominations reach the secretary before the AGM in
// writing, with the signatures of proposer, seconder and candidate, three
// different members. A sitting officer who stands again needs none; that does
// not hold for ordinary members. What was before the AGM as it was arranged
// then stays in time when it is moved.
func (c Constitution) Nominate(n Nomination) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule413}}
	q.carry(c, n.Earlier, n.AGM)
	if !n.Candidate.Entitled {
		q.obstacle(rule413, "%s is not a member", n.Candidate.Person.Name)
	}
	if c.standsAgain(&q, n) {
		return q.close("stands for election", "does not stand for election")
	}
	if n.For != "" && n.Proposer.Person.ID == 0 && n.Seconder.Person.ID == 0 && n.Received.IsZero() {
		q.obstacle(
			rule414, "%s does not hold the office of %s on %s, and was not nominated", n.Candidate.Person.Name, n.For,
			n.AGM.Long(),
		)
		return q.close("stands for election", "does not stand for election")
	}
	three := []Person{n.Candidate.Person, n.Proposer.Person, n.Seconder.Person}
	if len(distinct(three)) < len(three) {
		q.obstacle(rule413, "Candidate, proposer and seconder are not three different people")
	} else {
		q.passed(rule413, "Candidate, proposer and seconder are three different people")
	}
	for _, s := range []Signature{n.Proposer, n.Seconder} {
		if !s.Entitled {
			q.obstacle(rule413, "%s is not a member", s.Person.Name)
		}
	}
	for _, p := range distinct(three) {
		if holds(n.Unsigned, p) {
			q.obstacle(rule413, "%s has not signed", p.Name)
		}
	}
	c.checkBeforeAGM(&q, n)
	return q.close("stands for election", "does not stand for election")
}

func (c Constitution) checkBeforeAGM(q *inquiry, n Nomination) {
	switch {
	case n.Received.IsZero():
		q.obstacle(rule413, "The nomination was not received in writing")
	case n.Received.Before(n.AGM):
		q.passed(rule413, "Received on %s, before the AGM of %s", n.Received.Long(), n.AGM.Long())
	case n.Earlier.moved(n.AGM) && n.Received.Before(n.Earlier.Stood) && c.standsBy(q):
		q.passed(
			rule413, "Received on %s, before the AGM, which was then set for %s", n.Received.Long(), n.Earlier.Stood.Long(),
		)
	case n.Received == n.AGM:
		q.warn(rule413, "Received on the day of the AGM: confirm that it was before the meeting began")
	default:
		q.obstacle(rule413, "Received on %s, after the AGM of %s", n.Received.Long(), n.AGM.Long())
	}
}

// standsAgain is rule 4.14.
func (c Constitution) standsAgain(q *inquiry, n Nomination) bool {
	if n.For == "" || len(n.Holds) == 0 {
		return false
	}
	if slices.Contains(n.Holds, n.For) {
		q.passed(rule414, "%s holds the office of %s and needs no nomination", n.Candidate.Person.Name, n.For)
		return true
	}
	if c.read(&q.trace, ReElection) == "any" {
		q.passed(rule414, "%s is an officer and needs no nomination", n.Candidate.Person.Name)
		return true
	}
	return false
}

// Candidate is somebody who stands for election, with the votes counted. Names
// tell candidates apart.
type Candidate struct {
	Name  string
	Votes int
}

// OfficerElection is the vote for one office.
type OfficerElection struct {
	Office     Office
	Ballots    int // valid ballot papers; 0 where nobody had to vote
	Candidates []Candidate
}

// OrdinaryElection is the vote for ordinary members of the committee.
type OrdinaryElection struct {
	Seats      int
	Ballots    int // valid ballot papers
	Invalid    int // handed in and not valid
	Candidates []Candidate
}

// ElectionResult is the outcome of an election.
type ElectionResult struct {
	Elected []string // most votes first, among equals by name
	Tie     []string // for what is left; the meeting breaks it (4.15-tie), the program never does
	Empty   int      // seats that are not filled, those of a tie included
	Trace   Trace
}

const (
	maxCandidates = 500
	maxName       = 200
	maxBallots    = maxVotes
	maxSeats      = 50
)

// checkNames adds what is wrong with names that must tell their bearers
// apart: empty, too long, with control characters, or there twice.
func checkNames(f *apperr.Fields, field string, names []string) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		key := strings.ToLower(strings.Join(strings.Fields(name), " "))
		switch {
		case key == "":
			f.Add(field, "One name is empty.")
		case utf8.RuneCountInString(name) > maxName:
			f.Add(field, "A name is longer than %d characters.", maxName)
		case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
			f.Add(field, "The name %q has characters that cannot be printed.", name)
		case seen[key]:
			f.Add(field, "The name %q is listed twice.", name)
		}
		seen[key] = true
	}
}

func checkCandidates(f *apperr.Fields, candidates []Candidate, ballots, votesEach int) {
	if len(candidates) == 0 || len(candidates) > maxCandidates {
		f.Add("votes", "Name the candidates with their votes, 1 to %d of them.", maxCandidates)
		return
	}
	names := make([]string, len(candidates))
	for i, c := range candidates {
		names[i] = c.Name
	}
	checkNames(f, "votes", names)
	sum, within := 0, !f.Has("ballots")
	for _, c := range candidates {
		switch {
		case c.Votes < 0 || c.Votes > maxVotes:
			f.Add("votes", "%q: enter a number of votes from 0 to %d.", c.Name, maxVotes)
			within = false
		case !f.Has("ballots") && c.Votes > ballots:
			f.Add(
				"votes", "%q has %d votes from %d ballot papers, but a paper has at most one vote for a candidate.", c.Name,
				c.Votes, ballots,
			)
			within = false
		}
		sum += max(0, min(c.Votes, maxVotes))
	}
	if within && sum > votesEach*ballots {
		f.Add("votes", "There are %d votes, more than %d on each of %d ballot papers.", sum, votesEach, ballots)
	}
}

func checkBallots(f *apperr.Fields, name string, n int) {
	if n < 0 || n > maxBallots {
		f.Add(name, "Enter a number of ballot papers from 0 to %d.", maxBallots)
	}
}

// CheckOfficerElection returns what is impossible about an election, in form
// order.
func (c Constitution) CheckOfficerElection(e OfficerElection) apperr.Fields {
	var f apperr.Fields
	if !slices.Contains(c.Figures.Officers, e.Office) {
		names := make([]string, len(c.Figures.Officers))
		for i, o := range c.Figures.Officers {
			names[i] = string(o)
		}
		f.Add("office", "Choose one of the offices: %s.", joined(names))
	}
	checkBallots(&f, "ballots", e.Ballots)
	checkCandidates(&f, e.Candidates, e.Ballots, 1)
	return f
}

// CheckOrdinaryElection returns what is impossible about an election, in form
// order.
func (c Constitution) CheckOrdinaryElection(e OrdinaryElection) apperr.Fields {
	var f apperr.Fields
	if e.Seats < 1 || e.Seats > maxSeats {
		f.Add("seats", "Enter a number of seats from 1 to %d.", maxSeats)
	}
	checkBallots(&f, "ballots", e.Ballots)
	checkBallots(&f, "invalid", e.Invalid)
	checkCandidates(&f, e.Candidates, e.Ballots, c.Figures.BallotVotes)
	return f
}

// Rules 4.15 and 4.16: how many ballot papers there may be when so many members
// are present: each has one, and the chair as the others by the reading of 4.8.
// The rule is the one that the post is elected by.
func (c Constitution) BallotPapers(rule string, present int, chair Presentness) (int, Trace) {
	t := Trace{Rule: rule}
	if chair == Present && present > 0 && c.read(&t, ChairsBallot) == "silent" {
		t.Step(rule48, "%d present − the chair, who votes only on equal votes = %d with a ballot paper", present, present-1)
		return present - 1, t
	}
	t.Step(rule, "%d present, each with a ballot paper", present)
	return present, t
}

// ranked orders candidates by votes, among equals by name, so that the order
// in which they are entered never matters.
func ranked(candidates []Candidate) []Candidate {
	out := slices.Clone(candidates)
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Votes, a.Votes), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// Rule 4.15: one candidate for an office is elected unopposed; of several the
// one with the most votes on a ballot. A tie is left to the meeting.
func (c Constitution) ElectOfficer(e OfficerElection) (ElectionResult, error) {
	if err := c.CheckOfficerElection(e).Err(); err != nil {
		return ElectionResult{}, err
	}
	t := Trace{Rule: rule415}
	if len(e.Candidates) == 1 {
		name := e.Candidates[0].Name
		t.Step(rule415, "%s is the only candidate", name)
		t.conclude("elected unopposed")
		return ElectionResult{Elected: []string{name}, Trace: t}, nil
	}
	order := ranked(e.Candidates)
	for _, x := range order {
		t.Step(rule415, "%s %s", x.Name, counted(x.Votes, "vote"))
	}
	out := ElectionResult{Trace: t}
	if order[0].Votes == 0 {
		out.Empty = 1
		out.Trace.conclude("no one is elected")
		return out, nil
	}
	c.fill(&out, rule415, order, 1)
	return out, nil
}

// Rule 4.16: ordinary members are elected by ballot, each voter having up to
// two votes for different candidates; the highest totals are elected, and
// nobody with less than ten per cent of those voting. Always a ballot; a seat
// may stay empty; a tie for the last seat is left to the meeting.
func (c Constitution) ElectOrdinary(e OrdinaryElection) (ElectionResult, error) {
	if err := c.CheckOrdinaryElection(e).Err(); err != nil {
		return ElectionResult{}, err
	}
	out := ElectionResult{Trace: Trace{Rule: rule416}}
	t := &out.Trace
	if e.Seats > c.Figures.OrdinarySeats {
		c.read(t, CommitteeSeats)
		t.Step(rule32, "%d seats > %d: the meeting’s decision to have more is recorded", e.Seats, c.Figures.OrdinarySeats)
	}
	papers := e.Ballots
	if e.Invalid > 0 && c.read(t, TenPercent) == "papers" {
		papers += e.Invalid
	}
	var supported []Candidate
	for _, x := range ranked(e.Candidates) {
		percent := c.Figures.SupportPercent
		if x.Votes == 0 || x.Votes*100 < percent*papers {
			t.Step(rule416, "%s %d of %d < %d%%", x.Name, x.Votes, papers, percent)
			continue
		}
		t.Step(rule416, "%s %d of %d ≥ %d%%", x.Name, x.Votes, papers, percent)
		supported = append(supported, x)
	}
	if tieFor(supported, e.Seats) && c.read(t, HighestTotals) == "totals" {
		c.allTied(&out, supported, e.Seats)
		return out, nil
	}
	c.fill(&out, rule416, supported, e.Seats)
	return out, nil
}

// tieFor reports whether ranked candidates tie for the last of the seats.
func tieFor(order []Candidate, seats int) bool {
	return len(order) > seats && order[seats-1].Votes == order[seats].Votes
}

// allTied elects everybody with one of the highest totals, by a reading of rule
// 4.16 also more than there are seats.
func (c Constitution) allTied(out *ElectionResult, order []Candidate, seats int) {
	cut := order[seats-1].Votes
	for _, x := range order {
		if x.Votes >= cut {
			out.Elected = append(out.Elected, x.Name)
		}
	}
	out.Trace.Step(
		rule416, "%d have %s or more: all of them are elected to %s", len(out.Elected), counted(cut, "vote"),
		counted(seats, "seat"),
	)
	out.Trace.conclude("elected %s", joined(out.Elected))
}

// fill gives the seats to the first of the ranked candidates; a tie for the
// last of them elects nobody of those tied.
func (c Constitution) fill(out *ElectionResult, rule string, order []Candidate, seats int) {
	t := &out.Trace
	if tieFor(order, seats) {
		cut := order[seats].Votes
		for _, x := range order {
			switch {
			case x.Votes > cut:
				out.Elected = append(out.Elected, x.Name)
			case x.Votes == cut:
				out.Tie = append(out.Tie, x.Name)
			}
		}
		c.read(t, ElectionTie)
		t.Step(rule, "%s tie with %s for %s", joined(out.Tie), counted(cut, "vote"), counted(seats-len(out.Elected), "seat"))
	} else {
		for _, x := range order[:min(seats, len(order))] {
			out.Elected = append(out.Elected, x.Name)
		}
	}
	out.Empty = seats - len(out.Elected)
	switch {
	case len(out.Elected) > 0 && out.Empty > 0:
		t.conclude("elected %s; not filled: %s", joined(out.Elected), counted(out.Empty, "seat"))
	case len(out.Elected) > 0:
		t.conclude("elected %s", joined(out.Elected))
	default:
		t.conclude("no one is elected; not filled: %s", counted(out.Empty, "seat"))
	}
}

// Rule 4.15, and 4.16 for ordinary members: whether a chair who is among those
// tied gives the casting vote, or another takes the chair for it.
func (c Constitution) ChairDecidesOwnTie() (bool, Trace) {
	t := Trace{Rule: rule415}
	if c.read(&t, ChairInTie) == "chair" {
		t.Step(rule415, "The chair is among those tied and may decide")
		return true, t
	}
	t.Step(rule43, "The chair is among those tied: another takes the chair for the casting vote")
	return false, t
}

// TieBreak is how a tie in an election is broken.
type TieBreak string

const (
	AnotherBallot TieBreak = "ballot"
	CastingVote   TieBreak = "chair"
	DrawingLots   TieBreak = "lot"
)

// Rules 4.15 and 4.16 say nothing about ties: whether a meeting may break one
// in this way. How it did is recorded; the program picks nobody.
func (c Constitution) MayBreakTie(by TieBreak) (bool, Trace) {
	t := Trace{Rule: rule415}
	var may bool
	switch reading := c.read(&t, ElectionTie); reading {
	case "meeting":
		may = by == AnotherBallot || by == CastingVote
	default:
		may = string(reading) == string(by)
	}
	t.Step(
		rule415, "The tie is to be broken by %s",
		map[TieBreak]string{AnotherBallot: "another ballot", CastingVote: "the chair’s casting vote", DrawingLots: "lot"}[by],
	)
	t.conclude("it may not")
	if may {
		t.conclude("it may")
	}
	return may, t
}
