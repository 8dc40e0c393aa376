package elections

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// ID names an election.
type ID int64

// CandidateID names somebody's candidature in one election.
type CandidateID int64

// Post is what somebody is elected to: an office of rule 3.1 by its name, or
// Ordinary.
type Post string

// Ordinary is the post of the ordinary members of the committee, rule 3.2.
const Ordinary Post = "ordinary"

// Title is the post as people read it.
func (p Post) Title() string {
	if p == Ordinary {
		return "Ordinary committee members"
	}
	return auth.Role(p).Title()
}

// Rule is the number of the rule that the post is elected by.
func (p Post) Rule() string {
	if p == Ordinary {
		return "4.16"
	}
	return "4.15"
}

// Role is the office that the elected hold.
func (p Post) Role() auth.Role {
	if p == Ordinary {
		return auth.Committee
	}
	return auth.Role(p)
}

// Person is somebody of the register.
type Person struct {
	ID   auth.PersonID
	Name string
}

// Election is the election to one post at one meeting.
type Election struct {
	ID         ID
	Meeting    meetings.ID
	Post       Post
	Seats      int
	SeatsSet   bool        // by the meeting; else by the constitution of its day
	Decision   string      // of the meeting, on more ordinary members than rule 3.2 has
	Candidates []Candidate // in the order of their names, who withdrew among them
	Counts     []Count     // in their order, those set aside among them
	Confirmed  *Confirmation
	Version    int64
}

// Confirmation says who confirmed a result, and what it was.
type Confirmation struct {
	At      civil.Instant
	By      string
	Outcome Outcome
}

// Candidate is somebody who stands, or stood and withdrew.
type Candidate struct {
	ID       CandidateID
	Person   Person
	Proposer Person             // zero: a sitting officer, without nomination (4.14)
	Seconder Person             // likewise
	Received civil.Date         // of the nomination; zero likewise
	Why      constitution.Trace // why they stand, or stand no more
	Struck   bool               // stands no more: judged again when the AGM was moved or opened

	Withdrawn *Withdrawal
}

// CarriedOver is what rule 4.20 says of a candidature that was sent in for an
// AGM without a quorum, or "".
func (c Candidate) CarriedOver() string {
	for _, step := range c.Why.Steps {
		if step.Rule == "4.20" {
			return step.Text
		}
	}
	return ""
}

// Nominated reports whether the candidate stands by a nomination, and not as
// the sitting officer.
func (c Candidate) Nominated() bool { return c.Proposer.ID != 0 }

// Withdrawal says when a candidate withdrew.
type Withdrawal struct {
	At     civil.Instant
	After  int // number of the ballot that was the last one then; 0: before any
	Reason string
}

// Way is how a count came about: a ballot, or what broke a tie.
type Way = constitution.TieBreak

// Ballot is the way of every first count.
const Ballot = constitution.AnotherBallot

// Count is one ballot, or one breaking of a tie.
type Count struct {
	No       int // in the election, from 1
	Way      Way
	Seats    int  // that it was for
	Papers   int  // valid ballot papers; 0 unless it is a ballot
	Invalid  int  // spoiled papers, which do not count; of older counts also blank ones
	Blank    int  // papers without a mark
	Apart    bool // spoiled and blank papers were counted apart
	Votes    []Vote
	Chair    Person // who gave the casting vote, else zero
	Aside    Person // had the chair of the meeting, is tied, and let Chair decide; else zero
	At       civil.Instant
	By       string
	Recount  *Recount // of the papers of an earlier ballot
	SetAside *SetAside
}

// Recount is what is kept of a second count of a ballot's papers beside its
// figures.
type Recount struct {
	Of     int    // number of the count before
	Asked  Person // who asked for it; zero: the tellers or the chair
	Reason string // why, and why the one that stands does
	Stands bool   // it, and not the count before
}

// Vote is what a candidate has in a count.
type Vote struct {
	Candidate CandidateID
	Votes     int  // of a ballot
	Chosen    bool // of a tie that was broken
}

// SetAside says why a count no longer counts.
type SetAside struct {
	At     civil.Instant
	By     string
	Reason string
}

// Standing are the candidates who stand by the rules and have not withdrawn.
func (e Election) Standing() []Candidate {
	return slices.DeleteFunc(slices.Clone(e.Candidates), func(c Candidate) bool { return c.Withdrawn != nil || c.Struck })
}

// stands reports whether somebody is among those standing.
func (e Election) stands(person auth.PersonID) bool {
	return slices.ContainsFunc(e.Standing(), func(c Candidate) bool { return c.Person.ID == person })
}

// Valid are the counts that count, in their order: not those set aside, and of a
// ballot and its recount the one that stands.
func (e Election) Valid() []Count {
	replaced := map[int]bool{}
	for _, n := range e.Counts {
		if n.SetAside == nil && n.Recount != nil && n.Recount.Stands {
			replaced[n.Recount.Of] = true
		}
	}
	out := slices.DeleteFunc(slices.Clone(e.Counts), func(n Count) bool {
		return n.SetAside != nil || replaced[n.No] || n.Recount != nil && !n.Recount.Stands
	})
	slices.SortFunc(out, func(a, b Count) int { return cmp.Compare(a.No, b.No) })
	return out
}

// Last finds the count that can be set aside: the last that counts, or a recount
// of it that does not stand; that one goes first.
func (e Election) Last(no int) (Count, bool) {
	valid := e.Valid()
	if len(valid) == 0 {
		return Count{}, false
	}
	last := valid[len(valid)-1]
	for _, n := range e.Counts {
		if n.SetAside == nil && n.Recount != nil && !n.Recount.Stands && n.Recount.Of == last.No {
			last = n
		}
	}
	return last, last.No == no
}

// Names are the candidates' names, each different from the others: where two
// people have one name, their numbers in the register are added.
func (e Election) Names() map[CandidateID]string {
	bearers := map[string]map[auth.PersonID]bool{}
	for _, c := range e.Candidates {
		key := nameKey(shortened(c.Person.Name))
		if bearers[key] == nil {
			bearers[key] = map[auth.PersonID]bool{}
		}
		bearers[key][c.Person.ID] = true
	}
	out := make(map[CandidateID]string, len(e.Candidates))
	for _, c := range e.Candidates {
		out[c.ID] = shortened(c.Person.Name)
		if len(bearers[nameKey(out[c.ID])]) > 1 {
			out[c.ID] += " (no. " + strconv.FormatInt(int64(c.Person.ID), 10) + ")"
		}
	}
	return out
}

// maxLabel keeps names, with a number behind them, within what the
// constitution's elections take for a name.
const maxLabel = 160

func shortened(name string) string {
	if r := []rune(name); len(r) > maxLabel {
		return string(r[:maxLabel]) + "…"
	}
	return name
}

// nameKey is a name as the constitution's elections compare names.
func nameKey(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// Ranked orders votes as they are read out: the most first, among equals by
// name.
func Ranked(votes []Vote, names map[CandidateID]string) []Vote {
	out := slices.Clone(votes)
	slices.SortFunc(out, func(a, b Vote) int {
		return cmp.Or(
			cmp.Compare(b.Votes, a.Votes), cmp.Compare(names[a.Candidate], names[b.Candidate]),
			cmp.Compare(a.Candidate, b.Candidate),
		)
	})
	return out
}
