package web

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// secretarySite is a society with a secretary who is signed in.
func secretarySite(t *testing.T) (*site, *browser) {
	s := emptySite(t)
	id, _ := s.account("Ngaio", "Testcase", auth.Office{Role: auth.Secretary})
	return s, s.browser(s.session(id))
}

func TestRecordingARuling(t *testing.T) {
	s, b := secretarySite(t)
	form := "/constitution/questions/4.1-two-weeks/ruling"
	b.get("/constitution/questions").wants(t, http.StatusOK, form)
	b.get(form).wants(t, http.StatusOK, "exactly fourteen days", `type="radio"`)
	b.post(form).wants(t, http.StatusUnprocessableEntity, "Please mend 3 things", `href="#reading"`, `href="#meeting"`, `href="#words"`)
	b.post(form, "reading", "clear", "meeting", "2026-07-02", "words", "Kept <b>").wants(t, http.StatusUnprocessableEntity, "still to come", "Kept &lt;b&gt;", `value="clear" checked`)
	b.post(form, "reading", "clear", "meeting", "2026-06-01", "words", "Too few.", "key", "ruling-1").leadsTo(t, "/constitution/questions#q-4.1-two-weeks")
	b.get("/constitution/questions").wants(t, http.StatusOK, "The ruling is recorded.", "The committee ruled on 1 June 2026", "Too few.", "by Ngaio Testcase")
	b.post(form, "reading", "clear", "meeting", "2026-06-01", "words", "Again.").wants(t, http.StatusUnprocessableEntity, "recorded already")
	b.post(form, "reading", "clear", "meeting", "2026-06-01", "words", "Too few.", "key", "ruling-1").leadsTo(t, "/constitution/questions")
	b.get("/constitution/questions/9.9/ruling").wants(t, http.StatusNotFound)
	if page := s.browser("").get("/constitution/questions"); strings.Contains(page.body, "/ruling") {
		t.Error("a visitor is led to the form")
	}
}

var hiddenValue = regexp.MustCompile(`<input type="hidden" name="(version|text|seen)" value="([^"]*)">`)

// hidden is what a page's form sends by itself.
func (a answer) hidden() []string {
	var out []string
	for _, m := range hiddenValue.FindAllStringSubmatch(a.body, -1) {
		out = append(out, m[1], html.UnescapeString(m[2]))
	}
	return out
}

func TestImportingTheWordingByAPage(t *testing.T) {
	s, b := secretarySite(t)
	const text = "4.2 Ten <i>shall</i> suffice.\n4.4 The agenda:\na) Tellers.\nb) Reports.\n"
	b.get("/constitution").wants(t, http.StatusOK, "/constitution/wording")
	b.get("/constitution/wording").wants(t, http.StatusOK, "The first version")
	preview := b.upload("/constitution/wording/preview", "wording.md", text, "version", "first")
	preview.wants(t, http.StatusOK, "2 rules read, 2 differ", "Ten &lt;i&gt;shall", "a) Tellers.", "though the program applies them: 1.1,")
	s.browser("").get("/constitution/rules/4.2").wants(t, http.StatusOK, "has not been entered")

	b.post("/constitution/wording", preview.hidden()...).leadsTo(t, "/constitution")
	b.get("/constitution").wants(t, http.StatusOK, "2 rules differ from before", "Entered")
	s.browser("").get("/constitution/rules/4.4").wants(t, http.StatusOK, "The agenda:", "b) Reports.")
	b.upload("/constitution/wording/preview", "again.md", text, "version", "first").wants(t, http.StatusOK, "There is nothing to import")

	// Somebody else imports between the preview and the import.
	pasted := b.post("/constitution/wording/preview", "version", "first", "text", "4.2 Eleven.\r\n")
	pasted.wants(t, http.StatusOK, "1 rule read, 2 differ", "Taken out", "Changed")
	s.importWording(civil.Date{}, "4.2 Twelve.\n")
	b.post("/constitution/wording", pasted.hidden()...).wants(t, http.StatusConflict, "Somebody else has changed the wording", "Twelve.", "Eleven.")
	s.browser("").get("/constitution/rules/4.2").wants(t, http.StatusOK, "Twelve.")

	s.adopt("2026-03-14", 12)
	later := b.post("/constitution/wording/preview", "version", "2026-03-14", "text", "4.2 Thirteen.")
	b.post("/constitution/wording", later.hidden()...).leadsTo(t, "/constitution")
	s.browser("").get("/constitution/rules/4.2").wants(t, http.StatusOK, "Thirteen.")
	s.browser("").get("/constitution/rules/4.2?on=2026-03-13").wants(t, http.StatusOK, "Twelve.")
}

func TestWordingThatIsRefused(t *testing.T) {
	_, b := secretarySite(t)
	for _, path := range []string{"/constitution/wording/preview", "/constitution/wording"} {
		b.post(path).wants(t, http.StatusUnprocessableEntity, "Choose one of the versions.", "Choose the file with the wording, or paste the text.")
		b.post(path, "version", "first", "text", "4.2 Ten.\n4.1 Late.\n4.2 <Again>.\n").wants(t, http.StatusUnprocessableEntity,
			"Line 2: rule 4.1 follows", "Line 3: rule 4.2 is there already", "4.2 &lt;Again&gt;.", "1 more problem")
		b.upload(path, "both.md", "4.2 Ten.", "version", "first", "text", "4.2 Ten.").wants(t, http.StatusUnprocessableEntity, "not both")
		b.upload(path, "word.docx", "PK\x03\x04\xff\xfe", "version", "first").wants(t, http.StatusUnprocessableEntity, "not UTF-8 text")
		b.upload(path, "long.md", strings.Repeat("4.2 x\n", 200_000), "version", "first").wants(t, http.StatusUnprocessableEntity, "more than 1048576 bytes")
		b.post(path, "version", "2026-03-14", "text", "4.2 Ten.").wants(t, http.StatusUnprocessableEntity, "Choose one of the versions.")
	}
}
