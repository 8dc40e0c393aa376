package erasing

import (
	"slices"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// An address of before goes as well: where letters and requests went to it without it being known whose it is. One that
// somebody else has now stays theirs.
func TestAnAddressOfBeforeGoes(t *testing.T) {
	each(t, func(w *world) {
		letter := func(key, to string, person any) {
			w.exec(`INSERT INTO mail_letter (letter_key, purpose, person_id, to_name, to_address, subject, body, due_at, queued_at)
				VALUES ($1, 'test', $4, '', $2, 'Text', 'Text', $3, $3)`, key, to, w.now, person)
		}
		letter("welcome", "Before@example.nz", w.member.Person) // how it is known: a letter of then
		letter("later:before@example.nz", "before@example.nz", nil)
		letter("welcome to two", "shared@example.nz", w.member.Person)
		letter("later to two", "shared@example.nz", nil)
		w.exec(`UPDATE person SET email = 'shared@example.nz', email_key = 'shared@example.nz' WHERE id = $1`, w.secretary.Person)
		w.exec(`INSERT INTO address_change (account_id, old_email, new_email, old_letters, asked_at)
			SELECT id, 'old@example.nz', 'Ottoline@example.nz', 'letters@example.nz', $2 FROM account WHERE person_id = $1`,
			w.member.Person, w.now)
		letter("a third", "OLD@example.nz", nil)
		letter("a fourth", "letters@example.nz", nil)
		for _, address := range []string{"before@example.nz", "shared@example.nz"} {
			w.exec(`INSERT INTO mail_bounce (address_key, address, problem, noted_at) VALUES ($1, $1, 'full', $2)`, address, w.now)
		}
		w.must(w.Ask(ctx, w.secretary, w.member.Person, false))
		w.must(w.Confirm(ctx, w.treasurer, w.member.Person))
		for _, text := range []string{"before@example.nz", "old@example.nz", "letters@example.nz", "ottoline@example.nz"} {
			if at := w.found(text); len(at) > 0 {
				t.Errorf("%s stands in %v", text, at)
			}
		}
		want := []string{"mail_bounce.address", "mail_bounce.address_key", "mail_letter.to_address", "person.email", "person.email_key"}
		if at := w.found("shared@example.nz"); !slices.Equal(slices.Sorted(slices.Values(at)), want) {
			t.Errorf("another’s address stands in %v", at)
		}
		left, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM mail_letter WHERE to_address = 'shared@example.nz'`)
		if err != nil || left != 1 {
			t.Errorf("%d letters to another are left, %v", left, err)
		}
	})
}

// Bug: a club's mailbox at which a member was once written to counted as the member's: the club's letters and its newsletter went.
func TestAClubsMailboxStays(t *testing.T) {
	each(t, func(w *world) {
		w.exec(`INSERT INTO club (id, name, name_key, sort_key, email, created_at) VALUES (1, 'One', 'one', 'one', 'hello@example.nz', $1)`, w.now)
		w.exec(`INSERT INTO mail_letter (letter_key, purpose, person_id, to_name, to_address, subject, body, due_at, queued_at)
			VALUES ('welcome', 'test', $2, '', 'hello@example.nz', 'Text', 'Text', $1, $1),
				('the club', 'test', NULL, 'One', 'hello@example.nz', 'Your invoice', 'Please pay', $1, $1)`, w.now, w.member.Person)
		w.exec(`INSERT INTO newsletter_reader (email, email_key, leave_token, asked_at, confirmed_at)
			VALUES ('hello@example.nz', 'hello@example.nz', 'x', $1, $1)`, w.now)
		w.must(w.Ask(ctx, w.secretary, w.member.Person, false))
		w.must(w.Confirm(ctx, w.treasurer, w.member.Person))
		letter, err := store.One(ctx, w.db, store.Value[string], `
			SELECT state || ', ' || subject || ', ' || to_address FROM mail_letter WHERE letter_key = 'the club'`)
		if want := "waiting, Your invoice, hello@example.nz"; err != nil || letter != want {
			t.Errorf("the club’s letter is %q, want %q, %v", letter, want, err)
		}
		readers, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM newsletter_reader`)
		if err != nil || readers != 1 {
			t.Errorf("the newsletter has %d readers, %v", readers, err)
		}
	})
}

// The person's address goes where it stands as a club's or an event's, in letters to whom it was not known whose it is and in
// their keys; others' stays.
func TestTheAddressGoesWhereverItStands(t *testing.T) {
	each(t, func(w *world) {
		letter := func(key, to string) {
			w.exec(`INSERT INTO mail_letter (letter_key, purpose, to_name, to_address, subject, body, due_at, queued_at)
				VALUES ($1, 'test', 'Ottoline', $2, 'Letters about a round?', 'Ottoline', $3, $3)`, key, to, w.now)
		}
		letter("round-letters:Ottoline@example.nz:2026-05-01", "Ottoline@Example.nz")
		letter("round-letters:mei@example.nz:2026-05-01", "mei@example.nz")
		w.exec(`INSERT INTO club (name, name_key, sort_key, email, created_at)
			VALUES ('One', 'one', 'one', 'OTTOLINE@example.nz', $1), ('Two', 'two', 'two', 'two@example.nz', $1)`, w.now)
		w.must(w.Ask(ctx, w.member, w.member.Person, false))
		w.must(w.Confirm(ctx, w.secretary, w.member.Person))
		if at := w.found("ottoline@example.nz"); len(at) > 0 {
			t.Errorf("the address stands in %v", at)
		}
		for text, want := range map[string][]string{
			"round-letters:mei@": {"mail_letter.letter_key"}, "two@example.nz": {"club.email"}, "letters about a round": {"mail_letter.subject"},
		} {
			if at := w.found(text); !slices.Equal(at, want) {
				t.Errorf("%q stands in %v, want %v", text, at, want)
			}
		}
	})
}

// Two may share a mailbox: what the other ordered by it keeps its name and address, and what a visitor ordered by it does not.
func TestWhatTheOtherOfAMailboxOrderedStays(t *testing.T) {
	each(t, func(w *world) {
		order := func(person any, address string) {
			w.exec(`INSERT INTO shop_order (state, visitor, person_id, family_name, given_names, address, email, email_key, place, grams,
				postage, member, ordered_at) VALUES ('cancelled', FALSE, $1, 'Tūī', 'Someone', $2, 'ottoline@example.nz',
				'ottoline@example.nz', 'nz', 100, 500, FALSE, $3)`, person, address, w.now)
		}
		order(w.member.Person, "1 Own Street")
		order(w.secretary.Person, "2 Other Street")
		order(nil, "3 Visitor Street")
		w.must(w.Ask(ctx, w.member, w.member.Person, false))
		w.must(w.Confirm(ctx, w.secretary, w.member.Person))
		for street, want := range map[string]int{"1 own street": 0, "2 other street": 1, "3 visitor street": 0} {
			if at := w.found(street); len(at) != want {
				t.Errorf("%q stands in %v", street, at)
			}
		}
	})
}

// What a row loses, the log loses too: why an officer was away, why a rating was set, why two are not drawn.
func TestTheLogLosesTheReasons(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		w.exec(`INSERT INTO event (id, name, slug, from_day, to_day, created_at)
			VALUES (1, 'Open', 'open', '2026-05-01', '2026-05-02', $1)`, w.now)
		w.exec(`INSERT INTO section (id, event_id, seq, name, slug, rounds, komi, card_secret) VALUES (1, 1, 1, 'Open', 'open', 1, 13, 'x')`)
		w.exec(`INSERT INTO entry (id, section_id, person_id, number, rating, rating_source, membership, created_at)
			VALUES (1, 1, $1, 1, 0, 'grade', 'member', $3), (2, 1, $2, 2, 0, 'grade', 'member', $3)`, id, w.secretary.Person, w.now)
		w.exec(`INSERT INTO forbidden_pair (id, section_id, a_id, b_id, reason) VALUES (7, 1, 1, 2, 'A quarrel at home')`)
		w.exec(`INSERT INTO rating_correction (id, person_id, day, milli, reason, recorded_at, recorded_by)
			VALUES (8, $1, '2026-05-01', 10, 'A quarrel at home', $2, 'X')`, id, w.now)
		w.exec(`INSERT INTO person_merge (kept_id, gone_id, reason, was, merged_at, merged_by, undone_at, undone_by, undone_why)
			VALUES ($1, $2, 'Told', '', $3, 'X', $3, 'X', 'A quarrel at home')`, id, w.treasurer.Person, w.now)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			for object, n := range map[string]int64{"forbidden_pair": 7, "rating_correction": 8, "event": 1} {
				if err := audit.Write(ctx, tx, audit.Entry{
					At: w.now, By: audit.By{Name: "X"}, Action: "do.it", Object: object, ObjectID: n,
					After: map[string]any{"reason": "A quarrel at home"},
				}); err != nil {
					return err
				}
			}
			return nil
		}))
		w.must(w.Ask(ctx, w.secretary, id, false))
		w.must(w.Confirm(ctx, w.treasurer, id))
		if at := w.found("quarrel"); !slices.Equal(at, []string{"audit_entry.detail"}) {
			t.Errorf("the reason stands in %v", at)
		}
		if left, err := audit.Of(ctx, w.db, "event", 1, 1); err != nil || len(left) != 1 {
			t.Errorf("%v, %v", left, err)
		}
		for object, n := range map[string]int64{"forbidden_pair": 7, "rating_correction": 8} {
			all, err := audit.Of(ctx, w.db, object, n, 1)
			w.must(err)
			if all[0].Detail != `{"after":{"reason":"(erased)"}}` {
				t.Errorf("%s: %s", object, all[0].Detail)
			}
		}
		if _, err := audit.Verify(ctx, w.db); err != nil {
			t.Error(err)
		}
	})
}

// Someone cannot be erased in the middle of what is still played: an event that has overrun its days, a club match that seats
// them later. Once it is over they can, and are no longer on the list of whom to ask for a game.
func TestWhoStillPlaysIsNotErased(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		w.exec(`INSERT INTO event (id, name, slug, from_day, to_day, status, created_at)
			VALUES (1, 'Open', 'open', '2026-05-01', '2026-05-02', 'running', $1)`, w.now)
		w.exec(`INSERT INTO section (id, event_id, seq, name, slug, rounds, komi, card_secret)
			VALUES (1, 1, 1, 'Open', 'open', 1, 13, 'x')`)
		w.exec(`INSERT INTO entry (id, section_id, person_id, number, rating, rating_source, membership, created_at)
			VALUES (1, 1, $1, 1, 0, 'grade', 'member', $2)`, id, w.now)
		w.exec(`INSERT INTO club (id, name, name_key, sort_key, created_at)
			VALUES (1, 'One', 'one', 'one', $1), (2, 'Two', 'two', 'two', $1)`, w.now)
		w.exec(`INSERT INTO play_club_match (id, home_id, away_id, game, size, by_rating, days, vacation, boards, closes_on, stage, offered_by, made_at)
			VALUES (1, 1, 2, 'go', 19, FALSE, 3, 0, 5, '2027-06-01', 'open', $1, $2)`, w.secretary.Person, w.now)
		w.exec(`INSERT INTO play_club_player (match_id, person_id, club_id, entered_at) VALUES (1, $1, 1, $2)`, id, w.now)
		w.exec(`INSERT INTO play_list (person_id, listed_at) VALUES ($1, $2)`, id, w.now)
		w.must(w.Ask(ctx, w.secretary, id, false))
		v, err := w.Of(ctx, w.treasurer, id)
		w.must(err)
		want := []string{"plays in an event that is not over", "is put down for a club match that has not begun"}
		if !slices.Equal(v.Holds, want) {
			t.Errorf("in the way: %q, want %q", v.Holds, want)
		}
		if err := w.Confirm(ctx, w.treasurer, id); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("erased while still playing: %v", err)
		}
		w.exec(`UPDATE event SET status = 'rated'`)
		w.exec(`UPDATE play_club_match SET stage = 'called_off'`)
		w.must(w.Confirm(ctx, w.treasurer, id))
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM play_list`); err != nil || n != 0 {
			t.Errorf("still on the list: %d, %v", n, err)
		}
	})
}

// The name of an erased record that was joined with a member’s is the member’s: it does not go while the two are one.
func TestTheNameOfAJoinedRecordStays(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		w.must(w.Ask(ctx, w.secretary, id, false))
		w.must(w.Confirm(ctx, w.treasurer, id))
		w.exec(`INSERT INTO person_merge (id, kept_id, gone_id, reason, was, merged_at, merged_by) VALUES (5, $2, $1, 'Told', '', $3, 'X')`,
			id, w.secretary.Person, w.now)
		w.exec(`INSERT INTO person_alias (gone_id, kept_id, merge_id) VALUES ($1, $2, 5)`, id, w.secretary.Person)
		w.now = civil.MustParseDate("2035-01-01").Midnight()
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil {
			t.Errorf("while joined: %d, %v", n, err)
		}
		w.exec(`DELETE FROM person_alias`)
		if n, err := w.RemoveNames(ctx); n != 1 || err != nil {
			t.Errorf("parted again: %d, %v", n, err)
		}
	})
}

// Who came back with an address, or plays today, keeps the name for as long, though it has been due since.
func TestTheNameOfWhoCameBackStays(t *testing.T) {
	each(t, func(w *world) {
		id := w.member.Person
		w.must(w.Ask(ctx, w.secretary, id, false))
		w.must(w.Confirm(ctx, w.treasurer, id))
		w.now = civil.MustParseDate("2035-01-01").Midnight()
		w.exec(`UPDATE person SET email = 'new@example.nz', email_key = 'new@example.nz' WHERE id = $1`, id)
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil {
			t.Errorf("with an address: %d, %v", n, err)
		}
		w.exec(`UPDATE person SET email = '', email_key = '' WHERE id = $1`, id)
		w.game("")
		w.exec(`UPDATE event SET status = 'running'`)
		if n, err := w.RemoveNames(ctx); n != 0 || err != nil {
			t.Errorf("while playing: %d, %v", n, err)
		}
		w.exec(`UPDATE event SET status = 'rated'`)
		if n, err := w.RemoveNames(ctx); n != 1 || err != nil {
			t.Errorf("afterwards: %d, %v", n, err)
		}
	})
}
