package postal

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// atTheTable is a vote whose papers both tellers have entered, and one of them differently.
func atTheTable(w *society) {
	w.reach(StateClosed, draft, "yy", "yn", "nn")
	for i, name := range []string{"ana", "ben"} {
		w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries([]string{"yy", "ny"}[i], "yn", "nn")))
		w.must(w.Finish(ctx, w.actors[name], w.vote))
	}
}

// inBrowser is an actor who has just signed in, with a session.
func (w *society) inBrowser(name string) auth.Actor {
	w.t.Helper()
	in, err := w.auth.SignIn(ctx, auth.Credentials{Email: name + "@example.nz", Password: password, Network: "192.0.2.1"})
	w.must(err)
	a, err := w.auth.ActorBySession(ctx, in.Token)
	w.must(err)
	return a
}

// A sitting takes the key once: comparing, correcting and seeing the totals ask for
// nothing more, and approving asks for a recent sign-in.
func TestASittingTakesTheKeyOnce(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		atTheTable(w)
		ana := w.inBrowser("ana")
		late := ana
		late.Proof.At = w.now.Add(-10 * time.Minute)
		if _, err := w.Sit(ctx, late, w.vote, w.key("ana")); apperr.KindOf(err) != apperr.Prove {
			t.Errorf("without a recent sign-in: %v", err)
		}
		if _, err := w.Sit(ctx, ana, w.vote, w.key("ben")); fields(err) != "key" {
			t.Errorf("with the other teller's key: %v", err)
		}
		sat, err := w.Sit(ctx, ana, w.vote, w.key("ana"))
		w.must(err)
		if sat.Until != w.now.Add(30*time.Minute) || w.Sits(ana, w.vote, sat.Kept) != sat.Until {
			t.Errorf("the sitting lasts until %v", sat.Until)
		}
		kept := Key{Kept: sat.Kept}
		c, err := w.Compare(ctx, late, w.vote, kept)
		w.must(err)
		if len(c.Differences) == 0 {
			t.Error("nothing differs")
		}
		w.must(w.Correct(ctx, late, w.vote, kept, []Entry{w.entry(0, "ny")}))
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		_, err = w.Totals(ctx, late, w.vote, kept)
		w.must(err)
		if _, err := w.Approve(ctx, late, w.vote, kept); apperr.KindOf(err) != apperr.Prove {
			t.Errorf("approved without a recent sign-in: %v", err)
		}
		_, err = w.Approve(ctx, ana, w.vote, kept)
		w.must(err)
		if !w.Sits(ana, w.vote, sat.Kept).IsZero() {
			t.Error("the sitting goes on after the approval")
		}
	})
}

// What a browser kept opens nothing after the end of the sitting, in another session, for
// another account or vote, nor changed.
func TestNoOneElseUsesASitting(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		atTheTable(w)
		ana := w.inBrowser("ana")
		sit := func() Sitting {
			t.Helper()
			sat, err := w.Sit(ctx, ana, w.vote, w.key("ana"))
			w.must(err)
			return sat
		}
		first := sit()
		again := w.inBrowser("ana")
		ben := w.inBrowser("ben")
		posing := ben
		posing.Session = ana.Session
		opens := func(what string, a auth.Actor, vote VoteID, kept string) {
			t.Helper()
			if !w.Sits(a, vote, kept).IsZero() {
				t.Errorf("%s: the key opens", what)
			}
			if _, err := w.Compare(ctx, a, vote, Key{Kept: kept}); err == nil {
				t.Errorf("%s: compared", what)
			}
		}
		opens("another session of the teller", again, w.vote, first.Kept)
		opens("the other teller", ben, w.vote, first.Kept)
		opens("another account that shows the session", posing, w.vote, first.Kept)
		opens("another vote", ana, w.vote+1, first.Kept)
		opens("one letter changed", ana, w.vote, "A"+first.Kept[1:]+"A")
		opens("nothing", ana, w.vote, "")
		opens("another process", ana, w.vote, sitElsewhere(w, ana))
		second := sit()
		opens("the one before", ana, w.vote, first.Kept)
		w.EndSitting(ana)
		opens("after its end", ana, w.vote, second.Kept)
		third := sit()
		w.now = third.Until
		opens("after half an hour", ana, w.vote, third.Kept)
		if len(w.sittings.of) != 0 {
			t.Error("a sitting that is over is kept")
		}
		_, err := w.Sit(ctx, w.actors["ana"], w.vote, w.key("ana"))
		if apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("a sitting without a session: %v", err)
		}
	})
}

// sitElsewhere is what another process of the program gave the browser.
func sitElsewhere(w *society, actor auth.Actor) string {
	w.t.Helper()
	other := New(w.db, w.cases.Now, "Go Society of Nowhere", w.gov, w.outbox)
	sat, err := other.Sit(ctx, actor, w.vote, w.key("ana"))
	w.must(err)
	return sat.Kept
}
