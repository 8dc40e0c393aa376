package web_test

import (
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"testing"

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
	ask := func(ip, token string) int {
		r := httptest.NewRequest(http.MethodGet, "/no-such-page", nil)
		r.RemoteAddr = ip + ":5000"
		if token != "" {
			r.AddCookie(&http.Cookie{Name: s.SessionCookie(), Value: token})
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	if got := ask("192.0.2.1", session); got != http.StatusNotFound {
		t.Fatalf("a session: %d", got)
	}
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
