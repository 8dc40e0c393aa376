package logbook

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// personOf is the name of a person p, in SQL: one who was erased has none.
const personOf = `CASE WHEN EXISTS (SELECT 1 FROM erasure x WHERE x.person_id = p.id AND x.done_at IS NOT NULL
		                                  AND x.withdrawn_at IS NULL) THEN '` + former + `'
		            WHEN p.family_first THEN TRIM(p.family_name || ' ' || p.given_names)
		            ELSE TRIM(p.given_names || ' ' || p.family_name) END`

// names are the queries of what things of a kind are called, by their number.
var names = map[string]string{
	"person":  `SELECT p.id, ` + personOf + ` FROM person p WHERE p.id IN `,
	"account": `SELECT a.id, ` + personOf + ` FROM account a JOIN person p ON p.id = a.person_id WHERE a.id IN `,
	"office":  `SELECT o.id, ` + personOf + ` FROM office o JOIN person p ON p.id = o.person_id WHERE o.id IN `,
	"club":    `SELECT c.id, c.name FROM club c WHERE c.id IN `,
	"club_return": `SELECT r.id, c.name || ', ' || r.year FROM club_return r JOIN club c ON c.id = r.club_id
		WHERE r.id IN `,
	"event":   `SELECT e.id, e.name FROM event e WHERE e.id IN `,
	"section": `SELECT s.id, e.name || ', ' || s.name FROM section s JOIN event e ON e.id = s.event_id WHERE s.id IN `,
	"round": `SELECT r.id, e.name || ', ' || s.name || ', round ' || r.number FROM round r
		JOIN section s ON s.id = r.section_id JOIN event e ON e.id = s.event_id WHERE r.id IN `,
	"game": `SELECT g.id, e.name || ', ' || s.name || ', round ' || r.number FROM game g JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id JOIN event e ON e.id = s.event_id WHERE g.id IN `,
	"entry": `SELECT n.id, ` + personOf + ` || ', ' || e.name FROM entry n JOIN person p ON p.id = n.person_id
		JOIN section s ON s.id = n.section_id JOIN event e ON e.id = s.event_id WHERE n.id IN `,
	"team":    `SELECT t.id, t.name FROM team t WHERE t.id IN `,
	"meeting": `SELECT m.id, m.kind || '|' || m.date FROM meeting m WHERE m.id IN `,
	"motion":  `SELECT m.id, m.title FROM motion m WHERE m.id IN `,
	"title":   `SELECT t.id, t.name FROM title t WHERE t.id IN `,
}

// namesOf adds what the things of a kind are called.
func namesOf(ctx context.Context, q store.Queryer, kind string, ids []int64, into map[Thing]string) error {
	query, known := names[kind]
	if !known {
		return nil
	}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		if _, err := store.All(ctx, q, func(s store.Scanner) (t Thing, err error) {
			t.Kind = kind
			var name string
			if err = s.Scan(&t.ID, &name); err != nil {
				return t, err
			}
			if kind == "meeting" {
				name = meetingName(name)
			}
			into[t] = name
			return t, nil
		}, query+condition, args...); err != nil {
			return fmt.Errorf("read what a %s is called: %w", kind, err)
		}
	}
	return nil
}

// meetingName is a meeting as people say it: "AGM of 3 January 2027".
func meetingName(text string) string {
	kind, date, _ := strings.Cut(text, "|")
	name := map[string]string{"agm": "AGM", "egm": "EGM", "committee": "Committee meeting"}[kind]
	if name == "" {
		name = "Meeting"
	}
	if day, err := civil.ParseDate(date); err == nil {
		name += " of " + day.Long()
	}
	return name
}

// officesOf are all offices that these people ever held.
func officesOf(
	ctx context.Context, q store.Queryer, people []auth.PersonID,
) (map[auth.PersonID][]auth.Appointment, error) {
	out := map[auth.PersonID][]auth.Appointment{}
	for chunk := range slices.Chunk(people, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		list, err := store.All(ctx, q, func(s store.Scanner) (a auth.Appointment, err error) {
			err = s.Scan(&a.Person, &a.Role, &a.Acting, &a.From, &a.Until, store.EmptyNull(&a.Club))
			return a, err
		}, `
			SELECT o.person_id, o.role, o.acting, o.from_day, o.until_day, c.name
			FROM office o
			LEFT JOIN club c ON c.id = o.club_id
			WHERE o.person_id IN `+condition, args...)
		if err != nil {
			return nil, fmt.Errorf("read who held which office: %w", err)
		}
		for _, a := range list {
			out[a.Person] = append(out[a.Person], a)
		}
	}
	return out, nil
}
