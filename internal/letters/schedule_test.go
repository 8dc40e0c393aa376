package letters

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// The program writes on the day, once, makes up for a day that was missed, and what is held or skipped stays.
func TestLettersThatGoByThemselves(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.now = civil.MustParseInstant("2027-05-20T01:00:00.000Z")
		w.member("Kererū", "Mere", "mere@example.nz", 0)
		run := func(want int) {
			t.Helper()
			if n, err := w.s.Run(ctx); err != nil || n != want {
				t.Errorf("at %s: %d letters, %v; want %d", w.now, n, err, want)
			}
		}
		run(0)
		w.must(w.s.SetSchedule(ctx, w.secretary, RenewSoon, 0, On, 30))
		x, err := w.s.Schedule(ctx, w.secretary, RenewSoon)
		if err != nil || x.Day.String() != "2027-05-31" || x.Year != 2026 {
			t.Errorf("%+v, %v", x, err)
		}
		run(0)
		w.must(w.s.Decide(ctx, w.secretary, RenewSoon, 2026, Held))
		w.now = civil.MustParseInstant("2027-05-30T11:30:00.000Z") // 11:30 pm of the day before
		run(0)
		w.now = civil.MustParseInstant("2027-06-05T01:00:00.000Z") // days late
		run(0)
		w.must(w.s.Decide(ctx, w.secretary, RenewSoon, 2026, Coming))
		run(1)
		run(0)
		w.member("Late", "Lou", "lou@example.nz", 0)
		run(0)
		if err := w.s.Decide(ctx, w.secretary, RenewSoon, 2026, Skipped); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("gone, and skipped: %v", err)
		}
		if got := w.deliver(); len(got) != 1 || got[0].To != "mere@example.nz" {
			t.Errorf("%+v", got)
		}
		if err := w.s.SetSchedule(ctx, w.secretary, RenewSoon, 1, On, 121); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%v", err)
		}
		if err := w.s.SetSchedule(ctx, w.secretary, RenewSoon, 0, Off, 3); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if err := w.s.SetSchedule(ctx, w.secretary, Invitation, 0, On, 3); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("%v", err)
		}
	})
}

// As things happen: a payment, a new member. What happened before it was switched on is not written about.
func TestLettersAsThingsHappen(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		mere := w.person("Kererū", "Mere", "mere@example.nz")
		pay := func(no int) {
			w.sql(`INSERT INTO payment (person_id, amount, received_on, method, receipt_year, receipt_no, recorded_at, paid_by)
				VALUES ($1, 4000, '2027-06-01', 'bank', 2027, $2, $3, 'Her aunt')`, mere, no, w.now)
		}
		pay(1)
		w.now = w.now.Add(time.Minute)
		for _, o := range []Occasion{PaymentIn, Welcome, FeeDue, ListReceived} {
			w.must(w.s.SetSchedule(ctx, w.secretary, o, 0, On, 0))
		}
		w.now = w.now.Add(time.Minute)
		if n, err := w.s.Run(ctx); n != 0 || err != nil {
			t.Errorf("of before: %d, %v", n, err)
		}
		pay(2)
		w.sql(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2026, '2027-06-10', '2027-06-30', 'new', '{}', $2)`, mere, w.now)
		for range 2 {
			_, err := w.s.Run(ctx)
			w.must(err)
		}
		got := w.deliver()
		if len(got) != 2 || !strings.Contains(got[0].Raw+got[1].Raw, "$40.00") ||
			!strings.Contains(got[0].Raw+got[1].Raw, "Her aunt") {
			t.Errorf("%+v", got)
		}
	})
}
