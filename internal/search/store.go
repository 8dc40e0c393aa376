package search

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/places"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// thingsOf reads the public things of a kind: all, or those with the numbers.
func thingsOf(ctx context.Context, q store.Queryer, today civil.Date, k Kind, ids []int64) ([]Thing, error) {
	in, args := `1 = 1`, []any{today}
	if ids != nil {
		in, args = store.In(args, ids)
		in = `x.id IN ` + in
	}
	read, query := readers[k], queries[k]+in
	all, err := store.All(ctx, q, read, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read what is searched of kind %s: %w", k, err)
	}
	return all, nil
}

var queries = map[Kind]string{
	Players: `
		SELECT x.id, x.family_name, x.given_names, x.family_first, x.alias, x.public_as
		FROM person x
		JOIN rating r ON r.person_id = x.id
		WHERE r.last_day <= $1 AND `,
	Clubs: `
		SELECT x.id, x.name, x.short_name, x.city
		FROM club x
		WHERE CAST($1 AS TEXT) <> '' AND `,
	Events: `
		SELECT x.id, x.slug, x.name, x.place, x.from_day, x.to_day
		FROM event x
		WHERE CAST($1 AS TEXT) <> '' AND x.status <> 'draft' AND `,
	Articles: `
		SELECT x.id, x.title
		FROM shop_article x
		WHERE CAST($1 AS TEXT) <> '' AND x.shown = TRUE AND `,
	News: `
		SELECT x.id, w.title, x.publish_on
		FROM news_item x
		JOIN news_wording w ON w.id = (SELECT MAX(o.id) FROM news_wording o WHERE o.item_id = x.id)
		WHERE x.publish_on <= $1 AND x.withdrawn_at IS NULL AND `,
}

var readers = map[Kind]func(store.Scanner) (Thing, error){
	Players: func(s store.Scanner) (t Thing, err error) {
		var p members.Person
		var familyFirst bool
		err = s.Scan(&t.ID, &p.Name.Family, &p.Name.Given, &familyFirst, &p.Alias, &p.PublicAs)
		if p.Name.Order = members.GivenFirst; familyFirst {
			p.Name.Order = members.FamilyFirst
		}
		t.Kind, t.Title = Players, p.PublicName()
		return t, err
	},
	Clubs: func(s store.Scanner) (t Thing, err error) {
		t.Kind = Clubs
		var short string
		err = s.Scan(&t.ID, &t.Title, &short, &t.Text)
		t.Words = short + " " + byEveryName(t.Text)
		return t, err
	},
	News: func(s store.Scanner) (t Thing, err error) {
		var on civil.Date
		err = s.Scan(&t.ID, &t.Title, &on)
		t.Kind, t.Text, t.order = News, on.Long(), on.String()
		return t, err
	},
	Articles: func(s store.Scanner) (t Thing, err error) {
		t.Kind = Articles
		err = s.Scan(&t.ID, &t.Title)
		return t, err
	},
	Events: func(s store.Scanner) (t Thing, err error) {
		var from, to civil.Date
		err = s.Scan(&t.ID, &t.Key, &t.Title, &t.Place, &from, &to)
		t.Kind, t.Text, t.Words, t.order = Events, tournaments.Days(from, to), fmt.Sprint(byEveryName(t.Place), " ", from.Year()), from.String()
		if t.Place != "" {
			t.Text += ", " + t.Place
		}
		return t, err
	},
}

// byEveryName is a place, with each name of the town in it: who looks for Te Whanganui-a-Tara finds what is in Wellington.
func byEveryName(place string) string {
	town, known := places.Find(place)
	if !known {
		return place
	}
	return place + " " + town.Name + " " + town.Other
}
