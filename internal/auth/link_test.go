package auth

import (
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
)

func firstPerson() SetUpInput {
	return SetUpInput{
		Name:  Name{Given: "Mere", Family: "Kererū", Order: GivenFirst},
		Email: "mere@example.nz", Password: goodPassword, Offices: []Role{Secretary, Treasurer},
	}
}

func TestSetUpOpensAnEmptySocietyOnce(t *testing.T) {
	each(t, func(w *world) {
		if needs, err := w.NeedsSetUp(ctx); !needs || err != nil {
			w.t.Fatalf("an empty society: needs set-up %v, %v", needs, err)
		}
		old, err := w.SetUpLink(ctx, program)
		w.must(err)
		link, err := w.SetUpLink(ctx, program)
		w.must(err)
		_, err = w.LookAtLink(ctx, old.Token)
		w.refused(err, apperr.NotFound, "a newer one has replaced it")
		view, err := w.LookAtLink(ctx, link.Token)
		w.must(err)
		if view.Purpose != SettingUp || view.Account != 0 || view.Expires != w.now.Add(24*time.Hour) {
			w.t.Errorf("link %+v", view)
		}
		_, err = w.SetUp(ctx, Arrival{Token: link.Token}, SetUpInput{
			Email: "mere", Password: "short", Offices: []Role{Administrator},
		})
		for _, want := range []string{"family_name: ", "email: ", "password: ", "offices: "} {
			w.refused(err, apperr.Invalid, want)
		}
		in, err := w.SetUp(ctx, Arrival{Token: link.Token, Device: "Firefox on Linux"}, firstPerson())
		w.must(err)
		a := w.actor(in)
		for _, role := range []Role{Administrator, Secretary, Treasurer} {
			if !a.Holds(w.now.Date(), role) {
				w.t.Errorf("the first person is not %s", role)
			}
		}
		if a.Name != "Mere Kererū" || len(a.Offices) != 3 {
			w.t.Errorf("first person %+v", a)
		}
		if needs, err := w.NeedsSetUp(ctx); needs || err != nil {
			w.t.Errorf("afterwards: needs set-up %v, %v", needs, err)
		}
		_, err = w.SetUp(ctx, Arrival{Token: link.Token}, firstPerson())
		w.refused(err, apperr.NotFound, "has already been used")
		_, err = w.SetUpLink(ctx, program)
		w.refused(err, apperr.Conflict, "already set up")
		w.signIn("Mere")
	})
}

func TestSetUpIsRefusedOnceThereIsAnAccount(t *testing.T) {
	each(t, func(w *world) {
		link, err := w.SetUpLink(ctx, program)
		w.must(err)
		w.account("Aroha", "Tūī")
		_, err = w.LookAtLink(ctx, link.Token)
		w.refused(err, apperr.Conflict, "already set up")
		_, err = w.SetUp(ctx, Arrival{Token: link.Token}, firstPerson())
		w.refused(err, apperr.Conflict, "already set up")
		if n := w.count(`SELECT COUNT(*) FROM office`); n != 0 {
			w.t.Errorf("%d offices were left by a refused set-up", n)
		}
	})
}

func TestSetUpRunsOut(t *testing.T) {
	each(t, func(w *world) {
		link, err := w.SetUpLink(ctx, program)
		w.must(err)
		w.later(24*time.Hour - time.Millisecond)
		_, err = w.LookAtLink(ctx, link.Token)
		w.must(err)
		w.later(time.Millisecond)
		_, err = w.LookAtLink(ctx, link.Token)
		w.refused(err, apperr.NotFound, "This link expired on 2 July 2026, 12:00 pm")
		_, err = w.SetUp(ctx, Arrival{Token: link.Token}, firstPerson())
		w.refused(err, apperr.NotFound, "expired")
	})
}

func TestASignInLinkWorksOnce(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		link, err := w.SignInLink(ctx, program, id, SignInLinkLasts)
		w.must(err)
		for range 3 { // a mail program that looks ahead uses nothing up
			view, err := w.LookAtLink(ctx, link.Token)
			w.must(err)
			if view.Purpose != SignInNow || view.Name != "Aroha Tūī" || view.Account != id {
				w.t.Errorf("link %+v", view)
			}
		}
		_, err = w.SetPasswordByLink(ctx, Arrival{Token: link.Token}, otherPassword)
		w.refused(err, apperr.NotFound, "for something else")
		_, err = w.SetUp(ctx, Arrival{Token: link.Token}, firstPerson())
		w.refused(err, apperr.NotFound, "for something else")
		in, err := w.SignInByLink(ctx, Arrival{Token: link.Token})
		w.must(err)
		if a := w.actor(in); a.Account != id {
			w.t.Errorf("signed in as %+v", a)
		}
		_, err = w.SignInByLink(ctx, Arrival{Token: link.Token})
		w.refused(err, apperr.NotFound, "has already been used")
		if n := w.count(`SELECT COUNT(*) FROM one_time_link WHERE token_hash = $1`, link.Token); n != 0 {
			w.t.Error("the token itself is stored")
		}
	})
}

func TestASignInLinkRunsOut(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		link, err := w.SignInLink(ctx, program, id, DemoLinkLasts)
		w.must(err)
		w.later(DemoLinkLasts)
		_, err = w.SignInByLink(ctx, Arrival{Token: link.Token})
		w.refused(err, apperr.NotFound, "expired")
	})
}

func TestOfManyWhoUseALinkAtOnceOneGetsIn(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		link, err := w.SignInLink(ctx, program, id, SignInLinkLasts)
		w.must(err)
		var mu sync.Mutex
		var wg sync.WaitGroup
		in, out := 0, 0
		for range 8 {
			wg.Go(func() {
				_, err := w.SignInByLink(ctx, Arrival{Token: link.Token})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					in++
				case apperr.KindOf(err) == apperr.NotFound:
					out++
				default:
					w.t.Error(err)
				}
			})
		}
		wg.Wait()
		if in != 1 || out != 7 {
			w.t.Errorf("%d got in, %d were refused; want 1 and 7", in, out)
		}
	})
}

func TestRecoveryEndsWhatWasBefore(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		thief := w.signIn("Aroha")
		stale, err := w.PasswordLink(ctx, program, id)
		w.must(err)
		link, err := w.PasswordLink(ctx, program, id)
		w.must(err)
		if link.Purpose != Recovery || link.Expires != w.now.Add(24*time.Hour) {
			w.t.Errorf("link %+v", link)
		}
		_, err = w.LookAtLink(ctx, stale.Token)
		w.refused(err, apperr.NotFound, "a newer one")
		_, err = w.SetPasswordByLink(ctx, Arrival{Token: link.Token}, "password1234")
		w.refused(err, apperr.Invalid, "password: ")
		_, err = w.SignInByLink(ctx, Arrival{Token: link.Token})
		w.refused(err, apperr.NotFound, "for something else")
		in, err := w.SetPasswordByLink(ctx, Arrival{Token: link.Token}, otherPassword)
		w.must(err)
		w.actor(in)
		_, err = w.ActorBySession(ctx, thief.Token)
		w.refused(err, apperr.SignIn, "")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword})
		w.refused(err, apperr.Invalid, "is wrong")
		_, err = w.SetPasswordByLink(ctx, Arrival{Token: link.Token}, goodPassword)
		w.refused(err, apperr.NotFound, "has already been used")
	})
}

func TestLinksThatNeverWere(t *testing.T) {
	each(t, func(w *world) {
		for _, token := range []string{
			"", "x", strings.Repeat("A", 43), newToken(), strings.Repeat("é", 43), newToken()[:42],
		} {
			_, e1 := w.LookAtLink(ctx, token)
			_, e2 := w.SignInByLink(ctx, Arrival{Token: token})
			_, e3 := w.SetPasswordByLink(ctx, Arrival{Token: token}, goodPassword)
			_, e4 := w.SetUp(ctx, Arrival{Token: token}, firstPerson())
			for _, err := range []error{e1, e2, e3, e4} {
				w.refused(err, apperr.NotFound, "for a new one")
			}
		}
	})
}

// TestAClosedAccountHasNoLinks: closing an account ends its links for good,
// and one that was made at the same moment opens nothing.
func TestAClosedAccountHasNoLinks(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		version := func() int64 {
			a, err := w.Account(ctx, program, id)
			w.must(err)
			return a.Version
		}
		before, err := w.SignInLink(ctx, program, id, SignInLinkLasts)
		w.must(err)
		w.must(w.Disable(ctx, program, id, version()))
		w.must(w.Enable(ctx, program, id, version()))
		_, err = w.SignInByLink(ctx, Arrival{Token: before.Token})
		w.refused(err, apperr.NotFound, "not valid")

		for _, make := range []func() (Link, error){
			func() (Link, error) { return w.SignInLink(ctx, program, id, SignInLinkLasts) },
			func() (Link, error) { return w.PasswordLink(ctx, program, id) },
		} {
			link, err := make()
			w.must(err)
			w.set(`UPDATE account SET disabled = TRUE WHERE id = $1`, id)
			_, e1 := w.LookAtLink(ctx, link.Token)
			_, e2 := w.SignInByLink(ctx, Arrival{Token: link.Token})
			_, e3 := w.SetPasswordByLink(ctx, Arrival{Token: link.Token}, otherPassword)
			for _, err := range []error{e1, e2, e3} {
				w.refused(err, apperr.NotFound, "The account for this link is closed.")
			}
			_, err = make()
			w.refused(err, apperr.Invalid, "This account is closed. Reopen it before you make a link for it.")
			w.set(`UPDATE account SET disabled = FALSE WHERE id = $1`, id)
		}
		w.signIn("Aroha") // with the password it had
	})
}
