package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Scanner is a row that can be read: *sql.Row or *sql.Rows.
type Scanner interface{ Scan(dest ...any) error }

// All runs a query and reads every row with scan.
func All[T any](ctx context.Context, q Queryer, scan func(Scanner) (T, error), query string, args ...any) ([]T, error) {
	var out []T
	err := Each(ctx, q, scan, func(v T) error {
		out = append(out, v)
		return nil
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Each runs a query and gives each row, as scan reads it, to take, for what is too long to hold. take asks the database
// nothing: the rows are still being read.
func Each[T any](
	ctx context.Context, q Queryer, scan func(Scanner) (T, error), take func(T) error, query string, args ...any,
) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for n := 1; rows.Next(); n++ {
		v, err := scan(rows)
		if err != nil {
			return fmt.Errorf("read row %d: %w", n, err)
		}
		if err := take(v); err != nil {
			return err
		}
	}
	return rows.Err()
}

// One runs a query and reads its only row with scan; sql.ErrNoRows when there
// is none.
func One[T any](ctx context.Context, q Queryer, scan func(Scanner) (T, error), query string, args ...any) (T, error) {
	return scan(q.QueryRow(ctx, query, args...))
}

// Value reads a single column of any scannable type; usable as the scan of All
// and One.
func Value[T any](s Scanner) (T, error) {
	var v T
	err := s.Scan(&v)
	return v, err
}

// NullZero writes a zero id as NULL.
func NullZero[T ~int | ~int64](v T) any {
	if v == 0 {
		return nil
	}
	return int64(v)
}

// NullEmpty writes "" as NULL.
func NullEmpty(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// ZeroNull reads a nullable id into *v: NULL becomes 0.
func ZeroNull[T ~int | ~int32 | ~int64](v *T) sql.Scanner { return zeroNull[T]{v} }

type zeroNull[T ~int | ~int32 | ~int64] struct{ v *T }

func (z zeroNull[T]) Scan(src any) error {
	var n sql.NullInt64
	if err := n.Scan(src); err != nil {
		return err
	}
	*z.v = T(n.Int64)
	return nil
}

// EmptyNull reads a nullable text into *s: NULL becomes "".
func EmptyNull(s *string) sql.Scanner { return emptyNull{s} }

type emptyNull struct{ s *string }

func (e emptyNull) Scan(src any) error {
	var n sql.NullString
	if err := n.Scan(src); err != nil {
		return err
	}
	*e.s = n.String
	return nil
}
