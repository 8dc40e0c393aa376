package auth

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

const goodPassword, otherPassword = "kōkako sings at dawn", "ngā wharf ladders creak"

// world is a society in a test's database, with a clock that stands still.
type world struct {
	*Service
	t   *testing.T
	db  *store.DB
	now civil.Instant
}

// each runs the test in a fresh society on both databases. It is noon in
// Auckland on 1 July 2026.
func each(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, now: civil.MustParseInstant("2026-07-01T00:00:00.000Z")}
		w.Service = New(db, func() civil.Instant { return w.now }, Settings{Society: "New Zealand Go Society", AddPerson: addTestPerson})
		w.hasher = newHasher(cheap)
		test(w)
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the audit log: %v", err)
		}
	})
}

func addTestPerson(ctx context.Context, tx *store.Tx, _ Actor, in Newcomer) (PersonID, error) {
	return store.One(ctx, tx, store.Value[PersonID], `
		INSERT INTO person (family_name, given_names, family_first, name_key, sort_key, email, created_at)
		VALUES ($1, $2, $3, $4, $4, $5, '2026-01-01T00:00:00.000Z')
		RETURNING id`, in.Name.Family, in.Name.Given, in.Name.Order == FamilyFirst,
		strings.ToLower(in.Name.Family+" "+in.Name.Given), in.Email)
}

func (w *world) later(d time.Duration) { w.now = w.now.Add(d) }

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// refused checks that err is a refusal of the kind that says want.
func (w *world) refused(err error, kind apperr.Kind, want string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), want) {
		w.t.Errorf("got %v, want %s with %q", err, kind, want)
	}
}

func (w *world) person(given, family string) PersonID {
	w.t.Helper()
	var id PersonID
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = addTestPerson(ctx, tx, Actor{}, Newcomer{Name: Name{Given: given, Family: family}})
		return err
	}))
	return id
}

// row inserts a row of another package's table and returns its id.
func (w *world) row(insert string, args ...any) int64 {
	w.t.Helper()
	var id int64
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = store.One(ctx, tx, store.Value[int64], insert+" RETURNING id", args...)
		return err
	}))
	return id
}

func (w *world) club(name string) ClubID {
	return ClubID(w.row(`INSERT INTO club (name, name_key, sort_key, created_at) VALUES ($1, $1, $1, '2026-01-01T00:00:00.000Z')`, name))
}

func (w *world) event(name string) EventID {
	return EventID(w.row(`
		INSERT INTO event (slug, name, from_day, to_day, created_at)
		VALUES ($1, $1, '2026-07-04', '2026-07-05', '2026-01-01T00:00:00.000Z')`, name))
}

var program = System("program")

// account gives a person an account with goodPassword; the address is
// given@example.nz.
func (w *world) account(given, family string) (PersonID, AccountID) {
	w.t.Helper()
	person := w.person(given, family)
	invitation, err := w.Invite(ctx, program, person, strings.ToLower(given)+"@example.nz")
	w.must(err)
	in, err := w.SetPasswordByLink(ctx, Arrival{Token: invitation.Link.Token}, goodPassword)
	w.must(err)
	w.must(w.SignOut(ctx, w.actor(in)))
	return person, invitation.Account
}

func (w *world) appointed(person PersonID, role Role) OfficeID {
	w.t.Helper()
	id, err := w.Appoint(ctx, program, Office{Person: person, Role: role, From: w.now.Date()})
	w.must(err)
	return id
}

func (w *world) signIn(given string) SignedIn {
	w.t.Helper()
	in, err := w.SignIn(ctx, Credentials{Email: strings.ToLower(given) + "@example.nz", Password: goodPassword, Network: "192.0.2.1", Device: "test"})
	w.must(err)
	return in
}

func (w *world) actor(in SignedIn) Actor {
	w.t.Helper()
	a, err := w.ActorBySession(ctx, in.Token)
	w.must(err)
	return a
}

func (w *world) count(query string, args ...any) int {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], query, args...)
	w.must(err)
	return n
}

func TestSignInGivesASession(t *testing.T) {
	each(t, func(w *world) {
		person, account := w.account("Aroha", "Tūī")
		w.appointed(person, Treasurer)
		in, err := w.SignIn(ctx, Credentials{Email: "  AROHA@example.NZ ", Password: goodPassword, Network: "192.0.2.1", Device: "Firefox on Linux"})
		w.must(err)
		a := w.actor(in)
		if a.Account != account || a.Person != person || a.Name != "Aroha Tūī" || a.Session == 0 || !a.Holds(w.now.Date(), Treasurer) || len(a.Offices) != 1 {
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
		w.must(w.SignOut(ctx, w.actor(again)))
		if _, err := w.ActorBySession(ctx, again.Token); apperr.KindOf(err) != apperr.SignIn {
			w.t.Errorf("after signing out: %v, want to sign in", err)
		}
	})
}

func TestSignInRefusesAlikeWhatIsWrong(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		person := w.person("Wiremu", "Parata")
		_, err := w.AddAccount(ctx, program, person, "wiremu@example.nz") // no password yet
		w.must(err)
		const wrong = "The e-mail address or the password is not right."
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
	w.hasher = newHasher(cheap)
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
		w.refused(w.RevokeSession(ctx, wiremu, aroha.Session), apperr.NotFound, "over")
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

func TestChangePassword(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		elsewhere, here := w.signIn("Aroha"), w.signIn("Aroha")
		a := w.actor(here)
		change := func(current, fresh string) error {
			return w.ChangePassword(ctx, a, PasswordChange{Current: current, New: fresh, Network: "192.0.2.1"})
		}
		w.refused(change("", otherPassword), apperr.Invalid, "Enter the password you have now")
		w.refused(change("wrong", "short"), apperr.Invalid, "This is not the password you have now")
		w.refused(change("wrong", "short"), apperr.Invalid, "at least 12 characters")
		w.refused(change(goodPassword, goodPassword), apperr.Invalid, "Choose another one")
		w.refused(change(goodPassword, "aroha-aroha-tūī"), apperr.Invalid, "e-mail")
		w.actor(elsewhere)
		w.must(change(goodPassword, otherPassword))
		w.actor(here)
		if _, err := w.ActorBySession(ctx, elsewhere.Token); apperr.KindOf(err) != apperr.SignIn {
			w.t.Errorf("a session elsewhere after the change: %v, want to sign in", err)
		}
		_, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword})
		w.refused(err, apperr.Invalid, "not right")
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
		w.refused(err, apperr.Conflict, "Aroha Tūī has an account already")
		_, err = w.Invite(ctx, mere, w.person("Anahera", "Tūī"), "AROHA@example.nz")
		w.refused(err, apperr.Invalid, "Another account signs in with this address")
		_, err = w.Invite(ctx, mere, 9999, "new@example.nz")
		w.refused(err, apperr.NotFound, "no such person")
		_, err = w.Invite(ctx, mere, 0, "no address")
		w.refused(err, apperr.Invalid, "person: Choose the person.; email: Enter an e-mail address")

		list, total, err := w.Accounts(ctx, mere, AccountQuery{Limit: 10})
		w.must(err)
		if total != 2 || len(list) != 2 || list[0].Name.Family != "Kereru" || !list[0].Ready || list[1].Ready || len(list[0].Offices) != 1 || list[0].LastSeen != w.now {
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
		w.refused(w.Disable(ctx, mere, account.ID, account.Version-1), apperr.Conflict, "Somebody else")
		recovery, err := w.PasswordLink(ctx, mere, account.ID)
		w.must(err)
		w.must(w.Disable(ctx, mere, account.ID, account.Version))
		_, err = w.ActorBySession(ctx, in.Token)
		w.refused(err, apperr.SignIn, "")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword})
		w.refused(err, apperr.Forbidden, "closed")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: "a wrong one"})
		w.refused(err, apperr.Invalid, "not right")
		_, err = w.LookAtLink(ctx, recovery.Token)
		w.refused(err, apperr.NotFound, "")
		_, err = w.PasswordLink(ctx, mere, account.ID)
		w.refused(err, apperr.Invalid, "closed")
		w.refused(w.Disable(ctx, program, mere.Account, 2), apperr.Invalid, "without an administrator")
		w.must(w.Enable(ctx, mere, account.ID, account.Version+1))
		w.signIn("Aroha")
		w.must(w.ChangeEmail(ctx, mere, account.ID, account.Version+2, "tui@example.nz"))
		_, err = w.SignIn(ctx, Credentials{Email: "tui@example.nz", Password: goodPassword})
		w.must(err)
		w.refused(w.ChangeEmail(ctx, mere, account.ID, account.Version+3, "mere@example.nz"), apperr.Invalid, "Another account")
	})
}

func TestOnlyThoseWhoMayManageAccounts(t *testing.T) {
	each(t, func(w *world) {
		person, id := w.account("Aroha", "Tūī")
		w.appointed(person, Treasurer)
		a := w.actor(w.signIn("Aroha"))
		_, own := w.OwnAccount(ctx, a)
		_, history := w.AccountHistory(ctx, a, id, 10)
		if own != nil || history != nil {
			w.t.Errorf("own account %v, own history %v; want both", own, history)
		}
		_, _, e1 := w.Accounts(ctx, a, AccountQuery{Limit: 1})
		_, e2 := w.Account(ctx, a, id)
		_, e3 := w.Invite(ctx, a, person, "x@example.nz")
		_, e4 := w.AddAccount(ctx, a, person, "x@example.nz")
		_, e5 := w.PasswordLink(ctx, a, id)
		_, e6 := w.SignInLink(ctx, a, id, time.Hour)
		_, e7 := w.AccountHistory(ctx, a, id+1, 10)
		_, _, e8 := w.AccountOf(ctx, a, person)
		_, _, e9 := w.AuditLog(ctx, a, AuditQuery{Limit: 1})
		_, e10 := w.AuditObjects(ctx, a)
		_, e11 := w.Offices(ctx, a)
		_, _, e12 := w.EndedOffices(ctx, a, 0, 1)
		_, e13 := w.Office(ctx, a, 1)
		_, e14 := w.Appoint(ctx, a, Office{Person: person, Role: Administrator, From: w.now.Date()})
		for i, err := range []error{e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14,
			w.Disable(ctx, a, id, 1), w.Enable(ctx, a, id, 1), w.ChangeEmail(ctx, a, id, 1, "x@example.nz"),
			w.EndOffice(ctx, a, 1, 1, w.now.Date()),
		} {
			if apperr.KindOf(err) != apperr.Forbidden {
				w.t.Errorf("case %d: %v, want forbidden", i+1, err)
			}
		}
		_, err := w.SetUpLink(ctx, a)
		w.refused(err, apperr.Forbidden, "own machine")
	})
}

func TestTheAuditLogIsPagedAndKeepsNoSecret(t *testing.T) {
	each(t, func(w *world) {
		person, id := w.account("Aroha", "Tūī")
		w.appointed(person, Administrator)
		in := w.signIn("Aroha")
		a := w.actor(in)
		w.must(w.ChangePassword(ctx, a, PasswordChange{Current: goodPassword, New: otherPassword}))
		link, err := w.PasswordLink(ctx, a, id)
		w.must(err)
		first, more, err := w.AuditLog(ctx, a, AuditQuery{Limit: 3})
		w.must(err)
		if len(first) != 3 || !more || first[0].Action != "make_link.account" || first[0].By.PersonID != int64(person) {
			w.t.Errorf("first page %+v, more %v", first, more)
		}
		rest, more, err := w.AuditLog(ctx, a, AuditQuery{Limit: 100, Before: first[2].Seq})
		w.must(err)
		if more || len(rest) == 0 || rest[0].Seq != first[2].Seq-1 {
			w.t.Errorf("the rest %+v, more %v", rest, more)
		}
		offices, _, err := w.AuditLog(ctx, a, AuditQuery{Object: "office", Limit: 10})
		w.must(err)
		kinds, err := w.AuditObjects(ctx, a)
		w.must(err)
		if len(offices) != 1 || offices[0].Action != "appoint.office" || fmt.Sprint(kinds) != "[account office]" {
			w.t.Errorf("offices %+v, kinds %v", offices, kinds)
		}
		for _, r := range append(first, rest...) {
			for _, secret := range []string{goodPassword, otherPassword, in.Token, link.Token, "argon2id"} {
				if strings.Contains(r.Detail, secret) {
					w.t.Errorf("%s keeps a secret: %s", r.Action, r.Detail)
				}
			}
		}
	})
}

func TestTidyDeletesOnlyWhatHasRunOut(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: "wrong"})
		old := w.signIn("Aroha")
		_, err := w.PasswordLink(ctx, program, id)
		w.must(err)
		w.later(13 * 24 * time.Hour)
		w.must(w.Tidy(ctx))
		w.actor(old)
		if n := w.count(`SELECT COUNT(*) FROM sign_in_failure`); n != 0 {
			w.t.Errorf("%d old failures left", n)
		}
		w.later(60 * 24 * time.Hour)
		w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: "wrong"})
		fresh := w.signIn("Aroha")
		w.must(w.Tidy(ctx))
		w.actor(fresh)
		if s, l, f := w.count(`SELECT COUNT(*) FROM session`), w.count(`SELECT COUNT(*) FROM one_time_link`), w.count(`SELECT COUNT(*) FROM sign_in_failure`); s != 1 || l != 0 || f != 3 {
			w.t.Errorf("%d sessions, %d links, %d failures; want 1, 0, and the one attempt under its three subjects", s, l, f)
		}
	})
}
