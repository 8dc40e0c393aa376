package web_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"nzgs/internal/store"
	"nzgs/web"
	"nzgs/web/kit/kittest"
)

// Attack: cookies of sessions that there are not, each of which costs a look into the
// database before every line. A network has so many; whoever has a session there that was
// used, or begins one, comes in as before, and so does everyone without one.
func TestMadeUpSessionsAreLimitedByNetwork(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	other, _ := s.Account("Hemi", "Kea")
	s.WithPassword(other)
	session := s.Session(id)
	ask := askingWith(s)
	if got := ask("192.0.2.1", session); got != http.StatusNotFound {
		t.Fatalf("a session: %d", got)
	}
	floodSessions(t, ask)
	if got := ask("192.0.2.1", session); got != http.StatusNotFound {
		t.Errorf("a session of that network that was used lately: %d", got)
	}
	if got := ask("192.0.2.1", ""); got != http.StatusNotFound {
		t.Errorf("someone of that network without one: %d", got)
	}
	if got := ask("198.51.100.1", "made up"); got != http.StatusNotFound {
		t.Errorf("another network: %d", got)
	}
	b := s.Browser("") // of the same network
	b.Post("/sign-in", "email", "hemi@example.nz", "password", kittest.GoodPassword).LeadsTo(t, "/")
	if got := ask("192.0.2.1", b.Cookies[s.SessionCookie()]); got != http.StatusNotFound {
		t.Errorf("a session that has just begun: %d", got)
	}
}

// Attack: the same, begun before the program: whoever had a session when it was started
// comes in, from that network too, and whoever has none any more costs one look.
func TestSessionsFromBeforeTheStartAreKnown(t *testing.T) {
	before := kittest.EmptySite(t)
	id, _ := before.Account("Aroha", "Tūī")
	other, _ := before.Account("Hemi", "Kea")
	session, ended := before.Session(id), before.Session(other)
	s := kittest.NewSite(t, before.DB)
	s.HoldUnknown()
	serves(t, s)
	ask := askingWith(s)
	floodSessions(t, ask)
	if got := ask("192.0.2.1", session); got != http.StatusNotFound {
		t.Errorf("a session from before the start: %d", got)
	}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `DELETE FROM session WHERE account_id = $1`, other)
		return err
	}))
	if got := ask("192.0.2.1", ended); got != http.StatusNotFound { // looked up, and not signed in
		t.Errorf("a session that ended since the start: %d", got)
	}
	if got := ask("192.0.2.1", ended); got != http.StatusTooManyRequests {
		t.Errorf("the same once more: %d", got)
	}
	if got := ask("192.0.2.1", session); got != http.StatusNotFound {
		t.Errorf("the other one after that: %d", got)
	}
}

// serves starts the program's own server, and returns when it answers.
func serves(t *testing.T, s *kittest.Site) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	s.Must(err)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }() // raced by TestSessionsFromBeforeTheStartAreKnown
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	visits(t, &httptest.Server{URL: "http://" + l.Addr().String()}, http.MethodGet, "/healthz", "")
}

// askingWith asks for a page from a network, with a session or with none, and says with
// what status it was answered.
func askingWith(s *kittest.Site) func(network, token string) int {
	return func(network, token string) int {
		r := httptest.NewRequest(http.MethodGet, "/no-such-page", nil)
		r.RemoteAddr = network + ":5000"
		if token != "" {
			r.AddCookie(&http.Cookie{Name: s.SessionCookie(), Value: token})
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
}

// floodSessions shows made-up sessions until they are refused.
func floodSessions(t *testing.T, ask func(network, token string) int) {
	t.Helper()
	refused := 0
	for i := range web.UnknownAtOnce + 200 {
		raw := make([]byte, 32)
		binary.BigEndian.PutUint64(raw, uint64(i)+1)
		if ask("192.0.2.1", base64.RawURLEncoding.EncodeToString(raw)) == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Fatal("as many made-up sessions are looked up as anyone sends")
	}
}
