package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nzgs/internal/config"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the settings in force",
		Long: "Print the settings in force: from flags, then environment (NZGS_BASE_URL …), then the file, then the " +
			"defaults.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := config.Settings(cmd.Flags())
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', 0)
			for _, s := range settings {
				fmt.Fprintf(w, "%s\t%q\t# %s\n", s.Name, s.Value, s.Help)
			}
			return w.Flush()
		},
	}
	config.AddFlags(cmd.Flags())
	return cmd
}
