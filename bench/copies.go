package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// measuredCopies are lines in which journeys with several copies of the program say how long something took.
var measuredCopies = regexp.MustCompile(`(?m)^\s+(?:copies|failover)_test\.go:\d+: (.*)$`)

// copies measures several copies of the program on PostgreSQL: how soon one sees what another one changed, and how soon they
// go on after the primary is killed, or hangs, and its standby is promoted.
func copies(binary string, drills int) error {
	path, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	run := exec.Command(
		"go", "test", "./e2e", "-count", "1", "-v", "-timeout", "60m", "-parallel", "1", "-run", "AnotherCopySees|FailoverLoses|HangsLoses",
	)
	run.Env = append(os.Environ(), "CI=true", "NZGS_BINARY="+path, "NZGS_RACED_BINARY="+path, fmt.Sprintf("NZGS_E2E_DRILLS=%d", drills))
	out, err := run.CombinedOutput()
	if err != nil {
		return fmt.Errorf("journeys with several copies: %w\n%s", err, out)
	}
	fmt.Printf("### Several copies, on PostgreSQL\n\n")
	for _, m := range measuredCopies.FindAllSubmatch(out, -1) {
		fmt.Printf("- %s\n", m[1])
	}
	fmt.Println()
	return nil
}
