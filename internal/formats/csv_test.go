package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// An entry list as a director keeps it is an event before its first round.
func TestCSVEntryList(t *testing.T) {
	f := mustRead(t, CSV, "Player;Grade;Club;Shoe size\nAroha Ngata;4d;Nelson;9\n\"Kim, Hana\";15k;;7\n")
	want := []pairing.Player{
		{ID: "p1", Name: "Aroha Ngata", Rating: 40, Club: "Nelson"}, {ID: "p2", Name: "Kim, Hana", Rating: -140},
	}
	if diff := cmp.Diff(want, f.Event.Players, sameValues); diff != "" {
		t.Error(diff)
	}
	if f.Event.Rounds != 1 || len(f.Event.Played) != 0 || f.Event.System != pairing.Swiss ||
		f.Event.Handicap.By != scale.ByNone {
		t.Errorf("%+v", f.Event)
	}
	_, notes, _ := Read(CSV, []byte("Name,Rating,Shoe size\nA,1d,9\n"))
	if got := strings.Join(notes, "\n"); !strings.Contains(got, "unknown columns that were not read: Shoe size") {
		t.Error(got)
	}
}

func TestCSVRounds(t *testing.T) {
	f := mustRead(t, CSV, `No,Name,Rating,First round,Last round,Start score,R1,R2,R3
10,A B,3d,,,0.5,20+/w2,bye,absent
20,C D,1d,,,,10-/b2,30=/w,half
30,E F,1d,2,,,,20=/b,
40,G H,1d,,1,,0+,,
`)
	want := []pairing.Round{
		{
			Number: 1, Games: []pairing.Game{{Table: 1, White: "p1", Black: "p2", Handicap: 2, Result: pairing.WhiteWins}},
			Byes: []pairing.ID{"p4"},
		},
		{
			Number: 2, Games: []pairing.Game{{Table: 1, White: "p2", Black: "p3", Result: pairing.Jigo}},
			Byes: []pairing.ID{"p1"},
		},
	}
	if diff := cmp.Diff(want, f.Event.Played, sameValues); diff != "" {
		t.Error(diff)
	}
	players := []pairing.Player{
		{ID: "p1", Name: "A B", Rating: 30, StartScore: pairing.HalfPoint, Absent: []int{3}},
		{ID: "p2", Name: "C D", Rating: 10, HalfPointByes: []int{3}},
		{ID: "p3", Name: "E F", Rating: 10, EnteredIn: 2},
		{ID: "p4", Name: "G H", Rating: 10, WithdrawnAfter: 1},
	}
	if diff := cmp.Diff(players, f.Event.Players, sameValues); diff != "" {
		t.Error(diff)
	}
	if f.Event.Rounds != 3 || f.Event.Handicap.By != scale.ByRating {
		t.Errorf("%+v", f.Event)
	}
}

// Names that a spreadsheet would take for formulas come back as they are.
func TestCSVIsNoFormula(t *testing.T) {
	for _, name := range []string{"=1+1", "+64 21", "-x", "@x", "'=x", "''x", "'Okina", "＝1", `a,b;c"d`, "x"} {
		f := &File{
			Event: pairing.Event{
				System: pairing.Swiss, Rounds: 1,
				Players: []pairing.Player{{ID: pairing.ID(name), Name: name, Club: name, City: name}},
			},
		}
		data, _ := mustWrite(t, CSV, f)
		for _, cell := range strings.FieldsFunc(string(data), func(r rune) bool { return strings.ContainsRune(",\r\n\"", r) }) {
			if strings.IndexAny(cell, "=+@＝＋－＠") == 0 {
				t.Errorf("%q stands in a cell: %q", name, cell)
			}
		}
		if p := mustRead(t, CSV, string(data)).Event.Players[0]; p.Name != name || p.ID != pairing.ID(name) ||
			p.Club != name || p.City != name {
			t.Errorf("%q comes back as %+v", name, p)
		}
	}
}

func TestCSVRefuses(t *testing.T) {
	many := &File{Event: pairing.Event{System: pairing.Swiss, Rounds: 39}}
	if _, _, err := Write(CSV, many); err == nil || err.Error() != "rounds: a CSV file holds at most 38 rounds" {
		t.Error(err)
	}
	cases := []struct{ name, in, want string }{
		{"nothing", "", "The file is empty. Choose the file with the list in it."},
		{"no headings", "Aroha,3d\n", "line 1: the first row must be the headings, with Name among them"},
		{"no player", "Name,Rating\n", "there are no players below the headings"},
		{"no rating", "Name,Rating\nAroha,\n", "line 2, Rating: missing: give a rating such as 3.4, or a grade such as 4d"},
		{"no rating column", "Name\nAroha\n", "line 2, Rating: missing: give a rating such as 3.4, or a grade such as 4d"},
		{
			"bad rating", "Name,Rating\nAroha,good\n",
			`line 2, Rating: "good" is not a rating: write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k`,
		},
		{"no name", "Name,Rating\n,3d\n", "line 2, Name: missing"},
		{"column twice", "Name,Rating,Grade\nA,1d,2d\n", "line 1, Grade: this column is listed twice"},
		{
			"round left out", "Name,Rating,Round 2\nA,1d,\n",
			"line 1, Round 2: the rounds must be in order: this must be round 1",
		},
		{"number twice", "No,Name,Rating\n1,A,1d\n1,B,1d\n", "line 3, No: two players have the number 1"},
		{"id twice", "Id,Name,Rating\na,A,1d\na,B,1d\n", `line 3, id: "a" is already the id of players[0]`},
		{"first round", "Name,Rating,First round\nA,1d,two\n", `line 2, First round: "two" is not a whole number up to 200`},
		{
			"start score", "Name,Rating,Start score\nA,1d,0.3\n",
			`line 2, Start score: "0.3" is not a number of whole or half points`,
		},
		{
			"country", "Name,Rating,Country\nA,1d,New Zealand\n",
			`line 2, country: "NEW ZEALAND" is not a country: two capital letters, such as NZ`,
		},
		{
			"round", "Name,Rating,R1\nA,1d,won\n",
			`line 2, round 1: "won" is not a round: write the opponent's number, the result, the colour and the handicap, such as 23+/w0, or 0+, 0= or 0- without an opponent`,
		},
		{
			"not there yet", "Name,Rating,First round,R1,R2\nA,1d,2,2+/w0,\nB,1d,,1-/b0,\n",
			"line 2, round 1 white: A enters in round 2 and cannot be in round 1",
		},
		{"formula", "Name,Rating\n=A1,1d\n", "Row 2, column A has a formula; paste it as a value."},
		{"bad and good", "Name,Rating\nA,x\nB,1d\nC,y\n", `line 2, Rating: "x" is not a rating: write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k
line 4, Rating: "y" is not a rating: write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, _, err := Read(CSV, []byte(c.in))
			if err == nil {
				t.Fatalf("taken: %+v", f)
			}
			if err.Error() != c.want {
				t.Errorf("\n%s\nwant\n%s", err, c.want)
			}
		})
	}
}

// Lists as spreadsheets elsewhere write them: surname and first name apart, a comma before the tenths, and the same name
// twice, which is said.
func TestCSVAsOthersWriteIt(t *testing.T) {
	f, notes, err := Read(CSV, []byte("Surname,First name,Grade,Club\nTe Aho,Rewi,4d,Nelson\nKim,Hana,15k,\nKim,Hana,2d,\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Player{
		{ID: "p1", Name: "Rewi Te Aho", Rating: 40, Club: "Nelson"}, {ID: "p2", Name: "Hana Kim", Rating: -140},
		{ID: "p3", Name: "Hana Kim", Rating: 20},
	}
	if diff := cmp.Diff(want, f.Event.Players, sameValues); diff != "" {
		t.Error(diff)
	}
	if f.People[0].Family != "Te Aho" || f.People[0].Given != "Rewi" {
		t.Errorf("%+v", f.People)
	}
	if got := strings.Join(notes, "\n"); !strings.Contains(got, "line 4: Hana Kim is in line 3 too; read as two people") {
		t.Error(got)
	}
	f = mustRead(t, CSV, "Name;Rating;Start score\nRewi Te Aho;3,4;1,5\nHana Kim;-2,3;\n")
	if p := f.Event.Players; p[0].Rating != 34 || p[0].StartScore != 3 || p[1].Rating != -23 {
		t.Errorf("%+v", p)
	}
}
