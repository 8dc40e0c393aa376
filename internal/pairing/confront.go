package pairing

import (
	"fmt"
	"slices"
	"strings"
)

// confront orders players tied so far by who beat whom, directly or through others of them, as OpenGotha does. From the
// lowest place up, the next to be placed is among those who have beaten no one still to be placed; of several the lowest
// by the later tie-breaks, and those equal in these share the place. Who are in one circle of wins count as one player
// to the others, and their games with each other say nothing.
func (r *ranking) confront(tied []int, later []TieBreak) map[int]Value {
	n := len(tied)
	beat, won := r.wonAgainst(tied)
	circular(beat)
	keys := r.laterKeys(tied, later)
	values := make(map[int]Value, n)
	placed := make([]bool, n)
	for below := 0; below < n; {
		var next []int
		for a := range n {
			if placed[a] || slices.ContainsFunc(beat[a], func(b int) bool { return !placed[b] }) {
				continue
			}
			switch {
			case len(next) == 0 || slices.Compare(keys[a], keys[next[0]]) < 0:
				next = []int{a}
			case slices.Equal(keys[a], keys[next[0]]):
				next = append(next, a)
			}
		}
		for _, a := range next {
			placed[a] = true
			values[tied[a]] = Value{TieBreak: DC, Unit: 1, Number: int64(below), Terms: []Term{{
				Number: int64(below), Text: fmt.Sprintf("ahead of %d of %d tied; %s", below, n, r.beaten(won[a])),
			}}}
		}
		below += len(next)
	}
	return values
}

// beaten names whom a player beat among the tied.
func (r *ranking) beaten(who []int) string {
	if len(who) == 0 {
		return "beat none of them"
	}
	names := make([]string, len(who))
	for k, i := range who {
		names[k] = r.name(i)
	}
	return "beat " + strings.Join(names, ", ")
}

// wonAgainst gives, by position among the tied, whom each has beaten more often than lost to, and the same as players.
func (r *ranking) wonAgainst(tied []int) (beat [][]int, won [][]int) {
	at := make(map[ID]int, len(tied))
	for a, i := range tied {
		at[r.players[i].ID] = a
	}
	beat, won = make([][]int, len(tied)), make([][]int, len(tied))
	for a, i := range tied {
		sum := map[int]int{}
		for _, l := range r.lines[i] {
			b, ok := at[l.Opponent]
			if !ok || l.Kind != KindGame {
				continue
			}
			switch white, black := l.Result.points(); {
			case white == black:
			case (white > black) == (l.Colour == White):
				sum[b]++
			default:
				sum[b]--
			}
		}
		for b := range tied {
			if sum[b] > 0 {
				beat[a] = append(beat[a], b)
				won[a] = append(won[a], tied[b])
			}
		}
	}
	return beat, won
}

// circular turns wins into who stands above whom: everyone whom wins lead to, but not those from whom wins lead back.
func circular(beat [][]int) {
	n := len(beat)
	reach := make([][]bool, n)
	for a := range n {
		reach[a] = make([]bool, n)
		todo := slices.Clone(beat[a])
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !reach[a][b] {
				reach[a][b] = true
				todo = append(todo, beat[b]...)
			}
		}
	}
	for a := range n {
		beat[a] = nil
		for b := range n {
			if reach[a][b] && !reach[b][a] {
				beat[a] = append(beat[a], b)
			}
		}
	}
}

// laterKeys gives each of the tied its values of the later tie-breaks, for comparing.
func (r *ranking) laterKeys(tied []int, later []TieBreak) [][]int64 {
	keys := make([][]int64, len(tied))
	for a, i := range tied {
		for _, t := range later {
			switch t {
			case DC, DCPoints, SDC:
			case CAT:
				keys[a] = append(keys[a], -r.value(t, i).Number)
			default:
				keys[a] = append(keys[a], r.value(t, i).Number)
			}
		}
	}
	return keys
}

// ofFiles works out the criteria that only event files of others have.
func (r *ranking) ofFiles(t TieBreak, i int) Value {
	switch t {
	case NBW:
		return r.points(i)
	case CAT:
		c := r.category(i)
		return Value{TieBreak: t, Unit: 1, Number: c, Terms: []Term{{Number: c, Text: r.players[i].grade().Short()}}}
	case EXT, EXR:
		return r.exploits(t, i)
	case CPS:
		return r.cup(i)
	}
	g := r.players[i].grade()
	return Value{TieBreak: t, Unit: 1, Number: int64(g), Terms: []Term{{Number: int64(g), Text: g.Short()}}}
}

func (r *ranking) points(i int) Value {
	var terms []Term
	for _, l := range r.lines[i] {
		if l.Points != 0 {
			terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: int64(l.Points), Text: r.lineText(l)})
		}
	}
	return total(NBW, 2, terms)
}

// category is 1 for the strongest.
func (r *ranking) category(i int) int64 {
	for c, lowest := range r.ev.Categories {
		if r.players[i].grade() >= lowest {
			return int64(c + 1)
		}
	}
	return int64(len(r.ev.Categories) + 1)
}

// exploits weighs opponents' points by how much less handicap than natural the player had.
func (r *ranking) exploits(t TieBreak, i int) Value {
	var terms []Term
	for _, l := range r.lines[i] {
		if l.Opponent == "" || t == EXR && l.Points != OnePoint {
			continue
		}
		j := r.index[l.Opponent]
		given := l.Handicap
		if l.Colour == Black {
			given = -given
		}
		natural := int(r.players[i].grade() - r.players[j].grade())
		weight := int64(min(3, max(0, given-natural+1)))
		points := r.points(j).Number
		text := fmt.Sprintf("%d × %s %s", weight, r.name(j), Score(points))
		terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: weight * points, Text: text})
	}
	return total(t, 2, terms)
}

// cup counts every round's points twice as much as those of the next, and byes and absences once.
func (r *ranking) cup(i int) Value {
	var terms []Term
	for k, l := range r.lines[i] {
		if l.Points == 0 {
			continue
		}
		number := int64(l.Points)
		if l.Opponent != "" {
			number <<= min(len(r.lines[i])-1-k, 40)
		}
		terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: number, Text: r.lineText(l)})
	}
	return total(CPS, 2, terms)
}
