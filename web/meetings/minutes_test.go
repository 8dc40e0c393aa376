package meetings_test

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// closed is an AGM that was held and has ended.
func (a *assembly) closed() {
	a.t.Helper()
	a.planned()
	a.open(12)
	for _, no := range []string{"1", "2"} {
		a.does(
			a.path("motions", no), a.path("motions", no, "end"), "do", "withdraw", "amendment", "0",
		).LeadsTo(a.t, a.path("motions", no))
	}
	a.does(a.path("chair"), a.path("close")).LeadsTo(a.t, a.path("chair"))
}

// fields are what stands in the text areas and headings of a form of minutes.
func minutesFields(t *testing.T, page kittest.Answer) []string {
	t.Helper()
	var out []string
	for _, m := range textareaPattern.FindAllStringSubmatch(page.Body, -1) {
		out = append(out, m[1], unescaped(m[2]))
	}
	for _, m := range headingPattern.FindAllStringSubmatch(page.Body, -1) {
		out = append(out, m[1], unescaped(m[2]))
	}
	for _, m := range hiddenPattern.FindAllStringSubmatch(page.Body, -1) {
		out = append(out, m[1], unescaped(m[2]))
	}
	if len(out) == 0 {
		t.Fatalf("no fields:\n%s", page.Body)
	}
	return out
}

// Minutes are written section by section, and nothing that a person wrote is
// replaced by a draft that was made later.
func TestMinutesAreWrittenBySections(t *testing.T) {
	a := newAssembly(t)
	a.closed()
	edit, preview := a.path("minutes", "edit"), a.path("minutes", "preview")
	first := a.secretary.Get(edit)
	first.Wants(t, http.StatusOK, "This draft was made from what was recorded", "Text of “Present”", "How it reads",
		"Heading of another section")
	fields := minutesFields(t, first)

	seen := a.secretary.Post(preview, append(changed(fields, "text-1", "All were **there**."), "version", "0")...)
	seen.Wants(t, http.StatusOK, "All were <strong>there</strong>.", "All were **there**.")
	a.secretary.Get(a.path("minutes")).Wants(t, http.StatusOK, "No minutes yet")

	a.secretary.Post(edit, append(changed(fields, "text-1", "All were there."), "version", "0")...).LeadsTo(t, a.path("minutes"))
	a.secretary.Get(a.path("minutes")).Wants(t, http.StatusOK, "All were there.", "Draft of")

	// A task is recorded afterwards: the records have a section more.
	a.secretary.Post(a.path("tasks"), "task", "Sweep the hall").LeadsTo(t, a.path()+"#tasks")
	plain := a.secretary.Get(edit)
	plain.Wants(t, http.StatusOK, "Compare with what is recorded now", "All were there.")
	if strings.Contains(plain.Body, "Sweep the hall") {
		t.Error("what was recorded later is taken in without being asked for")
	}
	beside := a.secretary.Get(edit + "?from=record")
	beside.Wants(t, http.StatusOK, "All were there.", "This is new in the records.", "Sweep the hall")
	if strings.Contains(beside.Body, "Replace what is written") {
		t.Error("what a person wrote is asked about although the records have not changed there")
	}
	a.secretary.Post(edit, append(minutesFields(t, beside), "version", "1")...).LeadsTo(t, a.path("minutes"))
	a.secretary.Get(a.path("minutes")).Wants(t, http.StatusOK, "All were there.", "Sweep the hall")

	// Both changed: both are shown, and a person chooses.
	version := kittest.VersionOn(t, a.secretary.Get(edit))
	now := minutesFields(t, a.secretary.Get(edit))
	a.secretary.Post(edit, append(replaced(now, "Sweep the hall", "Sweep the hall twice"), "version", version)...).LeadsTo(
		t, a.path("minutes"),
	)
	a.secretary.Post(a.path("tasks"), "task", "Return the key").LeadsTo(t, a.path()+"#tasks")
	both := a.secretary.Get(edit + "?from=record")
	both.Wants(t, http.StatusOK, "The records say something else than is written here", "Sweep the hall twice",
		"Return the key", "Replace what is written by what the records say")
	written := minutesFields(t, both)
	version = kittest.VersionOn(t, both)
	take := ""
	for i := 0; i < len(written); i += 2 {
		if no, ok := strings.CutPrefix(written[i], "fresh-"); ok {
			take = "take-" + no
		}
	}
	stay := a.secretary.Post(preview, append(written, "version", version)...)
	stay.Wants(t, http.StatusOK, "Sweep the hall twice")
	a.secretary.Post(edit, append(written, "version", version, take, "on")...).LeadsTo(t, a.path("minutes"))
	if page := a.secretary.Get(a.path("minutes")); !strings.Contains(page.Body, "Return the key") ||
		strings.Contains(page.Body, "twice") || !strings.Contains(page.Body, "All were there.") {
		t.Errorf("the section that was chosen:\n%s", page.Body)
	}
}

// Members read the draft once the chair says so, and their remarks are answered.
func TestMembersRemarkOnADraft(t *testing.T) {
	a := newAssembly(t)
	a.closed()
	minutes := a.path("minutes")
	a.does(a.path("minutes", "edit"), a.path("minutes", "edit"), "text-0", "All met.", "title-1", "Present", "text-1",
		"Twelve.").LeadsTo(t, minutes)
	a.member.Get(minutes).Wants(t, http.StatusNotFound)
	a.secretary.Get(minutes).Wants(t, http.StatusOK, "Members do not see the draft.", "The chair agrees")
	a.does(minutes, a.path("minutes", "show")).LeadsTo(t, minutes+"#members")
	a.secretary.Get(minutes).Wants(t, http.StatusOK, "9 letters wait to be sent; 5 members have no e-mail address")
	a.member.Get(a.path()).Wants(t, http.StatusOK, `href="`+minutes+`"`)
	read := a.member.Get(minutes)
	read.Wants(t, http.StatusOK, "All met.", "Your remark", "Draft of")
	for _, not := range []string{"Change the text", "The chair agrees", "no longer", "letters"} {
		if strings.Contains(read.Body, not) {
			t.Errorf("a member sees %q", not)
		}
	}
	remarks := a.path("minutes", "remarks")
	a.member.Post(remarks, "section", "Present", "remark", "").Wants(t, http.StatusUnprocessableEntity, "Enter your remark.")
	a.member.Post(remarks, "section", "Present", "remark", "Eleven were there.").LeadsTo(t, minutes+"#remarks")
	a.member.Get(minutes).Wants(t, http.StatusOK, "Eleven were there.", "Not answered yet")

	answer := a.path("minutes", "remarks", "1")
	a.does(minutes, answer, "answer", "not_taken", "reply", "").Wants(
		t, http.StatusUnprocessableEntity, "Enter why it is not taken.",
	)
	a.does(minutes, answer, "answer", "not_taken", "reply", "Twelve signed.").LeadsTo(t, minutes+"#remarks")
	a.member.Get(minutes).Wants(t, http.StatusOK, "Not taken", "Twelve signed.")
	a.member.Post(answer, "version", "2", "answer", "taken").Wants(t, http.StatusForbidden)

	a.does(minutes, a.path("minutes", "hide")).LeadsTo(t, minutes+"#members")
	a.member.Get(minutes).Wants(t, http.StatusNotFound)
	a.secretary.Get(minutes).Wants(t, http.StatusOK, "Eleven were there.")
}

var (
	textareaPattern = regexp.MustCompile(`(?s)<textarea[^>]* name="([^"]+)"[^>]*>(.*?)</textarea>`)
	headingPattern  = regexp.MustCompile(`<input type="text"[^>]* name="(title-\d+)" value="([^"]*)"`)
	hiddenPattern   = regexp.MustCompile(`<input type="hidden" name="((?:fresh|state)-\d+|drafted)" value="([^"]*)"`)
)

func unescaped(s string) string { return strings.TrimPrefix(html.UnescapeString(s), "\n") }

// changed is a form with something else in a field.
func changed(pairs []string, name, value string) []string {
	out := slices.Clone(pairs)
	for i := 0; i < len(out); i += 2 {
		if out[i] == name {
			out[i+1] = value
		}
	}
	return out
}

// replaced is a form with other words in its text areas.
func replaced(pairs []string, was, now string) []string {
	out := slices.Clone(pairs)
	for i := 1; i < len(out); i += 2 {
		if strings.HasPrefix(out[i-1], "text-") {
			out[i] = strings.ReplaceAll(out[i], was, now)
		}
	}
	return out
}
