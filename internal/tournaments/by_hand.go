package tournaments

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

// HandKind is what a director changes in a round that is drawn. Only the games that it touches
// change: every other game keeps its table, colours, handicap and result.
type HandKind string

// The kinds.
const (
	Exchange HandKind = "exchange" // two players take each other's place
	PairUp   HandKind = "pair"     // two without a game play each other, at the first free table
	TakeOff  HandKind = "take_off" // a player's game, or bye, is taken off
	GiveBye  HandKind = "bye"      // a player without a game has the bye
)

// HandInput is a change by hand. The comments are the names of the inputs, by which problems are
// reported.
type HandInput struct {
	Round    RoundID
	Version  int64
	Kind     HandKind // kind
	Player   EntryID  // player
	Other    EntryID  // other: of Exchange and PairUp
	SetAside bool     // set_aside: results of the games that change are set aside
	Reason   string   // reason: wanted when a result is set aside; for officials
}

// HandChange is a change by hand as its round keeps it. Texts name players by marks.
type HandChange struct {
	At      civil.Instant `json:"at"`
	By      string        `json:"by"`
	What    string        `json:"what"`
	Reason  string        `json:"reason,omitempty"`
	Aside   []AsideGame   `json:"aside,omitempty"`   // games whose results were set aside
	Compare string        `json:"compare,omitempty"` // what became worse and better, by criterion; "" for nothing
	Figures []string      `json:"figures,omitempty"` // the numbers behind it
}

// AsideGame is a game that a change by hand took away, with its result.
type AsideGame struct {
	Table  int            `json:"table"`
	Black  EntryID        `json:"black"`
	White  EntryID        `json:"white"`
	Result pairing.Result `json:"result"`
	Margin string         `json:"margin,omitempty"`
}

// place is where somebody is in a round.
type place struct {
	game *Game // nil: none
	bye  bool
}

func (r Round) placeOf(id EntryID) place {
	for i := range r.Games {
		if r.Games[i].Has(id) {
			return place{game: &r.Games[i]}
		}
	}
	return place{bye: slices.Contains(r.Byes, id)}
}

// arrangement is what a change by hand makes of a round.
type arrangement struct {
	what    string
	dropped []Game // as they were
	made    []Game // in their place; only table and players are set
	byes    []EntryID
	joins   []EntryID // who did not play the round so far
}

// arrange works out a change by hand; elsewhere are tables that other sections of the event play at.
// Problems are of its fields.
func (f field) arrange(r Round, in HandInput, elsewhere []int) (a arrangement, problems apperr.Fields) {
	a.byes = slices.Clone(r.Byes)
	if f.section.System.Settled() {
		problems.Add("kind", "%s", f.section.settledPairs())
		return a, problems
	}
	two := in.Kind == Exchange || in.Kind == PairUp
	f.checkSeat(&problems, "player", in.Player, r.Number)
	switch {
	case two && in.Other == in.Player && !problems.Has("player"):
		problems.Add("other", "Choose another player.")
	case two:
		f.checkSeat(&problems, "other", in.Other, r.Number)
	}
	if len(problems) > 0 {
		return a, problems
	}
	at, other := r.placeOf(in.Player), r.placeOf(in.Other)
	switch in.Kind {
	case Exchange:
		a.exchange(in, at, other, &problems)
	case PairUp:
		a.pairUp(f.section.firstFree(r, append(f.kept(in.Player, in.Other), elsewhere...)), in, at, other, &problems)
	case TakeOff:
		a.takeOff(in.Player, at, &problems)
	case GiveBye:
		a.giveBye(r, in.Player, at, &problems)
	default:
		problems.Add("kind", "Choose what to change.")
	}
	f.seatFixed(r, &a)
	if in.Kind == PairUp && len(a.made) == 1 {
		a.what = fmt.Sprintf("%s and %s are paired at table %d", nameMark(in.Player), nameMark(in.Other), a.made[0].Table)
	}
	for _, id := range []EntryID{in.Player, in.Other} {
		if e, ok := f.entry(id); ok && a.seats(id) && !e.Plays(r.Number) {
			a.joins = append(a.joins, id)
		}
	}
	return a, problems
}

// seats reports whether somebody has a game that is made, or the bye.
func (a arrangement) seats(id EntryID) bool {
	return slices.Contains(a.byes, id) || slices.ContainsFunc(a.made, func(g Game) bool { return g.Has(id) })
}

// checkSeat checks that somebody can be placed in a round: late arrivals and absent players can.
func (f field) checkSeat(problems *apperr.Fields, name string, id EntryID, round int) {
	e, ok := f.entry(id)
	switch {
	case !ok:
		problems.Add(name, "Choose a player of this section.")
	case e.Withdrawn && round > e.WithdrawnAfter:
		problems.Add(name, "%s has withdrawn. Let them come back first, on the page of their entry.", e.Name)
	case slices.Contains(e.HalfByes, round):
		problems.Add(name, "%s has half a point for this round, without a game. Change that first, on the page of their entry.", e.Name)
	}
}

func (f field) entry(id EntryID) (Entry, bool) {
	i := slices.IndexFunc(f.entries, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return Entry{}, false
	}
	return f.entries[i], true
}

func (a *arrangement) exchange(in HandInput, at, other place, problems *apperr.Fields) {
	x, y := in.Player, in.Other
	if at.game == nil {
		at, other, x, y = other, at, y, x
	}
	switch {
	case at.game == nil && at.bye == other.bye:
		problems.Add("other", "Neither of the two has a game. Pair them instead.")
		return
	case at.game != nil && at.game == other.game:
		problems.Add("other", "These two play each other.")
		return
	}
	a.what = nameMark(in.Player) + " and " + nameMark(in.Other) + " are exchanged"
	put := func(g Game, out, in EntryID) {
		next := Game{Table: g.Table, White: g.White, Black: g.Black}
		if next.White == out {
			next.White = in
		} else {
			next.Black = in
		}
		a.dropped, a.made = append(a.dropped, g), append(a.made, next)
	}
	if at.game != nil {
		put(*at.game, x, y)
	}
	if other.game != nil {
		put(*other.game, y, x)
	}
	for i, id := range a.byes {
		switch id {
		case x:
			a.byes[i] = y
		case y:
			a.byes[i] = x
		}
	}
}

// firstFree is the first table that no game of the round, and no other section, has.
func (s Section) firstFree(r Round, elsewhere []int) int {
	table := s.FirstTable
	for slices.Contains(elsewhere, table) || slices.ContainsFunc(r.Games, func(g Game) bool { return g.Table == table }) {
		table++
	}
	return table
}

func (a *arrangement) pairUp(table int, in HandInput, at, other place, problems *apperr.Fields) {
	for _, end := range []struct {
		name string
		at   place
	}{{"player", at}, {"other", other}} {
		if end.at.game != nil {
			problems.Add(end.name, "This player has a game at table %d. Take it off first, or exchange the two.", end.at.game.Table)
		}
	}
	if len(*problems) > 0 {
		return
	}
	a.made = []Game{{Table: table, White: in.Player, Black: in.Other}}
	a.byes = slices.DeleteFunc(a.byes, func(id EntryID) bool { return id == in.Player || id == in.Other })
}

func (a *arrangement) takeOff(id EntryID, at place, problems *apperr.Fields) {
	switch {
	case at.game != nil:
		a.what = fmt.Sprintf("the game of %s and %s at table %d is taken off", nameMark(at.game.Black), nameMark(at.game.White), at.game.Table)
		a.dropped = []Game{*at.game}
	case at.bye:
		a.what = "the bye of " + nameMark(id) + " is taken off"
		a.byes = slices.DeleteFunc(a.byes, func(other EntryID) bool { return other == id })
	default:
		problems.Add("player", "This player has neither a game nor the bye.")
	}
}

func (a *arrangement) giveBye(r Round, id EntryID, at place, problems *apperr.Fields) {
	switch {
	case at.game != nil:
		problems.Add("player", "This player has a game at table %d. Take it off first.", at.game.Table)
	case at.bye:
		problems.Add("player", "This player has the bye already.")
	case len(r.Byes) > 0:
		problems.Add("player", "Someone else has the bye. Exchange the two, or pair them.")
	default:
		a.what = nameMark(id) + " has the bye"
		a.byes = []EntryID{id}
	}
}

// join lets those who did not play a round play it.
func (f field) join(ids []EntryID, round int) field {
	f.entries = slices.Clone(f.entries)
	for i := range f.entries {
		if e := &f.entries[i]; slices.Contains(ids, e.ID) {
			e.EnteredIn = min(e.EnteredIn, round)
			e.Absent = slices.DeleteFunc(slices.Clone(e.Absent), func(n int) bool { return n == round })
		}
	}
	return f
}

// seated is a round as it stands: every pair is fixed, and who has neither a game nor the bye does
// not play. byDraw are those pairs whose colours the draw gives.
func (f field) seated(round int, games []Game, byes []EntryID, byDraw func(Game) bool) (*pairing.Drawing, error) {
	in := f.inputs(round)
	in.Fixed = nil
	has := make(map[pairing.ID]bool)
	stands := make(map[[2]pairing.ID]bool) // pairs that are not asked about
	for _, g := range games {
		fixed := pairing.Fixed{White: pairingID(g.White), Black: pairingID(g.Black), Colours: pairing.ColoursAsGiven}
		if byDraw(g) {
			fixed.Colours = pairing.ColoursByDraw
		} else {
			stands[[2]pairing.ID{fixed.White, fixed.Black}], stands[[2]pairing.ID{fixed.Black, fixed.White}] = true, true
		}
		in.Fixed = append(in.Fixed, fixed)
		has[fixed.White], has[fixed.Black] = true, true
	}
	for _, id := range byes {
		in.Fixed = append(in.Fixed, pairing.Fixed{White: pairingID(id)})
		has[pairingID(id)] = true
	}
	for i := range in.Event.Players {
		if p := &in.Event.Players[i]; !has[p.ID] && !slices.Contains(p.Absent, round) && !slices.Contains(p.HalfPointByes, round) {
			p.Absent = append(slices.Clone(p.Absent), round)
			slices.Sort(p.Absent)
		}
	}
	in.Event.Forbidden = slices.DeleteFunc(in.Event.Forbidden, func(pair [2]pairing.ID) bool { return stands[pair] })
	if len(in.Fixed) == 0 {
		return &pairing.Drawing{Round: round}, nil
	}
	return in.draw(round)
}

// rearranged is the round after a change, with the terms of the games that were made worked out by
// the rule of the draw. The round has its new byes, games, idle players, costs and what was changed.
func (f field) rearranged(r Round, a arrangement, change HandChange) (Round, error) {
	isNew := func(g Game) bool {
		return slices.ContainsFunc(a.made, func(m Game) bool { return m.Table == g.Table })
	}
	was, err := f.seated(r.Number, r.Games, r.Byes, func(Game) bool { return false })
	before := []pairing.Cost(nil)
	if err == nil {
		before = was.Cost
	}
	f = f.join(a.joins, r.Number)
	games := slices.DeleteFunc(slices.Clone(r.Games), func(g Game) bool {
		return slices.ContainsFunc(a.dropped, func(d Game) bool { return d.ID == g.ID })
	})
	games = append(games, a.made...)
	slices.SortFunc(games, func(x, y Game) int { return x.Table - y.Table })
	d, err := f.seated(r.Number, games, a.byes, isNew)
	if err != nil {
		return r, f.refusal(err)
	}
	for i := range games {
		g := &games[i]
		if !isNew(*g) {
			continue
		}
		at := slices.IndexFunc(d.Pairs, func(p pairing.Pair) bool {
			return EntryOf(p.White) == g.White && EntryOf(p.Black) == g.Black || EntryOf(p.White) == g.Black && EntryOf(p.Black) == g.White
		})
		p := d.Pairs[at]
		*g = Game{
			Table: g.Table, Black: EntryOf(p.Black), White: EntryOf(p.White), Handicap: p.Handicap, Komi: p.Komi, Fixed: true, Why: p.Why,
			Basis: f.basis(p),
		}
	}
	change.What = a.what
	change.Compare, change.Figures = compareCosts(before, d.Cost)
	for _, g := range a.dropped {
		if g.Result != pairing.NoResult {
			change.Aside = append(change.Aside, AsideGame{g.Table, g.Black, g.White, g.Result, g.Margin})
		}
	}
	r.ByHand = append(slices.Clone(r.ByHand), change)
	r.Games, r.Byes, r.Cost, r.ByeWhy = games, a.byes, d.Cost, d.ByeWhy
	r.Idle = slices.DeleteFunc(slices.Clone(r.Idle), func(i Idle) bool { return i.Text == notPaired || r.seats(i.Entry) })
	for _, e := range f.entries {
		if e.Plays(r.Number) && !r.seats(e.ID) {
			r.Idle = append(r.Idle, Idle{e.ID, notPaired})
		}
	}
	return r, nil
}

const notPaired = "not paired"

// compareCosts says by which criteria a draw is worse or better than another, the weightiest first, and the numbers behind
// it; nothing when it is neither.
func compareCosts(before, after []pairing.Cost) (said string, figures []string) {
	var parts []string
	for _, now := range after {
		i := slices.IndexFunc(before, func(c pairing.Cost) bool { return c.Criterion == now.Criterion })
		if i < 0 || now.Criterion == pairing.CriterionLot {
			continue
		}
		words := inWords(now.Criterion)
		text := "worse: " + words.worse
		switch slices.Compare(now.Values, before[i].Values) {
		case 0:
			continue
		case -1:
			text = "better: " + words.better
		}
		if is, was := now.Says(), before[i].Says(); is != was {
			text += fmt.Sprintf(" (%s; before, %s)", is, was)
		}
		parts = append(parts, text)
		for k, line := range now.Figures() {
			if k < len(before[i].Values) && now.Values[k] != before[i].Values[k] {
				figures = append(figures, fmt.Sprintf("%s: %s instead of %d", now.Criterion.Name(), line, before[i].Values[k]))
			}
		}
	}
	return strings.Join(parts, "; "), figures
}

// inWords says what it means for a round to be worse or better by a criterion.
func inWords(c pairing.Criterion) (said struct{ worse, better string }) {
	switch c {
	case pairing.CriterionGames:
		said.worse, said.better = "more players are without a game", "fewer players are without a game"
	case pairing.CriterionBye:
		said.worse, said.better = "the bye goes to someone whom the draw would rather spare", "the bye goes where the draw would rather have it"
	case pairing.CriterionScore:
		said.worse, said.better = "opponents are further apart in score", "opponents are closer in score"
	case pairing.CriterionFloats:
		said.worse, said.better = "more players float again", "fewer players float again"
	case pairing.CriterionClub:
		said.worse, said.better = "more club mates meet", "fewer club mates meet"
	case pairing.CriterionCity:
		said.worse, said.better = "more players of one town meet", "fewer players of one town meet"
	case pairing.CriterionCountry:
		said.worse, said.better = "more players of one country meet", "fewer players of one country meet"
	case pairing.CriterionColours:
		said.worse, said.better = "colours are less even", "colours are more even"
	case pairing.CriterionRematch:
		said.worse, said.better = "more pairs meet again", "fewer pairs meet again"
	default:
		said.worse, said.better = "further from what “"+c.Name()+"” asks", "closer to what “"+c.Name()+"” asks"
	}
	return said
}
