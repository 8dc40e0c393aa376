package ballot

// Tally is what was counted on one motion. Informal votes, blank or spoiled,
// are no recorded votes (rule 5.12).
type Tally struct {
	Motion   int `json:"motion"`
	Yes      int `json:"yes"`
	No       int `json:"no"`
	Abstain  int `json:"abstain"`
	Informal int `json:"informal"`
}

// Counted is the batch of one teller that a result rests on.
type Counted struct {
	Teller TellerNumber `json:"teller"`
	Root   Hash         `json:"root"`
}

// Approval is a teller's signature under every figure of a result.
type Approval struct {
	Teller    TellerNumber `json:"teller"`
	Signature []byte       `json:"signature"` // Ed25519
}

// Result is what leaves the tellers' table. It has no vote of any paper.
type Result struct {
	Format    string     `json:"format"` // ResultFormat
	Vote      string     `json:"vote"`
	Package   Hash       `json:"package"`
	Papers    int        `json:"papers"`   // entered, the rejected ones included
	Rejected  int        `json:"rejected"` // papers of which no vote counts
	Motions   []Tally    `json:"motions"`
	Batches   []Counted  `json:"batches"`   // two, by teller
	Approvals []Approval `json:"approvals"` // by teller; at most those of the two batches
}

const ResultFormat = "nzgs-vote-result/1"

// Count counts two batches that agree. While they differ it refuses.
func (p *Package) Count(a, b Batch) (*Result, error) { panic("not written yet") }

// ParseResult reads a result file, at most 64 KiB. It checks form and sums;
// [Result.Verify] checks what it belongs to and who approved it.
func ParseResult(data []byte) (*Result, error) { panic("not written yet") }

// Encode is the result file.
func (r *Result) Encode() []byte { panic("not written yet") }

// Approve adds the approval of the identity's teller, who must be one of the
// two that entered the papers.
func (r *Result) Approve(p *Package, i *Identity) error { panic("not written yet") }

// Verify accepts a result of this package that both tellers approved. The
// error says what is missing.
func (r *Result) Verify(p *Package) error { panic("not written yet") }
