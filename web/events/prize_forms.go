package events

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/money"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// prized is a section with its prizes.
type prized struct {
	*tournaments.Wallchart
	list  prizes.List
	prize prizes.Prize // of a form about one
}

func (s *Desk) loadPrizes(c echo.Context) (prized, error) {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return prized{}, err
	}
	list, err := s.prizes.List(c.Request().Context(), s.Actor(c), w)
	return prized{Wallchart: w, list: list}, err
}

func prizesVersion(p prized) int64 { return p.list.Version }

func (s *Desk) prizesForm(c echo.Context, page *kit.FormPage, p prized, title, part string) {
	here := prizesDeskURL(p.Section.ID)
	page.Page = s.Page(
		c, p.Section.Name+": "+title, directorCrumb, kit.Crumb{Label: p.Event.Name, URL: kit.EventDeskURL(p.Event.ID)},
		kit.Crumb{Label: p.Section.Name + ": prizes", URL: here},
	)
	page.Action, page.Submit, page.Back = here+"/"+part, "Save", here
}

// spareLines are the empty lines for more prizes.
const spareLines = 4

// setPrizes sets what the prizes of a section are.
func (s *Desk) setPrizes() kit.Form[prized] {
	return kit.Form[prized]{
		Site: s.Site, Load: s.loadPrizes, Version: prizesVersion,
		Fill: func(_ echo.Context, in *kit.Filling, p prized) { fillPrizes(in, p.list.Rules) },
		Show: func(c echo.Context, page *kit.FormPage, p prized) error {
			s.prizesForm(c, page, p, "set the prizes", "edit")
			page.Submit = "Save the prizes"
			page.Say("Prizes are given in the order of this list, the better one first. More empty lines come when these are saved; " +
				"a line without a choice is left out.")
			page.Group("All prizes",
				kit.Field{Name: "once", Label: "A player wins one prize: the first of the list", Type: "checkbox"},
				kit.Field{Name: "ties", Label: "Who is tied", Type: "radios", Options: options(
					string(prizes.TiesByPlace), "Players with the same place in the standings, tie-breaks and all", "",
					string(prizes.TiesByScore), "Players with the same score, whatever the tie-breaks", "",
				)},
				kit.Field{
					Name: "shown", Label: "Players see on their own page how it stands while they play", Type: "checkbox",
					Hint: "Prizes of juniors and women are left out of that.",
				},
			)
			for line := 1; line <= prizeLines(page.In(), p.list.Rules); line++ {
				prizeLine(page, p.Section.Settings, line)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p prized) (kit.Done, error) {
			rules, lines := readPrizes(in)
			err := s.prizes.SetRules(c.Request().Context(), s.Actor(c), p.Section.ID, in.Version(), rules)
			return kit.Done{To: prizesDeskURL(p.Section.ID), Message: "The prizes are saved."}, atLines(err, lines)
		},
	}
}

// prizeLines is how many lines the form has: those that were sent, or the prizes and some more.
func prizeLines(in *kit.Filling, rules prizes.Rules) int {
	if n := len(in.Named("kind_")); n > len(rules.Prizes) {
		return min(n, prizes.MaxPrizes)
	}
	return min(len(rules.Prizes)+spareLines, prizes.MaxPrizes)
}

func prizeLine(page *kit.FormPage, section tournaments.Settings, line int) {
	at := func(name string) string { return prizes.PrizeField(name, line) }
	kinds := []kit.Option{{Value: "", Label: "No prize"}}
	for _, k := range prizes.Kinds(section) {
		kinds = append(kinds, kit.Option{Value: string(k), Label: prizeLabel(section, k)})
	}
	page.Hide(at("id"), page.In().Text(at("id")))
	title := page.In().Text(at("title"))
	special := []kit.Field{
		{Name: at("best"), Label: "Highest grade", Placeholder: "5k", Width: "short"},
		{Name: at("weakest"), Label: "Lowest grade", Placeholder: "10k", Width: "short"},
		{Name: at("players"), Label: "Players of a club", Type: "number", Min: "1", Width: "short"},
	}
	if section.Teams() {
		special = append(special, kit.Field{Name: at("board"), Label: "Board", Type: "number", Min: "1", Width: "short"})
	}
	page.Group("Line "+strconv.Itoa(line)).Row(
		kit.Field{Name: at("kind"), Label: "For", Type: "select", Options: kinds},
		kit.Field{Name: at("nth"), Label: "Which", Type: "number", Min: "1", Width: "short", Hint: "1: the best. Wins: how many."},
		kit.Field{Name: at("money"), Label: "Money", Prefix: money.InUse().Sign(), InputMode: "decimal", Width: "short"},
		kit.Field{Name: at("thing"), Label: "Or also", Placeholder: "Trophy", MaxLength: 80, Width: "medium"},
		kit.Field{Name: at("order"), Label: "Order", Type: "number", Min: "1", Width: "short"},
	).Row(append(
		special,
		kit.Field{Name: at("name"), Label: "Called", Placeholder: title, MaxLength: 80, Width: "medium"},
		kit.Field{Name: at("also"), Label: "Also for who has another prize", Type: "checkbox"},
	)...)
	if kind := page.In().Text(at("kind")); title == "" && kind != "" {
		title = prizeLabel(section, prizes.Kind(kind))
	}
	if title == "" {
		title = "empty"
	}
	page.Fold(title)
}

// prizeLabel says what a kind of prizes is. In a section of teams those of players say that they are.
func prizeLabel(section tournaments.Settings, k prizes.Kind) string {
	if !section.Teams() || k.Teams() || k == prizes.BestOnBoard || k == prizes.ByClub {
		return k.Label()
	}
	return "Players: " + strings.ToLower(k.Label()[:1]) + k.Label()[1:]
}

func fillPrizes(in *kit.Filling, r prizes.Rules) {
	in.Tick("once", r.Once)
	in.Tick("shown", r.Shown)
	in.Set("ties", string(r.Ties))
	for i, p := range r.Prizes {
		at := func(name string) string { return prizes.PrizeField(name, i+1) }
		in.Set(at("id"), strconv.Itoa(int(p.ID)))
		in.Set(at("kind"), string(p.Kind))
		in.Set(at("nth"), strconv.Itoa(p.Nth))
		in.Set(at("title"), p.Title())
		in.Set(at("order"), strconv.Itoa(i+1))
		in.Set(at("name"), p.Name)
		in.Set(at("thing"), p.Thing)
		in.Tick(at("also"), p.Also)
		if p.Money > 0 {
			in.Set(at("money"), p.Money.Plain())
		}
		if p.Kind.Banded() {
			in.Set(at("best"), p.Best.Grade().Short())
			in.Set(at("weakest"), p.Weakest.Grade().Short())
		}
		if p.Players > 0 {
			in.Set(at("players"), strconv.Itoa(p.Players))
		}
		if p.Board > 0 {
			in.Set(at("board"), strconv.Itoa(p.Board))
		}
	}
}

// readPrizes reads the lines that are prizes, in the order they were given; lines says from which line each came.
func readPrizes(in *kit.Filling) (r prizes.Rules, lines []int) {
	r = prizes.Rules{Once: in.Ticked("once"), Shown: in.Ticked("shown"), Ties: prizes.Ties(in.Text("ties"))}
	type one struct {
		prize       prizes.Prize
		line, order int
	}
	var all []one
	for line := 1; line <= prizes.MaxPrizes; line++ {
		if in.Text(prizes.PrizeField("kind", line)) == "" {
			continue
		}
		p, order := readPrize(in, line)
		all = append(all, one{p, line, order})
	}
	slices.SortStableFunc(all, func(a, b one) int { return cmp.Compare(a.order, b.order) })
	for _, o := range all {
		r.Prizes, lines = append(r.Prizes, o.prize), append(lines, o.line)
	}
	return r, lines
}

func readPrize(in *kit.Filling, line int) (p prizes.Prize, order int) {
	at := func(name string) string { return prizes.PrizeField(name, line) }
	p = prizes.Prize{
		ID: prizes.PrizeID(in.NumberOr(at("id"), 0)), Kind: prizes.Kind(in.Text(at("kind"))), Nth: in.NumberOr(at("nth"), 1),
		Name: in.Text(at("name")), Thing: in.Text(at("thing")), Also: in.Ticked(at("also")),
	}
	if in.Text(at("money")) != "" {
		p.Money = in.Amount(at("money"))
	}
	if p.Kind == prizes.ByClub {
		p.Players = in.NumberOr(at("players"), 3)
	}
	if p.Kind == prizes.BestOnBoard {
		p.Board = in.NumberOr(at("board"), 0)
	}
	if p.Kind.Banded() {
		const write = "Write a grade such as 5k or 2d."
		read := func(name string) (out scale.Rating) {
			if g := grade(in, at(name), write); g != nil {
				return *g
			}
			in.Problem(at(name), write)
			return out
		}
		p.Best, p.Weakest = read("best"), read("weakest")
	}
	return p, in.NumberOr(at("order"), 1000+line)
}

// atLines names the problems of prizes by the lines they were typed in.
func atLines(err error, lines []int) error {
	names := map[string]string{}
	for i, line := range lines {
		for _, part := range []string{"kind", "nth", "name", "best", "weakest", "players", "board", "money", "thing"} {
			names[prizes.PrizeField(part, i+1)] = prizes.PrizeField(part, line)
		}
	}
	return kit.Renamed(err, names)
}

// setPrizeGroups notes who plays for the prizes of juniors and women.
func (s *Desk) setPrizeGroups() kit.Form[prized] {
	ids := func(in *kit.Filling, name string, list []tournaments.EntryID) {
		for _, id := range list {
			in.Add(name, kit.IDText(id))
		}
	}
	return kit.Form[prized]{
		Site: s.Site, Load: s.loadPrizes, Version: prizesVersion,
		Fill: func(_ echo.Context, in *kit.Filling, p prized) {
			ids(in, "juniors", p.list.Groups.Juniors)
			ids(in, "women", p.list.Groups.Women)
		},
		Show: func(c echo.Context, page *kit.FormPage, p prized) error {
			kit.NoStore(c)
			s.prizesForm(c, page, p, "juniors and women", "groups")
			page.Say("Tick who asked to play for these prizes. Only directors of this event see it; others read no more than who wins " +
				"such a prize. No age and no birthday is kept.")
			var names []kit.Option
			for _, e := range byName(p.Entries) {
				names = append(names, kit.Option{Value: kit.IDText(e.ID), Label: e.ByFamily()})
			}
			page.Group("Juniors", kit.Field{Name: "juniors", Label: "Play for the prizes of juniors", Type: "checkboxes", Options: names})
			page.Group("Women", kit.Field{Name: "women", Label: "Play for the prizes of women", Type: "checkboxes", Options: names})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p prized) (kit.Done, error) {
			err := s.prizes.SetGroups(c.Request().Context(), s.Actor(c), p.Section.ID, in.Version(), prizes.Groups{
				Juniors: kit.AllChosen[tournaments.EntryID](in, "juniors"), Women: kit.AllChosen[tournaments.EntryID](in, "women"),
			})
			return kit.Done{To: prizesDeskURL(p.Section.ID), Message: "Saved."}, err
		},
	}
}

// decidePrize gives a prize otherwise than its rule does.
func (s *Desk) decidePrize() kit.Form[prized] {
	return kit.Form[prized]{
		Site: s.Site, Version: prizesVersion,
		Load: func(c echo.Context) (prized, error) {
			p, err := s.loadPrizes(c)
			if err != nil {
				return p, err
			}
			id, err := kit.PathID[int64](c, "prize")
			if err != nil {
				return p, err
			}
			for _, one := range p.list.Rules.Prizes {
				if one.ID == prizes.PrizeID(id) && p.list.Set {
					p.prize = one
					return p, nil
				}
			}
			return p, apperr.New(apperr.NotFound, "This prize is no longer on the list.")
		},
		Fill: func(_ echo.Context, in *kit.Filling, p prized) {
			in.Tick("next", !slices.ContainsFunc(p.list.Changes, func(ch prizes.Change) bool {
				return ch.Prize == p.prize.ID && !ch.Next
			}))
			for _, a := range p.list.Proposed {
				if slices.Contains(a.Prizes, p.prize.ID) {
					in.Set("reason", a.Decided)
					for _, winner := range a.Winners {
						in.Add("winners", winnerValue(winner))
					}
				}
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, p prized) error {
			s.prizesForm(c, page, p, p.prize.Title(), strconv.Itoa(int(p.prize.ID))+"/decide")
			page.Submit = "Decide"
			page.Say("The prize goes to whom you tick, and is shared by several. Without anyone it is not given.")
			page.Group("",
				kit.Field{Name: "reason", Label: "Reason", MaxLength: 200, Required: true, Hint: "Everyone reads it once the prizes are announced."},
				kit.Field{Name: "winners", Label: "Winners", Type: "checkboxes", Options: winnerOptions(p)},
			)
			if below := p.list.Rules.Below(p.prize); len(below) > 0 {
				page.Group("", kit.Field{
					Name: "next", Label: "Who would win it by the rule is next in line", Type: "checkbox",
					Hint: "For “" + below[0].Title() + "” and those below. Without the tick they win none of these.",
				})
			}
			if slices.ContainsFunc(p.list.Changes, func(ch prizes.Change) bool { return ch.Prize == p.prize.ID }) {
				undo := page.Button("undo", page.Action+"/undo", "Let the rule decide", kit.VersionField(p.list.Version))
				undo.Kind = "secondary"
				page.Others = append(page.Others, undo)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p prized) (kit.Done, error) {
			decision := prizes.DecideInput{Prize: p.prize.ID, Reason: in.Text("reason"), Next: in.Ticked("next"), Version: in.Version()}
			switch {
			case p.prize.Kind == prizes.ByClub:
				decision.Clubs = in.All("winners")
			case p.prize.Kind.Teams():
				for _, team := range kit.AllChosen[tournaments.TeamID](in, "winners") {
					decision.Winners = append(decision.Winners, team.Side())
				}
			default:
				decision.Winners = kit.AllChosen[tournaments.EntryID](in, "winners")
			}
			err := s.prizes.Decide(c.Request().Context(), s.Actor(c), p.Section.ID, decision)
			return kit.Done{To: prizesDeskURL(p.Section.ID), Message: p.prize.Title() + ": decided."}, err
		},
	}
}

// winnerValue is what a form has for a winner: the number of a player or of a team, or the name of a club.
func winnerValue(w prizes.Winner) string {
	switch team := tournaments.TeamOf(w.Entry); {
	case w.Club != "":
		return w.Club
	case team != 0:
		return kit.IDText(team)
	}
	return kit.IDText(w.Entry)
}

// winnerOptions are who can be given a prize.
func winnerOptions(p prized) (out []kit.Option) {
	switch {
	case p.prize.Kind == prizes.ByClub:
		for _, club := range prizes.Clubs(p.Wallchart) {
			out = append(out, kit.Option{Value: club, Label: club})
		}
	case p.prize.Kind.Teams():
		for _, t := range p.Teams() {
			out = append(out, kit.Option{Value: kit.IDText(t.ID), Label: t.Name})
		}
	default:
		for _, e := range byName(p.Entries) {
			out = append(out, kit.Option{Value: kit.IDText(e.ID), Label: e.ByFamily() + ", " + e.Grade()})
		}
	}
	return out
}

func (s *Desk) undecidePrize(c echo.Context) error {
	id, err := kit.PathID[tournaments.SectionID](c, "id")
	if err != nil {
		return err
	}
	prize, err := kit.PathID[int64](c, "prize")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.prizes.Undecide(c.Request().Context(), s.Actor(c), id, prizes.PrizeID(prize), in.Version()); err != nil {
		return s.RefusedAt(c, err, prizesDeskURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The rule decides again.")
	return kit.SeeOther(c, prizesDeskURL(id))
}
