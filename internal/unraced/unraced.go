// Package unraced runs a test without the race detector: long computations on
// one goroutine take five to ten times as long with it, and it finds nothing in
// them. It is for tests only.
package unraced

import (
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"testing"
)

// Elsewhere runs the test in a program without the race detector and reports
// whether it did; its caller then has nothing left to do. In a program that has
// no race detector it does nothing.
//
// The test stands at the top level of its package's directory, where go test
// runs it.
func Elsewhere(t *testing.T) bool {
	t.Helper()
	info, ok := debug.ReadBuildInfo()
	if !ok || !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		return false
	}
	cmd := exec.Command("go", "test", "-count=1", "-timeout=20m", "-run=^"+t.Name()+"$", ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return true
}
