package e2e

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
)

// The same vote once the papers are out, where everything happens that can: a teller
// resigns, papers are lost, nameless, strange, unsigned and late, and the tellers misread.

// copied is the society as it now is, served apart.
func (v *byNext) copied() *byNext {
	v.Helper()
	v.server.stop()
	c := *v
	c.data, c.serials = v.TempDir(), slices.Clone(v.serials)
	copyFile(v.T, filepath.Join(v.data, databaseName), filepath.Join(c.data, databaseName))
	return &c
}

func (v *byNext) odd() {
	v.later(9)
	v.benResigns()
	v.aPaperIsLost()
	v.oddEnvelopesCome()
	v.later(24)
	v.membersAreReminded()
	v.later(31)
	v.oneComesLate()
	for _, a := range []*actor{v.ana, v.ben} {
		misread := map[int]string{}
		if a == v.ben {
			misread[3] = "yyn"
		}
		a.toDuty(theVote)
		a.followNext()
		v.entersByNext(a, misread)
	}
	v.theyDifferInOne()
	for _, a := range []*actor{v.ana, v.ben} {
		a.toDuty(theVote)
		a.followNext()
		v.approves(a)
	}
	v.ben.followNext()
	v.ben.press("Report to the secretary")
	v.declares()
	v.secretary.see("What was done about the tellers", "Without a name", "Not signed")
}

// benResigns: the secretary proposes someone else in his place, who makes a key for it,
// and the other teller, the president and the secretary confirm; then both sign.
func (v *byNext) benResigns() {
	w := v.secretary
	cleo := &actor{window: newWindow(v.T, v.server, phone), name: v.server.Invited("Director"), role: "Director"}
	w.toDuty(theVote)
	w.follow("Propose another teller or key")
	w.again()
	w.choose("Teller", v.ben.name)
	w.fill("In their place", cleo.name)
	w.fill("Minute or resolution", "Committee, item 3")
	w.fill("Reason", v.ben.name+" resigned.")
	w.grave("Propose another teller or key")
	w.see("It is proposed, and waits.")
	cleo.comeIn(v.server.LinkFor("Director"))
	cleo.toDuty(theVote)
	v.makesKey(cleo)
	for _, a := range []*actor{v.ana, v.president, v.secretary} {
		a.toDuty(theVote)
		a.followNext()
		a.see(cleo.name, "Committee, item 3")
		a.grave("Confirm what is proposed")
		a.see("You have confirmed the proposal.")
	}
	v.ben = cleo
	for _, a := range []*actor{v.ana, v.ben} {
		a.toDuty(theVote)
		a.followNext()
		v.signsKeys(a)
	}
}

// aPaperIsLost: a member gets another one, which both tellers find in the pile.
func (v *byNext) aPaperIsLost() {
	w := v.secretary
	w.toDuty(theVote)
	w.follow("Replace a lost paper")
	form := w.hiddenFields()
	form.Set("find", v.ana.name)
	form.Set("reason", "Lost in the post")
	serial := aSerial.FindString(pdfText(w.window, w.keep("replacement.pdf", w.submit(v.path+"/replace", form))))
	if serial == "" || slices.Contains(v.serials, serial) {
		v.Errorf("the replacement has the serial %q", serial)
	}
	v.serials[0] = serial
}

// hiddenFields are those of the page's form, as it would send them.
func (w *window) hiddenFields() url.Values {
	w.t.Helper()
	form := url.Values{}
	var pairs [][2]string
	w.do(chromedp.Evaluate(`[...document.querySelectorAll("main form.form input[type=hidden]")].map((el) => [el.name, el.value])`, &pairs))
	for _, p := range pairs {
		form.Add(p[0], p[1])
	}
	return form
}

// oddEnvelopesCome: beside the valid ones a nameless paper, one of a stranger, one that
// is not signed, and a second one of a member, on which the tellers rule.
func (v *byNext) oddEnvelopesCome() {
	v.envelopesByNext(fewPapers)
	a := v.ana
	names := a.onTheRoll()
	rejected := func(name, why string) {
		a.fill("Name on it", name)
		a.tick("Rejected")
		a.choose("Why it is rejected", why)
		a.press("Record the paper")
		a.see("rejected")
	}
	rejected("", "Without a name")
	rejected("Someone Unknown", "From someone who is not on the roll")
	rejected(names[fewPapers], "Not signed")
	a.fill("Name on it", names[1])
	a.press("Record the paper")
	a.see("it waits for the tellers’ ruling")
	v.ben.toDuty(theVote)
	if said := v.ben.followNext(); !strings.Contains(said, "Rule on the papers") {
		v.Errorf("a paper waits, and next is %s", said)
	}
	v.ben.follow("Rule on it")
	v.ben.tick("Rejected")
	v.ben.choose("Why it is rejected", "Second paper of a member")
	v.ben.press("Record the ruling")
	v.ben.see("The ruling is recorded.")
}

// onTheRoll are the names that the register of envelopes proposes.
func (a *actor) onTheRoll() (names []string) {
	a.t.Helper()
	for _, m := range regexp.MustCompile(`<option value="([^"]+)">`).FindAllStringSubmatch(a.html(), -1) {
		names = append(names, html.UnescapeString(m[1]))
	}
	return names
}

func (v *byNext) membersAreReminded() {
	w := v.president
	w.toDuty(theVote)
	w.followNext()
	w.press("Put ")
	w.toDuty(theVote)
	w.waits("the papers to come back")
}

// oneComesLate, is rejected for it, and the vote is closed.
func (v *byNext) oneComesLate() {
	a := v.ana
	a.toDuty(theVote)
	a.follow("Record envelopes")
	a.fill("Name on it", a.onTheRoll()[fewPapers+1])
	a.tick("Rejected")
	a.choose("Why it is rejected", "Came after the last day for papers")
	a.press("Record the paper")
	a.see("is recorded as rejected.")
	a.toDuty(theVote)
	a.followNext()
	a.press("Close the vote")
}

// theyDifferInOne, which both look at again.
func (v *byNext) theyDifferInOne() {
	b := v.ben
	b.toDuty(theVote)
	b.followNext()
	v.givesKey(b, "Compare the entries")
	b.seeBeside(v.serials[3], "Motion 3")
	m := regexp.MustCompile(`name="serial_(\d+)" value="` + v.serials[3] + `"`).FindStringSubmatch(b.html())
	if m == nil {
		b.fail("the paper is not offered for correction")
	}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return chromedp.SendKeys(fmt.Sprintf("#letters_%s", m[1]), lettersOf(3), chromedp.ByQuery).Do(ctx)
	}))
	v.givesKey(b, "Correct my entries")
	for _, a := range []*actor{v.ben, v.ana} {
		a.toDuty(theVote)
		a.followNext()
		v.givesKey(a, "Compare the entries")
		a.see("Both tellers entered every paper the same.")
		a.press("Say that the papers are checked")
		a.press("Finish the entry")
	}
}
