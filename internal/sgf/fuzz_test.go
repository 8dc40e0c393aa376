package sgf

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are the wild forms, one each. All names in them are invented.
var seeds = []string{
	"", "(;)", "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7]PB[Ash]PW[Birch]RE[W+3.5];B[pd];W[dp];B[];W[tt])",
	"(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))", "((;B[aa];W[bb])", ";GM[1];B[aa])", "(;B[aa]);W[bb])", "(GM[1]SZ[9](B[aa]))",
	"text (here)\n(;B[aa]) more",
	"(;B[aa]()(;W[bb]))", "(;C[a \\] b \\\\];N[c\\:d\\\ne])", "(;Black[aa];White[bb];CoPyright[x])", "(;b[aa];w[bb])",
	"(;KGS2[x]2A[y])", "(;SZ[9]KO;B;W[aa])",
	"(;AB[aa]AB[bb:cc]AE[aa:ZZ])", "(;B[aa]W[bb]B[cc])", "(;W[aa]B[bb])", "(;SZ[19:13]AB[tt:aa]PL[x]MN[5])",
	"(;GM[2];W[D3])(;GM[1]SZ[9];B[aa])",
	"(;C[not closed", "(;B[aa", "(;C[x\\", "(;B[aa])\x00\x00\x1a", "(;B[aa]\x00;W[bb])", "(;!)(;B[aa])",
	"(;SZ[0])(;SZ[x])(;SZ[99])", "(;KM[750])(;KM[3.75])(;KM[6,5])(;KM[黑贴3又3/4子])",
	"\ufeff(;PB[é])", "\xff\xfe(\x00;\x00B\x00[\x00a\x00a\x00]\x00)\x00", "(\x00;\x00B\x00[\x00a\x00a\x00]\x00)\x00",
	"\x00(\x00;\x00C\x00[\x00x\x00]\x00)",
	"(;CA[gb2312]PB[\xc0\xee\xd0\xa1\xca\xaf];B[aa])", "(;PB[\xc0\xee\xd0\xa1\xca\xaf];B[aa])",
	"(;CA[Big5]PB[\xb3\x5c\xa5\x5c\xbb\x5c];B[aa])",
	"(;CA[Shift_JIS]PB[\x8e\x52\x96\x7b\x95\x5c];C[\x83\x5c\x83\x5d];B[aa])",
	"(;CA[EUC-KR]PB[\xb1\xe8\xb9\xd9\xb4\xd9];B[aa])", "(;CA[UTF-8]PB[M\xfcller])", "(;CA[klingon]PB[\xb0\xa1])",
	"(;CA[ISO-2022-JP]PB[\x1b$B;3\x1b(B])", "(;CA[HZ]PB[~{<:~}])", "(;PB[\xc0\xee;B[aa])", "(;\r\nB[aa]\r;W\n\r[bb])",
	"(;SZ[9];B[aa]TB[aa:bb]TW[cc]MA[dd][ee:ff])", "(TE[x]RD[y]KO[7.5]RE[z];B[aa])",
	strings.Repeat("(;B[aa]", 50), strings.Repeat("(", 50), strings.Repeat("(;", 50) + strings.Repeat(")", 50),
	"(" + strings.Repeat(";", 50),
	"(;SZ[9];B[aa](;W[bb]\n(;PB[x]SZ[9];B[cc]C[x)\n(;SZ[9];W[d\n(;SZ[9];W[dd])",
	"(;FF[4];B[aa](;W[bb]\n(;GM[1]FF[4];B[cc]C[x)\n(;FF[4];W[d\n(;FF[4];W[dd])",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	reader, rec := new(Reader), new(Record)
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		file := reader.Read(data)
		if !bytes.Equal(before, data) {
			t.Fatal("the input was changed")
		}
		checkFile(t, file)
		for i := range file.Games {
			checkGame(t, file, &file.Games[i], rec)
		}
	})
}

// checkFile checks what holds for every file.
func checkFile(t *testing.T, f *File) {
	t.Helper()
	if len(f.Games) == 0 && f.Err == nil {
		t.Fatal("neither a game nor an error")
	}
	if len(f.Warnings) > MaxWarnings || f.MoreWarnings > 0 && len(f.Warnings) < MaxWarnings {
		t.Fatalf("%d warnings and %d more", len(f.Warnings), f.MoreWarnings)
	}
	if !utf8.Valid(f.tree.text) {
		t.Fatal("the text is not UTF-8")
	}
	checkWarnings(t, f.Warnings)
	n := 0
	for i := range f.Games {
		if int(f.Games[i].Root()) != n {
			t.Fatal("nodes are left out between games")
		}
		n += f.Games[i].Len()
	}
	if n != len(f.tree.nodes) {
		t.Fatal("nodes are left over")
	}
}

func checkWarnings(t *testing.T, ws []Warning) {
	t.Helper()
	line, column := 1, 1
	for _, w := range ws {
		if w.Code == "" || w.Text == "" || w.Line < line || w.Line == line && w.Column < column || !utf8.ValidString(w.Text) {
			t.Fatalf("warning %+v after %d:%d", w, line, column)
		}
		line, column = w.Line, w.Column
	}
}

// checkGame checks what holds for every game and its main line.
func checkGame(t *testing.T, f *File, g *Game, rec *Record) {
	t.Helper()
	others := 0
	for n := g.Root(); n < g.Root()+Node(g.Len()); n++ {
		if p := g.Parent(n); p >= n || (p == NoNode) != (n == g.Root()) {
			t.Fatalf("node %d has the parent %d", n, p)
		}
		if s := g.NextSibling(n); s != NoNode {
			others++
			if g.Parent(s) != g.Parent(n) || s <= n {
				t.Fatalf("node %d has the sibling %d", n, s)
			}
		}
		for p := range g.Properties(n) {
			if p.Name() == "" || p.Len() < 1 {
				t.Fatalf("node %d has a property %q with %d values", n, p.Name(), p.Len())
			}
		}
	}
	if others != g.Variations() {
		t.Fatalf("%d siblings, %d variations", others, g.Variations())
	}
	err := g.MainLine(rec)
	if (err == nil) != (rec.Width > 0) && err.(*Error).Code != TooManyPoints {
		t.Fatalf("%v on a board of %d×%d", err, rec.Width, rec.Height)
	}
	checkWarnings(t, rec.Warnings)
	moves := int32(0)
	for _, s := range rec.Steps {
		if s.Kind == Play || s.Kind == Pass || s.Kind == Unreadable {
			moves++
			if s.Number != moves || s.Colour == Empty || s.X >= MaxSize || s.Y >= MaxSize {
				t.Fatalf("move %d: %+v", moves, s)
			}
		}
		for _, stone := range rec.SetUp(s) {
			if int(stone.X) >= rec.Width || int(stone.Y) >= rec.Height {
				t.Fatalf("set-up off the board: %+v", stone)
			}
		}
	}
	if int(moves) != rec.Moves {
		t.Fatalf("%d moves, said %d", moves, rec.Moves)
	}
	for field := range fieldCount {
		rec.Info(field)
	}
	checkResult(t, rec.Result())
	checkSlowly(t, g, rec)
}

// checkSlowly reads a main line again without the quick way, for the same
// steps.
func checkSlowly(t *testing.T, g *Game, rec *Record) {
	t.Helper()
	props := slices.Clone(g.tree.props)
	defer copy(g.tree.props, props)
	for i := range g.tree.props {
		g.tree.props[i].length &^= plain
	}
	var slow Record
	_ = g.MainLine(&slow)
	if !slices.Equal(slow.Steps, rec.Steps) || !slices.Equal(slow.Warnings, rec.Warnings) || !slices.Equal(
		slow.Territory, rec.Territory,
	) {
		t.Fatalf("quickly %s, slowly %s", told(rec), told(&slow))
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkRoundTrip(t, data) })
}

func FuzzParseResult(f *testing.F) {
	for _, s := range []string{
		"B+3.5", "W+Resign", "0", "Void", "?", "Black wins by 3 1/2 points", "白胜43.5目", "黑中盘胜", "白3目半勝ち", "흑 불계승", "黑胜3又3/4子",
		"B+3,5", "Both lose", "Ｂ＋½", "White lost on time", "四分之三", "十十", "B+9999999999",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := ParseResult(text)
		checkResult(t, r)
		// What it says, written in the format's own way, says the same.
		if (r.Winner == BlackWins || r.Winner == WhiteWins) && ParseResult(string(r.Winner)+"+"+r.By) != r {
			t.Fatalf("%q: %+v", text, r)
		}
		if k, _, ok := readKomi(text); ok {
			if again, _, ok := readKomi(k.String()); !ok || again != k && k%50 == 0 && k < 10000 && k > -10000 {
				t.Fatalf("komi %q: %v, then %v", text, k, again)
			}
		}
	})
}

func checkResult(t *testing.T, r Result) {
	t.Helper()
	switch r.Winner {
	case BlackWins, WhiteWins:
	case Draw, Void, Unknown, BothLose:
		if r.By != "" {
			t.Fatalf("%+v", r)
		}
	default:
		t.Fatalf("%+v", r)
	}
	switch r.By {
	case "", ByResignation, ByTime, ByForfeit:
	default:
		if a, rest, ok := leadingAmount(r.By); !ok || rest != "" || a.String() != r.By {
			t.Fatalf("%+v", r)
		}
	}
}
