package kit

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/civil"
)

// FileName is how a file of the site is called when it is saved: what it is, whose it is and of when.
type FileName struct {
	what, whose string
	day         civil.Date
}

// FileName names a file: what it is ("standings round 3"), whose (a person, a club, an event and its section; "" is the
// society's) and the day of what it says. Nothing else makes names of files.
func (s *Site) FileName(what, whose string, day civil.Date) FileName {
	if whose == "" {
		whose = s.Society
	}
	return FileName{what, whose, day}
}

// TodaysFile names a file of what is so today.
func (s *Site) TodaysFile(what, whose string) FileName { return s.FileName(what, whose, s.Today()) }

// with is the name with its ending, in letters that every program knows, and as it is written.
func (f FileName) with(ending string) (plain, whole string) {
	join := func(letters func(string) string) string {
		parts := []string{hyphened(letters(f.what), mostWhat), hyphened(letters(f.whose), mostWhose), f.day.String()}
		return strings.Join(slices.DeleteFunc(parts, isEmpty), "-") + "." + ending
	}
	return join(inASCII), join(asItIs)
}

func isEmpty(s string) bool { return s == "" }

func asItIs(s string) string { return s }

// Saved is the name with its ending in letters that every program knows, for a page that says what to do with the file.
func (f FileName) Saved(ending string) string {
	plain, _ := f.with(ending)
	return plain
}

// How many bytes what a file is, and whose, take in its name: with both, a day and an ending it is saved by every file
// system, with room for the folder that it comes into.
const (
	mostWhat  = 70
	mostWhose = 110
)

// hyphened are the letters, marks and figures of a text, with single hyphens between its words: nothing that a file
// system or a shell takes for something else, and no letter that cannot be seen.
func hyphened(s string, most int) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "")) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && b.Len() > 0 && !gap:
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == '\'' || r == '’' || unicode.Is(unicode.Cf, r): // within a word
		default:
			gap = true
		}
	}
	return cutBetween(b.String(), most, "-")
}

// cutBetween is a text of at most so many bytes: cut before one of the signs, in its second half, where there is one, and
// never between a letter and its marks.
func cutBetween(s string, most int, signs string) string {
	if len(s) <= most {
		return s
	}
	at := most
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	if sign := strings.LastIndexAny(s[:at+1], signs); sign > most/2 {
		return s[:sign]
	}
	for r, _ := utf8.DecodeRuneInString(s[at:]); at > most/2 && unicode.IsMark(r); r, _ = utf8.DecodeRuneInString(s[at:]) {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return s[:at]
}

// unmarked are letters that have no mark to take off.
var unmarked = strings.NewReplacer("ø", "o", "Ø", "O", "đ", "d", "Đ", "D", "ł", "l", "Ł", "L", "ß", "ss", "æ", "ae", "Æ", "AE", "ı", "i")

// inASCII is a text without marks over its letters, and without letters that only some programs know.
func inASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return -1
		}
		return r
	}, norm.NFKD.String(unmarked.Replace(s)))
}

// maxGivenName is how many bytes of the name of a file that someone uploaded are kept.
const maxGivenName = 150

// Disposition says by which name a file that someone uploaded is saved: as they called it, without what a file system
// refuses or a reader does not see.
func Disposition(kind, name string) string {
	whole := safeName(name)
	plain := safeName(strings.ReplaceAll(inASCII(whole), "%", "-"))
	if stem := strings.TrimSuffix(plain, path.Ext(plain)); !strings.ContainsFunc(stem, isWordLetter) {
		plain = "document" + path.Ext(plain)
	}
	return disposition(kind, plain, whole)
}

func isWordLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// disposition is the head of an answer that is saved: in plain letters, and beside it as it is written where that differs
// (RFC 6266, 4.3; RFC 5987).
func disposition(kind, plain, whole string) string {
	if plain == whole {
		return fmt.Sprintf(`%s; filename="%s"`, kind, plain)
	}
	return fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, kind, plain, strings.ReplaceAll(url.QueryEscape(whole), "+", "%20"))
}

// safeName is a name by which a file can be saved on Windows, macOS and Linux.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`<>:"/\|?*`, r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(name, "")))
	name = strings.TrimRight(strings.Join(strings.Fields(name), " "), ". ")
	ext := path.Ext(name)
	stem := strings.Trim(strings.TrimSuffix(name, ext), ". ")
	if len(ext) > 20 || strings.ContainsRune(ext, ' ') {
		stem, ext = strings.Trim(name, ". "), ""
	}
	stem = strings.TrimRight(cutBetween(stem, maxGivenName, " -_"), ". ")
	first, _, _ := strings.Cut(stem, ".")
	switch {
	case stem == "":
		stem = "document"
	case isDevice(first):
		stem = "document-" + stem
	}
	return stem + ext
}

// isDevice says whether Windows has a device of that name, which no file can have.
func isDevice(name string) bool {
	name = strings.ToUpper(strings.TrimSpace(name))
	switch name {
	case "CON", "PRN", "AUX", "NUL", "CLOCK$", "CONIN$", "CONOUT$":
		return true
	}
	port, found := strings.CutPrefix(name, "COM")
	if !found {
		port, found = strings.CutPrefix(name, "LPT")
	}
	return found && utf8.RuneCountInString(port) == 1 && strings.ContainsAny(port, "0123456789¹²³")
}
