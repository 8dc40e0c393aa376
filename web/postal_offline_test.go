package web

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/postal"
)

// countAlone does what nzgs teller does on two machines: both enter the papers
// and approve what they counted.
func (w *postalWorld) countAlone(pack []byte, letters ...string) *ballot.Result {
	w.t.Helper()
	p, err := ballot.ParsePackage(pack)
	w.must(err)
	var batches [2]ballot.Batch
	for i := range batches {
		identity := tellerKeys()[i].identity
		number := p.TellerOf(identity.Card())
		var records []ballot.Record
		for n, l := range letters {
			serial, err := ballot.ParseSerial(w.serials[n])
			w.must(err)
			_, choices, err := p.ParseVotes(l)
			w.must(err)
			r, err := p.Seal(number, ballot.Paper{Serial: serial, Choices: choices}, rand.Reader)
			w.must(err)
			records = append(records, r)
		}
		batches[i], err = p.Open(identity, number, records)
		w.must(err)
	}
	result, err := p.Count(batches[0], batches[1])
	w.must(err)
	for _, key := range tellerKeys() {
		w.must(result.Approve(p, key.identity))
	}
	return result
}

// TestPostalVoteOnTheTellersMachines: the pages give out the vote's file and
// take a result that both tellers approved; nothing else.
func TestPostalVoteOnTheTellersMachines(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin("way", string(postal.Offline))
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.receive(10)
	if a := w.windows["ana"].get(w.at("package.json")); a.status != http.StatusUnprocessableEntity {
		t.Errorf("the vote's file before the closing: %d", a.status)
	}
	w.closeVote()
	page := w.windows["ana"].get(w.at("offline"))
	page.wants(t, http.StatusOK, "never reach this program in any form", w.at("package.json"), "nzgs teller enter postal-vote-"+idText(w.vote)+".json", "exchange the two entries files", "Hand in the result")
	w.windows["ana"].get(w.at("entry")).leadsTo(t, w.base)
	pack := w.windows["ana"].get(w.at("package.json"))
	if !strings.HasPrefix(pack.header.Get("Content-Disposition"), "attachment;") || strings.Contains(pack.body, "Testcase03") {
		t.Errorf("the vote's file: %v", pack.header)
	}
	for _, serial := range w.serials {
		if strings.Contains(pack.body, serial) || strings.Contains(pack.body, strings.ReplaceAll(serial, "-", "")) {
			t.Fatal("the vote's file has a serial in clear")
		}
	}
	hand := func(content []byte) answer {
		return w.sendFile("ana", w.at("offline"), "result", "result.json", content)
	}
	w.windows["ana"].post(w.at("offline")).wants(t, http.StatusUnprocessableEntity, "Choose the result file.")
	hand([]byte("{}")).wants(t, http.StatusUnprocessableEntity, `id="result-error"`)
	hand([]byte(strings.Repeat("x", 1<<20))).wants(t, http.StatusRequestEntityTooLarge, "larger than 64 KiB")

	letters := []string{"yy", "yy", "yy", "yy", "yy", "yy", "yn", "nn", "na", "a-"}
	result := w.countAlone([]byte(pack.body), letters...)
	forged := *result
	forged.Motions = append([]ballot.Tally{}, result.Motions...)
	forged.Motions[0].Yes, forged.Motions[0].No = forged.Motions[0].No, forged.Motions[0].Yes
	changed, err := json.Marshal(&forged)
	w.must(err)
	hand(changed).wants(t, http.StatusUnprocessableEntity, `id="result-error"`)
	fewer := w.countAlone([]byte(pack.body), letters[:9]...)
	hand(fewer.Encode()).wants(t, http.StatusUnprocessableEntity, "9 papers are counted, and the envelope register has 10 valid ones")

	hand(result.Encode()).leadsTo(t, w.base)
	if state := w.state(); state != postal.StateAgreed {
		t.Fatalf("the vote stands at %s", state)
	}
	w.report()
	w.declare()
	w.windows["nobody"].get(w.at("declaration")).wants(t, http.StatusOK, "Carried", "10 papers came back, 10 were valid")
}

// Two who change the draft: the second sees what the first saved, and both the
// same time from a form without a version.
func TestPostalDraftConflict(t *testing.T) {
	w := newPostalWorld(t, 12)
	w.begin()
	shown := w.version("secretary", w.at("edit"))
	change := func(who, version, title string) answer {
		pairs := append([]string{}, draftPairs...)
		pairs[1] = title
		return w.windows[who].post(w.at("edit"), append(pairs, "version", version)...)
	}
	change("president", shown, "The president’s title").leadsTo(t, w.base)
	change("secretary", shown, "The secretary’s title").wants(t, http.StatusConflict, "Somebody else has changed the draft", "The president’s title", "The secretary’s title")
	change("secretary", "", "No version").wants(t, http.StatusConflict)
	w.windows["secretary"].get(w.base).wants(t, http.StatusOK, "The president’s title")
	w.windows["secretary"].post(w.at("freeze"), "password", goodPassword).wants(t, http.StatusConflict, "Somebody else changed this vote meanwhile")
}

// A lost paper gets another serial; the answer is the paper itself.
func TestPostalPaperIsReplaced(t *testing.T) {
	w := newPostalWorld(t, 12)
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	secretary := w.windows["secretary"]
	secretary.get(w.at("replace")).wants(t, http.StatusOK, "shown only once")
	secretary.post(w.at("replace"), "find", "testcase", "reason", "Lost").wants(t, http.StatusUnprocessableEntity, "12 members fit")
	secretary.post(w.at("replace"), "find", "testcase03").wants(t, http.StatusUnprocessableEntity, `id="reason-error"`)
	a := secretary.post(w.at("replace"), "find", "testcase03", "reason", "Lost in the post", "key", "once-and-no-more")
	if a.status != http.StatusOK || !strings.HasPrefix(a.body, "%PDF") || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the paper: %d, %v", a.status, a.header)
	}
	secretary.post(w.at("replace"), "find", "testcase03", "reason", "Lost in the post", "key", "once-and-no-more").leadsTo(t, w.base)
	w.windows["ana"].post(w.at("replace"), "find", "testcase03", "reason", "Lost").wants(t, http.StatusForbidden)
}
