package settings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Kept is what is kept on the site.
type Kept struct {
	Values   map[string]string // by the settings' names
	Versions map[Section]int64 // of the sections that were saved
	Held     map[Section]bool  // that came with a backup, and are not in force

	of map[string]Section // of the values
}

// InForce are the values of the sections that are not held.
func (k Kept) InForce() map[string]string {
	out := map[string]string{}
	for name, value := range k.Values {
		if !k.Held[k.of[name]] {
			out[name] = value
		}
	}
	return out
}

// Revision grows with everything that is saved.
func (k Kept) Revision() (n int64) {
	for _, v := range k.Versions {
		n += v
	}
	return n
}

// Read reads what is kept. A database that is older than the settings keeps none.
func Read(ctx context.Context, db *store.DB) (Kept, error) {
	there, err := store.HasTable(ctx, db, "mail_test")
	if err != nil || !there {
		return Kept{}, err
	}
	return read(ctx, db)
}

func read(ctx context.Context, q store.Queryer) (Kept, error) {
	out := Kept{Values: map[string]string{}, Versions: map[Section]int64{}, Held: map[Section]bool{}, of: map[string]Section{}}
	_, err := store.All(ctx, q, func(s store.Scanner) (n int, err error) {
		var section Section
		var version int64
		var held bool
		var name, value string
		if err = s.Scan(&section, &version, &held, &name, &value); err == nil {
			out.Versions[section], out.Held[section] = version, held
			if name != "" {
				out.Values[name], out.of[name] = value, section
			}
		}
		return 0, err
	}, `
		SELECT p.section, p.version, p.held, COALESCE(s.name, ''), COALESCE(s.value, '')
		FROM setting_section p
		LEFT JOIN setting s ON s.section = p.section`)
	if err != nil {
		return Kept{}, fmt.Errorf("read the settings: %w", err)
	}
	return out, nil
}

// takeVersion makes the version of a section one higher; false: another one was saved since.
func takeVersion(ctx context.Context, tx *store.Tx, section Section, version int64) (bool, error) {
	if version == 0 {
		n, err := tx.Exec(ctx, `
			INSERT INTO setting_section (section, version)
			VALUES ($1, 1)
			ON CONFLICT (section) DO NOTHING`, section)
		if err != nil {
			return false, fmt.Errorf("save the settings: %w", err)
		}
		return n == 1, nil
	}
	n, err := tx.Exec(ctx, `
		UPDATE setting_section
		SET version = version + 1, held = FALSE
		WHERE section = $1 AND version = $2`, section, version)
	if err != nil {
		return false, fmt.Errorf("save the settings: %w", err)
	}
	return n == 1, nil
}

func put(ctx context.Context, tx *store.Tx, section Section, name, value string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO setting (name, section, value)
		VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`, name, section, value)
	if err != nil {
		return fmt.Errorf("save a setting: %w", err)
	}
	return nil
}

func hold(ctx context.Context, tx *store.Tx, section Section) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE setting_section
		SET held = TRUE, version = version + 1
		WHERE section = $1 AND NOT held`, section)
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM mail_test`)
	}
	if err != nil {
		return false, fmt.Errorf("hold the settings of the backup: %w", err)
	}
	return n == 1, nil
}

func release(ctx context.Context, tx *store.Tx, section Section) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE setting_section
		SET held = FALSE, version = version + 1
		WHERE section = $1 AND held`, section)
	if err != nil {
		return false, fmt.Errorf("put the settings of the backup in force: %w", err)
	}
	return n == 1, nil
}

// takeTurn notes that a test letter is asked for; false: another was, less than testEvery ago. A clock that was set back holds
// no one up.
func takeTurn(ctx context.Context, tx *store.Tx, now civil.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO mail_test (id, asked, at, server, worked, answer)
		VALUES (1, $1, $1, '', FALSE, '')
		ON CONFLICT (id) DO UPDATE SET asked = EXCLUDED.asked
		WHERE mail_test.asked <= $2 OR mail_test.asked > EXCLUDED.asked`, now, now.Add(-testEvery))
	if err != nil {
		return false, fmt.Errorf("ask for a test letter: %w", err)
	}
	return n == 1, nil
}

func noteTest(ctx context.Context, tx *store.Tx, t MailTest) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO mail_test (id, asked, at, server, worked, answer)
		VALUES (1, $1, $1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET at = EXCLUDED.at, server = EXCLUDED.server, worked = EXCLUDED.worked,
		    answer = EXCLUDED.answer`, t.At, t.Server, t.Worked, t.Answer)
	if err != nil {
		return fmt.Errorf("note the test letter: %w", err)
	}
	return nil
}

// forgetTest is for a server that another takes the place of.
func forgetTest(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `DELETE FROM mail_test`); err != nil {
		return fmt.Errorf("forget the test letter: %w", err)
	}
	return nil
}

func lastTest(ctx context.Context, q store.Queryer) (MailTest, error) {
	t, err := store.One(ctx, q, func(s store.Scanner) (t MailTest, err error) {
		err = s.Scan(&t.At, &t.Server, &t.Worked, &t.Answer)
		return t, err
	}, `
		SELECT at, server, worked, answer
		FROM mail_test
		WHERE id = 1 AND server <> ''`)
	if errors.Is(err, store.ErrNoRows) {
		return MailTest{}, nil
	}
	if err != nil {
		return MailTest{}, fmt.Errorf("read the test letter: %w", err)
	}
	return t, nil
}

// readBegun is what the society was begun with; the zero value: it is not known yet.
func readBegun(ctx context.Context, q store.Queryer) (b Begun, err error) {
	err = q.QueryRow(ctx, `
		SELECT COALESCE(MAX(zone), ''), COALESCE(MAX(currency), '')
		FROM society_begun`).Scan(&b.Zone, &b.Currency)
	if err != nil {
		return b, fmt.Errorf("read what the society was begun with: %w", err)
	}
	return b, nil
}

// insertBegun keeps what the society is begun with, where nothing is kept.
func insertBegun(ctx context.Context, tx *store.Tx, b Begun) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO society_begun (id, zone, currency)
		VALUES (1, $1, $2)
		ON CONFLICT (id) DO NOTHING`, b.Zone, b.Currency)
	if err != nil {
		return fmt.Errorf("keep what the society is begun with: %w", err)
	}
	return nil
}

// changeBegunOfNoOne changes what the society was begun with while no one is in its register.
func changeBegunOfNoOne(ctx context.Context, tx *store.Tx, b Begun) error {
	_, err := tx.Exec(ctx, `
		UPDATE society_begun
		SET zone = $1, currency = $2
		WHERE NOT EXISTS (SELECT 1 FROM person)`, b.Zone, b.Currency)
	if err != nil {
		return fmt.Errorf("change what the society is begun with: %w", err)
	}
	return nil
}
