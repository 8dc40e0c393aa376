package news_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/news"
	"nzgs/internal/newsletter"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The form says the same of each address, and a link that is not good says so.
func TestTheNewsletterIsAskedFor(t *testing.T) {
	s := kittest.EmptySite(t)
	anyone := s.Browser("")
	reads(t, anyone.Get("/newsletter"), http.StatusOK, "None was sent yet.", "not:Newsletter desk")
	anyone.Post("/newsletter", "email", "nobody").Wants(t, http.StatusUnprocessableEntity, "Enter an e-mail address like")
	bad := strings.Repeat("A", 26)
	anyone.Get("/newsletter/confirm/"+bad).Wants(t, http.StatusNotFound, "not valid")
	reads(t, anyone.Get("/newsletter/leave/"+bad), http.StatusNotFound, "This link is not known.", "link in the newest letter", "not:does not come")
	reads(t, anyone.Post("/newsletter/leave/"+bad, "List-Unsubscribe", "One-Click"), http.StatusNotFound, "This link is not known.", "not:does not come")
}

func TestTheNewsletterDesk(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	officer(s, "Aroha", auth.Treasurer).Get("/newsletter/desk").Wants(t, http.StatusForbidden)
	mei.Post("/newsletter/desk/new", "title", "", "intro", "").Wants(t, http.StatusUnprocessableEntity, "Give it a title")
	mei.Post("/newsletter/desk/new", "title", "November", "intro", hostile).LeadsTo(t, "/newsletter/desk/1")
	reads(t, mei.Get("/newsletter/desk/1"), http.StatusOK, "<strong>koutou</strong>", "Send it", "not:<script>alert", "not:javascript:")
	mei.Get("/newsletter/desk/1/send").Wants(t, http.StatusOK, "It goes to 0 readers")
	s.Browser("").Get("/newsletter/1").Wants(t, http.StatusNotFound)
	shown := kittest.VersionOn(t, mei.Get("/newsletter/desk/1/edit"))
	mei.Post("/newsletter/desk/1/edit", "version", shown, "title", "December", "intro", "Kia ora").LeadsTo(t, "/newsletter/desk/1")
	mei.Post("/newsletter/desk/1/edit", "version", shown, "title", "x", "intro", "y").Wants(t, http.StatusConflict)
	mei.Get("/newsletter/desk").Wants(t, http.StatusOK, "December", "Draft", "0 readers")
	if !regexp.MustCompile(`value="December"`).MatchString(mei.Get("/newsletter/desk/1/edit").Body) {
		t.Error("the form does not have the title")
	}
}

// A newsletter is printed with its pictures, lists and addresses; a draft says so, and only who writes newsletters has it.
func TestTheNewsletterOnPaper(t *testing.T) {
	s := kittest.EmptySite(t)
	pieces := news.New(s.DB, func() civil.Instant { return s.Now })
	mei := officer(s, "Mei", auth.Secretary)
	item, err := pieces.Write(t.Context(), kittest.Program, news.Input{Text: news.Text{Title: "สวัสดี, مرحبا and 王小明", Body: "It was *won*."}})
	s.Must(err)
	s.Must(pieces.AddPicture(t.Context(), kittest.Program, item, 1, onePicture(t), "The cup"))
	s.Must(pieces.Publish(t.Context(), kittest.Program, item, 2, civil.Date{}, ""))
	mei.Post(
		"/newsletter/desk/new", "title", "Kōanga", "news", "1",
		"intro", "First line\nsecond line\n\n- one\n  - [inner](/clubs)\n\n1. step\n\n> said **so**\n\n```\nas typed\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |",
	).LeadsTo(t, "/newsletter/desk/1")
	paper := "/newsletter/desk/1/issue.pdf"
	mei.Get("/newsletter/desk/1").Wants(t, http.StatusOK, paper)
	s.Browser("").Get("/newsletter/1.pdf").Wants(t, http.StatusNotFound)
	officer(s, "Aroha", auth.Treasurer).Get(paper).Wants(t, http.StatusForbidden)
	reads(t, print(t, mei.Get(paper)), http.StatusOK, "Draft: this newsletter has not been sent", "Kōanga", "王小明", "The cup",
		"First line", "second line", "inner (http://go.example.nz/clubs)", "1. step", "as typed", "Page 1 of 1")
	outbox := mail.New(s.DB, func() civil.Instant { return s.Now }, noPost{})
	service := newsletter.New(s.DB, func() civil.Instant { return s.Now }, "The Society", "http://go.example.nz", s.Auth, outbox)
	s.Must(service.Send(t.Context(), kittest.Program, 1, 1))
	s.Browser("").Get("/newsletter/1").Wants(t, http.StatusOK, `href="/newsletter/1.pdf"`)
	reads(t, print(t, s.Browser("").Get("/newsletter/1.pdf")), http.StatusOK, "The cup", "not:Draft")
	for _, bad := range []string{"/newsletter/2.pdf", "/newsletter/x.pdf", "/newsletter/-1.pdf", "/newsletter/1.doc", "/newsletter/.pdf"} {
		s.Browser("").Get(bad).Wants(t, http.StatusNotFound)
	}
	i, err := pieces.Item(t.Context(), kittest.Program, item)
	s.Must(err)
	s.Must(pieces.Withdraw(t.Context(), kittest.Program, item, i.Version, "It was wrong."))
	reads(t, print(t, s.Browser("").Get("/newsletter/1.pdf")), http.StatusOK, "This was withdrawn", "not:The cup", "not:王小明")
	reads(t, print(t, mei.Get(paper)), http.StatusOK, "not:The cup")
}

// A member chooses at “My letters”; the secretary enters who asked for paper, prints a copy for each, and labels.
func TestTheNewsletterComesOnPaper(t *testing.T) {
	s, post := kittest.MailingSite(t)
	mei := officer(s, "Mei", auth.Secretary)
	ids, err := s.Members.RegisterAll(t.Context(), kittest.Program, []members.PersonInput{
		{FamilyName: "Tūī", GivenNames: "Aroha", Address: "1 Kōwhai Terrace\nŌtaki 5512"}, {FamilyName: "Ngata", GivenNames: "Hēmi"},
	})
	s.Must(err)
	account, _ := s.Account("Tama", "Lin")
	tama := s.Browser(s.Session(account))
	reads(t, tama.Get("/letter-choices"), http.StatusOK, "The newsletter", "Does not come to me", "By e-mail to ", "once your postal address", "not:On paper, to")
	tama.Post("/letter-choices/newsletter", "way", "mail").LeadsTo(t, "/letter-choices")
	reads(t, tama.Get("/letter-choices"), http.StatusOK, "A letter leaves for tama@example.nz", "A letter to tama@example.nz asks", "not:Saved.")
	tama.Get("/newsletter").Wants(t, http.StatusOK, "The newsletter does not come to you. A letter to tama@example.nz asks")
	opened := linkIn(t, post, "confirm")
	tama.Post(opened).LeadsTo(t, "/newsletter")
	tama.Get("/newsletter").Wants(t, http.StatusOK, "The newsletter comes to you by e-mail.")
	tama.Post("/letter-choices/newsletter").LeadsTo(t, "/letter-choices") // without the field nothing changes
	tama.Post("/letter-choices/newsletter", "way", "paper").Wants(t, http.StatusSeeOther)
	tama.Post("/letter-choices/newsletter", "way", "fax").Wants(t, http.StatusSeeOther)
	tama.Get("/newsletter").Wants(t, http.StatusOK, "The newsletter comes to you by e-mail.")
	tama.Get("/newsletter/desk/paper").Wants(t, http.StatusForbidden)
	tama.Get("/newsletter/desk/labels.pdf").Wants(t, http.StatusForbidden)
	mei.Get("/newsletter/desk").Wants(t, http.StatusOK, "1 reader by e-mail", "0 members get it on paper")
	mei.Get("/newsletter/desk/paper").Wants(t, http.StatusOK, "No one gets the newsletter on paper.")
	mei.Post("/newsletter/desk/paper", "person", "").Wants(t, http.StatusUnprocessableEntity, "Enter a member by name or number.")
	mei.Post("/newsletter/desk/paper", "person", kit.IDText(ids[1])).Wants(t, http.StatusConflict, "no postal address")
	mei.Post("/newsletter/desk/paper", "person", kit.IDText(ids[0])).LeadsTo(t, "/newsletter/desk/paper")
	mei.Get("/newsletter/desk/paper").Wants(t, http.StatusOK, "Aroha", "Ōtaki 5512", "/letters/labels?of=")
	mei.Get("/letters/labels?of=/newsletter/desk/labels.pdf").Wants(t, http.StatusOK, "Sheet of labels")
	reads(t, print(t, mei.Get("/newsletter/desk/labels.pdf")), http.StatusOK, "Ōtaki 5512")
	mei.Post("/newsletter/desk/new", "title", "Kōanga", "intro", "Kia ora").LeadsTo(t, "/newsletter/desk/1")
	mei.Get("/newsletter/desk/1").Wants(t, http.StatusOK, "1 member gets it on paper", "copies.pdf")
	reads(t, print(t, mei.Get("/newsletter/desk/1/copies.pdf")), http.StatusOK, "Ōtaki 5512", "Kia ora", "Draft:")
	mei.Post("/newsletter/desk/paper/"+kit.IDText(ids[0])+"/remove").LeadsTo(t, "/newsletter/desk/paper")
	reads(t, mei.Get("/newsletter/desk/paper"), http.StatusOK, "not:Ōtaki")
}

// linkIn is the address of a link of the last letter.
func linkIn(t *testing.T, post *kittest.Letters, to string) string {
	t.Helper()
	for _, letter := range slices.Backward(post.Come()) {
		if m := regexp.MustCompile(`/newsletter/` + to + `/\w+`).FindString(letter.Body); m != "" {
			return m
		}
	}
	t.Fatalf("no letter with a link to %s", to)
	return ""
}

// Bug: the page said that the newsletter comes on paper, and the register had no postal address.
func TestTheNewsletterOnPaperGoesNowhere(t *testing.T) {
	s := kittest.EmptySite(t)
	account, person := s.Account("Tama", "Lin")
	tama := s.Browser(s.Session(account))
	set := func(address string) {
		s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE person SET address = $2 WHERE id = $1`, person, address)
			return err
		}))
	}
	set("1 Road")
	tama.Post("/letter-choices/newsletter", "way", "paper").LeadsTo(t, "/letter-choices")
	tama.Get("/newsletter").Wants(t, http.StatusOK, "The newsletter comes to you on paper.")
	set("")
	for _, page := range []string{"/newsletter", "/letter-choices"} {
		reads(t, tama.Get(page), http.StatusOK, "the register has no postal address to which it could go", "Change my details", "not:comes to you on paper")
	}
	tama.Post("/letter-choices/newsletter", "way", "mail").LeadsTo(t, "/letter-choices")
	tama.Get("/letter-choices").Wants(t, http.StatusOK, "This site sends no letters")
}

// Bug: a link in an earlier letter said that the newsletter does not come any more, and did nothing.
func TestTheNewsletterIsStoppedByAnEarlierLetter(t *testing.T) {
	s, post := kittest.MailingSite(t)
	account, person := s.Account("Tama", "Lin")
	tama, anyone := s.Browser(s.Session(account)), s.Browser("")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE person SET address = '1 Road' WHERE id = $1`, person)
		return err
	}))
	tama.Post("/letter-choices/newsletter", "way", "mail").LeadsTo(t, "/letter-choices")
	anyone.Post(linkIn(t, post, "confirm")).LeadsTo(t, "/newsletter")
	id, err := s.Newsletter.Write(t.Context(), kittest.Program, newsletter.Input{Title: "Kōanga", Intro: "Kia ora"})
	s.Must(err)
	s.Must(s.Newsletter.Send(t.Context(), kittest.Program, id, 1))
	stop := linkIn(t, post, "leave")
	for _, way := range []string{"paper", "mail"} {
		tama.Post("/letter-choices/newsletter", "way", way).LeadsTo(t, "/letter-choices")
	}
	reads(t, anyone.Get(stop), http.StatusOK, "Stop the newsletter", "not:does not come")
	anyone.Post(stop, "List-Unsubscribe", "One-Click").Wants(t, http.StatusOK, "does not come to this address any more")
	reads(t, anyone.Get(stop), http.StatusOK, "does not come to this address any more", "not:Stop the newsletter")
	tama.Get("/newsletter").Wants(t, http.StatusOK, "The newsletter does not come to you.")
	anyone.Post("/newsletter", "email", "other@example.nz").LeadsTo(t, "/newsletter")
	anyone.Post(linkIn(t, post, "confirm")).LeadsTo(t, "/newsletter")
	id, err = s.Newsletter.Write(t.Context(), kittest.Program, newsletter.Input{Title: "Raumati", Intro: "Kia ora"})
	s.Must(err)
	s.Must(s.Newsletter.Send(t.Context(), kittest.Program, id, 1))
	stop = linkIn(t, post, "leave")
	anyone.Post(stop).LeadsTo(t, "/newsletter")
	anyone.Get("/newsletter").Wants(t, http.StatusOK, "does not come to this address any more")
	reads(t, anyone.Get(stop), http.StatusNotFound, "This link is not known.", "not:does not come to")
}

// noPost sends nothing.
type noPost struct{}

func (noPost) Send(context.Context, mail.Message) error { return nil }

// print is what another program reads on a print.
func print(t *testing.T, a kittest.Answer) kittest.Answer {
	t.Helper()
	if got := a.Header.Get("Content-Type"); got != "application/pdf" {
		t.Fatalf("%d %s: %.300s", a.Status, got, a.Body)
	}
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Fatal("make test-deps installs pdftotext")
	}
	at := filepath.Join(t.TempDir(), "newsletter.pdf")
	if err := os.WriteFile(at, []byte(a.Body), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), program, "-layout", at, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	a.Body = strings.Join(strings.Fields(string(text)), " ")
	return a
}

func onePicture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 300, 200))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
