package postal

import (
	"testing"

	"nzgs/internal/civil"
)

// A closing day ends at midnight in New Zealand, also on the day that has 25
// hours: not an instant before, and from then on.
func TestAVoteClosesWhenTheDayIsOverInNewZealand(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for _, c := range []struct{ closing, lastOfIt, over string }{
			{"2026-04-04", "2026-04-04T10:59:59.999Z", "2026-04-04T11:00:00.000Z"}, // summer time: UTC + 13
			{"2026-04-05", "2026-04-05T11:59:59.999Z", "2026-04-05T12:00:00.000Z"}, // it ends: 25 hours
			{"2026-04-06", "2026-04-06T11:59:59.999Z", "2026-04-06T12:00:00.000Z"}, // UTC + 12
		} {
			d := draft
			d.EGM, d.Closing = day("2026-03-01"), day(c.closing)
			w.on("2026-03-02")
			w.reach(StateDespatched, d)
			w.receive(w.people[0], Valid)
			w.now = civil.MustParseInstant(c.lastOfIt)
			w.refused(w.Close(ctx, w.actors["ana"], w.vote, w.version()), "5.9", "the vote can be closed from")
			w.now = civil.MustParseInstant(c.over)
			if err := w.Close(ctx, w.actors["ana"], w.vote, w.version()); err != nil {
				t.Errorf("%s: %v", c.closing, err)
			}
			if _, err := w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
				Person: w.people[1], Received: w.now.Date(), Route: Direct, Standing: Valid,
			}); fields(err) != "standing" {
				t.Errorf("%s: a paper of the day after: %v", c.closing, err)
			}
			if err := w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")); err != nil {
				t.Errorf("%s: entry on the first instant: %v", c.closing, err)
			}
		}
	})
}

// The tellers' programs, which have no database, learn from the package where the closing day ends.
func TestAPackageSaysWhereTheClosingDayEnds(t *testing.T) {
	if got := (facts{}).packageFor(nil).Zone; got != "" {
		t.Errorf("New Zealand is %q", got)
	}
	if err := civil.SetZone("Europe/London"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = civil.SetZone(civil.NewZealand) })
	if got := (facts{}).packageFor(nil).Zone; got != "Europe/London" {
		t.Errorf("London is %q", got)
	}
}
