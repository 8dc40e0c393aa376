package prizes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// kept is a section's list as it is stored.
type kept struct {
	rules     Rules
	changes   []Change
	published []Award // nil: not announced
	at        civil.Instant
	by        string
	version   int64 // 0: none is stored
}

func keptOf(ctx context.Context, q store.Queryer, section tournaments.SectionID) (k kept, err error) {
	var rules, changes, published string
	k, err = store.One(ctx, q, func(s store.Scanner) (k kept, err error) {
		err = s.Scan(&rules, &changes, &published, &k.at, &k.by, &k.version)
		return k, err
	}, `
		SELECT rules, changes, published, published_at, published_by, version
		FROM prize_list
		WHERE section_id = $1`, section)
	if errors.Is(err, store.ErrNoRows) {
		return kept{}, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(rules), &k.rules)
	}
	if err == nil {
		err = json.Unmarshal([]byte(changes), &k.changes)
	}
	if err == nil && published != "" {
		err = json.Unmarshal([]byte(published), &k.published)
		if k.published == nil {
			k.published = []Award{}
		}
	}
	if err != nil {
		return kept{}, fmt.Errorf("read the prizes of section %d: %w", section, err)
	}
	return k, nil
}

// CheckKept refuses lists of an event's sections that a page could not show, as they may come from elsewhere.
func CheckKept(ctx context.Context, q store.Queryer, event tournaments.EventID) error {
	sections, err := store.All(ctx, q, store.Value[tournaments.SectionID], `
		SELECT p.section_id
		FROM prize_list p
		JOIN section s ON s.id = p.section_id
		WHERE s.event_id = $1
		ORDER BY p.section_id`, event)
	if err != nil {
		return fmt.Errorf("read which sections have prizes: %w", err)
	}
	for _, section := range sections { // a handful
		k, err := keptOf(ctx, q, section)
		if err == nil {
			_, problems := k.rules.check()
			err = problems.Err()
		}
		if err != nil && !store.IsUnavailable(err) {
			err = apperr.New(apperr.Invalid, "A list of prizes cannot be read: %v.", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// putKept writes a list over the one of its version; the first has version 0.
func putKept(ctx context.Context, tx *store.Tx, section tournaments.SectionID, k kept) (changed bool, err error) {
	rules, err := json.Marshal(k.rules)
	if err != nil {
		return false, err
	}
	if k.changes == nil {
		k.changes = []Change{}
	}
	changes, err := json.Marshal(k.changes)
	if err != nil {
		return false, err
	}
	published := ""
	if k.published != nil {
		text, err := json.Marshal(k.published)
		if err != nil {
			return false, err
		}
		published = string(text)
	}
	query := `
		UPDATE prize_list
		SET rules = $2, changes = $3, published = $4, published_at = $5, published_by = $6, version = version + 1
		WHERE section_id = $1 AND version = $7`
	if k.version == 0 {
		query = `
			INSERT INTO prize_list (section_id, rules, changes, published, published_at, published_by, version)
			SELECT $1, $2, $3, $4, $5, $6, $7 + 1
			WHERE NOT EXISTS (SELECT 1 FROM prize_list WHERE section_id = $1)`
	}
	n, err := tx.Exec(ctx, query, section, string(rules), string(changes), published, k.at, k.by, k.version)
	if err != nil {
		return false, fmt.Errorf("save the prizes of section %d: %w", section, err)
	}
	return n > 0, nil
}

// Groups are who plays for the prizes of juniors and women.
type Groups struct {
	Juniors, Women []tournaments.EntryID // in order
}

func groupsOf(ctx context.Context, q store.Queryer, section tournaments.SectionID) (g Groups, err error) {
	type line struct {
		entry tournaments.EntryID
		group string
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (l line, err error) {
		err = s.Scan(&l.entry, &l.group)
		return l, err
	}, `
		SELECT x.entry_id, x.prize_group
		FROM entry_prize_group x
		JOIN entry n ON n.id = x.entry_id
		WHERE n.section_id = $1
		ORDER BY x.entry_id`, section)
	if err != nil {
		return g, fmt.Errorf("read who plays for the prizes of juniors and women: %w", err)
	}
	for _, l := range lines {
		if l.group == "junior" {
			g.Juniors = append(g.Juniors, l.entry)
		} else {
			g.Women = append(g.Women, l.entry)
		}
	}
	return g, nil
}

func putGroups(ctx context.Context, tx *store.Tx, section tournaments.SectionID, g Groups) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM entry_prize_group
		WHERE entry_id IN (SELECT n.id FROM entry n WHERE n.section_id = $1)`, section)
	if err != nil {
		return fmt.Errorf("save who plays for the prizes of juniors and women: %w", err)
	}
	const columns = 2
	var args []any
	for _, id := range g.Juniors {
		args = append(args, id, "junior")
	}
	for _, id := range g.Women {
		args = append(args, id, "woman")
	}
	if len(args) == 0 {
		return nil
	}
	// At most two rows for each entry of one section: far below what a statement takes.
	if _, err := tx.Exec(ctx, `
		INSERT INTO entry_prize_group (entry_id, prize_group)
		VALUES `+store.Values(len(args)/columns, columns), args...); err != nil {
		return fmt.Errorf("save who plays for the prizes of juniors and women: %w", err)
	}
	return nil
}
