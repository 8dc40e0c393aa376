package events

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// NewSectionPage asks for a section: its name and rounds, with everything else as a preset has it.
type NewSectionPage struct {
	kit.FormPage
	Presets kit.Tabs
	For     string // when to choose the preset that is chosen
}

var newSectionView = kit.NewView[NewSectionPage](templates, "director/section_new.html")

// presetField carries the preset that a new section's form was filled from.
const presetField = "preset"

func presetTabs(url string, chosen tournaments.Preset) kit.Tabs {
	tabs := kit.Tabs{Label: "Kinds of section"}
	for _, p := range tournaments.Presets() {
		tabs.Items = append(tabs.Items, kit.NavItem{
			Label: p.Name, URL: url + "?" + presetField + "=" + p.Key, Current: p.Key == chosen.Key,
		})
	}
	return tabs
}

// The folded parts of the form say what stands in them.

func saysGames(in *kit.Filling) string {
	system := pairing.System(in.Text("system"))
	says := simulate.SystemName(system)
	switch {
	case system == pairing.Knockout && in.Ticked("third_place"):
		says += " with a game for third place"
	case system == pairing.Match && in.Ticked("play_out"):
		says += ", all games played"
	case system == pairing.Match:
		says += " until it is decided"
	}
	if in.Ticked("pairs") {
		says += ", pair go"
	}
	if n := in.Text("boards"); n != "" && n != "0" {
		says += ", teams of " + n + " boards"
	}
	says += ", komi " + in.Text("komi")
	if time := in.Text("board_time"); time != "" {
		says += ", " + time
	}
	return says
}

func saysHandicap(in *kit.Filling) string {
	says := ""
	switch scale.By(in.Text("handicap")) {
	case scale.ByRating:
		says = "by rating"
	case scale.ByGrade:
		says = "by grade"
	case scale.ByScore:
		says = "by McMahon score"
	default:
		return "even games"
	}
	says += ", at most " + in.Text("ceiling") + " stones"
	if n := in.Text("reduction"); n != "" && n != "0" {
		says += ", reduced by " + n
		if more, negative := strings.CutPrefix(n, "-"); negative {
			says = strings.TrimSuffix(says, "reduced by "+n) + "raised by " + more
		}
	}
	if top := in.Text("no_handicap_above"); top != "" && in.Text("handicap") != string(scale.ByRating) {
		says += ", none above " + top
	}
	return says
}

func saysDraw(in *kit.Filling) string {
	says := "by lot"
	if pairing.System(in.Text("system")) == pairing.Knockout && in.Text("seeding") == string(pairing.SeedFold) {
		return "seeded by rating"
	}
	for _, o := range seedings() {
		if o.Value == in.Text("seeding") {
			says = strings.ToLower(o.Label[:1]) + o.Label[1:]
		}
	}
	switch {
	case in.Text("system") != string(pairing.McMahon):
	case in.Text("bands") != "":
		says += "; bands " + in.Text("bands")
	default:
		says += "; bar " + cmp.Or(in.Text("bar"), "none") + ", floor " + cmp.Or(in.Text("floor"), "none")
	}
	return says
}

func saysCriteria(in *kit.Filling) string {
	considered := slices.DeleteFunc(criteriaInOrder(in), func(c pairing.Criterion) bool {
		return in.Text(criterionField(c)) == ""
	})
	if len(considered) == 0 || slices.Equal(considered, pairing.DefaultCriteria()) {
		return "the usual order"
	}
	return "an order of your own"
}

func saysPlaces(in *kit.Filling) string {
	says := []string{"score"}
	for _, text := range in.All("tie_breaks") {
		if text != "" {
			says = append(says, breakLabel(pairing.TieBreak(text)))
		}
	}
	return strings.Join(says, ", then ")
}

func saysRating(in *kit.Filling) string {
	if !in.Ticked("rated") {
		return "not sent in"
	}
	return "sent in, weight " + cmp.Or(in.Text("weight"), "1")
}

// barHint says what a bar is and, of a field that is known, which one would fit it.
func barHint(field []simulate.Entrant) string {
	hint := "A grade or rating. Everyone at or above it starts level. McMahon only."
	if len(field) == 0 {
		return hint
	}
	bar, reached := simulate.ProposedBar(field)
	return fmt.Sprintf(
		"%s Proposed from the %d entered: %s, which %d have reached. It is the highest grade that a quarter of the field, "+
			"and at least eight players, have reached.",
		hint, len(field), bar.Short(), reached,
	)
}

// cutWork bounds the event that is played through for a page of settings, in the units of simulate.Plan: some
// hundredths of a second.
const cutWork = 30_000

// ceilingCuts plays the section once through by chance with those entered, and says what its ceiling does where it
// cuts more than a tenth of the games. "" is nothing to say, or a field too large to try while a page waits.
func ceilingCuts(ctx context.Context, w *tournaments.Wallchart) string {
	s := w.Section.Settings
	if s.Handicap.By != scale.ByRating || s.Teams() || len(entrants(w)) < simulate.MinPlayers || s.Rounds > simulate.MaxRounds {
		return ""
	}
	plan, err := sectionQuestion(s, entrants(w)).plan()
	if err != nil {
		return ""
	}
	plan.Systems, plan.Events = plan.Systems[:1], 1
	if plan.Work() > cutWork {
		return ""
	}
	played, err := plan.Play(ctx, plan.Variants()[0], 1)
	if err != nil {
		return ""
	}
	rating := map[pairing.ID]scale.Rating{}
	for _, p := range played.Event.Players {
		rating[p.ID] = p.Rating
	}
	games, cut := 0, 0
	for _, r := range played.Event.Played {
		for _, g := range r.Games {
			games++
			if scale.Between(rating[g.White], rating[g.Black], s.Handicap).Ceiling > 0 {
				cut++
			}
		}
	}
	if cut*10 <= games {
		return ""
	}
	text := fmt.Sprintf(
		"Played through once by chance with those entered, %d of %d games would want more than the %d stones that are the most "+
			"here.", cut, games, s.Handicap.Ceiling,
	)
	if s.Seeding != pairing.SeedHandicap && !s.System.Settled() {
		return text + " Choose “Smallest handicaps” under The draw, or allow more stones."
	}
	return text + " Allow more stones, or reduce every handicap by some."
}
