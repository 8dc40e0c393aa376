package e2e

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// away is a Congress at a venue without network. Its congress is the one that people see at a time: on the site, then on
// the laptop, then on the site.
type away struct {
	*congress
	hall   hall
	road   *road
	laptop *server
	file   string // of the event
	data   string // the laptop's folder
	port   string
	site   *window   // the director's, at home
	public *window   // anyone's, at home
	page   string    // the event's public page
	there  []*window // every window on the laptop
}

// TestAWholeCongressAtAVenue: the Congress is lent, played on a laptop that is cut off, with phones that have nothing but
// the laptop, and comes home when the network is back; every figure is the same on both.
func TestAWholeCongressAtAVenue(t *testing.T) {
	t.Parallel()
	c := &away{congress: &congress{T: t, entered: 37, come: 32}, hall: aHall(t), data: t.TempDir(), port: aPort(t)}
	at := "127.0.0.1:" + aPort(t)
	c.road = aRoad(t, at)
	c.server = start(t, "demo", demoCopy(t), "--addr", at, "--base-url", c.road.url)
	c.director = signedIn(t, c.server, "Director", desktop)
	c.setUp()
	c.theListIsAMess()
	c.oneMore("Overseas", "Guest", "3k")
	c.setPrizes()
	c.itIsLent()
	c.theLaptopOpensIt()
	c.theyArrive()
	c.theFirstRound()
	c.cardsLeadToTheLaptop()
	c.thePlugIsPulled()
	c.theOtherRounds()
	c.announcePrizes()
	c.nothingHasReachedTheSite()
	c.theNetworkIsBack()
	c.itIsGivenBack()
	c.itEndsAtHome()
}

// oneMore is entered by hand in the open section.
func (c *congress) oneMore(given, family, grade string) {
	w := c.director
	w.goTo(c.open + "/entries/guest")
	w.fill("Given names", given)
	w.fill("Family name", family)
	w.fill("Grade or rating", grade)
	w.press("Enter")
	w.see(given + " " + family + " (" + grade + ") is entered.")
}

// itIsLent: the file is fetched, and the site says that the event is away.
func (c *away) itIsLent() {
	w := c.director
	w.goTo(c.desk)
	w.follow("Play without internet")
	w.accessible("before an event is taken along")
	w.press("Take the event along")
	w.see("The event is lent.")
	w.accessible("an event that is taken along")
	got := w.caller().post(c.desk+"/venue/file", url.Values{})
	if got.Status != http.StatusOK {
		c.Fatalf("the file: %s", got)
	}
	c.file = filepath.Join(c.TempDir(), "winter-congress.venue.json")
	if err := os.WriteFile(c.file, []byte(got.Body), 0o600); err != nil {
		c.Fatal(err)
	}
	c.site, c.public = w, c.everyone
	c.public.reload()
	c.public.see("Winter Congress is at its venue")
	c.page = c.public.address()
}

func (c *away) startLaptop() {
	c.Helper()
	c.laptop = openAtVenue(
		c.T, c.file, c.data, "--addr", ":"+c.port, "--address", "http://"+c.hall.laptop+":"+c.port,
	)
}

var helpersCode = regexp.MustCompile(`Helpers who enter results[^A-Z0-9]*([A-Z0-9]{4}-[A-Z0-9]{4})`)

// theLaptopOpensIt: the director signs in at the laptop, a helper by a code on a phone, players need nothing.
func (c *away) theLaptopOpensIt() {
	c.startLaptop()
	w := newWindow(c.T, &server{URL: "http://localhost:" + c.port}, desktop)
	w.goTo("/venue/in")
	w.press("Sign in as the director")
	w.see("This laptop", "What a phone must do", c.laptop.URL, "not yet")
	w.accessible("the laptop’s own page")
	code := helpersCode.FindStringSubmatch(words(w.html()))
	if code == nil {
		c.Fatalf("no code on\n%s", words(w.html()))
	}
	c.director, c.server = w, c.laptop
	c.there = []*window{w}
	c.aPhone = func() *window {
		w := c.hall.phone(c.T, c.laptop)
		c.there = append(c.there, w)
		return w
	}
	c.everyone = c.aPhone()
	c.everyone.see("Winter Congress")
	c.everyone.accessible("the event on a phone at its venue")
	c.everyone.hasNothingElse(c.hall, c.road.url)
	c.comes = func() *window {
		w := c.aPhone()
		w.goTo("/venue/in")
		w.accessible("the way in at a venue")
		if !strings.HasPrefix(c.hall.laptop, "127.") {
			w.dontSee("Sign in as the director") // only the laptop's own browser offers it
		}
		w.fill("Today’s code", strings.ToLower(code[1]))
		w.fill("Your name", "Mere Helper")
		w.press("Sign in")
		w.see("You are signed in for today.")
		return w
	}
}

// hasNothingElse: a phone in the hall reaches the laptop and not the site.
func (w *window) hasNothingElse(h hall, site string) {
	w.t.Helper()
	if !h.own {
		return // as was said when there was no network of its own
	}
	page := w.address()
	if err := w.try(chromedp.Navigate(site)); err == nil {
		w.fail("a phone in the hall reaches the site")
	}
	w.troubles() // this was one
	w.goTo(page)
}

// cardsLeadToTheLaptop, not to the site that phones cannot reach.
func (c *away) cardsLeadToTheLaptop() {
	w := c.director
	w.goTo(c.open + "/results")
	w.follow("Prints")
	if text := pdfText(w, w.download("Table cards with codes")); !strings.Contains(text, strings.TrimPrefix(c.laptop.URL, "http://")+"/t") ||
		strings.Contains(text, strings.TrimPrefix(c.road.url, "http://")) {
		c.Errorf("the cards lead elsewhere:\n%s", text)
	}
}

// thePlugIsPulled: nothing that was confirmed is missing when the program starts again, and everyone goes on where they
// were.
func (c *away) thePlugIsPulled() {
	before := c.figures(c.laptop, 1)
	for _, w := range c.there {
		w.judge("a window before the laptop was killed")
	}
	c.laptop.kill()
	c.startLaptop()
	c.server = c.laptop
	c.same("after the laptop was killed", before, c.figures(c.laptop, 1))
	for _, w := range c.there {
		w.reload()
		w.troubles() // of what had to fail
	}
}

// nothingHasReachedTheSite: its pages are as they were, and say so; the laptop says what waits.
func (c *away) nothingHasReachedTheSite() {
	c.public.reload()
	c.public.see("Winter Congress is at its venue")
	c.public.dontSee("Open, round 1")
	c.director.goTo("/venue")
	c.director.see("The site could not be reached", "does not have the latest entries yet", "not yet")
	c.director.press("Give the event back")
	c.director.see("The site is not within reach")
}

// theNetworkIsBack: everything is sent by itself.
func (c *away) theNetworkIsBack() {
	c.road.open.Store(true)
	until(c.T, "the site has everything", func() bool {
		c.director.goTo("/venue")
		return strings.Contains(c.director.text(), "has everything that was entered here")
	})
	c.same("when the network was back", c.figures(c.laptop, 3), c.figures(&server{t: c.T, URL: c.road.url}, 3))
	c.public.reload()
	c.public.see("Open, round 3")
}

// itIsGivenBack, and the files of the laptop and of the site are the same.
func (c *away) itIsGivenBack() {
	w := c.director
	w.press("Give the event back")
	until(c.T, "the laptop knows", func() bool {
		w.goTo("/venue")
		return strings.Contains(w.text(), "was given back")
	})
	w.accessible("the laptop after the event was given back")
	c.site.goTo(c.desk)
	c.site.dontSee("is at its venue")
	for _, section := range []string{c.open, c.handicap} {
		w.goTo(section + "/files")
		c.site.goTo(section + "/files")
		for _, link := range []string{"Download .xml", "Download .h9", "Download .json"} {
			if here, there := readFile(c.T, c.site.download(link)), readFile(c.T, w.download(link)); string(here) != string(there) {
				c.Errorf("%s of %s is another on the site:\n%s\non the laptop:\n%s", link, section, here, there)
			}
		}
	}
}

// itEndsAtHome: final, rated and filed on the site; the figures are still those of the hall.
func (c *away) itEndsAtHome() {
	hall := c.figures(c.laptop, 3)
	c.director, c.server = c.site, &server{t: c.T, URL: c.road.url}
	w := c.director
	w.goTo(c.desk)
	w.press("Make final")
	w.see("The places are final.")
	c.ratedAndFiled("Late", "Arrival")
	c.same("when it was rated", hall, c.figures(c.server, 3))
	c.public.goTo(c.page)
	c.public.see("Finished and rated")
	c.public.dontSee("is at its venue")
	c.public.accessible("a Congress that was played at a venue")
}

var aTable = regexp.MustCompile(`(?s)<table.*?</table>`)

// figures are the tables of what anyone can read of the event: rounds, standings, crosstables, prizes.
func (c *away) figures(on *server, rounds int) map[string]string {
	c.Helper()
	anyone := stranger(c.T, on)
	out := map[string]string{}
	for _, section := range []string{"open", "handicap"} {
		at := c.page + "/sections/" + section
		pages := []string{at + "/standings", at + "/crosstable"}
		for r := range rounds {
			pages = append(pages, at+"/rounds/"+itoa(r+1))
		}
		if section == "open" && rounds == 3 {
			pages = append(pages, at+"/prizes")
		}
		for _, page := range pages {
			tables := aTable.FindAllString(anyone.page(page), -1)
			if len(tables) == 0 {
				c.Fatalf("no table on %s", page)
			}
			out[page] = words(strings.Join(tables, " "))
		}
	}
	return out
}

func (c *away) same(when string, want, got map[string]string) {
	c.Helper()
	for page, figures := range want {
		if got[page] != figures {
			c.Errorf("%s, %s was\n%s\nand is\n%s", when, page, figures, got[page])
		}
	}
}
