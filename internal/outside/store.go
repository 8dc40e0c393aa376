package outside

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func eventsSince(ctx context.Context, q store.Queryer, since civil.Date) ([]Event, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (e Event, err error) {
		err = s.Scan(&e.Number, &e.Slug, &e.Name, &e.Place, &e.From, &e.To, &e.About, &e.Cancelled, &e.Version, &e.Announced, &e.Changed)
		return e, err
	}, `
		SELECT e.id, e.slug, e.name, e.place, e.from_day, e.to_day, e.about, e.cancelled, e.version,
		       COALESCE((SELECT MIN(a.at)
		                 FROM audit_entry a
		                 WHERE a.object = 'event' AND a.object_id = e.id AND a.action = 'announce.event'), e.created_at),
		       COALESCE((SELECT MAX(a.at)
		                 FROM audit_entry a
		                 WHERE a.object = 'event' AND a.object_id = e.id AND a.action IN
		                       ('announce.event', 'edit.event', 'correct.event', 'cancel.event', 'reinstate.event', 'return.event')),
		                e.created_at)
		FROM event e
		WHERE e.status <> 'draft' AND e.to_day >= $1 AND e.from_day >= $2
		ORDER BY e.from_day DESC, e.id DESC
		LIMIT $3`, since, since.AddMonths(-24), mostEvents)
	if err != nil {
		return nil, fmt.Errorf("read the events for programs elsewhere: %w", err)
	}
	return all, nil
}

// publicPages are all pages of things on the day $1: a kind, the order within it, and what names the page.
const publicPages = `
		SELECT 'article' AS kind, b.id AS number, CAST(b.id AS TEXT) AS name
		FROM shop_article b
		WHERE b.shown = TRUE
		UNION ALL
		SELECT 'club' AS kind, c.id AS number, CAST(c.id AS TEXT) AS name
		FROM club c
		UNION ALL
		SELECT 'event', e.id, e.slug
		FROM event e
		WHERE e.status <> 'draft'
		UNION ALL
		SELECT 'news', n.id, CAST(n.id AS TEXT)
		FROM news_item n
		WHERE n.publish_on <= $1 AND n.withdrawn_at IS NULL
		  AND EXISTS (SELECT 1 FROM news_wording w WHERE w.item_id = n.id)
		UNION ALL
		SELECT 'player', p.id, CAST(p.id AS TEXT)
		FROM rating r
		JOIN person p ON p.id = r.person_id
		WHERE p.public_as = 'name'`

func countPages(ctx context.Context, q store.Queryer, today civil.Date) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM (`+publicPages+`) x`, today)
	if err != nil {
		return 0, fmt.Errorf("count the public pages: %w", err)
	}
	return n, nil
}

func pagesFrom(ctx context.Context, q store.Queryer, today civil.Date, from, limit int) ([]Page, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (p Page, err error) {
		err = s.Scan(&p.Kind, &p.Key)
		return p, err
	}, `
		SELECT x.kind, x.name
		FROM (`+publicPages+`) x
		ORDER BY x.kind, x.number
		LIMIT $2 OFFSET $3`, today, limit, from)
	if err != nil {
		return nil, fmt.Errorf("list the public pages: %w", err)
	}
	return all, nil
}
