package simulate

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
)

// Options say how a plan is run. They change nothing in its report.
type Options struct {
	Workers int // how many events are played at a time; 0 means one for each processor

	// Progress, when given, is told how many rounds of all have been played, now and then, and never by two at a time.
	Progress func(done, total int)

	// Turn, when given, is waited for before every round, and left after it: so that other work comes in between.
	Turn func(ctx context.Context) (leave func(), err error)
}

// Run plays all events of a plan and reports on them. The error is a [pairing.Invalid] plan, or that of ctx, which is
// asked before every round: one draw is the longest it takes to stop.
func Run(ctx context.Context, p Plan, o Options) (*Report, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := newRunner(&p, o)
	tasks := make(chan task)
	var workers sync.WaitGroup
	for range r.workers() {
		workers.Go(func() { // raced by TestTheReportDoesNotDependOnTheWorkers, TestStopping
			for t := range tasks {
				if err := r.play(ctx, t); err != nil {
					cancel(err)
				}
			}
		})
	}
	r.feed(ctx, tasks)
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return r.report(), nil
}

// task is one event by one course.
type task struct {
	course, event int // event from 0
}

// runner keeps every figure of every event until all are there, so that they are added up in the events' order and the
// report does not depend on who finished first.
type runner struct {
	plan    *Plan
	options Options
	courses []course
	figures [][][]float64 // by variant, event and measure

	mu          sync.Mutex
	done, total int
}

func newRunner(p *Plan, o Options) *runner {
	r := &runner{plan: p, options: o, courses: p.courses()}
	r.total = p.Events * len(r.courses) * p.mostRounds()
	r.figures = make([][][]float64, len(p.Variants()))
	for i := range r.figures {
		r.figures[i] = make([][]float64, p.Events)
	}
	return r
}

func (r *runner) workers() int {
	n := r.options.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, len(r.courses)*r.plan.Events)
}

// feed hands out the tasks until all are taken or ctx ends.
func (r *runner) feed(ctx context.Context, tasks chan<- task) {
	defer close(tasks)
	for event := range r.plan.Events {
		for c := range r.courses {
			select {
			case tasks <- task{course: c, event: event}:
			case <-ctx.Done():
				return
			}
		}
	}
}

// play plays one event and notes its figures after each number of rounds that was asked for. A fault while it does is
// the run's error, not the end of a program that serves others besides.
func (r *runner) play(ctx context.Context, k task) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("event %d by %s: %v\n%s", k.event+1, r.courses[k.course].System, fault, debug.Stack())
		}
	}()
	c := &r.courses[k.course]
	t := r.plan.begin(c.Variant, k.event+1)
	for round := 1; round <= c.Rounds; round++ {
		if err := r.inTurn(ctx, func() error { return t.playRound(ctx, round) }); err != nil {
			return err
		}
		for i, n := range c.rounds {
			if n == round {
				r.figures[c.first+i][k.event] = inOrder(t.figures(round))
			}
		}
		r.step()
	}
	return nil
}

// inTurn does some work when it is its turn.
func (r *runner) inTurn(ctx context.Context, work func() error) error {
	if r.options.Turn != nil {
		leave, err := r.options.Turn(ctx)
		if err != nil {
			return err
		}
		defer leave()
	}
	return work()
}

// inOrder gives figures in the order of Measures; NaN stands for one that is missing.
func inOrder(figures map[Measure]float64) []float64 {
	out := make([]float64, len(Measures()))
	for i, m := range Measures() {
		if f, ok := figures[m]; ok {
			out[i] = f
		} else {
			out[i] = math.NaN()
		}
	}
	return out
}

func (r *runner) step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	if r.options.Progress != nil {
		r.options.Progress(r.done, r.total)
	}
}
