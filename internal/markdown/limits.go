package markdown

import (
	"bytes"
	"unicode/utf8"

	"nzgs/internal/apperr"
)

// MaxLength is how many bytes a text may have.
const MaxLength = 40_000

const (
	maxLines   = 4_000
	maxColumns = 20    // signs | in a line: a row that is shorter than the head of its table is filled up
	maxRows    = 500   // lines with |
	maxMarks   = 1_000 // of each sign that may open something which a later one closes
	maxNested  = 8     // quotations and lists within each other
	maxParts   = 20_000
)

// marks are the signs that may open or close something.
const marks = "*_[]()<>`!&~\\"

// refuse says what makes a text too much to read, before anything is read.
func refuse(source string) *apperr.Error {
	if len(source) > MaxLength {
		return apperr.New(apperr.Invalid, "Shorten the text: it has %d characters, and may have %d.", len(source), MaxLength)
	}
	if !utf8.ValidString(source) {
		return apperr.New(apperr.Invalid, "The text holds characters that cannot be read.")
	}
	var counts [128]int
	rows := 0
	lines := bytes.Split([]byte(source), []byte("\n"))
	for i, line := range lines {
		columns := bytes.Count(line, []byte("|"))
		if columns > 0 {
			rows++
		}
		if columns > maxColumns {
			return apperr.New(apperr.Invalid, "Line %d has %d signs |. A table may have at most %d columns.", i+1, columns, maxColumns-1)
		}
		if opened := nesting(line); opened > maxNested {
			return apperr.New(apperr.Invalid, "Line %d opens more than %d quotations and lists within each other.", i+1, maxNested)
		}
		for _, c := range line {
			if c < 128 {
				counts[c]++
			}
		}
	}
	if len(lines) > maxLines {
		return apperr.New(apperr.Invalid, "Shorten the text: it has %d lines, and may have %d.", len(lines), maxLines)
	}
	if rows > maxRows {
		return apperr.New(apperr.Invalid, "Shorten the tables: they have %d lines, and may have %d.", rows, maxRows)
	}
	for _, c := range []byte(marks) {
		if counts[c] > maxMarks {
			return apperr.New(apperr.Invalid, "The text has the sign %c %d times, and may have it %d times.", c, counts[c], maxMarks)
		}
	}
	return nil
}

// nesting is how many quotations and lists the beginning of a line opens.
func nesting(line []byte) int {
	if marks := bytes.Trim(line, " \t\r"); len(marks) > 0 && bytes.IndexByte([]byte("-*"), marks[0]) >= 0 &&
		len(bytes.Trim(marks, string(marks[:1])+" \t")) == 0 {
		return 0 // a line across the page: of one kind of mark
	}
	opened := 0
	for i, c := range line {
		switch {
		case c == '>':
			opened++
		case bytes.IndexByte([]byte("-*+.)"), c) >= 0:
			if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
				opened++
			}
		case c == ' ', c == '\t', c >= '0' && c <= '9':
		default:
			return opened
		}
	}
	return opened
}
