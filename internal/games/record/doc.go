// Package record checks records of Hex, Amazons and Tanbo: the main line is played through the game's rules, and the
// referee is told what happened. It reads records with sgf; it knows no files, pages or people.
//
// # How records are read
//
// A record of Hex says GM[11], one of Amazons GM[18]; the games' names are read there too. Tanbo has no number: a record
// of Go that names its rules Tanbo (RU) is one. Little Golem writes Hex without a number, its points as two letters and
// the first player, PB, as W: [Reading] says how such moves are read. Without a size the board has 11, 10 or 19 lines.
// Amazons and Tanbo begin with the position of their texts unless the first node sets up another; on boards of other
// sizes it must.
//
// Black begins where the record says nothing else: by PL, or by a first move of White's, which a warning names. The
// word resign or forfeit in place of a move ends the record.
//
// # Illegal moves
//
// None of these games has passes, so that a move cannot become one. Play ends before an illegal move; or, if it is to
// go on, the move is left out and the turn goes to the opponent. A move out of turn can stand: then it is played.
//
// # Whether a claim can be right
//
// Whoever has joined the sides, can still move, or still has stones has won from that move on, whatever came later. A
// claim of another result is proved wrong. Before that, a claim can be neither confirmed nor refuted: the report says
// nothing, also of a draw, which these rules do not have but players can agree on.
package record
