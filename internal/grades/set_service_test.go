package grades_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/ratings"
)

// What the committee and the player are told is the rating as it stands, also where the ratings officer set it; and an
// officer who sets a friend's rating makes no one a dan.
func TestARatingThatIsSetProposesNothing(t *testing.T) {
	each(t, func(w *world) {
		before := w.proposal()
		set := func(text string) {
			w.Helper()
			_, err := w.list.Correct(ctx, program, ratings.CorrectionInput{
				Person: w.mei, Day: day("2026-06-20"), Rating: text, Reason: "The cup was played by her sister.",
			})
			w.must(err)
		}
		set("5k")
		p := w.proposal()
		if p.Grade != before.Grade || p.Now.String() != "−4.0" ||
			!strings.Contains(strings.Join(p.Lines, "|"), "The ratings officer set it to −4.0 from 20 June 2026.") {
			t.Errorf("%v, now %s: %q", p.Grade, p.Now, p.Lines)
		}
		w.withdraw(w.cup)
		if _, err := w.s.Proposal(ctx, w.officer, w.mei); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("proposed without an event: %v", err)
		}
	})
	each(t, func(w *world) {
		low := w.person("Low", "Kyu")
		w.rateOf(low, -50, "2026-06-10", 12)
		_, err := w.list.Correct(ctx, program, ratings.CorrectionInput{
			Person: low, Day: day("2026-06-20"), Rating: "3d", Reason: "A friend of the officer.",
		})
		w.must(err)
		if p, err := w.s.Proposal(ctx, w.officer, low); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("proposed: %+v, %v", p, err)
		}
		standing, err := w.s.Public(ctx, low)
		w.must(err)
		want := "3 dan begins at 3.0; the published rating is 3.0.|The ratings officer set it."
		if got := strings.Join(standing.Next.Lines, "|"); !strings.HasPrefix(got, want) {
			t.Errorf("it says %q", got)
		}
	})
}
