package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Standings ranks everyone who has entered by a round, the best first, counting the rounds in ev.Played through that
// one; within a shared place the stronger rating stands first. Results that are missing count nothing yet. The event
// must be valid; see [Event.Validate].
//
// The players of teams go by their points, also in a knock-out: only the teams go out.
func Standings(ev *Event, throughRound int) *Table {
	if ev.Boards > 0 && ev.System == Knockout {
		players := *ev
		players.System, players.Knockout, players.Boards, players.Teams = Swiss, KnockoutRules{}, 0, nil
		ev = &players
	}
	return standings(ev, throughRound, nil)
}

// standings ranks players, or teams with what each of their matches brought on the boards.
func standings(ev *Event, throughRound int, tally map[ID][]boardPoints) *Table {
	r := &ranking{field: newField(ev, throughRound), tally: tally, through: throughRound}
	t := &Table{TieBreaks: slices.Concat(ev.BeforeScore, ev.TieBreaks)}
	for _, round := range r.rounds {
		t.Through = round.Number
	}
	var entered []int
	for i, p := range r.players {
		if p.firstRound() <= max(1, throughRound) {
			entered = append(entered, i)
		}
	}
	slices.SortStableFunc(entered, func(a, b int) int { return cmp.Compare(r.players[b].Rating, r.players[a].Rating) })
	rows := make([]Row, len(r.players))
	for _, i := range entered {
		rows[i] = r.row(i)
	}
	score := func(i int) int64 { return 4*int64(rows[i].Score) + int64(r.extra[i]) }
	places(split([][]int{entered}, score), func(i int, p Place) { rows[i].ScorePlace = p })
	groups := [][]int{entered}
	for k, tb := range ev.BeforeScore {
		groups = r.breakTies(tb, ev.BeforeScore[k+1:], groups, rows)
	}
	groups = split(groups, score)
	for k, tb := range ev.TieBreaks {
		groups = r.breakTies(tb, ev.TieBreaks[k+1:], groups, rows)
	}
	places(groups, func(i int, p Place) { rows[i].Place = p })
	for _, g := range groups {
		for _, i := range g {
			t.Rows = append(t.Rows, rows[i])
		}
	}
	return t
}

func (r *ranking) row(i int) Row {
	p := r.players[i]
	return Row{
		ID: p.ID, Score: r.final(i, byMcMahon), Start: r.start[i], Points: r.final(i, byPoints),
		Wins: int(r.value(Wins, i).Number), Rounds: slices.Clone(r.lines[i]),
		ThirdPlace: slices.ContainsFunc(r.lines[i], func(l Line) bool { return l.ThirdPlace && l.Points > 0 }),
	}
}

// breakTies works out one tie-break for everyone and splits the groups that are still tied by it. Direct comparison
// asks the tie-breaks that come later.
func (r *ranking) breakTies(tb TieBreak, later []TieBreak, groups [][]int, rows []Row) [][]int {
	k := 0
	for _, g := range groups {
		var direct map[int]Value
		switch tb {
		case DC:
			direct = r.confront(g, later)
		case DCPoints, SDC:
			direct = r.direct(tb, g)
		}
		for _, i := range g {
			v, ok := direct[i]
			if !ok {
				v = r.value(tb, i)
			}
			rows[i].Values = append(rows[i].Values, v)
			k = len(rows[i].Values) - 1
		}
	}
	return split(groups, func(i int) int64 {
		if tb == CAT {
			return -rows[i].Values[k].Number // the first category stands first
		}
		return rows[i].Values[k].Number
	})
}

// split divides each group by a value, the greatest first. The order within a value stays.
func split(groups [][]int, value func(i int) int64) [][]int {
	var out [][]int
	for _, g := range groups {
		g = slices.Clone(g)
		slices.SortStableFunc(g, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
		for len(g) > 0 {
			n := 1
			for n < len(g) && value(g[n]) == value(g[0]) {
				n++
			}
			out = append(out, g[:n:n])
			g = g[n:]
		}
	}
	return out
}

// places numbers groups of tied players.
func places(groups [][]int, set func(i int, p Place)) {
	next := 1
	for _, g := range groups {
		for _, i := range g {
			set(i, Place{From: next, To: next + len(g) - 1})
		}
		next += len(g)
	}
}

// Row gives the row of a player.
func (t *Table) Row(id ID) (Row, bool) {
	for _, r := range t.Rows {
		if r.ID == id {
			return r, true
		}
	}
	return Row{}, false
}

// String gives a place as tables show it: "2", or "2–4" where it is shared.
func (p Place) String() string {
	if p.Shared() {
		return fmt.Sprintf("%d–%d", p.From, p.To)
	}
	return fmt.Sprint(p.From)
}

// String gives the value exactly: "16½", "7¼", "−2.3".
func (v Value) String() string {
	if v.Unit == 10 {
		return tenths(v.Number)
	}
	sign, n := "", v.Number*(4/v.Unit)
	if n < 0 {
		sign, n = "−", -n
	}
	quarter := [...]string{"", "¼", "½", "¾"}[n%4]
	if n < 4 && quarter != "" {
		return sign + quarter
	}
	return fmt.Sprintf("%s%d%s", sign, n/4, quarter)
}

func tenths(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "−", -n
	}
	return fmt.Sprintf("%s%d.%d", sign, n/10, n%10)
}

// Float gives the value as a number, for JSON. Halves and quarters are exact.
func (v Value) Float() float64 { return float64(v.Number) / float64(v.Unit) }

// Float gives the score in points, for JSON.
func (s Score) Float() float64 { return float64(s) / 2 }
