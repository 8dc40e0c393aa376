package held

import (
	"context"
	"fmt"

	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

// read reads the rows of a part.
func (p part) read(ctx context.Context, q store.Queryer, id members.PersonID) (Part, error) {
	out := Part{Title: p.title}
	found, err := q.Query(ctx, p.sql, id)
	if err != nil {
		return out, fmt.Errorf("read what is held (%s): %w", p.title, err)
	}
	defer found.Close()
	if out.Columns, err = found.Columns(); err != nil {
		return out, fmt.Errorf("read what is held (%s): %w", p.title, err)
	}
	for found.Next() {
		values, into := make([]any, len(out.Columns)), make([]any, len(out.Columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := found.Scan(into...); err != nil {
			return out, fmt.Errorf("read what is held (%s): %w", p.title, err)
		}
		row := make([]string, len(values))
		for i, v := range values {
			row[i] = said(out.Columns[i], v)
		}
		out.Rows = append(out.Rows, row)
	}
	return out, found.Err()
}

// said is a value as people read it.
func said(column string, v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	case int64:
		switch {
		case column == "Amount":
			return money.Cents(v).String()
		case len(column) >= 6 && column[:6] == "Rating":
			return fmt.Sprintf("%.1f", float64(v)/1000)
		}
	}
	return fmt.Sprint(v)
}
