package elections

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

var shipped = constitution.Shipped()

// ruled is the shipped constitution with the committee's ruling on a question.
func ruled(t testing.TB, q constitution.QuestionID, r constitution.ReadingID) constitution.Constitution {
	t.Helper()
	day := civil.MustParseDate("2020-01-01")
	h, err := constitution.NewHistory(nil, []constitution.Ruling{{Question: q, Reading: r, Meeting: day, Words: "So."}})
	if err != nil {
		t.Fatal(err)
	}
	return h.On(day)
}

// election reads candidates "Ana Ben Cal/0 Dee/1", a number behind who withdrew
// after that count, and counts "12+1: Ana 7, Ben 5", "chair 1: Ana", "lot 1:
// Ana"; one that was set aside begins with "x ". Seats of a count follow from
// who stands in it.
func election(t testing.TB, post Post, seats int, who string, counts ...string) Election {
	t.Helper()
	e := Election{ID: 1, Post: post, Seats: seats}
	id := map[string]CandidateID{}
	for i, word := range strings.Fields(who) {
		name, after, withdrew := strings.Cut(word, "/")
		c := Candidate{ID: CandidateID(i + 1), Person: Person{auth.PersonID(100 + i), name}}
		if withdrew {
			c.Withdrawn = &Withdrawal{After: int(after[0] - '0')}
		}
		id[name] = c.ID
		e.Candidates = append(e.Candidates, c)
	}
	left := seats
	for i, text := range counts {
		n := Count{No: i + 1, Way: Ballot}
		if rest, set := strings.CutPrefix(text, "x "); set {
			n.SetAside, text = &SetAside{Reason: "miscounted"}, rest
		}
		head, votes, _ := strings.Cut(text, ": ")
		switch {
		case strings.HasPrefix(head, "chair"):
			n.Way, n.Chair = constitution.CastingVote, Person{9, "Hemi Chair"}
			scan(t, head, "chair %d", &n.Seats)
		case strings.HasPrefix(head, "lot"):
			n.Way = constitution.DrawingLots
			scan(t, head, "lot %d", &n.Seats)
		case strings.Contains(head, "/"):
			scan(t, head, "%d+%d/%d", &n.Papers, &n.Invalid, &n.Seats)
		default:
			scan(t, head, "%d+%d", &n.Papers, &n.Invalid)
			n.Seats = left
		}
		for part := range strings.SplitSeq(votes, ", ") {
			name, figure, _ := strings.Cut(part, " ")
			v := Vote{Candidate: id[name]}
			if n.Way == Ballot {
				scan(t, figure, "%d", &v.Votes)
			} else {
				v.Chosen = figure == "yes"
			}
			n.Votes = append(n.Votes, v)
		}
		e.Counts = append(e.Counts, n)
	}
	return e
}

func scan(t testing.TB, text, format string, into ...any) {
	t.Helper()
	if _, err := fmt.Sscanf(text, format, into...); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}

// told is an outcome in a line: "decided: Ana unopposed", "tied: Ana ballot; Ben Cal for 1".
func told(e Election, o Outcome) string {
	names := e.Names()
	var parts []string
	for _, w := range o.Elected {
		parts = append(parts, names[w.Candidate]+" "+string(w.How))
	}
	s := strings.TrimSuffix(string(o.State)+": "+strings.Join(parts, ", "), ": ")
	if len(o.Among) > 0 {
		var among []string
		for _, id := range o.Among {
			among = append(among, names[id])
		}
		s += fmt.Sprintf("; %s for %d", strings.Join(among, " "), o.Seats)
	}
	if o.Empty > 0 {
		s += fmt.Sprintf("; empty %d", o.Empty)
	}
	return s
}

func TestDecide(t *testing.T) {
	for _, tt := range []struct {
		name   string
		post   Post
		seats  int
		who    string
		counts []string
		want   string
	}{
		// Rule 4.15.
		{"nobody stands for an office", "president", 1, "", nil, "decided; empty 1"},
		{"one candidate for an office is unopposed", "president", 1, "Ana", nil, "decided: Ana unopposed"},
		{"unopposed because the other withdrew", "president", 1, "Ana Ben/0", nil, "decided: Ana unopposed"},
		{"two need a ballot", "secretary", 1, "Ana Ben", nil, "awaits_ballot; Ana Ben for 1; empty 1"},
		{"the most votes", "secretary", 1, "Ana Ben", []string{"12+0: Ana 5, Ben 7"}, "decided: Ben ballot"},
		{
			"ten per cent is not asked of an officer", "secretary", 1, "Ana Ben", []string{"30+0: Ana 2, Ben 1"},
			"decided: Ana ballot",
		},
		{"nobody has a vote", "secretary", 1, "Ana Ben", []string{"0+12: Ana 0, Ben 0"}, "decided; empty 1"},
		{
			"a tie is left to the meeting", "secretary", 1, "Ana Ben Cal", []string{"12+0: Ana 5, Ben 5, Cal 2"},
			"tied; Ana Ben for 1; empty 1",
		},
		{
			"a tie broken by another ballot", "secretary", 1, "Ana Ben Cal",
			[]string{"12+0: Ana 5, Ben 5, Cal 2", "12+0: Ana 5, Ben 7"}, "decided: Ben ballot",
		},
		{
			"a tie twice", "secretary", 1, "Ana Ben", []string{"12+0: Ana 6, Ben 6", "12+0: Ana 6, Ben 6"},
			"tied; Ana Ben for 1; empty 1",
		},
		{
			"a tie broken by the chair", "secretary", 1, "Ana Ben", []string{"12+0: Ana 6, Ben 6", "chair 1: Ana no, Ben yes"},
			"decided: Ben chair",
		},
		{
			"the chair after a second tie", "secretary", 1, "Ana Ben",
			[]string{"12+0: Ana 6, Ben 6", "10+2: Ana 5, Ben 5", "chair 1: Ana yes, Ben no"}, "decided: Ana chair",
		},
		{
			"one of the tied withdraws", "secretary", 1, "Ana Ben/1 Cal", []string{"12+0: Ana 5, Ben 5, Cal 2"},
			"decided: Ana ballot",
		},
		{"both of the tied withdraw", "secretary", 1, "Ana/1 Ben/1", []string{"12+0: Ana 6, Ben 6"}, "decided; empty 1"},
		{
			"the other of two tied withdraws", "secretary", 1, "Ana Ben/1", []string{"12+0: Ana 6, Ben 6"},
			"decided: Ana unopposed",
		},
		{
			"a ballot set aside", "secretary", 1, "Ana Ben", []string{"x 12+0: Ana 7, Ben 5"},
			"awaits_ballot; Ana Ben for 1; empty 1",
		},
		{
			"a ballot set aside and held again", "secretary", 1, "Ana Ben",
			[]string{"x 12+0: Ana 7, Ben 5", "12+0: Ana 5, Ben 7"}, "decided: Ben ballot",
		},
		{
			"a casting vote set aside", "secretary", 1, "Ana Ben", []string{"12+0: Ana 6, Ben 6", "x chair 1: Ana yes, Ben no"},
			"tied; Ana Ben for 1; empty 1",
		},
		{
			"elected, and then the ballot set aside for a withdrawal", "secretary", 1, "Ana/0 Ben",
			[]string{"x 12+0: Ana 7, Ben 5"}, "decided: Ben unopposed",
		},

		// Rule 4.16.
		{"nobody stands", Ordinary, 2, "", nil, "decided; empty 2"},
		{"ordinary members always by ballot", Ordinary, 2, "Ana", nil, "awaits_ballot; Ana for 2; empty 2"},
		{"as many as seats need a ballot too", Ordinary, 2, "Ana Ben", nil, "awaits_ballot; Ana Ben for 2; empty 2"},
		{
			"the two highest", Ordinary, 2, "Ana Ben Cal", []string{"12+0: Ana 9, Ben 6, Cal 5"},
			"decided: Ana ballot, Ben ballot",
		},
		{"exactly ten per cent", Ordinary, 2, "Ana Ben", []string{"20+0: Ana 15, Ben 2"}, "decided: Ana ballot, Ben ballot"},
		{
			"under ten per cent leaves a seat empty", Ordinary, 2, "Ana Ben", []string{"20+0: Ana 15, Ben 1"},
			"decided: Ana ballot; empty 1",
		},
		{
			"ten per cent of the valid papers", Ordinary, 2, "Ana Ben", []string{"20+5: Ana 15, Ben 2"},
			"decided: Ana ballot, Ben ballot",
		},
		{
			"a tie for the last seat", Ordinary, 2, "Ana Ben Cal", []string{"12+0: Ana 9, Ben 5, Cal 5"},
			"tied: Ana ballot; Ben Cal for 1; empty 1",
		},
		{
			"a tie of all three", Ordinary, 2, "Ana Ben Cal", []string{"12+0: Ana 5, Ben 5, Cal 5"},
			"tied; Ana Ben Cal for 2; empty 2",
		},
		{
			"a tie for the last seat, another ballot", Ordinary, 2, "Ana Ben Cal",
			[]string{"12+0: Ana 9, Ben 5, Cal 5", "12+0/1: Ben 7, Cal 5"}, "decided: Ana ballot, Ben ballot",
		},
		{
			"a tie for the last seat, the chair", Ordinary, 2, "Ana Ben Cal",
			[]string{"12+0: Ana 9, Ben 5, Cal 5", "chair 1: Ben no, Cal yes"}, "decided: Ana ballot, Cal chair",
		},
		{
			"the other ballot elects one and ties the rest", Ordinary, 2, "Ana Ben Cal",
			[]string{"12+0: Ana 5, Ben 5, Cal 5", "12+0/2: Ana 8, Ben 4, Cal 4"}, "tied: Ana ballot; Ben Cal for 1; empty 1",
		},
		{
			"and the chair breaks that", Ordinary, 2, "Ana Ben Cal",
			[]string{"12+0: Ana 5, Ben 5, Cal 5", "12+0/2: Ana 8, Ben 4, Cal 4", "chair 1: Ben yes, Cal no"},
			"decided: Ana ballot, Ben chair",
		},
		{
			"ten per cent holds in the other ballot", Ordinary, 2, "Ana Ben Cal",
			[]string{"12+0: Ana 9, Ben 5, Cal 5", "11+0/1: Ben 1, Cal 1"}, "decided: Ana ballot; empty 1",
		},
		{
			"one of the tied withdraws from the last seat", Ordinary, 2, "Ana Ben/1 Cal Dee",
			[]string{"20+0: Ana 9, Ben 5, Cal 5, Dee 4"}, "decided: Ana ballot, Cal ballot",
		},
		{
			"a withdrawal between two ties", Ordinary, 1, "Ana Ben Cal/2",
			[]string{"12+0: Ana 5, Ben 5, Cal 5", "12+0/1: Ana 3, Ben 5, Cal 5"}, "decided: Ben ballot",
		},
		{
			"a withdrawal before another ballot", Ordinary, 1, "Ana Ben Cal/1",
			[]string{"12+0: Ana 5, Ben 5, Cal 5", "12+0/1: Ana 3, Ben 5"}, "decided: Ben ballot",
		},
		{
			"three tie for the last seat", Ordinary, 2, "Ana Ben Cal Dee", []string{"20+0: Ana 9, Ben 5, Cal 5, Dee 5"},
			"tied: Ana ballot; Ben Cal Dee for 1; empty 1",
		},
		{
			"and two of them again", Ordinary, 2, "Ana Ben Cal Dee",
			[]string{"20+0: Ana 9, Ben 5, Cal 5, Dee 5", "20+0/1: Ben 6, Cal 6, Dee 2"},
			"tied: Ana ballot; Ben Cal for 1; empty 1",
		},
		{
			"and the same two a third time", Ordinary, 2, "Ana Ben Cal Dee",
			[]string{"20+0: Ana 9, Ben 5, Cal 5, Dee 5", "20+0/1: Ben 6, Cal 6, Dee 2", "20+0/1: Ben 20, Cal 20"},
			"tied: Ana ballot; Ben Cal for 1; empty 1",
		},
		{
			"nobody reaches ten per cent", Ordinary, 2, "Ana Ben Cal", []string{"21+0: Ana 2, Ben 2, Cal 1"}, "decided; empty 2",
		},
		{
			"one of fewer than the seats does not", Ordinary, 3, "Ana Ben", []string{"21+0: Ana 20, Ben 2"},
			"decided: Ana ballot; empty 2",
		},
		{"no ten per cent of nothing", Ordinary, 2, "Ana Ben", []string{"0+4: Ana 0, Ben 0"}, "decided; empty 2"},
		{"a tie below ten per cent is none", Ordinary, 1, "Ana Ben", []string{"31+0: Ana 3, Ben 3"}, "decided; empty 1"},
		{
			"a tie at exactly ten per cent", Ordinary, 1, "Ana Ben", []string{"30+0: Ana 3, Ben 3"},
			"tied; Ana Ben for 1; empty 1",
		},
		{
			"five seats", Ordinary, 5, "Ana Ben Cal Dee Eva", []string{"20+0: Ana 9, Ben 8, Cal 7, Dee 6, Eva 5"},
			"decided: Ana ballot, Ben ballot, Cal ballot, Dee ballot, Eva ballot",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := election(t, tt.post, tt.seats, tt.who, tt.counts...)
			o, err := Decide(shipped, e)
			if err != nil {
				t.Fatal(err)
			}
			if got := told(e, o); got != tt.want {
				t.Errorf("%s\nwant %s\n%s", got, tt.want, o.Trace)
			}
			if o.Trace.Rule != tt.post.Rule() || o.State == Decided && o.Trace.Outcome == "" {
				t.Errorf("trace %q of rule %s", o.Trace, o.Trace.Rule)
			}
			if len(o.Elected)+o.Empty != tt.seats {
				t.Errorf("%d elected and %d empty are not %d", len(o.Elected), o.Empty, tt.seats)
			}
		})
	}
}

func TestTheTraceTellsEveryCount(t *testing.T) {
	e := election(t, Ordinary, 2, "Ana Ben Cal", "20+1: Ana 9, Ben 5, Cal 5", "chair 1: Ben no, Cal yes")
	o, err := Decide(shipped, e)
	if err != nil {
		t.Fatal(err)
	}
	want := "Ana 9 of 20 ≥ 10% (4.16); Ben 5 of 20 ≥ 10% (4.16); Cal 5 of 20 ≥ 10% (4.16); Ben and Cal tie with 5 " +
		"votes for 1 seat (4.16); " +
		"Cal has the casting vote of the chair, Hemi Chair (4.16): elected Ana and Cal [reading 4.16-percent] [reading " +
		"4.16-totals] [reading 4.15-tie]"
	if got := o.Trace.String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if len(o.Counts) != 2 || o.Counts[0].Trace.Outcome != "elected Ana; not filled: 1 seat" ||
		o.Counts[1].Trace.Outcome != "elected Cal" || o.Counts[1].Trace.Uses(constitution.TenPercent) {
		t.Errorf("%+v", o.Counts)
	}
}

func TestRulingsAreApplied(t *testing.T) {
	e := election(t, Ordinary, 2, "Ana Ben", "20+1: Ana 15, Ben 2")
	if o, err := Decide(
		ruled(t, constitution.TenPercent, "papers"), e,
	); err != nil || told(e, o) != "decided: Ana ballot; empty 1" {
		t.Errorf("ten per cent of all papers: %s, %v", told(e, o), err)
	}
	e = election(t, "secretary", 1, "Ana Ben", "12+0: Ana 6, Ben 6", "lot 1: Ana no, Ben yes")
	if o, err := Decide(ruled(t, constitution.ElectionTie, "lot"), e); err != nil || told(e, o) != "decided: Ben lot" {
		t.Errorf("by lot: %s, %v", told(e, o), err)
	}
}

// Two people of one name are told apart by their numbers.
func TestNamesakes(t *testing.T) {
	e := election(t, Ordinary, 2, "Mei mei Ben", "12+0: Mei 9, mei 3, Ben 7")
	o, err := Decide(shipped, e)
	if err != nil || told(e, o) != "decided: Mei (no. 100) ballot, Ben ballot" {
		t.Errorf("%s, %v", told(e, o), err)
	}
	long := Election{Post: Ordinary, Seats: 1, Candidates: []Candidate{
		{ID: 1, Person: Person{1, strings.Repeat("ā", 201)}}, {ID: 2, Person: Person{2, strings.Repeat("ā", 205)}},
	}, Counts: []Count{
		{No: 1, Way: Ballot, Seats: 1, Papers: 3, Votes: []Vote{{Candidate: 1, Votes: 2}, {Candidate: 2, Votes: 1}}},
	}}
	if o, err := Decide(shipped, long); err != nil || len(o.Elected) != 1 || o.Elected[0].Candidate != 1 {
		t.Errorf("%+v, %v", o, err)
	}
	again := election(t, "president", 1, "Ana/0 Ben")
	again.Candidates = append(again.Candidates, Candidate{ID: 3, Person: again.Candidates[0].Person})
	if got := again.Names(); got[3] != "Ana" || got[1] != "Ana" {
		t.Errorf("somebody who stands again: %v", got)
	}
}

func TestImpossibleCountsAreErrors(t *testing.T) {
	for _, counts := range [][]string{
		{"12+0: Ana 13, Ben 0, Cal 0"},
		{"12+0: Ana 9, Ben 8, Cal 8"},
	} {
		if o, err := Decide(shipped, election(t, Ordinary, 2, "Ana Ben Cal", counts...)); err == nil {
			t.Errorf("%v: %+v", counts, o)
		}
	}
}

// anyElection draws an election with a ballot, and, for as long as there is a
// tie, further ballots or the chair's choice.
func anyElection(t *rapid.T) Election {
	e := Election{ID: 1, Post: Ordinary, Seats: rapid.IntRange(1, 4).Draw(t, "seats")}
	if rapid.Bool().Draw(t, "office") {
		e.Post, e.Seats = "president", 1
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "candidates") {
		e.Candidates = append(e.Candidates, Candidate{
			ID: CandidateID(i + 1), Person: Person{auth.PersonID(i + 1), string(rune('A' + i))},
		})
	}
	for range rapid.IntRange(0, 4).Draw(t, "counts") {
		o, err := Decide(shipped, e)
		if err != nil {
			t.Fatal(err)
		}
		if o.State == Decided {
			break
		}
		e.Counts = append(e.Counts, anyCount(t, e, o))
		if rapid.IntRange(0, 5).Draw(t, "aside") == 0 {
			e.Counts[len(e.Counts)-1].SetAside = &SetAside{Reason: "miscounted"}
		}
	}
	return e
}

func anyCount(t *rapid.T, e Election, o Outcome) Count {
	n := Count{No: len(e.Counts) + 1, Way: Ballot, Seats: o.Seats}
	if o.State == Tied && rapid.Bool().Draw(t, "chair") {
		n.Way = constitution.CastingVote
		for i, id := range o.Among {
			n.Votes = append(n.Votes, Vote{Candidate: id, Chosen: i < o.Seats})
		}
		return n
	}
	n.Papers = rapid.IntRange(0, 12).Draw(t, "papers")
	left := n.Papers
	if e.Post == Ordinary {
		left *= 2
	}
	for _, id := range o.Among {
		v := rapid.IntRange(0, min(left, n.Papers, 4)).Draw(t, "votes")
		left -= v
		n.Votes = append(n.Votes, Vote{Candidate: id, Votes: v})
	}
	return n
}

// The outcome never depends on the order in which candidates, votes or counts
// are stored; seats add up; nobody has two of them; a tie has more candidates
// than seats.
func TestDecideProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyElection(t)
		o, err := Decide(shipped, e)
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Elected)+o.Empty != e.Seats {
			t.Fatalf("%d elected and %d empty are not %d", len(o.Elected), o.Empty, e.Seats)
		}
		if (o.State == Decided) != (len(o.Among) == 0) || o.State == Tied && len(o.Among) <= o.Seats {
			t.Fatalf("%s with %v for %d", o.State, o.Among, o.Seats)
		}
		seen := map[CandidateID]bool{}
		for _, w := range o.Elected {
			if seen[w.Candidate] || slices.Contains(o.Among, w.Candidate) {
				t.Fatalf("%+v has two seats, or is tied as well: %+v", w, o)
			}
			seen[w.Candidate] = true
		}
		other := e
		other.Candidates = shuffled(t, e.Candidates)
		other.Counts = shuffled(t, e.Counts)
		for i := range other.Counts {
			other.Counts[i].Votes = shuffled(t, other.Counts[i].Votes)
		}
		again, err := Decide(shipped, other)
		if err != nil || told(e, o) != told(other, again) || o.Trace.String() != again.Trace.String() {
			t.Fatalf("%s\nin another order %s, %v", told(e, o), told(other, again), err)
		}
		if a, b := minutesBlocks([]Result{{e, o}}), minutesBlocks([]Result{{e, o}}); !reflect.DeepEqual(a, b) {
			t.Fatal("the minutes differ from themselves")
		}
	})
}

func shuffled[T any](t *rapid.T, list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return rapid.Permutation(slices.Clone(list)).Draw(t, "order")
}
