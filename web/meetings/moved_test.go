package meetings_test

import (
	"net/http"
	"testing"

	"nzgs/internal/governance/elections"
	"nzgs/internal/store"
	"nzgs/web/kit"
)

// The pages of an AGM that is moved, found without a quorum, and held again say
// what became of what was sent in for it.
func TestAnAGMThatMovesAndIsHeldAgain(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.secretary.Post(a.path("elections", "prepare")).LeadsTo(t, a.path("elections"))
	president, err := store.One(
		t.Context(), a.DB, store.Value[elections.ID], `SELECT id FROM election WHERE post = 'president'`,
	)
	a.Must(err)
	a.secretary.Post(kit.ElectionURL(president, "nominate"), "version", "1", "candidate", "Aroha Test", "proposer", "Mei Test", "seconder", "Kenji Test",
		"signed", "on", "received",
		"2026-07-01").LeadsTo(t, kit.ElectionURL(president))
	a.secretary.Get(a.path("motions", "1")).Wants(t, http.StatusOK, "not later than 10 August 2026")

	// Moved, so that both proposals are late for the new day alone.
	a.does(
		a.path("edit"), a.path("edit"), "date", "2026-08-29", "time", "14:00", "place", "Newtown Hall", "previous",
		"2025-10-11",
	).LeadsTo(t, a.path())
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Earlier date", "10 October 2026, until 1 July 2026")
	a.secretary.Get(a.path("motions", "1")).Wants(t, http.StatusOK, "for the AGM, which was then set for 10 October 2026",
		"What was in time for the day set when it came in stays in time")
	a.secretary.Get(kit.ElectionURL(president)).Wants(t, http.StatusOK, "before the AGM of 29 August 2026")

	a.on("2026-08-01")
	a.notified()
	a.on("2026-08-29")
	a.does(a.path("chair"), a.path("inquorate")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Its proposals and nominations carry over.")
	further := a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "2026-09-19", "time", "14:00", "place", "Newtown Hall", "follows",
		kit.IDText(a.id),
	)
	a.id++
	further.LeadsTo(t, a.path())
	a.secretary.Get(a.path("elections")).Wants(t, http.StatusOK, "Aroha Test")
	again, err := store.One(
		t.Context(), a.DB, store.Value[elections.ID], `SELECT id FROM election WHERE post = 'president' AND meeting_id = $1`,
		a.id,
	)
	a.Must(err)
	a.secretary.Get(kit.ElectionURL(again)).Wants(t, http.StatusOK, "Nominated by Mei Test and Kenji Test",
		"Sent in for the AGM of 29 August 2026, which had no quorum: it still counts on the further date, 19 September 2026", "/rules/4.20", "Proposals and nominations still count, with their signatures")
	a.secretary.Get(a.path("motions", "3")).Wants(
		t, http.StatusOK, "A youth tournament", "Sent in for", "AGM of 29 August 2026, which had no quorum",
	)
}
