package meetings_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// adds sends a file to a page that takes one.
func (a *assembly) adds(path, name, content string) kittest.Answer {
	a.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("document", name)
	a.Must(err)
	_, err = file.Write([]byte(content))
	a.Must(err)
	a.Must(form.Close())
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return a.secretary.Send(r)
}

// Papers are added to a meeting as files, listed for members once the notice is
// written, linked in its e-mails and saved, never shown as pages.
func TestPapersOfAMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Add the paper", "None yet.")
	a.adds(a.path("papers"), "accounts.pdf", "%PDF accounts").LeadsTo(t, a.path("notice")+"#papers")
	a.adds(a.path("papers"), "accounts.exe", "MZ").Wants(
		t, http.StatusUnprocessableEntity, "Choose a PDF, a text or a picture", `id="document-error"`,
	)
	a.adds(a.path("papers"), "wrong.txt", "Oh.").LeadsTo(t, a.path("notice")+"#papers")
	paper, wrong := a.path("papers")+"/1", a.path("papers")+"/2"
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "accounts.pdf (1 kB)", paper, a.BaseURL+paper, wrong+"/remove")
	a.secretary.Post(wrong+"/remove").LeadsTo(t, a.path("notice")+"#papers")
	a.member.Get(paper).Wants(t, http.StatusNotFound)
	a.does(a.path("notice"), a.path("notice"), "do", "send").LeadsTo(t, a.path("notice"))
	a.secretary.Get("/outbox/1").Wants(t, http.StatusOK, a.BaseURL+paper, "Attached: notice.pdf, nomination-form.pdf")
	a.member.Get(a.path()).Wants(t, http.StatusOK, "accounts.pdf (1 kB)", paper, "Nomination form (PDF)")
	got := a.member.Get(paper)
	if got.Wants(t, http.StatusOK, "%PDF accounts"); !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the paper is shown: %s", got.Header.Get("Content-Disposition"))
	}
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Named in notice 1.")
	a.secretary.Post(paper+"/remove").LeadsTo(t, a.path("notice"))
	a.member.Get(paper).Wants(t, http.StatusOK, "%PDF accounts")
}

// The documents of a request are files too.
func TestDocumentsOfARequestAreFiles(t *testing.T) {
	a := newAssembly(t)
	var signers []string
	for _, name := range []string{"Wiremu", "Mei", "Kenji", "Ngaio", "Tama", "Ana", "Rua", "Kiri", "Hoani", "Zoe"} {
		signers = append(signers, name+" Test")
	}
	at := a.secretary.Post(
		"/meetings/requests/new", "do", "record", "received", a.Now.Date().String(), "proposer", "Mei Test", "signers",
		strings.Join(signers, "\n"), "title_1", "A library", "text_1", "That a library be founded.", "kind_1", "ordinary",
	).Location
	a.secretary.Get(at).Wants(t, http.StatusOK, "Documents that came with it", "None yet.")
	a.adds(at+"/papers", "scan.pdf", "MZ").Wants(t, http.StatusUnprocessableEntity, "not what its name says")
	a.adds(at+"/papers", "scan.pdf", "%PDF scan").LeadsTo(t, at+"#papers")
	a.secretary.Get(at).Wants(t, http.StatusOK, "scan.pdf (1 kB)", at+"/papers/1")
	a.secretary.Get(at+"/papers/1").Wants(t, http.StatusOK, "%PDF scan")
	a.member.Get(at+"/papers/1").Wants(t, http.StatusForbidden)
	a.secretary.Post(at+"/papers/1/remove").LeadsTo(t, at+"#papers")
	a.secretary.Get(at).Wants(t, http.StatusOK, "None yet.")
}

// A test letter keeps what was typed on the page, and goes to the secretary alone.
func TestATestLetterFromTheNoticePage(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	try := func() kittest.Answer {
		return a.does(a.path("notice"), a.path("notice"), "do", "try", "words", "Come, all of you.")
	}
	try().Wants(t, http.StatusUnprocessableEntity, "The register has no e-mail address of yours")
	a.mailsTo(a.people[0], "sina@example.nz")
	try().Wants(t, http.StatusOK, "A test letter to sina@example.nz is in the outbox", "Come, all of you.", "Give notice")
	a.secretary.Get("/outbox?state=waiting").Wants(t, http.StatusOK, "1 letter", "Test: Notice of the AGM")
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Give notice")
}

// Everything to print stands on one page before the meeting, with what is not known
// yet, and the papers to vote on come in as many copies as one asks for.
func TestPrintsBeforeTheMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.secretary.Get(a.path("prints")).Wants(
		t, http.StatusOK, "Notice and agenda", "this is a draft", "Nomination form", "Roll",
		"The roll is fixed when notice is given", "Attendance sheet", "Ballot papers", "How many of each", "Count slips", "Blank count slip",
		"The elections are not prepared",
	)
	pages := func(query string) int {
		t.Helper()
		got := a.secretary.Get(a.path("ballots.pdf") + query)
		got.Wants(t, http.StatusOK, "%PDF")
		return strings.Count(got.Body, "/Type /Page\n") + strings.Count(got.Body, "/Type /Page ") + strings.Count(got.Body, "/Type/Page/")
	}
	if few, many := pages("?copies=4"), pages("?copies=200"); few == 0 || many <= few {
		t.Errorf("4 copies are %d pages, 200 are %d", few, many)
	}
	pages("?blank=yes")
	for _, print := range []string{"attendance.pdf", "count.pdf", "count.pdf?blank=yes", "nomination.pdf"} {
		a.secretary.Get(a.path(print)).Wants(t, http.StatusOK, "%PDF")
	}
	a.member.Get(a.path("prints")).Wants(t, http.StatusForbidden)
	a.notified()
	a.livesAt(a.people[13], "")
	a.secretary.Get(a.path("prints")).Wants(t, http.StatusOK, a.path("labels.pdf"))
	a.member.Get(a.path("nomination.pdf")).Wants(t, http.StatusOK, "%PDF")
}
