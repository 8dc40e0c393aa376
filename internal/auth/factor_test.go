package auth

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// app is an authenticator app in the hands of its owner.
type app struct {
	w      *world
	secret []byte
}

func (a app) code() string { return hotp(a.secret, stepOf(a.w.now), totpDigits) }

// next waits for the app's next code.
func (a app) next() string {
	a.w.later(totpStep)
	return a.code()
}

// enrolled sets up an authenticator app in the session; codes are the recovery codes.
func (w *world) enrolled(in SignedIn) (a app, codes []string) {
	w.t.Helper()
	actor := w.actor(in)
	w.must(w.OfferTOTP(ctx, actor))
	offer, err := w.TOTPOffer(ctx, actor)
	w.must(err)
	secret, err := base32Plain.DecodeString(offer.Secret)
	w.must(err)
	a = app{w, secret}
	codes, err = w.AddTOTP(ctx, actor, "My phone", a.code())
	w.must(err)
	return a, codes
}

// half gives the password of an account that has a second factor.
func (w *world) half(given string) string {
	w.t.Helper()
	in := w.signIn(given)
	if in.Half == "" || in.Token != "" {
		w.t.Fatalf("the password alone: %+v, want half a sign-in", in)
	}
	return in.Half
}

func (w *world) withCode(half, code string) (SignedIn, error) {
	return w.SignInWithCode(ctx, CodeGiven{Half: half, Code: code, Network: "192.0.2.1"})
}

func TestSigningInByOneTimeCode(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		elsewhere, first := w.signIn("Aroha"), w.signIn("Aroha")
		phone, codes := w.enrolled(first)
		if len(codes) != recoveryCodes || w.actor(first).Proof.Factor != GivenCode {
			t.Errorf("%d codes, session %+v", len(codes), w.actor(first).Proof)
		}
		_, err := w.ActorBySession(ctx, elsewhere.Token)
		w.refused(err, apperr.SignIn, "Sign in")

		_, err = w.withCode(w.half("Aroha"), phone.code())
		w.refused(err, apperr.Invalid, "has been used") // it set the app up
		half := w.half("Aroha")
		_, err = w.ActorBySession(ctx, half)
		w.refused(err, apperr.SignIn, "Sign in") // half a sign-in is no session
		for _, wrong := range []string{"", "123", "000000", "abcdef"} {
			_, err = w.withCode(half, wrong)
			w.refused(err, apperr.Invalid, "code")
		}
		code := phone.next()
		in, err := w.withCode(half, code)
		w.must(err)
		if p := w.actor(in).Proof; p.Factor != GivenCode || !p.Enrolled || !p.FreshAt(w.now) {
			t.Errorf("session %+v", p)
		}
		_, err = w.withCode(half, phone.next())
		w.refused(err, apperr.SignIn, "Sign in again") // a half is good once
		_, err = w.withCode(w.half("Aroha"), code)
		w.refused(err, apperr.Invalid, "has been used")

		late := w.half("Aroha")
		w.later(halfLasts)
		_, err = w.withCode(late, phone.code())
		w.refused(err, apperr.SignIn, "took too long")
	})
}

// A link does not go round the second factor: whoever gets hold of one has no more
// than the password.
func TestALinkDoesNotReplaceTheSecondFactor(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		phone, _ := w.enrolled(w.signIn("Aroha"))
		waiting := w.half("Aroha")
		link, err := w.PasswordLink(ctx, program, id)
		w.must(err)
		in, err := w.SetPasswordByLink(ctx, Arrival{Token: link.Token}, otherPassword)
		w.must(err)
		if in.Token != "" || in.Half == "" {
			t.Fatalf("by a link to a new password: %+v", in)
		}
		_, err = w.withCode(waiting, phone.next())
		w.refused(err, apperr.SignIn, "Sign in again") // it began with the old password
		_, err = w.withCode(in.Half, phone.next())
		w.must(err)
		link, err = w.SignInLink(ctx, program, id, time.Hour)
		w.must(err)
		in, err = w.SignInByLink(ctx, Arrival{Token: link.Token})
		w.must(err)
		if in.Token != "" {
			t.Error("a sign-in link goes round the second factor")
		}
	})
}

// Two browsers send the same code at once: one comes in.
func TestOneCodeLetsOneIn(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone, codes := w.enrolled(w.signIn("Aroha"))
		for name, code := range map[string]string{"one-time code": phone.next(), "recovery code": codes[3]} {
			halves := []string{w.half("Aroha"), w.half("Aroha")}
			errs := make([]error, len(halves))
			var both sync.WaitGroup
			for i, half := range halves {
				both.Go(func() { _, errs[i] = w.withCode(half, code) })
			}
			both.Wait()
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Errorf("%s: %v and %v, want one of them in", name, errs[0], errs[1])
			}
			for _, err := range errs {
				if err != nil && apperr.KindOf(err) != apperr.Invalid {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	})
}

func TestARecoveryCodeIsGoodOnce(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		_, codes := w.enrolled(w.signIn("Aroha"))
		if n := w.count(`SELECT COUNT(*) FROM recovery_code WHERE code_hash LIKE $1`, "%"+lettersOf(codes[0])+"%"); n != 0 {
			t.Error("a recovery code is stored in clear")
		}
		in, err := w.withCode(w.half("Aroha"), strings.ToLower(codes[0]))
		w.must(err)
		if p := w.actor(in).Proof; p.Factor != GivenRecovery {
			t.Errorf("session %+v", p)
		}
		_, err = w.withCode(w.half("Aroha"), codes[0])
		w.refused(err, apperr.Invalid, "has been used")
		_, left, err := w.Factors(ctx, w.actor(in))
		w.must(err)
		if left != recoveryCodes-1 {
			t.Errorf("%d codes are left", left)
		}
		fresh, err := w.RenewRecoveryCodes(ctx, w.actor(in))
		w.must(err)
		_, err = w.withCode(w.half("Aroha"), codes[1])
		w.refused(err, apperr.Invalid, "not one of your recovery codes")
		_, err = w.withCode(w.half("Aroha"), fresh[9])
		w.must(err)
	})
}

// Guessing one-time codes is slow from all networks together, and holds up neither
// the password of the owner nor the recovery codes.
func TestGuessingCodesIsSlowAndLocksNoOneOut(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone, codes := w.enrolled(w.signIn("Aroha"))
		var letters []string
		w.post = func(_ context.Context, _ *store.Tx, l Letter) error {
			letters = append(letters, l.Subject)
			return nil
		}
		half := w.half("Aroha")
		for i := range codeBackOff.free {
			_, err := w.SignInWithCode(ctx, CodeGiven{Half: half, Code: "000000", Network: "198.51.100." + string(rune('a'+i))})
			w.refused(err, apperr.Invalid, "wrong")
		}
		_, err := w.SignInWithCode(ctx, CodeGiven{Half: half, Code: phone.code(), Network: "203.0.113.5"})
		w.refused(err, apperr.TooMany, "Try again in 30 seconds")
		if len(letters) != 1 || letters[0] != "Wrong one-time codes for your account" {
			t.Errorf("letters %q", letters)
		}
		_, err = w.SignInWithCode(ctx, CodeGiven{Half: w.half("Aroha"), Code: codes[0], Network: "203.0.113.5"})
		w.must(err)
		half = w.half("Aroha")
		w.later(30 * time.Second)
		_, err = w.SignInWithCode(ctx, CodeGiven{Half: half, Code: phone.code(), Network: "203.0.113.5"})
		w.must(err)
	})
}

// Someone who guesses passwords from everywhere does not keep the owner from the
// second step.
func TestGuessingThePasswordDoesNotHoldUpCodes(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		phone, _ := w.enrolled(w.signIn("Aroha"))
		for i := range 120 {
			_, err := w.SignIn(ctx, Credentials{
				Email: "aroha@example.nz", Password: "guess", Network: "198.51.100." + string(rune('a'+i)),
			})
			w.refused(err, apperr.Invalid, "wrong")
		}
		_, err := w.withCode(w.half("Aroha"), phone.next())
		w.must(err)
	})
}

// again signs in again and gives the session with its new token.
func (w *world) again(actor Actor, in Again) SignedIn {
	w.t.Helper()
	out, err := w.SignInAgain(ctx, actor, in)
	w.must(err)
	return out
}

// Signing in again ends the token that the session had: a copy of it, taken before,
// does not come along to what is grave.
func TestSigningInAgainRenewsTheToken(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		in, elsewhere := w.signIn("Aroha"), w.signIn("Aroha")
		w.later(proofLasts)
		before := w.actor(in)
		next := w.again(before, Again{Password: goodPassword, Network: "n"})
		w.refused(second(w.ActorBySession(ctx, in.Token)), apperr.SignIn, "Sign in")
		after := w.actor(next)
		w.must(RequireProof(after, w.now))
		if after.Session != before.Session || next.Token == in.Token || next.Expires != in.Expires {
			t.Errorf("session %d became %d, token %q, until %s after %s",
				before.Session, after.Session, next.Token, next.Expires, in.Expires)
		}
		w.refused(RequireProof(w.actor(elsewhere), w.now), apperr.Prove, "Sign in again")
		w.must(w.SignOut(ctx, after)) // and of one that has ended there is none
		w.refused(second(w.SignInAgain(ctx, after, Again{Password: goodPassword, Network: "n"})), apperr.SignIn, "Sign in")
	})
}

func TestSigningInAgain(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		in := w.signIn("Aroha")
		w.later(proofLasts)
		stale := w.actor(in)
		w.refused(RequireProof(stale, w.now), apperr.Prove, "Sign in again")
		w.refused(w.OfferTOTP(ctx, stale), apperr.Prove, "Sign in again")
		w.refused(second(w.SignInAgain(ctx, stale, Again{Password: "wrong", Network: "n"})), apperr.Invalid, "not your password")
		in = w.again(stale, Again{Password: goodPassword, Network: "n"})
		phone, codes := w.enrolled(in)

		w.later(proofLasts)
		stale = w.actor(in)
		w.refused(w.RemoveFactor(ctx, stale, 1), apperr.Prove, "Sign in again")
		_, err := w.RenewRecoveryCodes(ctx, stale)
		w.refused(err, apperr.Prove, "Sign in again")
		w.refused(second(w.SignInAgain(ctx, stale, Again{Password: goodPassword, Network: "n"})), apperr.Invalid, "six digits")
		w.refused(second(w.SignInAgain(ctx, stale, Again{Password: "wrong", Code: phone.code(), Network: "n"})),
			apperr.Invalid, "not your password")
		in = w.again(stale, Again{Password: goodPassword, Code: phone.code(), Network: "n"})
		w.refused(second(w.SignInAgain(ctx, stale, Again{Password: goodPassword, Code: phone.code(), Network: "n"})),
			apperr.Invalid, "has been used")
		w.later(proofLasts)
		in = w.again(w.actor(in), Again{Password: goodPassword, Code: codes[0], Network: "n"})
		w.must(RequireProof(w.actor(in), w.now))
		w.must(RequireProof(System("the console"), w.now))

		list, _, err := w.Factors(ctx, w.actor(in))
		w.must(err)
		w.must(w.RemoveFactor(ctx, w.actor(in), list[0].ID))
		if n := w.count(`SELECT COUNT(*) FROM recovery_code`) + w.count(`SELECT COUNT(*) FROM totp`); n != 0 {
			t.Errorf("%d rows are left of a factor that was removed", n)
		}
		if w.signIn("Aroha").Token == "" || id == 0 {
			t.Error("the factor that was removed is still asked for")
		}
	})
}

// Sessions of a database from before the proof was noted go on, and open nothing
// that is grave.
func TestOldSessionsGoOnAndAreNotProved(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		in := w.signIn("Aroha")
		w.set(`UPDATE session SET proved_at = NULL`)
		w.refused(RequireProof(w.actor(in), w.now), apperr.Prove, "Sign in again")
	})
}
