package web

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/jba/templatecheck"
)

// Every page's template fits the struct that it is rendered from.
func TestEveryPageFitsItsTemplate(t *testing.T) {
	if len(registered) == 0 {
		t.Fatal("no page is registered")
	}
	for _, v := range registered {
		tmpl, page, err := v.check()
		if err != nil {
			t.Error(err)
			continue
		}
		if err := templatecheck.CheckHTML(tmpl.Lookup("layout"), page); err != nil {
			t.Errorf("%s with %T: %v", tmpl.Name(), page, err)
		}
	}
}

// Every template file is a page's, or is shared.
func TestNoTemplateIsLeftOver(t *testing.T) {
	used := map[string]bool{}
	for _, v := range registered {
		tmpl, _, err := v.check()
		if err != nil {
			t.Fatal(err)
		}
		used["templates/"+tmpl.Name()] = true
	}
	err := fs.WalkDir(templateFiles, "templates", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Dir(file) == "templates" {
			return err
		}
		if strings.HasSuffix(file, ".html") && !used[file] {
			t.Errorf("%s belongs to no page", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
