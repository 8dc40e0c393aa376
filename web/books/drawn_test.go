package books_test

import (
	"net/http"
	"testing"
	"time"
)

// The desk draws its graphs again after some minutes, and says of when they are; who may not see the books sees none.
func TestTheDeskDrawsTheYears(t *testing.T) {
	o := openOffice(t)
	o.asks(o.bo, 2500)
	o.treasurer.Get("/treasurer").Wants(t, http.StatusOK, "By year, as at "+o.Now.TimeOfDay(), "Income and expenses by year", "$25.00")
	first := o.Now
	o.asks(o.bo, 7500)
	o.treasurer.Get("/treasurer").Wants(t, http.StatusOK, "as at "+first.TimeOfDay())
	o.Now = first.Add(11 * time.Minute)
	o.treasurer.Get("/treasurer").Wants(t, http.StatusOK, "as at "+o.Now.TimeOfDay(), "$100.00")
	o.member.Get("/treasurer").Wants(t, http.StatusForbidden)
}
