package representative

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Choice is who represents the country after a points year; Person is 0 while no one is chosen.
type Choice struct {
	Year       int
	Person     PersonID
	Name       string
	Resolution string // of the committee; "" of one from a file
	Reason     string
	At         civil.Instant
	By         string
	id         choiceID
}

// Choosing is whom the committee chose. Its fields are person, resolution and reason.
type Choosing struct {
	Year       int
	Person     PersonID
	Resolution string // number: 2026/3
	Reason     string // where someone who wishes to go is before them
}

// Choose records whom the committee chose to represent the country after a points year; another choice takes its place.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, in Choosing) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := refuseClosed(ctx, tx, in.Year); err != nil {
			return nil, err
		}
		end, err := s.yearEnd(ctx, tx, in.Year)
		if err != nil {
			return nil, err
		}
		if end.Event == "" {
			return nil, errNotPosted(in.Year)
		}
		f := end.check(in)
		resolution, err := carried(ctx, tx, in.Resolution, &f)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertChoice(ctx, tx, in, resolution, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		return permit.Did("choose.representative", "points_year", int64(in.Year), end.Choice, struct {
			Choosing
			ID choiceID `json:"choice"`
		}{in, id}), nil
	})
}

// check finds what is wrong with a choice, given the ranking.
func (y YearEnd) check(in Choosing) (f apperr.Fields) {
	at := slices.IndexFunc(y.Ranking, func(r Row) bool { return r.Person == in.Person })
	switch {
	case at < 0:
		f.Add("person", "Choose one of the players with points.")
		return f
	case y.Ranking[at].Wish != Wishes:
		f.Add("person", "%s has not said that they wish to go. Record their wish first.", y.Ranking[at].Name)
	}
	chosen := y.Ranking[at]
	for _, r := range y.Ranking[:at] {
		if r.Wish == Wishes && r.Place < chosen.Place && in.Reason == "" {
			f.Add("reason", "%s wishes to go and is before %s. Say why the committee chose otherwise.", r.Name, chosen.Name)
			break
		}
	}
	if len(in.Reason) > maxReason {
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
	return f
}

// choiceStands refuses a choice that the ranking no longer allows as it was recorded: results were corrected, or wishes
// changed, since the committee chose.
func (y YearEnd) choiceStands() error {
	if y.Choice.Person == 0 || y.Choice.Resolution == "" { // no one, or from a file of earlier years
		return nil
	}
	if f := y.check(Choosing{Person: y.Choice.Person, Reason: y.Choice.Reason}); f != nil {
		return apperr.New(
			apperr.Conflict, "The committee’s choice was recorded before the points or wishes changed: %s Record the choice again.",
			f[0].Message,
		)
	}
	return nil
}

// carried finds the committee's resolution that something rests on.
func carried(ctx context.Context, q store.Queryer, number string, f *apperr.Fields) (committee.ResolutionID, error) {
	r, found, err := committee.ByNumber(ctx, q, number)
	switch {
	case err != nil:
		return 0, err
	case !found:
		f.Add("resolution", "Enter the number of the committee’s resolution, like 2026/3.")
	case r.Outcome != committee.Carried:
		f.Add("resolution", "Resolution %s was not carried.", r.Number)
	}
	return r.ID, nil
}
