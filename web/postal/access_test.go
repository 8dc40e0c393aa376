package postal_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/postal"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webpostal "nzgs/web/postal"
)

const accessFile = "testdata/postal_access.txt"

const accessHead = `Who may come to which page of a postal vote, in every state of it: what the site
answers, asked for real with an empty form. in: sign in first. 403: not yours.
404: there is no such thing, or none that this person may know of. away: led to
the page of the vote, which does not stand there. done: it was carried out. 409
and 422: an empty form cannot be carried out. 200: the page.

teller: of this vote. other: a teller of another vote.

`

// visitors are the columns of the table.
var visitors = []struct{ title, who string }{
	{"nobody", "nobody"}, {"member", "member"}, {"other", "other"}, {"admin.", "administrator"}, {"treas.", "treasurer"},
	{"comm.", "committee"},
	{"pres.", "president"}, {"secr.", "secretary"}, {"teller", "ana"},
}

// snapshot is a society whose vote stands in one state.
type snapshot struct {
	title    string
	state    postal.State
	file     string
	now      civil.Instant
	sessions map[string]string
	base     string
}

// snapshots holds a vote and keeps the society in each of its states.
func snapshots(t *testing.T) []snapshot {
	dir := t.TempDir()
	var out []snapshot
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[8]), "teller", kit.IDText(w.people[9]),
	).LeadsTo(t, w.base)
	keep := func(title string, state postal.State) {
		if got := w.state(); got != state {
			t.Fatalf("the vote stands at %s, want %s", got, state)
		}
		s := snapshot{
			title: title, state: state, file: filepath.Join(dir, fmt.Sprintf("%d.db", len(out))), now: w.Now,
			sessions: map[string]string{}, base: w.base,
		}
		for who, token := range w.sessions {
			s.sessions[who] = token
		}
		w.copyAs(s.file)
		out = append(out, s)
	}
	letters := []string{"yy", "yy", "yy", "yy", "yy", "yn", "yn", "na", "n-", "an", "yy"}
	// The vote that is entered on the tellers' machines, as far as it differs.
	w.begin("way", string(postal.Offline))
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	offline := w.base
	w.begin()
	w.sendFile(
		"secretary", w.at("documents"), "document", "minutes.txt", []byte("Minutes of the meeting."), "minutes", "on",
	).LeadsTo(t, w.at("edit"))
	keep("draft", postal.StateDraft)
	w.freeze()
	keep("roll frozen", postal.StateFrozen)
	w.appoint()
	keep("tellers appointed", postal.StateTellers)
	w.makePapers()
	keep("papers made", postal.StatePapers)
	w.despatch()
	w.receive(len(letters))
	keep("papers out", postal.StateDespatched)
	w.closeVote()
	keep("closed", postal.StateClosed)
	own := w.base
	w.base = offline
	w.vote = kit.ParseID[postal.VoteID](offline[len(kit.PostalPath)+1:])
	w.send("secretary", w.at("close")).LeadsTo(t, w.base)
	keep("closed, entered on the tellers’ machines", postal.StateClosed)
	w.base, w.vote = own, kit.ParseID[postal.VoteID](own[len(kit.PostalPath)+1:])
	w.enter("ana", letters...)
	w.enter("ben", append([]string{"yn"}, letters[1:]...)...)
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK)
	keep("differences to be rechecked", postal.StateRecheck)
	w.sendKey("ben", w.at("correct"), "serial_1", w.serials[0], "letters_1", letters[0]).LeadsTo(t, w.at("compare"))
	for _, who := range []string{"ana", "ben"} {
		w.windows[who].Post(w.at("finish")).LeadsTo(t, w.base)
	}
	w.approve()
	keep("tellers agree", postal.StateAgreed)
	w.report()
	keep("reported", postal.StateReported)
	w.declare()
	keep("declared", postal.StateDeclared)
	w.destroy()
	keep("papers destroyed", postal.StateDestroyed)
	return out
}

// open serves a copy of the society as it stood.
func (s snapshot) open(t *testing.T) *kittest.Site {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.db")
	for _, part := range []string{"", "-wal"} {
		raw, err := os.ReadFile(s.file + part)
		if err != nil {
			continue
		}
		if err := os.WriteFile(file+part, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	site := kittest.NewSite(t, db)
	site.Now = s.now
	return site
}

// accessAnswer comes to an address and says in a word what the site answered.
func accessAnswer(site *kittest.Site, session, method, path string) string {
	a := site.Browser(session).Send(httptest.NewRequest(method, path, nil))
	switch {
	case a.Status == http.StatusUnauthorized || strings.HasPrefix(a.Location, "/sign-in?"):
		return "in"
	case a.Status != http.StatusSeeOther:
		return fmt.Sprint(a.Status)
	}
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if raw, err := base64.RawURLEncoding.DecodeString(c.Value); c.Name == kit.FlashCookie && err == nil &&
			strings.HasPrefix(string(raw), kit.KindError) {
			return "away"
		}
	}
	if method == http.MethodGet {
		return "away"
	}
	return "done"
}

// tellersOnly are the pages that only a teller of the vote may open, in any
// state and whatever office somebody holds.
var tellersOnly = []string{
	"/envelopes", "/envelopes/:envelope", "/entry", "/entry/save", "/entered", "/finish", "/compare", "/correct", "/approve",
	"/approve/totals", "/offline", "/package.json", "/report", "/key", "/key/proof", "/key/test.age",
}

func TestEveryRouteOfAPostalVoteForEveryRoleInEveryState(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test without FAST runs it")
	}
	all := snapshots(t)
	t.Run("who may come", func(t *testing.T) { whoMayCome(t, all) })
	t.Run("nothing is told too early", func(t *testing.T) { nothingIsToldTooEarly(t, all) })
}

func whoMayCome(t *testing.T, all []snapshot) {
	var b strings.Builder
	b.WriteString(accessHead)
	for _, shot := range all {
		b.WriteString(shot.title + "\n")
		line := fmt.Sprintf("%-46s", "")
		for _, v := range visitors {
			line += fmt.Sprintf("%-8s", v.title)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		reading := shot.open(t)
		for _, r := range reading.Routes() {
			below, ok := strings.CutPrefix(r.Path, kit.PostalPath+"/:id")
			if !ok {
				continue
			}
			path := shot.base + strings.NewReplacer(":document", "1", ":envelope", "1").Replace(below)
			line := fmt.Sprintf("%-46s", r.Method+" "+below)
			site := reading
			for _, v := range visitors {
				if r.Method == http.MethodPost && site == reading {
					site = shot.open(t)
				}
				answer := accessAnswer(site, shot.sessions[v.who], r.Method, path)
				if answer == "done" {
					site = reading // the next one comes to the vote as it was
				}
				if strings.HasPrefix(answer, "5") {
					t.Errorf("%s: %s %s for %s: %s", shot.title, r.Method, path, v.title, answer)
				}
				if slices.Contains(tellersOnly, below) && v.who != "ana" && !slices.Contains([]string{"in", "403", "404"}, answer) {
					t.Errorf("%s: %s %s let the %s in: %s", shot.title, r.Method, path, v.title, answer)
				}
				line += fmt.Sprintf("%-8s", answer)
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
		b.WriteString("\n")
	}
	if *kittest.Update {
		if err := os.WriteFile(accessFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(accessFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := kittest.LineDiff(string(want), b.String()); diff != "" {
		t.Errorf(
			"who may come where is not what is recorded (-recorded +now). If it is meant so, run go test ./web -run "+
				"PostalVote -update and read the difference:\n%s",
			diff,
		)
	}
}

// Before the closing no page says anything of a vote, and before the
// declaration no page but the tellers' and, from the report on, the managers'
// says a total.
func nothingIsToldTooEarly(t *testing.T, all []snapshot) {
	for _, shot := range all {
		site := shot.open(t)
		for _, r := range site.Routes() {
			below, ok := strings.CutPrefix(r.Path, kit.PostalPath+"/:id")
			if !ok || r.Method != http.MethodGet {
				continue
			}
			path := shot.base + strings.NewReplacer(":document", "1", ":envelope", "1").Replace(below)
			for _, v := range visitors {
				a := site.Browser(shot.sessions[v.who]).Get(path)
				if a.Status != http.StatusOK {
					continue
				}
				if strings.HasPrefix(
					a.Header.Get("Content-Type"), "text/html",
				) && !strings.Contains(a.Body, `href="`+webpostal.Protection+`"`) {
					t.Errorf("%s: %s does not lead the %s to what is protected from whom", shot.title, path, v.title)
				}
				told := strings.Contains(a.Body, `class="stack totals"`) || strings.Contains(a.Body, `class="counts"`)
				may := shot.state == postal.StateDeclared || shot.state == postal.StateDestroyed ||
					v.who == "ana" && (shot.state == postal.StateAgreed || shot.state == postal.StateReported) ||
					(v.who == "secretary" || v.who == "president") && shot.state == postal.StateReported
				if told && !may {
					t.Errorf("%s: %s tells the %s a total", shot.title, path, v.title)
				}
			}
		}
	}
}
