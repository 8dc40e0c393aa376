package record

import (
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// markedDead lists the chains that a record marks as dead: those with a stone on a
// point marked as the opponent's (TB, TW). It is nil where nothing is marked so.
func markedDead(rec *sgf.Record, b *gorules.Board, blocks []block) []int32 {
	if len(rec.Territory) == 0 {
		return nil
	}
	marked := map[gorules.Point]gorules.Colour{}
	for _, m := range rec.Territory {
		marked[gorules.At(int(m.X), int(m.Y))] = gorules.Colour(m.Colour)
	}
	return chainsWith(b, blocks, func(p gorules.Point, c gorules.Colour) bool { return marked[p] == c.Opponent() })
}

// chainsWith lists the chains with a stone of which is says yes; never nil.
func chainsWith(b *gorules.Board, blocks []block, is func(gorules.Point, gorules.Colour) bool) []int32 {
	out := []int32{}
	for i := range blocks {
		if blocks[i].colour == gorules.Empty {
			continue
		}
		for _, p := range blocks[i].points {
			if is(pointAt(b, p), blocks[i].colour) {
				out = append(out, int32(i))
				break
			}
		}
	}
	return out
}

// deadMarks are the marks that programs put on dead stones in the last node.
var deadMarks = []string{"MA", "DD", "SL", "TR", "SQ", "CR"}

// otherMarks lists, for each kind of mark in the last node, the chains with such a
// mark. A single mark on the stone played last says only that.
func otherMarks(rec *sgf.Record, b *gorules.Board, blocks []block) [][]int32 {
	last := gorules.Pass
	for i := len(rec.Steps) - 1; i >= 0 && last == gorules.Pass; i-- {
		if s := &rec.Steps[i]; s.Kind == sgf.Play {
			last = gorules.At(int(s.X), int(s.Y))
		}
	}
	var out [][]int32
	for _, name := range deadMarks {
		marked, only := map[gorules.Point]bool{}, true
		for _, m := range rec.Marks {
			if m.Name == name {
				p := gorules.At(int(m.X), int(m.Y))
				marked[p] = true
				only = only && p == last
			}
		}
		if only {
			continue
		}
		if dead := chainsWith(b, blocks, func(p gorules.Point, _ gorules.Colour) bool { return marked[p] }); len(dead) > 0 {
			out = append(out, dead)
		}
	}
	return out
}

// tryTerritory counts as the record marks whose each point is, which is surer than any
// rule about seki and points between the players.
func (q *inquiry) tryTerritory() bool {
	for i := range q.readings {
		rd := &q.readings[i]
		if rd.Kind != ByOtherKomi && rd.Rules.Dead != gorules.DeadUnstated &&
			q.take(FromMarks, rd, q.byMarks(rd), q.points(markedDead(q.record, q.line.Board, q.blocks))) {
			return true
		}
	}
	return false
}

// byMarks counts the marked points, and by area the stones that are not marked as the
// opponent's.
func (q *inquiry) byMarks(rd *Reading) gorules.Score {
	b := q.line.Board
	var total, lost [gorules.White + 1]int
	area := rd.Rules.Scoring.CountsArea()
	marked := map[gorules.Point]bool{}
	for _, m := range q.record.Territory {
		p, of := gorules.At(int(m.X), int(m.Y)), gorules.Colour(m.Colour)
		marked[p] = true
		switch b.At(p) {
		case of:
			if area {
				total[of]++
			}
		case of.Opponent():
			lost[of.Opponent()]++
			total[of]++
		default:
			total[of]++
		}
	}
	for _, p := range b.Points() {
		if c := b.At(p); area && c != gorules.Empty && !marked[p] {
			total[c]++
		}
	}
	off := q.prisoners(rd)
	off.Black += lost[gorules.Black]
	off.White += lost[gorules.White]
	t := tally{int32(total[gorules.Black]), int32(total[gorules.White])}
	t = t.plus(counting(rd.Rules.Scoring).dead(gorules.Black, int32(off.Black)))
	t = t.plus(counting(rd.Rules.Scoring).dead(gorules.White, int32(off.White)))
	return gorules.Score{Black: int(t.black), White: int(t.white), Margin: int(t.margin())}
}
