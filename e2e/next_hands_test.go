package e2e

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What a person does who knows nothing of the program: sign in, open the line on the
// front page, and press what the page says is next.

// follower is a person who follows only what pages say.
type follower struct{ *window }

// newcomer signs in by the link that the demonstration prints for a role.
func newcomer(t *testing.T, s *server, role string, on screen) *follower {
	t.Helper()
	return &follower{signedIn(t, s, role, on)}
}

// home goes to the front page, by the society's name on top of every page.
func (f *follower) home() {
	f.t.Helper()
	var done bool
	f.answered(aNewPage, func() {
		f.do(chromedp.Evaluate(`document.querySelector("header a[href='/']").click(), true`, &done))
	})
}

// line opens a line of the front page, or of all duties where more is due than it shows, and what the meeting's page says
// is next.
func (f *follower) line(words string) {
	f.t.Helper()
	f.home()
	if !strings.Contains(f.text(), plain(words)) {
		f.toDuty(words)
		return
	}
	var found bool
	f.answered(aNewPage, func() {
		f.do(chromedp.Evaluate(`(() => {
			const lines = [...document.querySelectorAll(".tasks li")];
			const line = lines.find((li) => li.innerText.includes(`+quoted(words)+`));
			line?.querySelector("a").click();
			return Boolean(line);
		})()`, &found))
		if !found {
			f.fail("the front page has no line about %q", words)
		}
	})
}

// goesOn is followNext where the title is known.
func (f *follower) goesOn(want string) {
	f.t.Helper()
	if got := f.next().Title; got != want {
		f.fail("next was %q, not %q", got, want)
	}
	f.followNext()
}

// lettersTake is how long letters may wait: at most a hundred leave in a minute, and of some journeys as many may have
// left just before.
const lettersTake = 3 * time.Minute

// lettersLeave waits until the server has sent the letters of a meeting's notice.
func (f *follower) lettersLeave(meeting string) {
	f.t.Helper()
	client := f.sameCookies()
	var page string
	if !pollFor(lettersTake, func() bool { // the outbox is looked at every few seconds
		_, page = client(meeting + "/notice")
		return !strings.Contains(page, "waiting to be sent") && !strings.Contains(page, "It is not known whether")
	}) {
		f.fail("letters still wait")
	}
}

func quoted(s string) string {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(out)
}
