package events

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing/simulate"
)

// quickPlan takes hardly any time; plans of different seeds are different ones.
func quickPlan(seed uint64) simulate.Plan {
	p := simulate.DefaultPlan()
	p.Field, p.Rounds, p.Events, p.Seed = simulate.DefaultField(4), []int{2}, 2, seed
	return p
}

// Hold takes the turn, so that jobs wait for it until Release.
func (c *comparisons) Hold() { c.turn <- struct{}{} }

func (c *comparisons) Release() { <-c.turn }

func (c *comparisons) Stop() { c.stop() }

// Count is how many jobs and answers there are.
func (c *comparisons) Count() int { return len(c.jobs) }

// Forget forgets every job and answer.
func (c *comparisons) Forget() { c.jobs = map[string]*compareJob{} }

// Fail has every job fail while the turn is held.
func (c *comparisons) Fail(fault error) {
	for _, job := range c.jobs {
		job.cancel()
		<-job.ready
		job.err = fault
	}
}

func mustAsk(t *testing.T, c *comparisons, plan simulate.Plan) *compareJob {
	t.Helper()
	job, err := c.ask(plan)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func TestOneJobForAQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparisons()
		defer c.stop()
		first, second := mustAsk(t, c, quickPlan(1)), mustAsk(t, c, quickPlan(1))
		if first != second {
			t.Error("the same question is worked out twice")
		}
		if other := mustAsk(t, c, quickPlan(2)); other == first {
			t.Error("another question has the same job")
		}
		<-first.ready
		if first.err != nil || len(first.report.Outcomes) != 2 {
			t.Fatalf("%+v, %v", first.report, first.err)
		}
		if done, total := first.progress(); done != total || total != 2*2*2 {
			t.Errorf("%d of %d", done, total)
		}
		time.Sleep(compareKept - time.Second)
		if mustAsk(t, c, quickPlan(1)) != first {
			t.Error("the answer is gone already")
		}
		time.Sleep(compareKept + time.Second)
		if mustAsk(t, c, quickPlan(1)) == first {
			t.Error("the answer is kept for ever")
		}
	})
}

func TestAJobIsGivenUpWhenNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparisons()
		defer c.stop()
		c.Hold()
		job := mustAsk(t, c, quickPlan(1))
		for range 5 { // somebody looks again and again
			time.Sleep(comparePatience - time.Second)
			if mustAsk(t, c, quickPlan(1)) != job || job.isReady() {
				t.Fatal("given up while somebody waits")
			}
		}
		time.Sleep(comparePatience + time.Second)
		<-job.ready
		if !errors.Is(job.err, context.Canceled) {
			t.Errorf("%v", job.err)
		}
		if mustAsk(t, c, quickPlan(1)) == job {
			t.Error("whoever comes back finds the job that was given up")
		}
	})
}

func TestTooManyComparisonsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparisons()
		defer c.stop()
		c.Hold()
		for i := range compareWaiting {
			mustAsk(t, c, quickPlan(uint64(i)))
		}
		if _, err := c.ask(quickPlan(99)); apperr.KindOf(err) != apperr.Busy {
			t.Errorf("%v", err)
		}
		mustAsk(t, c, quickPlan(0)) // is there already
		<-c.turn
		synctest.Wait()
		mustAsk(t, c, quickPlan(99))
	})
}

func TestAnswersThatAreKeptAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparisons()
		defer c.stop()
		first := mustAsk(t, c, quickPlan(0))
		<-first.ready
		for i := range compareAnswers {
			time.Sleep(time.Second)
			<-mustAsk(t, c, quickPlan(uint64(i+1))).ready
		}
		if n := len(c.jobs); n != compareAnswers {
			t.Errorf("%d answers are kept", n)
		}
		if mustAsk(t, c, quickPlan(0)) == first {
			t.Error("the oldest answer was not the one to go")
		}
	})
}

func TestComparisonsEndWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparisons()
		c.Hold()
		job := mustAsk(t, c, quickPlan(1))
		c.stop()
		<-job.ready
		if !errors.Is(job.err, context.Canceled) {
			t.Errorf("%v", job.err)
		}
	})
}

func TestAJobThatTakesTooLongIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newComparisons()
		defer c.stop()
		slow := simulate.DefaultPlan()
		slow.Events = simulate.MaxEvents
		job := mustAsk(t, c, slow)
		job.cancel() // in place of two minutes of work
		<-job.ready
		job.err = context.DeadlineExceeded
		time.Sleep(compareKept - time.Second)
		if mustAsk(t, c, slow) != job {
			t.Error("what took too long is tried again at once")
		}
		time.Sleep(2 * time.Second)
		if mustAsk(t, c, slow) == job {
			t.Error("what took too long once is never tried again")
		}
	})
}
