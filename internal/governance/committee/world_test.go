package committee

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

var ctx = context.Background()

var program = auth.System("the test")

func day(s string) civil.Date { return civil.MustParseDate(s) }

// society has a committee of four and some members; it is 1 July 2026.
type society struct {
	t       *testing.T
	db      *store.DB
	now     civil.Instant
	offices *auth.Service
	rules   *governance.Service
	*Service

	president, secretary, treasurer, ordinary auth.PersonID // on the committee
	ari, bea, cleo, dan                       auth.PersonID // members
	outsider                                  auth.PersonID
}

func onBoth(t *testing.T, test func(t *testing.T, w *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &society{t: t, db: db, now: civil.MustParseInstant("2026-07-01T00:00:00.000Z")}
		clock := func() civil.Instant { return w.now }
		w.offices = auth.New(db, clock, auth.Settings{Society: "New Zealand Go Society"})
		w.rules = governance.New(db, clock)
		w.Service = New(db, clock, w.offices, w.rules)
		w.president, w.secretary = w.member("Pita"), w.member("Sina")
		w.treasurer, w.ordinary = w.member("Tama"), w.member("Ora")
		w.ari, w.bea, w.cleo, w.dan = w.member("Ari"), w.member("Bea"), w.member("Cleo"), w.member("Dan")
		w.outsider = w.person("Zoe")
		for person, role := range map[auth.PersonID]auth.Role{
			w.president: auth.President, w.secretary: auth.Secretary, w.treasurer: auth.Treasurer, w.ordinary: auth.Committee,
		} {
			_, err := w.offices.Appoint(ctx, program, auth.Office{Person: person, Role: role, From: day("2025-01-01")})
			w.must(err)
		}
		test(t, w)
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the audit log: %v", err)
		}
	})
}

func (w *society) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// refused checks that an error is a refusal of the kind whose text has a part.
func (w *society) refused(err error, kind apperr.Kind, part string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), part) {
		w.t.Errorf("got %v, want %s with %q", err, kind, part)
	}
}

func (w *society) person(given string) (id auth.PersonID) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{GivenNames: given, FamilyName: "Testcase"})
		return err
	}))
	return id
}

// member is a person registered from 2024 to June 2027.
func (w *society) member(given string) auth.PersonID {
	w.t.Helper()
	id := w.person(given)
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		return members.InsertTerms(ctx, tx, []members.Term{
			{Person: id, Year: 2024, From: day("2024-07-01"), To: day("2026-06-30"), Kind: members.KindNew, RecordedAt: w.now},
			{
				Person: id, Year: 2026, From: day("2026-07-01"), To: day("2027-06-30"), Kind: members.KindRenewal,
				RecordedAt: w.now,
			},
		})
	}))
	return id
}

// as is a person with the offices held today.
func (w *society) as(person auth.PersonID) auth.Actor {
	w.t.Helper()
	actor, err := w.offices.ActingAs(ctx, person)
	w.must(err)
	return actor
}

// resolution is a resolution with the votes of the officers, on a day.
func (w *society) resolution(on string, v constitution.Votes) Resolution {
	w.t.Helper()
	r, err := w.Record(ctx, w.as(w.secretary), ResolutionInput{
		Day: day(on), Text: "That it be so.", Present: []auth.PersonID{w.president, w.secretary, w.treasurer}, Votes: v,
	})
	w.must(err)
	return r
}

var unanimous = constitution.Votes{Yes: 3}

// fields are the names of the fields a refusal names.
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

func (w *society) count(query string, args ...any) int {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], query, args...)
	w.must(err)
	return n
}

// permit is the program's.
func (w *society) permit() usecase.Permit {
	w.t.Helper()
	permit, err := usecase.New(w.db, func() civil.Instant { return w.now }).Allow(auth.System("test").By(), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return permit
}
