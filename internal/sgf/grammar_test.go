package sgf

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// rewritten gives games as [Write] does, on one line and without CA.
func rewritten(t testing.TB, f *File) string {
	t.Helper()
	var out bytes.Buffer
	for i := range f.Games {
		if err := Write(&out, &f.Games[i]); err != nil {
			t.Fatal(err)
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(out.String(), "CA[UTF-8]", ""), "\n", "")
}

func TestGrammar(t *testing.T) {
	for _, c := range []struct{ name, text, want, codes string }{
		{"plain", "(;GM[1]SZ[9];B[aa];W[bb])", "(;GM[1]SZ[9];B[aa];W[bb])", ""},
		{"smallest", "(;)", "(;)", ""},
		{"empty nodes", "(;;;B[aa];)", "(;;;B[aa];)", ""},
		{"blanks everywhere", " ( ; GM [1] \n SZ\t[9]\r\n ; AB [aa] [bb] \f ) \n", "(;GM[1]SZ[9];AB[aa][bb])", ""},
		{
			"variations", "(;B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))", "(;B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))", "",
		},
		{"single variation", "(;B[aa](;W[bb](;B[cc])))", "(;B[aa];W[bb];B[cc])", ""},
		{"collection", "(;B[aa])\n(;W[bb])(;)", "(;B[aa])(;W[bb])(;)", ""},
		{
			"no final parenthesis before the next record", "(;FF[4];B[aa](;W[bb])(;W[cc]\n(;FF[4];B[dd])\n(;GM[1]\nFF[4];W[ee])",
			"(;FF[4];B[aa](;W[bb])(;W[cc]))(;FF[4];B[dd])(;GM[1]FF[4];W[ee])", "missing_paren",
		},
		{
			"a comment without end before the next record", "(;FF[4];B[aa]C[so)\n(;FF[4];B[dd])\n(;GM[1]FF[4];W[ee])",
			"(;FF[4];B[aa]C[so)])(;FF[4];B[dd])(;GM[1]FF[4];W[ee])", "unclosed_value missing_paren",
		},
		{
			"a name without end before the next record", "(;FF[4]KM[7]PB[Ash;B[aa\r\n(;FF[4];B[dd])",
			"(;FF[4]KM[7])(;FF[4];B[dd])", "unclosed_value missing_paren",
		},
		{"a variation at the start of a line", "(;FF[4];B[aa]\n(;GM[1];W[bb])\n(;W[cc]))", "(;FF[4];B[aa](;GM[1];W[bb])(;W[cc]))", ""},
		{
			"no final parenthesis before records that say no format",
			"(;SZ[9]KM[7];B[aa](;W[bb])(;W[cc]\n(;SZ[9];B[dd])\n(;ST[2]\nAP[x];W[ee])\r( ;C[a\\]b]GM[1];B[ff]",
			"(;SZ[9]KM[7];B[aa](;W[bb])(;W[cc]))(;SZ[9];B[dd])(;ST[2]AP[x];W[ee])(;C[a\\]b]GM[1];B[ff])",
			"missing_paren missing_paren",
		},
		{
			"no final parenthesis before a record with other names", "(;PB[a]PW[b];B[aa]\n(;PB[c]PW[d];B[bb])",
			"(;PB[a]PW[b];B[aa])(;PB[c]PW[d];B[bb])", "missing_paren",
		},
		{
			"names in a variation", "(;C[x];B[aa]\n(;PB[c]PW[d];B[bb])\n(;W[dd]", "(;C[x];B[aa](;PB[c]PW[d];B[bb])(;W[dd]))",
			"missing_paren",
		},
		{
			"a size in a variation, all closed", "(;SZ[9];B[aa]\n(;SZ[9];W[bb])\n(;W[cc]))", "(;SZ[9];B[aa](;SZ[9];W[bb])(;W[cc]))", "",
		},
		{
			"a size in a variation in the same line", "(;SZ[9];B[aa](;SZ[9];W[bb])(;W[cc])", "(;SZ[9];B[aa](;SZ[9];W[bb])(;W[cc]))",
			"missing_paren",
		},
		{
			"a root within a comment", "(;SZ[9];B[aa]C[so:\n(;SZ[9\\];B[bb\\])];W[cc]", "(;SZ[9];B[aa]C[so:(;SZ[9\\];B[bb\\])];W[cc])",
			"missing_paren",
		},
		{"a format in a variation", "(;B[aa](;FF[4]W[bb]) (;W[cc]))", "(;B[aa](;FF[4]W[bb])(;W[cc]))", ""},
		{"a comment about records", "(;B[aa]C[so:\n(;FF[4\\];B[bb\\])\n(;GM[1\\]])", "(;B[aa]C[so:(;FF[4\\];B[bb\\])(;GM[1\\]])", ""},
		{"escapes", `(;C[a \] b \\];N[c\:d])`, `(;C[a \] b \\];N[c\:d])`, ""},
		{"brackets in values", "(;C[see (;B[aa\\]) [here])", "(;C[see (;B[aa\\]) [here])", ""},

		{"no final parenthesis", "(;B[aa];W[bb]", "(;B[aa];W[bb])", "missing_paren"},
		{"three final parentheses missing", "(;B[aa](;W[bb](;B[cc]", "(;B[aa];W[bb];B[cc])", "missing_paren"},
		{"no first parenthesis", ";GM[1];B[aa])", "(;GM[1];B[aa])", "missing_paren"},
		{"doubled first parenthesis", "((;B[aa];W[bb])", "(;B[aa];W[bb])", "extra_paren missing_paren"},
		{"doubled parentheses", "((;B[aa];W[bb]))", "(;B[aa];W[bb])", "extra_paren"},
		{"many parentheses", "((((;B[aa]))))", "(;B[aa])", "extra_paren"},
		{"doubled in a variation", "(;B[aa]((;W[bb])(;W[cc]))(;W[dd]))", "(;B[aa](;W[bb])(;W[cc])(;W[dd]))", "extra_paren"},
		{
			"line after a doubled variation", "(;B[aa]((;W[bb]);W[cc])(;W[dd]))", "(;B[aa](;W[bb])(;W[cc])(;W[dd]))",
			"extra_paren",
		},
		{"games in parentheses", "((;B[aa])(;B[bb]))", "(;B[aa])(;B[bb])", "extra_paren"},
		{"parentheses after the game", "(;B[aa])))", "(;B[aa])", "extra_paren"},
		{"moves after the end", "(;B[aa]);W[bb];B[cc])", "(;B[aa];W[bb];B[cc])", "extra_paren"},
		{"moves after the end, twice", "(;B[aa]);W[bb]);B[cc])", "(;B[aa];W[bb];B[cc])", "extra_paren extra_paren"},
		{"moves after variations", "(;B[aa](;W[bb])(;W[cc]);W[dd])", "(;B[aa](;W[bb])(;W[cc])(;W[dd]))", ""},
		{"empty variation", "(;B[aa]()(;W[bb]))", "(;B[aa];W[bb])", "empty_variation"},
		{"empty variations in each other", "(;B[aa](())(;W[bb]))", "(;B[aa];W[bb])", "extra_paren"},
		{
			"sequence without a semicolon", "(GM[1]SZ[9];B[aa](W[bb];B[cc]))", "(;GM[1]SZ[9];B[aa];W[bb];B[cc])",
			"missing_semicolon missing_semicolon",
		},
		{"property after a variation", "(;B[aa](;W[bb])C[x])", "(;B[aa](;W[bb])(;C[x]))", "missing_semicolon"},

		{"text before", "Game of the day (friendly; one):\n(;B[aa])", "(;B[aa])", "other_text"},
		{"text between and after", "(;B[aa]) one (;B[bb]) two", "(;B[aa])(;B[bb])", "other_text other_text"},
		{"mail before", "From: ash@example.org\nSubject: a game (19x19)\n\n(;GM[1];B[aa])", "(;GM[1];B[aa])", "other_text"},
		{
			"rest of a value after", "(;C[both fine))) \n]C[both fine ])))", "(;C[both fine))) ][both fine ])",
			"duplicate_property extra_paren",
		},
		{"byte order mark within", "\ufeff(;B[aa])\ufeff(;B[bb])", "(;B[aa])(;B[bb])", ""},
		{"stray text", "(;B[aa] good! ;W[bb])", "(;B[aa];W[bb])", "stray_text"},
		{
			"stray text of several words", "(;B[aa] a very * fine] move ;W[bb] no, [really] ;)", "(;B[aa];W[bb];)",
			"stray_text stray_text",
		},
		{"stray comma", "(;B[aa],;W[bb])", "(;B[aa];W[bb])", "stray_text"},
		{"value without a name", "(;[aa];B[bb])", "(;;B[bb])", "stray_text"},

		{"long names", "(;GaMe[1]SiZe[9]CoPyright[x];Black[aa];White[bb])", "(;GM[1]SZ[9]CP[x];B[aa];W[bb])", "long_name"},
		{"small names", "(;gm[1]sz[9];b[aa];w[bb])", "(;GM[1]SZ[9];B[aa];W[bb])", "long_name"},
		{"names with digits", "(;B2[x]2A[y]KGS99[z]99[w];B[aa])", "(;B2[x]2A[y]KGS99[z];B[aa])", "stray_text"},
		{"names of private use", "(;MULTIGOGM[1]X[y];B[aa])", "(;MULTIGOGM[1]X[y];B[aa])", ""},
		{"name too long", "(;" + strings.Repeat("A", 65) + "[x]B[aa])", "(;B[aa])", "stray_text"},
		{"name without value", "(;SZ[9]KO;B[aa]TE;W[bb])", "(;SZ[9]KO[];B[aa]TE[];W[bb])", "missing_value missing_value"},
		{"name without value before another", "(;KO SZ[9];B[aa])", "(;KO[]SZ[9];B[aa])", "missing_value"},
		{"move without value", "(;B[aa];W;B[bb])", "(;B[aa];W[];B[bb])", "missing_value"},
		{"a word that looks like a move", "(;B[aa] B is ahead;W[bb])", "(;B[aa];W[bb])", "stray_text"},
		{
			"same property twice", "(;AB[aa]AW[cc]AB[bb][dd];C[x]C[y])", "(;AB[aa][bb][dd]AW[cc];C[x][y])",
			"duplicate_property duplicate_property",
		},
		{"same long property twice", "(;LONGER[1]LONG[2]LONGER[3])", "(;LONGER[1][3]LONG[2])", "duplicate_property"},
		{"moves stay apart", "(;B[aa]W[bb]B[cc]W[dd])", "(;B[aa]W[bb]B[cc]W[dd])", ""},

		{"ends within a value", "(;B[aa];C[half a sentence", "(;B[aa];C[half a sentence])", "unclosed_value missing_paren"},
		{"ends within a move", "(;B[aa];W[b", "(;B[aa];)", "unclosed_value missing_paren"},
		{"ends within a whole move", "(;B[aa];W[bb", "(;B[aa];)", "unclosed_value missing_paren"},
		{"ends within a result", "(;KM[7]RE[W+1", "(;KM[7])", "unclosed_value missing_paren"},
		{"ends within a further value", "(;AB[aa][bb][c", "(;AB[aa][bb])", "unclosed_value missing_paren"},
		{"move without its closing bracket", "(;B[aa];W[bb;B[cc];W[dd])", "(;B[aa];W[bb];B[cc];W[dd])", "unclosed_value"},
		{
			"move without its closing bracket, on another line", "(;B[aa\r\n;W[bb]\n;B[;W[dd])", "(;B[aa];W[bb];B[];W[dd])",
			"unclosed_value unclosed_value",
		},
		{"move of brackets and small letters", "(;B[;a[])", "(;B[;a[])", ""},
		{"semicolon in a comment", "(;B[aa]C[bb;W[cc];W[bb])", "(;B[aa]C[bb;W[cc];W[bb])", ""},
		{"semicolon in a long move", "(;B[aabb;W[cc];W[bb])", "(;B[aabb;W[cc];W[bb])", ""},
		{"ends with an escape", `(;C[abc\`, "(;C[abc])", "unclosed_value missing_paren"},
		{"ends with an escaped escape", `(;C[abc\\`, `(;C[abc\\])`, "unclosed_value missing_paren"},
		{"NUL at the end", "(;B[aa])\n\x00\x00", "(;B[aa])", "trailing_bytes"},
		{"Ctrl-Z at the end", "(;B[aa])\r\n\x1a", "(;B[aa])", "trailing_bytes"},
		{"NUL within", "(;B[aa]\x00;W[bb])", "(;B[aa];W[bb])", "stray_text"},
	} {
		f := Parse([]byte(c.text))
		if got := rewritten(t, f); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if got := codes(f.Warnings); got != c.codes {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.codes)
		}
		if f.Err != nil {
			t.Errorf("%s: error %v", c.name, f.Err)
		}
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		code             Code
		line, column     int
		game             int
	}{
		{"nothing", "", "", NoGame, 1, 1, 0},
		{"blanks", " \r\n\t", "", NoGame, 1, 1, 0},
		{"NULs", "\x00\x00\x00\x00\x00\x00\x00\x00", "", NoGame, 1, 1, 0},
		{"text", "Dear reader, (this) is no game; really.", "", NoGame, 1, 1, 0},
		{"parenthesis", "(", "", NoGame, 1, 1, 0},
		{"parentheses", "((()", "", NoGame, 1, 1, 0},
		{"empty game", "()", "", NoGame, 1, 1, 0},
		{"third game", "(;B[aa])\n(;B[bb])\n(;$$$)", "(;B[aa])(;B[bb])", UnreadableGame, 3, 2, 3},
		{"third game, no semicolon", "(;B[aa])\n(;B[bb])\n ($$[$)", "(;B[aa])(;B[bb])", UnreadableGame, 3, 2, 0},
		{"second of three", "(;B[aa])(;%%%%)(;C[é];B[bb])", "(;B[aa])(;C[é];B[bb])", UnreadableGame, 1, 10, 2},
		{"only game", "é(;!)", "", UnreadableGame, 1, 3, 1},
		{"program text", "for (; i < 3; i++) { a[i]++; }", "", UnreadableGame, 1, 6, 1},
	} {
		f := Parse([]byte(c.text))
		if got := rewritten(t, f); got != c.want {
			t.Errorf("%s: games %s, want %s", c.name, got, c.want)
		}
		if f.Err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if e := f.Err; e.Code != c.code || e.Line != c.line || e.Column != c.column || e.Game != c.game {
			t.Errorf("%s: error %+v, want %s at %d:%d in game %d", c.name, *e, c.code, c.line, c.column, c.game)
		}
	}
}

func TestLaterErrorsAreWarnings(t *testing.T) {
	f := Parse([]byte("(;!)(;B[aa])(;?)(;B[bb])"))
	if len(f.Games) != 2 || f.Err == nil || f.Err.Column != 2 ||
		codes(f.Warnings) != "stray_text unreadable_game stray_text" {
		t.Errorf("%d games, error %v, warnings %v", len(f.Games), f.Err, f.Warnings)
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		line, column int
	}{
		{"LF", "(;C[é\né]\né!)", 3, 1},
		{"CR LF", "(;C[é\r\né]\r\n  !)", 3, 3},
		{"CR", "(;C[é\ré]\r é!)", 3, 2},
		{"LF CR", "(;C[é\n\ré]\n\r é!)", 3, 2},
		{"one line", "(;C[黑先]!;B[aa])", 1, 8},
	} {
		f := Parse([]byte(c.text))
		if len(f.Warnings) != 1 || f.Warnings[0].Line != c.line || f.Warnings[0].Column != c.column ||
			f.Warnings[0].Game != 1 {
			t.Errorf("%s: %+v, want %d:%d", c.name, f.Warnings, c.line, c.column)
		}
	}
}

func TestNodes(t *testing.T) {
	f := Parse([]byte("(;GM[1](;B[aa];W[bb])(;B[cc])\n(;B[dd]))(;GM[2])"))
	g := &f.Games[0]
	if g.Len() != 5 || g.Variations() != 2 || f.Games[1].Len() != 1 {
		t.Fatalf("%d nodes, %d variations", g.Len(), g.Variations())
	}
	root := g.Root()
	first := g.FirstChild(root)
	second := g.NextSibling(first)
	third := g.NextSibling(second)
	if g.NextSibling(third) != NoNode || g.Parent(third) != root || g.Parent(root) != NoNode ||
		g.NextSibling(root) != NoNode {
		t.Error("siblings are wrong")
	}
	if g.FirstChild(first) != first+1 || g.FirstChild(first+1) != NoNode || g.FirstChild(second) != NoNode {
		t.Error("children are wrong")
	}
	if line, column := g.Position(third); line != 2 || column != 3 {
		t.Errorf("third variation at %d:%d", line, column)
	}
	p, ok := g.Property(third, "B")
	if !ok || string(p.Raw(0)) != "dd" || p.Name() != "B" || p.Len() != 1 {
		t.Error("property is wrong")
	}
	if _, ok := g.Property(third, "W"); ok {
		t.Error("found what is not there")
	}
	for n, want := range map[Node][2]int{0: {1, 3}, 1: {1, 10}, 2: {1, 16}} {
		if line, column := g.Position(n); line != want[0] || column != want[1] {
			t.Errorf("node %d at %d:%d", n, line, column)
		}
	}
	if last := f.Games[1]; last.FirstChild(last.Root()) != NoNode {
		t.Error("a game goes on beyond its end")
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct{ raw, text, simple string }{
		{"plain", "plain", "plain"},
		{`a\]b\\c\:d\xe`, `a]b\c:dxe`, `a]b\c:dxe`},
		{"a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e"},
		{"a\\\nb\\\r\nc\\\rd\\\n\re", "abcde", "abcde"},
		{"a\tb\vc\fd", "a b c d", "a b c d"},
		{"a\n\nb\r\rc", "a\n\nb\n\nc", "a  b  c"},
		{"\\\té\\é", " éé", " éé"},
		{"", "", ""},
	} {
		if got := text([]byte(c.raw), manyLines); got != c.text {
			t.Errorf("Text %q: %q, want %q", c.raw, got, c.text)
		}
		if got := text([]byte(c.raw), oneLine); got != c.simple {
			t.Errorf("SimpleText %q: %q, want %q", c.raw, got, c.simple)
		}
	}
	f := Parse([]byte(`(;AP[Prog\:ram:1:2]LB[aa:x\:y]FG[:]C[none])`))
	g := &f.Games[0]
	for name, want := range map[string][2]string{"AP": {"Prog:ram", "1:2"}, "LB": {"aa", "x:y"}, "FG": {"", ""}} {
		p, _ := g.Property(0, name)
		if a, b, ok := p.Composed(0); !ok || a != want[0] || b != want[1] {
			t.Errorf("%s: %q, %q, %v", name, a, b, ok)
		}
	}
	p, _ := g.Property(0, "C")
	if a, b, ok := p.Composed(0); ok || a != "none" || b != "" {
		t.Errorf("C: %q, %q, %v", a, b, ok)
	}
}

// TestTreesAsWritten makes trees, writes them in a way of its own, with blanks
// anywhere, and expects them back.
func TestTreesAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		blanks := rapid.SampledFrom([]string{"", "", "", " ", "\n", "\r\n", "\t "})
		var text, want strings.Builder
		put := func(s string) {
			text.WriteString(blanks.Draw(t, "blank") + s)
			want.WriteString(s)
		}
		variations := 0
		var sequence func(depth int)
		sequence = func(depth int) {
			for range rapid.IntRange(1, 4).Draw(t, "nodes") {
				put(";")
				names := rapid.SliceOfNDistinct(
					rapid.SampledFrom([]string{"B", "C", "AB", "XYZ", "MULTIGOGM", "KGS2", "GM"}), 0, 3, rapid.ID[string],
				).Draw(t, "names")
				for _, name := range names {
					put(name)
					for range rapid.IntRange(1, 3).Draw(t, "values") {
						put("[")
						value := strings.Join(
							rapid.SliceOfN(
								rapid.SampledFrom([]string{"a", "aa", `\]`, `\\`, "[", "(", ")", ";", "黑", ":"}), 0, 4,
							).Draw(t, "value"),
							"",
						)
						text.WriteString(value + "]")
						want.WriteString(value + "]")
					}
				}
			}
			branches := rapid.IntRange(0, 3).Draw(t, "branches")
			if depth == 0 || branches < 2 {
				return
			}
			variations += branches - 1
			for range branches {
				put("(")
				sequence(depth - 1)
				put(")")
			}
		}
		put("(")
		sequence(3)
		put(")")
		f := Parse([]byte(text.String()))
		if len(f.Games) != 1 || f.Err != nil || len(f.Warnings) > 0 {
			t.Fatalf("%q: %d games, %v, %v", text.String(), len(f.Games), f.Err, f.Warnings)
		}
		var out bytes.Buffer
		if err := Write(&out, &f.Games[0]); err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(strings.Replace(out.String(), "CA[UTF-8]", "", 1), "\n", "")
		if got != want.String() || f.Games[0].Variations() != variations {
			t.Fatalf("got  %s\nwant %s", got, want.String())
		}
	})
}

func TestPositionOfEmptyNodes(t *testing.T) {
	f := Parse([]byte("(;;B[aa]\n;;W[bb])"))
	g := &f.Games[0]
	for n, want := range [][2]int{{1, 2}, {1, 4}, {1, 8}, {2, 3}} {
		if line, column := g.Position(Node(n)); line != want[0] || column != want[1] {
			t.Errorf("node %d at %d:%d", n, line, column)
		}
	}
}

func TestPropertyNames(t *testing.T) {
	f := Parse([]byte("(;MultiGoGM[1]LONGER[a\nb]KGS2[x]b[aa])"))
	g := &f.Games[0]
	for name, want := range map[string]string{"MGGM": "1", "LONGER": "a b", "KGS2": "x", "B": "aa"} {
		if p, ok := g.Property(0, name); !ok || p.Name() != name || p.SimpleText(0) != want {
			t.Errorf("%s: %v", name, ok)
		}
	}
	for _, name := range []string{"", "LONG", "MG", "LONGER2"} {
		if _, ok := g.Property(0, name); ok {
			t.Errorf("%q was found", name)
		}
	}
}

func TestPoints(t *testing.T) {
	for x := range MaxSize {
		for y := range MaxSize {
			if a, b, ok := ParsePoint(FormatPoint(x, y)); !ok || a != x || b != y {
				t.Fatalf("%d, %d is written as %q", x, y, FormatPoint(x, y))
			}
		}
	}
	if FormatPoint(0, 51) != "aZ" || FormatPoint(26, 25) != "Az" {
		t.Error("letters are wrong")
	}
	for _, text := range []string{"", "a", "aaa", "a1", "é", "a ", "[]"} {
		if _, _, ok := ParsePoint(text); ok {
			t.Errorf("%q is read as a point", text)
		}
	}
}

func TestErrorSaysWhere(t *testing.T) {
	f := Parse([]byte("(;B[aa])\n(;!)"))
	if got, want := f.Err.Error(), "line 2, column 2: A game record seems to begin here, but nothing in it could be read."; got != want {
		t.Errorf("%s", got)
	}
}
