package events

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// SectionPage is the settings of a section.
type SectionPage struct {
	kit.FormPage
	Head DeskHead
}

var sectionView = kit.NewView[SectionPage](templates, "director/section.html")

// addSection adds a section to an event.
func (s *Desk) addSection() kit.Form[tournaments.Event] {
	return kit.Form[tournaments.Event]{
		Site: s.Site,
		Load: func(c echo.Context) (tournaments.Event, error) { return s.deskEvent(c, auth.DirectEvent) },
		Fill: func(c echo.Context, in *kit.Filling, _ tournaments.Event) {
			preset := tournaments.PresetCalled(c.QueryParam(presetField))
			fillSettings(in, preset.Settings)
			in.Set("seed", "") // a lot of its own
			in.Set(presetField, preset.Key)
		},
		Show: func(c echo.Context, page *kit.FormPage, e tournaments.Event) error {
			page.Page = s.Page(c, "New section", directorCrumb, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)})
			page.Action, page.Submit, page.Back = deskPartURL(e.ID, "sections"), "Add the section", kit.EventDeskURL(e.ID)
			page.HideTyped(presetField)
			sectionFields(page, tournaments.PresetCalled(page.In().Text(presetField)), nil)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, e tournaments.Event) (kit.Done, error) {
			section := readSection(in, 0)
			if in.Text("seed") == "" {
				section.Lot = tournaments.LotCommitted
			}
			_, err := s.tournaments.AddSection(c.Request().Context(), s.Actor(c), e.ID, section)
			return kit.Done{To: kit.EventDeskURL(e.ID), Message: in.Text("name") + " is added."}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, e tournaments.Event) error {
			preset := tournaments.PresetCalled(page.In().Text(presetField))
			return newSectionView.Render(c, status, NewSectionPage{
				FormPage: *page, Presets: presetTabs(deskPartURL(e.ID, "sections/new"), preset), For: preset.For,
			})
		},
	}
}

// changeSection changes the settings of a section.
func (s *Desk) changeSection() kit.Form[*tournaments.Wallchart] {
	return kit.Form[*tournaments.Wallchart]{
		Site: s.Site,
		Load: func(c echo.Context) (*tournaments.Wallchart, error) { return s.deskChart(c, auth.DirectEvent) },
		Fill: func(_ echo.Context, in *kit.Filling, w *tournaments.Wallchart) {
			in.Set("name", w.Section.Name)
			fillSettings(in, w.Settings())
			if w.Committed() {
				in.Set("seed", "") // no one chooses it
			}
		},
		Version: func(w *tournaments.Wallchart) int64 { return w.Section.Version },
		Show: func(c echo.Context, page *kit.FormPage, w *tournaments.Wallchart) error {
			sec := w.Section
			page.Page = s.deskPage(c, w, sec.Name+": settings")
			page.Action, page.Submit, page.Back = sectionDeskURL(sec.ID, "edit"), "Save", kit.EventDeskURL(w.Event.ID)
			if len(w.Entries) == 0 {
				remove := page.Button(
					"remove", sectionDeskURL(sec.ID, "remove"), "Remove this section", kit.VersionField(sec.Version),
				)
				remove.Kind = "danger"
				page.Others = append(page.Others, remove)
			}
			if rules := sec.FromFile.Says(); len(rules) > 0 {
				page.Say("Kept as in the event’s file: " + strings.Join(rules, "; ") + ".")
			}
			sectionFields(page, tournaments.Preset{}, entrants(w))
			if text := ceilingCuts(c.Request().Context(), w); text != "" {
				page.Findings = append(page.Findings, kit.Finding{Kind: kit.KindWarning, Text: kit.CiteRules(text)})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, w *tournaments.Wallchart) (kit.Done, error) {
			err := s.tournaments.EditSection(
				c.Request().Context(), s.Actor(c), w.Section.ID, readSection(in, w.Section.Seed),
			)
			return kit.Done{To: sectionDeskURL(w.Section.ID, "edit"), Message: "The settings are saved."}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, w *tournaments.Wallchart) error {
			head := s.deskHead(c, w, "Settings")
			head.Next = kit.NextStep{}
			return sectionView.Render(c, status, SectionPage{FormPage: *page, Head: head})
		},
	}
}

func (s *Desk) sectionRemove(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.tournaments.RemoveSection(c.Request().Context(), s.Actor(c), w.Section.ID, in.Version()); err != nil {
		return s.RefusedAt(c, err, sectionDeskURL(w.Section.ID, "edit"))
	}
	s.Flash(c, kit.KindSuccess, w.Section.Name+" is removed.")
	return kit.SeeOther(c, kit.EventDeskURL(w.Event.ID))
}

// sectionFields asks for a section: what is of the section itself, and folded away what a preset settles. field is who
// is entered.
func sectionFields(page *kit.FormPage, preset tournaments.Preset, field []simulate.Entrant) {
	in := page.In()
	sectionGameFields(page)
	sectionHandicapFields(page)
	page.Text(preset.Handicap).Fold(saysHandicap(in))
	sectionDrawFields(page, field)
	page.Text(preset.Draw).Fold(saysDraw(in))
	sectionCriteriaFields(page)
	page.Fold(saysCriteria(in))
	sectionPlaceFields(page)
	page.Fold(saysPlaces(in))
	page.Group("Rating",
		kit.Field{Name: "rated", Label: "The games are sent in for rating", Type: "checkbox"},
		kit.Field{Name: "weight", Label: "Weight", Type: "select", Width: "medium", Options: options(
			"1", "1: in full", "", "0.75", "0.75", "", "0.5", "0.5", "", "0.25", "0.25", "",
		)},
	).Text(preset.Rating).Fold(saysRating(in))
}

func sectionGameFields(page *kit.FormPage) {
	fields := []kit.Field{{Name: "name", Label: "Name", Required: true, Hint: "Such as Open or Handicap."}}
	if pairing.System(page.In().Text("system")) != pairing.Knockout {
		rounds := kit.Field{Name: "rounds", Label: "Rounds", Type: "number", Min: "1", Max: "99", Required: true, Width: "short"}
		if pairing.System(page.In().Text("system")) == pairing.Match {
			rounds.Label, rounds.Hint = "Games", "The best of 3, 5 or 7; or all of them, see System and games."
		}
		fields = append(fields, rounds)
	}
	page.Group("The section", fields...)
	page.Group("System and games",
		kit.Field{Name: "system", Label: "System", Type: "radios", Required: true, Options: options(
			string(pairing.Swiss), "Swiss", "Everyone starts level; winners meet winners.",
			string(pairing.McMahon), "McMahon", "Stronger players start with more points.",
			string(pairing.RoundRobin), "Round robin", "Everyone plays everyone, by a fixed table.",
			string(pairing.Knockout), "Knock-out", "Who loses is out; the last two play the final.",
			string(pairing.Match), "Match", "Two players, several games. The rounds are the games.",
		)},
	).Row(
		kit.Field{Name: "komi", Label: "Komi of even games", InputMode: "decimal", Suffix: "points"},
		kit.Field{Name: "first_table", Label: "Number of the first table", Type: "number", Min: "1"},
	).Row(
		kit.Field{
			Name: "board_size", Label: "Lines of the board", Type: "number", Min: "5", Max: "25", Width: "short",
			Hint: "19, 13 or 9 as a rule. Records of games are compared with it.",
		},
		kit.Field{Name: "board_time", Label: "Time for a game", Placeholder: "60 minutes and 3 × 30 seconds"},
	).Row(
		kit.Field{
			Name: "pairs", Label: "Pair go", Type: "checkbox",
			Hint: "Two people are one entry. Their games are not sent in for rating.",
		},
		kit.Field{
			Name: "boards", Label: "Boards of a team", Type: "number", Min: "0", Max: "20", Width: "short",
			Hint: "For a team event: how many games a match of two teams has. 0: players play for themselves.",
		},
	).Row(
		kit.Field{
			Name: "third_place", Label: "A game for third place", Type: "checkbox",
			Hint: "Between the two who lose in the semi-finals. Knock-out only.",
		},
		kit.Field{
			Name: "jigo", Label: "After a jigo in a knock-out", Type: "select", Options: options(
				string(pairing.JigoReplay), "The game is played again", "", string(pairing.JigoWhite), "White goes through", "",
				string(pairing.JigoBlack), "Black goes through", "",
			),
			Hint: "Of teams: after a match that is level, on the higher boards too. White is the team with White on board 1.",
		},
	).Row(
		kit.Field{
			Name: "play_out", Label: "All games are played", Type: "checkbox",
			Hint: "Otherwise a match ends when the one ahead can no longer be caught. Match only.",
		},
	).Fold(saysGames(page.In()))
}

func sectionHandicapFields(page *kit.FormPage) {
	page.Group("Handicap",
		kit.Field{Name: "handicap", Label: "Games are played", Type: "radios", Options: options(
			string(scale.ByNone), "Even", "For championships.",
			string(scale.ByRating), "With handicap by rating", "The difference of the ratings, rounded up; no komi.",
			string(scale.ByGrade), "With handicap by grade", "The difference of the grades that players are entered with.",
			string(scale.ByScore), "With handicap by McMahon score",
			"The difference of the scores before the round, in whole points. McMahon only.",
		)},
	).Row(
		kit.Field{Name: "ceiling", Label: "At most", Type: "number", Min: "1", Max: "25", Suffix: "stones"},
		kit.Field{Name: "reduction", Label: "Reduced by", Type: "number", Min: "-9", Max: "25", Suffix: "stones"},
	).Row(
		kit.Field{
			Name: "even_under_half", Label: "Even when less than half a stone apart", Type: "checkbox",
			Hint: "By rating only. Otherwise the two players may choose.",
		},
	).Row(
		kit.Field{
			Name: "no_handicap_above", Label: "No handicaps above",
			Hint: "A grade such as 1d: whoever is above it counts as being it. By grade and by McMahon score only.",
		},
	)
}

func sectionDrawFields(page *kit.FormPage, field []simulate.Entrant) {
	page.Group("The draw",
		kit.Field{
			Name: "seeding", Label: "Within a score group", Type: "select", Options: seedings(),
			Hint: "A knock-out is seeded by lot, by the director’s order, or else by rating. In a match the first in the order " +
				"has Black in the first game; otherwise the lot decides.",
		},
		kit.Field{
			Name: "seed", Label: "Lot", InputMode: "numeric", Width: "medium",
			Hint: "Empty: the lots are committed to before the draw, and anyone can check them. A number of your own always gives " +
				"the same draw, and proves nothing.",
		},
	).Row(
		kit.Field{
			Name: "reseed", Label: "Another way later", Type: "select",
			Options: append([]kit.Option{{Label: "The same in every round"}}, seedings()...),
		},
		kit.Field{
			Name: "reseed_from", Label: "… from round", Type: "number", Min: "2", Hint: "Empty unless there is another way.",
		},
	).Row(
		kit.Field{
			Name: "bar", Label: "McMahon bar", Hint: barHint(field),
		},
		kit.Field{
			Name: "floor", Label: "McMahon floor", Hint: "Everyone at or below it starts level. McMahon only.",
		},
	).Row(
		kit.Field{
			Name: "bands", Label: "McMahon bands",
			Hint: "Instead of bar and floor: 15k, 10k, 5k, 1d. A player starts with a point for each one reached. McMahon only.",
		},
	).Row(
		kit.Field{
			Name: "accelerated", Label: "Accelerated rounds", Type: "number", Min: "0",
			Hint: "For a large Swiss: the first rounds, in which the upper half is drawn as if it had some points.",
		},
		kit.Field{
			Name: "accelerated_points", Label: "… points it is given", InputMode: "decimal",
			Hint: "Empty: 1. They never count in the standings.",
		},
	)
}

// seedings are the ways to pair the players of a score group.
func seedings() []kit.Option {
	return options(
		string(pairing.SeedSlide), "Slide: upper half against lower half", "",
		string(pairing.SeedFold), "Fold: first against last", "",
		string(pairing.SeedClosest), "Closest ratings", "",
		string(pairing.SeedHandicap), "Smallest handicaps", "",
		string(pairing.SeedRandom), "By lot", "",
		string(pairing.SeedOrder), "The director’s order (knock-out and match)", "",
	)
}

// sectionCriteriaFields lets the director order what a draw goes by: a number
// for each, so that one change puts one anywhere, without scripts.
func sectionCriteriaFields(page *kit.FormPage) {
	var numbers []kit.Field
	for _, c := range criteriaInOrder(page.In()) {
		numbers = append(numbers, kit.Field{
			Name: criterionField(c), Label: c.Name(), Type: "number", Min: "0", Max: "999", Width: "short",
			Hint: kit.Capital(c.Definition()) + ".",
		})
	}
	page.Group("What decides the draw", numbers...).Text(
		"Before anything else, no two players meet twice and there are as many games as possible. Then these count, "+
			"the smallest number first: "+
			"a gain in one is worth more than any loss in those after it. 15 puts one between 10 and 20; one without a "+
			"number does not count. "+
			"All empty: the usual order. Lots decide what is still equal. A round robin follows its table, a knock-out its bracket.",
	).Row(
		kit.Field{
			Name: "apart_firm", Label: "Clubs, towns and countries count there up to round", Type: "number", Min: "1",
			Hint: "Empty: in every round.",
		},
		kit.Field{
			Name: "apart_weak", Label: "… then last of all, up to round", Type: "number", Min: "1", Hint: "Empty: to the end.",
		},
	)
}

// tieBreakPlaces is how many tie-breaks can be put in order.
const tieBreakPlaces = 5

func sectionPlaceFields(page *kit.FormPage) {
	page.Group("Places").Text(
		"Players who are equal in all of these share a place. The standings page says what each one is.",
	).Row(tieBreakFields(page.In())...)
	breaks := page.Groups[len(page.Groups)-1].Rows[0]
	for i := range breaks {
		breaks[i].Options = tieBreakOptions(page.In(), i) // each of the fields has one of the values
	}
	page.Row(
		kit.Field{
			Name: "unplayed", Label: "A round without an opponent counts in SOS", Type: "select",
			Hint: "A virtual opponent has the player’s own score before the round, and ½ for each round from then on.",
			Options: options(
				string(pairing.UnplayedVirtual), "As a virtual opponent", "",
				string(pairing.UnplayedHalf), "½ for each round so far", "",
				string(pairing.UnplayedZero), "Nothing; in a McMahon the player’s own start", "",
			),
		},
		kit.Field{
			Name: "bye", Label: "A bye scores", Type: "select", Options: options(
				string(pairing.ByePoint), "1", "", string(pairing.ByeHalf), "½", "", string(pairing.ByeNothing), "0", "",
			),
		},
	).Row(
		kit.Field{
			Name: "absence_half", Label: "An absence scores ½", Type: "checkbox", Hint: "Otherwise it scores nothing.",
		},
		kit.Field{
			Name: "halves_down", Label: "Halves are rounded down", Type: "checkbox",
			Hint: "What a player’s absences and byes score together, to whole points.",
		},
		kit.Field{
			Name: "handicap_in_sosm", Label: "SOSM counts handicap stones", Type: "checkbox",
			Hint: "Added to the opponent’s score for White, taken off for Black.",
		},
	)
}

func tieBreakFields(in *kit.Filling) []kit.Field {
	var fields []kit.Field
	for i := range max(tieBreakPlaces, len(in.All("tie_breaks"))) {
		f := kit.Field{
			Name: "tie_breaks", ID: "tie_breaks-" + strconv.Itoa(i+1), Label: ordinal(i+1) + " tie-break", Type: "select",
		}
		if i == 0 {
			f.ID = "tie_breaks" // where the error summary leads
		}
		fields = append(fields, f)
	}
	return fields
}

// tieBreakOptions are the options of one place; what stands in the form is
// chosen.
func tieBreakOptions(in *kit.Filling, place int) []kit.Option {
	chosen := ""
	if all := in.All("tie_breaks"); place < len(all) {
		chosen = all[place]
	}
	out := []kit.Option{{Value: "", Label: "None", Selected: chosen == ""}}
	for _, b := range pairing.TieBreaks() {
		if b.OfFiles() && string(b) != chosen {
			continue
		}
		out = append(out, kit.Option{Value: string(b), Label: breakLabel(b), Selected: string(b) == chosen})
	}
	return out
}

func ordinal(n int) string {
	names := []string{"First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"}
	if n >= 1 && n <= len(names) {
		return names[n-1]
	}
	return strconv.Itoa(n) + "th"
}
