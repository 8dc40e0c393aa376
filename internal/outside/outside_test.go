package outside_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/outside"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

// Events that are being set up, and people who are shown by an alias, are told to no program; parts of the list of pages
// make the whole list.
func TestOnlyWhatIsPublicIsTold(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		ctx, now := context.Background(), civil.MustParseInstant("2026-09-01T00:00:00.000Z")
		s := outside.New(db, func() civil.Instant { return now })
		err := db.InTx(ctx, func(tx *store.Tx) error {
			for i, e := range [][4]string{
				{"open-2026", "open", "2026-10-01", "2026-10-02"}, {"draft-2026", "draft", "2026-10-01", "2026-10-02"},
				{"last-year", "rated", "2025-11-01", "2025-11-01"}, {"long-ago", "rated", "2020-01-01", "2020-01-01"},
			} {
				if _, err := tx.Exec(ctx, `
					INSERT INTO event (slug, name, place, from_day, to_day, about, status, created_at)
					VALUES ($1, $2, 'Ōtautahi', $3, $4, '', $5, $6)`, e[0], fmt.Sprint("Event ", i), e[2], e[3], e[1], now); err != nil {
					return err
				}
			}
			for i, as := range []string{"name", "alias", "name"} {
				if _, err := tx.Exec(ctx, `
					INSERT INTO person (id, family_name, given_names, alias, public_as, name_key, sort_key, created_at)
					VALUES ($1, 'Tūī', 'A', 'Bird', $2, 'tui a', 'tui a', $3)`, i+1, as, now); err != nil {
					return err
				}
				if i == 2 {
					break // not on the rating list
				}
				if _, err := tx.Exec(ctx, `INSERT INTO rating (person_id, milli, games, last_day) VALUES ($1, 1000, 9, '2026-01-01')`, i+1); err != nil {
					return err
				}
			}
			for i, on := range []string{"2026-08-01", "2026-09-02"} { // published, and to come
				if _, err := tx.Exec(ctx, `
					INSERT INTO news_item (title, body, publish_on, changed_at, changed_by)
					VALUES ('News', 'Text', $1, $2, 'Jo')`, on, now); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `
					INSERT INTO news_wording (item_id, title, body, published_at, published_by)
					VALUES ($1, 'News', 'Text', $2, 'Jo')`, i+1, now); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		events, err := s.Events(ctx)
		var slugs []string
		for _, e := range events {
			slugs = append(slugs, e.Slug)
		}
		if want := []string{"open-2026", "last-year"}; err != nil || !slices.Equal(slugs, want) {
			t.Errorf("%v, %v; want %v", slugs, err, want)
		}
		whole, err := s.Pages(ctx, 0, 100)
		if want := []outside.Page{
			{outside.OfEvent, "open-2026"}, {outside.OfEvent, "last-year"}, {outside.OfEvent, "long-ago"}, {outside.OfNews, "1"},
			{outside.OfPlayer, "1"},
		}; err != nil || !slices.Equal(whole, want) {
			t.Errorf("%v, %v; want %v", whole, err, want)
		}
		var parts []outside.Page
		for from := 0; ; from += 3 {
			part, err := s.Pages(ctx, from, 3)
			if err != nil {
				t.Fatal(err)
			}
			if len(part) == 0 {
				break
			}
			parts = append(parts, part...)
		}
		if n, err := s.Count(ctx); err != nil || n != len(whole) || !slices.Equal(parts, whole) {
			t.Errorf("%d pages, %v; in parts %v", n, err, parts)
		}
	})
}

// An event is new to programs on the day when it was announced and not when it was set up, and changed when what they are told
// of it was: not with each game.
func TestWhenEventsAreNewAndChanged(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		ctx, now := context.Background(), civil.MustParseInstant("2026-08-01T00:00:00.000Z")
		s := outside.New(db, func() civil.Instant { return now })
		cases := usecase.New(db, func() civil.Instant { return now })
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO event (id, slug, name, from_day, to_day, about, status, created_at)
				VALUES (1, 'open-2026', 'Open', '2026-10-01', '2026-10-02', '', 'open', $1)`, now)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ action, announced, changed string }{
			{"create.event", "2026-08-01", "2026-08-01"}, {"edit.event", "2026-08-01", "2026-08-03"},
			{"announce.event", "2026-08-04", "2026-08-04"}, {"set.projector", "2026-08-04", "2026-08-04"},
			{"edit.event", "2026-08-04", "2026-08-06"}, {"cancel.event", "2026-08-04", "2026-08-07"},
		} {
			now = now.Add(24 * time.Hour)
			permit, err := cases.Allow(audit.By{Name: "the test"}, nil)
			if err == nil {
				err = cases.Change(ctx, func(*store.Tx) (*usecase.Entry, error) { return permit.Did(step.action, "event", 1, nil, nil), nil })
			}
			if err != nil {
				t.Fatal(err)
			}
			events, err := s.Events(ctx)
			if err != nil || len(events) != 1 {
				t.Fatal(events, err)
			}
			if a, c := events[0].Announced.String()[:10], events[0].Changed.String()[:10]; a != step.announced || c != step.changed {
				t.Errorf("after %s: announced %s, changed %s; want %s, %s", step.action, a, c, step.announced, step.changed)
			}
		}
	})
}
