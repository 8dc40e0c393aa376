package sheet

import (
	"slices"
	"strings"
	"testing"
)

// The example of a template is no row of the list, also where someone left it among their own; a row that is half of it is
// read, so that no one who was written over it is lost.
func TestTheExampleOfATemplateIsNotRead(t *testing.T) {
	for _, tt := range []struct {
		rows string
		want []string
	}{
		{"e.g. 12,e.g. Tūī,e.g. Aroha\n,Lin,Mei\n", []string{"Lin"}},
		{",Lin,Mei\nE.G. 12,e.g. Tūī,E.g. Aroha\n", []string{"Lin"}},
		{",Lin,Mei\n", []string{"Lin"}},
		{"e.g. 12,Kōwhai,Ana\n,Lin,Mei\n", []string{"Kōwhai", "Lin"}},
		{",Lin,e.g. Mei\n", []string{"Lin"}},
		{",e.g. someone,\n,Lin,Mei\n", []string{"Lin"}},
		{",E.g. Tūī\n,Lin,Mei\n", []string{"Lin"}},
	} {
		list, err := Parse([]byte("Member no.,Family name,Given names\n" + tt.rows))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range list.Rows[1:] {
			got = append(got, row.Cell(1))
		}
		if strings.Join(got, ";") != strings.Join(tt.want, ";") {
			t.Errorf("of %q are read %v, want %v", tt.rows, got, tt.want)
		}
	}
}

// Bug: of an example that someone wrote over in part, the rest was taken for theirs, an address of no one among it.
func TestARowThatIsHalfTheExampleIsRefused(t *testing.T) {
	const heads = "Member no.,Family name,Given names,Phone,Address\n"
	for _, row := range []string{
		",Lin,Mei,e.g. 021 555 0123,\"e.g. 1 Hill Street, Karori\"\n",
		"e.g. 12,e.g. Tūī,e.g. Aroha,e.g. 021 555 0123,x\n",
	} {
		_, err := Parse([]byte(heads + row + ",Ash,Ana,,\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "Row 2, column ") || !strings.Contains(err.Error(), "still has the example") {
			t.Errorf("%s: %v", row, err)
		}
	}
}

// The example of a template does not count among the rows that a list may have.
func TestAFullListMayHaveTheExample(t *testing.T) {
	const heads, example, row = "Family name,Given names\n", "e.g. Tūī,e.g. Aroha\n", "Lin,Mei\n"
	full := strings.Repeat(row, MaxRows-1)
	for name, text := range map[string]string{"CSV": heads + example + full, "at its end": heads + full + example} {
		for _, file := range [][]byte{[]byte(text), asWorkbook(t, text)} {
			list, err := Parse(file)
			if err != nil || len(list.Rows) != MaxRows {
				t.Fatalf("%s: %v", name, err)
			}
			_, err = Parse(append(slices.Clone(file), row...))
			if list.Format == CSV && (err == nil || !strings.Contains(err.Error(), "5,000 rows")) {
				t.Errorf("%s and a row more: %v", name, err)
			}
		}
	}
	for _, file := range [][]byte{[]byte(heads + full + row), asWorkbook(t, heads+full+row)} {
		if _, err := Parse(file); err == nil || !strings.HasPrefix(err.Error(), "Row 5002 ") {
			t.Errorf("a row too many: %v", err)
		}
	}
}

// asWorkbook is a text of two columns as a workbook.
func asWorkbook(t *testing.T, text string) []byte {
	t.Helper()
	var rows [][]any
	for line := range strings.Lines(text) {
		a, b, _ := strings.Cut(strings.TrimSpace(line), ",")
		rows = append(rows, []any{a, b})
	}
	return []byte(workbookOf(t, rows))
}
