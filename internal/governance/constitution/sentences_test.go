package constitution

import (
	"testing"

	"nzgs/internal/civil"
)

// A trace as minutes tell it: each reading in a sentence of its own, once.
func TestSentences(t *testing.T) {
	voting := Used{Question: ThoseVoting, Reading: "for-or-against"}
	ruled := Used{Question: ThoseVoting, Reading: "all", Ruled: civil.MustParseDate("2026-03-05")}
	for name, c := range map[string]struct {
		trace Trace
		want  string
	}{
		"nothing":         {Trace{}, ""},
		"only an outcome": {Trace{Outcome: "carried"}, "carried."},
		"steps": {
			Trace{Steps: []Step{{"4.9", "Count 1 decides"}, {"4.9", "The chair declares it"}}, Outcome: "carried"},
			"Count 1 decides (4.9); the chair declares it (4.9): carried.",
		},
		"a reading": {
			Trace{Outcome: "carried", Readings: []Used{voting}},
			"carried. Open question 4.8-voting is read this way: Only Yes and No are votes.",
		},
		"one twice": {
			Trace{Outcome: "carried", Readings: []Used{voting, voting}},
			"carried. Open question 4.8-voting is read this way: Only Yes and No are votes.",
		},
		"a ruling": {Trace{Outcome: "carried", Readings: []Used{ruled}},
			"carried. Open question 4.8-voting is read this way, as the committee ruled on 5 March 2026: People who abstain " +
				"are voting: the majority is taken of all votes, abstentions included."},
		"none of the register's": {Trace{Readings: []Used{{Question: "9.9"}}}, "Open question 9.9 is read this way."},
	} {
		if got := c.trace.Sentences(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}
