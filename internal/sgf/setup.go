package sgf

// nodeSetUp is what is being read of one node.
type nodeSetUp struct {
	regions   [3]region // by colour; only kept clean while stones is true
	stones    bool      // it has set-up
	changes   bool      // it has set-up or moves
	territory bool      // it has TB or TW
}

func (s *nodeSetUp) begin() { s.stones, s.changes, s.territory = false, false, false }

// addSetUp takes the points of AB, AW or AE. A later property of the same node
// has the last word on a point.
func (r *Record) addSetUp(role role, p int32) {
	s := &r.node
	if !s.stones {
		s.stones, s.changes = true, true
		s.regions = [3]region{}
	}
	c := [...]Colour{roleAddBlack: Black, roleAddWhite: White, roleAddEmpty: Empty}[role]
	r.eachRectangle(p, func(a rectangle) {
		for i := range s.regions {
			if Colour(i) == c {
				s.regions[i].add(a)
			} else {
				s.regions[i].remove(a)
			}
		}
	})
}

// eachRectangle gives the values of a list of points as far as they are on the
// board, and warns of the others. An empty value is an empty list.
func (r *Record) eachRectangle(p int32, take func(rectangle)) {
	t := r.game.tree
	off := false
	for _, v := range t.valuesOf(p) {
		raw := t.raw(v)
		a, ok := points(raw)
		if !ok {
			if len(trim(raw)) > 0 {
				r.warn(int(v.from), BadPoint, "A value in a list of points is not a point; it was ignored.")
			}
			continue
		}
		a, on := a.clip(r.Width, r.Height)
		off = off || on != all
		if on != none {
			take(a)
		}
	}
	if off {
		r.warn(int(t.props[p].name), OffBoardPoint, "A list of points has points off the board; they were ignored.")
	}
}

// placeStones adds the step of a node's set-up.
func (r *Record) placeStones(n Node) {
	from := len(r.Stones)
	for _, c := range []Colour{Black, White, Empty} {
		r.Stones = r.node.regions[c].stones(r.Stones, c)
	}
	if len(r.Stones) == from {
		return
	}
	r.Steps = append(r.Steps, Step{Kind: SetUp, Node: n, From: int32(from), To: int32(len(r.Stones))})
}

// readPlayer adds the step of PL.
func (r *Record) readPlayer(n Node, p int32) {
	raw := r.first(p)
	c := Empty
	if len(raw) > 0 {
		switch raw[0] {
		case 'B', 'b', '1':
			c = Black
		case 'W', 'w', '2':
			c = White
		}
	}
	if c == Empty {
		r.warn(int(r.game.tree.props[p].name), BadPlayer, "Whose turn it is (PL) is neither B nor W; it was ignored.")
		return
	}
	r.Steps = append(r.Steps, Step{Kind: ToPlay, Colour: c, Node: n})
}

// readTerritory reads TB and TW of node n.
func (r *Record) readTerritory(n int32) {
	t := r.game.tree
	r.node.regions = [3]region{}
	from, to := t.propsOf(n)
	for p := from; p < to; p++ {
		c, other := Black, White
		switch t.props[p].code {
		case id("TB"):
		case id("TW"):
			c, other = White, Black
		default:
			continue
		}
		r.eachRectangle(p, func(a rectangle) {
			r.node.regions[c].add(a)
			r.node.regions[other].remove(a)
		})
	}
	for _, c := range []Colour{Black, White} {
		r.Territory = r.node.regions[c].stones(r.Territory, c)
	}
}

// markNames are the properties that mark points.
var markNames = []string{"MA", "TR", "CR", "SQ", "SL", "DD"}

// readMarks reads the marks in node n.
func (r *Record) readMarks(n int32) {
	t := r.game.tree
	from, to := t.propsOf(n)
	for p := from; p < to; p++ {
		for _, name := range markNames {
			if t.props[p].code == id(name) {
				r.readMark(p, name)
			}
		}
	}
}

func (r *Record) readMark(p int32, name string) {
	marked := &r.node.regions[Empty]
	*marked = region{}
	r.eachRectangle(p, marked.add)
	for y, row := range marked {
		for x := range r.Width {
			if row>>x&1 != 0 {
				r.Marks = append(r.Marks, Mark{name, uint8(x), uint8(y)})
			}
		}
	}
}
