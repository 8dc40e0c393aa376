package sheet

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
)

func readText(t *testing.T, data string) *List {
	t.Helper()
	list, err := Read(strings.NewReader(data))
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return list
}

func utf16Bytes(s string, order binary.ByteOrder, mark string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, 0, 0)
		order.PutUint16(b[len(b)-2:], u)
	}
	return mark + string(b)
}

func TestReadCSV(t *testing.T) {
	plain := []Row{{1, []string{"Name", "Grade"}}, {2, []string{"Aroha Tūī", "3 dan"}}}
	const text = "Name,Grade\nAroha Tūī,3 dan\n"
	tests := []struct {
		name, data string
		want       []Row
	}{
		{"plain", text, plain},
		{"no line end", strings.TrimSpace(text), plain},
		{"byte order mark", "\xef\xbb\xbf" + text, plain},
		{"CRLF", strings.ReplaceAll(text, "\n", "\r\n"), plain},
		{"CR only", strings.ReplaceAll(text, "\n", "\r"), plain},
		{"UTF-16 little endian", utf16Bytes(text, binary.LittleEndian, "\xff\xfe"), plain},
		{"UTF-16 big endian", utf16Bytes(text, binary.BigEndian, "\xfe\xff"), plain},
		{"UTF-16 without mark", utf16Bytes(text, binary.LittleEndian, ""), plain},
		{"UTF-16 big endian without mark", utf16Bytes(text, binary.BigEndian, ""), plain},
		{"semicolons", strings.ReplaceAll(text, ",", ";"), plain},
		{"tabs", strings.ReplaceAll(text, ",", "\t"), plain},
		{"sep line", "sep=;\r\n" + strings.ReplaceAll(text, ",", ";"), plain},
		{"decomposed macron", "Name,Grade\nAroha Tu\u0304i\u0304,3 dan", plain},
		{
			"Windows-1252", "Name,Grade\nJos\xe9 Br\xfchl,3 dan",
			[]Row{{1, []string{"Name", "Grade"}}, {2, []string{"José Brühl", "3 dan"}}},
		},
		{"commas inside quotes, semicolons between", "Name;Address\n\"A\";\"1 High St, Ōtautahi, 8011\"\n",
			[]Row{{1, []string{"Name", "Address"}}, {2, []string{"A", "1 High St, Ōtautahi, 8011"}}}},
		{"quotes", `a,"b ""c""",d` + "\n" + `e,"f" g,h"i"`,
			[]Row{{1, []string{"a", `b "c"`, "d"}}, {2, []string{"e", "f g", `h"i"`}}}},
		{"line end inside quotes", "a,b\n\"1 High St\nŌtautahi\",c\nd,e",
			[]Row{{1, []string{"a", "b"}}, {2, []string{"1 High St\nŌtautahi", "c"}}, {3, []string{"d", "e"}}}},
		{"blank lines keep row numbers", "\n\na,b\n,,\n\nc,d\n\n", []Row{{3, []string{"a", "b"}}, {6, []string{"c", "d"}}}},
		{
			"trailing blanks go, blanks between stay", "a,,b,,,\n,c", []Row{{1, []string{"a", "", "b"}}, {2, []string{"", "c"}}},
		},
		{"empty columns to the right", "a,b" + strings.Repeat(",", 100), []Row{{1, []string{"a", "b"}}}},
		{
			"escaped by an export", "'=1+1,'+64 21 555,'@x\n'-2,\"'\tx\",'Okina",
			[]Row{{1, []string{"=1+1", "+64 21 555", "@x"}}, {2, []string{"-2", "x", "'Okina"}}},
		},
		{"text written as a formula", "a,b\nc,=\"0215550\"", []Row{{1, []string{"a", "b"}}, {2, []string{"c", "0215550"}}}},
		{"phone numbers and grades as typed", "+64 21 555,-3,0005", []Row{{1, []string{"+64 21 555", "-3", "0005"}}}},
		{"invisible characters", "\u200bA\u00a0B\u00a0,\u200eC", []Row{{1, []string{"A B", "C"}}}},
		{"one column", "a\nb", []Row{{1, []string{"a"}}, {2, []string{"b"}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list := readText(t, tt.data)
			if diff := cmp.Diff(tt.want, list.Rows); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if list.Format != CSV {
				t.Errorf("format %q", list.Format)
			}
		})
	}
}

func TestCSVRefusals(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"empty", "", "The file is empty. Choose the file with the list in it."},
		{"only blanks", " \n\t\n", "The file is empty. Choose the file with the list in it."},
		{"only separators", ",,\n,,\n", "The file has no rows. Choose the file with the list in it."},
		{"formula", "a,b,c\n1,2,=SUM(A1:B1)", "Row 2, column C has a formula; paste it as a value."},
		{
			"hyperlink formula", "a\n\"=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"",
			"Row 2, column A has a formula; paste it as a value.",
		},
		{
			"NUL", "a,b\nc,d\x00e",
			"Row 2 has a NUL character: this is not a spreadsheet, or it is damaged. Save it as XLSX or CSV and upload that.",
		},
		{"open quotation mark", "a,b\nc,\"d\ne,f", "Row 2, column B has a quotation mark that is never closed."},
		{
			"wide", "a" + strings.Repeat(",b", 50),
			"Row 1, column AY is beyond the 50 columns a list may have. Delete everything to the right of the list.",
		},
		{
			"far right", "a\nb" + strings.Repeat(",", 700) + "x",
			"Row 2, column ZY is beyond the 50 columns a list may have. Delete everything to the right of the list.",
		},
		{"long cell", "a\nb," + strings.Repeat("ā", 1001), "Row 2, column B has more than 1,000 characters. Shorten it."},
		{
			"rows", strings.Repeat("a\n", 5002),
			"Row 5002 is over the limit: a list may have 5,000 rows below its headings. Upload it in parts.",
		},
		{
			"binary", "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\n", "The file is not a spreadsheet. Choose an XLSX or CSV file.",
		},
		{"PDF", "%PDF-1.7\n", "The file is a PDF, not a spreadsheet. Upload the spreadsheet it was made from."},
		{"picture", "\x89PNG\r\n\x1a\n", "The file is a picture, not a spreadsheet. Save it as XLSX or CSV and upload that."},
		{
			"old Excel", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600),
			"The file is an old Excel file (.xls) or another old Office document. Save it as XLSX or CSV and upload that.",
		},
		{
			"password", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00" + string(utf16Name("EncryptedPackage")),
			"The spreadsheet is protected by a password. Save it without one and upload that.",
		},
		{
			"web page called .xls", "\n<html><table><tr><td>1</table>",
			"The file is a web page or XML, even if its name says otherwise. Open it in a spreadsheet program. Save it as " +
				"XLSX or CSV and upload that.",
		},
		{
			"too large", strings.Repeat("a,b\n", MaxFileBytes/4+1),
			"The file is larger than 10 MB. Copy only the list into a new spreadsheet and upload that.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { refused(t, tt.data, tt.want) })
	}
}

// refused checks that the file is refused with exactly that message.
func refused(t *testing.T, data, want string) {
	t.Helper()
	list, err := Read(strings.NewReader(data))
	var refusal *Error
	if !errors.As(err, &refusal) {
		t.Fatalf("got list %v, error %v; want a refusal", list, err)
	}
	if refusal.Error() != want {
		t.Errorf("got  %q\nwant %q", refusal.Error(), want)
	}
	if apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("kind %q", apperr.KindOf(err))
	}
}

func TestFiveThousandRowsBelowTheHeadingsAreRead(t *testing.T) {
	if n := len(readText(t, "A,B\n"+strings.Repeat("a,b\n", 5000)).Rows); n != 5001 {
		t.Errorf("%d rows", n)
	}
}

func TestReadPassesOnTheReadersError(t *testing.T) {
	broken := errors.New("line dropped")
	_, err := Read(readerFunc(func([]byte) (int, error) { return 0, broken }))
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestColumnName(t *testing.T) {
	for n, want := range map[int]string{
		1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", 16384: "XFD", 0: "?",
	} {
		if got := ColumnName(n); got != want {
			t.Errorf("ColumnName(%d) = %q, want %q", n, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a,b\n\"c\nd\",'=e\n"))
	f.Add([]byte(utf16Bytes("a;b\r\n", binary.LittleEndian, "\xff\xfe")))
	f.Add([]byte("sep=\t\n\"\"\t\"x\"y"))
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte(workbookOf(f, [][]any{{"Name", "Grade"}, {"A", 3}})))
	f.Fuzz(func(t *testing.T, data []byte) { checkRead(t, string(data)) })
}

// checkRead checks what holds for any file: it is refused in words, or its
// rows are within the limits and in order.
func checkRead(t *testing.T, data string) {
	t.Helper()
	list, err := Read(strings.NewReader(data))
	if err != nil {
		var refusal *Error
		if !errors.As(err, &refusal) || refusal.Error() == "" {
			t.Fatalf("not a refusal: %v", err)
		}
		return
	}
	last := 0
	for _, row := range list.Rows {
		if row.Number <= last || len(row.Cells) == 0 || len(row.Cells) > MaxColumns || row.Cells[len(row.Cells)-1] == "" {
			t.Fatalf("bad row %+v after row %d", row, last)
		}
		last = row.Number
	}
}

// Commas in names and before tenths must not win against the semicolons between cells.
func TestSeparator(t *testing.T) {
	for _, tt := range []struct {
		text string
		want byte
	}{
		{"Name;Grade\nLin, Mei;3,4\nTūī, Aroha;2,1\n", ';'},
		{"Name;Rating;Fee\nMei Lin;3,4;20,00\nAroha Tui;2,1;20,00", ';'},
		{"Surname, First name;Grade\nLin, Mei;3k\n", ';'},
		{"Name\tGrade\nLin, Mei\t3,4\n", '\t'},
		{"Name,Grade,Note\nMei Lin,3k,a;b\nAroha,4k,c;d;e\n", ','},
		{"Congress, 2027\nName;Club;Grade\nMei;A;3,4\nJo;B;1,2\n", ';'},
		{"Name,Grade,Notes\nMei,3k\nJo,4k,late; brings a set,x\n", ','},
		{"Name,Grade\n", ','}, {"Name\n", ','}, {"", ','}, {"a,b\r\nc,d\r\n", ','},
	} {
		if got, _ := separator(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
