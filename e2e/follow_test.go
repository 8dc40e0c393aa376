package e2e

import (
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"
)

// A person who does what the program says next, and nothing else: from the front page by
// the line of what is due, and then by the one element of the part “next-step”.

// comeIn uses a link that the demonstration, a letter or an officer gave, chooses a
// password where one is asked for, and shows the front page.
func (w *window) comeIn(link string) {
	w.t.Helper()
	w.goTo(link)
	if w.has(`main input[name="password"]`) {
		w.fill("New password", postalPassword)
		w.press("Save and sign in")
	} else {
		w.press("Sign in")
	}
	w.goTo("/")
}

// toDuty goes from the front page by the first line of what is due that names it: where
// more is due than the front page shows, by the list of all.
func (w *window) toDuty(about string) {
	w.t.Helper()
	w.walked = nil
	w.goTo("/")
	if strings.Contains(w.text(), plain(about)) {
		w.clickFor("link", about)
		return
	}
	w.clickFor("link", "All duties")
	var found bool
	w.answered(aNewPage, func() { // there several lines may name it
		w.do(chromedp.Evaluate(`(() => {
			const link = [...document.querySelectorAll("main a")].find((a) => a.innerText.includes(`+quoted(about)+`));
			link?.click();
			return Boolean(link);
		})()`, &found))
		if !found {
			w.fail("no duty is about %q", about)
		}
	})
}

// nextStep is the one thing to do of a page, as the page shows it.
type nextStep struct {
	Count             int // of such parts on the page
	Kind, Title, Text string
	Labels, Leads     []string // of the elements that can be followed
}

const nextScript = `(() => {
	const all = [...document.querySelectorAll("main .next-step")].filter((el) => el.checkVisibility());
	const box = all[0], said = (q) => (box?.querySelector(q)?.innerText ?? "").trim();
	const ways = [...(box?.querySelectorAll("a.button, button") ?? [])];
	return {
		count: all.length, kind: box?.className ?? "", title: said("h2"), text: said("h2 ~ p"),
		labels: ways.map((el) => el.textContent.trim()),
		leads: ways.map((el) => el.getAttribute("href") ?? el.closest("form").getAttribute("action")),
	};
})()`

// next reads the one next step of the page.
func (w *window) next() nextStep {
	w.t.Helper()
	var step nextStep
	w.do(chromedp.Evaluate(nextScript, &step))
	if step.Count != 1 {
		w.fail("there are %d next steps", step.Count)
	}
	return step
}

// waits fails unless the page says that the person has nothing to do now, and what for.
func (w *window) waits(says ...string) {
	w.t.Helper()
	step := w.next()
	if len(step.Leads) > 0 {
		w.fail("there is something to do: %+v", step)
	}
	for _, say := range says {
		if !strings.Contains(plain(step.Title+" "+step.Text), plain(say)) {
			w.fail("the page does not say %q, but %+v", say, step)
		}
	}
}

// followNext follows the one next element and returns what it says. There must be one,
// no step may come again before anything was sent, and where it leads something can be
// done: a form, a button, a next step there, a part of the same page, or a print, which is fetched.
func (w *window) followNext() string {
	w.t.Helper()
	step := w.next()
	if len(step.Leads) != 1 {
		w.fail("the next step has %d elements to follow: %+v", len(step.Leads), step)
	}
	said := step.Title + ": " + step.Text
	if w.walked[said] {
		w.fail("next goes in a circle: %s", said)
	}
	if w.walked == nil {
		w.walked = map[string]bool{}
	}
	w.walked[said] = true
	page, part, _ := strings.Cut(step.Leads[0], "#")
	here, _, _ := strings.Cut(w.address(), "#")
	switch {
	case strings.HasSuffix(page, ".pdf"):
		w.fetch(w.base + page)
		return said
	case part != "" && page == here:
		w.click("button", step.Labels[0], step.Title)
		if !w.has("#" + part) {
			w.fail("%q leads to #%s, which is not there", said, part)
		}
		return said
	}
	w.clickFor("button", step.Labels[0], step.Title)
	w.again()
	if w.has("main .next-step a.button, main .next-step button") {
		return said
	}
	const doing = `main form[method="post"] button, main form.form button, main .actions a.button,
		main [data-teller-key] button`
	if strings.Contains(w.text(), plain("Not yet:")) || !w.has(doing) {
		w.fail("nothing can be done where %q leads", said)
	}
	w.lookOnce()
	return said
}

// lookOnce has axe look at a page of a kind that was not looked at before, where the
// journey asks for it.
func (w *window) lookOnce() {
	w.t.Helper()
	if w.kindsSeen == nil || w.kindsSeen[pageKind(w.address())] {
		return
	}
	w.kindsSeen[pageKind(w.address())] = true
	w.accessible("following next")
}

// again signs in again where the page asks for it, choosing a password where there is
// none, and reports whether it did.
func (w *window) again() bool {
	w.t.Helper()
	if !w.has(`main input[name="again_password"]`) {
		return false
	}
	label := "Your password"
	if strings.Contains(w.text(), plain("Choose a password")) {
		label = "Choose a password"
	}
	w.fill(label, postalPassword)
	w.press("Continue")
	return true
}

// grave sends a form of a grave step: with a password, where the form or the page to
// sign in again asks for it.
func (w *window) grave(button string) {
	w.t.Helper()
	const password = `main form.form input[name="password"]`
	if w.has(password) {
		w.choosePassword()
		w.fill("Your password", postalPassword)
	}
	w.press(button)
	if w.again() && w.has(password) {
		w.fill("Your password", postalPassword)
		w.press(button)
	}
}

// choosePassword does what a form says that asks for a password of whoever has none.
func (w *window) choosePassword() {
	w.t.Helper()
	if !strings.Contains(w.text(), plain("Your account has no password yet")) {
		return
	}
	form := w.address()
	w.goTo("/account/password")
	w.fill("New password", postalPassword)
	w.press("Save the password")
	w.goTo(form)
}

// signInAs signs in with the password that was chosen before.
func (w *window) signInAs(email string) {
	w.t.Helper()
	w.goTo("/sign-in")
	if !w.has(`main input[name="email"]`) {
		return // and still is
	}
	w.fill("E-mail address", email)
	w.fill("Password", postalPassword)
	w.press("Sign in")
}

var aLink = regexp.MustCompile(`https?://[^\s"<]+/link/[\w-]+`)
