package postal_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// Attack: a teller enters papers on a shared computer and signs out; whoever sits down
// next reads in the browser's cookies which papers were entered, and goes on past the
// question for the number of the keys.
func TestSigningOutLeavesNoCookieOfATeller(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	ana := w.windows["ana"]
	ana.Post(w.at("entry/save"), "serial", w.serials[0], "letters", "yy").LeadsTo(t, w.at("entry"))
	of := func(prefix string) (n int) {
		for name := range ana.Cookies {
			if strings.HasPrefix(name, w.CookieName(prefix)) {
				n++
			}
		}
		return n
	}
	if of(kit.EnteredCookie) != 1 || of(kit.KeysCookie) != 1 {
		t.Fatalf("the teller's cookies before: %v", ana.Cookies)
	}
	ana.Cookies["elsewhere"] = "stays"
	a := ana.Post("/sign-out")
	a.LeadsTo(t, "/")
	if of(kit.EnteredCookie) != 0 || of(kit.KeysCookie) != 0 {
		t.Errorf("after signing out: %v", ana.Cookies)
	}
	if ana.Cookies["elsewhere"] == "" {
		t.Error("a cookie of another kind is gone")
	}
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.MaxAge >= 0 && c.Name != w.CookieName(kit.FlashCookie) {
			t.Errorf("%s is set: %+v", c.Name, c)
		}
	}
}

// Attack: the next person signs in over the teller's session, with no one signed out.
func TestSigningInOverATellerLeavesNoCookieOfTheirs(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	ana := w.windows["ana"]
	ana.Post(w.at("entry/save"), "serial", w.serials[0], "letters", "yy").LeadsTo(t, w.at("entry"))
	entered := w.CookieName(kit.EnteredCookie + kit.IDText(w.vote))
	const clears = "Clear-Site-Data"
	again := ana.Post("/sign-in", "email", "ana@example.nz", "password", kittest.GoodPassword)
	if ana.Cookies[entered] == "" || again.Header.Get(clears) != "" {
		t.Error("the same teller signs in again, and the list or an unfinished form is gone")
	}
	other := ana.Post("/sign-in", "email", "other@example.nz", "password", kittest.GoodPassword)
	if got := other.Header.Get(clears); got != `"cache", "storage"` {
		t.Errorf("pages and unfinished forms of the teller stay: %s is %q", clears, got)
	}
	for name := range ana.Cookies {
		for _, kind := range []string{kit.EnteredCookie, kit.KeysCookie, kit.SittingCookie} {
			if strings.HasPrefix(name, w.CookieName(kind)) {
				t.Errorf("%s is still there", name)
			}
		}
	}
}

// Attack: the teller's session has run out, or was ended elsewhere, before the next person
// signs in: no one can tell any more whose the cookies are.
func TestSigningInAfterATellersSessionLeavesNoCookieOfTheirs(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	ana := w.windows["ana"]
	ana.Post(w.at("entry/save"), "serial", w.serials[0], "letters", "yy").LeadsTo(t, w.at("entry"))
	if ana.Cookies[w.CookieName(kit.EnteredCookie+kit.IDText(w.vote))] == "" {
		t.Fatalf("the teller's cookies before: %v", ana.Cookies)
	}
	w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `DELETE FROM session`)
		return err
	}))
	ana.Post("/sign-in", "email", "other@example.nz", "password", kittest.GoodPassword)
	if ana.Cookies[w.SessionCookie()] == "" {
		t.Fatal("no one is signed in")
	}
	for name := range ana.Cookies {
		for _, kind := range []string{kit.EnteredCookie, kit.KeysCookie, kit.SittingCookie} {
			if strings.HasPrefix(name, w.CookieName(kind)) {
				t.Errorf("%s is still there", name)
			}
		}
	}
}
