package ballot

import "io"

// RecordID is a record's random name: 32 hexadecimal digits.
type RecordID string

// Record is one sealed paper.
type Record struct {
	ID     RecordID `json:"id"`
	Sealed []byte   `json:"sealed"` // a binary age file of one size for all records of a vote
}

// Opened is a paper with the record it came from.
type Opened struct {
	Record RecordID
	Paper  Paper
}

// Seal seals a paper that a teller entered to every teller of the package.
func (p *Package) Seal(teller TellerNumber, paper Paper, random io.Reader) (Record, error) {
	panic("not written yet")
}

// Open opens one teller's records with the identity of any teller of the
// package. What is damaged, of another vote, another teller or another row is
// refused. Two records of one serial are left for [Compare] to tell. The
// papers come sorted by serial.
func (p *Package) Open(identity *Identity, teller TellerNumber, records []Record) ([]Opened, error) {
	panic("not written yet")
}

// Root is the digest of a batch: SHA-256 over the records sorted by id. The
// order in which they are given does not matter.
func Root(records []Record) Hash { panic("not written yet") }

// Shuffle puts n things into a random order, every order equally likely.
func Shuffle(random io.Reader, n int, swap func(i, j int)) error { panic("not written yet") }
