package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

func constitutionAGM() *cobra.Command {
	return constitutionQuestion{
		use:   "agm --date DATE [--previous DATE] [--notice-sent DATE] [--balance-date DATE]",
		short: "The dates around an annual general meeting (rules 4.1 to 4.17)",
		long: "The dates around an annual general meeting. A date by which something is done is the last one without\n" +
			"a warning. Limits of the Incorporated Societies Act are shown as warnings to confirm.",
		example: "  nzgs constitution agm --date 2026-03-14 --previous 2025-03-08 --notice-sent 2026-02-25",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("date", "", "day of the meeting")
			cmd.Flags().String("previous", "", "day of the AGM before")
			cmd.Flags().String("notice-sent", "", "day on which the notice was sent")
			cmd.Flags().String("balance-date", "", "last balance date before the meeting")
		},
		days:    []string{"date"},
		meeting: always,
		ask: func(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
			m := constitution.AGM{
				Date: f.day("date"), Previous: f.day("previous"), NoticeSent: f.day("notice_sent"), Balance: f.day("balance_date"),
			}
			k, err := c.AGMCalendar(m)
			return calendarAnswer("Annual general meeting on "+m.Date.Long(), k), err
		},
	}.command()
}

func constitutionEGM() *cobra.Command {
	return constitutionQuestion{
		use: "egm --date DATE [--requested DATE] [--closing DATE] [--notice-sent DATE] [--despatched DATE] [--declared " +
			"DATE]",
		short: "The dates around an extraordinary general meeting and its postal vote (rules 5.1 to 5.11)",
		long: "The dates around an extraordinary general meeting and its postal vote. Without --closing the vote closes\n" +
			"on the latest day that rule 5.9 allows. Without --declared the papers' retention is counted from the\n" +
			"last day for the tellers' report. A date by which something is done is the last one without a warning.",
		example: "  nzgs constitution egm --date 2026-03-14 --requested 2026-01-20 --closing 2026-04-25",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("date", "", "day of the meeting")
			cmd.Flags().String("requested", "", "day the secretary received the members' request")
			cmd.Flags().String("closing", "", "last day for voting papers")
			cmd.Flags().String("notice-sent", "", "day on which the notice was sent")
			cmd.Flags().String("despatched", "", "day on which the voting papers went out")
			cmd.Flags().String("declared", "", "day on which the result was declared")
		},
		days:    []string{"date"},
		meeting: always,
		ask: func(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
			m := constitution.EGM{
				Date: f.day("date"), Requested: f.day("requested"), NoticeSent: f.day("notice_sent"),
				Despatched: f.day("despatched"), Closing: f.day("closing"), Declared: f.day("declared"),
			}
			k, err := c.EGMCalendar(m)
			return calendarAnswer("Extraordinary general meeting on "+m.Date.Long(), k), err
		},
	}.command()
}

// datesAnswer is the JSON form of a meeting's calendar.
type datesAnswer struct {
	Deadlines []deadlineAnswer `json:"deadlines"`
	Warnings  []string         `json:"warnings"`
}

type deadlineAnswer struct {
	What constitution.Duty `json:"what"`
	By   civil.Date        `json:"by"`
	Rule string            `json:"rule"`
}

func calendarAnswer(headline string, k constitution.Calendar) constitutionAnswer {
	answer := datesAnswer{Deadlines: []deadlineAnswer{}, Warnings: []string{}}
	for _, d := range k.Deadlines {
		answer.Deadlines = append(answer.Deadlines, deadlineAnswer{d.What, d.By, d.Rule})
	}
	for _, w := range k.Warnings {
		// As in the traces of the other answers: "… (4.1)".
		answer.Warnings = append(answer.Warnings, constitution.Step{Rule: w.Rule, Text: w.Text}.String())
	}
	return constitutionAnswer{json: answer, print: func(out io.Writer) { printCalendar(out, headline, k) }}
}

func printCalendar(out io.Writer, headline string, k constitution.Calendar) {
	fmt.Fprintf(out, "%s\n\n", headline)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, d := range k.Deadlines {
		fmt.Fprintf(w, "  %s\t%s\t(%s)\t%s\n", d.By.Long(), d.What.Label(), d.Rule, d.Trace.Steps[len(d.Trace.Steps)-1].Text)
	}
	w.Flush()
	if len(k.Warnings) > 0 {
		fmt.Fprint(out, "\nWarnings\n")
		for _, warning := range k.Warnings {
			fmt.Fprintf(out, "  %s\n", warning)
		}
	}
	for _, r := range k.Reminders {
		fmt.Fprintf(out, "\nTo be confirmed: %s (%s)\n", r.Text, r.Law)
	}
	printReadings(out, k.Readings)
}
