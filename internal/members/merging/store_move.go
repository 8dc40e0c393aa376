package merging

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// pairsAtOnce is how many rows that are found by several columns go with one statement.
const pairsAtOnce = 64

// moveAll gives rows of one record to the other, and says how many: those that are no longer the record's stay. Many go with
// each statement, because a merge holds the one writer.
func (r reference) moveAll(
	ctx context.Context, tx *store.Tx, keys []rowKey, from, to members.PersonID,
) (moved int, err error) {
	size := store.MaxIn
	if len(r.key) > 1 {
		size = pairsAtOnce
	}
	for chunk := range slices.Chunk(keys, size) {
		where, args := r.anyOf(chunk, []any{to, from})
		n, err := tx.Exec(ctx, `UPDATE `+r.table+` SET `+r.column+` = $1 WHERE `+r.column+` = $2`+where, args...)
		if err != nil {
			return moved, fmt.Errorf("carry rows of %s: %w", r.table, err)
		}
		moved += int(n)
	}
	return moved, nil
}

// anyOf is the condition that a row has one of some keys, with the parameters after those that are given; none where one
// person has one row.
func (r reference) anyOf(keys []rowKey, args []any) (string, []any) {
	switch len(r.key) {
	case 0:
		return "", args
	case 1:
		values := make([]any, len(keys))
		for i, key := range keys {
			values[i] = key[0]
		}
		list, args := store.In(args, values)
		return " AND " + r.key[0] + " IN " + list, args
	}
	each := make([]string, len(keys))
	for i, key := range keys {
		parts := make([]string, len(r.key))
		for n, column := range r.key {
			args = append(args, key[n])
			parts[n] = column + " = $" + strconv.Itoa(len(args))
		}
		each[i] = strings.Join(parts, " AND ")
	}
	return " AND (" + strings.Join(each, " OR ") + ")", args
}
