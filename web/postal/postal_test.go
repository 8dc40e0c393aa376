package postal_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/governance/postal"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// TestPostalVoteThroughItsPages holds a vote from the draft to the record of
// destruction, with two tellers who differ twice.
func TestPostalVoteThroughItsPages(t *testing.T) {
	w := newPostalWorld(t, 14)
	secretary, ana := w.windows["secretary"], w.windows["ana"]

	secretary.Get(kit.PostalPath).Wants(t, http.StatusOK, "No postal vote yet", "Start a postal vote")
	secretary.Get(kit.PostalPath+"/new").Wants(t, http.StatusOK, "Show the dates")
	secretary.Post(
		kit.PostalPath+"/dates", draftPairs...,
	).Wants(t, http.StatusOK, "5 April 2026", "20 April 2026", "27 April 2026", "twenty sets", `name="motion_4"`)
	secretary.Post(kit.PostalPath+"/new").Wants(
		t, http.StatusUnprocessableEntity, "Enter a title", "Choose how the tellers enter the papers.",
	)
	w.begin()
	secretary.Get(w.base).Wants(
		t, http.StatusOK, "Freeze roll and motions", "What is protected from whom",
		"The minutes of the EGM are not among the documents",
	)
	w.freeze()
	secretary.Get(w.base).Wants(t, http.StatusOK, "14 members of 15 March 2026", "Hash of the roll")

	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]),
	).Wants(t, http.StatusUnprocessableEntity, "Member Testcase05")
	search := secretary.Post(w.at("tellers/search"), "find", "testcase06", "teller", kit.IDText(w.people[5]))
	search.Wants(t, http.StatusOK, "1 member matches", "Member Testcase05", "Member Testcase06")
	ana.Get(w.at("key")).Wants(t, http.StatusNotFound, "Postal vote not found.")
	w.appoint()
	secretary.Get(w.base).Wants(t, http.StatusOK, "Key proved")

	w.makePapers()
	secretary.Post(
		w.at("papers/print"), "code", "AAAA",
	).Wants(t, http.StatusUnprocessableEntity, "This is not the print code")
	pdf := secretary.Post(w.at("papers/print"), "code", w.code, "what", "papers")
	if pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") {
		t.Errorf("the papers: %d %.200s", pdf.Status, pdf.Body)
	}
	for _, what := range []string{"papers", "spares"} {
		if one := secretary.Post(
			w.at("papers/print"), "code", w.code, "what", what, "find", "testcase03",
		); one.Status != http.StatusOK || len(one.Body) >= len(pdf.Body) {
			t.Errorf("printing %s of one: %d, %d bytes of %d", what, one.Status, len(one.Body), len(pdf.Body))
		}
	}
	for _, print := range []string{"register.pdf", "tally.pdf"} {
		if a := secretary.Get(w.at(print)); a.Status != http.StatusOK || !strings.HasPrefix(a.Body, "%PDF") {
			t.Errorf("%s: %d", print, a.Status)
		}
	}
	secretary.Get(w.at("addresses")).Wants(t, http.StatusOK, "Letters and address labels", "the contact details of all members")
	for _, what := range []string{"letters", "labels"} {
		secretary.Idle, w.Now = true, w.Now.Add(10*time.Minute)
		for _, again := range [][]string{nil, {"again_password", "not my password at all"}} {
			a := secretary.Post(w.at("addresses"), append([]string{"what", what}, again...)...)
			if a.Status < 400 || strings.Contains(a.Body, "%PDF") || !strings.Contains(a.Body, `name="what" value="`+what+`"`) {
				t.Errorf("%s ten minutes after signing in, with %q: %d\n%s", what, again, a.Status, a.Body)
			}
		}
		secretary.Idle = false
		a := secretary.Post(w.at("addresses"), "what", what, "again_password", kittest.GoodPassword)
		if a.Status != http.StatusOK || !strings.HasPrefix(a.Body, "%PDF") || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", what, a.Status, a.Header.Get("Cache-Control"))
		}
	}
	secretary.Get(w.at("addresses")).Wants(t, http.StatusOK, "Avery L7160", "Begin on label")
	secretary.Post(w.at("addresses"), "what", "labels", "sheet", "L7160", "first", "22").
		Wants(t, http.StatusUnprocessableEntity, "Begin on a label from 1 to 21", `<option value="L7160" selected`)
	if a := secretary.Post(w.at("addresses"), "what", "labels", "sheet", "L7160", "first", "21"); !strings.HasPrefix(a.Body, "%PDF") {
		t.Errorf("labels on another sheet: %d\n%s", a.Status, a.Body)
	}
	w.despatch()
	w.windows["member"].Get(w.base).Wants(t, http.StatusOK, "That the society buy twenty sets.", "Papers are out")

	w.receive(12)
	ana.Get(w.at("envelopes")).Wants(t, http.StatusOK, "Member Testcase00", "12 papers of 12 members, 14 on the roll")
	ana.Post(
		w.at("envelopes"), "find", "testcase", "received", "2026-03-15", "route", "direct", "standing", "valid",
	).Wants(t, http.StatusUnprocessableEntity, "Several have this name")
	ana.Post(
		w.at("envelopes"), "find", "nobody at all", "received", "2026-03-15", "route", "direct", "standing", "valid",
	).Wants(t, http.StatusUnprocessableEntity, "No one here has the name or number")
	ana.Post(
		w.at("envelopes"), "find", w.names[12], "received", "2026-03-15", "route", "direct", "standing", "rejected",
	).Wants(t, http.StatusUnprocessableEntity, "reason")
	ana.Post(
		w.at("envelopes"), "find", w.names[0], "received", "2026-03-15", "route", "direct", "standing", "valid",
	).LeadsTo(t, w.at("envelopes"))
	page := ana.Get(w.at("envelopes"))
	page.Wants(
		t, http.StatusOK, "second: it waits for the tellers’ ruling", "Waiting for the tellers’ ruling", "Rule on it",
	)
	ana.Get(w.at("envelopes")+"?came=2026-03-14").Wants(t, http.StatusOK, `value="2026-03-14"`) // the next of a pile
	rule := page.Body[strings.Index(page.Body, `<ul class="inbox">`):]
	rule = rule[strings.Index(rule, `href="`)+6:]
	rule = rule[:strings.Index(rule, `"`)]
	w.send("ana", rule, "standing", "rejected", "reason", "Second paper").LeadsTo(t, w.at("envelopes"))

	ana.Get(w.at("close")).Wants(t, http.StatusOK, "Not yet:", "21 April 2026")
	w.closeVote()
	secretary, ana = w.windows["secretary"], w.windows["ana"]

	ana.Post(
		w.at("entry"), "serial", "XXXX", "letters", "yyy",
	).Wants(t, http.StatusUnprocessableEntity, "A serial has twelve", "Type 2 keys, one for each motion.")
	read := ana.Post(w.at("entry"), "serial", strings.ToLower(w.serials[0]), "mark_1", "y", "mark_2", "s")
	read.Wants(t, http.StatusOK, "Read it back", w.serials[0], "Spoiled")
	ana.Post(w.at("entry"), "serial", w.serials[0], "letters", "y!", "change", "1").Wants(t, http.StatusOK, `value="y!"`)
	letters := []string{"yy", "yy", "yy", "yy", "yy", "yy", "yn", "yn", "yn", "na", "n-", "an"}
	w.enter("ana", letters...)
	ana.Get(w.at("compare")).Wants(t, http.StatusOK, "Not yet:")
	slips := append([]string{}, letters...)
	slips[2], slips[7] = "ny", "yy"
	w.enter("ben", slips...)

	found := w.sendKey("ana", w.at("compare"))
	found.Wants(t, http.StatusOK, w.serials[2], w.serials[7], "Motion 1", "Motion 2", "12 papers compared")
	if text := found.Words(); strings.Contains(text, "Yes") && strings.Contains(
		text[strings.Index(text, "compared"):strings.Index(text, "Take these papers")], "Yes",
	) {
		t.Errorf("a difference tells a vote:\n%s", text)
	}
	w.sendKey(
		"ben", w.at("correct"), "serial_1", w.serials[2], "letters_1", "yyy",
	).Wants(t, http.StatusUnprocessableEntity, "Type 2 keys")
	w.sendKey(
		"ben", w.at("correct"), "serial_1", w.serials[2], "letters_1", "yy", "serial_2", w.serials[7], "letters_2", "yn",
	).LeadsTo(t, w.at("compare"))
	if state := w.state(); state == postal.StateAgreed {
		t.Fatal("agreed before anybody approved")
	}
	for _, who := range []string{"ana", "ben"} {
		w.windows[who].Get(w.at("finish")).Wants(t, http.StatusOK, "You have entered")
		w.windows[who].Post(w.at("finish")).LeadsTo(t, w.base)
	}
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK, "Both tellers entered every paper the same.")
	w.sendKey("ana", w.at("approve/totals")).Wants(t, http.StatusOK, "Approve these totals", "9</td>")
	w.approve()
	if state := w.state(); state != postal.StateAgreed {
		t.Fatalf("the vote stands at %s", state)
	}
	secretary.Get(w.at("report.pdf")).Wants(t, http.StatusUnprocessableEntity, "There are no totals yet")
	w.report()
	if a := secretary.Get(w.at("report.pdf")); !strings.HasPrefix(a.Body, "%PDF") {
		t.Errorf("the report: %d %.300s", a.Status, a.Body)
	}
	secretary.Get(w.at("declare")).Wants(t, http.StatusOK, "Carried", "All went well.")
	w.windows["nobody"].Get(w.at("declaration")).Wants(t, http.StatusNotFound)
	w.windows["nobody"].Get(w.at("declaration/vote.json")).Wants(t, http.StatusNotFound)
	w.windows["nobody"].Get(w.at("declaration/result.json")).Wants(t, http.StatusNotFound)
	w.declare()
	public := w.windows["nobody"].Get(w.at("declaration"))
	public.Wants(
		t, http.StatusOK, "Carried", "Not carried", "13 papers came back, 12 were valid, 1 was rejected",
		"The tellers’ remarks", "14 papers were sent on 15 March 2026", "13 papers came back: 12 valid, 1 void.",
	)
	lacks(t, public, "Second paper", "Your voting paper") // the tellers’ own words on a paper
	w.windows["nobody"].Get(kit.PostalPath).Wants(t, http.StatusOK, w.at("declaration"))
	if a := w.windows["nobody"].Get(w.at("declaration.pdf")); !strings.HasPrefix(a.Body, "%PDF") {
		t.Errorf("the declaration: %d", a.Status)
	}
	ana.Get(w.at("destroy")).Wants(t, http.StatusOK, "Not yet:")
	w.destroy()
	w.windows["secretary"].Get(w.base).Wants(t, http.StatusOK, "The vote is over", "What it said of you is not kept.")
	w.windows["nobody"].Get(w.at("declaration")).Wants(t, http.StatusOK, "Void: 1 from members who sent more than one")
	for cleared, want := range map[string]string{
		"'2026-10-22T03:04:00.000Z'": "Cleared on 22 October 2026, 4:04 pm. Backups from before are not changed",
		"NULL":                       "Not cleared yet: what was destroyed may still be in them. The program tries again by itself",
	} {
		w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE postal_vote SET cleared_at = `+cleared)
			return err
		}))
		w.windows["secretary"].Get(w.base).Wants(t, http.StatusOK, "22 October 2026", want)
		w.windows["nobody"].Get(w.at("declaration")).Wants(t, http.StatusOK, "Papers destroyed", want)
	}
	if a := w.windows["secretary"].Get(w.at("destruction.pdf")); !strings.HasPrefix(a.Body, "%PDF") {
		t.Errorf("the record of destruction: %d", a.Status)
	}
}
