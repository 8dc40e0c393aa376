package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const (
	damaged = "The file is damaged or is not a spreadsheet. Open it in a spreadsheet program and save it again as XLSX."
	tooBig  = "The file unpacks to more than 50 MB. Copy only the list into a new spreadsheet and upload that."
	ornate  = "The workbook holds far more styles or text than a list needs. Copy only the list into a new spreadsheet " +
		"and upload that."
)

// hostile are files that are sent by mistake or to do harm, and what is said
// of them; an empty want means that the list in them is read.
var hostile = []struct {
	name string
	data func(t testing.TB) string
	want string
}{
	{"zip bomb in the sheet", func(t testing.TB) string {
		return book(t, sheetOf(strings.Repeat("<row/>", 9<<20)))
	}, tooBig},
	{"zip bomb in a picture", func(t testing.TB) string {
		return book(t, sheetOf(
			`<row r="1">`+inline("A1", "a")+`</row>`,
		), part{"xl/media/image1.png", strings.Repeat("\x00", 51<<20)})
	}, tooBig},
	{"forty megabytes of picture beside the list", func(t testing.TB) string {
		return book(t, sheetOf(
			`<row r="1">`+inline("A1", "a")+`</row>`,
		), part{"xl/media/image1.png", strings.Repeat("\x00", 40<<20)})
	}, ""},
	{"declared sizes that lie", lyingSizes, damaged},
	{"every row of the sheet filled", func(t testing.TB) string {
		var b strings.Builder
		for i := range 1 << 20 {
			fmt.Fprintf(&b, `<row r="%d"><c r="A%d"><v>1</v></c></row>`, i+1, i+1)
		}
		return book(t, sheetOf(b.String()))
	}, "Row 5003 is over the limit: a list may have 5,000 rows below its headings. Upload it in parts."},
	{"every row of the sheet formatted", func(t testing.TB) string {
		var b strings.Builder
		b.WriteString(`<row r="1">` + inline("A1", "a") + `</row>`)
		for i := 2; i <= 1<<20; i++ {
			fmt.Fprintf(&b, `<row r="%d" ht="15"/>`, i)
		}
		return book(t, sheetOf(b.String()))
	}, ""},
	{"one cell at the end of the sheet", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1">`+inline("A1", "a")+`</row><row r="1048576"><c r="A1048576"><v>1</v></c></row>`))
	}, "Row 1048576, column A is far below the list. Delete everything below the list and upload it again."},
	{"the last cell of all", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))
	}, "Row 1048576, column XFD is beyond the 50 columns a list may have. Delete everything to the right of the list."},
	{"styled cells to XFD in each row", func(t testing.TB) string {
		var b strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&b, `<row r="%d"><c r="A%d"><v>1</v></c><c r="XFD%d" s="1"/></row>`, i+1, i+1, i+1)
		}
		return book(t, sheetOf(b.String()))
	}, ""},
	{"a cell reference out of range", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1"><c r="XFE1"><v>1</v></c></row>`))
	}, damaged},
	{"rows upside down", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="2">`+inline("A2", "a")+`</row><row r="1">`+inline("A1", "b")+`</row>`))
	}, damaged},
	{"huge shared strings", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`),
			part{
				"xl/sharedStrings.xml", "<sst>" + strings.Repeat("<si><t>"+strings.Repeat("x", 90)+"</t></si>", 400_000) + "</sst>",
			})
	}, ornate},
	{"a million empty shared strings", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`),
			part{"xl/sharedStrings.xml", "<sst>" + strings.Repeat("<si/>", 1_000_000) + "</sst>"})
	}, ornate},
	{"as many shared strings as are allowed", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`),
			part{
				"xl/sharedStrings.xml",
				`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + strings.Repeat(
					"<si><t>"+strings.Repeat("x", 60)+"</t></si>", maxStrings,
				) + "</sst>",
			})
	}, ""},
	{"one endless shared string", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`),
			part{"xl/sharedStrings.xml", "<sst><si><t>" + strings.Repeat("x", 7<<20) + "</t></si></sst>"})
	}, damaged},
	{"a million styles", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1">`+inline("A1", "a")+`</row>`),
			part{"xl/styles.xml", "<styleSheet><cellXfs>" + strings.Repeat("<xf/>", 1_000_000) + "</cellXfs></styleSheet>"})
	}, ornate},
	{"XML a thousand deep", func(t testing.TB) string {
		return book(t, sheetOf(strings.Repeat("<a>", 1000)+strings.Repeat("</a>", 1000)))
	}, damaged},
	{"ten million elements deep", func(t testing.TB) string {
		return book(t, sheetOf(strings.Repeat("<a>", 10_000_000)))
	}, damaged},
	{"a DOCTYPE with entities", func(t testing.TB) string {
		return book(
			t,
			`<!DOCTYPE x [<!ENTITY a "`+strings.Repeat("b", 1000)+`">`+strings.Repeat(`<!ENTITY c "d">`, 1_000_000)+`]>`+sheetOf(""),
		)
	}, damaged},
	{"an endless cell", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="1"><c r="A1" t="str"><v>`+strings.Repeat("x", 30<<20)))
	}, damaged},
	{"an endless cell in pieces", func(t testing.TB) string {
		return book(
			t,
			sheetOf(
				`<row r="1"><c r="A1" t="inlineStr"><is><t>`+strings.Repeat(
					"<![CDATA["+strings.Repeat("x", 50_000)+"]]>", 600,
				)+`</t></is></c></row>`,
			),
		)
	}, "Row 1, column A has more than 1,000 characters. Shorten it."},
	{"an endless comment", func(t testing.TB) string {
		return book(t, "<!--"+strings.Repeat("<x> ", 10<<20)+"-->"+sheetOf(""))
	}, damaged},
	{"an endless attribute", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="`+strings.Repeat("1", 30<<20)+`"/>`))
	}, damaged},
	{"a formula", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="7">`+inline("B7", "a")+`<c r="C7"><f>SUM(A1:A6)</f><v>3</v></c></row>`))
	}, "Row 7, column C has a formula; paste it as a value."},
	{"NUL in a cell", func(t testing.TB) string {
		return book(t, sheetOf(`<row r="2">`+inline("B2", "a_x0000_b")+`</row>`))
	}, "Row 2, column B has a NUL character. Type the cell again."},
	{"a quarter of a million long numbers", func(t testing.TB) string {
		var b strings.Builder
		for r := 1; r <= 5000; r++ {
			fmt.Fprintf(&b, `<row r="%d">`, r)
			for c := 1; c <= 50; c++ {
				fmt.Fprintf(&b, `<c r="%s%d"><v>64211234567%d</v></c>`, ColumnName(c), r, c)
			}
			b.WriteString("</row>")
		}
		return book(t, sheetOf(b.String()))
	}, ""},
	{"everything at its limit", func(t testing.TB) string {
		random := rand.New(rand.NewPCG(1, 2))
		var texts, cells strings.Builder
		for range maxStrings {
			fmt.Fprintf(
				&texts, "<si><t>%016x%016x%016x%016x</t></si>", random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64(),
			)
		}
		for r := 1; r <= 5000; r++ {
			fmt.Fprintf(&cells, `<row r="%d">`, r)
			for c := 1; c <= 50; c++ {
				if c%2 == 0 {
					fmt.Fprintf(&cells, `<c r="%s%d" t="s"><v>%d</v></c>`, ColumnName(c), r, random.IntN(maxStrings))
				} else {
					fmt.Fprintf(&cells, `<c r="%s%d"><v>64211%09d</v></c>`, ColumnName(c), r, random.IntN(1e9))
				}
			}
			cells.WriteString("</row>")
		}
		return book(t, sheetOf(cells.String()),
			part{
				"xl/sharedStrings.xml",
				`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + texts.String() + "</sst>",
			},
			part{
				"xl/styles.xml",
				`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>` +
					strings.Repeat("<xf/>", maxSmallElements-10) + "</cellXfs></styleSheet>",
			},
			part{"xl/media/padding", string(randomBytes(random, 4<<20))})
	}, ""},
	{"no worksheet", func(t testing.TB) string {
		return book(t, "", part{"xl/workbook.xml", `<workbook><sheets/></workbook>`})
	}, "The workbook has no worksheet. Copy the list into a new spreadsheet and upload that."},
	{"empty worksheet", func(t testing.TB) string { return book(t, sheetOf(`<row r="1"><c r="A1" s="1"/></row>`)) },
		"The workbook's worksheets are empty. Choose the file with the list in it."},
	{"cut off", func(t testing.TB) string { s := workbookOf(t, [][]any{{"a"}}); return s[:len(s)/2] }, damaged},
	{
		"cut off inside the XML",
		func(t testing.TB) string { return book(t, `<worksheet><sheetData><row r="1">`+inline("A1", "a")) }, damaged,
	},
	{
		"tags that do not match",
		func(t testing.TB) string { return book(t, sheetOf(`<row r="1"><c r="A1"><v>1</c></v></row>`)) }, damaged,
	},
	{"the same part twice", func(t testing.TB) string {
		return book(t, sheetOf(""), part{"xl/media/a", ""}, part{`xl\media\A`, ""})
	}, damaged},
	{"more parts than any workbook", func(t testing.TB) string {
		var more []part
		for i := range maxParts {
			more = append(more, part{fmt.Sprint("xl/media/", i), ""})
		}
		return book(t, sheetOf(""), more...)
	}, ornate},
	{"a zip file of pictures", func(t testing.TB) string { return zipOf(t, "a.png", "b.png") },
		"The file is a zip archive, not a spreadsheet. Unpack it and upload the spreadsheet inside."},
	{"OpenDocument", func(t testing.TB) string { return zipOf(t, "mimetype", "content.xml") },
		"The file is an OpenDocument spreadsheet (.ods) or text. Save it as XLSX or CSV and upload that."},
	{"Word", func(t testing.TB) string { return zipOf(t, "[Content_Types].xml", "word/document.xml") },
		"The file is a text document, not a spreadsheet. Save it as XLSX or CSV and upload that."},
	{
		"a line of ten million commas", func(testing.TB) string { return "a,b\n" + strings.Repeat(",", 10_000_000) + "\n" },
		"",
	},
	{
		"ten megabytes in one quoted cell", func(testing.TB) string { return `a,"` + strings.Repeat("x\n", 5_000_000) },
		"Row 1, column B has a quotation mark that is never closed.",
	},
	{
		"ten megabytes of quotation marks", func(testing.TB) string { return strings.Repeat(`"`, 10_000_000) },
		"Row 1, column A has more than 1,000 characters. Shorten it.",
	},
}

func zipOf(t testing.TB, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	for _, name := range names {
		if _, err := zw.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// lyingSizes is a bomb whose zip directory says that its parts are small.
func lyingSizes(t testing.TB) string {
	t.Helper()
	data := []byte(book(t, sheetOf(strings.Repeat("<row/>", 8<<20))))
	for i := 0; ; {
		at := bytes.Index(data[i:], []byte("PK\x01\x02"))
		if at < 0 {
			return string(data)
		}
		i += at
		if binary.LittleEndian.Uint32(data[i+24:]) > 1<<20 {
			binary.LittleEndian.PutUint32(data[i+24:], 2000)
		}
		i += 46
	}
}

// TestHostileFiles reads each file in a process of its own, which tells what
// it ever took from the system: less than 100 MB. No temporary file is left.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test without FAST runs it")
	}
	const limit = 100 << 20
	dir := t.TempDir()
	for i, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(dir, strconv.Itoa(i))
			if err := os.WriteFile(file, []byte(tt.data(t)), 0o600); err != nil {
				t.Fatal(err)
			}
			temp := t.TempDir()
			cmd := exec.Command(os.Args[0], "-test.run=^TestReadInChild$")
			cmd.Env = append(os.Environ(), "SHEET_FILE="+file, "TMPDIR="+temp, "GOGC=") // which scripts/test.sh sets
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			message, after, _ := strings.Cut(string(out), "\ntook bytes: ")
			number, _, _ := strings.Cut(after, "\n")
			took, err := strconv.Atoi(number)
			if err != nil {
				t.Fatalf("no figure in %s", out)
			}
			if message != tt.want {
				t.Errorf("got  %q\nwant %q", message, tt.want)
			}
			if took > limit {
				t.Errorf("took %d MB", took>>20)
			}
			t.Logf("took %d MB", took>>20)
			if left, _ := os.ReadDir(temp); len(left) > 0 {
				t.Errorf("temporary files left: %v", left)
			}
		})
	}
}

// TestReadInChild is the other side of TestHostileFiles and does nothing by
// itself.
func TestReadInChild(t *testing.T) {
	name := os.Getenv("SHEET_FILE")
	if name == "" {
		return
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	message := ""
	if _, err = Read(file); err != nil {
		var refusal *Error
		if !errors.As(err, &refusal) {
			t.Fatal(err)
		}
		message = refusal.Error()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("%s\ntook bytes: %d\n", message, m.Sys)
}

// FuzzWorksheet feeds a worksheet's XML, which FuzzRead cannot reach through
// the zip file's checksums.
func FuzzWorksheet(f *testing.F) {
	f.Add(sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>1E3</v></c></row>`))
	f.Add(sheetOf(
		`<row><c t="inlineStr"><is><r><t>a</t></r></is></c><c t="b"><v>1</v></c><c t="d"><v>2026-11-21</v></c></row>`,
	))
	f.Add(sheetOf(`<row r="2"><c r="B2"><f>1</f></c></row>`) + "<!-- -->")
	f.Fuzz(func(t *testing.T, xml string) {
		checkRead(t, book(t, xml, part{
			"xl/sharedStrings.xml",
			`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>a</t></si></sst>`,
		},
			part{
				"xl/styles.xml",
				`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
			}))
	})
}
