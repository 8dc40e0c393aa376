package sgf

import (
	"fmt"
	"strings"
	"testing"
)

// A file in portions has the games, the warnings and the error of the whole one.
func TestPortionsAreTheFile(t *testing.T) {
	var b strings.Builder
	for i := range 2*portionGames + 100 {
		switch i {
		case portionGames + 7, portionGames + 9:
			b.WriteString("(; nothing here)\n")
		case 5, 2 * portionGames:
			b.WriteString("(;C[x] stray B[aa])\n")
		}
		fmt.Fprintf(&b, "(;PB[%d];B[aa](;W[bb])(;W[cc]))\n", i)
	}
	text := b.String() + "(;" + strings.Repeat(";B[aa]", portionNodes) + ")(;PB[last])"
	whole := Parse([]byte(text))
	at, portions, warnings, failed := 0, 0, 0, ""
	new(Reader).ReadInPortions([]byte(text), func(f *File) {
		portions++
		if len(f.Games) > portionGames {
			t.Errorf("a portion of %d games", len(f.Games))
		}
		if f.Err != nil {
			failed += fmt.Sprint(f.Err, " ", at+f.Err.Game)
		}
		for i := range f.Games {
			for _, w := range f.Warnings {
				if w.Game == i+1 {
					w.Game += at
					if warnings < len(whole.Warnings) && w != whole.Warnings[warnings] {
						t.Errorf("warning %+v, want %+v", w, whole.Warnings[warnings])
					}
					warnings++
				}
			}
			mine, want := &f.Games[i], &whole.Games[at+i]
			line, column := mine.Position(mine.Root())
			if l, c := want.Position(want.Root()); mine.Len() != want.Len() || mine.Variations() != want.Variations() || l != line || c != column {
				t.Fatalf("game %d is another", at+i)
			}
		}
		at += len(f.Games)
	})
	if at != len(whole.Games) || portions != 4 || warnings != len(whole.Warnings) || failed != fmt.Sprint(whole.Err, " ", whole.Err.Game) {
		t.Errorf("%d games of %d in %d portions, %d warnings of %d, %q, %v", at, len(whole.Games), portions, warnings, len(whole.Warnings), failed, whole.Err)
	}
	for _, nothing := range []string{"", "no record"} {
		called := 0
		new(Reader).ReadInPortions([]byte(nothing), func(f *File) {
			if called++; f.Err == nil || len(f.Games) != 0 {
				t.Errorf("%q: %+v", nothing, f)
			}
		})
		if called != 1 {
			t.Errorf("%q: called %d times", nothing, called)
		}
	}
}
