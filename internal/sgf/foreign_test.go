package sgf

import (
	"fmt"
	"strings"
	"testing"
)

const gibGame = `\HS
\[GAMEBLACKNAME=Ash Wren (7D)\]
\[GAMEWHITENAME=Birch (6D)\]
\[GAMEDATE=2024- 3-20-12-34-56\]
\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:1200-30-3,GRLT:1,ZIPSU:35,DUM:0,GONGJE:65,TCNT:0\]
\HE
\GS
2 1 0
5 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15
SKI 0 4
SKI 0 4 1
STO 0 5 2 2 2
\GE
`

const ngfGame = `Friendly game
19
Birch           6D
Ash Wren        7D
www.example.nz
0
0
6
20240320 [12:34]
5
White wins by 3.5
4
PMABBQDDQ
PMACWDQQD
PMADBAADD
PMAEWCCQQ
`

// Both formats say the same of this game.
func TestOtherFormatsAreRead(t *testing.T) {
	for name, test := range map[string]struct{ text, moves string }{
		"GIB": {gibGame, "B15,3 W3,15 B W2,2"}, "NGF": {ngfGame, "B15,2 W2,15 B W1,1"},
	} {
		f := Parse([]byte(test.text))
		if f.Err != nil || len(f.Games) != 1 || len(f.Warnings) == 0 || f.Warnings[0].Code != OtherFormat {
			t.Fatalf("%s: %v, %d games, %v", name, f.Err, len(f.Games), f.Warnings)
		}
		var rec Record
		if err := f.Games[0].MainLine(&rec); err != nil {
			t.Fatal(err)
		}
		if rec.Info(BlackName) != "Ash Wren" || rec.Info(WhiteName) != "Birch" || rec.Info(BlackRank) != "7d" ||
			rec.Info(Date) != "2024-03-20" || rec.Info(ResultText) != "W+3.5" || rec.Komi.String() != "6.5" || rec.Width != 19 {
			t.Errorf("%s: %q, %q, %q, %q, %q, komi %s", name, rec.Info(BlackName), rec.Info(WhiteName), rec.Info(BlackRank),
				rec.Info(Date), rec.Info(ResultText), rec.Komi)
		}
		var moves []string
		for _, s := range rec.Steps {
			move := s.Colour.String()
			if s.Kind == Play {
				move += fmt.Sprintf("%d,%d", s.X, s.Y)
			}
			moves = append(moves, move)
		}
		if got := strings.Join(moves, " "); got != test.moves {
			t.Errorf("%s: %s, want %s", name, got, test.moves)
		}
	}
}

func TestHandicapsOfOtherFormats(t *testing.T) {
	f := Parse([]byte(strings.Replace(gibGame, "INI 0 1 0", "INI 0 1 5", 1)))
	var rec Record
	if err := f.Games[0].MainLine(&rec); err != nil || rec.Handicap != 5 || len(rec.Stones) != 5 {
		t.Errorf("GIB: %d stones, %v", len(rec.Stones), err)
	}
	f = Parse([]byte(strings.Replace(ngfGame, "www.example.nz\n0", "www.example.nz\n2", 1)))
	if err := f.Games[0].MainLine(&rec); err != nil || rec.Handicap != 2 || len(rec.Stones) != 2 || rec.Komi.String() != "6" {
		t.Errorf("NGF: %d stones, komi %s, %v", len(rec.Stones), rec.Komi, err)
	}
	for result, want := range map[string]string{
		"White wins by resignation": "W+R", "Black wins on time": "B+T", "Black wins by 12.5": "B+12.5", "Jigo": "", "": "",
	} {
		f := Parse([]byte(strings.Replace(ngfGame, "White wins by 3.5", result, 1)))
		if err := f.Games[0].MainLine(&rec); err != nil || rec.Info(ResultText) != want {
			t.Errorf("%q: %q, %v", result, rec.Info(ResultText), err)
		}
	}
}

// What is in neither format is not taken for one.
func TestOtherTextsAreNotTakenForGames(t *testing.T) {
	for _, text := range []string{
		"", "hello", "1\n2\n3\n4\n5\n6\n7\nkomi\n9\n10\n11\n12\n", "(;GM[1])\n19\n", strings.Repeat("19\n", 5), strings.Repeat("x\n", 30),
	} {
		if f := Parse([]byte(text)); len(f.Warnings) > 0 && f.Warnings[0].Code == OtherFormat {
			t.Errorf("%q is read as another format", text)
		}
	}
}

func FuzzForeign(f *testing.F) {
	f.Add([]byte(gibGame))
	f.Add([]byte(ngfGame))
	f.Add([]byte(`\HS` + "\n" + `\[GAMETAG=S1,R3,D5,G550,W4,Z0,T30-3-1200,C2011:03:20:12:34\]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		record, _ := foreign(data)
		if record == nil {
			return
		}
		if len(record) > 20*len(data)+1000 {
			t.Fatalf("%d bytes from %d", len(record), len(data))
		}
		if file := Parse(record); len(file.Games) != 1 {
			t.Fatalf("%d games in %q", len(file.Games), record)
		}
	})
}
