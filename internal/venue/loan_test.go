package venue

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

func TestJudge(t *testing.T) {
	tests := []struct {
		name  string
		state LoanState
		has   string
		push  Push
		had   bool
		want  Verdict
		why   string
	}{
		{"the first word, nothing played", Out, "a", Push{Hash: "a"}, false, Same, ""},
		{"something new", Out, "a", Push{Hash: "b", After: []string{"a"}}, false, Take, ""},
		{"the same once more", Out, "b", Push{Hash: "b", After: []string{"a"}}, false, Same, ""},
		{"the answer to b was lost", Out, "b", Push{Hash: "c", After: []string{"a", "b"}}, false, Take, ""},
		{"b never arrived", Out, "a", Push{Hash: "c", After: []string{"a", "b"}}, false, Take, ""},
		{"the site went back to a backup", Out, "a", Push{Hash: "d", After: []string{"a", "b", "c"}}, false, Take, ""},
		{"a second laptop", Out, "b", Push{Hash: "x", After: []string{"a"}}, false, Keep, WhyOther},
		{"a second laptop gives back", Out, "b", Push{Hash: "x", After: []string{"a"}, Gives: true}, false, Keep, WhyOther},
		{"a second laptop on which nothing was done", Out, "b", Push{Hash: "a"}, true, Past, WhyOther},
		{"reclaimed", Reclaimed, "a", Push{Hash: "b", After: []string{"a"}}, false, Keep, WhyReclaimed},
		{"reclaimed, nothing new", Reclaimed, "a", Push{Hash: "a"}, false, Keep, WhyReclaimed},
		{"a request that was long on its way", Out, "c", Push{Hash: "b", After: []string{"a"}}, true, Past, WhyOther},
		{"and after the event was given back", Returned, "c", Push{Hash: "b", After: []string{"a"}}, true, Past, WhyReturned},
		{"given back twice", Returned, "b", Push{Hash: "b", After: []string{"a"}, Gives: true}, false, Same, ""},
		{"something after it was given back", Returned, "b", Push{Hash: "c", After: []string{"a", "b"}}, false, Keep, WhyReturned},
	}
	for _, tt := range tests {
		got, why := Loan{State: tt.state, Hash: tt.has}.Judge(tt.push, tt.had)
		if got != tt.want || why != tt.why {
			t.Errorf("%s: %s (%s), want %s (%s)", tt.name, got, why, tt.want, tt.why)
		}
	}
}

// Two laptops with the same file, answers and requests lost at will: what the site takes is the story of one of
// them, and every version of the other that arrived is kept.
func TestOnlyOneStoryIsTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loan := Loan{State: Out, Hash: "start"}
		type laptop struct {
			hash  string
			after []string
		}
		laptops := []*laptop{{hash: "start", after: []string{"start"}}, {hash: "start", after: []string{"start"}}}
		taken, kept, arrived := map[int]bool{}, map[string]bool{}, map[string]bool{}
		had := map[string]bool{"start": true}
		for i := range rapid.IntRange(1, 40).Draw(t, "steps") {
			who := rapid.IntRange(0, 1).Draw(t, "who")
			l := laptops[who]
			if rapid.Bool().Draw(t, "plays") {
				l.hash = fmt.Sprintf("%d-%d", who, i)
			}
			push := Push{Hash: l.hash, After: slices.Clone(l.after)}
			l.after = append(l.after, l.hash) // noted before it is sent
			if !rapid.Bool().Draw(t, "arrives") {
				continue
			}
			arrived[l.hash] = true
			switch verdict, _ := loan.Judge(push, had[l.hash]); verdict {
			case Take:
				taken[who], loan.Hash, had[l.hash] = true, l.hash, true
			case Keep:
				kept[l.hash] = true
			}
		}
		if len(taken) > 1 {
			t.Fatalf("the site took versions of both laptops")
		}
		for hash := range arrived {
			var who int
			if _, err := fmt.Sscanf(hash, "%d-", &who); err == nil && !taken[who] && !kept[hash] {
				t.Fatalf("%s arrived and is neither taken nor kept", hash)
			}
		}
	})
}

func TestClockOff(t *testing.T) {
	at := civil.MustParseInstant
	for _, tt := range []struct {
		laptop, site string
		want         int
	}{
		{"2027-01-03T10:00:00.000Z", "2027-01-03T10:00:30.000Z", 0},
		{"2027-01-03T10:09:59.000Z", "2027-01-03T10:00:00.000Z", 0},
		{"2027-01-04T10:00:00.000Z", "2027-01-03T10:00:00.000Z", 1440},
		{"2027-01-02T10:00:00.000Z", "2027-01-03T10:00:00.000Z", -1440},
	} {
		if got := ClockOff(at(tt.laptop), at(tt.site)); got != tt.want {
			t.Errorf("ClockOff(%s, %s) = %d, want %d", tt.laptop, tt.site, got, tt.want)
		}
	}
}
