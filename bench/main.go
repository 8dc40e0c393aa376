// Command bench measures the engines by Go's own benchmarks, and the real binary
// with a full-size society: how long pages take while results are being entered, how soon the first answer comes
// after a start, and how much memory the program holds. It prints what it
// measured as Markdown, with a physical limit beside each figure taken in the
// same run. Run it by `make bench`.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	binary := flag.String("binary", "out/nzgs", "the program to measure")
	folder := flag.String("data", "", "folder with a full-size society; empty makes one")
	seconds := flag.Int("seconds", 20, "how long readers read")
	only := flag.String(
		"only", "", "engines, copies, paint, pages, books, costs, live, siege, growth or soak; empty measures all but the last two",
	)
	world := flag.String("world", "", "folder with the world's society, for -only growth")
	soaked := flag.Duration("soak", time.Hour, "how long a society lives, for -only soak")
	database := flag.String("database", "", "PostgreSQL address of an empty database, for -only soak with two copies")
	databases := flag.String("databases", "", "PostgreSQL addresses of both societies, for -only growth: full,world")
	rounds := flag.Int("rounds", 50, "how often each page is read, for -only growth")
	roles := flag.String("roles", strings.Join(walkRoles, ","), "who reads, for -only growth")
	factor := flag.Float64("factor", worldGames/fullGames, "how many times as many games -world has as -data, for -only growth")
	drills := flag.Int("drills", 3, "how often the primary is killed below two copies")
	besieged := flag.Int("siege", 120, "how long hostile connections are held, in seconds")
	flag.Parse()
	long := lengths{time.Duration(*seconds) * time.Second, time.Duration(*besieged) * time.Second}
	switch *only {
	case "soak":
		end(soakIn(*binary, *database, *soaked))
		return
	case "growth":
		full, large := society{"the smaller", *folder, ""}, society{"the larger", *world, ""}
		if a, b, both := strings.Cut(*databases, ","); both {
			full.database, large.database = a, b
		}
		end(grow(*binary, full, large, *rounds, *factor, strings.Split(*roles, ",")))
		return
	}
	end(run(*binary, *folder, long, *only, *drills))
}

// end says what went wrong.
func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// How many games the societies have.
const (
	fullGames  = 60_000.0
	worldGames = 1_000_000.0
)

// lengths are how long readers read: in peace, and besieged.
type lengths struct{ reading, siege time.Duration }

func run(binary, full string, long lengths, only string, drills int) error {
	fmt.Printf(
		"Machine: %s, %d cores, %s/%s, %s\n\n", cpuModel(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(),
	)
	if only == "" || only == "engines" {
		if err := measureEngines(binary); err != nil {
			return err
		}
	}
	if only == "engines" {
		return nil
	}
	if only == "" || only == "copies" {
		if err := copies(binary, drills); err != nil || only == "copies" {
			return err
		}
	}
	if only == "" || only == "paint" {
		if err := paint(binary); err != nil || only == "paint" {
			return err
		}
	}
	work, err := os.MkdirTemp("", "nzgs-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	small := filepath.Join(work, "small")
	if err := seed(binary, small, "small"); err != nil {
		return err
	}
	if only == "live" {
		return live(binary, small)
	}
	if full == "" {
		full = filepath.Join(work, "full")
		if err := seed(binary, full, "full"); err != nil {
			return err
		}
	}
	switch only {
	case "costs":
		return costs(binary, full)
	case "siege":
		return siege(binary, full, long.siege)
	case "books":
		return books(binary, full, long.reading)
	}
	if err := startUp(binary, small, full); err != nil {
		return err
	}
	if err := memory(binary, small); err != nil {
		return err
	}
	if err := pages(binary, full, long.reading); err != nil || only == "pages" {
		return err
	}
	if err := books(binary, full, long.reading); err != nil {
		return err
	}
	if err := costs(binary, full); err != nil {
		return err
	}
	if err := live(binary, small); err != nil {
		return err
	}
	return siege(binary, full, long.siege)
}

// seed makes a society and says how long that took.
func seed(binary, folder, size string) error {
	begin := time.Now()
	if out, err := exec.Command(binary, "seed", "--size", size, "--data", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("seed %s: %w\n%s", size, err, out)
	}
	info, err := os.Stat(filepath.Join(folder, "nzgs.db"))
	if err != nil {
		return err
	}
	fmt.Printf(
		"Made the %s society in %.1f s: %.1f MB.\n\n", size, time.Since(begin).Seconds(), float64(info.Size())/(1<<20),
	)
	return nil
}

func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for _, line := range strings.Split(string(text), "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
