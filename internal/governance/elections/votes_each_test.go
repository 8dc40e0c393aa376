package elections

import (
	"testing"

	"nzgs/internal/governance/constitution"
)

// How many votes a paper has (rules 4.15 and 4.16): after a tie no more than
// there are seats left.
func TestVotesEach(t *testing.T) {
	limits := constitution.Shipped().Figures
	for name, c := range map[string]struct {
		post  Post
		state State
		seats int
		want  int
	}{
		"an officer":                    {Post(limits.Officers[0]), AwaitsBallot, 1, 1},
		"an officer after a tie":        {Post(limits.Officers[0]), Tied, 1, 1},
		"ordinary members":              {Ordinary, AwaitsBallot, 2, 2},
		"five of them":                  {Ordinary, AwaitsBallot, 5, 2},
		"one of them: the rule's votes": {Ordinary, AwaitsBallot, 1, 2},
		"a tie for one seat":            {Ordinary, Tied, 1, 1},
		"a tie for two":                 {Ordinary, Tied, 2, 2},
		"a tie for four":                {Ordinary, Tied, 4, 2},
	} {
		if got := (Outcome{State: c.state, Seats: c.seats}).VotesEach(limits, c.post); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
