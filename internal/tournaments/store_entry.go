package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

const entryColumns = `n.id, n.section_id, n.person_id, n.number, n.rating, n.rating_source, n.club, n.city,
	n.entered_in, n.start_score, n.withdrawn_after, n.membership, n.warning, n.version, n.grade,
	n.country, n.egf_pin, n.ffg_licence, n.aga_number, n.here_at, n.here_by, n.seed`

const nameColumns = `p.family_name, p.given_names, p.family_first, p.alias, p.public_as, p.sort_key`

// listedColumn says whether the rating list has the player.
const listedColumn = `EXISTS (SELECT 1 FROM rating t WHERE t.person_id = n.person_id)`

// partnerColumns are of the second player of a pair; the names are empty where there is none.
const partnerColumns = `m.person_id, COALESCE(m.rating, 0), COALESCE(m.rating_source, ''), COALESCE(m.club, ''),
	COALESCE(m.city, ''), COALESCE(m.country, ''), COALESCE(m.membership, ''), COALESCE(m.own_rating, 0),
	COALESCE(m.own_source, ''), ` + partnerNames

const partnerNames = `COALESCE(q.family_name, ''), COALESCE(q.given_names, ''), COALESCE(q.family_first, FALSE),
	COALESCE(q.alias, ''), COALESCE(q.public_as, ''), COALESCE(q.sort_key, '')`

const partnerTables = `LEFT JOIN pair_partner m ON m.entry_id = n.id
	LEFT JOIN person q ON q.id = m.person_id`

// partnerRow is the second player of a pair as read.
type partnerRow struct {
	person  *PersonID
	partner Partner
	name    nameRow
}

func (r *partnerRow) fields() []any {
	p := &r.partner
	return append([]any{
		&r.person, &p.Rating, &p.Source, &p.Club, &p.City, &p.Country, &p.Membership, &p.OwnRating, &p.OwnSource,
	}, r.name.fields()...)
}

// nameRow is a person's name as public pages show it, as read.
type nameRow struct {
	person      members.Person
	familyFirst bool
	sortKey     string
}

func (r *nameRow) fields() []any {
	return []any{
		&r.person.Name.Family, &r.person.Name.Given, &r.familyFirst, &r.person.Alias, &r.person.PublicAs, &r.sortKey,
	}
}

// shown is the name that public pages show, its parts and the key it is sorted by.
// An alias is sorted as itself: the place in a list would give the name away.
func (r *nameRow) shown() shown {
	r.person.Name.Order = members.GivenFirst
	if r.familyFirst {
		r.person.Name.Order = members.FamilyFirst
	}
	name := r.person.PublicName()
	if name != r.person.Name.String() {
		return shown{name: name, family: name, sortKey: members.SortKey(name, "")}
	}
	return shown{name: name, family: r.person.Name.Family, given: r.person.Name.Given, sortKey: r.sortKey}
}

// with is what is shown of a pair, of which r is the first player: both names, sorted by the first.
func (r *nameRow) with(second *nameRow) shown {
	one := r.shown()
	if second.sortKey == "" {
		return one
	}
	other := second.shown()
	name := one.name + " & " + other.name
	return shown{name: name, family: name, sortKey: one.sortKey, names: []string{one.name, other.name}}
}

func entryFields(e *Entry, withdrawn **int) []any {
	return []any{
		&e.ID, &e.Section, &e.Person, &e.Number, &e.Rating, &e.RatingSource, &e.Club, &e.City,
		&e.EnteredIn, &e.StartScore, withdrawn, &e.Membership, &e.Warning, &e.Version, &e.Entered,
		&e.Country, &e.PIN, &e.Licence, &e.AGA, &e.Here.At, &e.Here.By, &e.Seed,
	}
}

func scanEntry(s store.Scanner) (Entry, error) {
	var e Entry
	var withdrawn *int
	var name nameRow
	var second partnerRow
	fields := append(append(entryFields(&e, &withdrawn), &e.Listed), name.fields()...)
	if err := s.Scan(append(fields, second.fields()...)...); err != nil {
		return e, err
	}
	if second.person != nil {
		e.Partner = &second.partner
		e.Partner.Person = *second.person
	}
	if withdrawn != nil {
		e.Withdrawn, e.WithdrawnAfter = true, *withdrawn
	}
	e.show(name.with(&second.name), e.Listed)
	return e, nil
}

// entriesOf reads the entries of a section by number, with their names.
func entriesOf(ctx context.Context, q store.Queryer, section SectionID) ([]Entry, error) {
	entries, err := store.All(ctx, q, scanEntry, `
		SELECT `+entryColumns+`, `+listedColumn+`, `+nameColumns+`, `+partnerColumns+`
		FROM entry n
		JOIN person p ON p.id = n.person_id
		`+partnerTables+`
		WHERE n.section_id = $1
		ORDER BY n.number`, section)
	if err != nil {
		return nil, fmt.Errorf("read the entries of a section: %w", err)
	}
	err = addRounds(ctx, q, entries, `
		SELECT x.entry_id, x.round, x.kind
		FROM entry_round x
		JOIN entry n ON n.id = x.entry_id
		WHERE n.section_id = $1
		ORDER BY x.entry_id, x.round`, section)
	return entries, err
}

// addRounds reads absences and half-point byes into entries.
func addRounds(ctx context.Context, q store.Queryer, entries []Entry, query string, args ...any) error {
	type line struct {
		entry EntryID
		round int
		kind  string
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.entry, &l.round, &l.kind)
		return l, err
	}, query, args...)
	if err != nil {
		return fmt.Errorf("read absences: %w", err)
	}
	index := make(map[EntryID]int, len(entries))
	for i, e := range entries {
		index[e.ID] = i
	}
	for _, l := range lines {
		i, ok := index[l.entry]
		switch {
		case !ok:
		case l.kind == "absent":
			entries[i].Absent = append(entries[i].Absent, l.round)
		default:
			entries[i].HalfByes = append(entries[i].HalfByes, l.round)
		}
	}
	return nil
}

// entryByID reads an entry.
func entryByID(ctx context.Context, q store.Queryer, id EntryID) (Entry, error) {
	e, err := store.One(ctx, q, scanEntry, `
		SELECT `+entryColumns+`, `+listedColumn+`, `+nameColumns+`, `+partnerColumns+`
		FROM entry n
		JOIN person p ON p.id = n.person_id
		`+partnerTables+`
		WHERE n.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return e, apperr.New(apperr.NotFound, "Entry not found.")
	}
	if err != nil {
		return e, fmt.Errorf("read an entry: %w", err)
	}
	one := []Entry{e}
	err = addRounds(ctx, q, one, `
		SELECT x.entry_id, x.round, x.kind
		FROM entry_round x
		WHERE x.entry_id = $1
		ORDER BY x.round`, id)
	return one[0], err
}

// shown is what public pages show of a player now.
type shown struct {
	name, family, given, sortKey string
	listed                       bool
	names                        []string // of both players of a pair
}

// show gives the entry what is shown of it.
func (e *Entry) show(now shown, listed bool) {
	e.Name, e.Family, e.Given, e.SortKey, e.Listed = now.name, now.family, now.given, now.sortKey, listed
	if e.Partner != nil && len(now.names) == 2 {
		second := *e.Partner
		second.FirstName, second.Name = now.names[0], now.names[1]
		e.Partner = &second
		e.Listed = false // no page is about both
	}
}

// shownNow reads what public pages show of a section's players now: their names
// and the rating list change without the event.
func shownNow(ctx context.Context, q store.Queryer, section SectionID) (map[EntryID]shown, error) {
	out := make(map[EntryID]shown)
	_, err := store.All(ctx, q, func(s store.Scanner) (EntryID, error) {
		var id EntryID
		var listed bool
		var name, second nameRow
		err := s.Scan(append(append([]any{&id, &listed}, name.fields()...), second.fields()...)...)
		now := name.with(&second)
		now.listed = listed
		out[id] = now
		return id, err
	}, `
		SELECT n.id, `+listedColumn+`, `+nameColumns+`, `+partnerNames+`
		FROM entry n
		JOIN person p ON p.id = n.person_id
		`+partnerTables+`
		WHERE n.section_id = $1`, section)
	if err != nil {
		return nil, fmt.Errorf("read the names of a section: %w", err)
	}
	return out, nil
}

// enteredIn says which persons are entered in which section of an event.
func enteredIn(ctx context.Context, q store.Queryer, event EventID) (map[PersonID][]SectionID, error) {
	type line struct {
		person  PersonID
		section SectionID
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.person, &l.section)
		return l, err
	}, `
		SELECT x.person_id, x.section_id
		FROM (
			SELECT person_id, section_id FROM entry
			UNION ALL
			SELECT person_id, section_id FROM pair_partner
		) x
		JOIN section s ON s.id = x.section_id
		WHERE s.event_id = $1
		ORDER BY s.seq`, event)
	if err != nil {
		return nil, fmt.Errorf("read who is entered: %w", err)
	}
	out := make(map[PersonID][]SectionID, len(lines))
	for _, l := range lines {
		out[l.person] = append(out[l.person], l.section)
	}
	return out, nil
}

func lastNumber(ctx context.Context, q store.Queryer, section SectionID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COALESCE(MAX(number), 0)
		FROM entry
		WHERE section_id = $1`, section)
	if err != nil {
		return 0, fmt.Errorf("number an entry: %w", err)
	}
	return n, nil
}

func withdrawnValue(e Entry) any {
	if !e.Withdrawn {
		return nil
	}
	return e.WithdrawnAfter
}

// leadOn enters whoever was chosen by the number of a record that was merged since by the one that was kept.
func leadOn(ctx context.Context, q store.Queryer, entries []Entry) error {
	people := make([]PersonID, len(entries))
	for i, e := range entries {
		people[i] = e.Person
	}
	moved, err := members.MovedOf(ctx, q, people)
	for i, e := range entries {
		if to, leads := moved[e.Person]; leads {
			entries[i].Person = to
		}
	}
	return err
}

// insertEntries adds entries of one section and gives their ids by number.
func insertEntries(ctx context.Context, tx *store.Tx, entries []Entry, at civil.Instant) (map[int]EntryID, error) {
	const columns = 20
	if err := leadOn(ctx, tx, entries); err != nil {
		return nil, err
	}
	ids := make(map[int]EntryID, len(entries))
	type line struct {
		id     EntryID
		number int
	}
	for chunk := range slices.Chunk(entries, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, e := range chunk {
			args = append(args, e.Section, e.Person, e.Number, int64(e.Rating), string(e.RatingSource), e.Club, e.City,
				e.EnteredIn, int64(e.StartScore), withdrawnValue(e), string(e.Membership), e.Warning, at, 1, nullGrade(e.Entered),
				e.Country, e.PIN, e.Licence, e.AGA, e.Seed)
		}
		lines, err := store.All(ctx, tx, func(s store.Scanner) (line, error) {
			var l line
			err := s.Scan(&l.id, &l.number)
			return l, err
		}, `
			INSERT INTO entry (section_id, person_id, number, rating, rating_source, club, city,
			                   entered_in, start_score, withdrawn_after, membership, warning, created_at, version, grade,
			                   country, egf_pin, ffg_licence, aga_number, seed)
			VALUES `+store.Values(len(chunk), columns)+`
			RETURNING id, number`, args...)
		if store.UniqueOn(err, "entry", "person_id") {
			return nil, apperr.New(apperr.Conflict, "This player is already entered in the section.")
		}
		if err != nil {
			return nil, fmt.Errorf("add entries: %w", err)
		}
		for _, l := range lines {
			ids[l.number] = l.id
		}
	}
	for i := range entries {
		entries[i].ID = ids[entries[i].Number]
	}
	return ids, insertEntryRounds(ctx, tx, entries)
}

func insertEntryRounds(ctx context.Context, tx *store.Tx, entries []Entry) error {
	const columns = 3
	var rows [][columns]any
	for _, e := range entries {
		for _, n := range e.Absent {
			rows = append(rows, [columns]any{e.ID, n, "absent"})
		}
		for _, n := range e.HalfByes {
			rows = append(rows, [columns]any{e.ID, n, "half_bye"})
		}
	}
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, r := range chunk {
			args = append(args, r[:]...)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO entry_round (entry_id, round, kind)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("save absences: %w", err)
		}
	}
	return nil
}

// updateEntry saves an entry over the version it was read with.
func updateEntry(ctx context.Context, tx *store.Tx, e Entry) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE entry
		SET rating = $3, rating_source = $4, club = $5, city = $6, entered_in = $7, start_score = $8,
		    withdrawn_after = $9, membership = $10, warning = $11, grade = $12,
		    country = $13, egf_pin = $14, ffg_licence = $15, aga_number = $16, seed = $17, version = version + 1
		WHERE id = $1 AND version = $2`,
		e.ID, e.Version, int64(e.Rating), string(e.RatingSource), e.Club, e.City, e.EnteredIn, int64(e.StartScore),
		withdrawnValue(e), string(e.Membership), e.Warning, nullGrade(e.Entered),
		e.Country, e.PIN, e.Licence, e.AGA, e.Seed)
	if err != nil || n == 0 {
		return false, wrapSave("an entry", err)
	}
	if err := deleteEntryRounds(ctx, tx, e.ID); err != nil {
		return false, err
	}
	return true, insertEntryRounds(ctx, tx, []Entry{e})
}

// updateHere notes whether a player has come; who is noted already stays so.
func updateHere(ctx context.Context, tx *store.Tx, id EntryID, h Here) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE entry
		SET here_at = $2, here_by = $3
		WHERE id = $1 AND (here_at IS NULL) = $4`, id, h.At, h.By, h.Came())
	return n > 0, wrapSave("who has come", err)
}

func deleteEntryRounds(ctx context.Context, tx *store.Tx, id EntryID) error {
	_, err := tx.Exec(ctx, `DELETE FROM entry_round WHERE entry_id = $1`, id)
	return wrapSave("absences", err)
}

// deleteEntry removes an entry that was never drawn, with the director's
// decisions about it.
func deleteEntry(ctx context.Context, tx *store.Tx, e Entry, version int64) (changed bool, err error) {
	for _, statement := range []string{
		`DELETE FROM entry_round WHERE entry_id = $1`,
		`DELETE FROM pair_partner WHERE entry_id = $1`,
		`DELETE FROM team_player WHERE entry_id = $1`,
		`UPDATE team_lineup SET entry_id = NULL WHERE entry_id = $1`,
		`DELETE FROM entry_prize_group WHERE entry_id = $1`,
		`DELETE FROM fixed_pair WHERE white_id = $1 OR black_id = $1`,
		`DELETE FROM forbidden_pair WHERE a_id = $1 OR b_id = $1`,
		`DELETE FROM round_letter_said WHERE letters_id IN (SELECT l.id FROM round_letters l WHERE l.entry_id = $1)`,
		`DELETE FROM round_letters WHERE entry_id = $1`,
		`DELETE FROM fixed_table WHERE entry_id = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, e.ID); err != nil {
			return false, wrapSave("an entry", err)
		}
	}
	n, err := tx.Exec(ctx, `DELETE FROM entry WHERE id = $1 AND version = $2`, e.ID, version)
	return n > 0, wrapSave("an entry", err)
}

// drawnIn says whether an entry stands in a drawn round, a preview included.
func drawnIn(ctx context.Context, q store.Queryer, id EntryID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM game WHERE black_id = $1)
		     + (SELECT COUNT(*) FROM game WHERE white_id = $1)
		     + (SELECT COUNT(*) FROM round_bye WHERE entry_id = $1)`, id)
	return n > 0, err
}

// elsewhereOf reads where people are from and their numbers elsewhere: what their latest entries say.
func elsewhereOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]Elsewhere, error) {
	type line struct {
		person PersonID
		Elsewhere
	}
	out := make(map[PersonID]Elsewhere)
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		in, args := store.In(nil, chunk)
		lines, err := store.All(ctx, q, func(s store.Scanner) (l line, err error) {
			err = s.Scan(&l.person, &l.Country, &l.PIN, &l.AGA)
			return l, err
		}, `
			SELECT person_id, country, egf_pin, aga_number
			FROM entry
			WHERE person_id IN `+in+` AND (country <> '' OR egf_pin <> '' OR aga_number <> '')
			ORDER BY id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read where players are from: %w", err)
		}
		for _, l := range lines {
			was := out[l.person]
			out[l.person] = Elsewhere{
				Country: cmp.Or(l.Country, was.Country), PIN: cmp.Or(l.PIN, was.PIN), AGA: cmp.Or(l.AGA, was.AGA),
			}
		}
	}
	return out, nil
}

func wrapSave(what string, err error) error {
	if err != nil {
		return fmt.Errorf("save %s: %w", what, err)
	}
	return nil
}

// clubRow is what an entry takes from a club.
type clubRow struct {
	id         ClubID
	name, city string
}

// clubsByID reads names and cities of clubs: the short name where there is one.
func clubsByID(ctx context.Context, q store.Queryer, ids []ClubID) (map[ClubID]clubRow, error) {
	out := make(map[ClubID]clubRow, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		in, args := store.In(nil, chunk)
		rows, err := store.All(ctx, q, func(s store.Scanner) (clubRow, error) {
			var c clubRow
			err := s.Scan(&c.id, &c.name, &c.city)
			return c, err
		}, `
			SELECT id, CASE WHEN short_name <> '' THEN short_name ELSE name END, city
			FROM club
			WHERE id IN `+in, args...)
		if err != nil {
			return nil, fmt.Errorf("read clubs: %w", err)
		}
		for _, c := range rows {
			out[c.id] = c
		}
	}
	return out, nil
}

// peopleNamed finds people whose folded names hold all of the first four
// words, in the order of the register. Folded words are letters and digits, so
// that nothing in them is a wildcard.
func peopleNamed(ctx context.Context, q store.Queryer, words []string, limit int) ([]PersonID, error) {
	args := []any{limit, "%", "%", "%", "%"}
	for i, word := range words[:min(len(words), len(args)-1)] {
		args[i+1] = "%" + word + "%"
	}
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT id
		FROM person
		WHERE name_key LIKE $2 AND name_key LIKE $3 AND name_key LIKE $4 AND name_key LIKE $5
		  AND id NOT IN (SELECT gone_id FROM person_alias)
		ORDER BY sort_key, id
		LIMIT $1`, args...)
	if err != nil {
		return nil, fmt.Errorf("find people: %w", err)
	}
	return ids, nil
}

// publishedRounds is the number of the last published round of a section.
func publishedRounds(ctx context.Context, q store.Queryer, section SectionID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COALESCE(MAX(number), 0)
		FROM round
		WHERE section_id = $1 AND state = 'published'`, section)
	if err != nil {
		return 0, fmt.Errorf("read the last round: %w", err)
	}
	return n, nil
}

// OwnEntry is an entry of someone in an event that is announced and not over.
type OwnEntry struct {
	Entry   EntryID
	Section SectionID
}

// ownEntries reads someone's entries in events that are announced and not over, the earliest event first.
func ownEntries(
	ctx context.Context, q store.Queryer, person PersonID, today civil.Date,
) ([]OwnEntry, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (OwnEntry, error) {
		var o OwnEntry
		err := s.Scan(&o.Entry, &o.Section)
		return o, err
	}, `
		SELECT n.id, n.section_id
		FROM entry n
		JOIN section s ON s.id = n.section_id
		JOIN event e ON e.id = s.event_id
		WHERE n.person_id = $1 AND e.status IN ('open', 'running') AND (e.cancelled = FALSE OR e.to_day >= $2)
		ORDER BY e.from_day, e.id, s.seq`, person, today)
	if err != nil {
		return nil, fmt.Errorf("read someone's entries: %w", err)
	}
	return list, nil
}
