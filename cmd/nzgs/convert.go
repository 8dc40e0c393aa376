package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
)

func convertCommand() *cobra.Command {
	var force bool
	var section string
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Turn an event file into another format",
		Long: `Turn an event file into another format. The endings of the two names say which:

  .json  our own format: everything             (docs/event-file.md describes all six)
  .xml   OpenGotha's tournament file
  .h9    results for the European Go Database
  .tou   results for the French rating list
  .aga   results for the American Go Association
  .csv   a table for spreadsheets; an entry list of names and ratings can be read too

What the new format cannot hold is noted on standard error. A file with errors is refused, with the line
and what is wrong, and nothing is written. An existing OUT is left alone unless --force is given; then it
is replaced in one step.`,
		Example: "  nzgs convert open.xml open.json\n  nzgs convert open.json open.h9",
		Args:    exactly(2, "name the file to read and the file to write: nzgs convert open.xml open.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return convert(cmd, args[0], args[1], section, overwriteOf(force))
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace OUT if it exists")
	cmd.Flags().StringVar(&section, "section", "", "the section, where IN is the site's /events/NAME.json and has several")
	return cmd
}

// overwrite says what happens to a file that is there already.
type overwrite string

const (
	keep    overwrite = "keep"
	replace overwrite = "replace"
)

func overwriteOf(force bool) overwrite {
	if force {
		return replace
	}
	return keep
}

func convert(cmd *cobra.Command, in, out, section string, mode overwrite) error {
	from, err := formats.FormatOf(in)
	if err != nil {
		return refused{err}
	}
	to, err := formats.FormatOf(out)
	if err != nil {
		return refused{err}
	}
	if _, err := os.Lstat(out); err == nil && mode == keep {
		return refused{fmt.Errorf("%s already exists; --force replaces it", out)}
	}
	data, err := readInput(cmd, in)
	if err != nil {
		return err
	}
	if data, err = formats.Section(data, section); err != nil {
		return cannotUse(in, err)
	}
	file, notes, err := formats.Read(from, data)
	if err != nil {
		return cannotUse(in, err)
	}
	data, lost, err := formats.Write(to, file)
	if err != nil {
		return cannotUse(out, err)
	}
	if err := writeWhole(out, data, mode); err != nil {
		return err
	}
	writeNotes(cmd, append(notes, lost...))
	fmt.Fprintf(
		cmd.OutOrStdout(), "%s: %d players, %d of %d rounds\n", out, len(file.Event.Players), file.NextRound()-1,
		file.Event.Rounds,
	)
	return nil
}

// writeWhole writes a file in one step: whoever looks sees the old one or the whole new one.
func writeWhole(name string, data []byte, mode overwrite) (err error) {
	beside := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text())
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if rest := os.Remove(beside); rest != nil && !errors.Is(rest, fs.ErrNotExist) {
			err = errors.Join(err, rest)
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if mode == keep {
		// A link fails where the name is taken, even by someone who took it this moment.
		switch err = os.Link(beside, name); {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrExist):
			return refused{fmt.Errorf("%s already exists; --force replaces it", name)}
		}
	}
	if err = os.Rename(beside, name); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
