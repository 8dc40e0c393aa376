package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Result lists as other programs write them. Each holds the same two rounds of the same three players.
func TestH9OfOtherPrograms(t *testing.T) {
	want := []pairing.Round{
		{
			Number: 1, Games: []pairing.Game{{Table: 1, White: "p1", Black: "p2", Handicap: 2, Result: pairing.WhiteWins}},
			Byes: []pairing.ID{"p3"},
		},
		{Number: 2, Games: []pairing.Game{{Table: 1, White: "p3", Black: "p1", Handicap: 0, Result: pairing.BlackWins}}},
	}
	cases := []struct{ name, in string }{
		{"OpenGotha, places shared and halves lost", `; CL[D]
; EV[x]
;
; Pl Name                            Rk Co Club  NBW SOSW
   1 Ngata Aroha                     3D NZ Well  23?   1 0 0    2+/w2    3+/b0
     Kim Hana                        1D NZ xxxx  22?   2 0 0    1-/b2    0=   ` + `
     Rata Tama                       4D XX  Auc    1   2 0 0    0+       1-/w0
`},
		{"OpenGotha, short names", `; x
   1 Ngata Aroha             3D NZ Well    2    1    0    0    2+/w2    3+/b0
   2 Kim Hana                1D NZ xxxx    0    2    0    0    1-/b2    0=
   3 Rata Tama               4D XX Auck    1    2    0    0    0+       1-/w0
`},
		{
			"by hand",
			"1) Ngata Aroha 3d NZ Well 2 2+/w2 3+/b\r\n\r\n2 Kim Hana 1d 0 1-/b 0= |12345\r\n3 Rata Tama 4d ch 1 0+ 1-/w0 ; " +
				"a remark\r\n",
		},
		{
			"tabs, UTF-8",
			"1\tNgata\tAroha\t3d\tNZ\tWell\t2\t2+/w\t3+/b0\n2\tKim\tHana\t1d\tNZ\tAuck\t0\t1-/b2\t0=\n3\tRata\tTama\t4d\tNZ\tĀāāā\t0\t0+\t1-/w0\n",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, H9, c.in)
			if diff := cmp.Diff(want, f.Event.Played, sameValues); diff != "" {
				t.Error(diff)
			}
			for i, p := range f.Event.Players {
				if want := []pairing.Player{
					{Name: "Aroha Ngata", Rating: 30}, {Name: "Hana Kim", Rating: 10}, {Name: "Tama Rata", Rating: 40},
				}[i]; p.Name != want.Name || p.Rating != want.Rating {
					t.Errorf("%+v", p)
				}
			}
			if p := f.Event.Players[1]; len(p.HalfPointByes) != 1 || p.HalfPointByes[0] != 2 {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestTOUOfOtherPrograms(t *testing.T) {
	f := mustRead(t, TOU, `;name=essai
;date=21/11/2026
;vill=Paris
;time=50+b
;komi=7,5
   1 Ngata Aroha               3D 0712345 Well    2+w0    3+w0
   2 Kim Hana                  1D            x    1-b0   0-   
   3 Rata Tama                 4D 0700000 Auck   0+       1-b0
`)
	want := []pairing.Round{
		{
			Number: 1, Games: []pairing.Game{{Table: 1, White: "p1", Black: "p2", Result: pairing.WhiteWins}},
			Byes: []pairing.ID{"p3"},
		},
		{Number: 2, Games: []pairing.Game{{Table: 1, White: "p1", Black: "p3", Result: pairing.WhiteWins}}},
	}
	if diff := cmp.Diff(want, f.Event.Played, sameValues); diff != "" {
		t.Error(diff)
	}
	if f.Name != "essai" || f.Place != "Paris" || f.From.String() != "2026-11-21" || f.Time.Minutes != 50 ||
		f.Event.Komi != 15 {
		t.Errorf("%+v", f)
	}
	if f.People[0].Licence != "0712345" || f.Event.Players[1].Club != "x" || f.Event.Handicap.By != scale.ByNone {
		t.Errorf("%+v, %+v", f.People, f.Event.Players)
	}
}

// Every result in both its cells, and what does not go together.
func TestResultsAsCells(t *testing.T) {
	for _, r := range pairing.Results() {
		white, black := cellsOf(pairing.Game{Handicap: 2, Result: r}, 1, 2)
		w, reasonW := parseCell(strings.TrimSpace(white.String()))
		b, reasonB := parseCell(strings.TrimSpace(black.String()))
		if reasonW+reasonB != "" || w != white || b != black {
			t.Errorf("%s: %v and %v are read as %v and %v: %s%s", r, white, black, w, b, reasonW, reasonB)
		}
		if got, reason := resultOf(w, b); got != r || reason != "" {
			t.Errorf("%q: %v and %v give %q, %s", r, w, b, got, reason)
		}
	}
	for _, c := range [][2]string{
		{"2=/w0", "1-/b0"}, {"2+!w0", "1-/b0"}, {"2?/w0", "1-/b0"},
		{"2?!w0", "1?!b0"},
	} {
		w, _ := parseCell(c[0])
		b, _ := parseCell(c[1])
		if r, reason := resultOf(w, b); reason == "" {
			t.Errorf("%v give %q", c, r)
		}
	}
}

func TestResultListsRefuse(t *testing.T) {
	const row = "%d Name%d Given 3d NZ Club 0 0 0 0 "
	rows := func(cells ...string) string {
		var b strings.Builder
		for i, c := range cells {
			b.WriteString(strings.NewReplacer("%d", string(rune('1'+i))).Replace(row) + c + "\n")
		}
		return b.String()
	}
	cases := []struct{ name, in, want string }{
		{"nothing", "", "the file has no players: a row has a place, a name and a grade"},
		{"comments alone", "; EV[x]\n", "the file has no players: a row has a place, a name and a grade"},
		{
			"prose", "; EV[x]\nhello world\n",
			"line 2: this is not a player: a row has a place, a name, a grade such as 4d or 15k, and the rounds",
		},
		{
			"binary", "\x00\x01\x02",
			"line 1: this is not a player: a row has a place, a name, a grade such as 4d or 15k, and the rounds",
		},
		{"unknown opponent", rows("2+/w0", "1-/b0 9+/w0"), "line 1: 1 rounds, but other rows have 2"},
		{
			"no round", rows("2+/w0 what", "1-/b0 0-"),
			`line 1, round 2: "what" is not a round: write the opponent's number, the result, the colour and the handicap, such as 23+/w0, or 0+, 0= or 0- without an opponent`,
		},
		{"endless row", strings.Repeat("x", 10_000), "line 1: the row is too long"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, _, err := Read(H9, []byte(c.in))
			if err == nil {
				t.Fatalf("taken: %+v", f)
			}
			if err.Error() != c.want {
				t.Errorf("\n%s\nwant\n%s", err, c.want)
			}
		})
	}
}

func TestResultListsSayWhatTheyTake(t *testing.T) {
	_, notes, err := Read(H9, []byte("; CL[Z] DT[today,] KM[0] TM[x]\n1 A B 5p NZ c 2+\n2 C D 3d NZ c 1-\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := `a result list does not name the system or its settings: read as a Swiss with the usual settings
ratings were taken from the grades: 3d is 3.0
colours are not known in 1 game; the player listed first was given White
1 professional is read as 7 to 9 dan
CL[Z] is not a class; it was ignored
"today" is not a date; it was ignored
a komi of "0" cannot be kept; 7 was used`
	if diff := cmp.Diff(want, strings.Join(notes, "\n")); diff != "" {
		t.Error(diff)
	}
	handicap, _, err := Read(H9, []byte("1 A B 1k NZ c 2+?3\n2 C D 3d NZ c 1-\n"))
	if err != nil || handicap.Event.Played[0].Games[0].White != "p2" {
		t.Errorf("with a handicap the stronger is White: %+v, %v", handicap, err)
	}
	if handicap.Event.Handicap.By != scale.ByRating {
		t.Error("an event with a handicap game has handicaps")
	}
}

func TestHandicapInTheHeader(t *testing.T) {
	for _, c := range []struct {
		rule pairing.HandicapRule
		want string
	}{
		{pairing.HandicapRule{}, "HA[h9]"},
		{pairing.HandicapRule{By: scale.ByNone, Reduction: 2}, "HA[h9]"},
		{pairing.HandicapRule{By: scale.ByRating}, "HA[h0]"},
		{pairing.HandicapRule{By: scale.ByRating, Reduction: 2}, "HA[h2]"},
	} {
		f := &File{
			Event: pairing.Event{System: pairing.Swiss, Rounds: 1, Handicap: c.rule, Players: []pairing.Player{{ID: "a"}}},
		}
		data, _ := mustWrite(t, H9, f)
		if !strings.Contains(string(data), c.want) {
			t.Errorf("%+v is written as\n%s", c.rule, data)
		}
		back := mustRead(t, H9, string(data)).Event.Handicap
		if back.By != c.rule.By && c.rule.By != "" || back.By == scale.ByRating && back.Reduction != c.rule.Reduction {
			t.Errorf("%+v comes back as %+v", c.rule, back)
		}
	}
}

// Criteria have four characters, at least four of them; a handicap of two digits takes a blank before the opponent.
func TestH9Columns(t *testing.T) {
	f := mustRead(t, JSON, `{"system":"mcmahon","rounds":1,"tie_breaks":["SOSOS","SODOS","SOS","DC","MMS"],
		"players":[{"id":"a","name":"A B","rating":"9d","start_score":99.5},{"id":"c","name":"C D","rating":"20k","start_score":101}],
		"played":[{"round":1,"games":[{"white":"a","black":"c","handicap":12,"result":"W"}]}]}`)
	data, notes := mustWrite(t, H9, f)
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	want := []string{
		// MMS 38 + 99.5 + 1, from 30 kyu, cut; 10 + 101; SOSOS 100.5; SODOS 1 × 101; SOS 101; DC 0; MMS again
		"   1 B A                             9d XX xxxx  138  100  101  101    0  138   2+/w12",
		"   2 D C                            20k XX xxxx  111  101    0  100    0  111   1-/b12",
	}
	if diff := cmp.Diff(want, lines[len(lines)-2:]); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(notes, "criterion values cut to four characters") {
		t.Error(notes)
	}
	if back := mustRead(t, H9, string(data)); back.Event.Played[0].Games[0].Handicap != 12 {
		t.Errorf("%+v", back.Event.Played)
	}
}

func TestTransliterate(t *testing.T) {
	for _, c := range []struct {
		in, want string
		lost     int
	}{
		{"Whangārei Ōtautahi ĀĒĪŌŪ", "Whangarei Otautahi AEIOU", 0},
		{"Zoë Müller ß Œuvre € Šiška Ž", "Zoë Müller ß Œuvre € Šiška Ž", 0},
		{"Łukasz Đorđe Nguyễn İstanbul ı", "Lukasz Dorde Nguyen Istanbul i", 0},
		{"Шиншин Хёдзю Юрий", "Shinshin Khyodzyu Yuriy", 0},
		{"O’Brien – “x” … ½", `O'Brien - "x" ... 1/2`, 0},
		{"李 昌鎬 이창호", "? ?? ???", 6},
		{"e\u0301 \u0301", "é ", 0},
		{"ﬁ Ⅳ ²", "fi IV ²", 0},
	} {
		got, lost := transliterate(c.in)
		if got != c.want || lost != c.lost {
			t.Errorf("%s becomes %q, %d lost; want %q, %d", c.in, got, lost, c.want, c.lost)
		}
		if back := decodeLatin9(append(encodeLatin9(got), 0xe9)); back != got+"é" {
			t.Errorf("%q comes back as %q", got, back)
		}
	}
}

func TestSplitName(t *testing.T) {
	for _, c := range []struct{ name, family, given string }{
		{"Aroha Ngata", "Ngata", "Aroha"},
		{"Piet van der Dyk", "van der Dyk", "Piet"},
		{"Ngata, Aroha Mere", "Ngata", "Aroha Mere"},
		{"Aroha Mere Ngata", "Ngata", "Aroha Mere"},
		{"Bob", "Bob", ""},
		{"van Dyk", "Dyk", "van"},
		{"", "", ""},
		{", Aroha", "Aroha", ""},
		{",", ",", ""},
	} {
		family, given := SplitName(c.name)
		if family != c.family || given != c.given {
			t.Errorf("%q: %q, %q", c.name, family, given)
		}
	}
	if name, p := joinName("Te Rangi", "Mere"); name != "Mere Te Rangi" || p != (Person{
		Family: "Te Rangi", Given: "Mere",
	}) {
		t.Errorf("%q, %+v", name, p)
	}
	if name, p := joinName("Ngata", "Aroha"); name != "Aroha Ngata" || p != (Person{}) {
		t.Errorf("%q, %+v", name, p)
	}
}

func TestClubCodes(t *testing.T) {
	f := &File{}
	for _, club := range []string{
		"Wellington", "Wellsford", "Well", "", "Well", "Te Kūiti", "Auckland", "xxxx", "A B", "李", "Wellington City",
	} {
		f.Event.Players = append(f.Event.Players, pairing.Player{Club: club})
	}
	codes, notes := f.clubCodes(func(s string) string { text, _ := transliterate(s); return text })
	want := map[string]string{
		"Well": "Well", "Wellington": "Wel2", "Wellsford": "Wel3", "Te Kūiti": "TeKu", "Auckland": "Auck", "xxxx": "xxx2",
		"A B": "AB", "李": "Club", "Wellington City": "Wel4",
	}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Error(diff)
	}
	if len(notes) != 1 || !strings.HasPrefix(
		notes[0], "clubs were shortened to four characters: Wellington is Wel2, Wellsford is Wel3",
	) {
		t.Error(notes)
	}
}

func TestEuropeanRatings(t *testing.T) {
	for _, c := range []struct {
		european int
		rating   string
		rest     int
	}{
		{2100, "1.0", 0}, {2000, "0.0", 0}, {2105, "1.1", -5}, {2104, "1.0", 4}, {1995, "0.0", -5}, {1994, "−0.1", 4},
		{-900, "−29.0", 0}, {1035, "−9.6", -5},
	} {
		r, rest := fromEuropean(c.european)
		if r.String() != c.rating || rest != c.rest || (Person{Points: rest}).European(r) != c.european {
			t.Errorf("%d is %s and %d", c.european, r, rest)
		}
	}
}

func TestAdjustedTime(t *testing.T) {
	for _, c := range []struct {
		t    TimeLimit
		want int
	}{
		{TimeLimit{}, 0},
		{TimeLimit{Minutes: 60}, 60},
		{TimeLimit{Minutes: 60, Overtime: ByoYomi, Seconds: 30}, 82},                // 60 + 45 × ½, rounded down
		{TimeLimit{Minutes: 60, Overtime: Canadian, Seconds: 300, Moves: 15}, 80},   // 60 + 4 × 5
		{TimeLimit{Minutes: 45, Overtime: Fischer, Seconds: 15}, 75},                // 45 + 120 × ¼
		{TimeLimit{Minutes: 45, Overtime: Canadian, Seconds: 300}, 45 + 60*300/60},  // moves not known: one
		{TimeLimit{Minutes: 45, Overtime: SuddenDeath, Seconds: 300, Moves: 1}, 45}, // nothing after it
	} {
		if got := c.t.AdjustedMinutes(); got != c.want {
			t.Errorf("%+v: %d; want %d", c.t, got, c.want)
		}
	}
}
