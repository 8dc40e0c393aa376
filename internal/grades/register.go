package grades

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Diploma is a line of the register.
type Diploma struct {
	Number     int
	Person     PersonID // 0 where they do not want to be named
	Name       string   // as public pages show it
	Hidden     bool
	Rated      bool // the person is on the rating list
	Grade      scale.Grade
	Day        civil.Date // of the resolution
	Resolution string     // number
	Reached    civil.Date
	After      string   // the event
	Lines      []string // the arithmetic

	Annulled    string     // number of the resolution that annulled it; "": it stands
	AnnulledDay civil.Date // of that resolution
}

// IsAnnulled reports whether the committee annulled the diploma.
func (d Diploma) IsAnnulled() bool { return d.Annulled != "" }

// Register is the register of diplomas, the latest first. It is public: who asked not to be named is not, but the number is
// there.
func (s *Service) Register(ctx context.Context) ([]Diploma, error) {
	all, err := s.register(ctx)
	for i := range all {
		if all[i].Hidden {
			all[i] = Diploma{
				Number: all[i].Number, Hidden: true, Annulled: all[i].Annulled, AnnulledDay: all[i].AnnulledDay,
			}
		}
	}
	return all, err
}

// WholeRegister is the register with everyone's name, for who keeps it.
func (s *Service) WholeRegister(ctx context.Context, actor auth.Actor) ([]Diploma, error) {
	if err := s.cases.Require(actor, auth.KeepGrades, auth.Object{}); err != nil {
		return nil, err
	}
	return s.register(ctx)
}

func (s *Service) register(ctx context.Context) ([]Diploma, error) {
	all, err := diplomas(ctx, s.db, `1 = 1`)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(all))
	for i, d := range all {
		ids[i] = d.Person
	}
	names, err := members.PublicNames(ctx, s.db, ids)
	for i := range all {
		all[i].Name = names[all[i].Person]
	}
	return all, err
}

// Foreigners are the diplomas of other associations, for who keeps them.
func (s *Service) Foreigners(ctx context.Context, actor auth.Actor) ([]Foreign, error) {
	if err := s.cases.Require(actor, auth.KeepGrades, auth.Object{}); err != nil {
		return nil, err
	}
	all, err := foreignOf(ctx, s.db, 0)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(all))
	for i, d := range all {
		ids[i] = d.Person
	}
	names, err := members.PublicNames(ctx, s.db, ids)
	for i := range all {
		all[i].Name = names[all[i].Person]
	}
	return all, err
}

// Standing is what grades a person has, and what is missing to the next.
type Standing struct {
	Person   PersonID
	Hidden   bool
	Diplomas []Diploma // that stand, the highest first
	Foreign  []Foreign
	Proposed *Reach // waits for the committee
	Next     Missing
}

// Public is what anyone may know of a person's grades: nothing, of who wants it so.
func (s *Service) Public(ctx context.Context, id PersonID) (Standing, error) {
	out, err := s.standing(ctx, id)
	if out.Hidden {
		return Standing{Person: id, Hidden: true}, err
	}
	return out, err
}

// Own is a person's own grades.
func (s *Service) Own(ctx context.Context, actor auth.Actor) (Standing, error) {
	if !actor.SignedIn() {
		return Standing{}, apperr.New(apperr.SignIn, "Sign in to see your grades.")
	}
	return s.standing(ctx, actor.Person)
}

func (s *Service) standing(ctx context.Context, id PersonID) (out Standing, err error) {
	out.Person = id
	if out.Diplomas, err = diplomas(ctx, s.db, `a.person_id = $1`, id); err != nil {
		return out, err
	}
	out.Diplomas = counting(out.Diplomas)
	if out.Foreign, err = foreignOf(ctx, s.db, id); err != nil {
		return out, err
	}
	if out.Hidden, err = isHidden(ctx, s.db, id); err != nil {
		return out, err
	}
	steps, err := stepsOf(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	all, err := figures(ctx, s.db)
	if err != nil {
		return out, err
	}
	awarded := scale.Grade(0)
	for _, d := range out.Diplomas {
		awarded = max(awarded, d.Grade)
	}
	if r, waits := Propose(steps, all, awarded, s.cases.Today()); waits {
		out.Proposed = &r
	}
	out.Next = Next(steps, all, awarded, s.cases.Today())
	return out, nil
}

// Hide says whether a person's diplomas are shown to others. It is theirs to say; an officer records it for them.
func (s *Service) Hide(ctx context.Context, actor auth.Actor, id PersonID, hidden bool) error {
	permit, err := s.cases.May(actor, auth.EditPerson, auth.Object{Person: id})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		was, err := isHidden(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if was == hidden {
			return nil, usecase.ErrSame
		}
		return permit.Did("hide.diplomas", "person", int64(id), was, hidden), setHidden(ctx, tx, id, hidden, s.cases.Now(), permit.Name())
	})
}

// Print is what a diploma says, with the name as the register has it.
type Print struct {
	Diploma
	FullName string
}

// Print is a diploma to be printed: for the person and who keeps the grades.
func (s *Service) Print(ctx context.Context, actor auth.Actor, number int) (Print, error) {
	if !actor.SignedIn() {
		return Print{}, apperr.New(apperr.SignIn, "Sign in to print a diploma.")
	}
	found, err := diplomas(ctx, s.db, `a.number = $1`, number)
	if err != nil {
		return Print{}, err
	}
	if len(found) == 0 || found[0].Person != actor.Person {
		if err := s.cases.Require(actor, auth.KeepGrades, auth.Object{}); err != nil {
			return Print{}, err
		}
	}
	if len(found) == 0 {
		return Print{}, apperr.New(apperr.NotFound, "There is no diploma with this number.")
	}
	if found[0].IsAnnulled() {
		return Print{}, apperr.New(
			apperr.Conflict, "Diploma %d was annulled by resolution %s of %s: it is not printed.", number, found[0].Annulled,
			found[0].AnnulledDay.Long(),
		)
	}
	names, err := members.FullNames(ctx, s.db, []PersonID{found[0].Person})
	return Print{found[0], names[found[0].Person]}, err
}
