package contact_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/contact"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

type post struct{ sent []mail.Message }

func (p *post) Send(_ context.Context, m mail.Message) error {
	p.sent = append(p.sent, m)
	return nil
}

type desk struct {
	*contact.Service
	db    *store.DB
	post  *post
	mail  *mail.Service
	now   civil.Instant
	ids   []members.PersonID
	fatal func(error)
}

// open is a society with two secretaries, one of them acting, a treasurer without an address, and a president of last year.
func open(t *testing.T, db *store.DB) *desk {
	t.Helper()
	d := &desk{db: db, post: &post{}, now: civil.MustParseInstant("2026-09-01T00:00:00.000Z")}
	d.fatal = func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	clock := func() civil.Instant { return d.now }
	var err error
	d.ids, err = members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Moana", GivenNames: "Tere", Email: "tere@example.nz"}, {FamilyName: "Rata", GivenNames: "Ana", Email: "ana@example.nz"},
		{FamilyName: "Kea", GivenNames: "Jo"}, {FamilyName: "Past", GivenNames: "Al", Email: "al@example.nz"},
	})
	d.fatal(err)
	d.fatal(db.InTx(ctx, func(tx *store.Tx) error {
		for i, row := range []string{"'secretary', FALSE, '2020-01-01', NULL", "'secretary', TRUE, '2020-01-01', NULL", "'treasurer', FALSE, '2020-01-01', NULL", "'president', FALSE, '2020-01-01', '2025-12-31'"} {
			if _, err := tx.Exec(ctx, `
				INSERT INTO office (person_id, role, acting, from_day, until_day, created_at)
				VALUES ($1, `+row+`, $2)`, d.ids[i], d.now); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `UPDATE person SET public_as = 'alias', alias = 'Kererū' WHERE id = $1`, d.ids[1])
		return err
	}))
	d.mail = mail.New(db, clock, d.post)
	d.Service = contact.New(db, clock, auth.New(db, clock, auth.Settings{}), d.mail, "Society")
	return d
}

var fine = contact.Message{To: auth.Secretary, Name: "Vis Itor", Address: "visitor@example.nz", Text: "Do you meet on Tuesdays?"}

// Who holds an office today is named as public pages name them, and a message reaches all who hold it, from no one's
// address, with an answer that goes to the visitor and nothing else that does.
func TestAMessageReachesTheOffice(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		d := open(t, db)
		officers, err := d.Officers(ctx)
		d.fatal(err)
		var got []string
		for _, o := range officers {
			got = append(got, fmt.Sprintf("%s: %s %t", o.Title, o.Name, o.Reachable()))
		}
		if want := "Secretary: Tere Moana true; Acting secretary: Kererū true; Treasurer: Jo Kea false"; strings.Join(got, "; ") != want {
			t.Errorf("%s\nwant %s", strings.Join(got, "; "), want)
		}
		d.fatal(d.Write(ctx, fine, "192.0.2.1"))
		_, err = d.mail.Deliver(ctx)
		d.fatal(err)
		if len(d.post.sent) != 2 {
			t.Fatalf("%d letters", len(d.post.sent))
		}
		for _, m := range d.post.sent {
			if m.To.Address == fine.Address || m.ReplyTo.Address != fine.Address || !strings.Contains(m.Body, fine.Text) || !strings.Contains(m.Body, "has not signed in") {
				t.Errorf("%+v", m)
			}
		}
	})
}

// What is wrong is said at each field, all at once, and nothing is sent; names and texts cannot make a letter's head.
func TestMessagesThatAreRefused(t *testing.T) {
	d := open(t, storetest.SQLite(t))
	for name, tt := range map[string]struct {
		change func(m *contact.Message)
		want   string
	}{
		"all":            {func(m *contact.Message) { *m = contact.Message{} }, "to name email message"},
		"no address":     {func(m *contact.Message) { m.Address = "visitor" }, "email"},
		"two addresses":  {func(m *contact.Message) { m.Address = "a@example.nz, b@example.nz" }, "email"},
		"a head":         {func(m *contact.Message) { m.Address = "a@example.nz\r\nBcc: b@example.nz" }, "email"},
		"unheld office":  {func(m *contact.Message) { m.To = auth.President }, "to"},
		"unreachable":    {func(m *contact.Message) { m.To = auth.Treasurer }, "to"},
		"administrator":  {func(m *contact.Message) { m.To = auth.Administrator }, "to"},
		"long name":      {func(m *contact.Message) { m.Name = strings.Repeat("x", 101) }, "name"},
		"long text":      {func(m *contact.Message) { m.Text = strings.Repeat("x", 4001) }, "message"},
		"nothing to say": {func(m *contact.Message) { m.Text = " \n hi " }, "message"},
	} {
		m := fine
		tt.change(&m)
		err := d.Write(ctx, m, "192.0.2.1")
		var fields []string
		if known := new(apperr.Error); errors.As(err, &known) {
			for _, f := range known.Fields {
				fields = append(fields, f.Name)
			}
		}
		if got := strings.Join(fields, " "); got != tt.want {
			t.Errorf("%s: %q, want %q (%v)", name, got, tt.want, err)
		}
	}
	d.fatal(d.Write(ctx, contact.Message{To: auth.Secretary, Name: "A\r\nBcc: b@example.nz", Address: fine.Address, Text: fine.Text}, "192.0.2.1"))
	_, err := d.mail.Deliver(ctx)
	d.fatal(err)
	for _, m := range d.post.sent {
		if strings.ContainsAny(m.Subject+m.ReplyTo.Name, "\r\n") {
			t.Errorf("%q", m.Subject)
		}
	}
}

// A name with signs that no one sees is written without them, and fails no message.
func TestANameWithHiddenSigns(t *testing.T) {
	d := open(t, storetest.SQLite(t))
	m := fine
	m.Name, m.Text = "Vis\x1b[31m\x07 Itor", "Do you meet\ron Tuesdays?\x01"
	d.fatal(d.Write(ctx, m, "192.0.2.1"))
	_, err := d.mail.Deliver(ctx)
	d.fatal(err)
	if len(d.post.sent) != 2 {
		t.Fatalf("%d letters", len(d.post.sent))
	}
	if m := d.post.sent[0]; m.Subject != "Message from Vis[31m Itor" || !strings.Contains(m.Body, "Do you meet\non Tuesdays?\n") {
		t.Errorf("%q: %q", m.Subject, m.Body)
	}
}

// Without a mail server a message waits in the outbox until there is one.
func TestAMessageWaitsForAServer(t *testing.T) {
	d := open(t, storetest.SQLite(t))
	clock := func() civil.Instant { return d.now }
	d.Service = contact.New(d.db, clock, auth.New(d.db, clock, auth.Settings{}), mail.New(d.db, clock, nil), "Society")
	if d.Sends() {
		t.Fatal("there is a server")
	}
	d.fatal(d.Write(ctx, fine, "192.0.2.1"))
	done, err := d.mail.Deliver(ctx)
	if err != nil || done.Sent != 2 || len(d.post.sent) != 2 {
		t.Errorf("%+v, %v", done, err)
	}
}

// A network sends five in a day, and all together sixty, at once as well: what is more is refused, and kept nowhere.
func TestAFloodIsHeld(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		d := open(t, db)
		for range contact.OfNetwork {
			d.fatal(d.Write(ctx, fine, "192.0.2.1"))
		}
		if err := d.Write(ctx, fine, "192.0.2.1"); apperr.KindOf(err) != apperr.TooMany {
			t.Errorf("one more of the network: %v", err)
		}
		var mu sync.Mutex
		var wait sync.WaitGroup
		taken := contact.OfNetwork
		for i := range 80 {
			wait.Go(func() {
				err := d.Write(ctx, fine, fmt.Sprintf("198.51.100.%d", i))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					taken++
				} else if apperr.KindOf(err) != apperr.TooMany {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if taken != contact.InAll {
			t.Errorf("%d taken, want %d", taken, contact.InAll)
		}
		if n, err := store.One(ctx, db, store.Value[int], `SELECT COUNT(*) FROM mail_letter`); err != nil || n != 2*contact.InAll {
			t.Errorf("%d letters, %v", n, err)
		}
		d.now = d.now.Add(25 * 3600e9)
		d.fatal(d.Write(ctx, fine, "192.0.2.1"))
	})
}
