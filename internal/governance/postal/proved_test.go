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
