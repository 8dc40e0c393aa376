package postal_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/governance/postal"
	"nzgs/internal/store"
	"nzgs/web/kit"
)

var (
	nextBox    = regexp.MustCompile(`(?s)<section class="next-step.*?</section>`)
	nextLink   = regexp.MustCompile(`<a class="button[^"]*" href="([^"]+)"[^>]*>([^<]+)`)
	whoAndWhen = regexp.MustCompile(`(?i)(teller|secretary|president|members|Testcase|you ).*20(26|27)`)
)

// comers are all who can come to a vote.
var comers = []string{"secretary", "president", "ana", "ben", "committee", "member", "administrator", "nobody"}

// walk looks at the vote's page as everyone who can come, follows the one thing to do,
// and checks who has something to do: page by page, in the words of doers.
func (w *world) walk(state string, doers map[string]string) {
	w.T.Helper()
	for _, who := range comers {
		a := w.windows[who].Get(w.base)
		switch {
		case who == "nobody":
			if a.Status == http.StatusOK {
				w.T.Errorf("%s: a visitor sees the vote", state)
			}
			w.visits(state)
			continue
		case a.Status == http.StatusNotFound:
			if doers[who] != "" {
				w.T.Errorf("%s: the %s has to do %q, and does not find the vote", state, who, doers[who])
			}
			continue
		}
		boxes := nextBox.FindAllString(a.Body, -1)
		if a.Status != http.StatusOK || len(boxes) != 1 {
			w.T.Errorf("%s, %s: status %d with %d next steps", state, who, a.Status, len(boxes))
			continue
		}
		links := nextLink.FindAllStringSubmatch(boxes[0], -1)
		want := doers[who]
		if want == "" {
			if len(links) > 0 || strings.Contains(boxes[0], "<button") {
				w.T.Errorf("%s: the %s has nothing to do, and gets a button:\n%s", state, who, boxes[0])
			}
			if over := strings.Contains(boxes[0], "kind-success"); !over && !whoAndWhen.MatchString(boxes[0]) {
				w.T.Errorf("%s: the %s is not told who acts and by when:\n%s", state, who, boxes[0])
			}
			continue
		}
		if len(links) != 1 || links[0][1] != w.at(want) {
			w.T.Errorf("%s: the %s is led to %v, want %q", state, who, links, want)
			continue
		}
		page := w.windows[who].Get(links[0][1])
		main := page.Body[strings.Index(page.Body, "<main"):]
		if page.Status != http.StatusOK || strings.Contains(main, "Not yet:") ||
			!strings.Contains(main, `method="post"`) || !strings.Contains(main, "<button") {
			w.T.Errorf("%s: what the %s is led to cannot be done: %d %s", state, who, page.Status, links[0][1])
		}
	}
}

// visits looks at what someone who is not signed in is told: who acts and by when, of a
// vote under way, and no one's name.
func (w *world) visits(state string) {
	w.T.Helper()
	page := w.windows["nobody"].Get(kit.PostalPath).Words()
	under := strings.Contains(page, "last day for papers")
	_, text, _ := strings.Cut(page, "last day for papers")
	out := slices.Contains([]postal.State{
		postal.StateDespatched, postal.StateClosed, postal.StateRecheck, postal.StateAgreed, postal.StateReported,
	}, w.state())
	if under != out {
		w.T.Errorf("%s: a visitor is told of the vote: %v", state, under)
	} else if out && (!whoAndWhen.MatchString(text) || strings.Contains(text, "Testcase")) {
		w.T.Errorf("%s: a visitor is told:\n%s", state, text)
	}
}

func both(below string) map[string]string { return map[string]string{"ana": below, "ben": below} }

func officers(below string) map[string]string {
	return map[string]string{"secretary": below, "president": below}
}

func all(groups ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, g := range groups {
		for who, below := range g {
			out[who] = below
		}
	}
	return out
}

// In every state of a vote everyone has exactly one next step, or is told who acts and by
// when; the step is there, and can be taken. Papers are entered on these pages.
func TestEveryStateHasOneNextForEveryone(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin("address", "")
	w.walk("draft without an address", officers("edit"))
	w.begin()
	w.walk("draft", officers("freeze"))
	w.freeze()
	w.walk("frozen", officers("tellers"))
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller",
		kit.IDText(w.people[6]),
	).LeadsTo(t, w.base)
	w.walk("tellers without keys", both("key"))
	w.appoint()
	w.walk("keys proved", officers("papers"))
	w.makePapers()
	w.walk("papers made", officers("despatch"))
	if page := w.windows["president"].Get(w.at("despatch")); !strings.Contains(page.Body, `href="`+w.at("papers")+`"`) {
		t.Error("who is to post the papers does not find where they are printed")
	}
	w.despatch()
	w.walk("papers out", both("envelopes"))
	w.receive(3)
	w.on("2026-04-14")
	w.walk("a week before the closing, without addresses", both("envelopes"))
	w.giveAddress(10)
	w.walk("a week before the closing", all(both("envelopes"), officers("remind")))
	w.windows["secretary"].Post(w.at("remind")).LeadsTo(t, w.base)
	w.walk("reminded", both("envelopes"))
	w.on("2026-04-21")
	w.walk("the closing day is over", all(both("close"), officers("close")))
	w.closeVote()
	w.walk("closed", both("entry"))
	letters := []string{"yy", "yn", "na"}
	w.typeIn("ana", letters...)
	w.walk("ana has typed all", map[string]string{"ana": "finish", "ben": "entry"})
	w.windows["ana"].Post(w.at("finish")).LeadsTo(t, w.base)
	w.walk("ana has finished", map[string]string{"ben": "entry"})
	w.enter("ben", "yn", "yn", "na")
	w.walk("both have finished", both("compare"))
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK, "I have checked these papers")
	w.walk("they differ", both("compare"))

	// Both say that they have checked, and the papers still differ: there is a way on.
	for _, who := range []string{"ana", "ben"} {
		w.windows[who].Post(w.at("finish")).LeadsTo(t, w.base)
	}
	w.walk("both say they checked", both("approve"))
	w.sendKey("ana", w.at("approve/totals")).Wants(
		t, http.StatusUnprocessableEntity, "entries differ", "Look for differences",
	)
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK, "I have checked these papers")
	w.walk("they differ again", both("compare"))
	w.sendKey("ben", w.at("correct"), "serial_1", w.serials[0], "letters_1", "yy").LeadsTo(t, w.at("compare"))
	w.sendKey("ben", w.at("compare")).Wants(t, http.StatusOK, "entered every paper the same", "Say that the papers are checked")
	w.windows["ben"].Get(w.at("finish")).Wants(t, http.StatusOK, "The papers are checked</button>", "Papers that differed")
	w.windows["ben"].Post(w.at("finish")).LeadsTo(t, w.base)
	w.sendKey("ben", w.at("compare")).Wants(t, http.StatusOK, "has to say that the papers that differed are checked")
	w.walk("ben has checked", map[string]string{"ana": "compare"})
	w.windows["ana"].Post(w.at("finish")).LeadsTo(t, w.base)
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK, "See the totals")
	w.walk("both have checked", both("approve"))
	w.sendKey("ana", w.at("approve")).LeadsTo(t, w.base)
	w.walk("ana has approved", map[string]string{"ben": "approve"})
	w.sendKey("ben", w.at("approve")).LeadsTo(t, w.base)
	w.walk("agreed", both("report"))
	w.report()
	w.walk("reported", officers("declare"))
	w.declare()
	w.walk("declared", officers("announce"))
	w.windows["secretary"].Post(w.at("announce")).LeadsTo(t, w.base)
	w.walk("members told", nil)
	w.on("2026-10-22")
	w.walk("kept long enough", all(both("destroy"), officers("destroy")))
	w.destroy()
	w.walk("destroyed", nil)
}

// The same where papers are entered on the tellers' own machines, as far as it differs,
// and where a paper waits for a ruling.
func TestEveryStateHasOneNextOnTheTellersMachines(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin("way", string(postal.Offline))
	w.walk("draft", officers("freeze"))
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.receive(2)
	w.receive(1)
	w.walk("a second paper waits", both("envelopes"))
	w.on("2026-04-21")
	w.walk("it still waits", all(both("envelopes"), officers("close")))
	w.send("secretary", w.at("close")).LeadsTo(t, w.base)
	w.walk("closed while it waits", both("envelopes"))
	w.rule(3, "rejected")
	w.walk("closed", both("offline"))
}

// A teller without an account can do nothing: whoever gives accounts is led to the
// invitation, and the president is told who does.
func TestATellerWithoutAnAccountIsInvited(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller",
		kit.IDText(w.people[9]),
	).LeadsTo(t, w.base)
	invite := kit.AccountsPath + "/invite?person=" + kit.IDText(w.people[9])
	page := w.windows["secretary"].Get(w.base)
	page.Wants(t, http.StatusOK, "Invite "+w.names[9], "No account yet")
	box := nextBox.FindString(page.Body)
	if links := nextLink.FindAllStringSubmatch(box, -1); len(links) != 1 || links[0][1] != invite {
		t.Errorf("the secretary is led to %v", links)
	}
	w.windows["secretary"].Get(invite).Wants(t, http.StatusOK, "Create the account</button>", w.names[9])
	box = nextBox.FindString(w.windows["president"].Get(w.base).Body)
	if strings.Contains(box, "<a ") || !strings.Contains(box, "The secretary or an administrator makes one") {
		t.Errorf("the president:\n%s", box)
	}
	if strings.Contains(w.windows["ana"].Get(w.base).Body, "No account yet") {
		t.Error("a teller is told who has an account")
	}
	w.signIn("late", w.people[9])
	w.walk("all tellers have an account", map[string]string{"ana": "key"})
}

// A teller whose account was opened in the last seven days can register no key yet: the
// step is not offered, the page of the key says from when, and so does the secretary's.
func TestATellerWithANewAccountIsToldFromWhen(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller",
		kit.IDText(w.people[6]),
	).LeadsTo(t, w.base)
	w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE account_opening SET at = $1 WHERE account_id = (SELECT id FROM account
WHERE person_id = $2)`, w.Now.Add(-24*time.Hour), w.people[5])
		return err
	}))
	from := w.Now.Add(6 * 24 * time.Hour).Date().Long()
	box := nextBox.FindString(w.windows["ana"].Get(w.base).Body)
	if !strings.Contains(box, "Wait before you register your key") || !strings.Contains(box, from) || strings.Contains(box, "<a ") {
		t.Errorf("ana is told:\n%s", box)
	}
	page := w.windows["ana"].Get(w.at("key"))
	page.Wants(t, http.StatusOK, "Not yet:", from)
	if strings.Contains(page.Body, "Register the key</button>") {
		t.Error("a form that will be refused is offered")
	}
	if box = nextBox.FindString(w.windows["secretary"].Get(w.base).Body); !strings.Contains(box, from) {
		t.Errorf("the secretary is told:\n%s", box)
	}
	w.walk("one account is new", map[string]string{"ben": "key"})
}

// The same of someone who is proposed as a teller once the papers are out.
func TestWhoIsProposedWithoutAnAccountIsInvited(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.send(
		"secretary", w.at("change"), "out", kit.IDText(w.people[6]), "in", w.names[9], "reason", "Ben is away.", "resolution",
		"Committee, item 2",
	).LeadsTo(t, w.base)
	invite := kit.AccountsPath + "/invite?person=" + kit.IDText(w.people[9])
	box := nextBox.FindString(w.windows["secretary"].Get(w.base).Body)
	if links := nextLink.FindAllStringSubmatch(box, -1); len(links) != 1 || links[0][1] != invite {
		t.Errorf("the secretary is led to %v", links)
	}
	box = nextBox.FindString(w.windows["president"].Get(w.base).Body)
	if strings.Contains(box, "<a ") || !strings.Contains(box, "The secretary or an administrator makes one") {
		t.Errorf("the president:\n%s", box)
	}
}
