package grades

import (
	"context"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Annulling is the committee's resolution that a diploma does not stand. Its fields are resolution and reason.
type Annulling struct {
	Number     int
	Resolution string // number: 2026/3
	Reason     string // for the log and the register's keepers
}

// Annul takes a diploma out of what stands, by a resolution of the committee that is not older than the award. Its number and
// line stay in the register, and the grade may be awarded again. A rating that falls is no reason the program knows of: only
// the committee says so.
func (s *Service) Annul(ctx context.Context, actor auth.Actor, in Annulling) error {
	permit, err := s.cases.May(actor, auth.KeepGrades, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		found, err := diplomas(ctx, tx, `a.number = $1`, in.Number)
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, apperr.New(apperr.NotFound, "There is no diploma with this number.")
		case found[0].IsAnnulled():
			return nil, apperr.New(apperr.Conflict, "Diploma %d was annulled already.", in.Number)
		case found[0].Person == actor.Person:
			return nil, errOwn()
		}
		var f apperr.Fields
		in.Reason = strings.TrimSpace(in.Reason)
		if n := utf8.RuneCountInString(in.Reason); n == 0 || n > maxText {
			f.Add("reason", "Say in at most %d characters why it is annulled.", maxText)
		}
		r, err := carried(ctx, tx, in.Resolution, found[0].Day, "the award", &f)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := insertAnnulment(ctx, tx, in.Number, r, in.Reason, s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
		return permit.Did("annul.grade", "grade_award", int64(in.Number), nil, map[string]any{
			"person": found[0].Person, "grade": found[0].Grade.String(), "resolution": r.Number.String(), "reason": in.Reason,
		}), nil
	})
}
