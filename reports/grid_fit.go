package reports

import "strings"

// fit gives the columns that share what is left as much of it as their texts need, and what remains by their shares. A
// column of empty cells is as wide as its head; none is narrower than its longest word, where that can be.
func (g *grid) fit(textWidth float64, rows [][]gridCell) {
	const widest = 80.0 // of what a text is given before others have theirs
	free := textWidth - g.columnGap()*float64(len(g.columns)-1)
	var least, whole, shares float64
	needs := make([]columnNeed, len(g.columns))
	for i, c := range g.columns {
		if c.width > 0 {
			free -= c.width
			continue
		}
		needs[i] = g.need(i, rows)
		needs[i].whole = max(needs[i].least, min(needs[i].whole, widest))
		least, whole, shares = least+needs[i].least, whole+needs[i].whole, shares+c.share
	}
	if shares == 0 || free <= 0 {
		return
	}
	for i := range g.columns {
		c, n := &g.columns[i], needs[i]
		switch {
		case c.width > 0:
		case whole <= free:
			c.width = n.whole + (free-whole)*c.share/shares
		case least < free:
			c.width = n.least + (free-least)*(n.whole-n.least)/(whole-least)
		default:
			c.width = free * n.least / least
		}
	}
}

// columnNeed is the width, in millimetres, of a column's longest word and of its longest text; its head counts for both.
type columnNeed struct{ least, whole float64 }

func (g *grid) need(column int, rows [][]gridCell) (n columnNeed) {
	c := g.columns[column]
	of := func(text string, st style) {
		const slack = 0.1 // so that no rounding breaks what is as wide as its column
		text = printable(text)
		if whole := widthOf(text, st) + slack; whole > n.least {
			n.whole = max(n.whole, whole)
			for _, word := range strings.Fields(text) {
				n.least = max(n.least, widthOf(word, st)+slack)
			}
		}
	}
	of(c.title, headingStyle)
	for _, row := range rows {
		if column >= len(row) {
			continue
		}
		st := g.style
		st.weight = max(c.bold, row[column].bold)
		of(row[column].text, st)
		of(row[column].detail, g.detail)
	}
	if c.stone != noStone {
		n.least, n.whole = n.least+4, n.whole+4
	}
	return n
}
