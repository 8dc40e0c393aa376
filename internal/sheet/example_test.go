package sheet

import (
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
		{",e.g. someone,\n", []string{"e.g. someone"}},
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
