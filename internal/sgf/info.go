package sgf

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// defaultSize is the size of a Go board whose record names none (FF[4]).
const defaultSize = 19

// readRoot reads what must be known before any point can be: the kind of game
// and the size of the board; and the texts of the first node.
func (r *Record) readRoot() (bad repair) {
	t := r.game.tree
	from, to := t.propsOf(int32(r.game.root))
	game, size := int32(-1), int32(-1)
	for p := from; p < to; p++ {
		switch role := roles[t.props[p].code]; {
		case role == roleGameType:
			game = p
		case role == roleSize:
			size = p
		case role >= roleField:
			r.takeField(Field(role-roleField), p)
		}
	}
	if game < 0 {
		game = r.findLater(roleGameType)
	}
	if size < 0 {
		size = r.findLater(roleSize)
	}
	r.readGameType(game)
	return r.readSize(size)
}

// findLater looks for a property that belongs in the first node in the others
// of the main line, before the first move; -1 if it is in none.
func (r *Record) findLater(role role) int32 {
	t := r.game.tree
	for n := range r.nodes() {
		if n == r.game.root {
			continue
		}
		from, to := t.propsOf(int32(n))
		for p := from; p < to; p++ {
			switch q := t.props[p]; {
			case isMove(q.code):
				return -1
			case roles[q.code] == role:
				r.warn(
					int(q.name), MisplacedInfo, "Properties that belong in the first node are in a later one; they were read anyway.",
				)
				return p
			}
		}
	}
	return -1
}

// nodes are the nodes of the line, the root first.
func (r *Record) nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for _, part := range r.runs {
			for n := part.from; n < part.to; n++ {
				if !yield(Node(n)) {
					return
				}
			}
		}
	}
}

// Nodes are the nodes of the line that was read, the game's first node first.
func (r *Record) Nodes() []Node { return slices.Collect(r.nodes()) }

// first is the first value of property p without white space around it.
func (r *Record) first(p int32) []byte {
	t := r.game.tree
	return trim(t.raw(t.valuesOf(p)[0]))
}

// plainNumber reads a raw value of one to nine digits.
func plainNumber(raw []byte) (n int, ok bool) {
	if len(raw) == 0 || len(raw) > 9 {
		return 0, false
	}
	for _, c := range raw {
		if class[c] != digit {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// number reads a raw value that holds a number and maybe a unit. White space
// and full-width digits are overlooked.
func number(raw []byte) (n int, ok bool) {
	if n, ok = plainNumber(raw); ok {
		return n, true
	}
	whole, rest, ok := leadingInteger(fold(text(raw[:min(len(raw), 64)], oneLine)))
	return int(whole), ok && !strings.ContainsAny(rest, "0123456789")
}

func (r *Record) readGameType(p int32) {
	if p < 0 {
		r.warn(r.game.place.offset, MissingGameType, "The record does not say which game it is (GM); it was read as Go.")
		return
	}
	n, ok := number(r.first(p))
	if !ok {
		r.warn(
			int(r.game.tree.props[p].name), MissingGameType, "The game's number (GM) could not be read; it was read as Go.",
		)
		return
	}
	r.GameType = n
}

// readSize reads SZ.
func (r *Record) readSize(p int32) (bad repair) {
	r.Width, r.Height = defaultSize, defaultSize
	if p < 0 {
		r.warn(r.game.place.offset, MissingSize, "The record has no board size (SZ); it was read as 19×19.")
		return repair{}
	}
	at := int(r.game.tree.props[p].name)
	raw := r.first(p)
	if len(raw) == 0 {
		r.warn(at, MissingSize, "The board size (SZ) is empty; it was read as 19×19.")
		return repair{}
	}
	width, height, form, ok := size(raw)
	switch {
	case !ok:
		r.Width, r.Height = 0, 0
		return repair{
			0, at, BadSize,
			fmt.Sprintf(
				"The board size “%s” could not be read. Write it as SZ[19] or SZ[19:13].",
				short(text(raw[:min(len(raw), 64)], oneLine)),
			),
		}
	case width < 1 || width > MaxSize || height < 1 || height > MaxSize:
		r.Width, r.Height = 0, 0
		return repair{
			0, at, BadSize,
			fmt.Sprintf("A board of %d×%d cannot be read: width and height must be from 1 to %d.", width, height, MaxSize),
		}
	case form == unusual:
		r.warn(
			at, RepairedSize, fmt.Sprintf("The board size is written in an unusual way; it was read as %d×%d.", width, height),
		)
	}
	r.Width, r.Height = width, height
	return repair{}
}

type form uint8

const (
	usual form = iota
	unusual
)

// size reads a board size: "19", "19:13", and "19x19", "19路", "19*19".
func size(raw []byte) (width, height int, f form, ok bool) {
	if n, ok := plainNumber(raw); ok {
		return n, n, usual, true
	}
	s := fold(text(raw[:min(len(raw), 64)], oneLine))
	first, rest, ok := leadingInteger(s)
	if !ok {
		return 0, 0, unusual, false
	}
	second := first
	f = unusual
	for _, between := range []string{":", "x", "×", "*", ",", "by"} {
		cut, found := strings.CutPrefix(strings.TrimLeft(rest, " "), between)
		if !found {
			continue
		}
		if second, rest, ok = leadingInteger(strings.TrimLeft(cut, " ")); !ok {
			return 0, 0, unusual, false
		}
		if between == ":" && rest == "" && second != first {
			f = usual
		}
		break
	}
	switch strings.Trim(rest, " .") {
	case "", "0", "路", "路盘", "路盤", "줄":
		return int(first), int(second), f, true
	}
	return 0, 0, unusual, false
}

// readStandIns takes the properties of other programs for texts that the
// format's own do not give.
func (r *Record) readStandIns() {
	t := r.game.tree
	from, to := t.propsOf(int32(r.game.root))
	for p := from; p < to; p++ {
		code := t.props[p].code
		for _, s := range standIns {
			if code != s.name || r.fields[s.field].to != 0 {
				continue
			}
			if _, isNumber := plainNumber(r.first(p)); s.field == Event && isNumber {
				continue // TE is also “a good move”
			}
			r.takeField(s.field, p)
		}
	}
}

// readKomi reads the text of KM.
func (r *Record) readKomi() {
	v := r.fields[KomiText]
	if v.to == 0 {
		return
	}
	raw := trim(r.game.tree.raw(v))
	if k, ok := plainKomi(raw); ok {
		r.Komi, r.KomiKnown = k, true
		return
	}
	written := text(raw[:min(len(raw), 64)], oneLine)
	k, form, ok := readKomi(written)
	if !ok {
		r.warn(int(v.from), BadKomi, fmt.Sprintf("The komi “%s” could not be read.", short(written)))
		return
	}
	r.Komi, r.KomiKnown = k, true
	why := ""
	switch form {
	case komiPlain:
		return
	case komiHundredths:
		why = ": it is written in hundredths"
	case komiStones:
		why = ": it is written in stones of Chinese counting, two points each"
	case komiRounded:
		why = ", to the nearest hundredth"
	}
	r.warn(int(v.from), RepairedKomi, fmt.Sprintf("The komi “%s” was read as %s points%s.", short(written), k, why))
}

// readHandicap reads the text of HA.
func (r *Record) readHandicap() {
	v := r.fields[HandicapText]
	if v.to == 0 {
		return
	}
	n, ok := number(trim(r.game.tree.raw(v)))
	if !ok || n > MaxSize*MaxSize {
		r.warn(int(v.from), BadHandicap, "The handicap (HA) is not a number of stones; it was read as no handicap.")
		return
	}
	r.Handicap = n
}
