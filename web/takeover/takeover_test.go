package takeover_test

import (
	"html"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

func messy(t *testing.T) (files []string) {
	t.Helper()
	for _, name := range []string{"members.csv", "subscriptions.tsv", "clubs.csv"} {
		data, err := os.ReadFile("../../internal/takeover/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, name, string(data))
	}
	return files
}

var (
	fileForm = regexp.MustCompile(`action="(/take-over/files/[0-9]+)"`)
	version  = regexp.MustCompile(`name="version" value="([0-9]+)"`)
	digest   = regexp.MustCompile(`name="digest" value="([0-9a-f]+)"`)
	select1  = regexp.MustCompile(`(?s)<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>`)
	chosen   = regexp.MustCompile(`<option value="([^"]*)" selected>`)
)

// fields are the selects of a form, with what is chosen in them.
func fields(form string) (pairs []string) {
	for _, m := range select1.FindAllStringSubmatch(form, -1) {
		value := ""
		if c := chosen.FindStringSubmatch(m[2]); c != nil {
			value = html.UnescapeString(c[1])
		}
		pairs = append(pairs, m[1], value)
	}
	return pairs
}

func set(pairs []string, name, value string) []string {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == name {
			pairs[i+1] = value
		}
	}
	return pairs
}

// The secretary sends three messy files, says what is asked, sees what would be done and takes all of it over; the same
// again changes nothing; then it is undone.
func TestTakingASocietyOver(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	b.Get("/take-over").Wants(t, http.StatusOK, "Take over a society that exists", "Read the files")
	b.UploadAll("/take-over", messy(t)).LeadsTo(t, "/take-over#files")
	page := b.Get("/take-over")
	page.Wants(t, http.StatusOK, "members.csv", "Were these people members already", "Say who this is", "Before it can be taken over")
	forms := strings.Split(page.Body, "<form ")
	for _, form := range forms {
		m := fileForm.FindStringSubmatch(form)
		if m == nil || strings.Contains(form, "remove") && !strings.Contains(form, `name="what"`) {
			continue
		}
		pairs := append(fields(form), "version", version.FindStringSubmatch(form)[1])
		b.Post(m[1], set(append([]string{}, pairs...), "what", "dogs")...).Wants(t, http.StatusUnprocessableEntity, "Choose what the list is of.")
		b.Post(m[1], set(set(pairs, "already", "yes"), "years", "begins")...).LeadsTo(t, "/take-over#"+strings.Replace(strings.TrimPrefix(m[1], "/take-over/"), "files/", "file-", 1))
		b.Post(m[1], pairs...).Wants(t, http.StatusConflict, "Someone else changed this file first")
	}
	choose := func() {
		page := b.Get("/take-over")
		for _, form := range strings.Split(page.Body, "<form ") {
			if !strings.Contains(form, `action="/take-over/choose"`) {
				continue
			}
			pairs := fields(form)
			for i := 0; i < len(pairs); i += 2 {
				switch {
				case pairs[i+1] != "":
				case strings.HasPrefix(pairs[i], "row-"):
					pairs[i+1] = "leave_out"
				case strings.HasPrefix(pairs[i], "club-"):
					pairs[i+1] = "new"
				}
			}
			b.Post("/take-over/choose", pairs...).LeadsTo(t, "/take-over?rows=#rows")
		}
	}
	choose()
	page = b.Get("/take-over")
	page.Wants(t, http.StatusOK, "Take all of this over", "People added to the register", "Added to the register with number 101")
	seen := digest.FindStringSubmatch(page.Body)[1]
	b.Post("/take-over/take", "digest", "0123").Wants(t, http.StatusConflict, "Something has changed since you looked")
	b.Post("/take-over/take", "digest", seen).LeadsTo(t, "/take-over#taken")
	b.Get("/take-over").Wants(t, http.StatusOK, "No one was written to", "Undo")
	b.Get("/members").Wants(t, http.StatusOK, "Tūī", "Kererū")
	b.Get("/members/101").Wants(t, http.StatusOK, "Aroha Tūī", "Member before", "since 21/11/1998, by members.csv, row 5", "Taken over as a member from")
	n, err := store.One(t.Context(), s.DB, store.Value[int], `SELECT count(*) FROM mail_letter`)
	if s.Must(err); n != 0 {
		t.Errorf("%d letters were written", n)
	}

	b.UploadAll("/take-over", messy(t)).LeadsTo(t, "/take-over#files")
	for _, form := range strings.Split(b.Get("/take-over").Body, "<form ") {
		if m := fileForm.FindStringSubmatch(form); m != nil && strings.Contains(form, `name="what"`) {
			pairs := append(fields(form), "version", version.FindStringSubmatch(form)[1])
			b.Post(m[1], set(set(pairs, "already", "yes"), "years", "begins")...)
		}
	}
	b.Get("/take-over").Wants(t, http.StatusOK, "nothing would change")

	b.Get("/take-over/1/undo").Wants(t, http.StatusOK, "Undo all of it")
	b.Post("/take-over/1/undo", "reason", "").Wants(t, http.StatusUnprocessableEntity, "Say why it is undone.")
	b.Post("/take-over/1/undo", "reason", "The wrong files.").LeadsTo(t, "/take-over")
	b.Get("/members/101").Wants(t, http.StatusNotFound)
}

// Files of finished events are read on the same page, and wait to be taken with their people.
func TestFinishedEventsAreReadToo(t *testing.T) {
	_, b := kittest.SecretarySite(t)
	data, err := os.ReadFile("../../internal/formats/testdata/" + "winter.h9")
	if err != nil {
		t.Fatal(err)
	}
	b.UploadAll("/take-over", []string{"list.csv", "Name,Email\nAroha Tūī,a@example.nz\n", "winter.h9", string(data)}).LeadsTo(t, "/take-over#files")
	b.Get("/take-over").Wants(t, http.StatusOK, "Finished events that wait", "winter.h9", "list.csv")
	b.Upload("/take-over", "broken.xml", "<Tournament").Wants(t, http.StatusUnprocessableEntity, "broken.xml")
}

// One press keeps lists and finished events, or nothing of either: whichever of them is wrong, it is said of all at once.
func TestListsAndEventsAreSentTogetherOrNotAtAll(t *testing.T) {
	_, b := kittest.SecretarySite(t)
	data, err := os.ReadFile("../../internal/formats/testdata/" + "winter.h9")
	if err != nil {
		t.Fatal(err)
	}
	const good, bad = "Name,Email\nAroha Tūī,a@example.nz\n", "Name,Email\n=1+1,a@example.nz\n"
	for _, tt := range []struct {
		files []string
		says  []string
	}{
		{[]string{"winter.h9", string(data), "bad.csv", bad}, []string{"bad.csv: "}},
		{[]string{"broken.xml", "<Tournament", "good.csv", good}, []string{"broken.xml: "}},
		{[]string{"broken.xml", "<Tournament", "bad.csv", bad}, []string{"broken.xml: ", "bad.csv: "}},
		{[]string{"winter.h9", string(data), "again.h9", string(data), "good.csv", good}, []string{"again.h9: the same as winter.h9"}},
	} {
		b.UploadAll("/take-over", tt.files).Wants(t, http.StatusUnprocessableEntity, tt.says...)
		if page := b.Get("/take-over").Body; strings.Contains(page, "Finished events that wait") || strings.Contains(page, "Files that wait") {
			t.Errorf("something of %q is kept", tt.files)
		}
	}
}

// Hostile files get the refusals of a club's list, beside the field, and nothing of them is kept.
func TestHostileFiles(t *testing.T) {
	_, b := kittest.SecretarySite(t)
	for name, tt := range map[string]struct{ content, says string }{
		"formula.csv": {"Name,Email\n=1+1,a@example.nz\n", "has a formula"},
		"empty.csv":   {" ", "empty"},
		"wide.csv":    {"Name," + strings.Repeat(",", 16_384) + "x\n", "beyond the 50 columns"},
		"long.csv":    {"Name,Email\n" + strings.Repeat("A B,\n", 5_001), "over the limit"},
		"page.xlsx":   {"<html><body>x</body></html>", "web page"},
		"zip.xlsx":    {"PK\x03\x04garbage", ""},
		"heads.csv":   {"Name,Email\n", "nothing below"},
		"cell.csv":    {"Name,Email\n" + strings.Repeat("x", 1001) + ",\n", "1,000 characters"},
	} {
		a := b.Upload("/take-over", name, tt.content)
		a.Wants(t, http.StatusUnprocessableEntity, name, tt.says)
		if strings.Contains(a.Body, "Files that wait") {
			t.Errorf("%s is kept", name)
		}
	}
	b.UploadAll("/take-over", nil).Wants(t, http.StatusUnprocessableEntity, "Choose the files first.")
}
