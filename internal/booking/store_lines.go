package booking

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// asked is what the database can decide of a filter, all but words, as the conditions of lines l.
func (f LineFilter) asked() (where string, args []any) {
	var all []string
	add := func(condition string, value any) {
		args = append(args, value)
		all = append(all, fmt.Sprintf("%s $%d", condition, len(args)))
	}
	if f.Bank != 0 {
		add("l.bank_id =", int64(f.Bank))
	}
	if !f.From.IsZero() {
		add("l.day >=", f.From)
	}
	if !f.Until.IsZero() {
		add("l.day <=", f.Until)
	}
	if f.after.ID != 0 {
		args = append(args, f.after.Day, f.after.ID)
		n := len(args)
		all = append(all, fmt.Sprintf("(l.day < $%d OR l.day = $%d AND l.id < $%d)", n-1, n-1, n))
	}
	switch f.Standing {
	case "":
	case "booked":
		all = append(all, bookedSQL+" = l.cents")
	case "aside":
		all = append(all, "l.aside <> ''", bookedSQL+" <> l.cents")
	case "waiting":
		all = append(all, "l.aside = ''", bookedSQL+" <> l.cents")
	default:
		all = append(all, "1 = 0")
	}
	if len(all) == 0 {
		return "", nil
	}
	return `
		WHERE ` + strings.Join(all, `
		  AND `), args
}

// eachLine gives each line that a filter asks for to take, the latest first; end ends the query.
func eachLine(ctx context.Context, q store.Queryer, f LineFilter, end string, take func(Line) error) error {
	where, args := f.asked()
	text := members.Fold(f.Text)
	err := store.Each(ctx, q, scanLine, func(l Line) error {
		if !l.says(text) {
			return nil
		}
		return take(l)
	}, lineColumns+where+`
		ORDER BY l.day DESC, l.id DESC`+end, args...)
	if err != nil {
		return fmt.Errorf("read the bank’s lines: %w", err)
	}
	return nil
}

// lineSums adds up the lines that a filter without words asks for.
func lineSums(ctx context.Context, q store.Queryer, f LineFilter) (LineList, error) {
	where, args := f.asked()
	out, err := store.One(ctx, q, func(s store.Scanner) (l LineList, err error) {
		err = s.Scan(&l.Count, &l.In, &l.Out)
		return l, err
	}, `
		SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN l.cents > 0 THEN l.cents ELSE 0 END), 0) AS BIGINT),
		       CAST(COALESCE(SUM(CASE WHEN l.cents < 0 THEN -l.cents ELSE 0 END), 0) AS BIGINT)
		FROM bank_line l`+where, args...)
	if err != nil {
		return out, fmt.Errorf("add up the bank’s lines: %w", err)
	}
	return out, nil
}

// countLines counts the lines of an account; 0 is every account.
func countLines(ctx context.Context, q store.Queryer, id treasury.BankID) (int, error) {
	where, args := LineFilter{Bank: id}.asked()
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM bank_line l`+where, args...)
	if err != nil {
		return 0, fmt.Errorf("count the bank’s lines: %w", err)
	}
	return n, nil
}

// addBooked adds to lines what they were booked as, as far as it stands.
func addBooked(ctx context.Context, q store.Queryer, lines []ListedLine) error {
	at := map[LineID]int{}
	ids := make([]LineID, len(lines))
	for i, l := range lines {
		at[l.ID], ids[i] = i, l.ID
	}
	for len(ids) > 0 {
		some := ids[:min(len(ids), store.MaxIn)]
		ids = ids[len(some):]
		list, args := store.In(nil, some)
		if err := store.Each(ctx, q, scanPart, func(p partOfLine) error {
			l := &lines[at[p.line]]
			l.As = append(l.As, p.BookedAs)
			return nil
		}, partsSQL+`
		  AND t.line_id IN `+list+`
		ORDER BY t.id`, args...); err != nil {
			return fmt.Errorf("read what the bank’s lines were booked as: %w", err)
		}
	}
	return nil
}

// linesAtOnce is how many lines of a file are held.
const linesAtOnce = 500

// eachBooked gives each line that a filter asks for, with what it was booked as, to take, the latest first.
func eachBooked(ctx context.Context, q store.Queryer, f LineFilter, take func(ListedLine) error) error {
	text := members.Fold(f.Text)
	f.Text = ""
	for read := linesAtOnce; read == linesAtOnce; {
		var some []ListedLine
		read = 0
		if err := eachLine(ctx, q, f, fmt.Sprintf(" LIMIT %d", linesAtOnce), func(l Line) error {
			read, f.after = read+1, l
			if l.says(text) {
				some = append(some, ListedLine{Line: l})
			}
			return nil
		}); err != nil {
			return err
		}
		if err := addBooked(ctx, q, some); err != nil {
			return err
		}
		for _, l := range some {
			if err := take(l); err != nil {
				return err
			}
		}
	}
	return nil
}
