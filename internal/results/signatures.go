package results

import (
	"context"
	"errors"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

var errBody = errors.New("results: this method has no body yet")

// Service enters results and answers for their history.
type Service struct {
	db     *store.DB
	clock  civil.Clock
	events *tournaments.Service
}

// New gives the service.
func New(db *store.DB, clock civil.Clock, events *tournaments.Service) *Service {
	return &Service{db: db, clock: clock, events: events}
}

// Enter saves a result over the version that was seen.
func (s *Service) Enter(ctx context.Context, actor auth.Actor, in Entry) (Saved, error) {
	return Saved{}, errBody
}

// EnterAt saves a result by table number, as typed at the board.
func (s *Service) EnterAt(ctx context.Context, actor auth.Actor, in BoardForm) (Saved, error) {
	return Saved{}, errBody
}

// EnterAll saves several results of one event in one transaction, all or none.
func (s *Service) EnterAll(ctx context.Context, actor auth.Actor, event EventID, in []Entry) ([]Saved, error) {
	return nil, errBody
}

// Undo takes back the last change of a game.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, game GameID, version int64) (Saved, error) {
	return Saved{}, errBody
}

// UndoLast takes back the actor's own last entry in a round that nobody has changed since.
func (s *Service) UndoLast(ctx context.Context, actor auth.Actor, section SectionID, round int) (Saved, error) {
	return Saved{}, errBody
}

// History is every change of a game's result, newest first.
func (s *Service) History(ctx context.Context, actor auth.Actor, game GameID) ([]Change, error) {
	return nil, errBody
}

// Board is the results board of a round; round 0 is the last published one.
func (s *Service) Board(ctx context.Context, actor auth.Actor, section SectionID, round int) (Board, error) {
	return Board{}, errBody
}

// TableByCard is the game that is played now at the table whose card has this code.
func (s *Service) TableByCard(ctx context.Context, actor auth.Actor, card string) (Table, error) {
	return Table{}, errBody
}

// Table is one game, for its signed-in players, directors and referees to report or see.
func (s *Service) Table(ctx context.Context, actor auth.Actor, game GameID) (Table, error) {
	return Table{}, errBody
}

// Report takes what a player says came out.
func (s *Service) Report(ctx context.Context, actor auth.Actor, in ReportForm) (Table, error) {
	return Table{}, errBody
}

// Disputes are an event's disputes, open ones first.
func (s *Service) Disputes(ctx context.Context, actor auth.Actor, event EventID) ([]Dispute, error) {
	return nil, errBody
}

// Settle rules on a dispute and saves the result.
func (s *Service) Settle(ctx context.Context, actor auth.Actor, in SettleForm) (Saved, error) {
	return Saved{}, errBody
}

// Parse reads a result as typed at the board: a key of Keys, a code of package pairing, or "" / "-" for none.
func Parse(text string) (pairing.Result, error) { return pairing.NoResult, errBody }

// Key is one key of the results board.
type Key struct {
	Key    string // one lower-case letter
	Result pairing.Result
	Label  string // "White won"
}

// Keys are the keys of the results board, in the order of the legend.
func Keys() []Key { return nil }

// Label is a result as people read it: "White won", "jigo", "White won by default".
func Label(r pairing.Result) string { return string(r) }
