package auth

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth/passkey/passkeytest"
	"nzgs/internal/store"
)

// wish asks for another address for whoever is signed in.
func (w *world) wish(actor Actor, email string) {
	w.t.Helper()
	w.must(w.AskAddress(ctx, actor, email, ForBoth))
}

// at is the letter to an address that carries a link, as it leaves.
func (w *world) at(list []Letter, address string) (token string) {
	w.t.Helper()
	for _, l := range list {
		if l.Address == address && l.Link != 0 {
			return w.linkIn(l)
		}
	}
	w.t.Fatalf("no link to %s among %d letters", address, len(list))
	return ""
}

func (w *world) addresses(id AccountID) [2]string {
	w.t.Helper()
	a, err := w.Account(ctx, program, id)
	w.must(err)
	inRegister, err := store.One(ctx, w.db, store.Value[string], `SELECT email FROM person WHERE id = $1`, a.Person)
	w.must(err)
	return [2]string{a.Email, inRegister}
}

func TestAnAddressChangesOnceItIsConfirmed(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		me := w.actor(w.signIn("aroha"))
		p := w.mailing()
		for email, want := range map[string]string{
			"": "Enter the e-mail address", "nonsense": "Enter an e-mail address like", " AROHA@example.nz": "already",
		} {
			w.refused(w.AskAddress(ctx, me, email, ForBoth), apperr.Invalid, want)
		}
		stale := me
		stale.Proof.At = w.now.Add(-proofLasts)
		w.refused(w.AskAddress(ctx, stale, "new@example.nz", ForBoth), apperr.Prove, "Sign in again")
		w.refused(w.AskAddress(ctx, Actor{}, "new@example.nz", ForBoth), apperr.SignIn, "")
		w.wish(me, "new@example.nz")
		if got := w.addresses(id)[0]; got != "aroha@example.nz" {
			t.Errorf("the address is %s before it is confirmed", got)
		}
		list := p.take()
		token := w.at(list, "new@example.nz")
		w.at(list, "aroha@example.nz")
		for _, l := range list {
			if l.Address == "new@example.nz" && strings.Contains(l.Body+l.Account.Name.String(), "Aroha") {
				t.Errorf("a mailbox that may be a stranger's is told whose account it is: %s", l.Body)
			}
		}
		email, err := w.ConfirmNewAddress(ctx, token)
		if w.must(err); email.Email != "new@example.nz" {
			t.Errorf("it is %s", email)
		}
		if got := w.addresses(id); got != [2]string{"new@example.nz", "new@example.nz"} {
			t.Errorf("account and register have %v", got)
		}
		_, err = w.ConfirmNewAddress(ctx, token)
		w.refused(err, apperr.NotFound, "already been used")
		told := map[string]bool{}
		for _, l := range p.take() {
			told[l.Address] = strings.Contains(l.Body, "new@example.nz")
		}
		if !told["aroha@example.nz"] || !told["new@example.nz"] {
			t.Errorf("told %v", told)
		}
	})
}

// Attack: the address of another account. It is not taken, no one learns from the
// answer that there is such an account, and its owner is told.
func TestAnAddressOfAnotherAccountIsNotTaken(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		w.account("Mere", "Kererū")
		me := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.wish(me, "mere@example.nz")
		for _, l := range p.take() {
			if l.Address == "mere@example.nz" && (l.Link != 0 || !strings.Contains(l.Body, "nothing was changed")) {
				t.Errorf("to its owner: %+v", l)
			}
		}
		w.wish(me, "late@example.nz")
		token := w.at(p.take(), "late@example.nz")
		_, err := w.AddAccount(ctx, program, w.person("Late", "Comer"), "late@example.nz")
		w.must(err)
		_, err = w.ConfirmNewAddress(ctx, token)
		w.refused(err, apperr.Conflict, "Another account uses this address")
		if got := w.addresses(id)[0]; got != "aroha@example.nz" {
			t.Errorf("it is %s", got)
		}
	})
}

// Attack: someone sits at an open session, knows the password, and takes the
// account away by its address. The old mailbox gets it back, also after a second
// change and a new password.
func TestAStolenAddressComesBack(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		thief := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.wish(thief, "thief@example.nz")
		list := p.take()
		confirm, stop := w.at(list, "thief@example.nz"), w.at(list, "aroha@example.nz")
		_, err := w.ConfirmNewAddress(ctx, confirm)
		w.must(err)
		w.wish(thief, "thief2@example.nz")
		list = p.take()
		confirm, theirs := w.at(list, "thief2@example.nz"), w.at(list, "thief@example.nz")
		_, err = w.ConfirmNewAddress(ctx, confirm)
		w.must(err)
		w.must(w.ChangePassword(ctx, thief, PasswordChange{Current: goodPassword, New: otherPassword}))
		w.wish(thief, "thief3@example.nz")
		waiting := w.at(p.take(), "thief3@example.nz")

		w.later(stopLasts - time.Minute)
		w.set(`INSERT INTO half_sign_in (token_hash, account_id, action, expires_at)
			VALUES ('x', $1, 'sign_in.account', $2)`, id, w.now.Add(halfLasts))
		w.set(`INSERT INTO duty_feed (person_id, token_hash, created_at)
			SELECT person_id, 'x', created_at FROM account WHERE id = $1`, id)
		w.must(w.StopNewAddress(ctx, stop))
		if got := w.addresses(id); got != [2]string{"aroha@example.nz", "aroha@example.nz"} {
			t.Errorf("account and register have %v", got)
		}
		for _, email := range []string{"aroha@example.nz", "thief2@example.nz"} {
			_, err = w.SignIn(ctx, Credentials{Email: email, Password: otherPassword, Network: "192.0.2.9"})
			w.refused(err, apperr.Invalid, "wrong")
		}
		for _, table := range []string{"session", "half_sign_in", "duty_feed"} {
			if n := w.count(`SELECT COUNT(*) FROM ` + table); n != 0 {
				t.Errorf("%s: %d rows are left", table, n)
			}
		}
		w.refused(w.StopNewAddress(ctx, theirs), apperr.NotFound, "")
		_, err = w.ConfirmNewAddress(ctx, waiting)
		w.refused(err, apperr.NotFound, "")
		w.refused(w.StopNewAddress(ctx, stop), apperr.NotFound, "already been used")
		w.asked("aroha@example.nz")
		for _, l := range p.take() {
			if l.Subject == "Choose a new password" {
				w.must(w.ResetPassword(ctx, w.linkIn(l), goodPassword))
			}
		}
		w.signIn("aroha")
	})
}

func TestAChangeOfAddressEnds(t *testing.T) {
	for name, after := range map[string]func(w *world, me Actor, stop string){
		"stopped":      func(w *world, _ Actor, stop string) { w.must(w.StopNewAddress(ctx, stop)) },
		"a day":        func(w *world, _ Actor, _ string) { w.later(confirmLasts) },
		"a newer wish": func(w *world, me Actor, _ string) { w.wish(me, "newer@example.nz") },
		"a new password": func(w *world, me Actor, _ string) {
			w.must(w.ChangePassword(ctx, me, PasswordChange{Current: goodPassword, New: otherPassword}))
		},
		"closed": func(w *world, me Actor, _ string) { w.must(w.Disable(ctx, program, me.Account, w.version(me.Account))) },
		"an officer": func(w *world, me Actor, _ string) {
			w.must(w.ChangeEmail(ctx, program, me.Account, w.version(me.Account), "officer@example.nz", ForBoth))
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *world) {
				w.account("Aroha", "Tūī")
				me := w.actor(w.signIn("aroha"))
				p := w.mailing()
				w.wish(me, "new@example.nz")
				list := p.take()
				confirm, stop := w.at(list, "new@example.nz"), w.at(list, "aroha@example.nz")
				after(w, me, stop)
				_, err := w.ConfirmNewAddress(ctx, confirm)
				w.refused(err, apperr.NotFound, "")
			})
		})
	}
}

// Attack: confirming twice at once, the same change or two of the same address.
func TestTwoConfirmationsAtOnce(t *testing.T) {
	each(t, func(w *world) {
		_, one := w.account("Aroha", "Tūī")
		_, two := w.account("Mere", "Kererū")
		p := w.mailing()
		w.wish(w.actor(w.signIn("aroha")), "new@example.nz")
		tokens := []string{w.at(p.take(), "new@example.nz")}
		w.wish(w.actor(w.signIn("mere")), "new@example.nz")
		tokens = append(tokens, w.at(p.take(), "new@example.nz"), tokens[0])
		errs := make([]error, len(tokens))
		var all sync.WaitGroup
		for i, token := range tokens {
			all.Go(func() { _, errs[i] = w.ConfirmNewAddress(ctx, token) })
		}
		all.Wait()
		kept := 0
		for _, err := range errs {
			if err == nil {
				kept++
			} else if kind := apperr.KindOf(err); kind != apperr.NotFound && kind != apperr.Conflict {
				t.Errorf("refused by %v", err)
			}
		}
		first, second := w.addresses(one)[0], w.addresses(two)[0]
		if kept != 1 || (first == "new@example.nz") == (second == "new@example.nz") {
			t.Errorf("%d confirmed: %s, %s (%v)", kept, first, second, errors.Join(errs...))
		}
	})
}

func TestWhoManagesAccountsChangesAnAddressAndItsOwnerIsTold(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		p := w.mailing()
		w.must(w.ChangeEmail(ctx, program, id, w.version(id), "new@example.nz", ForBoth))
		if got := w.addresses(id); got != [2]string{"new@example.nz", "new@example.nz"} {
			t.Errorf("account and register have %v", got)
		}
		told := map[string]bool{}
		for _, l := range p.take() {
			told[l.Address] = strings.Contains(l.Body, "by program") && l.Link == 0
		}
		if !told["aroha@example.nz"] || !told["new@example.nz"] {
			t.Errorf("told %v", told)
		}
	})
}

// Attack: filling a stranger's mailbox with confirmations.
func TestAMailboxIsNotFloodedWithConfirmations(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		me := w.actor(w.signIn("aroha"))
		w.mailing()
		for range changesToOneMailbox {
			w.wish(me, "stranger@example.nz")
		}
		w.refused(w.AskAddress(ctx, me, "stranger@example.nz", ForBoth), apperr.TooMany, "tomorrow")
		for range changesOfAccount - changesToOneMailbox {
			w.wish(me, "other@example.nz")
		}
		w.refused(w.AskAddress(ctx, me, "third@example.nz", ForBoth), apperr.TooMany, "tomorrow")
	})
}

// Attack: whoever takes an account over adds a passkey, which opens it without the
// password, before or after asking for another address. Stopping the change takes the
// passkey away, the owner's own app stays, and the owner reads what was removed.
func TestAThiefsPasskeyGoesWithTheStolenAddress(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		own, codes := w.enrolled(w.signIn("Aroha"))
		w.later(stopLasts + time.Hour)
		in, err := w.withCode(w.half("Aroha"), own.next())
		w.must(err)
		p := w.mailing()
		w.ServedAt("https://go.example.nz")
		before, after := passkeytest.At("https://go.example.nz"), passkeytest.At("https://go.example.nz")
		second(w.addedPasskey(in, before, "Before"))
		w.wish(w.actor(in), "thief@example.nz")
		list := p.take()
		stop, confirm := w.at(list, "aroha@example.nz"), w.at(list, "thief@example.nz")
		_, err = w.ConfirmNewAddress(ctx, confirm)
		w.must(err)
		second(w.addedPasskey(in, after, "After"))
		_, err = w.byPasskey(after)
		w.must(err)
		p.take()

		w.later(stopLasts - time.Minute)
		w.must(w.StopNewAddress(ctx, stop))
		for _, d := range []*passkeytest.Device{before, after} {
			_, err = w.byPasskey(d)
			w.refused(err, apperr.Invalid, "not accepted")
		}
		factors, err := factorsOf(ctx, w.db, id)
		w.must(err)
		if len(factors) != 1 || factors[0].Kind != TOTP {
			t.Errorf("left: %+v", factors)
		}
		told := p.take()
		at := slices.IndexFunc(told, func(l Letter) bool { return l.Subject == "The change of your address was stopped" })
		if at < 0 || told[at].Address != "aroha@example.nz" || !strings.Contains(told[at].Body, "“Before”, “After”") {
			t.Errorf("told %+v", told)
		}
		if n := w.entries("remove_factor.account"); n != 2 {
			t.Errorf("%d entries of removed factors", n)
		}
		w.asked("aroha@example.nz")
		w.must(w.ResetPassword(ctx, w.linkIn(p.take()[0]), otherPassword))
		begun, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: otherPassword, Network: "192.0.2.7"})
		w.must(err)
		_, err = w.withCode(begun.Half, codes[5])
		w.refused(err, apperr.Invalid, "not one of your recovery codes")
		_, err = w.withCode(begun.Half, own.next())
		w.must(err)
	})
}
