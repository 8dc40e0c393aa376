package merging_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/demo"
	"nzgs/internal/members"
	"nzgs/internal/members/merging"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

func clock() civil.Instant { return civil.MustParseInstant("2026-11-21T02:00:00.000Z") }

// world is the demonstration society, whose secretary merges.
type world struct {
	t         testing.TB
	db        *store.DB
	s         *merging.Service
	members   *members.Service
	ratings   *ratings.Service
	secretary auth.Actor
}

func newWorld(t testing.TB, db *store.DB) *world {
	t.Helper()
	err := demo.Fill(ctx, db, demo.Small(), civil.MustParseInstant("2026-11-21T01:00:00.000Z"), func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	rated := ratings.New(db, clock)
	w := &world{t: t, db: db, s: merging.New(db, clock, rated), members: members.New(db, clock), ratings: rated}
	w.secretary = w.officer(auth.Secretary)
	return w
}

func (w *world) officer(role auth.Role) auth.Actor {
	w.t.Helper()
	id := one[auth.PersonID](w, `
		SELECT o.person_id
		FROM office o
		WHERE o.role = $1 AND o.until_day IS NULL
		ORDER BY o.id
		LIMIT 1`, role)
	return auth.Actor{Account: 1, Person: id, Name: "The officer", Offices: []auth.Office{
		{Person: id, Role: role, From: civil.MustParseDate("2020-01-01")},
	}}
}

func one[T any](w *world, query string, args ...any) T {
	w.t.Helper()
	v, err := store.One(ctx, w.db, store.Value[T], query, args...)
	if err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return v
}

// input is what merges two records, as they stand.
func (w *world) input(kept, gone members.PersonID) merging.Input {
	w.t.Helper()
	return merging.Input{
		Kept: kept, Gone: gone, Reason: "She told me herself.", SignsIn: kept,
		KeptVersion: one[int64](w, `SELECT version FROM person WHERE id = $1`, kept),
		GoneVersion: one[int64](w, `SELECT version FROM person WHERE id = $1`, gone),
	}
}

// players are people who stand on the rating list and never met, in pairs that may be merged.
func (w *world) players(n int) (pairs [][2]members.PersonID) {
	w.t.Helper()
	all, err := store.All(ctx, w.db, store.Value[members.PersonID], `
		SELECT r.person_id
		FROM rating r
		WHERE r.person_id NOT IN (SELECT person_id FROM office) AND r.person_id NOT IN (SELECT person_id FROM account)
		ORDER BY r.person_id`)
	if err != nil {
		w.t.Fatal(err)
	}
	used := map[members.PersonID]bool{}
	for _, a := range all {
		for _, b := range all {
			if a >= b || used[a] || used[b] || len(pairs) == n {
				continue
			}
			c, err := w.s.Compare(ctx, w.secretary, a, b)
			if err != nil {
				w.t.Fatal(err)
			}
			if len(c.Obstacles) == 0 {
				used[a], used[b] = true, true
				pairs = append(pairs, [2]members.PersonID{a, b})
			}
		}
	}
	if len(pairs) < n {
		w.t.Fatalf("%d pairs of players can be merged, want %d", len(pairs), n)
	}
	return pairs
}

// dump is every row of the database but those that say that something happened.
func (w *world) dump() map[string][]string {
	w.t.Helper()
	tables := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	if w.db.Dialect() == store.Postgres {
		tables = `SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	names, err := store.All(ctx, w.db, store.Value[string], tables)
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string][]string{}
	for _, name := range names {
		if slices.Contains([]string{"audit_entry", "audit_stream", "person_merge", "person_merge_row", "points_head", "rating_head", "session",
			"one_time_link", "goose_db_version"}, name) {
			continue
		}
		out[name] = w.rows(name)
	}
	return out
}

func (w *world) rows(table string) (out []string) {
	w.t.Helper()
	found, err := w.db.Query(ctx, `SELECT * FROM `+table)
	if err != nil {
		w.t.Fatal(err)
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		w.t.Fatal(err)
	}
	for found.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := found.Scan(targets...); err != nil {
			w.t.Fatal(err)
		}
		var b strings.Builder
		for i, c := range columns {
			if c == "version" && (table == "person" || table == "account") {
				continue
			}
			if raw, ok := values[i].([]byte); ok {
				values[i] = string(raw)
			}
			fmt.Fprintf(&b, "%s=%v ", c, values[i])
		}
		out = append(out, b.String())
	}
	slices.Sort(out)
	return out
}

func (w *world) compareDumps(was, is map[string][]string) {
	w.t.Helper()
	for name := range was {
		if slices.Equal(was[name], is[name]) {
			continue
		}
		for _, row := range was[name] {
			if !slices.Contains(is[name], row) {
				w.t.Errorf("%s lost %.300s", name, row)
			}
		}
		for _, row := range is[name] {
			if !slices.Contains(was[name], row) {
				w.t.Errorf("%s has %.300s", name, row)
			}
		}
	}
}

func (w *world) ratingsHold() {
	w.t.Helper()
	report, err := w.ratings.Recalculate(ctx, auth.System("test"), ratings.Check, nil)
	if err != nil || !report.OK() {
		w.t.Errorf("the rating list is not what the games give: %v %v", report.Differences, err)
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// Undoing a merge gives back exactly what was, also of two merges into one record.
func TestUndoGivesBackExactlyWhatWas(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		pairs := w.players(2)
		was := w.dump()
		var ids []merging.ID
		for _, p := range pairs {
			id, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
			w.must(err)
			ids = append(ids, id)
			w.ratingsHold()
			if n := one[int](w, `SELECT count(*) FROM entry WHERE person_id = $1`, p[1]); n != 0 {
				t.Errorf("%d entries stayed with the record that is gone", n)
			}
			if n := one[int](w, `SELECT count(*) FROM rating WHERE person_id = $1`, p[1]); n != 0 {
				t.Error("the record that is gone is on the rating list")
			}
		}
		// The records that were kept are merged too, if nothing speaks against it.
		if c, err := w.s.Compare(ctx, w.secretary, pairs[0][0], pairs[1][0]); err == nil && len(c.Obstacles) == 0 {
			id, err := w.s.Merge(ctx, w.secretary, w.input(pairs[0][0], pairs[1][0]))
			w.must(err)
			ids = append(ids, id)
			if now := must(members.Current(ctx, db, pairs[1][1])); now != pairs[0][0] {
				t.Errorf("number %d leads to %d, want %d", pairs[1][1], now, pairs[0][0])
			}
			if _, err := w.s.Undo(ctx, w.secretary, ids[1], "They are two."); apperr.KindOf(err) != apperr.Conflict &&
				!strings.Contains(fmt.Sprint(err), "merged") {
				t.Errorf("undoing the earlier merge: %v", err)
			}
		}
		for i := len(ids) - 1; i >= 0; i-- {
			done, err := w.s.Undo(ctx, w.secretary, ids[i], "They are two people.")
			w.must(err)
			if done.Stays != 0 {
				t.Errorf("%d rows stay", done.Stays)
			}
			w.ratingsHold()
		}
		w.compareDumps(was, w.dump())
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	}))
}

func (w *world) wants(err error, kind apperr.Kind, part string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), part) {
		w.t.Errorf("it says %q (%s), want %s with %q", fmt.Sprint(err), apperr.KindOf(err), kind, part)
	}
}

func TestWhoMayMerge(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		in := w.input(p[0], p[1])
		for _, role := range []auth.Role{auth.President, auth.Committee, auth.Administrator, auth.RatingsOfficer} {
			a := w.secretary
			a.Offices = []auth.Office{{Person: a.Person, Role: role, From: civil.MustParseDate("2020-01-01")}}
			_, err := w.s.Merge(ctx, a, in)
			w.wants(err, apperr.Forbidden, "")
			_, err = w.s.Compare(ctx, a, p[0], p[1])
			w.wants(err, apperr.Forbidden, "")
			_, err = w.s.Proposals(ctx, a)
			w.wants(err, apperr.Forbidden, "")
			_, err = w.s.Undo(ctx, a, 1, "No.")
			w.wants(err, apperr.Forbidden, "")
			w.wants(w.s.KeepApart(ctx, a, p[0], p[1]), apperr.Forbidden, "")
		}
		_, err := w.s.Merge(ctx, auth.Actor{}, in)
		w.wants(err, apperr.SignIn, "")

		stale := w.secretary // signed in an hour ago
		stale.Session, stale.Proof.At = 1, civil.MustParseInstant("2026-11-21T01:00:00.000Z")
		_, err = w.s.Merge(ctx, stale, in)
		w.wants(err, apperr.Prove, "")

		own := w.input(p[0], w.secretary.Person)
		_, err = w.s.Merge(ctx, w.secretary, own)
		w.wants(err, apperr.Invalid, "your own")

		without := in
		without.Reason = " "
		_, err = w.s.Merge(ctx, w.secretary, without)
		w.wants(err, apperr.Invalid, "one person")

		old := in
		old.GoneVersion--
		_, err = w.s.Merge(ctx, w.secretary, old)
		w.wants(err, apperr.Conflict, "first")

		id, err := w.s.Merge(ctx, w.secretary, in)
		w.must(err)
		_, err = w.s.Merge(ctx, w.secretary, in)
		w.wants(err, apperr.Conflict, "merged with number")
		_, err = w.s.Undo(ctx, w.secretary, id, "")
		w.wants(err, apperr.Invalid, "two people")
		_, err = w.s.Undo(ctx, w.secretary, id, "Two.")
		w.must(err)
		_, err = w.s.Undo(ctx, w.secretary, id, "Two.")
		w.wants(err, apperr.Conflict, "already undone")
	})
}

func TestWhoMetIsNotOnePerson(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		black := one[members.PersonID](w, `SELECT black_id FROM rating_game ORDER BY submission_id, ref LIMIT 1`)
		white := one[members.PersonID](w, `SELECT white_id FROM rating_game ORDER BY submission_id, ref LIMIT 1`)
		_, err := w.s.Merge(ctx, w.secretary, w.input(black, white))
		w.wants(err, apperr.Invalid, "played each other")
		w.wants(err, apperr.Invalid, "Both play in")
	})
}

// Two signed the statements of a year: they are not one person.
func TestWhoSignedTogetherIsNotOnePerson(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		w.exec(`INSERT INTO act_step (step_key, done_on, reference, signer_id, second_id, recorded_at)
			VALUES ('statements:2026-03-31', '2026-05-01', 'CO-1', $1, $2, $3)`, p[0], p[1], clock())
		_, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
		w.wants(err, apperr.Invalid, "signed the same statements")
	})
}

// Whoever signs in by the account of one record comes to no office by the other.
func TestAnOfficeDoesNotComeByAMerge(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		w.exec(`INSERT INTO account (person_id, email, email_key, created_at) VALUES ($1, $2, $2, $3)`,
			p[0], "kept@example.nz", clock())
		w.exec(`INSERT INTO office (person_id, role, from_day, created_at) VALUES ($1, 'administrator', '2026-01-01', $2)`,
			p[1], clock())
		_, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
		w.wants(err, apperr.Invalid, "holds an office now")
	})
}

func TestTwoAccountsAreAskedAbout(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		for i, address := range []string{"kept@example.nz", "gone@example.nz"} {
			w.exec(`INSERT INTO account (person_id, email, email_key, created_at) VALUES ($1, $2, $2, $3)`,
				p[i], address, clock())
		}
		was := w.dump()
		in := w.input(p[0], p[1])
		in.SignsIn = 0
		_, err := w.s.Merge(ctx, w.secretary, in)
		w.wants(err, apperr.Invalid, "")
		for _, tt := range []struct {
			signsIn members.PersonID
			address string
		}{{p[0], "kept@example.nz"}, {p[1], "gone@example.nz"}} {
			in := w.input(p[0], p[1])
			in.SignsIn = tt.signsIn
			id, err := w.s.Merge(ctx, w.secretary, in)
			w.must(err)
			own, other := must(auth.AccountOf(ctx, db, p[0])), must(auth.AccountOf(ctx, db, p[1]))
			if own.Email != tt.address || own.Disabled || !other.Disabled {
				t.Errorf("%s signs in, and the other account is closed: %v; want %s", own.Email, other.Disabled, tt.address)
			}
			_, err = w.s.Undo(ctx, w.secretary, id, "They are two.")
			w.must(err)
			w.compareDumps(was, w.dump())
		}
	})
}

// What came after a merge stays with the record that was kept, and is counted where it was changed.
func TestWhatCameSinceStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		id, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
		w.must(err)
		w.exec(`INSERT INTO office (person_id, role, from_day, created_at) VALUES ($1, 'committee', '2026-01-01', $2)`,
			p[0], clock())
		carried := one[int64](w, `SELECT count(*) FROM person_merge_row WHERE merge_id = $1`, id)
		key := one[string](w, `SELECT row_key FROM person_merge_row WHERE table_name = 'membership_term' AND column_name = 'person_id'
			AND merge_id = $1 ORDER BY no LIMIT 1`, id)
		w.exec(`UPDATE membership_term SET person_id = $1 WHERE id = `+strings.Trim(key, "[]"), w.secretary.Person)
		done, err := w.s.Undo(ctx, w.secretary, id, "They are two.")
		w.must(err)
		if done.Stays != 1 || int64(done.Back) != carried-1 {
			t.Errorf("%d went back and %d stay, want %d and 1", done.Back, done.Stays, carried-1)
		}
		if n := one[int](w, `SELECT count(*) FROM office WHERE person_id = $1 AND role = 'committee'`, p[0]); n != 1 {
			t.Error("what came since is gone")
		}
	})
}

// What was carried is not known once the person was erased: parting them would open a closed account again.
func TestWhoWasErasedIsNotPartedAgain(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	p := w.players(1)[0]
	id, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
	w.must(err)
	w.exec(`INSERT INTO erasure (person_id, by_alias, asked_at, asked_id, done_at) VALUES ($1, FALSE, $2, $1, $2)`, p[0], clock())
	_, err = w.s.Undo(ctx, w.secretary, id, "They are two.")
	w.wants(err, apperr.Conflict, "was erased")
}

// Of whom it was asked that they be erased are not merged: the request would be about a record that leads elsewhere.
func TestWhoIsToBeErasedIsNotMerged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		w.exec(`INSERT INTO erasure (person_id, by_alias, asked_at, asked_id) VALUES ($1, FALSE, $2, $1)`, p[1], clock())
		_, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
		w.wants(err, apperr.Invalid, "is to be erased")
		w.exec(`UPDATE erasure SET withdrawn_at = $2 WHERE person_id = $1`, p[1], clock())
		_, err = w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
		w.must(err)
	})
}

// Nor are two parted of whom it was asked: of one of them all would stay.
func TestWhoIsToBeErasedIsNotParted(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	p := w.players(1)[0]
	id, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
	w.must(err)
	w.exec(`INSERT INTO erasure (person_id, by_alias, asked_at, asked_id) VALUES ($1, FALSE, $2, $1)`, p[0], clock())
	_, err = w.s.Undo(ctx, w.secretary, id, "They are two.")
	w.wants(err, apperr.Conflict, "is to be erased")
	w.exec(`UPDATE erasure SET withdrawn_at = $2 WHERE person_id = $1`, p[0], clock())
	_, err = w.s.Undo(ctx, w.secretary, id, "They are two.")
	w.must(err)
}

// The number and the name of the record that is gone find the one that was kept, which keeps its alias.
func TestTheOldNumberLeadsOn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.players(1)[0]
		w.exec(`UPDATE person SET public_as = 'alias', alias = 'Kererū', note = 'Moved house.' WHERE id = $1`, p[1])
		w.exec(`UPDATE person SET family_name = 'Quokka', given_names = 'Zyx', name_key = 'quokka zyx' WHERE id = $1`, p[1])
		_, err := w.s.Merge(ctx, w.secretary, w.input(p[0], p[1]))
		w.must(err)
		for _, query := range []string{members.Number(p[1]), "Quokka"} {
			found, err := w.members.List(ctx, w.secretary, members.RegisterFilter{Query: query})
			w.must(err)
			if len(found.Entries) != 1 || found.Entries[0].Person.ID != p[0] {
				t.Errorf("%q finds %d records", query, len(found.Entries))
			}
		}
		file, err := w.members.File(ctx, w.secretary, p[0])
		w.must(err)
		if file.Person.PublicName() != "Kererū" || len(file.Former) != 1 || file.Former[0].Family != "Quokka" {
			t.Errorf("public as %q, former names %v", file.Person.PublicName(), file.Former)
		}
		_, err = w.members.File(ctx, w.secretary, p[1])
		w.wants(err, apperr.Conflict, "merged with number")
	})
}

func TestPairsAreProposedAndSetAside(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		add := func(in members.PersonInput) members.PersonID {
			return must(w.members.RegisterAll(ctx, auth.System("test"), []members.PersonInput{in}))[0]
		}
		a := add(members.PersonInput{FamilyName: "Quokka", GivenNames: "Zoë", Email: "zoe@example.nz"})
		b := add(members.PersonInput{FamilyName: "Zoe", GivenNames: "Quokka", Email: "zoe@example.nz"})
		add(members.PersonInput{FamilyName: "Numbat", GivenNames: "Ari", Email: "zoe@example.nz"}) // of the same household
		has := func() bool {
			all, err := w.s.Proposals(ctx, w.secretary)
			w.must(err)
			return slices.ContainsFunc(all, func(p members.Pair) bool { return p.A.ID == a && p.B.ID == b }) &&
				!slices.ContainsFunc(all, func(p members.Pair) bool { return p.B.Family == "Numbat" })
		}
		if !has() {
			t.Error("two records of one name and address are not proposed, or a household is")
		}
		w.must(w.s.KeepApart(ctx, w.secretary, b, a))
		w.must(w.s.KeepApart(ctx, w.secretary, a, b))
		if has() {
			t.Error("a pair that was set aside is proposed")
		}
	})
}
