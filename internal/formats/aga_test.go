package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

// The file that is read has rounds without numbers, a remark, ratings and ranks; the answers are worked
// out by hand.
func TestAnAGAFile(t *testing.T) {
	f, notes, err := Read(AGA, []byte("TOURNEY Harbour Go Club, Harbour, June 15-30\n"+
		"        start=6/15/2027\n        finish=2027-06-30\n        rules=AGA\n"+
		"PLAYERS\n 489 Hill, Ann 4k\n3199 van Rock, Bo   4D CLUB=HARB\n77 Cloud, Cy -3.50000\n78 Dune, Di 2.3\n"+
		"GAMES\n489 3199 b 0 7 # upset\n77 78 w 0 7\n3199 77 w 0 0\n78 489 ? 4 0\nEND\nthis is not read\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f.From != civil.MustParseDate("2027-06-15") || f.To != civil.MustParseDate("2027-06-30") || f.Event.Rounds != 2 {
		t.Errorf("%s to %s, %d rounds", f.From, f.To, f.Event.Rounds)
	}
	var players []string
	for i, p := range f.Event.Players {
		players = append(players, strings.Join([]string{f.Person(i).AGA, p.Name, p.Rating.String(), p.Club}, "|"))
	}
	// 4 kyu is −3 and 4 dan 4; −3.5 of the AGA's scale is 3 kyu, two ranks nearer to 1 dan than the number says.
	want := []string{"489|Ann Hill|−3.0|", "3199|Bo van Rock|4.0|HARB", "77|Cy Cloud|−1.5|", "78|Di Dune|2.3|"}
	if diff := cmp.Diff(want, players); diff != "" {
		t.Error(diff)
	}
	rounds := []pairing.Round{
		{Number: 1, Games: []pairing.Game{
			{Table: 1, White: "p1", Black: "p2", Result: pairing.BlackWins}, {Table: 2, White: "p3", Black: "p4", Result: pairing.WhiteWins},
		}},
		{Number: 2, Games: []pairing.Game{ // no stones and no komi is a handicap of 1
			{Table: 1, White: "p2", Black: "p3", Handicap: 1, Result: pairing.WhiteWins}, {Table: 2, White: "p4", Black: "p1", Handicap: 4},
		}},
	}
	if diff := cmp.Diff(rounds, f.Event.Played); diff != "" {
		t.Error(diff)
	}
	told := strings.Join(notes, "\n")
	for _, part := range []string{"rules=AGA", "rounds of 4 games are not in the file", "read as a Swiss"} {
		if !strings.Contains(told, part) {
			t.Errorf("no note of %q:\n%s", part, told)
		}
	}
}

// What is written is read back with the same numbers and games, and what is lost is noted.
func TestWritingAnAGAFile(t *testing.T) {
	f := &File{
		Name: "Winter #1", Place: "Nelson", From: civil.MustParseDate("2026-07-04"),
		Event: pairing.Event{
			System: pairing.Swiss, Rounds: 3, Komi: 13, TieBreaks: []pairing.TieBreak{pairing.SOS},
			Players: []pairing.Player{
				{ID: "a", Name: "Aroha Ngata", Rating: 34}, {ID: "b", Name: "Hana Kim", Rating: 1},
				{ID: "c", Name: "Piet van Dyk", Rating: 20}, {ID: "d", Name: "Tama Rata", Rating: -110},
			},
			Played: []pairing.Round{
				{Number: 1, Games: []pairing.Game{
					{White: "a", Black: "b", Handicap: 1, Result: pairing.WhiteWins}, {White: "c", Black: "d", Handicap: 9, Result: pairing.BlackWins},
				}},
				{Number: 2, Games: []pairing.Game{
					{White: "a", Black: "c", Result: pairing.Jigo}, {White: "b", Black: "d", Result: pairing.WhiteDefault},
				}},
			},
		},
		People: []Person{{AGA: "99999"}, {}, {AGA: "12x"}, {AGA: "17"}},
	}
	data, told := mustWrite(t, AGA, f)
	want := "TOURNEY Winter  1, Nelson\n\tstart=7/4/2026\n\tfinish=7/4/2026\nPLAYERS\n99999 Ngata, Aroha 3d\n99998 Kim, Hana 1k\n" +
		"99997 van Dyk, Piet 2d\n17 Rata, Tama 12k\nGAMES 1\n99999 99998 w 0 0\n99997 17 b 9 0\nGAMES 2\n99999 99997 ? 0 6.5\n"
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Error(diff)
	}
	for _, part := range []string{
		"2 players without an AGA number", "1 game by default left out", "1 game without one winner", "rules of play", "2 of 3 rounds",
	} {
		if !strings.Contains(told, part) {
			t.Errorf("no note of %q:\n%s", part, told)
		}
	}
	back := mustRead(t, AGA, string(data))
	if back.Person(3).AGA != "17" || back.Event.Komi != 13 || back.Event.Played[0].Games[0].Handicap != 1 {
		t.Errorf("read back as %+v", back)
	}
	// The number goes through our own format and OpenGotha's.
	f.People[2].AGA = ""
	for _, format := range []Format{JSON, OpenGotha} {
		own, _ := mustWrite(t, format, f)
		if again := mustRead(t, format, string(own)); again.Person(3).AGA != "17" {
			t.Errorf("%s has the number %q", format, again.Person(3).AGA)
		}
	}
}

// What is wrong is said with its line.
func TestProblemsOfAnAGAFile(t *testing.T) {
	const two = "TOURNEY x\nPLAYERS\n1 A, a 1d\n2 B, b 1k\n"
	for _, tt := range []struct{ name, file, says string }{
		{"nothing", "", "no players"},
		{"no heading", "1 2 w 0 7\n", "line 1: the file must begin with TOURNEY"},
		{"two events", two + "TOURNEY y\n", "line 5: TOURNEY must come first"},
		{"no rank", "TOURNEY x\nPLAYERS\n1 A, a\n", "line 3, PLAYERS: this is not a player"},
		{"no number", "TOURNEY x\nPLAYERS\nA, a 1d\n", "line 3, PLAYERS: this is not a player"},
		{"one number for two", two + "1 C, c 1k\n", "line 5, PLAYERS: 1 is the number of two players"},
		{"a round", two + "GAMES 201\n1 2 w 0 7\n", `line 5, GAMES: "201" is not a round`},
		{"most games", two + "GAMES\n1 3 w 0 7\n1 4 w 0 7\n1 5 w 0 7\n", "3 games cannot be read, and 0 can; the first: line 6"},
		{"a long line", two + strings.Repeat("x", 20*maxText), "line 5: the line is too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read(AGA, []byte(tt.file)); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("refused as %v, want %q", err, tt.says)
			}
		})
	}
}
