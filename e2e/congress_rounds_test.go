package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// The rounds of a whole Congress, and how it ends.

var checkInForms = regexp.MustCompile(`action="(/director/entries/\d+/here)"`)

// theyArrive: some are noted at the door, the rest has come too or sits the first round out.
func (c *congress) theyArrive() {
	w := c.director
	w.goTo(c.desk)
	w.follow("Check-in: who has come")
	w.see("0 of " + itoa(c.entered))
	w.accessible("check-in of a whole Congress")
	staff := w.caller()
	page := staff.page(w.address())
	for _, here := range checkInForms.FindAllStringSubmatch(page, c.come) {
		if got := staff.post(here[1], hidden(c.T, page, here[1])); got.Status != http.StatusSeeOther {
			c.Fatalf("check in at %s: %s", here[1], got)
		}
	}
	w.reload()
	w.see(itoa(c.come) + " of " + itoa(c.entered))
}

// theFirstRound is drawn of those who have come; somebody arrives when a result is in, two sit at each
// other's table, two disagree.
func (c *congress) theFirstRound() {
	w := c.director
	for _, section := range []string{c.open, c.handicap} {
		w.goTo(section + "/draw")
		w.see("players have not come")
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
	c.oneMore("Late", "Arrival", "4k")
	c.byHand("Pair two players", "Late Arrival", ", bye", "")
	c.director.see("Late Arrival", "is changed. Only the games of these players are touched.")
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
	black, white := c.aPhone(), c.aPhone()
	black.sitDown(card, table.Black)
	black.press(table.Black)
	white.sitDown(card, table.White)
	white.press(table.White)
	white.see("Your reports differ")
	c.referee = c.comes()
	c.referee.goTo(c.desk + "/disputes")
	c.referee.see(table.Black, "The result is")
	c.referee.accessible("a dispute of a Congress")
	c.referee.choose("The result is", "Black won")
	c.referee.fill("The ruling", "The last neutral point was Black’s, by rule 12.")
	c.referee.press("Save the ruling")
	c.referee.see("The ruling is saved.")
	for _, player := range []*window{black, white} {
		player.see("Black won", "The last neutral point was Black’s, by rule 12.")
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
	w.see("becomes")
	w.accessible("what a corrected result changes")
	w.press("Save it with these effects")
	w.see("Table 1: ")
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
	c.theTitleIsAwarded()
	c.prizes()
	c.ratedAndFiled("Overseas", "Guest")
	c.everyone.goTo("/events")
	c.everyone.follow("Winter Congress")
	c.everyone.see("Finished and rated")
	c.everyone.accessible("a Congress that is over")
}

// ratedAndFiled: sent in, and kept as files that other programs read, with a player in them.
func (c *congress) ratedAndFiled(given, family string) {
	w := c.director
	w.follow("See the changes")
	w.press("Send in for rating")
	w.see("The games are on the rating list")
	w.goTo(c.open + "/files")
	for link, holds := range map[string][]string{
		"Download .xml": {"<?xml", `name="` + family + `"`, `firstName="` + given + `"`},
		"Download .h9":  {"; EV[Winter Congress", family + " " + given},
	} {
		file := string(readFile(c.T, w.download(link)))
		for _, part := range holds {
			if !strings.Contains(file, part) {
				c.Errorf("%s lacks %q:\n%s", link, part, file)
			}
		}
	}
}

// prizes follow from a rule: nobody writes a winner down.
func (c *congress) prizes() {
	c.setPrizes()
	c.announcePrizes()
}

func (c *congress) setPrizes() {
	w := c.director
	w.goTo(c.open + "/prizes")
	w.follow("Set the prizes")
	w.unfold("Line 1")
	w.choose("For", "Place", "Line 1")
	w.fill("Which", "1", "Line 1")
	w.fill("Money", "100", "Line 1")
	w.press("Save the prizes")
	w.see("The prizes are saved.")
}

func (c *congress) announcePrizes() {
	w := c.director
	w.goTo(c.open + "/prizes")
	w.seeBeside("1st place", "$") // the whole hundred, or a part each
	w.accessible("prizes before they are announced")
	w.press("Publish the prizes")
	c.everyone.goTo("/events")
	c.everyone.follow("Winter Congress")
	c.everyone.follow("Prizes", "Open")
	c.everyone.see("1st place", "$", "Announced")
	c.everyone.accessible("prizes on a phone")
	w.goTo(c.desk)
}
