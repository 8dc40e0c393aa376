package hosting_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

// post takes every letter.
type post struct{ taken []mail.Message }

func (p *post) Send(_ context.Context, m mail.Message) error {
	p.taken = append(p.taken, m)
	return nil
}

type world struct {
	*hosting.Service
	t      *testing.T
	db     *store.DB
	now    civil.Instant
	club   clubs.ClubID
	other  clubs.ClubID
	host   auth.Actor
	seen   int // letters
	post   *post
	outbox *mail.Service
}

func day(s string) civil.Date { return civil.MustParseDate(s) }

// each begins on Monday 2 November 2026 with a club that meets on Tuesdays.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, post: &post{}, now: civil.MustParseInstant("2026-11-01T20:00:00.000Z")}
		clock := func() civil.Instant { return w.now }
		offices := auth.New(db, clock, auth.Settings{})
		w.outbox = mail.New(db, clock, w.post)
		w.Service = hosting.New(db, clock, "Go Society", "http://go.example.nz", offices, w.outbox)
		all := clubs.New(db, clock, offices)
		for i, name := range []string{"Harbour Go Club", "Capital Go Club"} {
			id, err := all.Found(ctx, auth.System("test"), clubs.ClubInput{Name: name, Email: fmt.Sprintf("club%d@example.nz", i)})
			w.must(err)
			if i == 0 {
				w.club = id
			} else {
				w.other = id
			}
		}
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Member", GivenNames: "A"},
		})
		w.must(err)
		if ids[0] != 1 {
			t.Fatal(ids)
		}
		w.host = auth.Actor{Person: 1, Name: "Tere Moana", Offices: []auth.Office{
			{Person: 1, Role: auth.ClubSecretary, Club: w.club, From: day("2020-01-01")},
		}}
		w.must(w.AddEvening(ctx, w.host, w.club, hosting.EveningInput{Weekday: "2", From: "7pm", Until: "21:30", Venue: "The library"}))
		test(t, w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// letters are those that were written since it was asked last: address, subject and text of each.
func (w *world) letters() (out []string) {
	w.t.Helper()
	all, err := store.All(ctx, w.db, func(s store.Scanner) (string, error) {
		var to, subject, body, reply string
		err := s.Scan(&to, &subject, &body, &reply)
		return to + "|" + subject + "|" + reply + "|" + body, err
	}, `SELECT to_address, subject, body, reply_address FROM mail_letter ORDER BY id`)
	w.must(err)
	out = all[w.seen:]
	w.seen = len(all)
	return out
}

func (w *world) one(parts ...string) string {
	w.t.Helper()
	list := w.letters()
	if len(list) != 1 {
		w.t.Fatalf("%d letters: %q", len(list), list)
	}
	for _, part := range parts {
		if !strings.Contains(list[0], part) {
			w.t.Errorf("the letter lacks %q: %s", part, list[0])
		}
	}
	return list[0]
}

var linkInLetter = regexp.MustCompile(`http://go\.example\.nz/visits/([A-Z2-7]{26})`)

// link is that of the last letter that has reached an address.
func (w *world) link(address string) string {
	w.t.Helper()
	_, err := w.outbox.Deliver(ctx)
	w.must(err)
	for _, m := range slices.Backward(w.post.taken) {
		if m.To.Address != address {
			continue
		}
		if found := linkInLetter.FindStringSubmatch(m.Body); found != nil {
			return found[1]
		}
	}
	w.t.Fatalf("no letter with a link has reached %s", address)
	return ""
}

func (w *world) ask(on, email string) error {
	return w.Ask(ctx, hosting.Input{
		Club: w.club, Evening: 1, Day: day(on), Name: "Mere Kōwhai", Email: email, Note: "I have never played.",
	}, "192.0.2.1")
}

// coming asks for a visit and confirms it.
func (w *world) coming(on, email string) string {
	w.t.Helper()
	w.must(w.ask(on, email))
	w.one(email)
	link := w.link(email)
	w.must(w.Confirm(ctx, link))
	w.one("club0@example.nz")
	return link
}

// A newcomer is told to the club only once the address is confirmed; the club answers once.
func TestANewcomerComesAlong(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.must(w.ask("2026-11-10", "mere@example.nz"))
		asked := w.one("mere@example.nz|", "Tuesday 10 November 2026, 7:00 pm", "The library")
		if strings.Contains(asked, "Kōwhai") || strings.Contains(asked, "never played") {
			t.Errorf("what was typed is in a letter to who has not confirmed: %s", asked)
		}
		book, err := w.Book(ctx, w.host, w.club)
		w.must(err)
		if len(book.Visits) != 0 || book.Next[1].Coming != 0 {
			t.Errorf("the club sees %+v", book)
		}
		link := w.link("mere@example.nz")
		w.must(w.Confirm(ctx, link))
		w.one("club0@example.nz|Mere Kōwhai comes along on 10 November 2026|mere@example.nz|", "I have never played.", "/clubs/1/visits")
		w.must(w.Confirm(ctx, link)) // pressed twice
		if list := w.letters(); len(list) != 0 {
			t.Errorf("twice: %q", list)
		}
		if book, err = w.Book(ctx, w.host, w.club); err != nil || len(book.Visits) != 1 || book.Next[1].Coming != 1 || !book.Told {
			t.Fatalf("the club sees %+v, %v", book, err)
		}
		if public, err := w.Next(ctx, w.club); err != nil || len(public) != 4 || public[1].Coming != 0 {
			t.Errorf("anyone sees %+v, %v", public, err)
		}
		v := book.Visits[0]
		w.must(w.Answer(ctx, w.host, v.ID, v.Version, "Come to the back door."))
		w.one("mere@example.nz|An answer from Harbour Go Club", "Come to the back door.")
		if err := w.Answer(ctx, w.host, v.ID, v.Version, "Again"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if err := w.Answer(ctx, w.host, v.ID, v.Version+1, "Again"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a second answer: %v", err)
		}
		w.must(w.ask("2026-11-10", "MERE@example.nz")) // again, once it is known
		w.one("mere@example.nz|Your visit to Harbour Go Club")
		w.must(w.Cancel(ctx, link))
		w.one("club0@example.nz|Mere Kōwhai does not come on 10 November 2026")
		if err := w.Confirm(ctx, strings.Repeat("A", 26)); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a wrong link: %v", err)
		}
	})
}

// Who may not host sees no visitor, and says nothing of an evening.
func TestWhoHosts(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.coming("2026-11-10", "mere@example.nz")
		stranger := w.host
		stranger.Offices = []auth.Office{{Person: 1, Role: auth.ClubSecretary, Club: w.other, From: day("2020-01-01")}}
		treasurer := w.host
		treasurer.Offices = []auth.Office{{Person: 1, Role: auth.Treasurer, From: day("2020-01-01")}}
		member := auth.Actor{Person: 2, Name: "A member"}
		for who, want := range map[*auth.Actor]apperr.Kind{&stranger: apperr.Forbidden, &member: apperr.Forbidden, {}: apperr.SignIn} {
			_, book := w.Book(ctx, *who, w.club)
			_, _, figures := w.Figures(ctx, *who)
			for _, err := range []error{
				book, figures, w.AddEvening(ctx, *who, w.club, hosting.EveningInput{}), w.EndEvening(ctx, *who, w.club, 1),
				w.Say(ctx, *who, w.club, 1, day("2026-11-10"), hosting.Meets),
			} {
				if apperr.KindOf(err) != want {
					t.Errorf("%v, want %s", err, want)
				}
			}
			if _, err := w.Visit(ctx, *who, 1); err == nil {
				t.Error("a visit is shown")
			}
			if err := w.Answer(ctx, *who, 1, 2, "Hello"); err == nil {
				t.Error("an answer is sent")
			}
		}
		if _, err := w.Book(ctx, treasurer, w.club); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the treasurer reads notes of visitors: %v", err)
		}
		if err := w.Say(ctx, stranger, w.other, 1, day("2026-11-10"), hosting.NoMeeting); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("another club's evening by its number: %v", err)
		}
		if list := w.letters(); len(list) != 0 {
			t.Errorf("letters went: %q", list)
		}
	})
}

// The club says of each evening that it meets, or that it does not: then who was coming is told, and no one else can.
func TestAClubSaysWhetherItMeets(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		written, err := w.Remind(ctx)
		w.must(err)
		if written != 1 {
			t.Errorf("%d reminders", written)
		}
		w.one("club0@example.nz|Do you meet on Tuesday 3 November 2026?", "/clubs/1/visits")
		if n, err := w.Remind(ctx); err != nil || n != 0 {
			t.Errorf("reminded twice: %d, %v", n, err)
		}
		w.must(w.Say(ctx, w.host, w.club, 1, day("2026-11-03"), hosting.Meets))
		w.coming("2026-11-10", "mere@example.nz")
		w.must(w.Say(ctx, w.host, w.club, 1, day("2026-11-10"), hosting.NoMeeting))
		w.one("mere@example.nz|Harbour Go Club does not meet on 10 November 2026", "/clubs/1")
		next, err := w.Next(ctx, w.club)
		w.must(err)
		if next[0].Word != hosting.Meets || next[1].Word != hosting.NoMeeting || next[2].Word != hosting.Silent {
			t.Errorf("the evenings are %+v", next)
		}
		all, err := w.NextOfAll(ctx)
		if err != nil || all[w.club].Day != day("2026-11-03") || len(all) != 1 {
			t.Errorf("the next of all is %+v, %v", all, err)
		}
		if err := w.ask("2026-11-10", "ana@example.nz"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("coming to no evening: %v", err)
		}
		for _, on := range []string{"2026-11-11", "2026-10-27", "2027-03-02"} {
			if err := w.ask(on, "ana@example.nz"); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("coming on %s: %v", on, err)
			}
			if err := w.Say(ctx, w.host, w.club, 1, day(on), hosting.Meets); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("meeting on %s: %v", on, err)
			}
		}
		w.must(w.ask("2026-11-17", "ana@example.nz"))
		w.one("ana@example.nz")
		link := w.link("ana@example.nz")
		w.must(w.Say(ctx, w.host, w.club, 1, day("2026-11-17"), hosting.NoMeeting))
		if err := w.Confirm(ctx, link); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("confirming a visit that was called off: %v", err)
		}
		w.coming("2026-11-24", "hemi@example.nz")
		w.must(w.EndEvening(ctx, w.host, w.club, 1))
		w.one("hemi@example.nz|Harbour Go Club does not meet on 24 November 2026")
		if list, err := w.Evenings(ctx, w.club); err != nil || len(list) != 0 {
			t.Errorf("it meets on %+v, %v", list, err)
		}
	})
}

// After a visit goes one letter, four weeks later one offer, and neither to who stopped them, was called off or has joined.
func TestLettersAfterAVisit(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.coming("2026-11-03", "mere@example.nz")
		stopped := w.coming("2026-11-03", "stop@example.nz")
		w.coming("2026-11-03", "joined@example.nz")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO person (family_name, given_names, name_key, sort_key, email, email_key, created_at)
				VALUES ('Rata', 'Joan', 'rata joan', 'rata joan', 'joined@example.nz', 'joined@example.nz', '2026-11-04T00:00:00.000Z')`)
			if err == nil {
				_, err = tx.Exec(ctx, `INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
					SELECT id, 2026, '2026-11-04', '2027-06-30', 'new', '{}', '2026-11-04T00:00:00.000Z' FROM person WHERE email <> ''`)
			}
			return err
		}))
		w.now = w.now.Add(2 * 24 * time.Hour) // Wednesday
		remind := func() []string {
			t.Helper()
			_, err := w.Remind(ctx)
			w.must(err)
			return w.letters()
		}
		list := remind()
		if len(list) != 2 || !strings.Contains(list[0], "mere@example.nz|How was your visit") || !strings.HasPrefix(list[1], "stop@") {
			t.Fatalf("after the visit: %q", list)
		}
		if list := remind(); len(list) != 0 {
			t.Errorf("again: %q", list)
		}
		w.must(w.Stop(ctx, stopped))
		w.coming("2026-11-10", "mere@example.nz") // a second visit, with no second letter
		w.now = w.now.Add(7 * 24 * time.Hour)
		for _, l := range remind() {
			if !strings.HasPrefix(l, "club0@") {
				t.Errorf("a second letter: %s", l)
			}
		}
		w.now = w.now.Add(22 * 24 * time.Hour)
		offers := 0
		for range 3 {
			for _, l := range remind() {
				switch {
				case strings.HasPrefix(l, "mere@example.nz|Join Go Society"):
					offers++
				case !strings.HasPrefix(l, "club0@"):
					t.Errorf("a letter to %s", l)
				}
			}
			w.now = w.now.Add(7 * 24 * time.Hour)
		}
		if offers != 1 {
			t.Errorf("%d offers", offers)
		}
		secretary := auth.Actor{Person: 1, Name: "S", Offices: []auth.Office{{Person: 1, Role: auth.Secretary, From: day("2020-01-01")}}}
		figures, months, err := w.Figures(ctx, secretary)
		w.must(err)
		n := 0
		for _, m := range months {
			n += m.Visits
		}
		if len(figures) != 2 || figures[1].Visits != 4 || figures[1].Joined != 1 || n != 4 || len(months) != 12 {
			t.Errorf("the figures are %+v, %+v", figures, months)
		}
	})
}

// Unconfirmed visits go when their link runs out, names and addresses sixty days after the evening; numbers stay.
func TestVisitsAreForgotten(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.must(w.ask("2026-11-24", "late@example.nz"))
		late := w.link("late@example.nz")
		w.one()
		w.coming("2026-11-03", "mere@example.nz")
		w.now = w.now.Add(48*time.Hour + time.Millisecond)
		if _, err := w.ByLink(ctx, late); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a link that has run out: %v", err)
		}
		if err := w.Confirm(ctx, late); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("confirming by it: %v", err)
		}
		if n, err := w.Forget(ctx); err != nil || n == 0 {
			t.Errorf("%d are forgotten, %v", n, err)
		}
		w.now = w.now.Add(60 * 24 * time.Hour)
		if n, err := w.Forget(ctx); err != nil || n == 0 {
			t.Errorf("%d are forgotten, %v", n, err)
		}
		if n, err := w.Forget(ctx); err != nil || n != 0 {
			t.Errorf("%d more are forgotten, %v", n, err)
		}
		rows, err := store.All(ctx, w.db, store.Value[string], `SELECT state || name || email || email_key || note FROM club_visit`)
		if err != nil || len(rows) != 1 || rows[0] != "coming" {
			t.Errorf("what is left is %q, %v", rows, err)
		}
	})
}

// An address, a network and an evening have bounds; problems of the form come all at once.
func TestFormsOfVisitorsHaveBounds(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		err := w.Ask(ctx, hosting.Input{Club: w.club, Email: "x", Note: strings.Repeat("ā", 501)}, "192.0.2.1")
		if e := apperr.Fields(nil); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(fmt.Sprintf("%+v", err), "") {
			t.Errorf("%v %v", err, e)
		}
		for i := range 5 {
			w.must(w.Ask(ctx, hosting.Input{
				Club: w.club, Evening: 1, Day: day("2026-11-10"), Name: "M", Email: "mere@example.nz",
			}, fmt.Sprintf("192.0.2.%d", i)))
		}
		if n := len(w.letters()); n != 3 {
			t.Errorf("%d letters to one address", n)
		}
		for i := range 12 {
			err = w.Ask(ctx, hosting.Input{
				Club: w.club, Evening: 1, Day: day("2026-11-10"), Name: "M", Email: fmt.Sprintf("m%d@example.nz", i),
			}, "192.0.2.77")
		}
		if apperr.KindOf(err) != apperr.TooMany || len(w.letters()) != 10 {
			t.Errorf("a network: %v", err)
		}
		for i := range 40 {
			err = w.Write(ctx, hosting.Message{Club: w.club, Name: "M", Email: "m@example.nz", Message: "Hello"}, fmt.Sprintf("198.51.100.%d", i))
		}
		list := w.letters()
		if apperr.KindOf(err) != apperr.TooMany || len(list) != 30 || !strings.HasPrefix(list[0], "club0@example.nz|A message from M|m@example.nz|") {
			t.Errorf("a club: %v, %d", err, len(list))
		}
		if err := w.Write(ctx, hosting.Message{Club: w.club}, "203.0.113.1"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("an empty message: %v", err)
		}
		if ok, err := w.Reaches(ctx, w.other); !ok || err != nil {
			t.Errorf("a club with an address: %v, %v", ok, err)
		}
		for range 9 {
			w.must(w.AddEvening(ctx, w.host, w.club, hosting.EveningInput{Weekday: "3", From: "19:00", Until: "21:00"}))
		}
		if err := w.AddEvening(ctx, w.host, w.club, hosting.EveningInput{Weekday: "3", From: "19:00", Until: "21:00"}); err == nil {
			t.Error("eleven evenings in a week")
		}
		for _, in := range []hosting.EveningInput{
			{}, {Weekday: "7", From: "19:00", Until: "20:00"}, {Weekday: "1", From: "21:00", Until: "19:00"},
			{Weekday: "1", From: "19:00", Until: "20:00", Venue: strings.Repeat("x", 201)},
		} {
			if err := w.AddEvening(ctx, w.host, w.club, in); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%+v: %v", in, err)
			}
		}
	})
}

func TestTimesOfDay(t *testing.T) {
	for text, want := range map[string]string{
		"19:00": "7:00 pm", "7pm": "7:00 pm", "7.30 PM": "7:30 pm", "12:00 am": "12:00 am", "12pm": "12:00 pm", "0:05": "12:05 am", "9:15am": "9:15 am",
	} {
		if m, ok := hosting.ParseMinute(text); !ok || m.String() != want {
			t.Errorf("%q is %s, %v", text, m, ok)
		}
	}
	for _, text := range []string{"", "7", "24:00", "7:60", "13pm", "0pm", "7:5", "seven", "7:00:00", "-1:00", "7ampm", "999:00"} {
		if m, ok := hosting.ParseMinute(text); ok {
			t.Errorf("%q is %s", text, m)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := hosting.Minute(rapid.IntRange(0, 1439).Draw(t, "minute"))
		for _, text := range []string{m.String(), m.Field()} {
			if again, ok := hosting.ParseMinute(text); !ok || again != m {
				t.Fatalf("%q is %v", text, again)
			}
		}
		e := hosting.Evening{Weekday: time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday"))}
		from := day("2026-01-01").AddDays(rapid.IntRange(0, 800).Draw(t, "from"))
		days := e.Days(from, hosting.Ahead)
		if len(days) != 4 {
			t.Fatalf("%d days", len(days))
		}
		for _, d := range days {
			if d.Weekday() != e.Weekday || d.Before(from) {
				t.Fatalf("%s is no %s from %s on", d, e.Weekday, from)
			}
		}
	})
}

func FuzzParseMinute(f *testing.F) {
	f.Add("7:30 pm")
	f.Fuzz(func(t *testing.T, text string) {
		if m, ok := hosting.ParseMinute(text); ok && (m < 0 || m > 1439) {
			t.Errorf("%q is %d", text, int(m))
		}
	})
}
