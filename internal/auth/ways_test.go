package auth

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A session begins in three ways, each of which knows that no second factor is owed,
// and nothing else writes one into the database.
func TestSessionsBeginInKnownWaysOnly(t *testing.T) {
	allowed := map[string][]string{
		"insertSession": {"open"},
		"open":          {"SignInWithPasskey", "admit", "whole"},
		"admit":         {"SetPasswordByLink", "SetUp", "SignIn", "SignInByLink"},
		"whole":         {"SignInWithCode"},
		"renewSession":  {"prove"},
		"prove":         {"SignInAgain", "SignInAgainWithPasskey"},
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	calls := map[string][]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				called := ""
				switch f := call.Fun.(type) {
				case *ast.Ident:
					if called = f.Name; called == "open" { // a parameter of another function
						called = ""
					}
				case *ast.SelectorExpr:
					called = f.Sel.Name
				}
				if _, watched := allowed[called]; watched && !slices.Contains(calls[called], fn.Name.Name) {
					calls[called] = append(calls[called], fn.Name.Name)
				}
				return true
			})
		}
	}
	for called, by := range allowed {
		slices.Sort(calls[called])
		if !slices.Equal(calls[called], by) {
			t.Errorf("%s is called by %v, want %v: say in docs/security.md which way to sign in is new", called, calls[called], by)
		}
	}
}
