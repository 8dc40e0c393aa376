package auth

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth/passkey/passkeytest"
	"nzgs/internal/store"
)

// addedPasskey adds a passkey of a device in a session.
func (w *world) addedPasskey(in SignedIn, d *passkeytest.Device, name string) (codes []string, err error) {
	w.t.Helper()
	actor := w.actor(in)
	w.must(w.OfferPasskey(ctx, actor))
	options, err := w.NewPasskey(ctx, actor)
	w.must(err)
	return w.AddPasskey(ctx, actor, name, d.Make(options))
}

func (w *world) withPasskey(browser, sent string) (SignedIn, error) {
	return w.SignInWithPasskey(ctx, PasskeyGiven{Sent: sent, Browser: browser, Device: "test"})
}

// byPasskey signs in with the newest passkey of a device.
func (w *world) byPasskey(d *passkeytest.Device) (SignedIn, error) {
	w.t.Helper()
	browser := newToken()
	options, _, err := w.PasskeyToSignIn(ctx, browser)
	w.must(err)
	return w.withPasskey(browser, d.Use(options))
}

// lettersTo collects the subjects of the letters that are queued.
func (w *world) lettersTo() *[]string {
	var subjects []string
	w.post = func(_ context.Context, _ *store.Tx, l Letter) error {
		subjects = append(subjects, l.Subject)
		return nil
	}
	return &subjects
}

func (w *world) entries(action string) int {
	w.t.Helper()
	return w.count(`SELECT COUNT(*) FROM audit_entry WHERE action = $1`, action)
}

// A passkey is both factors: who signs in by it is asked for nothing more, and has
// proved who they are.
func TestSigningInByPasskey(t *testing.T) {
	each(t, func(w *world) {
		letters := w.lettersTo()
		person, _ := w.account("Aroha", "Tūī")
		w.appointed(person, Treasurer)
		w.factorFrom = w.now.Date()
		elsewhere, first := w.signIn("Aroha"), w.signIn("Aroha")
		phone := passkeytest.At(testAddress)
		codes, err := w.addedPasskey(first, phone, " My  phone ")
		w.must(err)
		if p := w.actor(first).Proof; len(codes) != recoveryCodes || p.Factor != GivenPasskey || p.Demand != NoDemand {
			t.Errorf("%d codes, session %+v", len(codes), p)
		}
		_, err = w.ActorBySession(ctx, elsewhere.Token)
		w.refused(err, apperr.SignIn, "Sign in") // it began without

		in, err := w.byPasskey(phone)
		w.must(err)
		if p := w.actor(in).Proof; in.Half != "" || p.Factor != GivenPasskey || !p.FreshAt(w.now) || p.Demand != NoDemand {
			t.Errorf("by passkey: %+v, %+v", in, p)
		}
		list, _, err := w.Factors(ctx, w.actor(in))
		w.must(err)
		if len(list) != 1 || list[0].Kind != Passkey || list[0].Name != "My phone" || list[0].Used != w.now {
			t.Errorf("the passkeys: %+v", list)
		}
		if w.signIn("Aroha").Half == "" {
			t.Error("the password alone opens an account with a passkey")
		}
		_, err = w.byPasskey(phone)
		w.must(err)
		if n := w.entries("first_use_passkey.account"); n != 1 {
			t.Errorf("%d entries of the first use", n)
		}
		if !slices.Contains(*letters, "A passkey was added to your account") {
			t.Errorf("letters: %q", *letters)
		}
		if n := w.count(`SELECT COUNT(*) FROM passkey_handle WHERE length(handle) = 43`); n != 1 {
			t.Errorf("%d handles", n)
		}
	})
}

// Whoever may add a passkey, as for every change: signed in, lately, with a name for it.
func TestWhoMayAddAPasskey(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		w.refused(w.OfferPasskey(ctx, Actor{}), apperr.SignIn, "Sign in")
		_, err := w.NewPasskey(ctx, Actor{})
		w.refused(err, apperr.SignIn, "Sign in")
		_, err = w.AddPasskey(ctx, Actor{}, "Phone", "{}")
		w.refused(err, apperr.SignIn, "Sign in")
		in := w.signIn("Aroha")
		_, err = w.NewPasskey(ctx, w.actor(in))
		w.refused(err, apperr.NotFound, "Begin again")
		_, err = w.addedPasskey(in, phone, " ")
		w.refused(err, apperr.Invalid, "name: ")
		_, err = w.AddPasskey(ctx, w.actor(in), "Phone", "")
		w.refused(err, apperr.Invalid, "passkey: ")
		w.later(proofLasts)
		for _, err := range []error{
			w.OfferPasskey(ctx, w.actor(in)),
			second(w.NewPasskey(ctx, w.actor(in))),
			second(w.AddPasskey(ctx, w.actor(in), "Phone", "{}")),
		} {
			w.refused(err, apperr.Prove, "Sign in again")
		}
		in = w.signIn("Aroha")
		for range maxPasskeys {
			_, err = w.addedPasskey(in, phone, "Phone")
			w.must(err)
		}
		_, err = w.addedPasskey(in, phone, "Phone")
		w.refused(err, apperr.Invalid, "Remove one first")
	})
}

func second[T any](_ T, err error) error { return err }

// A challenge is good once, for ten minutes, for what it was made for, in the browser
// or the session that asked.
func TestAChallengeIsGoodOnceAndForOneThing(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		w.account("Hemi", "Kea")
		phone, other := passkeytest.At(testAddress), passkeytest.At(testAddress)
		first, hemi := w.signIn("Aroha"), w.signIn("Hemi")
		w.must(w.OfferPasskey(ctx, w.actor(first)))
		options, err := w.NewPasskey(ctx, w.actor(first))
		w.must(err)
		sent := phone.Make(options)
		w.must(w.OfferPasskey(ctx, w.actor(hemi)))
		_, err = w.AddPasskey(ctx, w.actor(hemi), "Phone", sent)
		w.refused(err, apperr.Invalid, "used before") // of Aroha's session
		_, err = w.AddPasskey(ctx, w.actor(w.signIn("Aroha")), "Phone", sent)
		w.refused(err, apperr.Invalid, "used before") // of another session
		_, err = w.AddPasskey(ctx, w.actor(first), "Phone", sent)
		w.must(err)
		_, err = w.AddPasskey(ctx, w.actor(first), "Phone", sent)
		w.refused(err, apperr.Invalid, "used before")
		_, err = w.addedPasskey(hemi, other, "Phone")
		w.must(err)

		browser := newToken()
		options, _, err = w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		sent = phone.Use(options)
		for _, wrong := range []string{"", "no token", newToken()} {
			_, err = w.withPasskey(wrong, sent)
			w.refused(err, apperr.Invalid, "used before")
		}
		_, err = w.withPasskey(browser, sent)
		w.must(err)
		_, err = w.withPasskey(browser, sent)
		w.refused(err, apperr.Invalid, "used before") // replayed
		if _, token, err := w.PasskeyToSignIn(ctx, "no token"); err != nil || len(token) != tokenLength {
			t.Errorf("a new browser gets %q, %v", token, err)
		}
		if _, token, err := w.PasskeyToSignIn(ctx, browser); err != nil || token != browser {
			t.Errorf("a browser with a token gets %q, %v", token, err)
		}

		again, err := w.PasskeyToSignInAgain(ctx, w.actor(first))
		w.must(err)
		_, err = w.withPasskey(browser, phone.Use(again))
		w.refused(err, apperr.Invalid, "used before") // for signing in again
		w.refused(second(w.SignInAgainWithPasskey(ctx, w.actor(first), phone.Use(options))), apperr.Invalid, "used before")
		w.refused(second(w.SignInAgainWithPasskey(ctx, w.actor(hemi), phone.Use(again))), apperr.Invalid, "used before")

		options, _, err = w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		w.later(challengeLasts)
		_, err = w.withPasskey(browser, phone.Use(options))
		w.refused(err, apperr.Invalid, "took too long")
		if _, err := w.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM passkey_challenge_spent`); n != 0 {
			t.Errorf("%d spent challenges are kept for ever", n)
		}
	})
}

// Of a challenge that is answered many times at once one answer counts.
func TestAChallengeAnsweredManyTimesAtOnce(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		second(w.addedPasskey(w.signIn("Aroha"), phone, "Phone"))
		browser := newToken()
		options, _, err := w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		sent, errs := phone.Use(options), make([]error, 4)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { _, errs[i] = w.withPasskey(browser, sent) })
		}
		all.Wait()
		if n := len(slices.DeleteFunc(errs, func(err error) bool { return err != nil })); n != 1 {
			t.Errorf("%d answers to one challenge were accepted", n)
		}
	})
}

// Asking for challenges writes nothing: a flood of strangers fills no table.
func TestAFloodOfChallengesIsNotKept(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		for range 100 {
			_, _, err := w.PasskeyToSignIn(ctx, newToken())
			w.must(err)
			_, err = w.withPasskey(newToken(), `{"id":"AAAA"}`)
			w.refused(err, apperr.Invalid, "not accepted")
		}
		if n := w.count(`SELECT (SELECT COUNT(*) FROM passkey_challenge_spent) + (SELECT COUNT(*) FROM sign_in_failure)`); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

// Another copy of the program knows the challenges of the first.
func TestEveryCopyKnowsAChallenge(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		second(w.addedPasskey(w.signIn("Aroha"), phone, "Phone"))
		browser := newToken()
		options, _, err := w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		w.Service = New(w.db, w.clock, Settings{Society: "New Zealand Go Society"})
		w.ServedAt(testAddress)
		_, err = w.withPasskey(browser, phone.Use(options))
		w.must(err)
	})
}

// What a device or a browser says that is not so.
func TestPasskeysThatAreRefused(t *testing.T) {
	each(t, func(w *world) {
		person, id := w.account("Aroha", "Tūī")
		w.account("Hemi", "Kea")
		first, hemi := w.signIn("Aroha"), w.signIn("Hemi")
		phone := passkeytest.At(testAddress)
		lies := map[string]func(d *passkeytest.Device){
			"not accepted":           func(d *passkeytest.Device) { d.Origin = "https://go.example.org" },
			"check that it is you":   func(d *passkeytest.Device) { d.Unverified = true },
			"passkey was not accept": func(d *passkeytest.Device) { d.SiteID = "example.nz" },
		}
		for want, lie := range lies {
			d := passkeytest.At(testAddress)
			lie(d)
			_, err := w.addedPasskey(first, d, "Phone")
			w.refused(err, apperr.Invalid, want)
		}
		second(w.addedPasskey(first, phone, "Phone"))
		for want, lie := range lies {
			d := *phone
			lie(&d)
			_, err := w.byPasskey(&d)
			w.refused(err, apperr.Invalid, want)
		}
		_, err := w.byPasskey(phone)
		w.must(err)

		// Once more, by its owner and by someone else.
		for _, in := range []SignedIn{first, hemi} {
			w.must(w.OfferPasskey(ctx, w.actor(in)))
			options, err := w.NewPasskey(ctx, w.actor(in))
			w.must(err)
			_, err = w.AddPasskey(ctx, w.actor(in), "Phone", phone.Again(options, phone.Passkeys[0]))
			w.refused(err, apperr.Invalid, "added already")
		}
		// In the name of someone else.
		stolen := *phone.Passkeys[0]
		stolen.Handle = []byte("the handle of someone else entirely")
		browser := newToken()
		options, _, err := w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		_, err = w.withPasskey(browser, phone.With(options, &stolen))
		w.refused(err, apperr.Invalid, "not accepted")
		// To sign somebody else in again.
		tablet := passkeytest.At(testAddress)
		second(w.addedPasskey(hemi, tablet, "Tablet"))
		options, err = w.PasskeyToSignInAgain(ctx, w.actor(hemi))
		w.must(err)
		w.refused(second(w.SignInAgainWithPasskey(ctx, w.actor(hemi), phone.With(options, phone.Passkeys[0]))),
			apperr.Invalid, "not accepted")
		// Of an account that is closed.
		file, err := accountByID(ctx, w.db, id)
		w.must(err)
		w.must(w.Disable(ctx, program, id, file.Version))
		_, err = w.byPasskey(phone)
		w.refused(err, apperr.Forbidden, "closed")
		if n := w.count(`SELECT COUNT(*) FROM session s JOIN account a ON a.id = s.account_id WHERE a.person_id = $1`, person); n != 0 {
			t.Errorf("%d sessions of a closed account", n)
		}
	})
}

// A counter that goes back is written down and told to the owner; the use is refused.
func TestACopyOfAPasskeyIsRefused(t *testing.T) {
	each(t, func(w *world) {
		letters := w.lettersTo()
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		phone.Counts = true
		second(w.addedPasskey(w.signIn("Aroha"), phone, "Phone"))
		_, err := w.byPasskey(phone)
		w.must(err)
		copied, mark := *phone.Passkeys[0], *phone.Passkeys[0]
		_, err = w.byPasskey(phone)
		w.must(err)
		phone.Passkeys[0] = &copied
		browser := newToken()
		options, _, err := w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		sent := phone.Use(options) // the count of the use before
		_, err = w.withPasskey(browser, sent)
		w.refused(err, apperr.Invalid, "There may be a copy")
		_, err = w.withPasskey(browser, sent)
		w.refused(err, apperr.Invalid, "used before") // and is not written down again
		phone.Counts, phone.Passkeys[0] = false, &passkeytest.Passkey{}
		*phone.Passkeys[0] = mark
		phone.Passkeys[0].Count = 0 // it no longer counts
		_, err = w.byPasskey(phone)
		w.refused(err, apperr.Invalid, "There may be a copy")
		if n := w.entries("refuse_passkey.account"); n != 2 {
			t.Errorf("%d entries", n)
		}
		if !slices.Contains(*letters, "A passkey of your account was refused") {
			t.Errorf("letters: %q", *letters)
		}
	})
}

// Of two uses with one count, which were read at once, the second is refused.
func TestACountIsUsedOnce(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		phone.Counts = true
		second(w.addedPasskey(w.signIn("Aroha"), phone, "Phone"))
		row, err := passkeyByID(ctx, w.db, phone.Passkeys[0].ID)
		w.must(err)
		challenge, err := w.newChallenge(ctx, toSignIn, "a browser")
		w.must(err)
		for _, want := range []string{"", "not accepted"} { // the second with a challenge of its own
			challenge[0]++
			used := usedPasskey{row, row.key, challenge}
			used.now.Count = 2
			err := w.db.InTx(ctx, func(tx *store.Tx) error { return w.spendPasskey(ctx, tx, used) })
			if want == "" {
				w.must(err)
			} else {
				w.refused(err, apperr.Invalid, want)
			}
		}
		for i, want := range []int64{1, 0} {
			k := row.key
			k.Count = 3
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				n, err := usePasskey(ctx, tx, row.factor, k)
				if n != want {
					t.Errorf("use %d: %d", i+1, n)
				}
				return err
			}))
		}
	})
}

// Signing in again by passkey opens what is grave; a let-in day has none.
func TestSigningInAgainByPasskey(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		first := w.signIn("Aroha")
		if none, err := w.PasskeyToSignInAgain(ctx, w.actor(first)); err != nil || none != nil {
			t.Errorf("without a passkey: %s, %v", none, err)
		}
		second(w.addedPasskey(first, phone, "Phone"))
		w.later(proofLasts)
		w.refused(RequireProof(w.actor(first), w.now), apperr.Prove, "Sign in again")
		options, err := w.PasskeyToSignInAgain(ctx, w.actor(first))
		w.must(err)
		phone.Unverified = true
		w.refused(second(w.SignInAgainWithPasskey(ctx, w.actor(first), phone.Use(options))), apperr.Invalid, "check that it is you")
		w.refused(RequireProof(w.actor(first), w.now), apperr.Prove, "Sign in again")
		phone.Unverified = false
		next, err := w.SignInAgainWithPasskey(ctx, w.actor(first), phone.Use(options))
		w.must(err)
		w.refused(second(w.ActorBySession(ctx, first.Token)), apperr.SignIn, "Sign in")
		first = next
		w.must(RequireProof(w.actor(first), w.now))
		w.refused(second(w.SignInAgainWithPasskey(ctx, Actor{}, "")), apperr.SignIn, "Sign in")
		_, err = w.PasskeyToSignInAgain(ctx, Actor{})
		w.refused(err, apperr.SignIn, "Sign in")
	})
}

// With a passkey go the other sessions in which one was used; the owner is told.
func TestRemovingAPasskey(t *testing.T) {
	each(t, func(w *world) {
		letters := w.lettersTo()
		w.account("Aroha", "Tūī")
		phone, laptop := passkeytest.At(testAddress), passkeytest.At(testAddress)
		first := w.signIn("Aroha")
		second(w.addedPasskey(first, phone, "Phone"))
		second(w.addedPasskey(first, laptop, "Laptop"))
		lost, err := w.byPasskey(phone)
		w.must(err)
		list, _, err := w.Factors(ctx, w.actor(first))
		w.must(err)
		w.must(w.RemoveFactor(ctx, w.actor(first), list[0].ID))
		_, err = w.ActorBySession(ctx, lost.Token)
		w.refused(err, apperr.SignIn, "Sign in")
		w.actor(first) // goes on
		_, err = w.byPasskey(phone)
		w.refused(err, apperr.Invalid, "not accepted")
		_, err = w.byPasskey(laptop)
		w.must(err)
		if !slices.ContainsFunc(*letters, func(s string) bool { return strings.Contains(s, "was removed") }) {
			t.Errorf("letters: %q", *letters)
		}
	})
}

// Where people do not come by https, nothing is offered and nothing accepted.
func TestNoPasskeysWithoutHTTPS(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone := passkeytest.At(testAddress)
		first := w.signIn("Aroha")
		second(w.addedPasskey(first, phone, "Phone"))
		browser := newToken()
		options, _, err := w.PasskeyToSignIn(ctx, browser)
		w.must(err)
		w.ServedAt("http://go.example.nz")
		if why := w.NoPasskeys(); !strings.Contains(why, "https") {
			t.Errorf("says %q", why)
		}
		_, err = w.withPasskey(browser, phone.Use(options))
		w.refused(err, apperr.Invalid, "https")
		_, _, err = w.PasskeyToSignIn(ctx, browser)
		w.refused(err, apperr.Invalid, "https")
		w.refused(w.OfferPasskey(ctx, w.actor(first)), apperr.Invalid, "https")
		if again, err := w.PasskeyToSignInAgain(ctx, w.actor(first)); err != nil || again != nil {
			t.Errorf("signing in again: %s, %v", again, err)
		}
	})
}
