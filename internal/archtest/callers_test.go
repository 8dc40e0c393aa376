package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// forTests reports whether only tests use a package: storetest, mailtest.
func forTests(pkg string) bool { return strings.HasSuffix(pkg, "test") || pkg == "internal/raced" }

// onlyTestsCall may be exported without a caller outside tests, and why.
var onlyTestsCall = map[string]string{
	"internal/civil.MustParseDate":         "days that tests of every room are written with",
	"internal/money.MustParse":             "amounts that tests of every room are written with",
	"internal/pairing/matching.Unpack":     "what the weight of a pair is made of, which the tests of two rooms check",
	"internal/pairing/matching.CheckGraph": "the proof of a draw, which the tests of two rooms check",
	"internal/treasury.OnAccount":          "what of credit stands on whose account, by which tests of two rooms add up the books",
}

// interfaces are methods that the standard library and our libraries call.
var interfaces = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`String Error Unwrap Is As GoString Format MarshalJSON UnmarshalJSON MarshalText
		UnmarshalText Scan Value Read Write Close Flush ServeHTTP Len Less Swap Push Pop Enabled Handle WithAttrs WithGroup
		Header WriteHeader WriteString ReadByte Describe Collect
		WebAuthnID WebAuthnName WebAuthnDisplayName WebAuthnCredentials`) {
		out[name] = true
	}
	return out
}()

// exported is a function or a method that other packages may call.
type exported struct {
	pkg, name, file string
	method          bool
}

// uses are what the code outside tests names: functions by package, and whatever
// stands behind a dot.
type uses struct {
	functions map[string]bool // "internal/civil.ParseDate"
	selected  map[string]bool // "ParseDate"
}

// What is exported has a caller outside tests: a rule that nothing applies, or a
// helper of tests, is no part of a package. Functions are told apart by their
// package; of methods only the name is looked for, so that some without a caller
// are not found, and none is named wrongly.
func TestWhatIsExportedIsCalled(t *testing.T) {
	all, found := declared(t)
	templates(t, found)
	for _, e := range all {
		at := e.pkg + "." + e.name
		used := found.functions[at]
		if e.method {
			used = found.selected[e.name] || interfaces[e.name]
		}
		switch why := onlyTestsCall[at]; {
		case used && why != "":
			t.Errorf("%s has a caller: take it from onlyTestsCall", at)
		case !used && why == "":
			t.Errorf("%s: nothing outside tests calls %s: call it, take it away, or move it to a test", e.file, e.name)
		}
	}
}

// declared reads every file outside tests.
func declared(t *testing.T) (all []exported, found uses) {
	t.Helper()
	found = uses{map[string]bool{}, map[string]bool{}}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.file, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		names := map[*ast.Ident]bool{} // of what is declared here: no use
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			names[fn.Name] = true
			if fn.Name.IsExported() && !forTests(s.pkg) && s.pkg != "bench" && s.pkg != "e2e" {
				all = append(all, exported{s.pkg, fn.Name.Name, s.file, fn.Recv != nil})
			}
		}
		found.add(s.pkg, f, names)
	}
	return all, found
}

// add notes what a file names.
func (u uses) add(pkg string, f *ast.File, names map[*ast.Ident]bool) {
	imported := map[string]string{} // name in the file: package
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		inner, ours := strings.CutPrefix(p, module+"/")
		name := path.Base(inner)
		if i.Name != nil {
			name = i.Name.Name
		}
		if ours {
			imported[name] = inner
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			u.selected[n.Sel.Name], names[n.Sel] = true, true
			if x, ok := n.X.(*ast.Ident); ok && imported[x.Name] != "" {
				u.functions[imported[x.Name]+"."+n.Sel.Name] = true
			}
		case *ast.Ident:
			if !names[n] {
				u.functions[pkg+"."+n.Name] = true
			}
		}
		return true
	})
}

var templateField = regexp.MustCompile(`\.([A-Z][A-Za-z0-9]*)`)

// templates notes what the pages name.
func templates(t *testing.T, found uses) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", "..", "web"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".html" {
			return err
		}
		text, err := os.ReadFile(file)
		for _, m := range templateField.FindAllStringSubmatch(string(text), -1) {
			found.selected[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
