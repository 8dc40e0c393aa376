package postal_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/governance/postal"
	webpostal "nzgs/web/postal"
)

// How long an answer is stands in the program's log and in that of whatever
// stands before it: a paper that is read back must be as long whatever it says.
func TestAPaperReadBackIsAsLongWhateverItSays(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(2)
	lengths := map[int][]string{}
	for _, letters := range []string{
		"yy", "yn", "ya", "y-", "y!", "nn", "na", "n-", "n!", "aa", "a-", "--", "!!", "bs", "yb", "ns",
	} {
		a := w.windows["ana"].Post(w.at("entry"), "serial", w.serials[0], "letters", letters)
		a.Wants(t, http.StatusOK, "Read it back")
		lengths[len(a.Body)] = append(lengths[len(a.Body)], letters)
		a = w.windows["ana"].Post(w.at("entry"), "serial", w.serials[0], "letters", letters, "change", "1")
		lengths[-len(a.Body)] = append(lengths[-len(a.Body)], letters)
	}
	if len(lengths) != 2 {
		t.Errorf("the length of the page tells the votes: %v", lengths)
	}
}

// What a teller's browser sends is as long whatever the paper says: the letters
// that the page asks for, the choices beside each motion, and the paper that is
// read back.
func TestWhatATellerSendsIsAsLongWhateverItSays(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(2)
	page := w.windows["ana"].Get(w.at("entry"))
	values := regexp.MustCompile(`name="mark_1" value="([^"]*)"`).FindAllStringSubmatch(page.Body, -1)
	if len(values) != 5 {
		t.Fatalf("%d choices beside a motion", len(values))
	}
	for _, v := range values {
		if len(url.QueryEscape(html.UnescapeString(v[1]))) != 1 {
			t.Errorf("the choice %q is longer than others when it is sent", v[1])
		}
	}
	for _, letter := range []string{"y", "n", "a", "b", "s", "-", "!"} {
		if m, ok := webpostal.MarkOf([]rune(letter)[0]); !ok || !strings.Contains(
			webpostal.LettersHint, " "+webpostal.LettersOf([]postal.Mark{m})+"\u00a0",
		) {
			t.Errorf("%q is no letter that the page asks for", letter)
		}
		read := w.windows["ana"].Post(w.at("entry"), "serial", w.serials[0], "letters", letter+letter)
		m := regexp.MustCompile(`name="letters" value="([^"]*)"`).FindStringSubmatch(read.Body)
		if m == nil || len(url.QueryEscape(html.UnescapeString(m[1]))) != 2 {
			t.Errorf("what is sent to save %q: %q", letter, m)
		}
	}
}

// The tellers' report says the same after the register was destroyed.
func TestTheTellersReportOutlivesTheRegister(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.receive(12)
	w.windows["ana"].Post(
		w.at("envelopes"), "find", w.names[12], "received", w.Now.Date().String(), "route", "direct", "standing", "rejected",
		"reason", "Not signed.",
	).LeadsTo(t, w.at("envelopes"))
	w.closeVote()
	letters := []string{"yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy", "yn", "yn", "nn", "an"}
	w.enter("ana", letters...)
	w.enter("ben", letters...)
	w.approve()
	w.report()
	w.declare()
	before := w.windows["secretary"].Get(w.at("report.pdf"))
	w.destroy()
	after := w.windows["secretary"].Get(w.at("report.pdf"))
	if !strings.HasPrefix(before.Body, "%PDF") || !strings.HasPrefix(after.Body, "%PDF") {
		t.Fatalf("status %d, then %d", before.Status, after.Status)
	}
	strip := regexp.MustCompile(`/(CreationDate|ModDate|ID)[^\n]*`)
	if strip.ReplaceAllString(before.Body, "") != strip.ReplaceAllString(after.Body, "") {
		t.Error("the report is another one after the destruction")
	}
}
