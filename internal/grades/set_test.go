package grades

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// A rating that is set proposes no dan by itself, and no dan rests on days on which the rating was set elsewhere.
func TestRatingsThatWereSet(t *testing.T) {
	on := func(day string, to scale.Milli) Set { return Set{Day: civil.MustParseDate(day), To: to} }
	atOnce, twoWeeks := []Figure{{}}, []Figure{{Days: 15}}
	for name, tt := range map[string]struct {
		events  []Step
		set     []Set
		figures []Figure
		want    scale.Grade
		by      int64  // the event that reached it
		says    string // the proposal, else what is missing
	}{
		"set to a dan": {
			history(20, 400), []Set{on("2026-01-05", 2000)}, atOnce, 0, 0,
			"2 dan begins at 2.0; the published rating is 2.0.|The ratings officer set it. A dan is proposed from a rated event " +
				"that leaves the rating there.",
		},
		"set, and an event that leaves it there": {
			history(20, 400, 1900), []Set{on("2026-01-05", 2000)}, atOnce, 1, 2, "1.9 after Event 2",
		},
		"set on the day of the event": {
			history(20, 400, 1900), []Set{on("2026-01-11", 2000)}, atOnce, 1, 2, "1.9 after Event 2",
		},
		"set below afterwards": {
			history(20, 1000), []Set{on("2026-01-05", 400)}, atOnce, 1, 1, "The ratings officer set it to 0.4 from 5 January 2026.",
		},
		"set below before it had stayed there": {
			history(20, 1000), []Set{on("2026-01-05", 400)}, twoWeeks, 0, 0, "0.6 to go",
		},
		"set higher while it stays there": {
			history(20, 1000), []Set{on("2026-01-05", 1500)}, twoWeeks, 1, 1, "It stayed there for 31 days",
		},
		"set before any game": {history(20, 400), []Set{on("2025-01-05", 2000)}, atOnce, 0, 0, "0.6 to go"},
		"taken over with its games": {
			nil, []Set{{Day: civil.MustParseDate("2026-01-05"), To: 2300, Games: 40}}, atOnce, 0, 0, "The ratings officer set it.",
		},
		"taken over, and an event": {
			history(40, 2200), []Set{{Day: civil.MustParseDate("2026-01-01"), To: 2300, Games: 40}}, atOnce, 2, 1, "2.2 after Event 1",
		},
		"taken over with few games": {
			nil, []Set{{Day: civil.MustParseDate("2026-01-05"), To: 2300, Games: 4}}, atOnce, 0, 0, "10 − 4 = 6 to go",
		},
	} {
		t.Run(name, func(t *testing.T) {
			today := civil.MustParseDate("2026-02-01")
			steps := WithSet(tt.events, tt.set)
			got, waits := Propose(steps, tt.figures, 0, today)
			if got.Grade != tt.want || waits != (tt.want != 0) || got.First.Submission != tt.by {
				t.Errorf("proposed %v by event %d: %q", got.Grade, got.First.Submission, got.Lines)
			}
			lines := got.Lines
			if !waits {
				lines = Next(steps, tt.figures, 0, today).Lines
			}
			if said := strings.Join(lines, "|"); !strings.Contains(said, tt.says) {
				t.Errorf("it says %q", said)
			}
		})
	}
}
