package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

func drawCommand() *cobra.Command {
	var in drawFlags
	cmd := &cobra.Command{
		Use:   "draw EVENT",
		Short: "Draw the next round of an event file",
		Long: `Draw the next round of an event file: our own JSON (docs/event-file.md), or an OpenGotha tournament
file. EVENT may be - for standard input.

The draw is the best possible one by the event's criteria, taken in order; every pair says why. The same
file always gives the same draw. If a round cannot be drawn, the command says which rules on which
players are in the way and what would make it possible: exit status 1. A file with errors is refused,
with everything that is wrong in it: exit status 2.

JSON:
  {"round":2,
   "pairs":[{"table":1,"white":"p1","black":"p2","handicap":3,"komi":0,
             "why":{"rematch":0,"score_difference":0,…},"explanation":"both on 1 point; …"}],
   "bye":"p9","bye_explanation":"…","through":[{"id":"p5","why":"…"}],"not_playing":[{"id":"p4","why":"absent"}],
   "cost":[{"criterion":"games","values":[1]},…],"impossible":null}
  why:        what each criterion says of the pair, 0 the best; the whole draw's cost is the sum of it
  bye:        null when no one has it
  through:    who is in the next round of a knock-out without a game; left out when there is no one
  impossible: {"reason":"…","rule":"rematch","rules":["rematch"],"players":["p1","p2"],
               "relax":[{"text":"…","lift":[{"rule":"rematch","players":["p1","p2"]}]}]}, and pairs is empty`,
		Example: "  nzgs draw event.json\n  nzgs draw --json - < event.json\n  nzgs draw --why-not p3,p7 event.json",
		Args:    exactly(1, "name the event file to draw: nzgs draw event.json"),
		RunE:    func(cmd *cobra.Command, args []string) error { return in.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.BoolVar(&in.json, "json", false, "write JSON")
	f.IntVar(
		&in.round, "round", 0,
		"draw this round again, as if it and all later rounds had not been drawn (default: the next round)",
	)
	sectionFlag(cmd, &in.section)
	f.StringVar(
		&in.whyNot, "why-not", "",
		"say why two players are not drawn together, or why a player does not have the bye: p3,p7 or p3",
	)
	cmd.AddCommand(drawCheckCommand(), drawSimulateCommand())
	return cmd
}

// drawFlags is what was asked for.
type drawFlags struct {
	json   bool
	round  int
	whyNot string

	section string
}

func (in *drawFlags) run(cmd *cobra.Command, name string) error {
	file, err := readEvent(cmd, name, in.section)
	if err != nil {
		return err
	}
	next := file.NextRound()
	round := in.round
	switch {
	case round == 0:
		round = next
	case round < 1 || round > file.Event.Rounds || round > next:
		return fmt.Errorf("%w: --round %d: this event has drawn %d of %d rounds", errUsage, round, next-1, file.Event.Rounds)
	}
	if in.whyNot != "" {
		return in.explain(cmd, name, file, round)
	}
	drawing, stuck, err := drawRound(file, round)
	if err != nil {
		return cannotUse(name, err)
	}
	if in.json {
		err = writeDrawJSON(cmd.OutOrStdout(), round, drawing, stuck)
	} else if stuck == nil {
		err = writeDraw(cmd.OutOrStdout(), file, drawing)
	} else {
		err = writeStuck(cmd.OutOrStdout(), round, stuck)
	}
	if err != nil {
		return err
	}
	if stuck != nil {
		return fmt.Errorf("round %d cannot be drawn", round)
	}
	return nil
}

// stuck is why a round cannot be drawn. The rules that can be in the way are those of pairing, and two of the file's
// state: results that are missing, and no rounds left.
type stuck struct {
	reason  string
	rules   []pairing.Rule
	players []pairing.ID
	relax   []pairing.Relaxation
}

const (
	ruleResults pairing.Rule = "results" // an earlier round is not finished
	ruleRounds  pairing.Rule = "rounds"  // every round of the event has been drawn
)

// drawRound draws a round. The error is what makes the event unfit to draw.
func drawRound(file *formats.File, round int) (*pairing.Drawing, *stuck, error) {
	if planned := pairing.PlannedRounds(&file.Event); round > planned {
		if planned < file.Event.Rounds {
			_, err := pairing.Draw(file.Drawable(), round, nil) // says why there are no more
			why, err := whyStuck(err)
			return nil, why, err
		}
		return nil, &stuck{
			reason: "every round of the event has been drawn", rules: []pairing.Rule{ruleRounds},
		}, nil
	}
	drawing, err := pairing.Draw(file.Drawable(), round, file.FixedIn(round))
	why, err := whyStuck(err)
	return drawing, why, err
}

// whyStuck tells apart a round that cannot be drawn from an event that is not in order.
func whyStuck(err error) (*stuck, error) {
	var impossible *pairing.Impossible
	var missing *pairing.MissingResults
	var undecided *pairing.Undecided
	switch {
	case errors.As(err, &undecided):
		s := &stuck{reason: undecided.Error(), rules: []pairing.Rule{ruleResults}}
		for _, g := range undecided.Games {
			s.players = append(s.players, g.White, g.Black)
		}
		return s, nil
	case errors.As(err, &impossible):
		return &stuck{
			reason: impossible.Message, rules: impossible.Rules, players: impossible.Players, relax: impossible.Relax,
		}, nil
	case errors.As(err, &missing):
		s := &stuck{reason: missing.Error(), rules: []pairing.Rule{ruleResults}}
		for _, g := range missing.Games {
			s.players = append(s.players, g.White, g.Black)
		}
		return s, nil
	}
	return nil, err
}

// explain answers --why-not.
func (in *drawFlags) explain(cmd *cobra.Command, name string, file *formats.File, round int) error {
	first, second, pair := strings.Cut(in.whyNot, ",")
	a, b := pairing.ID(strings.TrimSpace(first)), pairing.ID(strings.TrimSpace(second))
	if a == "" || pair && b == "" {
		return fmt.Errorf("%w: --why-not takes two ids, p3,p7, or one for the bye", errUsage)
	}
	alternative, err := pairing.WhyNot(file.Drawable(), round, file.FixedIn(round), a, b)
	why, err := whyStuck(err)
	switch {
	case err != nil:
		return cannotUse(name, fmt.Errorf("--why-not: %w", err))
	case why != nil:
		return fmt.Errorf("round %d cannot be drawn: %s", round, why.reason)
	case in.json:
		return writeWhyNotJSON(cmd.OutOrStdout(), round, alternative)
	}
	fmt.Fprintln(cmd.OutOrStdout(), alternative.Text)
	return nil
}
