package events

import (
	"testing"

	"nzgs/web/kit"
)

// bug: a year of events that were all rated had a column of states with nothing in it.
func TestAColumnOfStatesHasOneToSay(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines EventLines
		want  bool
	}{
		{"no events", nil, false},
		{"all are rated", EventLines{{Name: "Cup"}, {Name: "League"}}, false},
		{"one is open", EventLines{{Name: "Cup"}, {Name: "League", Badge: &kit.Badge{}}}, true},
		{"one is in its second round", EventLines{{Name: "Cup", Text: "Round 2 of 5"}}, true},
	} {
		if got := tt.lines.States(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
