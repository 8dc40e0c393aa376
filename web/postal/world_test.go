package postal_test

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
	"slices"
	"strconv"
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
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
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

// world is a society that holds a postal vote through its pages. It is
// noon in Auckland on 15 March 2026, the day after the meeting.
type world struct {
	*kittest.Site
	file     string
	sent     int // files
	people   []members.PersonID
	names    []string
	windows  map[string]*kittest.Browser // who is signed in, by role
	sessions map[string]string
	vote     postal.VoteID
	base     string
	code     string // print code
	serials  []string
	noted    string // the number of the keys, as the tellers note it
}

// worldPeople are who come to the pages of a vote.
var worldPeople = []struct {
	name   string
	office auth.Role
}{
	{"secretary", auth.Secretary}, {"president", auth.President}, {"treasurer", auth.Treasurer},
	{"administrator", auth.Administrator},
	{"committee", auth.Committee}, {"ana", ""}, {"ben", ""}, {"member", ""}, {"other", ""},
}

func newPostalWorld(t testing.TB, count int) *world {
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
	w := &world{
		Site: kittest.NewSite(t, db), file: file, windows: map[string]*kittest.Browser{"nobody": nil},
		sessions: map[string]string{},
	}
	w.Now = civil.MustParseInstant("2026-03-15T00:00:00.000Z")
	w.Must(db.InTx(t.Context(), func(tx *store.Tx) error {
		var terms []members.Term
		for i := range count {
			in := members.PersonInput{
				FamilyName: fmt.Sprintf("Testcase%02d", i), GivenNames: "Member", Address: "1 Kōwhai Street, Tāmaki Makaurau 1010",
			}
			id, err := members.InsertPerson(t.Context(), tx, w.Now, in)
			if err != nil {
				return err
			}
			w.people, w.names = append(w.people, id), append(w.names, fmt.Sprintf("Member Testcase%02d", i))
			terms = append(terms, members.Term{
				Person: id, Year: constitution.Shipped().YearOf(w.Now.Date()), From: civil.MustParseDate("2025-07-01"),
				To: civil.MustParseDate("2026-06-30"), Kind: members.KindNew, RecordedAt: w.Now,
			})
		}
		return members.InsertTerms(t.Context(), tx, terms)
	}))
	for i, p := range worldPeople {
		if p.office != "" {
			_, err := w.Auth.Appoint(t.Context(), kittest.Program, auth.Office{
				Role: p.office, Person: w.people[i], From: civil.MustParseDate("2026-01-01"),
			})
			w.Must(err)
		}
		w.signIn(p.name, w.people[i])
	}
	w.windows["nobody"] = w.Browser("")
	return w
}

func (w *world) signIn(name string, person members.PersonID) {
	w.T.Helper()
	made, err := w.Auth.Invite(w.T.Context(), kittest.Program, person, name+"@example.nz")
	w.Must(err)
	in, err := w.Auth.SetPasswordByLink(
		w.T.Context(), auth.Arrival{Token: made.Link.Token, Device: "Firefox on Linux"}, kittest.GoodPassword,
	)
	w.Must(err)
	w.sessions[name] = in.Token
	w.windows[name] = w.Browser(in.Token)
	w.Must(w.DB.InTx(w.T.Context(), func(tx *store.Tx) error {
		// Long enough for a teller's key; and letters reach no one until a test gives addresses.
		_, err := tx.Exec(w.T.Context(), `UPDATE account_opening SET at = '2026-01-01T00:00:00.000Z'`)
		if err == nil {
			_, err = tx.Exec(w.T.Context(), `UPDATE person SET email = '' WHERE id = $1`, person)
		}
		return err
	}))
}

// on sets the day; everybody signs in again, because sessions end.
func (w *world) on(date string) {
	w.T.Helper()
	w.Now = civil.MustParseDate(date).Midnight().Add(12 * time.Hour)
	for _, p := range worldPeople {
		a := w.Browser("").Post("/sign-in", "email", p.name+"@example.nz", "password", kittest.GoodPassword)
		for _, c := range (&http.Response{Header: a.Header}).Cookies() {
			if c.Name == w.SessionCookie() {
				w.sessions[p.name] = c.Value
			}
		}
		w.windows[p.name] = w.Browser(w.sessions[p.name])
	}
}

// version is the hidden version of a page's form.
func (w *world) version(who, page string) string {
	w.T.Helper()
	a := w.windows[who].Get(page)
	m := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(a.Body)
	if m == nil {
		w.T.Fatalf("%s has no version for %s: %d\n%s", page, who, a.Status, a.Body)
	}
	return m[1]
}

// send posts the form of a page as somebody, with the version that the page
// shows.
func (w *world) send(who, page string, pairs ...string) kittest.Answer {
	w.T.Helper()
	return w.windows[who].Post(page, append(pairs, "version", w.version(who, page))...)
}

// sendKey posts a form with a teller's key.
func (w *world) sendKey(who, path string, pairs ...string) kittest.Answer {
	w.T.Helper()
	key := tellerKeys()[map[string]int{"ana": 0, "ben": 1}[who]]
	return w.sendFile(
		who, path, "keyfile", "teller.key", key.file,
		append(pairs, "passphrase", tellerPassphrase)...,
	)
}

func (w *world) sendFile(who, path, field, name string, content []byte, pairs ...string) kittest.Answer {
	w.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if !slices.Contains(pairs, "key") { // as every form of a page has one
		w.sent++
		pairs = append(pairs, "key", "file-"+strconv.Itoa(w.sent))
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		w.Must(form.WriteField(pairs[i], pairs[i+1]))
	}
	if name != "" {
		part, err := form.CreateFormFile(field, name)
		w.Must(err)
		_, err = part.Write(content)
		w.Must(err)
	}
	w.Must(form.Close())
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return w.windows[who].Send(r)
}

// at is a page of the vote.
func (w *world) at(below string) string {
	if below == "" {
		return w.base
	}
	return w.base + "/" + below
}

var draftPairs = []string{
	"title", "Motions of the EGM of 14 March 2026", "egm", "2026-03-14", "closing", "2026-04-20", "held",
	"EGM in Wellington", "typed", "Its record is on paper.", "address", "The tellers\nPO Box 12\nWellington", "way", "web",
	"motion_1", "That the society buy twenty sets.", "kind_1", "ordinary",
	"motion_2", "That the quorum be eight members.", "kind_2", "constitutional",
}

// The ways of a vote from state to state, each through its pages.
func (w *world) begin(pairs ...string) {
	w.T.Helper()
	a := w.windows["secretary"].Post(kit.PostalPath+"/new", append(pairs, draftPairs...)...)
	m := regexp.MustCompile(`^/postal-votes/(\d+)/edit$`).FindStringSubmatch(a.Location)
	if m == nil {
		w.T.Fatalf("status %d to %q\n%s", a.Status, a.Location, a.Body)
	}
	w.base = kit.PostalPath + "/" + m[1]
	w.vote = kit.ParseID[postal.VoteID](m[1])
}

func (w *world) freeze() {
	w.T.Helper()
	w.send("secretary", w.at("freeze")).LeadsTo(w.T, w.base)
}

func (w *world) appoint() {
	w.T.Helper()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller", kit.IDText(w.people[6]),
	).LeadsTo(w.T, w.base)
	for i, who := range []string{"ana", "ben"} {
		identity := tellerKeys()[i].identity
		a := w.windows[who].Post(w.at("key"), "recipient", identity.Card().String())
		m := regexp.MustCompile(`(?s)<textarea id="test"[^>]*>(.*?)</textarea>`).FindStringSubmatch(a.Body)
		if m == nil {
			w.T.Fatalf("no test message: %d\n%s", a.Status, a.Body)
		}
		reply, err := identity.Answer([]byte(html.UnescapeString(m[1])))
		w.Must(err)
		if file := w.windows[who].Get(w.at("key/test.age")); i == 0 { // the file is the same test, sealed anew
			reply, err = identity.Answer([]byte(file.Body))
			w.Must(err)
		}
		w.windows[who].Post(w.at("key/proof"), "answer", reply).LeadsTo(w.T, w.base)
	}
	file := w.windows["ana"].Get(w.at("key/test.age")) // all keys are there now
	signed, err := tellerKeys()[0].identity.Answer([]byte(file.Body))
	w.Must(err)
	w.windows["ana"].Post(w.at("key/proof"), "answer", signed).LeadsTo(w.T, w.base)
	asked, err := tellerKeys()[0].identity.OpenTest([]byte(file.Body))
	w.Must(err)
	keys, _ := asked.Keys()
	w.noted = keys.Number()
}

func (w *world) makePapers() {
	w.T.Helper()
	a := w.send("secretary", w.at("papers"))
	m := regexp.MustCompile(`<code class="secret-address print-code">([^<]+)</code>`).FindStringSubmatch(a.Body)
	if m == nil {
		w.T.Fatalf("no print code: %d\n%s", a.Status, a.Body)
	}
	w.code = m[1]
	w.readSerials()
}

// readSerials takes the serials off the printed papers, in the order of names.
func (w *world) readSerials() {
	w.T.Helper()
	actor, err := w.Auth.ActorBySession(w.T.Context(), w.sessions["secretary"])
	w.Must(err)
	sheets, err := w.Postal.Sheets(w.T.Context(), actor, w.vote, postal.PrintCode(w.code))
	w.Must(err)
	w.serials = nil
	for _, p := range sheets {
		w.serials = append(w.serials, p.Serial)
	}
}

func (w *world) despatch() {
	w.T.Helper()
	w.send(
		"secretary", w.at("despatch"), "on", w.Now.Date().String(), "how", "By post", "by", "A Helper",
	).LeadsTo(w.T, w.base)
}

// receive records the papers of the first members.
func (w *world) receive(papers int) {
	w.T.Helper()
	for _, name := range w.names[:papers] {
		w.windows["ana"].Post(
			w.at("envelopes"), "find", name, "received", w.Now.Date().String(), "route", "direct", "standing", "valid",
		).LeadsTo(w.T, w.at("envelopes"))
	}
}

func (w *world) closeVote() {
	w.T.Helper()
	w.on("2026-04-21")
	w.send("secretary", w.at("close")).LeadsTo(w.T, w.base)
	w.knowKeys()
}

// knowKeys types the number of the keys that the tellers noted, once in each window.
func (w *world) knowKeys() {
	w.T.Helper()
	for _, who := range []string{"ana", "ben"} {
		w.windows[who].Post(w.at("entry/keys"), "keys", w.noted)
	}
}

// toTheCount holds a vote until its papers are counted, with as many of them back.
func (w *world) toTheCount(papers int) {
	w.T.Helper()
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.receive(papers)
	w.closeVote()
}

// enter types the papers in as somebody, and says that all are entered.
func (w *world) enter(who string, letters ...string) {
	w.T.Helper()
	w.typeIn(who, letters...)
	w.windows[who].Post(w.at("finish")).LeadsTo(w.T, w.base)
}

// typeIn types papers in as somebody: the letters of each.
func (w *world) typeIn(who string, letters ...string) {
	w.T.Helper()
	for i, l := range letters {
		w.windows[who].Post(
			w.at("entry"), "serial", w.serials[i], "letters", l,
		).Wants(w.T, http.StatusOK, "Read it back", w.serials[i])
		w.windows[who].Post(w.at("entry/save"), "serial", w.serials[i], "letters", l).LeadsTo(w.T, w.at("entry"))
	}
}

// giveAddress gives the first members an e-mail address in the register.
func (w *world) giveAddress(members int) {
	w.T.Helper()
	w.Must(w.DB.InTx(w.T.Context(), func(tx *store.Tx) error {
		for _, p := range w.people[:members] {
			if _, err := tx.Exec(
				w.T.Context(), `UPDATE person SET email = $1 WHERE id = $2`, "m"+kit.IDText(p)+"@example.nz", p,
			); err != nil {
				return err
			}
		}
		return nil
	}))
}

// rule is a teller's ruling on a line of the register.
func (w *world) rule(envelope int, standing string) {
	w.T.Helper()
	w.send(
		"ana", w.at("envelopes/"+strconv.Itoa(envelope)), "standing", standing, "why", "second", "reason", "A second paper.",
	).LeadsTo(w.T, w.at("envelopes"))
}

func (w *world) approve() {
	w.T.Helper()
	for _, who := range []string{"ana", "ben"} {
		w.sendKey(who, w.at("approve")).LeadsTo(w.T, w.base)
	}
}

func (w *world) report() {
	w.T.Helper()
	w.send("ana", w.at("report"), "note", "All went well.").LeadsTo(w.T, w.base)
}

func (w *world) declare() {
	w.T.Helper()
	w.send("secretary", w.at("declare")).LeadsTo(w.T, w.at("declaration"))
}

func (w *world) destroy() {
	w.T.Helper()
	w.on("2026-10-22")
	w.send("ana", w.at("destroy")).Wants(
		w.T, http.StatusUnprocessableEntity, "Please fix 2 things", "Say how the tellers deleted their key files",
		"Say how and by whom",
	)
	w.send(
		"ana", w.at("destroy"), "keys", "Files deleted", "papers", "Shredded by both",
	).LeadsTo(w.T, w.base)
}

// state is where the vote stands.
func (w *world) state() postal.State {
	w.T.Helper()
	actor, err := w.Auth.ActorBySession(w.T.Context(), w.sessions["secretary"])
	w.Must(err)
	f, err := w.Postal.Vote(w.T.Context(), actor, w.vote)
	w.Must(err)
	return f.State
}

// copyAs copies the database as it stands: nobody writes meanwhile.
func (w *world) copyAs(file string) {
	w.T.Helper()
	for _, part := range []string{"", "-wal"} {
		raw, err := os.ReadFile(w.file + part)
		if err != nil && !(part != "" && os.IsNotExist(err)) {
			w.T.Fatal(err)
		}
		w.Must(os.WriteFile(file+part, raw, 0o600))
	}
}
