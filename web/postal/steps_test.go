package postal_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// What tellers and secretary do wrong on the way, and what the pages say of it
// before anything is lost.
func TestAPostalVoteSaysBeforehandWhatIsMissing(t *testing.T) {
	w := newPostalWorld(t, 14)
	secretary, ana, ben := w.windows["secretary"], w.windows["ana"], w.windows["ben"]
	w.begin()
	secretary.Get(w.at("freeze")).Wants(
		t, http.StatusOK, "Check this first:", "The minutes of the EGM are not among the documents",
	)
	w.freeze()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller", kit.IDText(w.people[6]),
	).LeadsTo(t, w.base)

	// A key that a terminal broke over two lines, and no test that is lost by
	// leaving the page.
	card := tellerKeys()[0].identity.Card().String()
	ana.Post(
		w.at("key"), "recipient", "age1",
	).Wants(t, http.StatusUnprocessableEntity, "begins with age1")
	ana.Get(w.at("key/test.age")).LeadsTo(t, w.base)
	ana.Post(
		w.at("key"), "recipient", "Register this line as teller:\r\n"+card[:40]+"\r\n "+card[40:]+"\n",
	).Wants(t, http.StatusOK, "Prove the key")
	ana.Get(w.at("key")).Wants(
		t, http.StatusOK, "Prove the key", "BEGIN AGE ENCRYPTED FILE", "Register another key instead",
	)
	ben.Get(w.at("key")).Wants(t, http.StatusOK, "No key yet")
	if a := ben.Get(w.at("key/test.age")); strings.Contains(a.Body, "AGE") {
		t.Errorf("another teller's test is handed out: %d", a.Status)
	}
	secretary.Get(w.at("key/test.age")).Wants(t, http.StatusForbidden)
	test := ana.Get(w.at("key/test.age"))
	reply, err := tellerKeys()[0].identity.Answer([]byte(test.Body))
	w.Must(err)
	ana.Post(
		w.at("key/proof"), "answer", reply[:50],
	).Wants(t, http.StatusUnprocessableEntity, "This is not the answer", "BEGIN AGE ENCRYPTED FILE")
	ana.Post(w.at("key/proof"), "answer", reply[:50]+"\n"+reply[50:]).LeadsTo(t, w.base)
	ana.Get(w.at("key")).Wants(t, http.StatusOK, "Proved on 15 March 2026")
	if page := ana.Get(w.base).Words(); strings.Contains(page, "Next Register a key") {
		t.Error("a teller who has proven a key is asked for one")
	}
	ben.Get(w.base).Wants(t, http.StatusOK, "Register your key")
	w.appoint()

	// Papers are made again only when those that were printed are gone.
	w.makePapers()
	w.send("secretary", w.at("papers")).Wants(t, http.StatusUnprocessableEntity, "Destroy any that were printed")
	w.send("secretary", w.at("papers"), "void", "on").Wants(t, http.StatusOK, "The print code")
}

func TestFinishingTheEntrySaysBeforehandWhatIsMissing(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.toTheCount(3)
	ana := w.windows["ana"]
	ana.Get(w.at("finish")).Wants(
		t, http.StatusOK, "Not yet:",
		"You have entered 0 papers, and the envelope register has 3 valid ones. Enter the other 3", "Enter papers",
	)
	if page := ana.Get(w.at("finish")).Body; strings.Contains(page, "Finish the entry</button>") {
		t.Error("the entry can be finished with nothing entered")
	}
	for i := range 3 {
		ana.Post(w.at("entry/save"), "serial", w.serials[i], "letters", "yn").LeadsTo(t, w.at("entry"))
		if i == 0 {
			ana.Get(w.base).Wants(t, http.StatusOK, "You have entered one paper")
			if strings.Contains(w.windows["secretary"].Get(w.base).Body, "You have entered") {
				t.Error("the secretary is told what the teller has entered")
			}
		}
	}
	ana.Get(w.at("finish")).Wants(t, http.StatusOK, "Finish the entry</button>")
	ana.Post(w.at("entry/save"), "serial", w.serials[3], "letters", "yn").LeadsTo(t, w.at("entry"))
	ana.Get(w.at("finish")).Wants(t, http.StatusOK, "Look for a paper that is entered twice", "Correct a saved paper")

	w.send("ana", w.at("restart")).Wants(t, http.StatusUnprocessableEntity, "Say why you enter all papers again.")
}

// A day that cannot be read is said with what else is wrong, and nothing is kept.
func TestADayThatCannotBeReadIsSaidWithTheRest(t *testing.T) {
	w := newPostalWorld(t, 12)
	secretary := w.windows["secretary"]
	pairs := append([]string{}, draftPairs...)
	pairs[1] = ""
	secretary.Post(kit.PostalPath+"/new", append([]string{"closing", "soon"}, pairs...)...).Wants(
		t, http.StatusUnprocessableEntity, "Please fix 2 things", "Enter a title", "Enter a date like 1 July 2026.",
		`value="soon"`, "That the society buy twenty sets.",
	)
	secretary.Get(kit.PostalPath).Wants(t, http.StatusOK, "No postal vote yet")
	secretary.Post(kit.PostalPath+"/dates", "egm", "soon").Wants(t, http.StatusOK, `value="soon"`)

	w.begin()
	w.freeze()
	w.appoint()
	w.makePapers()
	w.despatch()
	w.windows["ana"].Post(
		w.at("envelopes"), "find", "nobody at all", "received", "soon", "route", "direct", "standing", "rejected",
	).Wants(
		t, http.StatusUnprocessableEntity, "Please fix 3 things", "No one here has the name or number",
		"Enter a date like 1 July 2026.", `value="soon"`,
	)
	w.windows["ana"].Get(w.at("envelopes")).Wants(t, http.StatusOK, "No paper has come back yet")
}

// The declared result is told to the members with one button, once.
func TestTheResultIsToldToTheMembersWithOneButton(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.giveAddress(10)
	w.toTheCount(11)
	letters := strings.Split(strings.Repeat("yn ", 11), " ")[:11]
	w.enter("ana", letters...)
	w.enter("ben", letters...)
	w.sendKey("ana", w.at("compare")).Wants(t, http.StatusOK)
	w.approve()
	w.report()
	w.windows["secretary"].Get(w.at("announce")).LeadsTo(t, w.base)
	w.declare()
	secretary := w.windows["secretary"]
	secretary.Get(w.base).Wants(t, http.StatusOK, "Tell the members the result", "Tell the members</a>")
	secretary.Get(w.at("declaration")).Wants(t, http.StatusOK, "Tell the members the result")
	if strings.Contains(w.windows["ana"].Get(w.at("declaration")).Body, "Tell the members the result") {
		t.Error("a teller is asked to tell the members")
	}
	secretary.Get(w.at("announce")).Wants(
		t, http.StatusOK, "Put 10 letters into the outbox", "4 members without an e-mail address", "0 of 10",
	)
	secretary.Post(w.at("announce")).LeadsTo(t, w.base)
	secretary.Get(w.base).Wants(
		t, http.StatusOK, "10 letters are in the outbox. No mail server is set", "Keep the papers safe",
	)
	secretary.Get(kit.OutboxPath).Wants(
		t, http.StatusOK, "Result of the postal vote on the motions of the EGM of 14 March 2026",
	)
	secretary.Get(w.at("announce")).Wants(
		t, http.StatusOK, "The letters to every member with an e-mail address are in the outbox", "Open the outbox",
	)
	secretary.Post(w.at("announce")).Wants(t, http.StatusUnprocessableEntity, "are in the outbox")
}
