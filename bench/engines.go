package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// engine is a benchmark of an engine that is run.
type engine struct {
	pkg, pattern string
	time         string // of go test -benchtime
	cpus         string // of go test -cpu
}

// engines are the benchmarks of the engines; each carries its own yardstick:
// the hash of the same bytes, or the same work in another size.
var engines = []engine{
	{"./internal/gorules/record", "WholeJob$", "2s", "1"},
	{"./internal/gorules/record", "WholeJobOnAllCores", "2s", "1,2"},
	{"./internal/gorules/record", "Command$", "10x", "1"},
	{"./cmd/nzgs", "SgfCheckFolder", "3x", "1,2"},
	{"./internal/gorules/record", "Answer", "1s", "1"},
	{"./internal/gorules", "Play$|PlayAndScore$", "1s", "1"},
	{"./internal/sgf", "ReadAndMainLine$|ReadOnly$|SHA256$", "1s", "1"},
	{"./internal/games/hex", "Hex$", "1s", "1"},
	{"./internal/games/tanbo", "Tanbo$", "1s", "1"},
	{"./internal/games/amazons", "Amazons$", "1s", "1"},
	{"./internal/pairing", "Draw", "3x", "1"},
	{"./internal/pairing/simulate", "Event", "1s", "1"},
	{"./internal/ratings", "LongHistory", "3x", "1"},
	{"./internal/search", "Find", "20x", "1"},
	{"./internal/results", "Enter$", "200x", ""},
	{"./web/playing", "AThousandGames", "10s", ""}, // a move a second takes its time
	{"./internal/booking", "Import", "3x", "1"},
	{"./web/joining", "CardCheck", "60x", "1"},
	{"./reports", "FiveThousand", "2x", "1"},
	{"./internal/treasury", "TrialBalance|YearEnd|Position|JournalReadOnce|JournalFiles", "3x", "1"},
	{"./web/postal", "Declaration", "1s", "1"},
	{"./web/records", "KeptRecord", "1s", "1"},
	{"./web/ratings", "Compare", "1s", "1"},
	{"./web/records", "TableCard", "10x", "1"}, // more than 120 forms at once would be slowed down
}

const engineRuns = 5

// measureEngines runs Go's benchmarks and prints their medians. One of them measures the binary.
func measureEngines(binary string) error {
	path, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	if err := os.Setenv("NZGS_BENCH_BINARY", path); err != nil {
		return err
	}
	fmt.Printf(
		"## Engines (medians of %d runs; one core unless the name ends in -2)\n\n| benchmark | time | other measures "+
			"|\n|---|---|---|\n",
		engineRuns,
	)
	var draws []point
	for _, e := range engines {
		results, err := e.run()
		if err != nil {
			return err
		}
		for _, r := range results {
			fmt.Printf(
				"| `%s` %s | %s | %s |\n", strings.TrimPrefix(e.pkg, "./"), r.name, duration(r.median("ns/op")), r.others(),
			)
			if n, err := strconv.Atoi(
				r.name[strings.LastIndexByte(r.name, '/')+1:],
			); err == nil && strings.HasPrefix(r.name, "Draw/") {
				draws = append(draws, point{float64(n), r.median("ns/op") / 1e9})
			}
		}
	}
	fmt.Println()
	return growth(draws)
}

// measured is a benchmark's measures, a value for each run.
type measured struct {
	name   string
	units  []string
	values map[string][]float64
}

func (e engine) run() ([]*measured, error) {
	args := []string{"test", "-run", "^$", "-bench", e.pattern, "-benchtime", e.time, "-count", strconv.Itoa(engineRuns)}
	if e.cpus != "" {
		args = append(args, "-cpu", e.cpus)
	}
	out, err := exec.Command("go", append(args, e.pkg)...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("benchmarks of %s: %w\n%s", e.pkg, err, out)
	}
	var all []*measured
	byName := map[string]*measured{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		m := byName[name]
		if m == nil {
			m = &measured{name: name, values: map[string][]float64{}}
			byName[name], all = m, append(all, m)
		}
		for i := 2; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				continue
			}
			if len(m.values[fields[i+1]]) == 0 {
				m.units = append(m.units, fields[i+1])
			}
			m.values[fields[i+1]] = append(m.values[fields[i+1]], v)
		}
	}
	return all, nil
}

func (m *measured) median(unit string) float64 {
	v := append([]float64(nil), m.values[unit]...)
	if len(v) == 0 {
		return 0
	}
	sort.Float64s(v)
	return v[len(v)/2]
}

// others writes the measures beside the time.
func (m *measured) others() string {
	var parts []string
	for _, unit := range m.units {
		if unit != "ns/op" {
			parts = append(parts, strconv.FormatFloat(m.median(unit), 'g', 4, 64)+" "+unit)
		}
	}
	return strings.Join(parts, ", ")
}

// duration writes nanoseconds for people.
func duration(ns float64) string {
	switch {
	case ns >= 1e9:
		return fmt.Sprintf("%.2f s", ns/1e9)
	case ns >= 1e6:
		return fmt.Sprintf("%.2f ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.2f µs", ns/1e3)
	}
	return fmt.Sprintf("%.0f ns", ns)
}
