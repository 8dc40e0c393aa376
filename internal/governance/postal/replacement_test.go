package postal

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// offices enters president and secretary, in time for them to confirm.
func (w *society) offices() {
	w.t.Helper()
	w.hold(w.people[0], auth.Secretary)
	w.hold(w.people[7], auth.President)
	w.actors["president"] = w.actor("president", w.people[7], auth.President)
	w.actors["third"] = w.actor("third", w.people[6], "")
}

// changed writes into the database, and the log as if a step had left it so.
func (w *society) changed(query string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, query, append([]any{w.vote}, args...)...); err != nil {
			return err
		}
		after, err := leaves(ctx, tx, w.vote, nil)
		if err != nil {
			return err
		}
		return did(w.permit(), "note", w.vote, after).Write(ctx, tx)
	}))
}

// third is proposed in ben's place.
func (w *society) third() Proposal {
	return Proposal{Out: w.people[2], In: w.people[6], Reason: "Ben is away.", Resolution: "Committee, 1 April 2026, item 2"}
}

// offer has somebody prove a key for what is proposed.
func (w *society) offer(name string, key int) {
	w.t.Helper()
	identity := keyring()[key].identity
	test, err := w.OfferKey(ctx, w.actors[name], w.vote, identity.Card().String())
	w.must(err)
	answer, err := identity.Answer([]byte(test))
	w.must(err)
	w.must(w.AnswerOffer(ctx, w.actors[name], w.vote, answer))
}

// confirm has somebody confirm what they are shown.
func (w *society) confirm(name string) error {
	w.t.Helper()
	f, err := w.Vote(ctx, w.actors[name], w.vote)
	w.must(err)
	shown := ""
	if f.Proposed != nil {
		shown = f.Proposed.Digest
	}
	return w.Confirm(ctx, w.actors[name], w.vote, shown)
}

// TestATellerIsReplacedOnlyByThreeOthers: with the other teller's, the president's and
// the secretary's confirmation, and not before; what was entered is void.
func TestATellerIsReplacedOnlyByThreeOthers(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateClosed, draft, marks...)
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries(marks...)))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		before, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		w.must(w.Propose(ctx, w.actors["secretary"], w.vote, w.third()))
		err = w.Propose(ctx, w.actors["ana"], w.vote, w.third())
		if apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("two proposals at once: %v", err)
		}
		w.refused(w.confirm("ana"), "", "has not proved a key for this yet")
		if _, err := w.OfferKey(ctx, w.actors["third"], w.vote, keyring()[0].identity.Card().String()); fields(err) != "recipient" {
			t.Errorf("another teller's key: %v", err)
		}
		for _, name := range []string{"ana", "ben", "secretary", "member"} { // the key is theirs who is named, not another's
			card := keyring()[2].identity.Card().String()
			if _, err := w.OfferKey(ctx, w.actors[name], w.vote, card); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s registers the key of whom is proposed: %v", name, err)
			}
			if err := w.AnswerOffer(ctx, w.actors[name], w.vote, "x"); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s proves the key of whom is proposed: %v", name, err)
			}
			if _, err := w.OfferTest(ctx, w.actors[name], w.vote); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s reads the test of whom is proposed: %v", name, err)
			}
		}
		w.offer("third", 2)
		for _, name := range []string{"ben", "third", "member", "treasurer"} {
			if name == "ben" {
				w.refused(w.confirm(name), "", "your own place")
			} else if _, err := w.Vote(ctx, w.actors[name], w.vote); err == nil {
				if err := w.Confirm(ctx, w.actors[name], w.vote, "x"); apperr.KindOf(err) != apperr.Forbidden {
					t.Errorf("%s confirms: %v", name, err)
				}
			}
		}
		for i, name := range []string{"president", "ana", "secretary"} {
			f, err := w.Vote(ctx, w.actors[name], w.vote)
			if err != nil || f.Proposed == nil || f.Proposed.Office == "" || len(f.Proposed.Missing) != 3-i {
				t.Fatalf("%s is shown %+v, %v", name, f.Proposed, err)
			}
			if now, err := w.facts(ctx, w.db, w.vote); err != nil || now.pack != before.pack || w.rows("postal_entry") != 20 {
				t.Fatalf("something changed before %s confirmed: %v", name, err)
			}
			stale := w.actors[name]
			stale.Session, stale.Proof = 4, auth.Proof{At: w.now.Add(-10 * time.Minute)}
			if err := w.Confirm(ctx, stale, w.vote, f.Proposed.Digest); apperr.KindOf(err) != apperr.Prove {
				t.Errorf("%s confirms without a recent sign-in: %v", name, err)
			}
			w.must(w.confirm(name))
		}
		w.refused(w.Enter(ctx, w.actors["ana"], w.vote, w.entries(marks...)), "5.11", "Nothing is sealed to them")
		w.signKeys("ana", 0)
		w.signKeys("third", 2)
		after, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		p, err := ballot.ParsePackage([]byte(after.pack))
		w.must(err)
		if p.Tellers[1].Card != keyring()[2].identity.Card() || p.Tellers[0].Card != keyring()[0].identity.Card() ||
			after.tellers[1].Person != w.people[6] || !after.tellers[1].Ready() {
			t.Errorf("tellers %+v, package %+v", after.tellers, p.Tellers)
		}
		if w.rows("postal_entry") != 0 || after.finished() != 0 || w.state() != StateClosed {
			t.Errorf("%d entries are left, %d finished, %s", w.rows("postal_entry"), after.finished(), w.state())
		}
		if err := w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks...)); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the former teller enters: %v", err)
		}
		for _, name := range []string{"ana", "third"} {
			w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries(marks...)))
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		for _, name := range []string{"ana", "third"} {
			_, err := w.Approve(ctx, w.actors[name], w.vote, w.key(name))
			w.must(err)
		}
		w.must(w.Report(ctx, w.actors["ana"], w.vote, w.version(), ""))
		w.must(w.Declare(ctx, w.actors["secretary"], w.vote, w.version()))
		w.history(t)
	})
}

// history is on the declaration whole, and nothing more; the log cannot lose a line of
// it unseen.
func (w *society) history(t *testing.T) {
	t.Helper()
	d, err := w.Service.Declaration(ctx, w.vote)
	w.must(err)
	got := d.History.Lines(true)
	number := func(i int) string { return keyring()[i].identity.Card().Fingerprint() }
	says := "Member Testcase006 takes the place of Member Testcase002 as teller (Committee, 1 April 2026, item 2)"
	confirmed := says + ", key number " + number(2)
	name := func(who string) string { return w.actors[who].Name }
	var signed []string // the numbers of the keys, before and after
	for _, line := range d.History.Events {
		if _, number, is := strings.Cut(line.Text, "signed the keys of all tellers, number "); is && !slices.Contains(signed, number) {
			signed = append(signed, number)
		}
	}
	if len(signed) != 2 {
		t.Fatalf("keys of %d numbers were signed: %v", len(signed), d.History.Events)
	}
	want := []string{
		"15 March 2026: " + name("secretary") + " recorded Member Testcase001 and Member Testcase002 as the tellers: Minutes of the EGM, item 1.",
		"15 March 2026: " + name("ana") + " registered a key, number " + number(0) + ".",
		"15 March 2026: " + name("ana") + " proved the key.",
		"15 March 2026: " + name("ben") + " registered a key, number " + number(1) + ".",
		"15 March 2026: " + name("ben") + " proved the key and signed the keys of all tellers, number " + signed[0] + ".",
		"15 March 2026: " + name("ana") + " signed the keys of all tellers, number " + signed[0] + ".",
		"21 April 2026: " + name("secretary") + " proposed: " + says + ".",
		"21 April 2026: " + name("third") + " registered a key for what is proposed, number " + number(2) + ".",
		"21 April 2026: " + name("third") + " proved the key for what is proposed.",
		"21 April 2026: " + name("president") + " confirmed as president: " + confirmed + ".",
		"21 April 2026: " + name("ana") + " confirmed as teller: " + confirmed + ".",
		"21 April 2026: " + name("secretary") + " confirmed as secretary: " + confirmed + ". With this it was so, and all entries were void.",
		"21 April 2026: " + name("ana") + " signed the keys of all tellers, number " + signed[1] + ".",
		"21 April 2026: " + name("third") + " signed the keys of all tellers, number " + signed[1] + ".",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("history:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	inside, err := w.TellerHistory(ctx, w.actors["ana"], w.vote)
	if err != nil || !strings.Contains(strings.Join(inside.Lines(true), "\n"), "Reason: Ben is away.") {
		t.Errorf("the tellers' report: %v, %v", inside, err)
	}
	w.must(w.rolledBack(func(tx *store.Tx) {
		_, err := tx.Exec(ctx, `DELETE FROM audit_entry WHERE object = 'postal_vote' AND action = 'propose.postal_vote'`)
		w.must(err)
		_, err = declaredHistory(ctx, tx, d)
		if apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a line of the log is gone, and the declaration is shown: %v", err)
		}
	}))
}

// TestATellerGetsAnotherKeyOnlyByThreeOthers: who took over a teller's account gets
// no key of theirs in alone.
func TestATellerGetsAnotherKeyOnlyByThreeOthers(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		w.must(w.Propose(ctx, w.actors["ben"], w.vote, Proposal{Out: w.people[2], In: w.people[2], Reason: "The file is lost."}))
		w.offer("ben", 2)
		w.refused(w.confirm("ben"), "", "your own place")
		w.must(w.confirm("ana"))
		w.refused(w.confirm("ana"), "", "You have confirmed it")
		w.must(w.confirm("secretary"))
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		if f.tellers[1].Recipient != keyring()[1].identity.Card().String() {
			t.Fatal("the key is another one before the president confirmed")
		}
		// Another key after two have confirmed: they confirmed the first.
		w.now = w.now.Add(time.Minute)
		w.offer("ben", 2)
		w.must(w.confirm("president"))
		if f, err = w.facts(ctx, w.db, w.vote); err != nil || f.tellers[1].Recipient != keyring()[1].identity.Card().String() {
			t.Fatalf("a key is in that two have not confirmed: %v", err)
		}
		w.must(w.confirm("ana"))
		w.must(w.confirm("secretary"))
		if f, err = w.facts(ctx, w.db, w.vote); err != nil || f.tellers[1].Recipient != keyring()[2].identity.Card().String() ||
			f.State != StateDespatched || f.proposal != nil {
			t.Errorf("after all confirmed: %+v, %v", f.tellers[1], err)
		}
	})
}

// TestAnAccountThatWasLatelyOpenedChangesNoTeller: for seven days after a link, neither
// its owner's key nor its owner's confirmation counts: it may be somebody else's.
func TestAnAccountThatWasLatelyOpenedChangesNoTeller(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		w.must(w.Propose(ctx, w.actors["ben"], w.vote, Proposal{Out: w.people[2], In: w.people[2], Reason: "The file is lost."}))
		opened := func(name string) {
			_, err := w.auth.PasswordLink(ctx, auth.System("the console"), w.actors[name].Account)
			w.must(err)
		}
		refused := func(what string, err error) {
			if apperr.KindOf(err) != apperr.Conflict {
				t.Errorf("%s on the day of a link: %v", what, err)
			}
		}
		card := keyring()[2].identity
		test, err := w.OfferKey(ctx, w.actors["ben"], w.vote, card.Card().String())
		w.must(err)
		answer, err := card.Answer([]byte(test))
		w.must(err)
		opened("ben")
		_, err = w.OfferKey(ctx, w.actors["ben"], w.vote, card.Card().String())
		refused("a key", err)
		refused("a proof", w.AnswerOffer(ctx, w.actors["ben"], w.vote, answer))
		w.now = w.now.Add(7 * 24 * time.Hour)
		w.must(w.AnswerOffer(ctx, w.actors["ben"], w.vote, answer))
		opened("ana")
		refused("a confirmation", w.confirm("ana"))
		w.now = w.now.Add(6 * 24 * time.Hour)
		refused("a confirmation six days later", w.confirm("ana"))
	})
}

// TestTheSecretaryDoesNotMakeFriendsTellers: by starting again and appointing, as
// officers once could; by appointing after the despatch; by proposing alone; and by
// being president as well.
func TestTheSecretaryDoesNotMakeFriendsTellers(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		secretary, friends := w.actors["secretary"], minuted(w.people[6], w.people[8])
		w.reach(StateClosed, draft, "yn")
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")))
		err := w.Restart(ctx, secretary, w.vote, w.version(), "Begin again.")
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary starts the entry again: %v", err)
		}
		w.refused(w.Appoint(ctx, secretary, w.vote, w.version(), friends), "5.5", "the vote is not at that step")
		w.must(w.Restart(ctx, w.actors["ana"], w.vote, w.version(), "Asked to by the secretary."))
		w.refused(w.Appoint(ctx, secretary, w.vote, w.version(), friends), "5.5", "the vote is not at that step")

		self := w.third()
		self.In = w.people[0]
		if err := w.Propose(ctx, secretary, w.vote, self); fields(err) != "in" {
			t.Errorf("the secretary proposes self: %v", err)
		}
		w.must(w.Propose(ctx, secretary, w.vote, w.third()))
		w.offer("third", 2)
		w.must(w.confirm("secretary"))
		w.refused(w.confirm("secretary"), "", "Each person confirms once, whatever offices they hold")
		w.must(w.confirm("ana"))

		// President too, in place of the one there was.
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE office SET person_id = $1 WHERE role = 'president'`, w.people[0])
			return err
		}))
		w.refused(w.confirm("secretary"), "", "You have confirmed it")
		w.actors["both"] = secretary
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		if got := f.gap(); !strings.Contains(got, "is president and secretary, and three different people confirm") {
			t.Errorf("the gap: %q", got)
		}
		if f.tellers[1].Person != w.people[2] {
			t.Fatal("the teller is replaced with one person in both offices")
		}
		// A friend whom the secretary enters as president today does not confirm today.
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM office WHERE role = 'president'`)
			return err
		}))
		w.hold(w.people[7], auth.President)
		w.refused(w.confirm("president"), "", "An office confirms this 7 days after it was entered, from 28 April 2026")
		w.on("2026-04-28")
		w.must(w.rolledBack(func(tx *store.Tx) { // nor one whose days are changed to today's purpose
			office, err := store.One(ctx, tx, store.Value[auth.OfficeID], `SELECT id FROM office WHERE role = 'president'`)
			w.must(err)
			w.must(w.auth.EndWithin(ctx, tx, auth.System("test"), office, day("2027-01-01")))
			f, err := w.facts(ctx, tx, w.vote)
			w.must(err)
			if _, says := f.confirmsAs(w.actors["president"]); !strings.Contains(says, "from 5 May 2026") {
				t.Errorf("an office whose days were changed today: %q", says)
			}
		}))
		w.must(w.confirm("president"))
		if f, err = w.facts(ctx, w.db, w.vote); err != nil || f.tellers[1].Person != w.people[6] {
			t.Errorf("after all have confirmed: %+v, %v", f.tellers, err)
		}
	})
}

// TestOnePersonConfirmsOnceWhateverAccountsTheyHave.
func TestOnePersonConfirmsOnceWhateverAccountsTheyHave(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.offer("third", 2)
		w.must(w.confirm("secretary"))
		// The same person, signed in elsewhere and by another name.
		again := w.actors["secretary"]
		again.Name, again.Offices = "Somebody Else", []auth.Office{{Role: auth.President, From: day("2020-01-01")}}
		w.hold(w.people[0], auth.Committee)
		w.actors["again"] = again
		w.refused(w.confirm("again"), "", "Each person confirms once")
		// The database holds it too.
		err := w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO postal_confirmation (replacement_id, person_id, office, name, digest, confirmed_at)
				SELECT replacement_id, person_id, 'president', name, digest, confirmed_at FROM postal_confirmation`)
			return err
		})
		if err == nil {
			t.Error("a person has two confirmations")
		}
	})
}

// TestAnOfficeConfirmsOnceAndWhileItIsHeld: one of two presidents, acting and not; and
// not one who has left the office since.
func TestAnOfficeConfirmsOnceAndWhileItIsHeld(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.actors["acting"] = w.actor("acting", w.people[8], auth.President)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO office (person_id, role, acting, from_day, created_at)
				VALUES ($1, 'president', $2, '2026-01-01', $3)`, w.people[8], true, w.now)
			return err
		}))
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.offer("third", 2)
		w.must(w.confirm("president"))
		w.refused(w.confirm("acting"), "", "Someone else has confirmed as president.")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE office SET until_day = '2026-03-31' WHERE person_id = $1`, w.people[7])
			return err
		}))
		w.must(w.confirm("ana"))
		w.must(w.confirm("secretary"))
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		if f.proposal == nil || strings.Join(f.missing(), "; ") != "the president" {
			t.Fatal("it is so with the confirmation of someone who is president no more")
		}
		w.must(w.confirm("acting"))
		if f, err = w.facts(ctx, w.db, w.vote); err != nil || f.tellers[1].Person != w.people[6] {
			t.Errorf("after all have confirmed: %+v, %v", f.tellers, err)
		}
	})
}

// TestWhatWasConfirmedIsWhatIsMade: a proposal that is altered after it was confirmed,
// in the database and the log, is not made with those confirmations.
func TestWhatWasConfirmedIsWhatIsMade(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.offer("third", 2)
		w.must(w.confirm("ana"))
		w.must(w.confirm("president"))
		for name, change := range map[string]string{
			"the person":     `UPDATE postal_replacement SET incoming_id = 9 WHERE vote_id = $1`,
			"the key":        `UPDATE postal_replacement SET card = (SELECT card FROM postal_teller t WHERE t.vote_id = $1 AND t.position = 2) WHERE vote_id = $1`,
			"the reason":     `UPDATE postal_replacement SET reason = 'So.' WHERE vote_id = $1`,
			"the resolution": `UPDATE postal_replacement SET resolution = 'None.' WHERE vote_id = $1`,
			"who goes":       `UPDATE postal_replacement SET outgoing_id = (SELECT person_id FROM postal_teller t WHERE t.vote_id = $1 AND t.position = 1) WHERE vote_id = $1`,
			"another key of a teller": `UPDATE postal_teller SET card = (SELECT card FROM postal_teller t WHERE t.vote_id = $1 AND t.position = 2)
				WHERE vote_id = $1 AND position = 1`,
		} {
			w.must(w.rolledBack(func(tx *store.Tx) {
				f, err := w.facts(ctx, tx, w.vote)
				w.must(err)
				shown := f.proposal.digest(f.tellers)
				_, err = tx.Exec(ctx, change, w.vote)
				w.must(err)
				if f, err = w.facts(ctx, tx, w.vote); err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				if f.proposal.digest(f.tellers) == shown {
					t.Errorf("%s is altered, and the digest is the same", name)
				}
				if len(f.missing()) < 2 {
					t.Errorf("%s is altered, and still to confirm are only %v", name, f.missing())
				}
				w.refused(unchanged(ctx, tx, f), "", "in the database")
			}))
		}
		if err := w.Confirm(ctx, w.actors["secretary"], w.vote, strings.Repeat("0", 64)); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("confirmed without having been shown it: %v", err)
		}
		w.must(w.confirm("secretary"))
	})
}

// TestAProposalIsWithdrawnOrLapses, and nothing of it is left.
func TestAProposalIsWithdrawnOrLapses(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		ten := []string{"yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn"}
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		gone := func(why string) {
			t.Helper()
			f, err := w.Vote(ctx, w.actors["ana"], w.vote)
			if err != nil || f.Proposed != nil {
				t.Errorf("%s: %+v, %v", why, f.Proposed, err)
			}
			if err := w.confirm("ana"); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%s, and confirmed: %v", why, err)
			}
		}
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.must(w.Withdraw(ctx, w.actors["president"], w.vote))
		gone("withdrawn")
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.offer("third", 2)
		w.on("2026-04-14")
		w.must(w.confirm("ana"))
		w.on("2026-04-15")
		gone("after 14 days")
		w.must(w.Propose(ctx, w.actors["ben"], w.vote, w.third()))
		w.offer("third", 2)
		if f, err := w.Vote(ctx, w.actors["ana"], w.vote); err != nil || len(f.Proposed.Missing) != 3 {
			t.Errorf("confirmations of an earlier proposal count: %+v, %v", f.Proposed, err)
		}
		w.advance(StateAgreed, ten...)
		gone("the tellers agree")
	})
}

// Rule 6.6: who confirms where an office is vacant, or its holder counts the vote.
func TestWhoConfirmsForAnOffice(t *testing.T) {
	settled, fresh := day("2026-01-01").Midnight(), day("2026-03-30").Midnight()
	holds := func(p auth.PersonID, office Office) officer {
		return officer{Person{p, "Member " + string(rune('A'+p-1))}, 0, office, settled}
	}
	one, two, three := holds(1, AsPresident), holds(2, AsSecretary), holds(3, AsPresident)
	both := holds(1, AsSecretary)
	tells := holds(8, AsPresident)
	late := officer{one.Person, 0, AsPresident, fresh}
	for _, c := range []struct {
		name     string
		officers []officer
		who      auth.PersonID
		office   Office
		says     string
	}{
		{"the president", []officer{one, two}, 1, AsPresident, ""},
		{"the secretary", []officer{one, two}, 2, AsSecretary, ""},
		{"a member", []officer{one, two}, 5, "", "Only the tellers who stay"},
		{"no president", []officer{two}, 2, "", "No one can confirm as president"},
		{"no secretary", []officer{one}, 1, "", "the president answers for it (rule 6.6)"},
		{"one in both", []officer{one, both}, 1, "", "is president and secretary"},
		{"one in both, and another president", []officer{one, both, three}, 1, AsSecretary, ""},
		{"that other president", []officer{one, both, three}, 3, AsPresident, ""},
		{"the president counts", []officer{tells, two}, 2, "", "or its holder counts this vote"},
		{"entered lately", []officer{late, two}, 1, "", "from 6 April 2026"},
	} {
		f := facts{officers: c.officers, today: day("2026-04-01"), proposal: &replacement{Replacement: Replacement{
			Out: Person{9, "Out"}, In: Person{7, "In"}, Proven: settled,
		}}}
		for i, p := range []auth.PersonID{8, 9} {
			f.tellers = append(f.tellers, teller{Appointed: Appointed{Person: p}, position: i + 1})
		}
		office, says := f.confirmsAs(auth.Actor{Person: c.who})
		if office != c.office || !strings.Contains(says, c.says) || (says == "") != (c.says == "") {
			t.Errorf("%s: %q, %q", c.name, office, says)
		}
	}
}

// TestTellersAndOfficersAreTold: each step about tellers makes a letter for both
// tellers, whom it names, president and secretary, with the vote's address and no
// secret.
func TestTellersAndOfficersAreTold(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.ReachedAt("https://go.example.nz/")
		told := 0
		more := func(step string, want int) {
			t.Helper()
			now := w.letters("postal:%:tellers:%")
			if now-told != want {
				t.Errorf("%s: %d letters, want %d", step, now-told, want)
			}
			told = now
		}
		w.reach(StateFrozen, draft)
		w.must(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(w.people[1:3]...)))
		more("appointed", 4)
		w.proveKey("ana", 0)
		more("a key registered", 4)
		w.proveKey("ben", 1)
		more("another", 4)
		w.signKeys("ana", 0)
		w.advance(StateClosed, "yn")
		more("nothing about tellers", 0)
		w.must(w.Restart(ctx, w.actors["ana"], w.vote, w.version(), "A slip."))
		more("started again", 4)
		w.must(w.Propose(ctx, w.actors["secretary"], w.vote, w.third()))
		more("proposed", 5)
		w.offer("third", 2)
		more("its key", 5)
		for _, name := range []string{"ana", "secretary", "president"} {
			w.must(w.confirm(name))
			more("confirmed by "+name, 5)
		}
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, Proposal{Out: w.people[6], In: w.people[6], Reason: "Lost."}))
		more("proposed again", 4)
		w.must(w.Withdraw(ctx, w.actors["third"], w.vote))
		more("withdrawn", 4)
		bodies, err := store.All(ctx, w.db, store.Value[string], `SELECT body FROM mail_letter WHERE letter_key LIKE 'postal:%:tellers:%'`)
		w.must(err)
		for _, body := range bodies {
			if !strings.Contains(body, "https://go.example.nz"+Vote{ID: w.vote}.link()) {
				t.Errorf("no address in\n%s", body)
			}
			if strings.Contains(body, "age1") || strings.Contains(body, "AGE") {
				t.Errorf("a key in\n%s", body)
			}
		}
	})
}
