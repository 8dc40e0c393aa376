package postal

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

func insertReplacement(ctx context.Context, tx *store.Tx, r replacement) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO postal_replacement (vote_id, outgoing_id, incoming_id, reason, resolution, proposed_by, proposed_name,
		                                proposed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		r.vote, r.Out.Person, r.In.Person, r.Reason, r.Resolution, r.by, r.By, r.At); err != nil {
		return fmt.Errorf("propose another teller: %w", err)
	}
	return nil
}

// openReplacement is the proposal of a vote that was neither made nor withdrawn; nil
// without one. It may have lapsed.
func openReplacement(ctx context.Context, q store.Queryer, id VoteID) (*replacement, error) {
	found, err := store.All(ctx, q, func(s store.Scanner) (r replacement, err error) {
		err = s.Scan(&r.ID, &r.vote, &r.Out.Person, &r.In.Person, &r.Reason, &r.Resolution, &r.card, &r.test, &r.Proven,
			&r.by, &r.By, &r.At)
		return r, err
	}, `
		SELECT id, vote_id, outgoing_id, incoming_id, reason, resolution, card, test, proven_at, proposed_by, proposed_name,
		       proposed_at
		FROM postal_replacement
		WHERE vote_id = $1 AND state = 'open'`, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	r := found[0]
	people, err := members.People(ctx, q, []auth.PersonID{r.Out.Person, r.In.Person})
	if err != nil {
		return nil, err
	}
	r.Out.Name, r.In.Name = people[r.Out.Person].Name.String(), people[r.In.Person].Name.String()
	r.confirmed, err = store.All(ctx, q, func(s store.Scanner) (c Confirmation, err error) {
		err = s.Scan(&c.Person, &c.Office, &c.Name, &c.ofState, &c.At)
		return c, err
	}, `
		SELECT person_id, office, name, digest, confirmed_at
		FROM postal_confirmation
		WHERE replacement_id = $1
		ORDER BY confirmed_at, person_id`, r.ID)
	if err != nil {
		return nil, fmt.Errorf("read who confirmed a proposal: %w", err)
	}
	return &r, nil
}

func updateOffer(ctx context.Context, tx *store.Tx, r replacement) error {
	if _, err := tx.Exec(ctx, `
		UPDATE postal_replacement
		SET card = $2, test = $3, proven_at = $4
		WHERE id = $1`, r.ID, r.card, r.test, r.Proven); err != nil {
		return fmt.Errorf("keep a key that is proposed: %w", err)
	}
	return nil
}

func endReplacement(ctx context.Context, tx *store.Tx, id ReplacementID, how string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE postal_replacement
		SET state = $2, ended_at = $3, test = ''
		WHERE id = $1 AND state = 'open'`, id, how, at); err != nil {
		return fmt.Errorf("end proposal %d: %w", id, err)
	}
	return nil
}

// lapseReplacements ends what waited too long.
func lapseReplacements(ctx context.Context, tx *store.Tx, id VoteID, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE postal_replacement
		SET state = 'lapsed', ended_at = $2, test = ''
		WHERE vote_id = $1 AND state = 'open'`, id, at); err != nil {
		return fmt.Errorf("end the proposals of vote %d: %w", id, err)
	}
	return nil
}

func insertConfirmation(ctx context.Context, tx *store.Tx, id ReplacementID, c Confirmation) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO postal_confirmation (replacement_id, person_id, office, name, digest, confirmed_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (replacement_id, person_id) DO UPDATE
		SET office = excluded.office, name = excluded.name, digest = excluded.digest, confirmed_at = excluded.confirmed_at`,
		id, c.Person, string(c.Office), c.Name, c.ofState, c.At); err != nil {
		return fmt.Errorf("confirm proposal %d: %w", id, err)
	}
	return nil
}

// clearProposedKeys deletes the keys that proposals named, with those of the tellers.
func clearProposedKeys(ctx context.Context, tx *store.Tx, id VoteID) error {
	if _, err := tx.Exec(ctx, `UPDATE postal_replacement SET card = '', test = '' WHERE vote_id = $1`, id); err != nil {
		return fmt.Errorf("delete the keys that were proposed: %w", err)
	}
	return nil
}

// officersOn are who holds an office that confirms a proposal.
func officersOn(ctx context.Context, q store.Queryer, day civil.Date) ([]officer, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (o officer, err error) {
		err = s.Scan(&o.id, &o.Person.Person, &o.office, &o.entered)
		return o, err
	}, `
		SELECT id, person_id, role, created_at
		FROM office
		WHERE role IN ('president', 'secretary') AND from_day <= $1 AND (until_day IS NULL OR until_day >= $1)
		ORDER BY role, acting, from_day, id`, day)
	if err != nil {
		return nil, fmt.Errorf("read who is president and secretary: %w", err)
	}
	ids := make([]auth.PersonID, len(all))
	for i, o := range all {
		ids[i] = o.Person.Person
	}
	people, err := members.People(ctx, q, ids)
	for i, o := range all {
		all[i].Name = people[o.Person.Person].Name.String()
	}
	return all, err
}

// haveAccounts are those of these people who can sign in, or can once they have chosen a
// password.
func haveAccounts(ctx context.Context, q store.Queryer, ids []auth.PersonID) ([]auth.PersonID, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, args := store.In(nil, ids)
	all, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT person_id
		FROM account
		WHERE disabled = FALSE AND person_id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read which tellers have an account: %w", err)
	}
	return all, nil
}

// mailAddresses are the addresses of people: the register's, and the one that they
// sign in with.
func mailAddresses(ctx context.Context, q store.Queryer, ids []auth.PersonID) (map[auth.PersonID][]string, error) {
	out := make(map[auth.PersonID][]string)
	if len(ids) == 0 {
		return out, nil
	}
	type line struct {
		person auth.PersonID
		email  string
	}
	list, args := store.In(nil, ids)
	all, err := store.All(ctx, q, func(s store.Scanner) (l line, err error) {
		err = s.Scan(&l.person, &l.email)
		return l, err
	}, `
		SELECT p.id, p.email
		FROM person p
		WHERE p.id IN `+list+` AND p.email <> ''
		UNION
		SELECT a.person_id, a.email
		FROM account a
		WHERE a.person_id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read the addresses of tellers and officers: %w", err)
	}
	for _, l := range all {
		out[l.person] = append(out[l.person], l.email)
	}
	return out, nil
}
