package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
)

// writeSimulation writes a report for people: a table, a chart, and what differs.
func writeSimulation(w io.Writer, r *simulate.Report) error {
	var b strings.Builder
	names, common := simulate.Labels(r.Plan.Variants())
	fmt.Fprintf(&b, "%d players, %s: %d events, seed %d.\n", r.Plan.Field.Players, common, r.Plan.Events, r.Plan.Seed)
	for from := 0; from < len(names); from += columns {
		to := min(from+columns, len(names))
		writeFigures(&b, r.Outcomes[from:to], names[from:to])
	}
	b.WriteString("\n± is the standard error.")
	if len(names) > 1 {
		fmt.Fprintf(&b, "\nAgainst %s: + clearly better, - clearly worse, ~ clearly different.", names[0])
	}
	b.WriteByte('\n')
	for _, m := range []simulate.Measure{simulate.Spearman, simulate.StrongestFirst, simulate.CloseGames} {
		writeChart(&b, m, r.Outcomes, names)
	}
	writeVerdicts(&b, r, names)
	_, err := io.WriteString(w, b.String())
	return err
}

// The table's measures: as many columns as fit a terminal.
const (
	columns     = 3
	headWidth   = 25
	columnWidth = 18
)

func writeFigures(b *strings.Builder, outcomes []simulate.Outcome, names []string) {
	b.WriteByte('\n')
	for _, line := range headLines(names) {
		fmt.Fprintf(b, "%s%s\n", strings.Repeat(" ", headWidth), strings.TrimRight(line, " "))
	}
	group := simulate.Places
	for _, m := range simulate.Measures() {
		if g := m.About().Group; g != group {
			b.WriteByte('\n')
			group = g
		}
		line := pad(m.About().Title, headWidth)
		known := false
		for _, o := range outcomes {
			cell := figure(m, o)
			known = known || cell != ""
			line += pad(cell, columnWidth)
		}
		if known {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
}

// headLines breaks the columns' names at their commas.
func headLines(names []string) []string {
	var lines []string
	for i, name := range names {
		for k, part := range strings.Split(name, ", ") {
			if k == len(lines) {
				lines = append(lines, "")
			}
			lines[k] = pad(lines[k], i*columnWidth) + part
		}
	}
	return lines
}

// figure is one cell: "0.971 ±0.002 +".
func figure(m simulate.Measure, o simulate.Outcome) string {
	mean, standardError := m.Text(o.Values[m])
	if mean == "" {
		return ""
	}
	if standardError != "" {
		mean += " ±" + strings.TrimSuffix(standardError, "\u00a0%")
	}
	switch m.Verdict(o.Lead[m]) {
	case simulate.ClearlyBetter:
		mean += " +"
	case simulate.ClearlyWorse:
		mean += " -"
	case simulate.Differs:
		mean += " ~"
	}
	return mean
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// writeChart draws a measure between 0 and 1 as bars.
func writeChart(b *strings.Builder, m simulate.Measure, outcomes []simulate.Outcome, names []string) {
	const bar = 40
	wide := 0
	for _, name := range names {
		wide = max(wide, utf8.RuneCountInString(name))
	}
	fmt.Fprintf(b, "\n%s\n", m.About().Title)
	for i, o := range outcomes {
		mean, _ := m.Text(o.Values[m])
		eighths := 0
		if v := o.Values[m].Mean; v > 0 {
			eighths = int(math.Round(min(v, 1) * bar * 8))
		}
		full := strings.Repeat("█", eighths/8)
		if eighths%8 > 0 {
			full += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
		}
		fmt.Fprintf(b, "  %s  %s %s\n", pad(names[i], wide), pad(full, bar), mean)
	}
}

// writeVerdicts says in words how each variant compares with the first.
func writeVerdicts(b *strings.Builder, r *simulate.Report, names []string) {
	for i, o := range r.Outcomes {
		if i == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s against %s:\n", names[i], names[0])
		for _, v := range []struct {
			verdict simulate.Verdict
			text    string
		}{{simulate.ClearlyBetter, "clearly better"}, {simulate.ClearlyWorse, "clearly worse"}} {
			var found []string
			for _, m := range simulate.Measures() {
				if m.Verdict(o.Lead[m]) == v.verdict {
					found = append(found, m.Against(o, r.Outcomes[0]))
				}
			}
			if len(found) == 0 {
				found = []string{"nothing"}
			}
			writeWrapped(b, "  "+v.text+":", strings.Join(found, ", "))
		}
	}
}

// The report's JSON, as nzgs draw simulate --help documents it.
type simulationJSON struct {
	Players  int                     `json:"players"`
	Events   int                     `json:"events"`
	Seed     uint64                  `json:"seed"`
	Bar      *string                 `json:"bar"`
	Floor    *string                 `json:"floor"`
	Field    simulationFieldJSON     `json:"field"`
	Variants []simulationVariantJSON `json:"variants"`
}

type simulationFieldJSON struct {
	Mean      float64 `json:"mean"`
	Spread    float64 `json:"spread"`
	Weakest   float64 `json:"weakest"`
	Strongest float64 `json:"strongest"`
	Form      float64 `json:"form"`
	Clubs     int     `json:"clubs"`
	Late      int     `json:"late"`
	Absent    int     `json:"absent"`
	HalfByes  int     `json:"half_byes"`
	Withdrawn int     `json:"withdrawn"`
	Defaults  int     `json:"defaults"`
	Jigo      int     `json:"jigo"`
}

type simulationVariantJSON struct {
	System   pairing.System                            `json:"system"`
	Seeding  *pairing.Seeding                          `json:"seeding"`
	Rounds   int                                       `json:"rounds"`
	Handicap simulationHandicapJSON                    `json:"handicap"`
	Measures map[simulate.Measure]simulationFigureJSON `json:"measures"`
	Lead     map[simulate.Measure]simulationFigureJSON `json:"lead"`
}

type simulationHandicapJSON struct {
	By            scale.By `json:"by"`
	Ceiling       int      `json:"ceiling"`
	Reduction     int      `json:"reduction"`
	EvenUnderHalf bool     `json:"even_under_half"`
}

type simulationFigureJSON struct {
	Mean   *float64 `json:"mean"`
	Error  *float64 `json:"se"`
	Events int      `json:"events"`
}

func writeSimulationJSON(w io.Writer, r *simulate.Report) error {
	f := r.Plan.Field
	out := simulationJSON{
		Players: f.Players, Events: r.Plan.Events, Seed: r.Plan.Seed, Bar: shortGrade(r.Plan.Bar),
		Floor: shortGrade(r.Plan.Floor),
		Field: simulationFieldJSON{
			Mean: f.Mean, Spread: f.Spread, Weakest: f.Weakest, Strongest: f.Strongest, Form: f.Form, Clubs: f.Clubs,
			Late: f.Late, Absent: f.Absent, HalfByes: f.HalfBye, Withdrawn: f.Withdraw, Defaults: f.Default, Jigo: f.Jigo,
		},
	}
	for _, o := range r.Outcomes {
		h := o.Handicap
		if h.Ceiling == 0 {
			h.Ceiling = scale.DefaultCeiling
		}
		v := simulationVariantJSON{
			System: o.System, Rounds: o.Rounds, Measures: figuresJSON(o.Values), Lead: figuresJSON(o.Lead),
			Handicap: simulationHandicapJSON{
				By: h.By, Ceiling: h.Ceiling, Reduction: h.Reduction, EvenUnderHalf: h.EvenUnderHalf,
			},
		}
		if o.Seeding != "" {
			v.Seeding = &o.Seeding
		}
		out.Variants = append(out.Variants, v)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func shortGrade(r *scale.Rating) *string {
	if r == nil {
		return nil
	}
	text := r.Grade().Short()
	return &text
}

func figuresJSON(values map[simulate.Measure]simulate.Estimate) map[simulate.Measure]simulationFigureJSON {
	if values == nil {
		return nil
	}
	known := func(x float64) *float64 {
		if math.IsNaN(x) {
			return nil
		}
		return &x
	}
	out := map[simulate.Measure]simulationFigureJSON{}
	for m, e := range values {
		out[m] = simulationFigureJSON{Mean: known(e.Mean), Error: known(e.Error), Events: e.Events}
	}
	return out
}
