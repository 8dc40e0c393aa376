package sheet

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMapHeader(t *testing.T) {
	tests := []struct {
		name    string
		rows    string
		index   map[Key]int
		unknown []Heading
		twice   []Heading
		below   int // rows
		missing string
	}{
		{
			name:  "the template",
			rows:  "Member no.,Family name,Given names,E-mail,Phone,Address,Playing strength,Notes\n1,Tūī,Aroha",
			index: map[Key]int{MemberNo: 0, FamilyName: 1, GivenNames: 2, Email: 3, Phone: 4, Address: 5, Grade: 6, Notes: 7},
			below: 1,
		},
		{
			name:  "what the society does not keep",
			rows:  "Family name,Given names,Year of birth\nTūī,Aroha,2011",
			index: map[Key]int{FamilyName: 0, GivenNames: 1}, unknown: []Heading{{3, "Year of birth"}},
			below: 1,
		},
		{
			name:  "as people write it",
			rows:  "SURNAME;Called by ;e-mail:;Mobile;Rank\nTūī;Aroha;;;",
			index: map[Key]int{FamilyName: 0, Email: 2, Phone: 3, Grade: 4}, unknown: []Heading{{2, "Called by"}},
			below: 1,
			missing: "Row 1 was read as the headings, but the column “Given names” is missing. Add it, or start from the " +
				"template.",
		},
		{
			name:  "title above, full name in one column",
			rows:  "Members of the Example Go Club,\nas at 1 June 2026\n\nNo.,Name,Grade,Shoe size\n1,Aroha Tūī,3d,38\n2,B,4k,39",
			index: map[Key]int{FullName: 1, Grade: 2}, unknown: []Heading{{4, "Shoe size"}},
			below: 2,
		},
		{
			name:  "twice",
			rows:  "Name,Email,E-mail\nA,a@example.org,b@example.org",
			index: map[Key]int{FullName: 0, Email: 1}, twice: []Heading{{3, "E-mail"}},
			below: 1,
		},
		{
			name:  "names missing",
			rows:  "Email,Phone\na@example.org,1",
			index: map[Key]int{Email: 0, Phone: 1}, below: 1,
			missing: "Row 1 was read as the headings, but the columns “Family name”, “Given names” are missing. Add them, or " +
				"start from the template.",
		},
		{
			name:  "Chinese headings",
			rows:  "姓,名,Email\n王,小明,x",
			index: map[Key]int{FamilyName: 0, GivenNames: 1, Email: 2}, below: 1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, below, err := MapHeader(readText(t, tt.rows).Rows, ClubReturnColumns())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.index, m.Index); diff != "" {
				t.Errorf("index (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.unknown, m.Unknown); diff != "" {
				t.Errorf("unknown (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.twice, m.Twice); diff != "" {
				t.Errorf("twice (-want +got):\n%s", diff)
			}
			if len(below) != tt.below {
				t.Errorf("%d rows below, want %d", len(below), tt.below)
			}
			got := ""
			if err := m.Err(); err != nil {
				got = err.Error()
			}
			if got != tt.missing {
				t.Errorf("missing: got %q, want %q", got, tt.missing)
			}
		})
	}
}

func TestMapHeaderWithoutHeadings(t *testing.T) {
	rows := readText(t, "Aroha,Tūī\nWiremu,Kākā").Rows
	_, _, err := MapHeader(rows, ClubReturnColumns())
	var refusal *Error
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "“Family name”, “Given names”") {
		t.Errorf("got %v", err)
	}
}

func TestCellsThroughTheMapping(t *testing.T) {
	m, below, err := MapHeader(readText(t, "Grade,Name\n3d,Aroha\n,Wiremu").Rows, EntryColumns())
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Cell(below[0], Rank) + m.Cell(below[1], Rank) + m.Cell(below[1], FullName) +
		m.Cell(below[0], Phone); got != "3dWiremu" {
		t.Errorf("got %q", got)
	}
	if m.ColumnOf(FullName) != 2 || m.Heading(FullName) != "Name" || m.ColumnOf(Phone) != 0 {
		t.Errorf("column of name %d %q, of phone %d", m.ColumnOf(FullName), m.Heading(FullName), m.ColumnOf(Phone))
	}
}

// No heading may lead to two columns: which one a list meant would depend on
// the order in the program.
func TestEachHeadingNamesOneColumn(t *testing.T) {
	for _, columns := range [][]Column{ClubReturnColumns(), EntryColumns(), StartingColumns()} {
		seen := map[string]Key{}
		for _, c := range columns {
			for _, name := range append([]string{c.Title}, c.Synonyms...) {
				n := NormaliseHeading(name)
				if n == "" {
					t.Errorf("%q is blank", name)
				}
				if other, ok := seen[n]; ok && other != c.Key {
					t.Errorf("%q names both %s and %s", name, other, c.Key)
				}
				seen[n] = c.Key
			}
		}
	}
}

// A column that counts the rows is no column of member numbers.
func TestSerialNumbers(t *testing.T) {
	for _, tt := range []struct {
		text   string
		serial bool
	}{
		{"No.,Name\n1,A\n2,B\n3,C\n", true}, {"No,Name\n3,A\n1,B\n2,C\n", true}, {"Number,Name\n1,A\n2,B\n4,C\n", true},
		{"No.,Name\n1.,A\n2.,B\n", true}, {"id,Name\n0,A\n1,B\n", true}, {"No,Name\n1,A\n", true}, {"No,Name\n1,A\n,B\n2,C", true},
		{"No.,Name\n12,A\n2,B\n300,C\n", false}, {"No.,Name\n5,A\n6,B\n7,C\n", false}, {"No.,Name\n1,A\n1,B\n", false},
		{"Member no.,Name\n1,A\n2,B\n3,C\n", false}, {"NZGS number,Name\n1,A\n2,B\n", false}, {"No,Name\n,A\n", false},
		{"No,Name\nx,A\n", false},
	} {
		m, _, err := MapHeader(readText(t, tt.text).Rows, EntryColumns())
		if err != nil {
			t.Fatal(err)
		}
		if got := len(m.Serial) == 1; got != tt.serial || m.Has(MemberNo) == tt.serial {
			t.Errorf("%q: serial %v, member numbers %v", tt.text, m.Serial, m.Has(MemberNo))
		}
	}
}

func TestRowsThatAreNotPlayers(t *testing.T) {
	for _, tt := range []struct{ row, want string }{
		{"Total,,", "a total"}, {"Total: 26,,", "a total"}, {"TOTAL,26,$520.00", "a total"}, {"Grand total,,12", "a total"},
		{"24 players,,", "a total"}, {"Players: 24", "a total"}, {"Total players,24,", "a total"}, {"Number of entries 24", "a total"},
		{"Sum,,3.5", "a total"}, {"Surname,First name,Grade", "the headings again"},
		{"Total,Mei,3k", ""}, {"Totality,Jo,", ""}, {"Sum,Wai,3d", ""}, {"Lin,Mei,3k", ""}, {"Surname,Mei,3k", ""}, {"Sumner,,3", ""},
		{"Count,Dracula,1d", ""},
	} {
		rows := readText(t, "Surname,First name,Grade\n"+tt.row+"\n").Rows
		m, below, err := MapHeader(rows, EntryColumns())
		if err != nil {
			t.Fatal(err)
		}
		if got := m.NotPlayers(below[0]); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.row, got, tt.want)
		}
	}
}
