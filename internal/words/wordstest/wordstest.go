// Package wordstest writes the lists of all sentences that can be translated, and checks that they are whole.
package wordstest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nzgs/internal/words"
)

// Every is the list of all sentences of a desk, in its folder dir: those of its templates, and those of its program that
// are said in the language of the page.
func Every(dir string) (*words.Catalogue, error) {
	out := &words.Catalogue{Header: map[string]string{
		"Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit", "MIME-Version": "1.0",
	}}
	at := map[string]int{}
	add := func(english, from string) {
		i, ok := at[english]
		if !ok {
			i = len(out.Entries)
			at[english] = i
			out.Entries = append(out.Entries, words.Entry{English: english})
		}
		if e := &out.Entries[i]; !slices.Contains(e.From, from) {
			e.From = append(e.From, from)
		}
	}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, "templates", func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".html" {
			return err
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		all, err := words.Sentences(string(text))
		if err != nil {
			return fmt.Errorf("%s/%s: %w", dir, file, err)
		}
		for _, s := range all {
			add(s, strings.TrimPrefix(file, "templates/"))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		all, err := inProgram(file)
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			add(s, path.Base(filepath.ToSlash(file)))
		}
	}
	return out, nil
}

// calls say their first text in the language of the page; values have texts that a page says so, in these fields.
var (
	calls  = []string{"Say", "Page", "addNav"}
	values = map[string][]string{"Crumb": {"Label"}, "NavItem": {"Label"}}
)

// inProgram finds what a Go file says in the language of the page.
func inProgram(file string) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []string
	add := func(e ast.Expr) bool {
		text, ok := joined(e)
		if ok && strings.ContainsFunc(text, unicode.IsLetter) {
			out = append(out, text)
		}
		return ok
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := nameOf(n.Fun); slices.Contains(calls, name) {
				for _, arg := range n.Args {
					if add(arg) {
						break
					}
				}
			}
		case *ast.CompositeLit:
			kind := n.Type
			if list, ok := kind.(*ast.ArrayType); ok {
				kind = list.Elt
				for _, e := range n.Elts {
					fieldsOf(e, values[nameOf(kind)], add)
				}
				return true
			}
			fieldsOf(n, values[nameOf(kind)], add)
		}
		return true
	})
	return out, nil
}

// fieldsOf takes the fields of a value.
func fieldsOf(e ast.Expr, fields []string, add func(ast.Expr) bool) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && slices.Contains(fields, nameOf(kv.Key)) {
			add(kv.Value)
		}
	}
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// joined is a text, also one of several joined by +.
func joined(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		a, ok := joined(e.X)
		b, too := joined(e.Y)
		return a + b, e.Op == token.ADD && ok && too
	}
	return "", false
}

// Merged is a catalogue brought up to the list of all sentences: what is new is empty, and what no page has any more is kept
// at its end as a remark.
func Merged(every, have *words.Catalogue) *words.Catalogue {
	out := &words.Catalogue{File: have.File, Header: have.Header, Notes: have.Notes, Old: slices.Clone(have.Old)}
	left := map[string]words.Entry{}
	for _, e := range have.Entries {
		left[e.English] = e
	}
	for _, e := range every.Entries {
		was := left[e.English]
		e.Text, e.Fuzzy, e.Notes = was.Text, was.Fuzzy, was.Notes
		delete(left, e.English)
		out.Entries = append(out.Entries, e)
	}
	for _, e := range have.Entries {
		if _, old := left[e.English]; old && e.Text != "" {
			gone := words.Catalogue{Entries: []words.Entry{{English: e.English, Text: e.Text}}}
			for line := range bytes.Lines(gone.PO()) {
				if text := strings.TrimSpace(string(line)); text != "" && text != `msgid ""` && text != `msgstr ""` {
					out.Old = append(out.Old, "#~ "+text)
				}
			}
		}
	}
	return out
}
