package rules

import "nzgs/internal/games"

// about says in a sentence what a game is about.
var about = map[games.Which]string{
	games.Go:      "Surround more of the board than the other. Four texts of its rules, and the positions in which they part.",
	games.Hex:     "Join your two sides of the board with one line of pieces before the other joins theirs.",
	games.Amazons: "Move queens and shoot arrows. Who can still move when the other cannot has won.",
	games.Tanbo:   "Grow roots of stones. Who has no stones left has lost.",
}

// rules are the rules of the games, sentence by sentence.
var rules = map[games.Which][]string{
	games.Hex: {
		"Two players put one piece at a turn in a free cell of a board of hexagons. Pieces are never moved and never captured.",
		"Black joins top and bottom, White left and right. A corner cell belongs to both its sides.",
		"Whoever has a line of own pieces without a gap from one own side to the other has won. The line may bend as it likes.",
		"One of the players always gets there: a full board without a winner does not exist, so no game is drawn. No one may pass.",
		"The first move is worth a great deal. By It’s Your Turn’s rules the first piece may not be in the centre row; elsewhere the second player may exchange sides instead of the second move.",
	},
	games.Amazons: {
		"Each player has four queens on a board of ten rows and columns. The colours of the squares mean nothing.",
		"A turn is a move and a shot. One of your queens moves as in chess: any number of free squares along a row, a column or a diagonal. She goes onto nothing and over nothing.",
		"Then that queen shoots an arrow from where she stands now, in any of the eight directions and any distance over free squares. The square that she has just left is free.",
		"An arrow stays where it is for the rest of the game and blocks like a queen. Nothing is captured.",
		"Who has no queen that can move, when it is their turn, has lost.",
	},
	games.Tanbo: {
		"Tanbo is played with Go stones on a board of 19 lines, on which sixteen stones stand at the beginning. Black begins, and the players take turns. No one may pass.",
		"A stone goes on a free point that is beside exactly one of your own stones, along a line. Diagonals do not count, and it may be beside any number of the other player’s.",
		"So your stones are roots that grow. A root never closes a ring, and two roots of yours never meet.",
		"A root beside which there is no point left where a stone of its colour may go is bounded. If the root that you have just made longer is bounded, that root comes off the board, and no other.",
		"Otherwise every bounded root comes off, yours as well as the other player’s.",
		"Who has no stones left has lost, even by their own move. While both have stones there is always a move, and there are no draws.",
	},
}
