package act

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

func TestWorkingDays(t *testing.T) {
	for from, want := range map[string]string{
		"2026-11-20": "2026-12-18", "2026-11-21": "2026-12-18", "2026-11-22": "2026-12-18", "2026-11-23": "2026-12-21",
	} {
		if got := addWorkingDays(day(from), changeDays); got != day(want) {
			t.Errorf("from %s: %s, want %s", from, got, want)
		}
	}
}

func TestWhatAYearAsksFor(t *testing.T) {
	keys := func(f facts) string {
		var out []string
		for _, s := range f.steps() {
			out = append(out, s.Key+"<"+s.Due.String())
		}
		return strings.Join(out, " ")
	}
	office := func(from, until string) auth.Appointment {
		o := auth.Appointment{Office: auth.Office{Role: auth.Secretary, From: day(from)}}
		if until != "" {
			o.Until = day(until)
		}
		return o
	}
	by := func(p auth.PersonID, o auth.Appointment) auth.Appointment {
		o.Person = p
		return o
	}
	for name, tt := range map[string]struct {
		facts facts
		want  string
	}{
		"elected again": {
			facts{
				today: day("2027-05-14"), balances: []civil.Date{day("2027-03-31")},
				offices: []auth.Appointment{office("2020-01-01", "2027-05-02"), office("2027-05-03", "2028-05-01")},
			},
			"interests:2027-03-31<2027-09-30 return:2027-03-31<2027-09-30 statements:2027-03-31<2027-09-30",
		},
		"no balance date is named": {facts{today: day("2027-05-01"), offices: []auth.Appointment{office("2027-01-04", "")}}, ""},
		"one to come":              {facts{today: day("2026-05-01"), balances: []civil.Date{day("2027-03-31")}}, ""},
		"one that has come": {
			facts{today: day("2027-05-01"), balances: []civil.Date{day("2027-03-31")}},
			"interests:2027-03-31<2027-09-30 return:2027-03-31<2027-09-30 statements:2027-03-31<2027-09-30",
		},
		"the end of February": {
			facts{today: day("2028-03-01"), balances: []civil.Date{day("2027-02-28")}},
			"interests:2027-02-28<2027-08-28 return:2027-02-28<2027-08-28 statements:2027-02-28<2027-08-28 " +
				"interests:2028-02-29<2028-08-29 return:2028-02-29<2028-08-29 statements:2028-02-29<2028-08-29",
		},
		"changes since then": {
			facts{
				today: day("2027-05-01"), balances: []civil.Date{day("2027-12-31")},
				offices: []auth.Appointment{office("2027-01-04", "")},
			}, "",
		},
		"a change of officers": {
			facts{
				today: day("2027-05-14"), balances: []civil.Date{day("2027-03-31")}, rules: []civil.Date{day("2020-01-01")},
				offices: []auth.Appointment{office("2020-01-01", "2027-05-02"), by(2, office("2027-05-03", "2027-06-01"))},
			},
			"officers:2027-05-03<2027-05-31 interests:2027-03-31<2027-09-30 return:2027-03-31<2027-09-30 statements:2027-03-31<2027-09-30",
		},
	} {
		if got := keys(tt.facts); got != tt.want {
			t.Errorf("%s: %s\nwant %s", name, got, tt.want)
		}
	}
}

type world struct {
	*Service
	rules                                   *governance.Service
	now                                     civil.Instant
	secretary, treasurer, president, member auth.Actor
}

func each(t *testing.T, test func(t *testing.T, w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{now: day("2027-05-01").Midnight()}
		clock := func() civil.Instant { return w.now }
		w.rules = governance.New(db, clock)
		w.Service = New(db, clock, w.rules)
		offices := auth.New(db, clock, auth.Settings{})
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Tūī", GivenNames: "Aroha"}, {FamilyName: "Peters", GivenNames: "James"},
			{FamilyName: "Lin", GivenNames: "Mei"},
		})
		must(t, err)
		for n, role := range []auth.Role{auth.Secretary, auth.Treasurer, auth.President} {
			_, err := offices.Appoint(ctx, auth.System("test"), auth.Office{Person: ids[n], Role: role, From: day("2025-01-01")})
			must(t, err)
		}
		for n, to := range []*auth.Actor{&w.secretary, &w.treasurer, &w.president, &w.member} {
			*to, err = offices.ActingAs(ctx, ids[n])
			must(t, err)
		}
		test(t, w)
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func fields(err error) string {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return ""
	}
	var out []string
	for _, f := range e.Fields {
		out = append(out, f.Name)
	}
	return strings.Join(out, " ")
}

// The statements are ticked off once, by two different officers' signatures and a proof; the duty follows.
func TestStatementsAreTickedOffWithTheirProof(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		must(t, w.BeginYear(ctx, w.secretary, day("2027-03-31")))
		if err := w.BeginYear(ctx, w.secretary, day("2027-03-30")); fields(err) != "balance" {
			t.Errorf("an earlier one: %v", err)
		}
		duties, err := w.rules.Duties(ctx, w.secretary)
		must(t, err)
		if len(duties) != 3 || duties[0].Due != day("2027-09-30") || duties[0].Says() != Law {
			t.Fatalf("%+v", duties)
		}
		in := ProofInput{Key: "statements:2027-03-31"}
		if err := w.TickOff(ctx, w.secretary, in); fields(err) != "on reference signer second" {
			t.Errorf("with nothing: %q", fields(err))
		}
		in = ProofInput{
			Key: in.Key, On: day("2027-05-01"), Reference: "CO-123", Signer: w.treasurer.Person, Second: w.treasurer.Person,
		}
		if err := w.TickOff(ctx, w.secretary, in); fields(err) != "second" {
			t.Errorf("signed by one: %v", err)
		}
		in.Second = w.member.Person
		if err := w.TickOff(ctx, w.secretary, in); fields(err) != "second" {
			t.Errorf("signed by a member: %v", err)
		}
		in.Second, in.On = w.president.Person, day("2027-05-02")
		if err := w.TickOff(ctx, w.secretary, in); fields(err) != "on" {
			t.Errorf("tomorrow: %v", err)
		}
		in.On = day("2027-05-01")
		must(t, w.TickOff(ctx, w.secretary, in))
		if err := w.TickOff(ctx, w.secretary, in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("twice: %v", err)
		}
		if err := w.TickOff(ctx, w.secretary, ProofInput{Key: "statements:2031-03-31"}); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a year to come: %v", err)
		}
		v, err := w.View(ctx, w.treasurer)
		must(t, err)
		if len(v.Steps) != 2 || len(v.Done) != 1 || v.Done[0].Done.Second.Name == "" {
			t.Errorf("%+v", v)
		}
		w.now = day("2028-04-01").Midnight()
		must(t, w.Refresh(ctx))
		duties, err = w.rules.Duties(ctx, w.secretary)
		must(t, err)
		open := 0
		for _, d := range duties {
			if !d.Done() {
				open++
			}
		}
		if len(duties) != 6 || open != 5 {
			t.Errorf("the next year: %d duties, %d open", len(duties), open)
		}
	})
}

// Contact persons are one to three; what is not recorded is said to be not recorded.
func TestContactPersonsAndConsents(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		must(t, w.BeginYear(ctx, w.secretary, day("2027-03-31")))
		v, err := w.View(ctx, w.secretary)
		must(t, err)
		if !v.Few || len(v.Missing) != 3 {
			t.Errorf("%+v", v)
		}
		add := func(kind Kind, who auth.PersonID, text string) error {
			return w.Record(ctx, w.secretary, RecordInput{Kind: kind, Person: who, From: day("2027-04-30"), Text: text})
		}
		for _, who := range []auth.Actor{w.secretary, w.treasurer, w.president} {
			must(t, add(Contact, who.Person, ""))
		}
		if err := add(Contact, w.member.Person, ""); fields(err) != "person" {
			t.Errorf("a fourth: %v", err)
		}
		if err := add(Contact, w.secretary.Person, ""); fields(err) != "person" {
			t.Errorf("again: %v", err)
		}
		if err := add(Interest, w.secretary.Person, ""); fields(err) != "text" {
			t.Errorf("an interest in nothing: %v", err)
		}
		must(t, add(Interest, w.secretary.Person, "Sells us boards"))
		must(t, add(Consent, w.secretary.Person, ""))
		v, err = w.View(ctx, w.secretary)
		must(t, err)
		if v.Few || v.Contacts != 3 || len(v.Missing) != 2 {
			t.Errorf("%+v", v)
		}
		told := 0
		for _, s := range v.Steps {
			if s.Key == "contacts:2027-04-30" {
				told++
			}
		}
		if told != 1 {
			t.Errorf("the registrar is told of new contact persons %d times", told)
		}
		for _, r := range v.Records {
			if r.Kind == Contact && r.Person.ID == w.president.Person {
				if err := w.End(ctx, w.secretary, r.ID, day("2027-04-01")); fields(err) != "until" {
					t.Errorf("before it began: %v", err)
				}
				must(t, w.End(ctx, w.secretary, r.ID, day("2027-05-01")))
				if err := w.End(ctx, w.secretary, r.ID, day("2027-05-01")); apperr.KindOf(err) != apperr.Conflict {
					t.Errorf("ended twice: %v", err)
				}
			}
		}
	})
}

func TestWhoKeepsTheActsYear(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for name, tt := range map[string]struct {
			actor        auth.Actor
			change, read apperr.Kind
		}{
			"no one": {auth.Actor{}, apperr.SignIn, apperr.SignIn}, "a member": {w.member, apperr.Forbidden, apperr.Forbidden},
			"the treasurer": {w.treasurer, apperr.Forbidden, ""},
		} {
			for what, err := range map[string]error{
				"BeginYear": w.BeginYear(ctx, tt.actor, day("2027-03-31")), "TickOff": w.TickOff(ctx, tt.actor, ProofInput{}),
				"Record": w.Record(ctx, tt.actor, RecordInput{}), "End": w.End(ctx, tt.actor, 1, day("2027-05-01")),
				"Undo": w.Undo(ctx, tt.actor, "return:2027-03-31", ""),
			} {
				if apperr.KindOf(err) != tt.change {
					t.Errorf("%s by %s: %v", what, name, err)
				}
			}
			if _, err := w.View(ctx, tt.actor); apperr.KindOf(err) != tt.read {
				t.Errorf("View by %s: %v", name, err)
			}
		}
	})
}

// Another balance date leaves the years that are over as they were; one that has not come is named anew.
func TestAnotherBalanceDate(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		years := func() string {
			v, err := w.View(ctx, w.secretary)
			must(t, err)
			var out []string
			for _, y := range v.Years {
				out = append(out, y.String())
			}
			return strings.Join(out, " ")
		}
		must(t, w.BeginYear(ctx, w.secretary, day("2026-03-31")))
		must(t, w.BeginYear(ctx, w.secretary, day("2027-12-31")))
		if got, want := years(), "2026-03-31 2027-03-31 2027-12-31"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		must(t, w.BeginYear(ctx, w.secretary, day("2027-06-30")))
		w.now = day("2028-07-01").Midnight()
		if got, want := years(), "2026-03-31 2027-03-31 2027-06-30 2028-06-30"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

// A year's statements are sent after it ended; who signed them may have left since.
func TestWhoSignedMayHaveLeft(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		must(t, w.BeginYear(ctx, w.secretary, day("2027-03-31")))
		in := ProofInput{
			Key: "statements:2027-03-31", On: day("2027-03-30"), Reference: "CO-1", Signer: w.treasurer.Person, Second: w.president.Person,
		}
		if err := w.TickOff(ctx, w.secretary, in); fields(err) != "on" {
			t.Errorf("before the year ended: %v", err)
		}
		must(t, w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE office SET until_day = $2 WHERE person_id = $1`, w.treasurer.Person, day("2027-03-30"))
			return err
		}))
		in.On = day("2027-05-01")
		if err := w.TickOff(ctx, w.secretary, in); fields(err) != "signer" {
			t.Errorf("by one who left within the year: %v", err)
		}
		must(t, w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE office SET until_day = $2 WHERE person_id = $1`, w.treasurer.Person, day("2027-04-20"))
			return err
		}))
		must(t, w.TickOff(ctx, w.secretary, in))
	})
}
