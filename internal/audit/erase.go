package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"nzgs/internal/store"
)

// eraseAction is the entry by which personal text was erased from earlier ones.
const eraseAction = "erase.log"

// erasure is what such an entry says after: of each entry that lost text, the sum of what is left of it. The hash of an entry
// is of its whole text and stays in the chain, so that no entry can be put in or left out; of what is left of an erased one
// the chain holds the sum, by the entry that erased it.
type erasure struct {
	Erased map[int64]string `json:"erased"`
}

// Erase changes what entries say of a person, and writes the entry that says which. change returns the detail and the name of
// who acted that are left of an entry, and whether they differ. It reads the whole log, and has other writers wait.
func Erase(ctx context.Context, tx *store.Tx, e Entry, change func(Record) (detail, name string, changed bool)) (int, error) {
	if err := Queue(ctx, tx); err != nil {
		return 0, err
	}
	left := erasure{Erased: map[int64]string{}}
	layout := layoutOf(ctx, tx)
	numbers, err := layout.numbers(ctx, tx)
	if err != nil {
		return 0, err
	}
	for _, stream := range numbers {
		err := layout.each(ctx, tx, stream, func(r Record) error {
			if r.Action == eraseAction || r.Action == bindAction {
				return nil
			}
			detail, name, changed := change(r)
			if !changed {
				return nil
			}
			r.Detail, r.By.Name = detail, name
			left.Erased[r.Seq] = r.sum()
			_, err := tx.Exec(ctx, `UPDATE audit_entry SET detail = $2, actor_name = $3 WHERE seq = $1`, r.Seq, detail, name)
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("erase from the log: %w", err)
		}
	}
	if len(left.Erased) == 0 {
		return 0, nil
	}
	e.Action, e.Before, e.After = eraseAction, nil, left
	return len(left.Erased), writeIn(ctx, tx, society, e) // Check reads it after all others
}

// settle takes from the entries that are not as they were written those of which r says what was left of them.
func settle(changed map[int64]string, r Record) {
	if r.Action != eraseAction {
		return
	}
	var detail struct {
		After erasure `json:"after"`
	}
	if json.Unmarshal([]byte(r.Detail), &detail) != nil {
		return
	}
	for seq, sum := range detail.After.Erased {
		if changed[seq] == sum && seq < r.Seq {
			delete(changed, seq)
		}
	}
}
