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

const testAddress = "https://go.example.nz"

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
		w.Service = New(db, func() civil.Instant { return w.now }, Settings{
			Society: "New Zealand Go Society", AddPerson: addTestPerson,
		})
		w.ServedAt(testAddress)
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

// set changes a row as another process would.
func (w *world) set(query string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	}))
}

func (w *world) club(name string) ClubID {
	return ClubID(w.row(
		`INSERT INTO club (name, name_key, sort_key, created_at) VALUES ($1, $1, $1, '2026-01-01T00:00:00.000Z')`, name,
	))
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
	in, err := w.SignIn(ctx, Credentials{
		Email: strings.ToLower(given) + "@example.nz", Password: goodPassword, Network: "192.0.2.1", Device: "test",
	})
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

func TestOnlyThoseWhoMayManageAccounts(t *testing.T) {
	each(t, func(w *world) {
		person, id := w.account("Aroha", "Tūī")
		w.appointed(person, Committee)
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
		_, _, e9 := w.AuditLog(ctx, a, AuditQuery{Limit: 1})
		_, e10 := w.AuditObjects(ctx, a)
		_, e11 := w.Offices(ctx, a)
		_, _, e12 := w.EndedOffices(ctx, a, 0, 1)
		_, e13 := w.Office(ctx, a, 1)
		_, e14 := w.Appoint(ctx, a, Office{Person: person, Role: Administrator, From: w.now.Date()})
		for i, err := range []error{e1, e2, e3, e4, e5, e6, e7, e9, e10, e11, e12, e13, e14,
			w.Disable(ctx, a, id, 1), w.Enable(ctx, a, id, 1), w.ChangeEmail(ctx, a, id, 1, "x@example.nz", ForBoth),
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
		if _, err := w.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		w.actor(old)
		if n := w.count(`SELECT COUNT(*) FROM sign_in_failure`); n != 0 {
			w.t.Errorf("%d old failures left", n)
		}
		w.later(60 * 24 * time.Hour)
		w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: "wrong"})
		fresh := w.signIn("Aroha")
		if _, err := w.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		w.actor(fresh)
		if s, l, f := w.count(
			`SELECT COUNT(*) FROM session`,
		), w.count(
			`SELECT COUNT(*) FROM one_time_link`,
		), w.count(`SELECT COUNT(*) FROM sign_in_failure`); s != 1 || l != 0 || f != 3 {
			w.t.Errorf("%d sessions, %d links, %d failures; want 1, 0, and the one attempt under its three subjects", s, l, f)
		}
	})
}
