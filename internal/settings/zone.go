package settings

import (
	"cmp"
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// KeepZone keeps where the clocks of a society are that is begun now: told, or New Zealand's where that is "". One that was
// begun before keeps what it has.
func KeepZone(ctx context.Context, db *store.DB, told string) error {
	if has, err := readZone(ctx, db); err != nil || has != "" {
		return err
	}
	return db.InTx(ctx, func(tx *store.Tx) error { return insertZone(ctx, tx, cmp.Or(told, civil.NewZealand)) })
}

// Zone is where the society's clocks are. Told is what whoever runs the program says of it, "" for nothing: another than what
// the society was begun with is refused, since each day that is past would be another one. A database that is older than the
// question is New Zealand's, as is one that does not know yet and is told nothing.
func Zone(ctx context.Context, db *store.DB, told string) (string, error) {
	there, err := store.HasTable(ctx, db, "society_zone")
	if err != nil {
		return "", err
	}
	has := civil.NewZealand
	if there {
		if has, err = readZone(ctx, db); err != nil {
			return "", err
		}
		if has == "" {
			return cmp.Or(told, civil.NewZealand), nil
		}
	}
	if told != "" && told != has {
		return "", fmt.Errorf("time-zone %q: this society was begun with %s, and its days and hours are of there. Leave the setting out, "+
			"or write %s", told, has, has)
	}
	return has, nil
}
