package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// errLeft says that a person ended a dialogue with Ctrl-C or by closing input.
var errLeft = errors.New("stopped")

// passphrase asks for a passphrase on the terminal without showing it, or
// reads it from the file that was named.
func (t *tellerFlags) passphrase(cmd *cobra.Command, prompt string) (string, error) {
	if t.passphraseFile != "" {
		data, err := readFile(cmd, t.passphraseFile, maxPassphraseFile)
		return strings.TrimRight(string(data), "\r\n"), err
	}
	tty, err := terminalOf(cmd)
	if err != nil {
		return "", err
	}
	if tty != cmd.InOrStdin() {
		defer tty.Close()
	}
	return askHidden(cmd.Context(), tty, cmd.ErrOrStderr(), prompt)
}

// terminalOf is standard input where that is a terminal, else the terminal the
// process was started from.
func terminalOf(cmd *cobra.Command) (*os.File, error) {
	if f, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f, nil
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, refused{errors.New("there is no terminal to ask for the passphrase: give it with --passphrase-file")}
	}
	return tty, nil
}

// askHidden reads a line that the terminal does not show: it stops showing what
// is typed before it asks. The terminal is left as it was, also when ctx ends.
func askHidden(ctx context.Context, tty *os.File, out io.Writer, prompt string) (string, error) {
	fd := int(tty.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil {
		return "", fmt.Errorf("ask for a passphrase: %w", err)
	}
	defer term.Restore(fd, before)
	type answer struct {
		text string
		err  error
	}
	got := make(chan answer, 1)
	go func() { // raced by TestCtrlC
		line := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{tty, out}, "")
		text, err := line.ReadPassword(prompt + ": ")
		got <- answer{text, err}
	}()
	select {
	case a := <-got:
		if a.err != nil {
			return "", fmt.Errorf("%w: no passphrase was given", errLeft)
		}
		return a.text, nil
	case <-ctx.Done():
		return "", errLeft
	}
}

// desk is a dialogue with a teller: lines in, text out. On a terminal it works
// on the second screen, which cannot be scrolled back to.
type desk struct {
	ctx   context.Context
	lines <-chan string // closed at the end of input
	out   io.Writer
	onTTY bool
}

const maxTyped = 4 << 10 // bytes of a line

func newDesk(cmd *cobra.Command) *desk {
	lines := make(chan string)
	d := &desk{ctx: cmd.Context(), lines: lines, out: cmd.OutOrStdout()}
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	if i, ok := in.(*os.File); ok && term.IsTerminal(int(i.Fd())) {
		o, ok := out.(*os.File)
		d.onTTY = ok && term.IsTerminal(int(o.Fd()))
	}
	go func() { // raced by TestAtATerminal
		defer close(lines)
		s := bufio.NewScanner(in)
		s.Buffer(make([]byte, 0, maxTyped), maxTyped)
		for s.Scan() {
			select {
			case lines <- s.Text():
			case <-d.ctx.Done():
				return
			}
		}
	}()
	if d.onTTY {
		fmt.Fprint(d.out, "\x1b[?1049h")
	}
	d.wipe()
	return d
}

// leave gives the first screen back.
func (d *desk) leave() {
	d.wipe()
	if d.onTTY {
		fmt.Fprint(d.out, "\x1b[?1049l")
	}
}

// wipe takes what was typed off the screen.
func (d *desk) wipe() {
	if d.onTTY {
		fmt.Fprint(d.out, "\x1b[H\x1b[2J\x1b[3J")
	}
}

func (d *desk) say(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }

// ask shows a prompt and waits for a line; errLeft when there is none.
func (d *desk) ask(format string, args ...any) (string, error) {
	d.say(format, args...)
	select {
	case line, open := <-d.lines:
		if !open {
			return "", errLeft
		}
		return strings.TrimSpace(line), nil
	case <-d.ctx.Done():
		return "", errLeft
	}
}
