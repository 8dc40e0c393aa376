package erasing

import (
	"slices"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/store"
)

// game has the member and the secretary enter an event; by is who the program
// wrote as who checked the member in.
func (w *world) game(by string) {
	w.t.Helper()
	w.exec(`INSERT INTO event (id, name, slug, from_day, to_day, created_at)
		VALUES (1, 'Open', 'open', '2026-05-01', '2026-05-02', $1)`, w.now)
	w.exec(`INSERT INTO section (id, event_id, seq, name, slug, rounds, komi, card_secret) VALUES (1, 1, 1, 'Open', 'open', 1, 13, 'x')`)
	w.exec(`INSERT INTO entry (id, section_id, person_id, number, rating, rating_source, membership, here_by, created_at)
		VALUES (1, 1, $1, 1, 0, 'grade', 'member', $4, $3), (2, 1, $2, 2, 0, 'grade', 'member', '', $3)`,
		w.member.Person, w.secretary.Person, w.now, by)
}

// Letters about a player go to an address without it being known whose it is: erasing ends those to the person's, and keeps
// those of others. Letters that the person wrote to others name no address to answer to, and a payment of no known payer none.
func TestNoLetterGoesToAnAddressThatWasErased(t *testing.T) {
	each(t, func(w *world) {
		w.game("")
		w.exec(`INSERT INTO round_letters (id, entry_id, person_id, address, token, asked_at, confirmed_at)
			VALUES (1, 2, NULL, 'ottoline@example.nz', 'a', $2, $2), (2, 2, NULL, 'mei@example.nz', 'b', $2, $2), (3, 2, $1, '', 'c', $2, $2)`,
			w.secretary.Person, w.now)
		w.exec(`INSERT INTO round_letter_said (letters_id, round, said, times) VALUES (1, 1, 'x', 1), (2, 1, 'x', 1)`)
		w.exec(`INSERT INTO mail_letter (letter_key, purpose, person_id, to_name, to_address, subject, body, due_at, queued_at,
			reply_name, reply_address) VALUES ('b', 'test', $1, 'Tere', 'tere@example.nz', 'Fees', 'Text', $2, $2, 'Ottoline', 'Ottoline@example.nz')`,
			w.secretary.Person, w.now)
		w.exec(`INSERT INTO payment (person_id, amount, received_on, method, receipt_year, receipt_no, payer_address, payer_email,
			recorded_at) VALUES ($1, 2000, '2026-07-01', 'bank', 2026, 1, '7 Elm Rd', 'Ottoline@example.nz', $2)`,
			w.secretary.Person, w.now)
		w.exec(`UPDATE person SET email = '', email_key = '' WHERE id = $1`, w.member.Person) // known of the account alone
		w.must(w.Ask(ctx, w.secretary, w.member.Person, false))
		w.must(w.Confirm(ctx, w.treasurer, w.member.Person))
		for _, text := range []string{"ottoline@example.nz", "7 elm rd"} {
			if at := w.found(text); len(at) > 0 {
				t.Errorf("%q stands in %v", text, at)
			}
		}
		left, err := store.All(ctx, w.db, store.Value[int64], `SELECT id FROM round_letters ORDER BY id`)
		if err != nil || !slices.Equal(left, []int64{2, 3}) {
			t.Errorf("letters of %v are left, %v", left, err)
		}
		if at := w.found("tere@example.nz"); !slices.Equal(at, []string{"mail_letter.to_address"}) {
			t.Errorf("another’s letter: %v", at)
		}
	})
}

// A former name goes at once, also where it was written as who acted and from what the log says of others; the name of now
// stays for its years. A name that somebody else has stays in the log.
func TestAFormerNameGoesWhereverItStands(t *testing.T) {
	each(t, func(w *world) {
		w.game("Ottoline Thistlewood")
		w.exec(`INSERT INTO person_former_name (person_id, family_name, given_names, name_key, recorded_at, recorded_by)
			VALUES ($1, 'Thistlewood', 'Ottoline', 'thistlewood ottoline', $2, 'X'),
				($1, 'Moana', 'Tere', (SELECT name_key FROM person WHERE id = $3), $2, 'X')`, w.member.Person, w.now, w.secretary.Person)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			return audit.Write(ctx, tx, audit.Entry{
				At: w.now, By: audit.By{Name: "X"}, Action: "set.roll", Object: "meeting", ObjectID: 3,
				After: map[string]any{"here": []string{"Ottoline Thistlewood", "Thistlewood, Ottoline", "Tere Moana"}},
			})
		}))
		w.must(w.Ask(ctx, w.secretary, w.member.Person, false))
		w.must(w.Confirm(ctx, w.treasurer, w.member.Person))
		if at := w.found("Thistlewood"); len(at) > 0 {
			t.Errorf("the former name stands in %v", at)
		}
		if at := w.found("Tere Moana"); !slices.Contains(at, "audit_entry.detail") {
			t.Errorf("the name of another stands in %v", at)
		}
		if at := w.found("Quillfeather"); !slices.Contains(at, "person.family_name") {
			t.Errorf("the name of now stands in %v", at)
		}
		if _, err := audit.Verify(ctx, w.db); err != nil {
			t.Error(err)
		}
	})
}
