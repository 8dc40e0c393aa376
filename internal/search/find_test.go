package search

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// manyThings fills a database with 100,000 rated people, 100,000 events and 100,000 news.
const manyThings = `
	WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)`

var fillings = []string{`
	INSERT INTO person (id, family_name, given_names, alias, public_as, name_key, sort_key, created_at) ` + manyThings + `
	SELECT i, CASE i % 5 WHEN 0 THEN 'Tūhoro' WHEN 1 THEN 'Rata' WHEN 2 THEN 'Smith' WHEN 3 THEN 'O''Kea' ELSE '王小' END || CAST(i / 97 AS TEXT),
		CASE i % 7 WHEN 0 THEN 'Āroha' WHEN 1 THEN 'Mere' WHEN 2 THEN 'Tama' WHEN 3 THEN 'Jo' WHEN 4 THEN 'Wiremu' WHEN 5 THEN 'Ana' ELSE '李' END,
		'Player ' || CAST(i AS TEXT), CASE WHEN i % 50 = 0 THEN 'alias' ELSE 'name' END, 'x', 'x', '2026-01-01T00:00:00.000Z'
	FROM n`, `
	INSERT INTO rating (person_id, milli, games, last_day) SELECT id, 1000, 9, '2026-01-01' FROM person`, `
	INSERT INTO event (slug, name, place, from_day, to_day, about, status, created_at) ` + manyThings + `
	SELECT 'e-' || CAST(i AS TEXT), CASE i % 3 WHEN 0 THEN 'Wellington Open ' WHEN 1 THEN 'Ōtautahi Cup ' ELSE 'League ' END || CAST(i AS TEXT),
		CASE i % 2 WHEN 0 THEN 'Te Aro' ELSE 'Ōtautahi' END, '2026-10-01', '2026-10-02', '', 'rated', '2026-01-01T00:00:00.000Z'
	FROM n`, `
	INSERT INTO news_item (id, title, body, publish_on, changed_at, changed_by) ` + manyThings + `
	SELECT i, 'News of Wellington ' || CAST(i AS TEXT), 'x', '2026-08-01', '2026-08-01T00:00:00.000Z', 'Jo' FROM n`, `
	INSERT INTO news_wording (item_id, title, body, published_at, published_by)
	SELECT id, title, body, '2026-08-01T00:00:00.000Z', 'Jo' FROM news_item`}

// BenchmarkFind answers what a page of the site asks, among 300,000 public things: the index in memory, and the things that
// it finds as they are in the database now. "making" is what the first question after a change waits for.
func BenchmarkFind(b *testing.B) {
	bench := func(b *testing.B, db *store.DB) {
		ctx, now := context.Background(), civil.MustParseInstant("2026-09-01T00:00:00.000Z")
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			for _, statement := range fillings {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
		s := New(db, func() civil.Instant { return now }, always(Thing{Kind: Pages, Key: "/constitution", Title: "Constitution"}))
		begun := time.Now()
		if _, err := s.Find(ctx, "constitution", 10); err != nil {
			b.Fatal(err)
		}
		b.Logf("making the index took %s", time.Since(begun))
		for _, ask := range []struct {
			name, text string
			none       bool
		}{
			{"name", "mere rata1", false}, {"letter", "w", false}, {"common", "wellington", false}, {"two common", "wellington open", false},
			{"macrons", "Ōtautahi cup 9", false}, {"CJK", "王", false}, {"CJK within", "小7", false}, {"quotes", `o'kea "mere" '%_;--`, false},
			{"100 characters", strings.Repeat("wellington ", 9) + "w", false}, {"100 letters", strings.Repeat("w", 100), true},
			{"six letters", "w o t a e n", true}, {"not there", "zzz", true},
		} {
			b.Run(ask.name, func(b *testing.B) {
				var took []time.Duration
				for b.Loop() {
					begun := time.Now()
					found, err := s.Find(ctx, ask.text, 10)
					took = append(took, time.Since(begun))
					if err != nil || (len(found) == 0) != ask.none {
						b.Fatalf("%q: %d kinds, %v", ask.text, len(found), err)
					}
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
			})
		}
	}
	b.Run("sqlite", func(b *testing.B) { bench(b, storetest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { bench(b, storetest.Postgres(b)) })
}
