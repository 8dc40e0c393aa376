package postal_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/store"
)

// TestEntryAsksForTheNumberOfTheKeys that the teller noted, and does not show it:
// whoever replaced every key in the database would show their own.
func TestEntryAsksForTheNumberOfTheKeys(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	ana := w.Browser(w.sessions["ana"]) // a new window
	for _, page := range []string{"entry", "correct", "compare"} {
		if page == "compare" { // nothing is compared yet
			continue
		}
		a := ana.Get(w.at(page))
		a.Wants(t, http.StatusOK, "Number of the keys", "Check the keys")
		if strings.Contains(a.Body, w.noted) || strings.Contains(a.Body, "Read it back") {
			t.Errorf("%s shows the number, or takes a paper without it", page)
		}
	}
	ana.Post(w.at("entry"), "serial", w.serials[0], "letters", "yn").Wants(t, http.StatusOK, "Number of the keys")
	ana.Post(w.at("entry/save"), "serial", w.serials[0], "letters", "yn").Wants(t, http.StatusOK, "Number of the keys")
	ana.Post(w.at("entry/keys")).Wants(t, http.StatusUnprocessableEntity, "16 letters and digits")
	ana.Post(w.at("entry/keys"), "keys", "0000 0000 0000 0000").Wants(
		t, http.StatusUnprocessableEntity, "keys of another number, so nothing was sealed",
	)
	ana.Post(w.at("entry/keys"), "keys", w.noted, "to", "//elsewhere.example").LeadsTo(t, w.at("entry"))
	ana.Get(w.at("entry")).Wants(t, http.StatusOK, "Read it back")
	ana.Get(w.at("correct")).Wants(t, http.StatusOK, "Correct my entries")
	w.windows["secretary"].Post(w.at("entry/keys"), "keys", w.noted).Wants(t, http.StatusForbidden)

	// A vote of before tellers signed: they tell each other the numbers.
	change := func(query string) {
		t.Helper()
		w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error { _, err := tx.Exec(t.Context(), query, w.vote); return err }))
	}
	change(`UPDATE postal_vote SET keys_unsigned = 1 WHERE id = $1`)
	late := w.Browser(w.sessions["ana"])
	late.Get(w.at("entry")).Wants(t, http.StatusOK, "went out before tellers signed their keys", w.names[5]+", "+w.names[6])
	late.Post(w.at("entry/keys"), "keys", w.noted).Wants(t, http.StatusUnprocessableEntity, "the numbers of all tellers’ keys")
	numbers := tellerKeys()[0].identity.Card().Fingerprint() + " " + tellerKeys()[1].identity.Card().Fingerprint()
	late.Post(w.at("entry/keys"), "keys", numbers).LeadsTo(t, w.at("entry"))
	late.Get(w.at("entry")).Wants(t, http.StatusOK, "Read it back")
	change(`UPDATE postal_vote SET keys_unsigned = 0 WHERE id = $1`)

	// A signature that somebody took away stops the page, and it says what is missing.
	change(`UPDATE postal_teller SET signed_keys = '' WHERE vote_id = $1 AND position = 2`)
	ana.Get(w.at("entry")).Wants(t, http.StatusOK, "Not yet:", "has not signed the keys of all tellers yet")
}

// TestTheNumberOfTheKeysIsOnPagesAndDeclaration, for people to compare.
func TestTheNumberOfTheKeysIsOnPagesAndDeclaration(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.appoint()
	w.windows["ben"].Get(w.at("key")).Wants(t, http.StatusOK, "Number of the keys", w.noted, "Signed by every teller")
	w.windows["secretary"].Get(w.base).Wants(t, http.StatusOK, "Key proved, all keys signed")
	w.makePapers()
	w.despatch()
	w.receive(10)
	w.closeVote()
	letters := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
	w.enter("ana", letters...)
	w.enter("ben", letters...)
	w.approve()
	w.report()
	w.declare()
	w.Browser("").Get(w.at("declaration")).Wants(t, http.StatusOK, w.noted+", signed by every teller")
}
