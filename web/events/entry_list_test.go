package events_test

import (
	"net/http"
	"strings"
	"testing"
)

const listAsSent = `No.;Surname;First name;Grade;Club;Shirt
1;ABEL;anna;2 dan (AGA);Akl;L
2;Brown;Bob;banana;AKL;M
Total: 2;;;;;
`

// A list is corrected on its page: a row, its columns, and all new players at once; nothing typed is lost.
func TestAListIsCorrectedOnItsPage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Upload("/director/events/1/entries", "list.csv", listAsSent).LeadsTo(t, "/director/lists/1")
	page := d.Get("/director/lists/1")
	page.Wants(
		t, http.StatusOK, "Not read: No. and Shirt.", "counts the rows, so it is not read as member numbers", "is a total",
		"Anna Abel", "Keep “anna ABEL” as the list has it", "is read as 2 dan", "“banana” is not a grade",
		"Take all new ones as visitors (2)", "Such as “Akl”",
	)
	if !strings.Contains(page.Body, `name="grade-3" value="banana"`) {
		t.Errorf("no field for the grade of row 3:\n%s", page.Body)
	}
	refused := d.Post("/director/lists/1", "version", "1", "do", "enter", "row-2", "guest", "visitor-2", "on")
	refused.Wants(t, http.StatusUnprocessableEntity, "Row 3, Bob Brown: “banana” is not a grade")

	d.Post("/director/lists/1", "version", "1", "do", "visitors", "row-2", "guest", "row-3", "").LeadsTo(t, "/director/lists/1")
	page = d.Get("/director/lists/1")
	page.Wants(t, http.StatusOK, "All new players will be taken as visitors. No one is entered yet.")
	lacks(t, page, "Take all new ones")
	if !strings.Contains(page.Body, `name="visitor-2" value="on" checked`) {
		t.Error("row 2 is not ticked as a visitor")
	}

	// A change of a row is kept and looked at before anyone is entered, whichever button was pressed.
	d.Post("/director/lists/1", "version", "2", "do", "enter", "row-2", "guest", "visitor-2", "on", "row-3", "guest",
		"visitor-3", "on", "family-3", "Brown", "given-3", "Bob", "grade-3", "4k", "club-3", "AKL", "absent-3", "2").
		LeadsTo(t, "/director/lists/1")
	page = d.Get("/director/lists/1")
	page.Wants(t, http.StatusOK, "Row 3 is changed.", "4k · AKL · absent in round 2")
	tooLate := d.Post("/director/lists/1", "version", "2", "do", "check", "row-3", "leave")
	tooLate.Wants(t, http.StatusConflict)
	d.Post("/director/lists/1", "version", "3", "row-2", "guest", "visitor-2", "on", "row-3", "guest", "visitor-3", "on").
		LeadsTo(t, "/director/sections/1/entries")
	d.Get("/director/sections/1/entries").Wants(t, http.StatusOK, "Anna Abel", "Bob Brown", "Visitor")
}

// Headings that no one knows are asked about on the page, and what was typed comes back where it is refused.
func TestColumnsAreSaidOnThePage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Upload("/director/events/1/entries", "list.csv", "Nom;Niveau\nAnna Abel;1k\n").LeadsTo(t, "/director/lists/1")
	d.Get("/director/lists/1").Wants(t, http.StatusOK, "None of the headings is known.", "The first row is a player too")
	twice := d.Post("/director/lists/1", "version", "1", "do", "columns", "column-1", "name", "column-2", "name")
	twice.Wants(t, http.StatusUnprocessableEntity, "Columns A and B cannot both be “Name”.")
	d.Post("/director/lists/1", "version", "1", "do", "columns", "column-1", "name", "column-2", "rank").
		LeadsTo(t, "/director/lists/1")
	page := d.Get("/director/lists/1")
	page.Wants(t, http.StatusOK, "The columns are read as you said.", "Anna Abel", "1k")
	lacks(t, page, "Not read:")
}
