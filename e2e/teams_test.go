package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestATeamEvent: a director takes four teams of three boards from a list, has one change its line-up, plays a round by
// the keyboard's board, and everyone reads who won the matches.
func TestATeamEvent(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	var list strings.Builder
	list.WriteString("Family name,Given names,Grade,Team,Board\n")
	for i, family := range strings.Fields("Kea Kaka Tui Weka Moa Ruru Huia Hihi Titi Toroa Takahe Kotare Korimako") {
		fmt.Fprintf(&list, "%s,Team%c,%dk,Team %c,%d\n", family, 'a'+i, i+1, 'A'+i%4, i/4+1)
	}
	file := filepath.Join(t.TempDir(), "teams.csv")
	if err := os.WriteFile(file, []byte(list.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	w.goTo("/director")
	w.follow("New event")
	w.fill("Name", "Team Cup")
	w.fill("First day", "2031-10-04")
	w.fill("Last day", "2031-10-05")
	w.press("Set up the event")
	w.follow("Add a section", "Add the first section")
	w.follow("Team event")
	w.see("For teams: a match is as many games as there are boards")
	w.fill("Name", "Teams")
	w.fill("Rounds", "3")
	w.press("Add the section")
	w.press("Announce")
	w.follow("Entries", "Swiss")
	w.follow("enter a list")
	w.attach("The list", file)
	w.press("Check the list")
	w.press("Take all new ones as visitors")
	w.press("Enter these players")
	w.see("13 players are entered")
	w.follow("Teams")
	w.see("Team A", "Team D", "reserve")
	w.photograph("teams")
	w.accessible("the teams of a section")
	w.follow("Line-up of round 1 of Team A")
	w.choose("Board 1", "Korimako")
	w.choose("Board 2", "Moa")
	w.press("Save")
	w.see("the line-up of round 1 is saved")
	w.follow("Draw")
	w.press("Draw round 1")
	w.see("Line-up of Team A")
	w.unfold("Change pairs of this round")
	w.see("changes places with")
	w.photograph("draw")
	w.accessible("the draw of teams")
	w.press("Publish")
	w.see("Round 1 is published")
	w.follow("Results")
	for table := 1; table <= 6; table++ {
		w.fill("Table", fmt.Sprint(table))
		w.fill("Result", "b")
		w.press("Save")
		w.see(fmt.Sprintf("Table %d: Black won. Saved.", table))
	}

	everyone := open(t, s, phone)
	everyone.goTo("/events")
	everyone.follow("Team Cup")
	everyone.see("Team A", "Team B")
	everyone.follow("Teams")
	everyone.accessible("a section of teams")
	everyone.follow("Standings")
	everyone.see("Match points", "Board points")
	everyone.photograph("standings")
	everyone.accessible("the standings of teams")
	everyone.follow("Players", "Teams")
	everyone.see("Korimako")
	everyone.follow("Draw")
	everyone.see("1–2", " won")
	everyone.photograph("matches")
	everyone.accessible("matches of teams")
}
