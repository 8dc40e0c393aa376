package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	gamesrecord "nzgs/internal/games/record"
	"nzgs/internal/gorules/record"
)

// sgfCheck is one run of nzgs sgf check.
type sgfCheck struct {
	options record.Options
	jobs    int
	json    bool
}

// sgfTask is an input on its way: read and checked by any worker, written in
// the order of the input. A worker far ahead of what is written waits.
type sgfTask struct {
	sgfInput
	parts chan sgfOutcome // closed after the last; nil where they are kept until the batch is done
	kept  []sgfOutcome
	large bool
	done  chan struct{} // closed when its memory is given back; nil if no one waits for that
}

// sgfPart is how much of what is written for an input makes a part.
const sgfPart = 1 << 18

// sgfOutcome is what came of an input, or of a part of it.
type sgfOutcome struct {
	games     int
	wrong     int // games with an illegal move, or a result that nothing can give
	failures  int // games or files that could not be checked
	unchecked int // games among them
	illegal   int // games with an illegal move
	how       sgfTally
	lines     []byte // what is written for it
	unsettled []int  // numbers of the games that people want to know more about
	data      []byte // the input, if it cannot be read again
}

// sgfUnreadable is a run in which not everything could be read: exit status 2.
type sgfUnreadable struct{ text string }

func (e sgfUnreadable) Error() string        { return e.text }
func (e sgfUnreadable) Is(target error) bool { return target == errUsage }

// Memory is collected for the first time at 4 MB, and half of that is what the program
// starts with. At twice as much many small files need no collecting; once there is a large
// one, memory is kept as small as ever.
const (
	sgfSparing = 100
	sgfEasy    = 200
)

func (s *sgfCheck) run(cmd *cobra.Command, paths []string) error {
	defer debug.SetGCPercent(debug.SetGCPercent(sgfEasy))
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	order := s.start(ctx, cmd.InOrStdin(), paths)
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	watch := newSgfProgress(cmd)
	details := sgfDetails{check: s, left: sgfMostDetails}
	var total sgfOutcome
	for task := range sgfOneByOne(ctx, order) {
		var whole sgfOutcome
		for part, more := task.next(ctx); more; part, more = task.next(ctx) {
			whole.add(part)
			if _, err := out.Write(part.lines); err != nil {
				return err
			}
			watch.checked(total.games + whole.games)
		}
		if ctx.Err() != nil {
			break
		}
		if err := details.write(ctx, out, task.sgfInput, whole); err != nil {
			return err
		}
		total.add(whole)
	}
	watch.clear()
	stopped := ctx.Err() != nil
	if err := errors.Join(details.close(out), s.summary(out, total), out.Flush()); err != nil {
		return err
	}
	if stopped {
		return errors.New("stopped before everything was checked")
	}
	if total.games == 0 && total.failures == 0 {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "nzgs: no game record (*.sgf) was found")
	}
	return s.verdict(total)
}

// next waits for a task's next part; false after the last, or if the run is
// stopped. A worker may be waiting for standard input then.
func (t *sgfTask) next(ctx context.Context) (sgfOutcome, bool) {
	if t.parts == nil {
		if len(t.kept) == 0 {
			return sgfOutcome{}, false
		}
		part := t.kept[0]
		t.kept = t.kept[1:]
		return part, true
	}
	select {
	case part, more := <-t.parts:
		return part, more
	case <-ctx.Done():
		return sgfOutcome{}, false
	}
}

// add adds a part, without its lines.
func (o *sgfOutcome) add(part sgfOutcome) {
	o.games += part.games
	o.wrong += part.wrong
	o.failures += part.failures
	o.unchecked += part.unchecked
	o.illegal += part.illegal
	for how, n := range part.how {
		o.how[how] += n
	}
	if left := sgfMostDetails - len(o.unsettled); left > 0 {
		o.unsettled = append(o.unsettled, part.unsettled[:min(left, len(part.unsettled))]...)
	}
	o.data = part.data
}

// verdict is the run's exit status, as an error.
func (s *sgfCheck) verdict(total sgfOutcome) error {
	text := fmt.Sprintf("%d of %d games %s wrong", total.wrong, total.games, plural(total.wrong, "is", "are"))
	if total.games == 1 {
		text = "the game is wrong"
	}
	if total.wrong == 0 {
		text = ""
	}
	if total.failures > 0 {
		sep := ""
		if text != "" {
			sep = "; "
		}
		text += fmt.Sprintf("%s%d could not be checked", sep, total.failures)
		return sgfUnreadable{text}
	}
	if total.wrong > 0 {
		return fmt.Errorf("%s", text)
	}
	return nil
}

// sgfBatch is some inputs that are handed over together: waking a worker, and whoever
// writes, for each small file takes longer than checking it.
type sgfBatch struct {
	tasks []*sgfTask
	done  chan struct{} // closed when all small files of it are checked; nil if it has a larger
}

const (
	sgfSmall     = 64 << 10 // the size up to which files are handed over together
	sgfMostBatch = 16       // files
)

// sgfOneByOne gives the tasks of batches in their order, each batch once it is done.
func sgfOneByOne(ctx context.Context, order <-chan sgfBatch) iter.Seq[*sgfTask] {
	return func(yield func(*sgfTask) bool) {
		for batch := range order {
			if batch.done != nil && !sgfWait(ctx, batch.done) {
				return
			}
			for _, t := range batch.tasks {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// start lets the workers begin. What it returns is the tasks in the order of the
// input; only so many are ahead of what is written, so that memory stays bounded.
func (s *sgfCheck) start(ctx context.Context, stdin io.Reader, paths []string) <-chan sgfBatch {
	order := make(chan sgfBatch, 8*s.jobs)
	work := make(chan sgfBatch)
	go func() { // raced by TestSgfCheckTakesPathsInTheirOrder
		defer close(order)
		defer close(work)
		var few sgfBatch
		hand := func(b sgfBatch) bool {
			if len(b.tasks) == 0 {
				return true
			}
			for _, to := range [...]chan sgfBatch{order, work} {
				select {
				case to <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		}
		var large *sgfTask // the last such
		sgfInputs(paths, func(in sgfInput) bool {
			t := &sgfTask{sgfInput: in}
			info, err := os.Stat(in.name)
			if err == nil && !in.once && info.Mode().IsRegular() && info.Size() <= sgfSmall {
				t.small, t.size = true, info.Size()
				if few.tasks == nil {
					few = sgfBatch{done: make(chan struct{})}
				}
				if few.tasks = append(few.tasks, t); len(few.tasks) < sgfMostBatch {
					return true
				}
				full := few
				few = sgfBatch{}
				return hand(full)
			}
			before := few
			few = sgfBatch{}
			if !hand(before) {
				return false
			}
			t.parts = make(chan sgfOutcome, 1)
			if err == nil && info.Size() > sgfLarge {
				if large != nil && !sgfWait(ctx, large.done) {
					return false
				}
				large, t.large, t.done = t, true, make(chan struct{})
			}
			return hand(sgfBatch{tasks: []*sgfTask{t}})
		})
		hand(few)
	}()
	for range s.jobs {
		go func() { // raced by TestSgfCheckTakesPathsInTheirOrder
			w := sgfWorker{ctx: ctx, check: s, stdin: stdin}
			w.checker.Options = s.options
			for batch := range work {
				for _, t := range batch.tasks {
					w.do(t)
				}
				if batch.done != nil {
					close(batch.done)
				}
			}
		}()
	}
	return order
}

func sgfWait(ctx context.Context, done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// sgfLarge is the size from which files are checked one at a time, whatever
// the number of jobs, so that memory stays bounded.
const sgfLarge = 4 << 20

// sgfWorker checks one file after the other in the same memory.
type sgfWorker struct {
	ctx     context.Context
	check   *sgfCheck
	stdin   io.Reader
	checker gamesrecord.Checker
	buffer  []byte
	// lines has room for what is written next: that of many small files shares memory.
	lines []byte
}

// sgfLines is for how much of what is written there is room at a time.
const sgfLines = 1 << 14

func (w *sgfWorker) do(t *sgfTask) {
	if t.done != nil {
		defer close(t.done)
	}
	if t.parts != nil {
		defer close(t.parts)
	}
	o := w.begin()
	fail := func(err error) {
		w.add(&o, t.name, gamesrecord.Found{Found: record.Found{Err: err}})
		w.send(t, &o)
	}
	if t.err != nil {
		fail(t.err)
		return
	}
	if t.large {
		debug.SetGCPercent(sgfSparing)
		defer w.forget()
	}
	data, err := readSgf(t.sgfInput, w.stdin, w.buffer)
	w.buffer = data[:0]
	if err != nil {
		fail(err)
		return
	}
	if t.once {
		o.data, w.buffer = data, nil
	}
	w.checker.CheckFile(w.ctx, data, func(f gamesrecord.Found) {
		w.add(&o, t.name, f)
		if len(o.lines) > sgfPart {
			w.send(t, &o)
		}
	})
	w.send(t, &o)
}

// begin begins what comes of an input, or of a part of it.
func (w *sgfWorker) begin() sgfOutcome {
	if cap(w.lines) < sgfLines/8 {
		w.lines = make([]byte, 0, sgfLines)
	}
	return sgfOutcome{lines: w.lines}
}

// send hands a part over to be written, and begins the next.
func (w *sgfWorker) send(t *sgfTask, o *sgfOutcome) {
	if t.parts == nil {
		t.kept = append(t.kept, *o)
	} else {
		select {
		case t.parts <- *o:
		case <-w.ctx.Done():
		}
	}
	data := o.data
	w.lines = o.lines[len(o.lines):]
	*o = w.begin()
	o.data = data
}

// forget gives the memory for a large file back.
func (w *sgfWorker) forget() {
	w.checker, w.buffer = gamesrecord.Checker{}, nil
	w.checker.Options = w.check.options
}

// add writes the line of one game.
func (w *sgfWorker) add(o *sgfOutcome, name string, f gamesrecord.Found) {
	switch {
	case f.Err != nil:
		o.failures++
	case !f.OK():
		o.wrong++
	}
	if f.Game != nil {
		o.games++
		switch {
		case f.Err != nil:
			o.unchecked++
		default:
			o.how.count(f.How())
			if f.Illegal() {
				o.illegal++
			}
		}
	}
	if w.check.json {
		row := f.Row(name)
		o.lines = row.AppendLine(o.lines)
		return
	}
	o.lines = appendSgfRepairs(appendSgfLine(o.lines, name, f), f)
	if f.Err == nil && !f.OK() && len(o.unsettled) < sgfMostDetails {
		o.unsettled = append(o.unsettled, f.Number)
	}
}

// sgfProgress tells on a terminal how far a long run is.
type sgfProgress struct {
	to    io.Writer // nil if no one looks
	next  time.Time
	shown bool
}

func newSgfProgress(cmd *cobra.Command) *sgfProgress {
	p := &sgfProgress{next: time.Now().Add(time.Second)}
	if isTerminal(cmd.ErrOrStderr()) && !isTerminal(cmd.OutOrStdout()) {
		p.to = cmd.ErrOrStderr()
	}
	return p
}

func (p *sgfProgress) checked(games int) {
	if p.to == nil || time.Now().Before(p.next) {
		return
	}
	p.next, p.shown = time.Now().Add(200*time.Millisecond), true
	_, _ = fmt.Fprintf(p.to, "\r%d games checked", games)
}

func (p *sgfProgress) clear() {
	if p.shown {
		_, _ = fmt.Fprint(p.to, "\r\033[K")
	}
}
