package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/governance/constitution"
)

// basis is the constitution that an answer is by.
type basis struct {
	Version string      `json:"version"`           // "shipped" or "society"
	Society string      `json:"society,omitempty"` // its name
	On      *civil.Date `json:"on,omitempty"`      // the day the question is about
	From    *civil.Date `json:"from,omitempty"`    // of the version in force; nil: the first
	Rulings []string    `json:"rulings,omitempty"` // in force: "2.2-new: never"
}

// String is the line below an answer.
func (b basis) String() string {
	if b.On == nil {
		return "By the constitution that comes with the program. Use --data or --database to ask a society’s own."
	}
	version := "its first version"
	if b.From != nil {
		version = "the version from " + b.From.Long()
	}
	rulings := "no rulings"
	if n := len(b.Rulings); n == 1 {
		rulings = "1 ruling"
	} else if n > 1 {
		rulings = fmt.Sprintf("%d rulings", n)
	}
	return fmt.Sprintf("By the constitution of %s on %s: %s, with %s.", b.Society, b.On.Long(), version, rulings)
}

// addSocietyFlags adds the settings that name a society, and the day.
func addSocietyFlags(cmd *cobra.Command) {
	cmd.Flags().String("data", "", "data folder of the society whose constitution answers")
	cmd.Flags().String("database", "", "postgres:// address of the society whose constitution answers")
	cmd.Flags().String(
		"on", "", "with either: day whose constitution answers (default: the day that the question is about)",
	)
}

// constitution is the one that answers: the shipped one, or that of the society
// that the flags name, as it was in force on the day the question is about.
func (q constitutionQuestion) constitution(
	ctx context.Context, f *constitutionFlags,
) (c constitution.Constitution, by basis, err error) {
	settings := pflag.NewFlagSet("society", pflag.ContinueOnError)
	config.AddFlags(settings)
	named := false
	for _, name := range []string{"data", "database"} {
		value, given := f.text(name)
		if !given {
			continue
		}
		named = true
		if err := settings.Set(name, value); err != nil {
			return c, by, err
		}
	}
	if !named {
		if _, given := f.text("on"); given {
			f.bad("on", "This chooses one of a society’s versions: say which society with --data or --database.")
		}
		return constitution.Shipped(), basis{Version: "shipped"}, nil
	}
	cfg, err := config.Load(settings)
	if err != nil {
		return c, by, err
	}
	soc, err := open(ctx, cfg)
	if err != nil {
		return c, by, err
	}
	defer func() { err = errors.Join(err, soc.Close()) }()
	day := q.day(f)
	inForce := soc.governance.On
	if q.meeting != nil && q.meeting(f) {
		inForce = soc.governance.Governing
	}
	if c, err = inForce(ctx, soc.db, day); err != nil {
		return c, by, err
	}
	return c, basisOf(c, cfg.Society, day), nil
}

func basisOf(c constitution.Constitution, society string, day civil.Date) basis {
	by := basis{Version: "society", Society: society, On: &day}
	if !c.From.IsZero() {
		by.From = &c.From
	}
	made := c.Rulings()
	for _, id := range slices.Sorted(maps.Keys(made)) {
		by.Rulings = append(by.Rulings, fmt.Sprintf("%s: %s", id, made[id].Reading))
	}
	return by
}

// day is the day that the question is about. What cannot be read is refused
// where the question reads it.
func (q constitutionQuestion) day(f *constitutionFlags) civil.Date {
	if _, given := f.text("on"); given {
		return f.day("on")
	}
	var latest civil.Date
	for _, field := range q.days {
		text, _ := f.text(field)
		if day, err := civil.ParseDate(text); err == nil {
			latest = civil.Later(latest, day)
		}
	}
	if latest.IsZero() {
		return civil.SystemClock().Date()
	}
	return latest
}

// always is of questions that are about a general meeting.
func always(*constitutionFlags) bool { return true }
