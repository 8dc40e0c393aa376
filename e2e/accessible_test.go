package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestEveryPageIsAccessible looks at a page of every kind of the demonstration
// society, as everybody who can come to it, and at every form that has been
// refused. axe finds nothing in light, in dark and on a phone, where no page is
// wider than the screen; the browser's console stays empty.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	seen := map[string]bool{}
	everybody := open(t, s, desktop)
	everybody.lookAtAll("everybody", append(everybody.kinds(), "/sign-in"), seen)
	everybody.lookAtMissing()
	everybody.judge("everybody")
	for _, role := range roles {
		w := signedIn(t, s, role, desktop)
		w.lookAtAll(role, w.kinds(), seen)
		w.judge(role)
	}
}

// TestAxeFindsWhatIsWrong plants faults in a good page: a check that finds
// nothing must be one that looks.
func TestAxeFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := serveEmpty(t)
	w := open(t, s, desktop)
	w.do(chromedp.Evaluate(`document.querySelector("main").insertAdjacentHTML("beforeend",
		'<img src="/static/favicon.svg" width="20" height="20"><p class="muted" id="planted">pale, rated -2.3</p><pre>' + "x".repeat(300) + '</pre><table class="stack"><tr><td data-label="A name of many words in three lines">1</td></tr></table>');
		const style = new CSSStyleSheet();
		style.replaceSync("#planted { color: rgb(200 200 200) } @media (prefers-color-scheme: dark) { #planted { color: rgb(40 40 40) } } pre { overflow: visible } .stack td { height: 1rem }");
		document.adoptedStyleSheets = [style];
		console.error("planted");`, nil))
	w.accessible("planted")
	found := strings.Join(w.troubles(), "\n")
	for _, want := range []string{
		"desktop-light (/): image-alt", "desktop-light (/): color-contrast", "desktop-dark (/): color-contrast",
		"phone-light (/): image-alt", "px wide", "runs out of its cell", "stands for a minus: -2.3", "console: planted",
	} {
		if !strings.Contains(found, want) {
			t.Errorf("nothing says %q; found:\n%s", want, found)
		}
	}
}

// lookAtAll visits the pages whose kind nobody has looked at, and then sends
// their forms empty: last, because a form may be taken.
func (w *window) lookAtAll(who string, addresses []string, seen map[string]bool) {
	w.t.Helper()
	var forms []string
	for _, address := range addresses {
		if seen[pageKind(address)] {
			continue
		}
		seen[pageKind(address)] = true
		w.goTo(address)
		w.accessible(who)
		if w.has(`main form.form[method="post"]`) {
			forms = append(forms, address)
		}
	}
	for _, address := range forms {
		w.sendEmpty(address)
		if w.has("[data-error-summary]") {
			w.accessible(who + ", refused")
		}
	}
}

// sendEmpty opens a page and sends its form with nothing in it.
func (w *window) sendEmpty(address string) {
	w.t.Helper()
	w.goTo(address)
	if !w.has(`main form.form[method="post"]`) {
		return // sending another form has changed the page
	}
	w.answered(aNewPage, func() {
		w.do(chromedp.Evaluate(`(() => {
			const form = document.querySelector('main form.form[method="post"]');
			for (const el of form.elements) {
				if (el.type === "checkbox" || el.type === "radio") el.checked = false;
				else if (["INPUT", "TEXTAREA"].includes(el.tagName) && el.type !== "hidden") el.value = "";
			}
			form.noValidate = true;
			form.requestSubmit();
		})()`, nil))
	})
}

// has reports whether the page has such an element.
func (w *window) has(selector string) bool {
	w.t.Helper()
	var found bool
	w.do(chromedp.Evaluate(`document.querySelector(`+"`"+selector+"`"+`) !== null`, &found))
	return found
}

// lookAtMissing visits what is not there, or not for everybody.
func (w *window) lookAtMissing() {
	w.t.Helper()
	for _, address := range []string{
		"/nowhere", "/events/nowhere", "/ratings/999999", "/link/nothing", "/t/nothing", "/admin", "/director",
	} {
		w.goTo(address)
		w.accessible("everybody")
	}
}
