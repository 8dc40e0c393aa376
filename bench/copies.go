package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// measuredJourney are lines in which a journey of the browser or of several copies says how long something took.
var measuredJourney = regexp.MustCompile(`(?m)^\s+(?:copies|failover|paint)_test\.go:\d+: (.*)$`)

// copies measures several copies of the program on PostgreSQL: how soon one sees what another one changed, and how soon they
// go on after the primary is killed, or hangs, and its standby is promoted.
func copies(binary string, drills int) error {
	return journeys(binary, "Several copies, on PostgreSQL", "AnotherCopySees|FailoverLoses|HangsLoses",
		fmt.Sprintf("NZGS_E2E_DRILLS=%d", drills))
}

// paint measures when a page is first painted on a slow network.
func paint(binary string) error {
	return journeys(binary, "A first visit on a slow network", "FirstPaint")
}

// journeys goes those whose names a pattern finds, one after the other, and prints what they measured.
func journeys(binary, title, pattern string, environment ...string) error {
	path, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	run := exec.Command(
		"go", "test", "./e2e", "-count", "1", "-v", "-timeout", "60m", "-parallel", "1", "-run", pattern,
	)
	run.Env = append(os.Environ(), "CI=true", "NZGS_BINARY="+path, "NZGS_RACED_BINARY="+path)
	run.Env = append(run.Env, environment...)
	out, err := run.CombinedOutput()
	if err != nil {
		return fmt.Errorf("journeys %s: %w\n%s", pattern, err, out)
	}
	fmt.Printf("### %s\n\n", title)
	for _, m := range measuredJourney.FindAllSubmatch(out, -1) {
		fmt.Printf("- %s\n", m[1])
	}
	fmt.Println()
	return nil
}
