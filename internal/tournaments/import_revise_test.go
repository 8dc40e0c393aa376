package tournaments

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// A list as a club sends it: serial numbers, capitals, grades of other countries, a total at its end.
const clubsList = `No.;Surname;First name;Grade;Club;T-shirt
1;KAHU;ana;2 dan (AGA);Akl;L
2;Kea;Ben;EGF 2100;AKL;M
3;"KIWI, Cass";;15k?;AKL ;S
4;Ruru;Dov;banana;Auckland Go Club;S
5;Weka;Eli;3,4;Wgtn;S
Total: 5;;;;;
`

func (w *world) read(e Event, text string) EntryList {
	w.t.Helper()
	l, err := w.s.ReadEntryList(ctx, w.director, e.ID, "a.csv", strings.NewReader(text))
	w.must(err)
	return l
}

func TestAListAsItReallyIs(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, open := w.event(open5())
		w.members(5) // whose member numbers the serial numbers must not be taken for
		l := w.read(e, clubsList)
		if !cmp.Equal(l.Ignored, []string{"No.", "T-shirt"}) || !contains(strings.Join(l.Remarks, " "), "“No.” counts the rows") ||
			!contains(strings.Join(l.Remarks, " "), "Row 7, “Total: 5”, is a total: it is not read.") {
			t.Fatalf("ignored %q, said %q", l.Ignored, l.Remarks)
		}
		for i, want := range []struct{ name, written, says, problem string }{
			{"Ana Kahu", "ana KAHU", "“2 dan (AGA)” is read as 2 dan.", ""}, {"Ben Kea", "", "“EGF 2100” is read as 1 dan.", ""},
			{"Cass Kiwi", "KIWI, Cass", "“15k?” is read as 15 kyu. Check it", ""}, {"Dov Ruru", "", "", "“banana” is not a grade"},
			{"Eli Weka", "", "", ""},
		} {
			row := l.Rows[i]
			if row.Name != want.name || row.Written != want.written || row.Choice.Kind != Guest ||
				!contains(strings.Join(row.Warnings, " "), want.says) || !contains(strings.Join(row.Problems, " "), want.problem) {
				t.Errorf("row %d: %+v", row.Number, row)
			}
		}
		_, err := w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.refused(err, apperr.Invalid, "row-5: Row 5, Dov Ruru: “banana” is not a grade")

		fix := l.Rows[3].Now
		fix.Grade = "5k"
		keep := l.Rows[0].Now
		keep.AsWritten = true
		changed, err := w.s.ReviseEntryList(ctx, w.director, l.ID, ListRevision{
			Version: l.Version, Fixes: []RowFix{keep, l.Rows[1].Now, fix},
			Choices: []Choice{{Row: 6, Kind: LeaveIt}, {Row: 2, Kind: Guest, Visitor: true}},
		})
		w.must(err)
		if !cmp.Equal(changed.Rows, []int{2, 5}) || changed.Columns || changed.Version != l.Version+1 {
			t.Errorf("changed: %+v", changed)
		}
		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.refused(err, apperr.Conflict, "")
		_, err = w.s.ReviseEntryList(ctx, w.director, l.ID, ListRevision{Version: l.Version})
		w.refused(err, apperr.Conflict, "")
		l, err = w.s.EntryList(ctx, w.director, l.ID)
		w.must(err)
		if row := l.Rows[0]; row.Name != "ana KAHU" || !row.Now.AsWritten || !row.Choice.Visitor {
			t.Errorf("kept as written: %+v", row)
		}
		if row := l.Rows[3]; len(row.Problems) > 0 || row.Grade != "5k" {
			t.Errorf("corrected: %+v", row)
		}
		same, err := w.s.ReviseEntryList(ctx, w.director, l.ID, ListRevision{Version: l.Version, Fixes: []RowFix{l.Rows[3].Now}})
		w.must(err)
		if same.Version != l.Version {
			t.Error("nothing changed, but the list has another version")
		}
		got, err := w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.must(err)
		if want := (ImportResult{Entered: 4, Guests: 4, Left: 1}); got != want {
			t.Errorf("confirmed: %+v, want %+v", got, want)
		}
		entries := w.chart(open).Entries
		if entries[0].Name != "ana KAHU" || entries[0].Membership != Visitor || entries[0].Rating != 20 || entries[1].Rating != 10 ||
			entries[2].Rating != -140 {
			t.Errorf("entered: %+v", entries)
		}
		w.audited()
	})
}

// Columns are read as the director says; what was typed stays, but who is meant is looked up again.
func TestColumnsAreMapped(t *testing.T) {
	w := newWorldSQLite(t)
	e, open := w.event(open5())
	people := w.members(2)
	l := w.read(e, "Nom,Niveau,Ville\nGiven Family00,3k,X\nPiet van Dyk,4k,Y\n")
	if !contains(l.Missing, "None of the headings is known") || len(l.Columns) != 3 ||
		l.Columns[0].Example != "Given Family00" {
		t.Fatalf("read: %+v", l)
	}
	for _, tt := range []struct {
		columns map[int]string
		says    string
	}{
		{map[int]string{1: "name", 2: "name"}, "column-2: Columns A and B cannot both be “Name”."},
		{map[int]string{1: "x"}, "column-1: Choose what this column is."}, {map[int]string{9: "name"}, "column-9"},
	} {
		_, err := w.s.ReviseEntryList(ctx, w.director, l.ID, ListRevision{Version: l.Version, Columns: tt.columns})
		w.refused(err, apperr.Invalid, tt.says)
	}
	changed, err := w.s.ReviseEntryList(ctx, w.director, l.ID, ListRevision{
		Version: l.Version, Columns: map[int]string{1: "name", 2: "rank"}, Choices: []Choice{{Row: 2, Kind: LeaveIt}},
	})
	w.must(err)
	if l, err = w.s.EntryList(ctx, w.director, l.ID); err != nil || !changed.Columns || l.Missing != "" ||
		!cmp.Equal(l.Ignored, []string{"Ville"}) || l.Rows[0].Choice.Person != people[0] || l.Rows[1].Name != "Piet van Dyk" {
		t.Errorf("mapped: %+v, %v", l, err)
	}
	_, err = w.s.ReviseEntryList(ctx, w.director, l.ID, ListRevision{
		Version: l.Version, Columns: map[int]string{1: "name", 2: "rank"}, Headless: true,
	})
	w.must(err)
	if l, _ = w.s.EntryList(ctx, w.director, l.ID); len(l.Rows) != 3 || l.Rows[0].Name != "Nom" || !l.Headless {
		t.Errorf("without headings: %+v", l)
	}
	if n := len(w.chart(open).Entries); n != 0 {
		t.Errorf("%d were entered", n)
	}
	_, err = w.s.ReviseEntryList(ctx, auth.Actor{}, l.ID, ListRevision{Version: l.Version})
	w.refused(err, apperr.SignIn, "")
	_, err = w.s.ReviseEntryList(ctx, auth.Actor{Account: 99, Person: people[0]}, l.ID, ListRevision{Version: l.Version})
	w.refused(err, apperr.Forbidden, "")
}

// A number or an address is no name: nobody is entered for someone else by it, and a number that is not theirs is said.
func TestACertainMatchAgreesInName(t *testing.T) {
	w := newWorldSQLite(t)
	e, _ := w.event(open5())
	people := w.members(3)
	number := func(i int) string { return strconv.FormatInt(int64(people[i]), 10) }
	l := w.read(e, "Member no.,Family name,Given names,Grade\n"+
		number(0)+",Kererū,Zoe,3k\n"+ // another's number
		number(1)+",Family02,Given,3k\n"+ // the name of one, the number of another
		"99999,Family00,Given,3k\n")
	if row := l.Rows[0]; row.Choice.Kind == Match {
		t.Errorf("matched by number alone: %+v", row)
	}
	if row := l.Rows[1]; row.Choice.Person != people[2] && row.Choice.Kind != "" {
		t.Errorf("name against number: %+v", row)
	}
	if row := l.Rows[2]; row.Choice.Person != people[0] || !contains(strings.Join(row.Warnings, " "), "says member number 99999") {
		t.Errorf("an unknown number: %+v", row)
	}
}

func TestTheSameNameTwiceIsSaid(t *testing.T) {
	w := newWorldSQLite(t)
	e, _ := w.event(open5())
	w.members(1)
	w.person("Family00", "Given", "1d") // a namesake: someone must decide
	l := w.read(e, "Name,Grade\nGiven Family00,3k\nGiven FAMILY00,3k\n")
	for i, want := range []string{"", "The same name as in row 2"} {
		if row := l.Rows[i]; row.Choice.Kind != "" || contains(strings.Join(row.Warnings, " "), "same name as") != (want != "") {
			t.Errorf("row %d: %+v", row.Number, row)
		}
	}
}

// Whatever is sent as a list is read or refused, in bounds; and whatever its columns are said to be, its rows are read.
func FuzzEntryList(f *testing.F) {
	f.Add([]byte(clubsList), uint8(3))
	f.Add([]byte("Name;Grade\nLin, Mei;3,4\nTotal;2\n"), uint8(0))
	f.Add([]byte("a,b\nc,d\n"), uint8(7))
	f.Add([]byte("\xff\xfeN\x00a\x00m\x00e\x00\n\x00"), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, means uint8) {
		content, err := readList("a.csv", bytes.NewReader(data))
		if err != nil || content.Sheet == nil {
			return
		}
		meanings := ListMeanings()
		columns := map[int]string{}
		for i := range content.Sheet.Means {
			columns[i+1] = meanings[(i+int(means))%len(meanings)].Key
		}
		_ = content.Sheet.mean(columns)
		content.Sheet.Headless = means%2 == 0
		for _, line := range content.lines() {
			row := line.row([]Section{{ID: 1, Name: "Open", Settings: DefaultSettings()}})
			row.propose(nil, nil, Choice{})
			if fix := row.Now.settled(line); fix.Family != row.Now.Family || fix.Given != row.Now.Given {
				t.Fatalf("a row that nobody changed is changed: %+v to %+v", row.Now, fix)
			}
		}
		_, _, _ = content.Sheet.columns(), content.Sheet.ignored(), content.Sheet.missing()
	})
}
