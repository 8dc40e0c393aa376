package kit

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"
	"text/template/parse"

	"github.com/labstack/echo/v4"

	"nzgs/internal/bidi"
	"nzgs/internal/spool"
	"nzgs/internal/words"
)

// shared is the layout and the parts that the pages of all desks are made of.
//
//go:embed templates words
var shared embed.FS

// Static is the styles and scripts of all pages.
//
//go:embed static
var Static embed.FS

// Templates is the templates of one desk: its pages in templates/pages, and in
// templates the parts that several of its pages share.
type Templates struct {
	files embed.FS
	desk  string // whose words it has; "" until there are languages
	parts partsByLanguage
	views []Checked
}

// partsByLanguage are parts, parsed once for each language; nil is English.
type partsByLanguage struct {
	mu   sync.Mutex
	made map[*words.Language]map[string]*parse.Tree
}

// in gives the parts in a language, which parse reads when they are asked for first.
func (p *partsByLanguage) in(l *words.Language, read func() (map[string]*parse.Tree, error)) (map[string]*parse.Tree, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if all := p.made[l]; all != nil {
		return all, nil
	}
	all, err := read()
	if err != nil {
		return nil, err
	}
	if p.made == nil {
		p.made = map[*words.Language]map[string]*parse.Tree{}
	}
	p.made[l] = all
	return all, nil
}

// Checked is a page that a test can check against its template.
type Checked interface {
	// Check returns the page's template in a language, freshly parsed, and a zero page; nil is English.
	Check(l *words.Language) (*template.Template, any, error)
	// File is the template's file below templates/pages.
	File() string
}

// NewTemplates takes a desk's embedded folder "templates".
func NewTemplates(files embed.FS) *Templates {
	return &Templates{files: files}
}

// OfDesk names the desk whose words the templates have.
func (t *Templates) OfDesk(name string) { t.desk = name }

// partsIn gives the desk's parts with those of all desks.
func (t *Templates) partsIn(l *words.Language) (map[string]*parse.Tree, error) {
	return t.parts.in(l, func() (map[string]*parse.Tree, error) {
		common, err := sharedParts.in(l, func() (map[string]*parse.Tree, error) { return partsOf(shared, l, words.Common) })
		if err != nil {
			return nil, err
		}
		own, err := partsOf(t.files, l, t.desk)
		if err != nil {
			return nil, err
		}
		all := maps.Clone(common)
		maps.Copy(all, own)
		return all, nil
	})
}

// Views are the pages that are declared with these templates.
func (t *Templates) Views() []Checked { return t.views }

// Files are the templates as they are embedded.
func (t *Templates) Files() fs.FS { return t.files }

// View ties a page's template to the struct it is rendered from.
type View[T any] struct {
	templates *Templates
	file      string

	mu   sync.Mutex
	made map[*words.Language]*madeView // nil is English
}

// madeView is a template in a language, parsed at the first call.
type madeView struct {
	once sync.Once
	tmpl *template.Template
	err  error

	asked sync.Once
	has   bool // it says something in the language itself
}

// NewView declares the page in templates/pages/<file>. T embeds Page.
func NewView[T any](t *Templates, file string) *View[T] {
	v := &View[T]{templates: t, file: file}
	t.views = append(t.views, v)
	return v
}

// Render answers with the page, or with what changes of it for a script that looks
// for that. It is rendered whole before the first byte is sent, so that a fault gives
// an error page and never half a page. Names that run from right to left are kept to themselves
// in it, wherever they stand and whichever template or sentence they came by.
func (v *View[T]) Render(c echo.Context, status int, page T) error {
	if isLookedAt(c, page) {
		return nil
	}
	tmpl, err := v.Template(LanguageOf(c))
	if err != nil {
		return err
	}
	buf := spool.TakeBuffer()
	defer spool.GiveBack(buf)
	part := "layout"
	if WantsMain(c.Request()) {
		part = "main"
	}
	if err := tmpl.ExecuteTemplate(buf, part, page); err != nil {
		return fmt.Errorf("render %s: %w", v.file, err)
	}
	return c.HTMLBlob(status, bidi.HTML(led(c, buf.Bytes())))
}

// Template is the parsed template in a language, parsed at the first call; nil is English.
func (v *View[T]) Template(l *words.Language) (*template.Template, error) {
	made := v.in(l)
	made.once.Do(func() { made.tmpl, made.err = v.templates.page(v.file, l) })
	if made.err != nil {
		return nil, fmt.Errorf("template %s: %w", v.file, made.err)
	}
	return made.tmpl, nil
}

// in gives the place of the template in a language.
func (v *View[T]) in(l *words.Language) *madeView {
	v.mu.Lock()
	defer v.mu.Unlock()
	made := v.made[l]
	if made == nil {
		made = &madeView{}
		if v.made == nil {
			v.made = map[*words.Language]*madeView{}
		}
		v.made[l] = made
	}
	return made
}

// HasWords reports whether the page itself, and not only what is around it, says anything in a language.
func (v *View[T]) HasWords(l *words.Language) (bool, error) {
	tmpl, err := v.Template(l)
	if err != nil {
		return false, err
	}
	around, err := sharedParts.in(l, nil) // read with the template
	if err != nil {
		return false, err
	}
	made := v.in(l)
	made.asked.Do(func() {
		seen := map[string]bool{}
		var has func(name string) bool
		has = func(name string) bool {
			part := tmpl.Lookup(name)
			if seen[name] || around[name] != nil || part == nil || part.Tree == nil {
				return false
			}
			seen[name] = true
			return strings.Contains(part.Tree.Root.String(), ` lang="`+l.Code+`"`) || slices.ContainsFunc(calls(part.Tree.Root), has)
		}
		made.has = has("main")
	})
	return made.has, nil
}

// Check returns the template, freshly parsed, and a zero page, for tests.
func (v *View[T]) Check(l *words.Language) (*template.Template, any, error) {
	tmpl, err := v.templates.page(v.file, l)
	var page T
	return tmpl, page, err
}

// File is the template's file below templates/pages.
func (v *View[T]) File() string { return v.file }

// page is the layout with one page's "main". Of the parts it holds only those
// that the page leads to: a copy of all of them for every page would be most of
// the program's memory.
func (t *Templates) page(file string, l *words.Language) (*template.Template, error) {
	parts, err := t.partsIn(l)
	if err != nil {
		return nil, err
	}
	text, err := t.files.ReadFile("templates/pages/" + file)
	if err != nil {
		return nil, err
	}
	own, err := trees(file, string(text), l, t.desk)
	if err != nil {
		return nil, err
	}
	tmpl := template.New(file)
	added, inPlace := map[string]bool{}, false
	var add func(name string) error
	add = func(name string) error {
		tree, ok := own[name]
		if !ok {
			tree, ok = parts[name]
		}
		if !ok || added[name] {
			return nil // an unknown name is reported when the page is checked
		}
		added[name] = true
		inPlace = inPlace || strings.Contains(tree.Root.String(), "hx-")
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
	if err := add("layout"); err != nil || inPlace {
		return tmpl, err
	}
	_, err = tmpl.New("in-place").Parse(`{{""}}`) // an empty one would not take its place
	return tmpl, err
}

// sharedParts is the layout with the parts of all desks, parsed once.
var sharedParts partsByLanguage

// partsOf parses the parts in a folder of templates, in a language with the words of a desk.
func partsOf(files embed.FS, l *words.Language, desk string) (map[string]*parse.Tree, error) {
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return nil, err
	}
	all := map[string]*parse.Tree{}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		defined, err := trees(name, string(text), l, desk)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, defined)
	}
	return all, nil
}

// trees parses the templates that a file defines, in a language with the words of a desk; nil is English.
func trees(file, text string, l *words.Language, desk string) (map[string]*parse.Tree, error) {
	if l != nil {
		said, _, err := words.Translated(text, l.Code, l.Of(desk))
		if err != nil {
			return nil, err
		}
		text = said
	}
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

// templates are the pages of the kit itself.
var templates = NewTemplates(shared)

// Views are the kit's own pages, for the test that checks them all.
func Views() *Templates { return templates }

// SeeOther answers a POST: look there next.
func SeeOther(c echo.Context, url string) error {
	return c.Redirect(http.StatusSeeOther, leads(c, url))
}
