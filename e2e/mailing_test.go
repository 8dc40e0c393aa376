package e2e

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

// TestAMailing is a letter to members: previewed as one of them reads it, one left out, held up by the quiet hours, and
// then one comes back and one reader wants no more.
func TestAMailing(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	s := start(
		t, "demo", demoCopy(t), "--smtp-host", "127.0.0.1", "--smtp-port", itoa(box.Port), "--smtp-encryption", "none",
		"--mail-from", "secretary@example.nz",
	)
	m := &aMailing{window: signedIn(t, s, "Secretary", desktop), box: box, server: s}
	m.itIsAQuietHour()
	m.itIsPreviewedAndSent()
	m.itWaitsAndThenLeaves()
	m.oneCameBack()
	m.aReaderLeaves()
	m.theNextOneKnows()
}

type aMailing struct {
	*window
	box    *mailtest.Server
	server *server

	// Names and addresses of those whom the letter is for. One reads it, one is left out, and one's address does not work.
	to [][2]string
}

// itIsAQuietHour from this hour on.
func (m *aMailing) itIsAQuietHour() { m.quiet(0, 2) }

// quiet sets the quiet hours, from some hours after this one until others.
func (m *aMailing) quiet(from, until int) {
	auckland, err := time.LoadLocation("Pacific/Auckland")
	if err != nil {
		m.fail("%v", err)
	}
	hour := func(after int) string {
		return strings.ToLower(time.Now().In(auckland).Truncate(time.Hour).Add(time.Duration(after) * time.Hour).Format("3:00 PM"))
	}
	m.goTo("/outbox")
	m.follow("When letters leave")
	m.choose("Quiet from", hour(from))
	m.choose("Quiet until", hour(until))
	m.press("Save")
	m.see("Saved.")
}

// write begins a letter to all members, and shows whom it goes to.
func (m *aMailing) write(subject string) {
	m.goTo("/members?status=member")
	m.follow("Write to these people")
	m.fill("Subject", subject)
	m.fill("Text", "Kia ora {given_name}\n\nThe club room is open again.\n\n{society}")
	m.press("See who gets it")
	m.see("Nothing is sent yet")
}

var planned = regexp.MustCompile(`<th scope="row"><a href="[^"]*">([^<]*)</a></th><td data-label="Address">([^<@]+@[^<]+)</td>`)

// Who is who of those written to.
const (
	reader  = 1
	leftOut = 2
	gone    = 3
)

func (m *aMailing) itIsPreviewedAndSent() {
	m.write("The club room")
	for _, a := range planned.FindAllStringSubmatch(m.html(), -1) {
		m.to = append(m.to, [2]string{html.UnescapeString(a[1]), html.UnescapeString(a[2])})
	}
	if len(m.to) < 10 {
		m.fail("%d are written to", len(m.to))
	}
	m.box.Answer(m.to[gone][1], "550 5.1.1 no such person")
	m.follow(m.to[reader][0])
	m.see("As "+m.to[reader][0]+" reads it", "The club room is open again.")
	m.accessible("preview")
	m.tick("Leave out " + m.to[leftOut][0])
	m.press("Send to everyone who is not left out")
	m.see("in the outbox", "to be printed")
	m.accessible("sent")
}

// itWaitsAndThenLeaves: the outbox shows the mailing once, and says why its letters wait and until when.
func (m *aMailing) itWaitsAndThenLeaves() {
	m.goTo("/outbox")
	m.see("It is a quiet hour: mailings wait until")
	m.seeBeside("The club room", "waiting")
	m.accessible("waiting")
	if n := len(m.letters()); n > 0 {
		m.fail("%d letters left in a quiet hour", n)
	}
	m.quiet(2, 2)
	if !pollFor(lettersTake, func() bool { m.goTo("/outbox"); return !strings.Contains(m.beside("The club room"), "waiting") }) {
		m.fail("the letters wait")
	}
	all := m.letters()
	if letter := all[m.to[reader][1]]; !strings.Contains(letter.Raw, "List-Unsubscribe: <") {
		m.fail("%s has got\n%s", m.to[reader][0], letter.Raw)
	}
	for _, i := range []int{leftOut, gone} {
		if _, written := all[m.to[i][1]]; written {
			m.fail("%s was written to", m.to[i][0])
		}
	}
}

// letters are those of the mailing that the mail server took, by address.
func (m *aMailing) letters() map[string]mailtest.Letter {
	out := map[string]mailtest.Letter{}
	for _, l := range m.box.Letters() {
		if l.Header("Subject") == "The club room" {
			out[l.To] = l
		}
	}
	return out
}

func (m *aMailing) oneCameBack() {
	m.goTo("/outbox")
	m.seeBeside("The club room", "1 failed")
	m.goTo("/outbox/bounces")
	m.seeBeside(m.to[gone][1], m.to[gone][0]+": change the address", "550 5.1.1 no such person", "Write there again")
}

// aReaderLeaves by the link in the letter, without signing in.
func (m *aMailing) aReaderLeaves() {
	letter := m.letters()[m.to[reader][1]]
	link := strings.Trim(letter.Header("List-Unsubscribe"), "<>")
	r := newWindow(m.t, m.server, phone)
	r.goTo(m.server.URL + link[strings.Index(link, "/letter-choices"):])
	r.see(m.to[reader][0] + ", choose which letters you get")
	r.accessible("choices")
	r.tick("Letters from the society’s officers")
	r.press("Save")
	r.see("Saved.")
}

// theNextOneKnows who wants no more, and prints for whose address does not work; labels are for those.
func (m *aMailing) theNextOneKnows() {
	m.write("The club room, again")
	m.seeBeside(m.to[reader][0], "wants no letters of this kind")
	m.seeBeside(m.to[gone][0], "the e-mail address came back")
	m.press("Send to everyone who is not left out")
	m.see("to be printed")
	m.download("Letters (PDF)")
	_, of, _ := strings.Cut(m.find("link", "Labels: choose the sheet").Href, "?of=")
	m.follow("Labels: choose the sheet")
	m.see("Make a test print on plain paper first", "Print the labels")
	labels := plain(pdfText(m.window, m.fetch(m.server.URL+of+"?first=5")))
	if !strings.Contains(labels, plain(m.to[gone][0])) {
		m.fail("the labels lack %s:\n%s", m.to[gone][0], labels)
	}
}
