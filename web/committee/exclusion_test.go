package committee_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
)

func TestExcludingAMemberOnItsPages(t *testing.T) {
	w := newCommitteeSite(t)
	w.secretary.Get("/committee/exclusions/new?q=ari").Wants(t, http.StatusOK, "Testcase, Ari")
	w.secretary.Get(
		"/committee/exclusions/new?person="+kit.IDText(w.ari),
	).Wants(t, http.StatusOK, "Ari Testcase", "Rules said to be broken")
	w.secretary.Post("/committee/exclusions/new").Wants(
		t, http.StatusUnprocessableEntity, "Choose someone who is a member today",
	)
	w.secretary.Post(
		"/committee/exclusions/new", "person", kit.IDText(w.ari), "rules", "2.1", "reasons", "Sold <i>boards</i>.",
	).LeadsTo(t, "/committee/exclusions/1")
	w.ordinary.Get("/committee/exclusions/1").Wants(
		t, http.StatusOK, "Sold &lt;i&gt;boards", "Before the member can be excluded:",
		"What was sent to the member, and when, is not recorded",
	)
	w.secretary.Post(
		"/committee/exclusions/1/decide", "version", "1",
	).Wants(t, http.StatusUnprocessableEntity, "Choose what the committee decided.")
	w.secretary.Post(
		"/committee/exclusions/1/edit", "version", "1", "rules", "2.1", "reasons", "Sold boards.", "sent_on", "2026-06-20",
		"sent", "Letter.", "hearing_on", "2026-06-30", "heard", "Denied.",
	).LeadsTo(t, "/committee/exclusions/1")
	w.secretary.Post(
		"/committee/exclusions/1/edit", "version", "1", "rules", "2.1", "reasons", "Mine.",
	).Wants(t, http.StatusConflict, "Someone else changed this case", "Mine.", "Sold boards.")
	w.resolve(t, "r1")
	w.secretary.Post(
		"/committee/exclusions/1/decide", "version", "2", "state", "excluded", "resolution", "1", "decision", "Proved.",
	).LeadsTo(t, "/committee/exclusions/1")
	w.ordinary.Get("/committee/exclusions/1").Wants(
		t, http.StatusOK, "Excluded", "Proved.", "30 June 2026", "May be excluded",
	)
	w.secretary.Get(kit.PersonURL(w.ari)).Wants(t, http.StatusOK, "30 June 2026")
	w.secretary.Get("/committee/exclusions/1/edit").Wants(t, http.StatusOK)
	w.secretary.Post(
		"/committee/exclusions/1/edit", "version", "3", "rules", "2.1", "reasons", "x",
	).Wants(t, http.StatusUnprocessableEntity, "This case was closed on 30 June 2026")
	if head := w.ordinary.Get("/committee/exclusions/1").Header.Get("Cache-Control"); !strings.Contains(head, "no-store") {
		t.Errorf("a case may stay in a cache: %q", head)
	}
}

func TestExcludingAClubOnItsPages(t *testing.T) {
	w := newCommitteeSite(t)
	w.secretary.Get("/committee/exclusions").Wants(t, http.StatusOK, "/committee/exclusions/new?of=club")
	w.secretary.Get(
		"/committee/exclusions/new?of=club",
	).Wants(t, http.StatusOK, "Choose a club", "Rules said to be broken")
	w.secretary.Post(
		"/committee/exclusions/new", "of", "club", "rules", "2.3",
	).Wants(t, http.StatusUnprocessableEntity, "Choose a club that is affiliated today", "Enter what was done.")
	w.secretary.Post(
		"/committee/exclusions/new", "of", "club", "club", "99", "rules", "2.3", "reasons", "So.",
	).Wants(t, http.StatusUnprocessableEntity, "Choose a club that is affiliated today")
}
