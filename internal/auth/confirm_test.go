package auth

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
)

func TestConfirmingAsksForThePasswordAgain(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		w.account("Hemi", "Kea")
		one, other, hemi := w.actor(w.signIn("Aroha")), w.actor(w.signIn("Aroha")), w.actor(w.signIn("Hemi"))
		proof, err := w.Confirm(ctx, one, goodPassword, "192.0.2.1")
		w.must(err)
		_, err = w.Confirm(ctx, one, "", "192.0.2.1")
		w.refused(err, apperr.Invalid, "password: Enter your password again.")
		_, err = w.Confirm(ctx, one, otherPassword, "192.0.2.1")
		w.refused(err, apperr.Invalid, "password: This is not your password.")
		_, err = w.Confirm(ctx, Actor{}, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")
		_, err = w.Confirm(ctx, program, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")
		for _, c := range []struct {
			name  string
			proof Confirmed
			actor Actor
			after time.Duration
			good  bool
		}{
			{"at once", proof, one, 0, true},
			{"just within the time", proof, one, confirmedLasts - time.Millisecond, true},
			{"too late", proof, one, confirmedLasts, false},
			{"before it was given", proof, one, -time.Second, false},
			{"another session of the same person", proof, other, 0, false},
			{"someone else", proof, hemi, 0, false},
			{"no one", proof, Actor{}, 0, false},
			{"no proof", Confirmed{}, one, 0, false},
			{"no proof of no one", Confirmed{}, Actor{}, 0, false},
		} {
			if err := c.proof.Require(c.actor, w.now.Add(c.after)); (err == nil) != c.good {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	})
}

func TestConfirmingIsSlowedDownLikeSigningIn(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		a := w.actor(w.signIn("Aroha"))
		for range pairBackOff.free {
			_, err := w.Confirm(ctx, a, "a wrong guess", "203.0.113.9")
			w.refused(err, apperr.Invalid, "not your password")
		}
		_, err := w.Confirm(ctx, a, goodPassword, "203.0.113.9")
		w.refused(err, apperr.TooMany, "Try again")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Network: "203.0.113.9"})
		w.refused(err, apperr.TooMany, "Try again")
		w.later(time.Hour)
		_, err = w.Confirm(ctx, a, goodPassword, "203.0.113.9")
		w.must(err)
	})
}

func TestConfirmingNeedsAnOpenAccountWithAPassword(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		a := w.actor(w.signIn("Aroha"))
		file, err := accountByID(ctx, w.db, id)
		w.must(err)
		w.must(w.Disable(ctx, program, id, file.Version))
		_, err = w.Confirm(ctx, a, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")

		fresh := w.person("Hemi", "Kea")
		account, err := w.AddAccount(ctx, program, fresh, "hemi@example.nz")
		w.must(err)
		_, err = w.Confirm(ctx, Actor{Account: account, Person: fresh, Session: 1}, "", "192.0.2.1")
		w.refused(err, apperr.Invalid, "Enter your password")
		_, err = w.Confirm(ctx, Actor{Account: account, Person: fresh, Session: 1}, goodPassword, "192.0.2.1")
		w.refused(err, apperr.Invalid, "no password yet")
	})
}
