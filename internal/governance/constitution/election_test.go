package constitution

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// candidates reads "Ana 7, Ben 5".
func candidates(t testing.TB, s string) []Candidate {
	t.Helper()
	var out []Candidate
	for part := range strings.SplitSeq(s, ", ") {
		var c Candidate
		if _, err := fmt.Sscanf(part, "%s %d", &c.Name, &c.Votes); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

func names(list []string) string { return strings.Join(list, " ") }

// Rule 4.16.
func TestElectOrdinaryMembers(t *testing.T) {
	for _, tt := range []struct {
		name           string
		seats, ballots int
		votes          string
		elected, tie   string
		empty          int
	}{
		{"the two highest", 2, 12, "Ana 9, Ben 6, Cal 5", "Ana Ben", "", 0},
		{"in another order", 2, 12, "Cal 5, Ben 6, Ana 9", "Ana Ben", "", 0},
		{"exactly ten per cent passes", 2, 20, "Ana 15, Ben 2", "Ana Ben", "", 0},
		{"under ten per cent", 2, 20, "Ana 15, Ben 1", "Ana", "", 1},
		{"under ten per cent by a fraction", 2, 21, "Ana 15, Ben 2", "Ana", "", 1},
		{"nobody supported", 2, 30, "Ana 2, Ben 1", "", "", 2},
		{"no votes are no support", 2, 5, "Ana 5, Ben 0", "Ana", "", 1},
		{"nobody voted", 2, 0, "Ana 0, Ben 0", "", "", 2},
		{"fewer candidates than seats", 2, 12, "Ana 9", "Ana", "", 1},
		{"a tie for the last seat", 2, 12, "Ana 9, Ben 5, Cal 5", "Ana", "Ben Cal", 1},
		{"a tie of three for two seats", 2, 12, "Ana 5, Ben 5, Cal 5", "", "Ana Ben Cal", 2},
		{"equals who both have a seat", 2, 12, "Ana 6, Ben 6, Cal 5", "Ana Ben", "", 0},
		{"a tie below the last seat", 2, 12, "Ana 9, Ben 7, Cal 4, Dee 4", "Ana Ben", "", 0},
		{"a tie under ten per cent is none", 2, 30, "Ana 20, Ben 2, Cal 2", "Ana", "", 1},
		{"one seat", 1, 12, "Ana 9, Ben 6", "Ana", "", 0},
		{"five seats", 5, 20, "Ana 9, Ben 8, Cal 7, Dee 6, Eva 5, Fay 5", "Ana Ben Cal Dee", "Eva Fay", 1},
		{"everybody votes for the same two", 2, 12, "Ana 12, Ben 12", "Ana Ben", "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := shipped.ElectOrdinary(OrdinaryElection{
				Seats: tt.seats, Ballots: tt.ballots, Candidates: candidates(t, tt.votes),
			})
			if err != nil {
				t.Fatal(err)
			}
			if names(got.Elected) != tt.elected || names(got.Tie) != tt.tie || got.Empty != tt.empty ||
				got.Trace.Rule != "4.16" {
				t.Errorf(
					"elected %q, tie %q, empty %d; want %q, %q, %d; %s", got.Elected, got.Tie, got.Empty, tt.elected, tt.tie, tt.empty,
					got.Trace,
				)
			}
			if got.Trace.Uses(ElectionTie) != (tt.tie != "") || got.Trace.Uses(CommitteeSeats) != (tt.seats > 2) {
				t.Errorf("readings: %s", got.Trace)
			}
		})
	}
	got, err := shipped.ElectOrdinary(OrdinaryElection{
		Seats: 2, Ballots: 20, Candidates: candidates(t, "Ana 9, Ben 5, Cal 5, Dee 1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	wantTrace(t, got.Trace, "Ana 9 of 20 ≥ 10% (4.16); Ben 5 of 20 ≥ 10% (4.16); Cal 5 of 20 ≥ 10% (4.16); Dee 1 of 20 "+
		"< 10% (4.16); "+
		"Ben and Cal tie with 5 votes for 1 seat (4.16): elected Ana; not filled: 1 seat [reading 4.16-totals] [reading "+
		"4.15-tie]")
}

func TestTenPercentOfWhom(t *testing.T) {
	e := OrdinaryElection{Seats: 2, Ballots: 20, Invalid: 1, Candidates: candidates(t, "Ana 15, Ben 2")}
	for reading, want := range map[ReadingID]string{"valid": "Ana Ben", "papers": "Ana"} {
		got, err := ruled(t, TenPercent, reading).ElectOrdinary(e)
		if err != nil || names(got.Elected) != want {
			t.Errorf("reading %s: %+v, %v; want %s", reading, got, err, want)
		}
	}
}

// Rule 4.15.
func TestElectOfficer(t *testing.T) {
	for _, tt := range []struct {
		name         string
		ballots      int
		votes        string
		elected, tie string
	}{
		{"unopposed without a ballot", 0, "Ana 0", "Ana", ""},
		{"the most votes", 12, "Ana 5, Ben 7", "Ben", ""},
		{"the most votes are few", 12, "Ana 3, Ben 4, Cal 2", "Ben", ""},
		{"a tie", 12, "Ana 6, Ben 6", "", "Ana Ben"},
		{"a tie of three", 12, "Ana 4, Ben 4, Cal 4", "", "Ana Ben Cal"},
		{"under ten per cent is enough for an office", 30, "Ana 1, Ben 0", "Ana", ""},
		{"nobody has a vote", 0, "Ana 0, Ben 0", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := shipped.ElectOfficer(OfficerElection{
				Office: Secretary, Ballots: tt.ballots, Candidates: candidates(t, tt.votes),
			})
			if err != nil || names(got.Elected) != tt.elected || names(got.Tie) != tt.tie || got.Trace.Rule != "4.15" ||
				got.Empty != 1-len(got.Elected) {
				t.Errorf("%+v, %v; want %q, tie %q", got, err, tt.elected, tt.tie)
			}
		})
	}
}

func TestElectionsRefuseTheImpossible(t *testing.T) {
	for _, tt := range []struct {
		name           string
		seats, ballots int
		votes          []Candidate
		want           string
	}{
		{"no seats", 0, 12, []Candidate{{"Ana", 5}}, "seats"},
		{"negative ballots", 2, -1, []Candidate{{"Ana", 0}}, "ballots"},
		{"negative votes", 2, 12, []Candidate{{"Ana", -5}}, "votes"},
		{"more votes than ballots for one", 2, 12, []Candidate{{"Ana", 13}}, "votes"},
		{"more votes than twice the ballots", 2, 12, []Candidate{{"Ana", 9}, {"Ben", 8}, {"Cal", 8}}, "votes"},
		{"as many as twice the ballots", 2, 12, []Candidate{{"Ana", 9}, {"Ben", 8}, {"Cal", 7}}, ""},
		{"nobody stands", 2, 12, nil, "votes"},
		{"one twice", 2, 12, []Candidate{{"Ana", 1}, {"ana", 1}}, "votes"},
		{"a name without letters", 2, 12, []Candidate{{" ", 1}}, "votes"},
		{"a name with a line end", 2, 12, []Candidate{{"A\nB", 1}}, "votes"},
		{"a name that is no text", 2, 12, []Candidate{{"A\xff", 1}}, "votes"},
		{"a name without end", 2, 12, []Candidate{{strings.Repeat("a", 201), 1}}, "votes"},
		{"huge votes", 2, 12, []Candidate{{"Ana", 1 << 60}, {"Ben", 1 << 60}}, "votes votes"},
		{"all at once", -1, -1, []Candidate{{"", -1}}, "seats ballots votes votes"},
	} {
		_, err := shipped.ElectOrdinary(OrdinaryElection{Seats: tt.seats, Ballots: tt.ballots, Candidates: tt.votes})
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q (%v)", tt.name, got, tt.want, err)
		}
	}
	for _, tt := range []struct {
		name string
		e    OfficerElection
		want string
	}{
		{"no office", OfficerElection{Candidates: []Candidate{{"Ana", 0}}}, "office"},
		{
			"two votes on a paper",
			OfficerElection{Office: President, Ballots: 12, Candidates: []Candidate{{"Ana", 7}, {"Ben", 6}}}, "votes",
		},
	} {
		_, err := shipped.ElectOfficer(tt.e)
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestMayBreakTie(t *testing.T) {
	for reading, want := range map[ReadingID]string{
		"meeting": "ballot chair", "ballot": "ballot", "chair": "chair", "lot": "lot",
	} {
		var may []string
		for _, way := range []TieBreak{AnotherBallot, CastingVote, DrawingLots} {
			if ok, _ := ruled(t, ElectionTie, reading).MayBreakTie(way); ok {
				may = append(may, string(way))
			}
		}
		if names(may) != want {
			t.Errorf("reading %s: %v, want %s", reading, may, want)
		}
	}
}

// Rules 4.13 and 4.14.
func TestNominate(t *testing.T) {
	whole := Nomination{
		Candidate: member(1), Proposer: member(2), Seconder: member(3), For: President, Received: day("2026-03-01"),
		AGM: day("2026-03-14"),
	}
	for _, tt := range []struct {
		name string
		with func(*Nomination)
		want string
	}{
		{"three members", func(*Nomination) {}, ""},
		{"the proposer seconds", func(n *Nomination) { n.Seconder = n.Proposer }, "obstacle 4.13"},
		{"the candidate proposes", func(n *Nomination) { n.Proposer = n.Candidate }, "obstacle 4.13"},
		{"the proposer is no member", func(n *Nomination) { n.Proposer = stranger(2) }, "obstacle 4.13"},
		{"the candidate is no member", func(n *Nomination) { n.Candidate = stranger(1) }, "obstacle 4.13"},
		{"the candidate has not signed", func(n *Nomination) { n.Unsigned = []Person{person(1)} }, "obstacle 4.13"},
		{"the day before", func(n *Nomination) { n.Received = day("2026-03-13") }, ""},
		{"on the day", func(n *Nomination) { n.Received = n.AGM }, "warning 4.13"},
		{"the day after", func(n *Nomination) { n.Received = day("2026-03-15") }, "obstacle 4.13"},
		{"by word of mouth", func(n *Nomination) { n.Received = day("") }, "obstacle 4.13"},
		{"a sitting president without anything", func(n *Nomination) {
			*n = Nomination{Candidate: member(1), For: President, Holds: []Office{President}, AGM: n.AGM}
		}, ""},
		{"a sitting treasurer for president", func(n *Nomination) {
			*n = Nomination{Candidate: member(1), For: President, Holds: []Office{Treasurer}, AGM: n.AGM}
		}, "obstacle 4.14"},
		{
			"a sitting officer for ordinary member",
			func(n *Nomination) { n.For, n.Holds, n.Received = "", []Office{President}, day("") }, "obstacle 4.13",
		},
		{"a sitting president who is no member any more", func(n *Nomination) {
			*n = Nomination{Candidate: stranger(1), For: President, Holds: []Office{President}, AGM: n.AGM}
		}, "obstacle 4.13"},
	} {
		n := whole
		tt.with(&n)
		if got, _ := shipped.Nominate(n); texts(got) != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
	other := Nomination{Candidate: member(1), For: President, Holds: []Office{Treasurer}, AGM: whole.AGM}
	if got, _ := ruled(t, ReElection, "any").Nominate(other); got.Blocked() {
		t.Errorf("by the other reading a sitting officer needs none: %v", got)
	}
}

// anyElection draws an election that can be.
func anyElection(t *rapid.T) OrdinaryElection {
	e := OrdinaryElection{Seats: rapid.IntRange(1, 5).Draw(t, "seats"), Ballots: rapid.IntRange(0, 40).Draw(t, "ballots")}
	left := 2 * e.Ballots
	for i := range rapid.IntRange(1, 8).Draw(t, "candidates") {
		v := rapid.IntRange(0, min(left, e.Ballots)).Draw(t, "votes")
		left -= v
		e.Candidates = append(e.Candidates, Candidate{string(rune('A' + i)), v})
	}
	return e
}

// The outcome follows from the rule's words, never from the order of entry:
// every elected candidate has ten per cent and more votes than who is not
// elected; seats add up; the tied are equal and more than the seats left.
func TestElectOrdinaryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyElection(t)
		got, err := shipped.ElectOrdinary(e)
		if err != nil {
			t.Fatal(err)
		}
		votes := make(map[string]int)
		for _, c := range e.Candidates {
			votes[c.Name] = c.Votes
		}
		if len(got.Elected)+got.Empty != e.Seats || len(got.Tie) > 0 && len(got.Tie) <= got.Empty {
			t.Fatalf("%+v: %+v", e, got)
		}
		for _, c := range e.Candidates {
			supported := c.Votes > 0 && 10*c.Votes >= e.Ballots
			in, tied := slices.Contains(got.Elected, c.Name), slices.Contains(got.Tie, c.Name)
			if (in || tied) && !supported || in && tied {
				t.Fatalf("%+v: %s is elected %t, tied %t with %d of %d", e, c.Name, in, tied, c.Votes, e.Ballots)
			}
			if supported && !in && !tied && len(got.Elected)+min(len(got.Tie), got.Empty) < e.Seats {
				t.Fatalf("%+v: %s has support and a seat is empty: %+v", e, c.Name, got)
			}
			for _, w := range got.Elected {
				if !in && supported && c.Votes >= votes[w] {
					t.Fatalf("%+v: %s is elected and %s is not: %+v", e, w, c.Name, got)
				}
			}
		}
		shuffled := e
		shuffled.Candidates = rapid.Permutation(e.Candidates).Draw(t, "shuffled")
		again, err := shipped.ElectOrdinary(shuffled)
		if err != nil || names(again.Elected) != names(got.Elected) || names(again.Tie) != names(got.Tie) ||
			again.Trace.String() != got.Trace.String() {
			t.Fatalf("%+v, and in another order %+v, %v", got, again, err)
		}
	})
}

// Another vote for somebody who is elected never unseats them.
func TestAVoteNeverHurtsACandidate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyElection(t)
		before, err := shipped.ElectOrdinary(e)
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(e.Candidates)-1).Draw(t, "who")
		more := e
		more.Candidates = slices.Clone(e.Candidates)
		more.Candidates[i].Votes++
		more.Ballots++ // a further voter
		after, err := shipped.ElectOrdinary(more)
		if err != nil {
			t.Fatal(err)
		}
		if who := e.Candidates[i].Name; slices.Contains(before.Elected, who) && !slices.Contains(after.Elected, who) {
			t.Fatalf("%s loses the seat by a vote more: %+v, then %+v", who, before, after)
		}
	})
}

// oracle elects by the rule's words, by sorting and counting all over again.
func oracle(e OrdinaryElection) (elected, tie []string) {
	var in []Candidate
	for _, c := range e.Candidates {
		if c.Votes > 0 && c.Votes*10 >= e.Ballots {
			in = append(in, c)
		}
	}
	slices.SortFunc(in, func(a, b Candidate) int { return cmp.Or(b.Votes-a.Votes, strings.Compare(a.Name, b.Name)) })
	for _, c := range in {
		above, level := 0, 0
		for _, o := range in {
			if o.Votes > c.Votes {
				above++
			} else if o.Votes == c.Votes {
				level++
			}
		}
		switch {
		case above+level <= e.Seats:
			elected = append(elected, c.Name)
		case above < e.Seats:
			tie = append(tie, c.Name)
		}
	}
	return elected, tie
}

func TestElectOrdinaryAgainstTheOracle(t *testing.T) {
	const ballots = 12
	for seats := 1; seats <= 3; seats++ {
		for n := range 9 * 9 * 9 * 9 {
			e := OrdinaryElection{Seats: seats, Ballots: ballots}
			sum := 0
			for i := range 4 {
				v := n % 9
				n /= 9
				sum += v
				e.Candidates = append(e.Candidates, Candidate{string(rune('A' + i)), v})
			}
			if sum > 2*ballots {
				continue
			}
			got, err := shipped.ElectOrdinary(e)
			if err != nil {
				t.Fatal(err)
			}
			if elected, tie := oracle(e); names(elected) != names(got.Elected) || names(tie) != names(got.Tie) {
				t.Fatalf("%+v: %v %v, want %v %v", e, got.Elected, got.Tie, elected, tie)
			}
		}
	}
}

// Each member present has a ballot paper, by a ruling the chair has none.
func TestBallotPapers(t *testing.T) {
	for _, tt := range []struct {
		reading ReadingID
		chair   Presentness
		want    int
	}{{"member", Present, 12}, {"member", Absent, 12}, {"silent", Present, 11}, {"silent", Absent, 12}} {
		if got, _ := ruled(t, ChairsBallot, tt.reading).BallotPapers("4.16", 12, tt.chair); got != tt.want {
			t.Errorf("%s, the chair %s: %d, want %d", tt.reading, tt.chair, got, tt.want)
		}
	}
}

// Rule 4.16: the two highest totals, with a tie for the second.
func TestATieForTheSecondTotal(t *testing.T) {
	for _, tt := range []struct {
		votes       []int
		reading     ReadingID
		elected     string
		tie         string
		empty       int
		readingUsed bool
	}{
		{[]int{9, 5, 5}, "seats", "Ana", "Ben Cam", 1, true},
		{[]int{9, 5, 5}, "totals", "Ana Ben Cam", "", 0, true},
		{[]int{9, 9, 5}, "totals", "Ana Ben", "", 0, false},
		{[]int{5, 5, 5}, "totals", "Ana Ben Cam", "", 0, true},
		{[]int{9, 1, 1}, "totals", "Ana", "", 1, false}, // without the support of ten per cent
	} {
		e := OrdinaryElection{Seats: 2, Ballots: 12}
		for i, n := range tt.votes {
			e.Candidates = append(e.Candidates, Candidate{[]string{"Ana", "Ben", "Cam"}[i], n})
		}
		got, err := ruled(t, HighestTotals, tt.reading).ElectOrdinary(e)
		if err != nil {
			t.Fatal(err)
		}
		if names(got.Elected) != tt.elected || names(got.Tie) != tt.tie || got.Empty != tt.empty ||
			got.Trace.Uses(HighestTotals) != tt.readingUsed {
			t.Errorf("%v, reading %s: %+v", tt.votes, tt.reading, got)
		}
	}
}
