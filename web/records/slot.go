package records

import (
	"context"
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules/record"
	"nzgs/web/kit"
)

// A record that anybody sends is checked within bounds, one at a time, and each
// network has only so much time of it.
const (
	mostChecked  = 256 << 10        // bytes of a record that is sent to be checked
	checkWithin  = 5 * time.Second  // of one check
	slotPatience = 10 * time.Second // in line for the slot
	slotWaiting  = 16               // of one network
	checkAtOnce  = 20               // seconds of checking for a network
	checkASecond = 0.1              // that come back each second
)

// checkBounds are beyond what any game has.
var checkBounds = record.Bounds{Moves: 2000, Search: 20}

// slot is the one in which records are checked.
type slot struct {
	line  *kit.Line
	spent *kit.Budget
}

func newSlot() slot {
	return slot{kit.NewLine(1, slotPatience, slotWaiting), kit.NewBudget(checkAtOnce, checkASecond, time.Now)}
}

var errSlowCheck = apperr.New(
	apperr.Busy, "Checking this record took too long and was stopped. A record of one game takes a moment.",
)

// checked does some checking when it is its turn, within its time, which the
// network pays for.
func (s *Desk) checked(c echo.Context, work func(ctx context.Context) error) error {
	network := kit.Network(c)
	if err := s.slot.spent.Allows(network); err != nil {
		return err
	}
	if err := s.slot.line.Enter(c.Request().Context(), network); err != nil {
		return err
	}
	defer s.slot.line.Leave()
	begin := time.Now()
	defer func() { s.slot.spent.Spend(network, time.Since(begin).Seconds()) }()
	ctx, cancel := context.WithTimeout(c.Request().Context(), checkWithin)
	defer cancel()
	err := work(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errSlowCheck
	}
	return err
}
