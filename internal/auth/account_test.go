package auth

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
)

func TestChangePassword(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		elsewhere, here := w.signIn("Aroha"), w.signIn("Aroha")
		a := w.actor(here)
		change := func(current, fresh string) error {
			return w.ChangePassword(ctx, a, PasswordChange{Current: current, New: fresh, Network: "192.0.2.1"})
		}
		w.refused(change("", otherPassword), apperr.Invalid, "Enter your current password")
		w.refused(change("wrong", "short"), apperr.Invalid, "This is not your current password")
		w.refused(change("wrong", "short"), apperr.Invalid, "at least 12 characters")
		w.refused(change(goodPassword, goodPassword), apperr.Invalid, "Choose a different one")
		w.refused(change(goodPassword, "aroha-aroha-tūī"), apperr.Invalid, "e-mail")
		w.actor(elsewhere)
		w.must(change(goodPassword, otherPassword))
		w.actor(here)
		if _, err := w.ActorBySession(ctx, elsewhere.Token); apperr.KindOf(err) != apperr.SignIn {
			w.t.Errorf("a session elsewhere after the change: %v, want to sign in", err)
		}
		_, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword})
		w.refused(err, apperr.Invalid, "is wrong")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: otherPassword})
		w.must(err)
		w.refused(w.ChangePassword(ctx, Actor{}, PasswordChange{}), apperr.SignIn, "")
	})
}

func TestGuessingTheCurrentPasswordIsSlowedToo(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		a := w.actor(w.signIn("Aroha"))
		var err error
		for range pairBackOff.free + 1 {
			err = w.ChangePassword(ctx, a, PasswordChange{Current: "guess", New: otherPassword, Network: "192.0.2.1"})
		}
		w.refused(err, apperr.TooMany, "30 seconds")
	})
}

func TestAPasswordIsHashedAgainWhenItsCostHasChanged(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		w.hasher = newHasher(cost{memory: 128, passes: 2, lanes: 1})
		w.signIn("Aroha")
		file, err := accountByID(ctx, w.db, id)
		w.must(err)
		if !strings.Contains(file.passwordHash, "$m=128,t=2,p=1$") {
			w.t.Errorf("stored as %s, want the new cost", file.passwordHash)
		}
		w.signIn("Aroha")
		if again, _ := accountByID(ctx, w.db, id); again.passwordHash != file.passwordHash {
			w.t.Error("hashed again although the cost is right")
		}
	})
}

func TestAccountsAreInvitedListedAndClosed(t *testing.T) {
	each(t, func(w *world) {
		admin, _ := w.account("Mere", "Kereru")
		w.appointed(admin, Administrator)
		mere := w.actor(w.signIn("Mere"))
		aroha := w.person("Aroha", "Tūī")
		invitation, err := w.Invite(ctx, mere, aroha, "aroha@example.nz")
		w.must(err)
		_, err = w.Invite(ctx, mere, aroha, "other@example.nz")
		w.refused(err, apperr.Conflict, "Aroha Tūī already has an account")
		_, err = w.Invite(ctx, mere, w.person("Anahera", "Tūī"), "AROHA@example.nz")
		w.refused(err, apperr.Invalid, "Another account uses this address")
		_, err = w.Invite(ctx, mere, 9999, "new@example.nz")
		w.refused(err, apperr.NotFound, "not in the register")
		_, err = w.Invite(ctx, mere, 0, "no address")
		w.refused(err, apperr.Invalid, "person: Choose the person.; email: Enter an e-mail address")

		list, total, err := w.Accounts(ctx, mere, AccountQuery{Limit: 10})
		w.must(err)
		if total != 2 || len(list) != 2 || list[0].Name.Family != "Kereru" || !list[0].Ready || list[1].Ready ||
			len(list[0].Offices) != 1 || list[0].LastSeen != w.now {
			w.t.Errorf("accounts %+v of %d", list, total)
		}
		for _, q := range []AccountQuery{{Name: "aroha"}, {Email: "aroha@"}, {Name: "tūī a"}, {Offset: 1}} {
			q.Limit = 10
			if list, total, err = w.Accounts(ctx, mere, q); err != nil || len(list) != 1 || list[0].ID != invitation.Account {
				w.t.Errorf("%+v found %+v of %d, %v", q, list, total, err)
			}
		}
		for _, q := range []AccountQuery{{Name: "%"}, {Email: "_"}, {Name: `\`}} {
			q.Limit = 10
			if list, total, err = w.Accounts(ctx, mere, q); err != nil || total != 0 || len(list) != 0 {
				w.t.Errorf("%+v found %+v of %d, %v", q, list, total, err)
			}
		}

		in, err := w.SetPasswordByLink(ctx, Arrival{Token: invitation.Link.Token}, goodPassword)
		w.must(err)
		account, err := w.Account(ctx, mere, invitation.Account)
		w.must(err)
		w.refused(w.Disable(ctx, mere, account.ID, account.Version-1), apperr.Conflict, "Someone else")
		recovery, err := w.PasswordLink(ctx, mere, account.ID)
		w.must(err)
		w.must(w.Disable(ctx, mere, account.ID, account.Version))
		_, err = w.ActorBySession(ctx, in.Token)
		w.refused(err, apperr.SignIn, "")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword})
		w.refused(err, apperr.Forbidden, "closed")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: "a wrong one"})
		w.refused(err, apperr.Invalid, "is wrong")
		_, err = w.LookAtLink(ctx, recovery.Token)
		w.refused(err, apperr.NotFound, "")
		_, err = w.PasswordLink(ctx, mere, account.ID)
		w.refused(err, apperr.Invalid, "closed")
		w.refused(w.Disable(ctx, program, mere.Account, 2), apperr.Invalid, "have no administrator")
		w.must(w.Enable(ctx, mere, account.ID, account.Version+1))
		w.signIn("Aroha")
		w.must(w.ChangeEmail(ctx, mere, account.ID, account.Version+2, "tui@example.nz", ForBoth))
		_, err = w.SignIn(ctx, Credentials{Email: "tui@example.nz", Password: goodPassword})
		w.must(err)
		w.refused(
			w.ChangeEmail(ctx, mere, account.ID, account.Version+3, "mere@example.nz", ForBoth), apperr.Invalid, "Another account",
		)
	})
}
