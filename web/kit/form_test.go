package kit_test

import (
	"errors"
	"net/http"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/web/kit"
)

// A page of several forms takes in what one of them can meet, and passes on the
// rest.
func TestAPageTakesARefusal(t *testing.T) {
	var fields apperr.Fields
	fields.Add("day", "Enter a day.")
	for _, tt := range []struct {
		name   string
		err    error
		status int
		says   kit.FieldError
	}{
		{"nothing refused", nil, http.StatusOK, kit.FieldError{}},
		{"a field", fields.Err(), http.StatusUnprocessableEntity, kit.FieldError{Field: "day", Message: "Enter a day."}},
		{
			"too late", apperr.New(apperr.Conflict, "Someone else was faster."), http.StatusConflict,
			kit.FieldError{Message: "Someone else was faster."},
		},
		{"not allowed", apperr.New(apperr.Forbidden, "No."), 0, kit.FieldError{}},
		{"a fault", errors.New("disk full"), 0, kit.FieldError{}},
	} {
		var page kit.Page
		status, rest := page.TakeRefusal(tt.err)
		if status != tt.status || (rest != nil) != (tt.status == 0) || tt.status == 0 && rest != tt.err {
			t.Errorf("%s: %d, %v; want %d", tt.name, status, rest, tt.status)
		}
		if len(page.Errors) > 1 || len(page.Errors) == 1 != (tt.says != kit.FieldError{}) ||
			len(page.Errors) == 1 && page.Errors[0] != tt.says {
			t.Errorf("%s: the page says %v, want %v", tt.name, page.Errors, tt.says)
		}
	}
}
