package store

import (
	"strings"
	"testing"
)

func TestParametersWithoutNames(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT 1`: `SELECT 1`,
		`SELECT a FROM t WHERE b = $1 AND c = $2`:          `SELECT a FROM t WHERE b = ? AND c = ?`,
		`INSERT INTO t VALUES ($1,$2),($3,$4)`:             `INSERT INTO t VALUES (?,?),(?,?)`,
		`SELECT $1, $1`:                                    `SELECT $1, $1`,
		`SELECT $2, $1`:                                    `SELECT $2, $1`,
		`SELECT $1, $3`:                                    `SELECT $1, $3`,
		`SELECT '$1 it''s', $1`:                            `SELECT '$1 it''s', ?`,
		`SELECT "$1", [$1], $1 - $2 / 3`:                   `SELECT "$1", [$1], ? - ? / 3`,
		`SELECT json_extract(a, '$.b') FROM t WHERE c=$1`:  `SELECT json_extract(a, '$.b') FROM t WHERE c=?`,
		`SELECT $1 -- $2`:                                  `SELECT $1 -- $2`,
		`SELECT $1 /* ' */, $2`:                            `SELECT $1 /* ' */, $2`,
		`SELECT $name`:                                     `SELECT $name`,
		`SELECT $1, 'open`:                                 `SELECT $1, 'open`,
		`SELECT $` + strings.Repeat("9", 30):               `SELECT $` + strings.Repeat("9", 30),
		`SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 `:  `SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? `,
		`SELECT $11`:                                       `SELECT $11`,
		`UPDATE t SET a = a || 'x' WHERE b = $1 RETURNING`: `UPDATE t SET a = a || 'x' WHERE b = ? RETURNING`,
	} {
		if got := unnamed(query); got != want {
			t.Errorf("%s\n became %s\n want  %s", query, got, want)
		}
	}
}
