package ratings_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func compare(a, b string) string {
	return "/ratings/compare?" + url.Values{"a": {a}, "b": {b}}.Encode()
}

func TestCompareTwoPlayers(t *testing.T) {
	s, people := ratedSite(t)
	b := s.Browser("")
	page := b.Get(compare("aroha", "Moa 12")).Readable()
	page.Wants(t, http.StatusOK, "Aroha Tūī and Moa 12", "Aroha Tūī won 1, Moa 12 won 0, 1 jigo", "Autumn Open",
		"White, even", "Expected of Aroha Tūī: ", "Handicap 1: Moa 12 takes Black and plays first, no komi",
		"the players may choose an even game", "square markers, broken line",
		fmt.Sprintf(`href="/ratings/%d#event-`, people[1]))
	if strings.Contains(page.Body, "Parata") {
		t.Error("the page names somebody who is shown by an alias")
	}
	b.Get(compare("Moa 12", "Mei Lin")).Wants(t, http.StatusOK, "No rated game of the two is on the list.")
}

// What is expected against anyone, also someone who is not on the list.
func TestCompareWithAStrength(t *testing.T) {
	s, _ := ratedSite(t)
	b := s.Browser("")
	b.Get(compare("Aroha Tūī", "2d")).Readable().Wants(t, http.StatusOK,
		"Handicap 4: Aroha Tūī takes Black; 2 dan (2.0) takes White and passes the first 3 moves, no komi.",
		"2.0 − (−1.7) = 3.7, rounded up 4", "Se = 1 / (1 + exp(")
	b.Get(compare("3.4", "-0.2")).Readable().Wants(t, http.StatusOK, "3.4 − (−0.2) = 3.6, rounded up 4",
		"Expected of 3 dan (3.4): 52 points in 100 games.")
	b.Get(compare("1d", "1 dan")).Wants(t, http.StatusOK, "An even game, komi 7, colours by lot.", ": 50 points")
}

// A real name that its owner does not show finds no one, neither do numbers of
// people who have no rated game; what was typed is kept.
func TestCompareFindsOnlyWhatTheListShows(t *testing.T) {
	s, people := ratedSite(t)
	unrated := s.Register("Hemi", "Walker")
	b := s.Browser("")
	for _, typed := range []string{"Parata", "Wiremu Parata", "Hemi Walker"} {
		b.Get(compare("Mei Lin", typed)).Readable().Wants(t, http.StatusUnprocessableEntity,
			"No player on the rating list has this name", `value="`+typed+`"`)
	}
	for _, id := range []int64{int64(unrated), 999999} {
		page := b.Get(compare("Mei Lin", fmt.Sprintf("Someone (%d)", id)))
		page.Wants(t, http.StatusUnprocessableEntity, "This player is not on the rating list")
		if strings.Contains(page.Body, "Walker") {
			t.Error("a number gives away a name of the register")
		}
	}
	page := b.Get(compare("Mei Lin", fmt.Sprintf("Wiremu Parata (%d)", people[1])))
	page.Wants(t, http.StatusOK, "Mei Lin and Moa 12", fmt.Sprintf(`value="Moa 12 (%d)"`, people[1]))
	if strings.Contains(page.Body, "Wiremu Parata") {
		t.Error("the page repeats a name that its owner does not show")
	}
	b.Get(compare("Mei Lin", "Mei Lin")).Wants(t, http.StatusUnprocessableEntity, "this is the same one")
	b.Get(compare("<b>", "9p")).Wants(t, http.StatusUnprocessableEntity, `value="&lt;b&gt;"`,
		"Professional grades are not on this scale")
	b.Get(compare("", "")).Wants(t, http.StatusUnprocessableEntity, "Write a name, a rating or a grade.")
	b.Get("/ratings/compare").Wants(t, http.StatusOK, "Who is compared")
}
