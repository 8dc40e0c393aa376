package tournaments

import (
	"context"
	"errors"
	"io"

	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// The methods below are being filled in; their signatures are settled.
var errBody = errors.New("tournaments: this method has no body yet")

type chartCache struct{}
type figures struct{}

func newChartCache() *chartCache { return &chartCache{} }

func bumpRevision(ctx context.Context, tx *store.Tx, event EventID) error { return errBody }

// Events.

// CreateEvent makes a draft event; the actor becomes its director.
func (s *Service) CreateEvent(ctx context.Context, actor auth.Actor, in EventForm) (Event, error) {
	return Event{}, errBody
}

// EditEvent changes an event's own fields.
func (s *Service) EditEvent(ctx context.Context, actor auth.Actor, id EventID, in EventForm) error {
	return errBody
}

// Announce opens a draft event for entries; Unannounce takes it back while nobody is entered.
func (s *Service) Announce(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return errBody
}
func (s *Service) Unannounce(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return errBody
}

// Close makes the event final: every round of every section is played. Reopen takes that back.
func (s *Service) Close(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return errBody
}
func (s *Service) Reopen(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return errBody
}

// SubmitForRating rates a final event once; WithdrawRating reverses exactly that.
func (s *Service) SubmitForRating(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return errBody
}
func (s *Service) WithdrawRating(ctx context.Context, actor auth.Actor, id EventID, version int64, reason string) error {
	return errBody
}

// ImportFinished writes an event with all its results in one transaction.
func (s *Service) ImportFinished(ctx context.Context, actor auth.Actor, in FinishedEvent) (Event, error) {
	return Event{}, errBody
}

// Reading. The actor decides whether drafts and previews are seen; what may not be seen is not found.

func (s *Service) Events(ctx context.Context, actor auth.Actor, f EventFilter) (events []EventSummary, total int, err error) {
	return nil, 0, errBody
}
func (s *Service) Event(ctx context.Context, actor auth.Actor, slug string) (Event, error) {
	return Event{}, errBody
}
func (s *Service) EventByID(ctx context.Context, actor auth.Actor, id EventID) (Event, error) {
	return Event{}, errBody
}
func (s *Service) Overview(ctx context.Context, actor auth.Actor, slug string) (Overview, error) {
	return Overview{}, errBody
}
func (s *Service) Section(ctx context.Context, actor auth.Actor, id SectionID) (Section, error) {
	return Section{}, errBody
}
func (s *Service) Wallchart(ctx context.Context, actor auth.Actor, id SectionID) (*Wallchart, error) {
	return nil, errBody
}
func (s *Service) WallchartAt(ctx context.Context, actor auth.Actor, event, section string) (*Wallchart, error) {
	return nil, errBody
}
func (s *Service) Revision(ctx context.Context, id EventID) (int64, error) { return 0, errBody }

// Sections.

func (s *Service) AddSection(ctx context.Context, actor auth.Actor, event EventID, in SectionForm) (SectionID, error) {
	return 0, errBody
}
func (s *Service) EditSection(ctx context.Context, actor auth.Actor, id SectionID, in SectionForm) error {
	return errBody
}

// RemoveSection removes a section nobody is entered in.
func (s *Service) RemoveSection(ctx context.Context, actor auth.Actor, id SectionID, version int64) error {
	return errBody
}

// RenewCards makes new codes for the table cards of a section; old cards stop working.
func (s *Service) RenewCards(ctx context.Context, actor auth.Actor, id SectionID, version int64) error {
	return errBody
}

// Entries.

func (s *Service) Entry(ctx context.Context, actor auth.Actor, id EntryID) (Entry, error) {
	return Entry{}, errBody
}
func (s *Service) Enter(ctx context.Context, actor auth.Actor, person PersonID, in EntryForm) (Entry, error) {
	return Entry{}, errBody
}
func (s *Service) EnterGuest(ctx context.Context, actor auth.Actor, in GuestForm) (Entry, error) {
	return Entry{}, errBody
}
func (s *Service) EditEntry(ctx context.Context, actor auth.Actor, id EntryID, in EntryForm) error {
	return errBody
}

// Withdraw takes a player out after a round (0: before the first); Readmit takes that back.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, id EntryID, after int, version int64) error {
	return errBody
}
func (s *Service) Readmit(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	return errBody
}

// RemoveEntry removes an entry that was never drawn.
func (s *Service) RemoveEntry(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	return errBody
}

// AcceptVisitor settles the warning about an entry that is not a member.
func (s *Service) AcceptVisitor(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	return errBody
}

// RefreshEntries checks memberships again and, before the first round is published, takes new ratings from the list.
func (s *Service) RefreshEntries(ctx context.Context, actor auth.Actor, id SectionID) (changed int, err error) {
	return 0, errBody
}

// FindPlayers looks for people to enter, by name; already entered ones are marked by their section's name.
func (s *Service) FindPlayers(ctx context.Context, actor auth.Actor, event EventID, text string) ([]FoundPlayer, error) {
	return nil, errBody
}

// FoundPlayer is a person of the register who may be entered.
type FoundPlayer struct {
	Candidate
	Rating  string // "3.4 (3 dan)", as it would be entered; "" when there is none
	Section string // entered here already
	Warning string // about the membership
}

// Lists of entries.

func (s *Service) ReadEntryList(ctx context.Context, actor auth.Actor, event EventID, fileName string, r io.Reader) (EntryList, error) {
	return EntryList{}, errBody
}
func (s *Service) EntryList(ctx context.Context, actor auth.Actor, id ImportID) (EntryList, error) {
	return EntryList{}, errBody
}
func (s *Service) ConfirmEntryList(ctx context.Context, actor auth.Actor, id ImportID, version int64, choices []Choice) (ImportResult, error) {
	return ImportResult{}, errBody
}

// The draw. Draw makes or renews the preview of a round; 0 is the next one. An impossible draw is an apperr.Invalid
// that also holds a *pairing.Impossible (errors.As) with what could be relaxed; fixing, letting go, forbidding and
// allowing pairs draws an existing preview again at once.

func (s *Service) Draw(ctx context.Context, actor auth.Actor, id SectionID, round int) (Round, error) {
	return Round{}, errBody
}

// Redraw draws a preview again with another lot.
func (s *Service) Redraw(ctx context.Context, actor auth.Actor, id SectionID, round int) (Round, error) {
	return Round{}, errBody
}
func (s *Service) DiscardPreview(ctx context.Context, actor auth.Actor, id RoundID, version int64) error {
	return errBody
}
func (s *Service) Fix(ctx context.Context, actor auth.Actor, in FixForm) error { return errBody }
func (s *Service) LetGo(ctx context.Context, actor auth.Actor, id FixedID) error {
	return errBody
}
func (s *Service) Forbid(ctx context.Context, actor auth.Actor, in ForbidForm) error { return errBody }
func (s *Service) Allow(ctx context.Context, actor auth.Actor, id ForbidID) error {
	return errBody
}

// SwapColours and SetHandicap change one game of a preview, or of a published round while it has no result.
func (s *Service) SwapColours(ctx context.Context, actor auth.Actor, game GameID, version int64) error {
	return errBody
}
func (s *Service) SetHandicap(ctx context.Context, actor auth.Actor, game GameID, version int64, handicap, reason string) error {
	return errBody
}

// Publish shows a preview to everybody; Unpublish takes it back while no result is in.
func (s *Service) Publish(ctx context.Context, actor auth.Actor, id RoundID, version int64, starts string) error {
	return errBody
}
func (s *Service) Unpublish(ctx context.Context, actor auth.Actor, id RoundID, version int64) error {
	return errBody
}
