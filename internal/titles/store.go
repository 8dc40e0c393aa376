package titles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// lock makes whoever changes titles wait for whoever is doing so.
func lock(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `UPDATE title_head SET revision = revision + 1 WHERE id = 1`); err != nil {
		return fmt.Errorf("lock the titles: %w", err)
	}
	return nil
}

func titles(ctx context.Context, q store.Queryer) ([]Title, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (t Title, err error) {
		err = s.Scan(&t.ID, &t.Name, &t.Retired, &t.Version)
		return t, err
	}, `SELECT id, name, retired, version FROM title ORDER BY retired, id`)
	if err != nil {
		return nil, fmt.Errorf("read the titles: %w", err)
	}
	at := make(map[ID]int, len(all))
	for i, t := range all {
		at[t.ID] = i
	}
	type row struct {
		title ID
		Rule
	}
	rules, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		var kept string
		err = s.Scan(&r.title, &r.From, &kept)
		r.Breaks = breaksOf(kept)
		return r, err
	}, `
		SELECT r.title_id, r.from_day, r.tie_breaks
		FROM title_rule r
		WHERE r.id = (SELECT MAX(o.id) FROM title_rule o WHERE o.title_id = r.title_id AND o.from_day = r.from_day)
		ORDER BY r.from_day`)
	if err != nil {
		return nil, fmt.Errorf("read the rules of titles: %w", err)
	}
	for _, r := range rules {
		t := &all[at[r.title]]
		t.Rules = append(t.Rules, r.Rule)
	}
	return all, nil
}

func breaksOf(kept string) (out []pairing.TieBreak) {
	for one := range strings.SplitSeq(kept, ",") {
		if one != "" {
			out = append(out, pairing.TieBreak(one))
		}
	}
	return out
}

func keptBreaks(list []pairing.TieBreak) string {
	texts := make([]string, len(list))
	for i, b := range list {
		texts[i] = string(b)
	}
	return strings.Join(texts, ",")
}

func insertTitle(ctx context.Context, tx *store.Tx, in Input, now civil.Instant, by string) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO title (name, name_key, retired, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, in.Name, nameKey(in.Name), in.Retired, now, by)
	if err != nil {
		return 0, fmt.Errorf("keep a title: %w", err)
	}
	return id, nil
}

func updateTitle(ctx context.Context, tx *store.Tx, in Input) error {
	_, err := tx.Exec(ctx, `
		UPDATE title SET name = $2, name_key = $3, retired = $4, version = version + 1 WHERE id = $1`,
		in.ID, in.Name, nameKey(in.Name), in.Retired)
	return err
}

func insertRule(ctx context.Context, tx *store.Tx, in Input, now civil.Instant, by string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO title_rule (title_id, from_day, tie_breaks, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)`, in.ID, in.From, keptBreaks(in.Breaks), now, by)
	return err
}

// lastSection is the last day of the latest section that decides a title, and its event.
func lastSection(ctx context.Context, q store.Queryer, id ID) (day civil.Date, name string, err error) {
	err = q.QueryRow(ctx, `
		SELECT e.to_day, e.name
		FROM title_section d
		JOIN section s ON s.id = d.section_id
		JOIN event e ON e.id = s.event_id
		WHERE d.title_id = $1 AND d.withdrawn_at IS NULL
		ORDER BY e.to_day DESC
		LIMIT 1`, id).Scan(&day, &name)
	if errors.Is(err, store.ErrNoRows) {
		return day, "", nil
	}
	return day, name, err
}

// declaredIn are the sections of an event that decide a title, with the rule of the event's first day.
func declaredIn(ctx context.Context, q store.Queryer, event auth.EventID) (map[SectionID]Declared, error) {
	type row struct {
		Declared
		first civil.Date
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.ID, &r.Section, &r.Title, &r.Waits, &r.Version, &r.first, &r.Awarded)
		return r, err
	}, `
		SELECT d.id, d.section_id, d.title_id, d.waits, d.version, e.from_day,
		       EXISTS (SELECT 1 FROM title_award l WHERE l.title_section_id = d.id AND `+counts+`)
		FROM title_section d
		JOIN section s ON s.id = d.section_id
		JOIN event e ON e.id = s.event_id
		WHERE s.event_id = $1 AND d.withdrawn_at IS NULL`, event)
	if err != nil {
		return nil, fmt.Errorf("read which sections decide titles: %w", err)
	}
	out := make(map[SectionID]Declared, len(rows))
	if len(rows) == 0 {
		return out, nil
	}
	all, err := titles(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		at := slices.IndexFunc(all, func(t Title) bool { return t.ID == r.Title })
		r.Name, r.Rule = all[at].Name, all[at].On(r.first)
		out[r.Section] = r.Declared
	}
	return out, nil
}

func insertSection(
	ctx context.Context, tx *store.Tx, section SectionID, title ID, now civil.Instant, by string,
) (DeclaredID, error) {
	id, err := store.One(ctx, tx, store.Value[DeclaredID], `
		INSERT INTO title_section (title_id, section_id, declared_at, declared_by)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, title, section, now, by)
	if err != nil {
		return 0, fmt.Errorf("keep which title a section decides: %w", err)
	}
	return id, nil
}

func withdrawSection(ctx context.Context, tx *store.Tx, id DeclaredID, now civil.Instant, by string) error {
	n, err := tx.Exec(ctx, `
		DELETE FROM title_section
		WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM title_award WHERE title_section_id = $1)`, id)
	if err != nil || n > 0 {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE title_section SET withdrawn_at = $2, withdrawn_by = $3, version = version + 1 WHERE id = $1`, id, now, by)
	return err
}

func setWaits(ctx context.Context, tx *store.Tx, id DeclaredID, why string) error {
	_, err := tx.Exec(ctx, `UPDATE title_section SET waits = $2 WHERE id = $1`, id, why)
	return err
}

// heldBy names what decides a title of a year, other than a section; "" when nothing does.
func heldBy(ctx context.Context, q store.Queryer, id ID, year int, but SectionID) (string, error) {
	names, err := store.All(ctx, q, store.Value[string], `
		SELECT e.name || ', ' || s.name
		FROM title_section d
		JOIN section s ON s.id = d.section_id
		JOIN event e ON e.id = s.event_id
		WHERE d.title_id = $1 AND d.withdrawn_at IS NULL AND d.section_id <> $2
		  AND e.to_day BETWEEN $3 || '-01-01' AND $3 || '-12-31'
		UNION ALL
		SELECT 'the entry “' || l.source || '”'
		FROM title_award l
		WHERE l.title_id = $1 AND l.year = $4 AND l.title_section_id IS NULL AND `+counts, id, but, fmt.Sprint(year), year)
	if err != nil {
		return "", fmt.Errorf("read what decides a title: %w", err)
	}
	if len(names) == 0 {
		return "", nil
	}
	return names[0], nil
}

// directory is the register, for who is meant by a number and a name.
type directory struct {
	has    map[PersonID]bool
	byName map[string][]PersonID // by name without spaces, in either order
}

func register(ctx context.Context, q store.Queryer) (directory, error) {
	out := directory{has: map[PersonID]bool{}, byName: map[string][]PersonID{}}
	_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
		var family, given string
		if err := s.Scan(&id, &family, &given); err != nil {
			return 0, err
		}
		out.has[id] = true
		first, last := members.ClosedName(given+family), members.ClosedName(family+given)
		out.byName[first] = append(out.byName[first], id)
		if last != first {
			out.byName[last] = append(out.byName[last], id)
		}
		return id, nil
	}, `
		SELECT id, family_name, given_names
		FROM person
		WHERE id NOT IN (SELECT gone_id FROM person_alias)
		ORDER BY id`)
	if err != nil {
		return out, fmt.Errorf("read the register: %w", err)
	}
	return out, nil
}

// eventKey is an event by its folded name and the year it ended in.
type eventKey struct {
	name string
	year int
}

func eventsByName(ctx context.Context, q store.Queryer) (map[eventKey][]auth.EventID, error) {
	out := map[eventKey][]auth.EventID{}
	_, err := store.All(ctx, q, func(s store.Scanner) (id auth.EventID, err error) {
		var name string
		var last civil.Date
		if err := s.Scan(&id, &name, &last); err != nil {
			return 0, err
		}
		key := eventKey{members.Fold(name), last.Year()}
		out[key] = append(out[key], id)
		return id, nil
	}, `SELECT id, name, to_day FROM event WHERE status IN ('final', 'rated')`)
	if err != nil {
		return nil, fmt.Errorf("read the events: %w", err)
	}
	return out, nil
}

func insertFile(ctx context.Context, tx *store.Tx, name, content string, now civil.Instant, by string) (FileID, error) {
	id, err := store.One(ctx, tx, store.Value[FileID], `
		INSERT INTO title_file (file_name, content, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, name, content, now, by)
	if err != nil {
		return 0, fmt.Errorf("keep a file of champions: %w", err)
	}
	return id, nil
}

func fileByID(ctx context.Context, q store.Queryer, id FileID) (out File, kept string, err error) {
	err = q.QueryRow(ctx, `
		SELECT id, file_name, content, entered_at IS NOT NULL FROM title_file WHERE id = $1`, id).
		Scan(&out.ID, &out.Name, &kept, &out.Entered)
	if errors.Is(err, store.ErrNoRows) {
		return out, "", apperr.New(apperr.NotFound, "This file does not exist.")
	}
	return out, kept, err
}

func finishFile(ctx context.Context, tx *store.Tx, id FileID, now civil.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE title_file SET entered_at = $2 WHERE id = $1`, id, now)
	return err
}
