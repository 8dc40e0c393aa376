package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// congress is a whole Congress of forty in two sections, as its director, its referee and
// its players live it.
type congress struct {
	*testing.T
	server   *server
	director *window
	referee  *window
	everyone *window // the public page
	desk     string  // the event's page at the desk
	open     string  // /director/sections/N of the Open
	handicap string
}

// TestAWholeCongress goes from an empty event to rated games and files for other programs.
func TestAWholeCongress(t *testing.T) {
	t.Parallel()
	c := &congress{T: t, server: serveDemo(t)}
	c.director = signedIn(t, c.server, "Director", desktop)
	c.setUp()
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
	w.press("Enter these players")
	w.see("36 players are entered")
}

// messyList is a list as organisers keep one: a serial number, clubs in several spellings.
func messyList() string {
	var b strings.Builder
	b.WriteString("Surname,First name,Grade,Club,Section\n")
	for i := range 36 {
		section, grade := "Open", fmt.Sprintf("%dk", 1+i/2)
		if i < 6 {
			grade = fmt.Sprintf("%dd", 6-i)
		}
		if i >= 22 {
			section = "Handicap"
		}
		club := []string{"Akl", "AKL", "akl ", "Wgtn"}[i%4]
		fmt.Fprintf(&b, "%s,%s,%s,%s,%s\n", families[i], givens[i%len(givens)], grade, club, section)
	}
	return b.String()
}

var (
	families = strings.Fields(`Applegarth Birdsong Cloverdale Dovetail Everbright Foxglove Goldfinch Hazelwood Inkwell
		Juniper Kingfisher Lavender Moonstone Nettlebed Oakenshaw Partridge Quickthorn Ravenscroft Silverbirch
		Thistlewood Umbrage Violetta Wildgoose Yarrowby Zinnia Amberley Brambling Cowslip Dragonwyck Elderflower
		Fernleigh Greenfinch Heatherbell Ironwood Jasperson Kestrel`)
	givens = strings.Fields(`Aria Blaise Coral Dorian Elka Florin Greer`)
)

// theyArrive: some are noted at the door, the rest has come too or sits the first round out.
func (c *congress) theyArrive() {
	w := c.director
	w.goTo(c.desk)
	w.follow("Check-in: who has come")
	w.see("0 of 36")
	w.accessible("check-in of a whole Congress")
	staff := w.caller()
	page := staff.page(w.address())
	for _, here := range checkInForms.FindAllStringSubmatch(page, 30) {
		if got := staff.post(here[1], hidden(c.T, page, here[1])); got.Status != http.StatusSeeOther {
			c.Fatalf("check in at %s: %s", here[1], got)
		}
	}
	w.reload()
	w.see("30 of 36")
}

// theFirstRound is drawn of those who have come; somebody arrives when a result is in, two sit at each
// other's table, two disagree.
func (c *congress) theFirstRound() {
	w := c.director
	for _, section := range []string{c.open, c.handicap} {
		w.goTo(section + "/draw")
		w.see("3 players have not come")
		w.press("Let them sit out round 1")
		w.press("Draw round 1")
		w.press("Publish")
	}
	c.everyone.reload()
	c.everyone.see("Open, round 1")
	c.play(c.open, 1, func(t boardTable) bool { return t.Number == 1 })
	c.aLateArrival()
	c.theySatAtTheWrongTables()
	c.twoDisagree()
	for _, section := range []string{c.open, c.handicap} {
		c.play(section, 1, everyTable)
	}
}

// aLateArrival comes when a result is in, and plays whoever had the bye.
func (c *congress) aLateArrival() {
	w := c.director
	w.goTo(c.open + "/entries/guest")
	w.fill("Given names", "Late")
	w.fill("Family name", "Arrival")
	w.fill("Grade or rating", "4k")
	w.press("Enter")
	w.see("Late Arrival (4k) is entered.")
	c.byHand("Pair two players", "Late Arrival", ", bye", "")
	w.see("Late Arrival", "is changed. Only the games of these players are touched.")
}

// byHand changes pairs of round 1 of the open section: each player by a part of what stands in the list.
func (c *congress) byHand(change, player, other, reason string) {
	c.Helper()
	w := c.director
	w.goTo(c.open + "/rounds/1")
	w.unfold("Change pairs of this round")
	w.tick(change)
	w.choose("Player", player, change)
	w.choose("Other player", other)
	if reason != "" {
		w.fill("Why it is changed", reason)
	}
	w.press("Change this round")
}

// theySatAtTheWrongTables: two tables change, and no other.
func (c *congress) theySatAtTheWrongTables() {
	before := c.board(c.open, 1)
	c.byHand("Exchange two players", before[2].Black, before[4].White, "They sat at each other’s table.")
	c.director.see("are exchanged")
	changed := 0
	for i, now := range c.board(c.open, 1) {
		if now.Black != before[i].Black || now.White != before[i].White {
			changed++
		}
	}
	if changed != 2 {
		c.Errorf("%d tables have changed", changed)
	}
}

// twoDisagree at table 2; the referee rules, and both read it on their phones.
func (c *congress) twoDisagree() {
	c.director.goTo(c.open + "/results")
	card := tableCards(c.director)["2"]
	table := c.board(c.open, 1)[1]
	black, white := open(c.T, c.server, phone), open(c.T, c.server, phone)
	black.sitDown(card, table.Black)
	black.press(table.Black)
	white.sitDown(card, table.White)
	white.press(table.White)
	white.see("Your reports differ")
	c.referee = signedIn(c.T, c.server, "Referee", desktop)
	c.referee.goTo(c.desk + "/disputes")
	c.referee.see(table.Black, "The result is")
	c.referee.accessible("a dispute of a Congress")
	c.referee.choose("The result is", "Black won")
	c.referee.fill("The ruling", "The last neutral point was Black’s, by rule 12.")
	c.referee.press("Save the ruling")
	c.referee.see("The ruling is saved.")
	for _, player := range []*window{black, white} {
		player.see("Black won")
	}
}

// board is the board of a round.
func (c *congress) board(section string, round int) []boardTable {
	c.Helper()
	return readBoard(c.T, c.director.caller().page(fmt.Sprintf("%s/rounds/%d/results", section, round)))
}

func everyTable(boardTable) bool { return true }

// play enters the results of a round that satisfy a condition, as the board sends them.
func (c *congress) play(section string, round int, which func(boardTable) bool) {
	c.Helper()
	staff := c.director.caller()
	board := fmt.Sprintf("%s/rounds/%d/results", section, round)
	page := staff.page(board)
	action := boardAction.FindStringSubmatch(page)
	if action == nil {
		c.Fatalf("no board on %s", board)
	}
	for _, table := range readBoard(c.T, page) {
		if table.Result != "" || !which(table) {
			continue
		}
		key := fmt.Sprintf("%s-%d-%d", strings.ReplaceAll(section, "/", "-"), round, table.Number)
		if got := staff.post(action[1], table.line(key, outcome(round, table), "")); got.Status >= http.StatusBadRequest {
			c.Fatalf("table %d: %s", table.Number, got)
		}
	}
}

// theOtherRounds: a result of round 2 turns out to be wrong after round 3 is drawn; whose draw it touches is said.
func (c *congress) theOtherRounds() {
	w := c.director
	for _, round := range []int{2, 3} {
		for _, section := range []string{c.open, c.handicap} {
			w.goTo(fmt.Sprintf("%s/rounds/%d", section, round))
			w.press(fmt.Sprintf("Draw round %d", round))
			w.press("Publish")
			if round == 2 {
				c.play(section, round, everyTable)
			}
		}
	}
	wrong := c.board(c.open, 2)[0]
	w.goTo(wrong.Game)
	w.accessible("a game of an earlier round")
	w.choose("Result", map[string]string{"b": "White won", "w": "Black won"}[outcome(2, wrong)])
	w.press("Save")
	c.Log(w.text())
	for _, section := range []string{c.open, c.handicap} {
		c.play(section, 3, everyTable)
	}
}

// itEnds with places, prizes, a rating, and files for other programs.
func (c *congress) itEnds() {
	w := c.director
	w.goTo(c.desk)
	w.press("Make final")
	w.see("The places are final.")
	w.follow("See the changes")
	w.press("Send in for rating")
	w.see("The games are on the rating list")
	w.goTo(c.open + "/files")
	for _, file := range []struct{ link, starts string }{{"OpenGotha", "<?xml"}, {"h9", "; "}} {
		c.Log(file, w.text())
	}
	c.everyone.reload()
	c.Log(c.everyone.text())
}

var checkInForms = regexp.MustCompile(`action="(/director/entries/\d+/here)"`)
