package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/demo"
)

func demoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Serve a demonstration society, with sign-in links for every role",
		Long: "Serve a demonstration society with invented people. The first start creates it in the data\n" +
			"folder; later starts use it again. Each start prints links to sign in; each works once.\n" +
			"With --ahead the society is some days in the future, to see what is due then.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := load(cmd.Flags())
			if err != nil {
				return err
			}
			clock, err := clockAhead(cmd.Flags())
			if err != nil {
				return err
			}
			if err := fill(cmd.Context(), cfg, civil.SystemClock, demo.Small(), cmd.OutOrStdout(), goOn); err != nil {
				return err
			}
			return serve(cmd.Context(), cfg, clock, cmd.OutOrStdout(), demoLinks)
		},
	}
	config.AddFlags(cmd.Flags())
	setDefault(cmd, "data", "demo-data")
	setDefault(cmd, "log-level", "warn")
	addAhead(cmd)
	return cmd
}

func addAhead(cmd *cobra.Command) {
	cmd.Flags().Int("ahead", 0, "how many days ahead of today the society is")
}

// mostAhead is how far ahead a demonstration may live, in days.
const mostAhead = 3660

// clockAhead is the machine's clock, put forward by as many days as the flag
// says. Only a demonstration has it: a society's dates are those of the calendar.
func clockAhead(flags *pflag.FlagSet) (civil.Clock, error) {
	days, err := flags.GetInt("ahead")
	if err != nil {
		return nil, err
	}
	if days < 0 || days > mostAhead {
		return nil, fmt.Errorf("%w: --ahead must be a number of days from 0 to %d, not %d", errUsage, mostAhead, days)
	}
	return func() civil.Instant { return daysOn(civil.SystemClock(), days) }, nil
}

// daysOn is some days later, at the same time of the society's day: a day on which the
// clocks change has not 24 hours.
func daysOn(now civil.Instant, days int) civil.Instant {
	return civil.At(now.Time().In(civil.Zone()).AddDate(0, 0, days))
}

// mostParts is how many times smaller the world may be made: each of its clubs has the members that it has.
const mostParts = 40

func seedCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "seed",
		Short: "Fill an empty data folder with an invented society",
		Long: "Fill an empty data folder with an invented society: small is the demonstration\n(" + demo.Small().Holds() +
			"),\nfull is for measuring pages\n(" + demo.Full().Holds() + "),\n" +
			"world is the same for all associations together, and takes long to make\n(" + demo.World().Holds() + "),\n" +
			"hard is the demonstration with names that are hard to print.\n" +
			"With --ahead it is made as of some days in the future: serve it with demo --ahead, by the same.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := load(cmd.Flags())
			if err != nil {
				return err
			}
			size, err := cmd.Flags().GetString("size")
			if err != nil {
				return err
			}
			plan, known := map[string]demo.Plan{
				"small": demo.Small(), "full": demo.Full(), "world": demo.World(), "hard": demo.Hard(),
			}[size]
			if !known {
				return fmt.Errorf("%w: --size must be small, full, world or hard, not %q", errUsage, size)
			}
			part, err := cmd.Flags().GetInt("one-in")
			if err != nil {
				return err
			}
			if part < 1 || part > 1 && (size != "world" || part > mostParts) {
				return fmt.Errorf("%w: --one-in is a number from 1 to %d, for the size world, not %d", errUsage, mostParts, part)
			}
			clock, err := clockAhead(cmd.Flags())
			if err != nil {
				return err
			}
			return fill(cmd.Context(), cfg, clock, plan.OneIn(part), cmd.OutOrStdout(), refuse)
		},
	}
	config.AddFlags(cmd.Flags())
	cmd.Flags().Int("one-in", 1, "make the world so many times smaller, up to "+strconv.Itoa(mostParts))
	cmd.Flags().String("size", "small", "small, full, world or hard")
	addAhead(cmd)
	return cmd
}

// setDefault gives a flag another default for one command.
func setDefault(cmd *cobra.Command, name, value string) {
	f := cmd.Flags().Lookup(name)
	f.DefValue = value
	if err := f.Value.Set(value); err != nil {
		panic(err) // every setting is a string
	}
}

// What fill does when there is a society already.
type whenFull int

const (
	goOn whenFull = iota
	refuse
)

// fill makes the society in an empty database, as of the clock's day.
func fill(
	ctx context.Context, cfg *config.Config, clock civil.Clock, plan demo.Plan, out io.Writer, full whenFull,
) error {
	soc, err := openAlone(ctx, cfg, clock)
	if err != nil {
		return err
	}
	defer soc.Close()
	empty, err := soc.auth.NeedsSetUp(ctx)
	if err != nil {
		return err
	}
	if !empty {
		if full == refuse {
			return fmt.Errorf("there is already a society in %s: name an empty folder with --data", cfg.Data)
		}
		return nil
	}
	progress := func(what string, done, total int) {
		fmt.Fprintf(out, "%s: %d of %d\n", what, done, total)
	}
	if err := demo.Fill(ctx, soc.db, plan, soc.clock(), progress); err != nil {
		return fmt.Errorf("make the society: %w", err)
	}
	return nil
}

// demoLinks prints a one-time link for every role of the demonstration.
func demoLinks(ctx context.Context, soc *society, out io.Writer) error {
	fmt.Fprintln(out, "\nSign in as (each link works once; for new links, start again):")
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, a := range demo.Accounts() {
		link, err := soc.signInLink(ctx, a.Email, auth.DemoLinkLasts)
		if errors.Is(err, errNoAccount) {
			continue // the society was made when its demonstration had fewer
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "  %s\t%s\n", a.Role, link)
	}
	return w.Flush()
}
