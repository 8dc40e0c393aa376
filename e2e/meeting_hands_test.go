package e2e

import (
	"html"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"
)

// What the secretary does alike at every general meeting.

var (
	doorName   = regexp.MustCompile(`<div class="who"><strong>([^<]+)</strong><small>([^<]*)</small>`)
	doorNumber = regexp.MustCompile(`No\. (\d+)`)
)

// atTheDoor are the numbers of whoever may come, those with an office first, and
// their names.
func (w *window) atTheDoor(door string) (numbers []string, names map[string]string) {
	w.t.Helper()
	_, body := w.sameCookies()(door)
	names = map[string]string{}
	var officers, others []string
	for _, p := range doorName.FindAllStringSubmatch(body, -1) {
		n := doorNumber.FindStringSubmatch(p[2])
		if n == nil {
			continue
		}
		names[n[1]] = html.UnescapeString(p[1])
		if strings.HasPrefix(p[2], "No.") {
			others = append(others, n[1])
			continue
		}
		officers = append(officers, n[1])
	}
	return append(officers, others...), names
}

// isPresent marks someone at the door, whose page is open. They are pressed by the name: No. 14 is the beginning of
// No. 146.
func (w *window) isPresent(number string) {
	w.t.Helper()
	_, names := w.atTheDoor(w.address())
	w.fill("Find by name or number", number)
	w.see("1 of ")
	w.press("Present", names[number])
}

// pick chooses the person of a number from a list.
func (w *window) pick(list, number string) {
	w.t.Helper()
	w.do(chromedp.SetValue(`select[name="`+list+`"]`, number, chromedp.ByQuery))
}

// lettersLeave waits until no letter of a notice waits any more, where there is a
// mail server, and records that the printed ones, and those that did not go by
// e-mail, were posted.
func (w *window) lettersLeave(notice string, byMail bool) {
	w.t.Helper()
	const unsent = "Also the letters that have not gone by e-mail"
	if byMail && !pollFor(lettersTake, func() bool {
		w.goTo(notice)
		return !strings.Contains(
			w.text(), plain("still waiting to be sent"),
		)
	}) {
		w.fail("letters wait still")
	}
	w.goTo(notice)
	if strings.Contains(w.text(), plain(unsent)) {
		w.tick(unsent)
	}
	if strings.Contains(w.text(), plain("Printed letters posted on")) {
		w.press("Record the letters as posted")
	}
	w.see("Given on ")
}

// electTellers records as tellers those with the numbers, of those present.
func (w *window) electTellers(numbers []string) {
	w.t.Helper()
	for _, number := range numbers {
		w.do(chromedp.Click(`input[name="tellers"][value="`+number+`"]`, chromedp.ByQuery))
	}
	w.press("Record the tellers")
}
