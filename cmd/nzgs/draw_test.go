package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outcome is what a command wrote, and its exit status.
type outcome struct {
	stdout, stderr string
	status         int
}

// nzgs runs the program as main does.
func nzgs(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	cmd := root()
	var out, errs bytes.Buffer
	cmd.SetIn(strings.NewReader(stdin))
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SetArgs(args)
	o := outcome{}
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		fmt.Fprintln(&errs, "nzgs:", err)
		if o.status = 1; errors.Is(err, errUsage) {
			o.status = 2
		}
	}
	o.stdout, o.stderr = out.String(), errs.String()
	return o
}

// drawn is the JSON of a draw, as a program that uses it has it.
type drawn struct {
	Round int
	Pairs []struct {
		Table        int
		White, Black string
		Handicap     int
		Komi         float64
		Why          map[string]int64
		Explanation  string
	}
	Bye        *string
	Cost       []struct{ Criterion string }
	Impossible *struct {
		Reason, Rule   string
		Rules, Players []string
		Relax          []struct {
			Text string
			Lift []struct {
				Rule    string
				Players []string
			}
		}
	}
}

func drawOf(t *testing.T, event string, args ...string) drawn {
	t.Helper()
	o := nzgs(t, event, append([]string{"draw", "--json", "-"}, args...)...)
	var d drawn
	if err := json.Unmarshal([]byte(o.stdout), &d); err != nil {
		t.Fatalf("%v\n%s%s\n%s", err, o.stdout, o.stderr, event)
	}
	return d
}

// players lists players p1, p2, … by their ratings, each with further fields after a bar: `3.4|"absent":[1]`.
func players(ratings ...string) string {
	var b strings.Builder
	for i, r := range ratings {
		rating, more, _ := strings.Cut(r, "|")
		if more != "" {
			more = "," + more
		}
		fmt.Fprintf(&b, `,{"id":"p%d","rating":"%s"%s}`, i+1, rating, more)
	}
	return b.String()[1:]
}

// The first round, worked out by hand: who meets whom with which handicap. "w" is the stronger, who takes White in a
// handicap game; in an even one the lot decides.
func TestDrawFirstRound(t *testing.T) {
	const byRating = `"handicap":{"by":"rating"},`
	cases := []struct {
		name, settings, players, want, bye string
	}{
		{"slide, even", `"system":"swiss",`, players("4d", "3d", "2d", "1d"), "p1-p3 even 7, p2-p4 even 7", ""},
		{
			"fold", `"system":"swiss","seeding":"fold",` + byRating, players("4d", "3d", "2d", "1d"), "p1 w-p4 3 0, p2 w-p3 1 0",
			"",
		},
		{
			"closest", `"system":"swiss","seeding":"closest",` + byRating, players("4d", "3d", "2d", "1d"),
			"p1 w-p2 1 0, p3 w-p4 1 0", "",
		},
		{
			"slide by handicap", `"system":"swiss",` + byRating, players("3.4", "3.0", "-0.2", "-5.0"),
			"p1 w-p3 4 0, p2 w-p4 8 0", "",
		},
		{"exactly three stones", `"system":"swiss",` + byRating, players("4.4", "1.4"), "p1 w-p2 3 0", ""},
		{"half a stone", `"system":"swiss",` + byRating, players("3.0", "3.5"), "p2 w-p1 1 0", ""},
		{"under half a stone", `"system":"swiss",` + byRating, players("3.0", "3.4"), "p2 w-p1 1 0", ""},
		{
			"under half a stone is even", `"system":"swiss","handicap":{"by":"rating","even_under_half":true},`,
			players("3.0", "3.4"), "p1-p2 even 7", "",
		},
		{"equal", `"system":"swiss",` + byRating, players("3.0", "3.0"), "p1-p2 even 7", ""},
		{"the ceiling is 9", `"system":"swiss",` + byRating, players("5d", "15k"), "p1 w-p2 9 0", ""},
		{"ceiling", `"system":"swiss","handicap":{"by":"rating","ceiling":4},`, players("5d", "15k"), "p1 w-p2 4 0", ""},
		{
			"reduction before the ceiling", `"system":"swiss","handicap":{"by":"rating","reduction":3,"ceiling":16},`,
			players("5d", "15k"), "p1 w-p2 16 0", "",
		},
		{
			"reduced to even", `"system":"swiss","handicap":{"by":"rating","reduction":2},`, players("2.0", "3.5"),
			"p1-p2 even 7", "",
		},
		{"another komi", `"system":"swiss","komi":6.5,`, players("2d", "3d"), "p1-p2 even 6.5", ""},
		{"the lowest has the bye", `"system":"swiss",` + byRating, players("2d", "1d", "9k"), "p1 w-p2 1 0", "p3"},
		{
			"club-mates apart", `"system":"swiss",`, players(`4d|"club":"A"`, "3d", `2d|"club":"A"`, "1d"),
			"p1-p4 even 7, p2-p3 even 7", "",
		},
		{
			"one city apart", `"system":"swiss",`, players(`4d|"city":"A"`, "3d", `2d|"city":"A"`, "1d"),
			"p1-p4 even 7, p2-p3 even 7", "",
		},
		{
			"forbidden", `"system":"swiss","forbidden":[["p3","p1"]],`, players("4d", "3d", "2d", "1d"),
			"p1-p4 even 7, p2-p3 even 7", "",
		},
		{
			"fixed", `"system":"swiss","fixed":[{"white":"p4","black":"p3"}],`, players("4d", "3d", "2d", "1d"),
			"p1-p2 even 7, p4=p3 even 7", "",
		},
		{
			"fixed against the handicap", `"system":"swiss","fixed":[{"white":"p2","black":"p1"}],` + byRating,
			players("4d", "3d"), "p1 w-p2 1 0", "",
		},
		{"fixed bye", `"system":"swiss","fixed":[{"bye":"p1"}],`, players("4d", "3d", "2d"), "p2-p3 even 7", "p1"},
		{"absent", `"system":"swiss",`, players(`4d|"absent":[1]`, "3d", "2d"), "p2-p3 even 7", ""},
		{"half-point bye", `"system":"swiss",`, players("4d", `3d|"half_point_byes":[1]`, "2d"), "p1-p3 even 7", ""},
		{"not there yet", `"system":"swiss",`, players("4d", "3d", `2d|"entered_in":2`), "p1-p2 even 7", ""},
		{
			"start scores", `"system":"swiss",`, players("4d", `3d|"start_score":1`, "2d", `1d|"start_score":1`),
			"p2-p4 even 7, p1-p3 even 7", "",
		},
		// Bar 3d and floor 5k make groups of 7, 7, 6, 6, 0, 0 points. 3.1 apart: 4 − 1 = 3, at most 2; 0.5 apart: 1 − 1;
		// 0.3 apart is under a half.
		{
			"mcmahon",
			`"system":"mcmahon","bar":"3d","floor":"5k","handicap":{"by":"rating","ceiling":2,"reduction":1,"even_under_half":true},`,
			players("-4.2", "2.0", "6.2", "-3.9", "3.1", "2.5"), "p3 w-p5 2 0, p2-p6 even 7, p1-p4 even 7", "",
		},
		{"mcmahon without a bar", `"system":"mcmahon",`, players("6d", "5d", "6d", "5d"), "p1-p3 even 7, p2-p4 even 7", ""},
		{
			"mcmahon in bands", `"system":"mcmahon","bands":["1d"],`, players("1d", "9d", "1k", "20k"),
			"p1-p2 even 7, p3-p4 even 7", "",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := drawOf(t, `{`+c.settings+`"rounds":3,"players":[`+c.players+`]}`)
			var got []string
			for i, p := range d.Pairs {
				if p.Table != i+1 {
					t.Errorf("table %d is listed as number %d", p.Table, i+1)
				}
				pair := fmt.Sprintf("%s-%s even %v", min(p.White, p.Black), max(p.White, p.Black), p.Komi)
				if p.Handicap > 0 {
					pair = fmt.Sprintf("%s w-%s %d %v", p.White, p.Black, p.Handicap, p.Komi)
				} else if strings.Contains(c.want, p.White+"="+p.Black) {
					pair = fmt.Sprintf("%s=%s even %v", p.White, p.Black, p.Komi)
				}
				got = append(got, pair)
			}
			want := strings.Split(c.want, ", ")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			bye := ""
			if d.Bye != nil {
				bye = *d.Bye
			}
			if d.Round != 1 || bye != c.bye || d.Impossible != nil {
				t.Errorf("%+v; want the bye for %q", d, c.bye)
			}
		})
	}
}

// The whole of the JSON of a small draw, with nothing left to the lot. After round 1 p1 and p3 have a point, p2 and p4
// none: p1 meets p3 and p2 meets p4. 4.0 − 2.0 and 3.0 − 1.0 are 2 stones.
func TestDrawJSON(t *testing.T) {
	event := `{"system":"swiss","rounds":3,"handicap":{"by":"rating"},"criteria":["score_difference","club"],
		"players":[` + players("4d", "3d", "2d", "1d", `9k|"withdrawn_after":1`) + `],
		"played":[{"round":1,"games":[{"white":"p1","black":"p2","handicap":1,"result":"W"},{"white":"p3","black":"p4","handicap":1,"result":"W"}],"byes":["p5"]}]}`
	o := nzgs(t, event, "draw", "--json", "-")
	want := `{
  "round": 2,
  "pairs": [
    {
      "table": 1,
      "white": "p1",
      "black": "p3",
      "handicap": 2,
      "komi": 0,
      "why": {
        "rematch": 0,
        "score_difference": 0,
        "club": 0,
        "lot": LOT
      },
      "explanation": "not met before; both on 1 point"
    },
    {
      "table": 2,
      "white": "p2",
      "black": "p4",
      "handicap": 2,
      "komi": 0,
      "why": {
        "rematch": 0,
        "score_difference": 0,
        "club": 0,
        "lot": LOT
      },
      "explanation": "not met before; both on 0 points"
    }
  ],
  "bye": null,
  "not_playing": [
    {
      "id": "p5",
      "why": "withdrew after round 1"
    }
  ],
  "cost": [
    {
      "criterion": "games",
      "values": [
        0
      ]
    },
    {
      "criterion": "score_difference",
      "values": [
        0
      ]
    },
    {
      "criterion": "club",
      "values": [
        0
      ]
    },
    {
      "criterion": "lot",
      "values": [
        LOT
      ]
    }
  ],
  "impossible": null
}
`
	lines := strings.Split(o.stdout, "\n")
	for i, line := range lines {
		if strings.Contains(line, `"lot": `) || i > 1 && strings.Contains(lines[i-2], `"criterion": "lot"`) {
			lines[i] = strings.TrimRight(line, "0123456789") + "LOT"
		}
	}
	if got := strings.Join(lines, "\n"); got != want || o.status != 0 || o.stderr != "" {
		t.Errorf("status %d, %q\n%s", o.status, o.stderr, cmp.Diff(want, got))
	}
	if again := nzgs(t, event, "draw", "--json", "-"); again.stdout != o.stdout {
		t.Error("the same event, another draw")
	}
}

// What a criterion says of a pair is what the pair costs: the difference of scores in half points, squared.
func TestDrawWhy(t *testing.T) {
	d := drawOf(t, `{"system":"swiss","rounds":3,"players":[`+players("4d", "3d", "2d", "1d")+`],
		"played":[{"round":1,"games":[{"white":"p1","black":"p3","result":"W"},{"white":"p2","black":"p4","result":"J"}]}]}`)
	// 1, ½, ½, 0 points: p1–p2 and p4–p3 differ by ½ each (1 + 1), p1–p4 and p2–p3 by 1 and 0 (4, and p2–p4 have met).
	for _, p := range d.Pairs {
		if p.Why["score_difference"] != 1 || p.Why["rematch"] != 0 || !strings.Contains(p.Explanation, "floats") {
			t.Errorf("%+v", p)
		}
	}
	if len(d.Pairs) != 2 {
		t.Errorf("%+v", d)
	}
}

func TestDrawImpossible(t *testing.T) {
	cases := []struct {
		name, event, rule, reason, relax string
		players                          []string
	}{
		{
			"everyone has met",
			`{"system":"swiss","rounds":3,"players":[` + players("2d", "1d") +
				`],"played":[{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]}]}`,
			"rematch", "there is no opponent left for p1 and p2, because no one meets twice",
			"let p1 and p2 meet again (they met in round 1) by fixing the pair", []string{"p1", "p2"},
		},
		{
			"forbidden", `{"system":"swiss","rounds":3,"players":[` + players("2d", "1d") + `],"forbidden":[["p1","p2"]]}`,
			"forbidden", "there is no opponent left for p1 and p2, because of the forbidden pairs",
			"take p1 and p2 off the forbidden pairs", []string{"p1", "p2"},
		},
		{
			"no one", `{"system":"swiss","rounds":3,"players":[]}`,
			"field", "no one is playing in it; check the entries, absences and withdrawals", "", []string{},
		},
		{
			"results missing",
			`{"system":"swiss","rounds":3,"players":[` + players("2d", "1d", "1k", "2k") +
				`],"played":[{"round":1,"games":[{"table":4,"white":"p1","black":"p2"},{"white":"p3","black":"p4","result":"W"}]}]}`,
			"results", "round 1: one result is missing (table 4)", "", []string{"p1", "p2"},
		},
		{
			"all drawn",
			`{"system":"swiss","rounds":1,"players":[` + players("2d", "1d") +
				`],"played":[{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]}]}`,
			"rounds", "every round of the event has been drawn", "", []string{},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := nzgs(t, c.event, "draw", "--json", "-")
			if o.status != 1 || !strings.Contains(o.stdout, `"pairs": [],`) || !strings.Contains(o.stdout, `"bye": null,`) {
				t.Fatalf("status %d\n%s%s", o.status, o.stdout, o.stderr)
			}
			d := drawOf(t, c.event)
			if d.Impossible.Rule != c.rule || d.Impossible.Reason != c.reason || !slices.Equal(d.Impossible.Players, c.players) {
				t.Errorf("%+v", d.Impossible)
			}
			relax := ""
			for _, r := range d.Impossible.Relax {
				relax = r.Text
				if !slices.Equal(r.Lift[0].Players, c.players) || r.Lift[0].Rule != c.rule {
					t.Errorf("%+v", r)
				}
			}
			if relax != c.relax {
				t.Errorf("relax: %q; want %q", relax, c.relax)
			}
			people := nzgs(t, c.event, "draw", "-")
			if people.status != 1 || !strings.Contains(
				people.stdout, c.reason+".\n",
			) || !strings.Contains(people.stdout, relax) {
				t.Errorf("%+v", people)
			}
		})
	}
}

// The ways out that an impossible draw names are ways out.
func TestRelaxedDrawIsPossible(t *testing.T) {
	event := `{"system":"swiss","rounds":3,%s"players":[` + players("2d", "1d") +
		`],"played":[{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]}]}`
	o := nzgs(t, fmt.Sprintf(event, `"fixed":[{"white":"p2","black":"p1"}],`), "draw", "--json", "-")
	if o.status != 0 || !strings.Contains(o.stdout, "met in round 1; the director fixed this pair anyway") {
		t.Errorf("%+v", o)
	}
	if !strings.Contains(
		o.stderr,
		`note: fixed[0]: p2 and p1 met in round 1 and are fixed to meet again; if you mean that round, add "round": 1`,
	) {
		t.Errorf("%q", o.stderr)
	}
}

func TestDrawForPeople(t *testing.T) {
	o := nzgs(t, `{"name":"Winter Open","system":"swiss","rounds":3,"handicap":{"by":"rating"},"players":[
		{"id":"a","name":"Aroha Ngata","rating":"3.4"},{"id":"b","name":"Zoë Kim","rating":"-0.2"},{"id":"c","name":"Zoë Kim","rating":"-1.0"},
		{"id":"d","rating":"1d","absent":[1]}]}`, "draw", "-")
	want := `Winter Open, round 1 of 3

Table  White            Black             Handicap  Komi
    1  Aroha Ngata 3.4  Zoë Kim (b) −0.2  4         0
       not met before; both on 0 points; with 4 stones Aroha Ngata, the stronger, takes White; seeded 1 and 2 of 3 on 0 points, as the slide has it

Bye: Zoë Kim (c) −1.0
       Zoë Kim, on 0 points, rated −1.0: no bye before

Not playing:
  d: absent
`
	if diff := cmp.Diff(want, o.stdout); diff != "" || o.status != 0 {
		t.Errorf("%s%s", diff, o.stderr)
	}
	even := nzgs(t, `{"system":"swiss","rounds":3,"players":[`+players("3d", "3d")+`]}`, "draw", "-")
	if !strings.HasPrefix(
		even.stdout, "Round 1 of 3\n\nTable  White   Black   Handicap  Komi\n",
	) || !strings.Contains(even.stdout, "  even      7\n") {
		t.Errorf("%+v", even)
	}
}

// A list of entries is not drawn as it is; what the refusal says to type draws it.
func TestAListOfEntriesSaysHowItIsDrawn(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("club night.csv", []byte("Name,Rating\nNgata Aroha,2d\nKim Hana,1k\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	said := nzgs(t, "", "draw", "club night.csv")
	const want = ":\n  nzgs convert 'club night.csv' 'club night.json'\n  nzgs draw 'club night.json'\n"
	if said.status != 2 || !strings.HasSuffix(said.stderr, want) {
		t.Fatalf("%+v", said)
	}
	for _, args := range [][]string{{"convert", "club night.csv", "club night.json"}, {"draw", "club night.json"}} {
		if o := nzgs(t, "", args...); o.status != 0 {
			t.Errorf("%v: %+v", args, o)
		}
	}
	if o := nzgs(t, "", "standings", "club night.csv"); !strings.Contains(o.stderr, "\n  nzgs standings 'club night.json'\n") {
		t.Errorf("standings: %+v", o)
	}
	if o := nzgs(t, "Name,Rating\nNgata Aroha,2d\n", "draw", "-"); strings.Contains(o.stderr, "convert -") {
		t.Errorf("standard input: %+v", o)
	}
}

// Files that are not in order, whatever the command: exit status 2, nothing on standard output, every path named.
func TestRefusedInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bad := write("bad.json", `{"system":"swiss","rounds":3,"players":[`+players("2d", "1d")+`],"colour":1,
		"played":[{"round":1,"games":[{"white":"p1","black":"p2","result":"W"}]},{"round":2,"games":[{"white":"p99","black":"p1","result":"W"}]}]}`)
	cases := []struct {
		name  string
		stdin string
		args  []string
		want  string
	}{
		{
			"two problems", "", []string{bad},
			bad + " cannot be used:\n  line 1, colour: unknown field\n  line 2, played[1].games[0].white: no player has the id \"p99\"\n",
		},
		{
			"standard input", `{"system":`, []string{"-"},
			"nzgs: - cannot be used:\n  line 1, column 11: unexpected end of JSON input\n",
		},
		{"no file", "", []string{filepath.Join(dir, "none.json")}, "none.json: no such file or directory\n"},
		{"a folder", "", []string{dir}, "is a directory\n"},
		{
			"a result list", "1 A B 1d NZ c 0+\n", []string{"-"},
			"this is neither an event in JSON nor an OpenGotha file; nzgs convert reads .h9, .tou and .csv",
		},
		{
			"bad OpenGotha", "<Tournament><Players><Player name='A'/></Players></Tournament>", []string{"-"},
			"line 1, <Player>: rank and rating are missing\n",
		},
		{"no argument", "", nil, "usage: name the event file"},
		{"two arguments", "", []string{bad, bad}, "usage: name the event file"},
		{"unknown flag", "", []string{"--yaml", bad}, "usage: unknown flag: --yaml"},
	}
	for _, command := range [][]string{
		{"draw"}, {"draw", "--json"}, {"draw", "check"}, {"draw", "check", "--json"}, {"standings"}, {"standings", "--json"},
	} {
		for _, c := range cases {
			t.Run(strings.Join(command, " ")+" "+c.name, func(t *testing.T) {
				o := nzgs(t, c.stdin, slices.Concat(command, c.args)...)
				if o.status != 2 || o.stdout != "" || !strings.Contains(o.stderr, c.want) {
					t.Errorf("status %d, stdout %q, stderr %q; want %q", o.status, o.stdout, o.stderr, c.want)
				}
			})
		}
	}
	for _, args := range [][]string{
		{"draw", "--round", "3", "-"}, {"draw", "--round", "-1", "-"}, {"standings", "--round", "1", "-"},
		{"draw", "--why-not", "p1,", "-"}, {"draw", "--why-not", "p1,p9", "-"},
	} {
		if o := nzgs(t, `{"system":"swiss","rounds":3,"players":[`+players("2d", "1d")+`]}`, args...); o.status != 2 {
			t.Errorf("%v: %+v", args, o)
		}
	}
}

// A pair that a round robin's table does not have cannot be fixed.
func TestRoundRobinFixed(t *testing.T) {
	event := `{"system":"roundrobin","rounds":3,"players":[` + players("4d", "3d", "2d", "1d") +
		`],"fixed":[{"white":"%s","black":"%s"}]}`
	refused := 0
	for _, pair := range [][2]string{{"p1", "p2"}, {"p1", "p3"}, {"p1", "p4"}} {
		o := nzgs(t, fmt.Sprintf(event, pair[0], pair[1]), "draw", "-")
		if o.status == 2 && strings.Contains(o.stderr, "fixed: the pairs of a round robin come from its table") {
			refused++
		} else if o.status != 0 {
			t.Errorf("%+v", o)
		}
	}
	if refused != 2 {
		t.Errorf("%d pairs refused; the table has one of the three", refused)
	}
}

func TestWhyNot(t *testing.T) {
	event := `{"system":"swiss","rounds":3,"players":[` + players("4d", "3d", "2d", "1d", "9k") +
		`],"forbidden":[["p1","p4"]],
		"played":[{"round":1,"games":[{"white":"p1","black":"p3","result":"W"},{"white":"p2","black":"p4","result":"W"}],"byes":["p5"]}]}`
	for _, c := range []struct{ who, want string }{
		{"p1,p3", "p1–p3 met in round 1, and no one meets twice.\n"},
		{"p4,p1", "p1–p4 is one of the forbidden pairs.\n"},
		{"p5", "comes before p5 (1 point, rated −8.0, one bye or win by default before).\n"},
	} {
		o := nzgs(t, event, "draw", "--why-not", c.who, "-")
		if o.status != 0 || !strings.Contains(o.stdout, c.want) {
			t.Errorf("%s: %+v", c.who, o)
		}
	}
	o := nzgs(t, event, "draw", "--json", "--why-not", "p1,p3", "-")
	var why struct {
		Round   int
		Players []string
		Drawn   bool
		Rule    string
	}
	if err := json.Unmarshal([]byte(o.stdout), &why); err != nil || why.Round != 2 || why.Rule != "rematch" || why.Drawn ||
		!slices.Equal(why.Players, []string{"p1", "p3"}) {
		t.Errorf("%v, %+v, %s", err, why, o.stdout)
	}
}
