package web

import (
	"bytes"
	"fmt"
	"html"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// tellerKeys are made once.
var tellerKeys = sync.OnceValue(func() (out [2]struct {
	identity *ballot.Identity
	file     []byte
}) {
	for i := range out {
		out[i].identity, out[i].file = ballottest.Key(tellerPassphrase)
	}
	return out
})

const tellerPassphrase = "wharf ladders creak"

// postalWorld is a society that holds a postal vote through its pages. It is
// noon in Auckland on 15 March 2026, the day after the meeting.
type postalWorld struct {
	*site
	file     string
	people   []members.PersonID
	names    []string
	windows  map[string]*browser // who is signed in, by role
	sessions map[string]string
	vote     postal.VoteID
	base     string
	code     string // print code
	serials  []string
}

// postalPeople are who come to the pages of a vote.
var postalPeople = []struct {
	name   string
	office auth.Role
}{
	{"secretary", auth.Secretary}, {"president", auth.President}, {"treasurer", auth.Treasurer}, {"administrator", auth.Administrator},
	{"committee", auth.Committee}, {"ana", ""}, {"ben", ""}, {"member", ""}, {"other", ""},
}

func newPostalWorld(t *testing.T, count int) *postalWorld {
	t.Helper()
	file := filepath.Join(t.TempDir(), "vote.db")
	db, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := &postalWorld{site: newSite(t, db), file: file, windows: map[string]*browser{"nobody": nil}, sessions: map[string]string{}}
	w.now = civil.MustParseInstant("2026-03-15T00:00:00.000Z")
	w.must(db.InTx(t.Context(), func(tx *store.Tx) error {
		var terms []members.Term
		for i := range count {
			in := members.PersonInput{FamilyName: fmt.Sprintf("Testcase%02d", i), GivenNames: "Member", Address: "1 Kōwhai Street, Tāmaki Makaurau 1010"}
			id, err := members.InsertPerson(t.Context(), tx, w.now, in)
			if err != nil {
				return err
			}
			w.people, w.names = append(w.people, id), append(w.names, fmt.Sprintf("Member Testcase%02d", i))
			terms = append(terms, members.Term{Person: id, Year: constitution.Shipped().YearOf(w.now.Date()), From: civil.MustParseDate("2025-07-01"), To: civil.MustParseDate("2026-06-30"), Kind: members.KindNew, RecordedAt: w.now})
		}
		return members.InsertTerms(t.Context(), tx, terms)
	}))
	for i, p := range postalPeople {
		if p.office != "" {
			_, err := w.auth.Appoint(t.Context(), program, auth.Office{Role: p.office, Person: w.people[i], From: civil.MustParseDate("2026-01-01")})
			w.must(err)
		}
		w.signIn(p.name, w.people[i])
	}
	w.windows["nobody"] = w.browser("")
	return w
}

func (w *postalWorld) signIn(name string, person members.PersonID) {
	w.t.Helper()
	made, err := w.auth.Invite(w.t.Context(), program, person, name+"@example.nz")
	w.must(err)
	in, err := w.auth.SetPasswordByLink(w.t.Context(), auth.Arrival{Token: made.Link.Token, Device: "Firefox on Linux"}, goodPassword)
	w.must(err)
	w.sessions[name] = in.Token
	w.windows[name] = w.browser(in.Token)
}

// on sets the day; everybody signs in again, because sessions end.
func (w *postalWorld) on(date string) {
	w.t.Helper()
	w.now = civil.MustParseDate(date).Midnight().Add(12 * time.Hour)
	for _, p := range postalPeople {
		a := w.browser("").post("/sign-in", "email", p.name+"@example.nz", "password", goodPassword)
		for _, c := range (&http.Response{Header: a.header}).Cookies() {
			if c.Name == w.sessionCookie() {
				w.sessions[p.name] = c.Value
			}
		}
		w.windows[p.name] = w.browser(w.sessions[p.name])
	}
}

// version is the hidden version of a page's form.
func (w *postalWorld) version(who, page string) string {
	w.t.Helper()
	a := w.windows[who].get(page)
	m := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(a.body)
	if m == nil {
		w.t.Fatalf("%s has no version for %s: %d\n%s", page, who, a.status, a.body)
	}
	return m[1]
}

// send posts the form of a page as somebody, with the version that the page
// shows.
func (w *postalWorld) send(who, page string, pairs ...string) answer {
	w.t.Helper()
	return w.windows[who].post(page, append(pairs, "version", w.version(who, page))...)
}

// sendKey posts a form with a teller's key.
func (w *postalWorld) sendKey(who, path string, pairs ...string) answer {
	w.t.Helper()
	key := tellerKeys()[map[string]int{"ana": 0, "ben": 1}[who]]
	return w.sendFile(who, path, "keyfile", "teller.key", key.file, append(pairs, "passphrase", tellerPassphrase, "password", goodPassword)...)
}

func (w *postalWorld) sendFile(who, path, field, name string, content []byte, pairs ...string) answer {
	w.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(pairs); i += 2 {
		w.must(form.WriteField(pairs[i], pairs[i+1]))
	}
	if name != "" {
		part, err := form.CreateFormFile(field, name)
		w.must(err)
		_, err = part.Write(content)
		w.must(err)
	}
	w.must(form.Close())
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return w.windows[who].send(r)
}

// at is a page of the vote.
func (w *postalWorld) at(below string) string {
	if below == "" {
		return w.base
	}
	return w.base + "/" + below
}

var draftPairs = []string{
	"title", "Motions of the EGM of 14 March 2026", "egm", "2026-03-14", "closing", "2026-04-20", "held", "EGM in Wellington", "typed", "Its record is on paper.", "address", "The tellers\nPO Box 12\nWellington", "way", "web",
	"motion_1", "That the society buy twenty sets.", "kind_1", "ordinary",
	"motion_2", "That the quorum be eight members.", "kind_2", "constitutional",
}

// The ways of a vote from state to state, each through its pages.
func (w *postalWorld) begin(pairs ...string) {
	w.t.Helper()
	a := w.windows["secretary"].post(postalPath+"/new", append(pairs, draftPairs...)...)
	m := regexp.MustCompile(`^/postal-votes/(\d+)/edit$`).FindStringSubmatch(a.location)
	if m == nil {
		w.t.Fatalf("status %d to %q\n%s", a.status, a.location, a.body)
	}
	w.base = postalPath + "/" + m[1]
	w.vote = parseID[postal.VoteID](m[1])
}

func (w *postalWorld) freeze() {
	w.t.Helper()
	w.send("secretary", w.at("freeze"), "password", goodPassword).leadsTo(w.t, w.base)
}

func (w *postalWorld) appoint() {
	w.t.Helper()
	w.send("secretary", w.at("tellers"), "teller", idText(w.people[5]), "teller", idText(w.people[6])).leadsTo(w.t, w.base)
	for i, who := range []string{"ana", "ben"} {
		identity := tellerKeys()[i].identity
		a := w.windows[who].post(w.at("key"), "recipient", identity.Card().String(), "password", goodPassword)
		m := regexp.MustCompile(`(?s)<textarea id="test"[^>]*>(.*?)</textarea>`).FindStringSubmatch(a.body)
		if m == nil {
			w.t.Fatalf("no test message: %d\n%s", a.status, a.body)
		}
		reply, err := identity.Answer([]byte(html.UnescapeString(m[1])))
		w.must(err)
		if file := w.windows[who].get(w.at("key/test.age")); i == 0 { // the file is the same test, sealed anew
			reply, err = identity.Answer([]byte(file.body))
			w.must(err)
		}
		w.windows[who].post(w.at("key/proof"), "answer", reply).leadsTo(w.t, w.base)
	}
}

func (w *postalWorld) makePapers() {
	w.t.Helper()
	a := w.send("secretary", w.at("papers"))
	m := regexp.MustCompile(`<code class="secret-address print-code">([^<]+)</code>`).FindStringSubmatch(a.body)
	if m == nil {
		w.t.Fatalf("no print code: %d\n%s", a.status, a.body)
	}
	w.code = m[1]
	w.readSerials()
}

// readSerials takes the serials off the printed papers, in the order of names.
func (w *postalWorld) readSerials() {
	w.t.Helper()
	actor, err := w.auth.ActorBySession(w.t.Context(), w.sessions["secretary"])
	w.must(err)
	sheets, err := w.postal.Sheets(w.t.Context(), actor, w.vote, postal.PrintCode(w.code))
	w.must(err)
	w.serials = nil
	for _, p := range sheets {
		w.serials = append(w.serials, p.Serial)
	}
}

func (w *postalWorld) despatch() {
	w.t.Helper()
	w.send("secretary", w.at("despatch"), "on", w.now.Date().String(), "how", "By post", "by", "A Helper").leadsTo(w.t, w.base)
}

// receive records the papers of the first members.
func (w *postalWorld) receive(papers int) {
	w.t.Helper()
	for _, name := range w.names[:papers] {
		w.windows["ana"].post(w.at("envelopes"), "find", name, "received", w.now.Date().String(), "route", "direct", "standing", "valid").leadsTo(w.t, w.at("envelopes"))
	}
}

func (w *postalWorld) closeVote() {
	w.t.Helper()
	w.on("2026-04-21")
	w.send("secretary", w.at("close")).leadsTo(w.t, w.base)
}

// toTheCount holds a vote until its papers are counted, with as many of them back.
func (w *postalWorld) toTheCount(papers int) {
	w.t.Helper()
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.receive(papers)
	w.closeVote()
}

// enter types the papers in as somebody: the letters of each.
func (w *postalWorld) enter(who string, letters ...string) {
	w.t.Helper()
	for i, l := range letters {
		w.windows[who].post(w.at("entry"), "serial", w.serials[i], "letters", l).wants(w.t, http.StatusOK, "Read it back", w.serials[i])
		w.windows[who].post(w.at("entry/save"), "serial", w.serials[i], "letters", l).leadsTo(w.t, w.at("entry"))
	}
	w.windows[who].post(w.at("finish")).leadsTo(w.t, w.base)
}

func (w *postalWorld) approve() {
	w.t.Helper()
	for _, who := range []string{"ana", "ben"} {
		w.sendKey(who, w.at("approve")).leadsTo(w.t, w.base)
	}
}

func (w *postalWorld) report() {
	w.t.Helper()
	w.send("ana", w.at("report"), "note", "All went well.").leadsTo(w.t, w.base)
}

func (w *postalWorld) declare() {
	w.t.Helper()
	w.send("secretary", w.at("declare"), "password", goodPassword).leadsTo(w.t, w.at("declaration"))
}

func (w *postalWorld) destroy() {
	w.t.Helper()
	w.on("2026-10-22")
	w.send("ana", w.at("destroy")).wants(w.t, http.StatusUnprocessableEntity, "Please mend 3 things", "Say how the tellers deleted their key files", "Say how and by whom", "Enter your password again.")
	w.send("ana", w.at("destroy"), "keys", "Files deleted", "papers", "Shredded by both", "password", goodPassword).leadsTo(w.t, w.base)
}

// state is where the vote stands.
func (w *postalWorld) state() postal.State {
	w.t.Helper()
	actor, err := w.auth.ActorBySession(w.t.Context(), w.sessions["secretary"])
	w.must(err)
	f, err := w.postal.Vote(w.t.Context(), actor, w.vote)
	w.must(err)
	return f.State
}

// copyAs copies the database as it stands: nobody writes meanwhile.
func (w *postalWorld) copyAs(file string) {
	w.t.Helper()
	for _, part := range []string{"", "-wal"} {
		raw, err := os.ReadFile(w.file + part)
		if err != nil && !(part != "" && os.IsNotExist(err)) {
			w.t.Fatal(err)
		}
		w.must(os.WriteFile(file+part, raw, 0o600))
	}
}

// words is a page without its tags.
func (a answer) words() string {
	text := regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]*>`).ReplaceAllString(a.body, " ")
	return html.UnescapeString(strings.Join(strings.Fields(text), " "))
}
