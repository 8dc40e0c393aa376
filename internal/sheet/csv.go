package sheet

import "strings"

// readCSV reads comma, semicolon or tab separated text into a list.
func readCSV(data []byte, list *List) (*List, error) {
	text, err := decodeText(data)
	if err != nil {
		return nil, err
	}
	if err := refuseBinary(text); err != nil {
		return nil, err
	}
	comma, text := separator(text)
	ended, widest := strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r"), 0
	records := csvRecords{text: text, comma: comma, ends: string([]byte{comma, '\r', '\n'}), plainText: list.most > 0}
	for {
		cells, ok, err := records.next()
		if err != nil || !ok {
			return list, err
		}
		before := len(list.Rows)
		if err := addRow(list, records.row, cells); err != nil {
			return nil, err
		}
		list.Open = !ended && len(list.Rows) > before
		list.Cut, widest = list.Open && len(cells) < widest, max(widest, len(cells))
	}
}

// csvRecords cuts text into records. It is used in place of encoding/csv
// because that one skips blank lines, which would put the row numbers of
// messages out, and because a line of ten million commas must cost nothing.
type csvRecords struct {
	text  string // what is left
	comma byte
	ends  string   // the bytes a plain field ends at
	row   int      // number of the record read last, from 1, blank lines counted
	cells []string // of that record, reused

	plainText bool // nothing is a formula
}

// next reads a record; ok is false at the end of the text.
func (r *csvRecords) next() (cells []string, ok bool, err error) {
	if r.text == "" {
		return nil, false, nil
	}
	r.row++
	r.cells = r.cells[:0]
	for column := 1; ; column++ {
		cell, more, err := r.field(column)
		if err != nil {
			return nil, false, err
		}
		if !r.plainText {
			if cell, err = csvCell(cell, r.row, column); err != nil {
				return nil, false, err
			}
		}
		switch {
		case column <= MaxColumns:
			r.cells = append(r.cells, cell)
		case strings.TrimSpace(cell) != "":
			return nil, false, at(r.row, column, tooWide)
		}
		if !more {
			return r.cells, true, nil
		}
	}
}

// field reads one field and the separator or line end after it; more says that
// the record goes on.
func (r *csvRecords) field(column int) (cell string, more bool, err error) {
	if !strings.HasPrefix(r.text, `"`) {
		cell, more = r.plain()
		return cell, more, nil
	}
	var b strings.Builder
	rest := r.text[1:]
	for {
		end := strings.IndexByte(rest, '"')
		if end < 0 {
			return "", false, at(r.row, column, "has a quotation mark that is never closed.")
		}
		b.WriteString(rest[:end])
		rest = rest[end+1:]
		if !strings.HasPrefix(rest, `"`) {
			break
		}
		b.WriteByte('"')
		rest = rest[1:]
	}
	r.text = rest
	after, more := r.plain() // text behind the closing mark is kept as it is
	b.WriteString(after)
	return b.String(), more, nil
}

func (r *csvRecords) plain() (cell string, more bool) {
	end := strings.IndexAny(r.text, r.ends)
	if end < 0 {
		cell, r.text = r.text, ""
		return cell, false
	}
	cell, sep := r.text[:end], r.text[end]
	r.text = r.text[end+1:]
	if sep == '\r' {
		r.text = strings.TrimPrefix(r.text, "\n")
	}
	return cell, sep == r.comma
}

// csvCell undoes what exports do to keep cells from being taken for formulas
// (a leading apostrophe; ="0123"), and refuses real formulas.
func csvCell(cell string, row, column int) (string, error) {
	trimmed := strings.TrimSpace(cell)
	if after, ok := strings.CutPrefix(trimmed, "'"); ok && strings.IndexAny(after, "=+-@\t\r＝＋－＠'") == 0 {
		return after, nil
	}
	if !strings.HasPrefix(trimmed, "=") {
		return cell, nil
	}
	inner, ok := strings.CutPrefix(trimmed, `="`)
	if ok && strings.IndexByte(inner, '"') == len(inner)-1 && inner != "" {
		return strings.TrimSuffix(inner, `"`), nil
	}
	return "", at(row, column, formulaProblem)
}

// refuseBinary finds what no spreadsheet program writes into a CSV file.
func refuseBinary(text string) error {
	row, controls := 1, 0
	for _, r := range text {
		switch {
		case r == '\n':
			row++
		case r == 0:
			return at(row, 0, "has a NUL character: this is not a spreadsheet, or it is damaged. %s", saveAs)
		case r < ' ' && r != '\t' && r != '\r' && r != '\f' && r != '\v':
			controls++
		}
	}
	if controls > 8 {
		return whole("The file is not a spreadsheet. Choose an XLSX or CSV file.")
	}
	return nil
}

// separator finds which of comma, semicolon and tab separates the cells: the
// one that gives the most of the first rows the same number of cells. It
// also obeys Excel's "sep=;" line and takes it off.
func separator(text string) (comma byte, rest string) {
	if first, after, ok := strings.Cut(text, "\n"); ok && len(first) < 16 {
		sep, ok := strings.CutPrefix(strings.ToLower(strings.TrimRight(first, "\r")), "sep=")
		if ok && len(sep) == 1 && strings.Contains(",;\t", sep) {
			return sep[0], after
		}
	}
	best, bestScore := byte(','), separatorScore{}
	for _, candidate := range []byte{'\t', ';', ','} {
		if score := scoreSeparator(text, candidate); bestScore.less(score) {
			best, bestScore = candidate, score
		}
	}
	return best, text
}

// separatorScore is how well a separator explains the first rows: how many of them it gives the same number of cells.
// Where commas stand in names and before tenths, that tells them from the semicolons between cells.
type separatorScore struct {
	rows  int
	count int // of separators in each of these rows
}

func (s separatorScore) less(t separatorScore) bool {
	return s.rows < t.rows || s.rows == t.rows && s.count < t.count
}

// scoreSeparator counts separators outside quotation marks in the first rows.
func scoreSeparator(text string, sep byte) (best separatorScore) {
	const rows = 20
	alike := map[int]int{} // rows, by how many separators they have
	var count, row int
	quoted := false
	end := func() {
		if count > 0 {
			alike[count]++
			if one := (separatorScore{alike[count], count}); best.less(one) {
				best = one
			}
		}
		count = 0
		row++
	}
	for i := 0; i < len(text) && row < rows; i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == sep && !quoted:
			count++
		case (c == '\n' || c == '\r') && !quoted:
			end()
		}
	}
	if row < rows {
		end()
	}
	return best
}
