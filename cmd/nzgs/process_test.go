package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

const commandProcess = "NZGS_TEST_COMMAND"

// TestCommandProcess is not a test: it is nzgs in a process of its own, for tests that run it as another user, several
// at once, or kill it.
func TestCommandProcess(t *testing.T) {
	args, is := os.LookupEnv(commandProcess)
	if !is {
		return
	}
	os.Unsetenv(commandProcess)
	cmd := root()
	cmd.SetArgs(strings.Split(args, "\n"))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // as main has it
	err := cmd.ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "nzgs:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func commandInProcess(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "-test.run=^TestCommandProcess$")
	c.Env = append(os.Environ(), commandProcess+"="+strings.Join(args, "\n"))
	return c
}
