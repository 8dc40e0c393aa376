package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

func titlesOf(found []Found) (out []string) {
	for _, f := range found {
		for _, t := range f.Things {
			out = append(out, string(f.Kind)+": "+t.Title)
		}
	}
	return out
}

// What is public is found, by the beginnings of folded words and by any part of a Chinese name; who hides, and what is
// withdrawn, is found no more at once, though the index still has it.
func TestWhatIsPublicIsFound(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		ctx, now := context.Background(), civil.MustParseInstant("2026-09-01T00:00:00.000Z")
		s := New(db, func() civil.Instant { return now }, always(Thing{Kind: Pages, Key: "/constitution", Title: "Constitution", Words: "quorum"}))
		do := func(statements ...string) {
			t.Helper()
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				for _, statement := range statements {
					if _, err := tx.Exec(ctx, statement); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		const at = `'2026-01-01T00:00:00.000Z'`
		person := func(id int, family, given, as string, rated bool) {
			do(fmt.Sprintf(`INSERT INTO person (id, family_name, given_names, alias, public_as, name_key, sort_key, created_at)
				VALUES (%d, '%s', '%s', 'Kōtare %d', '%s', 'x', 'x', %s)`, id, family, given, id, as, at))
			if rated {
				do(fmt.Sprintf(`INSERT INTO rating (person_id, milli, games, last_day) VALUES (%d, 1000, 9, '2026-01-01')`, id))
			}
		}
		person(1, "Tūhoro", "Māia", "name", true)
		person(2, "Verborgen", "Hush", "alias", true)
		person(3, "Never", "Rated", "name", false)
		person(4, "王", "小明", "name", true)
		do(`INSERT INTO club (name, short_name, city, name_key, sort_key, created_at) VALUES ('Marlborough Go Club', 'MGC', 'Witherlea, Blenheim', 'y', 'y', `+at+`)`,
			`INSERT INTO club (name, short_name, city, name_key, sort_key, created_at) VALUES ('Ōtautahi Go Club', 'OGC', 'Christchurch', 'x', 'x', `+at+`)`,
			`INSERT INTO event (slug, name, place, from_day, to_day, about, status, created_at) VALUES ('w-2026', 'Wellington Open', 'Te Aro', '2026-10-01', '2026-10-02', '', 'open', `+at+`)`,
			`INSERT INTO event (slug, name, place, from_day, to_day, about, status, created_at) VALUES ('w-2020', 'Wellington Open', 'Te Aro', '2020-10-01', '2020-10-02', '', 'rated', `+at+`)`,
			`INSERT INTO event (slug, name, place, from_day, to_day, about, status, created_at) VALUES ('secret', 'Wellington Secret', '', '2026-10-01', '2026-10-02', '', 'draft', `+at+`)`)
		look := func(text string, want ...string) {
			t.Helper()
			found, err := s.Find(ctx, text, 10)
			if got := titlesOf(found); err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %q, %v; want %q", text, got, err, want)
			}
		}
		look("maia", "player: Māia Tūhoro")
		look("TUH mai", "player: Māia Tūhoro")
		look("小明", "player: 小明 王")
		look("明", "player: 小明 王")
		look("verborgen")
		look("kotare", "player: Kōtare 2")
		look("never")
		look("otautahi", "club: Ōtautahi Go Club")
		look("christ", "club: Ōtautahi Go Club")
		look("Waiharakeke", "club: Marlborough Go Club")
		look("wellington", "event: Wellington Open", "event: Wellington Open")
		look("wellington 2020", "event: Wellington Open")
		look("quorum", "page: Constitution")
		look("")
		look("% _ ' \" ; --")
		do(`UPDATE person SET public_as = 'alias' WHERE id = 1`, `UPDATE event SET status = 'draft' WHERE slug = 'w-2026'`)
		look("maia")
		look("wellington", "event: Wellington Open")
		person(5, "Newcomer", "Nina", "name", true)
		cases := usecase.New(db, func() civil.Instant { return now })
		permit, err := cases.Allow(audit.By{Name: "the test"}, nil)
		if err == nil {
			err = cases.Change(ctx, func(*store.Tx) (*usecase.Entry, error) { return permit.Did("join.person", "person", 5, nil, nil), nil })
		}
		if err != nil {
			t.Fatal(err)
		}
		look("newcomer")
		now = now.Add(time.Minute)
		look("newcomer", "player: Nina Newcomer")
		do(`INSERT INTO news_item (id, title, body, publish_on, changed_at, changed_by) VALUES (1, 'Tournament moved', 'x', '2026-09-03', `+at+`, 'Jo')`,
			`INSERT INTO news_wording (item_id, title, body, published_at, published_by) VALUES (1, 'Tournament moved', 'x', `+at+`, 'Jo')`)
		look("moved")
		now = now.Add(48 * time.Hour) // and nothing is done meanwhile
		look("moved", "news: Tournament moved")
	})
}

// The index finds what looking at everything finds.
func TestTheIndexFindsAll(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abā王明-' ")), 1, 6, -1)
		var things []Thing
		for i, title := range rapid.SliceOfN(word, 0, 12).Draw(r, "titles") {
			things = append(things, Thing{Kind: Events, ID: int64(i), Title: title + " " + word.Draw(r, "more")})
		}
		words := asked(word.Draw(r, "asked"))
		found, _ := newIndex(things).find(words, 100)
		var got, want []int64
		for _, t := range found[Events] {
			got = append(got, t.ID)
		}
		for _, t := range things {
			if len(words) > 0 && matches(words, t.folded()) {
				want = append(want, t.ID)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			r.Fatalf("%q in %v: %v, want %v", words, things, got, want)
		}
	})
}

// Whatever is asked is answered in a few milliseconds among 300,000 things.
func TestSearchIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes a large index")
	}
	x := large(300_000)
	for _, text := range []string{"a", "aroha", "aroha m", strings.Repeat("a ", 5000), strings.Repeat("x", 100_000), "aroha moana 2026 open wellington te"} {
		begun := time.Now()
		x.find(asked(text), 10)
		if took := time.Since(begun); took > 2*time.Second { // a machine that does much else
			t.Errorf("%.20q took %s", text, took)
		}
	}
}

func large(n int) *index {
	given, family := []string{"Aroha", "Mere", "Tama", "Jo", "Wiremu", "Ana", "李"}, []string{"Moana", "Rata", "Smith", "Kea", "王小"}
	things := make([]Thing, n)
	for i := range things {
		things[i] = Thing{Kind: Kinds[i%3], ID: int64(i), Title: fmt.Sprintf("%s %s%d", given[i%len(given)], family[i%len(family)], i/97)}
	}
	return newIndex(things)
}

func BenchmarkSearch(b *testing.B) {
	x := large(300_000)
	for _, text := range []string{"a", "aroha", "aroha moana1"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				x.find(asked(text), 10)
			}
		})
	}
}

// Events are found among themselves by their words and, apart from these, by their place; the latest come first, and what
// is cut off is said.
func TestEventsAreFoundByWordsAndPlace(t *testing.T) {
	var things []Thing
	for i := range 12_000 {
		things = append(things, Thing{
			Kind: Events, ID: int64(i), Title: fmt.Sprint("Open ", i), Words: "Te Aro 2026", Place: "Te Aro", order: fmt.Sprintf("%05d", i),
		})
	}
	things = append(things, Thing{Kind: Events, ID: 20_000, Title: "Te Aro Shield", Words: "Ōtautahi 2020", Place: "Ōtautahi", order: "0"},
		Thing{Kind: Players, ID: 7, Title: "Te Aro"}, Thing{Kind: Events, ID: 20_001, Title: "Cup", Words: "京都市 2020", Place: "京都市"})
	now := civil.MustParseInstant("2026-09-01T00:00:00.000Z")
	s := New(nil, func() civil.Instant { return now }, always())
	s.last, s.at = newIndex(things), now
	for _, tt := range []struct {
		text, place string
		want        []int64
		more, ok    bool
	}{
		{"te ARO", "", []int64{11_999, 11_998}, true, true},
		{"te aro sh", "", []int64{20_000}, false, true},
		{"aro", "otau", []int64{20_000}, false, true},
		{"aro shield", "te aro", nil, false, true},
		{"", "otautahi", []int64{20_000}, false, true},
		{"", "christchurch", []int64{20_000}, false, true},
		{"", "都市", []int64{20_001}, false, true},
		{"place:te", "", nil, false, true},
		{" !! ", "..", nil, false, false},
	} {
		ids, more, ok, err := s.EventsWith(context.Background(), tt.text, tt.place, 2)
		if err != nil || !slices.Equal(ids, tt.want) || more != tt.more || ok != tt.ok {
			t.Errorf("%q at %q: %v, %v, %v, %v; want %v", tt.text, tt.place, ids, more, ok, err, tt)
		}
	}
}

// always gives the same pages on any day.
func always(pages ...Thing) Always {
	return func(context.Context, civil.Date) ([]Thing, error) { return pages, nil }
}
