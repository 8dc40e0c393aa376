// Command nzgs is the society's tournament and club management in one binary.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// errUsage marks a mistake in how the program was called: exit status 2.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := root().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "nzgs:", err)
		if errors.Is(err, errUsage) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "nzgs",
		Short:         "Members, clubs, ratings and tournaments of a Go society",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%w: there is no command %q; nzgs --help lists them", errUsage, args[0])
			}
			return cmd.Help()
		},
	}
	cmd.CompletionOptions.HiddenDefaultCmd = true
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return fmt.Errorf("%w: %w", errUsage, err) })
	cmd.AddCommand(serveCommand(), demoCommand(), seedCommand(), backupCommand(), restoreCommand(),
		configCommand(), linkCommand(), letInCommand(), auditCommand(), ratingsCommand(), constitutionCommand(), sgfCommand(),
		drawCommand(), standingsCommand(), pointsCommand(), convertCommand(), tellerCommand())
	return cmd
}
