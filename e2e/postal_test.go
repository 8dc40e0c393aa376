package e2e

import (
	"context"
	"fmt"
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
	"github.com/chromedp/chromedp/kb"
)

// TestPostalVote is the postal vote on an EGM's motions: the secretary freezes
// the roll and sends the papers, 40 come back, two tellers enter them and differ
// in two, look again, agree and report; the result is declared and printed.
func TestPostalVote(t *testing.T) {
	s := serveDemo(t)
	v := &postalVote{T: t, server: s, today: today(t)}
	v.closing = v.today.AddDate(0, 0, 20)
	v.secretary = v.come("Secretary")
	v.ana, v.ben = v.come("Member"), v.come("Director")

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
	today   time.Time
	closing time.Time

	secretary, ana, ben *window
	names               map[*window]string
	keys                map[*window]string // key files
	path                string             // of the vote's page
	serials             []string
}

const (
	postalPassword   = "four words quite unrelated"
	postalPassphrase = "another four unrelated words"
	postalPapers     = 40
)

// come signs somebody of the demonstration in, with a password of their own:
// grave steps ask for it.
func (v *postalVote) come(role string) *window {
	w := signedIn(v.T, v.server, role, desktop)
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

func (v *postalVote) draft() {
	w := v.secretary
	w.goTo("/postal-votes")
	w.see("Postal votes")
	w.follow("What is protected from whom")
	w.see("The tellers see the papers. Nobody else does", "Not protected")
	w.accessible("secretary")
	w.goTo("/postal-votes/new")
	w.press("Save the draft")
	w.see("Please mend")
	w.fill("Title", "Motions of the EGM")
	w.fill("Day of the meeting", iso(v.today))
	w.fill("Closing day", iso(v.closing))
	w.fill("Tellers’ address", "The tellers\nPO Box 12\nTe Whanganui-a-Tara")
	w.tick("Here, sealed to the tellers’ keys")
	w.fill("Motion 1", "That the society buy twenty sets of equipment for schools.")
	w.fill("Motion 2", "That the quorum of rule 4.2 be eight members.")
	w.choose("What motion 2 needs", "Two thirds: constitution (5.12)")
	w.press("Show the dates")
	w.see("Voting papers go out", long(v.closing), long(v.closing.AddDate(0, 0, 7)), long(v.closing.AddDate(0, 0, -15)))
	w.fill("Motion 3", "That the 2027 congress be held in Ōtepoti.")
	w.accessible("secretary")
	w.press("Save the draft")
	w.see("The draft is saved")
	minutes := filepath.Join(v.TempDir(), "minutes.txt")
	if err := os.WriteFile(minutes, []byte("Minutes of the meeting.\n"), 0o600); err != nil {
		v.Fatal(err)
	}
	w.attach("A document", minutes)
	w.tick("These are the minutes of the meeting")
	w.press("Add the document")
	w.see("minutes.txt")
	v.path = strings.TrimSuffix(w.address(), "/edit")
	w.goTo(v.path)
	w.see("Freeze roll and motions")
	w.accessible("secretary")
}

func (v *postalVote) freezeTheRoll() {
	w := v.secretary
	w.follow("Freeze the roll")
	w.fill("Your password", "not the password at all")
	w.press("Freeze the roll")
	w.seeProblem("Your password", "This is not your password")
	w.accessible("secretary")
	w.fill("Your password", postalPassword)
	w.press("Freeze the roll")
	w.see("The roll is frozen.", "Hash of the roll")
}

// appointTheTellers: each makes a key with the command and proves it.
func (v *postalVote) appointTheTellers() {
	w := v.secretary
	w.follow("Appoint the tellers")
	for _, teller := range []*window{v.ana, v.ben} {
		w.fill("Find a member by name", v.names[teller])
		w.press("Search")
		w.tick(v.names[teller], "Tellers")
	}
	w.accessible("secretary")
	w.press("Appoint the tellers")
	w.see("The tellers are appointed.", "Key is missing")
	dir := v.TempDir()
	secret := filepath.Join(dir, "passphrase")
	if err := os.WriteFile(secret, []byte(postalPassphrase+"\n"), 0o600); err != nil {
		v.Fatal(err)
	}
	for i, teller := range []*window{v.ana, v.ben} {
		v.keys[teller] = filepath.Join(dir, fmt.Sprintf("teller-%d.age", i+1))
		out := nzgs(v.T, "teller", "key", "--key", v.keys[teller], "--passphrase-file", secret)
		card := regexp.MustCompile(`age1\S+`).FindString(out)
		teller.goTo(v.path + "/key")
		teller.fill("Public key", card)
		teller.fill("Your password", postalPassword)
		teller.press("Register the key")
		teller.accessible("teller")
		teller.goTo(v.path) // a test waits until it is answered
		teller.goTo(v.path + "/key")
		test := teller.download("Save the test message")
		answer := lastLine(nzgs(v.T, "teller", "open", test, "--key", v.keys[teller], "--passphrase-file", secret))
		teller.fill("Answer", answer)
		teller.press("Prove the key")
		teller.see("Your key is proven.")
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
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
	for _, want := range []string{"Voting paper", "That the society buy twenty sets", "Abstain", "Signature", long(v.closing), "PO Box 12", "needs two thirds"} {
		if !strings.Contains(papers, want) {
			v.Errorf("the papers do not say %q", want)
		}
	}
	if len(v.serials) < postalPapers {
		v.Fatalf("%d papers", len(v.serials))
	}
	for _, print := range []string{"Letters to go with the papers", "Address labels", "Register of envelopes", "Tally sheet"} {
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
	w.see("The papers are out.")
	w.goTo(v.path + "/papers") // which cannot be printed again
	w.see("That step is not open")
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

// envelopesCome: one member sends two papers, and the tellers rule on the
// second; one paper is not signed.
func (v *postalVote) envelopesCome() {
	w := v.ana
	w.goTo(v.path + "/envelopes")
	var names []string
	for _, m := range regexp.MustCompile(`<option value="([^"]+)">`).FindAllStringSubmatch(w.html(), -1) {
		names = append(names, html.UnescapeString(m[1]))
	}
	if len(names) < postalPapers+1 {
		v.Fatalf("%d names on the roll", len(names))
	}
	for _, name := range names[:postalPapers] {
		w.fill("Member", name)
		w.fill("Came on", iso(v.closing))
		w.press("Record the paper")
		w.see("is recorded.")
	}
	w.fill("Member", names[postalPapers])
	w.fill("Came on", iso(v.closing))
	w.tick("Rejected")
	w.press("Record the paper")
	w.seeProblem("Reason", "")
	w.accessible("teller")
	w.fill("Reason", "Not signed")
	w.press("Record the paper")
	w.see("is recorded as rejected.")
	w.fill("Member", names[0])
	w.fill("Came on", iso(v.closing))
	w.press("Record the paper")
	w.see("it waits for the tellers’ ruling", "Waiting for the tellers’ ruling")
	w.accessible("teller")
	w.follow("Rule on it")
	w.tick("Rejected")
	w.fill("Reason", "Second paper of the same member")
	w.accessible("teller")
	w.press("Record the ruling")
	w.see("The ruling is recorded.", "42 papers of 41 members")
	v.secretary.goTo(v.path + "/envelopes")
	v.secretary.see("Only the tellers of this vote do this")
}

func (v *postalVote) closeTheVote() {
	w := v.secretary
	w.goTo(v.path)
	w.dontSee("Yes ", "Not carried")
	w.follow("Close the vote")
	w.press("Close the vote")
	w.see("The vote is closed.")
}

// lettersOf is what the nth paper says.
func lettersOf(n int) string {
	return []string{"yyy", "yyn", "ynn", "yya", "nyn", "yyy", "ayn", "y-y", "yyn", "nn!"}[n%10]
}

// bothEnterThePapers by the keyboard: serial, a key for each motion, Enter, and
// Enter once more when it was read back. Ben misreads two.
func (v *postalVote) bothEnterThePapers() {
	v.enterPapers(v.ana, map[int]string{})
	v.enterPapers(v.ben, map[int]string{7: "yyy", 23: "yna"})
}

func (v *postalVote) enterPapers(w *window, misread map[int]string) {
	w.goTo(v.path + "/entry")
	for n := range postalPapers {
		letters := lettersOf(n)
		if m, ok := misread[n]; ok {
			letters = m
		}
		w.onFocus("Serial")
		w.keys(strings.ToLower(v.serials[n]) + kb.Tab + letters)
		w.enter()
		if n == 0 {
			w.see("Read it back", v.serials[n])
			w.accessible("teller")
		}
		w.onFocus("Save and take the next")
		w.enter()
		if n == 0 {
			w.see("The paper is sealed and saved.", "You have entered 1 of 40 valid papers.")
			w.accessible("teller")
		}
	}
	w.follow("All papers are entered")
	w.press("Finish the entry")
	w.see("Your entry is finished.")
}

// withKey gives the key, its passphrase and the password.
func (v *postalVote) withKey(w *window, button string) {
	w.attach("Key file", v.keys[w])
	w.fill("Passphrase of the key", postalPassphrase)
	w.fill("Your password", postalPassword)
	w.press(button)
}

// theyDifferInTwo: both are told the papers and the motions, and nothing else;
// Ben corrects what he had misread.
func (v *postalVote) theyDifferInTwo() {
	w := v.ben
	w.goTo(v.path + "/compare")
	w.press("Compare the entries")
	w.see("Please mend 3 things")
	v.withKey(w, "Compare the entries")
	w.see("40 papers compared")
	w.seeBeside(v.serials[7], "Motion 2")
	w.seeBeside(v.serials[23], "Motion 2")
	w.accessible("teller")
	shown := w.text()
	table := shown[strings.Index(shown, "papers compared"):strings.Index(shown, "take these papers out")]
	for _, word := range []string{"yes", "no ", "abstain", "blank"} {
		if strings.Contains(table, word) {
			v.Errorf("a difference tells a vote:\n%s", table)
		}
	}
	for _, n := range []int{7, 23} {
		at := slices.Index(v.shownSerials(w), v.serials[n])
		if at < 0 {
			v.Fatalf("paper %d is not offered for correction", n)
		}
		w.do(chromedp.SendKeys(fmt.Sprintf("#letters_%d", at+1), lettersOf(n), chromedp.ByQuery))
	}
	v.withKey(w, "Correct my entries")
	w.see("2 entries are corrected.")
	for _, teller := range []*window{v.ana, v.ben} {
		teller.goTo(v.path + "/finish")
		teller.press("Finish the entry")
	}
	w = v.ana
	w.goTo(v.path + "/compare")
	v.withKey(w, "Compare the entries")
	w.see("Both tellers entered every paper alike.")
}

// shownSerials are the serials that the form offers for correction.
func (v *postalVote) shownSerials(w *window) []string {
	var out []string
	for _, m := range regexp.MustCompile(`name="serial_\d+" value="([^"]+)"`).FindAllStringSubmatch(w.html(), -1) {
		out = append(out, m[1])
	}
	return out
}

// count is what the papers say on a motion: Yes, No, Abstain, informal.
func (v *postalVote) count(motion int) (n [4]int) {
	for paper := range postalPapers {
		switch lettersOf(paper)[motion-1] {
		case 'y':
			n[0]++
		case 'n':
			n[1]++
		case 'a':
			n[2]++
		default:
			n[3]++
		}
	}
	return n
}

func (v *postalVote) theyAgreeAndReport() {
	for _, w := range []*window{v.ana, v.ben} {
		w.goTo(v.path + "/approve")
		v.withKey(w, "Show the totals")
		for motion := 1; motion <= 3; motion++ {
			n := v.count(motion)
			w.seeBeside(fmt.Sprintf("%d. That", motion), itoa(n[0]), itoa(n[1]), itoa(n[2]), itoa(n[3]))
		}
		if w == v.ana {
			w.accessible("teller")
		}
		v.withKey(w, "Approve these totals")
		w.see("You approved the totals.")
	}
	v.secretary.goTo(v.path)
	v.secretary.see("Tellers agree")
	v.secretary.dontSee("Informal")
	w := v.ana
	w.goTo(v.path)
	w.follow("Report to the secretary")
	w.fill("Remarks", "Counted by two tellers.")
	w.accessible("teller")
	w.press("Report to the secretary")
	w.see("The report is with the secretary.")
}

// theResultIsDeclared, with its arithmetic by rule 5.12, for everybody.
func (v *postalVote) theResultIsDeclared() {
	w := v.secretary
	w.goTo(v.path)
	w.follow("Declare the result")
	w.fill("Your password", postalPassword)
	w.accessible("secretary")
	w.press("Declare the result")
	w.see("The result is declared.")
	w.accessible("secretary")
	everybody := open(v.T, v.server, phone)
	everybody.goTo("/postal-votes")
	everybody.follow("Motions of the EGM")
	n := v.count(2)
	if 3*n[0] < 2*(n[0]+n[1]) {
		v.Fatalf("motion 2 is to be carried: %v", n)
	}
	everybody.see("Carried", "Carried; referred to the AGM (7.1)", "Not carried", "42 papers came back, 40 were valid, 2 were rejected")
	everybody.accessible("everybody")
	text := strings.Join(strings.Fields(pdfText(everybody, everybody.download("Declaration (PDF)"))), " ")
	for motion := 1; motion <= 3; motion++ {
		n := v.count(motion)
		if want := fmt.Sprintf("%d Yes %d No %d Abstain %d Informal", n[0], n[1], n[2], n[3]); !strings.Contains(text, want) {
			v.Errorf("the declaration does not say %q:\n%s", want, text)
		}
	}
	for _, want := range []string{"Declaration of the result", "Carried; referred to the AGM (7.1)", "(5.12)", "Roll of members, SHA-256", "Log of the society", "42 came back, 40 valid, 2 rejected"} {
		if !strings.Contains(text, want) {
			v.Errorf("the declaration does not say %q:\n%s", want, text)
		}
	}
	v.ana.goTo(v.path + "/destroy")
	v.ana.see("Not yet:", "kept until")
	nzgs(v.T, "audit", "verify", "--data", v.server.Data)
}
