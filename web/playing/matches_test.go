package playing_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// twoClubs registers Aroha with one club and Wiremu with another, and gives each club a secretary.
func twoClubs(t *testing.T, s *kittest.Site) (first, second *kittest.Browser) {
	t.Helper()
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for i, name := range []string{"Ōtaki", "Paekākāriki"} {
			if _, err := tx.Exec(t.Context(), `INSERT INTO club (id, name, name_key, sort_key, created_at) VALUES ($1, $2, $2, $2, $3)`,
				i+1, name, s.Now); err != nil {
				return err
			}
			if _, err := tx.Exec(t.Context(), `UPDATE membership_term SET club_id = $1 WHERE person_id = $1`, i+1); err != nil {
				return err
			}
		}
		return nil
	}))
	one, _ := s.Account("Sina", "First", auth.Office{Role: auth.ClubSecretary, Club: 1})
	other, _ := s.Account("Tama", "Second", auth.Office{Role: auth.ClubSecretary, Club: 2})
	return s.Browser(s.Session(one)), s.Browser(s.Session(other))
}

// TestClubsPlayAMatch: offered, accepted, entered, seated and won, by links and forms.
func TestClubsPlayAMatch(t *testing.T) {
	s, aroha, ruru, ref := members(t)
	first, second := twoClubs(t, s)
	if strings.Contains(aroha.Get("/play/matches").Body, "Offer a match") {
		t.Error("who is no secretary is offered to arrange a match")
	}
	aroha.Get("/play/matches/new?club=1").Wants(t, http.StatusForbidden)
	first.Get("/play/matches").Wants(t, http.StatusOK, "There are no matches yet", "Offer a match for Ōtaki")
	first.Get("/play/matches/new?club=1").Wants(t, http.StatusOK, "Paekākāriki")
	first.Get("/play/matches/new?club=2").Wants(t, http.StatusForbidden)
	form := []string{"away", "2", "game", "hex  11", "handicap", "even", "boards", "4", "days", "3", "vacation", "5"}
	first.Post("/play/matches/new?club=1", append(form, "closes", "yesterday")...).Wants(t, http.StatusUnprocessableEntity, "day")
	first.Post("/play/matches/new?club=1", append(form, "closes", s.Now.Date().AddDays(1).String())...).LeadsTo(t, "/play/matches/1")
	first.Get("/play/matches/1").Wants(t, http.StatusOK, "has not answered", "Withdraw the offer")
	second.Get("/play/matches/1").Wants(t, http.StatusOK, "Accept", "Decline")
	second.Post("/play/matches/1", "do", "accept").LeadsTo(t, "/play/matches/1")
	aroha.Get("/play/matches/1").Wants(t, http.StatusOK, "Put me down for Ōtaki", "No one has put themselves down")
	aroha.Post("/play/matches/1", "do", "down", "club", "1").LeadsTo(t, "/play/matches/1")
	ruru.Post("/play/matches/1", "do", "down", "club", "2").LeadsTo(t, "/play/matches/1")
	ref.Post("/play/matches/1", "do", "end").Wants(t, http.StatusForbidden)
	aroha.Get("/play/matches/1").Wants(t, http.StatusOK, "Take me off", "Wiremu Ruru")
	second.Get("/play/matches/1").Wants(t, http.StatusOK, "Call the match off")
	s.Now = s.Now.Add(49 * time.Hour)
	if n, err := s.Playing.BeginMatches(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	aroha.Get("/play/matches/1").Wants(t, http.StatusOK, "0 : 0 after 0 of 1 board.", "Aroha Tūī (Black)", "Under way")
	do(t, ruru, "do=resign")
	aroha.Get("/play/matches/1").Wants(t, http.StatusOK, "1 : 0 after 1 of 1 board. Ōtaki has won.", "Black won: the other resigned")
	aroha.Get("/play/matches").Wants(t, http.StatusOK, "Ōtaki – Paekākāriki")
	aroha.Get("/play/matches/9").Wants(t, http.StatusNotFound)
}
