package ballot

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"nzgs/internal/apperr"
)

// Choice is what a paper says on one motion.
type Choice byte

const (
	Yes     Choice = 'y'
	No      Choice = 'n'
	Abstain Choice = 'a'
	Blank   Choice = '-' // nothing beside the motion
	Spoiled Choice = '!' // something, and none of the three words
)

var choiceWords = map[Choice]string{Yes: "Yes", No: "No", Abstain: "Abstain", Blank: "blank", Spoiled: "spoiled"}

// Words are the choice for the teller who entered it.
func (c Choice) Words() string { return choiceWords[c] }

// ParseChoice reads the letter of a choice in either case.
func ParseChoice(letter rune) (Choice, error) {
	switch letter {
	case 'Y', 'N', 'A':
		letter += 'a' - 'A'
	case 'y', 'n', 'a', '-', '!':
	default:
		return 0, apperr.New(apperr.Invalid, "A choice is y for Yes, n for No, a for Abstain, - for blank or ! for spoiled.")
	}
	return Choice(letter), nil
}

// Rejection is why the tellers count no vote of a paper (rule 5.11: its
// validity is at their discretion). "" means that it is valid.
type Rejection string

const (
	Valid      Rejection = ""
	Unsigned   Rejection = "unsigned"
	NoName     Rejection = "no_name"
	NotOnRoll  Rejection = "not_on_roll"
	Second     Rejection = "second_paper"
	Late       Rejection = "late"
	Unreadable Rejection = "unreadable"
	OtherCause Rejection = "other" // written in the envelope register
)

// rejections have their place here as their code in a sealed paper: add at the
// end only.
var rejections = []struct {
	Rejection
	words string
}{
	{Valid, "valid"},
	{Unsigned, "not signed"},
	{NoName, "no name"},
	{NotOnRoll, "the name is not on the roll"},
	{Second, "a second paper from a member"},
	{Late, "came after the closing date"},
	{Unreadable, "cannot be read"},
	{OtherCause, "another reason, written in the envelope register"},
}

// Rejections are the reasons in the order they are offered.
func Rejections() []Rejection {
	var out []Rejection
	for _, r := range rejections[1:] {
		out = append(out, r.Rejection)
	}
	return out
}

// Words are the reason for people to read: "not signed".
func (r Rejection) Words() string {
	if code := r.code(); code >= 0 {
		return rejections[code].words
	}
	return ""
}

// code is the reason's place in the table, or -1.
func (r Rejection) code() int {
	for i, known := range rejections {
		if known.Rejection == r {
			return i
		}
	}
	return -1
}

// Paper is one voting paper as one teller read it.
type Paper struct {
	Serial   Serial
	Rejected Rejection
	Choices  []Choice // one for each motion of the package, in its order; none when rejected
}

// Format tells the serial and never a vote, whatever the verb.
func (p Paper) Format(w fmt.State, _ rune) { io.WriteString(w, "paper "+p.Serial.String()) }

// MarshalJSON refuses: a paper is written nowhere unsealed.
func (p Paper) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a voting paper is never written unsealed")
}

// CheckPaper returns what is wrong with a paper: fields "serial", "rejected",
// "choices", or "choice-N" with N the motion's number.
func (p *Package) CheckPaper(paper Paper) error {
	var f apperr.Fields
	if !p.Knows(paper.Serial) {
		f.Add("serial", "No paper of this vote has this serial.")
	}
	switch {
	case paper.Rejected.code() < 0:
		f.Add("rejected", "Choose a reason from the list.")
	case paper.Rejected != Valid && len(paper.Choices) > 0:
		f.Add("choices", "A rejected paper has no votes.")
	case paper.Rejected == Valid && len(paper.Choices) != len(p.Motions):
		f.Add("choices", "Enter a choice for each of the %d motions.", len(p.Motions))
	}
	for i, c := range paper.Choices {
		if c.Words() == "" && i < len(p.Motions) {
			f.Add(fmt.Sprintf("choice-%d", p.Motions[i].Number), "Choose Yes, No, Abstain, blank or spoiled.")
		}
	}
	return f.Err()
}

// A paper's plaintext: version, package, record, teller, serial, code of the
// rejection, number of choices, the choices, and zeros up to plainSize.
const (
	plainVersion = 1
	plainSize    = 128
	recordBytes  = 16
	plainHead    = 1 + len(Hash{}) + recordBytes + 1 + serialSymbols + 1 + 1
	_            = uint(plainSize - plainHead - maxMotions) // it always fits
)

// plainHeader is what a paper is bound to inside its seal.
type plainHeader struct {
	pack   Hash
	record [recordBytes]byte
	teller TellerNumber
}

// encode is the paper's plaintext; the paper has been checked.
func (h plainHeader) encode(paper Paper) []byte {
	b := make([]byte, 0, plainSize)
	b = append(b, plainVersion)
	b = append(b, h.pack[:]...)
	b = append(b, h.record[:]...)
	b = append(b, byte(h.teller))
	b = append(b, paper.Serial.symbols...)
	b = append(b, byte(paper.Rejected.code()), byte(len(paper.Choices)))
	for _, c := range paper.Choices {
		b = append(b, byte(c))
	}
	return b[:plainSize]
}

// decode reads a paper's plaintext. It takes only what encode writes for this
// header: [ErrForeign] when it is bound to something else, else [ErrDamaged].
func (h plainHeader) decode(b []byte) (Paper, error) {
	if len(b) != plainSize || b[0] != plainVersion {
		return Paper{}, ErrDamaged
	}
	at := 1
	take := func(n int) []byte { at += n; return b[at-n : at] }
	if !bytes.Equal(take(len(h.pack)), h.pack[:]) || !bytes.Equal(
		take(recordBytes), h.record[:],
	) || TellerNumber(take(1)[0]) != h.teller {
		return Paper{}, ErrForeign
	}
	serial, err := ParseSerial(string(take(serialSymbols)))
	if err != nil {
		return Paper{}, ErrDamaged
	}
	code, n := int(take(1)[0]), int(take(1)[0])
	if code >= len(rejections) || n > maxMotions {
		return Paper{}, ErrDamaged
	}
	paper := Paper{Serial: serial, Rejected: rejections[code].Rejection}
	for _, c := range take(n) {
		paper.Choices = append(paper.Choices, Choice(c))
	}
	if !slices.Equal(h.encode(paper), b) {
		return Paper{}, ErrDamaged
	}
	return paper, nil
}
