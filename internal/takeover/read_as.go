package takeover

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// ReadAs says how a file is read.
type ReadAs struct {
	File     FileID
	Version  int64
	What     What
	Headless bool
	Columns  map[int]string // by their numbers, from 1: what each is
	Settings Settings
}

// ReadAs changes how a file is read. What was chosen for a heading is proposed again for other files. Problems are of the
// fields "column-<number>", "years" and so on.
func (s *Service) ReadAs(ctx context.Context, actor auth.Actor, in ReadAs) error {
	return s.change(ctx, actor, in.File, in.Version, func(tx *store.Tx, f *waiting) error {
		before, err := headings(ctx, tx)
		if err != nil {
			return err
		}
		if in.What != OfPeople && in.What != OfClubs {
			return apperr.Fields{{Name: "what", Message: "Choose what the list is of."}}.Err()
		}
		if in.What != f.What || in.Headless != f.Headless {
			f.What, f.Headless = in.What, in.Headless
			days := f.days()
			f.guess(before)
			f.Settings = f.ordered(days, in.Settings)
			return nil
		}
		if err := f.readAs(in, s.cases.Today()); err != nil {
			return err
		}
		for i, col := range f.Columns {
			if heading := sheet.NormaliseHeading(f.heading(i)); heading != "" && col.Why == chosenNow && before[heading] != string(col.Means) {
				if err := keepHeading(ctx, tx, heading, string(col.Means), s.cases.Now()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

const chosenNow = "chosen"

func (f *waiting) readAs(in ReadAs, today civil.Date) error {
	var wrong apperr.Fields
	next, first := slices.Clone(f.Columns), map[sheet.Key]int{}
	for number, means := range in.Columns {
		if number < 1 || number > len(next) || means != "" && titleOf(f.What, sheet.Key(means)) == "" {
			wrong.Add(fmt.Sprintf("column-%d", number), "Choose what this column is.")
			continue
		}
		if next[number-1].Means != sheet.Key(means) {
			next[number-1] = column{sheet.Key(means), chosenNow}
		}
	}
	for i, col := range next {
		if at, twice := first[col.Means]; twice && col.Means != "" && col.Means != yearPaid {
			wrong.Add(fmt.Sprintf("column-%d", i+1), "Columns %s and %s cannot both be “%s”.", sheet.ColumnName(at+1), sheet.ColumnName(i+1),
				titleOf(f.What, col.Means))
		}
		if _, twice := first[col.Means]; !twice {
			first[col.Means] = i
		}
	}
	in.Settings.Source = oneLine(in.Settings.Source)
	in.Settings.check(&wrong, today)
	if err := wrong.Err(); err != nil {
		return err
	}
	days := f.days()
	f.Columns = next
	f.Settings = f.ordered(days, in.Settings)
	return nil
}

// ordered are settings with the order that the file’s days tell, where other columns are read as days than before and
// nobody has chosen another order.
func (f *waiting) ordered(before []string, in Settings) Settings {
	days := f.days()
	if order, why, _ := orderIn(days); why != "" && in.Order == f.Settings.Order && !slices.Equal(before, days) {
		in.Order = order
	}
	return in
}

func (in Settings) check(f *apperr.Fields, today civil.Date) {
	if in.Order != DayFirst && in.Order != MonthFirst {
		f.Add("order", "Choose the order of day and month.")
	}
	if in.Years != "" && in.Years != Begins && in.Years != Ends {
		f.Add("years", "Choose what a year means.")
	}
	if in.Already != "" && in.Already != "yes" && in.Already != "no" {
		f.Add("already", "Choose yes or no.")
	}
	if in.Year != 0 && !in.Year.Valid() {
		f.Add("year", "Choose a year.")
	}
	if in.Day.After(today) {
		f.Add("day", "Choose a day that is not in the future.")
	}
	if utf8.RuneCountInString(in.Source) > 200 {
		f.Add("source", "Shorten this to 200 characters.")
	}
	if in.Games < 0 || in.Games > maxGames {
		f.Add("games", "Enter a number between 1 and %d, or nothing.", maxGames)
	}
}

// change changes a file that waits, which is the actor's and stands as it was shown.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, id FileID, version int64, do func(tx *store.Tx, f *waiting) error,
) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockFiles(ctx, tx, actor.Account); err != nil {
			return nil, err
		}
		all, err := filesOf(ctx, tx, actor.Account)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if all[i].ID != id {
				continue
			}
			if version != 0 && all[i].Version != version {
				return nil, usecase.Stale("this file", "takeover_file", int64(id))
			}
			if err := do(tx, &all[i]); err != nil {
				return nil, err
			}
			return permit.Did("read.takeover_file", "takeover_file", int64(id), nil, map[string]string{"file": all[i].Name}),
				saveFile(ctx, tx, all[i])
		}
		return nil, errGone()
	})
}
