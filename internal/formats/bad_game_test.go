package formats

import (
	"slices"
	"strings"
	"testing"
)

// One bad game blocks no file: it is named with its line and left out, and everything else is read.
func TestABadGameBlocksNoFile(t *testing.T) {
	h9 := func(cells ...string) string {
		var b strings.Builder
		for i, c := range cells {
			b.WriteString(strings.NewReplacer("%d", string(rune('1'+i))).Replace("%d Name%d Given 3d NZ Club 0 0 0 0 ") + c + "\n")
		}
		return b.String()
	}
	const aga = "TOURNEY x\nPLAYERS\n1 A, a 1d\n2 B, b 1k\n3 C, c 1k\nGAMES 1\n1 2 w 0 7\nGAMES 2\n"
	for _, tt := range []struct {
		name   string
		format Format
		in     string
		note   string
		games  int
	}{
		{"no such number", H9, h9("2+/w0 9+/w0", "1-/b0 0-"), "line 1, round 2: there is no player number 9; left out", 1},
		{"oneself", H9, h9("2+/w0 1+/w0", "1-/b0 0-"), "line 1, round 2: Given Name1 cannot play against themselves; left out", 1},
		{
			"not answered", H9, h9("2+/w0 2+/w0", "1-/b0 0-"),
			"line 1, round 2: the game is not in the row of the opponent, Given Name2 (line 2); left out", 1,
		},
		{
			"default of one", H9, h9("2+/w0 2+!w0", "1-/b0 1-/b0"),
			"line 1, round 2: Given Name1–Given Name2: only one of the two players has a result by default (line 2); left out", 1,
		},
		{"both White", H9, h9("2+/w0 2+/w0", "1-/b0 1-/w0"), "line 1, round 2: Given Name1 and Given Name2 have the same colour; left out", 1},
		{
			"two handicaps", H9, h9("2+/w0 2+/w3", "1-/b0 1-/b2"),
			"line 1, round 2: the handicap is 3 in one row and 2 in the other (line 2); left out", 1,
		},
		{"no opponent", H9, h9("2+/w0 0?", "1-/b0 0-"), "line 1, round 2: a round without an opponent is 0+, 0= or 0-; left out", 1},
		{"too many stones", H9, h9("2+/w0 2+/w99", "1-/b0 1-/b99"), "line 1, round 2: a handicap is at most 50; left out", 1},
		{"csv", CSV, "Name,Rating,R1,R2\nA,1d,2+/w0,5+/w0\nB,1d,1-/b0,\n", "line 2, round 2: there is no player number 5; left out", 1},
		{"half a game", AGA, aga + "1 2 w\n", "line 9, GAMES: this is not a game: ", 1},
		{"a stranger", AGA, aga + "1 7 w 0 7\n2 3 b 0 7\n", "line 9, GAMES: 1 and 7 are not two of the players; left out", 2},
		{"a result", AGA, aga + "1 2 white 0 7\n", `line 9, GAMES: "white" is not a result: w, b or ?; left out`, 1},
		{"stones", AGA, aga + "1 2 w 51 7\n", `line 9, GAMES: "51" is not a handicap: 0 to 50 stones; left out`, 1},
		{"a komi", AGA, aga + "1 2 w 0 6.25\n", `line 9, GAMES: "6.25" is not a komi, such as 7 or 6.5; left out`, 1},
		{"twice", AGA, aga + "1 2 w 0 7\n2 3 w 0 7\n", "line 10, GAMES: a player of this game already has one in round 2; left out", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, notes, err := Read(tt.format, []byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if f.games() != tt.games || !slices.ContainsFunc(notes, func(n string) bool { return strings.HasPrefix(n, tt.note) }) {
				t.Errorf("%d games, want %d; notes:\n%s\nwant %s", f.games(), tt.games, strings.Join(notes, "\n"), tt.note)
			}
		})
	}
}

// A file of which most games cannot be read is not a file with a bad game; and many bad ones fill no page.
func TestManyBadGames(t *testing.T) {
	var b strings.Builder
	b.WriteString("TOURNEY x\nPLAYERS\n1 A, a 1d\n2 B, b 1k\nGAMES\n")
	b.WriteString(strings.Repeat("1 2 w 0 7\n", 50) + strings.Repeat("1 9 w 0 7\n", 40))
	_, notes, err := Read(AGA, []byte(b.String()))
	if err != nil || len(notes) > maxFew+6 || !slices.Contains(notes, "20 more games, byes or lines like these") {
		t.Errorf("%d notes, %v:\n%s", len(notes), err, strings.Join(notes, "\n"))
	}
	b.WriteString(strings.Repeat("1 9 w 0 7\n", 40))
	if _, _, err := Read(AGA, []byte(b.String())); err == nil || !strings.Contains(err.Error(), "80 games cannot be read, and 50 can") {
		t.Error(err)
	}
}
