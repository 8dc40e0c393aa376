package constitution

import (
	"slices"
	"strings"
	"unicode"
)

// PieceKind says what becomes of a piece of a text.
type PieceKind string

// The kinds of piece.
const (
	PieceStays PieceKind = "stays"
	PieceGoes  PieceKind = "goes"
	PieceComes PieceKind = "comes"
)

// Piece is a stretch of a text that is changed. The pieces that stay or come are
// the text after; those that stay or go have the words of the text before.
type Piece struct {
	Kind PieceKind
	Text string
}

// Bounds of a comparison: texts with more words, or with more changes, are shown
// as one that goes and one that comes, but for what they begin and end with.
const (
	maxTokens  = 20_000
	maxChanged = 1_000
)

// CompareWords says word by word what a change makes of a text. Where lines
// break makes no difference.
func CompareWords(before, after string) []Piece {
	old, now := tokens(before), tokens(after)
	head := 0
	for head < len(old) && head < len(now) && same(old[head], now[head]) {
		head++
	}
	tail := 0
	for tail < len(old)-head && tail < len(now)-head && same(old[len(old)-1-tail], now[len(now)-1-tail]) {
		tail++
	}
	out := pieces{}
	out.add(PieceStays, now[:head])
	out.middle(old[head:len(old)-tail], now[head:len(now)-tail])
	out.add(PieceStays, now[len(now)-tail:])
	return out.readable()
}

// MarkedWords is pieces in plain text, as letters and prints have them: "[out:
// Ten] [in: Twelve] shall suffice."
func MarkedWords(pieces []Piece) string {
	marks := map[PieceKind][2]string{PieceGoes: {"[out: ", "]"}, PieceComes: {"[in: ", "]"}}
	var b strings.Builder
	for _, p := range pieces {
		mark := marks[p.Kind]
		b.WriteString(mark[0] + p.Text + mark[1])
	}
	return b.String()
}

// tokens are the words of a text and what stands between them.
func tokens(text string) []string {
	var out []string
	from, between := 0, false
	for i, r := range text {
		if b := unicode.IsSpace(r); i > from && b != between {
			out = append(out, text[from:i])
			from = i
		}
		between = unicode.IsSpace(r)
	}
	if from < len(text) {
		out = append(out, text[from:])
	}
	return out
}

// same reports whether two tokens are the same word, or both blank.
func same(a, b string) bool { return a == b || blank(a) && blank(b) }

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// pieces are gathered in order, those of one kind beside each other as one.
type pieces []Piece

func (p *pieces) add(kind PieceKind, words []string) {
	text := strings.Join(words, "")
	if text == "" {
		return
	}
	if last := len(*p) - 1; last >= 0 && (*p)[last].Kind == kind {
		(*p)[last].Text += text
		return
	}
	*p = append(*p, Piece{kind, text})
}

// middle compares what is left when beginning and end are taken off.
func (p *pieces) middle(old, now []string) {
	steps, ok := script(old, now)
	if !ok {
		p.add(PieceGoes, old)
		p.add(PieceComes, now)
		return
	}
	for _, s := range steps {
		p.add(s.kind, s.words)
	}
}

// readable puts together what goes and what comes between two stretches that
// stay; a blank alone between changes stays nowhere.
func (p pieces) readable() []Piece {
	var out pieces
	var goes, comes []string
	flush := func() {
		out.add(PieceGoes, goes)
		out.add(PieceComes, comes)
		goes, comes = nil, nil
	}
	for i, piece := range p {
		between := i > 0 && i+1 < len(p) && blank(piece.Text)
		switch {
		case piece.Kind == PieceGoes:
			goes = append(goes, piece.Text)
		case piece.Kind == PieceComes:
			comes = append(comes, piece.Text)
		case between && goes != nil && comes != nil:
			goes, comes = append(goes, piece.Text), append(comes, piece.Text)
		default:
			flush()
			out.add(PieceStays, []string{piece.Text})
		}
	}
	flush()
	return out
}

// step is a run of words of one kind.
type step struct {
	kind  PieceKind
	words []string
}

// script is a shortest way from one list of words to another (Myers, “An O(ND)
// difference algorithm”); ok is false beyond the bounds.
func script(old, now []string) (steps []step, ok bool) {
	if len(old)+len(now) > maxTokens {
		return nil, false
	}
	most := min(len(old)+len(now), maxChanged)
	furthest := make([]int, 2*most+2) // by diagonal: how far into old
	var trail [][]int
	for d := 0; d <= most; d++ {
		trail = append(trail, slices.Clone(furthest[most-d:most+d+1]))
		for k := -d; k <= d; k += 2 {
			x := reach(furthest, most, d, k)
			for y := x - k; x < len(old) && y < len(now) && same(old[x], now[y]); x, y = x+1, y+1 {
			}
			furthest[most+k] = x
			if x >= len(old) && x-k >= len(now) {
				return walkBack(trail, old, now), true
			}
		}
	}
	return nil, false
}

// reach is how far into the old words diagonal k begins with d changes: one word
// more comes, or one more goes.
func reach(furthest []int, most, d, k int) int {
	switch {
	case d == 0:
		return 0
	case k == -d:
		return furthest[most+k+1]
	case k == d, furthest[most+k-1] >= furthest[most+k+1]:
		return furthest[most+k-1] + 1
	}
	return furthest[most+k+1]
}

// walkBack reads the steps off the trail of a search that has found the end.
func walkBack(trail [][]int, old, now []string) []step {
	var out []step
	x, y := len(old), len(now)
	for d := len(trail) - 1; d >= 0; d-- {
		at := func(k int) int { return trail[d][d+k] }
		k := x - y
		prev := k - 1
		if k == -d || k != d && at(k-1) < at(k+1) {
			prev = k + 1
		}
		fromX, fromY := 0, 0
		if d > 0 {
			fromX, fromY = at(prev), at(prev)-prev
		}
		for x > fromX && y > fromY {
			x, y = x-1, y-1
			out = append(out, step{PieceStays, now[y : y+1]})
		}
		switch {
		case d == 0:
		case x == fromX:
			y--
			out = append(out, step{PieceComes, now[y : y+1]})
		default:
			x--
			out = append(out, step{PieceGoes, old[x : x+1]})
		}
	}
	slices.Reverse(out)
	return out
}
