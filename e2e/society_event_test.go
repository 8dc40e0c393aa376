package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Job 2 of the journey: a director runs the Congress.

func (j *journey) setUpTheEvent() {
	w := j.mere
	w.follow("Director")
	w.follow("Set up an event")
	w.fill("Name", "Go Congress")
	w.fill("Place", "Ōtautahi, the Old Library")
	w.fill("First day", iso(j.today))
	w.fill("Last day", iso(j.today.AddDate(0, 0, 1)))
	w.fill("What players should know", "Doors open at nine.")
	w.press("Set up the event")
	w.see("Go Congress is set up. No one else sees it until you announce it.")

	w.follow("Add a section", "Add the first section")
	w.fill("Name", "Open")
	w.unfold("The draw")
	w.fill("Lot", "7")
	w.press("Add the section")
	w.seeBeside("Open", "Swiss, 5 rounds, even games, komi 7")
	w.follow("Add another section")
	w.follow("Handicap weekend")
	w.see("For a mixed field")
	w.fill("Name", "Handicap")
	w.fill("Rounds", "3")
	w.unfold("The draw")
	w.fill("Lot", "7")
	w.press("Add the section")
	w.seeBeside("Handicap", "Swiss, 3 rounds")

	j.everybody = open(j.T, j.server, desktop)
	j.everybody.see("No events yet")
	w.press("Announce")
	w.see("The event is announced.")
	j.everybody.reload()
	j.everybody.see("Coming up", "Go Congress")
	j.everybody.follow("Go Congress")
	j.everybody.see("No one is entered yet.", "Doors open at nine.")
}

// anEntry is a row of a list of entries.
func anEntry(family, given, section, absent string) map[string]string {
	return map[string]string{"Family name": family, "Given names": given, "Section": section, "Absent rounds": absent}
}

// enterThePlayers from the register, by a list, and one guest by hand.
func (j *journey) enterThePlayers() {
	w := j.mere
	w.follow("Entries", "Swiss, 5 rounds")
	w.fill("Find someone", "ashcroft")
	w.seeBeside("Ashcroft", "6.0 (6 dan)")
	w.press("Enter", "Ashcroft")
	w.see("Beatrix Ashcroft (6d) is entered.")
	w.fill("Find someone", "tanaka")
	w.see("No one in the register has that name.")
	w.fill("Find someone", "田中")
	w.press("Enter", "田中太郎")
	w.see("田中太郎 (4d) is entered.")

	w.follow("enter a list")
	var rows []map[string]string
	for _, m := range otautahi {
		switch m["Family name"] {
		case "Ashcroft", "Nightcap", "Tussock": // entered already; comes late; stays at home
		case "Pāua":
			rows = append(rows, anEntry("Pāua", "Rangi", "Open", "2"))
		case "Rimu", "Summerhill", "Underhill":
			rows = append(rows, anEntry(m["Family name"], m["Given names"], "Handicap", ""))
		case "Larkspur":
			rows = append(rows, anEntry("Larkspur", "Morgan", "Opne", ""))
		default:
			rows = append(rows, anEntry(m["Family name"], m["Given names"], "Open", ""))
		}
	}
	rows = append(rows, anEntry("Tūī", "Aroha", "Open", ""), anEntry("Whāngā", "Mere", "Open", ""),
		anEntry("Kereama", "Hōne", "Open", ""), anEntry("Pōtae", "Ngaio", "Handicap", ""),
		anEntry("Ashcroft", "Beatrix", "Open", ""))
	w.attach("The list", fillSheet(j.T, w.download("empty list (XLSX)"), "entries.xlsx", rows))
	w.press("Check the list")
	w.seeBeside("Morgan Larkspur", "There is no section", "Choose a section")
	w.seeBeside("Beatrix Ashcroft", "Already entered")
	w.press("Enter these players")
	w.see("Please fix one thing", "Row 12, Morgan Larkspur: choose a section.")
	w.choose("Section", "Open", "Morgan Larkspur")
	w.press("Enter these players")
	w.see("19 players are entered; 1 was already entered.")

	w.follow("Entries", "Swiss, 3 rounds")
	w.follow("add someone new by hand")
	w.fill("Given names", "Xanthe")
	w.fill("Grade or rating", "strong")
	w.press("Enter")
	w.seeProblem("Family name", "Enter")
	w.seeProblem("Grade or rating", "3d")
	w.fill("Family name", "Yellowley")
	w.fill("Grade or rating", "10k")
	w.press("Enter")
	w.see("Xanthe Yellowley (10k) is entered.")
	w.seeBeside("Xanthe Yellowley", "Visitor")

	// Somebody of the register who is no member is taken, with a warning.
	w.fill("Find someone", "zephyr")
	w.seeBeside("Ivy Zephyr", "not a member on "+long(j.today))
	w.fill("Grade", "12k", "Ivy Zephyr")
	w.press("Enter", "Ivy Zephyr")
	w.see("Ivy Zephyr (12k) is entered. Not a member on "+long(j.today), "One entry is not a member.")
	w.press("Accept as a visitor", "Ivy Zephyr")
	w.seeBeside("Ivy Zephyr", "Visitor")
	w.dontSee("One entry is not a member.")

	w.follow("Go Congress")
	w.follow("Entries", "Swiss, 5 rounds")
	w.seeBeside("Rangi Pāua", "absent in round 2")
	w.follow("Change", "Kiri Jellicoe")
	w.tick("Round 3", "Half-point bye")
	w.press("Save")
	w.seeBeside("Kiri Jellicoe", "half-point bye in round 3")
	w.see("17 players")
}

// drawTheFirstRound: the director looks at the reasons, asks why not another
// pair, fixes one, keeps two players apart, draws again and publishes.
func (j *journey) drawTheFirstRound() {
	w := j.mere
	w.follow("Go to the draw")
	w.press("Draw round 1")
	w.see("Only you see this")
	w.unfold("level on 0", "Beatrix Ashcroft")
	w.seeBeside("Beatrix Ashcroft", "Why this pair", "not met before", "both on 0 points", "as the slide has it")
	w.choose("Why not", "Beatrix Ashcroft")
	w.choose("against", "Callum Brightwater")
	w.press("Ask")
	w.see("With Beatrix Ashcroft–Callum Brightwater there would be seven pairs off the seeding")

	w.unfold("Fix a pair")
	w.choose("White", "Beatrix Ashcroft")
	w.choose("Black", "田中太郎")
	w.choose("Colours", "as given here")
	w.press("Fix the pair")
	w.seeBeside("Beatrix Ashcroft", "田中太郎", "Fixed")
	w.unfold("Change table 3")
	w.press("Do not pair these two")
	w.see("These two will not be paired.", "Not allowed")
	w.unfold("Draw again with new lots")
	w.fill("Why it is drawn again", "These two came in one car.")
	w.press("Draw again with new lots")
	w.seeBeside("Beatrix Ashcroft", "田中太郎", "Fixed")

	j.everybody.dontSee("Round 1")
	w.fill("Starts", "10:00")
	j.publish(1)
	j.everybody.see("Open, round 1: 10:00")
}

// publish shows a round to everybody: the public page, which is open in another
// window, brings it by itself.
func (j *journey) publish(round int) {
	j.mere.press("Publish")
	j.mere.see("Round "+itoa(round)+" is published.", "Published")
	j.everybody.see(", round " + itoa(round))
}

// theStandingsExplainThemselves to somebody who is not signed in. The points
// are those of the games that were entered.
func (j *journey) theStandingsExplainThemselves() {
	w := j.everybody
	w.follow("Standings", "Open")
	var file struct {
		Rows []struct {
			Player struct{ Name string }
			Score  float64
		}
	}
	if err := json.Unmarshal(readFile(j.T, w.download("JSON")), &file); err != nil {
		j.Fatal(err)
	}
	if len(file.Rows) != 18 {
		j.Errorf("%d players in the standings", len(file.Rows))
	}
	for _, row := range file.Rows {
		if want := float64(j.halves[row.Player.Name]) / 2; row.Score != want {
			j.Errorf("%s has %v points, from the games %v", row.Player.Name, row.Score, want)
		}
	}
	winner := file.Rows[0].Player.Name
	w.unfold(points(j.halves[winner]), winner)
	w.seeBeside(winner, "Beat ", "with black", "with white")
	w.follow("Crosstable")
	w.see("Opponents are named by their number in this table")
	w.seeBeside("Kiri Jellicoe", "Round 3: half-point bye")
	w.seeBeside("Rangi Pāua", "Round 2: absent")
	w.seeBeside("Owen Nightcap", "Round 1: not in the event")
	cells := readSheet(j.T, w.download("XLSX of all sections"))
	if text := fmt.Sprint(cells); !strings.Contains(text, winner) || !strings.Contains(text, "田中太郎") {
		j.Errorf("the crosstable as a workbook: %q", cells)
	}
}

// points is a number of half points as the pages write it.
func points(halves int) string {
	text := itoa(halves / 2)
	if halves%2 == 1 {
		return strings.TrimPrefix(text, "0") + "½"
	}
	return text
}

var afterRating = regexp.MustCompile(`(−?\d+\.\d) (−?\d+\.\d) ([+−]\d\.\d{3})`)

// theGamesComeOntoTheRatingList: the places are made final, the director sees
// what would change, and then it does, once.
func (j *journey) theGamesComeOntoTheRatingList() {
	w := j.mere
	w.follow("Go Congress")
	w.press("Make final")
	w.see("The places are final.")
	w.follow("See the changes")
	w.see("nothing has changed yet", "Games rated 49", "Players 24")
	changed := afterRating.FindStringSubmatch(w.beside("Mere Whāngā"))
	if changed == nil {
		j.Fatalf("no change of rating: %s", w.beside("Mere Whāngā"))
	}
	j.everybody.follow("Ratings")
	j.everybody.see("No one is on the list yet")
	w.press("Send in for rating")
	w.see("The games are on the rating list")
	w.dontSee("Send in for rating")

	public := j.everybody
	public.reload()
	public.see("24 of 24 active players")
	public.seeBeside("Mere Whāngā", changed[2])
	public.follow("Mere Whāngā")
	public.seeBeside("Rating", changed[2], "provisional")
	public.see("Go Congress", "First rated event: 0.000 is the strength declared for it.")
	public.unfold(changed[3])
	public.see("the games of an event are rated from the ratings at its start, summed, and rounded once")
	public.follow("Events")
	public.seeBeside("Go Congress", "Open, Handicap", "Finished and rated")
}
