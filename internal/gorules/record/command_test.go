package record

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// What BenchmarkCommand is told, and tells the process that only reads.
const (
	binaryToMeasure = "NZGS_BENCH_BINARY"
	folderToRead    = "NZGS_BENCH_FOLDER"
)

// cost is what a run took: of the processor, and by the clock.
type cost struct{ processor, clock time.Duration }

// BenchmarkCommand is the real command over 2,000 small files in one folder, start
// included, in turn with sha256sum over the same files and with what no program in Go gets
// below: one that opens, reads and closes them. Each is told by its cheapest run, as
// another job on the machine makes none cheaper. make bench says where the command is.
func BenchmarkCommand(b *testing.B) {
	binary := os.Getenv(binaryToMeasure)
	sha256sum, err := exec.LookPath("sha256sum")
	if binary == "" || err != nil {
		b.Skip("needs sha256sum, and the command to measure in " + binaryToMeasure)
	}
	folder := b.TempDir()
	var names []string
	for i, text := range generated(b, 2000, 200) {
		name := filepath.Join(folder, fmt.Sprintf("%04d.sgf", i))
		if err := os.WriteFile(name, text, 0o600); err != nil {
			b.Fatal(err)
		}
		names = append(names, name)
	}
	commands := []struct {
		name string
		args []string
		env  string
	}{
		{"sha256sum", append([]string{sha256sum}, names...), ""},
		{"command", []string{binary, "sgf", "check", folder}, ""},
		{"one-core", []string{binary, "sgf", "check", folder}, "GOMAXPROCS=1"},
		{"start", []string{binary, "sgf", "--help"}, ""},
		{"reading", []string{os.Args[0], "-test.run", "^TestOnlyReading$"}, folderToRead + "=" + folder},
	}
	best := make([]cost, len(commands))
	for b.Loop() {
		for i, c := range commands {
			took := costOf(b, c.args, c.env)
			if best[i].clock == 0 {
				best[i] = took
			}
			best[i] = cost{min(best[i].processor, took.processor), min(best[i].clock, took.clock)}
		}
	}
	for i, c := range commands {
		b.ReportMetric(float64(best[i].processor.Microseconds())/1000, "ms-cpu-"+c.name)
		b.ReportMetric(float64(best[i].clock.Microseconds())/1000, "ms-"+c.name)
	}
	b.ReportMetric(best[1].clock.Seconds()/best[0].clock.Seconds(), "x-sha256sum")
	b.ReportMetric(best[2].processor.Seconds()/best[0].processor.Seconds(), "x-sha256sum-cpu-one-core")
}

// costOf runs a command to its end.
func costOf(b *testing.B, args []string, env string) cost {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env)
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(args[0], err)
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(begin)}
}

// TestOnlyReading is no test: BenchmarkCommand has a process of its own run it.
func TestOnlyReading(t *testing.T) {
	folder := os.Getenv(folderToRead)
	if folder == "" {
		return
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, err := os.ReadFile(filepath.Join(folder, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
}
