package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// same says in what two games differ, "" if in nothing but their encoding.
func same(a, b *Game) string {
	if a.Len() != b.Len() || a.Variations() != b.Variations() {
		return fmt.Sprintf("%d nodes and %d variations, or %d and %d", a.Len(), a.Variations(), b.Len(), b.Variations())
	}
	for i := range Node(a.Len()) {
		m, n := a.Root()+i, b.Root()+i
		if i > 0 && a.Parent(m)-a.Root() != b.Parent(n)-b.Root() ||
			(a.NextSibling(m) == NoNode) != (b.NextSibling(n) == NoNode) {
			return fmt.Sprintf("node %d stands elsewhere", i)
		}
		if x, y := held(a, m), held(b, n); !slices.Equal(x, y) {
			return fmt.Sprintf("node %d holds %q, or %q", i, x, y)
		}
	}
	return ""
}

// held is what a node holds, but for CA in the root.
func held(g *Game, n Node) []string {
	var s []string
	for p := range g.Properties(n) {
		if n == g.Root() && p.Is("CA") {
			continue
		}
		s = append(s, p.Name())
		for i := range p.Len() {
			s = append(s, "["+string(p.Raw(i)))
		}
	}
	return s
}

func written8(t interface{ Fatal(...any) }, f *File) []byte {
	var out bytes.Buffer
	games := make([]*Game, len(f.Games))
	for i := range f.Games {
		games[i] = &f.Games[i]
	}
	if err := Write(&out, games...); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// checkRoundTrip writes and reads what was read of data, and compares.
func checkRoundTrip(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, data []byte) {
	f := Parse(data)
	text := written8(t, f)
	g := Parse(text)
	if len(f.Games) == 0 {
		return
	}
	if g.Encoding != utf8Name || g.Err != nil || len(g.Warnings) > 0 {
		t.Fatalf("%q was written as %q, which reads with %v, %v in %s", data, text, g.Err, g.Warnings, g.Encoding)
	}
	if len(f.Games) != len(g.Games) {
		t.Fatalf("%q: %d games, written %q: %d", data, len(f.Games), text, len(g.Games))
	}
	var a, b Record
	for i := range f.Games {
		if d := same(&f.Games[i], &g.Games[i]); d != "" {
			t.Fatalf("%q was written as %q: %s", data, text, d)
		}
		x, y := f.Games[i].MainLine(&a), g.Games[i].MainLine(&b)
		if (x == nil) != (y == nil) || told(&a) != told(&b) || sortedCodes(a.Warnings) != sortedCodes(b.Warnings) {
			t.Fatalf("%q was written as %q: it is played otherwise", data, text)
		}
	}
	if again := written8(t, g); !bytes.Equal(again, text) {
		t.Fatalf("%q, written again: %q", text, again)
	}
}

func sortedCodes(ws []Warning) string {
	s := strings.Fields(codes(ws))
	slices.Sort(s)
	return strings.Join(s, " ")
}

// pieces are what records, good and bad, are made of.
var pieces = []string{
	"(", ")", ";", "(;", ";B[aa]", ";W[tt]", ";B[]", "[", "]", "[aa]", "AB[aa:cc]", "AB", "B", "W[bb]", "C[x\\]y\\\\]",
	"\\", ":", " ", "\n", "\r\n", "\t",
	"CA[UTF-8]", "CA[GBK]", "SZ[9]", "GM[1]", "Black[cc]", "b[dd]", "KGS2[x]", "KO", "(;GM[1]SZ[9];B[aa])", "é", "黑",
	"\xb0\xa1", "\x81\x5d", "\x00", "\x1a", "\ufeff",
	"\x1b$B", "~{", "hello", "Hello", "1", "x[y]", "MULTIGOGM[1]", "MULTIGOGM[2]", "()", "TB[aa]", "PL[W]", "MN[3]",
	"AE[aa]", "\xff\xfe", ",", "\n(;FF[4]", "\n(;GM[1]FF[4]", "\n(;SZ[9]", "\n(;PB[x]",
}

func TestRoundTrip(t *testing.T) {
	for _, s := range seeds {
		checkRoundTrip(t, []byte(s))
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "parts")
		text := strings.Join(parts, "")
		if rapid.Bool().Draw(t, "whole") {
			text = "(;" + text + ")"
		}
		checkRoundTrip(t, []byte(text))
	})
}

func TestQuickWayIsTheSame(t *testing.T) {
	var rec Record
	check := func(text string) {
		f := Parse([]byte(text))
		for i := range f.Games {
			checkGame(t, f, &f.Games[i], &rec)
		}
	}
	for _, s := range seeds {
		check(s)
	}
	for _, r := range generatedMany(4) {
		check(string(r))
	}
	rapid.Check(t, func(r *rapid.T) {
		parts := rapid.SliceOfN(
			rapid.SampledFrom([]string{
				";", ";B[aa]", ";W[bb]", ";B[tt]", ";W[]", "C[x]", "W[cc]", "\n", " ", "(", ")", "AB[dd]", "[ee]", "TB[aa]", "!",
			}),
			0, 40,
		).Draw(r, "parts")
		check("(;GM[1]SZ[9]" + strings.Join(parts, "") + ")")
	})
}

func TestWriteKeepsWhatItDoesNotKnow(t *testing.T) {
	text := "(;FF[4]GM[1]XX[a][b]PRIVATE[c:d]SZ[9]ZZ[\\]\\\\]\n(;B[aa]Q1[x]\n(;W[bb])\n(;W[cc];B[dd]))\n(;B[ee]KO[]))\n"
	want := strings.Replace(text, "(;FF", "(;CA[UTF-8]FF", 1)
	if got := string(written8(t, Parse([]byte(text)))); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestWriteInUTF8(t *testing.T) {
	for _, w := range written {
		data := recordIn(t, w.enc, w.ca, w.values)
		f := Parse(written8(t, Parse(data)))
		if f.Encoding != utf8Name || len(f.Warnings) > 0 {
			t.Errorf("%s: %s, %v", w.name, f.Encoding, f.Warnings)
		}
		checkValues(t, f, w.values)
		checkRoundTrip(t, data)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteSaysWhatFailed(t *testing.T) {
	f := Parse([]byte("(;B[aa])"))
	if err := Write(brokenWriter{}, &f.Games[0]); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
}

func TestBuilder(t *testing.T) {
	b := NewBuilder(19, 13)
	b.Set(BlackName, "Ash [3d] \\ x:y")
	b.Set(WhiteName, "Bïrch")
	b.Set(WhiteName, "Birch")
	b.Set(Event, "")
	b.SetKomi(750)
	b.SetHandicap(2)
	b.Place(Stone{Black, 3, 3}, Stone{White, 0, 0}, Stone{Black, 15, 9})
	b.SetToPlay(White)
	b.Property("ST", "2")
	b.Play(White, 18, 12)
	b.Comment("one]\ntwo")
	b.Pass(Black)
	b.Property("TB", "aa", "bb")
	g, err := b.Game()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Write(&out, g); err != nil {
		t.Fatal(err)
	}
	want := "(;CA[UTF-8]FF[4]GM[1]SZ[19:13]PB[Ash [3d\\] " +
		"\\\\ x\\:y]PW[Birch]KM[7.5]HA[2]AB[dd][pj]AW[aa]PL[W]ST[2]\n;W[sm]C[one\\]\ntwo];B[]TB[aa][bb])\n"
	if out.String() != want {
		t.Errorf("got  %q\nwant %q", out.String(), want)
	}
	var rec Record
	if err := g.MainLine(&rec); err != nil || told(&rec) != "+dd +pj -aa, PL W, W sm, B pass" || rec.Komi != 750 ||
		rec.Info(BlackName) != "Ash [3d] \\ x:y" || len(rec.Warnings) > 0 {
		t.Errorf("%v: %s, %+v", err, told(&rec), rec)
	}
}

func TestBuilderSaysWhatIsWrong(t *testing.T) {
	for name, build := range map[string]func(*Builder){
		"off the board":      func(b *Builder) { b.Play(Black, 9, 0) },
		"below the board":    func(b *Builder) { b.Play(Black, 0, -1) },
		"no one":             func(b *Builder) { b.Pass(Empty) },
		"no colour":          func(b *Builder) { b.Place(Stone{7, 0, 0}) },
		"stone off":          func(b *Builder) { b.Place(Stone{Black, 9, 9}) },
		"no name":            func(b *Builder) { b.Property("", "x") },
		"name of small ones": func(b *Builder) { b.Property("ab", "x") },
		"no value":           func(b *Builder) { b.Property("AB") },
		"twice":              func(b *Builder) { b.Pass(Black); b.Comment("x"); b.Comment("y") },
	} {
		b := NewBuilder(9, 9)
		build(b)
		if _, err := b.Game(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, size := range []int{-1, 0, 53} {
		if _, err := NewBuilder(size, 19).Game(); err == nil {
			t.Errorf("width %d: no error", size)
		}
	}
}

// What is built from a record's steps has these steps again.
func TestBuildFromSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, MaxSize).Draw(t, "width"), rapid.IntRange(1, MaxSize).Draw(t, "height")
		b := NewBuilder(width, height)
		var want []string
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			c := rapid.SampledFrom([]Colour{Black, White}).Draw(t, "colour")
			if rapid.IntRange(0, 5).Draw(t, "pass") == 0 {
				b.Pass(c)
				want = append(want, c.String()+" pass")
				continue
			}
			x, y := rapid.IntRange(0, width-1).Draw(t, "x"), rapid.IntRange(0, height-1).Draw(t, "y")
			b.Play(c, x, y)
			want = append(want, fmt.Sprintf("%s %c%c", c, lineLetter(uint8(x)), lineLetter(uint8(y))))
		}
		g, err := b.Game()
		if err != nil {
			t.Fatal(err)
		}
		var rec Record
		if err := g.MainLine(&rec); err != nil || told(&rec) != strings.Join(want, ", ") || rec.Width != width ||
			rec.Height != height || len(rec.Warnings) > 0 {
			t.Fatalf("%v: %s, want %s", err, told(&rec), want)
		}
	})
}
