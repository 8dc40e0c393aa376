package tournaments

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// maxTable is the highest number of a table.
const maxTable = 9999

// number gives games their tables: that of a player who always sits at one, then the first free ones in
// the order of the draw. Of two such players who meet, the lower table counts.
func (f field) number(games []Game) {
	taken := make(map[int]bool)
	set := make([]bool, len(games))
	for i := range games {
		for _, table := range f.fixedTables(games[i]) {
			if !taken[table] {
				games[i].Table, set[i], taken[table] = table, true, true
				break
			}
		}
	}
	next := f.section.FirstTable
	for i := range games {
		if set[i] {
			continue
		}
		for taken[next] {
			next++
		}
		games[i].Table = next
		next++
	}
	slices.SortFunc(games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
}

// fixedTables are the tables at which a player of the game always sits, ascending.
func (f field) fixedTables(g Game) []int {
	var tables []int
	for _, id := range []EntryID{g.Black, g.White} {
		if table := f.tables[id]; table != 0 {
			tables = append(tables, table)
		}
	}
	slices.Sort(tables)
	return tables
}

// seatFixed gives the games that a change by hand makes their fixed tables where these are free, or are the
// other one's of the two; no other game moves.
func (f field) seatFixed(r Round, a *arrangement) {
	free := func(table int) bool {
		return !slices.ContainsFunc(r.Games, func(g Game) bool {
			return g.Table == table && !slices.ContainsFunc(a.dropped, func(d Game) bool { return d.ID == g.ID })
		}) && !slices.ContainsFunc(a.made, func(g Game) bool { return g.Table == table })
	}
	for i := range a.made {
		for _, table := range f.fixedTables(a.made[i]) {
			other := slices.IndexFunc(a.made, func(g Game) bool { return g.Table == table })
			switch {
			case other == i:
			case other >= 0 && !slices.Contains(f.fixedTables(a.made[other]), table):
				a.made[i].Table, a.made[other].Table = table, a.made[i].Table
			case free(table):
				a.made[i].Table = table
			default:
				continue
			}
			break
		}
	}
}

// kept are the tables that are kept for players, of whom none is among those named.
func (f field) kept(beside ...EntryID) []int {
	var tables []int
	for id, table := range f.tables {
		if !slices.Contains(beside, id) {
			tables = append(tables, table)
		}
	}
	return tables
}

// tableList is the fixed tables in order, to be compared; nil for none.
func (f field) tableList() []fixedTable {
	var out []fixedTable
	for id, table := range f.tables {
		out = append(out, fixedTable{id, table})
	}
	slices.SortFunc(out, func(a, b fixedTable) int { return cmp.Compare(a.Entry, b.Entry) })
	return out
}

type fixedTable struct {
	Entry EntryID
	Table int
}

// FixedTable is the table at which an entry always sits; 0 for none.
func (w *Wallchart) FixedTable(id EntryID) int { return w.field.tables[id] }

// FixTable has a player always sit at a table, in the rounds that are drawn from now on and in a preview
// that is drawn again; 0 lets go. No published round changes.
//
// Errors: Invalid at "table" for a number that is none, or that another player of the event keeps.
func (s *Service) FixTable(ctx context.Context, actor auth.Actor, id EntryID, table int) error {
	e, err := entryByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, e.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		was, err := fixedTablesOf(ctx, tx, h.section.ID)
		if err != nil {
			return nil, err
		}
		if was[id] == table {
			return nil, usecase.ErrSame
		}
		var f apperr.Fields
		if table < 0 || table > maxTable {
			f.Add("table", "Enter a number from 1 to %d, or leave this empty.", maxTable)
		} else if table > 0 {
			name, err := tableKeeper(ctx, tx, h.event.ID, table)
			if err != nil {
				return nil, err
			}
			if name != "" {
				f.Add("table", "Table %d is kept for %s.", table, name)
			}
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := setFixedTable(ctx, tx, h.section.ID, id, table); err != nil {
			return nil, err
		}
		fact := func(n int) map[string]int { return map[string]int{"table": n} }
		return h.permit.Did("fix.table", "entry", int64(id), fact(was[id]), fact(table)), nil
	})
}

// tableKeeper names who of an event always sits at a table; "" for no one.
func tableKeeper(ctx context.Context, q store.Queryer, event EventID, table int) (string, error) {
	ids, err := keepersOf(ctx, q, event, table)
	if err != nil || len(ids) == 0 {
		return "", err
	}
	e, err := entryByID(ctx, q, ids[0])
	if err != nil {
		return "", fmt.Errorf("read who keeps a table: %w", err)
	}
	return e.Name, nil
}
