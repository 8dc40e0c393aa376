package constitution

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Rule 4.17 where the AGM was moved: what was in time for the day that stood
// when it was received stays in time, and so is what is in time for the new day.
func TestAProposalForAnAGMThatMoved(t *testing.T) {
	for _, tt := range []struct {
		name                           string
		received, accepted, stood, agm string
		held, either                   string // findings under the two readings
		says                           string
	}{
		{"in time for both", "2026-01-01", "", "2026-03-14", "2026-03-07", "", "", "not later than 7 January 2026"},
		{
			"moved earlier: in time when received", "2026-01-14", "", "2026-03-14", "2026-03-07", "obstacle 4.17", "",
			"not later than 14 January 2026, for the AGM, which was then set for 14 March 2026",
		},
		{
			"moved earlier: late by a day all the same", "2026-01-15", "", "2026-03-14", "2026-03-07", "obstacle 4.17",
			"obstacle 4.17", "later than 7 January 2026",
		},
		{
			"moved later: late when received, in time now", "2026-01-15", "", "2026-03-14", "2026-03-21", "", "",
			"not later than 21 January 2026",
		},
		{
			"moved later: late for both", "2026-01-22", "", "2026-03-14", "2026-03-21", "obstacle 4.17", "obstacle 4.17",
			"acceptance is not recorded",
		},
		{
			"moved earlier: accepted in time for the day that stood", "2026-02-20", "2026-02-25", "2026-03-14", "2026-03-07",
			"obstacle 4.17", "warning 4.17", "accepted by the secretary on 25 February 2026",
		},
		{
			"moved earlier: accepted too late for both", "2026-02-20", "2026-02-28", "2026-03-14", "2026-03-07", "obstacle 4.17",
			"obstacle 4.17", "Accepted on 28 February 2026",
		},
		{
			"moved over a month's end", "2025-12-31", "", "2026-02-28", "2026-02-27", "obstacle 4.17", "obstacle 4.17",
			"later than 27 December 2025",
		},
		{
			"moved from a leap day", "2027-12-29", "", "2028-02-29", "2028-02-28", "obstacle 4.17", "",
			"not later than 29 December 2027",
		},
		{
			"never moved", "2026-01-15", "", "2026-03-14", "2026-03-14", "obstacle 4.17", "obstacle 4.17",
			"later than 14 January 2026",
		},
	} {
		p := Proposal{
			AGM: day(tt.agm), Received: day(tt.received), Accepted: day(tt.accepted), Proposer: member(1), Seconder: member(2),
			Earlier: Earlier{Stood: day(tt.stood)},
		}
		held, _ := ruled(t, MovedDate, "held").Propose(p)
		either, trace := shipped.Propose(p)
		if texts(held) != tt.held || texts(either) != tt.either || !strings.Contains(trace.String(), tt.says) {
			t.Errorf(
				"%s: by the day held %q, want %q; by either %q, want %q: %s", tt.name, texts(held), tt.held, texts(either),
				tt.either, trace,
			)
		}
		if trace.Uses(MovedDate) != (tt.held != tt.either) {
			t.Errorf("%s: where the reading decides, it is named, and only there: %s", tt.name, trace)
		}
	}
}

// A move never makes a proposal late that was in time, and one that is in time
// for the new day is so whatever the old one was.
func TestNoMoveMakesAProposalLate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := day("2027-12-01")
		some := func(name string) int { return rapid.IntRange(0, 200).Draw(t, name) }
		p := Proposal{
			AGM: from.AddDays(some("agm")), Received: from.AddDays(some("received")), Proposer: member(1), Seconder: member(2),
		}
		old := from.AddDays(some("stood"))
		moved := p
		moved.Earlier.Stood = old
		before := p
		before.AGM = old
		a, _ := shipped.Propose(p)
		b, _ := shipped.Propose(before)
		got, _ := shipped.Propose(moved)
		if got.Blocked() != (a.Blocked() && b.Blocked()) {
			t.Fatalf("received %s, AGM %s moved from %s: %v; alone %v and %v", p.Received, p.AGM, old, got, a, b)
		}
	})
}

// Rule 4.13 where the AGM was moved.
func TestANominationForAnAGMThatMoved(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		received, stood, agm string
		held, either, says   string
	}{
		{"before both", "2026-03-01", "2026-03-14", "2026-03-07", "", "", "before the AGM of 7 March 2026"},
		{
			"moved to the day of receipt", "2026-03-07", "2026-03-14", "2026-03-07", "warning 4.13", "",
			"before the AGM, which was then set for 14 March 2026",
		},
		{
			"moved earlier than the receipt", "2026-03-08", "2026-03-14", "2026-03-07", "obstacle 4.13", "",
			"before the AGM, which was then set for 14 March 2026",
		},
		{
			"late for the day that stood, in time for the new one", "2026-03-14", "2026-03-14", "2026-03-21", "", "",
			"before the AGM of 21 March 2026",
		},
		{
			"late for both", "2026-03-15", "2026-03-14", "2026-03-07", "obstacle 4.13", "obstacle 4.13",
			"after the AGM of 7 March 2026",
		},
	} {
		n := Nomination{
			Candidate: member(1), Proposer: member(2), Seconder: member(3), Received: day(tt.received), AGM: day(tt.agm),
			Earlier: Earlier{Stood: day(tt.stood)},
		}
		held, _ := ruled(t, MovedDate, "held").Nominate(n)
		either, trace := shipped.Nominate(n)
		if texts(held) != tt.held || texts(either) != tt.either || !strings.Contains(trace.String(), tt.says) {
			t.Errorf(
				"%s: by the day held %q, want %q; by either %q, want %q: %s", tt.name, texts(held), tt.held, texts(either),
				tt.either, trace,
			)
		}
	}
}

// Rule 4.20: what was sent in for an AGM without a quorum, at its further date.
func TestCarriedOver(t *testing.T) {
	inquorate, further := day("2026-03-14"), day("2026-03-28")
	earlier := Earlier{Stood: inquorate, Carried: inquorate}
	proposal := Proposal{
		AGM: further, Received: day("2026-01-14"), Proposer: member(1), Seconder: member(2), Earlier: earlier,
	}
	nomination := Nomination{
		Candidate: member(1), Proposer: member(2), Seconder: member(3), Received: day("2026-03-13"), AGM: further,
		Earlier: earlier,
	}
	sitting := Nomination{Candidate: member(1), For: President, Holds: []Office{President}, AGM: further, Earlier: earlier}
	for _, tt := range []struct {
		name string
		find func(Constitution) (Findings, Trace)
		anew string
	}{
		{"a proposal", func(c Constitution) (Findings, Trace) { return c.Propose(proposal) }, "obstacle 4.20"},
		{"a nomination", func(c Constitution) (Findings, Trace) { return c.Nominate(nomination) }, "obstacle 4.20"},
		{"a sitting officer", func(c Constitution) (Findings, Trace) { return c.Nominate(sitting) }, "obstacle 4.20"},
	} {
		got, trace := tt.find(shipped)
		if texts(got) != "" || !trace.Uses(CarriedOver) || !strings.HasPrefix(
			trace.String(),
			"Sent in for the AGM of 14 March 2026, which had no quorum: it still counts on the further date, 28 March 2026 "+
				"(4.20)",
		) {
			t.Errorf("%s: %v, %s", tt.name, got, trace)
		}
		got, trace = tt.find(ruled(t, CarriedOver, "anew"))
		if texts(got) != tt.anew || !strings.Contains(trace.String(), "it must be sent in again for 28 March 2026") {
			t.Errorf("%s, anew: %v, %s", tt.name, got, trace)
		}
	}
	if may, trace := shipped.CarryOver(inquorate, further); !may || trace.Rule != "4.20" {
		t.Errorf("%t, %s", may, trace)
	}
	if may, _ := ruled(t, CarriedOver, "anew").CarryOver(inquorate, further); may {
		t.Error("carried over against the ruling")
	}
	late := proposal
	late.Received = day("2026-01-29")
	if got, trace := shipped.Propose(late); texts(got) != "obstacle 4.17" || strings.Contains(
		trace.Outcome, "goes on the agenda",
	) && !strings.Contains(trace.Outcome, "not") {
		t.Errorf("late for both dates: %v, %s", got, trace)
	}
}
