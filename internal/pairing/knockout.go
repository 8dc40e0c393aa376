package pairing

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// KnockoutRules are the director's settings of a knock-out.
type KnockoutRules struct {
	ThirdPlace bool // the two who lose in the semi-finals play for third place in the round of the final
	Jigo       JigoRule
}

// JigoRule says who goes through where a game of a knock-out is drawn. The zero value means [JigoReplay].
type JigoRule string

// What a jigo may mean in a knock-out.
const (
	JigoReplay JigoRule = "replay" // the game is played again until someone wins it
	JigoWhite  JigoRule = "white"  // White goes through
	JigoBlack  JigoRule = "black"  // Black goes through
)

// BracketRounds gives the rounds that a knock-out of so many players has: with 9 to 16 players it has 4. It is at
// least 1.
func BracketRounds(players int) int { return max(1, bits.Len(uint(max(players, 2)-1))) }

// Source says where the pairs of a system come from that lets no one choose them; "" of the others.
func (s System) Source() string {
	switch s {
	case RoundRobin:
		return "the pairs of a round robin come from its table"
	case Knockout:
		return "the pairs of a knock-out come from its bracket"
	case Match:
		return "a match has one pair"
	}
	return ""
}

// vacant stands in the bracket for no one: a bye by seed, or a game that no one won.
const vacant = -1

// bracket is a knock-out before a round: who is still in, in the order in which they meet. The first meets the second,
// the third the fourth, and the winners meet in the same order.
type bracket struct {
	slots    []int // a power of two, 2 or more before the final is played; 1 after it
	beaten   []int // who lost the games of the round before
	rounds   int   // in all
	rank     []int // of each player, the seed from 0; −1 of who is not in it
	undone   []Game
	undoneIn int
}

// seeds gives those who are in the bracket, the first seed first: who could play in round 1. By the director's order
// those with a seed come first and the rest follow by rating; equal ratings are told apart by lot.
func (f *field) seeds() []int {
	var in []int
	for i, p := range f.players {
		if p.plays(1) {
			in = append(in, i)
		}
	}
	drawn := make([]uint64, len(f.players))
	for _, i := range in {
		drawn[i] = lot(f.ev.Seed, 0, lotBracket, f.number[i], 0)
	}
	slices.SortFunc(in, func(a, b int) int {
		p, q := f.players[a], f.players[b]
		order := 0
		switch f.ev.Seeding {
		case SeedRandom:
			return cmp.Or(cmp.Compare(drawn[a], drawn[b]), cmp.Compare(a, b))
		case SeedOrder:
			order = cmp.Compare(uint(p.Seed-1), uint(q.Seed-1)) // 0 comes last
		}
		return cmp.Or(order, cmp.Compare(q.Rating, p.Rating), cmp.Compare(drawn[a], drawn[b]), cmp.Compare(a, b))
	})
	return in
}

// positions gives the seeds of a bracket in the order of its slots: of 8, 1 8 4 5 2 7 3 6. The first two seeds can only
// meet in the final, the first four only from the semi-finals on.
func positions(size int) []int {
	order := []int{1}
	for len(order) < size {
		next := make([]int, 0, 2*len(order))
		for _, s := range order {
			next = append(next, s, 2*len(order)+1-s)
		}
		order = next
	}
	return order
}

// seated puts units, the best first, into the slots of a bracket that holds them, and leaves the others empty.
func seated[T any](units []T, empty T) []T {
	slots := make([]T, 1<<BracketRounds(len(units)))
	for i, s := range positions(len(slots)) {
		slots[i] = empty
		if s <= len(units) {
			slots[i] = units[s-1]
		}
	}
	return slots
}

// bracket gives the bracket before a round, from the rounds that were played before it. A round that was played by
// other pairs than the bracket's, as in an event that comes from elsewhere, is taken as it is: its winners meet by the
// best seed of their pair.
func (f *field) bracket(round int) *bracket {
	order := f.seeds()
	b := &bracket{slots: seated(order, vacant), rounds: BracketRounds(len(order)), rank: make([]int, len(f.players))}
	for i := range b.rank {
		b.rank[i] = -1
	}
	for k, i := range order {
		b.rank[i] = k
	}
	for _, r := range f.rounds {
		if r.Number < round {
			f.advance(b, r)
		}
	}
	return b
}

// advance takes a bracket over a round that was played.
func (f *field) advance(b *bracket, r *Round) {
	if len(b.slots) < 2 {
		return
	}
	if !f.fitsBracket(b, r) {
		f.reorder(b, r)
	}
	byes := map[int]bool{}
	for _, id := range r.Byes {
		byes[f.index[id]] = true
	}
	next := make([]int, len(b.slots)/2)
	var beaten []int
	for k := range next {
		x, y := b.slots[2*k], b.slots[2*k+1]
		next[k] = vacant
		switch g, ok := f.gameOf(r, x, y); {
		case ok:
			winner := f.winnerOf(g)
			if winner == "" && !g.Result.nobodyWins() {
				next[k] = coming
				b.undone, b.undoneIn = append(b.undone, *g), r.Number
				continue
			}
			if winner == "" {
				continue
			}
			next[k] = f.index[winner]
			beaten = append(beaten, x+y-next[k])
		case x >= 0 && byes[x]:
			next[k] = x
		case y >= 0 && byes[y]:
			next[k] = y
		}
	}
	b.slots, b.beaten = next, beaten
}

// gameOf finds the game of two players in a round.
func (f *field) gameOf(r *Round, x, y int) (*Game, bool) {
	if x < 0 || y < 0 {
		return nil, false
	}
	a, b := f.players[x].ID, f.players[y].ID
	for i := range r.Games {
		if g := &r.Games[i]; g.White == a && g.Black == b || g.White == b && g.Black == a {
			return g, true
		}
	}
	return nil, false
}

// winnerOf gives who goes through after a game; "" while that is not decided, or where no one does.
func (f *field) winnerOf(g *Game) ID {
	white, black := f.ev.pointsOf(g.Result)
	switch {
	case white > black:
		return g.White
	case black > white:
		return g.Black
	}
	return ""
}

// nobodyWins reports whether a result takes both players out.
func (r Result) nobodyWins() bool { return r == BothLose || r == BothDefault }

// pointsOf gives what a result brings White and Black: in a knock-out a jigo may take one of them through.
func (ev *Event) pointsOf(r Result) (white, black Score) {
	if ev.System == Knockout && (r == Jigo || r == JigoDefault) {
		switch ev.Knockout.Jigo {
		case JigoWhite:
			return OnePoint, 0
		case JigoBlack:
			return 0, OnePoint
		}
	}
	return r.points()
}

// fitsBracket reports whether everyone in a round met whom the bracket has for them, and the final is the game that was
// drawn as the final.
func (f *field) fitsBracket(b *bracket, r *Round) bool {
	against := map[int]int{}
	for k := 0; k < len(b.slots); k += 2 {
		x, y := b.slots[k], b.slots[k+1]
		if x >= 0 {
			against[x] = y
		}
		if y >= 0 {
			against[y] = x
		}
	}
	for _, g := range r.Games {
		white, black := f.index[g.White], f.index[g.Black]
		other, ok := against[white]
		if met, third := ok && other == black, b.forThird(white, black); !met && !third || third && !f.mayBeThird(r, g) || met && g.Third {
			return false
		}
	}
	for _, id := range r.Byes {
		if _, ok := against[f.index[id]]; !ok && !slices.Contains(b.beaten, f.index[id]) {
			return false
		}
	}
	return true
}

// mayBeThird reports whether a game of the round of the final may be the one for third place: it was drawn so, or comes
// from where that is not known.
func (f *field) mayBeThird(r *Round, g Game) bool {
	marked := slices.ContainsFunc(r.Games, func(o Game) bool { return o.Third })
	return g.Third || !marked && (f.ev.Knockout.ThirdPlace || len(r.Games) > 1)
}

// forThird reports whether two players are those who lost in the semi-finals.
func (b *bracket) forThird(x, y int) bool {
	return len(b.slots) == 2 && slices.Contains(b.beaten, x) && slices.Contains(b.beaten, y)
}

// reorder makes a bracket of the pairs that a round was played by.
func (f *field) reorder(b *bracket, r *Round) {
	var units [][2]int
	var third []int
	for _, g := range r.Games {
		x, y := f.index[g.White], f.index[g.Black]
		switch {
		case len(b.slots) == 2 && g.Third:
			third = []int{x, y}
		case !b.forThird(x, y) || !f.mayBeThird(r, g):
			units = append(units, [2]int{x, y})
		}
	}
	for _, id := range r.Byes {
		units = append(units, [2]int{f.index[id], vacant})
	}
	switch final := len(b.slots) == 2; { // a result of a semi-final was corrected afterwards
	case final && third != nil:
		b.beaten = third
	case final && f.ev.Knockout.ThirdPlace && len(units) == 2:
		b.beaten, units = units[1][:], units[:1]
	}
	if len(units) == 0 { // no one was there for the final
		b.slots, b.rounds = []int{vacant, vacant}, r.Number
		return
	}
	if len(units) == 1 {
		b.slots = []int{units[0][0], units[0][1]}
		b.rounds = r.Number
		return
	}
	best := func(u [2]int) int {
		if u[1] == vacant {
			return b.rank[u[0]]
		}
		return min(b.rank[u[0]], b.rank[u[1]])
	}
	slices.SortStableFunc(units, func(u, v [2]int) int { return cmp.Compare(best(u), best(v)) })
	b.slots = nil
	for _, u := range seated(units, [2]int{vacant, vacant}) {
		b.slots = append(b.slots, u[0], u[1])
	}
	b.rounds = r.Number + BracketRounds(len(units))
}

// drawBracket reads a round from the bracket. Who withdraws, or is absent, is out: the opponent goes through without a
// game.
func drawBracket(f *field, round int, fixed []Fixed) (*Drawing, error) {
	b := f.bracket(round)
	if err := f.noBracket(b, round); err != nil {
		return nil, err
	}
	s := newState(f, round, b.active(f, round))
	decided, err := s.resolve(fixed)
	if err != nil {
		return nil, err
	}
	d := &Drawing{Round: round}
	for k := 0; k < len(b.slots); k += 2 {
		s.meetInBracket(d, b, [2]int{b.slots[k], b.slots[k+1]}, b.stage(), &decided)
	}
	if len(b.slots) == 2 && f.ev.Knockout.ThirdPlace && len(b.beaten) == 2 {
		s.meetInBracket(d, b, [2]int{b.beaten[0], b.beaten[1]}, thirdPlace, &decided)
	}
	if len(decided) > 0 {
		text := fmt.Sprintf(
			"the pairs of a knock-out come from its bracket, which does not have %s in round %d", s.pairText(&decided[0]), round,
		)
		return nil, Invalid{{Path: "fixed", Message: text}}
	}
	d.Cost = []Cost{{Criterion: CriterionGames, Values: []int64{int64(len(d.Through))}}}
	return d, nil
}

// noBracket says why a round of a bracket cannot be drawn, or gives nil.
func (f *field) noBracket(b *bracket, round int) error {
	no := &Impossible{Round: round, Rules: []Rule{RuleField}}
	left := 0
	for _, i := range b.slots {
		if i != vacant {
			left++
		}
	}
	switch {
	case len(b.undone) > 0 && b.undoneIn < round:
		return &Undecided{Round: b.undoneIn, Games: b.undone}
	case round > b.rounds:
		no.Message = fmt.Sprintf("the bracket has %d rounds, and its final is round %d", b.rounds, b.rounds)
	case left == 0 && round == 1:
		no.Message = "no one is playing in it; check the entries, absences and withdrawals"
	case left < 2 && round == 1:
		no.Message = "a knock-out needs at least two players"
	case left == 0:
		no.Message = "no one is left in the bracket"
	default:
		return nil
	}
	return no
}

// active gives who is still in and plays in a round, and who plays for third place.
func (b *bracket) active(f *field, round int) []int {
	var active []int
	add := func(list []int) {
		for _, i := range list {
			if i >= 0 && f.players[i].plays(round) {
				active = append(active, i)
			}
		}
	}
	add(b.slots)
	if len(b.slots) == 2 && f.ev.Knockout.ThirdPlace && len(b.beaten) == 2 {
		add(b.beaten)
	}
	slices.Sort(active)
	return active
}

const thirdPlace = "the game for third place"

// stage names the round of a bracket by how many are left in it.
func (b *bracket) stage() string { return StageName(len(b.slots)) }

// StageName names a round of a knock-out by the places that its bracket still has: "the final" of 2, "the semi-finals"
// of 4, "the last 16".
func StageName(places int) string {
	switch places {
	case 2:
		return "the final"
	case 4:
		return "the semi-finals"
	case 8:
		return "the quarter-finals"
	}
	return fmt.Sprintf("the last %d", places)
}

// meetInBracket draws one place of a bracket: a game, or who goes through without one.
func (s *state) meetInBracket(d *Drawing, b *bracket, two [2]int, stage string, decided *[]game) {
	there := func(i int) bool { return i != vacant && s.players[i].plays(s.round) }
	x, y := two[0], two[1]
	for _, i := range two {
		if i != vacant && !there(i) {
			d.Idle = append(d.Idle, Idle{ID: s.players[i].ID, Text: s.players[i].whyIdle(s.round)})
		}
	}
	switch {
	case there(x) && there(y):
		g := s.newGame(x, y)
		if i := slices.IndexFunc(*decided, func(f game) bool { return f.a == g.a && f.b == g.b }); i >= 0 {
			g = (*decided)[i]
			*decided = slices.Delete(*decided, i, i+1)
		}
		p := s.pair(&g, len(d.Pairs)+1)
		p.Why, p.Third = s.bracketReasons(&g, b, stage), stage == thirdPlace
		d.Pairs = append(d.Pairs, p)
	case there(x):
		d.Through = append(d.Through, Through{ID: s.players[x].ID, Text: s.whyThrough(b, x, y, stage)})
	case there(y):
		d.Through = append(d.Through, Through{ID: s.players[y].ID, Text: s.whyThrough(b, y, x, stage)})
	}
}

// whyThrough says why someone needs no game.
func (s *state) whyThrough(b *bracket, i, missing int, stage string) string {
	switch {
	case missing != vacant && stage == thirdPlace:
		return fmt.Sprintf("has third place: %s does not play (%s)", s.name(missing), s.players[missing].whyIdle(s.round))
	case missing != vacant:
		return fmt.Sprintf(
			"goes through: the opponent, %s, does not play (%s)", s.name(missing), s.players[missing].whyIdle(s.round),
		)
	case s.round == 1:
		return fmt.Sprintf(
			"seed %d goes through: %d players leave %d free places in a bracket of %d, and the first seeds have them",
			b.rank[i]+1, b.entered(), len(b.slots)-b.entered(), len(b.slots),
		)
	}
	return "goes through: no one is left on the other side"
}

// entered is how many are in a bracket.
func (b *bracket) entered() int {
	n := 0
	for _, rank := range b.rank {
		if rank >= 0 {
			n++
		}
	}
	return n
}

func (s *state) bracketReasons(g *game, b *bracket, stage string) []Reason {
	text := stage
	if s.round == 1 {
		x, y := b.rank[g.a]+1, b.rank[g.b]+1
		text = fmt.Sprintf("%s: seed %d meets seed %d", stage, min(x, y), max(x, y))
	}
	why := []Reason{{Criterion: CriterionSeeding, Text: text}}
	switch {
	case s.stonesIn(g) > 0:
	case g.fixed == coloursByDirector:
		why[0].Text += fmt.Sprintf("; the director gave White to %s", s.name(g.white))
	default:
		why = append(why, Reason{
			Criterion: CriterionColours, Text: s.colourText(g),
		})
	}
	return why
}

// knockout checks what only a knock-out has, and what it cannot have.
func (v *validator) knockout() {
	ev := v.ev
	if ev.System != Knockout {
		for i, r := range ev.Played {
			for k, g := range r.Games {
				if g.Third {
					v.add(fmt.Sprintf("played[%d].games[%d].third_place", i, k), "only a knock-out has a game for third place")
				}
			}
		}
		if ev.Knockout != (KnockoutRules{}) {
			v.add("knockout", "only a knock-out has a game for third place and a rule for a jigo")
		}
		if ev.Seeding == SeedOrder && ev.System != Match {
			v.add("seeding", "only a knock-out and a match go by the director's order")
		}
		if ev.PlayOut && ev.System != Match {
			v.add("play_out", "only a match goes on after it is decided")
		}
		return
	}
	oneOf(v, "knockout.jigo", ev.Knockout.Jigo, "", JigoReplay, JigoWhite, JigoBlack)
	if len(ev.TieBreaks)+len(ev.BeforeScore) > 0 {
		v.add("tie_breaks", "places in a knock-out go by the round of going out, and are shared; leave tie-breaks out")
	}
	entered := 0
	for i := range ev.Players {
		if ev.Players[i].plays(1) {
			entered++
		}
	}
	if need := BracketRounds(entered); ev.Rounds < need && ev.Boards == 0 && len(ev.Players) <= MaxPlayers {
		v.add("rounds", "must be at least %d, for a knock-out of %d players", need, entered)
	}
	if len(ev.Forbidden) > 0 {
		v.add("forbidden", "the pairs of a knock-out come from its bracket; no pair can be forbidden")
	}
}

// inKnockout checks a player of a knock-out.
func (v *validator) inKnockout(path string, p *Player) {
	v.within(path+".seed", p.Seed, 0, MaxPlayers)
	if first, taken := v.seeds[p.Seed]; taken && p.Seed > 0 {
		v.add(path+".seed", "seed %d is already that of %s", p.Seed, first)
	}
	v.seeds[p.Seed] = p.ID
	if v.ev.System != Knockout {
		return
	}
	if p.EnteredIn > 1 {
		v.add(path+".entered_in", "a knock-out's bracket is made once; no one can enter later")
	}
	if len(p.HalfPointByes) > 0 {
		v.add(path+".half_point_byes", "a knock-out has no half points; who does not play is out")
	}
	if p.StartScore != 0 {
		v.add(path+".start_score", "everyone starts a knock-out level")
	}
}
