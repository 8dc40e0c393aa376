package lessons

import "nzgs/internal/games"

// shows marks what a step's moves reach.
func shows(begins string) *string { return &begins }

var amazonsLessons = []Lesson{
	{
		Key: "turn", Title: "A turn: move a queen, then shoot", Game: games.Amazons,
		Text: "Ten rows, four queens each. Black begins, where the players have not agreed otherwise.",
		Steps: []Step{
			{Move: "djddgd", Says: "The queen on d1 goes up to d7 and shoots an arrow to g7. Both go as a queen of chess goes: any distance in one straight or diagonal line."},
			{Move: "gaeceh", Says: "White’s queen goes from g10 diagonally to e8 and shoots down to e3. Neither passes over anything on the way."},
		},
	},
	{
		Key: "reach", Title: "Where a queen can go", Game: games.Amazons, Size: 7, Black: "dd", White: "bb dg", Arrows: "df fd",
		Text: "A small board with one black queen, two white ones and two arrows.",
		Steps: []Step{
			{Move: "ddddff", Says: "Staying where she is and only shooting: refused. A queen has to move.", Refused: games.Occupied, Shows: shows("dd")},
			{Move: "ddgdgc", Says: "Past the arrow on f4: refused. Nothing is jumped over.", Refused: games.Blocked},
			{Move: "ddbbaa", Says: "Onto the white queen: refused. Nothing is captured.", Refused: games.Occupied},
			{Move: "ddecgc", Says: "e5 is free, and so is the way to g5: allowed."},
		},
	},
	{
		Key: "arrow", Title: "An arrow through the square just left", Game: games.Amazons, Size: 6, Black: "cd", White: "eb",
		Text: "The queen on c3 is about to move up.",
		Steps: []Step{
			{Move: "cdcbcf", Says: "She goes to c5 and shoots back down to c1, through c3: the square that she has just left is empty."},
			{Move: "ebecec", Says: "The arrow onto the square where the queen stands now: refused.", Refused: games.Occupied},
			{Move: "ebeceb", Says: "White’s queen goes from e5 to e4 and shoots onto e5, the square that she has just left: allowed."},
			{Move: "cbcfca", Says: "An arrow stays for good. No queen stops on c1: refused.", Refused: games.Occupied},
			{Move: "cbdbfb", Says: "The arrow from d5 to f5 would pass the arrow on e5: refused.", Refused: games.Blocked},
		},
	},
	{
		Key: "shots", Title: "Where she can shoot", Game: games.Amazons, Size: 6, Black: "cd", White: "eb", Arrows: "cf ad",
		Text: "After her move a queen must shoot, in any of the eight directions, any distance over free squares.",
		Steps: []Step{
			{Move: "cdcbcg", Says: "From c5 every marked square can be shot at, c3 and c2 behind her included. A square off the board cannot: refused.", Refused: games.OffBoard, Shows: shows("cdcb")},
			{Move: "cdcbce", Says: "c2, past the square that she came from."},
		},
	},
	{
		Key: "win", Title: "Who cannot move has lost", Game: games.Amazons, Size: 3, Black: "cb", White: "aa", Arrows: "ab bb",
		Text: "White’s queen is in the corner. One free square is left beside her.",
		Steps: []Step{
			{Move: "cbcaba", Says: "Black shoots at it. No square beside White’s queen is free, White cannot move, and Black has won."},
			{Move: "aabaaa", Says: "Nothing can be played after that.", Refused: games.AfterEnd},
		},
	},
}
