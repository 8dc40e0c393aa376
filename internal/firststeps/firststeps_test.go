package firststeps_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/firststeps"
	"nzgs/internal/logbook"
	"nzgs/internal/mail"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx   = context.Background()
	now   = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	clock = func() civil.Instant { return now }
)

func holding(roles ...auth.Role) auth.Actor {
	actor := auth.Actor{Person: 7, Name: "Aroha Tūī"}
	for _, role := range roles {
		actor.Offices = append(actor.Offices, auth.Office{Role: role, From: civil.MustParseDate("2020-01-01")})
	}
	return actor
}

// everyone holds all offices that a step is for.
var everyone = holding(auth.Administrator, auth.President, auth.Secretary, auth.Treasurer)

func run(t *testing.T, db *store.DB, query string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// society is a database with one person in it, its settings, and its first steps.
func society(t *testing.T, db *store.DB, post *mail.SMTP) (*settings.Service, *firststeps.Service) {
	t.Helper()
	run(t, db, `INSERT INTO person (id, family_name, given_names, name_key, sort_key, email, created_at)
		VALUES (7, 'Tūī', 'Aroha', 'tui aroha', 'tui aroha', 'aroha@example.nz', '2020-01-01T00:00:00.000Z')`)
	p := settings.Program{
		Society: "Society",
		Own: func(context.Context, auth.Actor) (mail.Recipient, error) {
			return mail.Recipient{Name: "Aroha Tūī", Address: "aroha@example.nz"}, nil
		},
		Given: map[string]settings.Given{
			settings.Society: {Value: "Society"}, settings.Port: {Value: "587"}, settings.Encryption: {Value: "starttls"},
		},
	}
	if post != nil {
		p.Post = *post
	}
	letters := mail.New(db, clock, nil)
	s := settings.New(db, clock, p, logbook.New(db, clock, "Society", letters), letters)
	return s, firststeps.New(db, clock, s)
}

func done(l firststeps.List) (out []firststeps.Step) {
	for _, s := range l.Steps {
		if s.Done {
			out = append(out, s.Step)
		}
	}
	return out
}

func TestStepsAreDoneByFacts(t *testing.T) {
	three := []auth.Role{auth.President, auth.Secretary, auth.Treasurer}
	setup := func(named, reached bool, state settings.MailState) firststeps.Facts {
		return firststeps.Facts{Setup: settings.Setup{Named: named, Reached: reached, Mail: state}}
	}
	for _, tt := range []struct {
		facts firststeps.Facts
		want  []firststeps.Step
	}{
		{firststeps.Facts{}, nil},
		{setup(true, false, settings.MailUnset), nil},
		{setup(false, true, settings.MailHeld), nil},
		{setup(true, true, settings.MailUntried), []firststeps.Step{firststeps.Details}},
		{setup(false, false, settings.MailFailed), nil},
		{setup(false, false, settings.MailWorked), []firststeps.Step{firststeps.Mail}},
		{firststeps.Facts{Held: three[:2]}, nil},
		{firststeps.Facts{Held: three}, []firststeps.Step{firststeps.Offices}},
		{firststeps.Facts{Clubs: true}, []firststeps.Step{firststeps.Clubs}},
		{firststeps.Facts{Rates: true}, []firststeps.Step{firststeps.Rates}},
		{firststeps.Facts{Members: true}, []firststeps.Step{firststeps.Members}},
		{firststeps.Facts{Backup: now}, []firststeps.Step{firststeps.Backup}},
		{firststeps.Facts{Event: true}, []firststeps.Step{firststeps.Event}},
	} {
		var got []firststeps.Step
		for _, s := range firststeps.All {
			if tt.facts.Done(s) {
				got = append(got, s)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.facts, got, tt.want)
		}
	}
	if (firststeps.Facts{Clubs: true}).Done("anything") {
		t.Error("a step that is none is done")
	}
	if got := (firststeps.Facts{Held: three[1:2]}).Missing(); !slices.Equal(got, []auth.Role{auth.President, auth.Treasurer}) {
		t.Errorf("missing: %v", got)
	}
}

// Each step is done by what stands in the database, and by nothing less.
func TestStepsAreReadFromTheSociety(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := mailtest.Start(t)
		at := map[string]string{
			settings.Host: "127.0.0.1", settings.Port: fmt.Sprint(server.Port), settings.Encryption: "none",
			settings.From: "us@example.nz",
		}
		keep, steps := society(t, db, &mail.SMTP{Host: "127.0.0.1", Port: server.Port, Encryption: mail.Plain, From: "us@example.nz"})
		var have []firststeps.Step
		see := func(when string, ticks ...firststeps.Step) {
			t.Helper()
			have = append(have, ticks...)
			l, err := steps.List(ctx, everyone)
			if got := done(l); err != nil || len(got) != len(have) || l.Open() != len(firststeps.All)-len(have) {
				t.Errorf("%s: %v, %v; want %v", when, got, err, have)
			}
			for _, step := range have {
				if !slices.Contains(done(l), step) {
					t.Errorf("%s: %s is not done", when, step)
				}
			}
		}
		save := func(section settings.Section, version int64, in map[string]string) {
			t.Helper()
			if err := keep.Save(ctx, everyone, section, version, in); err != nil {
				t.Fatal(err)
			}
		}
		see("empty")
		save(settings.Details, 0, map[string]string{settings.Society: "Go in Test"})
		see("a name without an address")
		save(settings.Details, 1, map[string]string{settings.Society: "Go in Test", settings.Address: "PO Box 1"})
		see("a name and an address", firststeps.Details)
		save(settings.Mail, 0, at)
		see("a server that was not tried")
		if _, err := keep.Test(ctx, everyone); err != nil {
			t.Fatal(err)
		}
		see("a server that took a letter", firststeps.Mail)
		for _, of := range []struct {
			about, query string
			ticks        []firststeps.Step
		}{
			{"a president and a secretary", `INSERT INTO office (person_id, role, acting, from_day, created_at) VALUES
				(7, 'president', FALSE, '2020-01-01', '2020-01-01T00:00:00.000Z'),
				(7, 'secretary', FALSE, '2026-07-01', '2020-01-01T00:00:00.000Z')`, nil},
			{"treasurers of yesterday and of tomorrow", `INSERT INTO office (person_id, role, acting, from_day, until_day, created_at) VALUES
				(7, 'treasurer', FALSE, '2020-01-01', '2026-06-30', '2020-01-01T00:00:00.000Z'),
				(7, 'treasurer', FALSE, '2026-07-02', NULL, '2020-01-01T00:00:00.000Z')`, nil},
			{"a treasurer of today", `UPDATE office SET until_day = '2026-07-01' WHERE role = 'treasurer' AND from_day = '2020-01-01'`,
				[]firststeps.Step{firststeps.Offices}},
			{"a rate of students", `INSERT INTO subscription_rate (year, amount, meeting, meeting_day, resolution, kind, recorded_at)
				VALUES (2027, 1000, 'agm', '2026-03-01', 'So', 'student', '2026-06-01T00:00:00.000Z')`, nil},
			{"a rate of members", `UPDATE subscription_rate SET kind = 'full'`, []firststeps.Step{firststeps.Rates}},
			{"a try at a backup", `INSERT INTO backup_made (id, made_at, worked, size) VALUES (2, '2026-06-01T00:00:00.000Z', FALSE, 0)`, nil},
			{"a backup", `INSERT INTO backup_made (id, made_at, worked, size) VALUES (1, '2026-06-01T00:00:00.000Z', TRUE, 9)`,
				[]firststeps.Step{firststeps.Backup}},
			{"a draft, and an event that was cancelled", `INSERT INTO event (slug, name, from_day, to_day, status, cancelled, created_at) VALUES
				('a', 'A', '2026-08-01', '2026-08-01', 'draft', FALSE, '2026-06-01T00:00:00.000Z'),
				('b', 'B', '2026-08-01', '2026-08-01', 'open', TRUE, '2026-06-01T00:00:00.000Z')`, nil},
			{"an event", `UPDATE event SET status = 'open' WHERE slug = 'a'`, []firststeps.Step{firststeps.Event}},
			{"an event that was taken over with its results, and no other", `UPDATE event SET status = 'final' WHERE slug = 'a'`, nil},
			{"a term that was voided", `INSERT INTO membership_term (id, person_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES (1, 7, 2027, '2026-07-01', '2027-06-30', 'new', '{}', '2026-07-01T00:00:00.000Z')`, []firststeps.Step{firststeps.Members}},
		} {
			run(t, db, of.query)
			see(of.about, of.ticks...)
		}
		run(t, db, `INSERT INTO membership_term (id, person_id, year, from_day, to_day, kind, trace, corrects_id, reason, recorded_at)
			VALUES (2, 7, 2027, '2026-07-01', '2027-06-30', 'void', '{}', 1, 'Wrong person', '2026-07-01T00:00:00.000Z')`)
		have = slices.DeleteFunc(have, func(s firststeps.Step) bool { return s == firststeps.Members })
		see("a membership that was withdrawn")
		run(t, db, `INSERT INTO club (name, short_name, name_key, sort_key, created_at) VALUES ('Club', 'Club', 'club', 'club', '2026-06-01T00:00:00.000Z')`)
		see("a club", firststeps.Clubs)
		at[settings.From] = "others@example.nz"
		save(settings.Mail, 1, at)
		have = slices.DeleteFunc(have, func(s firststeps.Step) bool { return s == firststeps.Mail })
		see("another mail server")
	})
}

// An officer sees what they may do, and hears of what is for others while it is open.
func TestEachOfficerSeesTheirOwnSteps(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		_, steps := society(t, db, nil)
		for role, want := range map[auth.Role]string{
			auth.Administrator: "details mail offices clubs members backup; rates event",
			auth.President:     "offices event; details mail clubs rates members backup",
			auth.Secretary:     "offices clubs rates members event; details mail backup",
			auth.Treasurer:     "clubs rates members event; details mail offices backup",
		} {
			l, err := steps.List(ctx, holding(role))
			var mine, others []string
			for _, s := range l.Steps {
				mine = append(mine, string(s.Step))
			}
			for _, s := range l.Others {
				others = append(others, string(s))
			}
			if got := strings.Join(mine, " ") + "; " + strings.Join(others, " "); err != nil || got != want {
				t.Errorf("the %s: %s, %v; want %s", role, got, err, want)
			}
		}
		for _, role := range []auth.Role{auth.Committee, auth.Director, auth.RatingsOfficer} {
			if _, err := steps.List(ctx, holding(role)); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("the %s: %v", role, err)
			}
		}
		if _, err := steps.List(ctx, auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("no one: %v", err)
		}
	})
}

// A step is put aside with a reason and taken up again, each with one entry; no one does it with what is another's.
func TestAStepIsPutAside(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		_, steps := society(t, db, nil)
		admin, treasurer := holding(auth.Administrator), holding(auth.Treasurer)
		entries := func() int {
			list, err := audit.Of(ctx, db, "first_step", 2, 100)
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}
		if err := steps.PutAside(ctx, admin, firststeps.Mail, "  We do without\n for now. \u202e"); err != nil {
			t.Fatal(err)
		}
		s, err := steps.Step(ctx, admin, firststeps.Mail)
		if err != nil || s.Done || s.Open() || s.Aside == nil || *s.Aside != (firststeps.Aside{Reason: "We do without for now.", At: now}) {
			t.Errorf("%+v, %v", s, err)
		}
		if err := steps.PutAside(ctx, admin, firststeps.Mail, "We do without for now."); err != nil || entries() != 1 {
			t.Errorf("the same again: %v, %d entries", err, entries())
		}
		if err := steps.PutAside(ctx, admin, firststeps.Mail, "Mine"); apperr.KindOf(err) != apperr.Conflict ||
			!strings.Contains(err.Error(), "We do without for now.") {
			t.Errorf("for another reason: %v", err)
		}
		for about, tt := range map[string]struct {
			actor  auth.Actor
			step   firststeps.Step
			reason string
			want   apperr.Kind
		}{
			"another officer's": {treasurer, firststeps.Mail, "No", apperr.Forbidden},
			"the committee":     {holding(auth.Committee), firststeps.Event, "No", apperr.Forbidden},
			"a director":        {holding(auth.Director), firststeps.Event, "No", apperr.Forbidden},
			"no one":            {auth.Actor{}, firststeps.Mail, "No", apperr.SignIn},
			"none of them":      {admin, "'; DROP TABLE club", "No", apperr.NotFound},
			"an empty name":     {admin, "", "No", apperr.NotFound},
			"without a reason":  {admin, firststeps.Details, " \u200b\n\t", apperr.Invalid},
			"too long a reason": {admin, firststeps.Details, strings.Repeat("ā", firststeps.MostReason+1), apperr.Invalid},
			"a broken reason":   {admin, firststeps.Details, "a\xff", apperr.Invalid},
		} {
			if err := steps.PutAside(ctx, tt.actor, tt.step, tt.reason); apperr.KindOf(err) != tt.want {
				t.Errorf("%s: %v", about, err)
			}
			if err := steps.TakeUp(ctx, tt.actor, tt.step); tt.want != apperr.Invalid && apperr.KindOf(err) != tt.want {
				t.Errorf("%s takes it up: %v", about, err)
			}
		}
		if err := steps.PutAside(ctx, admin, firststeps.Details, strings.Repeat("ā", firststeps.MostReason)); err != nil {
			t.Error(err)
		}
		for range 2 {
			if err := steps.TakeUp(ctx, admin, firststeps.Mail); err != nil {
				t.Error(err)
			}
		}
		if s, err := steps.Step(ctx, admin, firststeps.Mail); err != nil || !s.Open() || entries() != 2 {
			t.Errorf("taken up: %+v, %v, %d entries", s, err, entries())
		}
	})
}

// A reason has a letter or a digit that someone sees, of whatever script.
func TestAReasonIsSeen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		_, steps := society(t, db, nil)
		for reason, seen := range map[string]bool{
			"": false, " \t\n": false, "\u200d": false, "\u200c\u200c": false, "\u3164": false, "\u2800": false, "\u115f": false,
			"\u1160": false, "\uffa0": false, "\ufe0f": false, "\u034f": false, "\u00ad": false, "\U000e0041": false,
			"\U00013441\U00013442": false, "\u3164 \u2800\u200d\ufe0f\u034f": false, "—.": false,
			"x": true, "2": true, "\u3164x": true, "Kāore": true, "다음에": true, "以后再说": true, "می\u200cشود": true, "\u09e8": true,
		} {
			err := steps.PutAside(ctx, everyone, firststeps.Clubs, reason)
			if seen && err != nil || !seen && (apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "Enter why")) {
				t.Errorf("%+q: %v", reason, err)
			}
			if err := steps.TakeUp(ctx, everyone, firststeps.Clubs); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// What is done is not put aside, and what was put aside and then done is done.
func TestWhatIsDoneIsNotPutAside(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		_, steps := society(t, db, nil)
		if err := steps.PutAside(ctx, everyone, firststeps.Clubs, "None yet"); err != nil {
			t.Fatal(err)
		}
		run(t, db, `INSERT INTO club (name, short_name, name_key, sort_key, created_at) VALUES ('Club', 'Club', 'club', 'club', '2026-06-01T00:00:00.000Z')`)
		if s, err := steps.Step(ctx, everyone, firststeps.Clubs); err != nil || !s.Done {
			t.Errorf("%+v, %v", s, err)
		}
		if err := steps.TakeUp(ctx, everyone, firststeps.Clubs); err != nil {
			t.Error(err)
		}
		if err := steps.PutAside(ctx, everyone, firststeps.Clubs, "No"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("put aside once done: %v", err)
		}
	})
}

// Of several who put a step aside at once, one does, with one entry.
func TestManyPutAStepAsideAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		_, steps := society(t, db, nil)
		var all sync.WaitGroup
		var mine, others int
		var count sync.Mutex
		for i := range 6 {
			all.Go(func() {
				err := steps.PutAside(ctx, everyone, firststeps.Backup, fmt.Sprint("Reason ", i))
				count.Lock()
				defer count.Unlock()
				var known *apperr.Error
				switch {
				case err == nil:
					mine++
				case errors.As(err, &known) && known.Kind == apperr.Conflict:
					others++
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		list, err := audit.Of(ctx, db, "first_step", 7, 100)
		if mine != 1 || others != 5 || err != nil || len(list) != 1 {
			t.Errorf("%d did, %d were refused, %d entries, %v", mine, others, len(list), err)
		}
	})
}
