package ratings

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// longWorld is two years of random events of ten players, with ratings that were set and taken over among them.
func longWorld(w *world, rng *rand.Rand) {
	var last EventID
	for i := range 24 {
		var games []Game
		order := rng.Perm(len(w.people))
		for g := range 1 + rng.IntN(3) {
			games = append(games, w.game(1, order[2*g], order[2*g+1], rng.IntN(3), []Result{BlackWins, WhiteWins, Jigo}[rng.IntN(3)]))
		}
		in := w.submission(day("2024-10-05").AddDays(30*i+rng.IntN(12)).String(), games...)
		if w.mustRate(in); i%5 == 4 {
			w.mustWithdraw(last)
		}
		last = in.Event
		if i%7 == 6 { // two that begin on one day
			w.mustRate(w.submission(in.Day.String(), w.game(1, order[0], order[9], 0, Jigo)))
		}
	}
	for n := range 5 {
		games := 0
		if n > 2 {
			games = 4 // taken over from another list
		}
		on := day("2024-11-01").AddDays(rng.IntN(600))
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO rating_correction (person_id, day, milli, games, reason, recorded_at, recorded_by)
				VALUES ($1, $2, $3, $4, $5, $6, 'test')`, w.people[2*n], on, -2000, store.NullZero(games), "A test.", now)
			return err
		})
	}
	if _, err := w.s.Recalculate(ctx, desk, Repair, nil); err != nil {
		w.t.Fatal(err)
	}
}

// plainly is where everyone stood on a day, asked of each person of the list.
func plainly(t *testing.T, w *world, on civil.Date) map[PersonID]standing {
	t.Helper()
	at := map[PersonID]standing{}
	if err := lastOn(ctx, w.db, on, w.people, at); err != nil {
		t.Fatal(err)
	}
	if err := setSince(ctx, w.db, at, on); err != nil {
		t.Fatal(err)
	}
	for id, st := range at {
		if st.games == 0 {
			delete(at, id)
		}
	}
	return at
}

// The list of any day, and what changed between any two, are what asking for each player by itself gives.
func TestListsOfRandomDaysAreThoseOfEachPlayer(t *testing.T) {
	onBoth(t, slices.Repeat([]string{"1d", "5k"}, 5), func(t *testing.T, w *world) {
		rng := rand.New(rand.NewPCG(18, 3))
		longWorld(w, rng)
		for range 40 {
			to := day("2024-09-20").AddDays(rng.IntN(790))
			at := plainly(t, w, to)
			for _, scope := range []Scope{Active, Everyone} {
				var want, got []string
				past := w.past(to.String(), scope)
				for id, st := range at {
					if scope == Everyone || !st.last.Before(past.Since) {
						want = append(want, fmt.Sprint(id, st.milli.Published(), st.games, st.last))
					}
				}
				for i, r := range past.Rows {
					got = append(got, fmt.Sprint(r.Person, r.Rating, r.Games, r.LastDay))
					if higher := slices.IndexFunc(past.Rows, func(o Row) bool { return o.Rating <= r.Rating }); r.Place != higher+1 {
						t.Errorf("%s: row %d has place %d", to, i, r.Place)
					}
					one, err := w.s.PastList(ctx, desk, to, scope, Paging{Page: i + 1, Size: 1})
					if err != nil || one.Players != len(past.Rows) || len(one.Rows) != 1 || fmt.Sprint(one.Rows[0]) != fmt.Sprint(r) {
						t.Errorf("%s: page %d is %+v of %d, not %+v: %v", to, i+1, one.Rows, one.Players, r, err)
					}
				}
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, want) || past.Players != len(want) {
					t.Errorf("%s, %s:\n%v\nnot\n%v", to, scope, got, want)
				}
			}
			from := to.AddDays(-1 - rng.IntN(200))
			was := plainly(t, w, from)
			between, err := w.s.Between(ctx, desk, from, to, Paging{})
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			same := 0
			for id, st := range at {
				if before, found := was[id]; !found || before.milli != st.milli || before.games != st.games {
					want = append(want, fmt.Sprint(id, !found, st.milli, st.games-before.games))
					if i := slices.IndexFunc(between.Rows, func(m Moved) bool { return m.Person == id }); found && i >= 0 &&
						between.Rows[i].Before != before.milli {
						t.Errorf("%s to %s: %d stood at %d, not %d", from, to, id, before.milli, between.Rows[i].Before)
					}
				} else {
					same++
				}
			}
			for _, m := range between.Rows {
				got = append(got, fmt.Sprint(m.Person, m.New, m.After, m.Games))
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) || between.Same != same || between.Moved != len(want) {
				t.Errorf("%s to %s: %d the same, %d moved\n%v\nnot %d\n%v", from, to, between.Same, between.Moved, got, same, want)
			}
		}
	})
}

// The pages of the desk's lists have each player once, as many as are counted.
func TestPagesOfTheDesk(t *testing.T) {
	onBoth(t, slices.Repeat([]string{"1d", "5k"}, 5), func(t *testing.T, w *world) {
		w.join(1)
		longWorld(w, rand.New(rand.NewPCG(18, 4)))
		w.exec(`UPDATE rating_change SET after_milli = before_milli + 1500 WHERE person_id < $1`, w.people[4])
		w.exec(`UPDATE rating SET games = games - games / 2`)
		for _, list := range []struct {
			name string
			ask  func(page Paging) (ids []PersonID, total int, err error)
		}{ // in this order: the last takes all ratings away
			{"Movers", func(page Paging) (ids []PersonID, total int, err error) {
				rows, total, err := w.s.Movers(ctx, desk, day("2025-01-01"), page)
				for _, r := range rows {
					ids = append(ids, r.Person*1000+PersonID(r.Event))
				}
				return ids, total, err
			}},
			{"Newcomers", func(page Paging) (ids []PersonID, total int, err error) {
				rows, total, err := w.s.Newcomers(ctx, desk, page)
				for _, r := range rows {
					ids = append(ids, r.Person)
					if !r.Provisional() || r.Name == "" {
						t.Errorf("%+v is no newcomer", r)
					}
				}
				return ids, total, err
			}},
			{"Ungraded", func(page Paging) (ids []PersonID, total int, err error) {
				rows, total, err := w.s.Ungraded(ctx, desk, page)
				for _, r := range rows {
					ids = append(ids, r.Person)
				}
				return ids, total, err
			}},
		} {
			name, ask := list.name, list.ask
			if name == "Ungraded" {
				w.exec(`DELETE FROM rating`)
				w.exec(`UPDATE person SET grade = ''`)
			}
			all, total, err := ask(Paging{})
			if err != nil || total != len(all) || total < 4 {
				t.Fatalf("%s: %v of %d, %v", name, all, total, err)
			}
			var paged []PersonID
			for page := 1; page <= (total+2)/3; page++ {
				ids, n, err := ask(Paging{Page: page, Size: 3})
				if err != nil || n != total || len(ids) > 3 {
					t.Fatalf("%s: page %d is %v of %d, %v", name, page, ids, n, err)
				}
				paged = append(paged, ids...)
			}
			if !slices.Equal(paged, all) {
				t.Errorf("%s: the pages are %v, not %v", name, paged, all)
			}
			if last, _, _ := ask(Paging{Page: 999, Size: 3}); cmp.Compare(len(last), 0) <= 0 {
				t.Errorf("%s: a page after the last is empty", name)
			}
		}
	})
}

// What the desk counts and lists is found by index, as many as there are; nothing reads all changes or all of the register.
func TestTheDeskReadsByIndex(t *testing.T) {
	onBoth(t, nil, func(t *testing.T, w *world) {
		fillLong(t, w)
		for index, read := range map[string]func(q store.Queryer) error{
			"rating_change_far": func(q store.Queryer) error {
				_, _, err := moversSince(ctx, q, day("2026-01-01"), Paging{Size: 1})
				return err
			},
			"rating_provisional": func(q store.Queryer) error {
				_, _, err := provisionalSince(ctx, q, day("2026-01-01"), Paging{Size: 1})
				return err
			},
			"person_ungraded": func(q store.Queryer) error {
				_, _, err := ungraded(ctx, q, day("2026-01-01"), Paging{Size: 1})
				return err
			},
			"rating_change_first": func(q store.Queryer) error {
				_, err := playersOn(ctx, q, day("2026-01-01"))
				return err
			},
			"rating_change_day": func(q store.Queryer) error {
				for _, read := range []func() error{
					func() error { _, err := laterThan(ctx, q, day("2026-01-01")); return err },
					func() error { _, err := risersSince(ctx, q, day("2026-01-01"), 5); return err },
					func() error { _, err := activeOn(ctx, q, day("2010-02-01"), day("2010-03-01")); return err },
				} {
					if err := read(); err != nil {
						return err
					}
				}
				return nil
			},
			"rating_change_stood": func(q store.Queryer) error {
				for _, since := range []civil.Date{{}, day("2010-02-01")} {
					list := stood{since: since, day: day("2010-03-01")}
					if _, _, err := list.part(ctx, q, 0, 50); err != nil {
						return err
					}
				}
				return nil
			},
			"person_shown_as": func(q store.Queryer) error {
				_, err := aliasedAs(ctx, q, []string{"kea"})
				return err
			},
		} {
			for _, plan := range storetest.Plans(t, w.db, func(q store.Queryer) {
				if err := read(q); err != nil {
					t.Fatal(err)
				}
			}) {
				inOrder := index == "rating_provisional" && strings.Contains(plan, "rating_order") // a page from the top
				if !strings.Contains(plan, index) && !inOrder {
					t.Errorf("not found by %s:\n%s", index, plan)
				}
			}
		}
	})
}

// fillLong has a register whose players have grades: PostgreSQL takes an index by what is in a table.
func fillLong(t *testing.T, w *world) {
	t.Helper()
	if w.db.Dialect() != store.Postgres {
		return
	}
	for _, statement := range []string{
		`INSERT INTO person (id, family_name, given_names, name_key, sort_key, grade, created_at)
		SELECT n, 'Kōwhai', 'N' || n, 'n' || n, '', '5k', '2010-01-01T00:00:00.000Z' FROM generate_series(1, 3000) AS n`,
		`INSERT INTO event (id, slug, name, from_day, to_day, status, created_at)
		SELECT 1000 + n, 'old-' || n, 'Old', d.day, d.day, 'rated', '2010-01-01T00:00:00.000Z'
		FROM generate_series(1, 300) AS n, LATERAL (SELECT CAST(DATE '2010-01-02' + CAST(n AS INTEGER) AS TEXT) AS day) d`,
		`INSERT INTO rating_event (id, event_id, name, day, formula, players, games, not_rated, submitted_at, submitted_by)
		SELECT id, id, name, from_day, 'nzgs-2026', 10, 5, 0, '2011-01-01T00:00:00.000Z', 'A director'
		FROM event
		WHERE id > 1000`,
		`INSERT INTO rating_change (submission_id, person_id, event_id, day, before_milli, after_milli, games_before, games)
		SELECT e.id, (e.id * 10 + n) % 3000 + 1, e.id, e.from_day, 0, 0, 0, 1
		FROM event e, generate_series(1, 10) AS n
		WHERE e.id > 1000`,
		`ANALYZE person`, `ANALYZE rating_change`,
	} {
		w.exec(statement)
	}
}
