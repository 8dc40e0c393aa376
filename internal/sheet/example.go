package sheet

import "strings"

// ExampleMark begins every cell of the row of a template that shows what a row may look like: "e.g. 3 dan".
const ExampleMark = "e.g. "

// isExample reports whether a row is the example of a template: every cell of it says so. Of a row that someone began to
// fill in there, others do not, and it is read.
func isExample(row Row) bool {
	filled := 0
	for _, cell := range row.Cells {
		if cell == "" {
			continue
		}
		if len(cell) < len(ExampleMark) || !strings.EqualFold(cell[:len(ExampleMark)], ExampleMark) {
			return false
		}
		filled++
	}
	return filled > 1
}
