package e2e

import (
	"fmt"
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
		w.good = everybody.good
		w.lookAtAll(role, w.kinds(), seen)
		w.judge(role)
	}
}

// TestAxeFindsWhatIsWrong plants faults in a good page, of each kind in each
// look that can have it: a check that finds nothing must be one that looks.
func TestAxeFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := serveEmpty(t)
	w := open(t, s, desktop)
	w.accessible("good") // and knows its texts from now on
	if found := w.troubles(); len(found) > 0 {
		t.Errorf("before anything is planted: %s", found)
	}
	w.plant(t, faults, []string{
		"phone-light (/): image-alt", "phone-light (/): aria-valid-attr", "desktop-light (/): image-alt",
		"phone-light (/): scrollable-region-focusable", "phone-light (/): target-size", "desktop-light (/): link-name",
		"phone-light (/): color-contrast: pale, light, narrow, in", "desktop-light (/): color-contrast: pale, light, wide, in",
		"desktop-dark (/): color-contrast: pale, dark, wide", "phone-light (/): link-in-text-block",
		"desktop-dark (/): link-in-text-block",
		"px wide", "runs out of its cell", "stands for a minus: -2.3", "console: planted",
	})
	w.plant(t, `<div class="wide-only"><p aria-planted="yes">only where there is room</p></div>`, []string{
		"desktop-light (/): aria-valid-attr",
	})
}

const faults = `<img src="/static/favicon.svg" width="20" height="20"><p aria-planted="yes">-2.3</p>
<pre>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</pre>
<table class="stack"><tr><td data-label="A name of many words in three lines">1</td></tr></table>
<div class="narrow-scroll"><p>much to read</p></div>
<p><button id="b1">a</button><button id="b2">b</button></p>
<p><a href="/planted"><span class="narrow-only">a name</span><i class="dot"></i></a></p>
<p id="pale">pale</p><p id="light">pale in light</p><p id="dark">pale in dark</p>
<p id="narrow">pale where it is narrow</p><p id="wide">pale where there is room</p>
<div id="upon"><p id="in">good colour, bad ground</p></div>
<p id="block">A text with <a href="/planted2" id="like">a link like it</a> in it.</p>`

const faultStyles = `
	pre { overflow: visible } .stack td { height: 1rem } .dot { display: inline-block; width: 30px; height: 30px }
	#b1, #b2 { all: unset; display: block; width: 10px; height: 10px; font-size: 8px }
	.narrow-scroll { height: 40px } .narrow-scroll p { padding-top: 400px }
	#pale { color: rgb(130 130 130); background: rgb(120 120 120) } #upon { background: rgb(110 110 110) }
	#in { color: rgb(100 100 100) } #block { color: rgb(0 0 0); background: rgb(255 255 255) } #block #like { all: unset; color: rgb(60 60 60) }
	@media (prefers-color-scheme: light) { #light { color: rgb(200 200 200) } }
	@media (prefers-color-scheme: dark) { #dark { color: rgb(40 40 40) } }
	@media (max-width: 40rem) { .wide-only { display: none } .narrow-scroll { overflow: scroll } #narrow { color: rgb(120 120 120); background: rgb(125 125 125) } }
	@media (min-width: 40.01rem) { #b1, #b2 { width: 40px; height: 40px } .narrow-only { display: none } #wide { color: rgb(120 120 120); background: rgb(125 125 125) } }`

// plant puts faults in the front page; each must be found.
func (w *window) plant(t *testing.T, faults string, wants []string) {
	t.Helper()
	w.goTo("/")
	w.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("main").insertAdjacentHTML("beforeend", %q);
		const style = new CSSStyleSheet();
		style.replaceSync(%q);
		document.adoptedStyleSheets = [style];
		console.error("planted");`, faults, faultStyles), nil))
	w.accessible("planted")
	found := strings.Join(w.troubles(), "\n")
	for _, want := range wants {
		rule, ids, _ := strings.Cut(want, ": color-contrast: ")
		if ids == "" {
			if !strings.Contains(found, want) {
				t.Errorf("nothing says %q; found:\n%s", want, found)
			}
			continue
		}
		_, said, _ := strings.Cut(found, rule+": color-contrast")
		said, _, _ = strings.Cut(said, "planted, ")
		for _, id := range strings.Split(ids, ", ") {
			if !strings.Contains(said, "#"+id+"\n") {
				t.Errorf("%s does not find the contrast of %q; found:\n%s", rule, id, found)
			}
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
		w.toPhone()
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

// toPhone makes the window a phone for the next page, and lays out nothing of
// the one that is left: that takes longer than to load a page.
func (w *window) toPhone() {
	w.t.Helper()
	w.do(chromedp.Evaluate(`document.body?.replaceChildren(); true`, nil), phone.emulate())
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
