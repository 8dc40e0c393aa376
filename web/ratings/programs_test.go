package ratings_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// The list for Go programs has everyone as the rating list shows them: an alias hides the name here too.
func TestListForGoPrograms(t *testing.T) {
	s, people := ratedSite(t)
	b := s.Browser("")
	b.Get("/ratings?scope=all").Wants(t, http.StatusOK, `href="/ratings/go-programs?scope=all"`)
	page := b.Get("/ratings/go-programs?scope=all")
	page.Wants(t, http.StatusOK, "3 of 3 players, as at", "1 name is written in another way", "Aroha Tūī: <code>Tui Aroha</code>",
		`href="/ratings.txt?scope=all"`, "It is not a PIN")
	file := b.Get("/ratings.txt?scope=all")
	file.Wants(t, http.StatusOK, "(01 Jul 2026)",
		fmt.Sprintf(" %08d  Tui Aroha                             XX  xxxx    3k   --   1830     3", people[0]),
		fmt.Sprintf(" %08d  Moa 12                                XX  xxxx    4k   --   1790     2", people[1]),
		fmt.Sprintf(" %08d  Lin Mei                               XX  xxxx    4k   --   1780     1", people[2]), "  20260606\n")
	if got := file.Header.Get("Content-Disposition"); got != `attachment; filename="ratings-for-pairing-programs-Go-Society-of-Aotearoa-2026-07-01.txt"` {
		t.Error(got)
	}
	if got := file.Header.Get("Content-Type"); got != "text/plain; charset=utf-8" {
		t.Error(got)
	}
	for _, text := range []string{page.Body, file.Body} {
		if strings.Contains(text, "Parata") || strings.Contains(text, "Wiremu") {
			t.Error("names someone who is shown by an alias")
		}
	}
	if lines := strings.Count(b.Get("/ratings.txt?q=tui").Body, "\n"); lines != 5 {
		t.Errorf("%d lines for one player", lines)
	}
}

// The page stays short where many names are written in another way: it says how many are not on it.
func TestThePageForGoProgramsNamesTheFirstOfMany(t *testing.T) {
	site, _ := ratedSite(t)
	s := deskSite{site}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for n := range 130 {
			id, err := store.One(t.Context(), tx, store.Value[int64], `
				INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
				VALUES ('Kōwhai', $1, '', '', '2026-01-01T00:00:00.000Z')
				RETURNING id`, fmt.Sprintf("Ōtara%d", n))
			if err != nil {
				return err
			}
			if _, err := tx.Exec(t.Context(), `
				INSERT INTO rating (person_id, milli, games, last_day)
				VALUES ($1, 0, 3, '2026-06-06')`, id); err != nil {
				return err
			}
		}
		return nil
	}))
	page := s.Browser("").Get("/ratings/go-programs")
	page.Wants(t, http.StatusOK, "131 names are written in another way", "These are the first 100; there are 31 more.")
	if n := strings.Count(page.Body, "<code>Kowhai Otara"); n != 100 {
		t.Errorf("%d names", n)
	}
	if n := strings.Count(s.Browser("").Get("/ratings.txt").Body, "Kowhai Otara"); n != 130 {
		t.Errorf("%d of them in the file", n)
	}
}

// The list of a past day is the ratings officer's, with the clubs of that day.
func TestListOfADayForGoPrograms(t *testing.T) {
	site, people := ratedSite(t)
	s := deskSite{site}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE person SET family_name = '李', given_names = '明' WHERE id = $1`, people[0])
		return err
	}))
	officer := s.as(auth.RatingsOfficer)
	officer.Get("/ratings/desk/list?on=2026-05-01").Wants(t, http.StatusOK, `href="/ratings/desk/list/go-programs?on=2026-05-01"`)
	officer.Get("/ratings/desk/list/go-programs?on=2026-05-01").Wants(t, http.StatusOK, "2 of 2 active players, as at 1 May 2026",
		fmt.Sprintf("<code>? %d</code>", people[0]), "worked out from the events that count today", `href="/ratings/desk/list.txt?on=2026-05-01"`)
	officer.Get("/ratings/desk/list/go-programs?on=2036-05-01").Wants(
		t, http.StatusUnprocessableEntity, "not in the future", "as at 1 July 2026")
	file := officer.Get("/ratings/desk/list.txt?on=2026-05-01")
	file.Wants(t, http.StatusOK, "(01 May 2026)", fmt.Sprintf(" %08d  Moa 12 ", people[1]), "  20260404\n")
	if strings.Contains(file.Body, "Lin Mei") || strings.Contains(file.Body, "Parata") {
		t.Error("the list of the day has someone who was not on it, or a hidden name")
	}
	treasurer := s.as(auth.Treasurer)
	for _, path := range []string{"/ratings/desk/list.txt", "/ratings/desk/list/go-programs"} {
		treasurer.Get(path).Wants(t, http.StatusForbidden)
	}
}
