package settings

import (
	"cmp"
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

// Begun is what a society is begun with, and keeps: each day that is past is of its clocks, and each amount that is written
// of its currency.
type Begun struct {
	Zone     string // of its clocks, as the time zone database names it
	Currency string // its code of ISO 4217
}

// whole is b with New Zealand's where nothing is said.
func (b Begun) whole() Begun {
	return Begun{cmp.Or(b.Zone, civil.NewZealand), cmp.Or(b.Currency, money.NewZealand)}
}

// over is what b says, and has where it says nothing.
func (b Begun) over(has Begun) Begun {
	return Begun{cmp.Or(b.Zone, has.Zone), cmp.Or(b.Currency, has.Currency)}
}

// KeepBegun keeps what a society is begun with now: what was told, or New Zealand's where that is "". One that was begun
// before keeps what it has, unless no one is in its register yet and its database is a file, which one program alone has open:
// whoever sees on the page that sets it up that it is elsewhere starts it again.
func KeepBegun(ctx context.Context, db *store.DB, told Begun) error {
	has, err := readBegun(ctx, db)
	switch {
	case err != nil:
		return err
	case has == (Begun{}):
		return db.InTx(ctx, func(tx *store.Tx) error { return insertBegun(ctx, tx, told.whole()) })
	case db.Dialect() != store.SQLite || told.over(has) == has:
		return nil
	}
	return db.InTx(ctx, func(tx *store.Tx) error { return changeBegunOfNoOne(ctx, tx, told.over(has)) })
}

// BegunWith is what the society was begun with. Told is what whoever runs the program says of it, "" for nothing: what differs
// is refused. A database that is older than the question is New Zealand's, as is one that does not know yet and is told nothing.
func BegunWith(ctx context.Context, db *store.DB, told Begun) (Begun, error) {
	there, err := store.HasTable(ctx, db, "society_begun")
	if err != nil {
		return Begun{}, err
	}
	has := Begun{}.whole()
	if there {
		if has, err = readBegun(ctx, db); err != nil {
			return Begun{}, err
		}
		if has == (Begun{}) {
			return told.whole(), nil
		}
	}
	for _, s := range []struct{ name, told, has, of string }{
		{"time-zone", told.Zone, has.Zone, "its days and hours are of there"},
		{"currency", told.Currency, has.Currency, "its books are in that"},
	} {
		if s.told != "" && s.told != s.has {
			return Begun{}, fmt.Errorf("%s %q: this society was begun with %s, and %s. Leave the setting out, or write %s",
				s.name, s.told, s.has, s.of, s.has)
		}
	}
	return has, nil
}
