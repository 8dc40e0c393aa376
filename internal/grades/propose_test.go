package grades

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// history is events ten days apart from 1 January 2026, of five games each, after which the rating was so much; the games
// before the first are given.
func history(before int, after ...scale.Milli) (out []Step) {
	for i, m := range after {
		out = append(out, Step{
			Submission: int64(i + 1), Name: fmt.Sprintf("Event %d", i+1), Day: civil.MustParseDate("2026-01-01").AddDays(10 * i),
			After: m, Before: before + 5*i, Games: 5,
		})
	}
	return out
}

// Rule 1.2: what a published rating proposes, and what is missing to the next dan.
func TestPropose(t *testing.T) {
	atOnce := []Figure{{}}
	waits := []Figure{{Days: 15, Games: 5}}
	for name, tt := range map[string]struct {
		steps   []Step
		figures []Figure
		awarded scale.Grade
		want    scale.Grade
		by      int64  // the event that reached it
		missing string // of the next
	}{
		"no games":                               {nil, atOnce, 0, 0, 0, ""},
		"below":                                  {history(20, 949), atOnce, 0, 0, 0, "0.1 to go"},
		"rounded up to the dan":                  {history(20, 949, 950), atOnce, 0, 1, 2, ""},
		"reached, and fell":                      {history(20, 1000, 400), atOnce, 0, 1, 1, ""},
		"the highest of several":                 {history(20, 1000, 3100, 2100), atOnce, 0, 3, 2, ""},
		"awarded":                                {history(20, 1000), atOnce, 1, 0, 0, "1.0 to go"},
		"awarded more than the rating":           {history(20, 1000), atOnce, 3, 0, 0, "3.0 to go"},
		"provisional":                            {history(0, 4000), atOnce, 0, 0, 0, "5 rated games to go"},
		"no longer provisional":                  {history(0, 4000, 4000), atOnce, 0, 4, 2, ""},
		"not there for long enough":              {history(20, 1000), waits, 0, 0, 0, "stays there"},
		"long enough":                            {history(20, 1000, 1100, 1050), waits, 0, 1, 1, ""},
		"fell too soon, and was there again":     {history(20, 1000, 400, 1000, 1100, 1100), waits, 0, 1, 3, ""},
		"fell too soon":                          {history(20, 1000, 900, 400), waits, 0, 0, 0, "0.6 to go"},
		"the highest there is":                   {history(20, 12000), atOnce, 9, 0, 0, ""},
		"the figure is that of the day it began": {history(20, 1000), []Figure{{}, {From: civil.MustParseDate("2026-01-02"), Days: 99}}, 0, 1, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			today := civil.MustParseDate("2026-01-12")
			if n := len(tt.steps); n > 0 && today.Before(tt.steps[n-1].Day) {
				today = tt.steps[n-1].Day
			}
			got, waits := Propose(tt.steps, tt.figures, tt.awarded, today)
			if got.Grade != tt.want || waits != (tt.want != 0) || got.First.Submission != tt.by {
				t.Errorf("proposed %v by event %d: %q", got.Grade, got.First.Submission, got.Lines)
			}
			m := Next(tt.steps, tt.figures, tt.awarded, today)
			if !strings.HasPrefix(m.Short, tt.missing) || (m.Short == "") != (tt.missing == "") {
				t.Errorf("missing %q: %q", m.Short, m.Lines)
			}
		})
	}
}

// The arithmetic of what is missing is whole.
func TestTheArithmeticOfTheNextDan(t *testing.T) {
	m := Next(history(20, -2300), []Figure{{Days: 30, Games: 5}}, 0, civil.MustParseDate("2026-02-01"))
	want := "1 dan begins at 1.0; the published rating is −2.3.|1.0 − −2.3 = 3.3 to go.|A dan is proposed once the published " +
		"rating has stayed there for 30 days and 5 rated games."
	if got := strings.Join(m.Lines, "|"); got != want {
		t.Errorf("it says %q", got)
	}
}
