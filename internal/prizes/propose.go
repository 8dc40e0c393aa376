package prizes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/money"
	"nzgs/internal/tournaments"
)

// Award is who wins a prize, or several whose places are shared, and how that was found.
type Award struct {
	Prizes  []PrizeID    `json:"prizes"`
	Kind    Kind         `json:"kind"`
	Title   string       `json:"title"`
	Winners []Winner     `json:"winners,omitempty"`
	Each    money.Cents  `json:"each,omitempty"`   // what every winner gets
	Things  []string     `json:"things,omitempty"` // trophies and the like
	Why     []string     `json:"why,omitempty"`    // the rule, and the arithmetic of what is shared
	Passed  []PassedOver `json:"passed,omitempty"`
	Open    string       `json:"open,omitempty"`    // why no one wins it
	Decided string       `json:"decided,omitempty"` // the director's reason to give it otherwise
}

// Winner is a player, a team, or a club.
type Winner struct {
	Entry tournaments.EntryID `json:"entry,omitempty"` // of a team its side
	Club  string              `json:"club,omitempty"`
	Why   string              `json:"why"` // "place 2, 4 points, SOS 17"
}

// PassedOver is a player who stood above the winner, and why the prize goes past.
type PassedOver struct {
	Entry tournaments.EntryID `json:"entry"`
	Why   string              `json:"why"`
	Own   PrizeID             `json:"own,omitempty"` // the prize that the player has; 0: another reason
}

// Change is a director's decision to give a prize otherwise than the rule does.
type Change struct {
	Prize   PrizeID               `json:"prize"`
	Winners []tournaments.EntryID `json:"winners"` // none, and no club: it is not given
	Clubs   []string              `json:"clubs,omitempty"`
	Reason  string                `json:"reason"`
	By      string                `json:"by"`
	Next    bool                  `json:"next,omitempty"` // who would win it by the rule is next in line for those below
}

// standing is a list while it is worked out.
type standing struct {
	rules   Rules
	players []Player
	done    map[PrizeID]bool
	won     map[tournaments.EntryID]holding
	out     []Award
}

// holding is the best prize of a player.
type holding struct {
	family string
	prize  PrizeID
	title  string
	kind   Kind
}

// Propose gives the prizes in the order of the list. It is decided by its arguments alone.
func Propose(rules Rules, players []Player, changes []Change) []Award {
	s := standing{
		rules: rules, players: slices.Clone(players), done: map[PrizeID]bool{}, won: map[tournaments.EntryID]holding{},
	}
	slices.SortStableFunc(s.players, func(a, b Player) int { return cmp.Compare(a.Place, b.Place) })
	for _, p := range rules.Prizes {
		at := slices.IndexFunc(changes, func(c Change) bool { return c.Prize == p.ID })
		switch {
		case s.done[p.ID]:
		case at >= 0:
			s.decide(p, changes[at])
		case p.Kind == ByClub:
			s.club(p, changes)
		case p.Kind.single() == Wins:
			s.wins(p)
		default:
			s.ranked(p, changes)
		}
	}
	return s.out
}

// key is by what players are compared for a prize: equal keys are tied, the lower is better.
func (s *standing) key(p Prize, one Player) int {
	place := one.Place
	if s.rules.Ties == TiesByScore {
		place = one.Equal
	}
	counted := 0
	switch p.Kind.single() {
	case MostWins:
		counted = one.Wins
	case BestOnBoard:
		counted = one.at(p.Board).Points
	default:
		return place
	}
	if s.rules.Ties == TiesByScore {
		place = 0
	}
	return -counted*100_000 + place
}

func (s *standing) mayWin(p Prize, one Player) bool {
	if one.Team != p.Kind.Teams() {
		return false
	}
	switch p.Kind.single() {
	case BestOnBoard:
		return one.at(p.Board).Games > 0
	case ByBand:
		return one.Played && p.inBand(one.Rating)
	case ByJunior:
		return one.Played && one.Junior
	case ByWoman:
		return one.Played && one.Woman
	case MostWins:
		return one.Wins > 0
	case Wins:
		return one.Wins >= p.Nth
	}
	return one.Played
}

// barred says why a player who would win goes without, if so.
func (s *standing) barred(p Prize, one Player) (PassedOver, bool) {
	if one.Withdrawn {
		return PassedOver{Entry: one.ID, Why: "withdrew from the section"}, true
	}
	if has, ok := s.won[one.ID]; ok && s.rules.Once && !p.Also && has.family != p.family() {
		return PassedOver{Entry: one.ID, Why: "already wins “" + has.title + "”", Own: has.prize}, true
	}
	return PassedOver{}, false
}

// ranked gives a prize to whoever has its position among those who may win it, and with it the others of its family
// whose positions are shared.
func (s *standing) ranked(p Prize, changes []Change) {
	var all []Player
	var passed []PassedOver
	ahead := map[tournaments.EntryID]int{} // by how many in the field somebody who is passed over stands behind
	for _, one := range s.players {
		if !s.mayWin(p, one) {
			continue
		}
		ahead[one.ID] = s.key(p, one)
		if over, is := s.barred(p, one); is {
			passed = append(passed, over)
			continue
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b Player) int { return cmp.Compare(s.key(p, a), s.key(p, b)) })
	field, have, at := s.apart(p, all, changes)
	passed = append(passed, have...)
	nth := at(p.Nth)
	if len(field) < nth {
		s.done[p.ID] = true
		s.out = append(s.out, Award{
			Prizes: []PrizeID{p.ID}, Kind: p.Kind, Title: p.Title(), Passed: passed, Why: []string{s.rule(p)},
			Open: "No one is left who can win it.",
		})
		return
	}
	key := s.key(p, field[nth-1])
	first := slices.IndexFunc(field, func(one Player) bool { return s.key(p, one) == key })
	last := first
	for last+1 < len(field) && s.key(p, field[last+1]) == key {
		last++
	}
	passed = slices.DeleteFunc(passed, func(o PassedOver) bool { return ahead[o.Entry] > key })
	pool := s.pool(p, first+1, last+1, at, changes)
	s.give(pool, field[first:last+1], passed)
}

// pool are the prizes of the family whose positions are among those that are shared, not given yet.
func (s *standing) pool(p Prize, first, last int, at func(nth int) int, changes []Change) []Prize {
	var out []Prize
	for _, other := range s.rules.Prizes {
		changed := slices.ContainsFunc(changes, func(c Change) bool { return c.Prize == other.ID })
		if other.family() == p.family() && at(other.Nth) >= first && at(other.Nth) <= last && !s.done[other.ID] && !changed {
			out = append(out, other)
		}
	}
	return out
}

// give shares the prizes of a pool between those who are tied for them.
func (s *standing) give(pool []Prize, winners []Player, passed []PassedOver) {
	whom := "players"
	if pool[0].Kind.Teams() {
		whom = "teams"
	}
	a := s.shared(pool, len(winners), whom, s.rule(pool[0]))
	a.Passed = passed
	for _, one := range winners {
		a.Winners = append(a.Winners, Winner{Entry: one.ID, Why: s.figures(pool[0], one)})
		s.hold(one.ID, pool[0], a.Title)
	}
	s.out = append(s.out, a)
}

// shared is the prizes of a pool between n of whom, without their names.
func (s *standing) shared(pool []Prize, n int, whom, rule string) Award {
	a := Award{Kind: pool[0].Kind, Why: []string{rule}}
	var titles, parts []string
	var sum money.Cents
	for _, p := range pool {
		s.done[p.ID] = true
		a.Prizes = append(a.Prizes, p.ID)
		titles = append(titles, p.Title())
		if sum += p.Money; p.Money > 0 {
			parts = append(parts, p.Money.String())
		}
		if p.Thing != "" {
			a.Things = append(a.Things, p.Thing)
		}
	}
	a.Title, a.Each = and(titles), sum/money.Cents(n)
	if n == 1 {
		return a
	}
	a.Why = append(a.Why, fmt.Sprintf("%d %s are equal and share it.", n, whom))
	if sum > 0 {
		a.Why = append(a.Why, split(parts, sum, n))
	}
	if len(a.Things) > 0 {
		a.Why = append(a.Why, "What cannot be split, the director gives by lot or agreement: "+and(a.Things)+".")
	}
	return a
}

// split is the arithmetic of money that is shared.
func split(parts []string, sum money.Cents, n int) string {
	text := ""
	if len(parts) > 1 {
		text = strings.Join(parts, " + ") + " = " + sum.String() + "; "
	}
	each := sum / money.Cents(n)
	text += fmt.Sprintf("%s ÷ %d = %s each", sum, n, each)
	if left := sum - each.Times(n); left > 0 {
		text += ", " + left.String() + " is left over"
	}
	return text + "."
}

func (s *standing) hold(id tournaments.EntryID, p Prize, title string) {
	if _, has := s.won[id]; !has {
		s.won[id] = holding{p.family(), p.ID, title, p.Kind}
	}
}

// rule says by what a prize is given.
func (s *standing) rule(p Prize) string {
	ties := "by the standings with their tie-breaks"
	if s.rules.Ties == TiesByScore {
		ties = "by score; equal scores share"
	}
	nth := ""
	if p.Nth > 1 {
		nth = ordinal(p.Nth) + " of "
	}
	switch p.Kind {
	case TeamPlace, TeamBand, TeamMost, BestOnBoard:
		return s.teamRule(p, orBest(nth), ties)
	case ByPlace:
		return capital(fmt.Sprintf("place %d of those who can win it, %s.", p.Nth, ties))
	case ByBand:
		return capital(fmt.Sprintf("%sthose from %s to %s, %s.", orBest(nth), p.Best.Grade(), p.Weakest.Grade(), ties))
	case ByJunior:
		return capital(orBest(nth) + "the juniors, " + ties + ".")
	case ByWoman:
		return capital(orBest(nth) + "the women, " + ties + ".")
	case MostWins:
		if s.rules.Ties == TiesByScore {
			return "By games won, by default too; equal numbers share."
		}
		return "By games won, by default too; equal numbers by the standings."
	}
	return ""
}

func orBest(nth string) string {
	if nth == "" {
		return "best of "
	}
	return nth
}

func (s *standing) figures(p Prize, one Player) string {
	text := fmt.Sprintf("place %d, %s", one.Place, one.Figures)
	switch p.Kind {
	case TeamPlace, TeamBand, TeamMost, TeamWins, BestOnBoard:
		return teamFigures(p, one, text)
	case ByBand:
		return one.Rating.Grade().String() + ", " + text
	case MostWins, Wins:
		return plural(one.Wins, "win", "wins") + ", " + text
	}
	return text
}

// wins gives a prize to everyone with so many wins; each gets it whole.
func (s *standing) wins(p Prize) {
	s.done[p.ID] = true
	a := Award{Prizes: []PrizeID{p.ID}, Kind: p.Kind, Title: p.Title(), Each: p.Money}
	a.Why = []string{fmt.Sprintf("Everyone with at least %s, by default too; a bye is none.", plural(p.Nth, "game won", "games won"))}
	if p.Kind.Teams() {
		a.Why = []string{fmt.Sprintf("Every team with at least %s; a bye is none.", plural(p.Nth, "match won", "matches won"))}
	}
	if p.Thing != "" {
		a.Things = []string{p.Thing}
	}
	for _, one := range s.players {
		if !s.mayWin(p, one) {
			continue
		}
		if over, is := s.barred(p, one); is {
			a.Passed = append(a.Passed, over)
			continue
		}
		a.Winners = append(a.Winners, Winner{Entry: one.ID, Why: s.figures(p, one)})
	}
	for _, w := range a.Winners {
		s.hold(w.Entry, p, a.Title)
	}
	switch n := len(a.Winners); {
	case n == 0:
		a.Open = "No one is left who can win it."
	case p.Money > 0:
		a.Why = append(a.Why, fmt.Sprintf("%d × %s = %s.", n, p.Money, p.Money.Times(n)))
	}
	s.out = append(s.out, a)
}

// decide gives a prize as the director says.
func (s *standing) decide(p Prize, c Change) {
	s.done[p.ID] = true
	a := Award{Prizes: []PrizeID{p.ID}, Kind: p.Kind, Title: p.Title(), Decided: c.Reason}
	if p.Thing != "" {
		a.Things = []string{p.Thing}
	}
	for _, name := range c.Clubs {
		a.Winners = append(a.Winners, Winner{Club: name, Why: s.pointsOf(p, name)})
	}
	for _, one := range s.players {
		if slices.Contains(c.Winners, one.ID) {
			a.Winners = append(a.Winners, Winner{Entry: one.ID, Why: s.figures(p, one)})
			s.hold(one.ID, p, a.Title)
		}
	}
	if c.Next && len(a.Winners) > 0 && len(s.rules.Below(p)) > 0 {
		a.Why = append(a.Why, "Who would win it by the rule is next in line.")
	}
	switch n := len(a.Winners); {
	case n == 0:
		a.Open = "It is not given."
	case p.Kind.single() == Wins || n == 1:
		a.Each = p.Money
	default:
		a.Each = p.Money / money.Cents(n)
		if p.Money > 0 {
			a.Why = append(a.Why, split([]string{p.Money.String()}, p.Money, n))
		}
	}
	s.out = append(s.out, a)
}

func and(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}
