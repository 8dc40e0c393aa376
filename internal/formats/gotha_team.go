package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"nzgs/internal/pairing"
)

// OpenGotha says of each team who sits at each board in each round. Which teams met follows from the games.

type gothaTeam struct {
	line   int
	name   string
	number int
	boards []gothaBoard
}

type gothaBoard struct {
	line, round, board int // round 0: in every round, as files before version 3.28 say it
	player             string
}

// maxGothaBoards is more than a file of the largest size can hold.
const maxGothaBoards = 200_000

func (r *gothaReader) team(e *element) {
	r.teams = append(r.teams, gothaTeam{line: e.line, name: e.text("teamName"), number: e.whole("teamNumber", len(r.teams)+1, 0, 1_000_000)})
}

func (r *gothaReader) board(e *element) {
	if r.seats++; len(r.teams) == 0 || r.seats > maxGothaBoards {
		e.wrong("too many boards, or a board of no team")
		r.enough = true
		return
	}
	t := &r.teams[len(r.teams)-1]
	t.boards = append(t.boards, gothaBoard{
		line: e.line, round: e.whole("roundNumber", 0, 0, pairing.MaxRounds), board: e.whole("boardNumber", 1, 1, 1000),
		player: e.text("player"),
	})
}

// takeTeams makes the event one of teams, where it was played as one: every game was between two teams, and each team met
// one other in a round.
func (r *gothaReader) takeTeams() {
	if len(r.teams) == 0 {
		return
	}
	ev := &r.file.Event
	s := r.seatings()
	if why := s.check(ev, r.teamSize); why != "" {
		r.notes.add("the file has teams, but %s; it was read as an event of players, and the teams are not kept", why)
		return
	}
	r.withoutTeam(s.of)
	ev.Boards = max(s.boards, r.teamSize)
	numbers, at := map[int]bool{}, []int{} // and where each of the event's teams is in the file
	for i, t := range r.teams {
		if len(s.players[i]) == 0 {
			r.notes.add("the team %q has no players and was left out", shorten(t.name))
			continue
		}
		number := max(1, t.number)
		for numbers[number] {
			number++
		}
		numbers[number] = true
		at = append(at, i)
		ev.Teams = append(ev.Teams, pairing.Team{ID: teamID(i), Name: t.name, Number: number, Players: s.players[i]})
	}
	for i := range ev.Played {
		ev.Played[i].Matches = s.matches(&ev.Played[i])
	}
	for k := range ev.Teams {
		t := &ev.Teams[k]
		for round := 1; round <= ev.Rounds; round++ {
			boards := make([]pairing.ID, ev.Boards)
			for board, id := range s.seats[at[k]][round] {
				boards[board-1] = id
			}
			usual := ev.Lineup(t.ID, round)
			if !slices.EqualFunc(boards, usual, func(id pairing.ID, seat pairing.BoardSeat) bool { return id == seat.ID }) {
				t.Lineups = append(t.Lineups, pairing.Lineup{Round: round, Boards: boards})
			}
		}
	}
	if s.holes(ev) {
		r.notes.add("some boards had no player: OpenGotha counts a match as won only with more than half of all its boards; here the " +
			"team with more points of the boards has won it")
	}
	if r.teamBreaks {
		r.leave("the order of the teams’ tie-breaks")
	}
}

func teamID(i int) pairing.ID { return pairing.ID("t" + strconv.Itoa(i+1)) }

// seatings are who sits where.
type seatings struct {
	of      map[pairing.ID]int           // which team a player is in
	players [][]pairing.ID               // of each team, by board
	seats   []map[int]map[int]pairing.ID // of each team, by round and board
	boards  int                          // the largest
	twice   string                       // who is in two teams
}

func (r *gothaReader) seatings() *seatings {
	rounds := r.file.Event.Rounds
	s := &seatings{of: map[pairing.ID]int{}, players: make([][]pairing.ID, len(r.teams)), seats: make([]map[int]map[int]pairing.ID, len(r.teams))}
	for i, t := range r.teams {
		s.seats[i] = map[int]map[int]pairing.ID{}
		boards := slices.Clone(t.boards)
		slices.SortStableFunc(boards, func(a, b gothaBoard) int { return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.board, b.board)) })
		for _, b := range boards {
			if b.round > rounds {
				continue
			}
			id := r.who(b.line, "board", b.player)
			if id == "" {
				continue
			}
			if other, in := s.of[id]; in && other != i {
				s.twice = string(id)
			}
			if _, in := s.of[id]; !in {
				s.of[id] = i
				s.players[i] = append(s.players[i], id)
			}
			from, to := b.round, b.round
			if b.round == 0 {
				from, to = 1, rounds
			}
			for round := from; round <= to; round++ {
				if s.seats[i][round] == nil {
					s.seats[i][round] = map[int]pairing.ID{}
				}
				s.seats[i][round][b.board] = id
			}
			s.boards = max(s.boards, b.board)
		}
	}
	return s
}

// holes reports whether a match had a board without a game.
func (s *seatings) holes(ev *pairing.Event) bool {
	return slices.ContainsFunc(ev.Played, func(r pairing.Round) bool { return len(r.Games) < len(r.Matches)*ev.Boards })
}

// check says why an event was not played by teams; "" when it was.
func (s *seatings) check(ev *pairing.Event, size int) string {
	switch {
	case s.twice != "":
		return "a player is in two of them"
	case s.boards == 0:
		return "they have no players"
	case max(s.boards, size) > pairing.MaxBoards:
		return fmt.Sprintf("with more than %d boards", pairing.MaxBoards)
	}
	for _, round := range ev.Played {
		met := map[int]int{}
		for _, g := range round.Games {
			a, in := s.of[g.White]
			b, alsoIn := s.of[g.Black]
			if !in || !alsoIn || a == b {
				return fmt.Sprintf("round %d has a game that is not between two of them", round.Number)
			}
			for _, pair := range [2][2]int{{a, b}, {b, a}} {
				if other, has := met[pair[0]]; has && other != pair[1] {
					return fmt.Sprintf("in round %d one of them met two others", round.Number)
				}
				met[pair[0]] = pair[1]
			}
		}
		for _, id := range round.Byes {
			if _, in := s.of[id]; !in {
				return fmt.Sprintf("who has the bye of round %d is in none", round.Number)
			}
		}
	}
	return ""
}

// matches are the teams that met in a round, by table; the first has White at the first board that was played.
func (s *seatings) matches(r *pairing.Round) []pairing.Encounter {
	type match struct {
		table int
		pair  pairing.Encounter
	}
	var list []match
	seen := map[int]bool{}
	games := slices.Clone(r.Games)
	slices.SortStableFunc(games, func(a, b pairing.Game) int { return cmp.Compare(a.Table, b.Table) })
	for _, g := range games {
		white, black := s.of[g.White], s.of[g.Black]
		if seen[white] {
			continue
		}
		seen[white], seen[black] = true, true
		for board, id := range s.seats[white][r.Number] {
			if id == g.White && board%2 == 0 {
				white, black = black, white
				break
			}
		}
		list = append(list, match{g.Table, pairing.Encounter{White: teamID(white), Black: teamID(black)}})
	}
	out := make([]pairing.Encounter, len(list))
	for i, m := range list {
		out[i] = m.pair
	}
	return out
}

// withoutTeam leaves out players who are in no team: they have no game either.
func (r *gothaReader) withoutTeam(of map[pairing.ID]int) {
	ev := &r.file.Event
	var names []string
	var people []Person
	players := ev.Players[:0:0]
	for i, p := range ev.Players {
		if _, in := of[p.ID]; !in {
			names = append(names, p.Name)
			continue
		}
		players, people = append(players, p), append(people, r.file.Person(i))
	}
	if len(names) > 0 {
		r.notes.add("in no team, so left out: %s", list(names))
		ev.Players, r.file.People = players, people
	}
}

// teams writes who sits at the boards of each team, and how many there are.
func (w *gothaWriter) teams() {
	ev := &w.file.Event
	if ev.Boards == 0 {
		return
	}
	index := w.index()
	w.open("Teams")
	for i, t := range ev.Teams {
		w.open("Team", attr{"teamName", cmp.Or(t.Name, string(t.ID))}, attr{"teamNumber", strconv.Itoa(cmp.Or(t.Number, i+1))})
		for round := 1; round <= ev.Rounds; round++ {
			for k, seat := range ev.Lineup(t.ID, round) {
				if seat.ID != "" {
					w.empty("Board", attr{"boardNumber", strconv.Itoa(k + 1)}, attr{"player", w.keys[index[seat.ID]]},
						attr{"roundNumber", strconv.Itoa(round)})
				}
			}
		}
		w.close("Team")
	}
	w.close("Teams")
}

func (w *gothaWriter) teamSettings() {
	if w.file.Event.Boards == 0 {
		return
	}
	w.open("TeamTournamentParameterSet")
	w.empty("TeamGeneralParameterSet", attr{"teamSize", strconv.Itoa(w.file.Event.Boards)})
	w.open("TeamPlacementParameterSet")
	w.open("PlacementCriteria")
	for n, name := range []string{"TEAMP", "BDW", "NULL", "NULL", "NULL", "NULL"} {
		w.empty("PlacementCriterion", attr{"name", name}, attr{"number", strconv.Itoa(n + 1)})
	}
	w.close("PlacementCriteria")
	w.close("TeamPlacementParameterSet")
	w.close("TeamTournamentParameterSet")
}

// reserves counts the players of teams who sit at no board in any round.
func (f *File) reserves() int {
	ev := &f.Event
	seated := map[pairing.ID]bool{}
	n := 0
	for _, t := range ev.Teams {
		for round := 1; round <= ev.Rounds; round++ {
			for _, seat := range ev.Lineup(t.ID, round) {
				seated[seat.ID] = true
			}
		}
		for _, id := range t.Players {
			n += one(!seated[id])
		}
	}
	return n
}

// ofTeams reports whether a team has something that is so.
func (f *File) ofTeams(is func(t pairing.Team) bool) bool {
	return slices.ContainsFunc(f.Event.Teams, is)
}
