package events

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/internal/weekly"
	"nzgs/web/kit"
)

// DeadlinesPage is the director's page of a section whose rounds have last days.
type DeadlinesPage struct {
	kit.FormPage
	Head  DeskHead
	Games []DatedGame // of published rounds
}

// DatedGame is a game against its last day, as the director sees it.
type DatedGame struct {
	Round        string
	Black, White string
	URL          string // where its result is entered
	Badge        kit.Badge
	Text         string // what is due
	Said         string // what the players have reported
	Reached      string // how the letters about the draw stand
}

var deadlinesView = kit.NewView[DeadlinesPage](templates, "director/deadlines.html")

// planned is a section with its plan, or the one that is proposed.
type planned struct {
	*tournaments.Wallchart
	plan weekly.Plan
	set  bool
}

// setDeadlines sets the last days of a section's rounds and its rule for late games.
func (s *Desk) setDeadlines() kit.Form[planned] {
	return kit.Form[planned]{
		Site: s.Site,
		Load: func(c echo.Context) (planned, error) {
			w, err := s.deskChart(c, auth.DirectEvent)
			if err != nil {
				return planned{}, err
			}
			plan, set, err := s.weekly.Plan(c.Request().Context(), w.Section.ID)
			if err == nil && !set {
				plan = weekly.Proposed(w.Event.From, w.Section.Rounds, "")
			}
			return planned{w, plan, set}, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, p planned) {
			in.Set("remind_days", strconv.Itoa(p.plan.RemindDays))
			in.Set("contact", p.plan.Contact)
			in.Set("late", string(p.plan.Late))
			in.Set("late_days", strconv.Itoa(p.plan.LateDays))
			for n := 1; n <= p.Section.Rounds; n++ {
				if last := p.plan.Last[n]; !last.IsZero() {
					in.SetDay(weekly.DayField(n), last)
				}
			}
		},
		Version: func(p planned) int64 { return p.plan.Version },
		Show: func(c echo.Context, page *kit.FormPage, p planned) error {
			sec := p.Section
			page.Page = s.deskPage(c, p.Wallchart, sec.Name+": deadlines")
			page.Action, page.Submit, page.Back = sectionDeskURL(sec.ID, "deadlines"), "Save", kit.EventDeskURL(p.Event.ID)
			page.Say("For a section whose players arrange their games themselves, online. When a round is published, both " +
				"players of each game are written to; they report the result and hand in the record from their own page.")
			if !p.set {
				page.Say("The rounds of this section have no deadlines yet. A week for each is proposed.")
			}
			deadlineFields(page, sec.Rounds)
			if p.set {
				remove := page.Button("remove", sectionDeskURL(sec.ID, "deadlines/remove"), "Play without deadlines",
					kit.VersionField(p.plan.Version))
				remove.Kind = "danger"
				page.Others = append(page.Others, remove)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p planned) (kit.Done, error) {
			plan := weekly.Plan{
				RemindDays: in.Number("remind_days"), Late: weekly.Late(in.Text("late")),
				Contact: in.Text("contact"), LateDays: in.Number("late_days"), Version: in.Version(), Last: make(map[int]civil.Date),
			}
			for n := 1; n <= p.Section.Rounds; n++ {
				plan.Last[n] = in.Day(weekly.DayField(n))
			}
			err := s.weekly.SetPlan(c.Request().Context(), s.Actor(c), p.Section.ID, plan)
			return kit.Done{To: sectionDeskURL(p.Section.ID, "deadlines"), Message: "The deadlines are saved."}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, p planned) error {
			head := s.deskHead(c, p.Wallchart, "Deadlines")
			head.Next = kit.NextStep{}
			out := DeadlinesPage{FormPage: *page, Head: head}
			lines, err := s.weekly.Section(c.Request().Context(), s.Actor(c), p.Event.ID, p.Section.ID)
			if err != nil {
				return err
			}
			slices.SortStableFunc(lines, func(a, b weekly.Line) int { return cmp.Compare(urgency(b), urgency(a)) })
			for _, l := range lines {
				out.Games = append(out.Games, datedGame(l, p.plan))
			}
			return deadlinesView.Render(c, status, out)
		},
	}
}

// urgency orders games: first what the director has to see to, last what is decided.
func urgency(l weekly.Line) int {
	order := []weekly.Stage{weekly.Decided, weekly.Running, weekly.Soon, weekly.Overdue, weekly.RuleDue}
	return slices.Index(order, l.Due.Stage)
}

func (s *Desk) deadlinesRemove(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	here := sectionDeskURL(w.Section.ID, "deadlines")
	if err := s.weekly.RemovePlan(c.Request().Context(), s.Actor(c), w.Section.ID, in.Version()); err != nil {
		return s.RefusedAt(c, err, here)
	}
	s.Flash(c, kit.KindSuccess, "The rounds of "+w.Section.Name+" have no deadlines now.")
	return kit.SeeOther(c, here)
}

func deadlineFields(page *kit.FormPage, rounds int) {
	var days []kit.Field
	for n := 1; n <= rounds; n++ {
		days = append(days, kit.DayField(weekly.DayField(n), "Round "+strconv.Itoa(n), ""))
	}
	page.Group("The last day of each round", days...).Text(
		"A round may be played until midnight of its last day, by " + civil.ZoneWords() + ". When the day of a round that is being " +
			"played is changed, its players are written to.",
	)
	page.Group("Letters", kit.Field{
		Name: "contact", Label: "Whom players write to", Autocomplete: "off", MaxLength: weekly.MaxContact,
		Placeholder: "Hana Kim, hana@example.nz", Hint: "A name and an address. Every letter about a game has it, and the " +
			"page of the game: a player without an account sends the result there.",
	})
	page.Group("Reminders and late games",
		kit.Field{
			Name: "remind_days", Label: "Players are reminded before the last day", Type: "number", Min: "1",
			Max: strconv.Itoa(weekly.MaxRemindDays), Suffix: "days", Width: "short",
		},
		kit.Field{
			Name: "late_days", Label: "The rule below applies after the last day", Type: "number", Min: "1",
			Max: strconv.Itoa(weekly.MaxLateDays), Suffix: "days", Width: "short",
			Hint: "Until then both are only reminded.",
		},
		kit.Field{Name: "late", Label: "A game that is not played in time", Type: "radios", Options: options(
			string(weekly.DirectorDecides), "The director decides each one", "",
			string(weekly.BothDefault), "Is lost by both by default", "The director enters it; nothing is entered by itself.",
		)},
	).Text("Everyone reads the rule on the page of the draw.")
}

// dueBadge says how a game stands against its last day.
func dueBadge(d weekly.Due) kit.Badge {
	switch d.Stage {
	case weekly.Decided:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Result in"}
	case weekly.Soon:
		return kit.Badge{Kind: kit.KindInfo, Text: "Due soon"}
	case weekly.Overdue:
		return kit.Badge{Kind: kit.KindWarning, Text: "Late"}
	case weekly.RuleDue:
		return kit.Badge{Kind: kit.KindError, Text: "The rule applies"}
	}
	return kit.Badge{Kind: kit.KindNeutral, Text: "Being played"}
}

func datedGame(l weekly.Line, plan weekly.Plan) DatedGame {
	p := l.Played
	reached := func(r weekly.Reached) string { return r.Name + ": " + r.Text() }
	out := DatedGame{
		Round: strconv.Itoa(p.Round), Black: p.BlackName, White: p.WhiteName, URL: kit.GameDeskURL(p.Game.ID),
		Badge: dueBadge(l.Due), Text: l.Due.Text(), Said: saidText(l),
		Reached: reached(l.Reached[0]) + "; " + reached(l.Reached[1]),
	}
	if l.Due.Stage == weekly.RuleDue && plan.Late == weekly.BothDefault {
		out.Text += " Enter it as “" + results.Label(pairing.BothDefault) + "”, which is lost by both by default."
	}
	if p.Game.Result != pairing.NoResult {
		out.Said = results.Text(p.Game)
	}
	return out
}

// saidText is what the players of a game without a result have reported.
func saidText(l weekly.Line) string {
	black, saidB := l.Said[results.BlackSide]
	white, saidW := l.Said[results.WhiteSide]
	switch {
	case saidB && saidW:
		return "The reports differ: Black says " + results.Label(black) + ", White says " + results.Label(white) + "."
	case saidB:
		return "Black says " + results.Label(black) + "; White has not confirmed it."
	case saidW:
		return "White says " + results.Label(white) + "; Black has not confirmed it."
	}
	return "Nothing is reported."
}

// deadlineText says, on the public draw of a round, until when it is played and what
// happens to a late game; nothing where rounds have no last day.
func (s *Desk) deadlineText(c echo.Context, w *tournaments.Wallchart, r tournaments.Round) ([]string, error) {
	plan, set, err := s.weekly.Plan(c.Request().Context(), w.Section.ID)
	if err != nil || !set {
		return nil, err
	}
	due := plan.Due(r.Number, r.Progress().Complete(), s.Today())
	if due.Stage == weekly.NoDeadline {
		return nil, nil
	}
	return []string{due.Text(), plan.Rule()}, nil
}
