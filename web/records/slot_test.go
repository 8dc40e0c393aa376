package records

import (
	"context"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/web/kit"
)

func asking(ctx context.Context, network string) echo.Context {
	r := httptest.NewRequest("POST", "/check-record", nil).WithContext(ctx)
	r.RemoteAddr = network + ":5000"
	return echo.New().NewContext(r, httptest.NewRecorder())
}

// Records that anybody sends are checked one at a time, and whoever has gone is
// not waited for.
func TestOneRecordIsCheckedAtATime(t *testing.T) {
	d := New(&kit.Site{}, Services{})
	inside, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- d.checked(asking(context.Background(), "192.0.2.1"), func(context.Context) error {
			close(inside)
			<-goOn
			return nil
		})
	}()
	<-inside
	impatient, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := d.checked(asking(impatient, "192.0.2.2"), func(context.Context) error {
		t.Error("two are checked at once")
		return nil
	})
	if err == nil {
		t.Error("the second was checked")
	}
	close(goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := d.checked(asking(t.Context(), "192.0.2.2"), func(context.Context) error { return nil }); err != nil {
		t.Errorf("the next: %v", err)
	}
}

// A check has its time, and each network so much of it: whatever one sends,
// it takes a tenth of one processor in the long run.
func TestANetworkHasSoMuchTimeOfChecking(t *testing.T) {
	d := New(&kit.Site{}, Services{})
	now := time.Unix(0, 0)
	d.slot.spent = kit.NewBudget(checkAtOnce, checkASecond, func() time.Time { return now })
	d.slot.spent.Spend("192.0.2.1", checkAtOnce)
	nothing := func(context.Context) error { return nil }
	if err := d.checked(asking(t.Context(), "192.0.2.1"), nothing); apperr.KindOf(err) != apperr.TooMany {
		t.Errorf("a network that spent its time: %v", err)
	}
	if err := d.checked(asking(t.Context(), "192.0.2.2"), nothing); err != nil {
		t.Errorf("another: %v", err)
	}
	now = now.Add(time.Minute)
	if err := d.checked(asking(t.Context(), "192.0.2.1"), nothing); err != nil {
		t.Errorf("later: %v", err)
	}
	d.slot.within = 20 * time.Millisecond
	err := d.checked(asking(t.Context(), "192.0.2.1"), func(ctx context.Context) error {
		for ctx.Err() == nil { // works without end
		}
		return ctx.Err()
	})
	if apperr.KindOf(err) != apperr.Busy {
		t.Errorf("a check that took too long: %v", err)
	}
}

// On a machine that has much else to do, a check takes long by the clock, and no more of a processor: it is not stopped,
// and its network has spent nothing more.
func TestACheckThatWaitsForTheMachineIsNotStopped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the time of a thread is known on Linux alone")
	}
	d := New(&kit.Site{}, Services{})
	d.slot.within = 20 * time.Millisecond
	d.slot.spent = kit.NewBudget(checkAtOnce, checkASecond, func() time.Time { return time.Unix(0, 0) })
	d.slot.spent.Spend("192.0.2.1", checkAtOnce-1.05) // a check begins while a second is left
	for range 3 {
		if err := d.checked(asking(t.Context(), "192.0.2.1"), func(ctx context.Context) error {
			time.Sleep(2 * d.slot.within)
			return ctx.Err()
		}); err != nil {
			t.Errorf("a check that waited: %v", err)
		}
	}
}
