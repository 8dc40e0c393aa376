package sheet

import "strings"

// ExampleMark begins every cell of the row of a template that shows what a row may look like: "e.g. 3 dan".
const ExampleMark = "e.g. "

const halfExample = "still has the example of the template. Write over all of that row, or delete what is left of the example."

// withoutExample takes the example row of a template out of a list: every cell of it says so, or the one that is left of
// it. A row of which someone wrote over a part is refused: what is left of the example, such as an address, is no one's. One
// such cell beside others may be what someone wrote.
func (l *List) withoutExample() error {
	rows := l.Rows[:0]
	for _, row := range l.Rows {
		marked, own, last := 0, 0, 0
		for i, cell := range row.Cells {
			switch {
			case isMarked(cell):
				marked, last = marked+1, i+1
			case cell != "":
				own++
			}
		}
		if marked > 1 && own > 0 {
			return at(row.Number, last, halfExample)
		}
		if own > 0 || marked == 0 {
			rows = append(rows, row)
		}
	}
	if len(rows) > MaxRows {
		return at(rows[MaxRows].Number, 0, tooMany)
	}
	l.Rows = rows
	return nil
}

func isMarked(cell string) bool {
	return len(cell) >= len(ExampleMark) && strings.EqualFold(cell[:len(ExampleMark)], ExampleMark)
}
