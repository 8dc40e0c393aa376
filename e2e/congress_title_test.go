package e2e

import (
	"strings"
	"time"
)

// The title that a section of a whole Congress decides.

// title is the one that a demonstration society has.
const title = "Handicap champion"

// itDecidesATitle: the director says so before anyone is entered. Nobody is in the roll for it yet.
func (c *congress) itDecidesATitle() {
	c.member = c.server.Invited("Member")
	w := c.director
	w.goTo(c.desk)
	w.follow("Titles", "Points towards")
	w.seeBeside("Handicap", "Decides no title")
	w.follow("Handicap")
	w.see("Only members on the event’s last day hold a title")
	w.choose("This section decides", title)
	w.accessible("which title a section decides")
	w.press("Save")
	w.seeBeside("Handicap", title, "When it is finished")
	w.seeBeside("Open", "Decides no title")
	page := c.everyone.address()
	c.everyone.goTo("/titles")
	c.everyone.dontSee("Winter Congress")
	c.everyone.goTo(page)
}

// theTitleIsAwarded once the places are final: to the one member among visitors, whatever the place. The roll says why,
// leads to the crosstable, and the champion has a certificate.
func (c *congress) theTitleIsAwarded() {
	w := c.director
	w.goTo(c.desk)
	w.follow("Titles", "Points towards")
	w.seeBeside("Handicap", title, "Awarded")
	w.accessible("the titles of an event that is over")

	roll := c.everyone
	roll.goTo("/titles")
	roll.seeBeside(c.member, itoa(lastDay(c).Year()), title, "Winter Congress, Handicap")
	roll.unfold("why?", "Winter Congress, Handicap")
	roll.see(": a member on " + lastDay(c).Format("2 January 2006"))
	if n := strings.Count(roll.text(), ": a member on"); n != 1 {
		c.Errorf("%d players hold the title, of whom one is a member", n)
	}
	roll.accessible("the roll of champions on a phone")
	roll.follow("Winter Congress, Handicap")
	roll.see(c.member, "Crosstable")

	w.goTo("/titles")
	if text := pdfText(w, w.download("Certificate", "Winter Congress, Handicap")); !strings.Contains(text, title) ||
		!strings.Contains(text, c.member) {
		c.Errorf("the champion’s certificate:\n%s", text)
	}
	w.goTo(c.desk)
}

// lastDay is that of the Congress.
func lastDay(c *congress) time.Time { return today(c.T).AddDate(0, 0, 1) }
