package events_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestPublicEventData(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar")
	d.play(1)
	d.results(1, "b")
	anybody := d.Site.Browser("")
	base := "/events/winter-cup-2026"
	section := base + "/sections/open"
	for path, kind := range map[string]string{
		"/":                               "text/html",
		"/events":                         "text/html",
		"/events.json":                    "application/json",
		"/events.csv":                     "text/csv",
		base:                              "text/html",
		base + ".json":                    "application/json",
		base + ".csv":                     "text/csv",
		base + "/crosstable.xlsx":         "application/vnd.openxml",
		section:                           "text/html",
		section + ".json":                 "application/json",
		section + ".csv":                  "text/csv",
		section + "/rounds/1":             "text/html",
		section + "/rounds/1?by=name":     "text/html",
		section + "/rounds/1.json":        "application/json",
		section + "/rounds/1.csv":         "text/csv",
		section + "/rounds/1.pdf":         "application/pdf",
		section + "/rounds/1.pdf?by=name": "application/pdf",
		section + "/standings":            "text/html",
		section + "/standings.json":       "application/json",
		section + "/standings.csv":        "text/csv",
		section + "/standings.pdf":        "application/pdf",
		section + "/crosstable":           "text/html",
		section + "/crosstable.json":      "application/json",
		section + "/crosstable.csv":       "text/csv",
		section + "/players":              "text/html",
		section + "/players.json":         "application/json",
		section + "/players.csv":          "text/csv",
		section + "/wall":                 "text/html",
		section + "/wall?show=names":      "text/html",
		section + "/wall?show=standings":  "text/html",
		"/events/1/revision":              "text/plain",
	} {
		a := anybody.Get(path)
		if a.Status != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), kind) {
			t.Errorf("%s: status %d, %s", path, a.Status, a.Header.Get("Content-Type"))
		}
	}
	for _, path := range []string{
		base + ".xml", section + ".xls", section + "/rounds/2", section + "/rounds/0", section + "/rounds/x", "/events/none",
		base + "/sections/none", section + "/rounds/1.txt",
	} {
		anybody.Get(path).Wants(t, http.StatusNotFound)
	}
	anybody.Get(section+"/standings.json").Wants(t, http.StatusOK, `"after_round":1`, `"place_by_score":{"from":1,"to":2}`)
	anybody.Get(section+"/rounds/1.json").Wants(t, http.StatusOK, `"result":"B"`, `"why":"bye"`)
}
