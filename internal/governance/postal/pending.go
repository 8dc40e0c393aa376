package postal

import (
	"context"
	"errors"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
)

var errPending = errors.New("not there yet")

// Draft begins a vote. The fields of a refusal are title, egm, closing,
// address, way, proposer, motions, motion_N and kind_N (N from 1).
func (s *Service) Draft(ctx context.Context, actor auth.Actor, in Draft) (VoteID, error) {
	return 0, errPending
}

// Edit changes the draft; version is the one that was shown. Fields as Draft.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, id VoteID, version int64, in Draft) error {
	return errPending
}

// Calendar is every date of rules 5.8 to 5.11 for a draft, with warnings.
func (s *Service) Calendar(ctx context.Context, actor auth.Actor, in Draft) (constitution.Calendar, error) {
	return constitution.Calendar{}, errPending
}

// Document is a document that goes out with the papers (rule 5.9 a, b).
type Document struct {
	ID        DocumentID
	Name      string // file name
	MediaType string // application/pdf, text/plain, text/markdown, image/png, image/jpeg
	Size      int
	Minutes   bool   // the minutes of the EGM (5.9 a)
	Content   []byte // only of Service.Document
}

// AddDocument adds a document to the draft: field document.
func (s *Service) AddDocument(ctx context.Context, actor auth.Actor, id VoteID, d Document) (DocumentID, error) {
	return 0, errPending
}

// RemoveDocument takes a document off the draft.
func (s *Service) RemoveDocument(ctx context.Context, actor auth.Actor, id VoteID, doc DocumentID) error {
	return errPending
}

// Document is one document with its content, for managers, tellers and, once
// the papers are out, every member who has signed in.
func (s *Service) Document(ctx context.Context, actor auth.Actor, id VoteID, doc DocumentID) (Document, error) {
	return Document{}, errPending
}

// File is a vote as a page shows it to the actor.
type File struct {
	Vote
	Documents []Document
	Tellers   []Appointed
	Calendar  constitution.Calendar // of the dates as they stand
	Findings  constitution.Findings // about tellers (4.4)
	Steps     []Step                // that the state allows, in order
	Manages   bool                  // the actor may take a manager's steps
	Tells     bool                  // the actor is a teller of this vote
	Counts    Counts                // zero for whoever neither manages nor tells
}

// Vote shows a vote: to managers and its tellers always, to others once the
// papers are out.
func (s *Service) Vote(ctx context.Context, actor auth.Actor, id VoteID) (File, error) {
	return File{}, errPending
}

// Votes lists the votes that the actor may see, the latest EGM first.
func (s *Service) Votes(ctx context.Context, actor auth.Actor) ([]Summary, error) {
	return nil, errPending
}

// Declaration is the declared result; NotFound before the declaration. It is
// for everybody.
func (s *Service) Declaration(ctx context.Context, id VoteID) (Declaration, error) {
	return Declaration{}, errPending
}

// Roll is the frozen roll, for managers and the vote's tellers.
func (s *Service) Roll(ctx context.Context, actor auth.Actor, id VoteID) ([]Voter, error) {
	return nil, errPending
}

// Freeze fixes the members of this day and the motions, and hashes both. Field
// refusals as Draft; what rule 5.9 forbids is refused under it.
func (s *Service) Freeze(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, version int64) error {
	return errPending
}

// Reopen takes a vote whose papers are not out back to the draft: roll, tellers
// and papers are void. Field: reason.
func (s *Service) Reopen(ctx context.Context, actor auth.Actor, id VoteID, version int64, reason string) error {
	return errPending
}

// Appoint names the tellers (rules 4.4, 5.5). Those who stay keep their keys.
// Field: tellers.
func (s *Service) Appoint(ctx context.Context, actor auth.Actor, id VoteID, version int64, people []auth.PersonID) error {
	return errPending
}

// RegisterKey keeps a teller's public key and returns a test message for it.
// Field: recipient.
func (s *Service) RegisterKey(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, recipient string) (test string, err error) {
	return "", errPending
}

// ProveKey takes what the teller read in the test message. Field: answer.
func (s *Service) ProveKey(ctx context.Context, actor auth.Actor, id VoteID, answer string) error {
	return errPending
}

// MakePapers draws a serial for every member of the roll. Made again, all
// earlier papers are void. Who makes them gets the print code, once.
func (s *Service) MakePapers(ctx context.Context, actor auth.Actor, id VoteID, version int64) (PrintCode, error) {
	return "", errPending
}

// Sheets are the papers of all members by name, to be printed before they go
// out. Field: code.
func (s *Service) Sheets(ctx context.Context, actor auth.Actor, id VoteID, code PrintCode) ([]Sheet, error) {
	return nil, errPending
}

// Despatch records that the papers went out; they cannot be printed again.
// Fields: on, how, by.
func (s *Service) Despatch(ctx context.Context, actor auth.Actor, id VoteID, version int64, d Despatch) error {
	return errPending
}

// ReplacePaper makes a further paper for a member whose own was lost. It is
// shown once and kept nowhere. Fields: person, reason.
func (s *Service) ReplacePaper(ctx context.Context, actor auth.Actor, id VoteID, person auth.PersonID, reason string) (Sheet, error) {
	return Sheet{}, errPending
}

// Register is the envelope register, for the vote's tellers.
func (s *Service) Register(ctx context.Context, actor auth.Actor, id VoteID) (Register, error) {
	return Register{}, errPending
}

// Receive records a paper that came back, and says what becomes of it. Fields:
// person, received, route, club, standing, reason.
func (s *Service) Receive(ctx context.Context, actor auth.Actor, id VoteID, r Receipt) (Envelope, error) {
	return Envelope{}, errPending
}

// Rule is the tellers' ruling on a paper: Valid or Rejected, with a reason.
// Of a member's papers one is valid at most. Fields: standing, reason.
func (s *Service) Rule(ctx context.Context, actor auth.Actor, id VoteID, envelope EnvelopeID, version int64, to Standing, reason string) error {
	return errPending
}

// Close closes the vote once the closing day is over.
func (s *Service) Close(ctx context.Context, actor auth.Actor, id VoteID, version int64) error {
	return errPending
}

// Package is the file that nzgs teller works on.
func (s *Service) Package(ctx context.Context, actor auth.Actor, id VoteID) ([]byte, error) {
	return nil, errPending
}

// TakeResult takes the result file of nzgs teller. Field: result.
func (s *Service) TakeResult(ctx context.Context, actor auth.Actor, id VoteID, result []byte) (Totals, error) {
	return Totals{}, errPending
}

// Enter saves papers as the actor reads them: all or none. The fields are
// serial_N and mark_N_M for the paper N and motion M, from 1.
func (s *Service) Enter(ctx context.Context, actor auth.Actor, id VoteID, papers []Entry) error {
	return errPending
}

// Finish says that the actor has entered every valid paper of the register.
func (s *Service) Finish(ctx context.Context, actor auth.Actor, id VoteID) error { return errPending }

// Compare opens both tellers' entries with the actor's key. Fields: key,
// passphrase.
func (s *Service) Compare(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, key Key) (Comparison, error) {
	return Comparison{}, errPending
}

// Correct replaces the actor's own entries of the papers' serials, or adds
// them; a paper without marks is taken out. Fields as Enter, key, passphrase.
func (s *Service) Correct(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, key Key, papers []Entry) error {
	return errPending
}

// Totals are the totals that the actor is about to approve: only where nothing
// differs. Fields: key, passphrase.
func (s *Service) Totals(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, key Key) (Totals, error) {
	return Totals{}, errPending
}

// Approve signs the totals. With the second teller's approval they are agreed.
func (s *Service) Approve(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, key Key) (Totals, error) {
	return Totals{}, errPending
}

// Restart throws all entries away, for example when a key is lost. Field: reason.
func (s *Service) Restart(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, version int64, reason string) error {
	return errPending
}

// AgreedTotals are the agreed totals, for the vote's tellers from their
// agreement on, for managers from the report on.
func (s *Service) AgreedTotals(ctx context.Context, actor auth.Actor, id VoteID) (Totals, error) {
	return Totals{}, errPending
}

// Report hands the totals to the secretary (rule 5.11). Field: note.
func (s *Service) Report(ctx context.Context, actor auth.Actor, id VoteID, version int64, note string) error {
	return errPending
}

// Outcomes are the outcomes that a declaration now would have, for managers
// once the tellers have reported.
func (s *Service) Outcomes(ctx context.Context, actor auth.Actor, id VoteID) ([]Outcome, error) {
	return nil, errPending
}

// Declare declares the result (rules 5.12, 5.13).
func (s *Service) Declare(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, version int64) error {
	return errPending
}

// Destroy records that the papers were destroyed and deletes keys, entries,
// serials and the envelope register. Field: how.
func (s *Service) Destroy(ctx context.Context, actor auth.Actor, proof auth.Confirmed, id VoteID, version int64, how string) error {
	return errPending
}
