package entering

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// members enters so many people of the register by hand.
func (w *world) byHand(names ...string) []tournaments.Entry {
	w.t.Helper()
	var out []tournaments.Entry
	for _, name := range names {
		e, err := w.events.Enter(ctx, w.director, w.person(name, "Hand", "1d", ""), tournaments.EntryInput{Section: w.section})
		w.must(err)
		out = append(out, e)
	}
	return out
}

// A member who withdraws while the director looks at a draw is out, the draw is out of date, and the member can enter
// again.
func TestWithdrawingFromADrawThatNoOneHasSeen(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.byHand("Aaa", "Bbb", "Ccc")
		tama := w.actor(w.person("Paki", "Tama", "1d", "tama@example.nz"))
		a, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{})
		w.must(err)
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		round, err := w.events.Draw(ctx, w.director, w.section, 1)
		w.must(err)
		own, err := w.s.ByOwner(ctx, tama, a.ID)
		w.must(err)
		w.must(w.s.WithdrawOwn(ctx, tama, a.ID, own.Version))
		if w.state(a.ID) != Withdrawn || w.sheet().Held[w.section] != 3 {
			t.Errorf("withdrawn: %s, and %d places are held", w.state(a.ID), w.sheet().Held[w.section])
		}
		chart, err := w.events.Wallchart(ctx, w.director, w.section)
		w.must(err)
		if out := chart.OutOfDate(1); len(out) != 1 || !strings.Contains(out[0], "Tama Paki no longer plays") {
			t.Errorf("the draw says %q", out)
		}
		w.refused(w.events.Publish(ctx, w.director, round.ID, round.Version, ""), apperr.Conflict, "Draw round 1 again")
		again, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{Absent: "2"})
		w.must(err)
		if again.State != Preliminary || again.ID == a.ID {
			t.Errorf("entered again: %+v", again)
		}
		done, err := w.s.ConfirmAll(ctx, w.director, w.event.ID)
		w.must(err)
		if done.Confirmed != 1 || len(done.Left) != 0 || w.state(again.ID) != Confirmed {
			t.Errorf("confirmed again: %+v, %s", done, w.state(again.ID))
		}
		entries, err := tournaments.EntriesIn(ctx, w.db, w.section)
		w.must(err)
		for _, e := range entries {
			if e.Withdrawn || e.Person == tama.Person && tournaments.FormatRounds(e.Absent) != "2" {
				t.Errorf("the entry is %+v", e)
			}
		}
		if len(entries) != 4 {
			t.Errorf("%d entries", len(entries))
		}
		w.audited()
	})
}

// Every way to a place, and off the list, does the same three things: a letter, a line of the log, and the fee is told.
func TestEveryWayToAPlaceDoesTheSame(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.terms(func(in *TermsInput) { in.Fees = Fees{Member: 4000, Visitor: 5000} })
		tama := w.actor(w.person("Paki", "Tama", "1d", "tama@example.nz"))
		a, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{})
		w.must(err)
		check := func(what string, state State, subject, action string) {
			t.Helper()
			asks := money.Cents(0)
			if state == Confirmed {
				asks = 5000
			}
			if w.state(a.ID) != state || w.asked(a.ID) != asks {
				t.Errorf("%s: %s, and the books ask for %s, want %s", what, w.state(a.ID), w.asked(a.ID), asks)
			}
			if l := w.last("tama@example.nz"); !strings.Contains(l.subject, subject) {
				t.Errorf("%s: the letter is %q", what, l.subject)
			}
			n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM audit_entry WHERE action = $1`, action)
			w.must(err)
			if n == 0 {
				t.Errorf("%s: the log has no %s", what, action)
			}
		}
		e, err := w.events.Enter(ctx, w.director, tama.Person, tournaments.EntryInput{Section: w.section})
		w.must(err)
		check("entered by hand", Confirmed, "confirmed", "accept.application")
		w.must(w.events.RemoveEntry(ctx, w.director, e.ID, e.Version))
		check("removed by hand", Withdrawn, "off the list", "withdraw.application")
		e, err = w.events.Enter(ctx, w.director, tama.Person, tournaments.EntryInput{Section: w.section})
		w.must(err)
		check("entered by hand again", Confirmed, "confirmed", "accept.application")
		w.must(w.events.Withdraw(ctx, w.director, e.ID, 0, e.Version))
		check("withdrawn by hand", Withdrawn, "off the list", "withdraw.application")
		w.must(w.events.Readmit(ctx, w.director, e.ID, e.Version+1))
		check("readmitted by hand", Confirmed, "confirmed", "accept.application")
		own, err := w.s.ByOwner(ctx, tama, a.ID)
		w.must(err)
		w.must(w.s.Decline(ctx, w.director, a.ID, own.Version))
		check("declined", Declined, "off the list", "decline.application")
		if rows := w.sheet().Rows; len(rows) != 0 {
			t.Errorf("the list has %+v", rows)
		}
		w.audited()
	})
}

// Each section begins by itself: the waiting list of a later one moves on, and it can still be entered.
func TestALaterSectionStillTakesEntries(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		later, err := w.events.AddSection(ctx, w.director, w.event.ID, tournaments.SectionInput{
			Name: "Handicap", Settings: tournaments.Presets()[0].Settings,
		})
		w.must(err)
		w.terms(func(in *TermsInput) { in.Places = map[SectionID]int{later: 1, w.section: 3} })
		enters := func(family string, section SectionID) (Application, string) {
			in := visitor(family, strings.ToLower(family)+"@example.org")
			in.Section = section
			token := w.asks(in)
			a, err := w.s.Confirm(ctx, token)
			w.must(err)
			return a, token
		}
		_, leaves := enters("First", later)
		waits, _ := enters("Second", later)
		w.byHand("Aaa", "Bbb")
		_, early := enters("Third", w.section)
		waitsEarly, _ := enters("Fourth", w.section)
		round, err := w.events.Draw(ctx, w.director, w.section, 1)
		w.must(err)
		w.must(w.events.Publish(ctx, w.director, round.ID, round.Version, ""))
		in := visitor("Late", "late@example.org")
		in.Section = w.section
		w.refused(w.s.Enter(ctx, w.event.ID, in, "n"), apperr.Invalid, "Open has begun")
		own, err := w.s.ByLink(ctx, early)
		w.must(err)
		if !own.Begun || !strings.Contains(own.Closed, "Open has begun") {
			t.Errorf("who is in the section that began is told %q", own.Closed)
		}
		w.refused(w.s.WithdrawByLink(ctx, early, own.Version), apperr.Conflict, "Open has begun")
		w.must(w.s.Decline(ctx, w.director, own.ID, own.Version))
		if w.state(waitsEarly.ID) != Waiting {
			t.Errorf("someone moved up into a section that began: %s", w.state(waitsEarly.ID))
		}
		own, err = w.s.ByLink(ctx, leaves)
		w.must(err)
		if own.Begun || own.Closed != "" {
			t.Errorf("who is in the later section is told %q", own.Closed)
		}
		w.must(w.s.WithdrawByLink(ctx, leaves, own.Version))
		if w.state(waits.ID) != Preliminary {
			t.Errorf("who waits for the later section is %s", w.state(waits.ID))
		}
		if a, _ := enters("Fifth", later); a.State != Waiting {
			t.Errorf("entered the later section: %s", a.State)
		}
		round, err = w.events.Draw(ctx, w.director, w.section, 1)
		if err == nil {
			t.Errorf("round %d was drawn twice", round.Number)
		}
	})
}

// Attack: someone enters and withdraws all day, so that letters go to everyone who waits. Who is in can withdraw.
func TestWhoEntersOftenIsStopped(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		tama := w.actor(w.person("Paki", "Tama", "1d", "tama@example.nz"))
		for range entriesOfPerson {
			a, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{})
			w.must(err)
			w.must(w.s.WithdrawOwn(ctx, tama, a.ID, a.Version))
		}
		_, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{})
		w.refused(err, apperr.TooMany, "tomorrow")
		if _, err := w.s.EnterOwn(ctx, w.actor(w.person("Rewi", "Ana", "2k", "")), w.event.ID, Input{}); err != nil {
			t.Errorf("someone else: %v", err)
		}
		w.later(25 * time.Hour)
		if _, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{}); err != nil {
			t.Errorf("the next day: %v", err)
		}
	})
}

// moves puts the event on other days.
func (w *world) moves(from, to string) {
	w.t.Helper()
	e, err := w.events.EventByID(ctx, w.director, w.event.ID)
	w.must(err)
	w.must(w.events.EditEvent(ctx, w.director, e.ID, tournaments.EventInput{
		Name: e.Name, From: civil.MustParseDate(from), To: civil.MustParseDate(to), Version: e.Version,
	}))
}

// An event that moves asks whether its closing time moves along; until that is answered the time stays.
func TestTheClosingTimeOfAnEventThatMoves(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		terms := func() Terms {
			t.Helper()
			terms, err := w.s.Terms(ctx, w.director, w.event.ID)
			w.must(err)
			return terms
		}
		was := terms()
		if _, asks := was.Moved(); asks {
			t.Error("asked of an event that did not move")
		}
		w.moves("2027-01-09", "2027-01-11")
		now := terms()
		to, asks := now.Moved()
		if now.Closes != was.Closes || !asks || to.Long() != "8 January 2027, 6:00 pm" {
			t.Errorf("closes on %s; asked for %s, %t", now.Closes.Long(), to.Long(), asks)
		}
		w.must(w.s.FollowDays(ctx, w.director, w.event.ID, now.Version))
		w.refused(w.s.FollowDays(ctx, w.director, w.event.ID, now.Version), apperr.Conflict, "first")
		now = terms()
		if _, asks := now.Moved(); asks || now.Closes != to {
			t.Errorf("moved to %s, asked %t", now.Closes.Long(), asks)
		}
		w.moves("2027-10-09", "2027-10-11") // the clocks go forward in between: the time of day stays
		now = terms()
		to, _ = now.Moved()
		if to.Long() != "8 October 2027, 6:00 pm" {
			t.Errorf("asked for %s", to.Long())
		}
		w.terms(func(*TermsInput) {}) // saved as they are
		if after := terms(); after.Closes != now.Closes {
			t.Errorf("kept: %s", after.Closes.Long())
		} else if _, asks := after.Moved(); asks {
			t.Error("asked again")
		}
		w.audited()
	})
}
