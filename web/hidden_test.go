package web_test

import (
	"archive/zip"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"nzgs/internal/store"
)

// Whoever chose to be shown by an alias is named by it on every public page, feed and file: also who died, whose choice
// stands. The names of all but those who hold an office, which is public, are changed to ones that a search finds; what is
// packed in spreadsheets and PDFs is read too.
func TestNoPublicPageNamesWhoIsHidden(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`UPDATE person SET family_name = 'Verborgen' || id, given_names = 'Hush', alias = 'Wren ' || id, public_as = 'alias',
			    email = 'verborgen' || id || '@example.nz', phone = '+64 21 777 ' || id, address = 'Verborgen Street ' || id
			 WHERE id NOT IN (SELECT person_id FROM office)`,
			`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			 SELECT id, 'died', '2020-01-01', 'Verborgen wrote.', '2020-01-02T00:00:00.000Z', 'x' FROM person
			 WHERE id % 3 = 0 AND id NOT IN (SELECT person_id FROM office)`,
		} {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	}))
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	v := w.visits[0]
	looked, named, packed := 0, 0, 0
	for _, r := range site.Routes() {
		if r.Method != http.MethodGet || r.Ungated || !r.Access.Public {
			continue
		}
		for _, half := range w.small.Halves {
			path := address(t, r.Path, half, v)
			status, body := fetch(t, server.URL+path, "")
			if status != http.StatusOK {
				continue
			}
			file := body
			body = unpacked(t, body)
			looked++
			if strings.Contains(body, "Wren ") && !strings.Contains(file, "Wren ") {
				packed++
			}
			if strings.Contains(body, "Wren ") {
				named++
			}
			if i := strings.Index(strings.ToLower(body), "verborgen"); i >= 0 {
				t.Errorf("%s names who is hidden: …%s…", path, body[max(0, i-60):min(len(body), i+60)])
			}
		}
	}
	if looked < 60 || named < 10 || packed < 5 {
		t.Errorf("%d pages were read, %d of them name someone by the alias, %d files: the test does not reach the lists", looked, named, packed)
	}
}

// unpacked is a file with what is packed in it: the parts of a spreadsheet, the text of a PDF.
func unpacked(t *testing.T, body string) string {
	t.Helper()
	switch {
	case strings.HasPrefix(body, "PK"):
		parts, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range parts.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			part, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			body += string(part)
		}
	case strings.HasPrefix(body, "%PDF"):
		program, err := exec.LookPath("pdftotext")
		if err != nil {
			return body // poppler is not installed
		}
		run := exec.CommandContext(t.Context(), program, "-raw", "-", "-")
		run.Stdin = strings.NewReader(body)
		text, err := run.Output()
		if err != nil {
			t.Fatal(err)
		}
		body += string(text)
	}
	return body
}
