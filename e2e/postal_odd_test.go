package e2e

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"
)

// odd is the same vote when much goes wrong: a member's paper is lost, envelopes come
// without a name, from someone who is no member and too late, a teller resigns, and the
// two enter one paper differently.
func (v *byNext) odd(data string) {
	v.data = data
	v.later(9)
	v.cara = &actor{window: newWindow(v.T, v.server, phone), name: v.server.Invited(tellers[1]), role: tellers[1]}
	v.cara.comeIn(v.server.LinkFor(tellers[1]))
	v.oddEnvelopes()
	v.aLostPaper()
	v.benResigns()
	v.later(25)
	v.membersAreReminded()
	v.later(31)
	v.aLateEnvelope()
	v.theyEnterAndDiffer()
	v.theReportCountsTheRejected()
	v.declares()
}

// oddEnvelopes: of the register's lines some are of no one on the roll.
func (v *byNext) oddEnvelopes() {
	v.envelopesByNext(fewPapers - 1)
	a := v.ana
	reject := func(name, why, words string) {
		a.fill("Name on it", name)
		a.tick("Rejected")
		a.choose("Why it is rejected", why)
		a.fill("In your words", words)
		a.press("Record the paper")
		a.see("recorded as rejected")
	}
	roll := a.onTheRoll()
	reject("", "Without a name", "")
	reject("Nobody Ofours", "From someone who is not on the roll", "")
	reject(roll[fewPapers+1], "Not signed", "The form is not signed.")
	a.see("Without a name", "Nobody Ofours")
	a.accessible("a register with envelopes of no one")
}

// aLostPaper: the secretary makes another one, which comes back.
func (v *byNext) aLostPaper() {
	name := v.ana.onTheRoll()[fewPapers-1]
	w := v.secretary
	w.toDuty(theVote)
	w.waits("The tellers record them")
	w.follow("Make a paper for one that was lost")
	w.again()
	w.press("Make the paper")
	w.see("Please fix")
	page := pdfText(w.window, w.keep("another.pdf", w.submit(v.path+"/replace", url.Values{
		"find": {name}, "reason": {"Lost in the post."},
	})))
	serial := aSerial.FindString(page)
	if serial == "" {
		w.fail("another paper has no serial:\n%s", page)
	}
	v.serials[fewPapers-1] = serial
	a := v.ana
	a.toDuty(theVote)
	a.followNext()
	a.fill("Name on it", name)
	a.press("Record the paper")
	a.see("is recorded.")
}

// benResigns: Ana proposes Cara, who makes a key; those who may confirm it do.
func (v *byNext) benResigns() {
	a := v.ana
	a.toDuty(theVote)
	a.follow("Propose another teller or key")
	a.again()
	a.choose("Teller", v.ben.name)
	a.fill("In their place", v.cara.name)
	a.fill("Reason", "Ben has resigned.")
	a.do(chromedp.SetValue(`input[name="resolution"], textarea[name="resolution"]`, "Resolution 2 of the committee", chromedp.ByQuery))
	a.grave("Propose")
	a.see("It is proposed, and waits.")

	c := v.cara
	c.toDuty(theVote)
	c.followNext()
	c.choosePassword()
	c.fill("New passphrase", postalPassphrase)
	c.fill("The same passphrase again", postalPassphrase)
	c.click("button", "Make the key")
	c.see("The key is made")
	c.key = c.save("Save teller-key.age", "teller-key.age", v.TempDir())
	c.grave("Register the key")
	c.attach("Key file", c.key)
	c.fill("Passphrase of the key", postalPassphrase)
	c.press("Open the test message and prove the key")
	c.see("Your answer was taken.")

	for _, w := range []*actor{v.ana, v.president, v.secretary} {
		w.toDuty(theVote)
		w.followNext()
		w.see("Still to confirm", v.cara.name)
		w.grave("Confirm")
		w.see("You have confirmed the proposal.")
	}
	v.ben.goTo("/")
	v.ben.dontSee(theVote)
	for _, w := range []*actor{v.ana, v.cara} { // the keys are new, and signed again
		w.toDuty(theVote)
		w.followNext()
		v.signsKeysWith(w)
	}
}

// signsKeysWith is signsKeys where Cara is the other.
func (v *byNext) signsKeysWith(a *actor) {
	a.attach("Key file", a.key)
	a.fill("Passphrase of the key", postalPassphrase)
	a.click("button", "Open the test message")
	a.see("Compare the keys by telephone", v.ana.name, v.cara.name)
	a.click("button", "All numbers are right")
	a.see("Write this number down")
	v.noted = regexp.MustCompile(`data-key="keys"><code>([0-9a-f ]+)</code>`).FindStringSubmatch(a.html())[1]
	a.press("I have written it down: sign the keys")
	a.see("Your answer was taken.")
}

func (v *byNext) membersAreReminded() {
	w := v.secretary
	w.toDuty(theVote)
	w.followNext()
	w.see("also to those who have sent a paper")
	w.press("Put ")
	w.toDuty(theVote)
	w.waits("The tellers record them")
}

// aLateEnvelope comes the day after the last day: it does not count, whatever is in it.
func (v *byNext) aLateEnvelope() {
	a := v.ana
	a.toDuty(theVote)
	a.follow("Record a paper that came back")
	name := a.onTheRoll()[fewPapers]
	a.fill("Name on it", name)
	a.fill("Received on", iso(v.closing.AddDate(0, 0, 1)))
	a.press("Record the paper")
	a.see("record it as rejected, with that reason")
	a.tick("Rejected")
	a.choose("Why it is rejected", "Came after the last day for papers")
	a.press("Record the paper")
	a.see("recorded as rejected")
	a.toDuty(theVote)
	a.followNext()
	a.press("Close the vote")
}

func (v *byNext) theyEnterAndDiffer() {
	for _, a := range []*actor{v.cara, v.ana} {
		a.toDuty(theVote)
		a.followNext()
		misread := map[int]string{}
		if a == v.ana {
			misread[2] = strings.Repeat("n", len(lettersOf(2)))
			if misread[2] == lettersOf(2) {
				misread[2] = strings.Repeat("y", len(lettersOf(2)))
			}
		}
		v.entersByNext(a, misread)
	}
	a := v.ana
	a.toDuty(theVote)
	a.followNext()
	v.givesKey(a, "Compare the entries")
	a.see(v.serials[2])
	a.accessible("a difference")
	a.do(chromedp.SendKeys("#letters_1", lettersOf(2), chromedp.ByQuery))
	a.press("Correct my entries")
	a.see("corrected.")
	for _, w := range []*actor{v.ana, v.cara} {
		w.toDuty(theVote)
		w.followNext()
		v.givesKey(w, "Compare the entries")
		w.see("Both tellers entered every paper the same.")
		w.press("Say that the papers are checked")
		w.see("Confirm that you have checked every paper that differed")
		w.press("The papers are checked")
	}
	a.toDuty(theVote)
	a.followNext()
	v.approves(a)
	v.cara.toDuty(theVote)
	v.cara.followNext()
	v.approves(v.cara)
}

func (v *byNext) theReportCountsTheRejected() {
	c := v.cara
	c.followNext()
	c.see("Without a name", "From someone who is not on the roll", "Not signed", "Came after the last day for papers")
	c.press("Report to the secretary")
	w := v.secretary
	report := pdfText(w.window, w.fetch(v.server.URL+v.path+"/report.pdf"))
	for _, want := range []string{"Without a name", "not on the roll", "Not signed", "after the last day", "Ben has resigned."} {
		if !strings.Contains(plain(report), plain(want)) {
			v.Errorf("the report lacks %q:\n%s", want, report)
		}
	}
}
