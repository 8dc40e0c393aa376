package web_test

import (
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/venue"
	"nzgs/web/kit/kittest"
)

// pushed sends versions of an event as its laptop does, one after the other.
type pushed struct {
	t    *testing.T
	site *kittest.Site
	key  string
	sent []string
	n    int
}

// send pushes a document and reports whether it was taken.
func (p *pushed) send(d *venue.Document) bool {
	p.t.Helper()
	p.n++
	d.Event.About = strings.Repeat("x", p.n) // so that it is another version
	hash, err := d.Hash()
	p.site.Must(err)
	packed, err := d.Pack()
	p.site.Must(err)
	answer, err := p.site.Venue.Arrive(p.t.Context(), venue.Arrival{
		Key: p.key, Push: venue.Push{Hash: hash, After: p.sent}, Packed: packed,
	})
	if err != nil && apperr.KindOf(err) != apperr.Invalid && apperr.KindOf(err) != apperr.TooMany {
		p.t.Errorf("%v", err)
	}
	if err == nil && answer.State == venue.Taken {
		p.sent = append(p.sent, hash)
		return true
	}
	return false
}

// TestNoPushBreaksAPage changes every cell of an event, one after the other, to what its laptop would never write: it is
// refused, or the pages of the event can still be shown.
func TestNoPushBreaksAPage(t *testing.T) {
	w := newTown(t)
	server, site := w.openAt(t, "http://go.example.nz")
	half := w.small.Halves[0]
	all := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == "dir. all" })]
	p, base := lentTo(t, site, half.Event, all.person)
	pages := pagesOfEvents(t, site, half, all)
	for i := range base.Tables {
		both := clone(base, i) // every cell that is taken by itself
		for k, column := range base.Tables[i].Columns {
			for _, v := range []any{"{", int64(0), int64(1 << 30), nil} {
				was := base.Tables[i].Rows
				if len(was) == 0 || column == "id" || !likely(was[0][k], v) {
					continue
				}
				d := clone(base, i)
				d.Tables[i].Rows[0][k] = v
				if p.send(d) {
					both.Tables[i].Rows[0][k] = v
				}
			}
		}
		p.send(both) // or the last that was taken stands
		for _, page := range pages {
			if status := fetchAs(t, server, page, all.session); status >= http.StatusInternalServerError {
				t.Errorf("with cells of %s changed, %s answers %d", base.Tables[i].Name, page, status)
			}
		}
	}
}

// likely reports whether a cell could have the value: another kind is refused when the file is read.
func likely(was, v any) bool {
	_, text := was.(string)
	_, number := v.(int64)
	return was == nil || v == nil || text != number
}

// clone is a document with rows of its own in one table.
func clone(d *venue.Document, table int) *venue.Document {
	out := *d
	out.Tables = slices.Clone(d.Tables)
	rows := make([][]any, len(d.Tables[table].Rows))
	for n, row := range d.Tables[table].Rows {
		rows[n] = slices.Clone(row)
	}
	out.Tables[table].Rows = rows
	return &out
}

// lentTo lends an event, as its director, and gives what its laptop has.
func lentTo(t *testing.T, site *kittest.Site, event tournaments.EventID, director auth.PersonID) (*pushed, *venue.Document) {
	t.Helper()
	actor, err := site.Auth.ActingAs(t.Context(), director)
	site.Must(err)
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error { // an event that is played online is not lent
		for _, table := range []string{"weekly_deadline", "weekly_section"} {
			if _, err := tx.Exec(t.Context(), `DELETE FROM `+table); err != nil {
				return err
			}
		}
		return nil
	}))
	_, err = site.Venue.Lend(t.Context(), actor, event)
	site.Must(err)
	file, _, err := site.Venue.File(t.Context(), actor, event)
	site.Must(err)
	d, err := venue.Parse(file)
	site.Must(err)
	p := &pushed{t: t, site: site, key: d.Home.Key}
	d.Home, d.Others, d.Sections = nil, nil, nil
	hash, err := d.Hash()
	site.Must(err)
	p.sent = []string{hash}
	fillTables(d)
	if !p.send(d) {
		t.Fatal("the event with a row in every table is not taken")
	}
	return p, d
}

// pagesOfEvents are the pages on which anything of an event stands.
func pagesOfEvents(t *testing.T, site *kittest.Site, half kittest.Half, who visit) []string {
	t.Helper()
	var out []string
	for _, r := range kittest.NewSite(t, site.DB).Routes() {
		about := slices.ContainsFunc([]string{"/director/sections", "/director/events/:id", "/games/:id", "/t/", "/events/:event"},
			func(at string) bool { return strings.HasPrefix(r.Path, at) })
		if r.Method == http.MethodGet && about && !strings.HasSuffix(r.Path, "/live") && path.Ext(r.Path) == "" {
			out = append(out, address(t, r.Path, half, who))
		}
	}
	if len(out) < 20 {
		t.Fatalf("only %d pages", len(out))
	}
	return out
}

// fillTables gives an event rows in the tables that it has none in.
func fillTables(d *venue.Document) {
	first := func(name string, n int) any {
		for _, t := range d.Tables {
			if t.Name == name {
				return t.Rows[n][0]
			}
		}
		return nil
	}
	const at = "2026-11-21T02:00:00.000Z"
	section, game, one, two := first("section", 0), first("game", 0), first("entry", 0), first("entry", 1)
	id := int64(900)
	rows := map[string][]any{
		"entry_round": {one, int64(3), "absent"}, "entry_prize_group": {one, "junior"},
		"timetable":       {section, "Pacific/Auckland", at, int64(1)},
		"timetable_round": {section, int64(1), "2026-11-21", int64(600), int64(90), "Lunch", "40 minutes"},
		"prize_list": {section, `{"prizes":[{"id":1,"kind":"place","nth":1,"money":10000}],"once":true,"ties":"score","as_it_stands":true}`,
			`[{"prize":1,"winners":[],"reason":"None","by":"Someone"}]`, `[{"prizes":[1],"kind":"place","title":"1st place"}]`, at, "Someone", int64(1)},
		"section_lot": {section, strings.Repeat("ab", 32), at}, "lot_drawing": {section, int64(1), int64(1), "Again", "Someone", at},
		"fixed_table": {one, section, int64(7)}, "fixed_pair": {id, section, int64(2), one, two, "given", nil, "", "Friends"},
		"forbidden_pair": {id, section, int64(0), one, two, "Kin"},
		"result_change":  {id, game, at, nil, "Someone", "board", "", "", "B", "4", "", nil},
		"player_report":  {id, game, "black", "B", "", nil, at, false},
		"dispute":        {id, game, "open", "B", "W", at, nil, "", "", int64(1)},
		"referee_call":   {id, game, "black", nil, "a player", at, nil, ""},
	}
	for i, t := range d.Tables {
		if row, ok := rows[t.Name]; ok && len(t.Rows) == 0 {
			d.Tables[i].Rows = [][]any{row}
		}
	}
}

func fetchAs(t *testing.T, server *httptest.Server, path, session string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "nzgs", Value: session})
	client := &http.Client{Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	answer.Body.Close()
	return answer.StatusCode
}
