package grades_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// Those who are counted and listed a page at a time are those whose own proposal waits: of random ratings at the edge of
// every dan, with and without diplomas, whether the society asks for days and games or not.
func TestWhoWaitsIsWhoeverHasAProposal(t *testing.T) {
	each(t, func(w *world) {
		rng := rand.New(rand.NewPCG(18, 5))
		people := []auth.PersonID{w.mei, w.bo}
		for i := range 10 {
			p := w.person("Player", fmt.Sprint("Number", i))
			people = append(people, p)
			for e := range 3 {
				w.rateOf(p, 20, fmt.Sprintf("2026-0%d-%02d", 2+e, 10+i), 4+rng.IntN(6))
			}
		}
		first, err := w.s.Award(ctx, w.officer, w.awarding(w.proposal(), w.resolved("2026-06-20", 4)))
		w.must(err)
		if first == 0 {
			t.Fatal("no diploma")
		}
		check := func(what string) (found int) {
			t.Helper()
			var want, got []auth.PersonID
			for _, id := range people {
				if _, err := w.s.Proposal(ctx, w.officer, id); err == nil {
					want = append(want, id)
				}
			}
			n, err := w.s.Waiting(ctx, w.officer)
			w.must(err)
			for page := 1; page <= (n+2)/3; page++ {
				some, total, err := w.s.Proposals(ctx, w.officer, page, 3)
				w.must(err)
				if total != n || len(some) > 3 {
					t.Errorf("%s: page %d has %d of %d", what, page, len(some), total)
				}
				for _, p := range some {
					got = append(got, p.Person)
				}
			}
			slices.Sort(want)
			if !slices.Equal(got, want) || n != len(want) {
				t.Errorf("%s: %v wait, %d are counted, not %v", what, got, n, want)
			}
			return n
		}
		edges := []int{949, 950, 951, 1949, 1950, 1951, 2950, 4949, 9950, 10950, -500}
		seen := map[bool]int{}
		for round := range 12 {
			w.tx(func(tx *store.Tx) error {
				for _, id := range people {
					for e := range 3 {
						if _, err := tx.Exec(ctx, `
							UPDATE rating_change
							SET after_milli = $2, games_before = $3
							WHERE person_id = $1 AND day LIKE $4`, id, edges[rng.IntN(len(edges))]+rng.IntN(3)-1, rng.IntN(12),
							fmt.Sprintf("2026-0%d-%%", 2+e)); err != nil {
							return err
						}
					}
				}
				return nil
			})
			n := check(fmt.Sprint("round ", round))
			seen[n > 0 && n < len(people)]++
			if round == 6 {
				w.tx(func(tx *store.Tx) error {
					_, err := tx.Exec(ctx, `
						INSERT INTO grade_figure (from_day, days, games, resolution_id, recorded_at, recorded_by)
						SELECT '2026-02-01', 30, 8, MAX(id), '2026-01-20T00:00:00.000Z', 'test' FROM committee_resolution`)
					return err
				})
			}
		}
		if seen[true] == 0 {
			t.Error("never did some wait and some not")
		}
	})
}
