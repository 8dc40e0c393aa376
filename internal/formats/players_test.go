package formats

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

func listed(number int64, family, given, club string, rating scale.Rating) ListedPlayer {
	return ListedPlayer{
		Number: number, Family: family, Given: given, Club: club, Country: "NZ", Rating: rating, Games: 12,
		Last: civil.MustParseDate("2026-06-06"),
	}
}

func writtenList(t testing.TB, players ...ListedPlayer) PlayersFile {
	t.Helper()
	out, err := PlayersList{Title: "Society rating list", Day: civil.MustParseDate("2026-07-01"), Players: players}.Write()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The columns, counted by hand from those that OpenGotha takes: number 1–8, name 11–47, country 49–51, club 53–56,
// grade 60–62 and points 71–74, from 0.
func TestPlayersListColumns(t *testing.T) {
	visitor := listed(1234567, "Müller-Łukasz", "Zoë", "", 17)
	visitor.Country, visitor.Games = "", 3
	got := writtenList(t,
		listed(42, "Tūī", "Aroha", "Nelson Go Club", 34), listed(7, "van Dyk", "Piet", "Nels", -148), visitor)
	want := "" +
		"Society rating list\n" +
		"(01 Jul 2026)\n" +
		"\n" +
		" Number    Name                                  Co  Club   Grade -- Points Games  Last\n" +
		" 00000042  Tui Aroha                             NZ  Nel2    3d   --   2340    12  20260606\n" +
		" 00000007  van_Dyk Piet                          NZ  Nels   16k   --    520    12  20260606\n" +
		" 01234567  Muller-Lukasz Zoe                     XX  xxxx    1d   --   2170     3  20260606\n"
	if diff := cmp.Diff(want, string(got.Data)); diff != "" {
		t.Fatal(diff)
	}
	for i, line := range strings.Split(string(got.Data), "\n")[4:7] {
		for _, c := range []struct {
			from, to int
			want     [3]string
		}{
			{0, 1, [3]string{" ", " ", " "}},
			{1, 9, [3]string{"00000042", "00000007", "01234567"}},
			{11, 48, [3]string{"Tui Aroha", "van_Dyk Piet", "Muller-Lukasz Zoe"}},
			{49, 52, [3]string{"NZ", "NZ", "XX"}},
			{53, 57, [3]string{"Nel2", "Nels", "xxxx"}},
			{60, 63, [3]string{" 3d", "16k", " 1d"}},
			{71, 75, [3]string{"2340", " 520", "2170"}},
		} {
			if field := line[c.from:c.to]; strings.TrimRight(field, " ") != strings.TrimRight(c.want[i], " ") {
				t.Errorf("line %d, columns %d to %d: %q, not %q", i, c.from, c.to, field, c.want[i])
			}
		}
	}
	if diff := cmp.Diff([]Rewritten{{"Aroha Tūī", "Tui Aroha"}, {"Zoë Müller-Łukasz", "Muller-Lukasz Zoe"}}, got.Names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Rewritten{{"Nelson Go Club", "Nel2"}}, got.Clubs); diff != "" {
		t.Error(diff)
	}
}

// Nothing is cut, folded or moved without being said.
func TestPlayersListSaysWhatItCannotHold(t *testing.T) {
	for _, c := range []struct {
		name          string
		family, given string
		want          string
		said          bool
	}{
		{"plain", "Kim", "Hana", "Kim Hana", false},
		{"several words", "Te Rangi", "Mere Ana", "Te_Rangi Mere_Ana", false},
		{"macrons", "Tūī", "Māia", "Tui Maia", true},
		{"letters that no diacritic explains", "Strauß", "Bjørn Æsir", "Strauss Bjorn_Aesir", true},
		{"an apostrophe", "O’Brien", "D'Arcy", "O'Brien D'Arcy", true},
		{"a parenthesis, where a reader sees a date", "Hill", "Ann (20 20 20k)", "Hill Ann__20_20_20k_", true},
		{"a comma", "Hill, Jr", "Ann", "Hill__Jr Ann", true},
		{"Chinese characters", "李", "明", "? 1", true},
		{"one word", "Sina", "", "Sina -", false},
		{"only a given name", "", "Sina", "Sina -", false},
		{"an alias", "Moa 12", "", "Moa 12", false},
		{"as long as the column", strings.Repeat("a", 18), strings.Repeat("b", 18), strings.Repeat("a", 18) + " " +
			strings.Repeat("b", 18), false},
		{"a letter longer", strings.Repeat("a", 18), strings.Repeat("b", 19), strings.Repeat("a", 18) + " " +
			strings.Repeat("b", 18), true},
		{"a long family name", strings.Repeat("a", 60), "Bo", strings.Repeat("a", 34) + " Bo", true},
		{"a long single name", strings.Repeat("a", 36), "", strings.Repeat("a", 35) + " -", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := listed(1, c.family, c.given, "", 0)
			got := writtenList(t, p)
			line := strings.Split(string(got.Data), "\n")[4]
			if name := strings.TrimRight(line[11:48], " "); name != c.want {
				t.Errorf("%q, not %q", name, c.want)
			}
			if said := len(got.Names) > 0; said != c.said {
				t.Errorf("said %v: %v", said, got.Names)
			}
		})
	}
	far := writtenList(t, listed(1, "Low", "A", "", scale.MinRating), listed(2, "High", "B", "", scale.MaxRating))
	if diff := cmp.Diff([]Rewritten{{"A Low", "-900"}, {"B High", "2949"}}, far.Points); diff != "" {
		t.Error(diff)
	}
	same := writtenList(t, listed(1, "Li", "Mei", "", 0), listed(2, "Lī", "Mei", "", 0), listed(3, "Li", "Mei", "", 0))
	if diff := cmp.Diff([]string{"Li Mei"}, same.Same); diff != "" {
		t.Error(diff)
	}
}

// A number that would not be one of ours is refused: programs find players by it.
func TestPlayersListRefusesNumbers(t *testing.T) {
	for _, numbers := range [][]int64{{0}, {-1}, {10_000_000}, {5, 5}} {
		l := PlayersList{Day: civil.MustParseDate("2026-07-01")}
		for _, n := range numbers {
			l.Players = append(l.Players, listed(n, "Kim", "Hana", "", 0))
		}
		if out, err := l.Write(); err == nil || out.Data != nil {
			t.Errorf("%v: written", numbers)
		}
	}
}

// Whatever the names, each player is one line of ten words in ASCII, in the columns, and no other line looks like a
// player or a date.
func TestPlayersListHoldsAnyName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 5).Draw(t, "players")
		l := PlayersList{Title: rapid.String().Draw(t, "title"), Day: civil.MustParseDate("2026-07-01")}
		for i := range n {
			p := listed(int64(i+1), rapid.String().Draw(t, "family"), rapid.String().Draw(t, "given"),
				rapid.String().Draw(t, "club"), scale.Rating(rapid.Int32Range(int32(scale.MinRating), int32(scale.MaxRating)).Draw(t, "r")))
			p.Games = rapid.IntRange(0, 99_999).Draw(t, "games")
			l.Players = append(l.Players, p)
		}
		out, err := l.Write()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(out.Data), "\n"), "\n")
		if len(lines) != 4+n || lines[1] != "(01 Jul 2026)" || strings.Contains(lines[0], "(") {
			t.Fatalf("%q", lines)
		}
		for i, line := range lines[4:] {
			if strings.IndexFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 || strings.Contains(line, "(") {
				t.Fatalf("not plain: %q", line)
			}
			words := strings.Fields(line)
			if len(words) != 10 || words[0] != fmt.Sprintf("%08d", i+1) || len(words[4]) > codeLength {
				t.Fatalf("%q", line)
			}
			points, err := strconv.Atoi(strings.TrimSpace(line[71:75]))
			if err != nil || points < gothaMinEuropean || points > gothaMaxEuropean || line[1:9] != words[0] ||
				strings.TrimSpace(line[11:48]) != words[1]+" "+words[2] || strings.TrimSpace(line[60:63]) != words[5] {
				t.Fatalf("columns of %q", line)
			}
		}
	})
}
