// Package hex plays Hex. Black joins top and bottom, White left and right; whoever has a line of neighbouring pieces
// from one of the own sides to the other has won.
//
// A cell has up to six neighbours: beside it, above and below it, above to the right and below to the left. Of a full
// board exactly one player has such a line, so that no game is drawn.
//
// # The opening
//
// By It's Your Turn's rules the first player may not begin in the centre row ([ItsYourTurn]). Its text shows no
// numbers; the centre row is read as the row with as many rows above as below, so that boards with an even number of
// rows have none. Elsewhere the second player may exchange sides instead of a second move ([Swap]): by taking the
// first piece over, mirrored at the long diagonal ([Game.SwapPieces]), or by changing places, whereupon the first
// player goes on as White ([Game.SwapSides]).
package hex
