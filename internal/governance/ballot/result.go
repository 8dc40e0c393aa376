package ballot

import (
	"cmp"
	"fmt"
	"slices"
)

// Tally is what was counted on one motion. Informal votes, blank or spoiled,
// are no recorded votes (rule 5.12).
type Tally struct {
	Motion   int `json:"motion"`
	Yes      int `json:"yes"`
	No       int `json:"no"`
	Abstain  int `json:"abstain"`
	Informal int `json:"informal"`
}

func (t *Tally) add(c Choice) {
	switch c {
	case Yes:
		t.Yes++
	case No:
		t.No++
	case Abstain:
		t.Abstain++
	case Blank, Spoiled:
		t.Informal++
	}
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

// ResultFormat is the version of the result file.
const ResultFormat = "nzgs-vote-result/1"

const (
	maxResultFile = 64 << 10
	resultLabel   = "nzgs vote result v1\n"
)

// Count counts two batches that agree. While they differ it refuses with
// [ErrDiffers].
func (p *Package) Count(a, b Batch) (*Result, error) {
	differences, err := p.Compare(a, b)
	if err != nil {
		return nil, err
	}
	if len(differences) > 0 {
		return nil, fmt.Errorf("%d differences: %w", len(differences), ErrDiffers)
	}
	if a.Teller > b.Teller {
		a, b = b, a
	}
	r := &Result{
		Format: ResultFormat, Vote: p.Vote, Package: p.Hash(), Papers: len(a.Papers),
		Batches: []Counted{{a.Teller, a.Root}, {b.Teller, b.Root}}, Approvals: []Approval{},
	}
	for _, m := range p.Motions {
		r.Motions = append(r.Motions, Tally{Motion: m.Number})
	}
	for _, o := range a.Papers {
		if o.Paper.Rejected != Valid {
			r.Rejected++
		}
		for i, c := range o.Paper.Choices {
			r.Motions[i].add(c)
		}
	}
	if !r.addsUp() {
		panic("ballot: counts that do not add up")
	}
	return r, nil
}

// addsUp reports whether every motion's votes are the papers that were not
// rejected, and no figure is out of range.
func (r *Result) addsUp() bool {
	if r.Papers < 0 || r.Papers > maxSerials || r.Rejected < 0 || r.Rejected > r.Papers {
		return false
	}
	for _, t := range r.Motions {
		sum := 0
		for _, n := range []int{t.Yes, t.No, t.Abstain, t.Informal} {
			if n < 0 || n > maxSerials {
				return false
			}
			sum += n
		}
		if sum != r.Papers-r.Rejected {
			return false
		}
	}
	return true
}

// ParseResult reads a result file, at most 64 KiB. It checks form and sums;
// [Result.Verify] checks what it belongs to and who approved it.
func ParseResult(data []byte) (*Result, error) {
	r := &Result{}
	if err := read(data, maxResultFile, "result file", r); err != nil {
		return nil, err
	}
	wellFormed := r.Format == ResultFormat && voteID.MatchString(r.Vote) && r.Motions != nil && r.Approvals != nil &&
		len(r.Motions) <= maxMotions && len(r.Batches) == 2 && r.Batches[0].Teller < r.Batches[1].Teller &&
		len(r.Approvals) <= 2
	if !wellFormed || !r.addsUp() {
		return nil, damaged("result file")
	}
	return r, nil
}

// Encode is the result file.
func (r *Result) Encode() []byte { return file(r) }

// statement is what an approval is over: everything but the approvals.
func (r *Result) statement() []byte {
	bare := *r
	bare.Approvals = []Approval{}
	return append([]byte(resultLabel), canonical(bare)...)
}

// Same reports whether two results have the same figures and batches, whoever
// approved them.
func (r *Result) Same(other *Result) bool {
	return string(r.statement()) == string(other.statement())
}

// Approve adds the approval of the identity's teller, who must be one of the
// two that entered the papers. A second approval replaces the first.
func (r *Result) Approve(p *Package, i *Identity) error {
	if err := r.checkPackage(p); err != nil {
		return err
	}
	teller := p.TellerOf(i.Card())
	if !slices.ContainsFunc(r.Batches, func(c Counted) bool { return c.Teller == teller }) {
		return foreign("key")
	}
	r.Approvals = slices.DeleteFunc(r.Approvals, func(a Approval) bool { return a.Teller == teller })
	r.Approvals = append(r.Approvals, Approval{teller, i.sign(r.statement())})
	slices.SortFunc(r.Approvals, func(a, b Approval) int { return cmp.Compare(a.Teller, b.Teller) })
	return nil
}

// checkPackage refuses a result of another package, or one that cannot be of
// this one.
func (r *Result) checkPackage(p *Package) error {
	if r.Vote != p.Vote || r.Package != p.Hash() {
		return foreign("result")
	}
	sameMotions := slices.EqualFunc(r.Motions, p.Motions, func(t Tally, m Motion) bool { return t.Motion == m.Number })
	if r.Format != ResultFormat || !sameMotions || len(r.Batches) != 2 || r.Batches[0].Teller >= r.Batches[1].Teller ||
		r.Papers > len(p.Serials) || !r.addsUp() {
		return damaged("result")
	}
	for _, b := range r.Batches {
		if _, err := p.teller(b.Teller); err != nil {
			return err
		}
	}
	return nil
}

// CheckApprovals accepts a result of this package whose approvals, one, two or
// none, are all genuine.
func (r *Result) CheckApprovals(p *Package) error {
	if err := r.checkPackage(p); err != nil {
		return err
	}
	last := TellerNumber(0)
	for _, a := range r.Approvals {
		teller, err := p.teller(a.Teller)
		if err != nil {
			return err
		}
		ofBatch := slices.ContainsFunc(r.Batches, func(c Counted) bool { return c.Teller == a.Teller })
		if a.Teller <= last || !ofBatch || !teller.Card.signed(r.statement(), a.Signature) {
			return fmt.Errorf("approval of teller %d: %w", a.Teller, ErrDamaged)
		}
		last = a.Teller
	}
	return nil
}

// Verify accepts a result of this package that both tellers approved. The
// error says whose approval is missing.
func (r *Result) Verify(p *Package) error {
	if err := r.CheckApprovals(p); err != nil {
		return err
	}
	for _, b := range r.Batches {
		if !slices.ContainsFunc(r.Approvals, func(a Approval) bool { return a.Teller == b.Teller }) {
			return fmt.Errorf("%s: %w", p.Tellers[b.Teller-1].Name, ErrUnapproved)
		}
	}
	return nil
}
