package e2e

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/axe-4.14.1.min.js
var axe string

// What axe checks: WCAG 2.2 up to AA; in dark, where only colours differ, what
// depends on them.
const (
	everyRule   = `{type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}`
	colourRules = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

const axeRun = `axe.run(document, {runOnly: %s, resultTypes: ["violations"]}).then((r) => JSON.stringify(r.violations.map((v) => ({
	rule: v.id, help: v.help, nodes: v.nodes.map((n) => ({html: n.html, where: n.target.join(" "), why: n.failureSummary})),
}))))`

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
	w.do(phone.emulate())
	w.fits() // as it comes; below, everything on it is open
	w.do(chromedp.Evaluate(axe+";true", nil), chromedp.Evaluate(unfoldAll, nil))
	var hyphens string
	if err := w.look("hyphens", "", "", &hyphens); err != nil || hyphens != "" {
		w.object("%s: a hyphen stands for a minus: %s %v", w.address(), hyphens, err)
	}
	for _, l := range looks {
		if l.screen == phone && l.scheme == "dark" || w.screen.mobile && !l.screen.mobile {
			continue // nothing that the others do not show
		}
		w.do(l.screen.emulate(), scheme(l.scheme))
		rules := everyRule
		if l.scheme == "dark" {
			rules = colourRules
		}
		w.checkWithAxe(name+", "+l.name, rules)
		if l.screen.mobile {
			w.fits()
		}
	}
	w.do(w.screen.emulate(), scheme("light"))
}

func (w *window) checkWithAxe(name, rules string) {
	w.t.Helper()
	var found string
	w.checking.Store(true) // axe tries styles of its own, which the page's policy refuses
	defer w.checking.Store(false)
	w.do(
		chromedp.Evaluate(`document.getAnimations().forEach((a) => a.finish()); true`, nil),
		chromedp.Evaluate(
			fmt.Sprintf(axeRun, rules), &found,
			func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) },
		),
	)
	var violations []violation
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		w.fail("axe: %v", err)
	}
	for _, v := range violations {
		var places []string
		for _, n := range v.Nodes[:min(len(v.Nodes), 3)] {
			places = append(places, fmt.Sprintf("%s\n    %.200s\n    %s", n.Where, n.HTML, strings.ReplaceAll(n.Why, "\n", " ")))
		}
		w.object(
			"%s (%s): %s: %s, %d times:\n  %s", name, w.address(), v.Rule, v.Help, len(v.Nodes), strings.Join(places, "\n  "),
		)
	}
}
