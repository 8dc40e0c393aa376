package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"sync"

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
	buf := buffers.Get().(*bytes.Buffer)
	defer func() {
		if buf.Cap() <= maxKeptBuffer {
			buf.Reset()
			buffers.Put(buf)
		}
	}()
	if err := tmpl.ExecuteTemplate(buf, "layout", page); err != nil {
		return fmt.Errorf("render %s: %w", v.file, err)
	}
	return c.HTMLBlob(status, buf.Bytes())
}

func (v *view[T]) template() (*template.Template, error) {
	v.once.Do(func() {
		base, err := baseTemplate()
		if err != nil {
			v.err = err
			return
		}
		if v.tmpl, v.err = base.Clone(); v.err != nil {
			return
		}
		_, v.err = v.tmpl.ParseFS(templateFiles, "templates/"+v.file)
	})
	if v.err != nil {
		return nil, fmt.Errorf("template %s: %w", v.file, v.err)
	}
	return v.tmpl, nil
}

// check returns the parsed template and a zero page, for tests.
func (v *view[T]) check() (*template.Template, any, error) {
	tmpl, err := v.template()
	var page T
	return tmpl, page, err
}

// baseTemplate is the layout with the shared partials, parsed once.
var baseTemplate = sync.OnceValues(func() (*template.Template, error) {
	shared, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	return template.New("base").ParseFS(templateFiles, shared...)
})

const maxKeptBuffer = 1 << 20

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// seeOther answers a POST: look there next.
func seeOther(c echo.Context, url string) error {
	return c.Redirect(http.StatusSeeOther, url)
}
