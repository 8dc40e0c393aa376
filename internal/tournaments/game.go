package tournaments

import (
	"fmt"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// TermsInFull says how a game is played and what White is given: "Even game, komi 7",
// "3 stones, no komi".
func TermsInFull(handicap int, komi scale.HalfPoints) string {
	text := "Even game"
	switch {
	case handicap == 1:
		text = "Black plays first"
	case handicap > 1:
		text = fmt.Sprintf("%d stones", handicap)
	}
	if komi == 0 {
		return text + ", no komi"
	}
	return text + ", komi " + komi.String()
}

// ExplainHandicap tells how the handicap of a game came about, a line a step;
// it is empty where there is nothing to tell. Who set it by hand and why is for
// the event's officials. What it rests on is what the draw had before it, where that was kept.
func (s Settings) ExplainHandicap(g Game, black, white Seat, to Audience) []string {
	p, basis := s.handicapOf(g, black, white, to)
	return p.Explain(basis.Rule, basis.Even)
}

// ShortHandicap is the same in one line, for walls and prints.
func (s Settings) ShortHandicap(g Game, black, white Seat) string {
	p, basis := s.handicapOf(g, black, white, Everyone)
	return p.Short(basis.Rule, basis.Even)
}

// HandicapLines and HandicapShort are the same of a game alone, from what the draw kept with it; empty where nothing was.
func (g Game) HandicapLines() []string {
	if !g.Basis.Kept() {
		return nil
	}
	return Settings{}.ExplainHandicap(g, Seat{}, Seat{}, Everyone)
}

// HandicapShort is HandicapLines in one line.
func (g Game) HandicapShort() string {
	if !g.Basis.Kept() {
		return ""
	}
	return Settings{}.ShortHandicap(g, Seat{}, Seat{})
}

func (s Settings) handicapOf(g Game, black, white Seat, to Audience) (scale.Played, scale.Basis) {
	basis := scale.Basis{Rule: s.Handicap, Even: s.komi(0), Black: s.side(black), White: s.side(white)}
	if g.Basis.Kept() {
		basis = g.Basis
	}
	p := scale.Played{
		Black: basis.Black, White: basis.White, Stones: g.Handicap, Komi: g.Komi, ByHand: g.HandicapReason != "",
	}
	if to == Officials {
		p.By, p.Reason = g.HandicapBy, g.HandicapReason
	}
	return p, basis
}

// side is what a handicap rule asks of a player.
func (s Settings) side(p Seat) scale.Side {
	grade := p.Entry.Rating.Grade()
	if p.Entry.Entered != nil {
		grade = *p.Entry.Entered
	}
	ev := pairing.Event{Floor: s.Floor}
	return scale.Side{Rating: p.Entry.Rating, Grade: grade, Score: int(p.Score), Zero: ev.McMahonZero()}
}

// Audience is whom something is told.
type Audience string

// The audiences.
const (
	Everyone  Audience = "everyone"
	Officials Audience = "officials" // of the event
)
