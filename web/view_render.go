package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"sync"
	texttemplate "text/template"
	"text/template/parse"

	"github.com/labstack/echo/v4"
)

//go:embed templates
var templateFiles embed.FS

// view ties a page's template to the struct it is rendered from.
type view[T any] struct {
	file string
	once sync.Once
	tmpl *template.Template
	err  error
}

// registered is every view of the package, for the test that type-checks them.
var registered []interface {
	check() (*template.Template, any, error)
}

// newView declares the page in templates/<file>. T embeds Page.
func newView[T any](file string) *view[T] {
	v := &view[T]{file: file}
	registered = append(registered, v)
	return v
}

// render answers with the page. It is rendered whole before the first byte is
// sent, so that a fault gives an error page and never half a page.
func (v *view[T]) render(c echo.Context, status int, page T) error {
	tmpl, err := v.template()
	if err != nil {
		return err
	}
	buf := takeBuffer()
	defer giveBack(buf)
	if err := tmpl.ExecuteTemplate(buf, "layout", page); err != nil {
		return fmt.Errorf("render %s: %w", v.file, err)
	}
	return c.HTMLBlob(status, buf.Bytes())
}

func (v *view[T]) template() (*template.Template, error) {
	v.once.Do(func() { v.tmpl, v.err = pageTemplate(v.file) })
	if v.err != nil {
		return nil, fmt.Errorf("template %s: %w", v.file, v.err)
	}
	return v.tmpl, nil
}

// pageTemplate is the layout with one page's "main". Of the shared partials it
// holds only those that the page leads to: a copy of all of them for every
// page would be most of the program's memory.
func pageTemplate(file string) (*template.Template, error) {
	shared, err := sharedTrees()
	if err != nil {
		return nil, err
	}
	text, err := templateFiles.ReadFile("templates/" + file)
	if err != nil {
		return nil, err
	}
	own, err := trees(file, string(text))
	if err != nil {
		return nil, err
	}
	tmpl := template.New(file)
	added := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		tree, ok := own[name]
		if !ok {
			tree, ok = shared[name]
		}
		if !ok || added[name] {
			return nil // an unknown name is reported when the page is checked
		}
		added[name] = true
		if _, err := tmpl.AddParseTree(name, tree.Copy()); err != nil {
			return err
		}
		for _, called := range calls(tree.Root) {
			if err := add(called); err != nil {
				return err
			}
		}
		return nil
	}
	return tmpl, add("layout")
}

// check returns the template, freshly parsed, and a zero page, for tests.
func (v *view[T]) check() (*template.Template, any, error) {
	tmpl, err := pageTemplate(v.file)
	var page T
	return tmpl, page, err
}

// sharedTrees is the layout with the shared partials, parsed once.
var sharedTrees = sync.OnceValues(func() (map[string]*parse.Tree, error) {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	all := map[string]*parse.Tree{}
	for _, file := range files {
		text, err := templateFiles.ReadFile(file)
		if err != nil {
			return nil, err
		}
		defined, err := trees(file, string(text))
		if err != nil {
			return nil, err
		}
		for name, tree := range defined {
			all[name] = tree
		}
	}
	return all, nil
})

// trees parses the templates that a file defines.
func trees(file, text string) (map[string]*parse.Tree, error) {
	t, err := texttemplate.New(file).Parse(text)
	if err != nil {
		return nil, err
	}
	out := map[string]*parse.Tree{}
	for _, defined := range t.Templates() {
		if defined.Name() != file && defined.Tree != nil {
			out[defined.Name()] = defined.Tree
		}
	}
	return out, nil
}

// calls lists the templates that a node leads to.
func calls(node parse.Node) []string {
	var names []string
	branch := func(b *parse.BranchNode) {
		names = append(names, calls(b.List)...)
		if b.ElseList != nil {
			names = append(names, calls(b.ElseList)...)
		}
	}
	switch n := node.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			names = append(names, calls(child)...)
		}
	case *parse.TemplateNode:
		names = append(names, n.Name)
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	}
	return names
}

// maxKeptBuffer is the biggest buffer that is kept for the next page, in bytes.
const maxKeptBuffer = 1 << 20

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// takeBuffer gives an empty buffer, as big as some page before needed.
func takeBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

// giveBack lets the next page have the buffer.
func giveBack(buf *bytes.Buffer) {
	if buf.Cap() <= maxKeptBuffer {
		buf.Reset()
		buffers.Put(buf)
	}
}

// seeOther answers a POST: look there next.
func seeOther(c echo.Context, url string) error {
	return c.Redirect(http.StatusSeeOther, url)
}
