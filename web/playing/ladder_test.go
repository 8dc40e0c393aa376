package playing_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestAPlaceIsPlayedFor: from joining to the place taken, by links and forms.
func TestAPlaceIsPlayedFor(t *testing.T) {
	_, aroha, ruru, ref := members(t)
	aroha.Get("/play").Wants(t, http.StatusOK, `href="/play/ladders/hex"`)
	aroha.Get("/play/ladders/hex").Wants(t, http.StatusOK, "Ladder of Hex", "No one is on this ladder yet", "Join the ladder")
	aroha.Get("/play/ladders/chess").Wants(t, http.StatusNotFound)
	aroha.Post("/play/ladders/hex", "on", "1").LeadsTo(t, "/play/ladders/hex")
	ruru.Post("/play/ladders/hex", "on", "1").LeadsTo(t, "/play/ladders/hex")
	aroha.Get("/play/ladders/hex").Wants(t, http.StatusOK, "You stand at the top", "Wiremu Ruru joined at place 2.", "Aroha Tūī (you)")
	link := regexp.MustCompile(`/play/new\?ladder=hex&amp;opponent=\d+`).FindString(ruru.Get("/play/ladders/hex").Body)
	if link == "" {
		t.Fatal("who stands below is not led to a challenge")
	}
	form := ruru.Get(strings.ReplaceAll(link, "&amp;", "&"))
	form.Wants(t, http.StatusOK, "Challenge for a place on the ladder", "Aroha Tūī", `action="/play/new?ladder=hex"`)
	if strings.Contains(form.Body, "Anyone") || strings.Contains(form.Body, "Handicap") || strings.Contains(form.Body, "Amazons 10") {
		t.Error("offered what a ladder of Hex has not")
	}
	opponent := regexp.MustCompile(`opponent=(\d+)`).FindStringSubmatch(link)[1]
	send := []string{"opponent", opponent, "game", "hex  11", "wish", "black", "days", "3", "vacation", "5"}
	ruru.Post("/play/new?ladder=hex", send...).LeadsTo(t, "/play")
	ruru.Post("/play/new?ladder=hex", "opponent", opponent, "game", "hex  13", "wish", "white", "days", "2", "vacation", "5").Wants(t, http.StatusConflict, "One at a time")
	aroha.Post("/play/new?ladder=hex", "opponent", opponent, "game", "hex  13", "wish", "white", "days", "2", "vacation", "5").Wants(t, http.StatusUnprocessableEntity, "above you")
	ruru.Get("/play/ladders/hex").Wants(t, http.StatusOK, "one at a time", "See your games")
	aroha.Get("/play").Wants(t, http.StatusOK, "for a place on the ladder")
	aroha.Post("/play/1/accept").LeadsTo(t, "/play/1")
	aroha.Get("/play/1").Wants(t, http.StatusOK, "For a place")
	do(t, aroha, "do=resign")
	ref.Get("/play/ladders/hex").Wants(t, http.StatusOK, "Wiremu Ruru won against Aroha Tūī, and came from place 2 to place 1.")
	aroha.Post("/play/ladders/hex").LeadsTo(t, "/play/ladders/hex")
	ref.Get("/play/ladders/hex").Wants(t, http.StatusOK, "Aroha Tūī left; the place was 2.", "You are not on this ladder")
}
