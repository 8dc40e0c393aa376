package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Columns are as wide as what stands in them, so that no day or amount is shown as ###; what is longer than any column
// goes on several lines.
func TestColumnsHoldWhatStandsInThem(t *testing.T) {
	day := civil.MustParseDate("2026-09-30")
	long := strings.Repeat("forty words in a remark ", 8)
	f := openBook(t, func(w io.Writer) error {
		return press.TableXLSX(w, Table{
			Title: "People", Columns: []Column{{"No.", 30}, {"Day", 5}, {"Fee", 3}, {"名前", 0}, {"Remark", 10}, {"Club", 40}, {"SOS", 0}},
			Rows: [][]Cell{
				{Int(1), Date(day), Money(money.Cents(123456789)), Text("山田さくらさくら"), Text(long), Text("Nelson"), Figure(7)},
				{Int(17), Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Figure(6.25)},
			},
		})
	})
	const sheet = "People"
	for column, want := range map[string][2]float64{ // at least and at most
		"A": {4, 8}, "B": {19, 22}, "C": {15, 18}, "D": {18, 20}, "E": {60, 60}, "F": {8, 10}, "G": {5, 8},
	} {
		if got, err := f.GetColWidth(sheet, column); err != nil || got < want[0] || got > want[1] {
			t.Errorf("column %s is %.1f wide, want %v; %v", column, got, want, err)
		}
	}
	id, err := f.GetCellStyle(sheet, "E2")
	if err != nil {
		t.Fatal(err)
	}
	if st, err := f.GetStyle(id); err != nil || !st.Alignment.WrapText {
		t.Errorf("the long text is not wrapped: %+v, %v", st, err)
	}
	for cell, want := range map[string]string{"G2": "7.00", "G3": "6.25", "A3": "17"} {
		if got, _ := f.GetCellValue(sheet, cell); got != want {
			t.Errorf("%s is %q, want %q", cell, got, want)
		}
	}
}

// A column of amounts is as much wider as the sign of the currency is longer.
func TestColumnsOfAmountsHoldTheSignOfTheCurrency(t *testing.T) {
	defer func() {
		if err := money.SetCurrency(money.NewZealand); err != nil {
			t.Fatal(err)
		}
	}()
	for code, least := range map[string]int{
		"NZD": len("-$1,234,567.89"), "GBP": len("-£1,234,567.89") - 1, "RON": len("-lei 1,234,567.89"), "CHF": len("-CHF 1,234,567.89"),
	} {
		if err := money.SetCurrency(code); err != nil {
			t.Fatal(err)
		}
		f := openBook(t, func(w io.Writer) error {
			return press.TableXLSX(w, Table{
				Title: "Fees", Columns: []Column{{Title: "Fee"}}, Rows: [][]Cell{{Money(money.Cents(-123456789))}},
			})
		})
		// beside it there is besideText, and a capital takes a little more
		if got, err := f.GetColWidth("Fees", "A"); err != nil || got < float64(least+besideText) || got > float64(least+besideText+1) {
			t.Errorf("%s: the column is %.1f wide for %d characters; %v", code, got, least, err)
		}
	}
}

// A list of many columns is printed turned, and on pages side by side rather than too small to read.
func TestWideListsArePrintedSoThatTheyAreRead(t *testing.T) {
	for _, tt := range []struct {
		columns, across int
		way             string
	}{{3, 1, "portrait"}, {7, 1, "landscape"}, {18, 2, "landscape"}} {
		table := Table{Title: "Wide"}
		var row []Cell
		for i := range tt.columns {
			table.Columns = append(table.Columns, Column{Title: fmt.Sprint("Column ", i)})
			row = append(row, Text("eighteen letters.."))
		}
		table.Rows = [][]Cell{row}
		f := openBook(t, func(w io.Writer) error { return press.TableXLSX(w, table) })
		page, err := f.GetPageLayout("Wide")
		if props, err := f.GetSheetProps("Wide"); err != nil || !*props.FitToPage { // else the pages across are not heeded
			t.Errorf("%d columns: it is not fitted to pages; %v", tt.columns, err)
		}
		if err != nil || *page.Orientation != tt.way || *page.FitToWidth != tt.across || *page.FitToHeight != 0 || *page.Size != 9 {
			t.Errorf("%d columns: %s, %d across, paper %d; %v", tt.columns, *page.Orientation, *page.FitToWidth, *page.Size, err)
		}
	}
}

// Every list has the buttons that choose and sort; a form to fill in and instructions have none.
func TestListsHaveAFilter(t *testing.T) {
	filtered := func(f *excelize.File) (out []string) {
		for _, n := range f.GetDefinedName() {
			if n.Name == "_xlnm._FilterDatabase" {
				out = append(out, n.Scope)
			}
		}
		return out
	}
	if got := filtered(openBook(t, func(w io.Writer) error { return press.CrosstableXLSX(w, sampleCrosstable()) })); len(got) == 0 || got[0] != "Open" {
		t.Errorf("the crosstable is filtered on %q", got)
	}
	if got := filtered(openBook(t, func(w io.Writer) error { return press.ClubReturnXLSX(w, sampleTemplate()) })); len(got) > 0 {
		t.Errorf("the club's return is filtered on %q", got)
	}
}

// On paper each page of a wide list says whose row it is, and each of every list whose list it is, of when, and which page.
func TestEachPageOfAPrintedListCanBeTold(t *testing.T) {
	by := Press{Society: "The Go & Baduk Society", Day: civil.MustParseDate("2026-11-21")}
	wide := Table{Title: "Rating list & more", Columns: []Column{{Title: "Place"}, {Title: "Grade"}, {Title: "Player"}}}
	row := []Cell{Int(1), Text("7 dan"), Text("Bartholomew Featherstonehaugh")}
	for i := range 14 {
		wide.Columns = append(wide.Columns, Column{Title: fmt.Sprint("Column ", i)})
		row = append(row, Text("eighteen letters.."))
	}
	wide.Rows = [][]Cell{row}
	endless := Table{Title: "Long first", Columns: append([]Column{{Title: "Text"}, {Title: "Text 2"}}, wide.Columns...)}
	endless.Rows = [][]Cell{append([]Cell{Int(1), Text(strings.Repeat("forty words ", 40))}, row...)}
	for _, tt := range []struct {
		table  Table
		titles string
		across int
	}{
		{wide, "'Rating list & more'!$A:$C,'Rating list & more'!$1:$1", 2},
		{endless, "'Long first'!$A:$B,'Long first'!$1:$1", 3},
		{Table{Title: "Narrow", Columns: wide.Columns[:3], Rows: [][]Cell{row[:3]}}, "'Narrow'!$1:$1", 1},
	} {
		f := openBook(t, func(w io.Writer) error { return by.TableXLSX(w, tt.table) })
		page, err := f.GetPageLayout(tt.table.Title)
		if err != nil || *page.FitToWidth != tt.across {
			t.Errorf("%s: %d pages across, want %d; %v", tt.table.Title, *page.FitToWidth, tt.across, err)
		}
		for _, n := range f.GetDefinedName() {
			if n.Name == "_xlnm.Print_Titles" && n.RefersTo != tt.titles {
				t.Errorf("%s: on each page stands %s", tt.table.Title, n.RefersTo)
			}
		}
		foot, err := f.GetHeaderFooter(tt.table.Title)
		want := "&LThe Go && Baduk Society · " + strings.ReplaceAll(tt.table.Title, "&", "&&") + " · 21 November 2026&RPage &P of &N"
		if err != nil || foot.OddFooter != want {
			t.Errorf("%s: its foot is %q; %v", tt.table.Title, foot.OddFooter, err)
		}
	}
	long := wide
	long.Title = strings.Repeat("& a long title ", 60)
	f := openBook(t, func(w io.Writer) error { return by.TableXLSX(w, long) })
	if foot, err := f.GetHeaderFooter(f.GetSheetName(0)); err != nil || !strings.HasSuffix(foot.OddFooter, "…\n21 November 2026&R\nPage &P of &N") {
		t.Errorf("the foot of a long title: %+v, %v", foot, err)
	}
}

// A text and a day stand clear of the figures in the column before, and a day stands where texts do. It is the text that is
// moved: figures that end a little before their column are set unevenly by one of the programs.
func TestTextsStandClearOfFigures(t *testing.T) {
	f := openBook(t, func(w io.Writer) error {
		return press.TableXLSX(w, Table{
			Title: "Sales", Columns: []Column{{Title: "Order"}, {Title: "Day"}, {Title: "Who"}, {Title: "Price"}, {Title: "What"}},
			Rows: [][]Cell{{Int(12), Date(civil.MustParseDate("2026-10-12")), Text("Aroha"), Money(4550), Text("A board")}},
		})
	})
	for cell, want := range map[string]excelize.Alignment{
		"A1": {Horizontal: "right"}, "A2": {}, "B1": {Horizontal: "left", Indent: 1}, "B2": {Horizontal: "left", Indent: 1}, "C2": {},
		"D2": {}, "E1": {Horizontal: "left", Indent: 1}, "E2": {Horizontal: "left", Indent: 1},
	} {
		id, err := f.GetCellStyle("Sales", cell)
		if err != nil {
			t.Fatal(err)
		}
		st, err := f.GetStyle(id)
		if err != nil || st.Alignment.Horizontal != want.Horizontal || st.Alignment.Indent != want.Indent {
			t.Errorf("%s: %+v, %v", cell, st.Alignment, err)
		}
	}
}

// Names in Arabic and Hebrew begin where the others do: programs set them to the right, against what stands in the next column.
func TestNamesFromTheRightBeginWhereOthersDo(t *testing.T) {
	f := openBook(t, func(w io.Writer) error {
		return press.TableXLSX(w, Table{
			Title: "Players", Columns: []Column{{Title: "Name"}, {Title: "Grade"}},
			Rows: [][]Cell{{Text("يوسف الحسن"), Text("3 kyu")}, {Text("דניאל לוי"), Text("1 dan")}, {Text("Aroha Tūī"), Text("2 kyu")}},
		})
	})
	for cell, want := range map[string]string{"A2": "left", "A3": "left", "A4": "", "B2": ""} {
		id, err := f.GetCellStyle("Players", cell)
		if err != nil {
			t.Fatal(err)
		}
		if st, err := f.GetStyle(id); err != nil || st.Alignment.Horizontal != want {
			t.Errorf("%s: %+v, %v", cell, st.Alignment, err)
		}
	}
}

// A row of texts of several lines is as high as they are: one of the programs does not find that out, and has rows run into
// each other.
func TestRowsAreAsHighAsTheirTexts(t *testing.T) {
	f := openBook(t, func(w io.Writer) error {
		return press.TableXLSX(w, Table{Title: "Duties", Columns: []Column{{Title: "Duty"}, {Title: "How"}}, Rows: [][]Cell{
			{Text("short"), Text("short")},
			{Text("short"), Text("30 June 2026 + 6 months = 30 December 2026 (Incorporated Societies Act 2022)")},
			{Text(strings.Repeat("forty words ", 15)), Text("one\ntwo")},
			{Text(strings.Repeat("forty words ", 400)), Text("one")},
		}})
	})
	for row, want := range map[int]float64{2: 15, 3: 2 * lineHeight, 4: 4 * lineHeight, 5: highestRow} {
		if got, err := f.GetRowHeight("Duties", row); err != nil || got != want {
			t.Errorf("row %d is %.1f points high, want %.1f; %v", row, got, want, err)
		}
	}
}
