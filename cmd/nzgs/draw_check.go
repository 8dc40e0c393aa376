package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

func drawCheckCommand() *cobra.Command {
	var asJSON bool
	var section string
	cmd := &cobra.Command{
		Use:   "check EVENT",
		Short: "Draw every round of an event again and report what differs",
		Long: `Draw each drawn round again, from what was known then and with the players who played it, and report
what differs: a broken rule, a better draw, other colours, another handicap. What the director fixed does
not count as a difference. Exit status 1 means that something differs.

JSON:
  {"rounds":[{"round":1,"differences":[{"kind":"cost","criterion":"score_difference","players":["p1","p2"],
   "text":"…"}]}],"differences":1}
  kind: rule, field, cost, lot, colours or handicap, the most serious first; criterion is null unless kind is cost`,
		Args: exactly(1, "name the event file to check: nzgs draw check event.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := readEvent(cmd, args[0], section)
			if err != nil {
				return err
			}
			redraws, err := pairing.Check(file.Checkable())
			if err != nil {
				return cannotUse(args[0], err)
			}
			differences := 0
			for _, r := range redraws {
				differences += len(r.Differences)
			}
			if asJSON {
				err = writeCheckJSON(cmd.OutOrStdout(), redraws, differences)
			} else {
				err = writeCheck(cmd.OutOrStdout(), file, redraws, differences)
			}
			if err == nil && differences > 0 {
				err = fmt.Errorf("differences from the draw: %d", differences)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	sectionFlag(cmd, &section)
	return cmd
}

func writeCheck(w io.Writer, file *formats.File, redraws []pairing.Redraw, differences int) error {
	var b strings.Builder
	b.WriteString(headline(file, "drawn again"))
	if len(redraws) == 0 {
		b.WriteString("No round has been drawn yet.\n")
	}
	for _, r := range redraws {
		if len(r.Differences) == 0 {
			fmt.Fprintf(&b, "Round %d: as drawn\n", r.Round)
			continue
		}
		fmt.Fprintf(&b, "Round %d:\n", r.Round)
		for _, d := range r.Differences {
			fmt.Fprintf(&b, "  %s: %s\n", d.Kind, strings.ReplaceAll(d.Text, "\n", "\n    "))
		}
	}
	if len(redraws) > 0 && differences == 0 {
		b.WriteString("Nothing differs.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type checkJSON struct {
	Rounds      []redrawJSON `json:"rounds"`
	Differences int          `json:"differences"`
}

type redrawJSON struct {
	Round       int              `json:"round"`
	Differences []differenceJSON `json:"differences"`
}

type differenceJSON struct {
	Kind      pairing.DifferenceKind `json:"kind"`
	Criterion *pairing.Criterion     `json:"criterion"`
	Players   []pairing.ID           `json:"players"`
	Text      string                 `json:"text"`
}

func writeCheckJSON(w io.Writer, redraws []pairing.Redraw, differences int) error {
	out := checkJSON{Rounds: []redrawJSON{}, Differences: differences}
	for _, r := range redraws {
		round := redrawJSON{Round: r.Round, Differences: []differenceJSON{}}
		for _, d := range r.Differences {
			j := differenceJSON{Kind: d.Kind, Players: append([]pairing.ID{}, d.Players...), Text: d.Text}
			if d.Criterion != "" {
				j.Criterion = &d.Criterion
			}
			round.Differences = append(round.Differences, j)
		}
		out.Rounds = append(out.Rounds, round)
	}
	return encodeJSON(w, out)
}
