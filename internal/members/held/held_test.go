package held

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

var ctx = context.Background()

func clock() civil.Instant { return civil.MustParseInstant("2026-11-21T02:00:00.000Z") }

// A table that names people is read for the person, or says why not: one that is new cannot be forgotten.
func TestEveryTableThatNamesPeopleIsKnown(t *testing.T) {
	db := storetest.SQLite(t)
	are, err := store.All(ctx, db, store.Value[string], `
		SELECT m.name || '.' || f."from"
		FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
		WHERE m.type = 'table' AND f."table" = 'person'`)
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, p := range parts {
		known = append(known, p.of...)
	}
	for name := range left {
		known = append(known, name)
	}
	for _, name := range are {
		_, column, _ := strings.Cut(name, ".")
		if !slices.Contains(known, name) && !slices.Contains(acted, column) {
			t.Errorf("%s names a person: say in parts.go what of it the person reads, or why nothing", name)
		}
	}
	for _, name := range known {
		if !slices.Contains(are, name) {
			t.Errorf("%s is in parts.go and names no person", name)
		}
	}
}

func TestAllThatIsHeldIsRead(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz", Note: "Wants large print."},
			{FamilyName: "Peters", GivenNames: "James", Email: "james@example.nz"},
		})
		if err != nil {
			t.Fatal(err)
		}
		outbox := mail.New(db, clock, nil)
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			for i, name := range []string{"Aroha Tūī", "James Peters"} {
				if _, err := outbox.Queue(ctx, tx, mail.Letter{
					Key: "letter-" + name, Purpose: "Test", To: mail.Recipient{Person: int64(ids[i]), Name: name, Address: "a@example.nz"},
					Subject: "To " + name, Body: "Kia ora\n" + name,
				}); err != nil {
					return err
				}
			}
			for i, email := range []string{"Aroha@example.nz", "james@example.nz"} { // who has the newsletter is known by the address
				if _, err := tx.Exec(ctx, `
					INSERT INTO newsletter_reader (email, email_key, leave_token, asked_at, confirmed_at)
					VALUES ($1, $2, $3, $4, $4)`, email, members.EmailKey(email), strconv.Itoa(i), clock()); err != nil {
					return err
				}
			}
			return members.InsertTerms(ctx, tx, []members.Term{{
				Person: ids[0], Year: 2026, From: civil.MustParseDate("2026-07-01"), To: civil.MustParseDate("2027-06-30"),
				Kind: members.KindRenewal, RecordedAt: clock(), Trace: constitution.Trace{Rule: "2.2"},
			}})
		}); err != nil {
			t.Fatal(err)
		}
		s := New(db, clock)
		own := auth.Actor{Account: 1, Person: ids[0], Name: "Aroha Tūī"}
		d, err := s.Own(ctx, own)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := d.Text(&text); err != nil {
			t.Fatal(err)
		}
		file, err := json.Marshal(d.JSON())
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Tūī", "aroha@example.nz", "Wants large print.", "2027-06-30", "To Aroha Tūī", "Newsletter", "Aroha@example.nz"} {
			if !strings.Contains(text.String(), want) || !strings.Contains(string(file), want) {
				t.Errorf("%q is held and not read:\n%s", want, text.String())
			}
		}
		if strings.Contains(text.String(), "Peters") || strings.Contains(text.String(), "james@") {
			t.Errorf("another person is read:\n%s", text.String())
		}
		if n, err := store.One(ctx, db, store.Value[int], `SELECT count(*) FROM audit_entry WHERE action = 'read.own_data'`); err != nil || n != 1 {
			t.Errorf("%d entries, %v", n, err)
		}
		if _, err := s.Own(ctx, auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("not signed in: %v", err)
		}
		left := own
		left.Session = 4
		if _, err := s.Own(ctx, left); apperr.KindOf(err) != apperr.Prove {
			t.Errorf("a browser that was left open: %v", err)
		}
	})
}

// Who is paid for reads who paid as on the own page: not where that one is reached, and no name where the payer wished so.
func TestWhoPaidForSomeoneIsNotReadFurther(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Tūī", GivenNames: "Aroha"}, {FamilyName: "Peters", GivenNames: "James"},
		})
		if err != nil {
			t.Fatal(err)
		}
		books := clubs.New(db, clock, auth.New(db, clock, auth.Settings{}))
		for i, by := range []treasury.Payer{
			{Name: "Acme Ltd", Address: "1 Hill Rd", Email: "boss@example.nz"},
			{Name: "Uncle Tom", Address: "2 Dale St", Email: "tom@example.nz", Quiet: true},
			{Party: ledger.Party{Person: int64(ids[1])}, Quiet: true},
		} {
			if _, err := books.Take(ctx, auth.System("test"), treasury.ReceiveInput{
				Party: ledger.Party{Person: int64(ids[0])}, Amount: money.Cents(2000 + i), ReceivedOn: clock().Date(),
				Method: treasury.Bank, PaidBy: by, Reference: "FROM " + by.Name,
			}); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.InTx(ctx, func(tx *store.Tx) error { // what is left of the second is to be paid back
			_, err := tx.Exec(ctx, `
				INSERT INTO payment_request (payee, cents, purpose, day, method, attachment, state, asked_by, asked_at,
				                             refund_person_id, refund_payment_id)
				SELECT 'Uncle Tom', 2001, 'Tom paid twice', $2, 'transfer', '', 'open', NULL, $3, $1, t.id
				FROM payment t
				WHERE t.amount = 2001`, ids[0], clock().Date(), clock())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		read := func(i int) string {
			d, err := New(db, clock).Own(ctx, auth.Actor{Account: 1, Person: ids[i], Name: "Someone"})
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			if err := d.Text(&text); err != nil {
				t.Fatal(err)
			}
			return text.String()
		}
		text := read(0)
		for _, want := range []string{"Paid by: Acme Ltd", "Paid by: someone else", "FROM Acme Ltd", "Paid back to who paid", "$20.00", "$20.01", "$20.02"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not read:\n%s", want, text)
			}
		}
		for _, secret := range []string{"1 Hill Rd", "boss@", "Tom", "tom@", "2 Dale St", "Peters"} {
			if strings.Contains(text, secret) {
				t.Errorf("who is paid for reads %q:\n%s", secret, text)
			}
		}
		if text := read(1); !strings.Contains(text, "Paid by: James Peters") || !strings.Contains(text, "$20.02") {
			t.Errorf("who paid does not read it:\n%s", text)
		}
	})
}

func TestValuesAsPeopleReadThem(t *testing.T) {
	for _, tt := range []struct {
		column string
		value  any
		want   string
	}{
		{"Amount", int64(2550), "$25.50"}, {"Rating after", int64(3449), "3.4"}, {"Year", int64(2026), "2026"},
		{"Note", nil, ""}, {"Note", []byte("x"), "x"}, {"Ended", "y", "y"},
	} {
		if got := said(tt.column, tt.value); got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.column, tt.value, got, tt.want)
		}
	}
}

// What the committee means to say to someone is read once it was sent to them.
func TestReasonsOfAnExclusionAreReadOnceTheyWereSent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := func() civil.Instant { return civil.MustParseInstant("2027-03-01T00:00:00.000Z") }
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Tūī", GivenNames: "Aroha"}})
		if err != nil {
			t.Fatal(err)
		}
		exec := func(query string, args ...any) {
			t.Helper()
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, query, args...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO exclusion (person_id, rules, reasons, recorded_at, recorded_by)
			VALUES ($1, 'secret draft of rules', 'secret draft of reasons', $2, 'X')`, ids[0], clock())
		read := func() string {
			t.Helper()
			d, err := New(db, clock).Own(ctx, auth.Actor{Account: 1, Person: ids[0], Name: "Aroha Tūī"})
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			if err := d.Text(&text); err != nil {
				t.Fatal(err)
			}
			return text.String()
		}
		if got := read(); strings.Contains(got, "secret draft") || !strings.Contains(got, "not sent to you yet") {
			t.Errorf("before it was sent:\n%s", got)
		}
		exec(`UPDATE exclusion SET sent_on = '2027-02-28'`)
		if got := read(); !strings.Contains(got, "secret draft of reasons") || !strings.Contains(got, "secret draft of rules") {
			t.Errorf("once it was sent:\n%s", got)
		}
	})
}
