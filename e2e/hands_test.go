package e2e

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"context"
)

// What a person does with a page. Things are named as the page names them;
// where a name stands several times, at says beside which text: the row of a
// table, a section, a form.

//go:embed hands.js
var hands string

// pollEvery is how often a page is looked at while something is awaited.
const pollEvery = 25 * time.Millisecond

// look asks hands.js, once.
func (w *window) look(what, name, at string, answer any) error {
	args, err := json.Marshal([]string{what, name, at})
	if err != nil {
		return err
	}
	return w.try(chromedp.Evaluate("("+hands+")(..."+string(args)+")", answer))
}

// lookUntil asks hands.js until it has an answer, for as long as a person
// would wait.
func (w *window) lookUntil(what, name, at string, answer any) {
	w.t.Helper()
	var err error
	if !poll(func() bool { err = w.look(what, name, at, answer); return err == nil }) {
		w.fail("%v", err)
	}
}

// patience is how long a person waits for a page to show something.
const patience = 10 * time.Second

// poll tries until it succeeds or patience ends.
func poll(try func() bool) bool { return pollFor(patience, try) }

func pollFor(long time.Duration, try func() bool) bool {
	for deadline := time.Now().Add(long); ; time.Sleep(pollEvery) {
		if try() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}

// goTo opens an address.
func (w *window) goTo(path string) {
	w.t.Helper()
	url := path
	if !strings.HasPrefix(url, "http") {
		url = w.base + path
	}
	w.do(chromedp.Navigate(url))
	w.arrived()
}

// reload opens the page again.
func (w *window) reload() {
	w.t.Helper()
	w.do(chromedp.Reload())
	w.arrived()
}

// arrived looks at a page that has just come.
func (w *window) arrived() {
	w.t.Helper()
	if w.screen.mobile {
		w.fits()
	}
	w.photograph("")
}

// fits fails when the page has to be pushed sideways, when names of columns
// that stand beside their cells run into each other, or when a choice is cut.
func (w *window) fits() {
	w.t.Helper()
	for _, fault := range []string{"wide", "crowded", "cut"} {
		var over string
		// What a script draws follows a turned screen a moment later.
		if !pollFor(time.Second, func() bool { return w.look(fault, "", "", &over) == nil && over == "" }) {
			w.object("%s: %s", w.address(), over)
		}
	}
}

// follow clicks a link and waits for its page.
func (w *window) follow(name string, at ...string) {
	w.t.Helper()
	w.clickFor("link", name, at...)
}

// press clicks a button and waits for the answer.
func (w *window) press(name string, at ...string) {
	w.t.Helper()
	w.walked = nil
	w.clickFor("button", name, at...)
}

func (w *window) clickFor(kind, name string, at ...string) {
	w.t.Helper()
	s := w.find(kind, name, at...)
	where := aNewPage
	if s.InPlace {
		where = inPlace
	}
	w.answered(where, func() { w.do(chromedp.MouseClickXY(s.X, s.Y)) })
}

// Where an answer comes.
const (
	aNewPage = "a new page"
	inPlace  = "in place" // or on a new page
)

// answered does something that brings a new page or a new part of this one,
// and waits until that is there.
func (w *window) answered(where string, act func()) {
	w.t.Helper()
	var marked bool
	w.lookUntil("mark", "", "", &marked)
	act()
	if !poll(func() bool {
		var there bool
		return w.look("answered", "", where, &there) == nil && there
	}) {
		w.fail("no answer came")
	}
	w.arrived()
}

// spot is where something stands in the window.
type spot struct {
	X, Y          float64
	ID, Href, Tag string
	Type          string
	InPlace       bool // a script answers, without a new page
}

// find waits until something can be seen and reached.
func (w *window) find(kind, name string, at ...string) spot {
	w.t.Helper()
	var s spot
	w.lookUntil("spot "+kind, name, strings.Join(at, " "), &s)
	return s
}

// click clicks what can be seen and reached, with the mouse or a finger.
func (w *window) click(kind, name string, at ...string) {
	w.t.Helper()
	s := w.find(kind, name, at...)
	w.do(chromedp.MouseClickXY(s.X, s.Y))
}

// unfold opens what is folded away under a summary.
func (w *window) unfold(name string, at ...string) {
	w.t.Helper()
	var isOpen bool
	w.lookUntil("is open", name, strings.Join(at, " "), &isOpen)
	if !isOpen {
		w.click("fold", name, at...)
	}
}

// fill types a value into a field, in place of what is in it.
func (w *window) fill(label, value string, at ...string) {
	w.t.Helper()
	s := w.find("entry", label, at...)
	w.do(chromedp.MouseClickXY(s.X, s.Y))
	var done any
	if s.Type == "date" || s.Type == "time" || s.Type == "datetime-local" {
		w.lookUntil("date", value, "", &done)
		if done != true {
			w.fail("%q is no value for %q", value, label)
		}
		return
	}
	w.lookUntil("clear", "", "", &done)
	if value == "" {
		w.keys(kb.Backspace)
		return
	}
	w.do(input.InsertText(value))
}

// choose picks from a list, a set of radio buttons or of tick boxes.
func (w *window) choose(label, option string, at ...string) {
	w.t.Helper()
	s := w.find("list", label, at...)
	if s.Tag == "fieldset" {
		w.tick(option, label)
		return
	}
	if s.ID == "" {
		w.fail("the list %q has no id", label)
	}
	var done bool
	w.lookUntil("pick", option, s.ID, &done)
}

// tick clicks a tick box or a radio button.
func (w *window) tick(label string, at ...string) {
	w.t.Helper()
	w.click("tick", label, at...)
}

// value is what stands in a field.
func (w *window) value(label string, at ...string) string {
	w.t.Helper()
	var value string
	w.lookUntil("value", label, strings.Join(at, " "), &value)
	return value
}

// attach chooses a file to send.
func (w *window) attach(label string, files ...string) {
	w.t.Helper()
	s := w.find("entry", label)
	w.do(chromedp.SetUploadFiles("#"+s.ID, files, chromedp.ByQuery))
}

// keys presses keys, one after the other. A key goes down with its text in one
// event, as keyboards send it, so that a page which takes the key is the only
// one to act on it; chromedp's own events come in two.
func (w *window) keys(keys string) {
	w.t.Helper()
	for _, r := range keys {
		var events chromedp.Tasks
		for _, e := range kb.Encode(r) {
			if e.Type == input.KeyChar {
				down := events[0].(*input.DispatchKeyEventParams)
				down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
				continue
			}
			events = append(events, e)
		}
		w.do(events)
	}
}

// onFocus waits until the keyboard's focus is on what is called so.
func (w *window) onFocus(name string) {
	w.t.Helper()
	var now string
	if !poll(func() bool { return w.look("focus", "", "", &now) == nil && strings.HasPrefix(now, plain(name)) }) {
		w.fail("the focus is not on %q but on %q", name, now)
	}
}

// text is all that can be read on the page, in lower case, with single spaces.
func (w *window) text() string {
	var text string
	if err := w.look("text", "", "", &text); err != nil {
		return ""
	}
	return text
}

// html is the page as it stands, for what only a machine reads.
func (w *window) html() string {
	w.t.Helper()
	var text string
	w.do(chromedp.Evaluate(`document.documentElement.outerHTML`, &text))
	return text
}

// see waits until the page shows every text.
func (w *window) see(texts ...string) {
	w.t.Helper()
	for _, text := range texts {
		if !poll(func() bool { return strings.Contains(w.text(), plain(text)) }) {
			w.fail("%q is not to be seen", text)
		}
	}
}

// seeBeside waits until every text stands beside one that is there: in the same
// row, the same item of a list, the same form.
func (w *window) seeBeside(beside string, texts ...string) {
	w.t.Helper()
	var around []string
	together := func(place string) bool {
		for _, text := range texts {
			if !strings.Contains(place, plain(text)) {
				return false
			}
		}
		return true
	}
	if !poll(func() bool {
		around = nil
		return w.look("beside", beside, "", &around) == nil && slices.ContainsFunc(around, together)
	}) {
		w.fail("%q are not to be seen beside %q, around which stands:\n%s", texts, beside, strings.Join(around, "\n"))
	}
}

// beside is what stands closest around a text.
func (w *window) beside(text string) string {
	w.t.Helper()
	var around []string
	w.lookUntil("beside", text, "", &around)
	return around[0]
}

// seeProblem waits until something is said beside a field that was refused.
func (w *window) seeProblem(field, text string) {
	w.t.Helper()
	var problem string
	if !poll(func() bool {
		return w.look("problem", field, "", &problem) == nil && strings.Contains(problem, plain(text))
	}) {
		w.fail("%q is not said beside the field %q, but %q", text, field, problem)
	}
}

// dontSee fails when the page shows any of the texts.
func (w *window) dontSee(texts ...string) {
	w.t.Helper()
	now := w.text()
	for _, text := range texts {
		if strings.Contains(now, plain(text)) {
			w.fail("%q is to be seen", text)
		}
	}
}

// plain is a text as hands.js compares it.
func plain(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// download fetches the file behind a link as the browser would, and returns
// where it was put.
func (w *window) download(name string, at ...string) string {
	w.t.Helper()
	return w.fetch(w.find("link", name, at...).Href)
}

// fetch gets an address with the window's cookies.
func (w *window) fetch(url string) string {
	w.t.Helper()
	var cookies []*network.Cookie
	w.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		cookies, err = network.GetCookies().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Target))
		return err
	}))
	req, err := http.NewRequestWithContext(w.ctx, http.MethodGet, url, nil)
	if err != nil {
		w.fail("%v", err)
	}
	for _, c := range cookies {
		req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.fail("%v", err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		w.fail("%s: %s, %v", url, res.Status, err)
	}
	file := filepath.Join(w.t.TempDir(), filepath.Base(req.URL.Path))
	if err := os.WriteFile(file, body, 0o600); err != nil {
		w.fail("%v", err)
	}
	return file
}

// memberNumber is the number of the person whose page is open.
func (w *window) memberNumber() string {
	w.t.Helper()
	address := w.address()
	number := address[strings.LastIndex(address, "/")+1:]
	if _, err := strconv.Atoi(number); err != nil {
		w.fail("%s is no person's page", address)
	}
	return number
}

func itoa(n int) string { return strconv.Itoa(n) }
