package ratings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// listWorld has six players with one rated game or more. Player 5 is shown by
// an alias; player 4 has not played for years; player 6 never.
func listWorld(t *testing.T, w *world) {
	t.Helper()
	w.join(2)
	w.exec(`UPDATE person SET public_as = 'alias', alias = 'Tūī 7' WHERE id = $1`, w.people[5])
	w.mustRate(w.submission("2019-05-04", w.game(1, 4, 0, 0, Jigo)))
	w.mustRate(w.submission(
		"2026-05-02", w.game(1, 0, 1, 0, BlackWins), w.game(1, 2, 3, 0, Jigo), w.game(1, 5, 1, 0, BlackWins),
	))
	w.mustRate(w.submission("2026-08-01", w.game(1, 2, 3, 0, Jigo)))
}

var listGrades = []string{"3d", "1d", "5k", "5k", "9k", "2k", "4d"}

// names lists the players' numbers: "0 1 2".
func (w *world) names(rows []Row) string {
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprint(slices.Index(w.people, r.Person)))
	}
	return strings.Join(out, " ")
}

func TestListFilters(t *testing.T) {
	onBoth(t, listGrades, func(t *testing.T, w *world) {
		listWorld(t, w)
		for _, c := range []struct {
			name    string
			filter  Filter
			want    string
			players int
		}{
			{"active by rating", Filter{}, "0 1 5 2 3", 5},
			{"from the bottom", Filter{Dir: Ascending}, "2 3 5 1 0", 5},
			{"all", Filter{Scope: Everyone}, "0 1 5 2 3 4", 6},
			{"by name, the alias last", Filter{Sort: ByName}, "0 1 2 3 5", 5},
			{"by name backwards, the alias still last", Filter{Sort: ByName, Dir: Descending}, "3 2 1 0 5", 5},
			{"by games", Filter{Sort: ByGames}, "0 1 2 3 5", 5},
			{"by last event", Filter{Sort: ByLast}, "2 3 0 1 5", 5},
			{"by last event, longest ago first", Filter{Sort: ByLast, Dir: Ascending, Scope: Everyone}, "4 0 1 5 2 3", 6},
			{"club", Filter{Club: 1, Scope: Everyone}, "0 2 4", 6},
			{"club and name", Filter{Club: 1, Query: "PLÁYER002"}, "2", 5},
			{"two words", Filter{Query: "test 003"}, "3", 5},
			{"the name behind an alias is not found", Filter{Query: "Player005"}, "", 5},
			{"the alias is", Filter{Query: "tui"}, "5", 5},
			{"no one", Filter{Query: "zzz"}, "", 5},
			{"no word to search for", Filter{Query: " % "}, "0 1 5 2 3", 5},
			{"second page", Filter{Size: 2, Page: 2}, "5 2", 5},
			{"behind the last page: that, as the pager says", Filter{Size: 2, Page: 9}, "3", 5},
			{"everything", Filter{Size: AllRows}, "0 1 5 2 3", 5},
			{"nonsense", Filter{Scope: "x", Sort: "'; DROP TABLE rating", Dir: "sideways", Page: -4}, "0 1 5 2 3", 5},
		} {
			list, err := w.s.List(ctx, c.filter)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if got := w.names(list.Rows); got != c.want || list.Players != c.players {
				t.Errorf("%s: players %s (of %d), want %s (of %d)", c.name, got, list.Players, c.want, c.players)
			}
			if c.filter.Size == 0 && list.Matches != len(list.Rows) {
				t.Errorf("%s: %d matches on a page of %d", c.name, list.Matches, len(list.Rows))
			}
		}
	})
}

func TestListRows(t *testing.T) {
	onBoth(t, listGrades, func(t *testing.T, w *world) {
		listWorld(t, w)
		list, err := w.s.List(ctx, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if list.Day.String() != "2026-11-21" || list.Since.String() != "2024-11-21" || len(list.Clubs) != 2 {
			t.Errorf("list of %s, active since %s, %d clubs", list.Day, list.Since, len(list.Clubs))
		}
		// Two players who drew twice from the same rating stay equal and share a place.
		if a, b := list.Rows[3], list.Rows[4]; a.Place != 4 || b.Place != 4 || a.Rating != b.Rating {
			t.Errorf("equal ratings: places %d and %d, ratings %s and %s", a.Place, b.Place, a.Rating, b.Rating)
		}
		alias := list.Rows[2]
		if alias.Name != "Tūī 7" || alias.Place != 3 || !alias.Provisional() || alias.Games != 1 {
			t.Errorf("the row of the alias: %+v", alias)
		}
		if c := list.Rows[0].Clubs; len(c) != 1 || c[0].Name != "Club 00" || c[0].Short != "C00" {
			t.Errorf("clubs of the first: %+v", c)
		}
		if list.Rows[0].LastDay.String() != "2026-05-02" || list.Rows[0].Games != 2 {
			t.Errorf("the first row: %+v", list.Rows[0])
		}
		found, err := w.s.List(ctx, Filter{Query: "tui"})
		if err != nil || found.Rows[0].Place != 3 {
			t.Errorf("the place of a search's only match: %+v, %v: it is the place on the list", found.Rows, err)
		}
	})
}

func TestActiveForTwoYears(t *testing.T) {
	onBoth(t, []string{"1d", "1d"}, func(t *testing.T, w *world) {
		in := w.submission("2024-11-21", w.game(1, 0, 1, 0, Jigo))
		w.mustRate(in)
		for day, want := range map[string]int{"2026-11-20": 2, "2026-11-21": 2, "2026-11-22": 0} {
			w.s.cases = usecase.New(w.db, func() civil.Instant { return civil.MustParseDate(day).Midnight() })
			list, err := w.s.List(ctx, Filter{})
			if err != nil || list.Players != want {
				t.Errorf("on %s there are %d active players, %v; want %d", day, list.Players, err, want)
			}
			card, err := w.s.Player(ctx, w.people[0], 1)
			if err != nil || card.Active != (want > 0) || (card.Place == 1) != (want > 0) {
				t.Errorf("on %s the player is active %t, place %d, %v", day, card.Active, card.Place, err)
			}
		}
	})
}

func TestTermsThatDoNotCountGiveNoClub(t *testing.T) {
	onBoth(t, []string{"1d", "1d"}, func(t *testing.T, w *world) {
		w.join(2)
		w.mustRate(w.submission("2026-05-02", w.game(1, 0, 1, 0, Jigo)))
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace, corrects_id, reason, recorded_at)
				SELECT person_id, club_id, year, from_day, to_day, 'void', '{}', id, 'listed by mistake', recorded_at
				FROM membership_term
				WHERE person_id = $1`, w.people[0])
			return err
		})
		list, err := w.s.List(ctx, Filter{})
		if err != nil || len(list.Rows[0].Clubs)+len(list.Rows[1].Clubs) != 1 {
			t.Errorf("clubs %+v, %v: a cancelled term counts", list.Rows, err)
		}
		inClub, err := w.s.List(ctx, Filter{Club: auth.ClubID(1)})
		if err != nil || len(inClub.Rows) != 0 {
			t.Errorf("in the club: %+v, %v", inClub.Rows, err)
		}
	})
}

func TestPlaceOf(t *testing.T) {
	ratings := []scale.Milli{3250, 3150, 3149, 2000, -500}
	for r, want := range map[scale.Rating]int{40: 1, 33: 1, 32: 2, 31: 3, 20: 4, -5: 5, -10: 6} {
		if got := placeOf(ratings, r); got != want {
			t.Errorf("place of %s is %d, want %d", r, got, want)
		}
	}
}
