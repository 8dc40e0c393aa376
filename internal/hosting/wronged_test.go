package hosting_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/hosting"
	"nzgs/internal/store"
)

func (w *world) bodies(like string) (n int) {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM mail_letter WHERE subject LIKE $1`, like)
	w.must(err)
	return n
}

// Whoever reads the outbox finds no link by which to confirm or cancel for a visitor; the letter itself has it.
func TestNoLinkToAVisitIsKept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.must(w.ask("2026-11-10", "mere@example.nz"))
		if asked := w.one("mere@example.nz|"); linkInLetter.MatchString(asked) {
			t.Errorf("the outbox has the link: %s", asked)
		}
		if _, err := w.ByLink(ctx, w.link("mere@example.nz")); err != nil {
			t.Errorf("the link of the letter: %v", err)
		}
		// One whose time is over when it could leave is not sent.
		w.must(w.ask("2026-11-17", "late@example.nz"))
		w.now = w.now.Add(49 * time.Hour)
		_, err := w.outbox.Deliver(ctx)
		w.must(err)
		if last := w.post.taken[len(w.post.taken)-1]; last.To.Address != "mere@example.nz" {
			t.Errorf("a letter whose link is no longer good went: %+v", last)
		}
	})
}

// An evening that is removed takes place for no one: it is not confirmed afterwards, no letter asks how it was, and no
// figure counts it.
func TestAnEveningThatIsRemoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.must(w.ask("2026-11-03", "late@example.nz"))
		late := w.link("late@example.nz")
		w.one()
		was := w.coming("2026-11-03", "mere@example.nz")
		w.must(w.EndEvening(ctx, w.host, w.club, 1))
		w.one("mere@example.nz|Harbour Go Club does not meet on 3 November 2026")
		if err := w.Confirm(ctx, late); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("coming to an evening that is removed: %v", err)
		}
		if v, err := w.ByLink(ctx, was); err != nil || v.Word != hosting.NoMeeting {
			t.Errorf("the visitor reads that the club says %q, %v", v.Word, err)
		}
		for range 6 {
			w.now = w.now.Add(7 * 24 * time.Hour)
			if _, err := w.Remind(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if list := w.letters(); len(list) != 0 {
			t.Errorf("letters about an evening that did not take place: %q", list)
		}
		if n := w.counted(); n != 0 {
			t.Errorf("%d visits are counted", n)
		}
	})
}

// counted is how many visits the figures have in all.
func (w *world) counted() (n int) {
	w.t.Helper()
	secretary := auth.Actor{Person: 1, Name: "S", Offices: []auth.Office{{Person: 1, Role: auth.Secretary, From: day("2020-01-01")}}}
	figures, _, err := w.Figures(ctx, secretary)
	w.must(err)
	for _, f := range figures {
		n += f.Visits
	}
	return n
}

// A visit that was called off is no visit either once names and addresses are forgotten.
func TestWhoWasCalledOffIsNeverCounted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.coming("2026-11-03", "mere@example.nz")
		w.coming("2026-11-10", "ana@example.nz")
		w.must(w.Say(ctx, w.host, w.club, 1, day("2026-11-03"), hosting.NoMeeting))
		for _, days := range []int{20, 50} {
			w.now = w.now.Add(time.Duration(days) * 24 * time.Hour)
			_, err := w.Forget(ctx)
			w.must(err)
			if n := w.counted(); n != 1 {
				t.Errorf("%d visits are counted after %d days more", n, days)
			}
		}
	})
}

// What no longer is so is not said: coming after having said no, saying no after the evening, coming to one that is over.
func TestPressesThatComeLate(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		link := w.coming("2026-11-03", "mere@example.nz")
		w.must(w.Cancel(ctx, link))
		w.letters()
		if err := w.Confirm(ctx, link); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("coming after having said no: %v", err)
		}
		past := w.coming("2026-11-03", "ana@example.nz")
		w.must(w.ask("2026-11-03", "hemi@example.nz"))
		late := w.link("hemi@example.nz")
		w.letters()
		w.now = w.now.Add(36 * time.Hour) // Tuesday 3 November, 9:00 pm
		if next, err := w.Next(ctx, w.club); err != nil || next[0].Day != day("2026-11-03") {
			t.Errorf("while they play: %+v, %v", next, err)
		}
		w.now = w.now.Add(30 * time.Minute) // it ends
		if err := w.Confirm(ctx, late); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("coming to an evening that is over: %v", err)
		}
		if err := w.ask("2026-11-03", "rua@example.nz"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("asking for an evening that is over: %v", err)
		}
		if next, err := w.Next(ctx, w.club); err != nil || next[0].Day != day("2026-11-10") {
			t.Errorf("the next evenings: %+v, %v", next, err)
		}
		if all, err := w.NextOfAll(ctx); err != nil || all[w.club].Day != day("2026-11-10") {
			t.Errorf("the next of all: %+v, %v", all, err)
		}
		w.now = w.now.Add(24 * time.Hour)
		if err := w.Cancel(ctx, past); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("saying no after the evening: %v", err)
		}
		if list := w.letters(); len(list) != 0 {
			t.Errorf("letters went: %q", list)
		}
	})
}

// A name with signs that no subject of a letter may have does not keep its visitor from confirming.
func TestNamesWithSignsThatNoOneTypes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.must(w.Ask(ctx, hosting.Input{
			Club: w.club, Evening: 1, Day: day("2026-11-10"), Name: "Me\x07re\x7f \x00K\xff", Email: "mere@example.nz", Note: "A\x00\r\nB\rC",
		}, "192.0.2.1"))
		w.must(w.Confirm(ctx, w.link("mere@example.nz")))
		w.letters()
		book, err := w.Book(ctx, w.host, w.club)
		if err != nil || len(book.Visits) != 1 || book.Visits[0].Name != "Mere K" || book.Visits[0].Note != "A\nB\nC" {
			t.Errorf("the club sees %+v, %v", book.Visits, err)
		}
		w.must(w.Write(ctx, hosting.Message{Club: w.club, Name: "A\x01b", Email: "a@example.nz", Message: "Kia ora\x00"}, "192.0.2.9"))
	})
}

// Forms and presses that come at once make one visit and one letter to the club, and no one is coming to an evening that
// was called off meanwhile without having been told.
func TestVisitorsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		at := func(n int, do func(i int)) {
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() { do(i) })
			}
			all.Wait()
		}
		at(3, func(int) { _ = w.ask("2026-11-10", "mere@example.nz") })
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM club_visit`)
		if err != nil || n != 1 {
			t.Errorf("%d visits, %v", n, err)
		}
		link := w.link("mere@example.nz")
		at(6, func(int) { _ = w.Confirm(ctx, link) })
		if n := w.bodies("Mere Kōwhai comes along%"); n != 1 {
			t.Errorf("%d letters to the club", n)
		}
		for i := range 4 {
			email := strings.Repeat("x", i+1) + "@example.nz"
			w.must(w.ask("2026-11-17", email))
			link := w.link(email)
			told := w.bodies("%does not meet on 17%")
			at(2, func(i int) {
				if i == 0 {
					_ = w.Confirm(ctx, link)
				} else {
					_ = w.Say(ctx, w.host, w.club, 1, day("2026-11-17"), hosting.NoMeeting)
				}
			})
			v, err := w.ByLink(ctx, link)
			w.must(err)
			if v.State == hosting.Coming && w.bodies("%does not meet on 17%") == told {
				t.Error("the visitor is coming to no evening, and was not told")
			}
			w.must(w.Cancel(ctx, link))
			w.must(w.Say(ctx, w.host, w.club, 1, day("2026-11-17"), hosting.Meets))
		}
	})
}

// Who was called off once and came another time gets the letter after that visit, and the offer.
func TestLettersAfterTheVisitThatTookPlace(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.coming("2026-11-03", "mere@example.nz")
		w.must(w.Say(ctx, w.host, w.club, 1, day("2026-11-03"), hosting.NoMeeting))
		w.now = w.now.Add(2 * 24 * time.Hour)
		_, err := w.Remind(ctx)
		w.must(err)
		w.letters()
		w.coming("2026-11-10", "mere@example.nz")
		for range 6 {
			w.now = w.now.Add(7 * 24 * time.Hour)
			_, err := w.Remind(ctx)
			w.must(err)
		}
		if asked, offered := w.bodies("How was your visit%"), w.bodies("Join %"); asked != 1 || offered != 1 {
			t.Errorf("%d letters after the visit, %d offers", asked, offered)
		}
	})
}

// The society invites no one to a club that the committee has excluded, and asks it for nothing.
func TestAnExcludedClubTakesNoVisitors(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE club SET excluded_on = '2026-11-02' WHERE id = $1`, w.club)
			return err
		}))
		if err := w.ask("2026-11-10", "mere@example.nz"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("coming along to it: %v", err)
		}
		if next, err := w.Next(ctx, w.club); err != nil || len(next) != 0 {
			t.Errorf("its evenings: %+v, %v", next, err)
		}
		if all, err := w.NextOfAll(ctx); err != nil || len(all) != 0 {
			t.Errorf("the next of all: %+v, %v", all, err)
		}
		if n, err := w.Remind(ctx); err != nil || n != 0 {
			t.Errorf("%d letters, %v", n, err)
		}
	})
}
