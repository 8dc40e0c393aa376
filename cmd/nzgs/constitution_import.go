package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
)

func constitutionImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Import the official wording of a version into the society",
		Long: "Import the official wording of the constitution, shown beside the program's own summaries. FILE is\n" +
			"plain text or Markdown in which every rule begins with its number (\"4.16 ...\"), - is the standard\n" +
			"input. It replaces the wording that was there; importing the same file again changes\n" +
			"nothing. The figures change only through a motion carried under rules 7.1 and 7.2.\n\n" +
			"Exit status 0: the wording is as in the file. 1: it could not be imported. 2: the file or the call\n" +
			"is wrong, and every problem is listed with its line.",
		Example: "  nzgs constitution import constitution.md\n  nzgs constitution import amended.md --from 2026-03-14",
		Args:    exactly(1, "name one file with the wording, or - for the standard input"),
		RunE:    importWording,
	}
	config.AddFlags(cmd.Flags())
	cmd.Flags().String("from", "", "day from which the version is in force; without it the first version")
	return cmd
}

// importWording reads the file before it opens the society.
func importWording(cmd *cobra.Command, args []string) error {
	text, err := cmd.Flags().GetString("from")
	if err != nil {
		return err
	}
	var from civil.Date
	if text != "" {
		if from, err = civil.ParseDate(text); err != nil {
			return fmt.Errorf("%w: --from: %w", errUsage, err)
		}
	}
	wording, err := readWording(cmd.InOrStdin(), args[0])
	if err != nil {
		return err
	}
	return changing(func(cmd *cobra.Command, soc *society, _ []string) error {
		changed, err := soc.governance.ImportWording(cmd.Context(), console, governance.WordingImport{
			From: from, Paragraphs: wording.Paragraphs,
		})
		if err != nil {
			return err
		}
		printImport(cmd.OutOrStdout(), wording, changed)
		return nil
	})(cmd, args)
}

// wordingRead is a little more than a file may have; the reader of the wording
// refuses what is longer.
const wordingRead = 1<<20 + 1

func readWording(stdin io.Reader, name string) (constitution.Wording, error) {
	in := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return constitution.Wording{}, err
		}
		defer file.Close()
		in = file
	}
	content, err := io.ReadAll(io.LimitReader(in, wordingRead))
	if err != nil {
		return constitution.Wording{}, err
	}
	w, err := constitution.ParseWording(content)
	var problems constitution.WordingErrors
	if errors.As(err, &problems) {
		return w, fmt.Errorf("%w: %s is not imported:\n%w", errUsage, name, err)
	}
	return w, err
}

func printImport(out io.Writer, w constitution.Wording, changed int) {
	fmt.Fprintf(out, "%d rules read; ", len(w.Paragraphs))
	switch changed {
	case 0:
		fmt.Fprintln(out, "they are already entered, and nothing was changed.")
	case 1:
		fmt.Fprintln(out, "1 differs from what was entered, and is imported.")
	default:
		fmt.Fprintf(out, "%d differ from what was entered, and are imported.\n", changed)
	}
	if missing := w.Missing(); len(missing) > 0 {
		fmt.Fprintf(out, "Not in the file, although the program applies them: %s.\n", strings.Join(missing, ", "))
	}
	if unknown := w.Unknown(); len(unknown) > 0 {
		fmt.Fprintf(out, "In the file, but not known to the program: %s.\n", strings.Join(unknown, ", "))
	}
}
