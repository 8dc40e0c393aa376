package postal

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// A browser that was left open decides neither who votes, nor who counts, nor what is
// declared: the vote asks for a recent sign-in before it looks at anything else.
func TestGraveStepsAskForARecentSignIn(t *testing.T) {
	each(t, 6, func(t *testing.T, w *society) {
		w.vote = 1
		ask := func(action Action, ago time.Duration) apperr.Kind {
			actor := w.actors["secretary"]
			var own teller
			own.Person = actor.Person
			f := facts{today: w.now.Date()}
			if action == ActKey || action == ActRestart { // the tellers' own
				f.tellers = []teller{own}
			}
			if action == ActOffer { // whom the proposal names
				f.proposal = &replacement{Replacement: Replacement{In: Person{Person: actor.Person}}}
			}
			actor.Session, actor.Proof = 4, auth.Proof{At: w.now.Add(-ago)}
			return apperr.KindOf(w.check(request{actor: actor, action: action}, f))
		}
		for _, action := range []Action{
			ActFreeze, ActAppoint, ActKey, ActPropose, ActOffer, ActConfirm, ActRestart, ActDeclare,
		} {
			if got := ask(action, 10*time.Minute); got != apperr.Prove {
				t.Errorf("%s ten minutes after signing in: %q, want %q", action, got, apperr.Prove)
			}
			if got := ask(action, 9*time.Minute); got == apperr.Prove {
				t.Errorf("%s nine minutes after signing in asks for it again", action)
			}
		}
	})
}

// Everyone's address is given out for letters and labels only to whoever manages the
// vote, sees contact data, and has signed in lately.
func TestAddressesOfAVoteAskForARecentSignIn(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		by := w.actors["secretary"]
		by.Session, by.Proof = 4, auth.Proof{At: w.now.Add(-10 * time.Minute)}
		if list, err := w.Addressees(ctx, by, w.vote); apperr.KindOf(err) != apperr.Prove || len(list) > 0 {
			t.Errorf("ten minutes after signing in: %d people, %v", len(list), err)
		}
		by.Proof.At = w.now.Add(-9 * time.Minute)
		list, err := w.Addressees(ctx, by, w.vote)
		w.must(err)
		if len(list) != 14 || list[0].Name == "" {
			t.Errorf("%d people: %+v", len(list), list)
		}
		for _, name := range []string{"ana", "member", "administrator", "treasurer"} {
			if list, err := w.Addressees(ctx, w.actors[name], w.vote); apperr.KindOf(err) != apperr.Forbidden || len(list) > 0 {
				t.Errorf("%s: %d people, %v", name, len(list), err)
			}
		}
		if _, err := w.Addressees(ctx, auth.Actor{}, w.vote); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("a stranger: %v", err)
		}
	})
}
