package representative_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

var (
	ctx     = context.Background()
	program = auth.System("the test")
	officer = auth.Actor{
		Person: 1, Name: "Rangi Officer", Offices: []auth.Office{{Role: auth.RatingsOfficer, From: day("2020-01-01")}},
	}
)

func day(s string) civil.Date { return civil.MustParseDate(s) }

// world is a society with an affiliated club of five and one that is not affiliated; it is 1 July 2027.
type world struct {
	t       testing.TB
	db      *store.DB
	now     civil.Instant
	s       *representative.Service
	events  *tournaments.Service
	offices *auth.Service
	rules   *governance.Service
	club    clubs.ClubID
	idle    clubs.ClubID
	players []auth.PersonID // members: Aroha, Bea, Caleb, Dana, Eru
	visitor auth.PersonID
}

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		test(t, w)
		w.settled()
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the audit log: %v", err)
		}
	})
}

func newWorld(t testing.TB, db *store.DB) *world {
	t.Helper()
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-07-01T00:00:00.000Z")}
	clock := func() civil.Instant { return w.now }
	w.offices, w.rules = auth.New(db, clock, auth.Settings{}), governance.New(db, clock)
	w.s = representative.New(db, clock)
	w.events = tournaments.New(db, clock, w.offices, ratings.New(db, clock), w.s, titles.New(db, clock), nil)
	fees, club := treasury.New(db, clock), clubs.New(db, clock, w.offices)
	_, err := fees.SetRate(ctx, program, treasury.RateInput{
		Year: 2026, Amount: money.MustParse("20.00"), Meeting: treasury.AGM, MeetingDay: day("2026-05-01"),
		Resolution: "That the subscription be $20.00",
	})
	w.must(err)
	w.club, err = club.Found(ctx, program, clubs.ClubInput{Name: "Kāpiti Go Club"})
	w.must(err)
	w.idle, err = club.Found(ctx, program, clubs.ClubInput{Name: "Sleepy Go Club"})
	w.must(err)
	list := clubs.List{FileName: "kapiti.csv", ContentHash: "kapiti", RowsHash: "kapiti"}
	for i, given := range []string{"Aroha", "Bea", "Caleb", "Dana", "Eru"} {
		list.Rows = append(list.Rows, clubs.ListRow{Number: i + 2, Family: "Tūī", Given: given})
	}
	up, err := club.Upload(ctx, program, clubs.UploadInput{Club: w.club, Year: 2026, List: list})
	w.must(err)
	view, err := club.View(ctx, program, up.Return)
	w.must(err)
	_, err = club.Confirm(
		ctx, program, clubs.Ref{Return: up.Return, Version: view.Return.Version}, clubs.Last{Consented: true},
	)
	w.must(err)
	_, err = club.ReceiveFee(ctx, program, clubs.FeeInput{
		Return: up.Return, Amount: money.MustParse("100.00"), ReceivedOn: day("2026-07-01"), Method: treasury.Bank,
	})
	w.must(err)
	w.players, err = store.All(ctx, db, store.Value[auth.PersonID], `SELECT id FROM person ORDER BY given_names`)
	w.must(err)
	if len(w.players) != 5 {
		t.Fatalf("%d players", len(w.players))
	}
	w.visitor = w.person("Vera", "Gast")
	w.now = civil.MustParseInstant("2027-06-01T00:00:00.000Z")
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// refused checks that an error is a refusal of the kind whose text, or that of one of its fields, has a part.
func (w *world) refused(err error, kind apperr.Kind, part string) {
	w.t.Helper()
	text := fmt.Sprint(err)
	if e, ok := err.(*apperr.Error); ok {
		for _, f := range e.Fields {
			text += "\n" + f.Name + ": " + f.Message
		}
	}
	if apperr.KindOf(err) != kind || !strings.Contains(text, part) {
		w.t.Errorf("got %q, want %s with %q", text, kind, part)
	}
}

func (w *world) person(given, family string) (id auth.PersonID) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{GivenNames: given, FamilyName: family})
		return err
	}))
	return id
}

// section is an event with one section, not yet announced.
func (w *world) section(name, last string) representative.Section {
	w.t.Helper()
	e, err := w.events.CreateEvent(ctx, program, tournaments.EventInput{Name: name, From: day(last)})
	w.must(err)
	id, err := w.events.AddSection(ctx, program, e.ID, aSection("Open"))
	w.must(err)
	return representative.Section{ID: representative.SectionID(id), Event: e.ID, Name: name, LastDay: day(last)}
}

// declare says of what kind a section is.
func (w *world) declare(s representative.Section, kind points.Kind, ends bool) {
	w.t.Helper()
	w.must(w.declaring(s, representative.Declaration{Kind: kind, Club: w.club, EndsYear: ends}))
}

func (w *world) declaring(s representative.Section, in representative.Declaration) error {
	return w.change(func(tx *store.Tx) (*usecase.Entry, error) { return w.s.Declare(ctx, tx, officer, s, in) })
}

// change carries out what other rooms do in their transactions.
func (w *world) change(do func(tx *store.Tx) (*usecase.Entry, error)) error {
	return usecase.New(w.db, func() civil.Instant { return w.now }).Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		entry, err := do(tx)
		if err == nil && entry == nil {
			err = usecase.ErrSame
		}
		return entry, err
	})
}

// post posts the final scores of a section: of Aroha, Bea, Caleb, Dana, Eru and the visitor, in half points; −1 of who did
// not play.
func (w *world) post(s representative.Section, scores ...int) {
	w.t.Helper()
	in := representative.Finished{Section: s}
	people := append(append([]auth.PersonID{}, w.players...), w.visitor)
	for i, score := range scores {
		if score >= 0 {
			in.Scores = append(in.Scores, representative.Score{Person: people[i], Score: score})
		}
	}
	w.must(w.change(func(tx *store.Tx) (*usecase.Entry, error) { return w.s.Post(ctx, tx, officer, in) }))
}

// regional and national post an event at once.
func (w *world) regional(name, last string, scores ...int) representative.Section {
	s := w.section(name, last)
	w.declare(s, points.Regional, false)
	w.post(s, scores...)
	return s
}

func (w *world) championship(name, last string, scores ...int) representative.Section {
	s := w.section(name, last)
	w.declare(s, points.National, true)
	w.post(s, scores...)
	return s
}

// resolution records what the committee resolved, and gives its number.
func (w *world) resolution() string {
	w.t.Helper()
	var present []auth.PersonID
	for i, role := range []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee} {
		held, err := w.offices.Offices(ctx, program)
		w.must(err)
		if len(held) < 4 {
			_, err := w.offices.Appoint(ctx, program, auth.Office{Person: w.players[i], Role: role, From: day("2026-07-01")})
			w.must(err)
		}
		present = append(present, w.players[i])
	}
	clock := func() civil.Instant { return w.now }
	r, err := committee.New(w.db, clock, w.offices, w.rules).Record(ctx, program, committee.ResolutionInput{
		Day: day("2027-05-01"), Text: "That the representative be chosen.", Mover: present[0], Seconder: present[1],
		Present: present, Votes: constitution.Votes{Yes: 3},
	})
	w.must(err)
	return r.Number.String()
}

// balances are what the players and the visitor have on a day, in order; "–" without a line.
func (w *world) balances(on string) string {
	w.t.Helper()
	list, err := w.s.Standings(ctx, day(on))
	w.must(err)
	var out []string
	for _, id := range append(append([]auth.PersonID{}, w.players...), w.visitor) {
		text := "–"
		for _, r := range list.Rows {
			if r.Person == id {
				text = r.Points.String()
			}
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func (w *world) wants(on, balances string) {
	w.t.Helper()
	if got := w.balances(on); got != balances {
		w.t.Errorf("on %s they have %s, want %s", on, got, balances)
	}
}

// settled checks that the ledger is what follows from the facts, and that accounts sum to the standings.
func (w *world) settled() {
	w.t.Helper()
	d, err := w.s.Lacking(ctx)
	w.must(err)
	if len(d.Post)+len(d.Reverse) != 0 {
		w.t.Errorf("the ledger lacks %+v", d)
	}
	for _, on := range []string{"2025-12-01", "2026-09-30", "2026-11-22", "2027-03-01"} {
		differs, err := w.s.KeptAsWorkedOut(ctx, day(on))
		w.must(err)
		if differs != "" {
			w.t.Error(differs)
		}
	}
	list, err := w.s.Standings(ctx, w.now.Date())
	w.must(err)
	sums, err := store.One(ctx, w.db, store.Value[int], `
		SELECT COUNT(*) FROM (SELECT person_id FROM points_line GROUP BY person_id HAVING SUM(points) <> 0) x`)
	w.must(err)
	for _, r := range list.Rows {
		a, err := w.s.Account(ctx, r.Person)
		w.must(err)
		if a.Points != r.Points || a.Lines[len(a.Lines)-1].Balance != r.Points {
			w.t.Errorf("%s has lines of %s, and stands with %s", r.Name, a.Points, r.Points)
		}
		if r.Points != 0 {
			sums--
		}
	}
	if sums != 0 {
		w.t.Errorf("%d people have points and do not stand in the ranking", sums)
	}
}

func file(name string, data []byte) representative.File {
	return representative.File{Name: name, Data: data}
}

func aSection(name string) tournaments.SectionInput {
	return tournaments.SectionInput{Name: name, Settings: tournaments.DefaultSettings()}
}
