package gorules

// The reference player: written from the rules' text with plain slices and
// whole-board comparison, as slowly as the text reads, and without any of the
// engine's code. Only the types in which rules are stated are shared.

type grid [][]byte // rows of '.', 'X', 'O'

func newGrid(width, height int) grid {
	g := make(grid, height)
	for y := range g {
		g[y] = make([]byte, width)
		for x := range g[y] {
			g[y][x] = '.'
		}
	}
	return g
}

func (g grid) clone() grid {
	c := make(grid, len(g))
	for y := range g {
		c[y] = append([]byte(nil), g[y]...)
	}
	return c
}

func (g grid) equal(other grid) bool {
	for y := range g {
		if string(g[y]) != string(other[y]) {
			return false
		}
	}
	return true
}

func (g grid) String() string {
	s := ""
	for _, row := range g {
		s += string(row) + "\n"
	}
	return s
}

func (g grid) at(x, y int) byte {
	if y < 0 || y >= len(g) || x < 0 || x >= len(g[0]) {
		return 0
	}
	return g[y][x]
}

func (g grid) count(stone byte) int {
	n := 0
	for _, row := range g {
		for _, s := range row {
			if s == stone {
				n++
			}
		}
	}
	return n
}

type spot struct{ x, y int }

func (s spot) adjacent() [4]spot {
	return [4]spot{{s.x, s.y - 1}, {s.x - 1, s.y}, {s.x + 1, s.y}, {s.x, s.y + 1}}
}

// connected gives the stone at s and every stone connected to it.
func (g grid) connected(s spot) []spot {
	found := []spot{s}
	in := make([]bool, len(g)*len(g[0]))
	in[s.y*len(g[0])+s.x] = true
	for i := 0; i < len(found); i++ {
		for _, a := range found[i].adjacent() {
			if g.at(a.x, a.y) == g.at(s.x, s.y) && !in[a.y*len(g[0])+a.x] {
				in[a.y*len(g[0])+a.x] = true
				found = append(found, a)
			}
		}
	}
	return found
}

// hasLiberty looks for an unoccupied intersection adjacent to the stone or to any
// stone connected to it.
func (g grid) hasLiberty(s spot) bool {
	if g.besideEmpty(s) {
		return true
	}
	for _, stone := range g.connected(s) {
		if g.besideEmpty(stone) {
			return true
		}
	}
	return false
}

func (g grid) besideEmpty(s spot) bool {
	for _, a := range s.adjacent() {
		if g.at(a.x, a.y) == '.' {
			return true
		}
	}
	return false
}

// removeWithoutLiberties removes all stones of one colour that have no
// liberties, and gives them.
func (g grid) removeWithoutLiberties(stone byte) []spot {
	var gone []spot
	for y := range g {
		for x := range g[y] {
			if g[y][x] == stone && !g.hasLiberty(spot{x, y}) {
				gone = append(gone, spot{x, y})
			}
		}
	}
	for _, s := range gone {
		g[s.y][s.x] = '.'
	}
	return gone
}

func stoneFor(c Colour) byte { return ".XO"[c] }

func other(c Colour) Colour {
	if c == Black {
		return White
	}
	return Black
}

// event is what happened, and everything as it was after it.
type event struct {
	what   string // start, play, pass, button, turn
	colour Colour // whose move
	number int    // of the move as written, or of the one before
	stood  bool
	before grid
	after  grid
	turn   Colour
	lost   [3]int
	button Colour
	ended  End
}

func (e event) isMove() bool { return e.what == "play" || e.what == "pass" || e.what == "button" }

type reference struct {
	rules    Rules
	handicap int
	events   []event
}

func newReference(r Rules, width, height int) *reference {
	empty := newGrid(width, height)
	return &reference{rules: r, events: []event{{what: "start", before: empty, after: empty.clone(), turn: Black}}}
}

func (r *reference) now() *event { return &r.events[len(r.events)-1] }
func (r *reference) board() grid { return r.now().after }

func (r *reference) moves() int { return r.now().number }

// happen adds an event that starts as a copy of the last.
func (r *reference) happen(what string, c Colour) *event {
	e := *r.now()
	e.what, e.colour, e.stood = what, c, false
	e.before = e.after
	e.after = e.after.clone()
	r.events = append(r.events, e)
	return r.now()
}

func (r *reference) setUp(c Colour, at []spot) {
	changes := false
	for _, s := range at {
		changes = changes || r.board()[s.y][s.x] != stoneFor(c)
	}
	if !changes {
		return
	}
	if r.now().what != "start" {
		r.happen("start", Empty)
	}
	for _, s := range at {
		r.board()[s.y][s.x] = stoneFor(c)
	}
}

func (r *reference) setTurn(c Colour) {
	if r.now().isMove() && r.now().turn != c {
		r.happen("turn", Empty)
	}
	r.now().turn = c
}

func (r *reference) end() End {
	if r.now().ended == NotEnded && r.rules.MoveLimit > 0 && r.moves() >= r.rules.MoveLimit {
		return EndedByLimit
	}
	return r.now().ended
}

func (r *reference) passes() int {
	n := 0
	for i := len(r.events) - 1; i >= 0 && r.events[i].what == "pass"; i-- {
		if n > 0 && r.events[i].colour == r.events[i+1].colour {
			break
		}
		n++
	}
	return n
}

// handicapStoneInARow: Black places another of n handicap stones, and White's
// pass before it was not written.
func (r *reference) handicapStoneInARow(c Colour, isPlay bool) bool {
	if c != Black || !isPlay || r.now().turn != White {
		return false
	}
	stones, played, first := 0, 0, true
	for _, e := range r.events {
		switch {
		case e.what == "start" && first:
			stones = e.after.count('X')
		case e.what == "play" && e.colour == Black:
			played++
		case e.what == "pass" && e.colour == White:
		default:
			return false
		}
		first = false
	}
	return played > 0 && stones+played < r.handicap
}

// verdict is what the reference says of a move.
type verdict struct {
	kind    string // "" if legal
	repeats int
	end     End
}

// judge says whether a move is legal, and what the board would be after it.
// x is -1 for a pass, -2 for the button.
func (r *reference) judge(c Colour, s spot) (verdict, grid, []spot) {
	if r.end() != NotEnded {
		return verdict{kind: "out_of_turn", end: r.end()}, nil, nil
	}
	if c != r.now().turn {
		return verdict{kind: "out_of_turn"}, nil, nil
	}
	if s.x == -1 {
		return verdict{}, nil, nil
	}
	if s.x == -2 {
		if r.rules.Button == 0 || r.now().button != Empty {
			return verdict{kind: "button"}, nil, nil
		}
		return verdict{}, nil, nil
	}
	if r.board().at(s.x, s.y) == 0 {
		return verdict{kind: "off_board"}, nil, nil
	}
	if r.board().at(s.x, s.y) != '.' {
		return verdict{kind: "occupied"}, nil, nil
	}
	after, own, _ := r.result(c, s)
	for _, o := range own {
		if o == s && r.rules.Suicide == SuicideIllegal {
			return verdict{kind: "suicide"}, nil, nil
		}
	}
	if n, found := r.repeats(c, after); found {
		return verdict{kind: "superko", repeats: n}, nil, nil
	}
	return verdict{}, after, nil
}

// result carries out a play on a copy: place, remove the opponent's stones that
// then have no liberties, then the player's own.
func (r *reference) result(c Colour, s spot) (after grid, own, opponents []spot) {
	after = r.board().clone()
	after[s.y][s.x] = stoneFor(c)
	opponents = after.removeWithoutLiberties(stoneFor(other(c)))
	own = after.removeWithoutLiberties(stoneFor(c))
	return after, own, opponents
}

// repeats looks for the position among all that may not be made again.
func (r *reference) repeats(c Colour, after grid) (int, bool) {
	if r.rules.Repetition == RepeatLast {
		for i := len(r.events) - 1; i >= 0; i-- {
			if e := r.events[i]; e.isMove() {
				if e.what != "button" && e.before.equal(after) {
					return r.events[i-1].number, true
				}
				break
			}
		}
		return 0, false
	}
	from := 0
	for i, e := range r.events {
		if e.what == "button" {
			from = i
		}
	}
	for _, e := range r.events[from:] {
		counts := false
		switch {
		case e.what == "start":
			counts = r.rules.Start == StartCounts
		case !e.isMove():
		case r.rules.Repetition == RepeatAny:
			counts = true
		case r.rules.Repetition == RepeatOwnMoves:
			counts = e.colour == c
		case r.rules.Repetition == RepeatOwnPlays:
			counts = e.colour == c && e.what == "play"
		}
		if counts && e.after.equal(after) {
			return e.number, true
		}
	}
	return 0, false
}

func (r *reference) carryOut(c Colour, s spot) {
	switch s.x {
	case -1:
		e := r.happen("pass", c)
		e.number++
		e.ended = NotEnded
		if r.rules.Ending == EndsByTwoPasses && r.passes() >= 2 {
			e.ended = EndedByPasses
		}
	case -2:
		e := r.happen("button", c)
		e.number++
		e.button, e.ended = c, NotEnded
	default:
		after, own, opponents := r.result(c, s)
		e := r.happen("play", c)
		e.number++
		e.after, e.ended = after, NotEnded
		e.lost[c] += len(own)
		e.lost[other(c)] += len(opponents)
	}
	r.now().turn = other(c)
}

// play makes a move under a policy.
func (r *reference) play(policy OnViolation, c Colour, s spot) verdict {
	written := len(r.events)
	if r.end() == NotEnded && r.handicapStoneInARow(c, s.x >= 0) {
		r.happen("pass", White).turn = Black
	}
	v, _, _ := r.judge(c, s)
	if v.kind == "" {
		r.carryOut(c, s)
		return v
	}
	r.events = r.events[:written]
	if c == Empty || policy == Stop || r.now().ended == EndedByConfirmation {
		return v
	}
	impossible := s.x == -2 && (r.rules.Button == 0 || r.now().button != Empty) ||
		s.x >= 0 && r.board().at(s.x, s.y) != '.'
	if policy == BecomePass || impossible {
		r.carryOut(c, spot{-1, 0})
		return v
	}
	r.carryOut(c, s)
	r.now().stood = true
	return v
}

func (r *reference) claim() bool {
	last := *r.now()
	if !last.stood {
		return false
	}
	r.events = r.events[:len(r.events)-1]
	r.carryOut(last.colour, spot{-1, 0})
	return true
}

func (r *reference) rewind(n int) {
	for len(r.events) > 1 {
		e := r.now()
		if n == 0 && e.number == 0 || n > 0 && e.number == n && e.isMove() && r.events[len(r.events)-2].number < n {
			return
		}
		r.events = r.events[:len(r.events)-1]
	}
}

// owners gives for a point the set of colours that are connected to it over
// empty points: 1 black, 2 white.
func (g grid) owners(s spot) int {
	switch g[s.y][s.x] {
	case 'X':
		return 1
	case 'O':
		return 2
	}
	set := 0
	for _, p := range g.connected(s) {
		for _, a := range p.adjacent() {
			switch g.at(a.x, a.y) {
			case 'X':
				set |= 1
			case 'O':
				set |= 2
			}
		}
	}
	return set
}

// score counts after taking off the chains of the dead.
func (r *reference) score(dead []spot) Score {
	board := r.board().clone()
	lost := r.now().lost
	for _, d := range dead {
		if board.at(d.x, d.y) == '.' {
			continue
		}
		c := Black
		if board.at(d.x, d.y) == 'O' {
			c = White
		}
		for _, s := range r.board().connected(d) {
			board[s.y][s.x] = '.'
			lost[c]++
		}
	}
	area, territory, shared := [3]int{}, [3]int{}, 0
	for y := range board {
		for x := range board[y] {
			owners := board.owners(spot{x, y})
			for c := 1; c <= 2; c++ {
				if owners&c != 0 {
					area[c]++
				}
				if owners == c && board[y][x] == '.' {
					territory[c]++
				}
			}
			if owners == 3 {
				shared++
			}
		}
	}
	var s Score
	switch r.rules.Scoring {
	case AreaShared:
		s = Score{Black: area[1], White: area[2], Shared: shared}
	case TerritoryLessLosses:
		s = Score{Black: territory[1] - lost[1], White: territory[2] - lost[2]}
	case TerritoryAndCaptures:
		s = Score{Black: territory[1] + lost[2], White: territory[2] + lost[1]}
	}
	s.Margin = s.Black - s.White
	return s
}
