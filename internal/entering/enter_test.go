package entering

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// A visitor enters, confirms by the link, and is confirmed by the director: there is an entry then.
func TestAVisitorEnters(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		in := visitor("Ngata", "rima@example.org")
		in.GivenNames, in.Absent, in.Note, in.Country, in.Grade = "Rima", "2", "<b>late</b> train", "au", "2 kyu"
		token := w.asks(in)
		first := w.last("rima@example.org")
		if first.name != "" || strings.Contains(first.body, "Rima") || strings.Contains(first.body, "train") {
			t.Errorf("a letter to an address that no one confirmed has what was typed: %+v", first)
		}
		own, err := w.s.ByLink(ctx, token)
		w.must(err)
		if own.State != Unconfirmed || w.sheet().Held[w.section] != 0 || len(w.sheet().Rows) != 0 {
			t.Errorf("before it is confirmed: %s, and %+v", own.State, w.sheet())
		}
		a, err := w.s.Confirm(ctx, token)
		w.must(err)
		again, err := w.s.Confirm(ctx, token)
		w.must(err)
		if a.State != Preliminary || again.Version != a.Version {
			t.Errorf("confirmed: %+v, pressed again %+v", a, again)
		}
		if l := w.last("rima@example.org"); !strings.Contains(l.subject, "has come in") || l.name != "Rima Ngata" {
			t.Errorf("the letter: %+v", l)
		}
		done, err := w.s.ConfirmAll(ctx, w.director, w.event.ID)
		w.must(err)
		if done.Confirmed != 1 || len(done.Left) != 0 {
			t.Fatalf("confirmed %+v", done)
		}
		entries, err := tournaments.EntriesIn(ctx, w.db, w.section)
		w.must(err)
		if e := entries[0]; e.Name != "Rima Ngata" || e.Rating.Grade().Short() != "2k" || e.Country != "AU" ||
			!reflect.DeepEqual(e.Absent, []int{2}) || e.Membership != tournaments.Visitor {
			t.Errorf("the entry is %+v", e)
		}
		if row := w.sheet().Rows[0]; row.State != Confirmed || row.Note != "<b>late</b> train" {
			t.Errorf("the list has %+v", row)
		}
		w.audited()
	})
}

// Both links work: a later letter does not void an earlier one.
func TestLinksOfEarlierLettersStayGood(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		_, first := w.enters("Ngata")
		second := w.last("ngata@example.org").link(t)
		if first == second {
			t.Fatal("two letters have one link")
		}
		for _, token := range []string{first, second} {
			if _, err := w.s.ByLink(ctx, token); err != nil {
				t.Error(err)
			}
		}
		for _, token := range []string{"", "x", strings.Repeat("A", tokenLength)} {
			_, err := w.s.ByLink(ctx, token)
			w.refused(err, apperr.NotFound, "not valid")
		}
	})
}

// An unconfirmed entry lapses after two days, and is forgotten.
func TestUnconfirmedEntriesLapse(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		token := w.asks(visitor("Ngata", "rima@example.org"))
		w.later(confirmWithin - time.Millisecond)
		if _, err := w.s.ByLink(ctx, token); err != nil {
			t.Error(err)
		}
		w.later(time.Millisecond)
		_, err := w.s.Confirm(ctx, token)
		w.refused(err, apperr.NotFound, "forgotten")
		if _, err := w.s.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		if left, err := lapsed(ctx, w.db, w.now); err != nil || left {
			t.Errorf("still there: %v %v", left, err)
		}
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM application`)
		if w.must(err); n != 0 {
			t.Errorf("%d rows are kept", n)
		}
		if _, err := w.s.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
	})
}

// Attack: all places taken with false addresses.
func TestUnconfirmedEntriesHoldNoPlace(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		for i := range 10 {
			w.must(w.s.Enter(ctx, w.event.ID, visitor("False", fmt.Sprintf("false%d@example.org", i)), "203.0.113.9"))
		}
		if a, _ := w.enters("Ngata"); a.State != Preliminary {
			t.Errorf("the true one is %s", a.State)
		}
	})
}

// Attack: the form is flooded from one network, or a stranger's mailbox through it.
func TestTheFormIsLimited(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		for i := range 2 * lettersToAddress {
			in := visitor(fmt.Sprintf("Name%d", i), "victim@example.org")
			if err := w.s.Enter(ctx, w.event.ID, in, fmt.Sprintf("192.0.2.%d", i)); err != nil {
				t.Errorf("form %d is answered otherwise: %v", i, err)
			}
		}
		w.last("victim@example.org")
		if len(w.letters) != lettersToAddress {
			t.Errorf("%d letters went to one address, want %d", len(w.letters), lettersToAddress)
		}
		var err error
		for i := range formsOfNetwork {
			w.must(w.s.Enter(ctx, w.event.ID, visitor("Name", fmt.Sprintf("a%d@example.org", i)), "198.51.100.1"))
		}
		err = w.s.Enter(ctx, w.event.ID, visitor("Name", "one-more@example.org"), "198.51.100.1")
		w.refused(err, apperr.TooMany, "tomorrow")
		w.must(w.s.Enter(ctx, w.event.ID, visitor("Name", "other@example.org"), "198.51.100.2"))
	})
}

// The form sent again makes no second entry, and the page says the same.
func TestTheFormSentAgain(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		in := visitor("Ngata", "rima@example.org")
		w.asks(in)
		in.Grade = "4k"
		token := w.asks(in)
		a, err := w.s.Confirm(ctx, token)
		w.must(err)
		if a.Grade != "4k" {
			t.Errorf("the later form does not count: %s", a.Grade)
		}
		w.must(w.s.Enter(ctx, w.event.ID, in, "192.0.2.7"))
		if l := w.last("rima@example.org"); !strings.Contains(l.subject, "already") {
			t.Errorf("the letter is %+v", l)
		}
		other := in
		other.GivenNames = "Sibling"
		if _, err := w.s.Confirm(ctx, w.asks(other)); err != nil {
			t.Errorf("a sibling of the same address: %v", err)
		}
		if n := len(w.sheet().Rows); n != 2 {
			t.Errorf("%d rows, want 2", n)
		}
	})
}

// An entry a second after the closing time is refused, in every way in.
func TestEntriesClose(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		token := w.asks(visitor("Late", "late@example.org"))
		in, link := w.enters("Ngata")
		someone := w.actor(w.person("Paki", "Tama", "1d", "tama@example.nz"))
		closes := w.sheet().Terms.Closes
		if want := "1 January 2027, 6:00 pm"; closes.Long() != want {
			t.Errorf("entries close on %s, want %s", closes.Long(), want)
		}
		w.terms(func(in *TermsInput) { in.Closes = w.now.Add(time.Minute) })
		w.later(time.Minute - time.Millisecond)
		w.must(w.s.ChangeByLink(ctx, link, in.Input()))
		w.later(time.Millisecond)
		says := "Entries closed on 21 November 2026, 2:01 pm"
		w.refused(w.s.Enter(ctx, w.event.ID, visitor("Later", "later@example.org"), "n"), apperr.Conflict, says)
		_, err := w.s.EnterOwn(ctx, someone, w.event.ID, Input{})
		w.refused(err, apperr.Conflict, says)
		_, err = w.s.Confirm(ctx, token)
		w.refused(err, apperr.Conflict, says)
		own, err := w.s.ByLink(ctx, link)
		w.must(err)
		changed := own.Input()
		changed.Note = "x"
		w.refused(w.s.ChangeByLink(ctx, link, changed), apperr.Conflict, says)
		w.refused(w.s.WithdrawByLink(ctx, link, own.Version), apperr.Conflict, says)
		if !strings.Contains(own.Closed, says) {
			t.Errorf("the page says %q", own.Closed)
		}
		w.must(w.s.Decline(ctx, w.director, own.ID, own.Version)) // the director still can
	})
}

// A member enters once, signed in, and no one else does it for them.
// While the event is at its venue no one enters it here, and no one is asked to.
func TestEntriesRestWhileTheEventIsAway(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		token := w.asks(visitor("Late", "late@example.org"))
		_, link := w.enters("Ngata")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { return w.events.SetAway(ctx, tx, w.event.ID, tournaments.Lent) }))
		says := "at its venue"
		w.refused(w.s.Enter(ctx, w.event.ID, visitor("Later", "later@example.org"), "n"), apperr.Conflict, says)
		_, err := w.s.Confirm(ctx, token)
		w.refused(err, apperr.Conflict, says)
		own, err := w.s.ByLink(ctx, link)
		w.must(err)
		if !strings.Contains(own.Closed, says) {
			t.Errorf("the page says %q", own.Closed)
		}
		w.refused(w.s.WithdrawByLink(ctx, link, own.Version), apperr.Conflict, says)
		w.refused(w.s.Decline(ctx, w.director, own.ID, own.Version), apperr.Conflict, says)
	})
}

func TestAMemberEntersOnce(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.terms(func(in *TermsInput) { in.Fees = Fees{Member: 4000, Visitor: 5000, Student: cents(2000)} })
		id := w.person("Paki", "Tama", "1d", "tama@example.nz")
		tama := w.actor(id)
		a, err := w.s.EnterOwn(ctx, tama, w.event.ID, Input{Absent: "1"})
		w.must(err)
		if a.State != Preliminary || a.Fee != 5000 || a.Kind != Visitor {
			t.Errorf("entered %+v", a)
		}
		_, err = w.s.EnterOwn(ctx, tama, w.event.ID, Input{})
		w.refused(err, apperr.Conflict, "already entered")
		if l := w.last("tama@example.nz"); !strings.Contains(l.body, OwnPath(a.ID)) || strings.Contains(l.body, "/entered/") {
			t.Errorf("the letter is %+v", l)
		}
		other := w.actor(w.person("Other", "One", "1d", ""))
		_, err = w.s.ByOwner(ctx, other, a.ID)
		w.refused(err, apperr.NotFound, "not found")
		w.refused(w.s.ChangeOwn(ctx, other, a.ID, a.Input()), apperr.NotFound, "not found")
		w.refused(w.s.WithdrawOwn(ctx, other, a.ID, a.Version), apperr.NotFound, "not found")
		w.refused(w.s.WithdrawOwn(ctx, auth.Actor{}, a.ID, a.Version), apperr.SignIn, "Sign in")
		_, err = w.s.EnterOwn(ctx, auth.Actor{}, w.event.ID, Input{})
		w.refused(err, apperr.SignIn, "Sign in")
		_, err = w.s.ConfirmAll(ctx, w.director, w.event.ID)
		w.must(err)
		_, err = w.s.EnterOwn(ctx, tama, w.event.ID, Input{})
		w.refused(err, apperr.Conflict, "already entered")
		own, err := w.s.ByOwner(ctx, tama, a.ID)
		w.must(err)
		in := own.Input()
		in.Absent, in.Grade = "1-2", "9d"
		w.must(w.s.ChangeOwn(ctx, tama, a.ID, in))
		entries, err := tournaments.EntriesIn(ctx, w.db, w.section)
		w.must(err)
		if e := entries[0]; !reflect.DeepEqual(e.Absent, []int{1, 2}) || e.Grade() != "1d" {
			t.Errorf("changed: %+v", e)
		}
		own, err = w.s.ByOwner(ctx, tama, a.ID)
		w.must(err)
		w.must(w.s.WithdrawOwn(ctx, tama, a.ID, own.Version))
		if entries, err = tournaments.EntriesIn(ctx, w.db, w.section); err != nil || len(entries) != 0 {
			t.Errorf("withdrawn: %+v %v", entries, err)
		}
		if _, err = w.s.EnterOwn(ctx, tama, w.event.ID, Input{}); err != nil {
			t.Errorf("entering again: %v", err)
		}
	})
}

// A withdrawal moves the first of the list up, who is told; one who left the list is passed over.
func TestTheWaitingListMovesUp(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		first, link := w.enters("First")
		w.later(time.Second)
		second, leaves := w.enters("Second")
		third, _ := w.enters("Third") // at the same instant: the number decides
		w.later(time.Second)
		fourth, _ := w.enters("Fourth")
		if got := []State{first.State, second.State, third.State, fourth.State}; !reflect.DeepEqual(
			got, []State{Preliminary, Waiting, Waiting, Waiting},
		) {
			t.Fatalf("they are %v", got)
		}
		own, err := w.s.ByLink(ctx, leaves)
		w.must(err)
		if own.Line != 1 || !strings.Contains(w.last("third@example.org").body, "number 2 on the waiting list") {
			t.Errorf("the second is number %d, and the third is told %q", own.Line, w.last("third@example.org").body)
		}
		w.must(w.s.WithdrawByLink(ctx, leaves, own.Version))
		own, err = w.s.ByLink(ctx, link)
		w.must(err)
		w.must(w.s.WithdrawByLink(ctx, link, own.Version))
		if w.state(third.ID) != Preliminary || w.state(fourth.ID) != Waiting || w.state(second.ID) != Withdrawn {
			t.Errorf("third %s, fourth %s, second %s", w.state(third.ID), w.state(fourth.ID), w.state(second.ID))
		}
		if l := w.last("third@example.org"); !strings.Contains(l.subject, "you have a place") {
			t.Errorf("the third is told %+v", l)
		}
		w.terms(func(in *TermsInput) { in.Places = map[SectionID]int{w.section: 2} })
		if w.state(fourth.ID) != Preliminary {
			t.Errorf("more places leave the fourth %s", w.state(fourth.ID))
		}
		w.audited()
	})
}

// What the director does to entries by hand counts for places and the line too.
func TestEntriesByHandCount(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		id := w.person("Paki", "Tama", "1d", "")
		e, err := w.events.Enter(ctx, w.director, id, tournaments.EntryInput{Section: w.section})
		w.must(err)
		mine := w.actor(w.person("Rewi", "Ana", "2k", ""))
		a, err := w.s.EnterOwn(ctx, mine, w.event.ID, Input{})
		w.must(err)
		if a.State != Waiting {
			t.Fatalf("with the place taken by hand: %s", a.State)
		}
		if rows := w.sheet().Rows; !rows[0].Untold || rows[0].Line != 1 || !rows[1].ByHand {
			t.Errorf("the list has %+v", rows)
		}
		w.must(w.events.RemoveEntry(ctx, w.director, e.ID, e.Version))
		if w.state(a.ID) != Preliminary {
			t.Errorf("with the entry removed: %s", w.state(a.ID))
		}
		if _, err = w.events.Enter(ctx, w.director, mine.Person, tournaments.EntryInput{Section: w.section}); err != nil {
			t.Fatal(err)
		}
		done, err := w.s.ConfirmAll(ctx, w.director, w.event.ID)
		w.must(err)
		if rows := w.sheet().Rows; len(rows) != 1 || rows[0].State != Confirmed || len(done.Left) != 0 {
			t.Errorf("entered by hand beside the own entry: %+v, %+v", rows, done)
		}
		late, _ := w.enters("Ngata")
		entries, err := tournaments.EntriesIn(ctx, w.db, w.section)
		w.must(err)
		w.must(w.events.Withdraw(ctx, w.director, entries[0].ID, 0, entries[0].Version))
		if w.state(a.ID) != Withdrawn || w.state(late.ID) != Preliminary {
			t.Errorf("withdrawn by the director: %s, and the next is %s", w.state(a.ID), w.state(late.ID))
		}
	})
}

// Two entries for the last place at once: exactly one gets it.
func TestTheLastPlaceIsGivenOnce(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		const many = 4
		var tokens [many]string
		for i := range many {
			tokens[i] = w.asks(visitor(fmt.Sprintf("Name%d", i), fmt.Sprintf("a%d@example.org", i)))
		}
		var all sync.WaitGroup
		states := make([]State, many)
		for i := range many {
			all.Go(func() {
				a, err := w.s.Confirm(ctx, tokens[i])
				if err != nil {
					t.Error(err)
				}
				states[i] = a.State
			})
		}
		all.Wait()
		n := 0
		for _, s := range states {
			if s == Preliminary {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d hold the last place: %v", n, states)
		}
	})
}

// Attack: someone enters a member under their name. The director is asked, the member is told, and the stranger's link
// ends.
func TestSomeoneEntersAnother(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		member := w.person("Paki", "Tama", "1d", "tama@example.nz")
		in := visitor("Paki", "stranger@example.org")
		in.GivenNames = "Tama"
		token := w.asks(in)
		a, err := w.s.Confirm(ctx, token)
		w.must(err)
		done, err := w.s.ConfirmAll(ctx, w.director, w.event.ID)
		w.must(err)
		if done.Confirmed != 0 || len(done.Left) != 1 || !strings.Contains(done.Left[0], "Tama Paki") || !w.sheet().Rows[0].Likely {
			t.Errorf("confirmed %+v", done)
		}
		_, likely, err := w.s.Application(ctx, w.director, a.ID)
		w.must(err)
		if len(likely) != 1 || likely[0].Person != member {
			t.Fatalf("who may it be: %+v", likely)
		}
		public, err := w.s.Public(ctx, auth.Actor{}, w.event)
		w.must(err)
		if c := public.Counts[w.section]; c.Preliminary != 1 || len(c.Early) != 0 {
			t.Errorf("the public page names %v", c.Early)
		}
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, member, a.Version))
		l := w.last("tama@example.nz")
		if !strings.Contains(l.body, "If it was not you") {
			t.Errorf("the member is told %+v", l)
		}
		_, err = w.s.ByLink(ctx, token)
		w.refused(err, apperr.NotFound, "not valid")
		own, err := w.s.ByLink(ctx, l.link(t))
		w.must(err)
		if own.Person != member || own.State != Confirmed {
			t.Errorf("the entry is %+v", own)
		}
	})
}

// Fees: by kind, as they were when someone entered; paid ones add up, and go back to who leaves.
func TestFees(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		w.terms(func(in *TermsInput) {
			in.Fees, in.Billed = Fees{Member: 4000, Visitor: 5000, Student: cents(2000)}, false
		})
		in := visitor("Ngata", "rima@example.org")
		in.Student = true
		a, err := w.s.Confirm(ctx, w.asks(in))
		w.must(err)
		b, _ := w.enters("Other")
		w.terms(func(in *TermsInput) { in.Fees.Visitor = 9900 })
		if a.Kind != Student || a.Fee != 2000 || b.Fee != 5000 {
			t.Errorf("they owe %s as %s, and %s", a.Fee, a.Kind, b.Fee)
		}
		w.must(w.s.Pay(ctx, w.director, a.ID, Beforehand, a.Version))
		w.refused(w.s.Pay(ctx, w.director, a.ID, AtTheDoor, a.Version), apperr.Conflict, "changed this entry first")
		hand, err := w.events.Enter(ctx, w.director, w.person("Paki", "Tama", "1d", ""), tournaments.EntryInput{Section: w.section})
		w.must(err)
		w.must(w.s.PayEntry(ctx, w.director, w.event.ID, hand.ID, AtTheDoor))
		if got, want := w.sheet().Totals, (Totals{Owed: 5000, Paid: 2000 + 9900, Door: 9900, Players: 3}); got != want {
			t.Errorf("the totals are %+v, want %+v", got, want)
		}
		w.must(w.s.Decline(ctx, w.director, a.ID, a.Version+1))
		if got := w.sheet().Totals; got.Back != 2000 || got.Paid != 9900 {
			t.Errorf("the totals are %+v", got)
		}
		w.must(w.s.Charge(ctx, w.director, b.ID, Member, b.Version))
		if got := w.sheet().Totals.Owed; got != 4000 {
			t.Errorf("owed %s", got)
		}
		_, err = w.s.ConfirmAll(ctx, w.director, w.event.ID)
		w.must(err)
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM invoice`); err != nil || n != 0 {
			t.Errorf("%d invoices of fees that are not the society’s, %v", n, err)
		}
	})
}

// Whoever may not do a thing is refused by the service: no one, a member, the director of another event.
func TestOnlyTheDirectorMay(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		a, _ := w.enters("Ngata")
		other, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{Name: "Other", From: civil.MustParseDate("2027-02-01")})
		w.must(err)
		elsewhere := w.actor(w.person("Else", "Where", "", ""))
		elsewhere.Offices = []auth.Office{{Person: elsewhere.Person, Role: auth.Director, Event: other.ID, From: civil.MustParseDate("2020-01-01")}}
		for who, actor := range map[string]auth.Actor{
			"no one": {}, "a member": w.actor(w.person("Mem", "Ber", "", "")), "the director of another event": elsewhere,
		} {
			kind := apperr.Forbidden
			if who == "no one" {
				kind = apperr.SignIn
			}
			for what, err := range map[string]error{
				"see":     second(w.s.Sheet(ctx, actor, w.event.ID)),
				"terms":   second(w.s.Terms(ctx, actor, w.event.ID)),
				"open":    w.s.OpenEntries(ctx, actor, w.event.ID, w.event.Version),
				"set":     w.s.SetTerms(ctx, actor, w.event.ID, TermsInput{}),
				"follow":  w.s.FollowDays(ctx, actor, w.event.ID, 1),
				"all":     second(w.s.ConfirmAll(ctx, actor, w.event.ID)),
				"one":     w.s.ConfirmOne(ctx, actor, a.ID, 0, a.Version),
				"decline": w.s.Decline(ctx, actor, a.ID, a.Version),
				"pay":     w.s.Pay(ctx, actor, a.ID, AtTheDoor, a.Version),
				"entry":   w.s.PayEntry(ctx, actor, w.event.ID, 1, AtTheDoor),
				"charge":  w.s.Charge(ctx, actor, a.ID, Member, a.Version),
			} {
				if apperr.KindOf(err) != kind {
					t.Errorf("%s, %s: %v", who, what, err)
				}
			}
			if _, _, err := w.s.Application(ctx, actor, a.ID); apperr.KindOf(err) != kind {
				t.Errorf("%s, look: %v", who, err)
			}
		}
	})
}

func second[T any](_ T, err error) error { return err }

// Everything that is wrong is said at its field, at once, and nothing is kept.
func TestTheFormSaysWhatIsWrong(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		err := w.s.Enter(ctx, w.event.ID, Input{
			Email: "nobody", Grade: "very strong", Absent: "9", Note: strings.Repeat("x", maxNote+1),
			Elsewhere: tournaments.Elsewhere{Country: "New Zealand", PIN: "12a"}, Section: 999,
		}, "n")
		for _, want := range []string{
			"family_name:", "email:", "grade:", "absent: There is no round 9", "note: Shorten", "country:", "pin:", "section:",
		} {
			w.refused(err, apperr.Invalid, want)
		}
		w.refused(w.s.SetTerms(ctx, w.director, w.event.ID, TermsInput{
			Places: map[SectionID]int{w.section: 0}, Fees: Fees{Visitor: -1}, Lists: "x",
		}), apperr.Invalid, "closes_day")
	})
}

func TestFeesOf(t *testing.T) {
	for _, tt := range []struct {
		fees            Fees
		member, student bool
		kind            Kind
		fee             money.Cents
	}{
		{Fees{4000, 5000, cents(2000)}, true, false, Member, 4000},
		{Fees{4000, 5000, cents(2000)}, true, true, Student, 2000},
		{Fees{4000, 5000, cents(0)}, false, true, Student, 0},
		{Fees{4000, 5000, nil}, false, true, Visitor, 5000},
		{Fees{}, true, true, Member, 0},
	} {
		if kind, fee := tt.fees.Of(tt.member, tt.student); kind != tt.kind || fee != tt.fee {
			t.Errorf("%s, member %t, student %t: %s %s", tt.fees, tt.member, tt.student, kind, fee)
		}
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"18:00": 18 * time.Hour, "6 pm": 18 * time.Hour, "6.30PM": 18*time.Hour + 30*time.Minute, "12 am": 0, "9:05": 9*time.Hour + 5*time.Minute,
	} {
		if got, err := ParseClock(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "25:00", "noonish", "6", "13 pm"} {
		if got, err := ParseClock(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	// The clocks go forward on 27 September 2026: the time is the one that people read on them.
	for day, want := range map[string]string{"2026-09-26": "2026-09-26T06:00:00.000Z", "2026-09-27": "2026-09-27T05:00:00.000Z"} {
		if got := ClosingAt(civil.MustParseDate(day), 18*time.Hour).String(); got != want {
			t.Errorf("6 pm on %s is %s, want %s", day, got, want)
		}
	}
}

// Whatever is typed for a time of day is refused, or a minute of a day.
func FuzzParseClock(f *testing.F) {
	for _, text := range []string{"18:00", "6 pm", "6.30PM", "24:00", "-1:00", "", "9:99", "１8:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, err := ParseClock(text)
		if err == nil && (at < 0 || at >= 24*time.Hour || at%time.Minute != 0) {
			t.Errorf("%q is %v", text, at)
		}
	})
}
