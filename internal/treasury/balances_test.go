package treasury

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury/ledger"
)

// The balance of any span of days, of which the months in between are kept, is the sum over all lines of the journal.
func TestBalancesAreTheSumsOfAllLines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, number := t.Context(), 0
		accounts := []string{"1000", "4000", "4010"}
		first := civil.MustParseDate("2023-12-20")
		rapid.Check(t, func(rt *rapid.T) {
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				for range rapid.IntRange(1, 5).Draw(rt, "entries") {
					number++
					day := first.AddDays(rapid.IntRange(0, 430).Draw(rt, "day"))
					id, err := store.One(ctx, tx, store.Value[int64], `
						INSERT INTO journal_entry (year, number, day, text, document, document_id, recorded_at)
						VALUES (2024, $1, $2, 'An entry', 'hand', 0, '2024-01-01T00:00:00.000Z')
						RETURNING id`, number, day)
					if err != nil {
						return err
					}
					cents := rapid.IntRange(1, 5000).Draw(rt, "cents")
					other := accounts[rapid.IntRange(1, 2).Draw(rt, "other")]
					if _, err := tx.Exec(ctx, `
						INSERT INTO journal_line (entry_id, no, account, cents)
						VALUES ($1, 1, $2, $3), ($1, 2, $4, $5)`, id, accounts[0], cents, other, -cents); err != nil {
						return err
					}
				}
				from, until := drawDay(rt, first, "from"), drawDay(rt, first, "until")
				got, err := Balances(ctx, tx, from, until)
				if err != nil {
					return err
				}
				want, err := summed(tx, rt, from, until)
				if err == nil && !maps.Equal(got, want) {
					rt.Errorf("from %s until %s: %v, want %v", from, until, got, want)
				}
				return err
			}); err != nil {
				rt.Fatal(err)
			}
		})
	})
}

func drawDay(rt *rapid.T, first civil.Date, name string) (d civil.Date) {
	if rapid.Bool().Draw(rt, "no "+name) {
		return d
	}
	return first.AddDays(rapid.IntRange(-40, 470).Draw(rt, name))
}

// summed adds up lines one by one.
func summed(tx *store.Tx, rt *rapid.T, from, until civil.Date) (ledger.Balances, error) {
	type line struct {
		code  ledger.Code
		cents money.Cents
		day   civil.Date
	}
	all, err := store.All(rt.Context(), tx, func(s store.Scanner) (l line, err error) {
		err = s.Scan(&l.code, &l.cents, &l.day)
		return l, err
	}, `SELECT l.account, l.cents, e.day FROM journal_line l JOIN journal_entry e ON e.id = l.entry_id`)
	out := ledger.Balances{}
	for _, l := range all {
		if !l.day.Before(from) && (until.IsZero() || !l.day.After(until)) {
			out[l.code] += l.cents
		}
	}
	return out, err
}

// The balances of a day far on read the months before it, and the lines of its month alone.
func TestBalancesReadMonths(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var told string
		for _, plan := range storetest.Plans(t, db, func(q store.Queryer) {
			if _, err := Balances(t.Context(), q, civil.Date{}, civil.MustParseDate("2026-06-30")); err != nil {
				t.Fatal(err)
			}
		}) {
			told += fmt.Sprintln(plan)
		}
		if !strings.Contains(told, "journal_entry_day") || strings.Contains(told, "SCAN l\n") || strings.Contains(told, "SCAN e\n") {
			t.Errorf("more than a month's lines are read:\n%s", told)
		}
	})
}
