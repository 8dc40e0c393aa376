package reports

import (
	"fmt"
	"io"
	"slices"

	"github.com/xuri/excelize/v2"

	"nzgs/internal/sheet"
)

// Form is a spreadsheet that someone fills in and sends back: a list with an example below its headings, which is never
// read as a row of it, and a sheet that says how.
type Form struct {
	Title   string // of the workbook
	Sheet   string // name of the list
	Columns []FormColumn
	Freeze  int        // columns that stay when scrolling sideways
	Rows    [][]string // filled in already
	Above   []string   // over the instructions
	Steps   []FormStep
}

// FormColumn is a column of a [Form]. All its cells are text, so that phone numbers keep their zeros.
type FormColumn struct {
	Title   string
	Width   float64
	Example string   // without the mark; "" leaves the cell of the example blank
	Choices []string // offered in the cells; nil: none
	Only    bool     // nothing but the choices is taken
}

// FormStep is a line of the instructions.
type FormStep struct{ About, Text string }

// Names of the sheets beside the list of a form.
const (
	instructionsName = "Instructions"
	choicesName      = "Choices"
)

// formRows are the rows in which a form offers its choices: as many as a list may have.
const formRows = sheet.MaxRows

// FormXLSX writes a form as a workbook.
func (by Press) FormXLSX(w io.Writer, f Form) error {
	return by.writeWorkbook(w, f.Title, func(b *workbook) error {
		for _, s := range f.sheets() {
			if err := b.add(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// FormCSV writes the list of a form as CSV, without the example, the choices and the instructions.
func FormCSV(w io.Writer, f Form) error {
	table := Table{Title: f.Sheet}
	for _, c := range f.Columns {
		table.Columns = append(table.Columns, Column{Title: c.Title})
	}
	for _, row := range f.Rows {
		var cells []Cell
		for _, text := range row {
			cells = append(cells, Text(text))
		}
		table.Rows = append(table.Rows, cells)
	}
	return TableCSV(w, table)
}

func (f Form) sheets() []excelSheet {
	list := excelSheet{name: f.Sheet, landscape: landscape, freeze: f.Freeze, use: toFillIn}
	choices := excelSheet{name: choicesName, use: toRead}
	var offered [][]string
	example := make([]excelCell, len(f.Columns))
	for i, c := range f.Columns {
		column := excelColumn{title: c.Title, width: c.Width, text: onlyText}
		if c.Example != "" {
			example[i] = excelCell{value: sheet.ExampleMark + c.Example, style: excelStyle{format: textFormat, grey: true}}
		}
		if len(c.Choices) > 0 {
			offered = append(offered, c.Choices)
			choices.columns = append(choices.columns, excelColumn{title: c.Title, width: 14})
			at := columnName(len(offered))
			column.choices = fmt.Sprintf("%s!$%s$2:$%[2]s$%d", choicesName, at, len(c.Choices)+1)
			column.only = c.Only
		}
		list.columns = append(list.columns, column)
	}
	list.rows = append(list.rows, example)
	for _, row := range f.Rows {
		out := make([]excelCell, len(list.columns))
		for i := range out {
			if i < len(row) {
				out[i] = Text(row[i]).excel()
			}
		}
		list.rows = append(list.rows, out)
	}
	out := []excelSheet{list, f.instructions()}
	if len(offered) > 0 {
		choices.rows = sideBySide(offered)
		out = append(out, choices)
	}
	return out
}

// sideBySide are rows of lists that stand beside each other.
func sideBySide(lists [][]string) (rows [][]excelCell) {
	for i, list := range lists {
		for n, text := range list {
			if n == len(rows) {
				rows = append(rows, make([]excelCell, len(lists)))
			}
			rows[n][i] = Text(text).excel()
		}
	}
	return rows
}

func (f Form) instructions() excelSheet {
	s := excelSheet{
		name: instructionsName, use: toRead, above: f.Above,
		columns: []excelColumn{{title: "Step", width: 20}, {title: "What to do", width: 92}},
	}
	steps := slices.Concat([]FormStep{{
		"Example", "The first row below the headings shows what a row may look like. Each of its cells begins with “" +
			sheet.ExampleMark + "”: it is never read. Leave it, delete it, or write over all of it: a row that is half of it is refused.",
	}}, f.Steps)
	for _, step := range steps {
		s.rows = append(s.rows, []excelCell{
			{value: step.About, style: excelStyle{weight: bold}}, {value: step.Text, style: excelStyle{wrap: wrapped}},
		})
	}
	return s
}

// offerChoices has the cells of a column below the headings offer what is allowed in them.
func (s excelSheet) offerChoices(file *excelize.File, name string) error {
	for i, c := range s.columns {
		if c.choices == "" {
			continue
		}
		v := excelize.NewDataValidation(true)
		at := columnName(i + 1)
		v.Sqref = fmt.Sprintf("%s%d:%[1]s%[3]d", at, s.headRow()+2, s.headRow()+formRows)
		v.SetSqrefDropList(c.choices)
		if v.ShowErrorMessage = c.only; c.only {
			v.SetError(excelize.DataValidationErrorStyleStop, c.title, "Choose one of the list.")
		}
		if err := file.AddDataValidation(name, v); err != nil {
			return err
		}
	}
	return nil
}

// GradeChoices are the grades that a list offers: all of them, and one may be written otherwise as well.
func GradeChoices() (out []string) {
	for n := 9; n >= 1; n-- {
		out = append(out, fmt.Sprintf("%d dan", n))
	}
	for n := 1; n <= 30; n++ {
		out = append(out, fmt.Sprintf("%d kyu", n))
	}
	return out
}
