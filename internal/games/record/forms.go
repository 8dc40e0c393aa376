package record

import (
	"strconv"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/sgf"
)

// numbers are the values of GM, and the names that some programs write there instead.
var numbers = map[string]games.Which{
	"11": games.Hex, "hex": games.Hex, "18": games.Amazons, "amazons": games.Amazons, "game of the amazons": games.Amazons,
	"tanbo": games.Tanbo,
}

// Of says which of the games a record is of; false if it is of none of them.
func Of(g *sgf.Game) (games.Which, bool) {
	gm := rootText(g, "GM")
	if gm != "" && gm != "1" {
		w, ok := numbers[gm]
		return w, ok
	}
	if namesTanbo(rootText(g, "RU")) {
		return games.Tanbo, true
	}
	if gm == "" && isLittleGolem(g) {
		return games.Hex, true
	}
	return "", false
}

// namesTanbo tells whether rules are named so.
func namesTanbo(rules string) bool { return strings.Contains(rules, string(games.Tanbo)) }

// rootText is a property of the first node, in small letters; "" if there is none.
func rootText(g *sgf.Game, name string) string {
	p, ok := g.Property(g.Root(), name)
	if !ok {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(p.SimpleText(0)))
}

// isLittleGolem tells whether a record is one of Hex as Little Golem writes it: without GM, its event named for the game
// ("hex.ch.23.1.1") or "null", the first move W's. Its records of Go say komi or a handicap, or Black begins in them.
func isLittleGolem(g *sgf.Game) bool {
	event := rootText(g, "EV")
	if event == "hex" || strings.HasPrefix(event, "hex.") {
		return true
	}
	if event != "" && event != "null" || !strings.Contains(rootText(g, "SO"), "littlegolem") {
		return false
	}
	for _, ofGo := range []string{"KM", "HA", "AB", "RU"} {
		if rootText(g, ofGo) != "" {
			return false
		}
	}
	for n := g.FirstChild(g.Root()); n != sgf.NoNode; n = g.FirstChild(n) {
		for p := range g.Properties(n) {
			if p.Is("B") || p.Is("W") {
				return p.Is("W")
			}
		}
	}
	return false
}

// A Reading says how a record writes its moves.
type Reading struct {
	which games.Which
	size  int
	// littleGolem: the first player, PB, who joins top and bottom, is written as W.
	littleGolem bool
}

// ReadingOf says how a record of a game on a board of that size writes its moves.
func ReadingOf(g *sgf.Game, w games.Which, size int) Reading {
	return Reading{w, size, w == games.Hex && rootText(g, "GM") == "" && isLittleGolem(g)}
}

// Mover is whose move a property is; false if it is none.
func (r Reading) Mover(p sgf.Property) (games.Colour, bool) {
	switch {
	case p.Is("B") && r.littleGolem, p.Is("W") && !r.littleGolem:
		return games.White, true
	case p.Is("B"), p.Is("W"):
		return games.Black, true
	}
	return games.Empty, false
}

// Move is a point or a move as records of the game write it, where this one writes it otherwise: in Hex "c4" for the
// letters of column and row, "cd"; in Amazons "djddgd" for squares by their names, "d1-d7/g7". Anything else stays.
func (r Reading) Move(written string) string {
	switch r.which {
	case games.Hex:
		if p, ok := table.Points(written); ok && len(p) == 1 {
			return r.which.PointName(p[0], sgf.MaxSize) // rows count from the top, on any board
		}
	case games.Amazons:
		if p, ok := squares(written, r.size); ok {
			return p
		}
	}
	return written
}

// squares reads from, to and arrow by the names of the squares, with or without signs in between.
func squares(written string, size int) (string, bool) {
	const parts = 3
	var out strings.Builder
	rest := strings.ToLower(written)
	for range parts {
		rest = strings.TrimLeft(rest, " -/,.(x")
		n := 1
		for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		if n == 1 || n > len("z99") {
			return "", false
		}
		row, err := strconv.Atoi(rest[1:n])
		p := games.Point{X: int(rest[0]) - 'a', Y: size - row}
		if err != nil || !p.On(size) {
			return "", false
		}
		out.WriteString(p.String())
		rest = rest[n:]
	}
	return out.String(), strings.TrimRight(rest, " )") == ""
}
