package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

const (
	sendWithin = time.Hour // that the operator's command may take
	mostSaid   = 500       // bytes of what it says that are kept
)

// hidden are what else of the environment holds the program's passwords.
var hidden = []string{"CREDENTIALS_DIRECTORY", "PGPASSWORD", "PGPASSFILE"}

// send hands a finished backup to the operator's command, with the file's name behind its words. No shell is asked, and
// the command sees none of the program's own settings.
func send(ctx context.Context, command []string, file string) error {
	if len(command) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], append(command[1:len(command):len(command)], file)...)
	c.WaitDelay = 10 * time.Second
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "NZGS_") && !slices.Contains(hidden, name) {
			c.Env = append(c.Env, v)
		}
	}
	var said tail
	c.Stdout, c.Stderr = &said, &said
	err := c.Run()
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	if err != nil {
		return fmt.Errorf("the backup is kept, but %s did not take it: %w: %s", command[0], err, said.text())
	}
	return nil
}

// tail keeps the end of what is written to it.
type tail struct{ end []byte }

// Write keeps the end.
func (t *tail) Write(p []byte) (int, error) {
	t.end = append(t.end, p[max(0, len(p)-mostSaid):]...)
	t.end = t.end[max(0, len(t.end)-mostSaid):]
	return len(p), nil
}

func (t *tail) text() string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.end), "")), " ")
}
