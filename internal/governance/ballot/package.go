package ballot

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// Package is a postal vote as the tellers need it. Make it with [NewPackage],
// read it with [ParsePackage]; do not change it afterwards.
type Package struct {
	Format  string     `json:"format"` // PackageFormat
	Vote    string     `json:"vote"`   // the vote's id: 1 to 64 letters, digits, - or _
	Title   string     `json:"title"`  // for people
	Closing civil.Date `json:"closing"`
	Zone    string     `json:"zone,omitempty"` // of the society's clocks, by which the closing day ends; "": New Zealand's
	Motions []Motion   `json:"motions"`        // 1 to 40, by rising number
	Tellers []Teller   `json:"tellers"`        // 2 to 5; a teller's number is 1 + the place here
	// Signatures are the tellers', in their order, under the set of all keys.
	Signatures [][]byte     `json:"signatures,omitempty"` // Ed25519
	SerialKey  Hash         `json:"serial_key"`
	Serials    []Commitment `json:"serials"` // at most 10 000, sorted: their order says nothing
}

// PackageFormat is the version of the package file, with the keys signed.
const PackageFormat = "nzgs-vote-package/2"

// unsignedFormat is that of packages that were made before tellers signed the keys.
// They are read, so that those votes are finished and checked; none is made.
const unsignedFormat = "nzgs-vote-package/1"

const (
	maxPackageFile = 4 << 20
	maxMotions     = 40
	maxSerials     = 10_000
	minTellers     = 2
	maxTellers     = 5
	maxNumber      = 999
	maxLine        = 200  // characters of a title or name
	maxText        = 4000 // bytes of a motion
	packageLabel   = "nzgs vote package v1\n"
	serialLabel    = "nzgs voting paper serial v1\n"
)

var voteID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Motion is one question of the vote.
type Motion struct {
	Number int    `json:"number"` // 1 to 999
	Text   string `json:"text"`   // may have several lines
}

// Teller is a teller of the vote with the card that was proved.
type Teller struct {
	Name string `json:"name"`
	Card Card   `json:"card"`
}

// TellerNumber is a teller's place in the package, from 1.
type TellerNumber int

// Commitment stands for a serial without telling it: HMAC-SHA256 under the
// package's serial key.
type Commitment = Hash

// NewPackage completes p with its format, a fresh serial key and the
// commitments of the serials, and checks everything; all problems are told at
// once, in the fields "vote", "title", "closing", "motions", "tellers",
// "signatures", "serials". Line ends in motions become plain newlines.
func NewPackage(p Package, serials []Serial, random io.Reader) (*Package, error) {
	p.Format = PackageFormat
	if _, err := io.ReadFull(random, p.SerialKey[:]); err != nil {
		return nil, fmt.Errorf("draw a serial key: %w", err)
	}
	p.Motions = slices.Clone(p.Motions)
	for i := range p.Motions {
		p.Motions[i].Text = strings.ReplaceAll(p.Motions[i].Text, "\r\n", "\n")
	}
	p.Tellers = slices.Clone(p.Tellers)
	p.Serials = make([]Commitment, 0, len(serials))
	for _, s := range serials {
		if s.IsZero() {
			return nil, apperr.New(apperr.Invalid, "An empty serial was given.")
		}
		p.Serials = append(p.Serials, p.commit(s))
	}
	slices.SortFunc(p.Serials, compareHashes)
	return p.checked()
}

// ParsePackage reads a package file, at most 4 MiB. One whose keys are not those
// that its tellers signed is refused.
func ParsePackage(data []byte) (*Package, error) {
	p := &Package{}
	if err := read(data, maxPackageFile, "vote package", p); err != nil {
		return nil, err
	}
	if err := p.verify(); err != nil {
		return nil, err
	}
	return p, nil
}

// verify checks a package that was read.
func (p *Package) verify() error {
	if !slices.Contains([]string{PackageFormat, unsignedFormat}, p.Format) || p.Motions == nil || p.Tellers == nil ||
		p.Serials == nil {
		return damaged("vote package")
	}
	return p.check().Err()
}

// Keys are the package's tellers with their cards.
func (p *Package) Keys() KeySet { return KeySet{p.Vote, p.Tellers} }

// KeysSigned reports whether the tellers signed the keys: not so in packages that
// were made before they did.
func (p *Package) KeysSigned() bool { return p.Format == PackageFormat }

// ClaimedKeys are the keys in a package file that is refused, for saying what is
// wrong with them.
func ClaimedKeys(data []byte) (KeySet, error) {
	p := &Package{}
	if err := read(data, maxPackageFile, "vote package", p); err != nil {
		return KeySet{}, err
	}
	return p.Keys(), p.Keys().check().Err()
}

// check is every problem of a package, in form order.
func (p *Package) check() apperr.Fields {
	var f apperr.Fields
	if !voteID.MatchString(p.Vote) {
		f.Add("vote", "A vote's id has 1 to 64 letters, digits, - or _.")
	}
	if !isLine(p.Title) {
		f.Add("title", "A title is one line of at most %d characters.", maxLine)
	}
	if p.Closing.IsZero() {
		f.Add("closing", "The closing date is missing.")
	}
	if _, err := civil.ReadZone(p.Zone); p.Zone != "" && err != nil {
		f.Add("zone", "The time zone: %v.", err)
	}
	p.checkMotions(&f)
	checkTellers(&f, p.Tellers)
	if p.Keys().check().Err() == nil {
		p.checkSignatures(&f)
	}
	if len(p.Serials) == 0 || len(p.Serials) > maxSerials {
		f.Add("serials", "A vote has 1 to %d voting papers.", maxSerials)
	}
	for i := 1; i < len(p.Serials); i++ {
		if compareHashes(p.Serials[i-1], p.Serials[i]) >= 0 {
			f.Add("serials", "Serials are sorted, and each is listed once.")
			break
		}
	}
	return f
}

func (p *Package) checkMotions(f *apperr.Fields) {
	if len(p.Motions) == 0 || len(p.Motions) > maxMotions {
		f.Add("motions", "A vote has 1 to %d motions.", maxMotions)
	}
	last := 0
	for _, m := range p.Motions {
		if m.Number <= last || m.Number > maxNumber {
			f.Add("motions", "Motions have rising numbers from 1 to %d.", maxNumber)
			break
		}
		last = m.Number
	}
	for _, m := range p.Motions {
		if !isText(m.Text) {
			f.Add("motions", "Motion %d needs a text of at most %d bytes, without control characters.", m.Number, maxText)
		}
	}
}

// checkSignatures refuses keys that are not those that every teller signed.
func (p *Package) checkSignatures(f *apperr.Fields) {
	switch {
	case p.Format == unsignedFormat:
		if p.Signatures != nil {
			f.Add("signatures", "A file of this format has no signatures under its keys.")
		}
		return
	case len(p.Signatures) != len(p.Tellers):
		f.Add(
			"signatures", "The keys need the signature of each of the %d tellers, and have %d.", len(p.Tellers), len(p.Signatures),
		)
		return
	}
	for i, t := range p.Tellers {
		if !p.Keys().SignedBy(t.Card, p.Signatures[i]) {
			f.Add("signatures", "The keys in this file are not those that %s signed.", t.Name)
		}
	}
}

func checkTellers(f *apperr.Fields, tellers []Teller) {
	if len(tellers) < minTellers || len(tellers) > maxTellers {
		f.Add("tellers", "A vote has %d to %d tellers.", minTellers, maxTellers)
	}
	seen := map[string]bool{}
	for i, t := range tellers {
		switch {
		case !isLine(t.Name):
			f.Add("tellers", "Teller %d needs a name of at most %d characters.", i+1, maxLine)
		case !t.Card.ok():
			f.Add("tellers", "Teller %d needs a card.", i+1)
		case seen[t.Card.Recipient] || seen[t.Card.Approval]:
			f.Add("tellers", "Teller %d needs a key of their own.", i+1)
		}
		seen[t.Card.Recipient], seen[t.Card.Approval] = true, true
	}
}

// isLine accepts one line that is safe to print on a terminal.
func isLine(s string) bool {
	return isText(s) && utf8.RuneCountInString(s) <= maxLine && !strings.ContainsRune(s, '\n')
}

// isText accepts text that is safe to print on a terminal: no escape
// sequences, nothing that turns the direction of writing over.
func isText(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= maxText && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) ||
				r == '\u2028' || r == '\u2029' // line ends that JSON writes in its own way
		})
}

// Encode is the package file.
func (p *Package) Encode() []byte { return file(p) }

// Hash binds entries, results and approvals to this package.
func (p *Package) Hash() Hash { return sha256.Sum256(append([]byte(packageLabel), canonical(p)...)) }

func (p *Package) commit(s Serial) Commitment {
	m := hmac.New(sha256.New, p.SerialKey[:])
	io.WriteString(m, serialLabel+s.symbols)
	return Commitment(m.Sum(nil))
}

func compareHashes(a, b Hash) int { return bytes.Compare(a[:], b[:]) }

// Knows reports whether a paper with this serial was made for the vote.
func (p *Package) Knows(s Serial) bool {
	_, found := slices.BinarySearchFunc(p.Serials, p.commit(s), compareHashes)
	return found
}

// TellerOf is the number of the teller with this card, or 0.
func (p *Package) TellerOf(c Card) TellerNumber {
	return TellerNumber(1 + slices.IndexFunc(p.Tellers, func(t Teller) bool { return t.Card == c }))
}

// teller is the teller with this number.
func (p *Package) teller(n TellerNumber) (Teller, error) {
	if n < 1 || int(n) > len(p.Tellers) {
		return Teller{}, foreign(fmt.Sprintf("teller %d", n))
	}
	return p.Tellers[n-1], nil
}

// Today is the day where the society is: not where the teller's machine is, nor where its clock says that it is.
func (p *Package) Today(now civil.Instant) civil.Date {
	loc, err := civil.ReadZone(cmp.Or(p.Zone, civil.NewZealand))
	if err != nil {
		return civil.Date{} // a package that was read has a zone that there is; of another one nothing is opened
	}
	return now.DateIn(loc)
}

// CheckOpen refuses to open papers until the closing day is over: nothing is
// entered, compared or counted before (rules 5.9 and 5.11).
func (p *Package) CheckOpen(today civil.Date) error {
	if today.After(p.Closing) {
		return nil
	}
	return apperr.UnderRule("5.11", "The vote is open until %s: papers are opened from %s on, so that no one knows "+
		"part of the result early.",
		p.Closing.Long(), p.Closing.AddDays(1).Long())
}

// WithSerial is the package with one more voting paper: a lost one is
// replaced, and nobody knows its serial any more to take it out.
func (p *Package) WithSerial(s Serial) (*Package, error) {
	if s.IsZero() {
		return nil, apperr.New(apperr.Invalid, "An empty serial was given.")
	}
	q := *p
	q.Serials = append(slices.Clone(p.Serials), p.commit(s))
	slices.SortFunc(q.Serials, compareHashes)
	return q.checked()
}

// WithTellers is the package with other tellers and their signatures, before
// anything was entered: what is sealed belongs to the package it was sealed for.
func (p *Package) WithTellers(tellers []Teller, signatures [][]byte) (*Package, error) {
	q := *p
	q.Format, q.Tellers, q.Signatures = PackageFormat, slices.Clone(tellers), slices.Clone(signatures)
	return q.checked()
}

func (p *Package) checked() (*Package, error) {
	if err := p.check().Err(); err != nil {
		return nil, err
	}
	return p, nil
}
