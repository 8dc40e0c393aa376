// Command nzgs is the society's tournament and club management in one binary.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
)

// errUsage marks a mistake in how the program was called: exit status 2.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	cmd, err := root().ExecuteContextC(ctx)
	stop()
	if err != nil {
		report(os.Stderr, cmd, err)
		if errors.Is(err, errUsage) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

// report says what went wrong: as JSON where the command was asked for JSON, with the place of each problem of a file.
func report(w io.Writer, cmd *cobra.Command, err error) {
	asked := cmd.Flags().Lookup("json")
	if asked == nil || asked.Value.String() != "true" {
		fmt.Fprintln(w, "nzgs:", err)
		return
	}
	type problem struct {
		Path    string `json:"path,omitempty"`
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Message string `json:"message"`
	}
	out := struct {
		Error    string    `json:"error"`
		Problems []problem `json:"problems,omitempty"`
		More     int       `json:"more,omitempty"`
	}{Error: err.Error()}
	var problems *formats.Problems
	if errors.As(err, &problems) {
		for _, p := range problems.List {
			out.Problems = append(out.Problems, problem(p))
		}
		out.More = problems.More
	}
	if err := encodeJSON(w, out); err != nil {
		fmt.Fprintln(w, "nzgs:", out.Error)
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
	cmd.AddCommand(serveCommand(), demoCommand(), seedCommand(), backupCommand(), restoreCommand(), moveCommand(),
		configCommand(), versionCommand(), doctorCommand(), linkCommand(), letInCommand(), auditCommand(), ratingsCommand(),
		constitutionCommand(), sgfCommand(),
		drawCommand(), standingsCommand(), pointsCommand(), booksCommand(), convertCommand(), venueCommand(), tellerCommand())
	return cmd
}
