package postal_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// The same serial is refused at once, the list has what was entered and is missing, and
// nothing that is stored knows the serials.
func TestTheSameSerialTwiceIsRefusedAtOnce(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(3)
	ana, first := w.windows["ana"], w.serials[0]
	w.typeIn("ana", "yn", "na")
	for _, typed := range []string{first, strings.ToLower(strings.ReplaceAll(first, "-", ""))} {
		for _, page := range []string{"entry", "entry/save"} {
			ana.Post(w.at(page), "serial", typed, "letters", "yy").Wants(
				t, http.StatusUnprocessableEntity, "You have entered this paper already",
			)
		}
	}
	page := ana.Get(w.at("entered"))
	page.Wants(
		t, http.StatusOK, "You have entered 2 of 3 valid papers. 1 missing.", w.serials[0], w.serials[1],
	)
	if strings.Contains(page.Body, w.serials[2]) || strings.Contains(page.Body, "This window knows") {
		t.Error("the list has a paper that is not entered, or says that it has not all")
	}
	sorted := slices.Sorted(slices.Values(w.serials[:2]))
	if strings.Index(page.Body, sorted[0]) > strings.Index(page.Body, sorted[1]) {
		t.Error("the list is in the order of entry")
	}

	// Another window does not know them: the key lists all, also what was entered twice.
	other := w.Browser(w.sessions["ana"])
	other.Post(w.at("entry/keys"), "keys", w.noted)
	other.Get(w.at("entered")).Wants(t, http.StatusOK, "This window knows 0 of them")
	other.Post(w.at("entry/save"), "serial", first, "letters", "yn").LeadsTo(t, w.at("entry"))
	w.windows["ana"] = other
	w.sendKey("ana", w.at("entered")).Wants(t, http.StatusOK, "Entered twice: "+first, w.serials[1])
	w.sendKey("ana", w.at("correct"), "serial_1", first, "out_1", "on").LeadsTo(t, w.at("compare"))
	other.Post(w.at("entry"), "serial", first, "letters", "yn").Wants(t, http.StatusOK, "Read it back")
	other.Post(w.at("entry"), "serial", w.serials[1], "letters", "yn").Wants(
		t, http.StatusUnprocessableEntity, "You have entered this paper already",
	)

	// The other teller's window, on the same machine, has a list of its own.
	w.windows["ben"].Cookies["nzgs-entered-"+kit.IDText(w.vote)] = other.Cookies["nzgs-entered-"+kit.IDText(w.vote)]
	w.windows["ben"].Get(w.at("entered")).Wants(t, http.StatusOK, "This window knows no paper")
	for _, who := range []string{"secretary", "member"} {
		w.windows[who].Get(w.at("entered")).Wants(t, http.StatusForbidden)
	}
	w.send("ana", w.at("restart"), "reason", "I lost the thread.").LeadsTo(t, w.base)
	other.Get(w.at("entered")).Wants(t, http.StatusOK, "You have entered 0 of 3 valid papers.", "This window knows no paper")
	other.Post(w.at("entry"), "serial", w.serials[1], "letters", "yn").Wants(t, http.StatusOK, "Read it back")
}

// An envelope without a name, and one of someone who is not on the roll, has its line;
// after the closing day the form says by itself that a paper is late.
func TestEveryEnvelopeHasItsLineOnTheRegistersPage(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	ana := w.windows["ana"]
	came := []string{"received", w.Now.Date().String(), "route", "direct"}
	ana.Post(w.at("envelopes"), came...).Wants(t, http.StatusUnprocessableEntity, "Enter the member’s name or number")
	ana.Post(w.at("envelopes"), append(came, "standing", "rejected", "why", "no_name")...).LeadsTo(t, w.at("envelopes"))
	ana.Post(
		w.at("envelopes"), append(came, "standing", "rejected", "why", "not_on_roll", "find", w.names[2])...,
	).Wants(t, http.StatusUnprocessableEntity, "is on the roll of 15 March 2026")
	ana.Post(
		w.at("envelopes"), append(came, "standing", "rejected", "why", "not_on_roll", "find", "A Stranger")...,
	).LeadsTo(t, w.at("envelopes"))
	ana.Get(w.at("envelopes")).Wants(
		t, http.StatusOK, "2 papers of 0 members, 14 on the roll; 2 rejected", "A Stranger (not on the roll)", "Without a name",
	)
	w.on("2026-04-22")
	ana = w.windows["ana"]
	late := `<option value="late" selected>`
	if strings.Contains(ana.Get(w.at("envelopes")).Body, late) {
		t.Error("a paper that is recorded after the closing day is proposed as late, whenever it came")
	}
	if !strings.Contains(ana.Get(w.at("envelopes")+"?came=2026-04-21").Body, late) {
		t.Error("the next of a pile that came after the closing day is not proposed as late")
	}
	ana.Post(
		w.at("envelopes"), "find", w.names[3], "received", "2026-04-21", "route", "direct", "standing", "valid",
	).Wants(t, http.StatusUnprocessableEntity, "after 20 April 2026, the last day for papers")
	w.windows["secretary"].Get(w.at("close")).Wants(t, http.StatusOK, "because it is late, and does not count")
}
