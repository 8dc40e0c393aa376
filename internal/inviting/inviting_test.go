package inviting

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx     = context.Background()
	program = auth.System("the test")
)

const password = "kōkako sings at dawn"

// world is a society with a mail server that takes every letter.
type world struct {
	*Service
	t      *testing.T
	db     *store.DB
	auth   *auth.Service
	outbox *mail.Service
	now    civil.Instant
	sent   []mail.Message
	admin  auth.Actor
}

func (w *world) take(m mail.Message) { w.sent = append(w.sent, m) }

type post struct{ w *world }

func (p post) Send(_ context.Context, m mail.Message) error { p.w.take(m); return nil }

func each(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(newWorld(t, db)) })
}

func newWorld(t *testing.T, db *store.DB) *world {
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-10-01T01:00:00.000Z")} // early afternoon
	clock := func() civil.Instant { return w.now }
	w.outbox = mail.New(db, clock, post{w})
	w.auth = auth.New(db, clock, auth.Settings{
		Society: "Test Society", BaseURL: "https://go.example.nz", Post: w.outbox.TellOwner, SendsMail: true,
	})
	w.outbox.FillLinks(mail.ToAccount, w.auth.AddressOfLink)
	w.Service = New(db, clock, w.auth, w.outbox)
	w.admin = w.officer("Ada", auth.Administrator)
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) sql(query string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, query, args...); return err }))
}

func (w *world) count(query string, args ...any) int {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], query, args...)
	w.must(err)
	return n
}

func (w *world) person(given, email string) (id auth.PersonID) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{FamilyName: "Test", GivenNames: given, Email: email})
		return err
	}))
	return id
}

// member is a person with a term that is in force.
func (w *world) member(given, email string) auth.PersonID {
	w.t.Helper()
	id := w.person(given, email)
	w.sql(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
		VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'renewal', '{}', $2)`, id, w.now)
	return id
}

// officer is someone signed in who holds an office, without an account of their own: no letter goes to them.
func (w *world) officer(given string, roles ...auth.Role) auth.Actor {
	id := w.person(given, "")
	a := auth.Actor{Account: auth.AccountID(1000 + id), Person: id, Name: given + " Test"}
	a.Proof.At = w.now
	for _, r := range roles {
		a.Offices = append(a.Offices, auth.Office{Person: id, Role: r, From: civil.MustParseDate("2020-01-01")})
	}
	return a
}

func (w *world) pressed(a auth.Actor) auth.Actor { a.Proof.At = w.now; return a }

func (w *world) send(leftOut ...auth.PersonID) (RoundID, error) {
	w.t.Helper()
	plan, err := w.Plan(ctx, w.admin, 0)
	w.must(err)
	return w.Send(ctx, w.pressed(w.admin), Choice{LeftOut: leftOut, Seen: plan.Seen})
}

func (w *world) sendAndWrite(leftOut ...auth.PersonID) RoundID {
	w.t.Helper()
	id, err := w.send(leftOut...)
	w.must(err)
	w.writeAll()
	return id
}

func (w *world) writeAll() {
	w.t.Helper()
	_, err := w.Step(ctx, 0)
	w.must(err)
}

// come is what reaches the mailboxes now.
func (w *world) come() []mail.Message {
	w.t.Helper()
	_, err := w.outbox.Deliver(ctx)
	w.must(err)
	out := w.sent
	w.sent = nil
	return out
}

var link = regexp.MustCompile(`https://go\.example\.nz/link/([\w-]{43})`)

func token(m mail.Message) string {
	if found := link.FindStringSubmatch(m.Body); found != nil {
		return found[1]
	}
	return ""
}

func refused(t *testing.T, err error, kind apperr.Kind, want string) {
	t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s with %q", err, kind, want)
	}
}

// The list says of everyone who is not written to why not.
func TestWhoIsInvitedAndWhoIsNot(t *testing.T) {
	each(t, func(w *world) {
		w.member("Aroha", "aroha@example.nz")
		w.member("Nohemi", "")
		w.member("Bent", "bent at example")
		back := w.member("Back", "back@example.nz")
		w.sql(`INSERT INTO mail_bounce (address_key, address, problem, noted_at) VALUES ('back@example.nz', 'back@example.nz', 'no', $1)`, w.now)
		w.member("Mum", "family@example.nz")
		w.member("Kid", "FAMILY@example.nz")
		w.member("Taker", "ada@example.nz") // with which someone else signs in
		other := w.person("Other", "")
		_, err := w.auth.AddAccount(ctx, program, other, "ada@example.nz")
		w.must(err)
		dead := w.member("Dead", "dead@example.nz")
		w.sql(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by) VALUES ($1, 'died', '2026-09-01', 'told by a friend', $2, 'x')`, dead, w.now)
		shut := w.member("Shut", "shut@example.nz")
		id, err := w.auth.AddAccount(ctx, program, shut, "shut@example.nz")
		w.must(err)
		w.must(w.auth.Disable(ctx, program, id, 1))
		handed := w.member("Handed", "handed@example.nz")
		_, err = w.auth.Invite(ctx, program, handed, "handed@example.nz")
		w.must(err)
		w.person("Stranger", "stranger@example.nz") // no member
		used := w.member("Used", "used@example.nz")
		made, err := w.auth.Invite(ctx, program, used, "used@example.nz")
		w.must(err)
		_, err = w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: made.Link.Token}, password)
		w.must(err)
		plan, err := w.Plan(ctx, w.admin, 0)
		w.must(err)
		var got []string
		for _, one := range plan.To {
			got = append(got, one.Name.Given)
		}
		for _, one := range plan.Without {
			got = append(got, one.Name.Given+" "+string(one.Missing))
		}
		want := "Aroha Back came_back Bent unusable Dead died Handed invited Kid shared Mum shared Nohemi no_address " +
			"Shut closed Taker shared"
		if s := strings.Join(got, " "); s != want {
			t.Errorf("plan\n%s, want\n%s", s, want)
		}
		if plan.InUse != 1 || plan.Members != 11 {
			t.Errorf("of %d members %d have an account in use", plan.Members, plan.InUse)
		}
		_ = back
	})
}

// Each gets a letter with a link of their own, which is in no letter of the outbox, works once, and opens nothing that
// is open already.
func TestEachIsInvitedByALetterOfTheirOwn(t *testing.T) {
	each(t, func(w *world) {
		w.member("Aroha", "aroha@example.nz")
		w.member("Wiremu", "wiremu@example.nz")
		out := w.member("Mei", "mei@example.nz")
		id := w.sendAndWrite(out)
		bodies, err := store.All(ctx, w.db, store.Value[string], `SELECT body FROM mail_letter ORDER BY id`)
		w.must(err)
		if len(bodies) != 2 || strings.Contains(strings.Join(bodies, ""), "/link/") || !strings.Contains(bodies[0], auth.LinkHere) {
			t.Errorf("the outbox holds %q", bodies)
		}
		come := w.come()
		if len(come) != 2 || token(come[0]) == "" || token(come[0]) == token(come[1]) {
			t.Fatalf("letters %+v", come)
		}
		if n := w.count(`SELECT COUNT(*) FROM one_time_link WHERE token_hash = $1 OR token_hash = $2`, token(come[0]), token(come[1])); n != 0 {
			t.Error("a link is stored as it is")
		}
		_, err = w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: token(come[0])}, password)
		w.must(err)
		_, err = w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: token(come[0])}, password+"x")
		refused(t, err, apperr.NotFound, "")
		r, err := w.Round(ctx, w.admin, id)
		w.must(err)
		if r.Invited != 2 || r.Come != 1 || r.Waiting != 0 || r.By != "Ada Test" {
			t.Errorf("round %+v", r)
		}
		list, n, err := w.People(ctx, w.admin, id, 1, 10)
		if w.must(err); n != 2 || list[0].State != Come || list[1].State != Sent {
			t.Errorf("people %+v", list)
		}
		w.now = w.now.Add(auth.LetterLasts)
		_, err = w.auth.LookAtLink(ctx, token(come[1]))
		refused(t, err, apperr.NotFound, "expired")
		if _, err := audit.Verify(ctx, w.db); err != nil {
			t.Error(err)
		}
	})
}

// A forwarded letter takes over no account: neither one with a password, nor one whose address was wrong.
func TestAForwardedLetterTakesNothingOver(t *testing.T) {
	each(t, func(w *world) {
		one, two := w.member("Aroha", "aroha@example.nz"), w.member("Wiremu", "wrong@example.nz")
		w.sendAndWrite()
		come := w.come()
		a, err := auth.AccountOf(ctx, w.db, one)
		w.must(err)
		w.sql(`UPDATE account SET password_hash = 'x' WHERE id = $1`, a.ID) // by another way
		_, err = w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: token(come[0])}, password)
		refused(t, err, apperr.NotFound, "has a password already")
		b, err := auth.AccountOf(ctx, w.db, two)
		w.must(err)
		w.must(w.auth.ChangeEmail(ctx, program, b.ID, b.Version, "right@example.nz", auth.ForBoth))
		_, err = w.auth.LookAtLink(ctx, token(come[1]))
		refused(t, err, apperr.NotFound, "not valid")
	})
}

// Two who press at once: each member is written to once. So it is with two copies of the program.
func TestPressedTwiceAtOnce(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		for i := range 40 {
			w.member(fmt.Sprintf("M%02d", i), fmt.Sprintf("m%02d@example.nz", i))
		}
		plan, err := w.Plan(ctx, w.admin, 0)
		w.must(err)
		var wg sync.WaitGroup
		results := make([]error, 4)
		for i := range results {
			wg.Go(func() { _, results[i] = w.Send(ctx, w.admin, Choice{Seen: plan.Seen}) })
		}
		wg.Wait()
		sent := 0
		for _, err := range results {
			if err == nil {
				sent++
			} else if apperr.KindOf(err) != apperr.Conflict {
				t.Error(err)
			}
		}
		if sent != 1 {
			t.Errorf("%d presses were taken", sent)
		}
		for range 3 {
			wg.Go(func() {
				if _, err := w.Step(ctx, 0); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := w.count(`SELECT COUNT(*) FROM mail_letter`); n != 40 {
			t.Errorf("%d letters for 40 members", n)
		}
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Error(err)
		}
	})
}

// Many are written to in steps; who stops the program half way finds the rest written when it runs again, and no one is
// written to twice.
func TestManyInStepsAndStoppedHalfWay(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	const many = 1000
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		for i := range many {
			id, err := members.InsertPerson(ctx, tx, w.now, members.PersonInput{
				FamilyName: "Test", GivenNames: fmt.Sprintf("M%04d", i), Email: fmt.Sprintf("m%d@example.nz", i),
			})
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'renewal', '{}', $2)`, id, w.now); err != nil {
				return err
			}
		}
		return nil
	}))
	began := time.Now()
	id, err := w.send()
	w.must(err)
	t.Logf("the press took %v", time.Since(began))
	stopped, stop := context.WithTimeout(ctx, 300*time.Millisecond)
	defer stop()
	if _, err := w.Step(stopped, 0); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Log(err)
	}
	r, err := w.Round(ctx, w.admin, id)
	if w.must(err); r.Invited == 0 || r.Waiting == 0 || r.Invited+r.Waiting != many {
		t.Errorf("half way: %+v", r)
	}
	if n, err := w.Step(ctx, 60); n != 75 || err != nil { // three steps
		t.Errorf("about 60: %d, %v", n, err)
	}
	w.writeAll()
	t.Logf("all letters after %v", time.Since(began))
	if n := w.count(`SELECT COUNT(DISTINCT to_address) FROM mail_letter`); n != many {
		t.Errorf("%d were written to", n)
	}
	if n := w.count(`SELECT COUNT(*) FROM mail_letter WHERE turn = 1 AND mailing = $1`, Batch(id)); n != many {
		t.Errorf("%d letters of the mailing", n)
	}
	undone, err := w.Undo(ctx, w.pressed(w.admin), id)
	if w.must(err); undone.Voided != many || undone.Removed != many {
		t.Errorf("undone %+v", undone)
	}
	if n := w.count(`SELECT (SELECT COUNT(*) FROM account) + (SELECT COUNT(*) FROM one_time_link) + (SELECT COUNT(*) FROM mail_letter)`); n != 0 {
		t.Errorf("%d accounts, links and letters are left", n)
	}
}

// Those who did not come are written to again, once; the earlier link is void.
func TestSentAgainToThoseWhoDidNotCome(t *testing.T) {
	each(t, func(w *world) {
		w.member("Aroha", "aroha@example.nz")
		late := w.member("Wiremu", "wrong@example.nz")
		id := w.sendAndWrite()
		come := w.come()
		_, err := w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: token(come[0])}, password)
		w.must(err)
		w.come() // nothing is told of a first password
		w.sql(`UPDATE person SET email = 'right@example.nz', email_key = 'right@example.nz' WHERE id = $1`, late)
		again, err := w.SendAgain(ctx, w.pressed(w.admin), id)
		w.must(err)
		_, err = w.SendAgain(ctx, w.pressed(w.admin), id)
		refused(t, err, apperr.Conflict, "no one to write to again")
		w.writeAll()
		second := w.come()
		if len(second) != 1 || second[0].To.Address != "right@example.nz" {
			t.Fatalf("letters %+v", second)
		}
		_, err = w.auth.LookAtLink(ctx, token(come[1]))
		refused(t, err, apperr.NotFound, "newer one")
		_, err = w.auth.LookAtLink(ctx, token(second[0]))
		w.must(err)
		r, err := w.Round(ctx, w.admin, again)
		if w.must(err); r.Again != id || r.Invited != 1 {
			t.Errorf("round %+v", r)
		}
		// The first round has nothing left to undo; the second has.
		_, err = w.Undo(ctx, w.pressed(w.admin), id)
		refused(t, err, apperr.Conflict, "nothing to undo")
		out, err := w.Undo(ctx, w.pressed(w.admin), again)
		if w.must(err); out != (UndoneCounts{Voided: 1, Removed: 1}) {
			t.Errorf("undone %+v", out)
		}
		_, err = w.auth.LookAtLink(ctx, token(second[0]))
		refused(t, err, apperr.NotFound, "not valid")
		_, err = w.Undo(ctx, w.pressed(w.admin), again)
		refused(t, err, apperr.Conflict, "were undone on 1 October 2026")
		_, err = w.SendAgain(ctx, w.pressed(w.admin), again)
		refused(t, err, apperr.Conflict, "were undone")
		if n := w.count(`SELECT COUNT(*) FROM account WHERE person_id = $1`, late); n != 0 {
			t.Error("the account is left")
		}
		w.sendAndWrite() // and can be invited once more
		if third := w.come(); len(third) != 1 {
			t.Errorf("letters %+v", third)
		}
	})
}

// What is undone before the letters are written writes none; who used the link in time keeps the account.
func TestUndoneInTime(t *testing.T) {
	each(t, func(w *world) {
		w.member("Aroha", "aroha@example.nz")
		id, err := w.send()
		w.must(err)
		out, err := w.Undo(ctx, w.pressed(w.admin), id)
		if w.must(err); out != (UndoneCounts{Stopped: 1}) {
			t.Errorf("undone %+v", out)
		}
		w.writeAll()
		if come := w.come(); len(come) != 0 {
			t.Errorf("letters %+v", come)
		}
		next := w.sendAndWrite()
		come := w.come()
		_, err = w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: token(come[0])}, password)
		w.must(err)
		_, err = w.Undo(ctx, w.pressed(w.admin), next)
		refused(t, err, apperr.Conflict, "nothing to undo")
	})
}

// An address that changes between the press and the letter is looked at again.
func TestWhatChangedSinceThePress(t *testing.T) {
	each(t, func(w *world) {
		one := w.member("Aroha", "aroha@example.nz")
		plan, err := w.Plan(ctx, w.admin, 0)
		w.must(err)
		w.sql(`UPDATE person SET email = 'other@example.nz', email_key = 'other@example.nz' WHERE id = $1`, one)
		_, err = w.Send(ctx, w.admin, Choice{Seen: plan.Seen})
		refused(t, err, apperr.Conflict, "changed after you opened it")
		id, err := w.send()
		w.must(err)
		w.member("Twin", "other@example.nz")
		w.writeAll()
		list, _, err := w.People(ctx, w.admin, id, 1, 10)
		if w.must(err); list[0].State != LeftOut || list[0].Missing != auth.MissingShared || len(w.come()) != 0 {
			t.Errorf("people %+v", list)
		}
	})
}

func TestWhoMayInvite(t *testing.T) {
	each(t, func(w *world) {
		w.member("Aroha", "aroha@example.nz")
		for _, role := range []auth.Role{auth.Treasurer, auth.President, auth.Committee, auth.RatingsOfficer} {
			a := w.officer("O"+string(role), role)
			_, err := w.Plan(ctx, a, 0)
			refused(t, err, apperr.Forbidden, "")
			_, err = w.Send(ctx, a, Choice{})
			refused(t, err, apperr.Forbidden, "")
			_, err = w.SendAgain(ctx, a, 1)
			refused(t, err, apperr.Forbidden, "")
			_, err = w.Undo(ctx, a, 1)
			refused(t, err, apperr.Forbidden, "")
			_, _, err = w.Rounds(ctx, a, 1, 10)
			refused(t, err, apperr.Forbidden, "")
			_, err = w.Round(ctx, a, 1)
			refused(t, err, apperr.Forbidden, "")
			_, _, err = w.People(ctx, a, 1, 1, 10)
			refused(t, err, apperr.Forbidden, "")
		}
		_, err := w.Plan(ctx, auth.Actor{}, 0)
		refused(t, err, apperr.SignIn, "")
		stale := w.admin
		stale.Proof = auth.Proof{At: w.now.Add(-time.Hour)}
		_, err = w.Send(ctx, stale, Choice{})
		if err == nil {
			t.Error("someone who signed in an hour ago sends")
		}
		_, err = w.Round(ctx, w.admin, 77)
		refused(t, err, apperr.NotFound, "Invitations not found.")
		if _, n, err := w.Rounds(ctx, w.admin, 1, 10); n != 0 || err != nil {
			t.Errorf("%d rounds, %v", n, err)
		}
	})
}
