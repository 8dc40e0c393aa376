package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nzgs/internal/config"
	"nzgs/internal/ratings"
)

func ratingsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "ratings", Short: "The rating list"}
	recalculate := &cobra.Command{
		Use:   "recalculate",
		Short: "Recalculate the whole rating history and correct what differs",
		Long: "Recalculate the whole rating history from the games, each event by the version of the\n" +
			"formula it was rated by. With --check nothing is written; exit status 1 means that something differs.",
		Args: cobra.NoArgs,
		RunE: onSociety(func(cmd *cobra.Command, soc *society, _ []string) error {
			checkOnly, err := cmd.Flags().GetBool("check")
			if err != nil {
				return err
			}
			mode := ratings.Check
			if !checkOnly {
				mode = ratings.Repair
				if err := soc.takesChanges(cmd.Context()); err != nil {
					return err
				}
			}
			return recalculate(cmd, soc, mode)
		}),
	}
	config.AddFlags(recalculate.Flags())
	recalculate.Flags().Bool("check", false, "compare without writing")
	cmd.AddCommand(recalculate)
	return cmd
}

// progressStep is after how many events progress is printed.
const progressStep = 50

func recalculate(cmd *cobra.Command, soc *society, mode ratings.Mode) error {
	report, err := soc.ratings.Recalculate(cmd.Context(), console, mode, func(done, total int) {
		if done%progressStep == 0 || done == total {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d events\n", done, total)
		}
	})
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, d := range report.Differences {
		fmt.Fprintln(out, d)
	}
	fmt.Fprintf(
		out, "%d events, %d games, %d players: %d figures differ\n", report.Events, report.Games, report.Players,
		len(report.Differences),
	)
	if mode == ratings.Check && !report.OK() {
		return errors.New("the stored list does not match its games: run nzgs ratings recalculate")
	}
	return nil
}
