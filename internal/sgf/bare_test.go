package sgf

import (
	"slices"
	"strings"
	"testing"
)

// bareOf writes the first game of a record without texts; nil where it has none that
// can be replayed.
func bareOf(data []byte, black, white string) (before Record, text []byte) {
	f := Parse(data)
	if len(f.Games) == 0 || f.Games[0].MainLine(&before) != nil {
		return before, nil
	}
	return before, before.Bare(black, white)
}

// checkBare compares what a record says with what it says without its texts.
func checkBare(t interface{ Fatalf(string, ...any) }, data []byte) {
	before, text := bareOf(data, "Kea ] \\ :", "Tūī")
	if text == nil {
		return
	}
	f := Parse(text)
	if f.Err != nil || len(f.Games) != 1 {
		t.Fatalf("%q is bare %q, which reads with %v", data, text, f.Err)
	}
	var after Record
	if err := f.Games[0].MainLine(&after); err != nil {
		t.Fatalf("%q is bare %q: %v", data, text, err)
	}
	if after.Info(BlackName) != "Kea ] \\ :" || after.Info(WhiteName) != "Tūī" || after.Variations != 0 {
		t.Fatalf("%q: names %q, %q", text, after.Info(BlackName), after.Info(WhiteName))
	}
	if before.Width != after.Width || before.Height != after.Height || before.Komi != after.Komi ||
		before.KomiKnown != after.KomiKnown || before.Handicap != after.Handicap || before.Moves != after.Moves ||
		len(before.Steps) != len(after.Steps) {
		t.Fatalf("%q is bare %q: %d × %d, %s, %d, %d moves and %d × %d, %s, %d, %d moves", data, text,
			before.Width, before.Height, before.Komi, before.Handicap, before.Moves,
			after.Width, after.Height, after.Komi, after.Handicap, after.Moves)
	}
	for i, a := range before.Steps {
		b := after.Steps[i]
		if a.Kind != b.Kind || a.Colour != b.Colour || a.Number != b.Number ||
			a.Kind == Play && (a.X != b.X || a.Y != b.Y) ||
			a.Kind == SetUp && !slices.Equal(before.SetUp(a), after.SetUp(b)) {
			t.Fatalf("%q is bare %q: step %d is %+v, and then %+v", data, text, i, a, b)
		}
	}
}

func TestBareRecordsReplayTheSame(t *testing.T) {
	for _, record := range []string{
		"(;SZ[9]PB[Tanaka]C[Tanaka plays];B[ee]C[tanaka@example.nz];W[cc](;B[];W[tt])(;B[aa]))",
		"(;SZ[19:13]HA[3]KM[0.5]RE[W+12.5 by Tanaka]AB[aa][bb:cc]AW[dd]PL[W];W[ab]AE[aa]N[Tanaka];B[??];W[zz])",
		"(;SZ[25]RE[0]XX[secret];W[tt];B[ab];MN[7]B[ac];AB[zz]TB[aa][ab]TW[bb])",
		"(;GM[1]KM[650]RE[白中盘胜];AW[dd];PL[B];B[pp];W[];W[];AE[pp]PL[W])",
		"(;SZ[52]KM[-3];B[ZZ];W[aZ])", "(;SZ[1];B[aa])",
	} {
		checkBare(t, []byte(record))
		_, text := bareOf([]byte(record), "", "")
		if text == nil {
			t.Errorf("%s cannot be replayed", record)
		}
		for _, secret := range []string{"anaka", "secret", "example"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s is bare %s", record, text)
			}
		}
	}
}

func FuzzBare(f *testing.F) {
	for _, seed := range []string{
		"(;SZ[9]PB[Tanaka];B[ee];W[cc])", "(;SZ[19:13]HA[3]AB[aa][bb:cc]PL[W];W[ab]AE[aa];B[??];W[zz])", "(;KM[6,5目]TB[aa])",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkBare(t, data) })
}
