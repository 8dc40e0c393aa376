package records

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules/record"
	"nzgs/internal/machine"
	"nzgs/web/kit"
)

// A record that anybody sends is checked within bounds, one at a time, and each
// network has only so much time of it.
const (
	mostChecked  = 256 << 10        // bytes of a record that is sent to be checked
	checkWithin  = 5 * time.Second  // of a processor, for one check
	slotPatience = 10 * time.Second // in line for the slot
	slotWaiting  = 16               // of one network
	checkAtOnce  = 20               // seconds of a processor for a network
	checkASecond = 0.1              // that come back each second
)

// checkBounds are beyond what any game has.
var checkBounds = record.Bounds{Moves: 2000, Search: 20}

// slot is the one in which records are checked.
type slot struct {
	line   *kit.Line
	spent  *kit.Budget
	within time.Duration
}

func newSlot() slot {
	return slot{
		kit.NewLine(1, slotPatience, slotWaiting), kit.NewBudget(checkAtOnce, checkASecond, time.Now), checkWithin,
	}
}

var errSlowCheck = apperr.New(
	apperr.Busy, "Checking this record took too long and was stopped. A record of one game takes a moment.",
)

// checked does some checking when it is its turn, within its time of a processor, which the network pays for. What else
// the machine has to do meanwhile stops no check and costs no one.
func (s *Desk) checked(c echo.Context, work func(ctx context.Context) error) error {
	network := kit.Network(c)
	if err := s.slot.spent.Allows(network); err != nil {
		return err
	}
	if err := s.slot.line.Enter(c.Request().Context(), network); err != nil {
		return err
	}
	defer s.slot.line.Leave()
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	ctx := workTime{Context: c.Request().Context(), begun: time.Now(), most: s.slot.within}
	ctx.before, ctx.known = machine.ThreadTime()
	defer func() { s.slot.spent.Spend(network, ctx.spent().Seconds()) }()
	err := work(ctx)
	if errors.Is(err, errWorked) {
		return errSlowCheck
	}
	return err
}

// workTime is a context that ends when the thread that asks it has worked so long; where that is not known, by the clock.
type workTime struct {
	context.Context
	begun  time.Time
	before time.Duration // what the thread had worked by then
	known  bool
	most   time.Duration
}

var errWorked = errors.New("the time of a processor for this work is spent")

func (w workTime) spent() time.Duration {
	if now, known := machine.ThreadTime(); known && w.known {
		return now - w.before
	}
	return time.Since(w.begun)
}

// Err is that of the request, or says that the time is spent.
func (w workTime) Err() error {
	if err := w.Context.Err(); err != nil {
		return err
	}
	if w.spent() > w.most {
		return errWorked
	}
	return nil
}
