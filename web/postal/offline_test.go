package postal_test

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// countAlone does what nzgs teller does on two machines: both enter the papers
// and approve what they counted.
func (w *world) countAlone(pack []byte, letters ...string) *ballot.Result {
	w.T.Helper()
	p, err := ballot.ParsePackage(pack)
	w.Must(err)
	var batches [2]ballot.Batch
	for i := range batches {
		identity := tellerKeys()[i].identity
		number := p.TellerOf(identity.Card())
		var records []ballot.Record
		for n, l := range letters {
			serial, err := ballot.ParseSerial(w.serials[n])
			w.Must(err)
			_, choices, err := p.ParseVotes(l)
			w.Must(err)
			r, err := p.Seal(number, ballot.Paper{Serial: serial, Choices: choices}, rand.Reader)
			w.Must(err)
			records = append(records, r)
		}
		batches[i], err = p.Open(identity, number, records)
		w.Must(err)
	}
	result, err := p.Count(batches[0], batches[1])
	w.Must(err)
	for _, key := range tellerKeys() {
		w.Must(result.Approve(p, key.identity))
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
	if a := w.windows["ana"].Get(w.at("package.json")); a.Status != http.StatusUnprocessableEntity {
		t.Errorf("the vote's file before the closing: %d", a.Status)
	}
	w.closeVote()
	page := w.windows["ana"].Get(w.at("offline"))
	page.Wants(
		t, http.StatusOK, "never reach this program in any form", w.at("package.json"),
		"nzgs teller enter vote-file-postal-vote-"+kit.IDText(w.vote)+"-20", "swap the two entries files", "Hand in the result",
	)
	w.windows["ana"].Get(w.at("entry")).LeadsTo(t, w.base)
	pack := w.windows["ana"].Get(w.at("package.json"))
	if !strings.HasPrefix(
		pack.Header.Get("Content-Disposition"), "attachment;",
	) || strings.Contains(pack.Body, "Testcase03") {
		t.Errorf("the vote's file: %v", pack.Header)
	}
	for _, serial := range w.serials {
		if strings.Contains(pack.Body, serial) || strings.Contains(pack.Body, strings.ReplaceAll(serial, "-", "")) {
			t.Fatal("the vote's file has a serial in clear")
		}
	}
	hand := func(content []byte) kittest.Answer {
		return w.sendFile("ana", w.at("offline"), "result", "result.json", content)
	}
	w.windows["ana"].Post(w.at("offline")).Wants(t, http.StatusUnprocessableEntity, "Choose the result file.")
	hand([]byte("{}")).Wants(t, http.StatusUnprocessableEntity, `id="result-error"`)
	hand([]byte(strings.Repeat("x", 1<<20))).Wants(t, http.StatusRequestEntityTooLarge, "larger than 64 KiB")

	letters := []string{"yy", "yy", "yy", "yy", "yy", "yy", "yn", "nn", "na", "a-"}
	result := w.countAlone([]byte(pack.Body), letters...)
	forged := *result
	forged.Motions = append([]ballot.Tally{}, result.Motions...)
	forged.Motions[0].Yes, forged.Motions[0].No = forged.Motions[0].No, forged.Motions[0].Yes
	changed, err := json.Marshal(&forged)
	w.Must(err)
	hand(changed).Wants(t, http.StatusUnprocessableEntity, `id="result-error"`)
	fewer := w.countAlone([]byte(pack.Body), letters[:9]...)
	hand(fewer.Encode()).Wants(
		t, http.StatusUnprocessableEntity, "9 papers are counted, and the envelope register has 10 valid ones",
	)

	hand(result.Encode()).LeadsTo(t, w.base)
	if state := w.state(); state != postal.StateAgreed {
		t.Fatalf("the vote stands at %s", state)
	}
	w.report()
	w.declare()
	w.windows["nobody"].Get(w.at("declaration")).Wants(
		t, http.StatusOK, "Carried", "10 papers came back, 10 were valid", "Check it yourself",
		"nzgs teller verify vote-file-postal-vote-", " signed-result-postal-vote-",
	)
	if a := w.windows["nobody"].Get(w.at("declaration/vote.json")); a.Body != pack.Body {
		t.Errorf("the published vote file is another one: %d", a.Status)
	}
	if a := w.windows["nobody"].Get(w.at("declaration/result.json")); a.Body != string(result.Encode()) {
		t.Errorf("the published result is another one: %d", a.Status)
	}
}

// Two who change the draft: the second sees what the first saved, and both the
// same time from a form without a version.
func TestPostalDraftConflict(t *testing.T) {
	w := newPostalWorld(t, 12)
	w.begin()
	shown := w.version("secretary", w.at("edit"))
	change := func(who, version, title string) kittest.Answer {
		pairs := append([]string{}, draftPairs...)
		pairs[1] = title
		return w.windows[who].Post(w.at("edit"), append(pairs, "version", version)...)
	}
	change("president", shown, "The president’s title").LeadsTo(t, w.base)
	change(
		"secretary", shown, "The secretary’s title",
	).Wants(
		t, http.StatusConflict, "Someone else changed this vote first", "Your changes were not saved",
		"The president’s title", "The secretary’s title",
	)
	change("secretary", "", "No version").Wants(t, http.StatusConflict)
	w.windows["secretary"].Get(w.base).Wants(t, http.StatusOK, "The president’s title")
	w.windows["secretary"].Post(
		w.at("freeze"),
	).Wants(t, http.StatusConflict, "Someone else changed this vote first")
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
	secretary.Get(w.at("replace")).Wants(t, http.StatusOK, "shown only once")
	secretary.Post(
		w.at("replace"), "find", "testcase", "reason", "Lost",
	).Wants(t, http.StatusUnprocessableEntity, "Several have this name")
	secretary.Post(w.at("replace"), "find", "testcase03").Wants(t, http.StatusUnprocessableEntity, `id="reason-error"`)
	a := secretary.Post(w.at("replace"), "find", "testcase03", "reason", "Lost in the post", "key", "once-and-no-more")
	if a.Status != http.StatusOK || !strings.HasPrefix(a.Body, "%PDF") || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the paper: %d, %v", a.Status, a.Header)
	}
	secretary.Post(
		w.at("replace"), "find", "testcase03", "reason", "Lost in the post", "key", "once-and-no-more",
	).LeadsTo(t, w.base)
	w.windows["ana"].Post(w.at("replace"), "find", "testcase03", "reason", "Lost").Wants(t, http.StatusForbidden)
}
