package record

import (
	"context"
	"fmt"
	"strconv"

	"nzgs/internal/sgf"
)

// A Found is one game of a file, or a place where a game could not be read.
type Found struct {
	// Number counts what begins like a game in the file, from 1; 0 if the error
	// is not in a game.
	Number int
	// Game is nil if there is none.
	Game   *sgf.Game
	Report *Report
	// Repairs say what was repaired in the text of the game; they stand in the report too.
	Repairs []string
	// Err says why there is no count: see [Checker.Check].
	Err error
}

// CheckFile checks all games of an input, one after the other, and calls each
// for what it finds, in the order written. What it hands over is good until
// each returns. An input without any game calls it once, with an error.
func (c *Checker) CheckFile(ctx context.Context, data []byte, each func(Found)) {
	number := 0
	c.reader.ReadInPortions(data, func(f *sgf.File) {
		if number == 0 || ctx.Err() == nil {
			number = c.checkPortion(ctx, f, number, each)
		}
	})
}

// checkPortion checks the games of a portion; number is that of the last one before.
func (c *Checker) checkPortion(ctx context.Context, f *sgf.File, number int, each func(Found)) int {
	failed := func() {
		found := Found{Err: f.Err}
		if f.Err.Game > 0 {
			number++
			found.Number = number
		}
		each(found)
	}
	for i := range f.Games {
		if f.Err != nil && f.Err.Game == i+1 {
			failed()
		}
		number++
		found := Found{Number: number, Game: &f.Games[i], Report: &c.report}
		found.Err = c.Check(ctx, found.Game, found.Report)
		found.Repairs = c.report.addFileWarnings(f, i)
		each(found)
	}
	if f.Err != nil && (f.Err.Game == 0 || f.Err.Game > len(f.Games)) {
		failed()
	}
	return number
}

// addFileWarnings adds what was repaired in the text of a game, and gives it; to the first, also
// what was repaired around all games.
func (r *Report) addFileWarnings(f *sgf.File, game int) []string {
	before := len(r.Warnings)
	r.Warnings = append(r.Warnings, Repairs(f, game)...)
	return r.Warnings[before:]
}

// Repairs say what was repaired in the text of a game of a file, counted from 0; with the first, also around all games.
func Repairs(f *sgf.File, game int) (all []string) {
	for _, w := range f.Warnings {
		if w.Game == game+1 || w.Game == 0 && game == 0 {
			all = append(all, placed(w))
		}
	}
	if game == 0 && f.MoreWarnings > 0 {
		all = append(all, fmt.Sprintf("%d more warnings about the file are not listed", f.MoreWarnings))
	}
	return all
}

// placed is a warning with its place.
func placed(w sgf.Warning) string {
	return "line " + strconv.Itoa(w.Line) + ", column " + strconv.Itoa(w.Column) + ": " + w.Text
}
