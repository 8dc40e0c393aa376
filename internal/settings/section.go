package settings

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/mail"
)

// Section is a part of the settings that is saved by itself.
type Section string

// The sections.
const (
	Details Section = "details" // who the society is, and how it is reached
)

// The settings, as nzgs config calls them.
const (
	Society  = "society"
	Wordmark = "wordmark"
	Address  = "society-address"
	Email    = "contact-email"
)

// MostLetters is how many letters each line of the section Details may have.
var MostLetters = map[string]int{Society: 100, Wordmark: 40, Address: 200, Email: 254}

// part is what there is to know of a section.
type part struct {
	number int64 // in the log
	what   string
	names  []string
	check  func(in map[string]string, f *apperr.Fields)
}

var parts = map[Section]part{
	Details: {1, "the details of the society", []string{Society, Wordmark, Address, Email}, checkDetails},
}

// tidy is a line as it is kept: without spaces around and between that say nothing, and without signs that no one sees.
func tidy(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c'
	}), " ")
}

func checkDetails(in map[string]string, f *apperr.Fields) {
	for name, value := range in {
		in[name] = tidy(value)
	}
	if name, is := in[Society]; is && name == "" {
		f.Add(Society, "Enter the society’s name.")
	}
	for _, name := range []string{Society, Wordmark, Address} {
		if most := MostLetters[name]; utf8.RuneCountInString(in[name]) > most {
			f.Add(name, "Shorten this to %d characters.", most)
		}
	}
	if address := in[Email]; address != "" && !mail.ValidAddress(address) {
		f.Add(Email, "Enter an e-mail address, like hello@go.example.nz, or leave this empty.")
	}
}
