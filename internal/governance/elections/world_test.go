package elections

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

const agmDay = "2026-03-14"

// society has a planned AGM on 14 March 2026, its three officers, a co-opted
// member of the committee, and members Ana to Fay; Stray is none.
type society struct {
	t       *testing.T
	db      *store.DB
	now     civil.Instant
	s       *Service
	offices *auth.Service
	rules   *governance.Service
	agm     meetings.ID
	people  map[string]auth.PersonID

	secretary, president, chair, ordinary auth.Actor
}

func onBoth(t *testing.T, test func(t *testing.T, w *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newSociety(t, db)) })
}

func newSociety(t *testing.T, db *store.DB) *society {
	w := &society{
		t: t, db: db, now: civil.MustParseInstant("2026-03-01T01:00:00.000Z"), people: map[string]auth.PersonID{},
	}
	clock := func() civil.Instant { return w.now }
	rules := governance.New(db, clock)
	w.rules = rules
	w.offices = auth.New(db, clock, auth.Settings{})
	w.s = New(db, clock, rules, meetings.New(db, clock, "Go Society of Nowhere", rules, nil, nil), w.offices)
	for _, given := range strings.Fields("Pania Sione Tomas Kura Hemi Ana Ben Cal Dee Eva Fay") {
		w.person(given)
		w.member(given, "2025-07-01", "2026-06-30")
	}
	w.person("Stray")
	w.secretary = w.holding("Sione", auth.Secretary)
	w.president = w.holding("Pania", auth.President)
	w.holding("Tomas", auth.Treasurer)
	w.holding("Kura", auth.Committee)
	w.chair = auth.Actor{Person: w.people["Hemi"], Name: "Hemi Testcase"}
	w.ordinary = auth.Actor{Person: w.people["Fay"], Name: "Fay Testcase"}
	w.agm = w.meeting("agm", agmDay)
	return w
}

func (w *society) tx(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.db.InTx(ctx, f); err != nil {
		w.t.Fatal(err)
	}
}

func (w *society) exec(query string, args ...any) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
}

func (w *society) person(given string) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) (err error) {
		w.people[given], err = store.One(ctx, tx, store.Value[auth.PersonID], `
			INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
			VALUES ('Testcase', $1, $2, $2, $3)
			RETURNING id`, given, strings.ToLower(given), w.now)
		return err
	})
}

func (w *society) member(given, from, to string) {
	w.t.Helper()
	w.exec(`
		INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
		VALUES ($1, 2025, $2, $3, 'renewal', '', $4)`, w.people[given], from, to, w.now)
}

// holding appoints somebody and gives the actor with that office.
func (w *society) holding(given string, role auth.Role) auth.Actor {
	w.t.Helper()
	o := auth.Office{Person: w.people[given], Role: role, From: day("2025-03-10")}
	w.appoint(o)
	return auth.Actor{Person: o.Person, Name: given + " Testcase", Offices: []auth.Office{o}}
}

func (w *society) appoint(o auth.Office) (id auth.OfficeID) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) (err error) {
		id, err = w.offices.AppointWithin(ctx, tx, auth.System("the test"), o)
		return err
	})
	return id
}

func (w *society) meeting(kind, date string) (id meetings.ID) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) (err error) {
		id, err = store.One(ctx, tx, store.Value[meetings.ID], `
			INSERT INTO meeting (kind, date, time, place, called_by, created_at, created_by)
			VALUES ($1, $2, '19:30', 'The hall', 'committee', $3, 'the test')
			RETURNING id`, kind, date, w.now)
		return err
	})
	return id
}

// state moves the AGM on, with Hemi in the chair from its opening.
func (w *society) state(s meetings.State) {
	w.t.Helper()
	w.exec(
		`UPDATE meeting SET state = $2, chair_id = $3, chair_how = 'elected' WHERE id = $1`, w.agm, string(s),
		w.people["Hemi"],
	)
	if s == meetings.Closed {
		w.now = civil.MustParseInstant("2026-03-15T01:00:00.000Z")
	}
}

func (w *society) prepare() {
	w.t.Helper()
	w.must(w.s.Prepare(ctx, w.secretary, w.agm))
}

func (w *society) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// view is an election of the AGM as the secretary sees it.
func (w *society) view(post Post) View {
	w.t.Helper()
	all, err := w.s.OfMeeting(ctx, w.secretary, w.agm)
	w.must(err)
	i := slices.IndexFunc(all.Elections, func(v View) bool { return v.Post == post })
	if i < 0 {
		w.t.Fatalf("no election of %s", post)
	}
	return all.Elections[i]
}

// nomination is a whole one of the 1st of March: Eva proposes, Fay seconds.
func (w *society) nomination(post Post, given string) NominationInput {
	v := w.view(post)
	return NominationInput{
		Election: v.ID, Version: v.Version, Candidate: w.people[given], Proposer: w.people["Eva"], Seconder: w.people["Fay"],
		CandidateSigned: Signed, ProposerSigned: Signed, SeconderSigned: Signed, Received: day("2026-03-01"),
	}
}

func (w *society) nominate(post Post, given ...string) {
	w.t.Helper()
	for _, g := range given {
		w.must(w.s.Nominate(ctx, w.secretary, w.nomination(post, g)))
	}
}

func (w *society) candidate(post Post, given string) CandidateID {
	w.t.Helper()
	for _, c := range w.view(post).Candidates {
		if c.Person.ID == w.people[given] && c.Withdrawn == nil {
			return c.ID
		}
	}
	w.t.Fatalf("%s does not stand for %s", given, post)
	return 0
}

// ballot reads "12+1: Ana 7, Ben 5".
func (w *society) ballot(post Post, text string) BallotInput {
	w.t.Helper()
	v := w.view(post)
	in := BallotInput{Election: v.ID, Version: v.Version, Votes: map[CandidateID]int{}}
	head, votes, _ := strings.Cut(text, ": ")
	scan(w.t, head, "%d+%d", &in.Papers, &in.Invalid)
	for part := range strings.SplitSeq(votes, ", ") {
		name, figure, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(figure)
		w.must(err)
		in.Votes[w.candidate(post, name)] = n
	}
	return in
}

func (w *society) count(post Post, text string) {
	w.t.Helper()
	w.must(w.s.RecordBallot(ctx, w.chair, w.ballot(post, text)))
}

func (w *society) tie(post Post, way Way, given ...string) TieInput {
	w.t.Helper()
	v := w.view(post)
	in := TieInput{Election: v.ID, Version: v.Version, Way: way}
	for _, g := range given {
		in.Chosen = append(in.Chosen, w.candidate(post, g))
	}
	return in
}

// fields lists the fields of a refusal, "kind" alone when it has none.
func fields(err error) string {
	var e *apperr.Error
	if !errors.As(err, &e) {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	names := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		names[i] = f.Name
	}
	if len(names) == 0 {
		return strings.TrimSpace(string(e.Kind) + " " + e.Rule)
	}
	return strings.Join(names, " ")
}

func (w *society) wants(post Post, want string) {
	w.t.Helper()
	v := w.view(post)
	got := told(v.Election, v.Outcome)
	if got = strings.ReplaceAll(got, " Testcase", ""); got != want {
		w.t.Errorf("%s: %s, want %s", post, got, want)
	}
}

// holders lists who holds an office of the society on a day: "president Ana;
// committee Ben".
func (w *society) holders(on string) string {
	w.t.Helper()
	list, err := auth.SeatsOn(ctx, w.db, day(on))
	w.must(err)
	var out []string
	for _, a := range list {
		out = append(out, string(a.Role)+" "+a.Name.Given)
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
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
