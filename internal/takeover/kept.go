package takeover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
)

// keptRow is a row that was taken over: whom it meant, and hashes of what it said.
type keptRow struct {
	person   PersonID // 0: it was left out
	file     string   // the name of its file, with the day
	key      string   // of all that the row said
	name     string   // of its name
	number   string   // the member number that it said
	said     map[string]string
	years    []members.Year
	takeover ID
}

// kept are all rows of take-overs that stand, the oldest first.
type kept struct {
	byKey  map[string][]keptRow
	byName map[string][]keptRow
	last   map[PersonID]map[string]string // of each field, what was said of it last
	number map[PersonID]string
	gave   map[PersonID]map[members.Year]bool // years that rows said
}

func newKept(rows []keptRow) *kept {
	k := &kept{
		byKey: map[string][]keptRow{}, byName: map[string][]keptRow{}, last: map[PersonID]map[string]string{},
		number: map[PersonID]string{}, gave: map[PersonID]map[members.Year]bool{},
	}
	for _, r := range rows {
		k.byKey[r.key] = append(k.byKey[r.key], r)
		if r.person == 0 {
			continue
		}
		k.byName[r.name] = append(k.byName[r.name], r)
		if k.last[r.person] == nil {
			k.last[r.person] = map[string]string{}
		}
		for field, hash := range r.said {
			k.last[r.person][field] = hash
		}
		for _, y := range r.years {
			if k.gave[r.person] == nil {
				k.gave[r.person] = map[members.Year]bool{}
			}
			k.gave[r.person][y] = true
		}
		if r.number != "" {
			k.number[r.person] = r.number
		}
	}
	return k
}

// of finds whom a row meant when it was taken over before: the very same row, or the only one of its name. out is a row that
// was left out.
func (k *kept) of(l line, alone bool) (r keptRow, found bool) {
	if same := k.byKey[l.key()]; len(same) > 0 {
		last := same[len(same)-1]
		if !slices.ContainsFunc(same, func(r keptRow) bool { return r.person != last.person && r.person != 0 && last.person != 0 }) {
			return last, true
		}
	}
	var fits []keptRow
	for _, r := range k.byName[l.nameKey()] {
		if no := l.get(sheet.MemberNo); no == "" || r.number == "" || no == r.number {
			fits = append(fits, r)
		}
	}
	if len(fits) == 0 || !alone {
		return keptRow{}, false
	}
	last := fits[len(fits)-1]
	if slices.ContainsFunc(fits, func(r keptRow) bool { return r.person != last.person }) {
		return keptRow{}, false
	}
	return last, true
}

// key is what a row says, apart from where it stands.
func (l line) key() string {
	var parts []string
	for key, cell := range l.cells {
		parts = append(parts, string(key)+"="+oneLine(cell))
	}
	for y, cell := range l.years {
		if is, ok := paid(cell); is || !ok {
			parts = append(parts, fmt.Sprintf("%d=%v", y, is))
		}
	}
	slices.Sort(parts)
	return short(strings.Join(parts, "\n"))
}

func (l line) nameKey() string {
	family, given, _ := l.name()
	return short(members.NameKey(family, given))
}

// short is a hash of a text: what a row said is not kept, only whether another one says the same.
func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:10])
}

// hashOf is what is kept of a field that a row said.
func hashOf(field, value string) string {
	switch field {
	case "email":
		value = members.EmailKey(value)
	case "phone":
		value = members.PhoneKey(value)
	}
	return short(field + "\x00" + oneLine(value))
}

// takenFiles are the files of take-overs that stand, by their hashes: on which day each was taken over.
func takenFiles(ctx context.Context, q store.Queryer) (map[string]civil.Date, error) {
	out := map[string]civil.Date{}
	_, err := store.All(ctx, q, func(s store.Scanner) (hash string, err error) {
		var at civil.Instant
		err = s.Scan(&hash, &at)
		out[hash] = at.Date()
		return hash, err
	}, `
		SELECT f.hash, t.taken_at
		FROM takeover_file f
		JOIN takeover t ON t.id = f.takeover_id
		WHERE t.undone_at IS NULL
		ORDER BY t.id`)
	if err != nil {
		return nil, fmt.Errorf("read which files were taken over: %w", err)
	}
	return out, nil
}

// earlierTaken are the earlier memberships that take-overs have made which stand.
func earlierTaken(ctx context.Context, q store.Queryer) (map[int64]bool, error) {
	list, err := store.All(ctx, q, store.Value[int64], `
		SELECT m.row_id
		FROM takeover_made m
		JOIN takeover t ON t.id = m.takeover_id
		WHERE m.made_in = 'earlier_membership' AND m.was = '' AND t.undone_at IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("read which earlier memberships were taken over: %w", err)
	}
	out := make(map[int64]bool, len(list))
	for _, id := range list {
		out[id] = true
	}
	return out, nil
}
