package results

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// RulingID names a ruling.
type RulingID int64

// RulingKind is what a referee decided, as the explanation of the rules speaks
// of it.
type RulingKind string

// The kinds of ruling.
const (
	MoveStands   RulingKind = "stands"    // a repetition that no one claimed in time
	MoveIsPass   RulingKind = "pass"      // the position is restored, the move becomes a pass
	Forfeit      RulingKind = "forfeit"   // the position cannot be restored
	PlayOn       RulingKind = "play_on"   // dead stones are not agreed: the game goes on
	StonesStay   RulingKind = "stay"      // nor who moves next: all stones stay and are counted
	ResultStands RulingKind = "confirmed" // both players confirmed it: nothing can change it
	OtherRuling  RulingKind = "other"
)

// RulingKinds are all kinds, in the order in which they are offered.
func RulingKinds() []RulingKind {
	return []RulingKind{MoveStands, MoveIsPass, Forfeit, PlayOn, StonesStay, ResultStands, OtherRuling}
}

// Label is the ruling in words.
func (k RulingKind) Label() string {
	switch k {
	case MoveStands:
		return "The move stands"
	case MoveIsPass:
		return "The position is restored; the move becomes a pass"
	case Forfeit:
		return "The position cannot be restored; the offender forfeits"
	case PlayOn:
		return "The players play on"
	case StonesStay:
		return "All stones stay on the board and are counted"
	case ResultStands:
		return "The result stands, because both players confirmed it"
	case OtherRuling:
		return "Another ruling"
	}
	return ""
}

// Ruling is a referee's ruling on a game.
type Ruling struct {
	ID      RulingID
	Game    GameID
	Record  RecordID // it was made from; 0: none
	Move    int      // of the record; 0: none
	Kind    RulingKind
	Rule    string // where the rules say so
	Facts   string // what happened
	Reason  string
	Result  pairing.Result // that follows; NoResult: the ruling changes none
	Margin  string
	RuledAt civil.Instant
	RuledBy string
	// Position is what the referee keeps with it; the zero Position is none.
	Position Position
}

// Text is the ruling with its reason.
func (r Ruling) Text() string { return r.Kind.Label() + ". " + r.Reason }

// RulingInput is a ruling as a referee writes it.
type RulingInput struct {
	Game    GameID
	Record  RecordID
	Move    int
	Kind    RulingKind
	Rule    string
	Facts   string
	Reason  string
	Result  pairing.Result // that follows; NoResult changes none
	Margin  string
	Version int64 // of the game, as seen
	// Position is kept with the ruling; nil keeps none.
	Position *Position
}

// maxRule bounds the citation of a rule, in characters.
const maxRule = 200

// Rule records a ruling on a game, and the result that follows from it. A later
// ruling on the same game counts; the earlier ones stay.
//
// Errors: Invalid with the problems of the form; Conflict when the result was
// confirmed by both players: then it cannot be changed.
func (s *Service) Rule(ctx context.Context, actor auth.Actor, in RulingInput) (Ruling, error) {
	p, permit, err := s.enterable(ctx, actor, in.Game)
	if err != nil {
		return Ruling{}, err
	}
	r, err := in.read()
	if err = s.keepPosition(ctx, in, p, &r, err); err != nil {
		return Ruling{}, err
	}
	r.RuledBy = actor.Name
	err = s.inGame(ctx, in.Game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		if err := open(p); err != nil {
			return nil, err
		}
		if err := s.recordOfGame(ctx, tx, in); err != nil {
			return nil, err
		}
		if r.Result != pairing.NoResult {
			if err := notConfirmed(ctx, tx, p.Game, r.Result); err != nil {
				return nil, err
			}
		}
		r.RuledAt = s.cases.Now()
		if r.ID, err = insertRuling(ctx, tx, r, actor.Person); err != nil {
			return nil, err
		}
		done := permit.Did("rule.game", "game", int64(in.Game), nil, map[string]any{
			"ruling": r.ID, "kind": r.Kind, "rule": r.Rule, "reason": r.Reason, "result": r.Result,
			"position": r.Position.Says,
		})
		followed, err := s.follow(ctx, tx, p, r, in.Version, permit)
		return done.Then(followed), err
	})
	return r, err
}

// follow saves the result of a ruling, and settles the game's open dispute.
func (s *Service) follow(
	ctx context.Context, tx *store.Tx, p tournaments.Played, r Ruling, version int64, permit usecase.Permit,
) (*usecase.Entry, error) {
	if r.Result == pairing.NoResult {
		return nil, nil
	}
	if err := settleOpen(ctx, tx, p.Game.ID, permit.Name(), r.Text(), s.cases.Now()); err != nil {
		return nil, err
	}
	_, done, err := s.save(
		ctx, tx, p, Entry{Game: p.Game.ID, Version: version, Result: r.Result, Margin: r.Margin},
		who{permit: permit, source: FromRuling, reason: r.Text()},
	)
	if errors.Is(err, usecase.ErrSame) { // the ruling itself is new
		return nil, nil
	}
	return done, err
}

// recordOfGame refuses a record of another game.
func (s *Service) recordOfGame(ctx context.Context, q store.Queryer, in RulingInput) error {
	if in.Record == 0 {
		return nil
	}
	r, err := recordByID(ctx, q, in.Record)
	if err != nil {
		return err
	}
	if r.Game != in.Game {
		return apperr.New(apperr.NotFound, "This record is of a different game.")
	}
	return nil
}

// notConfirmed refuses to change a result that both players reported alike:
// once the game is finished and the result confirmed by both players, nothing
// can change the result (NZ Rules of Go, Explanation, last paragraph).
func notConfirmed(ctx context.Context, q store.Queryer, g tournaments.Game, result pairing.Result) error {
	reports, err := reportsOf(ctx, q, g.ID)
	if err != nil {
		return err
	}
	changes, err := changesOf(ctx, q, g.ID)
	if err != nil {
		return err
	}
	was, found := settledIn(changes)
	confirmed := found && was.by == FromPlayers && !fromOneDevice(reports) // one device does not speak for both
	if confirmed && g.Result == was.result && result != was.result {
		return apperr.New(
			apperr.Conflict,
			"Both players confirmed this result, so it cannot be changed (NZ Rules of Go, Explanation). If it was entered "+
				"wrongly, the director can correct it on the game’s page.",
		)
	}
	return nil
}

// read checks a ruling.
func (in RulingInput) read() (Ruling, error) {
	var f apperr.Fields
	r := Ruling{Game: in.Game, Record: in.Record, Move: in.Move, Kind: in.Kind, Result: in.Result}
	if in.Kind.Label() == "" {
		f.Add("kind", "Choose the ruling.")
	}
	r.Rule = strings.TrimSpace(in.Rule)
	if n := utf8.RuneCountInString(r.Rule); n == 0 || n > maxRule {
		f.Add("rule", "Give the rule it is based on, in at most %d characters.", maxRule)
	}
	var ok bool
	if r.Facts, ok = tidyText(in.Facts); !ok {
		f.Add("facts", "Shorten this to %d characters.", maxRuling)
	}
	if r.Reason, ok = tidyText(in.Reason); r.Reason == "" || !ok {
		f.Add("reason", "Give the reason, in at most %d characters.", maxRuling)
	}
	if r.Result != pairing.NoResult && !decided(r.Result) {
		f.Add("result", "Choose the new result, or choose no change.")
	}
	if r.Kind == Forfeit && r.Result == pairing.NoResult && !f.Has("result") {
		f.Add("result", "A player who forfeits loses the game: choose the result.")
	}
	if r.Margin, ok = tidyMargin(in.Margin); !ok {
		f.Add("margin", "Shorten this to %d characters.", maxMargin)
	}
	if in.Move < 0 {
		f.Add("move", "Enter the number of the move, or leave it empty.")
	}
	return r, f.Err()
}

// Rulings lists the rulings on a game, the latest first.
func (s *Service) Rulings(ctx context.Context, game GameID) ([]Ruling, error) {
	return rulingsOf(ctx, s.db, game)
}

// Ruling gives one ruling, for whoever may enter results of its event.
func (s *Service) Ruling(ctx context.Context, actor auth.Actor, id RulingID) (Ruling, Table, error) {
	r, err := rulingByID(ctx, s.db, id)
	if err != nil {
		return r, Table{}, err
	}
	if _, _, err := s.enterable(ctx, actor, r.Game); err != nil {
		return r, Table{}, err
	}
	t, err := s.Table(ctx, actor, r.Game)
	return r, t, err
}
