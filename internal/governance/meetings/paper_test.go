package meetings

import (
	"bytes"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance"
	"nzgs/internal/mail"
)

func pdf(name string) governance.Document {
	return governance.Document{Name: name, MediaType: "application/pdf", Content: []byte("%PDF " + name)}
}

// papers adds the accounts to a meeting and gives its papers.
func (w *society) accounts(id ID) Paper {
	w.t.Helper()
	w.must(w.s.AddPaper(ctx, w.secretary, id, pdf(`C:\Society\accounts.pdf`)))
	return w.view(id).Papers[0]
}

// Papers are the committee's until the notice names them; then every member reads
// them, and they stay.
func TestPapersGoWithTheNotice(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		p := w.accounts(id)
		if p.Name != "accounts.pdf" || p.Announced != 0 || p.Size != len("%PDF C:\\Society\\accounts.pdf") {
			t.Errorf("kept: %+v", p)
		}
		_, err := w.s.Paper(ctx, w.member, id, p.ID)
		w.refused("a member before the notice", err, apperr.NotFound, "Paper")
		if got, err := w.s.Paper(ctx, w.ordinary, id, p.ID); err != nil || len(got.Content) == 0 {
			t.Errorf("the committee: %+v, %v", got, err)
		}
		w.refused("a treasurer adds", w.s.AddPaper(ctx, w.treasurer, id, pdf("a.pdf")), apperr.Forbidden, "")
		w.refused("a treasurer removes", w.s.RemovePaper(ctx, w.treasurer, id, p.ID), apperr.Forbidden, "")
		w.must(w.s.AddPaper(ctx, w.secretary, id, pdf("draft.pdf")))
		w.must(w.s.RemovePaper(ctx, w.secretary, id, w.view(id).Papers[1].ID))
		w.refused("what is gone", w.s.RemovePaper(ctx, w.secretary, id, p.ID+100), apperr.NotFound, "Paper")

		w.on("2026-02-20")
		w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{Site: "https://go.example.nz"}))
		body := w.view(id).Notices[0].Body
		if !strings.Contains(body, "- accounts.pdf (1 kB)\n  https://go.example.nz"+paperPath(id, p.ID)+"\n") ||
			strings.Contains(body, "draft.pdf") {
			t.Errorf("the letter names the papers so:\n%s", body)
		}
		w.refused("what the notice names", w.s.RemovePaper(ctx, w.secretary, id, p.ID), apperr.Conflict, "stays")
		if got, err := w.s.Paper(ctx, w.member, id, p.ID); err != nil || !bytes.HasPrefix(got.Content, []byte("%PDF")) {
			t.Errorf("a member: %+v, %v", got, err)
		}
		_, err = w.s.Paper(ctx, w.lapsed, id, p.ID)
		w.refused("who is no longer a member", err, apperr.Forbidden, "")
		_, err = w.s.Paper(ctx, w.member, w.create(agm("2026-04-18")), p.ID)
		w.refused("of another meeting", err, apperr.NotFound, "Paper")

		w.must(w.s.AddPaper(ctx, w.secretary, id, pdf("report.pdf")))
		pub, err := w.s.Published(ctx, w.member, id)
		if err != nil || len(pub.Papers) != 2 || pub.Papers[0].Announced != 1 || pub.Papers[1].Announced != 0 {
			t.Errorf("members see %+v, %v", pub.Papers, err)
		}
	})
}

// Papers are bounded as the documents of a postal vote are, and none comes to a
// meeting that is over.
func TestPapersThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.refused("a program", w.s.AddPaper(ctx, w.secretary, id, governance.Document{
			Name: "a.pdf", MediaType: "application/pdf", Content: []byte("MZ\x90"),
		}), apperr.Invalid, "document")
		for range governance.MaxDocuments {
			w.must(w.s.AddPaper(ctx, w.secretary, id, pdf("a.pdf")))
		}
		w.refused("one too many", w.s.AddPaper(ctx, w.secretary, id, pdf("a.pdf")), apperr.Invalid, "document")
		other := w.create(agm("2026-04-18"))
		w.must(w.s.Cancel(ctx, w.secretary, other, w.version(other), "The hall is closed."))
		w.refused("called off", w.s.AddPaper(ctx, w.secretary, other, pdf("a.pdf")), apperr.Conflict, "over")
	})
}

// What came with a request is kept with it, and is a paper of the meeting that is
// called on it (rule 5.4).
func TestDocumentsOfARequest(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := RequestInput{Received: day("2026-01-05"), Proposer: w.people[4]}
		for _, p := range w.people[4:14] {
			in.Signers = append(in.Signers, Signer{Person: p})
		}
		in.Proposals = []RequestedProposal{{Title: "A library", Text: "That a library be founded."}}
		request, err := w.s.RecordRequest(ctx, w.secretary, in)
		w.must(err)
		w.must(w.s.AddRequestPaper(ctx, w.secretary, request, pdf("scan.pdf")))
		w.must(w.s.AddRequestPaper(ctx, w.secretary, request, pdf("wrong.pdf")))
		w.refused(
			"a treasurer", w.s.AddRequestPaper(ctx, w.treasurer, request, pdf("scan.pdf")), apperr.Forbidden, "",
		)
		r, _, err := w.s.Request(ctx, w.secretary, request)
		w.must(err)
		w.refused("a treasurer removes", w.s.RemoveRequestPaper(ctx, w.treasurer, request, r.Papers[1].ID), apperr.Forbidden, "")
		w.must(w.s.RemoveRequestPaper(ctx, w.secretary, request, r.Papers[1].ID))
		if got, err := w.s.RequestPaper(ctx, w.ordinary, request, r.Papers[0].ID); err != nil || string(got.Content) != "%PDF scan.pdf" {
			t.Errorf("the committee reads %+v, %v", got, err)
		}
		_, err = w.s.RequestPaper(ctx, w.member, request, r.Papers[0].ID)
		w.refused("a member reads a request", err, apperr.Forbidden, "")

		egm := agm("2026-02-14")
		egm.Kind, egm.Request = EGM, request
		id := w.create(egm)
		if papers := w.view(id).Papers; len(papers) != 1 || !papers[0].Requested {
			t.Errorf("the meeting has %+v", papers)
		}
		w.refused("removed at the meeting", w.s.RemovePaper(ctx, w.secretary, id, r.Papers[0].ID), apperr.Conflict, "request")
		seen := func(name string, want int) {
			t.Helper()
			pub, err := w.s.Published(ctx, w.member, id)
			if err != nil || len(pub.Papers) != want {
				t.Errorf("%s members see %d papers of the request, want %d: %v", name, len(pub.Papers), want, err)
			}
		}
		seen("before a notice names it,", 0)
		_, err = w.s.Paper(ctx, w.member, id, r.Papers[0].ID)
		w.refused("before a notice names it", err, apperr.NotFound, "")
		w.notify(id)
		seen("after the notice", 1)
		w.must(w.s.AddRequestPaper(ctx, w.secretary, request, pdf("late.pdf")))
		seen("with one that the notice does not name,", 1)
		if got, err := w.s.Paper(ctx, w.member, id, r.Papers[0].ID); err != nil || got.Name != "scan.pdf" {
			t.Errorf("a member reads %+v, %v", got, err)
		}
		w.refused("once it is named", w.s.RemoveRequestPaper(ctx, w.secretary, request, r.Papers[0].ID), apperr.Conflict, "stays")
	})
}

// A test letter goes to whoever asks for it, as the notice would go, and nothing of
// the meeting changes.
func TestATestLetterGoesToOneselfAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		in := NoticeInput{
			Words:       "Bring a board.",
			Attachments: []mail.Attachment{{Name: "notice.pdf", MediaType: "application/pdf", Content: []byte("%PDF")}},
		}
		for range 2 { // as often as it takes
			w.now = w.now.Add(1e9)
			to, err := w.s.SendTrial(ctx, w.secretary, id, in)
			if err != nil || to != "kiri01@example.nz" {
				t.Errorf("to %q, %v", to, err)
			}
		}
		box, err := w.outbox.Outbox(ctx, w.secretary, mail.Filter{})
		w.must(err)
		if box.Matches != 2 || box.Entries[0].Subject != "Test: Notice of the AGM of 14 March 2026" ||
			!strings.HasPrefix(box.Entries[0].Body, "This is a test letter to you alone") ||
			!strings.Contains(box.Entries[0].Body, "Bring a board.") {
			t.Errorf("%d letters: %+v", box.Matches, box.Entries)
		}
		if v := w.view(id); v.Meeting.State != Planned || len(v.Notices) != 0 {
			t.Errorf("the meeting changed: %+v", v.Meeting)
		}
		_, err = w.s.SendTrial(ctx, w.treasurer, id, in)
		w.refused("a treasurer", err, apperr.Forbidden, "")
		_, err = w.s.SendTrial(ctx, w.secretary, id, NoticeInput{Way: Newsletter})
		w.refused("a newsletter", err, apperr.Invalid, "newsletter")
		w.deliver(nil)
		if n := len(w.view(id).Notices); n != 0 {
			t.Errorf("the test letter gave %d notices", n)
		}
	})
}
