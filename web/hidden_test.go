package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nzgs/internal/store"
)

// Whoever chose to be shown by an alias is named by it on every public page, feed and file: also who died, whose choice
// stands. The names of all but those who hold an office, which is public, are changed to ones that a search finds; what a
// PDF says is packed, and not read here.
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
	looked, named := 0, 0
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
			looked++
			if strings.Contains(body, "Wren ") {
				named++
			}
			if i := strings.Index(strings.ToLower(body), "verborgen"); i >= 0 {
				t.Errorf("%s names who is hidden: …%s…", path, body[max(0, i-60):min(len(body), i+60)])
			}
		}
	}
	if looked < 60 || named < 10 {
		t.Errorf("%d pages were read, %d of them name someone by the alias: the test does not reach the lists", looked, named)
	}
}
