package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

func sgfCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sgf",
		Short: "Game records in the Smart Game Format",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%w: there is no command sgf %q; nzgs sgf --help lists them", errUsage, args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(sgfCheckCommand())
	return cmd
}

const sgfCheckLong = `Play records through the Rules of Go, count where they end, and compare the
count with the result they claim. Records of Hex (GM[11]), Amazons (GM[18]) and
Tanbo (RU[Tanbo]) are played by the rules of their games.

A PATH is a file, a folder (all *.sgf, *.hsgf, *.gib and *.ngf below it, in the order of
their names), or
- for standard input. A file may hold several games; of each the main line is
checked.

A move that breaks the rules is reported; --on-violation says how to continue:
  stop    play ends before it (the default)
  stand   it stands, as when the opponent did not claim before the next move; a
          stone on another stone or off the board cannot stand, and becomes a pass
  pass    it becomes a pass, as when the opponent claimed

The count is of the position after the last move played, by the chosen rules.
All stones are alive except those that --dead names, in the letters of the
record: any stone of a chain stands for the whole chain. Komi is the record's, with
a handicap as without, else the rules'.

A record that names its rules (RU) is counted by them too, and a claimed result is
right if it is so by either. Where the count does not give it, the stones that the
record marks as dead are taken off, then those that are proved dead, then those that
random games find dead, and then any choice of them. Only a result that no choice
gives is wrong. After several games a summary says how many agree, and how.

For people there is a line for each game, with notes of what had to be repaired in
its text, then what is wrong with it: which
moves and by which rule, what each ruling leads to, and whether any choice of
dead stones gives the claimed result.

--json writes one line for each game, in the order of the input:
  file, game       the game's number in its file, from 1; 0 if none was reached
  game_of          go, amazons, hex or tanbo; "" if it is none or not known
  size             width and height
  handicap, komi   handicap stones; the komi that is counted with
  moves, played    moves written; moves carried out
  violation        the first of violations, or null; each with its move (from 1,
                   as written), colour, point, kind (superko, occupied, off_board,
                   suicide, out_of_turn, button; after_end for a move
                   after the game had ended by its rules, which is no fault) and
                   the earlier move whose position
                   superko repeats (0 for the start, and for other kinds); in the
                   other games also blocked, not_own, touches_none, touches_many
                   and opening
  score            both totals before komi; points of both are in both, and shared
  result           claimed: as written; winner: B, W, draw, void, unknown or
                   both_lose; by: points, resign, time, forfeit or ""; computed:
                   the count with komi, where a tie is W+0, and in the other games
                   B+ or W+ once the game is decided; agrees: true or false,
                   or null where no count can contradict the claim (resignation,
                   time, forfeit, no result, none claimed); consistent: how the
                   claim can be right: count, marks, proof, estimate, some (some
                   choice of dead stones), none (proved that no choice gives it),
                   unknown; null where agrees is
  by_record_rules  the count by the rules that the record names, or null: rules,
                   named (as written), komi, given (points for the handicap), dead
                   (how the dead stones were told), score, computed, agrees
  setup_stones     stones put on the board rather than played
  players, warnings, error (why there is no count, or null)

Exit status: 0 if every move is legal and no claimed result is proved wrong, 1 if
a move is illegal or no choice of dead stones gives what is claimed, 2 if the command was used wrongly or something could not be
read (everything else is still checked).`

func sgfCheckCommand() *cobra.Command {
	check := sgfCheck{}
	cmd := &cobra.Command{
		Use:   "check [flags] PATH…",
		Short: "Check records by the Rules of Go, or of Hex, Amazons or Tanbo",
		Long:  sgfCheckLong,
		Args:  cobra.ArbitraryArgs,
	}
	rules := cmd.Flags().String("rules", string(record.NZ), sgfRulesHelp())
	policy := cmd.Flags().String("on-violation", "stop", "stop, stand or pass")
	startCounts := cmd.Flags().Bool("start-counts", false, "the starting position may not be repeated either")
	dead := cmd.Flags().StringSlice("dead", nil, "points of agreed dead stones, such as aa,bb")
	cmd.Flags().IntVar(&check.jobs, "jobs", runtime.GOMAXPROCS(0), "files checked at the same time")
	cmd.Flags().BoolVar(&check.json, "json", false, "one line of JSON for each game")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var errs [3]error
		check.options.Rules, errs[0] = record.ParseRuleSet(*rules)
		check.options.OnViolation, errs[1] = record.ParsePolicy(*policy)
		check.options.Dead, errs[2] = record.ParseDead(strings.Join(*dead, ","))
		if err := errors.Join(errs[:]...); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if check.json {
			check.options.Own = record.OwnAlways
		}
		if *startCounts {
			check.options.Start = gorules.StartCounts
		}
		if check.jobs < 1 || check.jobs > maxSgfJobs {
			return fmt.Errorf("%w: --jobs must be from 1 to %d", errUsage, maxSgfJobs)
		}
		if len(args) == 0 {
			return fmt.Errorf("%w: name the records to check: files, folders, or - for standard input", errUsage)
		}
		if first := slices.Index(args, standardInput); first >= 0 && slices.Contains(args[first+1:], standardInput) {
			return fmt.Errorf("%w: standard input (-) can be read only once", errUsage)
		}
		return check.run(cmd, args)
	}
	return cmd
}

// maxSgfJobs is more than any machine gains from.
const maxSgfJobs = 256

// sgfRulesHelp lists the rule sets.
func sgfRulesHelp() string {
	var names []string
	for _, r := range record.RuleSets() {
		names = append(names, fmt.Sprintf("%s (%s)", r, r.Name()))
	}
	return strings.Join(names, ", ")
}
