package e2e

import (
	"strings"
)

// The rounds of the Congress.

// printTheFirstRound and read what came out of the printer.
func (j *journey) printTheFirstRound() {
	w := j.mere
	w.follow("Prints")
	for name, wants := range map[string][]string{
		"Pairings by table": {"Open", "Round 1", "Beatrix Ashcroft", "田中太郎", "김서연", "Hōne Kereama"},
		"Pairings by name":  {"Open", "Round 1", "Ashcroft", "Rangi Pāua"},
		"Result slips":      {"Beatrix Ashcroft", "Jigo", "Signed, Black"},
		"Table cards":       {"Scan to report the result", strings.TrimPrefix(j.server.URL, "http://") + "/t"},
	} {
		text := plain(pdfText(w, w.download(name)))
		for _, want := range wants {
			if !strings.Contains(text, plain(want)) {
				j.Errorf("%s: %q is missing in:\n%s", name, want, text)
			}
		}
	}
}

// playTheFirstRound: the public page follows every result; the next draw is
// refused as long as one is missing; a slip of the hand is undone.
func (j *journey) playTheFirstRound() {
	w := j.mere
	w.follow("Results")
	tables := readBoard(j.T, w.html())
	j.sitDown("Open", 1, tables)
	j.enterResult(tables[0].Number, "b")
	j.everybody.seeBeside(tables[0].Black, "Black won")
	j.count(tables[0], "b")
	for _, table := range tables[1:] {
		switch table.Number {
		case 2:
			j.count(table, "j")
		case 5:
			j.count(table, "b")
		default:
			j.enterResult(table.Number, outcome(1, table))
			j.count(table, outcome(1, table))
		}
	}
	w.see("2 of 8 results to come")
	w.follow("Draw")
	w.follow("Round 2")
	w.see("Results of round 1 are missing", "tables 2 and 5")
	w.follow("Results")
	j.enterResult(2, "w")
	w.press("Undo table 2")
	w.see("Table 2 is as before.")
	j.enterResult(2, "j")
	j.enterResult(5, "b")
	w.see("All results are in")
}

// enterResult types a line at the results board.
func (j *journey) enterResult(table int, key string) {
	w := j.mere
	w.onFocus("Table")
	w.keys(itoa(table) + key)
	w.enter()
	w.see("Table " + itoa(table) + ": ")
}

// outcome is the key for what comes out of a game: mostly the first named of
// the two by the alphabet, sometimes not.
func outcome(round int, table boardTable) string {
	if (table.Black < table.White) == ((table.Number+round)%4 != 0) {
		return "b"
	}
	return "w"
}

// playOn draws, publishes and plays a round of the open section.
func (j *journey) playOn(section string, round int) {
	w := j.mere
	w.follow("Draw")
	if round > 1 {
		w.follow("Round " + itoa(round))
	}
	w.press("Draw round " + itoa(round))
	j.publish(round)
	w.follow("Results")
	tables := readBoard(j.T, w.html())
	j.sitDown(section, round, tables)
	for _, table := range tables {
		key := outcome(round, table)
		j.enterResult(table.Number, key)
		j.count(table, key)
	}
	w.see("All results are in")
}

// sitDown checks that nobody meets again or plays twice, and counts the points
// of those without a game.
func (j *journey) sitDown(section string, round int, tables []boardTable) {
	playing := map[string]bool{}
	for _, table := range tables {
		for _, pair := range []string{table.Black + " – " + table.White, table.White + " – " + table.Black} {
			if j.met[pair] {
				j.Errorf("%s, round %d: %s meet again", section, round, pair)
			}
			j.met[pair] = true
		}
		if playing[table.Black] || playing[table.White] {
			j.Errorf("%s, round %d: somebody of %+v plays twice", section, round, table)
		}
		playing[table.Black], playing[table.White] = true, true
	}
	if section != "Open" {
		return
	}
	idle := map[string]int{} // half points of those who are not drawn
	switch round {
	case 1:
		idle["Owen Nightcap"] = 0
	case 2:
		idle["Rangi Pāua"] = 0
	case 3:
		idle["Kiri Jellicoe"] = 1
	default:
		idle["Sorcha Quillan"] = 0
	}
	for _, name := range openPlayers {
		halves, excused := idle[name]
		switch {
		case playing[name] && excused:
			j.Errorf("round %d: %s plays", round, name)
		case excused:
			j.halves[name] += halves
		case !playing[name]:
			j.halves[name] += 2 // the bye
		}
	}
}

// count adds what comes out of a game to the points of the two.
func (j *journey) count(table boardTable, key string) {
	switch key {
	case "b":
		j.halves[table.Black] += 2
	case "w":
		j.halves[table.White] += 2
	case "j":
		j.halves[table.Black]++
		j.halves[table.White]++
	}
}

// openPlayers are those of the open section, as pages write their names.
var openPlayers = []string{
	"Beatrix Ashcroft", "Callum Brightwater", "田中太郎", "김서연", "佐藤花子", "Elspeth Dunmore", "Aroha Tūī", "Gilbert Ferndale",
	"王小明",
	"Ihaia Harakeke", "Mere Whāngā", "Kiri Jellicoe", "Morgan Larkspur", "Hōne Kereama", "Owen Nightcap", "Rangi Pāua",
	"Sorcha Quillan",
	"Sione Faʻasavalu",
}

// playTheOtherRounds: somebody comes late, one is absent, one has a half-point
// bye, one goes home.
func (j *journey) playTheOtherRounds() {
	w := j.mere
	w.follow("Entries")
	w.fill("Find someone", "nightcap")
	w.press("Enter", "Owen Nightcap")
	w.seeBeside("Owen Nightcap", "enters in round 2")
	j.playOn("Open", 2)
	j.everybody.seeBeside("Rangi Pāua", "absent")
	j.playOn("Open", 3)
	j.everybody.seeBeside("Kiri Jellicoe", "half-point bye")
	w.follow("Entries")
	w.follow("Change", "Sorcha Quillan")
	w.press("Withdraw the player")
	w.seeBeside("Sorcha Quillan", "withdrawn after round 3")
	j.playOn("Open", 4)
	j.playOn("Open", 5)
	w.follow("Go Congress")
	w.follow("Draw", "Swiss, 3 rounds")
	j.playOn("Handicap", 1)
	j.playOn("Handicap", 2)
	j.playOn("Handicap", 3)
	if len(j.met) != 2*(8*5+3*3) {
		j.Errorf("%d pairs have played", len(j.met)/2)
	}
}
