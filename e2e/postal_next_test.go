package e2e

import (
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// TestAPostalVoteByItsNextSteps lives through a postal vote from the record of its meeting
// to the destruction of its papers. Everyone comes in by a link, chooses a password where
// one is asked for, and follows what is due and what is next: no one knows an address, or
// the way.
func TestAPostalVoteByItsNextSteps(t *testing.T) {
	t.Parallel()
	v := beginByNext(t)
	v.draftAndFreeze()
	v.tellersAreInvited()
	v.presidentComes()
	v.tellersMakeKeys()
	v.papersGoOut()

	v.server.stop()
	odd := t.TempDir()
	copyFile(t, filepath.Join(v.data, databaseName), filepath.Join(odd, databaseName))
	t.Run("plain", func(t *testing.T) { v.on(t).plain() })
	v.server.stop()
	t.Run("odd", func(t *testing.T) { v.on(t).odd(odd) })
}

// byNext is a postal vote of people who follow what is next.
type byNext struct {
	*testing.T
	server  *server
	data    string // folder of the society
	today   time.Time
	closing time.Time

	secretary, president, ana, ben *actor
	cara                           *actor // who comes in Ben's place; nil while he is a teller
	path                           string // of the vote
	serials                        []string
	noted                          string // the number of the keys
}

// actor is a person at a window.
type actor struct {
	*window
	name, email string
	role        string // of the demonstration, which prints a link for it; "" of who was invited
	key         string // file
}

const theVote = "Motions of the EGM"

// beginByNext holds an EGM, quickly, and opens the windows.
func beginByNext(t *testing.T) *byNext {
	s := serveDemo(t)
	day := today(t)
	m := &egm{window: signedIn(t, s, "Secretary", desktop), server: s, today: day, closing: day.AddDate(0, 0, 30)}
	m.elects, m.hurried = tellers[:1], true
	m.hold()
	v := &byNext{T: t, server: s, data: s.Data, today: day, closing: m.closing}
	v.secretary = &actor{window: m.window, role: "Secretary"}
	v.secretary.hurried, v.secretary.kindsSeen = false, map[string]bool{}
	v.ana = &actor{window: newWindow(t, s, phone), name: s.Invited(tellers[0]), role: tellers[0]}
	v.ana.kindsSeen = v.secretary.kindsSeen
	v.ana.comeIn(s.LinkFor(tellers[0]))
	v.ben = &actor{window: newWindow(t, s, phone), name: m.names[m.people[11]]}
	return v
}

func (v *byNext) actors() []*actor {
	all := []*actor{v.secretary, v.president, v.ana, v.ben}
	if v.cara != nil {
		all = append(all, v.cara)
	}
	return all
}

// later is some days after the meeting, and everyone signs in again.
func (v *byNext) later(days int) {
	v.Helper()
	v.server.stop()
	v.server = start(v.T, "demo", v.data, "--ahead", itoa(days))
	for _, w := range v.actors() {
		w.base = v.server.URL
		switch {
		case w.role != "":
			w.comeIn(v.server.LinkFor(w.role))
		case w.email != "":
			w.signInAs(w.email)
		}
	}
}

// draftAndFreeze: the secretary finds what the meeting left due.
func (v *byNext) draftAndFreeze() {
	w := v.secretary
	w.toDuty("voting papers")
	w.followNext()
	w.fill("Tellers’ address", "The tellers\nPO Box 12\nTe Whanganui-a-Tara")
	w.press("Save the draft")
	w.press("Add the minutes kept here")
	w.toDuty(theVote)
	v.path = w.address()
	w.followNext()
	w.grave("Freeze the roll")
	w.see("The roll is frozen.")
	w.followNext()
	w.see("The meeting elected as tellers", v.ana.name, v.ben.name)
	w.grave("Appoint the tellers")
	w.see("The tellers are appointed.")
}

// tellersAreInvited: Ben has no account, and gets one; a key is registered a week later.
func (v *byNext) tellersAreInvited() {
	w := v.secretary
	if said := w.followNext(); !strings.Contains(said, v.ben.name) {
		v.Errorf("who is invited? %s", said)
	}
	if v.ben.email = w.value("E-mail address"); v.ben.email == "" {
		v.ben.email = "ben@example.nz"
		w.fill("E-mail address", v.ben.email)
	}
	w.grave("Create the account")
	v.ben.comeIn(aLink.FindString(w.html()))
	v.ben.toDuty(theVote)
	v.ben.waits("seven days", "register your key")
	w.toDuty(theVote)
	w.waits("keys", v.ana.name, v.ben.name)
}

var presidentRow = regexp.MustCompile(`President</a></th><td[^>]*>([^<]+)`)

// presidentComes: whoever is president has no account in a demonstration, and is invited.
func (v *byNext) presidentComes() {
	w := v.secretary
	w.follow("Administration")
	w.follow("Offices")
	found := presidentRow.FindStringSubmatch(w.html())
	if found == nil {
		w.fail("no one is president")
	}
	w.follow("Administration")
	w.follow("Accounts")
	w.press("Invite someone")
	w.fill("Name of the person", html.UnescapeString(found[1]))
	w.press("Search")
	w.follow(html.UnescapeString(found[1]))
	v.president = &actor{window: newWindow(v.T, v.server, phone), email: w.value("E-mail address")}
	w.grave("Create the account")
	v.president.comeIn(aLink.FindString(w.html()))
	v.president.toDuty(theVote)
	v.president.waits("keys")
}

// makesKey makes, registers and proves a key in the browser.
func (v *byNext) makesKey(a *actor) {
	a.followNext()
	a.choosePassword()
	a.fill("New passphrase", postalPassphrase)
	a.fill("The same passphrase again", postalPassphrase)
	a.click("button", "Make the key")
	a.see("The key is made")
	a.key = a.save("Save teller-key.age", "teller-key.age", v.TempDir())
	a.grave("Register the key")
	if a == v.ben { // who is the last: one answer proves the key and signs all
		v.signsKeys(a)
		return
	}
	a.attach("Key file", a.key)
	a.fill("Passphrase of the key", postalPassphrase)
	a.press("Open the test message and prove the key")
	a.see("Your answer was taken.")
}

// signsKeys signs the keys of all and notes their number.
func (v *byNext) signsKeys(a *actor) {
	a.attach("Key file", a.key)
	a.fill("Passphrase of the key", postalPassphrase)
	a.click("button", "Open the test message")
	a.see("Compare the keys by telephone", v.ana.name, v.ben.name)
	a.click("button", "All numbers are right")
	a.see("Write this number down")
	v.noted = regexp.MustCompile(`data-key="keys"><code>([0-9a-f ]+)</code>`).FindStringSubmatch(a.html())[1]
	a.press("I have written it down: sign the keys")
	a.see("Your answer was taken.")
}

func (v *byNext) tellersMakeKeys() {
	v.ana.toDuty(theVote)
	v.makesKey(v.ana)
	v.ana.waits("tellers")
	v.later(8)
	v.ben.toDuty(theVote)
	v.makesKey(v.ben)
	v.ben.waits("papers")
	v.ana.toDuty(theVote)
	v.ana.followNext()
	v.signsKeys(v.ana)
	v.ana.waits("papers")
}

// papersGoOut: the secretary makes and prints them, and the president posts them.
func (v *byNext) papersGoOut() {
	w := v.secretary
	w.toDuty(theVote)
	w.followNext()
	w.press("Make the papers")
	w.see("The print code")
	code := w.value("Print code")
	papers := pdfText(w.window, w.keep("papers.pdf", w.submit(v.path+"/papers/print", url.Values{"code": {code}, "what": {"papers"}})))
	for _, serial := range aSerial.FindAllString(papers, -1) {
		if !slices.Contains(v.serials, serial) {
			v.serials = append(v.serials, serial)
		}
	}
	w.follow("Letters and address labels")
	w.again()
	for _, what := range []string{"letters", "labels"} {
		w.keep(what+".pdf", w.submit(v.path+"/addresses", url.Values{"what": {what}}))
	}
	w = v.president
	w.toDuty(theVote)
	w.followNext()
	w.fill("How", "By post from Wellington")
	w.fill("By whom", "The president")
	w.press("Record the despatch")
	w.waits("the papers")
	v.ana.toDuty(theVote)
	v.ana.followNext()
}

// keep puts a file beside the pictures of a journey, where those are kept.
func (w *window) keep(name, file string) string {
	w.t.Helper()
	if dir := os.Getenv("NZGS_PICTURES"); dir != "" {
		copyFile(w.t, file, filepath.Join(dir, name))
	}
	return file
}

// on is the same vote from here on in a test of its own, which judges what its windows
// objected to while it ran.
func (v *byNext) on(t *testing.T) *byNext {
	c := *v
	c.T = t
	for _, a := range c.actors() {
		a.t = t
		t.Cleanup(func() {
			a.judge(a.name)
			a.t = v.T
		})
	}
	return &c
}

const fewPapers = 6

// plain is a vote in which nothing goes wrong.
func (v *byNext) plain() {
	v.later(9)
	v.envelopesByNext(fewPapers)
	v.later(31)
	v.ben.toDuty(theVote)
	v.ben.followNext()
	v.ben.press("Close the vote")
	for _, a := range []*actor{v.ben, v.ana} {
		a.toDuty(theVote)
		a.followNext()
		v.entersByNext(a, nil)
	}
	a := v.ana
	a.toDuty(theVote)
	a.followNext()
	v.givesKey(a, "Compare the entries")
	a.see("Both tellers entered every paper the same.")
	a.press("See the totals")
	v.approves(a)
	v.ben.toDuty(theVote)
	v.ben.followNext()
	v.approves(v.ben)
	v.ben.followNext()
	v.ben.press("Report to the secretary")
	v.declares()
	v.president.toDuty(theVote)
	v.president.followNext()
	v.president.press("Put ")
	v.president.toDuty(theVote)
	v.president.waits("Keep the papers safe")
	v.anyoneVerifies()
	v.papersAreDestroyed()
}

// envelopesByNext records papers of members in the order of the roll.
func (v *byNext) envelopesByNext(papers int) {
	a := v.ana
	a.toDuty(theVote)
	a.followNext()
	for _, name := range a.onTheRoll()[:papers] {
		a.fill("Name on it", name)
		a.press("Record the paper")
		a.see("is recorded.")
	}
}

// entersByNext types the papers, but for those misread, and says that all are entered.
func (v *byNext) entersByNext(a *actor, misread map[int]string) {
	a.fill("Number of the keys", v.noted)
	a.press("Check the keys")
	for n := range fewPapers {
		letters, wrong := misread[n]
		if !wrong {
			letters = lettersOf(n)
		}
		a.onFocus("Serial")
		a.keys(strings.ToLower(v.serials[n]) + kb.Tab + letters)
		a.enter()
		a.onFocus("Save and take the next")
		a.enter()
	}
	a.onFocus("Serial")
	a.toDuty(theVote)
	a.followNext()
	a.press("Finish the entry")
}

// givesKey gives the key, its passphrase and, where it is asked for, the password.
func (v *byNext) givesKey(a *actor, button string) {
	if !strings.Contains(a.text(), plain("Your key is open in this browser until")) {
		a.attach("Key file", a.key)
		a.fill("Passphrase of the key", postalPassphrase)
	}
	a.grave(button)
}

func (v *byNext) approves(a *actor) {
	v.givesKey(a, "Show the totals")
	v.givesKey(a, "Approve these totals")
	a.see("You approved the totals.")
}

func (v *byNext) declares() {
	v.secretary.toDuty(theVote)
	v.secretary.followNext()
	v.secretary.grave("Declare the result")
	v.secretary.see("The result is declared.")
}

// papersAreDestroyed half a year later.
func (v *byNext) papersAreDestroyed() {
	v.later(31 + 200)
	v.ana.toDuty(theVote)
	v.ana.followNext()
	v.ana.fill("The tellers’ key files", "Deleted by both tellers.")
	v.ana.fill("The voting papers", "Shredded by both tellers at Newtown Hall.")
	v.ana.grave("Record the destruction")
	v.ana.see("The vote is over")
	v.secretary.goTo("/")
	v.secretary.dontSee(theVote)
	nzgs(v.T, "audit", "verify", "--data", v.data)
}

// anyoneVerifies downloads what the declaration rests on, and checks it offline.
func (v *byNext) anyoneVerifies() {
	w := open(v.T, v.server, phone)
	w.follow("Postal votes")
	w.follow(theVote)
	w.accessible("everyone")
	w.keep("declaration.pdf", w.download("Declaration (PDF)"))
	links := regexp.MustCompile(`href="([^"]+/(?:vote|result)\.json)"`).FindAllStringSubmatch(w.html(), -1)
	if len(links) != 2 {
		w.fail("%d files to check it with", len(links))
	}
	out := nzgs(v.T, "teller", "verify", w.fetch(v.server.URL+links[0][1]), w.fetch(v.server.URL+links[1][1]))
	if !strings.Contains(out, v.ana.name) || !strings.Contains(out, v.ben.name) {
		v.Errorf("nzgs teller verify says:\n%s", out)
	}
}

// onTheRoll are the names that the register of envelopes proposes.
func (a *actor) onTheRoll() (names []string) {
	a.t.Helper()
	for _, m := range regexp.MustCompile(`<option value="([^"]+)">`).FindAllStringSubmatch(a.html(), -1) {
		names = append(names, html.UnescapeString(m[1]))
	}
	return names
}
