package reports

// breakPoint is where a page may end: what begins there can be set on the next one.
type breakPoint struct {
	y     float64
	again func(y float64) float64 // sets the heads of a table again and returns where its rows begin; nil: none
}

// mayBreak says that the page may end at y, and that as much as this below it stays with it.
func (d *document) mayBreak(y, height float64, again func(y float64) float64) {
	if y < d.together {
		return // within what stays together
	}
	d.breaks, d.together = append(d.breaks, breakPoint{y, again}), y+min(height, 60)
}

// leastKept is how much goes at least to another page with what must not stand there alone: a line or two.
const leastKept = 12.0

// with makes room below y for what must never stand on a page alone: signatures, a sum, the end of a letter. Where the
// page has no room for it, the last block before it goes to the next page with it. It returns where it begins.
func (d *document) with(top topLine, y, height, bottom float64) float64 {
	if y+height <= bottom {
		return y
	}
	last, from := d.page, d.breaks
	start := d.startPage(top) + 3
	for i := len(from) - 1; i >= 0; i-- {
		b := from[i]
		if y-b.y < leastKept && i > 0 {
			continue
		}
		if start+y-b.y+height > bottom+leastKept { // more than a page
			break
		}
		at := start
		if b.again != nil {
			at = b.again(start)
		}
		d.carry(last, b.y, at-b.y)
		return at + y - b.y
	}
	return start
}

// carry moves what is below y on a page to the page that marks go on now, down by so much.
func (d *document) carry(from int, y, by float64) {
	const hair = 0.05 // a line at the break ends what is above it
	var stay []mark
	for _, m := range d.pages[from] {
		if m.top() <= y+hair {
			stay = append(stay, m)
			continue
		}
		m.y += by
		for i := range m.placed {
			m.placed[i].y += by
		}
		d.add(m)
	}
	d.pages[from] = stay
}

// top is where a mark begins, but for text its baseline.
func (m mark) top() float64 {
	switch m.kind {
	case circleMark, discMark:
		return m.y - m.width
	case lineMark, dashMark:
		return m.y + max(m.height, 0)
	case fillMark, boxMark:
		return m.y + 2*0.05
	}
	return m.y
}

// with is document.with below what is set.
func (f *flow) with(height float64) {
	pages := len(f.pages)
	f.y = f.document.with(f.top, f.y, height, contentBottom-f.short)
	if len(f.pages) > pages {
		f.began = margin
	}
}
