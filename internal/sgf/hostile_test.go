package sgf

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// long is the length of hostile inputs: with it, work that grows with the
// square of the length would take hours instead of a fraction of a second.
const long = 1 << 19

func repeat(s string) string { return strings.Repeat(s, long/len(s)) }

func manyNames() string {
	var b strings.Builder
	b.WriteString("(;")
	for i := 0; b.Len() < long/2; i++ {
		b.WriteString("LONGNAME" + strconv.Itoa(i) + "[]")
	}
	return b.String()
}

var hostile = map[string]string{
	"parentheses":               repeat("("),
	"closing parentheses":       "(;B[aa]" + repeat(")"),
	"nested variations":         repeat("(;B[aa]"),
	"records that break off":    repeat("\n(;FF[4]C[x"),
	"roots that break off":      repeat("\n(;SZ[9];B[aa]"),
	"roots of long texts":       repeat("\n(;C[x") + "]",
	"roots of long names":       repeat("\n(;C[x]N[x]"),
	"records without end":       "(;C[x" + repeat("\n(;FF[4"),
	"records in values":         "(;" + repeat("C[\n(;GM[1]"),
	"nested and closed":         strings.Repeat("(;", long/4) + strings.Repeat(")", long/4),
	"doubled parentheses":       "(;B[aa]" + repeat("((;W[bb]))"),
	"siblings":                  "(;B[aa]" + repeat("(;W[bb])"),
	"siblings of siblings":      "(;B[aa]" + repeat("(;W[bb](;B[cc])(;B[dd]))"),
	"empty nodes":               "(" + repeat(";"),
	"empty variations":          "(;B[aa]" + repeat("()"),
	"empty games":               repeat("()"),
	"smallest games":            repeat("(;)"),
	"games without anything":    repeat("(;SZ[9])"),
	"games that are none":       repeat("(;!)"),
	"games on lines":            repeat("(;KM[750])\r\n"),
	"semicolons between":        repeat(";A"),
	"games begun":               repeat("(A("),
	"games closed early":        "(;B[aa])" + repeat(";W[bb])"),
	"a long line":               "(;" + repeat("A[]"),
	"values":                    "(;A" + repeat("[]"),
	"the same property":         "(;" + repeat("AB[aa]"),
	"the same two properties":   "(;" + repeat("AB[aa]AW[bb]"),
	"moves in a node":           "(;" + repeat("B[aa]W[bb]"),
	"names":                     manyNames(),
	"names, then nodes":         manyNames() + repeat(";A[]B[]"),
	"names, then roots":         manyNames() + repeat("\n(;KM[1]"),
	"a name":                    "(;" + repeat("A"),
	"names without values":      "(;" + repeat("AB "),
	"nodes of names":            "(" + repeat(";KO"),
	"blanks":                    "(;A" + repeat(" ") + "[x]",
	"names and blanks":          "(;" + repeat("a     "),
	"a value":                   "(;C[" + repeat("x") + "])",
	"a value not closed":        "(;C[" + repeat("x"),
	"values not closed":         repeat("(;C["),
	"moves not closed":          "(" + repeat(";B[") + "]",
	"moves closed now and then": "(" + repeat(";B[aa"+strings.Repeat(";W[bb", 150)+"]"),
	"escapes":                   "(;C[" + repeat(`\`) + "])",
	"escaped brackets":          "(;C[" + repeat(`\]`),
	"escapes and brackets":      "(;C[" + repeat(`\\\]`) + "]",
	"nameless values":           "(;" + repeat("[]"),
	"nameless brackets":         "(;" + repeat("["),
	"stray characters":          "(;B[aa]" + repeat("! "),
	"stray everywhere":          "(" + repeat(";!"),
	"text":                      repeat("text "),
	"text in parentheses":       repeat("(text) "),
	"line ends":                 "(;B[aa]" + repeat("\r") + "!" + repeat("\n\r") + "!",
	"lists":                     "(;SZ[52]AB" + repeat("[aa:ZZ]"),
	"lists off the board":       "(;SZ[1]AB" + repeat("[bb:ZZ]"),
	"lists by node":             "(;SZ[52]" + repeat(";AB[aa:ZZ]"),
	"lists of marks":            "(;SZ[52]MA" + repeat("[aa:ZZ]"),
	"territory":                 "(;SZ[52]" + repeat(";TB[aa:ZZ]TW[aa:ZZ]"),
	"points that are none":      "(;AB" + repeat("[D4]"),
	"unreadable moves":          "(;GM[1]SZ[9]" + repeat(";B[D4]"),
	"variations in words":       "(;GM[1]SZ[9]" + repeat(";B[pass]W[aa]"),
	"NULs":                      repeat("\x00"),
	"ends":                      "(;B[aa])" + repeat("\x1a\x00\n"),
	"high bytes":                "(;C[" + repeat("\xb0\xa1") + "])",
	"broken characters":         "(;C[" + repeat("\x81\xff") + "])",
	"broken UTF-8":              "(;CA[UTF-8]C[" + repeat("é\xe9") + "])",
	"encodings":                 "(;" + repeat("CA[") + "é\xe9",
	"a long encoding":           "(;CA[" + repeat("x") + "é\xe9",
	"UTF-16":                    "\xff\xfe" + repeat("(\x00;\x00"),
	"half UTF-16":               "\xff\xfe" + repeat("\x00\xd8"),
	"ISO-2022-JP":               "(;C[" + repeat("\x1b$B;3\x1b(B") + "])",
	"HZ":                        "(;CA[HZ]C[" + repeat("~{<:~}") + "])",
	"long texts":                "(;RE[" + repeat("黑") + "]KM[" + repeat("7") + "]SZ[" + repeat("9") + "]",
	"long moves":                "(;SZ[9];B[" + repeat(" ") + "aa];W[" + repeat("a") + "]",
	"large board":               "(;SZ[" + repeat("19:") + "]",
}

// TestHostileInput reads what is meant to take long or much. Memory is checked
// by the size of what is kept.
func TestHostileInput(t *testing.T) {
	var reader Reader
	var rec Record
	for name, text := range hostile {
		reader.Read([]byte(text))
		f := &reader.file
		checkFile(t, f)
		for i := range f.Games {
			err := f.Games[i].MainLine(&rec)
			var bad *Error
			if err != nil && !errors.As(err, &bad) {
				t.Errorf("%s: %v", name, err)
			}
			checkWarnings(t, rec.Warnings)
			rec.Result()
			if kept := len(rec.Stones) + len(rec.Territory) + len(rec.Marks); kept > maxSetUp+8*MaxSize*MaxSize {
				t.Errorf("%s: %d points", name, kept)
			}
		}
		if err := Write(io.Discard, pointers(f)...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		tr := &f.tree
		if kept := 12*cap(tr.nodes) + 12*cap(tr.props) + 8*cap(tr.values) + 12*cap(reader.parser.stack); kept > 30*len(text) {
			t.Errorf("%s: %d bytes kept for %d", name, kept, len(text))
		}
		reader = Reader{}
	}
}

func pointers(f *File) []*Game {
	games := make([]*Game, len(f.Games))
	for i := range f.Games {
		games[i] = &f.Games[i]
	}
	return games
}

func TestSetUpIsBounded(t *testing.T) {
	f := Parse([]byte(hostile["lists by node"]))
	var rec Record
	var bad *Error
	if err := f.Games[0].MainLine(&rec); !errors.As(err, &bad) || bad.Code != TooManyPoints {
		t.Errorf("%v", err)
	}
	if len(rec.Stones) > maxSetUp+MaxSize*MaxSize {
		t.Errorf("%d stones", len(rec.Stones))
	}
	f = Parse([]byte(hostile["lists"]))
	if err := f.Games[0].MainLine(&rec); err != nil || len(rec.Stones) != MaxSize*MaxSize {
		t.Errorf("%v, %d stones", err, len(rec.Stones))
	}
}

func TestLimit(t *testing.T) {
	text := []byte("(;B[aa])")
	r := Reader{MaxBytes: len(text)}
	if f := r.Read(text); f.Err != nil || len(f.Games) != 1 {
		t.Errorf("%v", f.Err)
	}
	r.MaxBytes--
	if f := r.Read(text); f.Err == nil || f.Err.Code != TooLarge || len(f.Games) != 0 || f.Err.Line != 1 ||
		f.Err.Column != 1 {
		t.Errorf("%v", f.Err)
	}
	if (&Reader{}).limit() != DefaultMaxBytes || (&Reader{MaxBytes: 1 << 40}).limit() != LargestMaxBytes {
		t.Error("limits")
	}
}

func TestWarningsAreCounted(t *testing.T) {
	f := Parse([]byte("(;GM[1]SZ[9]" + strings.Repeat(";B[aa],C[x]C[y]", 500) + strings.Repeat(";B[D4]", 700) + ")"))
	if len(f.Warnings) != MaxWarnings || f.MoreWarnings != 1000-MaxWarnings {
		t.Errorf("%d and %d", len(f.Warnings), f.MoreWarnings)
	}
	var rec Record
	if err := f.Games[0].MainLine(&rec); err != nil || len(rec.Warnings) != MaxWarnings ||
		rec.MoreWarnings != 700-MaxWarnings {
		t.Errorf("%v: %d and %d", err, len(rec.Warnings), rec.MoreWarnings)
	}
}

func TestReadingAgainAllocatesNothing(t *testing.T) {
	records := generatedMany(8)
	records = append(records,
		[]byte(
			"(;GM[1]FF[4]CA[UTF-8]SZ[19]HA[4]KM[0]PB[李小石]PW[Birch]AB[dd][pp][dp][pd]PL[W];W[qf];B[nc]C[é \\] "+
				"x](;W[rd])(;W[rr]TB[aa:ss]TW[bb]MA[cc]))",
		))
	var reader Reader
	var rec Record
	read := func() {
		for _, r := range records {
			f := reader.Read(r)
			if err := f.Games[0].MainLine(&rec); err != nil || len(f.Warnings) > 0 {
				t.Fatal(err, f.Warnings)
			}
		}
	}
	read()
	if n := testing.AllocsPerRun(20, read); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// What was read before must not be seen again.
func TestReaderUsedAgain(t *testing.T) {
	var reader Reader
	for range 2 {
		for _, s := range seeds {
			f, fresh := reader.Read([]byte(s)), Parse([]byte(s))
			if rewritten(t, f) != rewritten(t, fresh) || codes(f.Warnings) != codes(fresh.Warnings) ||
				f.Encoding != fresh.Encoding || (f.Err == nil) != (fresh.Err == nil) || f.MoreWarnings != fresh.MoreWarnings {
				t.Errorf("%q: %+v, fresh %+v", s, f, fresh)
			}
		}
	}
}

// TestOnlySoMuchOfARootIsLookedAt: a root is asked again for each parenthesis, and may be as long as the file.
func TestOnlySoMuchOfARootIsLookedAt(t *testing.T) {
	for many, games := range map[int]int{mostInRoot - 1: 2, mostInRoot: 1} {
		var b strings.Builder
		b.WriteString("(;")
		for i := range many {
			b.WriteString("LONGNAME" + strconv.Itoa(i) + "[]")
		}
		b.WriteString("KM[1];B[aa]\n(;KM[1];W[bb]")
		var r Reader
		if got := len(r.Read([]byte(b.String())).Games); got != games {
			t.Errorf("after %d properties: %d games; want %d", many, got, games)
		}
	}
}
