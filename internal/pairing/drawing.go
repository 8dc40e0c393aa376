package pairing

import (
	"fmt"
	"strings"

	"nzgs/internal/ratings/scale"
)

// Drawing is the draw of one round.
type Drawing struct {
	Round    int
	Pairs    []Pair // by table
	Bye      ID     // empty when no one has the bye
	ByeFixed bool   // by the director
	ByeWhy   []Reason
	Through  []Through   // of a knock-out, who needs no game to be in the next round
	Idle     []Idle      // who does not play this round, and why; the bye is not among them
	Matches  []Encounter // of teams, who meets whom; each has as many pairs as boards, less those won by default
	Teams    *Drawing    // of teams, their draw as if they were players

	Cost []Cost // in the order of the criteria, of the whole draw
}

// Pair is one game to be played.
type Pair struct {
	Table        int // 1 and up
	White, Black ID
	Handicap     int
	Komi         scale.HalfPoints
	Trace        scale.Handicap // how the handicap was worked out
	Sides        [2]scale.Side  // what the rule was told of White and of Black
	Fixed        bool           // by the director
	Colours      FixedColours   // whether the director fixed the colours too
	Third        bool           // of a knock-out: the game for third place
	Why          []Reason       // one for each criterion, in their order, after the rematch rule
}

// Explain gives the reasons as one line for a person, without the lot: "both on 2 points; not met before; …".
func (p *Pair) Explain() string { return join(p.Why) }

// ExplainBye gives the reasons for the bye as one line; empty when no one has it.
func (d *Drawing) ExplainBye() string { return join(d.ByeWhy) }

func join(why []Reason) string {
	var parts []string
	for _, r := range why {
		if r.Criterion != CriterionLot && r.Text != "" {
			parts = append(parts, r.Text)
		}
	}
	return strings.Join(parts, "; ")
}

// Reason is one criterion's say about one pair or about the bye.
type Reason struct {
	Criterion Criterion
	Value     int64  // 0 is best, except for colours, where a lower number is better
	Text      string // a phrase for a person: "both on 2 points"
}

// Idle is a player who takes no part in a round.
type Idle struct {
	ID   ID
	Text string // "absent", "half-point bye", "Aroha Ngata is absent"
}

// Through is a player of a knock-out who is in the next round without a game.
type Through struct {
	ID   ID
	Text string // "seed 1 goes through: …", "goes through: the opponent, Aroha Ngata, does not play (absent)"
}

// Cost is what a draw costs by one criterion; lower is better, compared number by number. Of [CriterionGames] it is the
// number of byes.
type Cost struct {
	Criterion Criterion
	Values    []int64
	Text      string `json:",omitempty"` // what a director counts: "two pairs one point apart"; see [Cost.Says]
}

// AsRound gives the drawing as a round whose results are still to come.
func (d *Drawing) AsRound() Round {
	r := Round{Number: d.Round, Games: make([]Game, len(d.Pairs))}
	for i, p := range d.Pairs {
		r.Games[i] = Game{Table: p.Table, White: p.White, Black: p.Black, Handicap: p.Handicap, Third: p.Third}
		if p.Fixed {
			r.Fixed = append(r.Fixed, Fixed{White: p.White, Black: p.Black, Colours: p.Colours})
		}
	}
	r.Matches = d.Matches
	if d.Teams != nil {
		r.FixedTeams = d.Teams.AsRound().Fixed
	}
	for _, t := range d.Through {
		r.Byes = append(r.Byes, t.ID)
	}
	if d.Bye != "" {
		r.Byes = []ID{d.Bye}
		if d.ByeFixed {
			r.Fixed = append(r.Fixed, Fixed{White: d.Bye})
		}
	}
	return r
}

// Rule is a rule that a draw may never break.
type Rule string

// The rules that can make a draw impossible.
const (
	RuleRematch   Rule = "rematch"   // no one meets twice
	RuleForbidden Rule = "forbidden" // the director's forbidden pairs
	RuleFixed     Rule = "fixed"     // the director's fixed pairs
	RuleField     Rule = "field"     // there is no one to draw
)

// Impossible is the error of a draw that cannot be made without breaking a rule. The event goes on: one of the
// relaxations, chosen by the director, makes the draw possible.
type Impossible struct {
	Round   int
	Rules   []Rule       // the rules in the way; any one of Relax lifts enough of them
	Players []ID         // the players who cannot all be given an opponent
	Message string       // for the director: who is stuck and why
	Relax   []Relaxation // smallest first; may be empty when there is no one to draw
}

func (e *Impossible) Error() string {
	return fmt.Sprintf("round %d cannot be drawn: %s", e.Round, e.Message)
}

// Relaxation is one way to make an impossible draw possible: everything in Lift, together.
type Relaxation struct {
	Lift []Lift
	Text string // what the director would do: "let A and B meet again (they met in round 1)"
}

// Lift is one pair for which a rule is lifted: a rematch to fix by hand, a forbidden pair to allow, a fixed pair to let
// go. B is empty for a fixed bye.
type Lift struct {
	Rule Rule
	A, B ID
}

// Undecided is the error of drawing a round of a knock-out while a game of an earlier one has no winner.
type Undecided struct {
	Round int
	Games []Game
}

func (e *Undecided) Error() string {
	g := e.Games[0]
	return fmt.Sprintf("round %d: %s–%s has no winner; it is played again until someone wins", e.Round, g.White, g.Black)
}

// MissingResults is the error of drawing a round while an earlier one is not finished.
type MissingResults struct {
	Round int    // the round that is not finished
	Games []Game // its games without a result, by table; empty when the round was never drawn
}

func (e *MissingResults) Error() string {
	switch len(e.Games) {
	case 0:
		return fmt.Sprintf("round %d has not been drawn yet", e.Round)
	case 1:
		g := e.Games[0]
		if g.Table == 0 {
			return fmt.Sprintf("round %d: one result is missing (%s–%s)", e.Round, g.White, g.Black)
		}
		return fmt.Sprintf("round %d: one result is missing (table %d)", e.Round, g.Table)
	default:
		return fmt.Sprintf("round %d: %d results are missing", e.Round, len(e.Games))
	}
}
