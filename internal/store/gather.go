package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Gathered is how to read very many rows: a row costs a database's driver as much as
// thirty numbers in a text, so that the database puts the rows of a group into one.
type Gathered struct {
	By      string // the column, a whole number, whose rows make a group
	Numbers string // columns of whole numbers, none of them NULL: "ref, round"
	Text    string // a column of text, read after the numbers; "": none
	From    string // "FROM … WHERE …"; what follows is GROUP BY
}

// Each runs the query and gives each row to scan, those of a group one after another
// and otherwise in any order. The numbers are there until scan returns.
func (g Gathered) Each(
	ctx context.Context, q Queryer, scan func(group int64, numbers []int64, text string) error, args ...any,
) error {
	columns := g.Numbers
	if g.Text != "" {
		columns += ", " + g.Text
	}
	rows, err := q.Query(
		ctx, "SELECT "+g.By+", "+postgresLists+columns+")) "+g.From+" GROUP BY "+g.By, args...,
	)
	if err != nil {
		return err
	}
	defer rows.Close()
	in := lists{text: g.Text != ""}
	for rows.Next() {
		var group int64
		var raw sql.RawBytes
		if err := rows.Scan(&group, &raw); err != nil {
			return fmt.Errorf("read a group: %w", err)
		}
		if err := in.each(raw, func() error { return scan(group, in.numbers, in.last) }); err != nil {
			return fmt.Errorf("read group %d: %w", group, err)
		}
	}
	return rows.Err()
}

// How the two databases write the rows of a group as lists; native turns the one into
// the other.
const (
	postgresLists = "json_agg(json_build_array("
	sqliteLists   = "json_group_array(json_array("
)

// lists reads "[[1,-2,"a"],[3,4,"b"]]", as the databases write it.
type lists struct {
	text    bool // whether a text ends each list
	numbers []int64
	last    string
	quoted  []byte // what last was read from: the same text mostly comes again
}

var errNoLists = errors.New("not lists of whole numbers")

func (l *lists) each(raw []byte, row func() error) error {
	rest, ok := after(raw, '[')
	for ok && len(rest) > 0 {
		if rest, ok = after(rest, '['); !ok {
			break
		}
		if rest, ok = l.one(rest); !ok {
			break
		}
		if err := row(); err != nil {
			return err
		}
		if end, last := after(rest, ']'); last {
			if len(blank(end)) > 0 {
				break
			}
			return nil
		}
		rest, ok = after(rest, ',')
	}
	return errNoLists
}

// one reads a list up to its "]", and gives what follows.
func (l *lists) one(rest []byte) ([]byte, bool) {
	l.numbers = l.numbers[:0]
	for {
		rest = blank(rest)
		if len(rest) > 0 && rest[0] == '"' {
			if !l.text {
				return nil, false
			}
			if rest = l.quote(rest); rest == nil {
				return nil, false
			}
			return after(rest, ']')
		}
		n, left, ok := number(rest)
		if !ok {
			return nil, false
		}
		l.numbers = append(l.numbers, n)
		if end, last := after(left, ']'); last {
			return end, !l.text
		}
		if rest, ok = after(left, ','); !ok {
			return nil, false
		}
	}
}

// quote reads a text in quotes into l.last, and gives what follows; nil when it has
// no end.
func (l *lists) quote(rest []byte) []byte {
	end := 1
	for ; end < len(rest) && rest[end] != '"'; end++ {
		if rest[end] == '\\' {
			end++
		}
	}
	if end >= len(rest) {
		return nil
	}
	quoted := rest[:end+1]
	if !bytes.Equal(quoted, l.quoted) {
		if err := json.Unmarshal(quoted, &l.last); err != nil {
			return nil
		}
		l.quoted = bytes.Clone(quoted)
	}
	return rest[end+1:]
}

// number reads a whole number.
func number(rest []byte) (n int64, left []byte, ok bool) {
	i, minus := 0, len(rest) > 0 && rest[0] == '-'
	if minus {
		i = 1
	}
	first := i
	for ; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
		digit := int64(rest[i] - '0')
		if n < (math.MinInt64+digit)/10 {
			return 0, nil, false
		}
		n = n*10 - digit // there is one more below nought than above
	}
	if i == first || rest[first] == '0' && i > first+1 || !minus && n == math.MinInt64 {
		return 0, nil, false
	}
	if !minus {
		n = -n
	}
	return n, rest[i:], true
}

// after gives what follows a sign, which blanks may come before.
func after(rest []byte, sign byte) ([]byte, bool) {
	rest = blank(rest)
	if len(rest) == 0 || rest[0] != sign {
		return rest, false
	}
	return rest[1:], true
}

func blank(rest []byte) []byte {
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\n') {
		rest = rest[1:]
	}
	return rest
}
