package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// binary is the program under test: the one that NZGS_BINARY names, or one that
// is built for these tests.
var binary string

// racedBinary is the same program with the race detector, where
// NZGS_RACED_BINARY names one: for the journeys that the program's own
// goroutines name (internal/raced).
func racedBinary(t *testing.T) string {
	t.Helper()
	if name := os.Getenv("NZGS_RACED_BINARY"); name != "" {
		return name
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("NZGS_RACED_BINARY is not set, and nothing may be skipped in CI: run make test")
	}
	return binary
}

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if to := os.Getenv(relayTo); to != "" {
		return relay(to)
	}
	defer closeBrowser()
	defer removeDemoData()
	if binary = os.Getenv("NZGS_BINARY"); binary != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "nzgs-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "nzgs")
	build := exec.CommandContext(context.Background(), "go", "build", "-o", binary, "../cmd/nzgs")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build the binary:", err)
		return 1
	}
	return m.Run()
}
