package reports

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/sheet"
)

// written is what a report writes.
func written(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func openBook(t testing.TB, write func(io.Writer) error) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(written(t, write)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func rowsOf(t testing.TB, f *excelize.File, name string) [][]string {
	t.Helper()
	rows, err := f.GetRows(name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func sampleTable() Table {
	return Table{
		Title: "Entries: Open/Handicap", Note: "As at 21 November 2026",
		Columns: []Column{{"Name", 24}, {"=Score", 0}, {"Day", 0}, {"Fee", 0}, {"Phone", 0}},
		Rows: [][]Cell{
			{Text("Aroha Tūī"), Figure(4.5), Date(civil.On(2026, time.November, 21)), Money(123450), Text("021 555 0101")},
			{Text("=1+1"), Int(-3), Date(civil.Date{}), Money(-2050), Text("+64 21 555")},
			{Text("@x"), Figure(NoFigure), {}, Money(0), Text("-")},
			{Text("'=x"), Int(1000000)},
			{Text("王小明\x00\x0b"), Int(0), {}, {}, Text("a\tb\nc")},
			{Text("＝1+1"), {}, {}, {}, Text("O'Brien, \"Bob\"")},
		},
	}
}

func TestTableXLSX(t *testing.T) {
	f := openBook(t, func(w io.Writer) error { return press.TableXLSX(w, sampleTable()) })
	if diff := cmp.Diff([]string{"Entries Open Handicap"}, f.GetSheetList()); diff != "" {
		t.Fatal(diff)
	}
	want := [][]string{
		{"Entries: Open/Handicap"},
		{"As at 21 November 2026"},
		nil,
		{"Name", "=Score", "Day", "Fee", "Phone"},
		{"Aroha Tūī", "4.5", "21 November 2026", "$1,234.50", "021 555 0101"},
		{"=1+1", "-3.0", "", "-$20.50", "+64 21 555"},
		{"@x", "", "", "$0.00", "-"},
		{"'=x", "1000000.0"},
		{"王小明", "0.0", "", "", "a\tb\nc"},
		{"＝1+1", "", "", "", "O'Brien, \"Bob\""},
	}
	if diff := cmp.Diff(want, rowsOf(t, f, "Entries Open Handicap")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	for cell, want := range map[string]excelize.CellType{
		"A6": excelize.CellTypeInlineString, "B5": excelize.CellTypeUnset, "E5": excelize.CellTypeInlineString,
	} {
		if got, _ := f.GetCellType("Entries Open Handicap", cell); got != want {
			t.Errorf("cell %s has type %v, want %v", cell, got, want)
		}
		if formula, _ := f.GetCellFormula("Entries Open Handicap", cell); formula != "" {
			t.Errorf("cell %s holds the formula %q", cell, formula)
		}
	}
	named := map[string]string{}
	for _, n := range f.GetDefinedName() {
		named[n.Name] = n.RefersTo
	}
	if diff := cmp.Diff(map[string]string{
		"_xlnm.Print_Titles": "'Entries Open Handicap'!$4:$4", "_xlnm.Print_Area": "'Entries Open Handicap'!$A$1:$E$10",
		"_xlnm._FilterDatabase": "'Entries Open Handicap'!$A$4:$E$10",
	}, named); diff != "" {
		t.Errorf("named (-want +got):\n%s", diff)
	}
	panes, err := f.GetPanes("Entries Open Handicap")
	if err != nil || !panes.Freeze || panes.YSplit != 4 {
		t.Errorf("panes %+v, %v", panes, err)
	}
}

func TestTableCSV(t *testing.T) {
	data := written(t, func(w io.Writer) error { return TableCSV(w, sampleTable()) })
	text, ok := strings.CutPrefix(string(data), "\uFEFF")
	if !ok {
		t.Error("no byte order mark")
	}
	if !strings.Contains(text, "\r\n") {
		t.Error("lines do not end as Excel has them")
	}
	got, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"Name", "'=Score", "Day", "Fee", "Phone"},
		{"Aroha Tūī", "4.5", "2026-11-21", "1234.50", "021 555 0101"},
		{"'=1+1", "-3", "", "-20.50", "'+64 21 555"},
		{"'@x", "", "", "0.00", "'-"},
		{"''=x", "1000000", "", "", ""},
		{"王小明", "0", "", "", "a\tb\nc"},
		{"'＝1+1", "", "", "", "O'Brien, \"Bob\""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// What goes out as CSV comes back through the reader of uploads as it was.
func TestCSVComesBack(t *testing.T) {
	for _, s := range []string{
		"=1+1", "+64 21", "-x", "@x", "'=x", "''x", "'Okina", "＝1", "a,b;c\td", "\"q\"", "ā\nb", "x",
	} {
		data := written(t, func(w io.Writer) error {
			return TableCSV(w, Table{Columns: []Column{{Title: "A"}, {Title: "B"}}, Rows: [][]Cell{{Text(s), Text("end")}}})
		})
		list, err := sheet.Parse(data)
		if err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		if want := strings.ReplaceAll(s, "\t", " "); list.Rows[1].Cells[0] != want {
			t.Errorf("%q came back as %q", s, list.Rows[1].Cells[0])
		}
	}
}

func sampleTemplate() ClubReturnTemplate {
	return ClubReturnTemplate{
		Club: "Ōtautahi Go Club", Year: "1 July 2026 – 30 June 2027",
		ReplyTo: "https://go.example.org.nz/clubs/otautahi/return", AtLeast: 5,
		Rows: []ReturnRow{
			{
				Number: "0017", FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.org.nz", Phone: "021 555 0101",
				Address: "12 Kōwhai Terrace\nRiccarton\nŌtautahi 8011", Grade: "3 dan",
			},
			{Number: "0018", FamilyName: "王", GivenNames: "小明", Phone: "+64 21 555 0102", Since: "1998", Notes: "=junior"},
			{FamilyName: "Mono"},
		},
	}
}

// The template, saved untouched and uploaded, is the list it was made from.
func TestClubReturnComesBack(t *testing.T) {
	for name, write := range map[string]func(
		io.Writer, ClubReturnTemplate,
	) error{"XLSX": press.ClubReturnXLSX, "CSV": ClubReturnCSV} {
		t.Run(name, func(t *testing.T) {
			data := written(t, func(w io.Writer) error { return write(w, sampleTemplate()) })
			list, err := sheet.Parse(data, MembersSheet)
			if err != nil {
				t.Fatal(err)
			}
			m, rows, err := sheet.MapHeader(list.Rows, sheet.ClubReturnColumns())
			if err != nil {
				t.Fatal(err)
			}
			if m.Err() != nil || len(m.Unknown) != 0 || len(m.Twice) != 0 {
				t.Errorf("mapping %+v, %v", m, m.Err())
			}
			var got []ReturnRow
			for _, r := range rows {
				got = append(got, ReturnRow{
					Number: m.Cell(r, sheet.MemberNo), FamilyName: m.Cell(r, sheet.FamilyName),
					GivenNames: m.Cell(r, sheet.GivenNames),
					Email:      m.Cell(r, sheet.Email), Phone: m.Cell(r, sheet.Phone), Address: m.Cell(r, sheet.Address),
					Grade: m.Cell(r, sheet.Grade), Since: m.Cell(r, sheet.Since), Notes: m.Cell(r, sheet.Notes),
				})
			}
			if diff := cmp.Diff(sampleTemplate().Rows, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// The template asks for nothing that the society would not keep.
func TestClubReturnTemplateLayout(t *testing.T) {
	f := openBook(t, func(w io.Writer) error { return press.ClubReturnXLSX(w, sampleTemplate()) })
	headings := []string{
		"Member no.", "Family name", "Given names", "E-mail", "Phone", "Address", "Playing strength", "Member since", "Notes",
	}
	if diff := cmp.Diff(headings, rowsOf(t, f, "Members")[0]); diff != "" {
		t.Errorf("headings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Members", "Instructions", "Choices"}, f.GetSheetList()); diff != "" {
		t.Fatal(diff)
	}
	panes, err := f.GetPanes("Members")
	if err != nil || !panes.Freeze || panes.YSplit != 1 || panes.XSplit != 3 {
		t.Errorf("panes %+v, %v", panes, err)
	}
	id, err := f.GetCellStyle("Members", "B1")
	if err != nil {
		t.Fatal(err)
	}
	if st, err := f.GetStyle(id); err != nil || !st.Font.Bold {
		t.Errorf("heading style %+v, %v", st, err)
	}
	// A phone number typed below the list must keep its zero.
	id, err = f.GetColStyle("Members", "E")
	if err != nil {
		t.Fatal(err)
	}
	if st, err := f.GetStyle(id); err != nil || (st.NumFmt != 49 && (st.CustomNumFmt == nil || *st.CustomNumFmt != "@")) {
		t.Errorf("column style %+v, %v", st, err)
	}
	text := fmt.Sprint(rowsOf(t, f, "Instructions"))
	for _, want := range []string{
		"Ōtautahi Go Club", "1 July 2026 – 30 June 2027", "at least 5 (Rule 2.3)", "Rule 2.4",
		"https://go.example.org.nz/clubs/otautahi/return",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("instructions do not say %q", want)
		}
	}
}

func sampleRegister() Register {
	return Register{Title: "Register of members", AsAt: "9 July 2026", Rows: []RegisterRow{
		{Number: "0017", FamilyName: "Tūī", GivenNames: "Aroha", Club: "Ōtautahi", Grade: "3 dan", Rating: "3.4", Email: "aroha@example.org.nz", Phone: "021 555 0101",
			Address: "12 Kōwhai Terrace", Since: civil.On(2019, time.March, 2), First: civil.On(1998, time.March, 12), TermEnd: civil.On(2027, time.June, 30),
			Status: "member"},
		{
			Number: "0018", FamilyName: "王", GivenNames: "小明", Rating: "-2.0", Ceased: civil.On(2025, time.June, 30),
			Status: "former",
		},
	}}
}

func TestRegister(t *testing.T) {
	f := openBook(t, func(w io.Writer) error { return press.RegisterXLSX(w, sampleRegister()) })
	want := [][]string{
		{"Register of members"}, {"As at 9 July 2026 · 2 people"}, nil,
		{
			"Member no.", "Family name", "Given names", "Club", "Playing strength", "Rating", "E-mail", "Phone", "Address",
			"Member since", "Member to", "First a member", "Ceased", "Status",
		},
		{
			"0017", "Tūī", "Aroha", "Ōtautahi", "3 dan", "3.4", "aroha@example.org.nz", "021 555 0101", "12 Kōwhai Terrace",
			"2 March 2019", "30 June 2027", "12 March 1998", "", "member",
		},
		{"0018", "王", "小明", "", "", "-2.0", "", "", "", "", "", "", "30 June 2025", "former"},
	}
	if diff := cmp.Diff(want, rowsOf(t, f, "Register of members")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	text := string(written(t, func(w io.Writer) error { return RegisterCSV(w, sampleRegister()) }))
	if !strings.Contains(text, "0018,王,小明,,,-2,,,,,,,2025-06-30,former\r\n") {
		t.Errorf("CSV:\n%s", text)
	}
}

func sampleCrosstable() Crosstable {
	section := func(name string) CrosstableSection {
		return CrosstableSection{Name: name, Rounds: 3, TieBreaks: []string{"SOS", "SODOS"}, Rows: []CrosstableRow{
			{
				No: 1, Place: 1, PointsPlace: 1, Player: Player{Name: "Aroha Tūī", Grade: "3 dan", Club: "Ōtautahi"}, MemberNo: "0017",
				Results: []string{"2+w", "3+b", "0="}, Score: 2.5, TieBreaks: []float64{4, 3.25},
			},
			{
				No: 2, Place: 2, PointsPlace: 2, Player: Player{Name: "王小明"}, Results: []string{"1-b", "0+"}, Score: 1,
				TieBreaks: []float64{3.5},
			},
			{
				No: 3, Place: 2, PointsPlace: 0, Player: Player{Name: "=cmd()"}, Results: []string{"0-", "1-w", "0+"}, Score: 1,
				TieBreaks: []float64{NoFigure, 0},
			},
		}}
	}
	return Crosstable{
		Event: "New Zealand Go Congress 2026", Place: "Wellington", Dates: "21–23 November 2026",
		AsAt: "23 November 2026, 5.10 pm",
		Sections: []CrosstableSection{
			section("Open"), section("open"), section("Handicap [9 and below] with a very long name"),
		},
	}
}

func TestCrosstable(t *testing.T) {
	f := openBook(t, func(w io.Writer) error { return press.CrosstableXLSX(w, sampleCrosstable()) })
	if diff := cmp.Diff([]string{"Open", "open 2", "Handicap 9 and below with a ver"}, f.GetSheetList()); diff != "" {
		t.Fatal(diff)
	}
	want := [][]string{
		{"New Zealand Go Congress 2026 · Open"},
		{"Wellington · 21–23 November 2026 · as at 23 November 2026, 5.10 pm"},
		nil,
		{"No.", "Place", "Points place", "Name", "Member no.", "Grade", "Club", "R1", "R2", "R3", "Score", "SOS", "SODOS"},
		{"1", "1", "1", "Aroha Tūī", "0017", "3 dan", "Ōtautahi", "2+w", "3+b", "0=", "2.5", "4.0", "3.25"},
		{"2", "2=", "2", "王小明", "", "", "", "1-b", "0+", "", "1.0", "3.5"},
		{"3", "2=", "", "=cmd()", "", "", "", "0-", "1-w", "0+", "1.0", "", "0.00"},
	}
	if diff := cmp.Diff(want, rowsOf(t, f, "Open")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	raw, err := f.GetCellValue("Open", "B6", excelize.Options{RawCellValue: true})
	if err != nil || raw != "2" {
		t.Errorf("a shared place is stored as %q, %v", raw, err)
	}
}

func TestCrosstableOfTeams(t *testing.T) {
	section := CrosstableSection{Name: "Open teams", Rounds: 1, Teams: true, Rows: []CrosstableRow{
		{No: 1, Place: 1, PointsPlace: 1, Player: Player{Name: "Nelson", Club: "Nelson"}, Results: []string{"2+ 2–1"}, Score: 1},
	}}
	players := CrosstableSection{Name: "Open players", ClubHead: "Team"}
	f := openBook(t, func(w io.Writer) error {
		return press.CrosstableXLSX(w, Crosstable{Event: "X", Sections: []CrosstableSection{section, players}})
	})
	want := [][]string{
		{"No.", "Place", "Points place", "Name", "Club", "R1", "Score"}, {"1", "1", "1", "Nelson", "Nelson", "2+ 2–1", "1"},
	}
	if diff := cmp.Diff(want, rowsOf(t, f, "Open teams")[3:]); diff != "" {
		t.Error(diff)
	}
	if head := rowsOf(t, f, "Open players")[3]; head[6] != "Team" {
		t.Errorf("%q", head)
	}
}

func TestCrosstableWithoutSections(t *testing.T) {
	f := openBook(t, func(w io.Writer) error { return press.CrosstableXLSX(w, Crosstable{Event: "X"}) })
	if diff := cmp.Diff([]string{"Crosstable"}, f.GetSheetList()); diff != "" {
		t.Error(diff)
	}
}

func TestSpreadsheetsAreTheSameEachTime(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{
		"table": func(w io.Writer) error { return press.TableXLSX(w, sampleTable()) },
		"cross": func(w io.Writer) error { return press.CrosstableXLSX(w, sampleCrosstable()) },
		"club":  func(w io.Writer) error { return press.ClubReturnXLSX(w, sampleTemplate()) },
	} {
		first := written(t, write)
		for range 10 {
			if !bytes.Equal(first, written(t, write)) {
				t.Errorf("%s differs from run to run", name)
			}
		}
	}
}

func TestFigures(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.5: "½", 4.5: "4½", 3.25: "3¼", 2.75: "2¾", 12: "12", -0.5: "−½", -3: "−3", 3.4: "3.4",
		1e12: "1000000000000.0", NoFigure: "–",
	} {
		if got := figureText(v); got != want {
			t.Errorf("figureText(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestMoneyCellsKeepTheirCents(t *testing.T) {
	f := openBook(t, func(w io.Writer) error {
		return press.TableXLSX(w, Table{
			Title: "M", Columns: []Column{{Title: "Fee"}}, Rows: [][]Cell{{Money(money.Cents(1000000007))}},
		})
	})
	if raw, _ := f.GetCellValue("M", "A2", excelize.Options{RawCellValue: true}); raw != "10000000.07" {
		t.Errorf("stored %q", raw)
	}
}

func FuzzSpreadsheets(f *testing.F) {
	f.Add("Aroha", "=1+1", "'", "[x]")
	f.Add("\x00\xff\xfe", "\U0001F600", "_x0000_", "History")
	f.Fuzz(func(t *testing.T, a, b, c, name string) {
		table := Table{
			Title: name, Note: a, Columns: []Column{{Title: b, Width: 10}, {Title: c}},
			Rows: [][]Cell{{Text(a), Text(b)}, {Text(c)}},
		}
		written(t, func(w io.Writer) error { return TableCSV(w, table) })
		book := written(t, func(w io.Writer) error { return press.TableXLSX(w, table) })
		file, err := excelize.OpenReader(bytes.NewReader(book))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.GetRows(file.GetSheetName(0)); err != nil {
			t.Fatal(err)
		}
	})
}
