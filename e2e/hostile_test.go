package e2e

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// mostMemory is what the program may hold whatever is uploaded to it, in MB, without its own file.
const mostMemory = 60

// TestHostileUploads sends lists that are broken, hostile or huge to both
// places that take one. Each is refused with one clear message, nothing
// changes, and the program's memory stays within its bound.
func TestHostileUploads(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	treasurer, director := call(t, s, "Treasurer"), call(t, s, "Director")
	club := linkTo(t, treasurer.page("/treasurer/clubs"), `/clubs/\d+/desk`)
	targets := []struct {
		who  *caller
		path string
	}{
		{treasurer, strings.TrimSuffix(club, "/desk") + "/return"},
		{director, theCongress(t, director.page("/director")) + "/entries"},
	}
	before := treasurer.page("/members.csv")
	peak := s.watchMemory()
	for _, tt := range hostileFiles(t) {
		for _, to := range targets {
			got := to.who.upload(to.path, hidden(t, to.who.page(to.path), to.path), tt.name, tt.content)
			if to.who == director && tt.name == "wrong-columns.csv" {
				columnsAreAskedFor(t, director, got)
				continue
			}
			if got.Status != tt.status {
				t.Errorf("%s to %s: status %d, want %d\n%s", tt.name, to.path, got.Status, tt.status, words(got.Body))
			}
			if text := words(got.Body); !strings.Contains(text, tt.says) {
				t.Errorf("%s to %s does not say %q:\n%s", tt.name, to.path, tt.says, text)
			}
		}
	}
	if treasurer.page("/members.csv") != before {
		t.Error("a refused upload changed the register")
	}
	if held := peak(); held > mostMemory || held == 0 {
		t.Errorf("the program held %.0f MB, want under %d", held, mostMemory)
	}
}

// columnsAreAskedFor: which column of a list of entries is which can be said on the page that comes; nothing is read of
// it until then, and no one can be entered.
func columnsAreAskedFor(t *testing.T, director *caller, got answer) {
	t.Helper()
	if got.Status != http.StatusSeeOther {
		t.Errorf("a list with unknown columns: status %d\n%s", got.Status, words(got.Body))
		return
	}
	page := director.page(got.Location)
	if text := words(page); !strings.Contains(text, "Not read: colour and weight") {
		t.Errorf("the columns that are not read are not named:\n%s", text)
	}
	if sent := director.post(got.Location, hidden(t, page, got.Location)); sent.Status != http.StatusUnprocessableEntity {
		t.Errorf("a list of which no name was read is entered: %d\n%s", sent.Status, words(sent.Body))
	}
}

type hostileFile struct {
	name    string
	content []byte
	status  int
	says    string // part of the message
}

func hostileFiles(t *testing.T) []hostileFile {
	t.Helper()
	const refused = http.StatusUnprocessableEntity
	return []hostileFile{
		{"zip-bomb.xlsx", workbook(t, func(w io.Writer) {
			spaces := bytes.Repeat([]byte(" "), 1<<20)
			for range 300 {
				w.Write(spaces)
			}
		}), refused, "unpacks to more than 50 MB"},
		{"million-rows.xlsx", workbook(t, func(w io.Writer) {
			for n := 1; n <= 1_048_576; n++ {
				fmt.Fprintf(w, `<row r="%d"><c r="A%d"><v>1</v></c></row>`, n, n)
			}
		}), refused, "Row 5003 is over the limit"},
		{"far-away.xlsx", workbook(t, func(w io.Writer) {
			io.WriteString(w, `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)
		}), refused, "Please fix one thing"},
		{
			"formula.xlsx", filled(t, map[string]string{"A1": "Family name", "B1": "Given names", "A2": "=1+1"}), refused,
			"formula",
		},
		{"wrong-columns.csv", []byte("colour,weight\nblack,3\n"), refused, "Please fix one thing"},
		{"nul.csv", []byte("Family name,Given names\nPar\x00ata,Hēmi\n"), refused, "Please fix one thing"},
		{"picture.png", []byte("\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x01", 500)), refused, "Please fix one thing"},
		{"cut.xlsx", filled(t, map[string]string{"A1": "Family name"})[:700], refused, "Please fix one thing"},
		{"empty.csv", nil, refused, "Please fix one thing"},
		{"eleven-megabytes.csv", bytes.Repeat([]byte("Family name,Given names\n"), 11<<20/24), refused, "10 MB"},
		{
			"thirteen-megabytes.csv", bytes.Repeat([]byte("Family name,Given names\n"), 13<<20/24),
			http.StatusRequestEntityTooLarge, "12 MB",
		},
	}
}

// workbook is an XLSX file whose only sheet has the rows that are written.
func workbook(t *testing.T, rows func(io.Writer)) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	part := func(name string, write func(io.Writer)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		write(w)
	}
	text := func(s string) func(io.Writer) { return func(w io.Writer) { io.WriteString(w, s) } }
	const ns = `xmlns="http://schemas.openxmlformats.org/`
	part(
		"[Content_Types].xml",
		text(
			`<Types `+ns+`package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		),
	)
	part(
		"_rels/.rels",
		text(
			`<Relationships `+ns+`package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		),
	)
	part(
		"xl/workbook.xml",
		text(
			`<workbook `+ns+`spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		),
	)
	part(
		"xl/_rels/workbook.xml.rels",
		text(
			`<Relationships `+ns+`package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		),
	)
	part("xl/worksheets/sheet1.xml", func(w io.Writer) {
		io.WriteString(w, `<worksheet `+ns+`spreadsheetml/2006/main"><sheetData>`)
		rows(w)
		io.WriteString(w, `</sheetData></worksheet>`)
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// filled is an XLSX file with some cells; one that begins with = is a formula.
func filled(t *testing.T, cells map[string]string) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for cell, value := range cells {
		set := func() error { return f.SetCellStr("Sheet1", cell, value) }
		if strings.HasPrefix(value, "=") {
			set = func() error { return f.SetCellFormula("Sheet1", cell, value) }
		}
		if err := set(); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
