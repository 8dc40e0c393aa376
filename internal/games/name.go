package games

import (
	"strconv"
	"strings"
)

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

// ParsePointName reads what PointName writes, in letters of either size; false if it names no point of the board.
func (w Which) ParsePointName(text string, size int) (Point, bool) {
	const longest = 4 // letters and digits of the largest board
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || len(text) > longest {
		return Point{}, false
	}
	for y := range size {
		column, is := strings.CutSuffix(text, w.RowName(y, size))
		if !is {
			continue
		}
		for x := range size {
			if strings.ToLower(w.ColumnName(x)) == column {
				return Point{x, y}, true
			}
		}
	}
	return Point{}, false
}
