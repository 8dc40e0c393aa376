package lessons

import "nzgs/internal/games"

var tanboLessons = []Lesson{
	{
		Key: "start", Title: "The beginning", Game: games.Tanbo,
		Text: "Eight black and eight white stones on a board of 19 lines, each a root of its own. Black begins.",
		Steps: []Step{
			{Move: "ba", Says: "Black grows the root in the corner by one stone. The marks are White’s legal moves: the points beside exactly one white stone.", Shows: shows("")},
		},
	},
	{
		Key: "touch", Title: "Beside exactly one own stone", Game: games.Tanbo, Size: 5, Black: "bb bc dd", White: "ae",
		Text: "Black to move. Black has two roots.",
		Steps: []Step{
			{Move: "ee", Says: "Beside no black stone, and diagonally does not count: refused.", Refused: games.TouchesNone},
			{Move: "cd", Says: "Beside d2 only: allowed. It touches the other root only diagonally."},
			{Move: "ad", Says: "White grows too. A stone may touch any number of the opponent’s."},
			{Move: "cc", Says: "Beside b3 and c2: two black stones, which would join the roots. Refused: roots never meet and never close a ring.", Refused: games.TouchesMany},
			{Move: "", Says: "Black has to move: there are no passes. Refused.", Refused: games.OffBoard},
		},
	},
	{
		Key: "own", Title: "The root that has just grown is bounded", Game: games.Tanbo, Size: 5,
		Black: "aa ba bb be ca cd ce dd", White: "ad ae cc da db dc eb", Turn: games.White,
		Text: "White is about to play b3. After that three roots could not grow any more: this one, the black root above and the white one on the left.",
		Steps: []Step{
			{Move: "bc", Says: "The root that the move has grown is bounded, so that root comes off, and only that one. The others have room again and stay."},
		},
	},
	{
		Key: "others", Title: "Other roots are bounded", Game: games.Tanbo, Size: 5,
		Black: "aa ab ad ba bc bd be ca", White: "cd da db dd de eb ed", Turn: games.White,
		Text: "White is about to play c4. The root that grows keeps a point to grow at; a black and a white root do not.",
		Steps: []Step{
			{Move: "cb", Says: "Both are taken off, whosever they are: the black root in the corner and White’s own root below."},
		},
	},
	{
		Key: "win", Title: "Who has no stones left has lost", Game: games.Tanbo, Size: 5, Black: "ca db dc", White: "da ea",
		Text: "White has one root left, of two stones, and Black is to move.",
		Steps: []Step{
			{Move: "eb", Says: "The root cannot grow any more and comes off. White has no stones: Black has won."},
			{Move: "da", Says: "Nothing can be played after that.", Refused: games.AfterEnd},
		},
	},
	{
		Key: "lose", Title: "Losing at one’s own turn", Game: games.Tanbo, Size: 5, Black: "ad bd ce", White: "ae", Turn: games.White,
		Text: "White has one stone left, and one point to grow at. White has to move.",
		Steps: []Step{
			{Move: "be", Says: "The root that has just grown is bounded and comes off. It was White’s last: White has lost, by the own move."},
		},
	},
}
