package settings

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
)

// Section is a part of the settings that is saved by itself.
type Section string

// The sections.
const (
	Details Section = "details" // who the society is, and how it is reached
	Mail    Section = "mail"    // the server that letters go through
	SignIn  Section = "sign-in" // what signing in takes
)

// The settings, as nzgs config calls them.
const (
	Society  = "society"
	Wordmark = "wordmark"
	Address  = "society-address"
	Email    = "contact-email"

	Host       = "smtp-host"
	Port       = "smtp-port"
	Encryption = "smtp-encryption"
	User       = "smtp-user"
	Password   = "smtp-password"
	From       = "mail-from"

	FactorFrom = "second-factor-from"
)

// MostLetters is how many letters each line of the section Details may have.
var MostLetters = map[string]int{Society: 100, Wordmark: 40, Address: 200, Email: 254}

// part is what there is to know of a section.
type part struct {
	number int64 // in the log
	what   string
	names  []string
	// check refuses what is wrong with what is to be saved in the place of what was, and tidies it.
	check func(ask asking, in map[string]string, f *apperr.Fields)
	tells bool // two officers are told before it is changed
}

// asking is what a check may ask besides.
type asking struct {
	was   View
	today civil.Date
	actor auth.Actor
}

var parts = map[Section]part{
	Details: {1, "the details of the society", []string{Society, Wordmark, Address, Email}, checkDetails, false},
	Mail:    {2, "the mail server", []string{Host, Port, Encryption, User, Password, From}, checkMail, true},
	SignIn:  {3, "what signing in takes", []string{FactorFrom}, checkSignIn, false},
}

// Line is a line as it is kept: without spaces around and between that say nothing, and without signs that no one sees.
func Line(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c'
	}), " ")
}

// Shows reports whether someone sees a letter or a digit in the text. Some letters are blank: the fillers of Hangul, and two
// hieroglyphs.
func Shows(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		blank := unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == '\U00013441' || r == '\U00013442'
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !blank
	})
}

func checkDetails(_ asking, in map[string]string, f *apperr.Fields) {
	for name, value := range in {
		in[name] = Line(value)
	}
	if name, is := in[Society]; is && !Shows(name) {
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

// checkSignIn keeps whoever sets the day from locking themselves out with it.
func checkSignIn(ask asking, in map[string]string, f *apperr.Fields) {
	value, is := in[FactorFrom]
	if !is || value == "" || value == ask.was.Value(FactorFrom) {
		return
	}
	day, err := civil.ParseDate(value)
	switch {
	case err != nil:
		f.Add(FactorFrom, "Enter a date like 1 March 2027, or leave this empty.")
	case !day.After(ask.today) && !ask.actor.Proof.Enrolled:
		f.Add(FactorFrom, "Enter a day to come, or add a second factor to your own account first: from that day you would be let in "+
			"only with one.")
	}
}
