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
	"strings"
	"testing"
)

var ourSociety = regexp.MustCompile(`New Zealand Go Society|\bNZGS\b`)

// namesOurSociety may have the society's name or its letters in what it says, and
// why.
var namesOurSociety = map[string]string{
	"internal/config/config.go":            "the setting's default, and the prefix of environment variables",
	"internal/sheet/columns.go":            "a heading of the lists that clubs send in",
	"internal/takeover/column.go":          "a heading of the lists that a society kept before",
	"internal/governance/ballot/serial.go": "the mark of a voting paper's QR code, which printed papers have",
}

// The society's name is a setting: no page, print, letter or command has a name
// of its own for it.
func TestNoSocietyIsNamedInTheCode(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || namesOurSociety[s.file] != "" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.file, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && ourSociety.MatchString(text.Value) {
				t.Errorf("%s says %s: take the name from the settings", s.file, text.Value)
			}
			return true
		})
	}
	shown := []string{".html", ".js", ".css", ".svg", ".txt", ".webmanifest"}
	err := filepath.WalkDir(filepath.Join("..", "..", "web"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains(shown, filepath.Ext(path)) || strings.Contains(path, "testdata") {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && ourSociety.Match(text) {
			t.Errorf("%s names the society: take the name from the settings", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
