package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// What the site gives to anyone at /events/NAME.json is read by the commands: the same places,
// scores and tie-breaks, and the draw of its round is found right.
func TestTheSitesFileHasItsStandings(t *testing.T) {
	site := kittest.EmptySite(t)
	half := site.FillSmall().Halves[0]
	chart, err := site.Tournaments.Wallchart(t.Context(), auth.Actor{}, half.Section)
	site.Must(err)
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		if err := site.Tournaments.Touch(t.Context(), tx, half.Event); err != nil {
			return err
		}
		round, _ := chart.Round(1)
		for i, g := range round.Games {
			result := []pairing.Result{pairing.BlackWins, pairing.Jigo}[i%2]
			if _, err := tournaments.SaveResult(t.Context(), tx, g, result, "", "Referee", chart.Event.From.Midnight()); err != nil {
				return err
			}
		}
		return nil
	}))
	anyone := site.Browser("")
	file := anyone.Get("/events/" + half.Slug + ".json")
	file.Wants(t, http.StatusOK)
	var there struct {
		Rows []struct {
			Place struct {
				From int `json:"from"`
			} `json:"place"`
			Player struct {
				Name string `json:"name"`
			} `json:"player"`
			Score     float64   `json:"score"`
			TieBreaks []float64 `json:"tie_breaks"`
		} `json:"rows"`
	}
	site.Must(json.Unmarshal([]byte(anyone.Get("/events/"+half.Slug+"/sections/open/standings.json").Body), &there))
	var here struct{ Standings []map[string]any }
	o := nzgs(t, file.Body, "standings", "--json", "-")
	if err := json.Unmarshal([]byte(o.stdout), &here); err != nil || o.status != 0 {
		t.Fatalf("%v\n%s%s", err, o.stdout, o.stderr)
	}
	var got, wanted []string
	for _, r := range there.Rows {
		wanted = append(wanted, fmt.Sprintln(r.Place.From, r.Player.Name, r.Score, r.TieBreaks))
	}
	breaks := chart.Section.TieBreaks
	for _, r := range here.Standings {
		var values []any
		for _, b := range breaks {
			values = append(values, r[string(b)])
		}
		got = append(got, fmt.Sprintln(r["place"], r["name"], r["score"], values))
	}
	if len(got) != 4 || strings.Join(got, "") != strings.Join(wanted, "") {
		t.Errorf("the command has\n%s\nthe site\n%s", strings.Join(got, ""), strings.Join(wanted, ""))
	}
	if o := nzgs(t, file.Body, "draw", "check", "-"); o.status != 0 {
		t.Errorf("the draw of the site’s file: %s%s", o.stdout, o.stderr)
	}
	if o := nzgs(t, file.Body, "standings", "--section", "Teams", "-"); o.status != 2 || !strings.Contains(o.stderr, "Teams") {
		t.Errorf("a section that is not there: %d %s", o.status, o.stderr)
	}
}
