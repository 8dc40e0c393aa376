package erasing

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

type world struct {
	*Service
	t                            *testing.T
	now                          civil.Instant
	people                       *members.Service
	secretary, treasurer, member auth.Actor
}

func each(t *testing.T, test func(w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, now: civil.MustParseDate("2020-01-01").Midnight()}
		clock := func() civil.Instant { return w.now }
		w.Service, w.people = New(db, clock), members.New(db, clock)
		offices := auth.New(db, clock, auth.Settings{})
		ids, err := w.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Tūī", GivenNames: "Aroha"},
			{
				FamilyName: "Quillfeather", GivenNames: "Ottoline", Email: "Ottoline@example.nz", Phone: "021 555 0199", Alias: "Kōkako",
				Address: "7 Elm Rd", Note: "Asked for large print.",
			},
		})
		w.must(err)
		for n, role := range []auth.Role{auth.Secretary, auth.Treasurer} {
			_, err := offices.Appoint(ctx, auth.System("test"), auth.Office{Person: ids[n], Role: role, From: w.now.Date()})
			w.must(err)
		}
		for n, to := range []*auth.Actor{&w.secretary, &w.treasurer, &w.member} {
			*to, err = offices.ActingAs(ctx, ids[n])
			w.must(err)
		}
		w.exec(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2025, '2025-07-01', '2026-06-30', 'new', '{}', $2)`, w.member.Person, w.now)
		w.exec(`INSERT INTO account (person_id, email, email_key, password_hash, disabled, created_at)
			VALUES ($1, 'Ottoline@example.nz', 'ottoline@example.nz', 'x', FALSE, $2)`, w.member.Person, w.now)
		w.exec(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			VALUES ($1, 'resigned', '2026-06-30', 'Ottoline is unwell', $2, 'X')`, w.member.Person, w.now)
		w.exec(`INSERT INTO mail_letter (letter_key, purpose, person_id, to_name, to_address, subject, body, due_at, queued_at)
			VALUES ('a', 'test', $1, 'Ottoline', 'Ottoline@example.nz', 'Dear Ottoline', 'Text', $2, $2)`, w.member.Person, w.now)
		w.must(db.InTx(ctx, func(tx *store.Tx) error { // an entry about something else that names an address
			return audit.Write(ctx, tx, audit.Entry{
				At: w.now, By: audit.By{Name: "X"}, Action: "send.mailing", Object: "mailing", ObjectID: 3,
				After: map[string]any{"to": []string{"ottoline@example.nz", "mei@example.nz"}, "of": "Ottoline Quillfeather"},
			})
		}))
		w.now = civil.MustParseDate("2027-05-01").Midnight()
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

// found lists the columns in which a text stands, whatever the capitals.
func (w *world) found(text string) (out []string) {
	w.t.Helper()
	tables, of := schema(w.t, w.db)
	for _, table := range tables {
		for _, c := range of[table] {
			if !c.text() || c.blob() {
				continue
			}
			n, err := store.One(ctx, w.db, store.Value[int],
				`SELECT count(*) FROM `+table+` WHERE lower(`+c.name+`) LIKE $1`, "%"+strings.ToLower(text)+"%")
			w.must(err)
			if n > 0 {
				out = append(out, table+"."+c.name)
			}
		}
	}
	return out
}

func TestAPersonIsErased(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.Ask(ctx, w.member, w.member.Person, true))
		v, err := w.Of(ctx, w.secretary, w.member.Person)
		w.must(err)
		if v.NamesUntil != civil.MustParseDate("2033-06-30") || len(v.Holds) != 0 {
			t.Errorf("%+v", v)
		}
		w.must(w.Confirm(ctx, w.secretary, w.member.Person))
		for _, text := range []string{"ottoline@example.nz", "021 555 0199", "7 Elm Rd", "large print", "unwell"} {
			if at := w.found(text); len(at) > 0 {
				t.Errorf("%q stands in %v", text, at)
			}
		}
		if at := w.found("mei@example.nz"); len(at) != 1 {
			t.Errorf("another’s address stands in %v", at)
		}
		people, err := members.People(ctx, w.db, []members.PersonID{w.member.Person})
		w.must(err)
		if p := people[w.member.Person]; p.PublicName() != "Kōkako" || p.Name.Family != "Quillfeather" || p.SignsInWith != "" {
			t.Errorf("%+v", p)
		}
		if _, err := audit.Verify(ctx, w.db); err != nil {
			t.Error(err)
		}
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil {
			t.Errorf("names before seven years: %d, %v", n, err)
		}
		w.now = civil.MustParseDate("2033-06-30").Midnight()
		if n, err := w.RemoveNames(ctx); n != 1 || err != nil {
			t.Errorf("names after seven years: %d, %v", n, err)
		}
		if at := w.found("Quillfeather"); len(at) > 0 {
			t.Errorf("the name stands in %v", at)
		}
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil {
			t.Errorf("again: %d, %v", n, err)
		}
		if _, err := audit.Verify(ctx, w.db); err != nil {
			t.Error(err)
		}
	})
}

// Two people decide it, and nothing that is under way is torn.
func TestWhoErases(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		refused := func(what string, err error, kind apperr.Kind) {
			t.Helper()
			if apperr.KindOf(err) != kind {
				t.Errorf("%s: %v, want %s", what, err, kind)
			}
		}
		refused("no one asks", w.Ask(ctx, auth.Actor{}, id, false), apperr.SignIn)
		refused("a member asks for another", w.Ask(ctx, w.member, w.secretary.Person, false), apperr.Forbidden)
		refused("a member withdraws another’s", w.Withdraw(ctx, w.member, w.secretary.Person), apperr.Forbidden)
		refused("unasked", w.Confirm(ctx, w.secretary, id), apperr.Conflict)
		w.must(w.Ask(ctx, w.secretary, id, false))
		w.must(w.Ask(ctx, w.member, id, false)) // asked already
		refused("asked otherwise", w.Ask(ctx, w.member, id, true), apperr.Conflict)
		refused("who asked confirms", w.Confirm(ctx, w.secretary, id), apperr.Forbidden)
		refused("the person confirms", w.Confirm(ctx, w.member, id), apperr.Forbidden)
		late := w.treasurer
		late.Session = 1
		refused("signed in long ago", w.Confirm(ctx, late, id), apperr.Prove)
		w.exec(`INSERT INTO office (person_id, role, from_day, created_at) VALUES ($1, 'referee', '2027-01-01', $2)`, id, w.now)
		refused("an officer", w.Confirm(ctx, w.treasurer, id), apperr.Invalid)
		w.exec(`UPDATE office SET until_day = '2027-04-30' WHERE person_id = $1`, id)
		w.exec(`UPDATE membership_term SET to_day = '2027-06-30' WHERE person_id = $1`, id)
		refused("a member of today", w.Confirm(ctx, w.treasurer, id), apperr.Invalid)
		w.exec(`UPDATE membership_term SET to_day = '2026-06-30' WHERE person_id = $1`, id)
		w.must(w.Withdraw(ctx, w.member, id))
		refused("withdrawn", w.Confirm(ctx, w.treasurer, id), apperr.Conflict)
		w.must(w.Ask(ctx, w.secretary, id, false))
		w.must(w.Confirm(ctx, w.treasurer, id))
		refused("asked again", w.Ask(ctx, w.secretary, id, false), apperr.Conflict)
		refused("twice", w.Confirm(ctx, w.treasurer, id), apperr.Conflict)
		refused("withdrawn too late", w.Withdraw(ctx, w.member, id), apperr.Conflict)
	})
}

// Whoever joined again after being erased can be erased again.
func TestWhoCameBackIsErasedAgain(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		erase := func() {
			t.Helper()
			w.must(w.Ask(ctx, w.secretary, id, false))
			w.must(w.Confirm(ctx, w.treasurer, id))
		}
		erase()
		if err := w.Ask(ctx, w.secretary, id, false); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("again, with nothing new: %v", err)
		}
		w.exec(`UPDATE person SET phone = '021 555 0199' WHERE id = $1`, id)
		v, err := w.Of(ctx, w.secretary, id)
		w.must(err)
		if v.Request != nil {
			t.Error("what was done still counts")
		}
		erase()
		w.exec(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2027, '2027-07-01', '2028-06-30', 'new', '{}', $2)`, id, w.now)
		if v, err = w.Of(ctx, w.secretary, id); err != nil || v.Request != nil {
			t.Errorf("a member again, %v: %+v", err, v.Request)
		}
	})
}

// The name of someone who became a member again stays, and so does that of whom an older register tells.
func TestTheNameStaysForTheActsYears(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		w.exec(`INSERT INTO earlier_membership (person_id, from_day, to_day, told, source, recorded_at, recorded_by)
			VALUES ($1, '1999-01-01', '2026-12-31', '2026', 'book', $2, 'X')`, id, w.now)
		w.must(w.Ask(ctx, w.member, id, false))
		w.must(w.Confirm(ctx, w.secretary, id))
		w.now = civil.MustParseDate("2033-07-01").Midnight()
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil {
			t.Errorf("of an older register: %d, %v", n, err)
		}
		w.exec(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2033, '2033-07-01', '2034-06-30', 'new', '{}', $2)`, id, w.now)
		w.now = civil.MustParseDate("2034-01-01").Midnight()
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil || len(w.found("Quillfeather")) == 0 {
			t.Errorf("of a member: %d, %v", n, err)
		}
		w.now = civil.MustParseDate("2041-06-30").Midnight()
		if n, err := w.RemoveNames(ctx); n != 1 || err != nil {
			t.Errorf("after seven years: %d, %v", n, err)
		}
	})
}

// No one can have the log lose what it says of others by what they write as their own address, note or phone number.
func TestTheLogLosesNothingOfOthers(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		w.exec(`UPDATE person SET address = 'Approved', note = 'minutes', phone = 'meeting', email = 'ann@example.nz' WHERE id = $1`, id)
		keep := []string{"approved", "the minutes of the meeting", "joann@example.nz", "jo.ann@example.nz", "ann@example.nz.au"}
		lose := []string{"Sent to ann@example.nz.", "<Ann@Example.nz>"}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			return audit.Write(ctx, tx, audit.Entry{
				At: w.now, By: audit.By{Name: "X"}, Action: "decide.motion", Object: "motion", ObjectID: 3, After: map[string]any{
					"state": keep[0], "said": keep[1], "to": append(keep[2:], lose...), "address": "approved",
				},
			})
		}))
		w.must(w.Ask(ctx, w.member, id, false))
		w.must(w.Confirm(ctx, w.secretary, id))
		all, err := audit.Of(ctx, w.db, "motion", 3, 1)
		w.must(err)
		for _, text := range keep {
			if !strings.Contains(all[0].Detail, `"`+text+`"`) {
				t.Errorf("%q is gone from %s", text, all[0].Detail)
			}
		}
		if strings.Count(all[0].Detail, erasedText) != 3 {
			t.Errorf("%s", all[0].Detail)
		}
	})
}
