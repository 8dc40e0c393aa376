package tournaments

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// A big draw takes seconds, and everybody who writes waits for the transaction
// of everybody else. So no draw is solved inside one: a transaction that needs a
// draw it was not given is rolled back, the draw is solved, and the transaction
// runs again with it.

// drawings are the draws a change has been given, by what they were solved from.
type drawings map[string]drawn

type drawn struct {
	drawing *pairing.Drawing
	err     error // why the round cannot be drawn
}

// unsolved asks for a draw that the change was not given.
type unsolved struct {
	from  inputs
	round int
}

func (u *unsolved) Error() string {
	return fmt.Sprintf("tournaments: round %d is not solved yet", u.round)
}

func (u *unsolved) key() string { return fmt.Sprintf("%d %s", u.round, u.from.hash()) }

// of is the draw of a round as the field stands; the error is an *unsolved or
// the refusal of a round that cannot be drawn.
func (known drawings) of(f field, round int) (*pairing.Drawing, error) {
	wanted := &unsolved{f.inputs(round), round}
	d, ok := known[wanted.key()]
	if !ok {
		return nil, wanted
	}
	if d.err != nil {
		return nil, f.refusal(d.err)
	}
	return d.drawing, nil
}

// maxSolved is how many draws one change asks for. It needs another only when
// somebody changed the section while the one before was solved.
const maxSolved = 5

// directDraw is direct for what draws a round. fn may run several times: it
// changes nothing but the database.
func (s *Service) directDraw(
	ctx context.Context, actor auth.Actor, id SectionID,
	fn func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error),
) error {
	known := make(drawings)
	for {
		err := s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) { return fn(tx, h, known) })
		var wanted *unsolved
		if !errors.As(err, &wanted) {
			return err
		}
		if len(known) == maxSolved {
			return apperr.New(apperr.Conflict, "Others are changing this section. Wait until they have finished, and try again.")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := s.solve(wanted.from, wanted.round)
		known[wanted.key()] = drawn{d, err}
	}
}
