package retention

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/hosting"
	"nzgs/internal/joining"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/newsletter"
	"nzgs/internal/ratings"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/takeover"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
)

var ctx = context.Background()

type world struct {
	*Service
	t                           *testing.T
	now                         civil.Instant
	outbox                      *mail.Service
	secretary, treasurer        auth.Actor
	former, member, guest, held auth.PersonID
}

func each(t *testing.T, test func(w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, now: civil.MustParseDate("2027-05-01").Midnight()}
		clock := func() civil.Instant { return w.now }
		accounts := auth.New(db, clock, auth.Settings{})
		w.outbox = mail.New(db, clock, nil)
		events := tournaments.New(db, clock, accounts, ratings.New(db, clock), nil, nil, func(tournaments.EventID) {})
		played := results.New(db, clock, events)
		w.Service = New(db, clock, Rooms{
			Auth: accounts, Joining: joining.New(db, clock, "Go", "", accounts, w.outbox),
			Orders:    bookshop.New(db, clock, "Go", "", accounts, w.outbox),
			Visits:    hosting.New(db, clock, "Go", "", accounts, w.outbox),
			Readers:   newsletter.New(db, clock, "Go", "", accounts, w.outbox),
			Entering:  entering.New(db, clock, "Go", accounts, events, w.outbox),
			EventMail: eventmail.New(db, clock, "Go", "", events, played, w.outbox), Results: played,
			TakeOver: takeover.New(db, clock, accounts, ratings.New(db, clock)), Treasury: treasury.New(db, clock), Names: func(context.Context) (int64, error) { return 0, nil },
		})
		since := w.now
		w.now = civil.MustParseDate("2020-01-01").Midnight()
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Tūī", GivenNames: "Aroha"},
			{FamilyName: "Peters", GivenNames: "James", Email: "james@example.nz", Phone: "04 123 4567", Note: "Moved away."},
			{FamilyName: "Lin", GivenNames: "Mei", Email: "mei@example.nz"}, {FamilyName: "Cho", GivenNames: "Ana", Address: "1 High St"},
			{FamilyName: "Ngata", GivenNames: "Rua", Email: "rua@example.nz"},
		})
		w.must(err)
		w.former, w.member, w.guest, w.held = ids[2], ids[3], ids[4], ids[5]
		for n, role := range []auth.Role{auth.Secretary, auth.Treasurer} {
			_, err := accounts.Appoint(ctx, auth.System("test"), auth.Office{Person: ids[n], Role: role, From: w.now.Date()})
			w.must(err)
		}
		_, err = accounts.Appoint(ctx, auth.System("test"), auth.Office{Person: w.held, Role: auth.Committee, From: w.now.Date()})
		w.must(err)
		w.now = since
		for n, to := range []*auth.Actor{&w.secretary, &w.treasurer} {
			*to, err = accounts.ActingAs(ctx, ids[n])
			w.must(err)
		}
		w.exec(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at) VALUES
			($1, 2023, '2023-07-01', '2024-06-30', 'new', '{}', $3), ($2, 2026, '2026-07-01', '2027-06-30', 'new', '{}', $3)`,
			w.former, w.member, since)
		test(w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	}))
}

func (w *world) count(query string, args ...any) int64 {
	w.t.Helper()
	n, err := count(ctx, w.db, query, args...)
	w.must(err)
	return n
}

func (w *world) item(key string) Item {
	w.t.Helper()
	v, err := w.View(ctx, w.secretary)
	w.must(err)
	for _, i := range v.Items {
		if i.Key == key {
			return i
		}
	}
	w.t.Fatalf("no kind %s", key)
	return Item{}
}

func (w *world) settings() Settings {
	v, err := w.View(ctx, w.secretary)
	w.must(err)
	out := Settings{Daily: v.Daily, Months: map[string]int{}, Version: v.Version}
	for _, i := range v.Items {
		if i.Period != nil {
			out.Months[i.Key] = i.Period.Months
		}
	}
	return out
}

const contacts = `SELECT count(*) FROM person WHERE id = $1 AND (email <> '' OR phone <> '' OR address <> '' OR note <> '')`

// A preview says what a run removes and keeps nothing of itself; who is in something under way is held, and members stay.
func TestAPreviewIsWhatARunRemoves(t *testing.T) {
	each(t, func(w *world) {
		if i := w.item("former"); i.Due != 2 || i.Waits != 1 || i.Held != 4 {
			t.Errorf("due %d, held %d of %d", i.Due, i.Waits, i.Held)
		}
		if w.count(contacts, w.former) != 1 || w.count(`SELECT count(*) FROM retention_run`) != 0 {
			t.Error("the preview removed something")
		}
		run, err := w.Press(ctx, w.secretary)
		w.must(err)
		for id, want := range map[auth.PersonID]int64{w.former: 0, w.guest: 0, w.member: 1, w.held: 1} {
			if got := w.count(contacts, id); got != want {
				t.Errorf("number %d: contact details %d, want %d", id, got, want)
			}
		}
		var line Line
		for _, l := range run.Lines {
			if l.Kind == "former" {
				line = l
			}
		}
		if line.Removed != 2 || line.Held != 1 || line.Rule != "The society decides: 2 years" || run.By != w.secretary.Name {
			t.Errorf("the report: %+v", run)
		}
		detail, err := store.One(ctx, w.db, store.Value[string], `SELECT detail FROM audit_entry WHERE action = 'run.retention'`)
		w.must(err)
		if strings.Contains(detail, "james") || !strings.Contains(detail, `"former":{"held":1,"removed":2`) {
			t.Errorf("the log says %s", detail)
		}
		if _, err := audit.Verify(ctx, w.db); err != nil {
			t.Error(err)
		}
		kept, err := w.Runs(ctx, w.secretary)
		w.must(err)
		if len(kept) != 1 || len(kept[0].Lines) != len(decided()) {
			t.Errorf("%+v", kept)
		}
	})
}

// A former member is due to the day: two years after the last day as a member.
func TestAPeriodEndsOnItsDay(t *testing.T) {
	each(t, func(w *world) {
		in := w.settings()
		in.Months["former"] = 34 // 30 June 2024 + 34 months = 30 April 2027
		w.must(w.Set(ctx, w.secretary, in))
		if i := w.item("former"); i.Due != 2 {
			t.Errorf("on the day after: %d", i.Due)
		}
		w.now = civil.MustParseDate("2027-04-30").Midnight()
		if i := w.item("former"); i.Due != 1 {
			t.Errorf("on the last day: %d", i.Due)
		}
	})
}

// The program removes what the society decides only where that is switched on, once a day, in one report.
func TestTheDailyJob(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.Run(ctx))
		if w.count(contacts, w.former) != 1 {
			t.Error("removed though it is off")
		}
		in := w.settings()
		in.Daily = true
		w.must(w.Set(ctx, w.secretary, in))
		w.must(w.Run(ctx))
		w.must(w.Run(ctx))
		if w.count(contacts, w.former) != 0 || w.count(`SELECT count(*) FROM retention_run`) != 1 ||
			w.count(`SELECT count(*) FROM audit_entry WHERE action = 'run.retention'`) != 1 {
			t.Error("not removed, or reported twice")
		}
		w.exec(`INSERT INTO join_request (state, family_name, given_names, email, email_key, kind, note, consent, asked_at, expires_at)
			VALUES ('unconfirmed', 'X', 'Y', 'x@example.nz', 'x@example.nz', 'full', '', 'yes', $1, $2)`,
			w.now.Date().AddDays(-9).Midnight(), w.now.Date().AddDays(-7).Midnight())
		w.must(w.Run(ctx)) // an hour later: what the program removes by itself comes into the day's report
		kept, err := w.Runs(ctx, w.secretary)
		w.must(err)
		if len(kept) != 1 || !kept[0].Daily || len(kept[0].Lines) != len(decided())+1 {
			t.Errorf("%+v", kept)
		}
		w.now = w.now.Date().AddDays(1).Midnight()
		w.must(w.Run(ctx))
		if n := w.count(`SELECT count(*) FROM retention_run`); n != 2 {
			t.Errorf("the next day: %d reports", n)
		}
	})
}

// To look at the page writes nothing: it answers while someone else writes.
func TestThePageOnlyReads(t *testing.T) {
	each(t, func(w *world) {
		soon, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		w.must(w.db.InTx(ctx, func(*store.Tx) error {
			_, err := w.View(soon, w.secretary)
			return err
		}))
	})
}

// Letters, bounces, lists, rolls and reasons lose their addresses and texts, and what is waiting to be sent does not.
func TestWhatTheSocietyDecidesOn(t *testing.T) {
	each(t, func(w *world) {
		old, late := civil.MustParseDate("2024-01-01").Midnight(), w.now
		for n, of := range []struct {
			state string
			at    civil.Instant
		}{{"sent", old}, {"failed", old}, {"waiting", old}, {"sent", late}} {
			var sent any
			if of.state == "sent" {
				sent = of.at
			}
			w.exec(`INSERT INTO mail_letter (letter_key, purpose, person_id, to_name, to_address, subject, body, state, due_at, queued_at, sent_at)
				VALUES ($1, 'test', $2, 'James', 'james@example.nz', 'Dear James', 'Text', $3, $4, $4, $5)`,
				"round-letters:"+string(rune('a'+n))+"@example.nz:2024", w.former, of.state, of.at, sent)
		}
		w.exec(`INSERT INTO mail_bounce (address_key, address, problem, noted_at, settled_at) VALUES ('a', 'a', '', $1, $1), ('b', 'b', '', $1, NULL)`, old)
		w.exec(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			VALUES ($1, 'resigned', '2019-06-30', 'Unwell', $2, 'X'), ($1, 'resigned', '2024-06-30', 'Moved', $2, 'X')`, w.former, old)
		due := map[string]Line{}
		v, err := w.View(ctx, w.secretary)
		w.must(err)
		for _, i := range v.Items {
			due[i.Key] = Line{Removed: i.Due, Held: i.Waits}
		}
		run, err := w.Press(ctx, w.secretary)
		w.must(err)
		for _, l := range run.Lines {
			if was := due[l.Kind]; was.Removed != l.Removed || was.Held != l.Held {
				t.Errorf("of %s is removed %d, held %d; the page said %d, %d", l.Kind, l.Removed, l.Held, was.Removed, was.Held)
			}
		}
		if due["letters"].Removed != 2 || due["bounces"].Removed != 1 || due["reasons"].Removed != 1 {
			t.Errorf("due: %+v", due)
		}
		for query, want := range map[string]int64{
			`SELECT count(*) FROM mail_letter WHERE to_address = '(removed)' AND body = '' AND subject = '(removed)' AND to_name = ''`: 2,
			`SELECT count(*) FROM mail_letter WHERE body = 'Text'`:                                                                     2,
			`SELECT count(*) FROM mail_letter WHERE letter_key LIKE '%@%'`:                                                             2,
			`SELECT count(*) FROM mail_letter WHERE outdated <> ''`:                                                                    2,
			`SELECT count(*) FROM mail_bounce`:                                                                                         1,
			`SELECT count(*) FROM departure WHERE reason = '(removed)'`:                                                                1,
		} {
			if got := w.count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		failed, err := store.One(ctx, w.db, store.Value[mail.LetterID], `SELECT id FROM mail_letter WHERE state = 'failed'`)
		w.must(err)
		if err := w.outbox.SendAgain(ctx, w.secretary, failed); apperr.KindOf(err) != apperr.Conflict ||
			!strings.Contains(err.Error(), "no longer kept") {
			t.Errorf("a letter without its text is sent again: %v", err)
		}
		if i := w.item("letters"); i.Due != 0 || i.Held != 2 {
			t.Errorf("afterwards: %+v", i)
		}
	})
}

func TestPeriodsHaveBounds(t *testing.T) {
	each(t, func(w *world) {
		in := w.settings()
		in.Months["letters"], in.Months["rolls"], in.Months["former"] = 2, 85, 0
		err := w.Set(ctx, w.secretary, in)
		var e *apperr.Error
		if !errors.As(err, &e) || len(e.Fields) != 3 {
			t.Errorf("%v", err)
		}
		in = w.settings()
		w.must(w.Set(ctx, w.secretary, in)) // the same again
		in.Daily = true
		w.must(w.Set(ctx, w.secretary, in))
		if err := w.Set(ctx, w.secretary, in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
	})
}

func TestWhoKeepsRetention(t *testing.T) {
	each(t, func(w *world) {
		unproved := w.secretary
		unproved.Session = 1
		for name, tt := range map[string]struct {
			actor        auth.Actor
			change, read apperr.Kind
		}{
			"no one": {auth.Actor{}, apperr.SignIn, apperr.SignIn}, "the treasurer": {w.treasurer, apperr.Forbidden, apperr.Forbidden},
			"the secretary, signed in long ago": {unproved, apperr.Prove, ""},
		} {
			_, press := w.Press(ctx, tt.actor)
			_, view := w.View(ctx, tt.actor)
			_, runs := w.Runs(ctx, tt.actor)
			set := w.Set(ctx, tt.actor, Settings{})
			if apperr.KindOf(press) != tt.change || apperr.KindOf(set) != tt.change || apperr.KindOf(view) != tt.read ||
				apperr.KindOf(runs) != tt.read {
				t.Errorf("%s: %v, %v, %v, %v", name, press, set, view, runs)
			}
		}
	})
}
