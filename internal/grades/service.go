package grades

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// The ids this package speaks of.
type (
	PersonID = auth.PersonID
	EventID  = auth.EventID
	// ForeignID numbers diplomas of other associations.
	ForeignID int64
)

// Service is the use cases of dan grades.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// Proposal is a dan that a published rating proposes.
type Proposal struct {
	Reach
	Person  PersonID
	Name    string      // as public pages show it
	Awarded scale.Grade // before; 0: none
	Now     scale.Rating
	Foreign []Foreign
	Games   []Game // of the event that reached it; only of one proposal
}

// Game is a rated game of the event that reached a dan.
type Game struct {
	Section  string
	Round    int
	Opponent string
	Colour   string
	Handicap int
	Result   string // "Won", "Lost", "Jigo"
}

// Proposals are those that wait for the committee, for who keeps the grades, by the people's numbers: the page from 1 on of
// some size (0: all of them), and how many wait.
func (s *Service) Proposals(ctx context.Context, actor auth.Actor, page, size int) ([]Proposal, int, error) {
	if err := s.cases.Require(actor, auth.KeepGrades, auth.Object{}); err != nil {
		return nil, 0, err
	}
	ids, err := s.waiting(ctx, s.db)
	if err != nil {
		return nil, 0, err
	}
	shown := ids
	if size > 0 {
		from := (store.PageIn(page, size, len(ids)) - 1) * size
		shown = ids[from:min(from+size, len(ids))]
	}
	out, err := s.proposals(ctx, s.db, shown)
	return out, len(ids), err
}

// Waiting counts the proposals that wait for the committee, for who keeps the grades.
func (s *Service) Waiting(ctx context.Context, actor auth.Actor) (int, error) {
	if err := s.cases.Require(actor, auth.KeepGrades, auth.Object{}); err != nil {
		return 0, err
	}
	ids, err := s.waiting(ctx, s.db)
	return len(ids), err
}

// waiting are those of whom a proposal waits, by their numbers. Where the society asks for no days and no
// games, whoever reached a dan is proposed, and no event is looked at.
func (s *Service) waiting(ctx context.Context, q store.Queryer) ([]PersonID, error) {
	ids, err := mayBeProposed(ctx, q)
	if err != nil {
		return nil, err
	}
	figures, err := figures(ctx, q)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(figures, func(f Figure) bool { return f.Days != 0 || f.Games != 0 }) {
		return ids, nil
	}
	found, err := s.proposals(ctx, q, ids)
	out := make([]PersonID, len(found))
	for i, p := range found {
		out[i] = p.Person
	}
	return out, err
}

// proposals are those of people, in the order of the people.
func (s *Service) proposals(ctx context.Context, q store.Queryer, people []PersonID) ([]Proposal, error) {
	steps, err := danSteps(ctx, q, people)
	if err != nil {
		return nil, err
	}
	figures, err := figures(ctx, q)
	if err != nil {
		return nil, err
	}
	awarded, err := highest(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []Proposal
	var ids []PersonID
	for _, id := range people {
		reach, waits := Propose(steps[id], figures, awarded[id], s.cases.Today())
		if waits {
			last := steps[id][len(steps[id])-1]
			out = append(out, Proposal{Reach: reach, Person: id, Awarded: awarded[id], Now: last.rating()})
			ids = append(ids, id)
		}
	}
	names, err := members.PublicNames(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Name = names[out[i].Person]
		if out[i].Foreign, err = foreignOf(ctx, q, out[i].Person); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Proposal is the proposal of a person with its games, for who keeps the grades.
func (s *Service) Proposal(ctx context.Context, actor auth.Actor, id PersonID) (Proposal, error) {
	if err := s.cases.Require(actor, auth.KeepGrades, auth.Object{}); err != nil {
		return Proposal{}, err
	}
	found, err := s.proposals(ctx, s.db, []PersonID{id})
	if err != nil {
		return Proposal{}, err
	}
	if len(found) == 0 {
		return Proposal{}, errNoProposal()
	}
	found[0].Games, err = gamesOf(ctx, s.db, id, found[0].First.Submission)
	return found[0], err
}

func errNoProposal() error {
	return apperr.New(
		apperr.NotFound, "No dan is proposed for this player now. It may be awarded, or an event was rated again or withdrawn.",
	)
}

// Awarding is the committee's resolution on a proposal. Its field is resolution.
type Awarding struct {
	Person     PersonID
	Grade      scale.Grade // that was shown
	Submission int64       // of the event that was shown
	Resolution string      // number: 2026/3
}

// Award awards a dan that is proposed, by a resolution of the committee, and gives the diploma's number.
func (s *Service) Award(ctx context.Context, actor auth.Actor, in Awarding) (number int, err error) {
	permit, err := s.cases.May(actor, auth.KeepGrades, auth.Object{})
	if err != nil {
		return 0, err
	}
	if in.Person == actor.Person {
		return 0, errOwn()
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		found, err := s.proposals(ctx, tx, []PersonID{in.Person})
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, errNoProposal()
		case found[0].Grade != in.Grade || found[0].First.Submission != in.Submission:
			return nil, apperr.New(apperr.Conflict, "The proposal has changed since it was shown: now it is %s. Check it and try again.",
				found[0].Grade)
		}
		p := found[0]
		var f apperr.Fields
		r, err := carried(ctx, tx, in.Resolution, p.First.Day, "the event", &f)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		number, err = insertAward(ctx, tx, p, r, s.cases.Now(), permit.Name())
		return permit.Did("award.grade", "grade_award", int64(number), nil, map[string]any{
			"person": in.Person, "grade": p.Grade.String(), "resolution": r.Number.String(), "event": p.First.Name,
		}), err
	})
	return number, err
}

func errOwn() error {
	return apperr.New(apperr.Invalid, "No one records a diploma of their own. Ask the president or the secretary to record it.")
}

// carried finds the committee's resolution, which decided on the day of what it is about or later.
func carried(
	ctx context.Context, q store.Queryer, number string, after civil.Date, what string, f *apperr.Fields,
) (committee.Resolution, error) {
	r, found, err := committee.ByNumber(ctx, q, number)
	switch {
	case err != nil:
	case !found:
		f.Add("resolution", "Enter the number of the committee’s resolution, like 2026/3.")
	case r.Outcome != committee.Carried:
		f.Add("resolution", "Resolution %s was not carried.", r.Number)
	case r.Day.Before(after):
		f.Add("resolution", "Resolution %s is of %s, before %s of %s.", r.Number, r.Day.Long(), what, after.Long())
	}
	return r, err
}

// Foreign is a diploma of another association.
type Foreign struct {
	ID          ForeignID
	Person      PersonID
	Name        string
	Grade       scale.Grade
	Association string
	Day         civil.Date
	Source      string
}

// ForeignInput is one as someone records it. Its fields are number, name, grade, association, day and source.
type ForeignInput struct {
	Person      PersonID
	Name        string // as in the register, so that a slip of the finger in the number is seen
	Grade       string
	Association string
	Day         civil.Date
	Source      string
}

const maxText = 200

// RecordForeign records a diploma of another association with its source.
func (s *Service) RecordForeign(ctx context.Context, actor auth.Actor, in ForeignInput) error {
	permit, err := s.cases.May(actor, auth.KeepGrades, auth.Object{})
	if err != nil {
		return err
	}
	if in.Person == actor.Person && in.Person != 0 {
		return errOwn()
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		grade, f := in.check(s.cases.Today())
		if err := checkPerson(ctx, tx, in, &f); err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertForeign(ctx, tx, in, grade, s.cases.Now(), permit.Name())
		return permit.Did("record.foreign_diploma", "foreign_diploma", int64(id), nil, in), err
	})
}

func (in *ForeignInput) check(today civil.Date) (grade scale.Grade, f apperr.Fields) {
	rating, err := scale.Parse(in.Grade)
	if grade = rating.Grade(); err != nil || grade < 1 || grade > Highest || grade.Rating() != rating {
		f.Add("grade", "Enter a dan, like 3 dan.")
	}
	in.Association, in.Source = strings.TrimSpace(in.Association), strings.TrimSpace(in.Source)
	if in.Association == "" || utf8.RuneCountInString(in.Association) > maxText {
		f.Add("association", "Enter the association that awarded it, like Nihon Ki-in.")
	}
	if in.Source == "" || utf8.RuneCountInString(in.Source) > maxText {
		f.Add("source", "Say where this is known from, like: diploma seen by the secretary.")
	}
	if in.Day.IsZero() || in.Day.After(today) {
		f.Add("day", "Enter the day of the diploma, which is not in the future.")
	}
	return grade, f
}

// checkPerson finds the person, whose number and name belong together.
func checkPerson(ctx context.Context, q store.Queryer, in ForeignInput, f *apperr.Fields) error {
	names, err := members.FullNames(ctx, q, []PersonID{in.Person})
	if err != nil {
		return err
	}
	name, found := names[in.Person]
	switch {
	case !found:
		f.Add("number", "No one in the register has this member number.")
	case !members.SameName(name, in.Name):
		f.Add("name", "Member number %d is someone else in the register. Enter their name as it is there.", in.Person)
	}
	return nil
}

// WithdrawForeign withdraws a diploma of another association that was recorded wrongly.
func (s *Service) WithdrawForeign(ctx context.Context, actor auth.Actor, id ForeignID, reason string) error {
	permit, err := s.cases.May(actor, auth.KeepGrades, auth.Object{})
	if err != nil {
		return err
	}
	reason = strings.TrimSpace(reason)
	var f apperr.Fields
	if reason == "" || utf8.RuneCountInString(reason) > maxText {
		f.Add("reason", "Say in a sentence why it is withdrawn.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := withdrawForeign(ctx, tx, id, reason, s.cases.Now(), permit.Name())
		if err == nil && n == 0 {
			err = apperr.New(apperr.Conflict, "This diploma was withdrawn already.")
		}
		return permit.Did("withdraw.foreign_diploma", "foreign_diploma", int64(id), nil, map[string]string{"reason": reason}), err
	})
}

// FigureInput is for how long a rating stays before it is proposed, from a day on. Its fields are from, days, games and
// resolution.
type FigureInput struct {
	Figure
	Resolution string
}

// Figures are the figures by the day they hold from. They are public.
func (s *Service) Figures(ctx context.Context) ([]Figure, error) { return figures(ctx, s.db) }

// Amend records another figure, for dans that are reached on its day or later.
func (s *Service) Amend(ctx context.Context, actor auth.Actor, in FigureInput) error {
	permit, err := s.cases.May(actor, auth.KeepGrades, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		var f apperr.Fields
		if !in.From.After(s.cases.Today()) {
			f.Add("from", "Choose a day after today: a dan that is reached goes by the figure of its day.")
		}
		if in.Days < 0 || in.Days > 3660 {
			f.Add("days", "Enter a number of days from 0 to 3660.")
		}
		if in.Games < 0 || in.Games > 1000 {
			f.Add("games", "Enter a number of games from 0 to 1000.")
		}
		r, err := carried(ctx, tx, in.Resolution, civil.Date{}, "", &f)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertFigure(ctx, tx, in.Figure, r.ID, s.cases.Now(), permit.Name())
		return permit.Did("amend.grade_figure", "grade_figure", id, nil, in), err
	})
}
