package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// How long an answer is stands in the program's log and in that of whatever
// stands before it: a paper that is read back must be as long whatever it says.
func TestAPaperReadBackIsAsLongWhateverItSays(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.receive(2)
	w.closeVote()
	lengths := map[int][]string{}
	for _, letters := range []string{"yy", "yn", "ya", "y-", "y!", "nn", "na", "n-", "n!", "aa", "a-", "--", "!!"} {
		a := w.windows["ana"].post(w.at("entry"), "serial", w.serials[0], "letters", letters)
		a.wants(t, http.StatusOK, "Read it back")
		lengths[len(a.body)] = append(lengths[len(a.body)], letters)
		a = w.windows["ana"].post(w.at("entry"), "serial", w.serials[0], "letters", letters, "change", "1")
		lengths[-len(a.body)] = append(lengths[-len(a.body)], letters)
	}
	if len(lengths) != 2 {
		t.Errorf("the length of the page tells the votes: %v", lengths)
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
	w.windows["ana"].post(w.at("envelopes"), "find", w.names[12], "received", w.now.Date().String(), "route", "direct", "standing", "rejected", "reason", "Not signed.").leadsTo(t, w.at("envelopes"))
	w.closeVote()
	letters := []string{"yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy", "yn", "yn", "nn", "an"}
	w.enter("ana", letters...)
	w.enter("ben", letters...)
	w.approve()
	w.report()
	w.declare()
	before := w.windows["secretary"].get(w.at("report.pdf"))
	w.destroy()
	after := w.windows["secretary"].get(w.at("report.pdf"))
	if !strings.HasPrefix(before.body, "%PDF") || !strings.HasPrefix(after.body, "%PDF") {
		t.Fatalf("status %d, then %d", before.status, after.status)
	}
	strip := regexp.MustCompile(`/(CreationDate|ModDate|ID)[^\n]*`)
	if strip.ReplaceAllString(before.body, "") != strip.ReplaceAllString(after.body, "") {
		t.Error("the report is another one after the destruction")
	}
}
