package settings

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// Kept is what is kept on the site.
type Kept struct {
	Values   map[string]string // by the settings' names
	Versions map[Section]int64 // of the sections that were saved
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
	there, err := store.HasTable(ctx, db, "setting_section")
	if err != nil || !there {
		return Kept{}, err
	}
	return read(ctx, db)
}

func read(ctx context.Context, q store.Queryer) (Kept, error) {
	out := Kept{Values: map[string]string{}, Versions: map[Section]int64{}}
	_, err := store.All(ctx, q, func(s store.Scanner) (n int, err error) {
		var section Section
		var version int64
		var name, value string
		if err = s.Scan(&section, &version, &name, &value); err == nil {
			out.Versions[section] = version
			if name != "" {
				out.Values[name] = value
			}
		}
		return 0, err
	}, `
		SELECT p.section, p.version, COALESCE(s.name, ''), COALESCE(s.value, '')
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
		SET version = version + 1
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
