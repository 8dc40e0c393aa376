package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// table gives the standings' JSON as lines: place (shared or not), id, score and the tie-breaks asked for.
func table(t *testing.T, event string, tieBreaks ...string) string {
	t.Helper()
	o := nzgs(t, event, "standings", "--json", "-")
	var s struct{ Standings []map[string]any }
	if err := json.Unmarshal([]byte(o.stdout), &s); err != nil || o.status != 0 {
		t.Fatalf("%v\n%s%s", err, o.stdout, o.stderr)
	}
	var b strings.Builder
	for _, row := range s.Standings {
		shared := ""
		if row["shared"].(bool) {
			shared = "="
		}
		fmt.Fprintf(&b, "%v%s %v %v", row["place"], shared, row["id"], row["score"])
		for _, tb := range tieBreaks {
			v, ok := row[tb]
			if !ok {
				t.Fatalf("no %s in %v", tb, row)
			}
			fmt.Fprintf(&b, " %v", v)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func want(t *testing.T, got, lines string) {
	t.Helper()
	lines = strings.TrimPrefix(strings.ReplaceAll(lines, "\t", ""), "\n")
	if diff := cmp.Diff(lines, got); diff != "" {
		t.Error(diff)
	}
}

// Every kind of result and of round without an opponent, worked out by hand, with each setting.
//
//	p1 beat p3, jigo with p5                 1½      p3 lost to p1, bye          1
//	p5 p2 did not come, jigo with p1         1½      p4 half-point bye, pending  ½
//	p6 bye, absent                           1       p2 lost by default, pending 0     p7 absent twice 0
//
// A default counts the opponent drawn; a game without a result counts nothing. A round without an opponent is
//
//	virtual  own score before it and ½ for it and each later round: p3 0 + ½, p6 0 + 1 and 1 + ½, p4 0 + 1, p7 0 + 1 and 0 + ½
//	half     ½ for each of 2 rounds: 1
//	zero     nothing
func TestStandingsByHand(t *testing.T) {
	event, err := os.ReadFile(filepath.Join("..", "..", "internal", "formats", "testdata", "winter.json"))
	if err != nil {
		t.Fatal(err)
	}
	for unplayed, lines := range map[string]string{
		"virtual": `
			1 p1 1.5 2.5 1.75
			2 p5 1.5 1.5 0.75
			3 p6 1 2.5 1
			4 p3 1 2 0.5
			5 p4 0.5 1 0.5
			6= p2 0 1.5 0
			6= p7 0 1.5 0
		`,
		"half": `
			1 p1 1.5 2.5 1.75
			2 p5 1.5 1.5 0.75
			3 p3 1 2.5 1
			4 p6 1 2 1
			5 p4 0.5 1 0.5
			6 p7 0 2 0
			7 p2 0 1.5 0
		`,
		"zero": `
			1 p1 1.5 2.5 1.75
			2 p5 1.5 1.5 0.75
			3 p3 1 1.5 0
			4 p6 1 0 0
			5 p4 0.5 0 0
			6 p2 0 1.5 0
			7 p7 0 0 0
		`,
	} {
		t.Run(unplayed, func(t *testing.T) {
			want(t, table(t, strings.Replace(string(event), `"virtual"`, `"`+unplayed+`"`, 1), "SOS", "SODOS"), lines)
		})
	}
}

// Four players, all games, every tie-break, worked out by hand. p1 lost no game, p4 none won:
//
//	round 1: p1 beat p4 as White, p2 beat p3 as Black      round 2: p1 jigo p3, p2 beat p4 as White
//	round 3: p1 beat p2 as Black, p3 and p4 both lose
//
// Scores p1 2½, p2 2, p3 ½, p4 0.
//
//	SOS    p1 0 + ½ + 2 = 2½    p2 ½ + 0 + 2½ = 3      p3 2 + 2½ + 0 = 4½     p4 2½ + 2 + ½ = 5
//	SOS-1  without the lowest   2½, 3, 4½, 4½          SOS-2 without two      2, 2½, 2½, 2½
//	SODOS  p1 0 + ¼ + 2         p2 ½ + 0               p3 1¼                  p4 0
//	SOSOS  p1 5 + 4½ + 3        p2 4½ + 5 + 2½         p3 3 + 2½ + 5          p4 2½ + 3 + 4½
//	CUSS   1 + 1½ + 2½          1 + 2 + 2              0 + ½ + ½              0
func TestTieBreaksByHand(t *testing.T) {
	names := []string{
		"SOS", "SOS-1", "SOS-2", "SODOS", "SOSOS", "CUSS", "MMS", "SOSM", "wins", "wins_black", "rating", "DC", "SDC",
	}
	event := `{"system":"swiss","rounds":3,"tie_breaks":["` + strings.Join(names, `","`) + `"],"players":[` +
		players("1d", "1k", "-3.4", "9k") + `],"played":[
		{"round":1,"games":[{"white":"p1","black":"p4","result":"W"},{"white":"p3","black":"p2","result":"B"}]},
		{"round":2,"games":[{"white":"p1","black":"p3","result":"J"},{"white":"p2","black":"p4","result":"W"}]},
		{"round":3,"games":[{"white":"p2","black":"p1","result":"B"},{"white":"p3","black":"p4","result":"both_lose"}]}]}`
	want(t, table(t, event, names...), `
		1 p1 2.5 2.5 2.5 2 2.25 12.5 5 2.5 2.5 2 1 1 0 0
		2 p2 2 3 3 2.5 0.5 12 5 2 3 2 1 0 0 0
		3 p3 0.5 4.5 4.5 2.5 1.25 10.5 1 0.5 4.5 0 0 -3.4 0 0
		4 p4 0 5 4.5 2.5 0 10 0 0 5 0 0 -8 0 0
	`)
}

// Direct comparison separates p1 and p2, tied on 2 of 3; SDC needs that all the tied have met and that it decides.
func TestDirectComparisonByHand(t *testing.T) {
	event := `{"system":"swiss","rounds":3,"tie_breaks":["%s"],"players":[` + players("1d", "2d", "3d", "4d") +
		`],"played":[
		{"round":1,"games":[{"white":"p1","black":"p2","result":"W"},{"white":"p3","black":"p4","result":"W"}]},
		{"round":2,"games":[{"white":"p1","black":"p3","result":"W"},{"white":"p2","black":"p4","result":"W"}]},
		{"round":3,"games":[{"white":"p1","black":"p4","result":"B"},{"white":"p2","black":"p3","result":"W"}]}]}`
	for _, tb := range []string{"DC", "SDC"} { // p3 and p4 are tied on 1, and p3 beat p4
		want(t, table(t, fmt.Sprintf(event, tb), tb), `
			1 p1 2 1
			2 p2 2 0
			3 p3 1 1
			4 p4 1 0
		`)
	}
	three := strings.Replace(event, `"white":"p1","black":"p4","result":"B"`, `"white":"p1","black":"p4","result":"W"`, 1)
	three = strings.Replace(three, `"white":"p1","black":"p2","result":"W"`, `"white":"p1","black":"p2","result":"B"`, 1)
	three = strings.Replace(three, `"white":"p2","black":"p4","result":"W"`, `"white":"p2","black":"p4","result":"B"`, 1)
	// p1 and p2 on 2: p2 beat p1. p3 and p4 on 1: p3 beat p4.
	want(t, table(t, fmt.Sprintf(three, "SDC"), "SDC"), `
		1 p2 2 1
		2 p1 2 0
		3 p3 1 1
		4 p4 1 0
	`)
	// Without tie-breaks the places are shared, the stronger rating first.
	want(t, table(t, strings.Replace(event, `["%s"]`, `[]`, 1)), `
		1= p2 2
		1= p1 2
		3= p4 1
		3= p3 1
	`)
}

// McMahon scores, worked out by hand: bar 3d, floor 5k, which from 30 kyu begins with 25. p1 (6d) and p2 (3d) begin with
// 32, p3 (2d) with 31 and a point set by the director, p4 (8k) with 25. p1 beat p4 giving 9 stones, p2 lost to p3; then p1 beat
// p2, and p3 was absent and p4 had the bye.
//
//	MMS p1 34, p3 33, p2 32, p4 26
//	SOSM with handicaps: p1 (26 + 9) + 32, p3 32 + (33 + ½) virtual, p2 33 + 34, p4 (34 − 9) + (25 + ½)
//	SOS  of points: p1 1 + 0, p3 0 + 2½, p2 2 + 2, p4 2 + ½     p3's points: 1 set and 1 won
func TestMcMahonByHand(t *testing.T) {
	event := `{"system":"mcmahon","rounds":3,"bar":"3d","floor":"5k","handicap":{"by":"rating"},"handicap_in_sosm":true,"tie_breaks":["SOSM","SOS","MMS"],
		"players":[` + players("6d", "3d", `2d|"start_score":1,"absent":[2]`, "8k") + `],"played":[
		{"round":1,"games":[{"white":"p1","black":"p4","handicap":9,"result":"W"},{"white":"p2","black":"p3","result":"B"}]},
		{"round":2,"games":[{"white":"p1","black":"p2","result":"W"}],"byes":["p4"]}]}`
	want(t, table(t, event, "SOSM", "SOS", "MMS"), `
		1 p1 34 67 1 34
		2 p3 33 65.5 2.5 33
		3 p2 32 67 4 32
		4 p4 26 50.5 2.5 26
	`)
	want(t, table(t, strings.Replace(event, `"bar":"3d"`, `"absence_half":true,"bar":"3d"`, 1)), `
		1 p1 34
		2 p3 33.5
		3 p2 32
		4 p4 26
	`)
}

// Late entries, withdrawals and byes.
func TestComingAndGoing(t *testing.T) {
	event := `{"system":"swiss","rounds":3,"tie_breaks":["CUSS"],"players":[` +
		players(
			"1d", `1d|"withdrawn_after":1`, `1d|"entered_in":2,"start_score":0.5`, `1d|"half_point_byes":[2]`,
		) + `],"played":[
		{"round":1,"games":[{"white":"p1","black":"p2","result":"W_default"}],"byes":["p4"]},
		{"round":2,"games":[{"white":"p3","black":"p1","result":"both_default"}]}]}`
	want(t, table(t, event, "CUSS"), `
		1 p4 1.5 2.5
		2 p1 1 2
		3 p3 0.5 1
		4 p2 0 0
	`)
	o := nzgs(t, event, "standings", "--json", "--round", "1", "-")
	if strings.Contains(o.stdout, `"p3"`) || !strings.Contains(o.stdout, `"score": 1,`) {
		t.Errorf("after round 1: %s%s", o.stdout, o.stderr)
	}
}

func TestStandingsForPeople(t *testing.T) {
	o := nzgs(t, `{"name":"Winter Open","system":"swiss","rounds":3,"players":[{"id":"a","name":"Aroha Ngata","rating":"3.4","club":"Nelson"},
		{"id":"b","name":"Zoë Kim","rating":"-0.2"},{"id":"c","rating":"15k"}],
		"played":[{"round":1,"games":[{"white":"a","black":"b","handicap":4,"result":"J"}],"byes":["c"]}]}`, "standings", "-")
	want := `Winter Open, standings after round 1 of 3

Place  By score  Name         Rating  Club    Score  SOS  SODOS
1      1         c             −14.0              1    ½      ½
2–3    2–3       Aroha Ngata     3.4  Nelson      ½    ½      ¼
2–3    2–3       Zoë Kim        −0.2              ½    ½      ¼
`
	if diff := cmp.Diff(want, o.stdout); diff != "" || o.status != 0 {
		t.Errorf("%s%s", diff, o.stderr)
	}
	empty := nzgs(t, `{"system":"swiss","rounds":3,"players":[]}`, "standings", "--json", "-")
	if empty.stdout != "{\n  \"standings\": []\n}\n" || empty.status != 0 {
		t.Errorf("%+v", empty)
	}
}
