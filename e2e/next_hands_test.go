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
type follower struct {
	*window
	walked map[string]bool // what was followed, on a page that said so
}

// newcomer signs in by the link that the demonstration prints for a role.
func newcomer(t *testing.T, s *server, role string, on screen) *follower {
	t.Helper()
	return &follower{window: signedIn(t, s, role, on), walked: map[string]bool{}}
}

// home goes to the front page, by the society's name on top of every page.
func (f *follower) home() {
	f.t.Helper()
	var done bool
	f.answered(aNewPage, func() {
		f.do(chromedp.Evaluate(`document.querySelector("header a[href='/']").click(), true`, &done))
	})
}

// line opens a line of the front page, and what the meeting's page says is next.
func (f *follower) line(words string) {
	f.t.Helper()
	f.home()
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

// toDo is the one next thing of a page.
type toDo struct {
	Many    int
	Title   string
	Buttons int
}

// next is what the page says is next. There is one such thing, or the journey ends.
func (f *follower) next() toDo {
	f.t.Helper()
	var n toDo
	f.do(chromedp.Evaluate(`(() => {
		const all = [...document.querySelectorAll("main .next-step")];
		return { Many: all.length, Title: all[0]?.querySelector("h2").innerText ?? "",
			Buttons: all[0]?.querySelectorAll(".go > a.button, .go button").length ?? 0 };
	})()`, &n))
	if n.Many != 1 {
		f.fail("%d things are next", n.Many)
	}
	return n
}

// followNext presses the one thing that the page says is next, and returns its
// sentence. A page that says the same again, with nothing changed, goes in a circle.
func followNext(t *testing.T, f *follower) string {
	t.Helper()
	n := f.next()
	if n.Buttons != 1 {
		f.fail("next is %q, with %d buttons", n.Title, n.Buttons)
	}
	at := n.Title + "\n" + f.text()
	if f.walked[at] {
		f.fail("next goes in a circle: %q again, and nothing has changed", n.Title)
	}
	f.walked[at] = true
	var href string
	press := `document.querySelector("main .next-step .go > a.button, main .next-step .go button")`
	f.do(chromedp.Evaluate(press+`.href ?? ""`, &href))
	if strings.HasSuffix(href, ".pdf") {
		f.fetch(href)
		return n.Title
	}
	if _, part, is := strings.Cut(href, "#"); is && strings.HasPrefix(href, f.base+f.address()) {
		f.do(chromedp.Evaluate(press+`.click(), true`, nil))
		if !f.has("#" + part) {
			f.fail("%q leads to #%s, which is not there", n.Title, part)
		}
		return n.Title
	}
	f.answered(aNewPage, func() { f.do(chromedp.Evaluate(press+`.click(), true`, nil)) })
	return n.Title
}

// goesOn is followNext where the sentence is known.
func (f *follower) goesOn(want string) {
	f.t.Helper()
	if got := followNext(f.t, f); got != want {
		f.fail("next was %q, not %q", got, want)
	}
}

// waits fails where the page has a button for the person: another acts.
func (f *follower) waits(want string) {
	f.t.Helper()
	if n := f.next(); n.Title != want || n.Buttons != 0 {
		f.fail("next is %q with %d buttons, not %q and nothing to press", n.Title, n.Buttons, want)
	}
}

// lettersLeave waits until the server has sent the letters of a meeting's notice.
func (f *follower) lettersLeave(meeting string) {
	f.t.Helper()
	client := f.sameCookies()
	var page string
	if !pollFor(time.Minute, func() bool { // the outbox is looked at every few seconds
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
