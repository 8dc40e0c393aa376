package grades_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/grades"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx     = context.Background()
	program = auth.System("the test")
)

func day(s string) civil.Date { return civil.MustParseDate(s) }

// world has Mei, who reached 2 dan on 1 June 2026, Bo, who played her, Rangi, who keeps the grades, and a committee.
type world struct {
	*testing.T
	db      *store.DB
	now     civil.Instant
	s       *grades.Service
	list    *ratings.Service
	mei, bo auth.PersonID
	officer auth.Actor
	cup     auth.EventID
	seats   []auth.PersonID
	refs    int64
}

func each(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{T: t, db: db, now: civil.MustParseInstant("2026-07-01T00:00:00.000Z")}
		clock := func() civil.Instant { return w.now }
		w.s, w.list = grades.New(db, clock), ratings.New(db, clock)
		w.mei, w.bo = w.person("Mei", "Lin"), w.person("Bo", "Gast")
		rangi := w.person("Rangi", "Officer")
		w.officer = auth.Actor{Person: rangi, Name: "Rangi", Offices: []auth.Office{{Role: auth.RatingsOfficer, From: day("2020-01-01")}}}
		offices := auth.New(db, clock, auth.Settings{})
		for i, role := range []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee} {
			id := w.person(fmt.Sprintf("Seat%d", i), "Holder")
			_, err := offices.Appoint(ctx, program, auth.Office{Person: id, Role: role, From: day("2026-01-01")})
			w.must(err)
			w.seats = append(w.seats, id)
		}
		w.cup = w.rate("2026-06-01", 12)
		test(w)
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the log: %v", err)
		}
	})
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) refused(err error, kind apperr.Kind, part string) {
	w.Helper()
	text := fmt.Sprint(err)
	if e, ok := err.(*apperr.Error); ok {
		for _, f := range e.Fields {
			text += "\n" + f.Name + ": " + f.Message
		}
	}
	if apperr.KindOf(err) != kind || !strings.Contains(text, part) {
		w.Errorf("got %q, want %s with %q", text, kind, part)
	}
}

func (w *world) tx(do func(tx *store.Tx) error) {
	w.Helper()
	w.must(w.db.InTx(ctx, do))
}

func (w *world) person(given, family string) (id auth.PersonID) {
	w.Helper()
	w.tx(func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{GivenNames: given, FamilyName: family})
		return err
	})
	return id
}

// rate rates an event in which Mei, of 2 dan, won so many games against Bo, of 2 dan.
func (w *world) rate(from string, games int) (id auth.EventID) {
	w.Helper()
	return w.rateOf(w.mei, 20, from, games)
}

// rateOf rates an event in which a player, of a strength, won so many games against Bo, of 2 dan.
func (w *world) rateOf(player auth.PersonID, strength scale.Rating, from string, games int) (id auth.EventID) {
	w.Helper()
	w.tx(func(tx *store.Tx) (err error) {
		id, err = store.One(ctx, tx, store.Value[auth.EventID], `
			INSERT INTO event (slug, name, from_day, to_day, created_at)
			VALUES ($1, $2, $3, $3, $4)
			RETURNING id`, "cup-"+from, "Cup of "+from, from, w.now)
		if err != nil {
			return err
		}
		in := ratings.Submission{
			Event: id, Name: "Cup of " + from, Day: day(from), Weight: ratings.FullWeight,
			Players: []ratings.Player{{Person: player, Declared: strength}, {Person: w.bo, Declared: 20}},
		}
		for i := range games {
			w.refs++
			in.Games = append(in.Games, ratings.Game{
				Ref: w.refs, Section: "Open", Round: i + 1, Black: player, White: w.bo, Result: ratings.BlackWins,
			})
		}
		_, err = w.list.RateEvent(ctx, tx, program, in)
		return err
	})
	return id
}

func (w *world) withdraw(id auth.EventID) {
	w.Helper()
	w.tx(func(tx *store.Tx) error {
		_, err := w.list.Withdraw(ctx, tx, program, id)
		return err
	})
}

// resolved records what the committee decided on a day.
func (w *world) resolved(on string, yes int) string {
	w.Helper()
	clock := func() civil.Instant { return w.now }
	r, err := committee.New(w.db, clock, auth.New(w.db, clock, auth.Settings{}), governance.New(w.db, clock)).Record(
		ctx, program, committee.ResolutionInput{
			Day: day(on), Text: "That the grade be awarded.", Mover: w.seats[0], Seconder: w.seats[1], Present: w.seats,
			Votes: constitution.Votes{Yes: yes, No: 4 - yes},
		})
	w.must(err)
	return r.Number.String()
}

func (w *world) proposal() grades.Proposal {
	w.Helper()
	p, err := w.s.Proposal(ctx, w.officer, w.mei)
	w.must(err)
	return p
}

func (w *world) awarding(p grades.Proposal, resolution string) grades.Awarding {
	return grades.Awarding{Person: p.Person, Grade: p.Grade, Submission: p.First.Submission, Resolution: resolution}
}

// A proposal has its games; the committee's resolution awards it, and it is in the register under the next number.
func TestADanFromProposalToDiploma(t *testing.T) {
	each(t, func(w *world) {
		p := w.proposal()
		if p.Name != "Mei Lin" || p.Grade < 2 || len(p.Games) != 12 || p.Games[0].Opponent != "Bo Gast" || p.Games[0].Result != "Won" {
			t.Fatalf("the proposal is %+v", p)
		}
		lost, old := w.resolved("2026-06-20", 1), w.resolved("2026-05-31", 4)
		_, err := w.s.Award(ctx, w.officer, w.awarding(p, "2026/99"))
		w.refused(err, apperr.Invalid, "resolution: Enter the number")
		_, err = w.s.Award(ctx, w.officer, w.awarding(p, lost))
		w.refused(err, apperr.Invalid, "was not carried")
		_, err = w.s.Award(ctx, w.officer, w.awarding(p, old))
		w.refused(err, apperr.Invalid, "before the event of 1 June 2026")
		number, err := w.s.Award(ctx, w.officer, w.awarding(p, w.resolved("2026-06-20", 4)))
		w.must(err)
		register, err := w.s.Register(ctx)
		w.must(err)
		if number != 1 || len(register) != 1 || register[0].Name != "Mei Lin" || register[0].Grade != p.Grade {
			t.Errorf("number %d: %+v", number, register)
		}
		_, err = w.s.Award(ctx, w.officer, w.awarding(p, w.resolved("2026-06-20", 4)))
		w.refused(err, apperr.NotFound, "No dan is proposed")
		for _, statement := range []string{`UPDATE grade_award SET number = 7`, `DELETE FROM grade_award`} {
			if err := w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, statement); return err }); err == nil {
				t.Errorf("%s was done", statement)
			}
		}
	})
}

// A diploma that the committee annulled keeps its line and number, is not printed, and the grade is proposed and awarded again.
func TestADiplomaThatIsAnnulled(t *testing.T) {
	each(t, func(w *world) {
		p := w.proposal()
		number, err := w.s.Award(ctx, w.officer, w.awarding(p, w.resolved("2026-06-20", 4)))
		w.must(err)
		annul := func(by auth.Actor, resolution, reason string) error {
			return w.s.Annul(ctx, by, grades.Annulling{Number: number, Resolution: resolution, Reason: reason})
		}
		good := w.resolved("2026-06-21", 4)
		w.refused(annul(auth.Actor{Person: w.bo}, good, "No."), apperr.Forbidden, "")
		w.refused(annul(w.officer, w.resolved("2026-06-21", 1), "No."), apperr.Invalid, "was not carried")
		w.refused(annul(w.officer, w.resolved("2026-06-19", 4), "No."), apperr.Invalid, "before the award")
		w.refused(annul(w.officer, good, " "), apperr.Invalid, "reason: Say")
		w.refused(w.s.Annul(ctx, w.officer, grades.Annulling{Number: 9, Resolution: good, Reason: "No."}), apperr.NotFound, "")
		own := auth.Actor{Person: w.mei, Name: "Mei", Offices: w.officer.Offices}
		for i := range own.Offices {
			own.Offices[i].Person = w.mei
		}
		w.refused(annul(own, good, "No."), apperr.Invalid, "No one records a diploma of their own")
		w.must(annul(w.officer, good, "The games were played by someone else."))
		w.refused(annul(w.officer, good, "Again."), apperr.Conflict, "annulled already")
		register, err := w.s.Register(ctx)
		w.must(err)
		if len(register) != 1 || register[0].Annulled != good || register[0].AnnulledDay != day("2026-06-21") {
			t.Errorf("the register is %+v", register)
		}
		standing, err := w.s.Public(ctx, w.mei)
		w.must(err)
		if len(standing.Diplomas) != 0 || standing.Proposed == nil {
			t.Errorf("%+v", standing)
		}
		_, err = w.s.Print(ctx, w.officer, number)
		w.refused(err, apperr.Conflict, "was annulled by resolution "+good)
		again, err := w.s.Award(ctx, w.officer, w.awarding(w.proposal(), w.resolved("2026-06-22", 4)))
		w.must(err)
		if again != 2 {
			t.Errorf("the next number is %d", again)
		}
		_, err = w.s.Award(ctx, w.officer, w.awarding(p, w.resolved("2026-06-22", 4)))
		w.refused(err, apperr.NotFound, "No dan is proposed") // twice, without the database's own guard
		for _, statement := range []string{`UPDATE grade_annulment SET number = 2`, `DELETE FROM grade_annulment`} {
			if err := w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, statement); return err }); err == nil {
				t.Errorf("%s was done", statement)
			}
		}
	})
}

// An event that is withdrawn takes a waiting proposal away, and never an award; the next number follows.
func TestAWithdrawnEventTakesNoAward(t *testing.T) {
	each(t, func(w *world) {
		shown := w.proposal()
		w.withdraw(w.cup)
		_, err := w.s.Proposal(ctx, w.officer, w.mei)
		w.refused(err, apperr.NotFound, "rated again or withdrawn")
		_, err = w.s.Award(ctx, w.officer, w.awarding(shown, w.resolved("2026-06-20", 4)))
		w.refused(err, apperr.NotFound, "")
		again := w.rate("2026-06-02", 12)
		_, err = w.s.Award(ctx, w.officer, w.awarding(shown, w.resolved("2026-06-20", 4)))
		w.refused(err, apperr.Conflict, "has changed since it was shown")
		_, err = w.s.Award(ctx, w.officer, w.awarding(w.proposal(), w.resolved("2026-06-20", 4)))
		w.must(err)
		w.withdraw(again)
		own, err := w.s.Own(ctx, auth.Actor{Person: w.mei})
		w.must(err)
		if len(own.Diplomas) != 1 || own.Proposed != nil {
			t.Errorf("after the event is withdrawn: %+v", own)
		}
	})
}

// Who keeps the grades awards none to themselves, and nobody else does.
func TestNoOneAwardsTheirOwnGrade(t *testing.T) {
	each(t, func(w *world) {
		p := w.proposal()
		mei := w.officer
		mei.Person = w.mei
		_, err := w.s.Award(ctx, mei, w.awarding(p, w.resolved("2026-06-20", 4)))
		w.refused(err, apperr.Invalid, "diploma of their own")
		w.refused(w.s.RecordForeign(ctx, mei, grades.ForeignInput{Person: w.mei}), apperr.Invalid, "diploma of their own")
		someone := auth.Actor{Person: w.bo}
		_, err = w.s.Award(ctx, someone, w.awarding(p, "2026/1"))
		w.refused(err, apperr.Forbidden, "")
		_, _, err = w.s.Proposals(ctx, someone, 1, 0)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.s.WholeRegister(ctx, someone)
		w.refused(err, apperr.Forbidden, "")
		_, _, err = w.s.Proposals(ctx, auth.Actor{}, 1, 0)
		w.refused(err, apperr.SignIn, "")
		w.refused(w.s.Hide(ctx, someone, w.mei, true), apperr.Forbidden, "")
		w.refused(w.s.Amend(ctx, someone, grades.FigureInput{}), apperr.Forbidden, "")
	})
}

// Who asks for it is not named: the number stays.
func TestWhoWantsItSoIsNotNamed(t *testing.T) {
	each(t, func(w *world) {
		_, err := w.s.Award(ctx, w.officer, w.awarding(w.proposal(), w.resolved("2026-06-20", 4)))
		w.must(err)
		mei := auth.Actor{Person: w.mei, Name: "Mei"}
		w.must(w.s.Hide(ctx, mei, w.mei, true))
		w.must(w.s.Hide(ctx, mei, w.mei, true))
		register, err := w.s.Register(ctx)
		w.must(err)
		if len(register) != 1 || register[0].Number != 1 || register[0].Name != "" || register[0].Person != 0 || register[0].Grade != 0 {
			t.Errorf("the register is %+v", register)
		}
		public, err := w.s.Public(ctx, w.mei)
		w.must(err)
		if !public.Hidden || len(public.Diplomas) != 0 || public.Next.Short != "" || public.Proposed != nil {
			t.Errorf("anyone sees %+v", public)
		}
		print, err := w.s.Print(ctx, mei, 1)
		w.must(err)
		if print.FullName != "Mei Lin" {
			t.Errorf("the diploma is %+v", print)
		}
		_, err = w.s.Print(ctx, auth.Actor{Person: w.bo}, 1)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.s.Print(ctx, auth.Actor{Person: w.bo}, 2)
		w.refused(err, apperr.Forbidden, "")
		w.must(w.s.Hide(ctx, mei, w.mei, false))
		register, err = w.s.Register(ctx)
		w.must(err)
		if register[0].Name != "Mei Lin" {
			t.Errorf("shown again: %+v", register)
		}
	})
}

// Diplomas of other associations are of one person, by number and name together, and have a source.
func TestDiplomasOfOtherAssociations(t *testing.T) {
	each(t, func(w *world) {
		in := grades.ForeignInput{Person: w.mei, Name: "Bo Gast", Grade: "3k", Day: day("2027-01-01")}
		err := w.s.RecordForeign(ctx, w.officer, in)
		for _, part := range []string{"name: ", "grade: ", "association: ", "source: ", "day: "} {
			w.refused(err, apperr.Invalid, part)
		}
		in.Person = 9999
		w.refused(w.s.RecordForeign(ctx, w.officer, in), apperr.Invalid, "number: ")
		in = grades.ForeignInput{
			Person: w.mei, Name: "mei lin", Grade: "4 dan", Association: "Nihon Ki-in", Day: day("2020-01-01"), Source: "Seen",
		}
		w.must(w.s.RecordForeign(ctx, w.officer, in))
		all, err := w.s.Foreigners(ctx, w.officer)
		w.must(err)
		if len(all) != 1 || all[0].Name != "Mei Lin" || all[0].Grade != 4 {
			t.Fatalf("recorded are %+v", all)
		}
		if p := w.proposal(); len(p.Foreign) != 1 || p.Awarded != 0 {
			t.Errorf("the proposal is %+v", p)
		}
		w.refused(w.s.WithdrawForeign(ctx, w.officer, all[0].ID, ""), apperr.Invalid, "reason: ")
		w.must(w.s.WithdrawForeign(ctx, w.officer, all[0].ID, "Another Mei Lin."))
		w.refused(w.s.WithdrawForeign(ctx, w.officer, all[0].ID, "Again."), apperr.Conflict, "")
	})
}

// The society's figure changes from a day to come on, by the committee's resolution.
func TestTheFigureChangesFromADayToCome(t *testing.T) {
	each(t, func(w *world) {
		in := grades.FigureInput{Figure: grades.Figure{From: day("2026-07-01"), Days: -1, Games: 2000}}
		for _, part := range []string{"from: ", "days: ", "games: ", "resolution: "} {
			w.refused(w.s.Amend(ctx, w.officer, in), apperr.Invalid, part)
		}
		w.must(w.s.Amend(ctx, w.officer, grades.FigureInput{
			Figure: grades.Figure{From: day("2026-07-02"), Days: 30, Games: 5}, Resolution: w.resolved("2026-06-20", 4),
		}))
		all, err := w.s.Figures(ctx)
		w.must(err)
		if len(all) != 2 || all[1].Days != 30 || w.proposal().Grade == 0 {
			t.Errorf("the figures are %+v", all)
		}
		if got := grades.FigureOn(all, day("2026-07-01")); got.Days != 0 {
			t.Errorf("of today it is %+v", got)
		}
	})
}
