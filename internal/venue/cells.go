package venue

import (
	"fmt"
	"unicode/utf8"

	"nzgs/internal/civil"
)

// Bounds of cells. A laptop whose clock was never set believes in 1970, and no page breaks by it; what is outside is no
// clock's.
var (
	firstInstant = civil.MustParseInstant("1970-01-01T00:00:00.000Z")
	lastInstant  = civil.MustParseInstant("2199-12-31T00:00:00.000Z")
)

const (
	maxShort = 300    // letters of a name
	maxText  = 10_000 // letters of what a person writes
	maxWhole = 1 << 31
)

// most are bounds of numbers that a page counts to.
var most = map[string]int64{
	"round": 99, "rounds": 99, "entered_in": 99, "withdrawn_after": 99, "accelerated_rounds": 99, "seq": 1000, "table_no": 9999,
	"first_table": 9999, "number": 100_000, "move": 100_000,
}

// cellsFit refuses the first cell that no program of the society has written. The document was read as a file before.
func (d *Document) cellsFit() error {
	for i, t := range tables {
		for n, row := range d.Tables[i].Rows {
			for k, c := range t.columns {
				why := c.refuses(row[k])
				if k == 0 && row[k] == nil {
					why = "is missing" // SQLite would give the row a number: of whatever is next
				}
				if why != "" {
					return wrong("row %d of %q: %q %s", n+1, t.name, c.name, why)
				}
			}
		}
	}
	return nil
}

// refuses says why a cell cannot be kept; "" when it can.
func (c column) refuses(v any) string {
	if n, ok := v.(int64); ok && c.outOfBounds(n) {
		return fmt.Sprintf("is %d, which is out of all bounds", n)
	}
	s, ok := v.(string)
	if !ok {
		return ""
	}
	switch c.kind {
	case instant:
		at, err := civil.ParseInstant(s)
		switch {
		case err != nil || at.String() != s:
			return fmt.Sprintf("is %q, which is no instant", shorten(s))
		case at.Before(firstInstant) || at.After(lastInstant):
			return fmt.Sprintf("is %s, which is out of all bounds", s)
		}
	case dated:
		if _, err := civil.ParseDate(s); err != nil {
			return fmt.Sprintf("is %q, which is no day", shorten(s))
		}
	case short:
		return tooLong(s, maxShort)
	case text:
		return tooLong(s, maxText)
	}
	return ""
}

func (c column) outOfBounds(n int64) bool {
	if c.ref != "" || c.name == "id" || c.name == "seed" {
		return false // looked up, or a lot
	}
	if high, ok := most[c.name]; ok {
		return n < 0 || n > high
	}
	return n > maxWhole || n < -maxWhole
}

func tooLong(s string, most int) string {
	if n := utf8.RuneCountInString(s); n > most {
		return fmt.Sprintf("has %d letters, at most %d are kept", n, most)
	}
	return ""
}
