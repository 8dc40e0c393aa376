package auth

import (
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// Someone keeps one address for signing in and another for letters, and makes them one again.
func TestSigningInAndLettersMayHaveAnAddressEach(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		me := w.actor(w.signIn("aroha"))
		p := w.mailing()
		confirm := func(email string, use AddressUse, wantTold ...string) {
			t.Helper()
			w.must(w.AskAddress(ctx, me, email, use))
			list := p.take()
			token := w.at(list, email)
			for _, address := range wantTold {
				w.at(list, address) // it can stop it
			}
			got, err := w.ConfirmNewAddress(ctx, token)
			if w.must(err); got != (NewAddress{email, use}) {
				t.Errorf("confirmed %+v", got)
			}
		}
		w.refused(w.AskAddress(ctx, me, "aroha@example.nz", ForLetters), apperr.Invalid, "already")
		w.refused(w.AskAddress(ctx, me, "home@example.nz", "purse"), apperr.Invalid, "use: Choose")
		confirm("home@example.nz", ForLetters, "aroha@example.nz")
		if got := w.addresses(id); got != [2]string{"aroha@example.nz", "home@example.nz"} {
			t.Errorf("after letters went elsewhere: %v", got)
		}
		told := map[string]bool{}
		for _, l := range p.take() {
			told[l.Address] = strings.Contains(l.Body, "You sign in with aroha@example.nz, and letters about the account go there. "+
				"All other letters go to home@example.nz.")
		}
		if !told["aroha@example.nz"] || !told["home@example.nz"] {
			t.Errorf("told %v", told)
		}
		w.signIn("aroha") // as before
		confirm("work@example.nz", ForSignIn, "aroha@example.nz")
		if got := w.addresses(id); got != [2]string{"work@example.nz", "home@example.nz"} {
			t.Errorf("after signing in moved: %v", got)
		}
		p.take()
		w.refused(w.AskAddress(ctx, me, "work@example.nz", ForSignIn), apperr.Invalid, "already")
		confirm("work@example.nz", ForBoth, "home@example.nz") // the one that signs in, for letters too
		if got := w.addresses(id); got != [2]string{"work@example.nz", "work@example.nz"} {
			t.Errorf("one again: %v", got)
		}
	})
}

// Attack: at an open session someone has the letters sent elsewhere, then the account. The first link to stop it brings
// back both.
func TestLettersSentElsewhereComeBack(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		thief := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.must(w.AskAddress(ctx, thief, "thief@example.nz", ForLetters))
		list := p.take()
		confirm, stop := w.at(list, "thief@example.nz"), w.at(list, "aroha@example.nz")
		_, err := w.ConfirmNewAddress(ctx, confirm)
		w.must(err)
		p.take()
		w.must(w.AskAddress(ctx, thief, "thief2@example.nz", ForSignIn))
		_, err = w.ConfirmNewAddress(ctx, w.at(p.take(), "thief2@example.nz"))
		w.must(err)
		w.must(w.StopNewAddress(ctx, stop))
		if got := w.addresses(id); got != [2]string{"aroha@example.nz", "aroha@example.nz"} {
			t.Errorf("they have %v", got)
		}
	})
}

// Letters of a family may go to one mailbox, also that of another account; signing in is each one's own.
func TestLettersMayGoToAnAddressThatOthersSignInWith(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		w.account("Mere", "Tūī")
		me := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.must(w.AskAddress(ctx, me, "mere@example.nz", ForLetters))
		_, err := w.ConfirmNewAddress(ctx, w.at(p.take(), "mere@example.nz"))
		w.must(err)
		if got := w.addresses(id); got != [2]string{"aroha@example.nz", "mere@example.nz"} {
			t.Errorf("they have %v", got)
		}
		p.take()
		w.must(w.AskAddress(ctx, me, "mere@example.nz", ForBoth))
		for _, l := range p.take() {
			if l.Address == "mere@example.nz" && l.Link != 0 && strings.Contains(l.Subject, "Confirm") {
				t.Error("the address of another account could be confirmed for signing in")
			}
		}
	})
}

// No one is locked out by having forgotten which address signs in.
func TestWhoAsksByTheAddressOfLettersIsToldWhichSignsIn(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		p := w.mailing()
		w.must(w.ChangeEmail(ctx, program, id, w.version(id), "home@example.org", ForLetters))
		p.take()
		for range 2 {
			w.must(w.AskReset(ctx, "HOME@example.org", "192.0.2.1"))
		}
		w.must(w.AnswerResets(ctx))
		list := p.take()
		if len(list) != 1 {
			t.Fatalf("%d letters", len(list))
		}
		l := list[0]
		if l.Address != "home@example.org" || l.Link != 0 || !strings.Contains(l.Body, "a…@example.nz") ||
			strings.Contains(l.Body, "aroha@example.nz") || strings.Contains(l.Body, "Tūī") {
			t.Errorf("it says: %+v", l)
		}
		w.must(w.AskReset(ctx, "aroha@example.nz", "192.0.2.1"))
		w.must(w.AnswerResets(ctx))
		if list := p.take(); len(list) != 1 || list[0].Link == 0 || list[0].Address != "aroha@example.nz" {
			t.Errorf("by the address that signs in: %+v", list)
		}
	})
}

// Whoever manages accounts changes one address or both, and tells each mailbox.
func TestAnOfficerChangesWhatWasSaid(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		p := w.mailing()
		w.refused(w.ChangeEmail(ctx, program, id, w.version(id), "x@example.nz", ""), apperr.Invalid, "use: Choose")
		for _, c := range []struct {
			email string
			use   AddressUse
			want  [2]string
			told  int
		}{
			{"home@example.nz", ForLetters, [2]string{"aroha@example.nz", "home@example.nz"}, 2},
			{"work@example.nz", ForSignIn, [2]string{"work@example.nz", "home@example.nz"}, 3},
			{"one@example.nz", ForBoth, [2]string{"one@example.nz", "one@example.nz"}, 3},
		} {
			w.must(w.ChangeEmail(ctx, program, id, w.version(id), c.email, c.use))
			if got := w.addresses(id); got != c.want {
				t.Errorf("%s for %s: %v", c.email, c.use, got)
			}
			told := map[string]bool{}
			for _, l := range p.take() {
				told[l.Address] = true
			}
			if len(told) != c.told {
				t.Errorf("%s for %s: told %v", c.email, c.use, told)
			}
		}
	})
}

// Attack: letters went to a thief's mailbox, so that a further change sent a link to stop it there too. Once the owner
// stopped that change, the thief's link ends no password and brings nothing back.
func TestAChangeIsStoppedOnceWhoeverHasAnotherLink(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		thief := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.must(w.AskAddress(ctx, thief, "thief@example.nz", ForLetters))
		_, err := w.ConfirmNewAddress(ctx, w.at(p.take(), "thief@example.nz"))
		w.must(err)
		p.take()
		w.must(w.AskAddress(ctx, thief, "thief2@example.nz", ForBoth))
		list := p.take()
		own, theirs := w.at(list, "aroha@example.nz"), w.at(list, "thief@example.nz")
		w.must(w.StopNewAddress(ctx, own))
		w.must(w.ChangeEmail(ctx, program, id, w.version(id), "aroha@example.nz", ForBoth))
		w.refused(w.StopNewAddress(ctx, theirs), apperr.NotFound, "")
		if got := w.addresses(id); got != [2]string{"aroha@example.nz", "aroha@example.nz"} {
			t.Errorf("they have %v", got)
		}
	})
}

// Attack: what whoever was signed in had sent just before the owner stopped them takes no effect after it.
func TestNothingIsDoneForASessionThatHasEnded(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		thief := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.wish(thief, "thief@example.nz")
		w.must(w.StopNewAddress(ctx, w.at(p.take(), "aroha@example.nz")))
		p.take()
		w.refused(w.AskAddress(ctx, thief, "thief2@example.nz", ForBoth), apperr.SignIn, "")
		w.refused(w.ChangePassword(ctx, thief, PasswordChange{New: otherPassword}), apperr.SignIn, "")
		if list := p.take(); len(list) != 0 {
			t.Errorf("%d letters: %+v", len(list), list)
		}
		_, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: otherPassword, Network: "192.0.2.9"})
		w.refused(err, apperr.Invalid, "wrong")
	})
}

// Attack: the thief confirms at the moment in which the owner stops the change: whichever came first, it is stopped.
func TestStoppingAndConfirmingAtOnce(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		hash, err := store.One(ctx, w.db, store.Value[string], `SELECT password_hash FROM account WHERE id = $1`, id)
		w.must(err)
		p := w.mailing()
		for range 8 {
			thief := w.actor(w.signIn("aroha"))
			w.wish(thief, "thief@example.nz")
			list := p.take()
			confirm, stop := w.at(list, "thief@example.nz"), w.at(list, "aroha@example.nz")
			var stopped error
			var both sync.WaitGroup
			both.Go(func() { _, _ = w.ConfirmNewAddress(ctx, confirm) })
			both.Go(func() { stopped = w.StopNewAddress(ctx, stop) })
			both.Wait()
			if got := w.addresses(id); stopped == nil && got != [2]string{"aroha@example.nz", "aroha@example.nz"} {
				t.Fatalf("stopped, but they have %v", got)
			} else if stopped != nil {
				w.must(w.StopNewAddress(ctx, stop)) // the link was not used up
			}
			p.take()
			w.later(25 * time.Hour)
			w.set(`UPDATE account SET password_hash = $2 WHERE id = $1`, id, hash)
		}
	})
}

// Nothing is said to have changed where an officer saves what stood there already.
func TestAnOfficerWhoChangesNothingIsToldSo(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		p := w.mailing()
		w.refused(w.ChangeEmail(ctx, program, id, w.version(id), "aroha@example.nz", ForBoth), apperr.Invalid, "already")
		w.must(w.ChangeEmail(ctx, program, id, w.version(id), "home@example.nz", ForLetters))
		p.take()
		w.refused(w.ChangeEmail(ctx, program, id, w.version(id), "aroha@example.nz", ForSignIn), apperr.Invalid, "already")
		if list := p.take(); len(list) != 0 {
			t.Errorf("%d letters", len(list))
		}
		w.must(w.ChangeEmail(ctx, program, id, w.version(id), "Aroha@example.nz", ForSignIn)) // as it should be written
	})
}

// Attack: a mailbox that only letters went to (a club's, or of someone who was close once) stops what is none of its
// business, and brings back an address to sign in with that the owner has left since.
func TestAMailboxForLettersStopsOnlyWhereLettersGo(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		hash, err := store.One(ctx, w.db, store.Value[string], `SELECT password_hash FROM account WHERE id = $1`, id)
		w.must(err)
		me := w.actor(w.signIn("aroha"))
		p := w.mailing()
		w.must(w.ChangeEmail(ctx, program, id, w.version(id), "club@example.nz", ForLetters))
		p.take()
		has := func(what, signIn, letters string) {
			t.Helper()
			if got := w.addresses(id); got != [2]string{signIn, letters} {
				t.Errorf("%s: %v", what, got)
			}
		}

		w.must(w.AskAddress(ctx, me, "new@example.nz", ForSignIn))
		list := p.take()
		told := false
		for _, l := range list {
			if l.Address == "club@example.nz" {
				told = l.Link == 0 && strings.Contains(l.Body, "new@example.nz, for signing in only")
			}
		}
		if !told {
			t.Errorf("the mailbox for letters, of a change that is none of its business: %+v", list)
		}

		w.must(w.AskAddress(ctx, me, "home@example.nz", ForLetters))
		list = p.take()
		club, own, home := w.at(list, "club@example.nz"), w.at(list, "aroha@example.nz"), w.at(list, "home@example.nz")
		_, err = w.ConfirmNewAddress(ctx, home)
		w.must(err)
		p.take()
		w.must(w.AskAddress(ctx, me, "new@example.nz", ForSignIn))
		_, err = w.ConfirmNewAddress(ctx, w.at(p.take(), "new@example.nz"))
		w.must(err)
		has("before it is stopped", "new@example.nz", "home@example.nz")
		if view, err := w.LookAtLink(ctx, club); err != nil || !view.Letters {
			t.Errorf("the page of its link: %+v, %v", view, err)
		}
		w.must(w.StopNewAddress(ctx, club))
		has("stopped by the mailbox for letters", "new@example.nz", "club@example.nz")
		w.signIn("new")
		if view, err := w.LookAtLink(ctx, own); err != nil || view.Letters {
			t.Errorf("the page of the link of who signs in: %+v, %v", view, err)
		}
		w.must(w.StopNewAddress(ctx, own))
		has("stopped by who signed in", "aroha@example.nz", "club@example.nz")

		w.set(`UPDATE account SET password_hash = $2 WHERE id = $1`, id, hash)
		me = w.actor(w.signIn("aroha"))
		p.take()
		w.must(w.AskAddress(ctx, me, "club@example.nz", ForBoth)) // letters stay there
		if list := p.take(); len(list) != 2 {
			t.Errorf("a mailbox that gets a use more: %+v", list)
		}
		w.must(w.AskAddress(ctx, me, "home@example.nz", ForBoth))
		list = p.take()
		club, home = w.at(list, "club@example.nz"), w.at(list, "home@example.nz")
		w.must(w.StopNewAddress(ctx, club)) // not confirmed yet: all of it
		_, err = w.ConfirmNewAddress(ctx, home)
		w.refused(err, apperr.NotFound, "")
		has("stopped before it was confirmed", "aroha@example.nz", "club@example.nz")
	})
}
