package e2e

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/axe-4.14.1.min.js
var axe string

//go:embed axe.js
var axeHelp string

// What is folded away is checked too: everything that opens in its place, and
// one of the small panels that open over others.
const unfoldAll = `
	document.querySelectorAll("details:not([data-popup])").forEach((d) => { d.open = true; });
	const panel = document.querySelector("main details[data-popup]");
	if (panel) panel.open = true;
	document.getAnimations().forEach((a) => a.finish());
	true`

type violation struct {
	Rule, Help string
	Nodes      []struct{ HTML, Where, Why string }
}

// accessible runs axe over the page as it stands: light, dark, and on a phone,
// where it must not have to be pushed sideways either. Numbers below zero have
// a true minus. name says which page it is.
func (w *window) accessible(name string) {
	w.t.Helper()
	if w.hurried {
		return
	}
	w.do(phone.emulate())
	w.fits() // as it comes; below, everything on it is open
	w.do(chromedp.Evaluate(axe+";"+axeHelp+";true", nil), chromedp.Evaluate(unfoldAll, nil))
	var hyphens string
	if err := w.look("hyphens", "", "", &hyphens); err != nil || hyphens != "" {
		w.object("%s: a hyphen stands for a minus: %s %v", w.address(), hyphens, err)
	}
	w.do(chromedp.Evaluate(`e2eAxe.thin(); true`, nil))
	for _, l := range looks {
		if l.screen == phone && l.scheme == "dark" || w.screen.mobile && !l.screen.mobile {
			continue // nothing that the others do not show
		}
		w.do(l.screen.emulate(), scheme(l.scheme))
		w.checkWithAxe(name+", "+l.name, l.rules())
		if l.screen.mobile {
			w.fits()
		}
	}
	w.do(w.screen.emulate(), scheme("light"))
}

// rules is which rules axe.js has for a look.
func (l look) rules() string {
	switch {
	case l.scheme == "dark":
		return "dark"
	case l.screen.mobile: // which comes first
		return "first"
	}
	return "wide"
}

func (w *window) checkWithAxe(name, rules string) {
	w.t.Helper()
	w.checking.Store(true) // axe tries styles of its own, which the page's policy refuses
	defer w.checking.Store(false)
	var found []violation
	w.do(chromedp.Evaluate(`document.getAnimations().forEach((a) => a.finish()); true`, nil))
	if rules != "dark" {
		w.do(chromedp.Evaluate(fmt.Sprintf(`e2eAxe.check(%q)`, rules), &found, awaited))
		w.objectTo(name, found)
	}
	w.measure(name, rules)
}

// measure measures the contrast of the texts of which none has been found good
// that is painted alike: in the same colour, size and weight, upon the same
// grounds. Where a text stands on the page is asked of the browser for every
// one, which takes longer than all other rules.
func (w *window) measure(name, rules string) {
	w.t.Helper()
	if w.good == nil {
		w.good = map[string]bool{}
	}
	good, err := json.Marshal(slices.Collect(maps.Keys(w.good)))
	if err != nil {
		w.fail("%v", err)
	}
	var answer struct {
		Violations []violation
		Good       []string
	}
	w.do(chromedp.Evaluate(fmt.Sprintf(`e2eAxe.measure(%q, %s)`, rules, good), &answer, awaited))
	for _, g := range answer.Good {
		w.good[g] = true
	}
	w.objectTo(name, answer.Violations)
}

func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams {
	return p.WithAwaitPromise(true).WithReturnByValue(true)
}

// objectTo objects to what axe has found.
func (w *window) objectTo(name string, found []violation) {
	w.t.Helper()
	for _, v := range found {
		var places []string
		for _, n := range v.Nodes[:min(len(v.Nodes), 6)] {
			places = append(places, fmt.Sprintf("%s\n    %.200s\n    %s", n.Where, n.HTML, strings.ReplaceAll(n.Why, "\n", " ")))
		}
		w.object(
			"%s (%s): %s: %s, %d times:\n  %s", name, w.address(), v.Rule, v.Help, len(v.Nodes), strings.Join(places, "\n  "),
		)
	}
}
