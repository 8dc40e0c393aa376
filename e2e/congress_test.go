package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

// congress is a whole Congress of forty in two sections, as its director, its referee and
// its players live it.
type congress struct {
	*testing.T
	server   *server
	box      *mailtest.Server
	entered  int // players
	come     int // of them to the first round
	director *window
	referee  *window
	everyone *window        // the public page
	aPhone   func() *window // a player takes a phone out
	comes    func() *window // the referee does, to the desk
	desk     string         // the event's page at the desk
	open     string         // /director/sections/N of the Open
	handicap string
	member   string // the only one among visitors: plays in the handicap section
}

// TestAWholeCongress goes from an empty event to rated games and files for other programs.
func TestAWholeCongress(t *testing.T) {
	t.Parallel()
	c := &congress{T: t, box: mailtest.Start(t), entered: 38, come: 31}
	c.server = start(
		t, "demo", demoCopy(t), "--smtp-host", "127.0.0.1", "--smtp-port", itoa(c.box.Port), "--smtp-encryption", "none",
		"--mail-from", "secretary@example.nz",
	)
	c.director = signedIn(t, c.server, "Director", desktop)
	c.aPhone = func() *window { return open(t, c.server, phone) }
	c.comes = func() *window { return signedIn(t, c.server, "Referee", desktop) }
	c.setUp()
	c.itDecidesATitle()
	c.theyEnterOnline()
	c.theListIsAMess()
	c.theyArrive()
	c.theFirstRound()
	c.theOtherRounds()
	c.itEnds()
}

// setUp takes two fields and two presses until players can be entered.
func (c *congress) setUp() {
	w := c.director
	w.goTo("/director")
	w.follow("New event")
	w.fill("Name", "Winter Congress")
	w.fill("First day", iso(today(c.T)))
	w.fill("Last day", iso(today(c.T).AddDate(0, 0, 1)))
	w.press("Set up the event")
	c.desk = w.address()
	for _, section := range []struct{ preset, name string }{{"", "Open"}, {"Handicap weekend", "Handicap"}} {
		w.goTo(c.desk)
		w.follow("Add a")
		if section.preset != "" {
			w.follow(section.preset)
		}
		w.fill("Name", section.name)
		w.fill("Rounds", "3")
		w.press("Add the section")
	}
	w.press("Announce")
	w.see("The event is announced.")
	sections := sectionLinks(w.html())
	if len(sections) != 2 {
		c.Fatalf("sections: %v", sections)
	}
	c.open, c.handicap = sections[0], sections[1]
	c.everyone = open(c.T, c.server, phone)
	c.everyone.goTo("/events")
	c.everyone.follow("Winter Congress")
}

var (
	sectionLink = regexp.MustCompile(`/director/sections/\d+`)
	boardAction = regexp.MustCompile(`action="(/director/sections/\d+/rounds/\d+/results)"`)
)

// sectionLinks are the sections that the event's page at the desk leads to.
func sectionLinks(page string) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range sectionLink.FindAllString(page, -1) {
		if !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	return out
}

// theyEnterOnline: a visitor on a phone, whose address is confirmed by a letter, and a member who is signed in.
func (c *congress) theyEnterOnline() {
	c.director.goTo(c.desk)
	c.director.follow("Online entry")
	c.director.fill("Entries close", iso(today(c.T).AddDate(0, 0, 1)))
	c.director.accessible("the terms of online entry")
	c.director.press("Open entries")
	w := c.everyone
	w.reload()
	w.follow("Enter")
	w.accessible("online entry on a phone")
	w.fill("Given names", "Overseas")
	w.fill("Family name", "Guest")
	w.fill("E-mail address", "guest@example.org")
	w.choose("Section", "Open")
	w.fill("Grade", "3k")
	time.Sleep(3 * time.Second) // whoever is faster is taken for a program
	w.press("Enter")
	w.see("A letter to your address leaves")
	visitor := open(c.T, c.server, phone)
	visitor.goTo(c.linkTo("guest@example.org"))
	visitor.press("Confirm my entry")
	visitor.see("You have a place")
	visitor.accessible("one’s own entry by the link")

	member := signedIn(c.T, c.server, "Member", phone)
	member.goTo("/events")
	member.follow("Winter Congress")
	member.follow("Enter")
	member.choose("Section", "Handicap")
	member.press("Enter")
	member.see("You have a place")

	c.director.goTo(c.desk)
	c.director.follow("Who entered, and who paid")
	c.director.see("Overseas Guest", "Preliminary")
	c.director.accessible("who entered")
	c.director.press("Confirm 2 preliminary entries")
	c.director.see("2 entries are confirmed.")
}

var ownEntryLink = regexp.MustCompile(`/entered/[A-Z0-9]{26}`)

// linkTo is the link in a letter to an address, once it has come.
func (c *congress) linkTo(address string) string {
	c.Helper()
	link := ""
	if !poll(func() bool {
		for _, l := range c.box.Letters() {
			if l.To == address {
				link = ownEntryLink.FindString(l.Text())
			}
		}
		return link != ""
	}) {
		c.Fatalf("no letter with a link has come to %s", address)
	}
	return link
}

// theListIsAMess: thirty-six of whom the organisers wrote down this and that.
func (c *congress) theListIsAMess() {
	w := c.director
	w.goTo(c.desk)
	w.follow("Entries", "3 rounds, even games")
	w.follow("enter a list")
	file := filepath.Join(c.T.TempDir(), "entries.csv")
	if err := os.WriteFile(file, []byte(messyList()), 0o600); err != nil {
		c.Fatal(err)
	}
	w.attach("The list", file)
	w.press("Check the list")
	w.accessible("a list that is a mess")
	w.see("counts the rows, so it is not read as member numbers", "is a total: it is not read")
	w.press("Take all new ones as visitors")
	w.press("Enter these players")
	w.see("36 players are entered")
}

// messyList is a list as organisers keep one: a serial number, clubs in several spellings.
func messyList() string {
	var b strings.Builder
	b.WriteString("No.,Surname,First name,Grade,Club,Section\n")
	for i := range 36 {
		section, grade := "Open", fmt.Sprintf("%dk", 1+i/2)
		if i < 6 {
			grade = fmt.Sprintf("%dd", 6-i)
		}
		if i >= 22 {
			section = "Handicap"
		}
		club := []string{"Akl", "AKL", "akl ", "Wgtn"}[i%4]
		fmt.Fprintf(&b, "%d,%s,%s,%s,%s,%s\n", i+1, families[i], givens[i%len(givens)], grade, club, section)
	}
	b.WriteString("Total,36,,,,\n")
	return b.String()
}

var (
	families = strings.Fields(`Applegarth Birdsong Cloverdale Dovetail Everbright Foxglove Goldfinch Hazelwood Inkwell
		Juniper Kingfisher Lavender Moonstone Nettlebed Oakenshaw Partridge Quickthorn Ravenscroft Silverbirch
		Thistlewood Umbrage Violetta Wildgoose Yarrowby Zinnia Amberley Brambling Cowslip Dragonwyck Elderflower
		Fernleigh Greenfinch Heatherbell Ironwood Jasperson Kestrel`)
	givens = strings.Fields(`Aria Blaise Coral Dorian Elka Florin Greer`)
)
