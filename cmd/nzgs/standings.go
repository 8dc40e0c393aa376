package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

func standingsCommand() *cobra.Command {
	var asJSON, players bool
	var section string
	var round int
	cmd := &cobra.Command{
		Use:   "standings EVENT",
		Short: "Rank the players of an event file",
		Long: `Rank the players of an event file: our own JSON (docs/event-file.md), or an OpenGotha tournament file.
EVENT may be - for standard input.

Places are by score and then by the event's tie-breaks; players equal in all of them share a place, and
the first of the shared places is shown. Of an event of teams the teams are ranked. Beside it is the place by score alone, which points are awarded by.

JSON:
  {"standings":[{"place":1,"shared":false,"id":"p1","name":"…","score":4.5,"SOS":16,…,
   "score_place":1,"score_shared":true}]}
  score: the McMahon score in a McMahon; tie-breaks have their own names, in the event's order`,
		Args: exactly(1, "name the event file to rank: nzgs standings event.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := readEvent(cmd, args[0], section)
			if err != nil {
				return err
			}
			through := file.NextRound() - 1
			if round < 0 || round > through {
				return fmt.Errorf("%w: --round %d: %d rounds have been drawn", errUsage, round, through)
			}
			if cmd.Flags().Changed("round") {
				through = round
			}
			table := pairing.Standings(&file.Event, through)
			if file.Event.Boards > 0 && !players {
				table = pairing.TeamStandings(&file.Event, through)
				file = &formats.File{Name: file.Name, Event: *file.Event.AsTeams()}
			}
			if asJSON {
				return writeStandingsJSON(cmd.OutOrStdout(), file, table)
			}
			return writeStandings(cmd.OutOrStdout(), file, table)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	sectionFlag(cmd, &section)
	cmd.Flags().BoolVar(&players, "players", false, "of an event of teams, rank the players by their boards")
	cmd.Flags().IntVar(&round, "round", 0, "after this round (default: the last one drawn)")
	return cmd
}

func writeStandingsJSON(w io.Writer, file *formats.File, t *pairing.Table) error {
	who := namesOf(file)
	rows := []fieldsJSON{}
	for _, r := range t.Rows {
		row := fieldsJSON{{"place", r.Place.From}, {"shared", r.Place.Shared()}, {"id", r.ID}}
		if name := file.Event.Players[who.index[r.ID]].Name; name != "" {
			row = append(row, fieldJSON{"name", name})
		}
		row = append(row, fieldJSON{"score", r.Score.Float()})
		for _, v := range r.Values {
			row = append(row, fieldJSON{string(v.TieBreak), v.Float()})
		}
		rows = append(
			rows, append(row, fieldJSON{"score_place", r.ScorePlace.From}, fieldJSON{"score_shared", r.ScorePlace.Shared()}),
		)
	}
	return encodeJSON(w, fieldsJSON{{"standings", rows}})
}

func writeStandings(w io.Writer, file *formats.File, t *pairing.Table) error {
	who := namesOf(file)
	what := "before the first round"
	if t.Through > 0 {
		what = fmt.Sprintf("after round %d of %d", t.Through, file.Event.Rounds)
	}
	var b strings.Builder
	b.WriteString(headline(file, "standings "+what))
	table := textTable{
		head: []string{"Place", "By score", "Name", "Rating", "Club", "Score"}, right: map[int]bool{3: true, 5: true},
	}
	for i, tb := range t.TieBreaks {
		table.head = append(table.head, string(tb))
		table.right[6+i] = true
	}
	for _, r := range t.Rows {
		p := &file.Event.Players[who.index[r.ID]]
		cells := []string{
			r.Place.String(), r.ScorePlace.String(), who.name(r.ID), p.Rating.String(), p.Club, r.Score.String(),
		}
		for _, v := range r.Values {
			cells = append(cells, v.String())
		}
		table.row(cells...)
	}
	table.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
