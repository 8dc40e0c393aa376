package settings_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/logbook"
	"nzgs/internal/mail"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// server is a mail server of the tests as settings have it.
func server(s *mailtest.Server) map[string]string {
	return map[string]string{
		settings.Host: "127.0.0.1", settings.Port: fmt.Sprint(s.Port), settings.Encryption: "none", settings.From: "us@example.nz",
	}
}

func smtp(in map[string]string) mail.SMTP {
	s := mail.SMTP{Host: in[settings.Host], Encryption: mail.Plain, From: in[settings.From], FromName: "Society"}
	fmt.Sscan(in[settings.Port], &s.Port)
	return s
}

func own(context.Context, auth.Actor) (mail.Recipient, error) {
	return mail.Recipient{Name: "Aroha Tūī", Address: "aroha@example.nz"}, nil
}

// with is the service where a mail server is in force; nil for none.
func with(db *store.DB, post *mail.SMTP) *settings.Service {
	p := settings.Program{
		Society: "Society", Own: own, Given: map[string]settings.Given{settings.Port: {Value: "587"}, settings.Encryption: {Value: "starttls"}},
	}
	var outbox mail.Post
	if post != nil {
		p.Post, outbox = *post, *post
	}
	letters := mail.New(db, clock, outbox)
	return settings.New(db, clock, p, logbook.New(db, clock, "Society", letters), letters)
}

// Whoever changes the mail server is told of to the officers who keep the log's head, through the server of until then, before
// anything is changed; no password is in a letter, in the log or on a page.
func TestTheMailServerIsNotChangedUnseen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		run(t, db, `INSERT INTO office (person_id, role, acting, from_day, created_at) VALUES (7, 'president', FALSE, '2020-01-01', '2020-01-01T00:00:00.000Z')`)
		old, next := mailtest.Start(t), mailtest.Start(t)
		in := server(old)
		post := smtp(in)
		s := with(db, &post)
		if err := s.Save(ctx, administrator, settings.Mail, 0, in); err != nil {
			t.Fatal(err)
		}
		changed := server(next)
		changed[settings.User], changed[settings.Password] = "us", "opensesame"
		if err := s.Save(ctx, administrator, settings.Mail, 1, changed); err != nil {
			t.Fatal(err)
		}
		got := old.Letters()
		if len(got) != 2 || len(next.Letters()) != 0 {
			t.Fatalf("%d letters by the old server, %d by the next", len(got), len(next.Letters()))
		}
		if text := got[1].Text(); !strings.Contains(text, fmt.Sprint(old.Port)) || !strings.Contains(text, fmt.Sprint(next.Port)) ||
			!strings.Contains(text, "Aroha Tūī") || strings.Contains(text, "opensesame") {
			t.Error(text)
		}
		v, err := s.View(ctx, administrator, settings.Mail)
		if err != nil || v.Value(settings.Password) != settings.KeptPassword || v.Version != 2 {
			t.Errorf("%+v, %v", v, err)
		}
		list, err := audit.Of(ctx, db, "settings", 2, 10)
		if err != nil || len(list) != 4 { // told and changed, twice
			t.Errorf("%d entries, %v", len(list), err)
		}
		for _, r := range list {
			if strings.Contains(string(r.Detail), "opensesame") {
				t.Errorf("the log: %s", r.Detail)
			}
		}
		// A form of a version that is not there yet is as old as any other: no one would be told.
		if err := s.Save(ctx, administrator, settings.Mail, 3, maps.Clone(changed)); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a version ahead: %v", err)
		}
		// The password stays for the same server and user, and goes to no other.
		changed[settings.Password], changed[settings.From] = "", "other@example.nz"
		if err := s.Save(ctx, administrator, settings.Mail, 2, maps.Clone(changed)); err != nil {
			t.Error(err)
		}
		if kept, err := settings.Read(ctx, db); err != nil || kept.Values[settings.Password] != "opensesame" {
			t.Errorf("the password: %v, %v", kept.Values, err)
		}
		for _, name := range []string{settings.Host, settings.Port, settings.User} {
			to := maps.Clone(changed)
			to[name] = map[string]string{settings.Host: "localhost", settings.Port: "25", settings.User: "you"}[name]
			if got := wrong(s.Save(ctx, administrator, settings.Mail, 3, to)); got != settings.Password {
				t.Errorf("another %s, without the password: %q", name, got)
			}
		}
		if err := s.Save(ctx, administrator, settings.Mail, 1, changed); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if len(old.Letters()) != 3 {
			t.Errorf("%d letters: what was refused is told to no one", len(old.Letters()))
		}
	})
}

func run(t *testing.T, db *store.DB, query string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestMailServersThatAreRefused(t *testing.T) {
	s := with(storetest.SQLite(t), nil)
	fine := map[string]string{
		settings.Host: "smtp.example.nz", settings.Port: "587", settings.Encryption: "starttls", settings.From: "us@example.nz",
		settings.User: "us", settings.Password: "secret",
	}
	for _, tt := range []struct{ name, value, want string }{
		{settings.Host, "smtp example", settings.Host}, {settings.Host, "a:25", settings.Host}, {settings.Host, "x\r\ny", settings.Host},
		{settings.Host, strings.Repeat("a", 300), settings.Host}, {settings.Host, "fe80::1%eth0", settings.Host},
		{settings.Port, "0", settings.Port}, {settings.Port, "65536", settings.Port}, {settings.Port, "", settings.Port},
		{settings.Encryption, "none", settings.Encryption}, {settings.Encryption, "ssl", settings.Encryption},
		{settings.From, "us", settings.From}, {settings.From, "", settings.From}, {settings.User, "", settings.User},
		{settings.User, "a\r\nb", settings.User}, {settings.Password, "", settings.Password}, {settings.Password, "a\nb", settings.Password},
		{settings.Password, strings.Repeat("a", 2000), settings.Password},
	} {
		in := maps.Clone(fine)
		in[tt.name] = tt.value
		if got := wrong(s.Save(ctx, administrator, settings.Mail, 0, in)); got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.name, tt.value, got, tt.want)
		}
	}
}

// A test letter is really sent, to the administrator's own address, and what the server answered is said and kept for as long
// as the server is the same.
func TestATestLetter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		one := mailtest.Start(t)
		in := server(one)
		post := smtp(in)
		s := with(db, &post)
		if err := s.Save(ctx, administrator, settings.Mail, 0, in); err != nil {
			t.Fatal(err)
		}
		got, err := s.Test(ctx, administrator)
		if err != nil || !got.Worked || got.Answer == "" || len(one.Letters()) != 1 || one.Letters()[0].To != "aroha@example.nz" {
			t.Fatalf("%+v, %v, %d letters", got, err, len(one.Letters()))
		}
		if last, ofNow, err := s.MailTested(ctx, administrator); err != nil || !ofNow || last.Answer != got.Answer {
			t.Errorf("%+v, %t, %v", last, ofNow, err)
		}
		if _, err := s.Test(ctx, administrator); apperr.KindOf(err) != apperr.TooMany {
			t.Errorf("another at once: %v", err)
		}
		in[settings.From] = "other@example.nz"
		if err := s.Save(ctx, administrator, settings.Mail, 1, in); err != nil {
			t.Fatal(err)
		}
		if last, ofNow, err := s.MailTested(ctx, administrator); err != nil || ofNow || !last.At.IsZero() {
			t.Errorf("after a change: %+v, %t, %v", last, ofNow, err)
		}
		one.Answer("aroha@example.nz", "550 5.1.1 no such person")
		if got, err := s.Test(ctx, administrator); err != nil || got.Worked || !strings.Contains(got.Answer, "550 5.1.1 no such person") {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := with(db, nil).Test(ctx, administrator); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("without a server: %v", err)
		}
		if _, err := s.Test(ctx, holding(auth.Secretary)); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary: %v", err)
		}
	})
}

// What is no mail server is waited for no longer than is said, and what it says is shown to no one.
func TestWhatDoesNotAnswerAsAMailServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	say := make(chan string, 2)
	say <- ""
	say <- "-ERR the database of someone else\r\n"
	go func() { // raced by this test itself
		for text := range say {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(conn, text)
			defer conn.Close()
		}
	}()
	defer close(say)
	post := mail.SMTP{Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port, Encryption: mail.Plain, From: "us@example.nz"}
	letter := mail.Message{ID: "1", To: mail.Recipient{Address: "aroha@example.nz"}, Subject: "Test", Body: "Test"}
	began := time.Now()
	answer, err := post.Test(ctx, letter, time.Second)
	if err == nil || time.Since(began) > 5*time.Second {
		t.Errorf("silence: %q, %v, after %s", answer, err, time.Since(began))
	}
	if answer, err = post.Test(ctx, letter, 5*time.Second); err == nil || strings.Contains(answer, "database") {
		t.Errorf("another program: %q, %v", answer, err)
	}
	if _, err := smtp(map[string]string{settings.Host: "no.invalid", settings.Port: "25", settings.From: "us@example.nz"}).Test(ctx, letter, 5*time.Second); err == nil {
		t.Error("a name that does not exist")
	}
}

// What came with a backup writes to no one until an administrator says so.
func TestARestoredMailServerIsHeld(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		run(t, db, `INSERT INTO office (person_id, role, acting, from_day, created_at) VALUES (7, 'president', FALSE, '2020-01-01', '2020-01-01T00:00:00.000Z')`)
		s := with(db, nil)
		in := server(&mailtest.Server{Port: 2525})
		if err := errors.Join(s.Save(ctx, administrator, settings.Mail, 0, in), settings.HoldRestored(ctx, db, auth.System("test"), clock)); err != nil {
			t.Fatal(err)
		}
		kept, err := settings.Read(ctx, db)
		if err != nil || kept.InForce()[settings.Host] != "" || kept.Values[settings.Host] == "" || kept.Revision() != 2 {
			t.Fatalf("%+v, %v", kept, err)
		}
		if v, err := s.View(ctx, administrator, settings.Mail); err != nil || !v.Held {
			t.Errorf("%+v, %v", v, err)
		}
		if err := s.Release(ctx, holding(auth.Secretary), settings.Mail); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary: %v", err)
		}
		if err := s.Release(ctx, administrator, settings.Mail); err != nil {
			t.Fatal(err)
		}
		if kept, err := settings.Read(ctx, db); err != nil || kept.InForce()[settings.Host] == "" {
			t.Errorf("released: %+v, %v", kept, err)
		}
		told, err := store.One(ctx, db, store.Value[int], `SELECT count(*) FROM mail_letter WHERE subject LIKE '%from a backup%'
			AND body LIKE '%'||$1||'%'`, "Letters of the society go this way")
		if err != nil || told != 1 {
			t.Errorf("%d letters tell of it, want 1: %v", told, err)
		}
	})
}

// From the day that is set, whoever has no second factor is not let in: not the one who sets it, either.
func TestTheDayOfSecondFactorsLocksNoOneOut(t *testing.T) {
	db := storetest.SQLite(t)
	live(t, db)
	s := with(db, nil)
	save := func(a auth.Actor, version int64, day string) error {
		return s.Save(ctx, a, settings.SignIn, version, map[string]string{settings.FactorFrom: day})
	}
	for _, day := range []string{"2026-07-01", "2026-06-30", "2027-02-30", "soon"} {
		if got := wrong(save(administrator, 0, day)); got != settings.FactorFrom {
			t.Errorf("%s: %q", day, got)
		}
	}
	if err := save(administrator, 0, "2026-07-02"); err != nil {
		t.Error(err)
	}
	enrolled := administrator
	enrolled.Proof.Enrolled = true
	if err := save(enrolled, 1, "2026-07-01"); err != nil {
		t.Error(err)
	}
	if err := save(administrator, 2, ""); err != nil {
		t.Error(err)
	}
}

// A server is taken out by emptying its name, whatever else stands in the form; and what the page shows for a password is none.
func TestAMailServerIsTakenOut(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		in := server(mailtest.Start(t))
		post := smtp(in)
		s := with(db, &post)
		in[settings.User], in[settings.Password] = "us", settings.KeptPassword
		if err := s.Save(ctx, administrator, settings.Mail, 0, maps.Clone(in)); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("what stands for a password: %v", err)
		}
		in[settings.Password] = "opensesame"
		if err := s.Save(ctx, administrator, settings.Mail, 0, maps.Clone(in)); err != nil {
			t.Fatal(err)
		}
		in[settings.Host], in[settings.Password] = "", ""
		if err := s.Save(ctx, administrator, settings.Mail, 1, maps.Clone(in)); err != nil {
			t.Fatal(err)
		}
		kept, err := settings.Read(ctx, db)
		if err != nil || kept.Values[settings.Host] != "" || kept.Values[settings.User] != "" || kept.Values[settings.Password] != "" {
			t.Errorf("kept: %v, %v", kept.Values, err)
		}
	})
}
