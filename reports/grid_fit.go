package reports

// mostLines is how many lines a text takes at most in a column of its own width: a longer one has the column share what is
// left, so that one club of a long name does not make a list of a page for every four lines.
const mostLines = 3

// widen has the columns share what is left whose texts are never cut and too long for their own width.
func (g *grid) widen(rows [][]gridCell) {
	for i := range g.columns {
		c := &g.columns[i]
		if c.width > 0 && c.lines >= uncut && g.need(i, rows).whole > mostLines*c.width {
			c.width, c.share = 0, 1
		}
	}
}

// fit gives the columns that share what is left as much of it as their texts need, and what remains by their shares. Where
// that is not room enough those with short texts have theirs whole, and the others the same width, if no word is wider.
func (g *grid) fit(textWidth float64, rows [][]gridCell) {
	g.widen(rows)
	free := textWidth - g.columnGap()*float64(len(g.columns)-1)
	var least, whole, shares float64
	needs := make([]columnNeed, len(g.columns))
	for i, c := range g.columns {
		if c.width > 0 {
			free -= c.width
			continue
		}
		needs[i] = g.need(i, rows)
		least, whole, shares = least+needs[i].least, whole+needs[i].whole, shares+c.share
	}
	if shares == 0 || free <= 0 {
		return
	}
	most := sharedWidth(needs, free)
	for i := range g.columns {
		c, n := &g.columns[i], needs[i]
		switch {
		case c.width > 0:
		case whole <= free:
			c.width = n.whole + (free-whole)*c.share/shares
		case least < free:
			c.width = n.within(most)
		default:
			c.width = free * n.least / least
		}
	}
}

// sharedWidth is how wide columns of long texts are for all to take so much room together, in millimetres.
func sharedWidth(needs []columnNeed, room float64) float64 {
	low, high := 0.0, room
	for range 50 { // to less than a printer shows
		middle, taken := (low+high)/2, 0.0
		for _, n := range needs {
			taken += n.within(middle)
		}
		if taken > room {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// columnNeed is the width, in millimetres, of a column's longest word and of its longest text; its head counts for both.
type columnNeed struct{ least, whole float64 }

// within is the column's width where none should be wider than that.
func (n columnNeed) within(most float64) float64 { return min(n.whole, max(most, n.least)) }

func (g *grid) need(column int, rows [][]gridCell) (n columnNeed) {
	c := g.columns[column]
	of := func(text string, st style) {
		const (
			slack  = 0.1  // so that no rounding breaks what is as wide as its column
			longer = 48.0 // a word that is longer breaks, as an address does
		)
		text = printable(text)
		if whole := widthOf(text, st) + slack; whole > n.least {
			n.whole = max(n.whole, whole)
			for _, word := range unbrokenParts(text) {
				n.least = max(n.least, min(widthOf(word, st)+slack, longer))
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
