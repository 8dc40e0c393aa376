package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// binary is the program under test: built once, or the one that NZGS_BINARY
// names.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
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
