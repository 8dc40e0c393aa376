package ballot

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"filippo.io/age"
)

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

const rootLabel = "nzgs vote records v1\n"

// bytes is the id's value; false when it is none.
func (id RecordID) bytes() (out [recordBytes]byte, ok bool) {
	if len(id) != 2*recordBytes || !isLowerHex([]byte(id)) {
		return out, false
	}
	_, err := hex.Decode(out[:], []byte(id))
	return out, err == nil
}

// Seal seals a paper that a teller entered to every teller of the package, as
// a record with a new random id.
func (p *Package) Seal(teller TellerNumber, paper Paper, random io.Reader) (Record, error) {
	if _, err := p.teller(teller); err != nil {
		return Record{}, err
	}
	if err := p.CheckPaper(paper); err != nil {
		return Record{}, err
	}
	h := plainHeader{pack: p.Hash(), teller: teller}
	if _, err := io.ReadFull(random, h.record[:]); err != nil {
		return Record{}, fmt.Errorf("draw a record's id: %w", err)
	}
	var recipients []age.Recipient
	for _, t := range p.Tellers {
		r, err := age.ParseX25519Recipient(t.Card.Recipient)
		if err != nil {
			return Record{}, foreign("card")
		}
		recipients = append(recipients, r)
	}
	var out bytes.Buffer
	w, err := age.Encrypt(&out, recipients...)
	if err == nil {
		_, err = w.Write(h.encode(paper))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return Record{}, fmt.Errorf("seal a paper: %w", err)
	}
	return Record{RecordID(hex.EncodeToString(h.record[:])), out.Bytes()}, nil
}

// RecordSize is the size in bytes of every sealed paper of the vote: it depends
// on nothing but the number of tellers.
func (p *Package) RecordSize() int {
	const intro, stanza, mac, nonce, tag = 22, 98, 48, 16, 16
	return intro + stanza*len(p.Tellers) + mac + nonce + plainSize + tag
}

// checkRecords refuses records that cannot be a batch of this vote: too many,
// of another size, badly named, or two of one name.
func (p *Package) checkRecords(records []Record) error {
	// A second paper for a serial is for the tellers to find, so there may be
	// more records than serials, but not without bound.
	if len(records) > 2*len(p.Serials) {
		return fmt.Errorf("%d records for %d papers: %w", len(records), len(p.Serials), ErrDamaged)
	}
	seen := make(map[RecordID]bool, len(records))
	for _, r := range records {
		if _, ok := r.ID.bytes(); !ok || len(r.Sealed) != p.RecordSize() {
			return damaged("record")
		}
		if seen[r.ID] {
			return fmt.Errorf("record %s: %w", r.ID, ErrSecond)
		}
		seen[r.ID] = true
	}
	return nil
}

// Open opens one teller's records with the identity of any teller of the
// package. What is damaged, of another vote, another teller or another row is
// refused, and so is a serial the vote does not have. Two records of one serial
// are left for [Package.Compare] to tell. The papers come sorted by serial.
func (p *Package) Open(identity *Identity, teller TellerNumber, records []Record) (Batch, error) {
	if _, err := p.teller(teller); err != nil {
		return Batch{}, err
	}
	if p.TellerOf(identity.Card()) == 0 {
		return Batch{}, foreign("key")
	}
	if err := p.checkRecords(records); err != nil {
		return Batch{}, err
	}
	out := Batch{Teller: teller, Root: Root(records)}
	h := plainHeader{pack: p.Hash(), teller: teller}
	for _, r := range records {
		h.record, _ = r.ID.bytes()
		paper, err := p.open(identity, h, r.Sealed)
		if err != nil {
			return Batch{}, fmt.Errorf("record %s: %w", r.ID, err)
		}
		out.Papers = append(out.Papers, Opened{r.ID, paper})
	}
	slices.SortFunc(out.Papers, func(a, b Opened) int {
		if c := strings.Compare(a.Paper.Serial.symbols, b.Paper.Serial.symbols); c != 0 {
			return c
		}
		return strings.Compare(string(a.Record), string(b.Record))
	})
	return out, nil
}

func (p *Package) open(identity *Identity, h plainHeader, sealed []byte) (Paper, error) {
	r, err := age.Decrypt(bytes.NewReader(sealed), identity.secret)
	if errors.Is(err, age.ErrIncorrectIdentity) {
		return Paper{}, ErrForeign
	}
	if err != nil {
		return Paper{}, ErrDamaged
	}
	plain, err := io.ReadAll(r) // never longer than the record
	if err != nil {
		return Paper{}, ErrDamaged
	}
	paper, err := h.decode(plain)
	clear(plain)
	if err != nil {
		return Paper{}, err
	}
	if !p.Knows(paper.Serial) {
		return Paper{}, ErrForeign
	}
	if p.CheckPaper(paper) != nil {
		return Paper{}, ErrDamaged
	}
	return paper, nil
}

// Root is the digest of a batch: SHA-256 over a label, the number of records,
// and of each record, sorted by id, the id and the SHA-256 of the sealed paper.
// The order in which records are given does not matter.
func Root(records []Record) Hash {
	h := sha256.New()
	io.WriteString(h, rootLabel)
	binary.Write(h, binary.BigEndian, uint64(len(records)))
	for _, r := range sorted(records) {
		sum := sha256.Sum256([]byte(r.Sealed))
		io.WriteString(h, string(r.ID))
		h.Write(sum[:])
	}
	return Hash(h.Sum(nil))
}

// sorted is a copy of the records by id: an order that says nothing, since ids
// are random.
func sorted(records []Record) []Record {
	out := append([]Record{}, records...)
	slices.SortFunc(out, func(a, b Record) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return out
}
