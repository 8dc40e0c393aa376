package web

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/postal"
)

// TestPostalVoteThroughItsPages holds a vote from the draft to the record of
// destruction, with two tellers who differ twice.
func TestPostalVoteThroughItsPages(t *testing.T) {
	w := newPostalWorld(t, 14)
	secretary, ana := w.windows["secretary"], w.windows["ana"]

	secretary.get(postalPath).wants(t, http.StatusOK, "No postal vote yet", "Begin a postal vote")
	secretary.get(postalPath+"/new").wants(t, http.StatusOK, "Show the dates")
	secretary.post(postalPath+"/dates", draftPairs...).wants(t, http.StatusOK, "5 April 2026", "20 April 2026", "27 April 2026", "twenty sets", `name="motion_4"`)
	secretary.post(postalPath+"/new").wants(t, http.StatusUnprocessableEntity, "Enter a title", "Choose how the tellers enter the papers.")
	w.begin()
	secretary.get(w.base).wants(t, http.StatusOK, "Freeze roll and motions", "What is protected from whom", "The minutes of the EGM are not among the documents")
	w.send("secretary", w.at("freeze"), "password", "wrong").wants(t, http.StatusUnprocessableEntity, "This is not your password")
	w.freeze()
	secretary.get(w.base).wants(t, http.StatusOK, "14 members of 15 March 2026", "Hash of the roll")

	w.send("secretary", w.at("tellers"), "teller", idText(w.people[5])).wants(t, http.StatusUnprocessableEntity, "Member Testcase05")
	search := secretary.post(w.at("tellers/search"), "find", "testcase06", "teller", idText(w.people[5]))
	search.wants(t, http.StatusOK, "1 member fits", "Member Testcase05", "Member Testcase06")
	ana.get(w.at("key")).wants(t, http.StatusNotFound, "There is no such postal vote.")
	w.appoint()
	secretary.get(w.base).wants(t, http.StatusOK, "Key is proven")

	w.makePapers()
	secretary.post(w.at("papers/print"), "code", "AAAA").wants(t, http.StatusUnprocessableEntity, "This is not the print code")
	pdf := secretary.post(w.at("papers/print"), "code", w.code, "what", "papers")
	if pdf.status != http.StatusOK || !strings.HasPrefix(pdf.body, "%PDF") {
		t.Errorf("the papers: %d %.200s", pdf.status, pdf.body)
	}
	for _, what := range []string{"papers", "spares"} {
		if one := secretary.post(w.at("papers/print"), "code", w.code, "what", what, "find", "testcase03"); one.status != http.StatusOK || len(one.body) >= len(pdf.body) {
			t.Errorf("printing %s of one: %d, %d bytes of %d", what, one.status, len(one.body), len(pdf.body))
		}
	}
	for _, print := range []string{"register.pdf", "tally.pdf"} {
		if a := secretary.get(w.at(print)); a.status != http.StatusOK || !strings.HasPrefix(a.body, "%PDF") {
			t.Errorf("%s: %d", print, a.status)
		}
	}
	secretary.get(w.at("addresses")).wants(t, http.StatusOK, "Letters and address labels", "the addresses of all members")
	for _, what := range []string{"letters", "labels"} {
		for _, password := range []string{"", "not my password at all"} {
			a := secretary.post(w.at("addresses"), "what", what, "password", password)
			a.wants(t, http.StatusUnprocessableEntity, "assword")
			if strings.Contains(a.body, "%PDF") || strings.Contains(a.body, "Kōwhai") {
				t.Errorf("%s leave with the password %q", what, password)
			}
		}
		a := secretary.post(w.at("addresses"), "what", what, "password", goodPassword)
		if a.status != http.StatusOK || !strings.HasPrefix(a.body, "%PDF") || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", what, a.status, a.header.Get("Cache-Control"))
		}
	}
	w.despatch()
	w.windows["member"].get(w.base).wants(t, http.StatusOK, "That the society buy twenty sets.", "Papers are out")

	w.receive(12)
	ana.get(w.at("envelopes")).wants(t, http.StatusOK, "Member Testcase00", "12 papers of 12 members, 14 on the roll")
	ana.post(w.at("envelopes"), "find", "testcase", "received", "2026-03-15", "route", "direct", "standing", "valid").wants(t, http.StatusUnprocessableEntity, "14 members fit")
	ana.post(w.at("envelopes"), "find", "nobody at all", "received", "2026-03-15", "route", "direct", "standing", "valid").wants(t, http.StatusUnprocessableEntity, "Nobody on the roll has this name")
	ana.post(w.at("envelopes"), "find", w.names[12], "received", "2026-03-15", "route", "direct", "standing", "rejected").wants(t, http.StatusUnprocessableEntity, "reason")
	ana.post(w.at("envelopes"), "find", w.names[0], "received", "2026-03-15", "route", "direct", "standing", "valid").leadsTo(t, w.at("envelopes"))
	page := ana.get(w.at("envelopes"))
	page.wants(t, http.StatusOK, "the second one: it waits for the tellers’ ruling", "Waiting for the tellers’ ruling", "Rule on it")
	ana.get(w.at("envelopes")+"?came=2026-03-14").wants(t, http.StatusOK, `value="2026-03-14"`) // the next of a pile
	rule := page.body[strings.Index(page.body, `<ul class="inbox">`):]
	rule = rule[strings.Index(rule, `href="`)+6:]
	rule = rule[:strings.Index(rule, `"`)]
	w.send("ana", rule, "standing", "rejected", "reason", "Second paper").leadsTo(t, w.at("envelopes"))

	ana.get(w.at("close")).wants(t, http.StatusOK, "Not yet:", "21 April 2026")
	w.closeVote()
	secretary, ana = w.windows["secretary"], w.windows["ana"]

	ana.post(w.at("entry"), "serial", "XXXX", "letters", "yyy").wants(t, http.StatusUnprocessableEntity, "A serial has twelve", "Type 2 keys, one for each motion.")
	read := ana.post(w.at("entry"), "serial", strings.ToLower(w.serials[0]), "mark_1", "y", "mark_2", "s")
	read.wants(t, http.StatusOK, "Read it back", w.serials[0], "Spoiled")
	ana.post(w.at("entry"), "serial", w.serials[0], "letters", "y!", "change", "1").wants(t, http.StatusOK, `value="y!"`)
	letters := []string{"yy", "yy", "yy", "yy", "yy", "yy", "yn", "yn", "yn", "na", "n-", "an"}
	w.enter("ana", letters...)
	ana.get(w.at("compare")).wants(t, http.StatusOK, "Not yet:")
	slips := append([]string{}, letters...)
	slips[2], slips[7] = "ny", "yy"
	w.enter("ben", slips...)

	found := w.sendKey("ana", w.at("compare"))
	found.wants(t, http.StatusOK, w.serials[2], w.serials[7], "Motion 1", "Motion 2", "12 papers compared")
	if text := found.words(); strings.Contains(text, "Yes") && strings.Contains(text[strings.Index(text, "compared"):strings.Index(text, "Take these papers")], "Yes") {
		t.Errorf("a difference tells a vote:\n%s", text)
	}
	w.sendKey("ben", w.at("correct"), "serial_1", w.serials[2], "letters_1", "yyy").wants(t, http.StatusUnprocessableEntity, "Type 2 keys")
	w.sendKey("ben", w.at("correct"), "serial_1", w.serials[2], "letters_1", "yy", "serial_2", w.serials[7], "letters_2", "yn").leadsTo(t, w.at("compare"))
	if state := w.state(); state == postal.StateAgreed {
		t.Fatal("agreed before anybody approved")
	}
	for _, who := range []string{"ana", "ben"} {
		w.windows[who].get(w.at("finish")).wants(t, http.StatusOK, "You have entered")
		w.windows[who].post(w.at("finish")).leadsTo(t, w.base)
	}
	w.sendKey("ana", w.at("compare")).wants(t, http.StatusOK, "Both tellers entered every paper alike.")
	w.sendKey("ana", w.at("approve/totals")).wants(t, http.StatusOK, "Approve these totals", "9</td>")
	w.approve()
	if state := w.state(); state != postal.StateAgreed {
		t.Fatalf("the vote stands at %s", state)
	}
	secretary.get(w.at("report.pdf")).wants(t, http.StatusUnprocessableEntity, "There are no totals yet")
	w.report()
	if a := secretary.get(w.at("report.pdf")); !strings.HasPrefix(a.body, "%PDF") {
		t.Errorf("the report: %d %.300s", a.status, a.body)
	}
	secretary.get(w.at("declare")).wants(t, http.StatusOK, "Carried", "All went well.")
	w.windows["nobody"].get(w.at("declaration")).wants(t, http.StatusNotFound)
	w.declare()
	public := w.windows["nobody"].get(w.at("declaration"))
	public.wants(t, http.StatusOK, "Carried", "Not carried", "13 papers came back, 12 were valid, 1 was rejected", "The tellers’ remarks")
	w.windows["nobody"].get(postalPath).wants(t, http.StatusOK, w.at("declaration"))
	if a := w.windows["nobody"].get(w.at("declaration.pdf")); !strings.HasPrefix(a.body, "%PDF") {
		t.Errorf("the declaration: %d", a.status)
	}
	ana.get(w.at("destroy")).wants(t, http.StatusOK, "Not yet:")
	w.destroy()
	w.windows["secretary"].get(w.base).wants(t, http.StatusOK, "The vote is over")
	if a := w.windows["secretary"].get(w.at("destruction.pdf")); !strings.HasPrefix(a.body, "%PDF") {
		t.Errorf("the record of destruction: %d", a.status)
	}
}
