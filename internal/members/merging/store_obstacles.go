package merging

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// obstacles says why two records cannot be those of one person, or cannot be joined now.
func obstacles(ctx context.Context, q store.Queryer, kept, gone members.PersonID) (out []string, err error) {
	add := func(format string, places []string, err error) error {
		for _, place := range places {
			text := format
			if place != "" {
				text = fmt.Sprintf(format, place)
			}
			if !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
		return err
	}
	for _, r := range references {
		if !r.once || r.both != refuse {
			continue
		}
		places, err := r.clashes(ctx, q, kept, gone)
		if err := add(r.clash, places, err); err != nil {
			return nil, fmt.Errorf("look for what both have in %s: %w", r.table, err)
		}
	}
	for _, p := range neverBoth {
		both, err := p.namesBoth(ctx, q, kept, gone)
		if err != nil {
			return nil, fmt.Errorf("look for what names both in %s: %w", p.table, err)
		}
		if both {
			out = append(out, p.clash)
		}
	}
	for _, special := range []struct{ clash, query string }{
		{"In a pair, both play in %s.", partnerOfOther},
		{"Both sent a voting paper that counts in the postal vote %s.", bothVoted},
		{"The postal vote %s has not been declared. Merge them afterwards.", openVote},
		{"Number %s is to be erased. Have that confirmed or withdrawn first.", toBeErased},
		{"The event %s is away on a laptop. Merge them when it is back.", eventAway},
	} {
		places, err := store.All(ctx, q, store.Value[string], special.query, kept, gone)
		if err := add(special.clash, places, err); err != nil {
			return nil, fmt.Errorf("look for why two records are of two people: %w", err)
		}
	}
	return out, nil
}

const partnerOfOther = `
	SELECT DISTINCT ` + sectionName + `
	FROM pair_partner t
	JOIN entry n ON n.section_id = t.section_id
	WHERE t.person_id = $1 AND n.person_id = $2 OR t.person_id = $2 AND n.person_id = $1
	ORDER BY 1`

const bothVoted = `
	SELECT DISTINCT '“' || v.title || '”'
	FROM postal_envelope a
	JOIN postal_envelope b ON b.vote_id = a.vote_id AND b.person_id = $2 AND b.standing = 'valid'
	JOIN postal_vote v ON v.id = a.vote_id
	WHERE a.person_id = $1 AND a.standing = 'valid'
	ORDER BY 1`

const openVote = `
	SELECT DISTINCT '“' || v.title || '”'
	FROM postal_vote v
	WHERE v.state NOT IN ('draft', 'declared', 'destroyed')
	  AND (EXISTS (SELECT 1 FROM postal_voter r WHERE r.vote_id = v.id AND r.person_id IN ($1, $2))
	       OR EXISTS (SELECT 1 FROM postal_teller r WHERE r.vote_id = v.id AND r.person_id IN ($1, $2)))
	ORDER BY 1`

// toBeErased are records of which it was asked for and not done: who is asked about would no longer be clear.
const toBeErased = `
	SELECT DISTINCT CAST(e.person_id AS TEXT)
	FROM erasure e
	WHERE e.person_id IN ($1, $2) AND e.done_at IS NULL AND e.withdrawn_at IS NULL
	ORDER BY 1`

const eventAway = `
	SELECT DISTINCT '“' || e.name || '”'
	FROM event e
	JOIN event_loan l ON l.event_id = e.id AND l.state = 'out'
	WHERE EXISTS (SELECT 1
	              FROM section s
	              JOIN entry n ON n.section_id = s.id
	              LEFT JOIN pair_partner r ON r.entry_id = n.id
	              WHERE s.event_id = e.id AND (n.person_id IN ($1, $2) OR r.person_id IN ($1, $2)))
	ORDER BY 1`
