package members

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/store"
)

// PublicNames are people's names as public pages show them.
func PublicNames(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]string, error) {
	out := make(map[PersonID]string, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		people, err := store.All(ctx, q, func(s store.Scanner) (p Person, err error) {
			var familyFirst bool
			err = s.Scan(&p.ID, &p.Name.Family, &p.Name.Given, &familyFirst, &p.Alias, &p.PublicAs)
			if p.Name.Order = GivenFirst; familyFirst {
				p.Name.Order = FamilyFirst
			}
			return p, err
		}, `
			SELECT id, family_name, given_names, family_first, alias, public_as
			FROM person
			WHERE id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read public names: %w", err)
		}
		for _, p := range people {
			out[p.ID] = p.PublicName()
		}
	}
	return out, nil
}

// FullNames are people's names as the register has them, for prints that are theirs.
func FullNames(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]string, error) {
	out := make(map[PersonID]string, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		people, err := store.All(ctx, q, func(s store.Scanner) (p Person, err error) {
			var familyFirst bool
			err = s.Scan(&p.ID, &p.Name.Family, &p.Name.Given, &familyFirst)
			if p.Name.Order = GivenFirst; familyFirst {
				p.Name.Order = FamilyFirst
			}
			return p, err
		}, `
			SELECT id, family_name, given_names, family_first
			FROM person
			WHERE id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read names: %w", err)
		}
		for _, p := range people {
			out[p.ID] = p.Name.String()
		}
	}
	return out, nil
}
