package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"nzgs/internal/audit"
	"nzgs/internal/backup"
	"nzgs/internal/config"
	"nzgs/internal/treasury"
)

// auditExpected is what a log is compared with.
type auditExpected struct {
	heads, files, backups []string
	list                  bool
}

func auditCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "The log of changes"}
	var want auditExpected
	verify := &cobra.Command{
		Use:   "verify",
		Short: "Check the whole log, and compare it with heads on paper and with backups",
		Long: "Check the chain of the whole log. That shows a log that is whole in itself; one that someone cut\n" +
			"off or wrote again is whole too. So compare it with what is kept elsewhere: heads on declarations,\n" +
			"notices and in the monthly letters to two officers (--expect, --expect-file), and backups (--backup).",
		Args: cobra.NoArgs,
		RunE: onSociety(func(cmd *cobra.Command, soc *society, _ []string) error {
			return soc.verifyLog(cmd.Context(), cmd.OutOrStdout(), want)
		}),
	}
	config.AddFlags(verify.Flags())
	verify.Flags().StringArrayVar(&want.heads, "expect", nil,
		"head that the log had, NUMBER:HASH as it is printed; may be given several times")
	verify.Flags().StringArrayVar(&want.files, "expect-file", nil, "file with such heads, for example a saved letter")
	verify.Flags().StringArrayVar(&want.backups, "backup", nil, "backup whose log has to be the beginning of this one")
	verify.Flags().BoolVar(&want.list, "heads", false, "list the heads that were mailed or printed, to compare with the paper")
	cmd.AddCommand(verify)
	return cmd
}

// marks are the heads that were typed and those in the files.
func (want auditExpected) marks() ([]audit.Mark, error) {
	var out []audit.Mark
	for _, text := range want.heads {
		m, err := audit.ParseMark(text)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	for _, name := range want.files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		found, err := audit.FindMarks(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("there is no head in %s: write each as it is printed, NUMBER:HASH", name)
		}
		out = append(out, found...)
	}
	return out, nil
}

// verifyLog checks the log and says what it was compared with.
func (soc *society) verifyLog(ctx context.Context, out io.Writer, want auditExpected) error {
	marks, err := want.marks()
	if err != nil {
		return err
	}
	n, erased, err := audit.Check(ctx, soc.db)
	if err != nil {
		return fmt.Errorf("the log is damaged: %w", err)
	}
	seq, hash, err := audit.Head(ctx, soc.db)
	if err != nil {
		return err
	}
	problem, err := treasury.CompareWithLog(ctx, soc.db)
	if err != nil {
		return err
	}
	if problem != "" {
		return fmt.Errorf("the books are damaged: %s", problem)
	}
	fmt.Fprintf(out, "%d entries, unbroken; the head is %s\n", n, hash)
	if erased > 0 {
		fmt.Fprintf(out, "from %d of them personal data were erased, and later entries say so\n", erased)
	}
	if seq > 0 {
		fmt.Fprintf(out, "on paper: %s\n", audit.MarkOf(seq, hash))
	}
	if loose, err := audit.Loose(ctx, soc.db); err != nil {
		return err
	} else if loose > 0 {
		fmt.Fprintf(out, "It does not stand yet for the newest %d %s at events: nzgs serve sees to it within minutes, and each backup does.\n",
			loose, plural(int(loose), "entry", "entries"))
	}
	if want.list {
		if err := soc.listHeads(ctx, out); err != nil {
			return err
		}
	}
	return soc.compareLog(ctx, out, marks, want.backups)
}

func (soc *society) compareLog(ctx context.Context, out io.Writer, marks []audit.Mark, backups []string) error {
	if len(marks)+len(backups) == 0 {
		fmt.Fprintln(out, "It was compared with nothing: whoever can write the database can write a whole new log. "+
			"Compare it with heads on paper (--expect) and with backups (--backup).")
		return nil
	}
	var problems []error
	if len(marks) > 0 {
		if err := audit.Compare(ctx, soc.db, marks); err != nil {
			problems = append(problems, err)
		} else if len(marks) == 1 {
			fmt.Fprintln(out, "It agrees with the head that was given.")
		} else {
			fmt.Fprintf(out, "It agrees with all %d heads that were given.\n", len(marks))
		}
	}
	for _, file := range backups {
		n, err := backup.Compare(ctx, soc.db, file)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
			continue
		}
		fmt.Fprintf(out, "It agrees with %s: its first %d entries are those of the backup.\n", file, n)
	}
	return errors.Join(problems...)
}

// listHeads lists what went out, to compare with the paper: somebody who wrote the
// log anew wrote this list anew as well.
func (soc *society) listHeads(ctx context.Context, out io.Writer) error {
	given, err := soc.logbook.HeadsOut(ctx)
	if err != nil {
		return err
	}
	declared, err := soc.postal.HeadsOut(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nHeads that went out, as this database has them (compare each with the paper):\n")
	for _, g := range append(given, declared...) {
		fmt.Fprintf(out, "  %s  %s, %s\n", g.Mark, g.At.Long(), g.With)
	}
	if len(given)+len(declared) == 0 {
		fmt.Fprintln(out, "  none")
	}
	fmt.Fprintln(out)
	return nil
}
