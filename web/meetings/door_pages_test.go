package meetings_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// A page of the door does not hold everyone of a society with thousands of members, each is found by name, and after a button
// one is back at the row that it stood in.
func TestTheDoorOfManyHasPages(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	var many []members.PersonInput
	for i := range 200 {
		many = append(many, members.PersonInput{GivenNames: fmt.Sprintf("Number%03d", i), FamilyName: "Zzz"})
	}
	ids, err := a.Members.RegisterAll(t.Context(), kittest.Program, many)
	a.Must(err)
	c := constitution.Shipped()
	year := c.YearOf(a.Now.Date())
	a.Must(a.DB.InTx(t.Context(), func(tx *store.Tx) error {
		var terms []members.Term
		for _, id := range ids {
			terms = append(terms, members.Term{
				Person: id, Year: year, From: a.Now.Date(), To: c.Last(year), Kind: members.KindRenewal, RecordedAt: a.Now,
				Trace: constitution.Trace{Rule: "2.2"},
			})
		}
		return members.InsertTerms(t.Context(), tx, terms)
	}))
	a.on("2026-10-10")
	door := a.path("door")
	first := a.secretary.Get(door)
	first.Wants(t, http.StatusOK, "214 of 214 people", "1–200 of 214", `href="`+door+`?page=2"`)
	if n := strings.Count(first.Body, `<li id="p`); n != 200 {
		t.Errorf("%d people stand on the first page", n)
	}
	last := kit.IDText(ids[199])
	a.secretary.Get(door+"?page=2").Wants(t, http.StatusOK, `id="p`+last+`"`, `name="page" value="2"`)
	a.secretary.Post(door, "person", last, "do", "here", "page", "2").LeadsTo(t, door+"?page=2#p"+last)
	a.secretary.Post(door, "person", last, "do", "strike", "page", "<x>").LeadsTo(t, door+"#p"+last)
	a.secretary.Get(door+"?q=Number199").Wants(t, http.StatusOK, "1 of 214 people", `id="p`+last+`"`)
}
