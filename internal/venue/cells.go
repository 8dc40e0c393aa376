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
	maxRow   = 1 << 31
)

// cellsFit refuses the first cell that no program of the society has written. The document was read as a file before.
func (d *Document) cellsFit() error {
	for i, t := range tables {
		for n, row := range d.Tables[i].Rows {
			for k, c := range t.columns {
				if why := c.refuses(row[k]); why != "" {
					return wrong("row %d of %q: %q %s", n+1, t.name, c.name, why)
				}
			}
		}
	}
	return nil
}

// refuses says why a cell cannot be kept; "" when it can.
func (c column) refuses(v any) string {
	if n, ok := v.(int64); ok && c.ref == "" && c.name != "id" && c.name != "seed" && (n > maxRow || n < -maxRow) {
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

func tooLong(s string, most int) string {
	if n := utf8.RuneCountInString(s); n > most {
		return fmt.Sprintf("has %d letters, at most %d are kept", n, most)
	}
	return ""
}
