package web_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// stowaways are fields that somebody adds to every form: names of columns, and of
// what other forms decide.
var stowaways = url.Values{
	"id": {"2"}, "ID": {"2"}, "created": {"2020-01-01"}, "created_at": {"2020-01-01"}, "person": {"1"}, "person_id": {"1"},
	"account": {"1"}, "account_id": {"1"}, "member": {"1"}, "member_number": {"1"}, "number": {"1"}, "club": {"2"},
	"club_id": {"2"}, "event": {"1"}, "role": {"administrator"}, "Role": {"administrator"}, "office": {"administrator"},
	"offices[0][role]": {"administrator"}, "admin": {"1"}, "is_admin": {"true"}, "state": {"confirmed"},
	"status": {"confirmed"}, "stage": {"paid"}, "paid": {"1"}, "fee": {"0"}, "amount": {"1.00"}, "amount_cents": {"1"},
	"confirmed": {"1"}, "confirmed_at": {"2020-01-01"}, "approved": {"1"}, "accepted": {"1"}, "decided": {"1"},
	"declared": {"1"}, "published": {"1"}, "disabled": {"0"}, "email": {"mallory@example.nz"},
	"password_hash": {"x"}, "until": {"2030-01-01"}, "note": {"mine"}, "rating": {"2500"}, "grade": {"9d"},
	"mutator": {"1"}, "system": {"1"}, "actor": {"1"}, "by": {"1"}, "_method": {"DELETE"},
}

// typed is what somebody types into forms that come empty, by the address of the
// form; page is where it stands when that is another address.
var typed = map[string]struct {
	page   string
	fields []string
}{
	"/me/edit":     {fields: []string{"public_as", "name"}},
	"/members/new": {fields: []string{"given", "Sina", "family", "Testcase", "email", "sina@example.nz", "grade", "3k"}},
	"/clubs/new":   {fields: []string{"name", "Rotorua Go Club", "city", "Rotorua"}},
	"/clubs/:id/payment": {fields: []string{
		"amount", "40.00", "received_on", "2026-07-01", "method", "cash",
	}},
	"/returns/:id/payment": {fields: []string{"amount", "10.00", "received_on", "2026-07-01", "method", "cash"}},
	"/admin/offices": {page: "/admin/offices/appoint", fields: []string{
		"person", "3", "role", "treasurer", "from", "2026-07-01",
	}},
	"/admin/accounts": {page: "/admin/accounts/invite", fields: []string{"person", "3", "email", "new@example.nz"}},
	"/director/events": {page: "/director/events/new", fields: []string{
		"name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05", "place", "Wellington",
	}},
	"/committee/payments/new": {fields: []string{
		"payee", "Board Makers Ltd", "amount", "10", "purpose", "Boards", "day", "2026-06-20", "method", "transfer",
	}},
}

var (
	formTag   = regexp.MustCompile(`(?s)<form\b([^>]*)>(.*?)</form>`)
	fieldTag  = regexp.MustCompile(`(?s)<(input|select|textarea|option|/select)\b([^>]*)>([^<]*)`)
	attribute = regexp.MustCompile(`\s([a-z-]+)(?:="([^"]*)")?`)
)

func attributes(tag string) map[string]string {
	out := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
		out[m[1]] = html.UnescapeString(m[2])
	}
	return out
}

// fieldsOf is what a browser sends of the page's form for an address, and the
// names of all its fields.
func fieldsOf(page, path string) (sent url.Values, names []string) {
	sent = url.Values{}
	for _, form := range formTag.FindAllStringSubmatch(page, -1) {
		action, _, _ := strings.Cut(attributes(form[1])["action"], "?")
		if action != path {
			continue
		}
		chosen := ""
		for _, m := range fieldTag.FindAllStringSubmatch(form[2], -1) {
			a := attributes(m[2])
			name := a["name"]
			_, checked := a["checked"]
			_, selected := a["selected"]
			switch m[1] {
			case "select":
				chosen = name
			case "/select":
				chosen = ""
			case "option":
				if selected {
					sent.Set(chosen, a["value"])
				}
			case "textarea":
				sent.Set(name, html.UnescapeString(m[3]))
			default:
				if box := a["type"] == "checkbox" || a["type"] == "radio"; name != "" && name != "key" && (!box || checked) {
					sent.Add(name, a["value"])
				}
			}
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return sent, names
}

// sending is one form that is sent in each of the towns.
type sending struct {
	route, path, session string
	own                  url.Values
	names                []string // of the form's own fields
}

// senders are the visitors who between them may send every form.
var senders = []string{
	"nobody", "self", "admin", "pres.", "secr.", "treas.", "comm.", "club own", "dir. own", "ref. own",
}

// sendings finds a visitor for every form, and what they would send.
func (w town) sendings(t *testing.T) (out []sending) {
	t.Helper()
	_, site := w.openAt(t, "http://go.example.nz")
	for _, r := range site.Routes() {
		if r.Method != http.MethodPost {
			continue
		}
		best := sending{}
		for _, v := range w.visits {
			if !slices.Contains(senders, v.title) || w.actor(v).Account == 0 != (r.Access.Public) || r.Access.Admits(w.actor(v), kittest.TestNow.Date()) != nil {
				continue
			}
			path := address(t, r.Path, w.small.Halves[v.half], v)
			s := sending{route: r.Path, path: path, session: v.session}
			page := path
			if at := typed[r.Path].page; at != "" {
				page = at
			}
			if a := site.Browser(v.session).Get(page); a.Status == http.StatusOK {
				s.own, s.names = fieldsOf(a.Body, path)
			}
			if best.route == "" || len(s.names) > len(best.names) {
				best = s
			}
		}
		if best.route == "" {
			t.Fatalf("nobody sends %s", r.Path)
		}
		for i := 0; i+1 < len(typed[r.Path].fields); i += 2 {
			if best.own == nil {
				best.own = url.Values{}
			}
			best.own.Set(typed[r.Path].fields[i], typed[r.Path].fields[i+1])
			best.names = append(best.names, typed[r.Path].fields[i])
		}
		out = append(out, best)
	}
	// Whoever signs out, or ends sessions, sends nothing more.
	before := func(s sending) bool { return !ends(s) }
	return slices.Concat(only(out, before), only(out, ends))
}

func ends(s sending) bool {
	return strings.HasPrefix(s.route, "/sign") || strings.HasPrefix(s.route, "/account") ||
		strings.HasPrefix(s.route, "/admin/") && strings.Contains(s.route, ":id")
}

func only(all []sending, keep func(sending) bool) (out []sending) {
	for _, s := range all {
		if keep(s) {
			out = append(out, s)
		}
	}
	return out
}

func (w town) actor(v visit) (out auth.Actor) {
	if v.visitor.offices == nil {
		return out
	}
	out.Account, out.Person = 1, v.person
	for _, o := range v.visitor.offices(w.small) {
		o.From = kittest.TestNow.Date()
		out.Offices = append(out.Offices, o)
	}
	return out
}

// cells are all that a database keeps, by table, row and column.
func cells(t *testing.T, db *store.DB) map[string]string {
	t.Helper()
	out := map[string]string{}
	names, err := store.All(
		t.Context(), db, store.Value[string],
		`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range names {
		rows, err := db.Query(t.Context(), `SELECT *, 0 FROM `+table+` ORDER BY 1, 2`)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; rows.Next(); n++ {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			for i, c := range columns {
				out[fmt.Sprintf("%s %d %s", table, n, c)] = fmt.Sprint(values[i])
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
	}
	return out
}

// sendAll sends every form in a town of its own, with the fields that extra adds.
func (w town) sendAll(t *testing.T, all []sending, extra func(sending) url.Values) (answers []int, kept map[string]string) {
	t.Helper()
	_, site := w.openAt(t, "http://go.example.nz")
	for _, s := range all {
		form, path := url.Values{}, s.path
		for name, values := range s.own {
			form[name] = values
		}
		if more := extra(s); more != nil {
			path += "?" + more.Encode()
			for name, values := range more {
				form[name] = values
			}
		}
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", urlencoded)
		a := site.Browser(s.session).Send(r)
		answers = append(answers, a.Status)
	}
	return answers, cells(t, site.DB)
}

// TestNoFormTakesStowaways: every form is sent with its own fields, and in another
// copy of the society with many more, in the form and in the address: the same
// answers, and the same in every cell of the database.
func TestNoFormTakesStowaways(t *testing.T) {
	w := newTown(t)
	all := w.sendings(t)
	none := func(sending) url.Values { return nil }
	answers, kept := w.sendAll(t, all, none)
	_, again := w.sendAll(t, all, none) // what is random differs here too
	other, stowed := w.sendAll(t, all, func(s sending) url.Values {
		out := url.Values{}
		for name, values := range stowaways {
			if !slices.Contains(s.names, name) && !slices.Contains(reads[s.route], name) {
				out[name] = values
			}
		}
		return out
	})
	changed := 0
	for i, s := range all {
		if answers[i] == http.StatusSeeOther {
			changed++
		}
		if answers[i] != other[i] {
			t.Errorf("POST %s: status %d, and %d with more fields", s.path, answers[i], other[i])
		}
	}
	if changed < 40 {
		t.Errorf("only %d of %d forms were carried out", changed, len(all))
	}
	for cell, value := range kept {
		if again[cell] == value && stowed[cell] != value {
			t.Errorf("%s is %q, and %q with more fields", cell, value, stowed[cell])
		}
	}
	if len(stowed) != len(kept) {
		t.Errorf("%d cells, and %d with more fields", len(kept), len(stowed))
	}
}

// reads are fields of forms that stand on another page than the one at their address.
var reads = map[string][]string{
	"/director/sections/:id/entries": {"person"},
	"/admin/accounts/:id/email":      {"email"},
	"/admin/offices/:id/end":         {"until"},
}
