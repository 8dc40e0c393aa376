package members

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// changing makes random changes of terms, clubs and joined records, in ways that people and those who join, undo and
// erase records do.
type changing struct {
	t   *testing.T
	tx  *store.Tx
	rnd *rand.Rand
}

func (c *changing) exec(query string, args ...any) {
	c.t.Helper()
	if _, err := c.tx.Exec(c.t.Context(), query, args...); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
}

func (c *changing) some(query string) any {
	all, err := store.All(c.t.Context(), c.tx, store.Value[int64], query)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(all) == 0 {
		return int64(0)
	}
	return all[c.rnd.IntN(len(all))]
}

const (
	someKept = 40 // people of the test
	someKeys = 5  // clubs of it
)

func (c *changing) begin() {
	for i := range someKeys {
		c.exec(`INSERT INTO club (id, name, name_key, sort_key, created_at) VALUES ($1, $2, $2, $3, '2020-01-01T00:00:00.000Z')`, 901+i, fmt.Sprint("Club ", i),
			fmt.Sprint("k", i))
	}
	for i := range someKept {
		c.exec(`INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at)
			VALUES ($1, 'Kea', $2, $2, $3, '2020-01-01T00:00:00.000Z')`, 1001+i, fmt.Sprint("kea n", i%7), fmt.Sprint("s", i%9))
	}
	c.exec(`INSERT INTO person_merge (id, gone_id, kept_id, reason, was, merged_at, merged_by)
		VALUES (1, 1001, 1002, 'x', '{}', '2026-01-01T00:00:00.000Z', 'A')`)
}

func (c *changing) step() {
	person, years := 1001+c.rnd.IntN(someKept), c.rnd.IntN(8)
	from := civil.MustParseDate("2019-07-01").AddDays(years*365 + c.rnd.IntN(100))
	to := from.AddDays(c.rnd.IntN(700))
	switch c.rnd.IntN(14) {
	case 0:
		c.exec(`UPDATE membership_term SET person_id = $1 WHERE id = $2`, person, c.some(`SELECT id FROM membership_term`))
	case 1:
		c.exec(`DELETE FROM membership_term WHERE id = $1`, c.some(`
			SELECT id FROM membership_term t WHERE NOT EXISTS (SELECT 1 FROM membership_term x WHERE x.corrects_id = t.id)`))
	case 2:
		c.exec(`UPDATE membership_term SET from_day = $1, to_day = $2 WHERE id = $3`, from, to,
			c.some(`SELECT id FROM membership_term`))
	case 3:
		c.exec(`UPDATE club SET sort_key = $1 WHERE id = $2`, fmt.Sprint("k", c.rnd.IntN(9)), 901+c.rnd.IntN(someKeys))
	case 4:
		c.exec(`DELETE FROM person_alias WHERE gone_id = $1`, c.some(`SELECT gone_id FROM person_alias`))
	case 5:
		if gone := c.some(`SELECT id FROM person WHERE gone = FALSE`); gone != int64(1002) {
			c.exec(`INSERT INTO person_alias (gone_id, kept_id, merge_id) VALUES ($1, 1002, 1)`, gone)
		}
	default:
		var club, corrects any
		kind := []string{"new", "renewal", "carried_over"}[c.rnd.IntN(3)]
		if c.rnd.IntN(4) > 0 {
			club = 901 + c.rnd.IntN(someKeys)
		}
		if free := c.some(`
			SELECT id FROM membership_term WHERE corrected = FALSE AND kind <> 'void'`); c.rnd.IntN(4) == 0 && free != int64(0) {
			if corrects = free; c.rnd.IntN(2) == 0 {
				kind = "void"
			}
		}
		c.exec(`
			INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace, corrects_id, reason, recorded_at)
			VALUES ($1, $2, 2026, $3, $4, $5, '{}', $6, 'x', '2026-07-01T00:00:00.000Z')`, person, club, from, to, kind, corrects)
	}
}

// keptOf is what is kept with a person of their terms.
type keptOf struct {
	id                       PersonID
	gone                     bool
	firstFrom, from, to, key string
}

func keptNow(ctx context.Context, q store.Queryer, query string) ([]keptOf, error) {
	return store.All(ctx, q, func(s store.Scanner) (k keptOf, err error) {
		err = s.Scan(&k.id, &k.gone, &k.firstFrom, &k.from, &k.to, &k.key)
		return k, err
	}, query)
}

// What is kept with people for the register is what their terms say, whatever was recorded, corrected, moved or taken away.
func TestThePersonKeepsWhatTheTermsSay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.InTx(t.Context(), func(tx *store.Tx) error {
			c := &changing{t, tx, rand.New(rand.NewPCG(1, 2))}
			c.begin()
			for n := range 400 {
				c.step()
				if n%10 > 0 {
					continue
				}
				kept, err := keptNow(t.Context(), tx, `SELECT id, gone, first_from, last_from, last_to, last_club FROM person ORDER BY id`)
				if err != nil {
					return err
				}
				const of = `FROM membership_term t WHERE t.person_id = p.id AND ` + inForceSQL
				want, err := keptNow(t.Context(), tx, `
					SELECT p.id, EXISTS (SELECT 1 FROM person_alias g WHERE g.gone_id = p.id),
					       coalesce((SELECT min(t.from_day) `+of+`), ''),
					       coalesce((SELECT min(t.from_day) `+of+` AND t.to_day = (SELECT max(t.to_day) `+of+`)), ''),
					       coalesce((SELECT max(t.to_day) `+of+`), ''),
					       coalesce((SELECT (SELECT c.sort_key FROM club c WHERE c.id = t.club_id) `+of+`
					                 AND t.club_id IS NOT NULL ORDER BY t.to_day DESC, t.id DESC LIMIT 1), '')
					FROM person p
					ORDER BY p.id`)
				if err != nil {
					return err
				}
				if !slices.Equal(kept, want) {
					t.Fatalf("after %d changes %+v, want %+v", n+1, kept, want)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// The register finds by the days that are kept whom it finds by looking at every term of everyone.
func TestTheRegisterFindsWhomTheTermsSay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		rnd := rand.New(rand.NewPCG(3, 4))
		s := New(db, func() civil.Instant { return civil.MustParseDate("2023-01-10").Midnight() })
		if err := db.InTx(t.Context(), func(tx *store.Tx) error {
			c := &changing{t, tx, rnd}
			c.begin()
			for range 300 {
				c.step()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for range 150 {
			f := RegisterFilter{
				On:     civil.MustParseDate("2019-01-01").AddDays(rnd.IntN(3600)),
				Status: []Status{"", Member, Lapsed, Upcoming, Unenrolled}[rnd.IntN(5)],
				Sort:   []Sort{SortName, SortNumber, SortClub, SortJoined, SortUntil}[rnd.IntN(5)],
				Dir:    []Direction{Ascending, Descending}[rnd.IntN(2)],
				Query:  []string{"", "", "n3", "kea 1"}[rnd.IntN(4)], Page: 1 + rnd.IntN(4), Size: 7,
			}
			if f.Status != Unenrolled && rnd.IntN(2) == 0 {
				f.Club = ClubID(901 + rnd.IntN(someKeys))
			}
			got, err := s.list(t.Context(), f, false)
			if err != nil {
				t.Fatal(err)
			}
			want, total := plainly(t, db, f)
			page := store.PageIn(f.Page, f.Size, len(want))
			from := min((page-1)*f.Size, len(want))
			want, matches := want[from:min(from+f.Size, len(want))], len(want)
			var ids []PersonID
			for _, e := range got.Entries {
				ids = append(ids, e.Person.ID)
			}
			if !slices.Equal(ids, want) || got.Matches != matches || got.Total != total || got.Filter.Page != page {
				t.Errorf("%+v: %v of %d of %d, page %d; want %v of %d of %d, page %d", f, ids, got.Matches, got.Total, got.Filter.Page,
					want, matches, total, page)
			}
		}
	})
}

// plainly is who is in the register by a filter, found by looking at all terms, and how many are in it.
func plainly(t *testing.T, db *store.DB, f RegisterFilter) (found []PersonID, total int) {
	t.Helper()
	type person struct {
		id        PersonID
		name, key string
	}
	people, err := store.All(t.Context(), db, func(s store.Scanner) (p person, err error) {
		err = s.Scan(&p.id, &p.name, &p.key)
		return p, err
	}, `SELECT id, name_key, sort_key FROM person WHERE id NOT IN (SELECT gone_id FROM person_alias)`)
	if err != nil {
		t.Fatal(err)
	}
	type term struct {
		Term
		key string
	}
	all, err := store.All(t.Context(), db, func(s store.Scanner) (x term, err error) {
		err = s.Scan(&x.ID, &x.Person, store.ZeroNull(&x.Club), &x.From, &x.To, &x.key)
		return x, err
	}, `
		SELECT t.id, t.person_id, t.club_id, t.from_day, t.to_day, coalesce(c.sort_key, '')
		FROM membership_term t
		LEFT JOIN club c ON c.id = t.club_id
		WHERE `+inForceSQL+`
		ORDER BY t.to_day, t.id`)
	if err != nil {
		t.Fatal(err)
	}
	by := map[PersonID]string{}
	names := map[PersonID]person{}
	for _, p := range people {
		names[p.id] = p
		held, heldHere, here, over, later, laterHere, ever := false, false, false, false, false, false, false
		first, last, club := "", "", ""
		for _, x := range all {
			if x.Person != p.id {
				continue
			}
			at := f.Club == 0 || x.Club == f.Club
			covers := !f.On.Before(x.From) && !f.On.After(x.To)
			held, heldHere = held || covers, heldHere || covers && at
			here, ever = here || at, true
			over = over || at && x.To.Before(f.On)
			later, laterHere = later || x.From.After(f.On), laterHere || at && x.From.After(f.On)
			if d := x.From.String(); first == "" || d < first {
				first = d
			}
			if last = x.To.String(); x.Club != 0 {
				club = x.key
			}
		}
		is := map[Status]bool{
			Member: heldHere, Lapsed: !held && !later && over, Upcoming: !held && laterHere, Unenrolled: !ever,
			"": f.Club == 0 || here,
		}[f.Status]
		for _, word := range strings.Fields(f.Query) {
			if word == "1" { // a number that nobody has
				is = false
			} else {
				is = is && strings.Contains(p.name, word)
			}
		}
		if is {
			found = append(found, p.id)
		}
		by[p.id] = map[Sort]string{
			SortName: p.key, SortNumber: fmt.Sprintf("%09d", p.id), SortClub: club, SortJoined: first, SortUntil: last,
		}[f.Sort]
	}
	slices.SortFunc(found, func(a, b PersonID) int {
		way := cmp.Compare(by[a], by[b])
		if f.Dir == Descending {
			way = -way
		}
		end := cmp.Compare(a, b)
		if f.Sort == SortName && f.Dir == Descending {
			end = -end
		}
		return cmp.Or(way, cmp.Compare(names[a].key, names[b].key), end)
	})
	return found, len(people)
}

// A page of the register is read by an index in its order, whatever it is sorted by, and looks at no terms of everyone.
func TestTheRegisterReadsByIndex(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		on := civil.MustParseDate("2026-11-27")
		fillLongRegister(t, db)
		for index, f := range map[string]RegisterFilter{
			"person_sort": {Query: "aroha"}, "person_joined": {Sort: SortJoined}, "person_joined_late": {Sort: SortJoined, Dir: Descending},
			"person_until": {Sort: SortUntil}, "person_until_late": {Sort: SortUntil, Dir: Descending},
			"person_club": {Sort: SortClub}, "person_club_late": {Sort: SortClub, Dir: Descending},
		} {
			f.On = on
			for _, status := range []Status{"", Lapsed, Member, Unenrolled} {
				f.Status = status
				for _, plan := range storetest.Plans(t, db, func(q store.Queryer) {
					if _, err := matching(t.Context(), q, f.normal(on), false, 0, 50); err != nil {
						t.Fatal(err)
					}
				}) {
					if db.Dialect() == store.Postgres { // which of the indexes it takes depends on what it has counted
						if strings.Contains(plan, "Seq Scan on person p ") || !strings.Contains(plan, "person_") {
							t.Errorf("%+v is not read by index:\n%s", f, plan)
						}
						continue
					}
					found := strings.Contains(plan, index) || strings.Contains(plan, "person_until") || strings.Contains(plan, "person_sort")
					if !found || strings.Contains(plan, "B-TREE") || strings.Contains(plan, "membership_term_days") {
						t.Errorf("%+v is not read by %s:\n%s", f, index, plan)
					}
				}
			}
		}
	})
}

// fillLongRegister has a register of some length: PostgreSQL takes an index by what is in a table.
func fillLongRegister(t *testing.T, db *store.DB) {
	t.Helper()
	if db.Dialect() != store.Postgres {
		return
	}
	if err := db.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO person (family_name, given_names, name_key, sort_key, created_at, first_from, last_from, last_to)
			SELECT 'Kea', 'N' || n, 'n' || n, 'n' || n, '2010-01-01T00:00:00.000Z', '2020-07-01', '2020-07-01', '2021-06-30'
			FROM generate_series(1, 3000) AS n`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
