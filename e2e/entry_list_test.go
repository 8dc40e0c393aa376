package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAListIsCorrectedInABrowser sends a list as clubs have it, and corrects it on the page: a column, a row, all new
// players at once. Nothing is sent a second time.
func TestAListIsCorrectedInABrowser(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	list := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(list, []byte(
		"No.;Surname;First name;Niveau;Club\n1;KERERŪ;zoe;2 dan (AGA);Akl\n2;Weka;Quin;banana;AKL\n3;Ruru;Rae;15k?;\nTotal: 3;;;;\n",
	), 0o600); err != nil {
		t.Fatal(err)
	}
	w.goTo("/director")
	w.follow("New event")
	w.fill("Name", "Spring Cup")
	w.fill("First day", "2031-10-04")
	w.fill("Last day", "2031-10-04")
	w.press("Set up the event")
	w.follow("Add a section", "Add the first section")
	w.fill("Name", "Open")
	w.press("Add the section")
	w.follow("Entries", "Swiss")
	w.follow("enter a list")
	w.attach("The list", list)
	w.press("Check the list")
	w.see("counts the rows, so it is not read as member numbers", "is a total: it is not read", "Not read: No. and Niveau")
	w.unfold("Columns")
	w.choose("Niveau", "Grade")
	w.press("Read the list like this")
	w.see("The columns are read as you said.", "“2 dan (AGA)” is read as 2 dan", "Keep “zoe KERERŪ” as the list has it")
	w.photograph("list")
	w.fill("Grade or rating", "4k", "Row 3")
	w.press("Take all new ones as visitors")
	w.see("All new players will be taken as visitors")
	w.accessible("a corrected list")
	w.press("Enter these players")
	w.see("3 players are entered, 3 of them new to the register.")
}
