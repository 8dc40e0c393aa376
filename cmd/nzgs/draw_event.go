package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
)

// refused is an input that cannot be used: exit status 2, as for a mistake in calling the program.
type refused struct{ error }

func (refused) Is(target error) bool { return target == errUsage }

func (r refused) Unwrap() error { return r.error }

// cannotUse puts what is wrong with a file below its name.
func cannotUse(name string, err error) error {
	var problems *formats.Problems
	if !errors.As(err, &problems) {
		return refused{fmt.Errorf("%s: %w", name, err)}
	}
	text := fmt.Sprintf("%s cannot be used:\n  %s", name, strings.ReplaceAll(err.Error(), "\n", "\n  "))
	return refused{unusable{text: text, problems: problems}}
}

// unusable is what is wrong with a file, in words that name it.
type unusable struct {
	text     string
	problems *formats.Problems
}

func (u unusable) Error() string { return u.text }
func (u unusable) Unwrap() error { return u.problems }

// readInput reads a file, or standard input for "-". Nothing past the size that any format takes is read.
func readInput(cmd *cobra.Command, name string) ([]byte, error) {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			var path *fs.PathError
			if errors.As(err, &path) {
				err = path.Err
			}
			return nil, cannotUse(name, err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, formats.MaxBytes+1))
	if err != nil {
		return nil, cannotUse(name, err)
	}
	return data, nil
}

// sectionFlag lets one say which section of an event is meant.
func sectionFlag(cmd *cobra.Command, section *string) {
	cmd.Flags().StringVar(section, "section", "", "the section, where EVENT is the site's /events/NAME.json and has several")
}

// readEvent reads an event to draw or to rank: our JSON or OpenGotha's XML, whatever the file is called. What could not
// be taken over is noted on standard error.
func readEvent(cmd *cobra.Command, name, section string) (*formats.File, error) {
	data, err := readInput(cmd, name)
	if err != nil {
		return nil, err
	}
	if data, err = formats.Section(data, section); err != nil {
		return nil, cannotUse(name, err)
	}
	format := formats.Detect(data)
	if format == "" {
		return nil, cannotUse(name, errors.New(
			"this is neither an event in JSON nor an OpenGotha file; nzgs convert reads .h9, .tou and .csv"+howToConvert(cmd, name),
		))
	}
	file, notes, err := formats.Read(format, data)
	if err != nil {
		return nil, cannotUse(name, err)
	}
	writeNotes(cmd, notes)
	return file, nil
}

// howToConvert is the commands by which a file that nzgs convert reads is taken after all; "" where its name does not say
// that it is one.
func howToConvert(cmd *cobra.Command, name string) string {
	if _, err := formats.FormatOf(name); name == "-" || err != nil {
		return ""
	}
	made := strings.TrimSuffix(name, filepath.Ext(name)) + ".json"
	return fmt.Sprintf(":\n  nzgs convert %s %s\n  %s %s", quoted(name), quoted(made), cmd.CommandPath(), quoted(made))
}

func writeNotes(cmd *cobra.Command, notes formats.Notes) {
	for _, n := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note:", n)
	}
}
