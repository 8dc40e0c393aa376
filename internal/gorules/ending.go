package gorules

import "errors"

// End says how a game came to its end.
type End uint8

// The ends of a game.
const (
	// NotEnded: play goes on.
	NotEnded End = iota
	// EndedByPasses: two passes in a row, where the rules say that they end it.
	EndedByPasses
	// EndedByLimit: the limit of moves is reached.
	EndedByLimit
	// EndedByAgreement: both players agreed that it is finished.
	EndedByAgreement
	// EndedByConfirmation: both players confirmed the result. Nothing can change
	// it.
	EndedByConfirmation
)

var (
	errNothingToClaim = errors.New("the last move was legal or is already a pass: there is nothing to claim")
	errAutomaticEnd   = errors.New("by these rules the game has ended and cannot be resumed")
)

// End says whether and how the game has ended. By the New Zealand rules it never
// ends by itself.
func (g *Game) End() End {
	if g.ended == NotEnded && len(g.log)-len(g.unnumbered) >= g.limit {
		return EndedByLimit
	}
	return g.ended
}

// Resume goes on with a game that has stopped, because the players do not agree
// which stones are dead: first moves next. That is usually the player whose
// stones are disputed. It is an error if the game has ended by its rules or if
// the result is confirmed. If the players cannot agree who moves next, the game
// is not resumed and all stones stay: see Game.Score.
func (g *Game) Resume(first Colour) error {
	switch g.End() {
	case EndedByConfirmation:
		return errConfirmed
	case EndedByPasses, EndedByLimit:
		return errAutomaticEnd
	}
	if first != Black && first != White {
		return errors.New("say whether Black or White moves next")
	}
	g.ended = NotEnded
	g.SetTurn(first)
	return nil
}
