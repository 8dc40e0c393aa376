package constitution

import "testing"

// Rule 4.2: by default each day needs its quorum; by the other reading that of the
// first day is enough.
func TestQuorumOfAnAdjournedMeeting(t *testing.T) {
	for _, tt := range []struct {
		reading ReadingID
		p       Presence
		want    bool
	}{
		{"again", Presence{Room: 10}, true},
		{"again", Presence{Room: 9}, false},
		{"again", Presence{Room: 9, Online: 5}, false},
		{"kept", Presence{}, true},
		{"kept", Presence{Room: 3}, true},
	} {
		got, trace := ruled(t, QuorumAgain, tt.reading).ResumedQuorum(tt.p)
		if got != tt.want || !trace.Uses(QuorumAgain) || trace.Rule != "4.2" || len(trace.Steps) == 0 {
			t.Errorf("%s, %+v: %t: %s; want %t", tt.reading, tt.p, got, trace, tt.want)
		}
		if tt.p.Online > 0 && !trace.Uses(OnlinePresence) {
			t.Errorf("%s, %+v: the reading on presence online is not told: %s", tt.reading, tt.p, trace)
		}
	}
}
