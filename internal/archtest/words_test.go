package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// names are words that stand alone as a name in data, which old data goes by:
// "anew" is a reading of question 4.20-carried, as rulings keep it.
var names = []string{"anew"}

const (
	styleGuide  = "docs/style.md"
	wordsBegin  = "| we do not write | we write |"
	wordsEnding = "\n\n"
)

// wordTable cuts the table of words out of the style guide and returns the
// guide without it, with as many lines.
func wordTable(t *testing.T, guide string) (rows []string, rest string) {
	t.Helper()
	before, after, found := strings.Cut(guide, wordsBegin)
	if !found {
		t.Fatalf("%s has no table %q", styleGuide, wordsBegin)
	}
	table, after, _ := strings.Cut(after, wordsEnding)
	return strings.Split(
		strings.TrimSpace(table), "\n",
	)[1:], before + strings.Repeat("\n", strings.Count(table, "\n")) + wordsEnding + after
}

// unwanted is the pattern of the phrases that the style guide rules out.
func unwanted(t *testing.T, rows []string) *regexp.Regexp {
	t.Helper()
	var phrases []string
	for _, row := range rows {
		cells := strings.Split(row, "|")
		if len(cells) != 4 || strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[2]) == "" {
			t.Fatalf("%s: %q is not a row of two cells", styleGuide, row)
		}
		words := strings.Fields(cells[1])
		for i, w := range words {
			words[i] = regexp.QuoteMeta(w)
		}
		phrases = append(phrases, strings.Join(words, `\s+`))
	}
	if len(phrases) < 20 {
		t.Fatalf("%s: only %d phrases were read", styleGuide, len(phrases))
	}
	// The longest first, so that the most telling phrase is named.
	slices.SortFunc(phrases, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(phrases, "|") + `)\b`)
}

// passage is a text that a person may read, and the line it begins in.
type passage struct {
	line int
	text string
}

// goTexts returns the strings of a Go file. What is added up of several is one
// text, so that a phrase is found across them; what is computed stands as "…".
func goTexts(t *testing.T, name string, text []byte) []passage {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []passage
	var visit func(ast.Node) bool
	var join func(ast.Expr) string
	join = func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.BasicLit:
			if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
				return s
			}
		case *ast.BinaryExpr:
			if e.Op == token.ADD {
				return join(e.X) + join(e.Y)
			}
			ast.Inspect(e, visit)
		default:
			ast.Inspect(e, visit)
		}
		return "…"
	}
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			out = append(out, passage{files.Position(n.Pos()).Line, join(n)})
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				out = append(out, passage{files.Position(n.Pos()).Line, join(n)})
				return false
			}
		}
		return true
	}
	ast.Inspect(f, visit)
	return out
}

// readable lists what may show words to a person, besides Go files.
var readable = []string{".html", ".js", ".md", ".json"}

// TestWordsWeDoNotUse looks for the phrases that docs/style.md rules out, in
// everything that a person may read: strings of the program, templates,
// scripts, documents. Comments and tests are not looked at.
func TestWordsWeDoNotUse(t *testing.T) {
	root := filepath.Join("..", "..")
	guide, err := os.ReadFile(filepath.Join(root, styleGuide))
	if err != nil {
		t.Fatal(err)
	}
	rows, rest := wordTable(t, string(guide))
	pattern := unwanted(t, rows)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(rel)
		if d.IsDir() {
			if path != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains(
				[]string{"testdata", "node_modules", "out", "data", "demo-data", "fonts", "e2e", "bench"}, d.Name(),
			)) {
				return fs.SkipDir
			}
			return nil
		}
		isGo := strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go")
		if !isGo && !slices.Contains(readable, filepath.Ext(file)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		passages := []passage{{1, string(text)}}
		switch {
		case isGo:
			passages = goTexts(t, path, text)
		case file == styleGuide:
			passages = []passage{{1, rest}}
		}
		for _, p := range passages {
			for _, n := range names {
				p.text = strings.ReplaceAll(p.text, "`"+n+"`", "")
			}
			if isGo && slices.Contains(names, p.text) {
				continue
			}
			for _, at := range pattern.FindAllStringIndex(p.text, -1) {
				t.Errorf(
					"%s:%d: %q is on the list of words we do not use (%s)", file, p.line+strings.Count(p.text[:at[0]], "\n"),
					p.text[at[0]:at[1]], styleGuide,
				)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnwantedWordsAreFound shows what the search looks at and what it leaves.
func TestUnwantedWordsAreFound(t *testing.T) {
	pattern := unwanted(
		t, append(slices.Repeat([]string{"| x y z | w |"}, 20), "| taken back | withdrawn |", "| nobody | no one |"),
	)
	for _, c := range []struct {
		name, source string
		found        int
	}{
		{"a string", `var s = "It was taken back."`, 1},
		{"capitals", `var s = "Nobody's"`, 1},
		{"added up", "var s = \"It was taken \" +\n\t\"back by \" + name", 1},
		{"inside a call that is added", `var s = "a" + f("nobody")`, 1},
		{"another line", "var s = `taken\nback`", 1},
		{"part of a word", `var s = "overtaken backwards"`, 0},
		{"what is computed between", `var s = "taken " + name + " back"`, 0},
		{"a comment", "// It was taken back by nobody.\nvar s = 1", 0},
		{"an import", `import _ "nobody"`, 0},
	} {
		found := 0
		for _, p := range goTexts(t, c.name, []byte("package p\n\n"+c.source+"\n")) {
			found += len(pattern.FindAllStringIndex(p.text, -1))
		}
		if found != c.found {
			t.Errorf("%s: %d found, want %d", c.name, found, c.found)
		}
	}
}
