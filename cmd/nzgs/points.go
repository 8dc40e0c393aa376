package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
	"nzgs/internal/ratings/points"
)

func pointsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "points FILE",
		Short: "Who has how many points towards representing the country, from a file of events",
		Long: `Work out the points that choose who represents the country, from a file of events (docs/points-file.md).
FILE may be - for standard input.

  {"points":{"national":["10","7","5","3","2","1"],"regional":["4","3","2","1"],"loss":"25%","fixed":"30"},
   "opening":[{"player":"A","date":"2024-11-24","points":"12.50","source":"Newsletter 31"}],
   "events":[{"name":"Congress","date":"2026-11-22","kind":"national","year_end":true,
              "placings":[{"player":"A","score":"5"},{"player":"B","score":"4½","member":false}]}],
   "representatives":[{"year_end":"2026-11-22","player":"A"}]}

Only "events" must be given. Events count by date, in whatever order they are listed. Places follow from the score
alone; players of one score share the mean of what their places have, rounded half up to a hundredth. Visitors
("member":false) keep their places and are given no points. At a year end the event's own points come first, then
everyone loses the share "loss", rounded half away from zero, then the representative the number "fixed".

JSON:
  {"ledger":[{"player":"A","date":"2026-11-22","event":"Congress","points":"10.00","balance":"10.00",
              "rule":"…","trace":"…"}],
   "balances":[{"player":"A","points":"-22.50"}],"ranking":["A"]}
  ranking: by points, then who represented longer ago, then the better place in the latest national event;
  "level" lists players whom that does not separate

Exit status 0: worked out. 2: the file has mistakes, and each is listed with its line and path.`,
		Args: exactly(1, "name the file of events: nzgs points events.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := readInput(cmd, args[0])
			if err != nil {
				return err
			}
			record, err := formats.ReadPoints(data)
			if err != nil {
				return cannotUse(args[0], err)
			}
			ledger, err := points.Compute(record)
			if err != nil {
				return err
			}
			if asJSON {
				return encodeJSON(cmd.OutOrStdout(), pointsJSONOf(ledger))
			}
			return writePoints(cmd.OutOrStdout(), ledger)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// pointsJSON is the ledger, as docs/points-file.md describes it.
type pointsJSON struct {
	Ledger   []pointsLineJSON    `json:"ledger"`
	Balances []pointsBalanceJSON `json:"balances"`
	Ranking  []string            `json:"ranking"`
	Level    [][]string          `json:"level,omitempty"`
}

type pointsLineJSON struct {
	Player  string `json:"player"`
	Date    string `json:"date"`
	Event   string `json:"event"`
	Points  string `json:"points"`
	Balance string `json:"balance"`
	Rule    string `json:"rule"`
	Trace   string `json:"trace"`
}

type pointsBalanceJSON struct {
	Player string `json:"player"`
	Points string `json:"points"`
}

func pointsJSONOf(l *points.Ledger) pointsJSON {
	out := pointsJSON{Ledger: []pointsLineJSON{}, Balances: []pointsBalanceJSON{}, Ranking: []string{}, Level: level(l)}
	for _, one := range l.Lines {
		out.Ledger = append(out.Ledger, pointsLineJSON{
			one.Player, one.Day.String(), one.Event, one.Points.String(), one.Balance.String(), one.Rule, one.Trace,
		})
	}
	for _, s := range l.Standing {
		out.Balances = append(out.Balances, pointsBalanceJSON{s.Player, s.Points.String()})
		out.Ranking = append(out.Ranking, s.Player)
	}
	return out
}

// level are the groups of players whom the rules do not separate.
func level(l *points.Ledger) (out [][]string) {
	for i, s := range l.Standing {
		switch {
		case i == 0 || !points.Level(l.Standing[i-1], s):
		case i > 1 && points.Level(l.Standing[i-2], s):
			out[len(out)-1] = append(out[len(out)-1], s.Player)
		default:
			out = append(out, []string{l.Standing[i-1].Player, s.Player})
		}
	}
	return out
}

func writePoints(w io.Writer, l *points.Ledger) error {
	var b strings.Builder
	t := textTable{head: []string{"Place", "Name", "Points"}, right: map[int]bool{0: true, 2: true}}
	place := 0
	for i, s := range l.Standing {
		if i == 0 || !points.Level(l.Standing[i-1], s) {
			place = i + 1
		}
		t.row(fmt.Sprint(place), s.Player, s.Points.String())
	}
	t.write(&b)
	b.WriteString("\nHow it came about:\n\n")
	lines := textTable{head: []string{"Date", "Event", "Name", "Points", "Balance"}, right: map[int]bool{3: true, 4: true}}
	for _, one := range l.Lines {
		lines.row(one.Day.String(), one.Event, one.Player, one.Points.String(), one.Balance.String())
		lines.remark(one.Rule + "; " + one.Trace)
	}
	lines.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
