package constitution_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/web/kit/kittest"
)

func TestRecordingARuling(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	form := "/constitution/questions/4.1-two-weeks/ruling"
	b.Get("/constitution/questions").Wants(t, http.StatusOK, form)
	b.Get(form).Wants(t, http.StatusOK, "exactly fourteen days", `type="radio"`)
	b.Post(form).Wants(
		t, http.StatusUnprocessableEntity, "Please fix 3 things", `href="#reading"`, `href="#meeting"`, `href="#words"`,
	)
	b.Post(
		form, "reading", "clear", "meeting", "2026-07-02", "words", "Kept <b>",
	).Wants(t, http.StatusUnprocessableEntity, "in the future", "Kept &lt;b&gt;", `value="clear" checked`)
	b.Post(form, "reading", "clear", "meeting", "last week", "words", "").Wants(
		t, http.StatusUnprocessableEntity, "Please fix 2 things", "Enter a date like 1 July 2026.", `value="last week"`,
	)
	b.Post(form, "reading", "clear", "meeting", "last week", "words", "Too few.").Wants(
		t, http.StatusUnprocessableEntity, "Please fix one thing",
	)
	b.Get("/constitution/questions").Wants(t, http.StatusOK, "0 rulings in force") // nothing was kept
	b.Post(
		form, "reading", "clear", "meeting", "2026-06-01", "words", "Too few.", "key", "ruling-1",
	).LeadsTo(t, "/constitution/questions#q-4.1-two-weeks")
	b.Get("/constitution/questions").Wants(
		t, http.StatusOK, "The ruling is recorded.", "The committee ruled on 1 June 2026", "Too few.", "by Ngaio Testcase",
	)
	b.Post(
		form, "reading", "clear", "meeting", "2026-06-01", "words", "Again.",
	).Wants(t, http.StatusUnprocessableEntity, "is already recorded")
	b.Post(
		form, "reading", "clear", "meeting", "2026-06-01", "words", "Too few.", "key", "ruling-1",
	).LeadsTo(t, "/constitution/questions")
	b.Get("/constitution/questions/9.9/ruling").Wants(t, http.StatusNotFound)
	if page := s.Browser("").Get("/constitution/questions"); strings.Contains(page.Body, "/ruling") {
		t.Error("a visitor is led to the form")
	}
}

func TestImportingTheWordingByAPage(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	const text = "4.2 Ten <i>shall</i> suffice.\n4.4 The agenda:\na) Tellers.\nb) Reports.\n"
	b.Get("/constitution").Wants(t, http.StatusOK, "/constitution/wording")
	b.Get("/constitution/wording").Wants(t, http.StatusOK, "The first version")
	preview := b.Upload("/constitution/wording/preview", "wording.md", text, "version", "first")
	preview.Wants(
		t, http.StatusOK, "2 rules read, 2 differ", "Ten &lt;i&gt;shall", "a) Tellers.",
		"though the program applies them: 1.1,",
	)
	s.Browser("").Get("/constitution/rules/4.2").Wants(t, http.StatusOK, "has not been entered")

	b.Post("/constitution/wording", preview.Hidden()...).LeadsTo(t, "/constitution")
	b.Get("/constitution").Wants(t, http.StatusOK, "2 rules differ from before", "Entered")
	s.Browser("").Get("/constitution/rules/4.4").Wants(t, http.StatusOK, "The agenda:", "b) Reports.")
	b.Upload(
		"/constitution/wording/preview", "again.md", text, "version", "first",
	).Wants(t, http.StatusOK, "There is nothing to import")

	// Somebody else imports between the preview and the import.
	pasted := b.Post("/constitution/wording/preview", "version", "first", "text", "4.2 Eleven.\r\n")
	pasted.Wants(t, http.StatusOK, "1 rule read, 2 differ", "Removed", "Changed")
	s.ImportWording(civil.Date{}, "4.2 Twelve.\n")
	b.Post(
		"/constitution/wording", pasted.Hidden()...,
	).Wants(t, http.StatusConflict, "Someone else changed the wording", "Twelve.", "Eleven.")
	s.Browser("").Get("/constitution/rules/4.2").Wants(t, http.StatusOK, "Twelve.")

	s.Adopt("2026-03-14", 12)
	later := b.Post("/constitution/wording/preview", "version", "2026-03-14", "text", "4.2 Thirteen.")
	b.Post("/constitution/wording", later.Hidden()...).LeadsTo(t, "/constitution")
	s.Browser("").Get("/constitution/rules/4.2").Wants(t, http.StatusOK, "Thirteen.")
	s.Browser("").Get("/constitution/rules/4.2?on=2026-03-13").Wants(t, http.StatusOK, "Twelve.")
}

func TestWordingThatIsRefused(t *testing.T) {
	_, b := kittest.SecretarySite(t)
	for _, path := range []string{"/constitution/wording/preview", "/constitution/wording"} {
		b.Post(path).Wants(
			t, http.StatusUnprocessableEntity, "Choose one of the versions.",
			"Choose the file with the wording, or paste the text.",
		)
		b.Post(
			path, "version", "first", "text", "4.2 Ten.\n4.1 Late.\n4.2 <Again>.\n",
		).Wants(t, http.StatusUnprocessableEntity,
			"Line 2: rule 4.1 follows", "Line 3: rule 4.2 is already", "4.2 &lt;Again&gt;.", "1 more problem")
		b.Upload(
			path, "both.md", "4.2 Ten.", "version", "first", "text", "4.2 Ten.",
		).Wants(t, http.StatusUnprocessableEntity, "not both")
		b.Upload(
			path, "word.docx", "PK\x03\x04\xff\xfe", "version", "first",
		).Wants(t, http.StatusUnprocessableEntity, "not UTF-8 text")
		b.Upload(
			path, "long.md", strings.Repeat("4.2 x\n", 200_000), "version", "first",
		).Wants(t, http.StatusUnprocessableEntity, "more than 1048576 bytes")
		b.Post(
			path, "version", "2026-03-14", "text", "4.2 Ten.",
		).Wants(t, http.StatusUnprocessableEntity, "Choose one of the versions.")
	}
}
