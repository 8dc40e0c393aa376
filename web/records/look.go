package records

import (
	"context"
	"slices"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// A looker looks into a record for a page: the record itself, the line on the board, and
// the position that is counted.
type looker struct {
	game      *sgf.Game
	options   record.Options
	ask       *boardAsk
	dead      []gorules.Point // in the position that is counted
	submitted *record.Counts
	estimate  string // "": only where it takes no time that anybody notices

	deadProblem string // why the stones cannot be dead; all stay then
}

// chooseDead takes the stones that a button proposes; another position has none yet.
func chooseDead(in *kit.Filling) {
	switch proposed := in.Text("use"); {
	case proposed != "":
		in.Set("dead", proposed)
	case in.Sends("count"):
		in.Set("dead", "")
	}
}

// board is the line on the board alone.
func (l *looker) board(ctx context.Context) (RecordBoard, error) {
	line, err := l.ask.lineOrMain(ctx, l.game, l.options)
	if err != nil {
		return RecordBoard{}, err
	}
	return recordBoard(line, *l.ask)
}

// all is everything that a referee is told.
func (l *looker) all(ctx context.Context) (RecordView, error) {
	line, err := l.ask.lineOrMain(ctx, l.game, l.options)
	if err != nil {
		return RecordView{}, err
	}
	leave := l.ask.leave(&line)
	options := l.options
	options.Estimate = record.NotEstimated
	if leave == nil {
		options.Dead, options.Estimate = l.dead, l.wanted()
	}
	report, err := l.examine(ctx, options, l.submitted)
	if err != nil {
		return RecordView{}, err
	}
	view, err := recordView(report, line, *l.ask)
	if err != nil {
		return view, err
	}
	view.Result, view.ResultWhy = recordResult(report, options.Dead)
	if leave == nil {
		view.End, err = l.end(report, &line)
		return view, err
	}
	view.End, err = l.counted(ctx, &line, leave)
	return view, err
}

// counted counts the position where a line is left.
func (l *looker) counted(ctx context.Context, line *lineData, leave *record.Leave) (RecordEnd, error) {
	o := l.options
	o.Through, o.Leave, o.Dead, o.Estimate = line.Node, leave, l.dead, l.wanted()
	report, err := l.examine(ctx, o, nil)
	if err != nil {
		return RecordEnd{}, err
	}
	return l.end(report, line)
}

func (l *looker) end(report *record.Report, line *lineData) (RecordEnd, error) {
	dead := l.dead
	if l.deadProblem != "" {
		dead = nil
	}
	end, err := recordEnd(report, dead)
	end.Asked = l.estimate != ""
	end.Resume = l.resumes(line, end.Resume)
	if at := l.ask.Count; at >= 0 {
		end.At = min(at, len(line.Frames)-1)
		end.Title = "Counted: " + kit.LowerFirst(line.Frames[end.At].Text)
	}
	return end, err
}

// resumes are those of the ways to play on that the rules leave open: who moves next is
// settled only where play has stopped. From what is tried one goes on by trying more.
func (l *looker) resumes(line *lineData, all []RecordResume) []RecordResume {
	if l.ask.tries() {
		return nil
	}
	at := l.ask.Count
	if at < 0 || at >= len(line.Frames) || line.Frames[at].Stopped {
		return all
	}
	return slices.DeleteFunc(all, func(r RecordResume) bool { return r.Next != line.Frames[at].Turn })
}

func (l *looker) wanted() record.Estimate {
	if l.estimate != "" {
		return record.Estimated
	}
	return record.EstimatedQuickly
}

// examine looks into a record. Where only the dead stones are wrong, such as a point
// without a stone, that is said beside their field, and all stones stay.
func (l *looker) examine(ctx context.Context, o record.Options, submitted *record.Counts) (*record.Report, error) {
	report, err := record.Examine(ctx, l.game, o, submitted)
	if err == nil || len(o.Dead) == 0 {
		return report, err
	}
	problem := err
	o.Dead = nil
	if report, err = record.Examine(ctx, l.game, o, submitted); err == nil {
		l.deadProblem = kit.UpperFirst(problem.Error()) + "."
	}
	return report, err
}
