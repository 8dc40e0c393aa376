package formats

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// codeLength is how long clubs may be in the formats of result lists and of OpenGotha.
const codeLength = 4

// clubCodes gives each club of an event a code of up to four characters, as [codesOf] does, and says which were
// shortened.
func (f *File) clubCodes(shorten func(string) string) (codes map[string]string, notes Notes) {
	clubs := make([]string, len(f.Event.Players))
	for i := range f.Event.Players {
		clubs[i] = f.Event.Players[i].Club
	}
	codes, long := codesOf(clubs, shorten)
	var said []string
	for _, club := range long {
		said = append(said, fmt.Sprintf("%s is %s", club, codes[club]))
	}
	if len(said) > 0 {
		notes.add("clubs were shortened to four characters: %s", list(said))
	}
	return codes, notes
}

// codesOf gives each club a code of up to four characters: a name that short is its own, a longer one begins the code,
// and clubs that begin alike get numbers. Shorten turns a name into characters the format has. The long ones are those
// whose code is not their name, in the order given.
func codesOf(clubs []string, shorten func(string) string) (codes map[string]string, long []string) {
	codes = map[string]string{}
	taken := map[string]bool{"": true, noClub: true}
	for _, club := range clubs {
		if _, seen := codes[club]; seen || club == "" {
			continue
		}
		codes[club] = ""
		short := letters(shorten(club))
		if short == club && utf8.RuneCountInString(club) <= codeLength && !taken[club] {
			codes[club], taken[club] = club, true
			continue
		}
		long = append(long, club)
	}
	for _, club := range long {
		code := freeCode([]rune(letters(shorten(club))), taken)
		codes[club], taken[code] = code, true
	}
	return codes, long
}

// noClub stands for no club in a result list.
const noClub = "xxxx"

// letters leaves out what would divide a field.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// freeCode is the beginning of a name, with as much of a number behind it as it takes.
func freeCode(name []rune, taken map[string]bool) string {
	if len(name) == 0 {
		name = []rune("Club")
	}
	code := string(name[:min(len(name), codeLength)])
	for n := 2; taken[code]; n++ {
		digits := fmt.Sprint(n)
		code = string(name[:min(len(name), max(0, codeLength-len(digits)))]) + digits
	}
	return code
}
