package postal_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/web/kit"
)

// To whom no paper can be posted is named before the roll is frozen, before labels
// are printed and at the despatch, which asks how their papers reached them.
func TestPagesNameMembersWithoutAPostalAddress(t *testing.T) {
	w := newPostalWorld(t, 12)
	lost := w.people[9]
	w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE person SET address = '' WHERE id = $1`, lost)
		return err
	}))
	secretary := w.windows["secretary"]
	names := func(page string) {
		t.Helper()
		secretary.Get(w.at(page)).Wants(t, http.StatusOK, "No postal address known", w.names[9], kit.PersonURL(lost))
	}
	w.begin()
	names("freeze")
	w.freeze()
	w.appoint()
	w.makePapers()
	for _, page := range []string{"papers", "addresses", "despatch"} {
		names(page)
	}
	got := secretary.Post(w.at("addresses"), "what", "labels")
	if got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("labels: %d", got.Status)
	}
	sent := []string{"on", w.Now.Date().String(), "how", "By post", "by", "A Helper"}
	w.send("secretary", w.at("despatch"), sent...).Wants(t, http.StatusUnprocessableEntity, `id="rest-error"`)
	w.send("secretary", w.at("despatch"), append(sent, "rest", "by hand at the club")...).LeadsTo(t, w.at(""))
}
