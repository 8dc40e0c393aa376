package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/pairing/simulate"
)

// simulateOut runs the command and gives what it wrote.
func simulateOut(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := drawSimulateCommand()
	var out, progress bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&progress)
	cmd.SetArgs(args)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	err = cmd.ExecuteContext(t.Context())
	return out.String(), progress.String(), err
}

var small = []string{
	"--players", "13", "--rounds", "3,5", "--system", "swiss,mcmahon,roundrobin", "--events", "6", "--seed", "7",
}

func TestSimulateIsReproducible(t *testing.T) {
	for _, form := range [][]string{nil, {"--json"}} {
		first, stderr, err := simulateOut(t, slices.Concat(small, form)...)
		if err != nil {
			t.Fatal(err)
		}
		if stderr != "" {
			t.Errorf("progress where no one looks: %q", stderr)
		}
		again, _, err := simulateOut(t, slices.Concat(small, form, []string{"--jobs", "3"})...)
		if err != nil || again != first {
			t.Errorf("other workers, another report: %v\n%s\n%s", err, first, again)
		}
		other, _, err := simulateOut(t, slices.Concat(small, form, []string{"--seed", "8"})...)
		if err != nil || other == first {
			t.Errorf("another seed, the same report: %v", err)
		}
	}
}

func TestSimulateTable(t *testing.T) {
	out, _, err := simulateOut(t, small...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"13 players, slide, even games: 6 events, seed 7.\n",
		"                         Swiss             Swiss             McMahon\n",
		"                         3 rounds          5 rounds          3 rounds\n",
		"Places follow strength   0.", "Strongest wins\n  Swiss, 3 rounds ", "█",
		"Round robin, 5 rounds against Swiss, 3 rounds:\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, line := range strings.Split(out, "\n") {
		if n := len([]rune(line)); n > 100 || strings.HasSuffix(line, " ") {
			t.Errorf("%d characters: %q", n, line)
		}
	}
}

func TestSimulateJSON(t *testing.T) {
	out, _, err := simulateOut(
		t, append(slices.Clone(small), "--json", "--bar", "2d", "--handicap", "rating", "--reduction", "1")...,
	)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Players, Events int
		Seed            uint64
		Bar, Floor      *string
		Field           map[string]float64
		Variants        []struct {
			System   string
			Seeding  *string
			Rounds   int
			Handicap struct {
				By                 string
				Ceiling, Reduction int
				EvenUnderHalf      *bool `json:"even_under_half"`
			}
			Measures, Lead map[string]struct {
				Mean, SE *float64
				Events   int
			}
		}
	}
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Players != 13 || got.Events != 6 || got.Seed != 7 || got.Bar == nil || *got.Bar != "2d" || got.Floor != nil ||
		len(got.Field) != 12 {
		t.Errorf("%s", out)
	}
	if len(got.Variants) != 6 {
		t.Fatalf("%d variants", len(got.Variants))
	}
	first, last := got.Variants[0], got.Variants[5]
	if first.System != "swiss" || *first.Seeding != "slide" || first.Rounds != 3 || first.Lead != nil ||
		len(last.Lead) == 0 {
		t.Errorf("%+v", first)
	}
	if h := first.Handicap; h.By != "rating" || h.Ceiling != 9 || h.Reduction != 1 || h.EvenUnderHalf == nil {
		t.Errorf("%+v", h)
	}
	if last.System != "roundrobin" || last.Seeding != nil || last.Measures["floats"].Mean != nil ||
		last.Measures["floats"].Events != 0 {
		t.Errorf("%+v", last)
	}
	for _, m := range simulate.Measures() {
		if _, ok := first.Measures[string(m)]; !ok {
			t.Errorf("no %s", m)
		}
	}
}

// Every mistake is named by its flag, all at once, and is a mistake of the call.
func TestSimulateRefuses(t *testing.T) {
	for _, c := range []struct {
		args string
		want []string
	}{
		{
			"--players 1 --events 0", []string{"--players: must be between 2 and 1000", "--events: must be between 1 and 10000"},
		},
		{"--system knockout --seeding up", []string{`--system: "knockout" is not one of`, `--seeding: "up" is not one of`}},
		{"--rounds 21 --handicap grade", []string{"--rounds: 21", `--handicap: "grade"`}},
		{"--rounds 5 --players 4", []string{"--rounds: 5: 4 players can play at most 3 rounds"}},
		{"--bar x --floor 3.44", []string{"--bar: ", "--floor: "}},
		{"--bar 1.5", []string{"--bar: "}},
		{"--jobs -1", []string{"--jobs: "}},
		{"event.json", []string{"takes no file"}},
		{"--half-byes 900 --form NaN", []string{"--half-byes: ", "--form: "}},
		{"--players 1000 --rounds 20 --events 10000", []string{"--events: 10000 events of this size", "at most"}},
	} {
		out, _, err := simulateOut(t, strings.Fields(c.args)...)
		if !errors.Is(err, errUsage) || out != "" {
			t.Errorf("%s: %v, %q", c.args, err, out)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: no %q in %v", c.args, w, err)
			}
		}
	}
}

// The help names every measure, with its definition.
func TestSimulateHelp(t *testing.T) {
	help := simulateHelp()
	for _, m := range simulate.Measures() {
		if !strings.Contains(help, "\n  "+string(m)+" ") {
			t.Errorf("no %s", m)
		}
	}
	for _, line := range strings.Split(help, "\n") {
		if len([]rune(line)) > 100 {
			t.Errorf("too long: %q", line)
		}
	}
}
