package postal_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The page of a vote and a member's own page say what became of the member's own
// paper, and of nobody else's; everybody sees how many there are.
func TestAMemberSeesTheOwnPaperOnTheOwnPage(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	lacks(t, w.windows["nobody"].Get(kit.PostalPath), "Voting papers under way")
	for _, who := range []string{"member", "secretary"} {
		lacks(t, w.windows[who].Get("/me"), "Your voting papers")
	}
	lacks(t, w.windows["secretary"].Get(w.base), "Your voting paper")
	w.despatch()
	w.receive(8) // the member is the eighth, and the other the ninth
	w.windows["ana"].Post(
		w.at("envelopes"), "find", w.names[4], "received", w.Now.Date().String(), "route", "direct", "standing", "rejected",
		"reason", "Crossed out name.",
	).LeadsTo(t, w.at("envelopes"))
	for who, c := range map[string]struct{ want, not string }{
		"member":    {"Your paper is valid.", "recorded no envelope"},
		"other":     {"recorded no envelope of yours", "Your paper is valid."},
		"committee": {"“Crossed out name.”", "recorded no envelope"},
	} {
		for _, page := range []string{"/me", w.base} {
			a := w.windows[who].Get(page)
			a.Wants(t, http.StatusOK, c.want, "Only you see this.", "does not say how you voted")
			lacks(t, a, c.not)
			if a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s keeps %s: %q", who, page, a.Header.Get("Cache-Control"))
			}
			for _, serial := range w.serials {
				if strings.Contains(a.Body, serial) {
					t.Errorf("%s of %s has a serial", page, who)
				}
			}
		}
	}
	// An officer who opens a member's file sees nothing of it.
	lacks(t, w.windows["secretary"].Get(kit.PersonURL(w.people[7])), "voting paper", "Your paper is valid")
	for _, who := range []string{"nobody", "member"} {
		a := w.windows[who].Get(kit.PostalPath)
		a.Wants(
			t, http.StatusOK, "Voting papers under way", "Meeting of 14 March 2026", "14 papers were sent on 15 March 2026",
			"How many came back is shown once the vote is closed.",
		)
		lacks(t, a, "came back:", "void")
	}
	lacks(t, w.windows["nobody"].Get(kit.PostalPath), "Motions of the EGM")
	lacks(t, w.windows["member"].Get(w.base), "came back:")
	w.closeVote()
	w.windows["nobody"].Get(kit.PostalPath).Wants(t, http.StatusOK, "9 papers came back: 8 valid, 1 void.")
}

// lacks is a page that was shown without some texts.
func lacks(t *testing.T, a kittest.Answer, texts ...string) {
	t.Helper()
	a.Wants(t, http.StatusOK)
	for _, text := range texts {
		if strings.Contains(a.Body, text) {
			t.Errorf("the page says %q", text)
		}
	}
}
