package reports

import (
	"math"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Table is any list that is exported as it is shown: one header, typed cells.
type Table struct {
	Title   string // name of the sheet and heading: "Entries, Open"
	Note    string // a line below the title in the XLSX; may be empty
	Columns []Column
	Rows    [][]Cell // each as long as Columns; shorter rows are filled with blanks

	// Each gives further rows, one after the other and once, to take, for a list too long to hold. NoteAfter is the Note of such
	// a list where it is known only then; nil: it is known.
	Each      func(take func(row []Cell) error) error
	NoteAfter func() string
}

// each gives every row to take.
func (t Table) each(take func(row []Cell) error) error {
	for _, row := range t.Rows {
		if err := take(row); err != nil {
			return err
		}
	}
	if t.Each == nil {
		return nil
	}
	return t.Each(take)
}

// Column is a column's heading and its width in characters (0: 14).
type Column struct {
	Title string
	Width float64
}

// Cell is one typed value of a [Table]. The zero Cell is blank.
type Cell struct {
	kind   cellKind
	text   string
	number float64
	format string // number format in a workbook; "" is General
	date   civil.Date
	cents  money.Cents
}

type cellKind int

const (
	blankCell cellKind = iota
	textCell
	numberCell
	dateCell
	moneyCell
)

// Text is a cell of words. It is never read as a number or a formula, so
// phone numbers keep their leading zeros.
func Text(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{kind: textCell, text: s}
}

// Int is a cell holding a whole number.
func Int(n int) Cell { return Cell{kind: numberCell, number: float64(n)} }

// Figure is a cell holding points, a tie-break or a rating. NoFigure is blank.
func Figure(v float64) Cell {
	if !isFigure(v) {
		return Cell{}
	}
	return Cell{kind: numberCell, number: v}
}

// Date is a cell holding a day; the zero Date is blank.
func Date(d civil.Date) Cell {
	if d.IsZero() {
		return Cell{}
	}
	return Cell{kind: dateCell, date: d}
}

// Money is a cell holding an amount.
func Money(c money.Cents) Cell { return Cell{kind: moneyCell, cents: c} }

// NoFigure stands where a tie-break is not defined for a player.
var NoFigure = math.NaN()

func isFigure(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// figureText writes a figure as players write it: whole numbers plain,
// quarters as ¼ ½ ¾, anything else with one decimal.
func figureText(v float64) string {
	if !isFigure(v) {
		return "–"
	}
	quarters := v * 4
	if quarters != math.Trunc(quarters) || math.Abs(v) > 1e9 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	sign := ""
	if quarters < 0 {
		sign, quarters = "−", -quarters
	}
	whole, part := int(quarters)/4, int(quarters)%4
	fraction := []string{"", "¼", "½", "¾"}[part]
	if whole == 0 && fraction != "" {
		return sign + fraction
	}
	return sign + strings.TrimSpace(strconv.Itoa(whole)+fraction)
}
