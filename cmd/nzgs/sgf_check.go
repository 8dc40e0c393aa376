package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nzgs/internal/gorules/record"
)

// sgfCheck is one run of nzgs sgf check.
type sgfCheck struct {
	options record.Options
	jobs    int
	json    bool
}

// sgfTask is an input on its way: read and checked by any worker, written in
// the order of the input.
type sgfTask struct {
	sgfInput
	done chan sgfOutcome
}

// sgfOutcome is what came of an input.
type sgfOutcome struct {
	games     int
	wrong     int    // games with an illegal move or a contradicted result
	failures  int    // games or files that could not be checked
	lines     []byte // what is written for it
	unsettled []int  // numbers of the games that people want to know more about
	data      []byte // standard input, if there are such games: it cannot be read again
}

// sgfUnreadable is a run in which not everything could be read: exit status 2.
type sgfUnreadable struct{ text string }

func (e sgfUnreadable) Error() string        { return e.text }
func (e sgfUnreadable) Is(target error) bool { return target == errUsage }

func (s *sgfCheck) run(cmd *cobra.Command, paths []string) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	order := s.start(ctx, cmd.InOrStdin(), paths)
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	watch := newSgfProgress(cmd)
	details := sgfDetails{check: s, left: sgfMostDetails}
	var total sgfOutcome
	for task := range order {
		var o sgfOutcome
		select {
		case o = <-task.done:
		case <-ctx.Done(): // a worker may be waiting for standard input
			return ctx.Err()
		}
		total.games += o.games
		total.wrong += o.wrong
		total.failures += o.failures
		if _, err := out.Write(o.lines); err != nil {
			return err
		}
		if err := details.write(out, task.name, o); err != nil {
			return err
		}
		watch.checked(total.games)
	}
	watch.clear()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := details.close(out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return s.verdict(total)
}

// verdict is the run's exit status, as an error.
func (s *sgfCheck) verdict(total sgfOutcome) error {
	text := fmt.Sprintf("%d of %d games are wrong", total.wrong, total.games)
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

// start lets the workers begin. What it returns is the tasks in the order of the
// input; only so many are ahead of what is written, so that memory stays bounded.
func (s *sgfCheck) start(ctx context.Context, stdin io.Reader, paths []string) <-chan *sgfTask {
	order := make(chan *sgfTask, 8*s.jobs)
	work := make(chan *sgfTask)
	go func() {
		defer close(order)
		defer close(work)
		sgfInputs(paths, func(in sgfInput) bool {
			t := &sgfTask{in, make(chan sgfOutcome, 1)}
			select {
			case order <- t:
			case <-ctx.Done():
				return false
			}
			select {
			case work <- t:
			case <-ctx.Done():
				t.done <- sgfOutcome{}
				return false
			}
			return true
		})
	}()
	var large sync.Mutex
	for range s.jobs {
		go func() {
			w := sgfWorker{check: s, stdin: stdin, large: &large, checker: record.Checker{Options: s.options}}
			for t := range work {
				t.done <- w.do(t.sgfInput)
			}
		}()
	}
	return order
}

// sgfLarge is the size from which files are checked one at a time, whatever
// the number of jobs, so that memory stays bounded.
const sgfLarge = 4 << 20

// sgfWorker checks one file after the other in the same memory.
type sgfWorker struct {
	check   *sgfCheck
	stdin   io.Reader
	large   *sync.Mutex
	checker record.Checker
	buffer  []byte
}

func (w *sgfWorker) do(in sgfInput) sgfOutcome {
	if in.err != nil {
		return w.failed(in.name, in.err)
	}
	if info, err := os.Stat(in.name); err == nil && info.Size() > sgfLarge {
		w.large.Lock()
		defer w.large.Unlock()
		defer w.forget()
	}
	data, err := readSgf(in.name, w.stdin, w.buffer)
	w.buffer = data[:0]
	if err != nil {
		return w.failed(in.name, err)
	}
	var o sgfOutcome
	w.checker.CheckFile(data, func(f record.Found) { w.add(&o, in.name, f) })
	if len(o.unsettled) > 0 && in.name == standardInput {
		o.data, w.buffer = data, nil
	}
	return o
}

// forget gives the memory of a large file back.
func (w *sgfWorker) forget() {
	w.checker, w.buffer = record.Checker{Options: w.check.options}, nil
}

// failed is the outcome of an input that could not be read at all.
func (w *sgfWorker) failed(name string, err error) sgfOutcome {
	var o sgfOutcome
	w.add(&o, name, record.Found{Err: err})
	return o
}

// add writes the line of one game.
func (w *sgfWorker) add(o *sgfOutcome, name string, f record.Found) {
	switch {
	case f.Err != nil:
		o.failures++
	case !f.Report.OK():
		o.wrong++
	}
	if f.Game != nil {
		o.games++
	}
	if w.check.json {
		row := record.RowOf(name, f.Number, f.Report, f.Err)
		o.lines = row.AppendLine(o.lines)
		return
	}
	o.lines = appendSgfLine(o.lines, name, f)
	if f.Err == nil && !f.Report.OK() && len(o.unsettled) < sgfMostDetails {
		o.unsettled = append(o.unsettled, f.Number)
	}
}

// sgfProgress tells on a terminal how far a long run is.
type sgfProgress struct {
	to    io.Writer // nil if nobody looks
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
