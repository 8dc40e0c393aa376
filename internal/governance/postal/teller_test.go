package postal

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
)

func TestTellersThatAreRefused(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateFrozen, draft)
		stranger := w.people[13]
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM membership_term WHERE person_id = $1`, stranger)
			return err
		}))
		for _, c := range []struct {
			name   string
			people []auth.PersonID
			rule   string
			want   string
		}{
			{"none", nil, "4.4", "0 tellers < 2"},
			{"one", w.people[1:2], "4.4", "1 teller < 2"},
			{"one, named twice", []auth.PersonID{w.people[1], w.people[1]}, "", "tellers: Member Testcase001 is named twice."},
			{"six", w.people[1:7], "", "at most 5 tellers"},
			{"no member", []auth.PersonID{w.people[1], stranger}, "", "Member Testcase013 is not a member on 15 March 2026"},
			{"nobody of the register", []auth.PersonID{w.people[1], 999}, "", "is not in the register is not a member"},
		} {
			w.refused(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(c.people...)), c.rule, c.want)
			if w.state() != StateFrozen {
				t.Fatalf("%s: %s", c.name, w.state())
			}
		}
	})
}

// The proposer may be a teller by the letter of the rules; the page says so.
func TestAProposerAmongTheTellersIsShown(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		d := draft
		d.Proposer = w.people[2]
		w.reach(StateTellers, d)
		f, err := w.Vote(ctx, w.actors["secretary"], w.vote)
		w.must(err)
		found := ""
		for _, x := range f.Findings {
			found += x.Text
		}
		if !strings.Contains(found, "Member Testcase002 proposed what is voted on and is a teller") || f.Findings.Blocked() {
			t.Errorf("%v", f.Findings)
		}
	})
}

func TestATellerProvesTheKey(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateFrozen, draft)
		w.must(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(w.people[1:3]...)))
		ana, ring := w.actors["ana"], keyring()
		register := func(name, card string) (string, error) {
			return w.RegisterKey(ctx, w.actors[name], w.vote, card)
		}
		for _, bad := range []string{
			"", "age1xyz", ring[0].identity.Card().Recipient, "AGE-SECRET-KEY-1" + strings.Repeat("Q", 58),
			strings.Repeat("a", 100_000),
		} {
			if _, err := register("ana", bad); fields(err) != "recipient" {
				t.Errorf("card %.20q: %v", bad, err)
			}
		}
		if err := w.ProveKey(ctx, ana, w.vote, "x"); fields(err) != "answer" {
			t.Errorf("an answer to no test: %v", err)
		}
		test, err := register("ana", " "+ring[0].identity.Card().String()+"\r\n")
		w.must(err)
		if _, err := register("ben", ring[0].identity.Card().String()); fields(err) != "recipient" {
			t.Errorf("two tellers with one key: %v", err)
		}
		if _, err := w.MakePapers(
			ctx, w.actors["secretary"], w.vote, w.version(),
		); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "has not proved a key yet") {
			t.Errorf("papers without proven keys: %v", err)
		}
		old, err := register("ana", ring[0].identity.Card().String())
		w.must(err)
		stale, err := ring[0].identity.Answer([]byte(test))
		w.must(err)
		if err := w.ProveKey(ctx, ana, w.vote, stale); fields(err) != "answer" {
			t.Errorf("the answer to an earlier test: %v", err)
		}
		forged, _ := ring[1].identity.Answer([]byte(old))
		for _, bad := range []string{"", "x", forged, strings.Repeat("f", 1<<16)} {
			if err := w.ProveKey(ctx, ana, w.vote, bad); fields(err) != "answer" {
				t.Errorf("answer %.20q: %v", bad, err)
			}
		}
		answer, err := ring[0].identity.Answer([]byte(old))
		w.must(err)
		w.must(w.ProveKey(ctx, ana, w.vote, answer+"\n"))
		if err := w.ProveKey(ctx, ana, w.vote, answer); fields(err) != "answer" {
			t.Errorf("the same answer twice: %v", err)
		}
		f, err := w.Vote(ctx, ana, w.vote)
		if err != nil || !f.Tellers[0].Ready() || f.Tellers[1].Ready() || !f.Tells || f.Manages {
			t.Errorf("%+v, %v", f.Tellers, err)
		}
	})
}

// TestNobodyBothRunsAVoteAndCountsIt: the tellers are others than those who run
// postal votes or accounts; who becomes one of them afterwards goes on counting and
// runs the vote no more.
func TestNobodyBothRunsAVoteAndCountsIt(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateFrozen, draft)
		secretary := w.actors["secretary"]
		w.hold(w.people[6], auth.President)
		w.hold(w.people[7], auth.Administrator)
		w.hold(w.people[8], auth.Treasurer)
		for i, refused := range map[int]bool{6: true, 7: true, 8: false, 9: false} {
			err := w.Appoint(ctx, secretary, w.vote, w.version(), minuted([]auth.PersonID{w.people[1], w.people[i]}...))
			if (apperr.KindOf(err) == apperr.Invalid) != refused || !refused && err != nil {
				t.Errorf("member %d as a teller: %v, refused should be %t", i, err, refused)
			}
		}
		w.must(w.Appoint(ctx, secretary, w.vote, w.version(), minuted(w.people[1:3]...)))
		ana := w.actors["ana"]
		ana.Offices = []auth.Office{{Role: auth.Secretary, From: day("2020-01-01")}}
		err := w.Appoint(ctx, ana, w.vote, w.version(), minuted(w.people[1:3]...))
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a teller who became secretary appoints tellers: %v", err)
		}
		if _, err := w.RegisterKey(ctx, ana, w.vote, keyring()[0].identity.Card().String()); err != nil {
			t.Errorf("a teller who became secretary registers a key: %v", err)
		}
	})
}

// TestOnlyTellersStartTheEntryAgain: an officer could otherwise throw away what
// was entered, and appoint others.
func TestOnlyTellersStartTheEntryAgain(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")))
		secretary := w.actors["secretary"]
		err := w.Restart(ctx, secretary, w.vote, w.version(), "Not as I like it.")
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary starts the entry again: %v", err)
		}
		w.must(w.Restart(ctx, w.actors["ben"], w.vote, w.version(), "A key was lost."))
	})
}

// A teller whose account may have been opened by somebody else registers and proves
// no key for seven days; the others, and those who manage the vote, are shown it.
func TestAKeyWaitsSevenDaysAfterALink(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateFrozen, draft)
		w.must(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(w.people[1:3]...)))
		card := keyring()[0].identity.Card().String()
		register := func() (string, error) {
			return w.RegisterKey(ctx, w.actors["ana"], w.vote, card)
		}
		message, err := register()
		w.must(err)
		answer, err := keyring()[0].identity.Answer([]byte(message))
		w.must(err)
		_, err = w.auth.PasswordLink(ctx, auth.System("the console"), w.actors["ana"].Account)
		w.must(err)
		const want = "ask for another teller in your place"
		if _, err := register(); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), want) {
			t.Errorf("a key on the day of a link: %v", err)
		}
		if err := w.ProveKey(ctx, w.actors["ana"], w.vote, answer); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a proof on the day of a link: %v", err)
		}
		for _, who := range []string{"ben", "secretary"} {
			f, err := w.Vote(ctx, w.actors[who], w.vote)
			w.must(err)
			if len(f.Opened) != 1 || !strings.Contains(f.Opened[0].Text(), "was made by the console") {
				t.Errorf("%s is shown %+v", who, f.Opened)
			}
		}
		w.now = w.now.Add(7 * 24 * time.Hour)
		w.must(w.ProveKey(ctx, w.actors["ana"], w.vote, answer))
		if f, err := w.Vote(ctx, w.actors["ben"], w.vote); err != nil || len(f.Opened) != 0 {
			t.Errorf("after seven days %+v, %v", f.Opened, err)
		}
	})
}
