package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Signer is a signature under a request: a person of the register, or only
// the name that was written when it is found to be nobody's there.
type Signer struct {
	Person PersonID // 0: not in the register
	Name   string   // as written; "" with Person: the register's
}

// RequestedProposal is a proposal that comes with a request.
type RequestedProposal struct {
	Title string
	Text  string
	Kind  constitution.Kind
}

// RequestInput is a written request of members for an EGM, rule 5.1. Its form
// fields are received, proposer, signers, proposals and document.
type RequestInput struct {
	Received  civil.Date
	Proposer  PersonID // 0: nobody is named
	Signers   []Signer
	Proposals []RequestedProposal
	Document  string // in support, rule 5.4
}

// Request is a request as it was recorded.
type Request struct {
	ID RequestID
	RequestInput
	Papers     []Paper // documents that came with it, without their content
	Meeting    ID      // that was called on it, or 0
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// SignatureState is what became of one signature.
type SignatureState struct {
	Signer
	Counts bool
	Why    string // it does not, in a sentence; "" when it counts
}

// Assessment is what rule 5.1 says of a request.
type Assessment struct {
	Valid      bool
	Counted    int              // signatures that count
	Signatures []SignatureState // in the paper's order
	Findings   constitution.Findings
	Trace      constitution.Trace
	HoldBy     constitution.Deadline // last day for the meeting
}
