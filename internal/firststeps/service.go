package firststeps

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/upkeep"
	"nzgs/internal/usecase"
)

// Service reads how far a society has come, and puts steps aside.
type Service struct {
	db       *store.DB
	cases    usecase.Cases
	settings *settings.Service
	backups  func(context.Context) (upkeep.Backups, error)
}

// New returns the service.
func New(db *store.DB, clock civil.Clock, of *settings.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), settings: of, backups: upkeep.New(db, clock, "").Backups}
}

// List reads the steps that the actor may do, as they stand.
// Errors: SignIn, Forbidden.
func (s *Service) List(ctx context.Context, actor auth.Actor) (List, error) {
	if err := s.cases.Require(actor, auth.KeepFirstSteps, auth.Object{}); err != nil {
		return List{}, err
	}
	return s.list(ctx, s.db, actor)
}

func (s *Service) list(ctx context.Context, q store.Queryer, actor auth.Actor) (List, error) {
	today := s.cases.Today()
	facts, err := readFacts(ctx, q, today)
	if err != nil {
		return List{}, err
	}
	if facts.Setup, err = s.settings.Setup(ctx, q); err != nil {
		return List{}, err
	}
	made, err := s.backups(ctx)
	if err != nil {
		return List{}, err
	}
	facts.Backup = made.Kept
	aside, err := readAside(ctx, q)
	if err != nil {
		return List{}, err
	}
	out := List{Facts: facts}
	for _, step := range All {
		standing := Standing{Step: step, Done: facts.Done(step)}
		if a, is := aside[step]; is {
			standing.Aside = &a
		}
		switch {
		case step.MayDo(actor, today):
			out.Steps = append(out.Steps, standing)
		case standing.Open():
			out.Others = append(out.Others, step)
		}
	}
	return out, nil
}

// Step reads one step that the actor may do.
// Errors: SignIn, Forbidden, NotFound.
func (s *Service) Step(ctx context.Context, actor auth.Actor, step Step) (Standing, error) {
	if _, err := s.permit(actor, step); err != nil {
		return Standing{}, err
	}
	list, err := s.list(ctx, s.db, actor)
	if err != nil {
		return Standing{}, err
	}
	for _, standing := range list.Steps {
		if standing.Step == step {
			return standing, nil
		}
	}
	return Standing{}, apperr.New(apperr.NotFound, "There is no first step of this name.")
}

// permit asks whether the actor may keep the step: an officer who may do it.
func (s *Service) permit(actor auth.Actor, step Step) (usecase.Permit, error) {
	permit, err := s.cases.May(actor, auth.KeepFirstSteps, auth.Object{})
	switch {
	case err != nil:
		return permit, err
	case step.number() == 0:
		return permit, apperr.New(apperr.NotFound, "There is no first step of this name.")
	case !step.MayDo(actor, s.cases.Today()):
		return permit, apperr.New(apperr.Forbidden, "This step is for another officer.")
	}
	return permit, nil
}

// PutAside says that the society does without a step, and why.
// Errors: SignIn, Forbidden, NotFound; Invalid of the field reason; Conflict of a step that is done, or was put aside for
// another reason since.
func (s *Service) PutAside(ctx context.Context, actor auth.Actor, step Step, reason string) error {
	permit, err := s.permit(actor, step)
	if err != nil {
		return err
	}
	var f apperr.Fields
	reason = tidyReason(reason, &f)
	if err := f.Err(); err != nil {
		return err
	}
	standing, err := s.Step(ctx, actor, step)
	if err != nil {
		return err
	}
	if standing.Done {
		return apperr.New(apperr.Conflict, "This step is done: there is nothing to put aside.")
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		mine, err := insertAside(ctx, tx, step, Aside{reason, permit.Now()})
		if err != nil {
			return nil, err
		}
		if !mine {
			kept, err := readAside(ctx, tx)
			if err == nil && kept[step].Reason == reason {
				err = usecase.ErrSame
			}
			if err == nil {
				err = apperr.New(apperr.Conflict, "This step was put aside already, with: %s", kept[step].Reason)
			}
			return nil, err
		}
		return permit.Did("put_aside.first_step", "first_step", step.number(), nil, saying(step, reason)), nil
	})
}

// TakeUp has a step that was put aside be one to do again. One that was not put aside stays as it is.
// Errors: SignIn, Forbidden, NotFound.
func (s *Service) TakeUp(ctx context.Context, actor auth.Actor, step Step) error {
	permit, err := s.permit(actor, step)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		kept, err := readAside(ctx, tx)
		if err != nil {
			return nil, err
		}
		was, err := deleteAside(ctx, tx, step)
		if err == nil && !was {
			err = usecase.ErrSame
		}
		return permit.Did("take_up.first_step", "first_step", step.number(), saying(step, kept[step].Reason), nil), err
	})
}

// saying is what the log says of a step.
func saying(step Step, reason string) map[string]string {
	return map[string]string{"step": string(step), "reason": reason}
}
