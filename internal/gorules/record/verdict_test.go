package record

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

func TestMarginsAreWrittenAsRecordsDo(t *testing.T) {
	for m, want := range map[Margin]string{
		0: "W+0", 700: "B+7", -350: "W+3.5", 50: "B+0.5", -25: "W+0.25", 36100: "B+361", -1005: "W+10.05",
	} {
		if got := m.String(); got != want {
			t.Errorf("%d is written %s, want %s", int(m), got, want)
		}
	}
}

func TestClaimsAgainstTheCount(t *testing.T) {
	tests := []struct {
		claim   string
		counted Margin
		want    Agreement
		off     Margin
	}{
		{"B+7", 700, Agrees, 0},
		{"B+7.0", 700, Agrees, 0},
		{"B+3,5", 350, Agrees, 0},
		{"Black wins by 3 1/2 points", 350, Agrees, 0},
		{"白胜43.5目", -4350, Agrees, 0},
		{"W+3.5", 0, Differs, 350},
		{"W+3.5", 1000, Differs, 1350},
		{"B+7", -100, Differs, -800},
		{"B+3.125", 312, Differs, 312 - farthest},
		// A tie, however it is written.
		{"0", 0, Agrees, 0},
		{"Draw", 0, Agrees, 0},
		{"Jigo", 0, Agrees, 0},
		{"W+0", 0, Agrees, 0},
		{"B+0", 0, Agrees, 0},
		{"W+0", -100, Differs, -100},
		{"Draw", 50, Differs, 50},
		// Only the winner.
		{"B", 50, Agrees, 0},
		{"B+", 50, Agrees, 0},
		{"W", -50, Agrees, 0},
		{"B", 0, Differs, 0},
		{"W", 700, Differs, 700},
		// No count can contradict these.
		{"", 700, NothingToCompare, 0},
		{"?", 700, NothingToCompare, 0},
		{"Void", 700, NothingToCompare, 0},
		{"W+R", 700, NothingToCompare, 0},
		{"W+Resign", 700, NothingToCompare, 0},
		{"黑中盘胜", -700, NothingToCompare, 0},
		{"W+T", 700, NothingToCompare, 0},
		{"W+F", 700, NothingToCompare, 0},
		{"Both lose", 700, NothingToCompare, 0},
		{"a good game", 700, NothingToCompare, 0},
	}
	for _, test := range tests {
		got, off := judge(sgf.ParseResult(test.claim), test.counted)
		if got != test.want || off != test.off {
			t.Errorf("%q against %s: %d, off %d; want %d, %d", test.claim, test.counted, got, off, test.want, test.off)
		}
	}
}

func TestHundredthsAreExact(t *testing.T) {
	for text, want := range map[string]Margin{
		"0": 0, "7": 700, "0.5": 50, "12.25": 1225, "3.500": 350, "3.125": farthest, "99999999999999999999": farthest,
	} {
		if got, ok := hundredths(text); !ok || got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{"", ".5", "-1", "1e3", "resign", "１"} {
		if got, ok := hundredths(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestRowsHaveTheNamesAndShapesOfTheFormat(t *testing.T) {
	const board = "AB[aa:si][aj:mj]AW[nj:sj][ak:ss]"
	tests := []struct{ name, record, want string }{
		{"a tie that is claimed to be won", "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7]PB[黑]PW[<W>]RE[W+3.5]" + board + ")",
			`{"file":"x.sgf","game":1,"game_of":"go","size":[19,19],"handicap":0,"komi":7,"moves":0,"played":0,` +
				`"violation":null,"violations":[],` +
				`"score":{"black":184,"white":177,"shared":0,"margin":7},` +
				`"result":{"claimed":"W+3.5","winner":"W","by":"3.5","computed":"W+0","agrees":false,"consistent":"unknown"},"by_record_rules":null,` +
				`"setup_stones":361,"players":{"black":"黑","white":"<W>"},` +
				`"warnings":["the game starts from a position that is set up: it does not follow a move, so it may be repeated",` +
				`"the record's komi does not fit its result: no count with a komi of 7 can be W+3.5"],"error":null}`},
		{"a resignation", "(;GM[1]FF[4]CA[UTF-8]SZ[9:7]KM[5.5]HA[2]RE[B+R];B[aa];B[bb];W[])",
			`{"file":"x.sgf","game":1,"game_of":"go","size":[9,7],"handicap":2,"komi":5.5,"moves":3,"played":3,` +
				`"violation":null,"violations":[],` +
				`"score":{"black":63,"white":0,"shared":0,"margin":63},` +
				`"result":{"claimed":"B+R","winner":"B","by":"resign","computed":"B+57.5","agrees":null,"consistent":null},"by_record_rules":null,` +
				`"setup_stones":0,"players":{"black":"","white":""},` +
				`"warnings":["the record's komi is 5.5, but by these rules it is 0 with a handicap: the record's was used"],"error":null}`},
		{"an illegal move", "(;GM[1]FF[4]CA[UTF-8]SZ[4]KM[7]RE[B+9];B[ab];W[dd];B[ba];W[aa];B[];W[aa])",
			`{"file":"x.sgf","game":1,"game_of":"go","size":[4,4],"handicap":0,"komi":7,"moves":6,"played":5,` +
				`"violation":{"move":6,"colour":"W","point":"aa","kind":"superko","repeats":4},` +
				`"violations":[{"move":6,"colour":"W","point":"aa","kind":"superko","repeats":4}],` +
				`"score":{"black":15,"white":13,"shared":12,"margin":2},` +
				`"result":{"claimed":"B+9","winner":"B","by":"9","computed":"W+5","agrees":false,"consistent":"unknown"},"by_record_rules":null,` +
				`"setup_stones":0,"players":{"black":"","white":""},"warnings":[],"error":null}`},
		{"another game", "(;GM[2]FF[4]CA[UTF-8]SZ[8]PB[A]RE[B+9])",
			`{"file":"x.sgf","game":1,"game_of":"","size":[0,0],"handicap":0,"komi":0,"moves":0,"played":0,` +
				`"violation":null,"violations":[],` +
				`"score":{"black":0,"white":0,"shared":0,"margin":0},` +
				`"result":{"claimed":"B+9","winner":"B","by":"9","computed":"","agrees":null,"consistent":null},"by_record_rules":null,` +
				`"setup_stones":0,"players":{"black":"A","white":""},"warnings":[],` +
				`"error":"line 1, column 3: the record is not of a game of Go (GM[2]) and cannot be checked"}`},
		{"no record", "hello",
			`{"file":"x.sgf","game":0,"game_of":"","size":[0,0],"handicap":0,"komi":0,"moves":0,"played":0,` +
				`"violation":null,"violations":[],` +
				`"score":{"black":0,"white":0,"shared":0,"margin":0},` +
				`"result":{"claimed":"","winner":"unknown","by":"","computed":"","agrees":null,"consistent":null},"by_record_rules":null,` +
				`"setup_stones":0,"players":{"black":"","white":""},"warnings":[],` +
				`"error":"line 1, column 1: This is not a game record: a record begins with “(;”."}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got string
			var c Checker
			c.CheckFile(t.Context(), []byte(test.record), func(f Found) {
				row := RowOf("x.sgf", f.Number, f.Report, f.Err)
				got += string(row.AppendLine(nil))
			})
			if got != test.want+"\n" {
				t.Errorf("got  %swant %s", got, test.want)
			}
		})
	}
}

func TestAFileOfSeveralGames(t *testing.T) {
	const file = "a game of chess first (;GM[2]SZ[8];B[aa])\n" +
		"(;GM[1]SZ[5]PB[Ada];B[aa];W[aa])\n" +
		"(;GM[1]SZ[0]PB[Ben])\n" +
		"(;GM[1]SZ[5]PB[Cho];B[aa];W[bb])"
	type line struct {
		number int
		black  string
		failed bool
		wrong  string
	}
	want := []line{{1, "", true, ""}, {2, "Ada", false, "2 W aa occupied"}, {3, "Ben", true, ""}, {4, "Cho", false, ""}}
	var got []line
	var c Checker
	c.CheckFile(t.Context(), []byte(file), func(f Found) {
		got = append(got, line{
			f.Number, f.Report.Black, f.Err != nil, wrong(f.Report),
		})
	})
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("game %d: %v, want %v", i+1, got[i], want[i])
		}
	}
}

// What is wrong in the middle of a file stands between the games around it.
func TestAnUnreadableGameKeepsItsPlace(t *testing.T) {
	const file = "(;GM[1]SZ[5];B[aa])\n(; ~~~ nothing here ~~~ )\n(;GM[1]SZ[5];B[bb];W[bb])"
	var numbers []int
	var failed []bool
	var c Checker
	c.CheckFile(t.Context(), []byte(file), func(f Found) {
		numbers = append(numbers, f.Number)
		failed = append(failed, f.Err != nil)
	})
	if len(numbers) != 3 || numbers[0] != 1 || numbers[1] != 2 || numbers[2] != 3 || failed[0] || !failed[1] || failed[2] {
		t.Errorf("games %v, failed %v", numbers, failed)
	}
}

func TestAClaimWithAnotherKomiIsRemarked(t *testing.T) {
	for record, want := range map[string]string{
		"(;GM[1]SZ[5]HA[2]KM[0.5]RE[B+25];B[aa];B[bb];W[])": "the record's komi does not fit its result: with a komi of 0 the " +
			"count would be B+25, as claimed",
		"(;GM[1]SZ[5]HA[1]RE[B+18];B[aa])":   "with a komi of 7 the count would be B+18, as claimed",
		"(;GM[1]SZ[5]KM[6.5]RE[B+18];B[aa])": "the record's komi does not fit its result: with a komi of 7 the count would be B+18, as claimed",
		"(;GM[1]SZ[5]RE[B+25];B[aa])":        "with a komi of 0 the count would be B+25, as claimed",
		"(;GM[1]SZ[5]RE[B+24];B[aa])":        "",
	} {
		r := checked(t, Options{}, record)
		got := ""
		for _, w := range r.Warnings {
			if strings.Contains(w, "as claimed") {
				got = w
			}
		}
		if got != want || r.Verdict.Agreement != Differs {
			t.Errorf("%s: %q, want %q", record, got, want)
		}
	}
}

// Every sentence of a report is made for anything it may hold.
func TestSentences(t *testing.T) {
	for kind := gorules.Superko; kind <= gorules.ButtonGone; kind++ {
		for _, point := range []string{"", "aa", "zz", "?", "a7"} {
			v := Violation{Number: 3, Colour: gorules.White, Point: point, Kind: kind}
			for _, set := range RuleSets() {
				if r := RulingOn(v, set); v.Says(9) == "" || r.Wrong == "" || r.Text == "" || r.Source == "" {
					t.Errorf("%+v by %s has no words", v, set)
				} else if set != NZ && strings.Contains(r.Wrong+r.Text+r.Source, "NZ") {
					t.Errorf("%+v by %s cites ours: %+v", v, set, r)
				}
			}
		}
	}
	for text, want := range map[Violation]string{
		{
			Number: 24, Colour: gorules.White, Point: "aa", Kind: gorules.Superko, Repeats: 8,
		}: "Move 24: White at A19, against the rules: repeats the whole board as it was after move 8",
		{
			Number: 1, Colour: gorules.Black, Point: "ss", Kind: gorules.Superko,
		}: "Move 1: Black at T1, against the rules: repeats the starting position",
		{
			Number: 2, Colour: gorules.Black, Point: "", Kind: gorules.OutOfTurn,
		}: "Move 2: Black passes, against the rules: it was the other player’s turn",
		{
			Number: 2, Colour: gorules.Black, Point: "tz", Kind: gorules.OffBoard,
		}: "Move 2: Black at “tz”, against the rules: “tz” is not on the board",
		{
			Number: 9, Colour: gorules.White, Point: "dd", Kind: gorules.OutOfTurn, AfterEnd: true,
		}: "Move 9: White at D16, after the game had ended by its rules",
		{
			Number: 9, Colour: gorules.White, Point: "dd", Kind: gorules.SuicideMove, AfterEnd: false,
		}: "Move 9: White at D16, against the rules: leaves its own stones without liberties",
	} {
		if got := text.Says(19); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
