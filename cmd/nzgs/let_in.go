package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"nzgs/internal/config"
)

func letInCommand() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "let-in EMAIL --reason TEXT",
		Short: "Let the owner of an account sign in without the second factor for a day",
		Long: "Let the owner of an account sign in with the password alone for a day, for when the second\n" +
			"factor and the recovery codes are lost and no other officer can help. Run it on the society's\n" +
			"own machine. The audit log keeps the reason, and a letter tells the owner.",
		Args: exactly(1, "name the account: nzgs let-in aroha@example.nz --reason \"phone lost, called from home\""),
		RunE: changing(func(cmd *cobra.Command, soc *society, args []string) error {
			account, err := soc.accountByEmail(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			until, err := soc.auth.LetInForADay(cmd.Context(), console, account, reason)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s can sign in with the password alone until %s.\n", args[0], until.Long())
			return nil
		}),
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the audit log and the letter to the owner")
	config.AddFlags(cmd.Flags())
	return cmd
}
