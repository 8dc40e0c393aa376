package record

import (
	"context"

	gorecord "nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
)

// A Checker checks records of any of the games, those of Go as gorules/record does. Its zero value is ready. It is not
// for use by several goroutines at once.
type Checker struct{ gorecord.Checker }

// A Found is one game of a file, or a place where a game could not be read.
type Found struct {
	gorecord.Found
	// Other is the report on a game other than Go; nil for Go. Err is then of that check.
	Other *Report
}

// CheckFile checks all games of an input, one after the other, and calls each for what it finds, as
// [gorecord.Checker.CheckFile] does.
func (c *Checker) CheckFile(ctx context.Context, data []byte, each func(Found)) {
	c.Elsewhere = func(g *sgf.Game) bool {
		_, ok := Of(g)
		return ok
	}
	c.Checker.CheckFile(ctx, data, func(f gorecord.Found) { each(c.look(ctx, f)) })
}

// look looks again at what is not of Go.
func (c *Checker) look(ctx context.Context, f gorecord.Found) Found {
	if f.Report == nil || !f.Report.OtherGame {
		return Found{Found: f}
	}
	if _, ok := Of(f.Game); !ok {
		return Found{Found: f}
	}
	out := Found{Found: f}
	out.Other, out.Err = Check(ctx, f.Game, Options{
		ItsYourTurn: c.Rules == gorecord.ItsYourTurn, OnViolation: c.OnViolation, Moves: c.Bounds.Moves,
	})
	out.Other.Warnings = append(out.Other.Warnings, f.Repairs...)
	return out
}

// OK tells whether every move is legal and the claimed result can be right.
func (f *Found) OK() bool {
	if f.Other != nil {
		return f.Other.OK()
	}
	return f.Report.OK()
}

// Illegal tells whether a move is illegal.
func (f *Found) Illegal() bool {
	if f.Other != nil {
		return f.Other.Illegal()
	}
	return f.Report.Illegal()
}

// How says how the claimed result can be right.
func (f *Found) How() gorecord.Consistency {
	if f.Other == nil {
		return f.Report.Answer.How
	}
	return f.Other.Agreement.how()
}

// Row is what was found as a line of JSON.
func (f *Found) Row(file string) gorecord.Row {
	if f.Other != nil {
		return RowOf(file, f.Number, f.Other, f.Err)
	}
	return gorecord.RowOf(file, f.Number, f.Report, f.Err)
}
