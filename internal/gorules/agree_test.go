package gorules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// ruleSets are all that are compared: the four of the society's pages, the two
// for comparison, and NZ with the starting position counted.
func ruleSets(size int) []Rules {
	counts := NZ()
	counts.Name, counts.Start = "New Zealand, start counts", StartCounts
	return []Rules{NZ(), ItsYourTurn(size), Short(), IGGC(), PositionalSuperko(), NaturalSituational(), counts}
}

// mixed is a rule set that no one plays.
func mixed(rng *rand.Rand) Rules {
	r := Rules{
		Name:       "mixed",
		Suicide:    Suicide(rng.IntN(2)),
		Repetition: Repetition(rng.IntN(4)),
		Start:      Start(rng.IntN(2)),
		Scoring:    Scoring(rng.IntN(3)),
		Ending:     Ending(rng.IntN(3)),
		Button:     HalfPoints(rng.IntN(2)),
	}
	if rng.IntN(3) == 0 {
		r.MoveLimit = 5 + rng.IntN(40)
	}
	return r
}

// pair is the engine and the reference playing the same game.
type pair struct {
	t        *testing.T
	rng      *rand.Rand
	g, spare *Game
	r        *reference
	w, h     int
	did      []func() string
	hasty    bool           // most moves are legal plays in turn
	kinds    map[string]int // of violations
}

func newPair(t *testing.T, seed uint64, g, spare *Game, r Rules, w, h int) *pair {
	p := &pair{t: t, rng: rand.New(rand.NewPCG(seed, 7)), g: g, spare: spare, w: w, h: h}
	if err := g.Reset(r, w, h); err != nil {
		t.Fatal(err)
	}
	p.r = newReference(r, w, h)
	p.note("seed %d, %s, %d×%d", seed, r.Name, w, h)
	return p
}

func (p *pair) note(format string, args ...any) {
	p.did = append(p.did, func() string { return fmt.Sprintf(format, args...) })
}

func (p *pair) fail(format string, args ...any) {
	p.t.Helper()
	var did []string
	for _, what := range p.did {
		did = append(did, what())
	}
	p.t.Fatalf(
		"%s\nafter %s\nengine\n%sreference\n%s", fmt.Sprintf(format, args...), strings.Join(did, "; "), p.g.Board(),
		p.r.board(),
	)
}

func (p *pair) spot() spot { return spot{p.rng.IntN(p.w), p.rng.IntN(p.h)} }

func (p *pair) start() {
	if p.rng.IntN(4) == 0 && p.w*p.h > 1 {
		n := p.rng.IntN(min(9, p.w*p.h))
		p.note("handicap %d", n)
		if err := p.g.SetHandicap(n); err != nil {
			p.fail("%v", err)
		}
		p.r.handicap = n
	}
	if p.rng.IntN(4) == 0 {
		p.setUp()
	}
}

// setUp puts up to a boardful of stones.
func (p *pair) setUp() {
	for range 1 + p.rng.IntN(3) {
		c := Colour(p.rng.IntN(3))
		var at []spot
		var points []Point
		for range p.rng.IntN(p.w * p.h) {
			s := p.spot()
			at, points = append(at, s), append(points, At(s.x, s.y))
		}
		p.note("set up %s %v", c, points)
		if err := p.g.SetUp(c, points...); err != nil {
			p.fail("%v", err)
		}
		p.r.setUp(c, at)
	}
	if p.rng.IntN(2) == 0 {
		p.setTurn()
	}
}

func (p *pair) setTurn() {
	c := Colour(1 + p.rng.IntN(2))
	p.note("turn %s", c)
	p.g.SetTurn(c)
	p.r.setTurn(c)
}

// step does one thing in both.
func (p *pair) step() {
	n := 1000
	if p.hasty {
		n = 5000
	}
	switch k := p.rng.IntN(n); {
	case k < 4:
		p.setUp()
	case k < 8:
		p.setTurn()
	case k < 14:
		to := p.rng.IntN(p.r.moves() + 1)
		if p.hasty {
			to = max(to, p.r.moves()-80)
		}
		p.note("rewind %d", to)
		if err := p.g.Rewind(to); err != nil {
			p.fail("%v", err)
		}
		p.r.rewind(to)
	case k < 24:
		p.note("copy")
		p.spare.CopyFrom(p.g)
		p.g, p.spare = p.spare, p.g
	case k < 44:
		err := p.g.Claim()
		claimed := p.r.claim()
		p.note("claim %v", claimed)
		if (err == nil) != claimed {
			p.fail("claim: %v", err)
		}
	default:
		p.move()
	}
	p.compare()
}

func (p *pair) move() {
	c, s, at := p.r.now().turn, p.spot(), Pass
	switch k := p.rng.IntN(100); {
	case p.hasty && k < 96:
		at = At(s.x, s.y)
	case k < 12:
		s.x = -1
	case k < 14:
		s.x, at = -2, TakeButton
	case k < 16:
		s.x += p.w
		at = At(s.x, s.y)
	case k < 17:
		s, at = spot{MaxSize + 5, 0}, NoPoint
	default:
		at = At(s.x, s.y)
	}
	if p.rng.IntN(25) == 0 {
		c = other(c)
	}
	policy := Stop
	if p.rng.IntN(4) == 0 {
		policy = OnViolation(p.rng.IntN(3))
	}
	m := Move{c, at}
	number := p.r.moves() + 1
	p.note("%s policy %d", m, policy)
	looks := p.rng.IntN(2) == 0 // looking first may repair what playing would find broken
	var checked *Illegal
	if looks {
		checked = p.g.Check(m)
	}
	got := p.g.PlayUnder(policy, m)
	if !looks {
		checked = got
	}
	want := p.r.play(policy, c, s)
	if p.kinds != nil {
		p.kinds[want.kind]++
	}
	for _, why := range []*Illegal{checked, got} {
		switch {
		case why == nil && want.kind == "":
		case why == nil || want.kind != why.Kind.String():
			p.fail("engine: %v, reference: %v", why, want)
		case *why != Illegal{Kind: why.Kind, Number: number, Colour: c, Point: at, Repeats: want.repeats, End: want.end}:
			p.fail("engine: %+v, reference: %+v at %d", *why, want, number)
		}
	}
}

func (p *pair) compare() {
	g, r := p.g, p.r
	if g.Board().String() != r.board().String() {
		p.fail("boards differ")
	}
	if g.Turn() != r.now().turn || g.Moves() != r.moves() || g.Passes() != r.passes() || g.End() != r.end() {
		p.fail(
			"turn %v, moves %d, passes %d, end %d; reference %v %d %d %d", g.Turn(), g.Moves(), g.Passes(), g.End(),
			r.now().turn, r.moves(), r.passes(), r.end(),
		)
	}
	p.sound()
	if lost := (Prisoners{
		r.now().lost[Black], r.now().lost[White],
	}); g.Prisoners() != lost || g.Button() != r.now().button {
		p.fail("prisoners %v, button %v; reference %v %v", g.Prisoners(), g.Button(), lost, r.now().button)
	}
}

// sound holds the chains to what can be built from the stones alone.
func (p *pair) sound() {
	b := &p.g.board
	if p.g.wary {
		return
	}
	if b.stale || b.strangled {
		p.fail("a play would not notice that stones were set up")
	}
	if p.rng.IntN(8) > 0 {
		return
	}
	afresh := b.Clone()
	afresh.rebuild()
	for y := range p.h {
		for x, c := range b.row(y) {
			q := At(x, y)
			if c == Empty && b.chain[q] != uint16(q) || c != b.colour[b.chain[q]] {
				p.fail("%s is of chain %d", q, b.chain[q])
			}
			if name, other := b.chain[q], afresh.chain[q]; c != Empty &&
				(b.pairs[name] != afresh.pairs[other] || b.size[name] != afresh.size[other]) {
				p.fail("the chain at %s", q)
			}
		}
	}
}

// finish compares the score, with some stones dead, and a few positions of the
// past.
func (p *pair) finish() {
	var dead []Point
	var spots []spot
	for range p.rng.IntN(4) {
		if s := p.spot(); p.r.board().at(s.x, s.y) != '.' {
			dead, spots = append(dead, At(s.x, s.y)), append(spots, s)
		}
	}
	got, err := p.g.Score(dead...)
	if want := p.r.score(spots); err != nil || got != want {
		p.fail("score with dead %v: %+v %v, reference %+v", dead, got, err, want)
	}
	var b Board
	n := p.rng.IntN(p.r.moves() + 1)
	if err := p.g.BoardAfter(n, &b); err != nil {
		p.fail("%v", err)
	}
	p.r.rewind(n)
	if b.String() != p.r.board().String() {
		p.fail("after move %d the engine had\n%sand the reference\n%s", n, &b, p.r.board())
	}
}

// TestAgreesWithTheReference plays random games on all small boards under all
// rule sets, legal moves and illegal ones, and compares everything after each.
func TestAgreesWithTheReference(t *testing.T) {
	games := 110_000
	if testing.Short() {
		games = 7_000
	}
	const parts = 8
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			g, spare := &Game{}, &Game{}
			kinds := map[string]int{}
			for i := part; i < games; i += parts {
				seed := uint64(i)
				rng := rand.New(rand.NewPCG(seed, 1))
				w, h := 1+rng.IntN(7), 1+rng.IntN(7)
				sets := append(ruleSets(9), mixed(rng))
				p := newPair(t, seed, g, spare, sets[i/parts%len(sets)], w, h)
				p.kinds = kinds
				p.start()
				for range 8 + rng.IntN(3*w*h/2+12) {
					p.step()
				}
				p.finish()
				g, spare = p.g, p.spare
			}
			for k := Superko; k <= ButtonGone; k++ {
				if n := kinds[k.String()]; n < games/parts/10 {
					t.Errorf("only %d violations of the kind %s in %d games", n, k, games/parts)
				}
			}
		})
	}
}

// TestAgreesOnTinyBoardsForLong plays long games where everything is captured
// again and again, so that repetitions lie far back.
func TestAgreesOnTinyBoardsForLong(t *testing.T) {
	t.Parallel()
	games := 300
	if testing.Short() {
		games = 40
	}
	g, spare := &Game{}, &Game{}
	cells := 0
	for i := range games {
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		w, h := 2+rng.IntN(2), 2+rng.IntN(2)
		p := newPair(t, uint64(i), g, spare, append(ruleSets(9), mixed(rng))[i%8], w, h)
		p.hasty = true
		steps := 400
		if i%60 < 2 { // more positions than the index holds at first
			p = newPair(t, uint64(i), g, spare, []Rules{NZ(), PositionalSuperko()}[i%2], 5, 5)
			p.hasty = true
			steps = 6000
		}
		for range steps {
			p.step()
		}
		p.finish()
		g, spare = p.g, p.spare
		cells = max(cells, len(g.index.cells))
	}
	if cells <= fewestCells {
		t.Error("the index never grew")
	}
}

// TestAgreesOnFullBoards plays whole games on 19×19.
func TestAgreesOnFullBoards(t *testing.T) {
	t.Parallel()
	games := 3
	if testing.Short() {
		games = 1
	}
	for _, r := range ruleSets(19) {
		r.MoveLimit *= 2
		for i := range games {
			p := newPair(t, uint64(i), &Game{}, &Game{}, r, 19, 19)
			p.hasty = true
			for range 600 {
				p.step()
			}
			p.finish()
		}
	}
}

// TestCollisionsForbidNothing lets nearly all positions have the same hash: the
// engine must still answer as the reference does.
func TestCollisionsForbidNothing(t *testing.T) {
	t.Parallel()
	games := 1500
	if testing.Short() {
		games = 150
	}
	spoilt := func() *Game {
		g := &Game{}
		g.index.ignored = ^uint64(0xf)
		return g
	}
	g, spare := spoilt(), spoilt()
	for i := range games {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		w, h := 1+rng.IntN(4), 1+rng.IntN(4)
		p := newPair(t, uint64(i), g, spare, append(ruleSets(9), mixed(rng))[i%8], w, h)
		p.hasty = i%2 == 0
		p.start()
		for range 60 {
			p.step()
		}
		p.finish()
		g, spare = p.g, p.spare
	}
	if !slices.Equal([]uint64{g.index.ignored, spare.index.ignored}, []uint64{^uint64(0xf), ^uint64(0xf)}) {
		t.Error("the hash was not spoilt")
	}
}
