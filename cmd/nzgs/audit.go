package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"nzgs/internal/audit"
	"nzgs/internal/config"
)

func auditCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "The log of changes"}
	verify := &cobra.Command{
		Use:   "verify",
		Short: "Check the hash chain of the whole log",
		Args:  cobra.NoArgs,
		RunE: onSociety(func(cmd *cobra.Command, soc *society, _ []string) error {
			n, err := audit.Verify(cmd.Context(), soc.db)
			if err != nil {
				return fmt.Errorf("the log is damaged: %w", err)
			}
			_, hash, err := audit.Head(cmd.Context(), soc.db)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d entries, unbroken; the head is %s\n", n, hash)
			return nil
		}),
	}
	config.AddFlags(verify.Flags())
	cmd.AddCommand(verify)
	return cmd
}
