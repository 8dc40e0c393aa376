package reports

import "io"

// Bracket is the bracket of a knock-out.
type Bracket struct {
	Event, Section string
	AsAt           string
	Stages         []BracketStage
}

// BracketStage is one round; each has half as many ties as the one before, and the last may have one for third place
// after the final.
type BracketStage struct {
	Name string
	Ties []BracketTie
}

// BracketTie is one place of a bracket.
type BracketTie struct {
	Label string // "For third place"
	Sides [2]BracketSide
	Text  string
}

// BracketSide is one side of a tie: a name, or a text where there is no one.
type BracketSide struct {
	Seed, Name, Text string
	Won              bool
}

// tiesDown is how many ties of its first round a page of a bracket has; with more, each page has a part of the
// bracket, and the last what their winners play.
const tiesDown = 16

// BracketPDF writes the bracket, the first round on the left and the final on the right.
func (by Press) BracketPDF(w io.Writer, b Bracket) error {
	d := by.newDocument(documentTitle(b.Event, b.Section, "Bracket"))
	top := topLine{over: b.Event, tail: b.Section, title: "Bracket"}
	if len(b.Stages) == 0 {
		top.notes = []string{"The bracket appears when round 1 is published."}
		d.startPage(top)
	}
	for stages := b.Stages; len(stages) > 0; {
		first := len(stages[0].Ties)
		if first <= tiesDown {
			d.bracket(top, stages)
			break
		}
		depth := 5 // rounds until tiesDown ties have become one
		for from := 0; from < first; from += tiesDown {
			part := make([]BracketStage, depth)
			for k := range depth {
				part[k] = BracketStage{Name: stages[k].Name, Ties: stages[k].Ties[from>>k : (from+tiesDown)>>k]}
			}
			d.bracket(top, part)
		}
		stages = stages[depth:]
	}
	d.finish(b.Event, asAt(b.AsAt))
	return d.writeTo(w)
}

// bracket sets rounds of a bracket on a page of their own.
func (d *document) bracket(top topLine, stages []BracketStage) {
	y := d.startPage(top) + 2
	const gap = 5.0
	const widest = 62.0
	width := min(widest, (textWidth-gap*float64(len(stages)-1))/float64(len(stages)))
	room := contentBottom - y - 10
	slot := min(room/float64(len(stages[0].Ties)), 26)
	head := style{size: 9, weight: bold}
	for k, st := range stages {
		x := margin + float64(k)*(width+gap)
		d.textFit(x, y, width, printable(st.Name), head)
		span := slot * float64(int(1)<<k)
		for i, tie := range st.Ties {
			middle := y + 4 + span*(float64(i)+0.5)
			if tie.Label != "" {
				middle = min(y+4+span*0.5+slot*1.6, contentBottom-slot/2) // below the final
				d.textFit(x, middle-6.4, width, printable(tie.Label), smallStyle)
			}
			d.tie(tie, x, middle, width, (slot-3)/2)
			if k > 0 && tie.Label == "" {
				d.rule(x-gap, middle-span/4, x-gap/2, middle-span/4, 0.25, 120)
				d.rule(x-gap, middle+span/4, x-gap/2, middle+span/4, 0.25, 120)
				d.rule(x-gap/2, middle-span/4, x-gap/2, middle+span/4, 0.25, 120)
				d.rule(x-gap/2, middle, x, middle, 0.25, 120)
			}
		}
	}
}

// name is who is on a side, whole, in as large a type as fits; who won has a tick beside it.
func (s BracketSide) name(width, half float64) (style, []string) {
	st, room := style{size: 8}, width-3
	if s.Won {
		st.weight = bold
		room -= 4
	}
	return wholeIn(joined(" ", s.Seed, s.Name), st, room, half-0.4)
}

// tie sets one place of a bracket around a height, each side as high as its name needs to be read, at most so high.
func (d *document) tie(t BracketTie, x, middle, width, most float64) {
	const usual, step, readable = 4.6, 0.8, 6.5
	half := usual
	for _, side := range t.Sides {
		for st, _ := side.name(width, half); st.size < readable && half+step <= most; st, _ = side.name(width, half) {
			half += step
		}
	}
	d.box(x, middle-half, width, 2*half, 0.25)
	d.rule(x, middle, x+width, middle, 0.15, 160)
	for k, side := range t.Sides {
		base := middle + (float64(k)-0.5)*half + 1
		if side.Name == "" {
			d.textFit(x+1.5, base, width-3, printable(side.Text), style{size: 8, grey: 110})
			continue
		}
		if side.Won {
			d.textRight(x+width-1.5, base, "✓", style{size: 8, weight: bold})
		}
		st, lines := side.name(width, half)
		for n, line := range lines {
			d.text(x+1.5, base+(float64(n)-float64(len(lines)-1)/2)*st.leading(), line, st)
		}
	}
}
