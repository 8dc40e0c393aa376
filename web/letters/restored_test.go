package letters_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/web/kit/kittest"
)

func TestLettersOfARestoredBackupWaitForAnOfficer(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	for n := range 3 {
		s.Queue(mail.Letter{
			Key: fmt.Sprint(n), Purpose: "Notice", To: mail.Recipient{Name: "Rangi", Address: "rangi@example.nz"},
			Subject: fmt.Sprint("AGM ", n), Body: "Come.",
		})
	}
	if strings.Contains(b.Get("/outbox").Body, "backup") {
		t.Error("a backup is spoken of where none was restored")
	}
	clock := func() civil.Instant { return s.Now }
	hold := func() {
		t.Helper()
		if _, err := mail.HoldRestored(t.Context(), s.DB, auth.System("the console"), clock); err != nil {
			t.Fatal(err)
		}
	}
	hold()
	member, _ := s.Account("Rangi", "Testcase")
	m := s.Browser(s.Session(member))
	for _, path := range []string{"/outbox/restored/release", "/outbox/restored/keep-back"} {
		m.Post(path).Wants(t, http.StatusForbidden)
	}
	b.Get("/outbox").Wants(
		t, http.StatusOK, "A backup was restored: 3 letters held.", "Release 3 letters", "Keep 3 letters back",
	)
	b.Get("/outbox/1").Wants(t, http.StatusOK, "A backup was restored, and this letter may have left before.", "Release this letter")
	b.Post("/outbox/1/send").LeadsTo(t, "/outbox/1")
	b.Get("/outbox").Wants(t, http.StatusOK, "A backup was restored: 2 letters held.")
	b.Post("/outbox/restored/release", "key", "once-1").LeadsTo(t, "/outbox")
	b.Get("/outbox").Wants(t, http.StatusOK, "2 letters released")
	b.Post("/outbox/restored/release", "key", "once-2").LeadsTo(t, "/outbox")
	b.Get("/outbox").Wants(t, http.StatusOK, "No letter is held any longer")
	hold()
	b.Post("/outbox/restored/keep-back", "key", "once-3").LeadsTo(t, "/outbox")
	b.Get("/outbox").Wants(t, http.StatusOK, "3 letters kept back")
	b.Get("/outbox/2").Wants(t, http.StatusOK, "Why it did not go", "an officer kept it back", "Send again")
}
