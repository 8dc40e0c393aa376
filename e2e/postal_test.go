package e2e

import (
	"context"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// decide takes an EGM's motions through their postal vote: the secretary drafts
// it from the meeting, freezes the roll and sends the papers; 40 come back, two
// tellers enter them and differ in two, look again, agree and report; the result
// is declared and printed.
func (m *egm) decide() {
	v := &postalVote{T: m.t, server: m.server, meeting: m, today: m.today, closing: m.closing}
	v.secretary = v.withPassword(m.window)
	v.ana, v.ben = v.come(tellers[0]), v.come(tellers[1])

	v.draft()
	v.freezeTheRoll()
	v.appointTheTellers()
	v.printThePapers()
	v.sendThePapers()
	v.threeWeeksPass()
	v.envelopesCome()
	v.closeTheVote()
	v.bothEnterThePapers()
	v.theyDifferInTwo()
	v.theyAgreeAndReport()
	v.theResultIsDeclared()
}

// postalVote is what the chapters share.
type postalVote struct {
	*testing.T
	server  *server
	meeting *egm // that framed the motions
	today   time.Time
	closing time.Time

	secretary, ana, ben *window
	names               map[*window]string
	keys                map[*window]string // key files
	keyDir              string
	path                string // of the vote's page
	serials             []string
	noted               string // the number of the keys
}

const (
	postalPassword   = "four words quite unrelated"
	postalPassphrase = "another four kōwhai words"
	postalPapers     = 40
)

// come signs somebody of the demonstration in.
func (v *postalVote) come(role string) *window {
	return v.withPassword(signedIn(v.T, v.server, role, desktop))
}

// withPassword gives somebody a password of their own: signing in again for a grave step asks for it.
func (v *postalVote) withPassword(w *window) *window {
	w.goTo("/account/password")
	w.fill("New password", postalPassword)
	w.press("Save the password")
	if v.names == nil {
		v.names, v.keys = map[*window]string{}, map[*window]string{}
	}
	v.names[w] = v.server.NameOf(w)
	return w
}

// NameOf is the name of who is signed in at the window.
func (s *server) NameOf(w *window) string {
	w.t.Helper()
	m := regexp.MustCompile(`<a href="/account">([^<]+)<`).FindStringSubmatch(w.html())
	if m == nil {
		w.fail("nobody is signed in")
	}
	return html.UnescapeString(m[1])
}

// draft begins the vote from its meeting, whose motions, days and proposer come
// along; the address is all that is to be typed.
func (v *postalVote) draft() {
	w := v.secretary
	w.goTo("/postal-votes")
	w.see("Postal votes")
	w.follow("What is protected from whom")
	w.see("The tellers see the papers. No one else does", "Not protected")
	w.accessible("secretary")
	w.goTo(v.meeting.path)
	w.follow("Draft the postal vote")
	w.see("As the meeting framed them", framed[0], framed[1], framed[2])
	w.dontSee(v.meeting.withdrawn, "ten sets")
	for label, want := range map[string]string{"Day of the meeting": iso(v.today), "Closing day": iso(v.closing)} {
		if got := w.value(label); got != want {
			v.Errorf("%s is %q, of the meeting %q", label, got, want)
		}
	}
	w.fill("Tellers’ address", "The tellers\nPO Box 12\nTe Whanganui-a-Tara")
	w.press("Show the dates")
	w.see("Voting papers go out", long(v.closing), long(v.closing.AddDate(0, 0, 7)), long(v.closing.AddDate(0, 0, -15)))
	w.accessible("secretary")
	w.press("Save the draft")
	w.see("The draft is saved")
	w.press("Add the minutes kept here")
	w.see("The minutes will go out with the papers.", "minutes-of-egm-")
	v.path = strings.TrimSuffix(w.address(), "/edit")
	w.goTo(v.path)
	w.see("Freeze roll and motions")
	w.accessible("secretary")
}

func (v *postalVote) freezeTheRoll() {
	w := v.secretary
	w.follow("Freeze the roll")
	w.accessible("secretary")
	w.press("Freeze the roll")
	w.see("The roll is frozen.", "Hash of the roll")
}

var aSerial = regexp.MustCompile(`\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b`)

// printThePapers reads the serials off the papers, as the tellers will.
func (v *postalVote) printThePapers() {
	w := v.secretary
	w.goTo(v.path + "/papers")
	w.press("Make the papers")
	w.see("The print code", "It is shown only now and stored nowhere.")
	w.accessible("secretary")
	code := w.value("Print code")
	papers := pdfText(w, w.submit(v.path+"/papers/print", url.Values{"code": {code}, "what": {"papers"}}))
	for _, serial := range aSerial.FindAllString(papers, -1) {
		if !slices.Contains(v.serials, serial) {
			v.serials = append(v.serials, serial)
		}
	}
	for _, want := range []string{
		"Voting paper", "That the society buy twenty sets", "Abstain", "Signature", long(v.closing), "PO Box 12",
		"Affects the constitution",
	} {
		if !strings.Contains(papers, want) {
			v.Errorf("the papers do not say %q", want)
		}
	}
	if len(v.serials) < postalPapers {
		v.Fatalf("%d papers", len(v.serials))
	}
	for _, what := range []string{"letters", "labels"} {
		if text := pdfText(
			w, w.submit(v.path+"/addresses", url.Values{"what": {what}}),
		); strings.TrimSpace(text) == "" {
			v.Errorf("the %s are empty", what)
		}
	}
	for _, print := range []string{"Register of envelopes", "Tally sheet"} {
		if text := pdfText(w, w.download(print)); strings.TrimSpace(text) == "" {
			v.Errorf("%s is empty", print)
		}
	}
}

// submit sends a form with the window's cookies, and keeps the file that
// answers it.
func (w *window) submit(path string, form url.Values) string {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.ctx, http.MethodPost, w.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		w.fail("%v", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w.do(chromedp.ActionFunc(func(ctx context.Context) error {
		cookies, err := network.GetCookies().Do(ctx)
		for _, c := range cookies {
			req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
		}
		return err
	}))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.fail("%v", err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		w.fail("%s: %s, %v", path, res.Status, err)
	}
	file := filepath.Join(w.t.TempDir(), "answer.pdf")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		w.fail("%v", err)
	}
	return file
}

func (v *postalVote) sendThePapers() {
	w := v.secretary
	w.goTo(v.path + "/despatch")
	w.fill("How", "By post from Wellington")
	w.fill("By whom", "The secretary")
	w.accessible("secretary")
	w.press("Record the despatch")
	w.see("The despatch is recorded: the papers are out.")
	w.goTo(v.path + "/papers") // which cannot be printed again
	w.see("You cannot do that step now")
	v.ana.goTo(v.path + "/close")
	v.ana.see("Not yet:", long(v.closing.AddDate(0, 0, 1)))
}

// threeWeeksPass: the same society goes on as on that day, and everybody signs
// in again.
func (v *postalVote) threeWeeksPass() {
	v.server.stop()
	v.server = start(v.T, "demo", v.server.Data, "--ahead", "21")
	for w, role := range map[*window]string{v.secretary: "Secretary", v.ana: "Member", v.ben: "Director"} {
		w.base = v.server.URL
		w.goTo(v.server.LinkFor(role))
		w.press("Sign in")
	}
}
