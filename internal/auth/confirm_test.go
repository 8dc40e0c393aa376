package auth

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
)

func TestConfirmingAsksForThePasswordAgain(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		one := w.actor(w.signIn("Aroha"))
		w.must(w.confirm(ctx, one, goodPassword, "192.0.2.1"))
		err := w.confirm(ctx, one, "", "192.0.2.1")
		w.refused(err, apperr.Invalid, "password: Enter your password again.")
		err = w.confirm(ctx, one, otherPassword, "192.0.2.1")
		w.refused(err, apperr.Invalid, "password: This is not your password.")
		err = w.confirm(ctx, Actor{}, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")
		err = w.confirm(ctx, program, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")
	})
}

func TestConfirmingIsSlowedDownLikeSigningIn(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		a := w.actor(w.signIn("Aroha"))
		for range pairBackOff.free {
			err := w.confirm(ctx, a, "a wrong guess", "203.0.113.9")
			w.refused(err, apperr.Invalid, "not your password")
		}
		err := w.confirm(ctx, a, goodPassword, "203.0.113.9")
		w.refused(err, apperr.TooMany, "Try again")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Network: "203.0.113.9"})
		w.refused(err, apperr.TooMany, "Try again")
		w.later(time.Hour)
		err = w.confirm(ctx, a, goodPassword, "203.0.113.9")
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
		err = w.confirm(ctx, a, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")

		fresh := w.person("Hemi", "Kea")
		account, err := w.AddAccount(ctx, program, fresh, "hemi@example.nz")
		w.must(err)
		err = w.confirm(ctx, Actor{Account: account, Person: fresh, Session: 1}, "", "192.0.2.1")
		w.refused(err, apperr.Invalid, "Enter your password")
		err = w.confirm(ctx, Actor{Account: account, Person: fresh, Session: 1}, goodPassword, "192.0.2.1")
		w.refused(err, apperr.Invalid, "no password yet")
	})
}
