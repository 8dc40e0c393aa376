package web_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/jba/templatecheck"

	"nzgs/web"
)

// Every page's template fits the struct that it is rendered from.
func TestEveryPageFitsItsTemplate(t *testing.T) {
	for desk, templates := range web.Templates() {
		if len(templates.Views()) == 0 {
			t.Errorf("%s has no page", desk)
		}
		for _, v := range templates.Views() {
			tmpl, page, err := v.Check(nil)
			if err != nil {
				t.Errorf("%s: %v", desk, err)
				continue
			}
			if err := templatecheck.CheckHTML(tmpl.Lookup("layout"), page); err != nil {
				t.Errorf("%s: %s with %T: %v", desk, tmpl.Name(), page, err)
			}
		}
	}
}

// Every template file is a page's, or is shared.
func TestNoTemplateIsLeftOver(t *testing.T) {
	for desk, templates := range web.Templates() {
		used := map[string]bool{}
		for _, v := range templates.Views() {
			used["templates/pages/"+v.File()] = true
		}
		err := fs.WalkDir(templates.Files(), "templates/pages", func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(file, ".html") && !used[file] {
				t.Errorf("%s: %s belongs to no page", desk, file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A part that only one desk uses is the desk's own, and no two have one name.
func TestPartsHaveOneName(t *testing.T) {
	seen := map[string]string{}
	for desk, templates := range web.Templates() {
		files, err := fs.Glob(templates.Files(), "templates/*.html")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(templates.Files(), file)
			if err != nil {
				t.Fatal(err)
			}
			for _, piece := range strings.Split(string(text), `{{define "`)[1:] {
				name, _, _ := strings.Cut(piece, `"`)
				if other, twice := seen[name]; twice {
					t.Errorf("part %q of %s is also %s's", name, desk, other)
				}
				seen[name] = desk
			}
		}
	}
}
