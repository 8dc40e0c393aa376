package postal_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// tenMinutesLater is everybody's browser left open.
func (w *world) tenMinutesLater() {
	w.Now = w.Now.Add(10 * time.Minute)
	for _, window := range w.windows {
		window.Idle = true
	}
}

// Attack: a teller's browser is left open, or their session is stolen, and whoever has it
// compares, corrects or approves with a key, or records the destruction. The page asks
// for a recent sign-in before there is a form to fill in, and asks for no password beside it.
func TestAGravePageAsksForTheSignInFirst(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	w.enter("ana", "yy")
	w.enter("ben", "ny")
	ana := w.windows["ana"]
	for _, below := range []string{"compare", "correct", "restart", "key"} {
		if a := ana.Get(w.at(below)); a.Status != http.StatusOK || strings.Contains(a.Body, `name="password"`) {
			t.Errorf("%s after a sign-in: %d, or it has a password of its own", below, a.Status)
		}
	}
	ana.Get(w.at("entered")).Wants(t, http.StatusOK, "Key file")
	w.tenMinutesLater()
	for _, below := range []string{"compare", "correct", "approve", "restart", "key", "destroy"} {
		ana.Get(w.at(below)).LeadsTo(t, kit.AgainURL(w.at(below)))
	}
	a := ana.Get(w.at("entered")) // the list of this window stays in sight
	a.Wants(t, http.StatusOK, "What you have entered", kit.AgainURL(w.at("entered")))
	if strings.Contains(a.Body, "Key file") {
		t.Error("the list asks for the key file before it is of use")
	}
	ana.Post(w.at("destroy")).Wants(t, http.StatusUnauthorized, "<h1>Sign in again</h1>")
	ana.Post(w.at("approve")).Wants(t, http.StatusUnauthorized, "<h1>Sign in again</h1>")
}

// A form that comes too late is kept while its sender signs in again, but for the file
// and the passphrase of the key, which no page says again.
func TestAStaleFormWithAKeyKeepsWhatWasTyped(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	w.enter("ana", "yy")
	w.enter("ben", "ny")
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK, w.serials[0])
	w.tenMinutesLater()
	ana := w.windows["ana"]
	a := w.sendKey("ana", w.at("correct"), "serial_1", w.serials[0], "letters_1", "nn", "keep", "on")
	a.Wants(t, http.StatusUnauthorized, "<h1>Sign in again</h1>", `value="nn"`)
	if strings.Contains(a.Body, tellerPassphrase) {
		t.Error("the page says the passphrase again")
	}
	if _, kept := ana.Cookies[w.CookieName(kit.SittingCookie)]; kept {
		t.Error("a sitting began without a recent sign-in")
	}
	typed := []string{"serial_1", w.serials[0], "letters_1", "nn", "keep", "on", "key", "correct-late"}
	ana.Post(w.at("correct"), append(typed, "again_password", "not the password at all")...).Wants(
		t, http.StatusUnprocessableEntity, "This is not your password.", `value="nn"`,
	)
	ana.Post(w.at("correct"), append(typed, "again_password", kittest.GoodPassword)...).Wants(
		t, http.StatusUnprocessableEntity, "Choose the file with your key.", "Enter the passphrase of your key.", `value="nn"`,
	)
	w.sendKey("ana", w.at("correct"), typed[:6]...).LeadsTo(t, w.at("compare"))
}

// In a sitting the key stays open for its half hour, and only the approval asks for a
// recent sign-in; nothing is given twice.
func TestASittingOutlastsTheSignInUntilTheApproval(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(1)
	w.enter("ana", "yy")
	w.enter("ben", "yy")
	w.sendKey("ana", w.at("compare"), "keep", "on").Wants(t, http.StatusOK, "Both tellers entered every paper the same.")
	w.tenMinutesLater()
	ana := w.windows["ana"]
	ana.Get(w.at("compare")).Wants(t, http.StatusOK, "Your key is open in this browser")
	ana.Post(w.at("compare")).Wants(t, http.StatusOK, "Both tellers entered every paper the same.")
	ana.Post(w.at("approve/totals")).Wants(t, http.StatusOK, "Approve these totals")
	ana.Post(w.at("approve")).Wants(t, http.StatusUnauthorized, "<h1>Sign in again</h1>")
	ana.Post(w.at("approve"), "again_password", kittest.GoodPassword).LeadsTo(t, w.base)
}
