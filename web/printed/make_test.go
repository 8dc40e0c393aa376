package printed_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/demo"
	"nzgs/internal/prizes"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// today is the day on which everything is printed.
const today = "2026-11-21"

// society is one of which all is printed.
type society struct {
	*testing.T
	*kittest.Site
	browsers map[string]*kittest.Browser
}

// settle makes a society of that plan.
func settle(t *testing.T, plan demo.Plan) *society {
	t.Helper()
	now := civil.MustParseInstant(today + "T01:00:00.000Z")
	db := storetest.SQLite(t)
	if err := demo.Fill(context.Background(), db, plan, now, func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	s := kittest.NewSite(t, db)
	s.Now = now
	all := &society{t, s, map[string]*kittest.Browser{}}
	all.announcePrizes()
	return all
}

// announcePrizes gives the usual prizes in a section that is played to its end, and announces them.
func (s *society) announcePrizes() {
	s.Helper()
	id, err := store.One(s.Context(), s.DB, store.Value[tournaments.SectionID], playedOut)
	s.Must(err)
	w, err := s.Tournaments.Wallchart(s.Context(), kittest.Program, id)
	s.Must(err)
	s.Must(s.Prizes.SetRules(s.Context(), kittest.Program, id, 0, prizes.Usual(w.Section.Settings)))
	list, err := s.Prizes.List(s.Context(), kittest.Program, w)
	s.Must(err)
	s.Must(s.Prizes.Publish(s.Context(), kittest.Program, id, list.Version))
}

// browser is that of an account of the demonstration.
func (s *society) browser(as string) *kittest.Browser {
	s.Helper()
	if b := s.browsers[as]; b != nil {
		return b
	}
	session := ""
	if as != "" {
		id, err := store.One(
			s.Context(), s.DB, store.Value[auth.AccountID], `SELECT id FROM account WHERE email = $1`, as+"@demo.example",
		)
		s.Must(err)
		session = s.Session(id)
	}
	s.browsers[as] = s.Browser(session)
	return s.browsers[as]
}

// made is a print or a sheet as the site sends it.
type made struct {
	file
	address string // without what is asked
	name    string // by which it is saved, in plain letters
	saved   string // the same by a browser that knows all letters
	content []byte
}

// ending is "pdf", "xlsx", "csv" or "ics".
func (m made) ending() string { return m.address[strings.LastIndexByte(m.address, '.')+1:] }

// makeFile gets a file from the site.
func (s *society) makeFile(f file) (made, bool) {
	s.Helper()
	m := made{file: f, address: f.route}
	if f.at != "" {
		given, err := store.One(s.Context(), s.DB, store.Value[string], f.at+` LIMIT 1`)
		if err != nil {
			s.Errorf("%s: what it is of: %v", f.route, err)
			return m, false
		}
		values := strings.Split(given, "|")
		parts := strings.Split(f.route, "/")
		for i, part := range parts {
			if strings.HasPrefix(part, ":") {
				parts[i], values = values[0], values[1:]
			}
		}
		m.address = strings.Join(parts, "/")
	}
	a := s.browser(f.as).Get(m.address + f.ask)
	if a.Status != http.StatusOK || strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		s.Errorf("%s for %s: %d\n%.2000s", m.address+f.ask, f.as, a.Status, a.Body)
		return m, false
	}
	m.content = []byte(a.Body)
	m.saved = saved(a.Header.Get("Content-Disposition"))
	_, m.name, _ = strings.Cut(a.Header.Get("Content-Disposition"), `filename="`)
	m.name, _, _ = strings.Cut(m.name, `"`)
	return m, true
}

// print makes every file of the list that the society has.
func (s *society) print() []made {
	s.Helper()
	var all []made
	for _, f := range files() {
		if f.lacks != "" {
			continue
		}
		if m, ok := s.makeFile(f); ok {
			all = append(all, m)
		}
	}
	return all
}

// Every print and sheet of the list can be had; `make prints` keeps them.
func TestEveryPrintIsMade(t *testing.T) {
	for _, of := range []struct {
		name string
		plan demo.Plan
	}{{"demonstration", demo.Small()}, {"hard-names", demo.Hard()}} {
		t.Run(of.name, func(t *testing.T) {
			s := settle(t, of.plan)
			all := s.print()
			if dir := os.Getenv("NZGS_PRINTS"); dir != "" {
				s.keep(filepath.Join(dir, of.name), all)
			}
		})
	}
	if dir := os.Getenv("NZGS_PRINTS"); dir != "" {
		s := &society{T: t, Site: kittest.EmptySite(t)}
		s.keepSamples(filepath.Join(dir, "samples"))
	}
}
