package members_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Attack: whoever may edit the register changes where somebody with an account is
// told of what happens to it; by hand, or by a club's list.
func TestTheAddressOfAnAccountIsNotTheRegistersToChange(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		aroha := s.ids[1]
		in := func(query string, args ...any) {
			t.Helper()
			if err := s.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, query, args...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		in(`INSERT INTO account (person_id, email, email_key, created_at)
			VALUES ($1, 'tui@example.nz', 'tui@example.nz', $2)`, aroha, clock())
		read := func() members.Person {
			t.Helper()
			f, err := s.File(ctx, s.treasurer, aroha)
			if err != nil {
				t.Fatal(err)
			}
			return f.Person
		}
		edit := func(email string) error {
			p := read()
			return s.Edit(ctx, s.treasurer, members.EditInput{ID: p.ID, Version: p.Version, PersonInput: members.PersonInput{
				FamilyName: "Tūī", GivenNames: "Aroha", Email: email,
			}})
		}
		own := func(email string) error {
			p := read()
			return s.EditOwn(ctx, actor(aroha, "", 0), members.OwnInput{ID: p.ID, Version: p.Version, Email: email})
		}
		for _, save := range []func(string) error{edit, own} {
			for _, email := range []string{"thief@example.nz", ""} {
				if err := save(email); apperr.KindOf(err) != apperr.Invalid {
					t.Errorf("%q: %v", email, err)
				}
			}
			if err := save(read().Contact.Email); err != nil {
				t.Errorf("unchanged: %v", err)
			}
		}
		change := members.ContactChange{Email: "thief@example.nz", Phone: "021 555 999"}
		for _, c := range change.Against(read()) {
			if c.Field == "email" {
				t.Errorf("a list is said to change the address: %+v", c)
			}
		}
		if err := s.db.InTx(ctx, func(tx *store.Tx) error { return members.ApplyContact(ctx, tx, aroha, change) }); err != nil {
			t.Fatal(err)
		}
		if got := read().Contact; got.Email != "aroha@example.nz" || got.Phone != "021 555 999" {
			t.Errorf("after a list: %+v", got)
		}
		for _, save := range []func(string) error{edit, own} { // letters go elsewhere: that is its owner's to say
			if err := save("TUI@example.nz"); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("letters sent to the address that signs in: %v", err)
			}
			if got := read().Contact.Email; got != "aroha@example.nz" {
				t.Errorf("letters go to %s", got)
			}
		}
		in(`UPDATE person SET email = '', email_key = '' WHERE id = $1`, aroha)
		if err := edit("TUI@example.nz"); err != nil {
			t.Errorf("the account's own address, where the register has none: %v", err)
		}
		in(`UPDATE account SET disabled = TRUE`)
		if err := edit("other@example.nz"); err != nil {
			t.Errorf("with a closed account: %v", err)
		}
	})
}
