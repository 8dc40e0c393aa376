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
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read row %d: %w", len(out)+1, err)
		}
		out = append(out, v)
	}
	return out, rows.Err()
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
