package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// The example of the command's help, and a year end with a visitor.
func TestPointsOfAFile(t *testing.T) {
	const file = `{"points":{"national":["10","7","5","3","2","1"],"regional":["4","3","2","1"],"loss":"25%","fixed":"30"},
 "events":[{"name":"Congress","date":"2026-11-22","kind":"national","year_end":true,
            "placings":[{"player":"A","score":"5"},{"player":"B","score":"4½","member":false},
                        {"player":"C","score":"3"},{"player":"D","score":"3"}]}],
 "representatives":[{"year_end":"2026-11-22","player":"A"}]}`
	o := nzgs(t, file, "points", "--json", "-")
	if o.status != 0 {
		t.Fatalf("%d\n%s%s", o.status, o.stdout, o.stderr)
	}
	var got struct {
		Ledger   []struct{ Player, Date, Event, Points, Balance, Rule, Trace string }
		Balances []struct{ Player, Points string }
		Ranking  []string
		Level    [][]string
	}
	if err := json.Unmarshal([]byte(o.stdout), &got); err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, l := range got.Ledger {
		fmt.Fprintf(&lines, "%s %s %s %s %s\n", l.Date, l.Event, l.Player, l.Points, l.Balance)
		if l.Rule == "" || l.Trace == "" {
			t.Errorf("%+v lacks its rule or its arithmetic", l)
		}
	}
	want(t, lines.String(), `
		2026-11-22 Congress A 10.00 10.00
		2026-11-22 Congress C 4.00 4.00
		2026-11-22 Congress D 4.00 4.00
		2026-11-22 Congress A -2.50 7.50
		2026-11-22 Congress C -1.00 3.00
		2026-11-22 Congress D -1.00 3.00
		2026-11-22 Congress A -30.00 -22.50
		`)
	if text := fmt.Sprint(got.Balances, got.Ranking, got.Level); text != "[{C 3.00} {D 3.00} {A -22.50}] [C D A] [[C D]]" {
		t.Error(text)
	}
	for _, text := range []string{"    1  C       3.00", "    1  D       3.00", "    3  A     -22.50", "7.5 − 30 = −22.5"} {
		if o := nzgs(t, file, "points", "-"); !strings.Contains(o.stdout, text) {
			t.Errorf("%q is not printed:\n%s", text, o.stdout)
		}
	}
}

func TestPointsOfAFileWithMistakes(t *testing.T) {
	o := nzgs(t, "{\"events\":[\n{\"name\":\"Congress\",\"date\":\"2026-11-22\",\"kind\":\"national\",\n"+
		"\"placings\":[{\"player\":\"A\",\"score\":\"-5\"}]}],\n\"representatives\":[{\"year_end\":\"2026-11-22\",\"player\":\"B\"}]}",
		"points", "--json", "-")
	if o.status != 2 || o.stdout != "" {
		t.Errorf("status %d, printed %q", o.status, o.stdout)
	}
	for _, want := range []string{
		"line 3, events[0].placings[0].score: -5 is negative", "line 4, representatives[0].year_end: ",
		"line 4, representatives[0].player: ",
	} {
		if !strings.Contains(o.stderr, want) {
			t.Errorf("%q is not said:\n%s", want, o.stderr)
		}
	}
	if o := nzgs(t, "", "points", "no-such-file.json"); o.status != 2 || !strings.Contains(o.stderr, "no-such-file.json") {
		t.Errorf("%d %s", o.status, o.stderr)
	}
	if o := nzgs(t, `{"events":[]}`, "points", "--json", "-"); o.status != 0 || !strings.Contains(o.stdout, `"ledger": []`) {
		t.Errorf("%d %s", o.status, o.stdout)
	}
}
