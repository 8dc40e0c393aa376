package books_test

import (
	"net/http"
	"testing"

	"nzgs/web/kit/kittest"
)

func TestAPartOfABankLineCountsToAProject(t *testing.T) {
	o := openOffice(t)
	o.uploads("Direct Credit,Raffle,,,two things,60.00,21/06/2026,,")
	page := o.treasurer.Get("/books/bank/lines/1")
	page.Wants(t, http.StatusOK, "Project or event 1")
	send := []string{
		"version", kittest.VersionOn(t, page), "to_1", "account-4400", "amount_1", "10.00", "tag_1", "Winter camp",
		"to_2", "account-4400", "amount_2", "50.00",
	}
	o.treasurer.Post("/books/bank/lines/1", append(send, "tag_3", "Nothing to count")...).Wants(
		t, http.StatusUnprocessableEntity, "Choose what this part is.", `value="Winter camp"`, `value="Nothing to count"`,
	)
	o.treasurer.Post("/books/bank/lines/1", send...).LeadsTo(t, "/books/bank")
	o.treasurer.Get("/books/journal?tag=Winter+camp").Wants(t, http.StatusOK, "Winter camp</", "1 entry")
	o.treasurer.Get("/books/journal?tag=Summer").Wants(t, http.StatusOK, "No entries")
	o.treasurer.Get("/books/journal.csv?tag=Winter+camp").Wants(t, http.StatusOK, "Winter camp")
	o.treasurer.Get("/books/journal.txt?tag=Winter+camp").Wants(t, http.StatusOK, "project: Winter camp")
}
