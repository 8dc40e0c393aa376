package ratings

import (
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// RatedAll is what rating many events together did.
type RatedAll struct {
	Events   []Outcome // in the order of their days; Later of each is empty
	Games    int       // rated in all of them
	NotRated int       // left out of all of them
	Later    []Later   // events that were on the list before, whose figures changed, in their order
}

// RateAll rates many events that are not on the list yet, in the caller's transaction: the
// games of all are copied, and the whole history is worked out once, each event in its place
// by its day. Whatever the order in which they are given, the list is the one that rating
// them one by one gives.
//
// It needs the permission to keep the ratings. Errors are those of RateEvent; each names its
// event. Whoever else rates an event waits until the transaction ends.
func (s *Service) RateAll(ctx context.Context, tx *store.Tx, actor auth.Actor, in []Submission) (RatedAll, error) {
	var out RatedAll
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return out, err
	}
	if err := lockList(ctx, tx); err != nil {
		return out, err
	}
	put := make(map[SubmissionID]submission, len(in))
	var problems apperr.Fields
	for _, one := range in {
		p, err := s.putIn(ctx, tx, actor, one)
		if wrong, refused := errors.AsType[*apperr.Error](err); refused && len(wrong.Fields) > 0 {
			for _, f := range wrong.Fields {
				problems.Add(f.Name, "%s: %s", one.Name, f.Message)
			}
			continue
		}
		if err != nil {
			return out, err
		}
		put[p.id] = p
	}
	if err := problems.Err(); err != nil {
		return out, err
	}
	found, err := s.recalculate(ctx, tx, Repair, nil)
	if err != nil {
		return out, err
	}
	if err := writeChanges(ctx, tx, found.later.order); err != nil {
		return out, err
	}
	if err := refreshList(ctx, tx, found.wrong); err != nil {
		return out, err
	}
	for _, e := range found.later.order {
		p, isNew := put[e.id]
		if !isNew {
			out.Later = append(out.Later, Later{Event: e.event, Name: e.name, Day: e.day, Players: len(e.changes)})
			continue
		}
		one := Outcome{Submission: p.id, Formula: p.formula, Games: p.games, NotRated: p.notRated}
		for _, d := range e.changes {
			one.Changes = append(one.Changes, d.now.public())
		}
		out.Events, out.Games, out.NotRated = append(out.Events, one), out.Games+p.games, out.NotRated+p.notRated
		if err := permit.Did("rate.event", "event", int64(p.event), nil, auditOf(p, one)).Write(ctx, tx); err != nil {
			return out, err
		}
	}
	return out, nil
}

// putIn stores the facts of a submission; nothing is worked out from them yet.
func (s *Service) putIn(ctx context.Context, tx *store.Tx, actor auth.Actor, in Submission) (submission, error) {
	in, notRated, err := in.prepare()
	if err != nil {
		return submission{}, err
	}
	rated, err := countingSubmission(ctx, tx, in.Event)
	if err != nil {
		return submission{}, err
	}
	if rated.id != 0 {
		return submission{}, errAlreadyRated(rated)
	}
	declared, err := declaredStrengths(ctx, tx, in)
	if err != nil {
		return submission{}, err
	}
	p := submission{
		event: in.Event, name: in.Name, day: in.Day, formula: formulaOn(s.versions, in.Day).Name,
		players: len(declared), games: len(in.Games), notRated: notRated,
		submittedAt: s.cases.Now(), submittedBy: actor.Name,
	}
	p.id, err = insertSubmission(ctx, tx, p, declared, slices.Clone(in.Games))
	return p, err
}
