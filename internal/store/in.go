package store

import (
	"strconv"
	"strings"
)

// inSizes are the list lengths that In pads to, so that a query has few texts
// and its prepared statement is found again.
var inSizes = []int{1, 4, 16, 64, 256, MaxIn}

// MaxIn is the most values one In takes; split longer lists with slices.Chunk.
const MaxIn = 1024

// In writes the values as "($first, …)" for an IN condition and appends them
// to args as parameters. It panics above MaxIn values. Without values nothing
// matches: "(NULL)".
func In[T any](args []any, values []T) (condition string, all []any) {
	if len(values) == 0 {
		return "(NULL)", args
	}
	size := 0
	for _, n := range inSizes {
		if n >= len(values) {
			size = n
			break
		}
	}
	if size == 0 {
		panic("store.In: more than " + strconv.Itoa(MaxIn) + " values")
	}
	var b strings.Builder
	b.WriteByte('(')
	for i := range size {
		if i > 0 {
			b.WriteByte(',')
		}
		args = append(args, values[min(i, len(values)-1)]) // repeating the last value changes nothing
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(len(args)))
	}
	b.WriteByte(')')
	return b.String(), args
}

// maxParams keeps a statement below the parameter limit of both databases.
const maxParams = 20000

// Values writes rows × columns placeholders for a multi-row INSERT:
// "($1,$2),($3,$4)".
func Values(rows, columns int) string {
	var b strings.Builder
	for r := range rows {
		if r > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('(')
		for c := range columns {
			if c > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(r*columns + c + 1))
		}
		b.WriteByte(')')
	}
	return b.String()
}

// InsertRows is how many rows of that many columns one INSERT takes at most.
func InsertRows(columns int) int { return min(200, max(1, maxParams/columns)) }
