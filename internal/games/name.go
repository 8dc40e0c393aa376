package games

import "strconv"

// PointName is a point as people say it at a board of the game: "D4" in Go and Tanbo, whose boards leave out I and
// count rows from below; "d4" in Amazons, counted likewise with all letters; "d4" in Hex, counted from the top.
func (w Which) PointName(p Point, size int) string {
	if !p.On(size) {
		return "?"
	}
	return w.ColumnName(p.X) + w.RowName(p.Y, size)
}

// goLetters are those of columns of Go.
const goLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// ColumnName is the letter or the letters of a column.
func (w Which) ColumnName(x int) string {
	letters := alphabet
	if w == Go || w == Tanbo {
		letters = goLetters
	}
	if x < len(letters) {
		return letters[x : x+1]
	}
	return w.ColumnName(x/len(letters)-1) + w.ColumnName(x%len(letters))
}

// RowName is the number of a row.
func (w Which) RowName(y, size int) string {
	if w == Hex {
		return strconv.Itoa(y + 1)
	}
	return strconv.Itoa(size - y)
}
