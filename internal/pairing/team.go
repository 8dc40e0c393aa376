package pairing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/ratings/scale"
)

// Team is a team of an event of teams. Its players are in the order of their boards; those after the last board are
// reserves.
type Team struct {
	ID      ID
	Name    string // ID where it is empty
	Number  int    // what the lot knows the team by; as [Player.Number]
	Captain string
	Club    string // of the team; the criterion of clubs goes by it
	Players []ID
	Lineups []Lineup // of the rounds in which the order of the boards was another
}

// Lineup is who sits at the boards of a team in one round, from the first board; no one sits at an empty one or at those
// that are not listed.
type Lineup struct {
	Round  int
	Boards []ID
}

// Encounter is a match of two teams in a round: on board 1 White is the first team's, and colours alternate by board.
type Encounter struct {
	White, Black ID // teams
}

// MaxBoards is how many boards a team may have.
const MaxBoards = 20

// drawTeams draws a round of an event of teams: the teams are drawn as players would be, by the mean ratings of their
// boards, and the boards follow, a pair for each. Who has no one on the other side of the board goes through: it is a win
// by default.
func drawTeams(ev *Event, round int, fixed []Fixed) (*Drawing, error) {
	teams, err := Draw(ev.asTeams(nil), round, fixed)
	if err != nil {
		return nil, err
	}
	f := newField(ev, round-1)
	s := newState(f, round, f.playing(round))
	d := &Drawing{Round: round, Cost: teams.Cost, Teams: teams}
	for _, p := range teams.Pairs {
		m, before := Encounter{White: p.White, Black: p.Black}, len(d.Pairs)
		d.Matches = append(d.Matches, m)
		s.drawBoards(d, m, p.Why)
		for i := range d.Pairs[before:] {
			d.Pairs[before+i].Third = p.Third
		}
	}
	byes := teams.Through
	if teams.Bye != "" {
		byes = append(byes, Through{ID: teams.Bye, Text: "the team has the bye"})
	}
	for _, t := range byes {
		for _, id := range ev.without(t.ID, round) {
			text := strings.Replace(t.Text, " players leave ", " teams leave ", 1)
			d.Through = append(d.Through, Through{ID: id, Text: "the team has no match: " + text})
		}
	}
	return d, nil
}

// drawBoards gives the boards of a match: the first team has White on the boards with odd numbers; with a handicap the
// stronger has White.
func (s *state) drawBoards(d *Drawing, m Encounter, why []Reason) {
	white, black := s.ev.Lineup(m.White, s.round), s.ev.Lineup(m.Black, s.round)
	match := len(d.Matches) - 1
	for k := range s.ev.Boards {
		first, second := white[k], black[k]
		if k%2 == 1 {
			first, second = second, first
		}
		for _, seats := range [2][2]BoardSeat{{first, second}, {second, first}} {
			if seats[0].ID != "" && !seats[0].There {
				why := s.players[s.index[seats[0].ID]].whyIdle(s.round)
				d.Idle = append(d.Idle, Idle{ID: seats[0].ID, Text: fmt.Sprintf("%s: board %d is lost by default", why, k+1)})
			}
			if seats[0].There && !seats[1].There {
				d.Through = append(d.Through, Through{ID: seats[0].ID, Text: fmt.Sprintf("wins board %d by default", k+1)})
			}
		}
		if !first.There || !second.There {
			continue
		}
		a, b := s.index[first.ID], s.index[second.ID]
		g := s.newGame(a, b)
		if s.stonesIn(&g) == 0 {
			g.white = a
		}
		p := s.pair(&g, match*s.ev.Boards+k+1)
		p.Why = append([]Reason{{Criterion: CriterionSeeding, Text: fmt.Sprintf(
			"board %d of %s–%s", k+1, s.ev.team(m.White).name(), s.ev.team(m.Black).name(),
		)}}, why...)
		d.Pairs = append(d.Pairs, p)
	}
}

func (t *Team) name() string { return cmp.Or(t.Name, string(t.ID)) }

// BoardSeat is who sits at a board for a team. There is false for someone who does not play the round, and for no one,
// whose ID is empty: the board is lost by default.
type BoardSeat struct {
	ID    ID
	There bool
}

// Lineup gives who sits at each board of a team in a round. Where someone is missing and a reserve is there, those below
// move up a board and the first reserve takes the last one, for the highest missing player first; who is missing without a
// reserve keeps the board, which is lost by default. Where the round has a line-up of its own, that is who sits there.
func (ev *Event) Lineup(team ID, round int) []BoardSeat {
	t, players := ev.team(team), ev.byID()
	for _, own := range t.Lineups {
		if own.Round != round {
			continue
		}
		seats := make([]BoardSeat, ev.Boards)
		for k, id := range own.Boards[:min(ev.Boards, len(own.Boards))] {
			seats[k] = BoardSeat{id, id != "" && players[id].plays(round)}
		}
		return seats
	}
	return ev.byOrder(t, players, round)
}

func (ev *Event) byID() map[ID]*Player {
	players := make(map[ID]*Player, len(ev.Players))
	for i := range ev.Players {
		players[ev.Players[i].ID] = &ev.Players[i]
	}
	return players
}

// without are the players of a team without a match in a round, who stand for its bye: those at its boards. Where no one
// of a line-up of its own is there, they are those who sit by the order of the team: the team is there, so it has the bye.
func (ev *Event) without(team ID, round int) []ID {
	for _, seats := range [][]BoardSeat{ev.Lineup(team, round), ev.byOrder(ev.team(team), ev.byID(), round)} {
		var there []ID
		for _, seat := range seats {
			if seat.There {
				there = append(there, seat.ID)
			}
		}
		if len(there) > 0 {
			return there
		}
	}
	return nil
}

// byOrder is who sits at the boards of a team by its order alone.
func (ev *Event) byOrder(t *Team, players map[ID]*Player, round int) []BoardSeat {
	var reserves []ID
	for _, id := range t.Players[min(ev.Boards, len(t.Players)):] {
		if players[id].plays(round) {
			reserves = append(reserves, id)
		}
	}
	var seats []BoardSeat
	used := 0
	for _, id := range t.Players[:min(ev.Boards, len(t.Players))] {
		there := players[id].plays(round)
		if !there && used < len(reserves) {
			used++
			continue
		}
		seats = append(seats, BoardSeat{id, there})
	}
	for _, id := range reserves[:used] {
		seats = append(seats, BoardSeat{id, true})
	}
	for len(seats) < ev.Boards {
		seats = append(seats, BoardSeat{})
	}
	return seats
}

func (ev *Event) team(id ID) *Team {
	for i := range ev.Teams {
		if ev.Teams[i].ID == id {
			return &ev.Teams[i]
		}
	}
	return &Team{}
}

// AsTeams gives an event of teams as one whose players are the teams, with the matches as their games. The event must be
// valid.
func (ev *Event) AsTeams() *Event { return ev.asTeams(nil) }

// asTeams puts what the matches brought on the boards into the tally, unless that is nil.
func (ev *Event) asTeams(tally map[ID][]boardPoints) *Event {
	teams := *ev
	teams.Players, teams.Played, teams.Teams, teams.Boards, teams.Forbidden = nil, nil, nil, 0, ev.ForbiddenTeams
	teams.ForbiddenTeams, teams.Handicap = nil, HandicapRule{}
	players := ev.byID()
	for _, t := range ev.Teams {
		teams.Players = append(teams.Players, t.asPlayer(ev, players))
	}
	for i := range ev.Played {
		round, brought := ev.teamRound(&ev.Played[i])
		teams.Played = append(teams.Played, round)
		for id, points := range brought {
			if tally != nil {
				tally[id] = append(tally[id], points)
			}
		}
	}
	return &teams
}

// asPlayer gives a team as a player: the rating is the mean of its boards, rounded up; it is away when no one of it is
// there.
func (t *Team) asPlayer(ev *Event, players map[ID]*Player) Player {
	p := Player{ID: t.ID, Name: t.name(), Number: t.Number, Club: t.Club, EnteredIn: ev.Rounds, WithdrawnAfter: -1}
	sum, n := 0, 0
	for k, id := range t.Players {
		member := players[id]
		if k < ev.Boards {
			sum, n = sum+int(member.Rating), n+1
		}
		p.EnteredIn = min(p.EnteredIn, member.firstRound())
		if member.WithdrawnAfter == 0 || p.WithdrawnAfter == 0 {
			p.WithdrawnAfter = 0
		} else {
			p.WithdrawnAfter = max(p.WithdrawnAfter, member.WithdrawnAfter)
		}
	}
	if n > 0 {
		p.Rating = MeanRating(sum, n)
	}
	if ev.Seeding == SeedOrder {
		p.Seed = t.Number
	}
	p.WithdrawnAfter = max(0, p.WithdrawnAfter)
	for round := 1; round <= ev.Rounds; round++ {
		if p.in(round) && !slices.ContainsFunc(t.Players, func(id ID) bool { return players[id].plays(round) }) {
			p.Absent = append(p.Absent, round)
		}
	}
	return p
}

// MeanRating is the mean of n ratings with that sum, rounded up to a tenth.
func MeanRating(sum, n int) scale.Rating { return scale.Rating(ceil(sum, n)) }

func ceil(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

// boardPoints are what one match brought a team.
type boardPoints struct {
	round    int
	opponent ID
	points   Score
	weighted int64 // half points of each board times its weight, the first board the heaviest
}

// teamRound gives a round of boards as one of teams: a match is won by board points.
func (ev *Event) teamRound(r *Round) (out Round, brought map[ID]boardPoints) {
	out, brought = Round{Number: r.Number, Fixed: r.FixedTeams, Seed: r.Seed}, map[ID]boardPoints{}
	for i, m := range r.Matches {
		white, black, open := ev.matchPoints(r, m)
		result := WhiteWins
		switch {
		case open:
			result = NoResult
		case white.points < black.points || white.points == black.points && ev.levelGoesTo(white, black) < 0:
			result = BlackWins
		case white.points == black.points && ev.levelGoesTo(white, black) == 0:
			result = Jigo
		}
		if white.points+black.points == 0 && !open {
			result = BothDefault
		}
		third := slices.ContainsFunc(r.Games, func(g Game) bool {
			return g.Third && slices.Contains(ev.team(m.White).Players, g.White) != slices.Contains(ev.team(m.White).Players, g.Black)
		})
		out.Games = append(out.Games, Game{Table: i + 1, White: m.White, Black: m.Black, Result: result, Third: third})
		brought[m.White], brought[m.Black] = white, black
	}
	for _, t := range ev.Teams {
		if _, met := brought[t.ID]; !met && slices.ContainsFunc(t.Players, func(id ID) bool { return slices.Contains(r.Byes, id) }) {
			out.Byes = append(out.Byes, t.ID)
			brought[t.ID] = boardPoints{round: r.Number, points: Score(ev.Boards) * HalfPoint}
		}
	}
	return out, brought
}

// levelGoesTo says who goes through after a level match: in a knock-out whoever did better on the higher boards, in other
// systems no one.
func (ev *Event) levelGoesTo(white, black boardPoints) int {
	if ev.System != Knockout {
		return 0
	}
	return cmp.Compare(white.weighted, black.weighted)
}

// matchPoints adds up the boards of a match; open reports a game without a result.
func (ev *Event) matchPoints(r *Round, m Encounter) (white, black boardPoints, open bool) {
	white = boardPoints{round: r.Number, opponent: m.Black}
	black = boardPoints{round: r.Number, opponent: m.White}
	first, second := ev.Lineup(m.White, r.Number), ev.Lineup(m.Black, r.Number)
	of := map[ID]*boardPoints{}
	for _, id := range ev.team(m.White).Players {
		of[id] = &white
	}
	for _, id := range ev.team(m.Black).Players {
		of[id] = &black
	}
	weight := map[ID]int64{}
	for k := range ev.Boards {
		for _, seat := range []BoardSeat{first[k], second[k]} {
			weight[seat.ID] = int64(ev.Boards - k)
		}
	}
	add := func(id ID, points Score) {
		if side := of[id]; side != nil {
			side.points += points
			side.weighted += int64(points) * max(weight[id], 1)
		}
	}
	for _, g := range r.Games {
		if of[g.White] == nil || of[g.Black] == nil || of[g.White] == of[g.Black] {
			continue
		}
		open = open || g.Result == NoResult
		w, b := g.Result.points()
		add(g.White, w)
		add(g.Black, b)
	}
	for _, id := range r.Byes {
		add(id, OnePoint)
	}
	return white, black, open
}

// TeamStandings ranks the teams of an event: by match points, a win 1 and a level match ½, then by the tie-breaks of
// [TeamTieBreaks]. The event must be valid.
func TeamStandings(ev *Event, throughRound int) *Table {
	tally := map[ID][]boardPoints{}
	teams := ev.asTeams(tally)
	teams.TieBreaks = nil
	if ev.System != Knockout {
		teams.TieBreaks = TeamTieBreaks()
	}
	return standings(teams, throughRound, tally)
}

// The tie-breaks of teams besides [SOS].
const (
	BoardPoints   TieBreak = "board_points"
	BoardWeighted TieBreak = "board_weighted"
)

// TeamTieBreaks are what separates teams with equal match points, in this order.
func TeamTieBreaks() []TieBreak { return []TieBreak{BoardPoints, SOS, BoardWeighted} }

// onBoards works out what the boards of a team brought.
func (r *ranking) onBoards(t TieBreak, i int) Value {
	var terms []Term
	for _, m := range r.tally[r.players[i].ID] {
		if m.round > r.through {
			continue
		}
		number, text := int64(m.points), fmt.Sprintf("%s on the boards", points(m.points))
		if t == BoardWeighted {
			number, text = m.weighted, "points of each board times its weight, the first board the heaviest"
		}
		if m.opponent == "" {
			text = "half of the boards, for a round without a match"
		}
		terms = append(terms, Term{Round: m.round, Opponent: m.opponent, Number: number, Text: text})
	}
	return total(t, 2, terms)
}

// teams checks the teams of an event.
func (v *validator) teams() {
	ev := v.ev
	v.within("boards", ev.Boards, 0, MaxBoards)
	if ev.Boards == 0 {
		if len(ev.Teams) > 0 {
			v.add("boards", "say how many boards a team has")
		}
		return
	}
	if ev.System == Match {
		v.add("system", "teams play a Swiss, a McMahon, a round robin or a knock-out")
	}
	if ev.Handicap.By == scale.ByScore {
		v.add("handicap.by", "boards of teams have no McMahon scores; let handicaps go by grade or rating")
	}
	if len(ev.Forbidden) > 0 {
		v.add("forbidden", "forbid teams, not players, in an event of teams")
	}
	teams, of := map[ID]bool{}, map[ID]ID{}
	for i, t := range ev.Teams {
		path := fmt.Sprintf("teams[%d]", i)
		if t.ID == "" || teams[t.ID] {
			v.add(path+".id", "every team needs an id of its own")
		}
		teams[t.ID] = true
		if len(t.Players) == 0 {
			v.add(path+".players", "the team has no players")
		}
		for k, id := range t.Players {
			at := fmt.Sprintf("%s.players[%d]", path, k)
			if _, ok := v.known(at, id); ok && of[id] != "" {
				v.add(at, "%q is already in team %q", id, of[id])
			}
			of[id] = t.ID
		}
		v.lineups(path, &t)
	}
	for i, pair := range ev.ForbiddenTeams {
		if !teams[pair[0]] || !teams[pair[1]] || pair[0] == pair[1] {
			v.add(fmt.Sprintf("forbidden_teams[%d]", i), "a pair needs two different teams")
		}
	}
	for i, p := range ev.Players {
		if of[p.ID] == "" {
			v.add(fmt.Sprintf("players[%d]", i), "%q is in no team", p.ID)
		}
	}
	for i, r := range ev.Played {
		met := map[ID]bool{}
		for k, m := range r.Matches {
			for _, id := range []ID{m.White, m.Black} {
				if !teams[id] || met[id] {
					v.add(fmt.Sprintf("played[%d].matches[%d]", i, k), "%q is no team, or has a match already in round %d", id, r.Number)
				}
				met[id] = true
			}
		}
	}
}

// lineups checks the line-ups that single rounds of a team have.
func (v *validator) lineups(path string, t *Team) {
	rounds := map[int]bool{}
	for i, own := range t.Lineups {
		at := fmt.Sprintf("%s.lineups[%d]", path, i)
		v.within(at+".round", own.Round, 1, v.ev.Rounds)
		if rounds[own.Round] {
			v.add(at+".round", "round %d is listed twice", own.Round)
		}
		rounds[own.Round] = true
		if len(own.Boards) > v.ev.Boards {
			v.add(at+".boards", "the event has %d boards", v.ev.Boards)
		}
		for k, id := range own.Boards {
			if id != "" && (!slices.Contains(t.Players, id) || slices.Contains(own.Boards[:k], id)) {
				v.add(fmt.Sprintf("%s.boards[%d]", at, k), "%q is not of the team, or is listed twice", id)
			}
		}
	}
}

// checkTeams sets the rounds of an event of teams against their draws: who met whom, and who sat at which board.
func checkTeams(ev *Event) ([]Redraw, error) {
	redraws, err := Check(ev.asTeams(nil))
	if err != nil {
		return nil, err
	}
	for i := range redraws {
		out := &redraws[i]
		at := slices.IndexFunc(ev.Played, func(r Round) bool { return r.Number == out.Round })
		out.compareBoards(ev, &ev.Played[at])
	}
	return redraws, nil
}

// compareBoards looks who sat at the boards of the matches of a round.
func (out *Redraw) compareBoards(ev *Event, r *Round) {
	f := newField(ev, r.Number-1)
	s := newState(f, r.Number, f.playing(r.Number))
	d := &Drawing{Round: r.Number}
	for _, m := range r.Matches {
		d.Matches = append(d.Matches, m)
		s.drawBoards(d, m, nil)
	}
	out.Drawing = d
	out.compareTable(f, r, "matches")
	for _, t := range d.Through {
		if !slices.Contains(r.Byes, t.ID) {
			out.add(DiffersByField, f.name(f.index[t.ID])+" "+t.Text+", which the round does not have", t.ID)
		}
	}
}
