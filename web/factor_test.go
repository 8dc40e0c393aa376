package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// come sends an empty form to an address, or opens it.
func come(t *testing.T, site *kittest.Site, method, path, cookie, token string) kittest.Answer {
	t.Helper()
	b := site.Browser("")
	b.Idle = true
	b.Cookies[cookie] = token
	if method == http.MethodPost {
		return b.Post(path)
	}
	return b.Get(path)
}

// Every address that the table of routes marks so asks whoever may come to sign in
// again, when it is a while since they did, before anything is done.
func TestSigningInAgainIsAskedAtEachAddress(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE session SET proved_at = NULL`)
		return err
	}))
	asked := 0
	for _, r := range site.Routes() {
		if !r.Access.Proved {
			continue
		}
		for _, v := range w.visits {
			actor := auth.Actor{Account: 1, Person: 1}
			if v.visitor.offices == nil {
				continue
			}
			for _, o := range v.visitor.offices(w.small) {
				o.From = kittest.TestNow.Date()
				actor.Offices = append(actor.Offices, o)
			}
			if r.Access.Admits(actor, kittest.TestNow.Date()) != nil {
				continue
			}
			asked++
			path := address(t, r.Path, w.small.Halves[v.half], v)
			a := come(t, site, r.Method, path, "nzgs", v.session)
			switch {
			case r.Method == http.MethodPost && (a.Status != http.StatusUnauthorized ||
				!strings.Contains(a.Body, "<h1>Sign in again</h1>")),
				r.Method == http.MethodGet && a.Location != kit.AgainURL(path):
				t.Errorf("%s %s for %s: %d to %q, want to sign in again", r.Method, path, v.title, a.Status, a.Location)
			}
		}
	}
	if asked < 50 {
		t.Errorf("only %d visits were asked to sign in again", asked)
	}
}

// Whoever must have a second factor and has none, from the day that is set, and
// whoever has given only the password, come to no address that is not for everyone
// or for setting one up.
func TestNoPrivateRouteWithoutTheSecondFactor(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	id, _ := site.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	site.WithPassword(id)
	enrolled := site.Browser(site.Session(id))
	enrolled.Enrol()
	in, err := site.Auth.SignIn(t.Context(), auth.Credentials{Email: "aroha@example.nz", Password: kittest.GoodPassword})
	site.Must(err)
	if in.Half == "" {
		t.Fatal("the password alone signs in")
	}
	site = site.NeedingFactorsFrom(site.Now.Date())
	president := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == "pres." })]
	for i, r := range site.Routes() {
		if r.Access.Public {
			continue
		}
		if i%200 == 0 { // a site looks up so many unknown sessions of a network at once
			site = site.NeedingFactorsFrom(site.Now.Date())
		}
		path := address(t, r.Path, w.small.Halves[0], president)
		for cookie, token := range map[string]string{"nzgs": in.Half, "nzgs-half": in.Half} {
			if a := come(t, site, r.Method, path, cookie, token); a.Status != http.StatusUnauthorized &&
				!strings.HasPrefix(a.Location, "/sign-in?") {
				t.Errorf("%s %s with half a sign-in: %d to %q", r.Method, path, a.Status, a.Location)
			}
		}
		a := come(t, site, r.Method, path, "nzgs", president.session)
		led := a.Location == kit.FactorsPath
		if !r.Access.Enrolling && !led && a.Status != http.StatusForbidden ||
			r.Access.Enrolling && led && r.Method == http.MethodGet {
			t.Errorf("%s %s for the president without a second factor: %d to %q", r.Method, path, a.Status, a.Location)
		}
	}
}
