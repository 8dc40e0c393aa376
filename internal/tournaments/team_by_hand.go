package tournaments

import (
	"cmp"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// hasSide reports whether the field has an entry, or in a section of teams a team, of that number.
func (f field) hasSide(side EntryID) bool {
	if f.section.Teams() {
		_, ok := f.team(TeamOf(side))
		return ok
	}
	_, ok := f.entry(side)
	return ok
}

func (s Settings) chooseSide() string {
	if s.Teams() {
		return "Choose a team of this section."
	}
	return "Choose a player of this section."
}

// teamPlays reports whether anyone of a team plays a round.
func (f field) teamPlays(t Team, round int) bool {
	return slices.ContainsFunc(t.Players, func(id EntryID) bool {
		e, ok := f.entry(id)
		return ok && e.Plays(round)
	})
}

func (f field) checkTeamPlays(problems *apperr.Fields, name string, side EntryID, round int) {
	t, ok := f.team(TeamOf(side))
	switch {
	case !ok:
		problems.Add(name, "%s", f.section.chooseSide())
	case !f.teamPlays(t, round):
		problems.Add(name, "No one of %s plays in round %d.", t.Name, round)
	}
}

// TeamPlays reports whether anyone of a team plays a round.
func (w *Wallchart) TeamPlays(id TeamID, round int) bool {
	t, ok := w.field.team(id)
	return ok && w.field.teamPlays(t, round)
}

// exchanged are the matches of a round with two teams in each other's place, and which of them are others now; bye is the
// team with the bye, if one has it. Problems are of the fields of HandInput.
func (f field) exchanged(r Round, a, b TeamID) (matches []TeamMatch, touched map[int]bool, bye TeamID, problems apperr.Fields) {
	matches, touched, bye = slices.Clone(r.Matches), make(map[int]bool), f.byeTeam(r)
	places := 0
	swap := func(id *TeamID) bool {
		switch *id {
		case a:
			*id = b
		case b:
			*id = a
		default:
			return false
		}
		places++
		return true
	}
	for i := range matches {
		m := &matches[i]
		if m.Has(a) && m.Has(b) {
			problems.Add("other", "These two play each other.")
			return matches, touched, bye, problems
		}
		white, black := swap(&m.White), swap(&m.Black)
		touched[i] = white || black
	}
	swap(&bye)
	if places < 2 {
		problems.Add("other", "One of the two has neither a match nor the bye in this round.")
	}
	return matches, touched, bye, problems
}

// hasBye reports whether a team goes through a round without a match.
func (f field) hasBye(r Round, team TeamID) bool {
	t, ok := f.team(team)
	return ok && !slices.ContainsFunc(r.Matches, func(m TeamMatch) bool { return m.Has(team) }) &&
		slices.ContainsFunc(t.Players, func(id EntryID) bool { return slices.Contains(r.Byes, id) })
}

// byeTeam is the team that has the bye of a round; 0 is none.
func (f field) byeTeam(r Round) TeamID {
	for _, id := range r.Byes {
		e, _ := f.entry(id)
		if e.Team != 0 && !slices.ContainsFunc(r.Matches, func(m TeamMatch) bool { return m.Has(e.Team) }) {
			return e.Team
		}
	}
	return 0
}

// rematched is a round whose matches are those, of which some are touched: their boards are made again, as the teams line
// up now. All other games stay.
func (f field) rematched(r Round, in rematch) (next Round, dropped []Game, err error) {
	matches, touched := in.matches, in.touched
	d, err := f.standing(r.Number, matches, touched, in.bye, in.colours)
	if err != nil {
		return r, nil, f.refusal(err)
	}
	changes := func(id EntryID) bool { // whoever's team is touched, before or after
		e, _ := f.entry(id)
		if in.byeOf != 0 && e.Team == in.byeOf {
			return true
		}
		for i := range matches {
			if touched[i] && (matches[i].Has(e.Team) || r.Matches[i].Has(e.Team)) {
				return true
			}
		}
		return false
	}
	next = r
	next.Matches, next.Games, next.Byes, next.ByeWhy = slices.Clone(matches), nil, nil, nil
	for _, g := range r.Games {
		if changes(g.White) {
			dropped = append(dropped, g)
		} else {
			next.Games = append(next.Games, g)
		}
	}
	for _, id := range r.Byes {
		if !changes(id) {
			next.Byes = append(next.Byes, id)
		}
	}
	for _, why := range r.ByeWhy {
		if slices.ContainsFunc(next.Byes, func(id EntryID) bool { return startsWithMark(why.Text, id) }) {
			next.ByeWhy = append(next.ByeWhy, why)
		}
	}
	for at, m := range d.Matches {
		i := slices.IndexFunc(matches, func(other TeamMatch) bool { return other.Has(TeamOf(EntryOf(m.White))) })
		if !touched[i] {
			continue
		}
		next.Matches[i].White, next.Matches[i].Black = TeamOf(EntryOf(m.White)), TeamOf(EntryOf(m.Black))
		for _, p := range d.Pairs {
			board := p.Table - at*f.section.Boards - 1
			if board < 0 || board >= f.section.Boards {
				continue
			}
			next.Games = append(next.Games, Game{
				Table: matches[i].Table + board, Black: EntryOf(p.Black), White: EntryOf(p.White), Handicap: p.Handicap, Komi: p.Komi,
				Fixed: true, Why: p.Why, Basis: f.basis(p), Third: p.Third,
			})
		}
	}
	f.freeTables(&next)
	for _, t := range d.Through {
		if id := EntryOf(t.ID); changes(id) {
			next.Byes = append(next.Byes, id)
			next.ByeWhy = append(next.ByeWhy, pairing.Reason{Criterion: pairing.CriterionBye, Text: nameMark(id) + " " + t.Text})
		}
	}
	next.Cost = d.Cost
	f.idleAgain(&next, d)
	return next, dropped, nil
}

// standing draws a round in which every match is fixed.
func (f field) standing(
	round int, matches []TeamMatch, touched map[int]bool, bye TeamID, colours pairing.FixedColours,
) (*pairing.Drawing, error) {
	in := f.inputs(round)
	in.Fixed, in.Event.ForbiddenTeams = nil, nil // the director has decided
	has := map[TeamID]bool{bye: true}
	for i, m := range matches {
		fixed := pairing.Fixed{White: pairingID(m.White.Side()), Black: pairingID(m.Black.Side())}
		if touched[i] {
			fixed.Colours = colours
		}
		in.Fixed = append(in.Fixed, fixed)
		has[m.White], has[m.Black] = true, true
	}
	if f.section.System == pairing.Knockout { // the bracket says who has no match, and who is in it
		return in.draw(round)
	}
	if bye != 0 {
		in.Fixed = append(in.Fixed, pairing.Fixed{White: pairingID(bye.Side())})
	}
	for i := range in.Event.Players { // of teams that were not there when it was drawn
		p := &in.Event.Players[i]
		if e, _ := f.entry(EntryOf(p.ID)); !has[e.Team] && !slices.Contains(p.Absent, round) {
			p.Absent = append(slices.Clone(p.Absent), round)
		}
	}
	return in.draw(round)
}

// freeTables moves boards that were made at a table that a player who always sits there has.
func (f field) freeTables(r *Round) {
	taken := make(map[int]bool)
	for _, g := range r.Games {
		if g.ID != 0 {
			taken[g.Table] = true
		}
	}
	for i := range r.Games {
		if g := &r.Games[i]; g.ID == 0 {
			for taken[g.Table] {
				g.Table++
			}
			taken[g.Table] = true
		}
	}
	slices.SortFunc(r.Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
}

// idleAgain says again who sits at no board.
func (f field) idleAgain(r *Round, d *pairing.Drawing) {
	r.Idle = nil
	for _, i := range d.Idle {
		if id := EntryOf(i.ID); !r.seats(id) {
			r.Idle = append(r.Idle, Idle{Entry: id, Text: i.Text})
		}
	}
	f.addReserves(r)
}
