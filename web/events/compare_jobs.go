package events

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing/simulate"
	"nzgs/web/kit"
)

// Comparisons are worked out in the background, one at a time, while somebody
// waits for them. A comparison follows from its plan alone: whoever asks for
// the same plan waits for the same job, and an answer that is no longer kept
// can be worked out again, by any copy of the program.
const (
	comparePatience = 30 * time.Second // a job nobody has looked at for so long is given up
	compareKept     = 15 * time.Minute // so long an answer is kept after the last look
	compareLongest  = 2 * time.Minute  // a job that takes longer is given up, whoever waits
	compareWaiting  = 8                // jobs that are not done
	compareAnswers  = 32               // answers that are kept
)

type comparisons struct {
	ctx    context.Context // ends with the server
	cancel context.CancelFunc
	turn   chan struct{}
	pages  *kit.Line // rounds are drawn in the line of the pages; nil: at once

	mu   sync.Mutex
	jobs map[string]*compareJob
}

// compareJob is one comparison. ready is closed once report and err are set.
type compareJob struct {
	key    string
	ready  chan struct{}
	report *simulate.Report
	err    error
	cancel context.CancelFunc

	mu          sync.Mutex
	done, total int
	asked       time.Time
}

func newComparisons() *comparisons {
	c := &comparisons{turn: make(chan struct{}, 1), jobs: make(map[string]*compareJob)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// stop gives every job up.
func (c *comparisons) stop() { c.cancel() }

// ask gives the job of a plan, which may be done or have failed already, and
// starts it when there is none. The error is a refusal: too many wait.
func (c *comparisons) ask(plan simulate.Plan) (*compareJob, error) {
	text, err := json.Marshal(plan)
	if err != nil {
		return nil, fmt.Errorf("name a comparison: %w", err)
	}
	sum := sha256.Sum256(text)
	key := string(sum[:])
	c.mu.Lock()
	defer c.mu.Unlock()
	job := c.jobs[key]
	if job == nil {
		if err := c.makeRoom(); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithCancel(c.ctx)
		job = &compareJob{key: key, ready: make(chan struct{}), cancel: cancel}
		c.jobs[key] = job
		go c.work(ctx, job, plan) // raced by TestOneJobForAQuestion, TestComparisonsEndWithTheServer, TestAJobThatTakesTooLongIsGivenUp
		go c.watch(job)           // raced by TestAJobIsGivenUpWhenNobodyWaits
	}
	if !job.isReady() || job.err == nil { // a failure is not kept for ever by looking at it
		job.look()
	}
	return job, nil
}

// makeRoom refuses another job while too many wait, and lets go of the answer
// that nobody has asked for the longest.
func (c *comparisons) makeRoom() error {
	waiting := 0
	var oldest *compareJob
	for _, job := range c.jobs {
		switch {
		case !job.isReady():
			waiting++
		case oldest == nil || job.lastLook().Before(oldest.lastLook()):
			oldest = job
		}
	}
	if waiting >= compareWaiting {
		return apperr.New(apperr.Busy, "Other comparisons are being worked out. Try again in a minute.")
	}
	if oldest != nil && len(c.jobs)-waiting >= compareAnswers {
		delete(c.jobs, oldest.key)
	}
	return nil
}

// work waits for its turn and runs the plan, on half of the processors and a
// round at a time in the line of the pages, so that no page waits for more than
// a draw.
func (c *comparisons) work(ctx context.Context, job *compareJob, plan simulate.Plan) {
	defer close(job.ready)
	defer job.cancel()
	defer func() {
		if fault := recover(); fault != nil { // nobody else would catch it
			job.err = fmt.Errorf("comparison: %v\n%s", fault, debug.Stack())
		}
	}()
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		job.err = ctx.Err()
		return
	}
	defer func() { <-c.turn }()
	ctx, cancel := context.WithTimeout(ctx, compareLongest)
	defer cancel()
	job.report, job.err = simulate.Run(ctx, plan, simulate.Options{
		Workers: max(1, runtime.GOMAXPROCS(0)/2), Progress: job.advance, Turn: c.pages.Turn,
	})
}

// watch gives a job up when nobody waits for it, and lets go of its answer when
// nobody has asked for that.
func (c *comparisons) watch(job *compareJob) {
	defer job.cancel()
	for {
		left := c.letGo(job)
		if left <= 0 {
			return
		}
		select {
		case <-time.After(left):
		case <-c.ctx.Done():
			return
		}
	}
}

// letGo forgets a job once its time is up, and says how long that is from now.
func (c *comparisons) letGo(job *compareJob) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.jobs[job.key] != job {
		return 0
	}
	patience := comparePatience
	if job.isReady() {
		patience = compareKept
	}
	left := time.Until(job.lastLook().Add(patience))
	if left <= 0 {
		delete(c.jobs, job.key)
	}
	return left
}

func (j *compareJob) isReady() bool {
	select {
	case <-j.ready:
		return true
	default:
		return false
	}
}

// wait waits a moment for the answer; a small comparison takes no longer.
func (j *compareJob) wait(ctx context.Context, moment time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	select {
	case <-j.ready:
	case <-ctx.Done():
	}
}

func (j *compareJob) look() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.asked = time.Now()
}

func (j *compareJob) lastLook() time.Time {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.asked
}

func (j *compareJob) advance(done, total int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done, j.total = done, total
}

func (j *compareJob) progress() (done, total int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.done, j.total
}
