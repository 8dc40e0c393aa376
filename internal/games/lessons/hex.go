package lessons

import (
	"nzgs/internal/games"
	"nzgs/internal/games/table"
)

var hexLessons = []Lesson{
	{
		Key: "joining", Title: "Joining the two sides", Game: games.Hex, Size: 5,
		Text: "Black owns the top and the bottom, White the left and the right. Each puts one piece in a free cell at a turn.",
		Steps: []Step{
			{Move: "d1", Says: "Black begins at the top."},
			{Move: "e2", Says: "White answers. Pieces stay where they are: nothing is captured or moved."},
			{Move: "c2", Says: "c2 is below d1 to the left: the two cells share an edge, so the pieces are joined."},
			{Move: "e3", Says: "White plays elsewhere."},
			{Move: "c3", Says: "Straight below: joined too."},
			{Move: "e4", Says: "White plays elsewhere again."},
			{Move: "b4", Says: "The line does not have to be straight."},
			{Move: "e5", Says: "One cell is missing."},
			{Move: "b5", Says: "Top and bottom are joined without a gap: Black has won."},
		},
	},
	{
		Key: "bridge", Title: "Two ways to join", Game: games.Hex, Size: 4, Black: "c1 c2 d4 d3", White: "a1 a2 b4 b1",
		Turn: games.White,
		Text: "c2 and d3 do not touch, but two free cells touch both of them. White to move cannot take both.",
		Steps: []Step{
			{Move: "c3", Says: "White takes one of the two."},
			{Move: "d2", Says: "Black takes the other: the line is whole, and Black has won. A full board always has exactly one winner, so no game is drawn."},
		},
	},
	{
		Key: "opening", Title: "It’s Your Turn: the first piece is not in the centre row", Game: games.Hex, Size: 5,
		Options: table.Options{ItsYourTurn: true},
		Text:    "Who begins has a great advantage. On It’s Your Turn the first piece may therefore not be in the centre row.",
		Steps: []Step{
			{Move: "c3", Says: "The centre cell: refused, and the same holds for every cell of that row.", Refused: games.Opening},
			{Move: "a3", Says: "Refused as well: it is in the centre row.", Refused: games.Opening},
			{Move: "c2", Says: "One row above: allowed."},
			{Move: "c3", Says: "From the second move on every free cell may be taken, also in the centre row."},
		},
	},
	{
		Key: "swap", Title: "Elsewhere: the second player may take the first piece over", Game: games.Hex, Size: 5,
		Text: "Most places make up for the first move in another way: instead of the second move the players may exchange sides.",
		Steps: []Step{
			{Move: "b4", Says: "Black’s first piece: one row from the bottom."},
			{Move: "swap-pieces", Says: "White takes it over. It is White’s now, mirrored, so that it is as near to the right side as it was to the bottom."},
			{Move: "c3", Says: "Black goes on."},
			{Move: "swap-pieces", Says: "Later no one can exchange: refused.", Refused: games.Opening},
		},
	},
	{
		Key: "taken", Title: "A cell holds one piece", Game: games.Hex, Size: 5,
		Text: "Any free cell of the board may be taken, and no other.",
		Steps: []Step{
			{Move: "c3", Says: "Black takes the centre."},
			{Move: "c3", Says: "There is a piece already: refused.", Refused: games.Occupied},
			{Move: "f1", Says: "f1 is not on this board: refused.", Refused: games.OffBoard},
			{Move: "", Says: "Hex has no passes: refused.", Refused: games.OffBoard},
		},
	},
}
