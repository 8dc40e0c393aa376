package constitution

import (
	"strings"
	"testing"
)

// Rule 4.10: spoiled and blank papers are no votes, and blank ones by a ruling
// abstentions.
func TestSpoiledAndBlankPapers(t *testing.T) {
	for _, tt := range []struct {
		name    string
		n       Count
		kind    Kind
		reading ReadingID
		carried bool
		trace   string
	}{
		{"none of them", Count{Votes: Votes{6, 5, 0}}, Ordinary, "no-vote", true, "6 yes > 5 no (4.8): carried"},
		{
			"both", Count{Votes: Votes{5, 4, 0}, Spoiled: 1, Blank: 1}, Ordinary, "no-vote", true,
			"11 papers = 9 with a vote + 1 spoiled + 1 blank (4.10); 5 yes > 4 no (4.8): carried",
		},
		{
			"nine and a blank one on an amendment", Count{Votes: Votes{9, 0, 0}, Blank: 1}, Constitutional, "no-vote", false,
			"10 papers = 9 with a vote + 0 spoiled + 1 blank (4.10); 9 recorded < 10",
		},
		{
			"nine and an abstention", Count{Votes: Votes{9, 0, 0}, Blank: 1}, Constitutional, "abstain", true,
			"1 blank paper counted as abstentions (4.10); 10 recorded ≥ 10",
		},
		{
			"spoiled papers are never abstentions", Count{Votes: Votes{9, 0, 0}, Spoiled: 1}, Constitutional, "abstain", false,
			"10 papers = 9 with a vote + 1 spoiled + 0 blank (4.10); 9 recorded < 10",
		},
	} {
		tt.n.Method, tt.n.No = Ballot, 1
		out, err := ruled(t, BlankPaper, tt.reading).DecideCount(tt.n, tt.kind, ChairSilent)
		if err != nil || out.Carried != tt.carried || !strings.HasPrefix(out.Trace.String(), tt.trace) {
			t.Errorf("%s: %t %s, %v; want %s", tt.name, out.Carried, out.Trace, err, tt.trace)
		}
	}
}

// Rule 4.8: a chair who is not a member has no vote on equal votes.
func TestAChairWithoutAVote(t *testing.T) {
	out, err := Shipped().Decide(Poll{By: AtMeeting, Kind: Ordinary, Votes: Votes{6, 6, 0}, Chair: ChairNone})
	if err != nil || out.Divided || out.Carried ||
		out.Trace.String() != "6 yes = 6 no (4.8); the chair is not a member and has no vote (4.8): not carried" {
		t.Errorf("%+v, %v", out, err)
	}
}

// Rule 4.15: a chair who is tied lets another decide, unless it is ruled otherwise.
func TestTheChairWhoIsTied(t *testing.T) {
	for reading, want := range map[ReadingID]bool{"another": false, "chair": true} {
		if may, trace := ruled(t, ChairInTie, reading).ChairDecidesOwnTie(); may != want || !trace.Uses(ChairInTie) {
			t.Errorf("%s: %t, %s", reading, may, trace)
		}
	}
}
