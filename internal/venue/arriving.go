package venue

import (
	"slices"

	"nzgs/internal/apperr"
)

// fits refuses a document with a cell that its column cannot hold, or whose rows refer to what is not in it. People are
// looked at where they are known.
func (d *Document) fits() error {
	if err := d.cellsFit(); err != nil {
		return err
	}
	ids := make(map[string]map[int64]bool, len(tables))
	for i, t := range tables {
		rows := d.Tables[i].Rows
		known := make(map[int64]bool, len(rows))
		for n, row := range rows {
			for k, c := range t.columns {
				id, isNumber := row[k].(int64)
				if c.ref == "" || c.ref == person || !isNumber {
					continue
				}
				// A row refers to its own table only backwards, so that it can be kept in this order.
				if c.ref == t.name && !known[id] || c.ref != t.name && !ids[c.ref][id] {
					return wrong("row %d of %q refers to row %d of %q, which is not in it", n+1, t.name, id, c.ref)
				}
			}
			if t.numbered {
				id, _ := row[0].(int64)
				known[id] = true
			}
		}
		ids[t.name] = known
	}
	return d.withinSections()
}

// withinSections refuses a game, a bye or a pair of players of different sections.
func (d *Document) withinSections() error {
	of := make(map[int64]int64)
	for _, row := range d.rows("entry") {
		of[numberIn("entry", row, "id")] = numberIn("entry", row, "section_id")
	}
	rounds := make(map[int64]int64)
	for _, row := range d.rows("round") {
		rounds[numberIn("round", row, "id")] = numberIn("round", row, "section_id")
	}
	together := func(name string, row []any, section int64, columns ...string) bool {
		return !slices.ContainsFunc(columns, func(column string) bool {
			id := numberIn(name, row, column)
			return id != 0 && of[id] != section
		})
	}
	for _, row := range d.rows("game") {
		if !together("game", row, rounds[numberIn("game", row, "round_id")], "black_id", "white_id") {
			return wrong("a game has players of another section")
		}
	}
	for _, row := range d.rows("round_bye") {
		if !together("round_bye", row, rounds[numberIn("round_bye", row, "round_id")], "entry_id") {
			return wrong("a bye is of a player of another section")
		}
	}
	for name, columns := range map[string][]string{
		"fixed_pair": {"white_id", "black_id"}, "forbidden_pair": {"a_id", "b_id"}, "fixed_table": {"entry_id"},
	} {
		for _, row := range d.rows(name) {
			if !together(name, row, numberIn(name, row, "section_id"), columns...) {
				return wrong("a pair or a fixed table is of players of another section")
			}
		}
	}
	return nil
}

// strangers are the people of the document who were entered at the venue and are not in its file: those from a number
// on. Everybody else must be among the known.
func (d *Document) strangers(from int64, known map[int64]bool) ([]int64, error) {
	var out []int64
	for _, id := range d.players() {
		switch {
		case id >= from:
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		case !known[id]:
			return nil, apperr.New(apperr.Invalid, "Person %d is entered, and is neither in the file nor on the public rating list.", id)
		}
	}
	return out, nil
}

// players are the people of the document who play, in its order.
func (d *Document) players() (out []int64) {
	for _, name := range []string{"entry", "pair_partner"} {
		for _, row := range d.rows(name) {
			out = append(out, numberIn(name, row, "person_id"))
		}
	}
	return out
}

func (d *Document) playing() map[int64]bool {
	out := make(map[int64]bool)
	for _, id := range d.players() {
		out[id] = true
	}
	return out
}

// player is somebody of the document.
func (d *Document) player(id int64) (Player, bool) {
	i := slices.IndexFunc(d.People, func(p Player) bool { return p.ID == id })
	if i < 0 {
		return Player{}, false
	}
	return d.People[i], true
}

// withPeople gives people the numbers that the register knows them by; an author is who entered or said something.
// Somebody whom it does not know, and without whom a row can do, is left out: a helper who entered a result, by name.
func (d *Document) withPeople(number func(away int64, author bool) (int64, bool)) {
	for i, t := range tables {
		for k, c := range t.columns {
			if c.ref != person {
				continue
			}
			for _, row := range d.Tables[i].Rows {
				away, isNumber := row[k].(int64)
				if !isNumber {
					continue
				}
				if here, ok := number(away, c.free); ok {
					row[k] = here
				} else if c.free {
					row[k] = nil
				}
			}
		}
	}
}

// withStanding sets what the register says of the players' memberships.
func (d *Document) withStanding(of func(entry, person int64, told string) (membership, warning string)) {
	t := tableNamed("entry")
	membership, warning := t.index("membership"), t.index("warning")
	for _, row := range d.rows("entry") {
		told, _ := row[membership].(string)
		row[membership], row[warning] = of(numberIn("entry", row, "id"), numberIn("entry", row, "person_id"), told)
	}
}
