package ratings

import (
	"context"
	"fmt"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx  = context.Background()
	desk = auth.System("test")
	now  = civil.MustParseInstant("2026-11-21T01:00:00.000Z")
)

// world is a society of a few people and events to rate.
type world struct {
	t      testing.TB
	db     *store.DB
	s      *Service
	people []PersonID
	ref    int64
}

// onBoth runs the test on a world on each database.
func onBoth(t *testing.T, grades []string, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db, grades)) })
}

func newWorld(t testing.TB, db *store.DB, grades []string) *world {
	t.Helper()
	w := &world{t: t, db: db, s: New(db, func() civil.Instant { return now })}
	w.tx(func(tx *store.Tx) error {
		for i, grade := range grades {
			family := fmt.Sprintf("Player%03d", i)
			id, err := store.One(ctx, tx, store.Value[PersonID], `
				INSERT INTO person (family_name, given_names, name_key, sort_key, grade, created_at)
				VALUES ($1, 'Test', $2, $3, $4, $5)
				RETURNING id`, family, members.NameKey(family, "Test"), members.SortKey(family, "Test"), grade, now)
			if err != nil {
				return err
			}
			w.people = append(w.people, id)
		}
		return nil
	})
	return w
}

func (w *world) tx(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.db.InTx(ctx, f); err != nil {
		w.t.Fatal(err)
	}
}

// event makes an event that begins on the day.
func (w *world) event(day string) EventID {
	w.t.Helper()
	var id EventID
	w.tx(func(tx *store.Tx) (err error) {
		w.ref++
		id, err = store.One(ctx, tx, store.Value[EventID], `
			INSERT INTO event (slug, name, from_day, to_day, created_at)
			VALUES ($1, $1, $2, $2, $3)
			RETURNING id`, fmt.Sprintf("event-%d", w.ref), day, now)
		return err
	})
	return id
}

// game is a game between two people by their place in w.people.
func (w *world) game(round, black, white, handicap int, result Result) Game {
	w.ref++
	return Game{
		Ref: w.ref, Round: round, Black: w.people[black], White: w.people[white], Handicap: handicap, Result: result,
	}
}

// submission is the games as an event on the day.
func (w *world) submission(day string, games ...Game) Submission {
	w.t.Helper()
	id := w.event(day)
	return Submission{
		Event: id, Name: fmt.Sprintf("Event %d", id), Day: civil.MustParseDate(day), Weight: FullWeight, Games: games,
	}
}

func (w *world) rate(in Submission) (out Outcome, err error) {
	err = w.db.InTx(ctx, func(tx *store.Tx) error {
		out, err = w.s.RateEvent(ctx, tx, desk, in)
		return err
	})
	return out, err
}

func (w *world) mustRate(in Submission) Outcome {
	w.t.Helper()
	out, err := w.rate(in)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func (w *world) withdraw(id EventID) (out Outcome, err error) {
	err = w.db.InTx(ctx, func(tx *store.Tx) error {
		out, err = w.s.Withdraw(ctx, tx, desk, id)
		return err
	})
	return out, err
}

func (w *world) mustWithdraw(id EventID) Outcome {
	w.t.Helper()
	out, err := w.withdraw(id)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// snapshot is everything that is worked out, in words.
func (w *world) snapshot() []string {
	w.t.Helper()
	rows, err := store.All(ctx, w.db, store.Value[string], `
		SELECT 'change ' || day || ' ' || event_id || ' ' || person_id || ' ' || before_milli || ' ' || after_milli
		       || ' ' || games_before || ' ' || games
		FROM rating_change
		ORDER BY day, event_id, person_id`)
	if err != nil {
		w.t.Fatal(err)
	}
	list, err := store.All(ctx, w.db, store.Value[string], `
		SELECT 'list ' || person_id || ' ' || milli || ' ' || games || ' ' || last_day
		FROM rating
		ORDER BY person_id`)
	if err != nil {
		w.t.Fatal(err)
	}
	return append(rows, list...)
}

// check fails when the history worked out again is not what is stored.
func (w *world) check() {
	w.t.Helper()
	report, err := w.s.Recalculate(ctx, desk, Check, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range report.Differences {
		w.t.Error(d)
	}
}

// milli is the rating of a player on the list.
func (w *world) milli(player int) scale.Milli {
	w.t.Helper()
	m, err := store.One(
		ctx, w.db, store.Value[scale.Milli], `SELECT milli FROM rating WHERE person_id = $1`, w.people[player],
	)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// exec runs a statement, for tests that damage what is stored.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	})
}
