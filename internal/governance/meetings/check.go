package meetings

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// Limits of what is typed, in characters.
const (
	maxLine    = 200
	maxText    = 20_000
	maxMinutes = 200_000
	maxSigners = 1000
)

// line is a text of one line, composed and without stray spaces; paragraph
// keeps its lines.
func line(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }

func paragraph(s string) string {
	return strings.TrimSpace(norm.NFC.String(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)))
}

// checkLine and checkText add a problem with a text that is missing, too long
// or cannot be shown; checkOptional lets it be missing.
func checkLine(f *apperr.Fields, name, s, ask string) {
	if s == "" {
		f.Add(name, "%s", ask)
		return
	}
	checkOptional(f, name, s, maxLine)
}

func checkText(f *apperr.Fields, name, s, ask string) {
	if s == "" {
		f.Add(name, "%s", ask)
		return
	}
	checkOptional(f, name, s, maxText)
}

func checkOptional(f *apperr.Fields, name, s string, most int) {
	switch {
	case utf8.RuneCountInString(s) > most:
		f.Add(name, "Shorten this to %d characters.", most)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unshowable):
		f.Add(name, "This has characters that cannot be shown. Type it again.")
	}
}

func unshowable(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == utf8.RuneError
}

// tidied is the input composed and without stray spaces.
func (in PlanInput) tidied() PlanInput {
	in.Time, in.Place, in.Online = line(in.Time), line(in.Place), line(in.Online)
	return in
}

// check returns what is wrong with a meeting that is to be saved, in form
// order, apart from what the calendar says of its dates.
func (in PlanInput) check() apperr.Fields {
	var f apperr.Fields
	if in.Kind != Committee && !in.Kind.General() {
		f.Add("kind", "Choose a committee meeting, an AGM or an EGM.")
	}
	constitution.CheckDay(&f, "date", in.Date)
	if !validTime(in.Time) {
		f.Add("time", "Enter the time as 19:30.")
	}
	checkLine(&f, "place", in.Place, "Enter where the meeting is held. If only online, say so.")
	checkOptional(&f, "online", in.Online, maxLine)
	if u, err := url.Parse(in.Online); in.Online != "" &&
		(err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		f.Add("online", "Enter an address that begins with https://, or leave it empty.")
	}
	in.checkKind(&f)
	return f
}

// checkKind refuses what belongs to another kind of meeting.
func (in PlanInput) checkKind(f *apperr.Fields) {
	if in.Kind != AGM {
		if !in.Previous.IsZero() {
			f.Add("previous", "Only an AGM follows an AGM: leave this out.")
		}
		if !in.Balance.IsZero() {
			f.Add("balance_date", "Only an AGM has a balance date: leave this out.")
		}
	}
	if in.Kind != EGM {
		if in.Request != 0 {
			f.Add("request", "Only an EGM is held on request: leave this out.")
		}
		if !in.Closing.IsZero() {
			f.Add("closing", "Only an EGM is followed by a postal vote: leave this out.")
		}
	}
}

// validTime reports whether s is a time of the day as "19:30".
func validTime(s string) bool {
	if len(s) != len("19:30") || s[2] != ':' {
		return false
	}
	for _, i := range []int{0, 1, 3, 4} {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s[:2] < "24" && s[3:] < "60"
}
