package letters

import (
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
)

// Who may write to the one list does not thereby write to another.
func TestTwoListsAreNotOne(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		own := w.club("Kāpiti Go Club")
		head := w.officer("Boss", "Bella", auth.Office{Role: auth.Director})
		e, err := w.events.CreateEvent(ctx, head, tournaments.EventInput{
			Name: "Congress", From: civil.MustParseDate("2027-12-28"), To: civil.MustParseDate("2027-12-30"),
		})
		w.must(err)
		by := w.officer("Ruru", "Rangi", auth.Office{Role: auth.ClubSecretary, Club: auth.ClubID(own)})
		both := Source{Club: auth.ClubID(own), Event: e.ID}
		for _, a := range []auth.Actor{by, head, w.secretary} {
			if id, err := w.s.Compose(ctx, a, both, Text{"a", "b"}); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("by %s: mailing %d, %v", a.Name, id, err)
			}
		}
	})
}

// Nobody gets a letter again, or one they were left out of, because another record was joined to theirs.
func TestJoinedRecordsHaveTheLettersOfBoth(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		gone, out := w.member("Kererū", "Mere", "mere@example.nz", 0), w.member("Weka", "Wiremu", "wiremu@example.nz", 0)
		p := w.plan(RenewSoon)
		_, err := w.s.Send(ctx, w.secretary, RenewSoon, []string{p.To[1].Key}, p.Seen)
		w.must(err)
		for was, name := range map[auth.PersonID]string{gone: "Kereru", out: "Wekka"} {
			kept := w.person(name, "Again", strings.ToLower(name)+"@example.nz")
			w.sql(`INSERT INTO person_merge (kept_id, gone_id, reason, was, merged_by, merged_at)
				VALUES ($1, $2, 'one', '{}', 'Secretary', $3)`, kept, was, w.now)
			w.sql(`INSERT INTO person_alias (gone_id, kept_id, merge_id)
				SELECT gone_id, kept_id, id FROM person_merge WHERE gone_id = $1`, was)
			w.sql(`UPDATE membership_term SET person_id = $2 WHERE person_id = $1`, was, kept)
		}
		if p = w.plan(RenewSoon); p.Written != 1 || len(p.To) != 1 || !p.To[0].LeftOut {
			t.Errorf("%+v", p)
		}
	})
}

// Who is left out by another officer is not written to from a page that was opened before.
func TestAnotherOfficerLeavesOut(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.member("Kererū", "Mere", "mere@example.nz", 0)
		w.member("Weka", "Wiremu", "wiremu@example.nz", 0)
		old := w.plan(RenewSoon)
		w.must(w.s.LeaveOut(ctx, w.secretary, RenewSoon, []string{old.To[0].Key}, old.Seen))
		err := w.s.LeaveOut(ctx, w.secretary, RenewSoon, []string{old.To[1].Key}, old.Seen)
		if now := w.plan(RenewSoon); apperr.KindOf(err) != apperr.Conflict || !now.To[0].LeftOut || now.To[1].LeftOut {
			t.Errorf("kept by two officers at once: %v, %+v", err, now.To)
		}
		if _, err := w.s.Send(ctx, w.secretary, RenewSoon, nil, old.Seen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("%v", err)
		}
		if n := len(w.deliver()); n != 0 {
			t.Errorf("%d letters", n)
		}
	})
}

// A subject that comes to nothing for one reader, and an occasion that fails, hold up no other letters.
func TestOneLetterHoldsUpNoOther(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.s.SetTemplate(ctx, w.secretary, PaymentIn, 0, Text{"{club}", "{amount}"}))
		for _, o := range []Occasion{PaymentIn, Welcome} {
			w.must(w.s.SetSchedule(ctx, w.secretary, o, 0, On, 0))
		}
		w.now = w.now.Add(time.Minute)
		mere := w.person("Kererū", "Mere", "mere@example.nz")
		w.sql(`INSERT INTO payment (person_id, amount, received_on, method, receipt_year, receipt_no, recorded_at, paid_by)
			VALUES ($1, 4000, '2027-06-01', 'bank', 2027, 1, $2, '')`, mere, w.now)
		w.sql(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2026, '2027-06-10', '2027-06-30', 'new', '{}', $2)`, mere, w.now)
		if n, err := w.s.Run(ctx); n != 2 || err != nil {
			t.Errorf("%d letters, %v", n, err)
		}
	})
}

// A fee of a club that was excluded is a letter to no one.
func TestNoLetterToNoOne(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		club := w.club("Kāpiti Go Club")
		w.sql(`INSERT INTO payment (club_id, amount, received_on, method, receipt_year, receipt_no, recorded_at, paid_by)
			VALUES ($1, 4000, '2027-06-01', 'bank', 2027, 1, $2, '')`, club, w.now)
		if p := w.plan(PaymentIn); len(p.Paper) != 1 {
			t.Errorf("before %+v", p)
		}
		w.sql(`UPDATE club SET excluded_on = '2027-06-05' WHERE id = $1`, club)
		if p := w.plan(PaymentIn); len(p.To)+len(p.Paper) != 0 {
			t.Errorf("%+v", p)
		}
	})
}

// Copies of the program that look at the calendar at once write each letter once; what is older than sixty days is let
// be by a program that was away.
func TestCopiesOfTheProgramWriteOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		for _, o := range []Occasion{RenewSoon, PaymentIn} {
			w.must(w.s.SetSchedule(ctx, w.secretary, o, 0, On, 90))
		}
		mere := w.member("Kererū", "Mere", "mere@example.nz", 0)
		pay := func(no int, at civil.Instant) {
			w.sql(`INSERT INTO payment (person_id, amount, received_on, method, receipt_year, receipt_no, recorded_at, paid_by)
				VALUES ($1, 4000, '2027-06-01', 'bank', 2027, $2, $3, '')`, mere, no, at)
		}
		for no := range 20 {
			pay(no+1, w.now)
		}
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() { // raced by TestCopiesOfTheProgramWriteOnce
				if _, err := w.s.Run(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := len(w.deliver()); n != 21 {
			t.Errorf("%d letters, want 21", n)
		}
		pay(21, w.now)
		w.now = w.now.Add(70 * 24 * time.Hour)
		pay(22, w.now)
		if n, err := w.s.Run(ctx); n != 1 || err != nil {
			t.Errorf("after seventy days %d, %v", n, err)
		}
	})
}
