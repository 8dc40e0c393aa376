package ballot

import (
	"io"
	"nzgs/internal/civil"
)

// Package is a postal vote as the tellers need it. Make it with [NewPackage],
// read it with [ParsePackage]; do not change it afterwards.
type Package struct {
	Format    string       `json:"format"` // PackageFormat
	Vote      string       `json:"vote"`   // the vote's id: 1 to 64 letters, digits, - or _
	Title     string       `json:"title"`  // for people
	Closing   civil.Date   `json:"closing"`
	Motions   []Motion     `json:"motions"` // by rising number
	Tellers   []Teller     `json:"tellers"` // 2 to 5; a teller's number is 1 + the place here
	SerialKey Hash         `json:"serial_key"`
	Serials   []Commitment `json:"serials"` // sorted: their order says nothing
}

const PackageFormat = "nzgs-vote-package/1"

// Motion is one question of the vote.
type Motion struct {
	Number int    `json:"number"` // 1 to 999
	Text   string `json:"text"`
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

// NewPackage fills in format, a fresh serial key and the commitments of the
// serials, and checks everything; all problems are told at once.
func NewPackage(p Package, serials []Serial, random io.Reader) (*Package, error) {
	panic("not written yet")
}

// ParsePackage reads a package file, at most 4 MiB.
func ParsePackage(data []byte) (*Package, error) { panic("not written yet") }

// Encode is the package file.
func (p *Package) Encode() []byte { panic("not written yet") }

// Hash binds entries, results and approvals to this package.
func (p *Package) Hash() Hash { panic("not written yet") }

// Knows reports whether a paper with this serial was made for the vote.
func (p *Package) Knows(s Serial) bool { panic("not written yet") }

// TellerOf is the number of the teller with this card, or 0.
func (p *Package) TellerOf(c Card) TellerNumber { panic("not written yet") }

// CheckOpen refuses to open papers until the closing day is over: nothing is
// entered, compared or counted before.
func (p *Package) CheckOpen(today civil.Date) error { panic("not written yet") }
