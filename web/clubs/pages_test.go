package clubs_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// A society with many clubs has them on several pages, each club on one of them; its file has all.
func TestManyClubsStandOnSeveralPages(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Tessa", "Hall", auth.Office{Role: auth.Treasurer})
	if err := s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for i := range 230 {
			name := fmt.Sprintf("Club %03d", i)
			if _, err := tx.Exec(t.Context(), `
				INSERT INTO club (name, name_key, sort_key, created_at)
				VALUES ($1, $2, $2, '2026-01-01T00:00:00.000Z')`, name, strings.ToLower(name)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	treasurer := s.Browser(s.Session(account))
	for path, b := range map[string]*kittest.Browser{"/clubs": s.Browser(""), "/treasurer/clubs": treasurer} {
		seen := map[string]int{}
		for page, rows := range []int{100, 100, 30} {
			a := b.Get(fmt.Sprintf("%s?page=%d", path, page+1))
			a.Wants(t, http.StatusOK, fmt.Sprintf("%d–%d of 230", page*100+1, page*100+rows), "230 clubs")
			for i := range 230 {
				if strings.Contains(a.Body, fmt.Sprintf(">Club %03d<", i)) {
					seen[fmt.Sprint(i)]++
				}
			}
		}
		if len(seen) != 230 {
			t.Errorf("%s: %d of 230 clubs are on the pages", path, len(seen))
		}
		for club, times := range seen {
			if times != 1 {
				t.Errorf("%s: club %s is on %d pages", path, club, times)
			}
		}
		b.Get(path+"?page=99").Wants(t, http.StatusOK, "201–230 of 230", "Club 229")
		if a := b.Get(path + "?q=club+22"); strings.Contains(a.Body, `class="pager"`) || !strings.Contains(a.Body, "Club 229") {
			t.Errorf("%s: ten clubs have pages", path)
		}
	}
	if n := strings.Count(treasurer.Get("/treasurer/clubs.csv").Body, "Club "); n < 230 {
		t.Errorf("%d clubs are in the file", n)
	}
}
