package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// workbookOf is an XLSX file with the rows on its one sheet.
func workbookOf(t testing.TB, rows [][]any) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range rows {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	return saved(t, f)
}

func saved(t testing.TB, f *excelize.File) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// part is one file inside a workbook written by hand.
type part struct{ name, text string }

// book is a workbook written by hand: a sheet's XML, and parts that are added
// or take the place of the usual ones.
func book(t testing.TB, sheetXML string, more ...part) string {
	t.Helper()
	parts := []part{
		{
			"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
		},
		{
			"_rels/.rels",
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		},
		{
			"xl/workbook.xml",
			`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		},
		{
			"xl/_rels/workbook.xml.rels",
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
		},
		{"xl/worksheets/sheet1.xml", sheetXML},
	}
	var b bytes.Buffer
	zw := zip.NewWriter(&b)
	write := func(p part) {
		w, err := zw.Create(p.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(p.text)); err != nil {
			t.Fatal(err)
		}
	}
	replaced := map[string]bool{}
	for _, p := range more {
		replaced[p.name] = true
	}
	for _, p := range parts {
		if !replaced[p.name] {
			write(p)
		}
	}
	for _, p := range more {
		write(p)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sheetOf wraps rows in the rest of a worksheet.
func sheetOf(rows string) string {
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows +
		`</sheetData></worksheet>`
}

func inline(ref, text string) string {
	return `<c r="` + ref + `" t="inlineStr"><is><t>` + text + `</t></is></c>`
}

func TestXLSXCellsComeOutAsSeen(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	style := func(s excelize.Style) int {
		id, err := f.NewStyle(&s)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	custom := func(s string) *string { return &s }
	cells := []struct {
		value any
		style int
		want  string
	}{
		{"021 555 0101", 0, "021 555 0101"},
		{1000, 0, "1000"},
		{1e3, 0, "1000"},
		{6421123456789, 0, "6421123456789"},
		{123456789012345, 0, "123456789012345"},
		{0.1 + 0.2, 0, "0.3"},
		{-3.5, 0, "-3.5"},
		{6421123456789, style(excelize.Style{NumFmt: 11}), "6421123456789"},
		{1017, style(excelize.Style{CustomNumFmt: custom("0000000")}), "0001017"},
		{day, style(excelize.Style{NumFmt: 14}), "21/11/2026"},
		{day, style(excelize.Style{CustomNumFmt: custom("yyyy-mm-dd")}), "2026-11-21"},
		{day, style(excelize.Style{CustomNumFmt: custom("d mmmm yyyy")}), "21 November 2026"},
		{0.25, style(excelize.Style{NumFmt: 9}), "25%"},
		{true, 0, "TRUE"},
		{"  Aroha\u00a0Tu\u0304i\u0304 \n", 0, "Aroha Tūī"},
		{"王小明", 0, "王小明"},
		{"=1+1", 0, "=1+1"},
		{"<&>", 0, "<&>"},
	}
	var want []Row
	for i, c := range cells {
		ref := fmt.Sprintf("B%d", i+1)
		if err := f.SetCellValue("Sheet1", ref, c.value); err != nil {
			t.Fatal(err)
		}
		if c.style != 0 {
			if err := f.SetCellStyle("Sheet1", ref, ref, c.style); err != nil {
				t.Fatal(err)
			}
		}
		want = append(want, Row{i + 1, []string{"", c.want}})
	}
	list := readText(t, saved(t, f))
	if diff := cmp.Diff(want, list.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if list.Format != XLSX || list.Sheet != "Sheet1" {
		t.Errorf("got %s of %q", list.Format, list.Sheet)
	}
}

func TestXLSXWrittenByOthers(t *testing.T) {
	strict := strings.NewReplacer(
		"http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
		"http://purl.oclc.org/ooxml/officeDocument/relationships")
	ab := []Row{{1, []string{"a", "b"}}}
	tests := []struct {
		name, data string
		want       []Row
	}{
		{
			"inline strings without references",
			book(t, sheetOf(`<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>`)), ab,
		},
		{
			"namespace prefix",
			book(
				t,
				`<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c><x:c r="B1" t="str"><x:v>b</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
			),
			ab,
		},
		{
			"rich text",
			book(
				t,
				sheetOf(
					`<row r="1"><c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>a</t></r></is></c>`+inline("B1", "b")+`</row>`,
				),
			),
			ab,
		},
		{
			"CDATA",
			book(t, sheetOf(`<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[a]]></t></is></c>`+inline("B1", "b")+`</row>`)),
			ab,
		},
		{"gaps", book(t, sheetOf(`<row r="3">`+inline("B3", "x")+`</row><row r="7">`+inline("D7", "y")+`</row>`)),
			[]Row{{3, []string{"", "x"}}, {7, []string{"", "", "", "y"}}}},
		{"shared strings under another name", book(t, sheetOf(
			`<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>`,
		),
			part{
				"xl/texts.xml",
				`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>b</t></si><si><t>a</t></si></sst>`,
			},
			part{
				"xl/_rels/workbook.xml.rels",
				`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://x/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="texts.xml"/></Relationships>`,
			}), ab},
		{
			"styled blanks far away",
			book(
				t,
				sheetOf(
					`<row r="1">`+inline("A1", "a")+inline("B1", "b")+`<c r="XFD1" s="1"/></row><row r="1048576"><c r="XFD1048576" s="1"/></row>`,
				),
			),
			ab,
		},
		{
			"a dimension that lies",
			book(
				t,
				`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1" spans="1:16384">`+inline("A1", "a")+inline("B1", "b")+`</row></sheetData></worksheet>`,
			),
			ab,
		},
		{"strict", strictBook(t, strict, sheetOf(`<row r="1">`+inline("A1", "a")+inline("B1", "b")+`</row>`)), ab},
		{"1904 dates", book(t, sheetOf(`<row r="1"><c r="A1" s="1"><v>44520</v></c></row>`),
			part{
				"xl/workbook.xml",
				`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
			},
			part{
				"xl/styles.xml",
				`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
			}),
			[]Row{{1, []string{"21/11/2025"}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readText(t, tt.data).Rows); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// strictBook is the ISO strict variant that some programs save.
func strictBook(t testing.TB, strict *strings.Replacer, sheetXML string) string {
	t.Helper()
	return book(t, strict.Replace(sheetXML),
		part{
			"_rels/.rels",
			strict.Replace(
				`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
			),
		},
		part{
			"xl/workbook.xml",
			strict.Replace(
				`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
			),
		},
		part{
			"xl/_rels/workbook.xml.rels",
			strict.Replace(
				`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
			),
		},
	)
}

func TestWhichWorksheetIsRead(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for _, name := range []string{"Secret", "Blank", "Notes", "Members"} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		if name != "Blank" {
			if err := f.SetCellStr(name, "A1", name); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.SetSheetVisible("Secret", false); err != nil {
		t.Fatal(err)
	}
	data := saved(t, f)
	for _, tt := range []struct {
		prefer []string
		want   string
	}{
		{nil, "Notes"},
		{[]string{"members"}, "Members"},
		{[]string{"Nowhere", "Members"}, "Members"},
		{[]string{"Nowhere"}, "Notes"},
	} {
		list, err := Read(strings.NewReader(data), tt.prefer...)
		if err != nil {
			t.Fatal(err)
		}
		if list.Sheet != tt.want || list.Rows[0].Cells[0] != tt.want {
			t.Errorf("preferring %v: read %q %v, want %q", tt.prefer, list.Sheet, list.Rows, tt.want)
		}
	}
}
