package postal_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// TestATellerIsReplacedThroughThePages: proposed by a teller, with a key of the new one,
// confirmed by the other teller, the president and the secretary; and all of it stands
// on the vote's page and on the declaration.
func TestATellerIsReplacedThroughThePages(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(10)
	w.enter("ben", strings.Split(strings.Repeat("yn ", 10), " ")[:10]...)
	secretary, ana, other := w.windows["secretary"], w.windows["ana"], w.windows["other"]
	w.send("secretary", w.at("change")).Wants(
		t, http.StatusUnprocessableEntity, "Choose one of the tellers of this vote.", "Say why.",
	)
	other.Get(w.at("change")).Wants(t, http.StatusForbidden)
	other.Get(w.at("change/key")).Wants(t, http.StatusForbidden)
	// A teller reads the roll, not the register: names are proposed from the roll.
	ana.Get(w.at("change")).Wants(t, http.StatusOK, `data-names="`+w.at("names")+`"`)
	ana.Get(w.at("names")+"?q=testcase08").Wants(t, http.StatusOK, "Testcase08")
	other.Get(w.at("names")+"?q=testcase08").Wants(t, http.StatusForbidden)
	proposal := []string{
		"out", kit.IDText(w.people[6]), "in", "Testcase08", "reason", "Ben is away.", "resolution", "Committee, 20 April 2026, item 2",
	}
	w.send("ana", w.at("change"), append([]string{}, proposal[:6]...)...).Wants(
		t, http.StatusUnprocessableEntity, "Name the minute or resolution by which this person is teller", "Ben is away.",
	)
	w.send("ana", w.at("change"), proposal...).LeadsTo(t, w.base)
	secretary.Get(w.at("change")).Wants(t, http.StatusOK, "A proposal waits already")
	secretary.Get(w.at("change/confirm")).Wants(t, http.StatusOK, "has not proved a key for this yet")

	other.Get(w.base).Wants(t, http.StatusOK, "You are proposed as a teller of this vote", "Register the key")
	if page := other.Get(w.base).Body; strings.Contains(page, "What you can do now") {
		t.Error("who is only proposed is shown the vote's steps")
	}
	other.Get(w.at("envelopes")).Wants(t, http.StatusForbidden)
	identity, _ := ballottest.Key(tellerPassphrase)
	other.Post(w.at("change/key"), "recipient", identity.Card().String()).Wants(
		t, http.StatusOK, "Prove the key",
	)
	test := other.Get(w.at("change/key/test.age"))
	reply, err := identity.Answer([]byte(test.Body))
	w.Must(err)
	other.Post(w.at("change/key/proof"), "answer", reply).LeadsTo(t, w.base)

	number := identity.Card().Fingerprint()
	for _, who := range []string{"president", "ana", "secretary"} {
		window := w.windows[who]
		window.Get(w.base).Wants(t, http.StatusOK, "A proposal waits for you", number)
		page := window.Get(w.at("change/confirm"))
		page.Wants(t, http.StatusOK, number, "Still to confirm", "Committee, 20 April 2026, item 2")
		digest := hiddenOn(t, page, "digest")
		window.Post(w.at("change/confirm"), "digest", strings.Repeat("0", 64)).Wants(
			t, http.StatusConflict, "not as it was shown to you",
		)
		window.Post(w.at("change/confirm"), "digest", digest).LeadsTo(t, w.base)
	}
	w.windows["ben"].Get(w.at("entry")).Wants(t, http.StatusForbidden)
	ana.Get(w.base).Wants(
		t, http.StatusOK, "Member Testcase08", "confirmed as secretary", "all entries were void", "Reason: Ben is away.",
	)
	ana.Get(w.at("change/confirm")).Wants(t, http.StatusOK, "No other teller or key is proposed.")

	// Ana signs the keys as they now are: nothing stands in the way of that.
	key := ana.Get(w.at("key"))
	key.Wants(t, http.StatusOK, "The test message, to copy")
	if strings.Contains(key.Body, "Not yet") {
		t.Error("the page says not yet above the form that is next")
	}
}

// hiddenOn is a hidden value of a page's form.
func hiddenOn(t *testing.T, page kittest.Answer, name string) string {
	t.Helper()
	_, rest, found := strings.Cut(page.Body, `name="`+name+`" value="`)
	if !found {
		t.Fatalf("no hidden %s:\n%s", name, page.Body)
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// TestTheDeclarationPrintsWhatWasDoneAboutTheTellers, and the tellers' report with the
// reasons.
func TestTheDeclarationPrintsWhatWasDoneAboutTheTellers(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(10)
	w.windows["ana"].Post(w.at("entry/save"), "serial", w.serials[0], "letters", "yn").LeadsTo(t, w.at("entry"))
	w.send("ana", w.at("restart"), "reason", "A wrong pile.").LeadsTo(t, w.base)
	ten := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
	w.enter("ana", ten...)
	w.enter("ben", ten...)
	w.approve()
	w.report()
	w.declare()
	page := w.windows["nobody"].Get(w.at("declaration"))
	page.Wants(
		t, http.StatusOK, "What was done about the tellers", "recorded Member Testcase05 and Member Testcase06 as the tellers: "+
			"Minutes of the EGM, item 1.", "registered a key, number "+tellerKeys()[0].identity.Card().Fingerprint(),
		"started their own entry again: what "+w.names[5]+" had entered was void.",
	)
	if strings.Contains(page.Body, "A wrong pile.") {
		t.Error("everybody is told the reason that a teller gave")
	}
	w.windows["secretary"].Get(w.base).Wants(t, http.StatusOK, "Reason: A wrong pile.")
	for _, print := range []string{"declaration.pdf", "report.pdf"} {
		if a := w.windows["secretary"].Get(w.at(print)); a.Status != http.StatusOK || !strings.HasPrefix(a.Body, "%PDF") {
			t.Errorf("%s: %d", print, a.Status)
		}
	}
}

// TestThePageProposesTheTellersWhomTheMeetingElected, asks nothing more of them, and
// takes no others.
func TestThePageProposesTheTellersWhomTheMeetingElected(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		meeting, err := store.One(t.Context(), tx, store.Value[int64], `
			INSERT INTO meeting (kind, date, time, place, state, called_by, created_at, created_by)
			VALUES ('egm', '2026-03-14', '19:30', 'Wellington', 'closed', 'committee', $1, 'test')
			RETURNING id`, w.Now)
		if err != nil {
			return err
		}
		for _, p := range w.people[5:7] {
			if _, err := tx.Exec(t.Context(), `INSERT INTO meeting_teller (meeting_id, person_id) VALUES ($1, $2)`, meeting, p); err != nil {
				return err
			}
		}
		// As it stands after a step that left it so.
		_, err = tx.Exec(t.Context(), `UPDATE postal_vote SET meeting_id = $2, standing_key = '' WHERE id = $1`, w.vote, meeting)
		if err == nil {
			_, err = tx.Exec(t.Context(), `DELETE FROM audit_entry WHERE object = 'postal_vote'`)
		}
		return err
	}))
	page := w.windows["secretary"].Get(w.at("tellers"))
	page.Wants(t, http.StatusOK, "The meeting elected as tellers", "Member Testcase05, Member Testcase06")
	if strings.Contains(page.Body, `name="resolution"`) || strings.Count(page.Body, " checked") != 2 {
		t.Errorf("the form of elected tellers:\n%s", page.Body)
	}
	w.send(
		"secretary", w.at("tellers"), "teller", kit.IDText(w.people[7]), "teller", kit.IDText(w.people[8]),
	).Wants(t, http.StatusUnprocessableEntity, "appoint exactly these")
	w.send(
		"secretary", w.at("tellers"), "teller", kit.IDText(w.people[5]), "teller", kit.IDText(w.people[6]),
	).LeadsTo(t, w.base)
	page = w.windows["secretary"].Get(w.at("tellers"))
	page.Wants(t, http.StatusOK, `name="resolution"`, `name="reason"`)
	w.windows["secretary"].Get(w.base).Wants(t, http.StatusOK, "Elected by the EGM of 14 March 2026")
}
