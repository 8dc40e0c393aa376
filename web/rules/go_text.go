package rules

import "nzgs/internal/games/lessons"

// GoRule is a rule of Go with what it says, in our own words, and the examples that show it.
type GoRule struct {
	Key, Title string
	Says       []string
	Why        string   // an explanation
	Shows      []string // keys of examples
}

// goRules are the New Zealand Rules of Go. The keys are anchors that rulings link to.
var goRules = []GoRule{
	{
		Key: "board", Title: "The board and the stones", Says: []string{
			"Two players, Black and White, play on a board of crossing lines: 19 by 19, or 13 by 13 or 9 by 9 for shorter games.",
			"Stones stand on the crossings, the points. Points are beside each other along the lines, not across a corner.",
		},
	},
	{
		Key: "turns", Title: "Turns", Says: []string{
			"The board is empty at first. Black begins, and the players take turns.",
			"A turn is a stone on an empty point, or a pass. Stones are never moved.",
		},
		Why: "A pass is never refused. Passing ends nothing by itself: see “The end”.",
	},
	{
		Key: "capture", Title: "Chains and capture", Says: []string{
			"Stones of one colour that are joined along the lines are a chain.",
			"After a stone is played, every chain of the other player without an empty point beside it comes off the board.",
			"Then every chain of the player who has moved without an empty point beside it comes off.",
		},
		Why: "The order matters: a stone may be played where it has no room of its own, if it takes something. Where it takes nothing, it " +
			"comes off itself, alone or with its chain. That is legal here.",
		Shows: []string{"capture", "chain", "first", "own", "eyes"},
	},
	{
		Key: "repetition", Title: "No position twice", Says: []string{
			"No one may play so that the board is as it was after an earlier move of their own. A pass counts as a move.",
		},
		Why: "Mostly this is ko: one stone each way, again and again. It holds for longer cycles too, so that no game goes on forever. " +
			"The board before the first move is after no one’s move.",
		Shows: []string{"ko"},
	},
	{
		Key: "wrong", Title: "A move that is not allowed", Says: []string{
			"Who sees that the other player has made an earlier position again says so before the next move: the stone comes off, and the " +
				"move becomes a pass. After the next move it stands.",
			"After any other wrong move the board is put back to where it happened, and the last move of who made it becomes a pass. If it " +
				"cannot be put back, they lose the game.",
		},
	},
	{
		Key: "end", Title: "The end", Says: []string{
			"The game ends when both players agree that it has ended, mostly after both have passed.",
			"They also agree which stones on the board could not be saved. These are dead, and come off.",
			"Where they do not agree, they play on until they do.",
		},
		Why: "Playing on costs nothing here: each stone inside one’s own area leaves the count as it was.",
	},
	{
		Key: "count", Title: "The count", Says: []string{
			"A player has a point for each own stone on the board, and one for each empty point from which only own stones are reached.",
			"An empty point from which both colours are reached is a point for both.",
			"Who has more has won.",
		},
		Why: "Captured stones are not counted: what they cost is on the board.", Shows: []string{"count", "shared"},
	},
	{
		Key: "komi", Title: "Komi", Says: []string{
			"In an even game White gets 7 points more, because Black begins. A tie is possible: jigo.",
		},
	},
	{
		Key: "handicap", Title: "Handicap", Says: []string{
			"The weaker player is Black. With a handicap of three stones, for example, White passes at the first two turns: Black has placed " +
				"three stones, wherever Black likes, before White’s first.",
			"In a handicap game White gets no komi.",
		},
	},
}

// shortRules are the rules for who has never played.
var shortRules = []string{
	"Black and White take turns to put a stone on an empty crossing of the lines. Black begins. Stones are never moved.",
	"Stones that touch along the lines belong together. With no empty crossing beside them, they are captured and come off.",
	"You may not play so that the board is again as it was after one of your own moves.",
	"You may pass. When both have passed and agree that it is over, the game is over.",
	"Your points are your stones and the empty crossings that only you surround. White gets 7 more. More points win.",
}

// firstLessons are the first five lessons, by the keys of their examples.
var firstLessons = []string{"capture", "chain", "eyes", "ko", "count"}

// asked for by a key that the rules name; a test finds every one.
func named(keys []string) (out []*lessons.Lesson) {
	for _, key := range keys {
		out = append(out, lessons.Rule(key))
	}
	return out
}
