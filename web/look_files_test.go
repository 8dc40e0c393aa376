package web_test

import (
	"html/template"
	"io/fs"
	"testing"
	"testing/fstest"

	"nzgs/web"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// templateFiles is the templates of all desks as one folder: the kit's own in
// templates, each desk's in a folder of its name.
var templateFiles = gatherTemplates()

func gatherTemplates() fs.FS {
	all := fstest.MapFS{}
	for desk, t := range web.Templates() {
		under := desk + "/"
		if desk == "kit" {
			under = ""
		}
		err := fs.WalkDir(t.Files(), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(t.Files(), path)
			all[under+path] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			panic(err) // the files are in the binary
		}
	}
	return all
}

// staticFiles is the styles and scripts of all desks below "static".
var staticFiles = belowStatic{}

type belowStatic struct{}

func (belowStatic) Open(name string) (fs.File, error) {
	if len(name) < len("static/") {
		return nil, fs.ErrNotExist
	}
	return web.StaticFiles.Open(name[len("static/"):])
}

// baseTemplate is the layout with the parts of all desks.
func baseTemplate() (*template.Template, error) {
	return template.New("base").ParseFS(templateFiles, "templates/*.html", "*/templates/*.html")
}

func renderPartial(t *testing.T, name string, dot any) string {
	t.Helper()
	var desks []*kit.Templates
	for desk, views := range web.Templates() {
		if desk != "kit" {
			desks = append(desks, views)
		}
	}
	return kittest.RenderPart(t, name, dot, desks...)
}
