package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// drivers only drive the program, which runs as a process of its own: their
// goroutines share nothing with it. e2e has journeys against a program that was
// built with the detector.
var drivers = []string{"bench", "e2e"}

// test is a test to be raced, in a folder of the module.
type test struct{ dir, name string }

// room is a folder of Go files.
type room struct {
	dir   string
	funcs []function // of its tests
	named []named
}

// function is one of a test file's, with everything it mentions. Methods are
// known by ".name" whatever they belong to.
type function struct {
	name     string
	starts   bool // goroutines
	mentions map[string]bool
}

// named is a go statement of the program with the tests that it names.
type named struct {
	at    string
	tests []string
}

// find gives the tests to be raced of the module at root, by folder and name.
func find(root string) ([]test, error) {
	rooms, err := read(root)
	if err != nil {
		return nil, err
	}
	var out []test
	where := make(map[string][]string) // folders of the tests of that name
	for _, r := range rooms {
		for _, f := range r.funcs {
			if isTest(f.name) {
				where[f.name] = append(where[f.name], r.dir)
			}
		}
		if !slices.Contains(drivers, r.dir) {
			for _, name := range r.starting() {
				out = append(out, test{r.dir, name})
			}
		}
	}
	var faults []error
	for _, r := range rooms {
		for _, n := range r.named {
			if len(n.tests) == 0 {
				faults = append(
					faults, fmt.Errorf("%s starts a goroutine: say at its end which test races it, // raced by TestName", n.at),
				)
			}
			for _, name := range n.tests {
				if len(where[name]) == 0 {
					faults = append(faults, fmt.Errorf("%s is to be raced by %s, which does not exist", n.at, name))
				}
				for _, dir := range where[name] {
					if t := (test{dir, name}); !slices.Contains(drivers, dir) && !slices.Contains(out, t) {
						out = append(out, t)
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b test) int {
		return strings.Compare(a.dir+"\x00"+a.name, b.dir+"\x00"+b.name)
	})
	return out, errors.Join(faults...)
}

func isTest(name string) bool { return strings.HasPrefix(name, "Test") && name != "TestMain" }

// starting are the tests that start goroutines, themselves or by a helper.
func (r room) starting() []string {
	starts := make(map[string]bool)
	for more := true; more; {
		more = false
		for _, f := range r.funcs {
			if starts[f.name] {
				continue
			}
			for name := range f.mentions {
				f.starts = f.starts || starts[name]
			}
			if f.starts {
				starts[f.name], more = true, true
			}
		}
	}
	var out []string
	for _, f := range r.funcs {
		if isTest(f.name) && starts[f.name] {
			out = append(out, f.name)
		}
	}
	return out
}

func read(root string) ([]room, error) {
	var rooms []room
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			return nil
		}
		if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || slices.Contains(
			[]string{"testdata", "node_modules", "out", "data"}, name,
		)) {
			return fs.SkipDir
		}
		dir, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		r := room{dir: filepath.ToSlash(dir)}
		files, err := filepath.Glob(filepath.Join(path, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := r.readFile(file); err != nil {
				return err
			}
		}
		if len(files) > 0 {
			rooms = append(rooms, r)
		}
		return nil
	})
	return rooms, err
}

var racedBy = regexp.MustCompile(`// raced by (Test\w+(?:, Test\w+)*)`)

func (r *room) readFile(path string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if strings.HasSuffix(path, "_test.go") {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				r.funcs = append(r.funcs, functionOf(f))
			}
		}
		return nil
	}
	if slices.Contains(drivers, r.dir) {
		return nil
	}
	comments := make(map[int][]string) // the tests that the comment of a line names
	for _, g := range file.Comments {
		for _, c := range g.List {
			if m := racedBy.FindStringSubmatch(c.Text); m != nil {
				comments[set.Position(c.Pos()).Line] = strings.Split(m[1], ", ")
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if n != nil && startsOne(n) {
			at := set.Position(n.Pos())
			r.named = append(r.named, named{fmt.Sprintf("%s:%d", at.Filename, at.Line), comments[at.Line]})
		}
		return true
	})
	return nil
}

func functionOf(f *ast.FuncDecl) function {
	out := function{name: f.Name.Name, mentions: make(map[string]bool)}
	if f.Recv != nil {
		out.name = "." + out.name
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if n != nil && startsOne(n) {
			out.starts = true
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			out.mentions["."+n.Sel.Name] = true
		case *ast.Ident:
			out.mentions[n.Name] = true
		}
		return true
	})
	return out
}

// startsOne reports whether a statement or call starts goroutines. A server of
// httptest does too, and shares nothing by it while it is asked one thing at a
// time.
func startsOne(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		return true
	case *ast.CallExpr:
		f, ok := n.Fun.(*ast.SelectorExpr)
		return ok && f.Sel.Name == "Go"
	}
	return false
}
