package entering

import (
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Two presses of the same form at once leave one application, and one place.
func TestTheFormSentTwiceAtOnce(t *testing.T) {
	onBoth(t, 4, func(t *testing.T, w *world) {
		in := visitor("Doubleclick", "twice@example.org")
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if err := w.s.Enter(ctx, w.event.ID, in, "192.0.2.1"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		w.last(in.Email)
		for _, l := range w.letters {
			if l.to == in.Email {
				_, _ = w.s.Confirm(ctx, l.link(t))
			}
		}
		if n := len(w.sheet().Rows); n != 1 {
			t.Errorf("%d applications of one person, want 1", n)
		}
	})
}

// A section, or the whole event, that is deleted while someone fills the form in is a sentence, not a fault.
func TestTheFormOfWhatIsGone(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		other, err := w.events.AddSection(ctx, w.director, w.event.ID, tournaments.SectionInput{
			Name: "Handicap", Settings: tournaments.Presets()[0].Settings,
		})
		w.must(err)
		f := w.field()
		section, _ := f.section(other)
		sends := func(f field) error {
			permit, err := w.s.visitor()
			w.must(err)
			a := Application{Event: f.event.ID, Section: other, Email: "late@example.org", Grade: "5k"}
			a.Name.Family = "Late"
			return w.s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
				return w.s.ask(ctx, tx, permit, f, a, "192.0.2.1")
			})
		}
		w.must(w.events.RemoveSection(ctx, w.director, other, section.Version))
		w.refused(sends(f), apperr.Conflict, "was removed while you filled the form in")
		f.event.ID = 9999
		w.refused(sends(f), apperr.NotFound, "")
	})
}

// What the director set for an entry is what its player sees, and a change of the note leaves it.
func TestAChangedNoteKeepsTheDirectorsRounds(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		a, token := w.enters("Kahu")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a, err := byID(ctx, w.db, a.ID)
		w.must(err)
		entries, err := tournaments.EntriesIn(ctx, w.db, w.section)
		w.must(err)
		in := entries[0].Input()
		in.Absent = []int{2}
		w.must(w.events.EditEntry(ctx, w.director, entries[0].ID, in))
		own, err := w.s.ByLink(ctx, token)
		w.must(err)
		if got := tournaments.FormatRounds(own.Absent); got != "2" {
			t.Errorf("the player is told %q, want the rounds of the entry", got)
		}
		change := own.Input()
		change.Note = "I bring a clock."
		w.must(w.s.ChangeByLink(ctx, token, change))
		entries, err = tournaments.EntriesIn(ctx, w.db, w.section)
		w.must(err)
		if got := tournaments.FormatRounds(entries[0].Absent); got != "2" {
			t.Errorf("rounds %q after the note was changed, want 2", got)
		}
	})
}

// A letter that has not left yet gives whoever filled the form in no new link once the entry is someone else's.
func TestALateLetterToAFormerAddressHasNoLink(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		rima := w.person("Rima", "Given", "3k", "rima@example.nz")
		token := w.asks(visitor("Rima", "thief@example.org"))
		a, err := w.s.Confirm(ctx, token) // its letter waits in the outbox
		w.must(err)
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, rima, a.Version))
		sent := len(w.letters)
		w.last("")
		for _, l := range w.letters[sent:] {
			if l.to == "thief@example.org" && strings.Contains(l.body, "/entered/") {
				t.Errorf("the former address got a link: %q", l.body)
			}
		}
	})
}

// Who has letters sent elsewhere, and enters with the address that they sign in with, keeps the link of the entry.
func TestTheAddressThatSignsInIsOnesOwnToo(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		rima := w.person("Rima", "Given", "3k", "home@example.nz")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO account (person_id, email, email_key, created_at)
				VALUES ($1, 'rima@example.nz', 'rima@example.nz', '2026-01-01T00:00:00.000Z')`, rima)
			return err
		}))
		token := w.asks(visitor("Rima", "RIMA@example.nz"))
		a, err := w.s.Confirm(ctx, token)
		w.must(err)
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, rima, a.Version))
		own, err := w.s.ByLink(ctx, token)
		if w.must(err); own.Person != rima {
			t.Errorf("the entry is %+v", own)
		}
	})
}

// What is forgotten is not in the log either.
func TestTheLogDoesNotNameWhoIsForgotten(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.asks(visitor("Unasked", "unasked@example.org"))
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM audit_entry WHERE detail LIKE '%Unasked%'`)
		w.must(err)
		if n != 0 {
			t.Errorf("%d lines of the log name someone who confirmed nothing", n)
		}
	})
}

// An event of which people wait is not taken from their sight.
func TestAnEventWithApplicantsStaysAnnounced(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.enters("Kahu")
		e, err := w.events.EventByID(ctx, w.director, w.event.ID)
		w.must(err)
		w.refused(w.events.Unannounce(ctx, w.director, e.ID, e.Version), apperr.Invalid, "entered online")
	})
}

// While an event is lent to its venue the form says so, and takes nothing that could not be confirmed.
func TestNoOneEntersAnEventThatIsAway(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		a, token := w.enters("Kahu")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			return w.events.SetAway(ctx, tx, w.event.ID, tournaments.Lent)
		}))
		w.refused(w.s.Enter(ctx, w.event.ID, visitor("Late", "late@example.org"), "192.0.2.9"), apperr.Conflict, "at its venue")
		own, err := w.s.ByLink(ctx, token)
		w.must(err)
		if !strings.Contains(own.Closed, "at its venue") {
			t.Errorf("the player of entry %d is told %q", a.ID, own.Closed)
		}
		p, err := w.s.Public(ctx, auth.Actor{}, w.event)
		w.must(err)
		if p.Open || !strings.Contains(p.Closed, "at its venue") {
			t.Errorf("the form says %+v", p.Closed)
		}
	})
}

// Entries can close at the end of the last day, and no later.
func TestEntriesCloseAtTheEndOfTheLastDayAtTheLatest(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		end := w.event.To.AddDays(1).Midnight()
		w.terms(func(in *TermsInput) { in.Closes = end })
		t1, err := w.s.Terms(ctx, w.director, w.event.ID)
		w.must(err)
		in := TermsInput{Taken: true, Closes: end.Add(time.Millisecond), Lists: t1.Lists, Version: t1.Version}
		w.refused(w.s.SetTerms(ctx, w.director, w.event.ID, in), apperr.Invalid, "The event is over then")
	})
}
