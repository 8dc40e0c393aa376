package sgf

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// told is a record's steps in short: "B aa", "W pass", "B ?", "+aa -bb .cc",
// "PL W".
func told(r *Record) string {
	var parts []string
	for _, s := range r.Steps {
		at := fmt.Sprintf("%c%c", lineLetter(s.X), lineLetter(s.Y))
		switch s.Kind {
		case Play:
			parts = append(parts, s.Colour.String()+" "+at)
		case Pass:
			parts = append(parts, s.Colour.String()+" pass")
		case Unreadable:
			parts = append(parts, s.Colour.String()+" ?")
		case ToPlay:
			parts = append(parts, "PL "+s.Colour.String())
		case SetUp:
			parts = append(parts, toldStones(r.SetUp(s)))
		}
	}
	return strings.Join(parts, ", ")
}

func toldStones(stones []Stone) string {
	var parts []string
	for _, s := range stones {
		parts = append(parts, fmt.Sprintf("%c%c%c", ".+-"[s.Colour], lineLetter(s.X), lineLetter(s.Y)))
	}
	return strings.Join(parts, " ")
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ name, game, want, codes string }{
		{"moves", "SZ[19];B[pd];W[dp]", "B pd, W dp", ""},
		{"empty pass", "SZ[19];B[aa];W[];B[]", "B aa, W pass, B pass", ""},
		{"tt on 19×19", "SZ[19];B[tt];W[aa]", "B pass, W aa", ""},
		{"tt on 9×9", "SZ[9];B[tt]", "B pass", ""},
		{"tt on 20×20", "SZ[20];B[tt]", "B tt", ""},
		{"tt on 19×21", "SZ[19:21];B[tt]", "B tt", ""},
		{"tt with blanks", "SZ[19];B[ t\nt ]", "B pass", ""},
		{"pass in words", "SZ[19];B[PASS];W[pass]", "B pass, W pass", "repaired_pass repaired_pass"},
		{"capitals", "SZ[52];B[AZ];W[ZZ]", "B AZ, W ZZ", ""},
		{"off the board", "SZ[9];B[jj];W[ZA];B[aj]", "B jj, W ZA, B aj", ""},
		{
			"no point", "SZ[9];B[D4];W[a];B[aaa];W[\xc3\xa9];B[bb]", "B ?, W ?, B ?, W ?, B bb",
			"bad_point bad_point bad_point bad_point",
		},
		{"blanks in points", "SZ[9];B[a\na];W[ bb]", "B aa, W bb", ""},
		{"escapes in points", `SZ[9];B[\a\b]`, "B ab", ""},
		{"same colour again", "SZ[9];B[aa];B[bb];B[cc];W[dd]", "B aa, B bb, B cc, W dd", ""},
		{"both colours", "SZ[9];B[aa]W[bb];W[cc]B[dd]", "B aa, W bb, B dd, W cc", "both_colours both_colours"},
		{"semicolons missing", "SZ[9];B[aa]W[bb]B[cc]W[dd]", "B aa, W bb, B cc, W dd", "several_moves"},
		{"two values", "SZ[9];B[aa][bb];W[cc]", "B aa, B bb, W cc", "several_moves"},
		{"set-up", "SZ[9]AB[aa][bb]AW[cc]AE[dd]PL[W];W[dd]", "+aa +bb -cc .dd, PL W, W dd", ""},
		{"set-up later", "SZ[9];B[aa];AW[bb]AE[aa];W[cc]", "B aa, -bb .aa, W cc", ""},
		{"set-up and move", "SZ[9];B[aa]AW[bb]", "-bb, B aa", "set_up_and_move"},
		{"moves in the root", "SZ[9]B[aa];W[bb]", "B aa, W bb", ""},
		{"compressed lists", "SZ[9]AB[aa:ba][cc]AW[ab:bc]", "+aa +ba +cc -ab -bb -ac -bc", ""},
		{"corners the other way", "SZ[9]AB[bb:aa]AW[ca:bc]", "+aa +ab -ba -ca -bb -cb -bc -cc", ""},
		{"last word on a point", "SZ[9]AB[aa:cc]AW[bb]AE[cc]", "+aa +ba +ca +ab +cb +ac +bc -bb .cc", ""},
		{"lists off the board", "SZ[2]AB[aa:ss]AW[cc]", "+aa +ba +ab +bb", "off_board_point off_board_point"},
		{"lists that are none", "SZ[9]AB[][aa][D4][aa:x]AW[]", "+aa", "bad_point bad_point"},
		{"turn in words", "SZ[9]PL[white];PL[black];PL[1];PL[x]", "PL W, PL B, PL B", "bad_player"},
		{"first variation", "SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])", "B aa, W bb, B cc", "other_variations"},
		{"FF[3] names", "SiZe[9]AddBlack[aa];White[bb];Black[]", "+aa, W bb, B pass", ""},
		{"no values", "SZ[9];B;W[aa]", "B pass, W aa", ""},
		{"empty nodes", "SZ[9];;B[aa];;;W[bb];", "B aa, W bb", ""},
		{
			"moves with comments", "SZ[9];B[aa]C[x];W[bb];B[cc] [dd];W[ee] C[y];B[ff]\n;W[gg]\n",
			"B aa, W bb, B cc, B dd, W ee, B ff, W gg", "several_moves",
		},
		{"rectangle wide", "SZ[3:2]AB[aa:cc]", "+aa +ba +ca +ab +bb +cb", "off_board_point"},
	} {
		f := Parse([]byte("(;GM[1]" + c.game + ")"))
		var rec Record
		if err := f.Games[0].MainLine(&rec); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := told(&rec); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := codes(rec.Warnings); got != c.codes {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.codes)
		}
	}
}

func TestMoveNumbers(t *testing.T) {
	f := Parse([]byte("(;GM[1]SZ[9];B[aa];MN[10]W[bb];B[];;MN[1];W[D4];AB[cc];MN[x]B[dd]PL[W])"))
	var rec Record
	if err := f.Games[0].MainLine(&rec); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, s := range rec.Steps {
		got += fmt.Sprintf("%d:%d@%d ", s.Number, s.Shown, s.Node)
	}
	if want := "1:1@1 2:10@2 3:11@3 4:2@6 0:0@7 0:0@8 5:3@8 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if rec.Moves != 5 || rec.End != 8 || codes(rec.Warnings) != "bad_point bad_number" {
		t.Errorf("%d moves, end %d, %v", rec.Moves, rec.End, rec.Warnings)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		sz            string
		width, height int
		codes         string
	}{
		{"SZ[19]", 19, 19, ""}, {"SZ[1]", 1, 1, ""}, {"SZ[52]", 52, 52, ""}, {"SZ[19:13]", 19, 13, ""},
		{"SZ[5:52]", 5, 52, ""},
		{"SZ[ 9 ]", 9, 9, ""}, {"", 19, 19, "missing_size"}, {"SZ[]", 19, 19, "missing_size"},
		{"SZ[ ]", 19, 19, "missing_size"},
		{"SZ[13:13]", 13, 13, "repaired_size"}, {"SZ[19x13]", 19, 13, "repaired_size"},
		{"SZ[9 x 9]", 9, 9, "repaired_size"}, {"SZ[19路]", 19, 19, "repaired_size"},
		{"SZ[１９]", 19, 19, "repaired_size"}, {"SZ[13,9]", 13, 9, "repaired_size"}, {"SZ[19.0]", 19, 19, "repaired_size"},
		{";SZ[9]", 9, 9, "misplaced_info"}, {";C[x];SZ[9];B[aa]", 9, 9, "misplaced_info"},
		{";B[aa];SZ[9]", 19, 19, "missing_size"},
	} {
		f := Parse([]byte("(;GM[1]" + c.sz + ")"))
		var rec Record
		if err := f.Games[0].MainLine(&rec); err != nil || rec.Width != c.width || rec.Height != c.height ||
			codes(rec.Warnings) != c.codes {
			t.Errorf("%s: %d×%d, %v, %v", c.sz, rec.Width, rec.Height, err, rec.Warnings)
		}
	}
	for _, sz := range []string{
		"0", "53", "19:0", "0:19", "19:53", "x", "-9", "19:", "999999999999", "nineteen", "19:x", "19 or 13", "19:19:19",
	} {
		f := Parse([]byte("(;GM[1]PB[Ash]\nSZ[" + sz + "];B[aa])"))
		var rec Record
		err := f.Games[0].MainLine(&rec)
		var bad *Error
		if !errors.As(err, &bad) || bad.Code != BadSize || bad.Line != 2 || bad.Column != 1 || len(rec.Steps) != 0 ||
			rec.Info(BlackName) != "Ash" {
			t.Errorf("SZ[%s]: %v, %+v", sz, err, rec.Steps)
		}
	}
}

func TestInfo(t *testing.T) {
	f := Parse([]byte(
		"(;FF[3]GM[1]SZ[19]PB[ Ash \\[3d\\]\n of Karori " +
			"]PW[Birch]BR[]WR[5k]RE[W+Resign]RU[NZ]KM[750]HA[2]DT[2026-11-21]EV[Open]RO[2]PC[Town " +
			"Hall]GC[one\ntwo]AP[Prog:1]\n;B[aa];BR[3d]RE[B+1]KM[5])",
	))
	var rec Record
	if err := f.Games[0].MainLine(&rec); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[Field]string{
		BlackName: "Ash [3d]  of Karori", WhiteName: "Birch", BlackRank: "3d", WhiteRank: "5k", ResultText: "W+Resign",
		RulesText: "NZ",
		KomiText:  "750", HandicapText: "2", Date: "2026-11-21", Event: "Open", Round: "2", Place: "Town Hall",
		GameComment: "one\ntwo",
		Application: "Prog:1", Opening: "", Copyright: "",
	} {
		if got := rec.Info(field); got != want {
			t.Errorf("field %d: %q, want %q", field, got, want)
		}
	}
	if rec.Komi != 750 || !rec.KomiKnown || rec.Handicap != 2 || rec.GameType != Go ||
		codes(rec.Warnings) != "repaired_komi" {
		t.Errorf("%+v", rec)
	}
	if r := rec.Result(); r != (Result{WhiteWins, ByResignation}) {
		t.Errorf("%+v", r)
	}
	if w := rec.Warnings[0]; w.Text != "The komi “750” was read as 7.5 points: it is written in hundredths." ||
		w.Line != 2 || w.Column != 53 {
		t.Errorf("%+v", w)
	}
}

func TestInfoAbsent(t *testing.T) {
	var rec Record
	if rec.Info(BlackName) != "" || rec.Result().Winner != Unknown {
		t.Error("an unused record says something")
	}
	f := Parse([]byte("(;KM[]HA[]GM[])(;GM[2]KM[lots]HA[some])(;GM[3:x])"))
	for i, want := range []string{"missing_size missing_game_type", "missing_size bad_komi bad_handicap", "missing_size"} {
		if err := f.Games[i].MainLine(&rec); err != nil {
			t.Error(err)
		}
		if codes(rec.Warnings) != want || rec.KomiKnown || rec.Handicap != 0 || rec.GameType != i+1 {
			t.Errorf("game %d: %v, komi %v, GM %d", i, rec.Warnings, rec.Komi, rec.GameType)
		}
	}
}

func TestStandIns(t *testing.T) {
	f := Parse([]byte(
		"(TE[春の会]RD[2026-11-21]KO[7.5]RE[黑胜2又3/4子]\nSZ[19];B[aa]TE[1];W[bb]KO[])(;GM[1]SZ[19]TE[2]KO[];B[aa])",
	))
	var rec Record
	if err := f.Games[0].MainLine(&rec); err != nil {
		t.Fatal(err)
	}
	if rec.Info(Event) != "春の会" || rec.Info(Date) != "2026-11-21" || rec.Komi != 750 ||
		rec.Result() != (Result{BlackWins, "5.5"}) {
		t.Errorf("%q %q %v %v", rec.Info(Event), rec.Info(Date), rec.Komi, rec.Result())
	}
	if err := f.Games[1].MainLine(&rec); err != nil || rec.Info(Event) != "" || rec.KomiKnown || len(rec.Warnings) > 0 {
		t.Errorf("%q %v %v", rec.Info(Event), rec.Komi, rec.Warnings)
	}
}

func TestTerritoryAndMarks(t *testing.T) {
	for _, c := range []struct{ name, game, territory, marks, codes string }{
		{"at the end", ";B[aa];W[bb]TB[aa:ba]TW[cc][bb]MA[aa]TR[cc:dc]", "+aa +ba -bb -cc", "MA aa TR cc TR dc", ""},
		{"in the last node but one", ";B[aa];TB[aa];C[x]SQ[bb]", "+aa", "SQ bb", ""},
		{"then a move", ";B[aa];TB[aa];W[bb]", "", "", ""},
		{"then another move", ";B[aa];TB[aa];W[D4]", "", "", "bad_point"},
		{"then again", ";TB[aa];B[cc];TW[bb]", "-bb", "", ""},
		{"empty list", ";B[aa];TB[]TW[]DD[]", "", "", ""},
		{"off the board", ";B[aa];TB[aa][jj]CR[kk]", "+aa", "", "off_board_point off_board_point"},
		{"of both", ";B[aa];TB[aa]TW[aa]", "-aa", "", ""},
		{"none", ";B[aa]", "", "", ""},
	} {
		f := Parse([]byte("(;GM[1]SZ[9]" + c.game + ")"))
		var rec Record
		if err := f.Games[0].MainLine(&rec); err != nil {
			t.Fatal(err)
		}
		marks := ""
		for _, m := range rec.Marks {
			marks += fmt.Sprintf("%s %c%c ", m.Name, lineLetter(m.X), lineLetter(m.Y))
		}
		if got := toldStones(rec.Territory); got != c.territory || strings.TrimSpace(marks) != c.marks ||
			codes(rec.Warnings) != c.codes {
			t.Errorf("%s: territory %q, marks %q, warnings %v", c.name, got, marks, rec.Warnings)
		}
	}
}

// A record used again must hold nothing of the game before.
func TestRecordUsedAgain(t *testing.T) {
	f := Parse([]byte("(;GM[2]SZ[9]KM[5]HA[3]PB[Ash]AB[aa];B[D4]MA[aa]TB[bb])(;GM[1]SZ[19])"))
	var used, fresh Record
	for i := range f.Games {
		_ = f.Games[i].MainLine(&used)
	}
	_ = f.Games[1].MainLine(&fresh)
	if len(used.Steps)+len(used.Stones)+len(used.Territory)+len(used.Marks)+len(used.Warnings) != 0 ||
		used.Komi != fresh.Komi || used.KomiKnown || used.Handicap != 0 || used.Info(BlackName) != "" || used.Moves != 0 ||
		used.GameType != Go || used.Width != 19 {
		t.Errorf("%+v", used)
	}
}

// What stands in the file is not yet what it says.
func TestInfoAgain(t *testing.T) {
	var rec Record
	last := ""
	for _, test := range []struct{ raw, want string }{
		{``, ``}, {`B+R`, `B+R`}, {` B+R `, `B+R`}, {`a\\b`, `a\b`}, {`a\b`, `ab`}, {`ab`, `ab`}, {"a\nb", "a b"}, {``, ``},
	} {
		f := Parse([]byte("(;GM[1]SZ[19]RE[" + test.raw + "])"))
		if err := f.Games[0].MainLine(&rec); err != nil {
			t.Fatal(err)
		}
		if last = rec.InfoAgain(ResultText, last); last != test.want {
			t.Errorf("%q: %q, want %q", test.raw, last, test.want)
		}
	}
}
