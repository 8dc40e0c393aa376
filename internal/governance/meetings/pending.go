package meetings

import (
	"context"
	"errors"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

var errPending = errors.New("not written yet")

// Plan computes every date around a meeting on a day, with rule and
// arithmetic, and what is wrong with those that are fixed. Nothing is saved.
func (s *Service) Plan(ctx context.Context, actor auth.Actor, in PlanInput) (Plan, error) {
	return Plan{}, errPending
}

// Create plans a meeting: it gets its agenda, and its deadlines become duties.
// Proposals come along from a request, and from the inquorate meeting whose
// further date it is.
func (s *Service) Create(ctx context.Context, actor auth.Actor, in PlanInput) (ID, error) {
	return 0, errPending
}

// Edit changes date, time, place and what else a meeting was planned from; its
// kind stays, and so does whose further date it is. Duties follow. A notice
// that was sent no longer holds, and another is due.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, id ID, version int64, in PlanInput) error {
	return errPending
}

// Cancel calls a meeting off that has not opened. Field: reason.
func (s *Service) Cancel(ctx context.Context, actor auth.Actor, id ID, version int64, reason string) error {
	return errPending
}

// AssessRequest says what rule 5.1 makes of a request. Nothing is saved.
func (s *Service) AssessRequest(ctx context.Context, actor auth.Actor, in RequestInput) (Assessment, error) {
	return Assessment{}, errPending
}

// RecordRequest records a request that was received, valid or not.
func (s *Service) RecordRequest(ctx context.Context, actor auth.Actor, in RequestInput) (RequestID, error) {
	return 0, errPending
}

// Request gives one request with what rule 5.1 says of it.
func (s *Service) Request(ctx context.Context, actor auth.Actor, id RequestID) (Request, Assessment, error) {
	return Request{}, Assessment{}, errPending
}

// Requests are all requests, the latest first.
func (s *Service) Requests(ctx context.Context, actor auth.Actor) ([]Request, error) {
	return nil, errPending
}

// AddItem adds an item to an agenda. Rule 5.7: an EGM takes none.
func (s *Service) AddItem(ctx context.Context, actor auth.Actor, id ID, version int64, in ItemInput) (ItemID, error) {
	return 0, errPending
}

// RemoveItem takes an item off an agenda that was added to it.
func (s *Service) RemoveItem(ctx context.Context, actor auth.Actor, id ID, version int64, item ItemID) error {
	return errPending
}

// NoteItem sets what is to be read or sent with an item. Field: note.
func (s *Service) NoteItem(ctx context.Context, actor auth.Actor, id ID, version int64, item ItemID, note string) error {
	return errPending
}

// PreviewNotice gives the notice as it would be sent today.
func (s *Service) PreviewNotice(ctx context.Context, actor auth.Actor, id ID, in NoticeInput) (NoticePreview, error) {
	return NoticePreview{}, errPending
}

// SendNotice gives notice of a meeting: the roll is frozen, a letter to
// everybody with an e-mail address is queued in the outbox, and the others are
// listed for post. A notice too late for rule 4.1 or 5.3 needs a reason.
func (s *Service) SendNotice(ctx context.Context, actor auth.Actor, id ID, version int64, in NoticeInput) error {
	return errPending
}

// Roll gives the roll of a notice, by name. Addresses are left out for those
// who may not see contact data.
func (s *Service) Roll(ctx context.Context, actor auth.Actor, id ID, notice int) ([]RollEntry, error) {
	return nil, errPending
}

// RecordPosted records the day on which the letters by post went. Field:
// posted.
func (s *Service) RecordPosted(ctx context.Context, actor auth.Actor, id ID, notice int, day civil.Date) error {
	return errPending
}

// DoorEntry is somebody who may come to a meeting.
type DoorEntry struct {
	Someone
	Office   string    // "President", or ""
	Presence *Presence // nil: not there
}

// Door lists by name everybody entitled to be at a meeting, members or the
// committee's, with those who are there.
func (s *Service) Door(ctx context.Context, actor auth.Actor, id ID) ([]DoorEntry, error) {
	return nil, errPending
}

// Arrive records that somebody is there, or is back. Who comes after the
// opening has come later; that somebody was overlooked at the door may still be
// put right while the meeting is open.
func (s *Service) Arrive(ctx context.Context, actor auth.Actor, id ID, in PresenceInput) error {
	return errPending
}

// Leave records that somebody left. Rule 4.2: the quorum stays. The chair
// passes to the senior officer still there.
func (s *Service) Leave(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return errPending
}

// Strike takes a slip at the door back: the person was not there.
func (s *Service) Strike(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return errPending
}

// Open opens a meeting with its quorum; the senior officer present takes the
// chair.
func (s *Service) Open(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return errPending
}

// DeclareInquorate records that a meeting could not be held for want of a
// quorum.
func (s *Service) DeclareInquorate(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return errPending
}

// ElectChair records whom a meeting without an officer elected to its chair,
// rule 4.3. Field: person.
func (s *Service) ElectChair(ctx context.Context, actor auth.Actor, id ID, version int64, person PersonID) error {
	return errPending
}

// SetTellers records the tellers of a general meeting, rule 4.4 a): at least
// two who are present and do not stand for election. Field: tellers.
func (s *Service) SetTellers(ctx context.Context, actor auth.Actor, id ID, version int64, tellers []PersonID) error {
	return errPending
}

// Propose records a proposal, before the meeting or at it.
func (s *Service) Propose(ctx context.Context, actor auth.Actor, id ID, in MotionInput) (MotionID, error) {
	return 0, errPending
}

// EditMotion changes a proposal that was neither sent with a notice nor put.
func (s *Service) EditMotion(ctx context.Context, actor auth.Actor, id MotionID, version int64, in MotionInput) error {
	return errPending
}

// AcceptLate records that the secretary takes a proposal after the two months
// of rule 4.17, and why. Field: late_reason.
func (s *Service) AcceptLate(ctx context.Context, actor auth.Actor, id MotionID, version int64, reason string) error {
	return errPending
}

// WithdrawMotion records that a motion was withdrawn.
func (s *Service) WithdrawMotion(ctx context.Context, actor auth.Actor, id MotionID, version int64, reason string) error {
	return errPending
}

// RuleOut records that the chair did not take a motion. Field: reason.
func (s *Service) RuleOut(ctx context.Context, actor auth.Actor, id MotionID, version int64, reason string) error {
	return errPending
}

// SetAside records that the meeting did not come to a motion.
func (s *Service) SetAside(ctx context.Context, actor auth.Actor, id MotionID, version int64) error {
	return errPending
}

// Lapse records that a motion on the constitution lapsed because its proposer
// or seconder is not present, rule 7.1.
func (s *Service) Lapse(ctx context.Context, actor auth.Actor, id MotionID, version int64) error {
	return errPending
}

// MoveAmendment records an amendment moved at the meeting, rule 4.18.
func (s *Service) MoveAmendment(ctx context.Context, actor auth.Actor, in AmendmentInput) (AmendmentID, error) {
	return 0, errPending
}

// WithdrawAmendment records that an amendment was withdrawn.
func (s *Service) WithdrawAmendment(ctx context.Context, actor auth.Actor, id AmendmentID, version int64) error {
	return errPending
}

// RuleOutAmendment records that the chair did not take an amendment, as not
// relevant. Field: reason.
func (s *Service) RuleOutAmendment(ctx context.Context, actor auth.Actor, id AmendmentID, version int64, reason string) error {
	return errPending
}

// RecordCount records a vote by voice, hands or ballot on a motion or an
// amendment, rules 4.9 to 4.11. Nothing is decided before it is declared.
func (s *Service) RecordCount(ctx context.Context, actor auth.Actor, in CountInput) error {
	return errPending
}

// CastChairVote records the chair's vote on equal votes, rule 4.8; ChairSilent
// takes it back. The amendment is 0 on the motion itself. Field: chair.
func (s *Service) CastChairVote(ctx context.Context, actor auth.Actor, motion MotionID, amendment AmendmentID, version int64, vote constitution.ChairVote) error {
	return errPending
}

// Declare declares what the decisive count on a motion came to.
func (s *Service) Declare(ctx context.Context, actor auth.Actor, id MotionID, version int64) (constitution.Outcome, error) {
	return constitution.Outcome{}, errPending
}

// DeclareAmendment declares what the decisive count on an amendment came to;
// the text of one that is adopted is the motion's.
func (s *Service) DeclareAmendment(ctx context.Context, actor auth.Actor, id AmendmentID, version int64) (constitution.Outcome, error) {
	return constitution.Outcome{}, errPending
}

// FrameMotion fixes the wording of an EGM's motion for the postal vote and
// numbers it, rules 5.5 and 5.9 c).
func (s *Service) FrameMotion(ctx context.Context, actor auth.Actor, id MotionID, version int64) error {
	return errPending
}

// MotionsForVote are the motions that an EGM sends to its postal vote, by their
// number on the papers.
func MotionsForVote(ctx context.Context, q store.Queryer, meeting ID) ([]Motion, error) {
	return nil, errPending
}

// MotionsForVote is the package's MotionsForVote, on the service's database
// when q is nil.
func (s *Service) MotionsForVote(ctx context.Context, q store.Queryer, meeting ID) ([]Motion, error) {
	return nil, errPending
}

// ByID reads a meeting.
func ByID(ctx context.Context, q store.Queryer, id ID) (Meeting, error) {
	return Meeting{}, errPending
}

// TellersOf reads the tellers of a meeting.
func TellersOf(ctx context.Context, q store.Queryer, id ID) ([]Someone, error) {
	return nil, errPending
}

// MembersAt reads who was recorded as present at a meeting and is a member on
// its day, with those who left.
func MembersAt(ctx context.Context, q store.Queryer, id ID) ([]Presence, error) {
	return nil, errPending
}

// Close ends a meeting. Every motion must have come to its end. What was
// carried under rules 7.1 and 7.2 becomes a version of the constitution in the
// same transaction, and an EGM's motions have reached the secretary (5.8).
func (s *Service) Close(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return errPending
}

// AddAction records what somebody was asked to do.
func (s *Service) AddAction(ctx context.Context, actor auth.Actor, id ID, in ActionInput) (ActionID, error) {
	return 0, errPending
}

// FinishAction records that it was done.
func (s *Service) FinishAction(ctx context.Context, actor auth.Actor, id ActionID) error {
	return errPending
}

// DraftMinutes writes minutes from everything that was recorded, with blocks
// that other packages wrote. Nothing is saved.
func (s *Service) DraftMinutes(ctx context.Context, actor auth.Actor, id ID, blocks []Block) (string, error) {
	return "", errPending
}

// SaveMinutes saves the minutes' text; version is that of the Minutes, 0 of
// the first. Field: minutes.
func (s *Service) SaveMinutes(ctx context.Context, actor auth.Actor, id ID, version int64, text string) error {
	return errPending
}

// ApproveMinutes records that a later meeting approved the minutes. version is
// that of the Minutes that were before it. Field: at.
func (s *Service) ApproveMinutes(ctx context.Context, actor auth.Actor, id ID, version int64, at ID) error {
	return errPending
}

// Dissolution gives the calculation of rule 4.20 on a day: whether the
// committee may dissolve the society, and what each affiliated club would get.
// It decides nothing. Fields: on, assets.
func (s *Service) Dissolution(ctx context.Context, actor auth.Actor, on civil.Date, assets money.Cents) (DissolutionAdvice, error) {
	return DissolutionAdvice{}, errPending
}

// List gives the meetings that the actor may see.
func (s *Service) List(ctx context.Context, actor auth.Actor) (Meetings, error) {
	return Meetings{}, errPending
}

// View gives a meeting with everything that was recorded, to those who hold
// meetings, the committee and whoever has its chair; other members see it with
// Published.
func (s *Service) View(ctx context.Context, actor auth.Actor, id ID) (View, error) {
	return View{}, errPending
}

// Published gives a general meeting as every member sees it: the notice that
// was sent, its agenda, what was decided, and the minutes once approved.
func (s *Service) Published(ctx context.Context, actor auth.Actor, id ID) (Published, error) {
	return Published{}, errPending
}
