package postal

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// request is what an action is asked with.
type request struct {
	actor   auth.Actor
	id      VoteID
	action  Action
	version int64  // that was shown; anyVersion where two may act side by side
	logged  string // what the audit log calls it; "": as the action
	sits    bool   // with the key of a sitting, which began with a proof
	signs   bool   // asks for the proof in a sitting too
}

func (r request) name() string {
	if r.logged != "" {
		return r.logged
	}
	return string(r.action)
}

const anyVersion = 0

// take runs an action in one transaction: it is refused unless the actor, the
// state, the version and every guard allow it. What it did is audited, and the
// duties follow.
func (s *Service) take(ctx context.Context, r request, do func(tx *store.Tx, f *facts) (after any, err error)) error {
	err := s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		f, err := s.allowed(ctx, tx, r)
		if err != nil {
			return nil, err
		}
		after, err := do(tx, &f)
		if err != nil {
			return nil, err
		}
		if err := s.setDuties(ctx, tx, r.id); err != nil {
			return nil, err
		}
		if after, err = leaves(ctx, tx, r.id, after); err != nil {
			return nil, err
		}
		return did(f.permit, r.name(), r.id, after), nil
	})
	switch {
	case err != nil:
		return err
	case r.action == ActDestroy:
		_ = s.ClearDestroyed(ctx) // the vote waits to be cleared until it is
	case slices.Contains(untraced, r.action):
		_ = s.db.ForgetHistory(ctx) // the next step does it too, at the latest the last one
	}
	return nil
}

// untraced are the steps after which the database's files do not keep what was
// there before: entries in the order in which they came, and what was deleted.
// After the last one, ActDestroy, no other step would do it: see ClearDestroyed.
var untraced = []Action{ActEnter, ActCorrect, ActFinish, ActRestart, ActDespatch, ActReopen, ActConfirm}

// ClearDestroyed leaves nothing of votes that were destroyed in the files that
// the program writes. Until it has happened, which the log then says, it is to be
// tried again: the error says why it has not.
func (s *Service) ClearDestroyed(ctx context.Context) error {
	waiting, err := destroyedUncleared(ctx, s.db)
	if err != nil || len(waiting) == 0 {
		return err
	}
	if err := s.db.ForgetHistory(ctx); err != nil {
		return fmt.Errorf("what was destroyed of postal votes %v may still be in the database’s files: %w", waiting, err)
	}
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		var done *usecase.Entry
		for _, id := range waiting {
			if err := markCleared(ctx, tx, id, s.cases.Now()); err != nil {
				return nil, err
			}
			done = done.Then(did(permit, "clear", id, nil))
		}
		return done, nil
	})
}

// ClearsFiles reports whether ClearDestroyed reaches all files of the database:
// PostgreSQL keeps logs of its own.
func (s *Service) ClearsFiles() bool { return s.db.Dialect() == store.SQLite }

// allowed locks the vote and checks whether the action may be taken.
func (s *Service) allowed(ctx context.Context, tx *store.Tx, r request) (facts, error) {
	if err := lockVote(ctx, tx, r.id); err != nil {
		return facts{}, notFound(err)
	}
	f, err := s.facts(ctx, tx, r.id)
	if err != nil {
		return facts{}, err
	}
	if f.permit, err = s.cases.Allow(r.actor.By(), s.check(r, f)); err != nil {
		return f, err
	}
	return f, unchanged(ctx, tx, f)
}

// check refuses an action that the actor, the state, the version or a guard
// does not allow.
func (s *Service) check(r request, f facts) error {
	how := ruleOf(r.action)
	if err := s.mayTake(r.actor, how, f); err != nil {
		return err
	}
	if how.asks == proved && (!r.sits || r.signs) {
		if err := auth.RequireProof(r.actor, s.cases.Now()); err != nil {
			return err
		}
	}
	if err := how.stands(f); err != nil {
		return err
	}
	if r.version != anyVersion && r.version != f.Version {
		return usecase.Stale("this vote", "postal_vote", int64(f.ID))
	}
	f.actor = r.actor
	for _, g := range how.guards {
		if o, ok := g.check(f); !ok {
			return o.refuse()
		}
	}
	return nil
}

// stands refuses an action that the state does not allow.
func (how rule) stands(f facts) error {
	switch {
	case how.way != "" && how.way != f.Way:
		return apperr.New(apperr.Invalid, "The papers of this vote are entered %s.", f.Way.words())
	case !slices.Contains(how.from, f.State):
		return apperr.UnderRule(how.number, "%s: the vote is not at that step. It is at “%s”.", how.label, f.State.Label())
	}
	return nil
}

func (w Way) words() string {
	if w == Web {
		return "on this server"
	}
	return "on the tellers’ own machines"
}

// mayTake refuses who does not take the action. To who may not see the vote it
// is not there.
func (s *Service) mayTake(actor auth.Actor, how rule, f facts) error {
	manages, tells := s.manages(actor), f.isTeller(actor)
	switch {
	case how.role == Joiner:
		return s.mayJoin(actor, f)
	case how.role == Manager && manages && tells:
		return apperr.New(
			apperr.Forbidden, "You are a teller of this vote, and no one both runs a vote and counts it: another officer does "+
				"this (Rule 5.11).",
		)
	case how.role != Teller && manages, how.role != Manager && tells:
		return nil
	case !actor.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to do this.")
	case how.role == Teller && manages:
		return apperr.New(
			apperr.Forbidden, "Only the tellers of this vote can do this, whatever office anyone holds (Rule 5.11).",
		)
	case how.role == Manager && tells:
		return apperr.New(apperr.Forbidden, "This needs the president or the secretary.")
	case f.State.before(StateDespatched):
		return errNotFound
	}
	return apperr.New(apperr.Forbidden, "Only the people running this vote can see this.")
}

// mayJoin refuses whom no open proposal names as teller.
func (s *Service) mayJoin(actor auth.Actor, f facts) error {
	switch {
	case !actor.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to do this.")
	case f.proposal != nil && f.proposal.In.Person == actor.Person:
		return nil
	case f.State.before(StateDespatched) && !s.manages(actor) && !f.isTeller(actor):
		return errNotFound
	}
	return apperr.New(apperr.Forbidden, "Only the person who is proposed as teller can do this.")
}

func (s *Service) manages(actor auth.Actor) bool {
	return auth.Can(actor, auth.ManagePostalVotes, auth.Object{}, s.cases.Today())
}

func (f facts) isTeller(actor auth.Actor) bool {
	return actor.SignedIn() && slices.ContainsFunc(f.tellers, func(t teller) bool { return t.Person == actor.Person })
}

// teller is the actor's own entry among the tellers.
func (f *facts) teller(actor auth.Actor) *teller {
	i := slices.IndexFunc(f.tellers, func(t teller) bool { return t.Person == actor.Person })
	if i < 0 {
		return &teller{}
	}
	return &f.tellers[i]
}

// steps are the actions that the state allows, as they stand for the actor.
func (s *Service) steps(actor auth.Actor, f facts) []Step {
	f.actor = actor
	var out []Step
	for _, how := range rules {
		if !slices.Contains(how.from, f.State) || how.way != "" && how.way != f.Way {
			continue
		}
		step := Step{Action: how.action, Label: how.label, Role: how.role, Rule: how.number,
			Yours: s.mayTake(actor, how, f) == nil}
		for _, g := range how.guards {
			if o, ok := g.check(f); !ok {
				step.Obstacles = append(step.Obstacles, o)
			}
		}
		out = append(out, step)
	}
	return out
}

var errNotFound = apperr.New(apperr.NotFound, "Postal vote not found.")

// did is the audit entry of a vote: never of what a paper says.
func did(permit usecase.Permit, action string, id VoteID, after any) *usecase.Entry {
	return permit.Did(action+".postal_vote", "postal_vote", int64(id), nil, after)
}
