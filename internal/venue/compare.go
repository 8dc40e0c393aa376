package venue

import (
	"cmp"
	"fmt"
	"slices"

	"nzgs/internal/pairing"
)

// Difference is a game that two versions of an event tell differently.
type Difference struct {
	Section string `json:"section"`
	Round   int    `json:"round"`
	Table   int    `json:"table"` // as the one has it that has the game
	Black   string `json:"black"`
	White   string `json:"white"`
	Here    string `json:"here"` // the result in words, or that there is none
	There   string `json:"there"`
}

// Comparison says where two versions of an event differ.
type Comparison struct {
	Games     []Difference
	OnlyHere  []string // players
	OnlyThere []string
	Same      int // games with a result that both tell the same
	Records   int // game records that only the other has
}

// Nothing reports whether the two tell the same.
func (c Comparison) Nothing() bool {
	return len(c.Games)+len(c.OnlyHere)+len(c.OnlyThere)+c.Records == 0
}

// game is a game as a document tells it.
type game struct {
	section, round int64
	table          int64
	black, white   int64
	result, margin string
}

// gameKey is what stays of a game when its table, its colours or its result change.
type gameKey struct{ section, round, one, other int64 }

func (g game) key() gameKey {
	return gameKey{g.section, g.round, min(g.black, g.white), max(g.black, g.white)}
}

// told is a document as it is compared.
type told struct {
	games    map[gameKey]game
	entries  map[int64]string // names
	sections map[int64]string
	records  map[string]bool // hashes, with their games
}

func (d *Document) told() told {
	out := told{map[gameKey]game{}, map[int64]string{}, map[int64]string{}, map[string]bool{}}
	names := make(map[int64]string, len(d.People))
	for _, p := range d.People {
		names[p.ID] = p.Name()
	}
	for _, row := range d.rows("section") {
		out.sections[numberIn("section", row, "id")] = textIn("section", row, "name")
	}
	for _, row := range d.rows("entry") {
		out.entries[numberIn("entry", row, "id")] = cmp.Or(names[numberIn("entry", row, "person_id")], "a player")
	}
	type place struct{ section, number int64 }
	rounds := make(map[int64]place)
	for _, row := range d.rows("round") {
		rounds[numberIn("round", row, "id")] = place{numberIn("round", row, "section_id"), numberIn("round", row, "number")}
	}
	for _, row := range d.rows("game") {
		at := rounds[numberIn("game", row, "round_id")]
		g := game{
			at.section, at.number, numberIn("game", row, "table_no"), numberIn("game", row, "black_id"),
			numberIn("game", row, "white_id"), textIn("game", row, "result"), textIn("game", row, "margin"),
		}
		out.games[g.key()] = g
	}
	for _, row := range d.rows("game_record") {
		out.records[fmt.Sprint(numberIn("game_record", row, "game_id"), textIn("game_record", row, "hash"))] = true
	}
	return out
}

func numberIn(name string, row []any, column string) int64 {
	n, _ := row[tableNamed(name).index(column)].(int64)
	return n
}

func textIn(name string, row []any, column string) string {
	s, _ := row[tableNamed(name).index(column)].(string)
	return s
}

// Compare says, result by result, where the version there differs from the one here.
func Compare(here, there *Document) Comparison {
	a, b := here.told(), there.told()
	var out Comparison
	section := func(id int64) string { return cmp.Or(a.sections[id], b.sections[id]) }
	name := func(id int64) string { return cmp.Or(a.entries[id], b.entries[id]) }
	add := func(g game, here, there string) {
		out.Games = append(out.Games, Difference{
			section(g.section), int(g.round), int(g.table), name(g.black), name(g.white), here, there,
		})
	}
	for key, g := range b.games {
		was, ok := a.games[key]
		switch {
		case !ok:
			add(g, "not paired", g.told(g.black))
		case was.told(g.black) != g.told(g.black):
			add(g, was.told(g.black), g.told(g.black))
		case g.result != "":
			out.Same++
		}
	}
	for key, g := range a.games {
		if _, ok := b.games[key]; !ok {
			add(g, g.told(g.black), "not paired")
		}
	}
	slices.SortFunc(out.Games, func(x, y Difference) int {
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Round, y.Round), cmp.Compare(x.Table, y.Table),
			cmp.Compare(x.Black, y.Black))
	})
	out.OnlyHere, out.OnlyThere = missing(a.entries, b.entries), missing(b.entries, a.entries)
	for record := range b.records {
		if !a.records[record] {
			out.Records++
		}
	}
	return out
}

func missing(in, from map[int64]string) []string {
	var out []string
	for id, name := range in {
		if _, ok := from[id]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// told is the result in words; Black is the one of that number, whoever has the stones in this version.
func (g game) told(black int64) string {
	r := pairing.Result(g.result)
	if g.black != black {
		switch r {
		case pairing.BlackWins:
			r = pairing.WhiteWins
		case pairing.WhiteWins:
			r = pairing.BlackWins
		case pairing.BlackDefault:
			r = pairing.WhiteDefault
		case pairing.WhiteDefault:
			r = pairing.BlackDefault
		}
	}
	words := map[pairing.Result]string{
		pairing.NoResult: "no result", pairing.BlackWins: "Black won", pairing.WhiteWins: "White won", pairing.Jigo: "jigo",
		pairing.BlackDefault: "Black won by default", pairing.WhiteDefault: "White won by default",
		pairing.BothLose: "both lose", pairing.BothDefault: "both lose by default",
	}[r]
	if words == "" {
		words = g.result
	}
	if g.margin != "" {
		words += " (" + g.margin + ")"
	}
	return words
}
