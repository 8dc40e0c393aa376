package ballot

// Entries is one teller's batch as a file: the package it belongs to, the
// sealed records sorted by id, their root and the teller's signature under it.
type Entries struct {
	Format    string       `json:"format"` // EntriesFormat
	Package   *Package     `json:"package"`
	Teller    TellerNumber `json:"teller"`
	Records   []Record     `json:"records"`
	Root      Hash         `json:"root"`
	Signature []byte       `json:"signature"` // Ed25519
}

const EntriesFormat = "nzgs-vote-entries/1"

// SignEntries makes a teller's batch of records.
func SignEntries(p *Package, i *Identity, records []Record) (*Entries, error) {
	panic("not written yet")
}

// ParseEntries reads an entries file, at most 32 MiB, and checks its root and
// signature.
func ParseEntries(data []byte) (*Entries, error) { panic("not written yet") }

// Encode is the entries file.
func (e *Entries) Encode() []byte { panic("not written yet") }

// Open opens the batch with the identity of any teller of its package.
func (e *Entries) Open(i *Identity) (Batch, error) { panic("not written yet") }
