package ballot

import (
	"crypto/ed25519"
	"fmt"
	"slices"
)

// Entries is one teller's batch as a file: the package it belongs to, the
// sealed records sorted by id, their root, and the teller's signature under
// package, teller and root.
type Entries struct {
	Format    string       `json:"format"` // EntriesFormat
	Package   *Package     `json:"package"`
	Teller    TellerNumber `json:"teller"`
	Records   []Record     `json:"records"`
	Root      Hash         `json:"root"`
	Signature []byte       `json:"signature"` // Ed25519
}

// EntriesFormat is the version of the entries file.
const EntriesFormat = "nzgs-vote-entries/1"

const (
	maxEntriesFile = 32 << 20
	entriesLabel   = "nzgs vote entries v1\n"
)

// SignEntries makes a teller's batch of records. The identity is the one of
// the teller who entered them.
func SignEntries(p *Package, i *Identity, records []Record) (*Entries, error) {
	teller := p.TellerOf(i.Card())
	if teller == 0 {
		return nil, foreign("key")
	}
	if err := p.checkRecords(records); err != nil {
		return nil, err
	}
	e := &Entries{Format: EntriesFormat, Package: p, Teller: teller, Records: sorted(records), Root: Root(records)}
	e.Signature = i.sign(e.statement())
	return e, nil
}

func (e *Entries) statement() []byte {
	return fmt.Appendf(nil, "%s%s\n%d\n%s", entriesLabel, e.Package.Hash(), e.Teller, e.Root)
}

// ParseEntries reads an entries file, at most 32 MiB, and checks its package,
// root and signature.
func ParseEntries(data []byte) (*Entries, error) {
	e := &Entries{}
	if err := read(data, maxEntriesFile, "entries file", e); err != nil {
		return nil, err
	}
	if e.Format != EntriesFormat || e.Package == nil || e.Records == nil || len(e.Signature) != ed25519.SignatureSize {
		return nil, damaged("entries file")
	}
	if err := e.Package.verify(); err != nil {
		return nil, err
	}
	teller, err := e.Package.teller(e.Teller)
	if err != nil {
		return nil, err
	}
	if err := e.Package.checkRecords(e.Records); err != nil {
		return nil, err
	}
	inOrder := slices.EqualFunc(e.Records, sorted(e.Records), func(a, b Record) bool { return a.ID == b.ID })
	if !inOrder || e.Root != Root(e.Records) || !teller.Card.signed(e.statement(), e.Signature) {
		return nil, damaged("entries file")
	}
	return e, nil
}

// Encode is the entries file.
func (e *Entries) Encode() []byte { return file(e) }

// Open opens the batch with the identity of any teller of its package.
func (e *Entries) Open(i *Identity) (Batch, error) {
	return e.Package.Open(i, e.Teller, e.Records)
}
