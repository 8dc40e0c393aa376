package tournaments

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// fixedTablesOf reads who of a section always sits at which table.
func fixedTablesOf(ctx context.Context, q store.Queryer, section SectionID) (map[EntryID]int, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (fixedTable, error) {
		var t fixedTable
		err := s.Scan(&t.Entry, &t.Table)
		return t, err
	}, `
		SELECT entry_id, table_no
		FROM fixed_table
		WHERE section_id = $1`, section)
	if err != nil {
		return nil, fmt.Errorf("read the fixed tables of a section: %w", err)
	}
	out := make(map[EntryID]int, len(list))
	for _, t := range list {
		out[t.Entry] = t.Table
	}
	return out, nil
}

// setFixedTable keeps a table for an entry; 0 keeps none.
func setFixedTable(ctx context.Context, tx *store.Tx, section SectionID, id EntryID, table int) error {
	if _, err := tx.Exec(ctx, `DELETE FROM fixed_table WHERE entry_id = $1`, id); err != nil {
		return wrapSave("a fixed table", err)
	}
	if table == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO fixed_table (entry_id, section_id, table_no)
		VALUES ($1, $2, $3)`, id, section, table)
	return wrapSave("a fixed table", err)
}

// setCountsAs keeps what an open game counts as in later draws.
func setCountsAs(ctx context.Context, tx *store.Tx, id GameID, as CountsAs) error {
	_, err := tx.Exec(ctx, `
		UPDATE game
		SET counts_as = $2
		WHERE id = $1`, id, string(as))
	return wrapSave("a game", err)
}

// keepersOf lists who of an event always sits at a table.
func keepersOf(ctx context.Context, q store.Queryer, event EventID, table int) ([]EntryID, error) {
	return store.All(ctx, q, store.Value[EntryID], `
		SELECT t.entry_id
		FROM fixed_table t
		JOIN section s ON s.id = t.section_id
		WHERE s.event_id = $1 AND t.table_no = $2`, event, table)
}
