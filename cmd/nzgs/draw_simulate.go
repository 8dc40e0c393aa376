package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
)

func drawSimulateCommand() *cobra.Command {
	var in simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Compare systems, seedings and numbers of rounds on thousands of random events",
		Long:  simulateHelp(),
		Example: "  nzgs draw simulate --players 60 --rounds 7 --system swiss,mcmahon\n" +
			"  nzgs draw simulate --players 24 --rounds 4,5,6 --system mcmahon --handicap none,rating\n" +
			"  nzgs draw simulate --players 200 --rounds 9 --system swiss --seeding slide,fold --events 50 --json",
		Args: exactly(0, "this plays random events and takes no file; see nzgs draw simulate --help"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			plan, err := in.plan()
			if err != nil {
				return err
			}
			report, err := runSimulation(cmd.Context(), plan, in.jobs, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if in.json {
				return writeSimulationJSON(cmd.OutOrStdout(), report)
			}
			return writeSimulation(cmd.OutOrStdout(), report)
		},
	}
	in.add(cmd)
	return cmd
}

// simulateFlags is what was asked for, as it was typed.
type simulateFlags struct {
	field                        simulate.Field
	systems, seedings, handicaps []string
	rounds                       []int
	ceiling, reduction           int
	bar, floor                   string
	events, jobs                 int
	seed                         uint64
	json                         bool
}

func (in *simulateFlags) add(cmd *cobra.Command) {
	d := simulate.DefaultPlan()
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVar(
		&in.field.Players, "players", d.Field.Players,
		fmt.Sprintf("players, %d to %d", simulate.MinPlayers, simulate.MaxPlayers),
	)
	f.IntSliceVar(&in.rounds, "rounds", d.Rounds, fmt.Sprintf("numbers of rounds, 1 to %d", simulate.MaxRounds))
	f.StringSliceVar(&in.systems, "system", texts(d.Systems), "swiss, mcmahon, roundrobin")
	f.StringSliceVar(
		&in.seedings, "seeding", texts(d.Seedings), "slide, fold, random, closest, handicap; a round robin has none",
	)
	f.StringSliceVar(&in.handicaps, "handicap", []string{string(scale.ByNone)}, "none, rating")
	f.IntVar(&in.ceiling, "ceiling", scale.DefaultCeiling, "most handicap stones")
	f.IntVar(&in.reduction, "reduction", 0, "stones taken off every handicap")
	f.StringVar(&in.bar, "bar", "", "McMahon bar, such as 4d (default: the grade of the upper quarter of the field)")
	f.StringVar(&in.floor, "floor", "", "McMahon floor, such as 15k (default: below everyone)")
	f.IntVar(&in.events, "events", d.Events, fmt.Sprintf("events played by each combination, 1 to %d", simulate.MaxEvents))
	f.Uint64Var(&in.seed, "seed", d.Seed, "a different seed gives different events; the same seed gives the same report")
	f.IntVar(&in.jobs, "jobs", 0, "events played at a time (default: one for each processor)")
	f.BoolVar(&in.json, "json", false, "write JSON")

	f.Float64Var(&in.field.Mean, "mean", d.Field.Mean, "middle of the field's strengths: 1 is 1 dan, 0 is 1 kyu")
	f.Float64Var(&in.field.Spread, "spread", d.Field.Spread, "standard deviation of the field's strengths, in stones")
	f.Float64Var(&in.field.Weakest, "weakest", d.Field.Weakest, "strength of the weakest possible player")
	f.Float64Var(&in.field.Strongest, "strongest", d.Field.Strongest, "strength of the strongest possible player")
	f.Float64Var(&in.field.Form, "form", d.Field.Form, "standard deviation of true strength from rating, in stones")
	f.IntVar(&in.field.Clubs, "clubs", d.Field.Clubs, "number of clubs the players come from; 0: none")
	f.IntVar(&in.field.Late, "late", d.Field.Late, "of 1000 players, how many enter in round 2 or 3")
	f.IntVar(&in.field.Absent, "absent", d.Field.Absent, "of 1000 players, how many are absent from a round")
	f.IntVar(
		&in.field.HalfBye, "half-byes", d.Field.HalfBye, "of 1000 players, how many ask for a half-point bye in a round",
	)
	f.IntVar(&in.field.Withdraw, "withdrawn", d.Field.Withdraw, "of 1000 players, how many withdraw after a round")
	f.IntVar(&in.field.Default, "defaults", d.Field.Default, "of 1000 games, how many are won by default")
	f.IntVar(&in.field.Jigo, "jigo", d.Field.Jigo, "of 1000 even games between equals, how many are a jigo")
}

func texts[T ~string](values []T) []string { return as[string](values) }

func as[To, From ~string](values []From) []To {
	out := make([]To, len(values))
	for i, v := range values {
		out[i] = To(strings.TrimSpace(string(v)))
	}
	return out
}

// plan reads the flags. Every problem is named at once, by its flag.
func (in *simulateFlags) plan() (simulate.Plan, error) {
	p := simulate.Plan{
		Field: in.field, Systems: as[pairing.System](in.systems), Seedings: as[pairing.Seeding](in.seedings),
		Rounds: in.rounds, Events: in.events, Seed: in.seed,
	}
	for _, by := range as[scale.By](in.handicaps) {
		rule := pairing.HandicapRule{By: by}
		if by == scale.ByRating {
			rule.Ceiling, rule.Reduction = in.ceiling, in.reduction
		}
		p.Handicaps = append(p.Handicaps, rule)
	}
	var invalid pairing.Invalid
	grade := func(path, text string) *scale.Rating {
		if text == "" {
			return nil
		}
		r, err := scale.Parse(text)
		if err != nil {
			invalid = append(invalid, pairing.FieldError{Path: path, Message: err.Error()})
		}
		return &r
	}
	p.Bar, p.Floor = grade("bar", in.bar), grade("floor", in.floor)
	if in.jobs < 0 || in.jobs > maxJobs {
		invalid = append(invalid, pairing.FieldError{Path: "jobs", Message: fmt.Sprintf("must be between 0 and %d", maxJobs)})
	}
	var found pairing.Invalid
	if errors.As(p.Validate(), &found) {
		invalid = append(invalid, found...)
	}
	if len(invalid) == 0 {
		return p, nil
	}
	for i := range invalid {
		invalid[i].Path = "--" + strings.ReplaceAll(invalid[i].Path, "_", "-")
	}
	return p, fmt.Errorf("%w: %w", errUsage, invalid)
}

// maxJobs is more than any machine has processors for.
const maxJobs = 256

// runSimulation runs a plan; on a terminal it shows how far it has come.
func runSimulation(ctx context.Context, plan simulate.Plan, jobs int, progress io.Writer) (*simulate.Report, error) {
	o := simulate.Options{Workers: jobs}
	if isTerminal(progress) {
		var shown time.Time
		o.Progress = func(done, total int) {
			if now := time.Now(); now.Sub(shown) > 100*time.Millisecond {
				shown = now
				fmt.Fprintf(progress, "\r%d of %d rounds played", done, total)
			}
		}
		defer fmt.Fprint(progress, "\r\x1b[K") // leave the line empty
	}
	report, err := simulate.Run(ctx, plan, o)
	if errors.Is(err, context.Canceled) {
		return nil, errors.New("stopped before all events were played, so there is no report")
	}
	return report, err
}

// isTerminal reports whether someone is looking at what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// simulateHelp documents the report with the measures' own definitions.
func simulateHelp() string {
	var b strings.Builder
	b.WriteString(`Compare systems, seedings, handicaps and numbers of rounds: random events are made from a seed,
drawn by this program's draw and decided by the rating formula, by every combination with the same
players, absences and luck. The report says how well final places match true strength, and what the
draws were like, each figure with its standard error (±).

The same flags give the same report, whatever --jobs is. Separate lists by commas. You can also
set what is random about the players; those flags come last in the list below.

Measures, by their names in JSON:
`)
	for _, m := range simulate.Measures() {
		writeWrapped(&b, fmt.Sprintf("  %-20s", m), m.About().Title+": "+m.About().Definition)
	}
	b.WriteString(`
JSON:
  {"players":60,"events":200,"seed":1,"bar":null,"floor":null,
   "field":{"mean":-5,"spread":5,"weakest":-21,"strongest":6.5,"form":0.7,"clubs":8,"late":20,
            "absent":10,"half_byes":5,"withdrawn":10,"defaults":5,"jigo":25},
   "variants":[{"system":"swiss","seeding":"slide","rounds":7,
     "handicap":{"by":"none","ceiling":9,"reduction":0,"even_under_half":false},
     "measures":{"spearman":{"mean":0.9,"se":0.007,"events":200},…},
     "lead":null},…]}
  measures: by name; mean over the events that have the figure, its standard error, their number;
            mean is null when no event has it, se when fewer than two have it
  lead:     the same for the difference from the first variant, event by event; null for the first
  seeding:  null for a round robin`)
	return b.String()
}

// writeWrapped writes a text of several lines, indented as deep as its head is long.
func writeWrapped(b *strings.Builder, head, text string) {
	const width = 100
	line := head
	for _, word := range strings.Fields(text) {
		if len([]rune(line))+1+len([]rune(word)) > width {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", len([]rune(head)))
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
