package constitution

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func votes(t testing.TB, s string) Votes {
	t.Helper()
	var v Votes
	if _, err := fmt.Sscanf(s, "%d-%d-%d", &v.Yes, &v.No, &v.Abstain); err != nil {
		t.Fatal(err)
	}
	return v
}

func decide(t rapid.TB, c Constitution, p Poll) Outcome {
	t.Helper()
	out, err := c.Decide(p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Rule 5.12: the vectors of the reading, yes-no-abstain.
func TestPostalVotes(t *testing.T) {
	for _, tt := range []struct {
		votes   string
		kind    Kind
		carried bool
		trace   string
	}{
		{"5-4-0", Ordinary, false, "9 recorded < 10 (5.12); 5 yes > 4 no (5.12): not carried"},
		{"5-4-1", Ordinary, true, "10 recorded ≥ 10 (5.12); 5 yes > 4 no (5.12): carried [reading 5.12-abstain]"},
		{"1-0-9", Ordinary, true, "10 recorded ≥ 10 (5.12); 1 yes > 0 no (5.12): carried [reading 5.12-abstain]"},
		{"5-5-0", Ordinary, false, "10 recorded ≥ 10 (5.12); 5 yes = 5 no (5.12): not carried"},
		{
			"8-4-0", Constitutional, true,
			"12 recorded ≥ 10 (5.12); 8 of 12 for or against ≥ 2/3 (5.12): carried; referred to the AGM (7.1) [reading " +
				"5.12-constitution]",
		},
		{"7-4-0", Constitutional, false, "11 recorded ≥ 10 (5.12); 7 of 11 for or against < 2/3 (5.12): not carried"},
		{
			"6-3-1", Constitutional, true,
			"10 recorded ≥ 10 (5.12); 6 of 9 for or against ≥ 2/3 (5.12): carried; referred to the AGM (7.1) [reading " +
				"5.12-abstain] [reading 5.12-constitution]",
		},
		{
			"10-5-0", Constitutional, true,
			"15 recorded ≥ 10 (5.12); 10 of 15 for or against ≥ 2/3 (5.12): carried; referred to the AGM (7.1) [reading " +
				"5.12-constitution]",
		},
		{"9-5-0", Constitutional, false, "14 recorded ≥ 10 (5.12); 9 of 14 for or against < 2/3 (5.12): not carried"},
		{"0-0-10", Ordinary, false, "10 recorded ≥ 10 (5.12); 0 yes = 0 no (5.12): not carried [reading 5.12-abstain]"},
		{
			"0-0-10", Constitutional, false,
			"10 recorded ≥ 10 (5.12); no one for or against (5.12): not carried [reading 5.12-abstain]",
		},
		{"0-0-0", Ordinary, false, "0 recorded < 10 (5.12); 0 yes = 0 no (5.12): not carried"},
		{"4-6-0", Ordinary, false, "10 recorded ≥ 10 (5.12); 4 yes < 6 no (5.12): not carried"},
		{
			"6-0-3", Constitutional, false,
			"9 recorded < 10 (5.12); 6 of 6 for or against ≥ 2/3 (5.12): not carried [reading 5.12-abstain]",
		},
	} {
		t.Run(tt.votes+" "+string(tt.kind), func(t *testing.T) {
			v := votes(t, tt.votes)
			out := decide(t, shipped, Poll{By: ByPost, Kind: tt.kind, Votes: v})
			if out.Carried != tt.carried || out.Recorded != v.Recorded() || out.Trace.Rule != "5.12" || out.Divided {
				t.Errorf("%+v, want carried %t", out, tt.carried)
			}
			if out.Referred != (tt.carried && tt.kind == Constitutional) {
				t.Errorf("referred %t", out.Referred)
			}
			wantTrace(t, out.Trace, tt.trace)
		})
	}
}

// Rule 4.8.
func TestOrdinaryMotionAtAMeeting(t *testing.T) {
	for _, tt := range []struct {
		votes   string
		chair   ChairVote
		carried bool
		divided bool
		trace   string
	}{
		{"7-5-0", "", true, false, "7 yes > 5 no (4.8): carried"},
		{"5-7-0", "", false, false, "5 yes < 7 no (4.8): not carried"},
		{"1-0-0", "", true, false, "1 yes > 0 no (4.8): carried"},
		{"6-6-0", "", false, true, "6 yes = 6 no (4.8); the chair may vote, and has not (4.8): not carried"},
		{"6-6-0", ChairYes, true, false, "6 yes = 6 no: the chair votes yes (4.8); 7 yes > 6 no (4.8): carried"},
		{"6-6-0", ChairNo, false, false, "6 yes = 6 no: the chair votes no (4.8); 6 yes < 7 no (4.8): not carried"},
		{"5-4-8", "", true, false, "5 yes > 4 no (4.8): carried [reading 4.8-voting]"},
		{
			"0-0-12", "", false, true,
			"0 yes = 0 no (4.8); the chair may vote, and has not (4.8): not carried [reading 4.8-voting]",
		},
	} {
		t.Run(tt.votes+" "+string(tt.chair), func(t *testing.T) {
			v := votes(t, tt.votes)
			out := decide(t, shipped, Poll{By: AtMeeting, Kind: Ordinary, Votes: v, Chair: tt.chair})
			if out.Carried != tt.carried || out.Divided != tt.divided || out.Recorded != v.Recorded() ||
				out.Trace.Rule != "4.8" || out.Referred {
				t.Errorf("%+v, want carried %t, divided %t", out, tt.carried, tt.divided)
			}
			wantTrace(t, out.Trace, tt.trace)
		})
	}
}

// Rule 7.2.
func TestAmendmentAtAMeeting(t *testing.T) {
	for _, tt := range []struct {
		votes   string
		chair   ChairVote
		carried bool
		trace   string
	}{
		{"8-4-0", "", true, "12 recorded ≥ 10 (7.2); 8 of 12 voting ≥ 2/3 (7.2): carried"},
		{"7-4-0", "", false, "11 recorded ≥ 10 (7.2); 7 of 11 voting < 2/3 (7.2): not carried"},
		{"6-3-0", "", false, "9 recorded < 10 (7.2); 6 of 9 voting ≥ 2/3 (7.2): not carried [reading 4.8-ten]"},
		{
			"6-3-1", "", true,
			"10 recorded ≥ 10 (7.2); 6 of 9 voting ≥ 2/3 (7.2): carried [reading 5.12-abstain] [reading 4.8-voting]",
		},
		{
			"5-5-0", ChairYes, false,
			"10 recorded ≥ 10 (7.2); 5 yes = 5 no: the chair votes yes (4.8); 6 of 11 voting < 2/3 (7.2): not carried",
		},
		{"5-5-0", "", false, "10 recorded ≥ 10 (7.2); 5 of 10 voting < 2/3 (7.2): not carried"},
		{"0-10-0", "", false, "10 recorded ≥ 10 (7.2); 0 of 10 voting < 2/3 (7.2): not carried"},
		{
			"0-0-12", "", false,
			"12 recorded ≥ 10 (7.2); no one voting (7.2): not carried [reading 5.12-abstain] [reading 4.8-voting]",
		},
	} {
		t.Run(tt.votes+" "+string(tt.chair), func(t *testing.T) {
			out := decide(t, shipped, Poll{By: AtMeeting, Kind: Constitutional, Votes: votes(t, tt.votes), Chair: tt.chair})
			if out.Carried != tt.carried || out.Trace.Rule != "7.2" || out.Referred {
				t.Errorf("%+v, want carried %t", out, tt.carried)
			}
			wantTrace(t, out.Trace, tt.trace)
		})
	}
}

// Rule 4.8: the chair votes only on equal votes, and by a ruling on an amendment
// with the others.
func TestWhoMayVote(t *testing.T) {
	records := ruled(t, ChairAndTen, "records")
	for _, tt := range []struct {
		name    string
		c       Constitution
		present int
		chair   Presentness
		kind    Kind
		want    int
		trace   string
	}{
		{
			"twelve and the chair among them", shipped, 12, Present, Ordinary, 11,
			"12 present − the chair, who votes only on equal votes = 11 who may vote (4.8)",
		},
		{"a chair who is no member", shipped, 12, Absent, Ordinary, 12, "12 present may vote (4.8)"},
		{"nobody", shipped, 0, Present, Ordinary, 0, "0 present may vote (4.8)"},
		{
			"ten and an amendment", shipped, 10, Present, Constitutional, 9,
			"10 present − the chair, who votes only on equal votes = 9 who may vote (4.8) [reading 4.8-ten]",
		},
		{"ten and an amendment, by the ruling", records, 10, Present, Constitutional, 10,
			"10 present may vote, the chair among them (7.2) [reading 4.8-ten: records, ruled on 5 March 2026]"},
		{
			"the ruling is of amendments", records, 10, Present, Ordinary, 9,
			"10 present − the chair, who votes only on equal votes = 9 who may vote (4.8)",
		},
	} {
		got, trace := tt.c.Voters(tt.present, tt.chair, tt.kind)
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
		wantTrace(t, trace, tt.trace)
	}
	amendment := Poll{By: AtMeeting, Kind: Constitutional, Votes: votes(t, "5-5-0"), Chair: ChairYes}
	if _, err := records.Decide(amendment); fields(t, err) != "chair" {
		t.Errorf("a chair who voted with the others votes again: %v", err)
	}
	if _, err := shipped.Decide(amendment); err != nil {
		t.Errorf("the chair on equal votes: %v", err)
	}
}

func TestDecideRefusesTheImpossible(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    Poll
		want string
	}{
		{"nothing", Poll{}, "by kind"},
		{"negative", Poll{By: ByPost, Kind: Ordinary, Votes: Votes{-1, -2, -3}}, "yes no abstain"},
		{"too many", Poll{By: ByPost, Kind: Ordinary, Votes: Votes{1 << 60, 0, 0}}, "yes"},
		{"the chair in a postal vote", Poll{By: ByPost, Kind: Ordinary, Votes: Votes{5, 5, 0}, Chair: ChairYes}, "chair"},
		{
			"the chair when the meeting is not divided",
			Poll{By: AtMeeting, Kind: Ordinary, Votes: Votes{6, 5, 0}, Chair: ChairYes}, "chair",
		},
		{
			"a chair that says something else", Poll{By: AtMeeting, Kind: Ordinary, Votes: Votes{5, 5, 0}, Chair: "perhaps"},
			"chair",
		},
		{"all at once", Poll{By: "shouting", Kind: "silly", Votes: Votes{-1, 0, 0}, Chair: "perhaps"}, "by kind yes chair"},
	} {
		_, err := shipped.Decide(tt.p)
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestDecisionsByOtherReadings(t *testing.T) {
	// Abstentions in the whole: 5 of 13 are no majority.
	out := decide(t, ruled(t, ThoseVoting, "all"), Poll{By: AtMeeting, Kind: Ordinary, Votes: votes(t, "5-0-8")})
	if out.Carried || !strings.Contains(
		out.Trace.String(), "5 of 13 voting ≤ 1/2 (4.8)",
	) || !strings.Contains(out.Trace.String(), "[reading 4.8-voting: all, ruled on 5 March 2026]") {
		t.Errorf("%+v", out)
	}
	// Abstentions not recorded: 5-4-1 has nine.
	if out := decide(t, ruled(
		t, AbstainRecorded, "not-recorded",
	), Poll{By: ByPost, Kind: Ordinary, Votes: votes(t, "5-4-1")}); out.Carried || out.Recorded != 10 {
		t.Errorf("%+v", out)
	}
	// A postal vote that amends by itself.
	if out := decide(t, ruled(
		t, ConstitutionByPost, "amends",
	), Poll{By: ByPost, Kind: Constitutional, Votes: votes(t, "8-4-0")}); !out.Carried || out.Referred {
		t.Errorf("%+v", out)
	}
}

// The majorities are figures: three fifths.
func TestDecideWithAnotherMajority(t *testing.T) {
	c := Shipped()
	c.Figures.Majority = Majority{3, 5, AtLeast}
	for v, want := range map[string]bool{"6-4-0": true, "5-4-0": false, "3-2-9": true} {
		if out := decide(t, c, Poll{By: AtMeeting, Kind: Ordinary, Votes: votes(t, v)}); out.Carried != want {
			t.Errorf("%s: %+v", v, out)
		}
	}
}

// Against the rules as formulas, for every small count.
func TestDecideExhaustively(t *testing.T) {
	const n = 16
	for y := range n {
		for no := range n {
			for a := range n {
				v := Votes{y, no, a}
				recorded := y+no+a >= 10
				want := map[Poll]bool{
					{By: ByPost, Kind: Ordinary, Votes: v}:          y > no && recorded,
					{By: ByPost, Kind: Constitutional, Votes: v}:    3*y >= 2*(y+no) && y > 0 && recorded,
					{By: AtMeeting, Kind: Ordinary, Votes: v}:       y > no,
					{By: AtMeeting, Kind: Constitutional, Votes: v}: 3*y >= 2*(y+no) && y > 0 && recorded,
				}
				for p, carried := range want {
					if out := decide(t, shipped, p); out.Carried != carried {
						t.Fatalf("%+v: carried %t", p, out.Carried)
					}
				}
			}
		}
	}
}

// majorities are all that can be asked for, of ninths and larger parts.
var majorities = rapid.SampledFrom(func() []Majority {
	var out []Majority
	for den := 2; den <= 9; den++ {
		for num := 1; num <= den; num++ {
			for _, bound := range []Bound{MoreThan, AtLeast} {
				if m := (Majority{num, den, bound}); m.Valid() {
					out = append(out, m)
				}
			}
		}
	}
	return out
}())

// One more Yes never turns a carried motion into one that is not, nor one more
// No the other way, by any combination of readings and any majority.
func TestAYesNeverHurts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Shipped()
		m := majorities.Draw(t, "majority")
		c.Figures.Majority, c.Figures.PostalMajority, c.Figures.ConstitutionByPost, c.Figures.ConstitutionAtMeeting = m, m, m, m
		var rulings []Ruling
		for _, q := range []QuestionID{ThoseVoting, AbstainRecorded, ConstitutionByPost} {
			question, _ := QuestionByID(q)
			rulings = append(rulings, Ruling{
				q, rapid.SampledFrom(question.Readings).Draw(t, "reading").ID, day("2026-01-01"), "So.",
			})
		}
		c, err := c.WithRulings(rulings, day("2026-01-01"))
		if err != nil {
			t.Fatal(err)
		}
		p := Poll{
			By:   rapid.SampledFrom([]Forum{AtMeeting, ByPost}).Draw(t, "by"),
			Kind: rapid.SampledFrom([]Kind{Ordinary, Constitutional}).Draw(t, "kind"),
			Votes: Votes{
				rapid.IntRange(0, 30).Draw(t, "yes"), rapid.IntRange(0, 30).Draw(t, "no"), rapid.IntRange(0, 30).Draw(t, "abstain"),
			},
		}
		if p.By == AtMeeting && p.Votes.Yes == p.Votes.No {
			p.Chair = rapid.SampledFrom([]ChairVote{ChairSilent, ChairYes, ChairNo}).Draw(t, "chair")
		}
		before := decide(t, c, p)
		p.Chair = ChairSilent
		p.Votes.Yes++
		if after := decide(t, c, p); before.Carried && !after.Carried {
			t.Fatalf("%+v: one more Yes: %s, before %s", p, after.Trace, before.Trace)
		}
	})
}

// Rule 6.3.
func TestCommitteeDecides(t *testing.T) {
	for v, want := range map[string]bool{
		"2-1-0": true, "1-1-1": false, "2-2-0": false, "1-0-4": true, "0-0-3": false, "1-2-0": false,
	} {
		out, err := shipped.CommitteeDecides(votes(t, v), ChairSilent)
		if err != nil || out.Carried != want || out.Trace.Rule != "6.3" || out.Divided {
			t.Errorf("%s: %+v, %v", v, out, err)
		}
	}
	if _, err := shipped.CommitteeDecides(votes(t, "2-2-0"), ChairYes); fields(t, err) != "chair" {
		t.Errorf("a casting vote in the committee: %v", err)
	}
	if _, err := shipped.CommitteeDecides(Votes{-1, 0, 0}, "perhaps"); fields(t, err) != "yes chair" {
		t.Errorf("nonsense: %v", err)
	}
	casting := ruled(t, CommitteeTie, "casting")
	if out, err := casting.CommitteeDecides(votes(t, "2-2-0"), ChairYes); err != nil || !out.Carried {
		t.Errorf("by the other reading: %+v, %v", out, err)
	}
	if _, err := casting.CommitteeDecides(votes(t, "2-1-0"), ChairYes); fields(t, err) != "chair" {
		t.Errorf("a casting vote without a tie: %v", err)
	}
	out, err := shipped.CommitteeDecides(votes(t, "2-2-0"), ChairSilent)
	if err != nil {
		t.Fatal(err)
	}
	wantTrace(t, out.Trace, "2 yes = 2 no (6.3): not carried [reading 6.3-tie]")
}

// Equal votes are divided wherever the chair may still vote: at a general
// meeting, and in the committee where it ruled so (6.3-tie).
func TestEqualVotesAreDividedWhereTheChairMayVote(t *testing.T) {
	casting := ruled(t, CommitteeTie, "casting")
	for _, tt := range []struct {
		name  string
		c     Constitution
		votes Votes
		chair ChairVote
		want  bool
	}{
		{"the committee, as shipped", shipped, Votes{2, 2, 0}, ChairSilent, false},
		{"the committee with a casting vote", casting, Votes{2, 2, 1}, ChairSilent, true},
		{"nobody for and nobody against", casting, Votes{0, 0, 3}, ChairSilent, true},
		{"not equal", casting, Votes{2, 1, 0}, ChairSilent, false},
		{"the chair voted", casting, Votes{2, 2, 0}, ChairYes, false},
	} {
		out, err := tt.c.CommitteeDecides(tt.votes, tt.chair)
		if err != nil || out.Divided != tt.want ||
			out.Carried != (out.Recorded > 0 && (tt.votes.Yes > tt.votes.No || tt.chair == ChairYes)) {
			t.Errorf("%s: divided %t, want %t; carried %t, %v: %s", tt.name, out.Divided, tt.want, out.Carried, err, out.Trace)
		}
	}
	for _, kind := range []Kind{Ordinary, Constitutional} {
		if out, err := shipped.Decide(Poll{
			By: AtMeeting, Kind: kind, Votes: Votes{6, 6, 0},
		}); err != nil || out.Divided != (kind == Ordinary) {
			t.Errorf("%s: divided %t, %v", kind, out.Divided, err)
		}
	}
}
