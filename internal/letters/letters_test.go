package letters

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/mail"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
)

var (
	ctx     = context.Background()
	program = auth.System("the test")
)

// world is a society with a mail server.
type world struct {
	t         *testing.T
	db        *store.DB
	s         *Service
	events    *tournaments.Service
	outbox    *mail.Service
	server    *mailtest.Server
	now       civil.Instant
	secretary auth.Actor
}

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, now: civil.MustParseInstant("2027-06-10T01:00:00.000Z"), server: mailtest.Start(t)}
		clock := func() civil.Instant { return w.now }
		offices := auth.New(db, clock, auth.Settings{})
		w.events = tournaments.New(
			db, clock, offices, ratings.New(db, clock), representative.New(db, clock), titles.New(db, clock), nil,
		)
		w.outbox = mail.New(db, clock, mail.SMTP{
			Host: "127.0.0.1", Port: w.server.Port, Encryption: mail.Plain, From: "society@go.example.nz",
			FromName: "Test Society",
		})
		entries := entering.New(db, clock, "Test Society", offices, w.events, w.outbox)
		w.s = New(
			db, clock, "Test Society", "https://go.example.nz", members.New(db, clock), treasury.New(db, clock), entries,
			w.outbox,
		)
		w.secretary = w.officer("Tūī", "Aroha", auth.Office{Role: auth.Secretary})
		test(t, w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) person(family, given, email string) auth.PersonID {
	w.t.Helper()
	var id auth.PersonID
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{
			FamilyName: family, GivenNames: given, Email: email, Address: "1 Test Street\nTown 1234",
		})
		return err
	}))
	return id
}

func (w *world) officer(family, given string, offices ...auth.Office) auth.Actor {
	id := w.person(family, given, strings.ToLower(given)+"@example.nz")
	a := auth.Actor{Account: auth.AccountID(id), Person: id, Name: given + " " + family}
	for _, o := range offices {
		o.Person, o.From = id, civil.MustParseDate("2020-01-01")
		a.Offices = append(a.Offices, o)
	}
	return a
}

// member is a person with a term of the year to 30 June 2027; club 0: an individual one.
func (w *world) member(family, given, email string, club int64) auth.PersonID {
	w.t.Helper()
	id := w.person(family, given, email)
	w.sql(`INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace, recorded_at)
		VALUES ($1, $2, 2026, '2026-07-01', '2027-06-30', 'renewal', '{}', $3)`, id, store.NullZero(club), w.now)
	return id
}

func (w *world) club(name string) (id int64) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = store.One(ctx, tx, store.Value[int64], `
			INSERT INTO club (name, name_key, sort_key, created_at) VALUES ($1, $2, $2, $3) RETURNING id`,
			name, members.Fold(name), w.now)
		return err
	}))
	return id
}

func (w *world) sql(query string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	}))
}

func (w *world) plan(o Occasion) Plan {
	w.t.Helper()
	p, err := w.s.Plan(ctx, w.secretary, o)
	w.must(err)
	return p
}

func (w *world) deliver() []mailtest.Letter {
	w.t.Helper()
	before := len(w.server.Letters())
	_, err := w.outbox.Deliver(ctx)
	w.must(err)
	return w.server.Letters()[before:]
}

// outsiders may not do what officers may.
func outsiders() []auth.Actor {
	from := civil.MustParseDate("2020-01-01")
	return []auth.Actor{
		{Account: 90, Person: 90, Name: "A member"},
		{Account: 91, Person: 91, Offices: []auth.Office{{Role: auth.ClubSecretary, Club: 1, From: from}}},
		{Account: 92, Person: 92, Offices: []auth.Office{{Role: auth.Director, From: from}}},
		{Account: 93, Person: 93, Offices: []auth.Office{{Role: auth.RatingsOfficer, From: from}}},
	}
}

// Who gets a letter is shown with who gets it on paper, each once; one is left out, and stays left out.
func TestRemindersGoOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		club := w.club("Kāpiti Go Club")
		w.member("Kererū", "Mere", "mere@example.nz", 0)
		w.member("Weka", "Wiremu", "wiremu@example.nz", 0)
		w.member("Paper", "Pat", "", 0)
		w.member("Club", "Carol", "carol@example.nz", club)
		gone := w.member("Zz", "Zoe", "zoe@example.nz", 0)
		w.sql(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			VALUES ($1, 'died', '2027-06-01', 'Her family', $2, 'Secretary')`, gone, w.now)
		renewed := w.member("Early", "Eve", "eve@example.nz", 0)
		w.sql(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2027, '2027-07-01', '2028-06-30', 'renewal', '{}', $2)`, renewed, w.now)
		p := w.plan(RenewSoon)
		if len(p.To) != 2 || len(p.Paper) != 1 || p.To[0].Name != "Mere Kererū" || p.Paper[0].Why != "no e-mail address" ||
			len(p.None) != 1 || p.None[0].Why != "has died" {
			t.Fatalf("%+v", p)
		}
		_, preview, _ := w.s.Preview(p, p.To[1].Key)
		if !strings.Contains(preview.Body, "Kia ora Wiremu\n\nYour membership of Test Society ends on 30 June 2027.") ||
			strings.Contains(preview.Body, "subscription for") {
			t.Errorf("%s", preview.Body)
		}
		out, err := w.s.Send(ctx, w.secretary, RenewSoon, []string{p.To[1].Key}, p.Seen)
		if err != nil || out.Mail != 1 || out.Paper != 1 {
			t.Fatalf("%+v, %v", out, err)
		}
		got := w.deliver()
		if len(got) != 1 || got[0].To != "mere@example.nz" || strings.Contains(got[0].Raw, "wiremu@") ||
			!strings.Contains(got[0].Header("Reply-To"), "aroha@example.nz") || got[0].Header("List-Unsubscribe") == "" {
			t.Errorf("%+v", got)
		}
		p = w.plan(RenewSoon)
		if len(p.To) != 1 || !p.To[0].LeftOut || len(p.Paper) != 0 || p.Written != 2 {
			t.Errorf("afterwards %+v", p)
		}
		_, err = w.s.Send(ctx, w.secretary, RenewSoon, []string{p.To[0].Key}, p.Seen)
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("to no one: %v", err)
		}
		_, paper, err := w.s.OnPaper(ctx, w.secretary, out.Mailing)
		if err != nil || len(paper) != 1 || paper[0].Postal != "1 Test Street\nTown 1234" ||
			!strings.Contains(paper[0].Body, "Kia ora Pat") {
			t.Errorf("%+v, %v", paper, err)
		}
		undone := w.now
		w.sql(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			SELECT person_id, 'died', '2027-06-01', 'His son', $2, 'Secretary' FROM mailing_letter WHERE mailing_id = $1 AND way = 'paper'`,
			out.Mailing, w.now)
		if _, paper, err := w.s.OnPaper(ctx, w.secretary, out.Mailing); err != nil || len(paper) != 0 {
			t.Errorf("a letter and a label for who died before they were printed: %+v, %v", paper, err)
		}
		w.sql(`UPDATE departure SET undone_at = $1, undone_by = 'Secretary', undone_why = 'A namesake' WHERE reason = 'His son'`, undone)
		if _, paper, err := w.s.OnPaper(ctx, w.secretary, out.Mailing); err != nil || len(paper) != 1 {
			t.Errorf("after it was undone: %+v, %v", paper, err)
		}
		w.sql(`UPDATE mailing_letter SET name = '', postal = '', subject = '(removed)', body = '' WHERE mailing_id = $1 AND way = 'paper'`,
			out.Mailing)
		if _, paper, err := w.s.OnPaper(ctx, w.secretary, out.Mailing); err != nil || len(paper) != 0 {
			t.Errorf("an empty sheet for who was erased: %+v, %v", paper, err)
		}
		if err := w.s.LeaveOut(ctx, w.secretary, RenewSoon, nil, w.plan(RenewSoon).Seen); err != nil {
			t.Fatal(err)
		}
		if p = w.plan(RenewSoon); p.To[0].LeftOut {
			t.Error("still left out")
		}
	})
}

// What was not seen is not sent: another person on the list, another text.
func TestNothingLeavesUnseen(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.member("Kererū", "Mere", "mere@example.nz", 0)
		seen := w.plan(RenewSoon).Seen
		w.member("Weka", "Wiremu", "wiremu@example.nz", 0)
		if _, err := w.s.Send(ctx, w.secretary, RenewSoon, nil, seen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("to someone who was not shown: %v", err)
		}
		seen = w.plan(RenewSoon).Seen
		w.must(w.s.SetTemplate(ctx, w.secretary, RenewSoon, 0, Text{"Soon", "It ends on {until}."}))
		if _, err := w.s.Send(ctx, w.secretary, RenewSoon, nil, seen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("another text: %v", err)
		}
		if n := len(w.deliver()); n != 0 {
			t.Errorf("%d letters", n)
		}
	})
}

// Two who press at once send each letter once.
func TestTwoOfficersPressAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		for i := range 30 {
			w.member(fmt.Sprintf("Member%02d", i), "Given", fmt.Sprintf("m%d@example.nz", i), 0)
		}
		seen := w.plan(RenewSoon).Seen
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() { // raced by TestTwoOfficersPressAtOnce
				_, err := w.s.Send(ctx, w.secretary, RenewSoon, nil, seen)
				if err != nil && apperr.KindOf(err) != apperr.Conflict && apperr.KindOf(err) != apperr.Invalid {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := len(w.deliver()); n != 30 {
			t.Errorf("%d letters", n)
		}
	})
}

func TestOfficersAloneWriteByOccasion(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.member("Kererū", "Mere", "mere@example.nz", 0)
		for _, a := range outsiders() {
			for name, do := range map[string]func() error{
				"plan":      func() error { _, err := w.s.Plan(ctx, a, RenewSoon); return err },
				"send":      func() error { _, err := w.s.Send(ctx, a, RenewSoon, nil, ""); return err },
				"leave out": func() error { return w.s.LeaveOut(ctx, a, RenewSoon, nil, "") },
				"template":  func() error { _, err := w.s.Template(ctx, a, RenewSoon); return err },
				"templates": func() error { _, err := w.s.Templates(ctx, a); return err },
				"set":       func() error { return w.s.SetTemplate(ctx, a, RenewSoon, 0, Text{"a", "{until}"}) },
				"reset":     func() error { return w.s.ResetTemplate(ctx, a, RenewSoon, 0) },
				"schedules": func() error { _, err := w.s.Schedules(ctx, a); return err },
				"schedule":  func() error { _, err := w.s.Schedule(ctx, a, RenewSoon); return err },
				"switch":    func() error { return w.s.SetSchedule(ctx, a, RenewSoon, 0, On, 5) },
				"decide":    func() error { return w.s.Decide(ctx, a, RenewSoon, 2026, Held) },
				"mailings":  func() error { _, _, err := w.s.Mailings(ctx, a, 1, 5); return err },
				"register":  func() error { _, err := w.s.Compose(ctx, a, Source{}, Text{"a", "b"}); return err },
			} {
				if err := do(); apperr.KindOf(err) != apperr.Forbidden {
					t.Errorf("%s by %d: %v", name, a.Person, err)
				}
			}
		}
	})
}

func TestTemplatesHaveVersions(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		err := w.s.SetTemplate(ctx, w.secretary, FeeDue, 0, Text{"Pay", "Pay {amount}, {iban}."})
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "{iban}") ||
			!strings.Contains(err.Error(), "{reference}") {
			t.Errorf("%v", err)
		}
		w.must(w.s.SetTemplate(ctx, w.secretary, FeeDue, 0, Text{"Pay", "Pay {amount}, {reference}."}))
		err = w.s.SetTemplate(ctx, w.secretary, FeeDue, 0, Text{"Pay", "{amount}, {reference}"})
		if apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		got, err := w.s.Template(ctx, w.secretary, FeeDue)
		if err != nil || !got.Own || got.Version != 1 || got.Body != "Pay {amount}, {reference}." ||
			got.ChangedBy != "Aroha Tūī" {
			t.Errorf("%+v, %v", got, err)
		}
		w.must(w.s.ResetTemplate(ctx, w.secretary, FeeDue, 1))
		if got, _ = w.s.Template(ctx, w.secretary, FeeDue); got.Own || got.Version != 2 || got.Text != got.House {
			t.Errorf("%+v", got)
		}
		if _, err := w.s.Template(ctx, w.secretary, "no such"); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("%v", err)
		}
	})
}

// Whoever leaves a topic gets no more of it, by the link of a letter, by one press, or signed in; what must be said has
// no topic.
func TestWhoWantsNoMore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		mere := w.member("Kererū", "Mere", "mere@example.nz", 0)
		w.member("Weka", "Wiremu", "wiremu@example.nz", 0)
		p := w.plan(RenewSoon)
		_, err := w.s.Send(ctx, w.secretary, RenewSoon, []string{p.To[1].Key}, p.Seen)
		w.must(err)
		link := w.deliver()[0].Header("List-Unsubscribe")
		token := strings.TrimPrefix(strings.Split(strings.Trim(link, "<>"), "?")[0], "https://go.example.nz/letter-choices/")
		w.must(w.s.Leave(ctx, token, Reminders))
		w.must(w.s.Leave(ctx, token, Reminders))
		now, err := w.s.ChoicesBy(ctx, token)
		if err != nil || now.Person != mere || !now.Left[Reminders] || now.Left[News] {
			t.Errorf("%+v, %v", now, err)
		}
		if p := w.plan(RenewLate); len(p.To) != 0 {
			t.Errorf("%+v", p)
		}
		w.now = civil.MustParseInstant("2027-07-10T01:00:00.000Z")
		if p := w.plan(RenewLate); len(p.To) != 1 || len(p.None) != 1 || p.None[0].Person != mere {
			t.Errorf("%+v", p)
		}
		for _, bad := range []string{"", "x", token + "x"} {
			if err := w.s.Leave(ctx, bad, News); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%q: %v", bad, err)
			}
			if err := w.s.ChooseBy(ctx, bad, nil); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%q: %v", bad, err)
			}
		}
		own := auth.Actor{Account: 5, Person: mere, Name: "Mere"}
		w.must(w.s.Choose(ctx, own, []Topic{News, "no such"}))
		if now, _ = w.s.OwnChoices(ctx, own); now.Left[Reminders] || !now.Left[News] || len(now.Left) != 1 {
			t.Errorf("%+v", now)
		}
		w.must(w.s.Leave(ctx, token, "all"))
		if now, _ = w.s.OwnChoices(ctx, own); len(now.Left) != len(Topics) {
			t.Errorf("%+v", now)
		}
		w.must(w.s.ChooseBy(ctx, token, nil))
		if err := w.s.Choose(ctx, auth.Actor{}, nil); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("%v", err)
		}
		if _, err := w.s.OwnChoices(ctx, auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("%v", err)
		}
	})
}

// Bug: whoever resigned at the end of a year was written to a month later that the subscription had run out.
func TestWhoLeftAtTheEndOfTheYearIsNotRemindedOfIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		mere := w.member("Kererū", "Mere", "mere@example.nz", 0)
		w.member("Weka", "Wiremu", "wiremu@example.nz", 0)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				VALUES ($1, 'resigned', '2027-06-30', 'Moved.', $2, 'x')`, mere, w.now)
			return err
		}))
		w.now = civil.MustParseInstant("2027-07-10T01:00:00.000Z")
		if p := w.plan(RenewLate); len(p.To) != 1 || p.To[0].Person == mere {
			t.Errorf("%+v", p)
		}
	})
}
