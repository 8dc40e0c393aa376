package leaving_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

var ctx = context.Background()

func clock() civil.Instant { return civil.MustParseInstant("2026-09-01T00:00:00.000Z") }

func day(s string) civil.Date { return civil.MustParseDate(s) }

// world is a secretary (1) and two members: one of this year (2), who has paid the next one too, and one who lapsed (3).
type world struct {
	t         *testing.T
	db        *store.DB
	s         *leaving.Service
	members   *members.Service
	mail      *mail.Service
	offices   *auth.Service
	secretary auth.Actor
	ids       []members.PersonID
	from      civil.Date // of offices that are given
}

func each(t *testing.T, test func(w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, members: members.New(db, clock), mail: mail.New(db, clock, nil)}
		w.offices = auth.New(db, clock, auth.Settings{})
		rules := governance.New(db, clock)
		w.s = leaving.New(db, clock, w.mail, w.offices, committee.New(db, clock, w.offices, rules))
		ids, err := w.members.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz"},
			{FamilyName: "Peters", GivenNames: "James"},
		})
		w.must(err)
		w.ids, w.from = ids, day("2026-01-01")
		w.secretary = auth.Actor{Account: 1, Person: ids[0], Name: "Tere Moana", Offices: []auth.Office{
			{Person: ids[0], Role: auth.Secretary, From: day("2020-01-01")},
		}}
		term := func(i int, from, to string) members.Term {
			return members.Term{
				Person: ids[i], Year: constitution.Shipped().YearOf(day(from)), From: day(from), To: day(to),
				Kind: members.KindRenewal, RecordedAt: clock(), Trace: constitution.Trace{Rule: "2.2"},
			}
		}
		w.must(db.InTx(ctx, func(tx *store.Tx) error {
			return members.InsertTerms(ctx, tx, []members.Term{
				term(1, "2025-07-01", "2026-06-30"), term(1, "2026-07-01", "2027-06-30"), term(1, "2027-07-01", "2028-06-30"),
				term(2, "2024-07-01", "2025-06-30"),
			})
		}))
		test(w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) wants(err error, kind apperr.Kind, part string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), part) {
		w.t.Errorf("it says %q (%s), want %s with %q", fmt.Sprint(err), apperr.KindOf(err), kind, part)
	}
}

func (w *world) file(i int) members.File {
	w.t.Helper()
	f, err := members.FileOf(ctx, w.db, w.ids[i], clock().Date())
	w.must(err)
	return f
}

func (w *world) input(i int, kind leaving.Kind, on string) leaving.Input {
	return leaving.Input{
		Person: w.ids[i], Version: w.file(i).Person.Version, Kind: kind, Day: day(on), Reason: "A letter of the family.",
	}
}

func (w *world) last(i int) leaving.Departure {
	w.t.Helper()
	all, err := w.s.Of(ctx, w.secretary, w.ids[i])
	w.must(err)
	if len(all) == 0 {
		w.t.Fatal("no one left")
	}
	return all[0]
}

func TestWhoMayRecordThatSomeoneLeft(t *testing.T) {
	each(t, func(w *world) {
		in := w.input(1, leaving.Died, "2026-08-20")
		own := auth.Actor{Account: 2, Person: w.ids[1], Name: "Aroha Tūī"}
		president := w.secretary
		president.Offices = []auth.Office{{Person: w.ids[0], Role: auth.President, From: day("2020-01-01")}}
		for _, a := range []auth.Actor{own, president} {
			w.wants(w.s.Record(ctx, a, in), apperr.Forbidden, "")
			_, err := w.s.Undo(ctx, a, 1, "No.")
			w.wants(err, apperr.Forbidden, "")
		}
		w.wants(w.s.Record(ctx, auth.Actor{}, in), apperr.SignIn, "")
		w.wants(w.s.Resign(ctx, auth.Actor{}, 1, "No."), apperr.SignIn, "")
		other := auth.Actor{Account: 3, Person: w.ids[2], Name: "James Peters"}
		_, err := w.s.Of(ctx, other, w.ids[1])
		w.wants(err, apperr.Forbidden, "")
		stale := own
		stale.Session, stale.Proof.At = 1, clock().Add(-time.Hour)
		w.wants(w.s.Resign(ctx, stale, w.file(1).Person.Version, "Moving."), apperr.Prove, "")
		officer := w.secretary
		officer.Session, officer.Proof.At = 1, clock().Add(-time.Hour)
		w.wants(w.s.Record(ctx, officer, in), apperr.Prove, "")
		_, err = w.s.Undo(ctx, officer, 1, "No.")
		w.wants(err, apperr.Prove, "")
		w.wants(w.s.Record(ctx, w.secretary, w.input(0, leaving.Died, "2026-08-20")), apperr.Invalid, "your own")
	})
}

// The account of the last administrator stays open, whoever says that the administrator died.
func TestTheLastAdministratorIsNotShutOut(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO account (person_id, email, email_key, password_hash, created_at)
				VALUES ($1, 'aroha@example.nz', 'aroha@example.nz', 'x', $2)`, w.ids[1], clock())
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `
				INSERT INTO office (person_id, role, from_day, created_at)
				VALUES ($1, 'administrator', '2020-01-01', $2)`, w.ids[1], clock())
			return err
		}))
		w.wants(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")), apperr.Invalid, "no administrator")
	})
}

func TestWhatIsRecordedOfLeavingIsChecked(t *testing.T) {
	each(t, func(w *world) {
		for name, tt := range map[string]struct {
			change func(in *leaving.Input)
			person int
			part   string
		}{
			"no kind":      {func(in *leaving.Input) { in.Kind = "" }, 1, "what happened"},
			"no day":       {func(in *leaving.Input) { in.Day = civil.Date{} }, 1, "Enter the day"},
			"tomorrow":     {func(in *leaving.Input) { in.Day = day("2026-09-02") }, 1, "future"},
			"no reason":    {func(in *leaving.Input) { in.Reason = " " }, 1, "Say why"},
			"too long":     {func(in *leaving.Input) { in.Reason = strings.Repeat("x", 501) }, 1, "Shorten"},
			"not a member": {func(*leaving.Input) {}, 2, "was not a member"},
		} {
			w.t.Run(name, func(t *testing.T) {
				in := w.input(tt.person, leaving.Resigned, "2026-08-20")
				tt.change(&in)
				w.wants(w.s.Record(ctx, w.secretary, in), apperr.Invalid, tt.part)
			})
		}
		old := w.input(1, leaving.Resigned, "2026-08-20")
		old.Version--
		w.wants(w.s.Record(ctx, w.secretary, old), apperr.Conflict, "first")
	})
}

// A resignation ends the term on its day and cancels a later one; the history keeps both, and undoing it gives both back.
func TestAResignationEndsTermsAndCanBeUndone(t *testing.T) {
	each(t, func(w *world) {
		was := w.file(1)
		own := auth.Actor{Account: 2, Person: w.ids[1], Name: "Aroha Tūī"}
		w.must(w.s.Resign(ctx, own, was.Person.Version, "I am moving overseas."))
		now := w.file(1)
		if got := now.Summary; got.Status != members.Member || got.Until != day("2026-09-01") {
			t.Errorf("on the day itself: %+v", got)
		}
		if len(now.Terms) != len(was.Terms)+2 {
			t.Errorf("%d rows of terms, want %d: none is taken away", len(now.Terms), len(was.Terms)+2)
		}
		if in, err := members.MembersOn(ctx, w.db, w.ids[1:2], day("2026-09-02")); err != nil || in[w.ids[1]] {
			t.Errorf("the day after she is a member: %v %v", in, err)
		}
		w.wants(w.s.Resign(ctx, own, now.Person.Version, "Again."), apperr.Invalid, "anyway")

		done, err := w.s.Undo(ctx, w.secretary, w.last(1).ID, "She meant the newsletter.")
		w.must(err)
		if done.Back != 2 || done.Stays != 0 {
			t.Errorf("%d terms came back and %d stay", done.Back, done.Stays)
		}
		if got := w.file(1).Summary; got.Until != was.Summary.Until || got.Joined != was.Summary.Joined {
			t.Errorf("afterwards %+v, want %+v", got, was.Summary)
		}
		_, err = w.s.Undo(ctx, w.secretary, done.ID, "Twice.")
		w.wants(err, apperr.Conflict, "already undone")
	})
}

// A term that was corrected since stays as it was corrected.
func TestUndoingLeavesWhatWasCorrectedSince(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Resigned, "2026-08-20")))
		treasurer := w.secretary
		treasurer.Offices = []auth.Office{{Person: w.ids[0], Role: auth.Treasurer, From: day("2020-01-01")}}
		for _, t := range members.InForce(w.file(1).Terms) {
			if t.To == day("2026-08-20") {
				w.must(w.members.CorrectTerm(ctx, treasurer, members.CorrectInput{Term: t.ID, To: day("2026-08-01"), Reason: "Earlier."}))
			}
		}
		done, err := w.s.Undo(ctx, w.secretary, w.last(1).ID, "A mistake.")
		w.must(err)
		if done.Back != 1 || done.Stays != 1 {
			t.Errorf("%d terms came back and %d stay, want 1 and 1", done.Back, done.Stays)
		}
	})
}

// No one writes to who died: what waits is withdrawn, and nothing is queued; the account is closed until it is undone.
func TestWhoDiedGetsNoLetterAndSignsInNoLonger(t *testing.T) {
	each(t, func(w *world) {
		letter := func(key string) mail.Letter {
			return mail.Letter{
				Key: key, Purpose: "test", Subject: "Hello", Body: "Hello.",
				To: mail.Recipient{Person: int64(w.ids[1]), Name: "Aroha Tūī", Address: "aroha@example.nz"},
			}
		}
		queue := func(key string) (n int) {
			w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
				n, err = w.mail.Queue(ctx, tx, letter(key))
				return err
			}))
			return n
		}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO account (person_id, email, email_key, created_at)
				VALUES ($1, 'aroha@example.nz', 'aroha@example.nz', $2)`, w.ids[1], clock())
			return err
		}))
		if queue("before") != 1 {
			t.Fatal("a letter to the living is not queued")
		}
		w.must(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")))
		waiting, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM mail_letter`)
		w.must(err)
		if waiting != 0 || queue("after") != 0 {
			t.Errorf("%d letters wait, or one more was queued", waiting)
		}
		account := func() auth.Account {
			a, err := auth.AccountOf(ctx, w.db, w.ids[1])
			w.must(err)
			return a
		}
		if !account().Disabled {
			t.Error("the account is open")
		}
		if f := w.file(1); f.Person.Died != day("2026-08-20") || f.Summary.Status != members.Lapsed {
			t.Errorf("died %s, %s", f.Person.Died, f.Summary.Status)
		}
		w.wants(w.s.Record(ctx, w.secretary, w.input(1, leaving.Died, "2026-08-20")), apperr.Conflict, "died on")
		treasurer := w.secretary
		treasurer.Offices = []auth.Office{{Person: w.ids[0], Role: auth.Treasurer, From: day("2020-01-01")}}
		_, err = treasury.New(w.db, clock).Quote(ctx, treasurer, treasury.Application{
			Person: w.ids[1], Year: 2026, Received: day("2026-09-01"),
		})
		w.wants(err, apperr.Invalid, "died on")

		_, err = w.s.Undo(ctx, w.secretary, w.last(1).ID, "It was her namesake.")
		w.must(err)
		if account().Disabled || queue("again") != 1 || !w.file(1).Person.Died.IsZero() {
			t.Error("what was a mistake still holds")
		}
	})
}
