package record

import (
	"nzgs/internal/gorules"
)

// A Ruling is what the rules say becomes of an illegal move.
type Ruling struct {
	// Wrong is what is wrong with such a move.
	Wrong string
	// Text is what the referee does.
	Text string
	// Source is where the rules say so.
	Source string
}

const (
	sourceMove     = "NZ Rules of Go, the definition of a move; Explanation, on repeating a position"
	sourceOther    = "NZ Rules of Go, Explanation, on other moves that do not conform to the rules"
	textRepetition = "The opponent must point this out before playing the next move. If they did, the stone comes off " +
		"and the move becomes a pass. If they did not, the move stands, and it is too late to object."
	textRestoration = "The position is restored to where it happened, and the offender's last move becomes a pass. If " +
		"the position cannot be restored, the offender forfeits the game."
	textFile = "No one can play there at a board: this is a fault of the file and not of a player. The move is read as a " +
		"pass."
	textSite = "The site does not take such a move, so that no one could have made it: the file is not as the game was."
	textNone = "These rules say what may not be played, but not what follows when it was: that is for the players and " +
		"the event to settle."
	textEnded = "No one has done anything wrong: the game is counted where it ended."
)

// RulingOn gives the ruling on a violation of the rules of a set, and cites them.
func RulingOn(v Violation, set RuleSet) Ruling {
	cites := citationsOf(set)
	r := Ruling{Text: cites.text, Source: cites.turn}
	if v.AfterEnd {
		return Ruling{Wrong: "By these rules the game had already ended.", Text: textEnded, Source: cites.end}
	}
	switch v.Kind {
	case gorules.Superko:
		r = Ruling{Wrong: cites.repeats, Text: cites.text, Source: cites.repetition}
		if set == NZ {
			r.Text = textRepetition
		}
	case gorules.Occupied:
		r.Wrong, r.Source = "A stone must be played on an empty point.", cites.point
	case gorules.OffBoard:
		r.Wrong, r.Text, r.Source = "A stone must be played on a point of the board.", textFile, cites.point
	case gorules.SuicideMove:
		r.Wrong, r.Source = "By these rules a play may not leave its own stones without liberties.", cites.suicide
	case gorules.OutOfTurn:
		r.Wrong = "The players take turns to move, Black first; in a handicap game " + cites.handicap
	default:
		r.Wrong, r.Source = "These rules have no button that can be taken.", cites.point
		if set == IGGC {
			r.Wrong, r.Source = "The button can be taken only once.", "igGameCenter, Go: Komi, Handicap and Button"
		}
	}
	return r
}

// citations are where the text of a rule set says what.
type citations struct {
	repeats                               string // what may not be repeated, in our words
	repetition, point, suicide, turn, end string
	handicap                              string // how it goes, after "in a handicap game"
	text                                  string // what follows
}

// citationsOf gives the places of a rule set. Of rules whose text is not at hand no
// paragraph is named.
func citationsOf(set RuleSet) citations {
	switch set {
	case NZ:
		return citations{
			repeats: "A play may not leave the whole board as it was after any earlier move of the same player. A pass " +
				"counts as a move.",
			repetition: sourceMove, point: sourceOther, suicide: sourceOther, turn: sourceOther, end: sourceOther,
			handicap: "White passes until Black has the handicap stones.", text: textRestoration,
		}
	case Short:
		return citations{
			repeats:    "A stone may not make the board look exactly as it did earlier in the game.",
			repetition: "Short rules, rule 4", point: "Short rules, rule 1", suicide: "Short rules, rule 3",
			turn: "Short rules, rule 1", end: "Short rules, rule 5", handicap: "these rules know none.", text: textNone,
		}
	case ItsYourTurn:
		const site = "It’s Your Turn, Go: "
		return citations{
			repeats:    "The stone that has just taken one in a ko may not be taken at the very next turn.",
			repetition: site + "Ko", point: site + "Introduction and Object", suicide: site + "Life and Death",
			turn: site + "Handicapping", end: site + "Ending the Game, with its house rule on the number of moves",
			handicap: "White has the first move.", text: textSite,
		}
	case IGGC:
		const site = "igGameCenter, Go: "
		return citations{
			repeats:    "A move may not return the board to the position of one turn before, unless the button was taken.",
			repetition: site + "Ko rule", point: site + "the players move alternately", suicide: site + "Suicide moves",
			turn: site + "the players move alternately", end: site + "End of Game",
			handicap: "Black places several stones before White’s first move.", text: textSite,
		}
	}
	name := set.Name() + " rules"
	c := citations{
		repeats:    "The stone that has just taken one in a ko may not be taken at the very next turn.",
		repetition: name + ", on ko", point: name + ", on moves", suicide: name + ", on moves without liberties",
		turn: name + ", on moves", end: name + ", on the end of the game",
		handicap: "Black has the handicap stones first.", text: textNone,
	}
	if set == Chinese || set == TrompTaylor {
		c.repeats = "The whole board may not be as it was at any time before."
	} else if set == AGA {
		c.repeats = "The whole board may not be as it was before with the same player to move."
	}
	return c
}

// CanStand tells whether a move can stand as played: a stone on another stone or
// off the board cannot.
func (v Violation) CanStand() bool {
	return v.Kind != gorules.Occupied && v.Kind != gorules.OffBoard && v.Kind != gorules.ButtonGone
}
