package auth

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
)

// Who manages accounts ends one session of someone else or all of them, and no one else
// does. The owner is told, and who ended what is written down.
func TestEndingTheSessionsOfSomeoneElse(t *testing.T) {
	each(t, func(w *world) {
		post := w.mailing()
		admin, _ := w.account("Mere", "Kererū")
		w.appointed(admin, Administrator)
		w.account("Hemi", "Kea")
		_, id := w.account("Aroha", "Tūī")
		in, hemi := w.signIn("Mere"), w.signIn("Hemi")
		phone, desk := w.signIn("Aroha"), w.signIn("Aroha")
		by := w.actor(in)

		list, err := w.SessionsOf(ctx, by, id)
		w.must(err)
		if len(list) != 2 || list[0].Current || list[1].Current {
			t.Fatalf("sessions %+v", list)
		}
		lost, kept := w.actor(phone).Session, w.actor(hemi).Session
		w.refused(second(w.SessionsOf(ctx, w.actor(hemi), id)), apperr.Forbidden, "")
		w.refused(w.EndSessionOf(ctx, w.actor(hemi), id, lost), apperr.Forbidden, "")
		w.refused(w.EndSessionsOf(ctx, w.actor(hemi), id), apperr.Forbidden, "")
		w.refused(w.EndSessionsOf(ctx, Actor{}, id), apperr.SignIn, "")
		w.refused(w.EndSessionOf(ctx, by, id, kept), apperr.NotFound, "already ended") // it is Hemi's

		post.take()
		w.must(w.EndSessionOf(ctx, by, id, lost))
		w.refused(second(w.ActorBySession(ctx, phone.Token)), apperr.SignIn, "Sign in")
		w.actor(desk)
		w.set(`INSERT INTO duty_feed (person_id, token_hash, created_at)
			SELECT person_id, 'x', created_at FROM account WHERE id = $1`, id)
		w.must(w.EndSessionsOf(ctx, by, id))
		w.refused(second(w.ActorBySession(ctx, desk.Token)), apperr.SignIn, "Sign in")
		w.actor(hemi)
		w.must(w.EndSessionsOf(ctx, by, by.Account)) // of one's own account, not the one that asks
		w.actor(in)
		if n := w.entries("end_session.account") + w.entries("end_sessions.account"); n != 3 {
			t.Errorf("%d entries, want 3", n)
		}
		told := slices.DeleteFunc(post.take(), func(l Letter) bool { return l.Address != "aroha@example.nz" })
		if len(told) != 2 || !strings.Contains(told[0].Body, "was ended by Mere Kererū") ||
			!strings.Contains(told[1].Body, "on every device") {
			t.Errorf("letters %+v", told)
		}
		if n := w.count(`SELECT COUNT(*) FROM duty_feed`); n != 0 {
			t.Error("the calendar's address goes on")
		}

		w.later(proofLasts)
		w.refused(w.EndSessionOf(ctx, w.actor(in), id, lost), apperr.Prove, "Sign in again")
		w.refused(w.EndSessionsOf(ctx, w.actor(in), id), apperr.Prove, "Sign in again")
	})
}
