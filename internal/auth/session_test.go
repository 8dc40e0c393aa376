package auth

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func TestSignInGivesASession(t *testing.T) {
	each(t, func(w *world) {
		person, account := w.account("Aroha", "Tūī")
		w.appointed(person, Treasurer)
		in, err := w.SignIn(ctx, Credentials{
			Email: "  AROHA@example.NZ ", Password: goodPassword, Network: "192.0.2.1", Device: "Firefox on Linux",
		})
		w.must(err)
		a := w.actor(in)
		if a.Account != account || a.Person != person || a.Name != "Aroha Tūī" || a.Session == 0 ||
			!a.Holds(w.now.Date(), Treasurer) || len(a.Offices) != 1 {
			w.t.Errorf("actor %+v", a)
		}
		if in.Name != "Aroha Tūī" || in.Expires != w.now.Add(90*24*time.Hour) {
			w.t.Errorf("signed in %+v", in)
		}
		if n := w.count(`SELECT COUNT(*) FROM session WHERE token_hash = $1 OR token_hash LIKE $1`, in.Token); n != 0 {
			w.t.Error("the token itself is stored")
		}
		again, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Replaces: in.Token})
		w.must(err)
		if _, err := w.ActorBySession(ctx, in.Token); apperr.KindOf(err) != apperr.SignIn {
			w.t.Errorf("the session that was replaced: %v, want to sign in", err)
		}
		if n := w.count(`SELECT COUNT(*) FROM audit_entry WHERE action = 'sign_in.account' AND actor_id = $1`, person); n != 2 {
			w.t.Errorf("%d entries of two sign-ins", n)
		}
		w.must(w.SignOut(ctx, w.actor(again)))
		if _, err := w.ActorBySession(ctx, again.Token); apperr.KindOf(err) != apperr.SignIn {
			w.t.Errorf("after signing out: %v, want to sign in", err)
		}
	})
}

func TestTheSessionsThatThereAre(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		var want []string // the last one first
		for range 3 {
			in, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword})
			w.must(err)
			if key := SessionKey(in.Token); key == in.Token || len(key) != 64 {
				w.t.Errorf("the key of a session is %q", key)
			}
			want = append([]string{SessionKey(in.Token)}, want...)
		}
		for most, n := range map[int]int{2: 2, 10: 3} {
			got, err := w.SessionKeys(ctx, most)
			w.must(err)
			if !slices.Equal(got, want[:n]) {
				w.t.Errorf("%d at most: %v, want %v", most, got, want[:n])
			}
		}
		if key := SessionKey("made up"); key != "" {
			w.t.Errorf("what was never a token has the key %q", key)
		}
	})
}

func TestSignInRefusesAlikeWhatIsWrong(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		person := w.person("Wiremu", "Parata")
		_, err := w.AddAccount(ctx, program, person, "wiremu@example.nz") // no password yet
		w.must(err)
		const wrong = "The e-mail address or password is wrong."
		for _, tt := range []struct{ email, password, want string }{
			{"aroha@example.nz", "not the password", wrong},
			{"nobody@example.nz", goodPassword, wrong},
			{"wiremu@example.nz", goodPassword, wrong},
			{"wiremu@example.nz", "", "Enter your password"},
			{"", goodPassword, "Enter your e-mail"},
			{"aroha@example.nz", goodPassword + strings.Repeat("x", 5000), wrong},
			{"aroha@example.nz'; --", goodPassword, wrong},
		} {
			_, err := w.SignIn(ctx, Credentials{Email: tt.email, Password: tt.password, Network: "192.0.2.1"})
			w.refused(err, apperr.Invalid, tt.want)
		}
		for _, token := range []string{"", "x", strings.Repeat("A", 43), newToken()} {
			_, err := w.ActorBySession(ctx, token)
			w.refused(err, apperr.SignIn, "Sign in")
		}
	})
}

func TestSessionsRunOut(t *testing.T) {
	const day = 24 * time.Hour
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		officer, _ := w.account("Wiremu", "Parata")
		office := w.appointed(officer, Secretary)

		over := func(what string, in SignedIn) {
			w.t.Helper()
			if _, err := w.ActorBySession(ctx, in.Token); apperr.KindOf(err) != apperr.SignIn {
				w.t.Errorf("%s: %v, want a session that is over", what, err)
			}
		}
		in := w.signIn("Aroha")
		w.later(14*day - time.Millisecond)
		w.actor(in) // just within, and slides on
		w.later(14 * day)
		over("a member idle for 14 days", in)

		in = w.signIn("Aroha")
		for range 8 {
			w.later(10 * day)
			w.actor(in)
		}
		w.later(10*day - time.Millisecond)
		w.actor(in)
		w.later(time.Millisecond)
		over("a member after 90 days", in)

		in = w.signIn("Wiremu")
		w.later(12*time.Hour - time.Millisecond)
		w.actor(in)
		w.later(12 * time.Hour)
		over("an officer idle for 12 hours", in)

		in = w.signIn("Wiremu")
		for range 33 {
			w.later(10 * time.Hour)
			w.actor(in)
		}
		w.later(6 * time.Hour) // fourteen days to the hour
		over("an officer after 14 days", in)

		in = w.signIn("Wiremu")
		w.must(w.EndOffice(ctx, program, office, 1, w.now.Date().AddDays(-1)))
		w.later(13 * day)
		w.actor(in) // no longer an officer, so a member's limits
	})
}

func TestReadingDoesNotWriteEveryTime(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		in := w.signIn("Aroha")
		began := w.now
		seen := func() string {
			at, err := store.One(ctx, w.db, store.Value[string], `SELECT MAX(seen_at) FROM session`)
			w.must(err)
			return at
		}
		w.later(seenEvery - time.Millisecond)
		w.actor(in)
		if got := seen(); got != began.String() {
			w.t.Errorf("seen_at %s, want it untouched within five minutes", got)
		}
		w.later(time.Millisecond)
		w.actor(in)
		if got := seen(); got != w.now.String() {
			w.t.Errorf("seen_at %s, want %s after five minutes", got, w.now)
		}
	})
}

func TestPeopleReadOnWhenTheDatabaseCannotWrite(t *testing.T) {
	w := &world{t: t, db: storetest.SQLite(t), now: civil.MustParseInstant("2026-07-01T00:00:00.000Z")}
	w.Service = New(w.db, func() civil.Instant { return w.now }, Settings{AddPerson: addTestPerson})
	w.account("Aroha", "Tūī")
	in := w.signIn("Aroha")
	w.later(time.Hour)
	w.must(w.db.InTx(ctx, func(*store.Tx) error { // the one writer is busy elsewhere
		_, err := w.ActorBySession(ctx, in.Token)
		return err
	}))
}

func TestARevokedOfficeBitesOnTheNextRequest(t *testing.T) {
	each(t, func(w *world) {
		person, _ := w.account("Aroha", "Tūī")
		office := w.appointed(person, Treasurer)
		in := w.signIn("Aroha")
		today := w.now.Date()
		if !Can(w.actor(in), RecordPayment, Object{}, today) {
			w.t.Fatal("the treasurer may not record a payment")
		}
		w.must(w.EndOffice(ctx, program, office, 1, today.AddDays(-1)))
		if Can(w.actor(in), RecordPayment, Object{}, today) {
			w.t.Error("a revoked treasurer may still record a payment")
		}
	})
}

func TestOwnSessionsAndNobodyElses(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		w.account("Wiremu", "Parata")
		phone, desk, other := w.signIn("Aroha"), w.signIn("Aroha"), w.signIn("Wiremu")
		aroha, wiremu := w.actor(desk), w.actor(other)
		list, err := w.Sessions(ctx, aroha)
		w.must(err)
		if len(list) != 2 || !list[0].Current || list[1].Current || list[1].ID != w.actor(phone).Session {
			w.t.Errorf("sessions %+v", list)
		}
		w.refused(w.RevokeSession(ctx, wiremu, aroha.Session), apperr.NotFound, "already ended")
		w.must(w.RevokeSession(ctx, aroha, w.actor(phone).Session))
		if _, err := w.ActorBySession(ctx, phone.Token); apperr.KindOf(err) != apperr.SignIn {
			w.t.Errorf("a revoked session: %v", err)
		}
		w.signIn("Aroha")
		w.must(w.RevokeOtherSessions(ctx, aroha))
		if list, err = w.Sessions(ctx, aroha); err != nil || len(list) != 1 || !list[0].Current {
			w.t.Errorf("sessions after ending the others: %+v, %v", list, err)
		}
		w.actor(other)
		_, err = w.Sessions(ctx, Actor{})
		w.refused(err, apperr.SignIn, "")
		w.refused(w.RevokeSession(ctx, Actor{}, 1), apperr.SignIn, "")
	})
}
