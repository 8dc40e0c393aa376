package elections

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/governance/constitution"
)

// State says how far an election has come.
type State string

const (
	AwaitsBallot State = "awaits_ballot"
	Tied         State = "tied"    // the meeting breaks the tie
	Decided      State = "decided" // also when no one is elected
)

// How somebody was elected.
type How string

const (
	Unopposed How = "unopposed"
	ByBallot  How = "ballot"
	ByChair   How = "chair"
	ByLot     How = "lot"
)

// Winner is somebody who is elected.
type Winner struct {
	Candidate CandidateID `json:"candidate"`
	Person    Person      `json:"person"`
	How       How         `json:"how"`
}

// Outcome is what an election has come to.
type Outcome struct {
	State   State              `json:"state"`
	Elected []Winner           `json:"elected"`
	Among   []CandidateID      `json:"among,omitempty"` // who stands in the ballot that comes next, or is tied; by name
	Seats   int                `json:"seats,omitempty"` // that the next ballot is for
	Empty   int                `json:"empty"`           // seats that are not filled, those of a tie included
	Counts  []CountOutcome     `json:"counts,omitempty"`
	Trace   constitution.Trace `json:"trace"` // of all counts
}

// VotesEach is how many votes each paper of the ballot to come has, for
// different candidates: one for an officer (rule 4.15), as many as rule 4.16
// gives for ordinary members, and after a tie no more than there are seats
// left, for papers with a vote for each of those tied would break nothing.
func (o Outcome) VotesEach(limits constitution.Figures, post Post) int {
	switch {
	case post != Ordinary:
		return 1
	case o.State == Tied:
		return min(o.Seats, limits.BallotVotes)
	}
	return limits.BallotVotes
}

// CountOutcome is what one of the counts gave.
type CountOutcome struct {
	No    int                `json:"no"`
	Trace constitution.Trace `json:"trace"`
}

// Decide works out an election by the constitution of its meeting: what the
// counts that were not set aside give, one after the other. The error has what
// is impossible about them.
func Decide(c constitution.Constitution, e Election) (Outcome, error) {
	d := decision{c: c, e: e, names: e.Names(), out: Outcome{Trace: constitution.Trace{Rule: e.Post.Rule()}}}
	counts := e.Valid()
	if len(counts) == 0 {
		err := d.beforeBallot()
		return d.out, err
	}
	for i, n := range counts {
		rest := tieLooksAt(e, n, i == len(counts)-1)
		if err := d.take(n, rest); err != nil {
			return Outcome{}, fmt.Errorf("count %d of election %d: %w", n.No, e.ID, err)
		}
	}
	d.conclude()
	return d.out, nil
}

// tieLooksAt are the votes of a count without those who had withdrawn before
// the next one.
func tieLooksAt(e Election, n Count, last bool) []Vote {
	gone := map[CandidateID]bool{}
	for _, c := range e.Candidates {
		gone[c.ID] = c.Withdrawn != nil && (last || c.Withdrawn.After <= n.No)
	}
	return slices.DeleteFunc(slices.Clone(n.Votes), func(v Vote) bool { return gone[v.Candidate] })
}

// decision is an election being worked out.
type decision struct {
	c     constitution.Constitution
	e     Election
	names map[CandidateID]string
	out   Outcome
}

// beforeBallot is the state of an election in which nothing was counted.
func (d *decision) beforeBallot() error {
	standing := d.e.Standing()
	switch {
	case len(standing) == 0:
		d.out.State, d.out.Empty = Decided, d.e.Seats
		d.step(&d.out.Trace, "No one is standing")
	case d.e.Post != Ordinary && len(standing) == 1:
		alone := []Vote{{Candidate: standing[0].ID}}
		r, err := d.officer(0, alone)
		if err != nil {
			return err
		}
		d.out.Trace.Steps = r.Trace.Steps
		d.use(r, alone, Unopposed)
	default:
		d.out.State, d.out.Seats, d.out.Empty = AwaitsBallot, d.e.Seats, d.e.Seats
		for _, c := range standing {
			d.out.Among = append(d.out.Among, c.ID)
		}
		d.sortAmong()
		d.step(
			&d.out.Trace, "%d %s for %s: a ballot is held", len(standing),
			map[bool]string{true: "stands", false: "stand"}[len(standing) == 1], seats(d.e.Seats),
		)
		return nil
	}
	d.conclude()
	return nil
}

// take adds a count to what the ones before it gave; votes are those of the
// candidates who are looked at.
func (d *decision) take(n Count, votes []Vote) error {
	trace := constitution.Trace{Rule: d.e.Post.Rule(), Steps: d.recounts(n)}
	for _, v := range n.Votes {
		if !slices.Contains(votes, v) {
			d.step(&trace, "%s has withdrawn", d.names[v.Candidate])
		}
	}
	r, how, err := d.result(n, votes)
	if err != nil {
		return err
	}
	trace.Steps, trace.Outcome, trace.Readings = append(trace.Steps, r.Trace.Steps...), r.Trace.Outcome, r.Trace.Readings
	d.use(r, votes, how)
	d.out.Counts = append(d.out.Counts, CountOutcome{n.No, trace})
	t := &d.out.Trace
	t.Steps = append(t.Steps, trace.Steps...)
	for _, u := range trace.Readings {
		if !t.Uses(u.Question) {
			t.Readings = append(t.Readings, u)
		}
	}
	return nil
}

// recounts says of a count whether it counted papers again, or its own were.
func (d *decision) recounts(n Count) (out []constitution.Step) {
	say := func(format string, args ...any) {
		out = append(out, constitution.Step{Rule: "4.11", Text: fmt.Sprintf(format, args...)})
	}
	if n.Recount != nil {
		say("Count %d counted the papers of count %d again, and stands", n.No, n.Recount.Of)
	}
	for _, other := range d.e.Counts {
		if again := other.Recount; again != nil && again.Of == n.No && !again.Stands && other.SetAside == nil {
			say("Count %d counted the papers of count %d again, which stands", other.No, n.No)
		}
	}
	return out
}

// result is what one count gives.
func (d *decision) result(n Count, votes []Vote) (r constitution.ElectionResult, how How, err error) {
	switch {
	case len(votes) == 0:
		r.Empty = n.Seats
		d.step(&r.Trace, "None of those who stood is left")
		return r, ByBallot, nil
	case n.Way == constitution.CastingVote:
		return d.chosen(n, votes), ByChair, nil
	case n.Way == constitution.DrawingLots:
		return d.chosen(n, votes), ByLot, nil
	case d.e.Post == Ordinary: // rule 4.16
		r, err = d.c.ElectOrdinary(constitution.OrdinaryElection{
			Seats: n.Seats, Ballots: n.Papers, Invalid: n.Invalid + n.Blank, Candidates: d.candidates(votes),
		})
		return r, ByBallot, err
	}
	r, err = d.officer(n.Papers, votes)
	if len(votes) == 1 {
		return r, Unopposed, err
	}
	return r, ByBallot, err
}

// Rule 4.15.
func (d *decision) officer(papers int, votes []Vote) (constitution.ElectionResult, error) {
	return d.c.ElectOfficer(constitution.OfficerElection{
		Office: constitution.Office(d.e.Post), Ballots: papers, Candidates: d.candidates(votes),
	})
}

// chosen is what the chair's choice gives, or lots.
func (d *decision) chosen(n Count, votes []Vote) constitution.ElectionResult {
	_, reading := d.c.MayBreakTie(n.Way)
	r := constitution.ElectionResult{Trace: constitution.Trace{Readings: reading.Readings}}
	d.chairInTie(&r.Trace, n)
	words := "is drawn by lot"
	if n.Way == constitution.CastingVote {
		words = "has the casting vote of the chair"
		if n.Chair.Name != "" {
			words += ", " + n.Chair.Name
		}
	}
	for _, v := range votes {
		if v.Chosen {
			r.Elected = append(r.Elected, d.names[v.Candidate])
		}
	}
	slices.Sort(r.Elected)
	for _, name := range r.Elected {
		d.step(&r.Trace, "%s %s", name, words)
	}
	r.Empty = n.Seats - len(r.Elected)
	r.Trace.Outcome = "elected " + joined(r.Elected)
	return r
}

// chairInTie says of a casting vote who gave it where the chair is among those
// tied.
func (d *decision) chairInTie(t *constitution.Trace, n Count) {
	tied := slices.ContainsFunc(n.Votes, func(v Vote) bool { return n.Chair.ID != 0 && d.person(v.Candidate).ID == n.Chair.ID })
	may, own := d.c.ChairDecidesOwnTie()
	switch {
	case n.Aside.ID != 0:
		t.Steps = append(t.Steps, constitution.Step{
			Rule: "4.3", Text: n.Aside.Name + " is in the chair and among those tied: " + n.Chair.Name +
				" took the chair for the casting vote",
		})
	case !tied || !may:
		return
	}
	t.Readings = append(t.Readings, own.Readings...)
}

func (d *decision) candidates(votes []Vote) []constitution.Candidate {
	out := make([]constitution.Candidate, len(votes))
	for i, v := range votes {
		out[i] = constitution.Candidate{Name: d.names[v.Candidate], Votes: v.Votes}
	}
	return out
}

// use takes a result over: who is elected joins those of the counts before.
func (d *decision) use(r constitution.ElectionResult, votes []Vote, how How) {
	byName := make(map[string]CandidateID, len(votes))
	for _, v := range votes {
		byName[d.names[v.Candidate]] = v.Candidate
	}
	for _, name := range r.Elected {
		id := byName[name]
		d.out.Elected = append(d.out.Elected, Winner{id, d.person(id), how})
	}
	d.out.State, d.out.Among, d.out.Seats, d.out.Empty = Decided, nil, 0, r.Empty
	if len(r.Tie) > 0 {
		d.out.State, d.out.Seats = Tied, r.Empty
	}
	for _, name := range r.Tie {
		d.out.Among = append(d.out.Among, byName[name])
	}
	d.sortAmong()
}

// conclude says what all counts together gave.
func (d *decision) conclude() {
	names := make([]string, len(d.out.Elected))
	for i, w := range d.out.Elected {
		names[i] = d.names[w.Candidate]
	}
	outcome := &d.out.Trace.Outcome
	switch {
	case len(names) == 1 && d.out.Elected[0].How == Unopposed:
		*outcome = names[0] + " is elected unopposed"
	case len(names) > 0:
		*outcome = "elected " + joined(names)
	default:
		*outcome = "no one is elected"
	}
	switch {
	case d.out.State == Tied:
		*outcome += "; a tie for " + seats(d.out.Seats)
	case d.out.Empty > 0 && d.e.Post == Ordinary:
		*outcome += "; not filled: " + seats(d.out.Empty)
	}
}

func (d *decision) person(id CandidateID) Person {
	i := slices.IndexFunc(d.e.Candidates, func(c Candidate) bool { return c.ID == id })
	return d.e.Candidates[i].Person
}

func (d *decision) step(t *constitution.Trace, format string, args ...any) {
	t.Steps = append(t.Steps, constitution.Step{Rule: d.e.Post.Rule(), Text: fmt.Sprintf(format, args...)})
}

func (d *decision) sortAmong() {
	slices.SortFunc(d.out.Among, func(a, b CandidateID) int {
		return cmp.Or(cmp.Compare(d.names[a], d.names[b]), cmp.Compare(a, b))
	})
}

// seats is "1 seat", "2 seats".
func seats(n int) string {
	if n == 1 {
		return "1 seat"
	}
	return fmt.Sprintf("%d seats", n)
}

// joined lists names: "A", "A and B", "A, B and C".
func joined(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
