package settings_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// slow is a mail server that answers each line so much later, and no one says good-bye to.
func slow(t *testing.T, by time.Duration) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	over := make(chan struct{})
	t.Cleanup(func() {
		close(over)
		l.Close()
		running.Wait()
	})
	talk := func(conn net.Conn) {
		defer conn.Close()
		r := bufio.NewReader(conn)
		for reply := "220 slow\r\n"; ; reply = "250 yes\r\n" {
			select {
			case <-over:
				return
			case <-time.After(by):
			}
			if _, err := conn.Write([]byte(reply)); err != nil {
				return
			}
			if _, err := r.ReadString('\n'); err != nil {
				return
			}
		}
	}
	running.Go(func() { // raced by this test itself
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() { talk(conn) }) // raced by this test itself
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

// A server that answers every step late, and each within the time of a step, is not waited for any longer than was said.
func TestASlowMailServerIsWaitedForOnce(t *testing.T) {
	letter := mail.Message{ID: "1", To: mail.Recipient{Address: "aroha@example.nz"}, Subject: "Test", Body: "Test"}
	for _, way := range []mail.Encryption{mail.Plain, mail.StartTLS, mail.TLS} {
		post := mail.SMTP{Host: "127.0.0.1", Port: slow(t, 700*time.Millisecond), Encryption: way, From: "us@example.nz"}
		began := time.Now()
		answer, err := post.Test(t.Context(), letter, time.Second)
		if took := time.Since(began); err == nil || took > 1500*time.Millisecond {
			t.Errorf("%s: %q, %v, after %s", way, answer, err, took)
		}
	}
}

// An old server that says nothing holds up no change for longer than is said: the officers’ letters stay in the outbox, none of
// them as being sent, and the change is made.
func TestASilentOldServerHoldsNoChangeUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		run(t, db, `INSERT INTO office (person_id, role, acting, from_day, created_at) VALUES (7, 'president', FALSE, '2020-01-01', '2020-01-01T00:00:00.000Z')`)
		settings.TellWithin(t, time.Second)
		post := mail.SMTP{Host: "127.0.0.1", Port: slow(t, time.Hour), Encryption: mail.Plain, From: "us@example.nz"}
		s, next := with(db, &post), mailtest.Start(t)
		began := time.Now()
		if err := s.Save(ctx, administrator, settings.Mail, 0, server(next)); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
		if v, err := s.View(ctx, administrator, settings.Mail); err != nil || v.Value(settings.Port) != fmt.Sprint(next.Port) {
			t.Errorf("%+v, %v", v, err)
		}
		if states := column(t, db, `SELECT state FROM mail_letter`); states != "waiting" {
			t.Errorf("the letters: %q", states)
		}
		// They leave through the server that is in force then.
		later := smtp(server(next))
		letters := mail.New(db, func() civil.Instant { return now.Add(time.Hour) }, later)
		if _, err := letters.Deliver(ctx); err != nil || len(next.Letters()) != 1 {
			t.Errorf("%v, %d letters", err, len(next.Letters()))
		}
	})
}

func column(t *testing.T, db *store.DB, query string) string {
	t.Helper()
	all, err := store.All(ctx, db, func(s store.Scanner) (v string, err error) {
		err = s.Scan(&v)
		return v, err
	}, query)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// Of those who ask for a test letter at once, one gets it; a clock that was set back holds no one up.
func TestOneTestLetterAtATime(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		one := mailtest.Start(t)
		post := smtp(server(one))
		s := with(db, &post)
		var running sync.WaitGroup
		var sent, refused atomic.Int32
		for range 6 {
			running.Go(func() { // raced by this test itself
				switch _, err := s.Test(ctx, administrator); {
				case err == nil:
					sent.Add(1)
				case apperr.KindOf(err) == apperr.TooMany:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		running.Wait()
		if sent.Load() != 1 || refused.Load() != 5 || len(one.Letters()) != 1 {
			t.Errorf("%d sent, %d refused, %d letters", sent.Load(), refused.Load(), len(one.Letters()))
		}
	})
}
