package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

// TestAMembersYear is a member's first year: Mika joins online, pays by the bank, shows a card, moves to a club, is merged
// with a second record and parted again, renews by one press and resigns, after which the card is no longer good.
func TestAMembersYear(t *testing.T) {
	t.Parallel()
	m := &membersYear{treasurersYear: treasurersYear{t: t, box: mailtest.Start(t), data: t.TempDir()}}
	m.theSocietyIsSetUp()
	m.on(time.September, 1)
	m.theRateAndTheAccountAreRecorded()
	m.aClubIsAffiliated()

	m.theyJoinOnline()
	m.theyPay()
	m.theCardIsVerified()
	m.theyMoveToTheClub()
	m.aSecondRecordIsMergedAndPartedAgain()

	m.on(time.September, 3)
	m.member = newWindow(m.t, m.server, desktop)
	m.member.comeIn(m.server.LinkFor("Member"))
	m.theyResign()
	m.on(time.September, 4)
	m.cardSays("This card is no longer good.")

	m.after = 1
	m.on(time.September, 1)
	m.recordTheRate(m.first+1, "30")
	m.member = newWindow(m.t, m.server, desktop)
	m.member.comeIn(m.server.LinkFor("Member"))
	m.theyComeBackByOnePress()
}

// membersYear is the year with what the member has.
type membersYear struct {
	treasurersYear
	member *window
	number string // of Mika
	card   string // the address that its code has
}

// aClubIsAffiliated by a list of five and its fee.
func (m *membersYear) aClubIsAffiliated() {
	w := m.treasurer
	w.caller().sends("/clubs/new", "/clubs/new", "name", "Kāpiti Go Club")
	list := filepath.Join(m.t.TempDir(), "list.csv")
	content := "Family name,Given names\nMarsden,Tom\nMarsden,Jane\nRimu,Ngaio\nKōwhai,Anahera\nHuia,Kahu\n"
	if err := os.WriteFile(list, []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
	w.goTo("/clubs/1/desk")
	w.follow("Send the list")
	w.attach("The filled-in list", list)
	w.press("Check the list")
	w.tick("Each new member on this list has consented")
	w.press("Confirm the list")
	w.see("$125.00 is still to be paid")
	reference := m.invoiceOf("Kāpiti Go Club", "$125.00")
	m.uploadBank(m.anz("club.csv", [4]string{"KAPITI GO CLUB", reference, "125.00", m.september(1)}))
	w.press("Confirm all certain (1)")
	w.goTo("/clubs/1/desk")
	w.see("Affiliated")
}

// theyJoinOnline by the form, the letter's link and an officer who knows them.
func (m *membersYear) theyJoinOnline() {
	w := newWindow(m.t, m.server, desktop)
	w.goTo("/join")
	w.fill("Given names", "Mika")
	w.fill("Family name", "Fernside")
	w.fill("E-mail address", "member@demo.example")
	w.tick("I ask to become a member of the society")
	time.Sleep(3100 * time.Millisecond) // faster are only programs
	w.press("Ask to join")
	w.see("A letter to your address leaves in a few minutes.")
	link := regexp.MustCompile(`/join/[A-Z2-7]{26}`).FindString(m.letterWith("member@demo.example", "/join/"))
	w.goTo(link)
	w.press("Confirm my request")

	s := m.secretary
	s.goTo("/members/joining")
	s.follow("Decide")
	s.press("It is this person", "Mika Fernside")
	s.see("Accepted.")
	m.number = s.memberNumber()
	m.member = newWindow(m.t, m.server, desktop)
	m.member.comeIn(m.server.LinkFor("Member"))
	m.member.goTo("/me")
	m.member.see("begins once $25.00 is there", "$25.00 on 1 invoice: how to pay")
}

// letterWith is the last letter to an address that has a text.
func (m *membersYear) letterWith(address, text string) (found string) {
	m.t.Helper()
	if !pollFor(2*time.Minute, func() bool {
		for _, l := range m.box.Letters() {
			if l.To == address && strings.Contains(l.Raw, text) {
				found = l.Raw
			}
		}
		return found != ""
	}) {
		m.t.Fatalf("no letter to %s with %q", address, text)
	}
	return found
}

// theyPay with the reference of the letter; the treasurer books the bank's line.
func (m *membersYear) theyPay() {
	paid := reference.FindString(m.letterWith("member@demo.example", "Payment reference"))
	m.uploadBank(m.anz("member.csv", [4]string{"M FERNSIDE", paid, "25.00", m.september(1)}))
	m.treasurer.press("Confirm all certain (1)")
	m.member.goTo("/me")
	m.member.see("You owe nothing.", "30 June "+itoa(m.first+1), "Membership card")
	m.member.accessible("my page")
}

// theCardIsVerified by its printed code, by someone who is no one here.
func (m *membersYear) theCardIsVerified() {
	w := m.member
	w.goTo("/members/" + m.number + "/card")
	w.accessible("the card")
	c := w.caller()
	to := c.sends("/members/"+m.number+"/card", "/members/"+m.number+"/card")
	m.card = m.scan([]byte(c.page(to)))
	stranger := newWindow(m.t, m.server, phone)
	stranger.goTo(m.card)
	stranger.see("Mika Fernside is a member of", "until 30 June "+itoa(m.first+1))
	stranger.accessible("the page of a card")
}

// scan reads the code on a printed card, as a phone does, and gives the path that it leads to.
func (m *membersYear) scan(pdf []byte) string {
	m.t.Helper()
	dir := m.t.TempDir()
	file := filepath.Join(dir, "card.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		m.t.Fatal(err)
	}
	if out, err := exec.CommandContext(m.t.Context(), "pdftoppm", "-r", "200", "-png", file, filepath.Join(dir, "card")).CombinedOutput(); err != nil {
		m.t.Fatalf("%v: %s", err, out)
	}
	sheets, err := filepath.Glob(filepath.Join(dir, "card*.png"))
	if err != nil || len(sheets) != 1 {
		m.t.Fatalf("%d sheets, %v", len(sheets), err)
	}
	out, err := exec.CommandContext(m.t.Context(), "zbarimg", "-q", "--raw", sheets[0]).Output()
	if err != nil {
		m.t.Fatalf("no code is read on the card: %v", err)
	}
	address := strings.TrimSpace(string(out))
	at := strings.Index(address, "/card/")
	if at < 0 {
		m.t.Fatalf("the code leads to %q", address)
	}
	return address[at:]
}

// theyMoveToTheClub.
func (m *membersYear) theyMoveToTheClub() {
	w := m.member
	w.goTo("/members/" + m.number + "/club")
	w.choose("To", "Kāpiti Go Club")
	w.fill("Why?", "I play there.")
	w.grave("Move")
	w.see("Moved.", "Kāpiti Go Club")
}

// aSecondRecordIsMergedAndPartedAgain: its number leads to Mika’s and back.
func (m *membersYear) aSecondRecordIsMergedAndPartedAgain() {
	c := m.secretary.caller()
	second := c.sends("/members/new", "/members/new", "family_name", "Fernside-Hale", "given_names", "Mika")
	s := m.secretary
	s.goTo("/members/" + m.number + "/merge?with=" + second[strings.LastIndexByte(second, '/')+1:])
	s.fill("How do you know that they are one person?", "Mika told me.")
	s.grave("Merge the two records")
	s.see("Merged.", "Mika Fernside-Hale")
	m.cardSays("Mika Fernside is a member of")
	s.follow("undo")
	s.fill("How do you know that they are two people?", "They came together.")
	s.grave("Undo the merge")
	s.goTo(second)
	s.see("Mika Fernside-Hale")
	m.cardSays("Mika Fernside is a member of")
}

func (m *membersYear) cardSays(text string) {
	m.t.Helper()
	w := newWindow(m.t, m.server, phone)
	w.goTo(m.card)
	w.see(text)
}

// theyResign, and the card says that this is the last day.
func (m *membersYear) theyResign() {
	w := m.member
	w.goTo("/me/resign")
	w.fill("Why?", "I am moving away.")
	w.grave("Resign from the society")
	m.cardSays("until " + long(m.inSeptember(3)))
}

// theyComeBackByOnePress a year later, and the same card is good again once the money is there.
func (m *membersYear) theyComeBackByOnePress() {
	w := m.member
	w.goTo("/me")
	w.press("Renew for 1 July " + itoa(m.first+1) + " – 30 June " + itoa(m.first+2))
	w.see("Your membership begins once the money is there.")
	m.cardSays("This card is no longer good.")
	day := time.Date(m.first+1, time.September, 1, 0, 0, 0, 0, time.UTC).Format("02/01/2006")
	m.uploadBank(m.anz("again.csv", [4]string{"M FERNSIDE", reference.FindString(strings.ToUpper(w.text())), "30.00", day}))
	m.treasurer.press("Confirm all certain (1)")
	m.cardSays("Mika Fernside is a member of")
}
