package venue

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// lotsOf is what was made public of the lots of an event: the values that were committed to, and which lots were drawn
// again.
func lotsOf(ctx context.Context, q store.Queryer, event EventID) ([]Table, error) {
	var out []Table
	for _, name := range []string{"section_lot", "lot_drawing"} {
		rows, err := rowsOf(ctx, q, tableNamed(name), event)
		if err != nil {
			return nil, err
		}
		out = append(out, rows)
	}
	return out, nil
}

// promised reports whether lots of a section were made public.
func (k kept) promised(section int64) bool {
	return slices.ContainsFunc(k.lots[0].Rows, func(row []any) bool {
		return numberIn("section_lot", row, "section_id") == section
	})
}

// putLotsBack keeps what was made public of lots, whether the other version has it or not.
func (k kept) putLotsBack(ctx context.Context, tx *store.Tx) error {
	for _, row := range k.lots[0].Rows {
		if _, err := tx.Exec(ctx, `
			INSERT INTO section_lot (section_id, chain_end, committed_at)
			VALUES ($1, $2, $3)
			ON CONFLICT (section_id) DO NOTHING`, row...); err != nil {
			return fmt.Errorf("keep the lots of a section: %w", err)
		}
	}
	for _, row := range k.lots[1].Rows {
		if _, err := tx.Exec(ctx, `
			INSERT INTO lot_drawing (section_id, round, number, reason, by_name, at)
			SELECT s.id, $2, $3, $4, $5, $6
			FROM section s
			WHERE s.id = $1
			ON CONFLICT (section_id, round, number) DO NOTHING`, row...); err != nil {
			return fmt.Errorf("keep how often a round was drawn again: %w", err)
		}
	}
	return nil
}

// refuseOtherLots refuses a document in which a section has other lots than those that the site committed to.
func refuseOtherLots(ctx context.Context, q store.Queryer, event EventID, d *Document) error {
	lots := tableNamed("section_lot")
	committed, err := rowsOf(ctx, q, lots, event)
	if err != nil {
		return err
	}
	for _, row := range committed.Rows {
		section := numberIn(lots.name, row, "section_id")
		if slices.ContainsFunc(d.rows("section"), func(s []any) bool { return numberIn("section", s, "id") == section }) &&
			!slices.ContainsFunc(d.rows(lots.name), func(other []any) bool { return slices.Equal(row, other) }) {
			return wrong("a section has other lots than were made public")
		}
	}
	return nil
}

// refuseOtherLoans refuses a document with numbers that were set aside for what is played of another event: its laptop
// could not bring its own rows home.
func refuseOtherLoans(ctx context.Context, q store.Queryer, event EventID, d *Document) error {
	type span struct{ from, until int64 }
	others, err := store.All(ctx, q, func(s store.Scanner) (o span, err error) {
		err = s.Scan(&o.from, &o.until)
		return o, err
	}, `
		SELECT new_from, new_until
		FROM event_loan
		WHERE event_id <> $1
		ORDER BY new_from`, event)
	if err != nil {
		return fmt.Errorf("read what was lent: %w", err)
	}
	for i, t := range tables {
		if !t.numbered {
			continue
		}
		for _, row := range d.Tables[i].Rows {
			id, _ := row[0].(int64)
			k, found := slices.BinarySearchFunc(others, id, func(o span, id int64) int {
				switch {
				case id < o.from:
					return 1
				case id >= o.until:
					return -1
				}
				return 0
			})
			if found {
				return apperr.New(apperr.Invalid, "Row %d of %s has a number that is another event’s (%d and more).", id, t.name, others[k].from)
			}
		}
	}
	return nil
}
