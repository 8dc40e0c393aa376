package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

const entryList = `New Zealand Congress;entries
Name;Club;Rating;Section;Absent;Shirt
Given Family00;Kāpiti;6d;Open;;L
Given Family01;;2k;handicap;2, 3;M
"Family02, Given";;;Open;;S
Mei Lin;Ōtaki;3k;Open;9;S
No one Known;;;Open;;S
Given Family03;;banana;Open;;S
`

func TestAnUploadedListIsLookedAtFirst(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, open := w.event(open5())
		handicap, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Handicap", 3, byRating))
		w.must(err)
		people := w.members(4)
		twin := w.person("Family02", "Given", "1d")
		w.enter(open, people[0])

		l, err := w.s.ReadEntryList(ctx, w.director, e.ID, `C:\lists\entries.csv`, strings.NewReader(entryList))
		w.must(err)
		if l.FileName != "entries.csv" || !cmp.Equal(l.Ignored, []string{"Shirt"}) || len(l.Rows) != 6 {
			t.Fatalf("read: %+v", l)
		}
		for i, want := range []struct {
			row      int
			kind     ChoiceKind
			person   PersonID
			section  SectionID
			already  bool
			problem  string
			warning  string
			possible int
		}{
			{3, LeaveIt, people[0], open, true, "", "", 5},
			{4, Match, people[1], handicap, false, "", "", 5},
			{5, "", 0, open, false, "", "", 5},
			{6, Guest, 0, open, false, "There is no round 9 in Open.", "Not in the register", 0},
			{7, Guest, 0, open, false, "This player has no rating or grade yet.", "Not in the register", 0},
			{8, Match, people[3], open, false, "“banana” is not a grade", "", 5},
		} {
			got := l.Rows[i]
			if got.Number != want.row || got.Choice.Kind != want.kind || got.Choice.Person != want.person ||
				got.Section != want.section ||
				got.Already != want.already || len(got.Candidates) != want.possible ||
				!contains(strings.Join(got.Problems, " "), want.problem) || (want.problem == "") != (len(got.Problems) == 0) ||
				!contains(strings.Join(got.Warnings, " "), want.warning) {
				t.Errorf("row %d: %+v", want.row, got)
			}
		}

		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.refused(err, apperr.Invalid, "row-5: Row 5, Given Family02: choose who this is")
		w.refused(err, apperr.Invalid, "row-6: Row 6, Mei Lin: There is no round 9")
		leave := []Choice{{Row: 6, Kind: LeaveIt}, {Row: 7, Kind: LeaveIt}, {Row: 8, Kind: LeaveIt}}
		_, err = w.s.ConfirmEntryList(
			ctx, w.director, l.ID, l.Version, append(leave, Choice{Row: 5, Kind: Match, Person: people[1], Section: handicap}),
		)
		w.refused(err, apperr.Invalid, "row-5: Row 5, Given Family02: the same person as in row 4.")
		if n := len(w.chart(handicap).Entries); n != 0 {
			t.Errorf("a refused list entered %d players", n)
		}
		got, err := w.s.ConfirmEntryList(
			ctx, w.director, l.ID, l.Version, append(leave, Choice{Row: 5, Kind: Match, Person: twin, Visitor: true}),
		)
		w.must(err)
		if want := (ImportResult{Entered: 2, Left: 3, Already: 1}); got != want {
			t.Errorf("confirmed: %+v, want %+v", got, want)
		}
		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, leave)
		w.refused(err, apperr.Conflict, "was not entered again")
		entered := w.chart(handicap).Entries[0]
		if entered.Person != people[1] || !cmp.Equal(entered.Absent, []int{2, 3}) || entered.RatingSource != FromDirector ||
			entered.Rating != -10 {
			t.Errorf("from row 4: %+v; without a rated game the list's grade counts", entered)
		}
		if visitor := w.chart(open).Entries[1]; visitor.Person != twin || visitor.Membership != Visitor ||
			visitor.Rating != 10 {
			t.Errorf("from row 5: %+v", visitor)
		}
		w.audited()
	})
}

func TestTheSameListAgainEntersNobody(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		w.members(3)
		text := "Family name,Given names,Grade\nFamily00,Given,6d\nFamily01,Given,5d\nNew,Someone,4d\n"
		for i, want := range []ImportResult{{Entered: 3, Guests: 1}, {Already: 3}} {
			l, err := w.s.ReadEntryList(ctx, w.director, e.ID, "a.csv", strings.NewReader(text))
			w.must(err)
			got, err := w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
			w.must(err)
			if got != want {
				t.Errorf("time %d: %+v, want %+v", i+1, got, want)
			}
		}
		if n := len(w.chart(section).Entries); n != 3 {
			t.Errorf("%d entries", n)
		}
		w.audited()
	})
}

func TestBadListsAreRefusedWhole(t *testing.T) {
	w := newWorldSQLite(t)
	e, _ := w.event(open5())
	for _, tt := range []struct{ text, says string }{
		{"", "file: The file is empty"},
		{"%PDF-1.7", "file: The file is a PDF"},
		{"a\nc\n", "file: There is no row of headings"}, {"a,b\n", "file: There is no row of headings"},
		{"Name,Grade\nTotal: 0,\n", "file: The list has headings but no players"},
		{"Name,Grade\n" + strings.Repeat(strings.Repeat("x", 900)+",3k\n", 2400), "file: The list holds much more than names"},
		{"Family name,Given names\n", "file: The list has headings but no players"},
	} {
		_, err := w.s.ReadEntryList(ctx, w.director, e.ID, "x", strings.NewReader(tt.text))
		w.refused(err, apperr.Invalid, tt.says)
	}
	_, err := w.s.ReadEntryList(ctx, auth.Actor{}, e.ID, "x", strings.NewReader(entryList))
	w.refused(err, apperr.SignIn, "")
	_, err = w.s.EntryList(ctx, w.director, 99)
	w.refused(err, apperr.NotFound, "")
}

func TestFileNames(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{`C:\x\a.csv`, "a.csv"}, {"../../etc/passwd", "passwd"}, {"  my   list.xlsx ", "my list.xlsx"},
		{"bad\xff.csv", "bad.csv"}, {"nul\x00.csv", "nul.csv"}, {strings.Repeat("ā", 200), strings.Repeat("ā", 120)},
	} {
		if got := cleanFileName(tt.name); got != tt.want {
			t.Errorf("cleanFileName(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A brother in the same club, or a namesake of quite another strength, is not entered in place of the one who is meant.
func TestWhoIsNearlyCalledTheSameIsAskedAbout(t *testing.T) {
	w := newWorldSQLite(t)
	e, _ := w.event(open5())
	wei, ming := w.person("Tester", "Wei", "2d"), w.person("Sample", "Ming", "4d")
	w.member(wei, "2026-07-01", "2027-06-30")
	w.member(ming, "2026-07-01", "2027-06-30")
	const club = "Kāpiti"
	list := "Family name;Given names;Grade;Club;Member no\n" +
		"Tester;Wen;9k;" + club + ";\n" + "Tester;Wen;2d;;" + fmt.Sprint(wei) + "\n" + "Tester;Wei;1d;" + club + ";\n" +
		"Sample;Ming;18k;;\n" + "Sample;Ming;5k;;\n" + "Sample;Ming;18k;;" + fmt.Sprint(ming) + "\n"
	l, err := w.s.ReadEntryList(ctx, w.director, e.ID, "entries.csv", strings.NewReader(list))
	w.must(err)
	for i, want := range []ChoiceKind{"", Match, LeaveIt, "", Match, LeaveIt} {
		if got := l.Rows[i]; got.Choice.Kind != want || len(got.Candidates) != 1 {
			t.Errorf("row %d, %s %s: %q, want %q: %+v", got.Number, got.Name, got.Grade, got.Choice.Kind, want, got)
		}
	}
	if !contains(strings.Join(l.Rows[3].Warnings, " "), "Ming Sample of the register is 4 dan") {
		t.Errorf("%q", l.Rows[3].Warnings)
	}
}

// A row with another country or number than someone was entered with before is asked about; the own export is not.
func TestAnotherCountryOrNumberIsAskedAbout(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		wei := w.person("Tester", "Wei", "2d")
		before := EntryInput{Section: section, Elsewhere: Elsewhere{Country: "AU", PIN: "10000001", AGA: "777"}}
		_, err := w.s.Enter(ctx, w.director, wei, before)
		w.must(err)
		next, _ := w.event(open5())
		list := "Family name;Given names;Grade;Country;EGF PIN;AGA number\n" +
			"Tester;Wei;2d;SE;;\n" + "Tester;Wei;2d;AU;10000002;\n" + "Tester;Wei;2d;;;778\n" + "Tester;Wei;2d;AU;10000001;777\n"
		l, err := w.s.ReadEntryList(ctx, w.director, next.ID, "entries.csv", strings.NewReader(list))
		w.must(err)
		for i, want := range []string{"Country SE here, AU at earlier", "EGF PIN 10000002 here", "AGA number 778 here", ""} {
			row := l.Rows[i]
			if said := strings.Join(row.Warnings, " "); want != "" && (row.Choice.Kind != "" || !contains(said, want) || len(row.Candidates) != 1) {
				t.Errorf("row %d: %q, %q", row.Number, row.Choice.Kind, said)
			}
		}
		if row := l.Rows[3]; row.Choice.Kind != Match || row.Choice.Person != wei {
			t.Errorf("the same numbers: %+v", row)
		}
		_ = e
	})
}
