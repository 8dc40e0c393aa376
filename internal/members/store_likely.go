package members

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/store"
)

// fewProbes is for how many probes the database looks through the names. For more of them everyone is read once.
const fewProbes = 8

// DirectoryFor reads those whom some probes may be. For a few of them nobody else is read: the database looks them up by
// their names, by how they are reached and by their numbers. Nothing but these probes may be looked for in it.
func DirectoryFor(ctx context.Context, q store.Queryer, probes ...Probe) (*Directory, error) {
	if len(probes) > fewProbes {
		return LoadDirectory(ctx, q)
	}
	var ids []PersonID
	clubs := false
	for _, p := range probes {
		found, err := idsLike(ctx, q, p)
		if err != nil {
			return nil, err
		}
		ids, clubs = append(ids, found...), clubs || p.Club != 0
	}
	people, err := knownOf(ctx, q, ids, clubs)
	if err != nil {
		return nil, err
	}
	if len(probes) == 1 {
		return directoryFor(people, probes[0]), nil
	}
	return newDirectory(people), nil
}

// Likely is who in the register p may be, as Candidates of a directory of everyone says.
func Likely(ctx context.Context, q store.Queryer, p Probe) ([]Candidate, error) {
	d, err := DirectoryFor(ctx, q, p)
	if err != nil {
		return nil, err
	}
	return d.Candidates(p), nil
}

// LikelyPairs finds the records of the register that may be of one person, the likeliest first. Of two records that are
// shown one has the other's name, or they are reached in the same way: others are not read.
func LikelyPairs(ctx context.Context, q store.Queryer) ([]Pair, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		WITH shared (name_key) AS (
		    SELECT name_key FROM person GROUP BY name_key HAVING COUNT(*) > 1
		    UNION
		    SELECT name_key FROM person_former_name
		)
		SELECT p.id FROM person p WHERE p.name_key IN (SELECT name_key FROM shared)
		UNION
		SELECT f.person_id FROM person_former_name f
		UNION
		SELECT p.id FROM person p WHERE p.email_key IN (
		    SELECT email_key FROM person WHERE email_key <> '' GROUP BY email_key HAVING COUNT(*) > 1)
		UNION
		SELECT p.id FROM person p WHERE p.phone_key IN (
		    SELECT phone_key FROM person WHERE phone_key <> '' GROUP BY phone_key HAVING COUNT(*) > 1)`)
	if err != nil {
		return nil, fmt.Errorf("look for records of one person: %w", err)
	}
	people, err := knownOf(ctx, q, ids, false)
	if err != nil {
		return nil, err
	}
	return newDirectory(people).Pairs(), nil
}

// idsLike are those whom anything that a directory compares leads to from p.
func idsLike(ctx context.Context, q store.Queryer, p Probe) ([]PersonID, error) {
	var c query
	var all []string
	one := func(condition string) { all = append(all, condition) }
	name := NameKey(p.Family, p.Given)
	if name != "" {
		exact := append(rotations(Fold(p.Full)), name, NameKey(p.Given, p.Family))
		exact = append(exact, withoutOneLetter(name)...)
		if utf8.RuneCountInString(name) >= 5 { // shorter ones are near no name of six letters
			one(nearName(&c, name))
		}
		var list string
		for part := range slices.Chunk(exact, store.MaxIn) {
			list, c.args = store.In(c.args, part)
			one("x.name_key IN " + list)
		}
		if k := initialKey(p.Family, p.Given); k != "" {
			one(fmt.Sprintf("substr(x.name_key, 1, %d) = %s", utf8.RuneCountInString(k), c.arg(k)))
		}
	}
	sql := "SELECT p.id FROM person p WHERE 1 = 0"
	if len(all) > 0 {
		where := "\n\t\tWHERE " + strings.Join(all, "\n\t\t   OR ")
		sql = `SELECT x.id FROM person x` + where + `
		UNION
		SELECT x.person_id FROM person_former_name x` + where
	}
	for _, key := range []struct{ column, is string }{{"email_key", EmailKey(p.Email)}, {"phone_key", PhoneKey(p.Phone)}} {
		if key.is != "" {
			sql += "\n\t\tUNION\n\t\tSELECT p.id FROM person p WHERE p." + key.column + " = " + c.arg(key.is)
		}
	}
	if n, ok := typedNumber(p.Number); ok {
		at := c.arg(int64(n))
		sql += "\n\t\tUNION\n\t\tSELECT p.id FROM person p WHERE p.id = " + at +
			"\n\t\tUNION\n\t\tSELECT a.kept_id FROM person_alias a WHERE a.gone_id = " + at
	}
	ids, err := store.All(ctx, q, store.Value[PersonID], sql, c.args...)
	if err != nil {
		return nil, fmt.Errorf("look for someone in the register: %w", err)
	}
	return ids, nil
}

// nearName is the condition that a folded name x.name_key may become name when each of them loses at most a letter. Two
// letters leave at least one of three parts of the name as it is: the first, the last, or the one between, which may then
// stand a letter before or after its place. All that are like it are among those, and others that a directory then finds to
// differ.
func nearName(c *query, name string) string {
	runes := []rune(name)
	n, third := len(runes), len(runes)/3
	first, middle, last := string(runes[:third]), string(runes[third:n-third]), string(runes[n-third:])
	parts := []string{
		fmt.Sprintf("substr(x.name_key, 1, %d) = %s", third, c.arg(first)),
		fmt.Sprintf("substr(x.name_key, length(x.name_key) - %d) = %s", third-1, c.arg(last)),
	}
	between := c.arg(middle)
	for _, at := range []int{third, third + 1, third + 2} {
		parts = append(parts, fmt.Sprintf("substr(x.name_key, %d, %d) = %s", at, n-2*third, between))
	}
	return fmt.Sprintf("length(x.name_key) BETWEEN %d AND %d AND (%s)", n-1, n+1, strings.Join(parts, " OR "))
}

// rotations are the names that a folded full name may be with its family name elsewhere: each of its words first.
func rotations(full string) (out []string) {
	words := strings.Fields(full)
	for i := range words {
		out = append(out, strings.Join(slices.Concat(words[i:], words[:i]), " "))
	}
	return out
}

// knownOf reads how some people are called and reached, in the order of their numbers, and on which clubs' lists they were
// where that is asked for. Records that were joined with others are left out.
func knownOf(ctx context.Context, q store.Queryer, ids []PersonID, clubs bool) ([]Known, error) {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var out []Known
	at := map[PersonID]int{}
	type pair[T any] struct {
		id PersonID
		of T
	}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		people, err := store.All(ctx, q, scanKnown, knownSQL+` AND p.id IN `+list+`
			ORDER BY p.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read people of the register: %w", err)
		}
		for _, k := range people {
			at[k.ID] = len(out)
			out = append(out, k)
		}
		former, err := store.All(ctx, q, scanKnownAs, `
			SELECT person_id, family_name, given_names, family_first
			FROM person_former_name
			WHERE person_id IN `+list+`
			ORDER BY id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read former names: %w", err)
		}
		for _, f := range former {
			if n, is := at[f.id]; is {
				out[n].Former = append(out[n].Former, f.name)
			}
		}
		leads, err := store.All(ctx, q, func(s store.Scanner) (l pair[PersonID], err error) {
			err = s.Scan(&l.id, &l.of)
			return l, err
		}, `
			SELECT kept_id, gone_id
			FROM person_alias
			WHERE kept_id IN `+list+`
			ORDER BY gone_id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read the numbers that lead on: %w", err)
		}
		for _, l := range leads {
			if n, is := at[l.id]; is {
				out[n].Numbers = append(out[n].Numbers, l.of)
			}
		}
		if !clubs {
			continue
		}
		were, err := store.All(ctx, q, func(s store.Scanner) (m pair[ClubID], err error) {
			err = s.Scan(&m.id, &m.of)
			return m, err
		}, `
			SELECT DISTINCT t.person_id, t.club_id
			FROM membership_term t
			WHERE t.club_id IS NOT NULL AND t.person_id IN `+list+` AND `+inForceSQL, args...)
		if err != nil {
			return nil, fmt.Errorf("read who was in which club: %w", err)
		}
		for _, m := range were {
			if n, is := at[m.id]; is {
				out[n].Clubs = append(out[n].Clubs, m.of)
			}
		}
	}
	return out, nil
}
