package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// pointsYear is a points year that the ratings officer of the demonstration, who is its director too, plays in a browser.
type pointsYear struct {
	*testing.T
	w      *window
	server *server
	people []string // members, four of them

	championship, next time.Time // the days on which the year ends, and after it
}

// choose chooses the days: the championship's is in this calendar year, as the demonstration has closed those before it.
func (p *pointsYear) choose(today time.Time) {
	p.championship, p.next = today.AddDate(0, 0, -2), today
	if p.championship.Year() == today.Year() {
		return
	}
	p.championship = time.Date(today.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
	if p.next == p.championship {
		p.next = today.AddDate(0, 0, 1)
	}
}

// points are everyone's points as anyone reads them.
func (p *pointsYear) points() map[string]string {
	p.Helper()
	_, body := p.server.get("/points.json?day=" + iso(p.next))
	var file struct {
		Players []struct{ Name, Points string }
	}
	if err := json.Unmarshal([]byte(body), &file); err != nil {
		p.Fatal(err)
	}
	out := map[string]string{}
	for _, one := range file.Players {
		out[one.Name] = one.Points
	}
	return out
}

// hundredths reads points.
func (p *pointsYear) hundredths(text string) int {
	p.Helper()
	if text == "" {
		return 0
	}
	var whole, part int
	bare, negative := strings.CutPrefix(text, "-")
	if _, err := fmt.Sscanf(bare, "%d.%d", &whole, &part); err != nil {
		p.Fatalf("points %q: %v", text, err)
	}
	if n := 100*whole + part; negative {
		return -n
	} else {
		return n
	}
}

// gained is what players have more than before, in their order.
func (p *pointsYear) gained(before map[string]string, players ...string) string {
	p.Helper()
	after, out := p.points(), []string{}
	for _, name := range players {
		out = append(out, fmt.Sprintf("%.2f", float64(p.hundredths(after[name])-p.hundredths(before[name]))/100))
	}
	return strings.Join(out, " ")
}

// play sets an event of one round up, lets Black win at every table and makes it final. It gives the event's desk, the
// winners and the losers.
func (p *pointsYear) play(name string, day time.Time, choice string, ends bool, visitor string) (desk string, won, lost []string) {
	w := p.w
	w.goTo("/director/events/new")
	w.fill("Name", name)
	w.fill("First day", iso(day))
	w.fill("Last day", iso(day))
	w.press("Set up the event")
	desk = strings.TrimPrefix(w.address(), p.server.URL)
	w.follow("Add a section", "Add the first section")
	w.fill("Name", "Open")
	w.fill("Rounds", "1")
	w.press("Add the section")
	w.press("Announce")
	w.follow("Points towards representing New Zealand")
	w.follow("Open")
	w.tick(choice)
	w.choose("Held by", "Tāmaki Makaurau Go Club")
	if ends {
		w.tick("It is the New Zealand Championship")
	}
	w.press("Save")
	w.see("When it is finished")
	w.goTo(desk)
	w.follow("Entries")
	players := p.people
	if visitor != "" {
		players = players[:3]
		w.follow("add someone new by hand")
		w.fill("Given names", visitor)
		w.fill("Family name", "Gast")
		w.fill("Grade or rating", "1d")
		w.press("Enter")
	}
	for _, one := range players {
		w.fill("Find someone", one)
		w.seeBeside(one, "Enter")
		w.press("Enter", one)
		w.see("is entered.")
	}
	w.follow(name)
	w.follow("Go to the draw")
	w.press("Draw round 1")
	w.press("Publish")
	w.follow("Results")
	for _, table := range readBoard(p.T, w.html()) {
		p.result(table.Number, "b")
		won, lost = append(won, table.Black), append(lost, table.White)
	}
	w.goTo(desk)
	w.press("Make final")
	w.see("The places are final.")
	return desk, won, lost
}

func (p *pointsYear) result(table int, key string) {
	p.w.onFocus("Table")
	p.w.keys(itoa(table) + key)
	p.w.enter()
	p.w.see("Table " + itoa(table) + ": ")
}

// Two regionals, one national with ties and a visitor, a correction after posting, the year end, the representative's
// deduction, and next year's first event.
func TestAPointsYearInTheBrowser(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	p := &pointsYear{T: t, server: s, w: signedIn(t, s, "Director", desktop)}
	w, day := p.w, today(t)
	p.choose(day)
	p.people = fourMembers(t, call(t, s, "Secretary").page("/members.csv?status=member"))

	// The Congress of these days is to be the championship; here another is.
	w.goTo("/points/desk")
	w.see("Waiting", "Not finished")
	w.follow("Go Congress " + itoa(day.Year()) + ", Open")
	w.follow("Open")
	w.tick("No points")
	w.press("Save")
	w.see("Gives no points.")

	const regional, national = "The points of a regional event", "The points of a national event"
	before := p.points()
	_, won, lost := p.play("First Regional", p.championship.AddDate(0, 0, -2), regional, false, "")
	if got := p.gained(before, append(won, lost...)...); got != "3.50 3.50 1.50 1.50" {
		t.Errorf("the first regional gave %s", got)
	}
	before = p.points()
	second, won, lost := p.play("Second Regional", p.championship.AddDate(0, 0, -1), regional, false, "")
	if got := p.gained(before, append(won, lost...)...); got != "3.50 3.50 1.50 1.50" {
		t.Errorf("the second regional gave %s", got)
	}
	middle := p.points()
	_, winners, losers := p.play("The Championship", p.championship, national, true, "Vera")
	for _, one := range append(winners, losers...) {
		want := "8.50"
		switch {
		case strings.Contains(one, "Vera"):
			want = "0.00"
		case one == losers[0] || one == losers[1]:
			want = "4.00"
		}
		if got := p.gained(middle, one); got != want {
			t.Errorf("the championship gave %s to %s, want %s", got, one, want)
		}
	}

	// Table 1 of the second regional was White's.
	w.goTo(second)
	w.press("Open the event again")
	w.follow("Results")
	p.w.onFocus("Table")
	p.w.keys("1w")
	p.w.enter()
	p.w.see("Press Enter again to save “White won” instead.")
	p.w.enter()
	p.w.see("Table 1: White won. Saved.")
	w.goTo(second)
	w.press("Make final")
	after := p.points()
	if up, down := p.hundredths(after[lost[0]]), p.hundredths(after[won[0]]); up == 0 || down == 0 {
		t.Errorf("after the correction they have %d and %d", up, down)
	}
	w.goTo("/points")
	w.follow(lost[0])
	w.see("Reversed by a later line.", "A result was corrected after the points were posted.")

	// The year end: the first who wishes to go is chosen, and everyone loses a quarter.
	year := "/points/desk/years/" + itoa(p.championship.Year())
	leader, inList := p.leader()
	w.goTo(year)
	w.see("Not recorded: no one loses the further 30.00", "What closing the year posts")
	w.follow("Who wishes to go")
	w.choose(inList, "Wishes to go")
	w.press("Save")
	w.follow("The committee’s choice")
	w.choose("Represents New Zealand", inList)
	w.fill("Resolution of the committee", itoa(day.Year()-1)+"/1")
	w.press("Save")
	w.see("The choice is recorded.")
	had := p.hundredths(p.points()[leader])
	w.press("Close the points year")
	w.see("is closed.")
	if got, want := p.hundredths(p.points()[leader]), had-(had+2)/4-3000; got != want {
		t.Errorf("%s had %d and has %d, want %d", leader, had, got, want)
	}

	before = p.points()
	_, won, lost = p.play("Next Year’s First", p.next, regional, false, "")
	if got := p.gained(before, append(won, lost...)...); got != "3.50 3.50 1.50 1.50" {
		t.Errorf("next year’s first event gave %s", got)
	}
	w.goTo("/points/history")
	w.see("Since the latest championship", "Next Year’s First", leader+", by resolution")
}

// leader is the first of the standings, and how lists begin with them: "1=." where
// somebody is level with them.
func (p *pointsYear) leader() (name, inList string) {
	p.Helper()
	_, body := p.server.get("/points.json")
	var file struct {
		Players []struct {
			Name  string
			Place int
		}
	}
	if err := json.Unmarshal([]byte(body), &file); err != nil || len(file.Players) == 0 {
		p.Fatalf("%v: %.300s", err, body)
	}
	name, inList = file.Players[0].Name, "1. "
	if len(file.Players) > 1 && file.Players[1].Place == 1 {
		inList = "1=. "
	}
	return name, inList + name
}

var plainName = regexp.MustCompile(`^[A-Z][a-z]+ [A-Z][a-z]+$`)

// fourMembers are four members of the register with a rating.
func fourMembers(t *testing.T, file string) (names []string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		if name := row[2] + " " + row[1]; plainName.MatchString(name) && row[5] != "" && len(names) < 4 {
			names = append(names, name)
		}
	}
	if len(names) < 4 {
		t.Fatalf("only %q are members with a rating", names)
	}
	return names
}

// The days of the year in the browser are in order on every day of a year, and end it in the calendar year that is open.
func TestTheDaysOfAPointsYear(t *testing.T) {
	for today := time.Date(2027, time.December, 25, 0, 0, 0, 0, time.UTC); today.YearDay() != 20; today = today.AddDate(0, 0, 1) {
		p := &pointsYear{T: t}
		p.choose(today)
		if p.championship.Year() != today.Year() || !p.championship.Before(p.next) || p.next.Sub(today) > 24*time.Hour {
			t.Errorf("on %s it ends on %s and goes on %s", iso(today), iso(p.championship), iso(p.next))
		}
	}
}
