package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nzgs/internal/config"
	"nzgs/internal/settings"
	"nzgs/internal/store"
)

// withKept is the configuration with what is set on the site, and that by its names. Where there is no society yet, none is.
// Unfit is what cannot be in force since the society was begun with something else.
func withKept(ctx context.Context, cfg *config.Config) (with *config.Config, kept map[string]string, unfit, err error) {
	if cfg.Database == "" {
		if _, err := os.Stat(cfg.DSN()); errors.Is(err, os.ErrNotExist) {
			return cfg, nil, nil, nil
		}
	}
	db, err := store.Open(ctx, cfg.DSN())
	if err != nil {
		return cfg, nil, nil, err
	}
	all, err := settings.Read(ctx, db)
	begun, unfit := settings.BegunWith(ctx, db, begunWith(cfg))
	if err := errors.Join(err, db.Close()); err != nil {
		return cfg, nil, nil, err
	}
	with, err = cfg.With(all.InForce())
	if unfit == nil {
		with.TimeZone, with.Currency = begun.Zone, begun.Currency
	}
	return with, all.InForce(), unfit, err
}

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the settings in force",
		Long: "Print the settings in force: from flags, then environment (NZGS_BASE_URL …), then the file, then the " +
			"site, then the defaults.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := config.Settings(cmd.Flags())
			if err != nil {
				return err
			}
			cfg, err := load(cmd.Flags())
			if err != nil {
				return err
			}
			with, kept, unfit, err := withKept(cmd.Context(), cfg)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "what is set on the site could not be read: %v\n", err)
			}
			for i, s := range all {
				switch s.Name {
				case "time-zone":
					all[i].Value = with.TimeZone
				case "currency":
					all[i].Value = with.Currency
				}
				if _, is := kept[s.Name]; is && cfg.SetBy(s.Name) == "" {
					all[i].Value, all[i].Help = with.Value(s.Name), "set on the site; "+s.Help
				}
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', 0)
			for _, s := range all {
				fmt.Fprintf(w, "%s\t%q\t# %s\n", s.Name, s.Value, s.Help)
			}
			return errors.Join(w.Flush(), unfit)
		},
	}
	config.AddFlags(cmd.Flags())
	return cmd
}
