package e2e

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The second half of a postal vote: from the envelopes to the declaration.

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
	receive := func(name string) {
		w.fill("Name on it", name)
		w.press("Record the paper")
		w.see("is recorded.")
	}
	w.fill("Received on", iso(v.closing)) // which stays, for a pile
	receive(names[0])
	w.fill("Name on it", names[postalPapers])
	w.tick("Rejected")
	w.press("Record the paper")
	w.see("Choose why it is rejected")
	w.accessible("teller")
	w.choose("Why it is rejected", "Not signed")
	w.press("Record the paper")
	w.see("is recorded as rejected.")
	w.fill("Name on it", names[0])
	w.press("Record the paper")
	w.see("it waits for the tellers’ ruling", "Waiting for the tellers’ ruling")
	w.accessible("teller")
	w.follow("Rule on it")
	w.tick("Rejected")
	w.choose("Why it is rejected", "Second paper of a member")
	w.accessible("teller")
	w.press("Record the ruling")
	w.see("The ruling is recorded.")
	w.fill("Received on", iso(v.closing))
	for _, name := range names[1:postalPapers] {
		receive(name)
	}
	w.see("42 papers of 41 members")
	v.secretary.goTo(v.path + "/envelopes")
	v.secretary.see("Only the tellers of this vote can do this")
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
	w.fill("Number of the keys", v.noted)
	w.press("Check the keys")
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
			v.accessibleOnce(w)
		}
		w.onFocus("Save and take the next")
		w.enter()
		if n == 0 {
			w.see("The paper was sealed and saved.", "You have entered 1 of 40 valid papers.")
			v.accessibleOnce(w)
		}
	}
	w.onFocus("Serial") // to which the page has moved
	w.follow("All papers are entered")
	w.press("Finish the entry")
	w.see("You have said that all papers are entered.")
}

// accessibleOnce looks at a page that both tellers come to.
func (v *postalVote) accessibleOnce(w *window) {
	if w == v.ana {
		w.accessible("teller")
	}
}

// withKey gives the key and its passphrase.
func (v *postalVote) withKey(w *window, button string) {
	w.attach("Key file", v.keys[w])
	w.fill("Passphrase of the key", postalPassphrase)
	w.press(button)
}

// theyDifferInTwo: both are told the papers and the motions, and nothing else;
// Ben corrects what he had misread.
func (v *postalVote) theyDifferInTwo() {
	w := v.ben
	w.goTo(v.path + "/compare")
	w.press("Compare the entries")
	w.see("Please fix 2 things")
	w.attach("Key file", v.keys[w])
	w.fill("Passphrase of the key", "not the passphrase at all")
	w.press("Compare the entries")
	w.see("The passphrase does not open this key file.")
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
	w.see("Your key is open in this browser until")
	w.press("Correct my entries") // with the key that was chosen to compare
	w.see("2 entries are corrected.")
	for _, teller := range []*window{v.ana, v.ben} {
		teller.goTo(v.path + "/finish")
		teller.press("The papers are checked")
	}
	w = v.ana
	w.goTo(v.path + "/compare")
	v.withKey(w, "Compare the entries")
	w.see("Both tellers entered every paper the same.")
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
		w.see("Your key is open in this browser until")
		w.press("Show the totals")
		for motion := 1; motion <= 3; motion++ {
			n := v.count(motion)
			w.seeBeside(fmt.Sprintf("%d. That", motion), itoa(n[0]), itoa(n[1]), itoa(n[2]), itoa(n[3]))
		}
		if w == v.ana {
			w.accessible("teller")
		}
		w.press("Approve these totals")
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
	everybody.see(
		"Carried", "Carried; referred to the AGM (7.1)", "Not carried", "42 papers came back, 40 were valid, 2 were rejected",
	)
	everybody.accessible("everybody")
	text := strings.Join(strings.Fields(pdfText(everybody, everybody.download("Declaration (PDF)"))), " ")
	for motion := 1; motion <= 3; motion++ {
		n := v.count(motion)
		if want := fmt.Sprintf("%d Yes %d No %d Abstain %d Informal", n[0], n[1], n[2], n[3]); !strings.Contains(text, want) {
			v.Errorf("the declaration does not say %q:\n%s", want, text)
		}
	}
	for _, want := range []string{
		"Declaration of the result", "Carried; referred to the AGM (7.1)", "(5.12)", "Roll of members, SHA-256",
		"Log of the society", "42 came back, 40 valid, 2 rejected",
	} {
		if !strings.Contains(text, want) {
			v.Errorf("the declaration does not say %q:\n%s", want, text)
		}
	}
	v.ana.goTo(v.path + "/destroy")
	v.ana.see("Not yet:", "kept until")
	nzgs(v.T, "audit", "verify", "--data", v.server.Data)
}
