package tournaments

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// TeamID numbers teams.
type TeamID int64

// Team is a team of a section whose players play for teams.
type Team struct {
	ID      TeamID
	Section SectionID
	Number  int // in order, from 1; the lot knows the team by it
	Name    string
	Club    string // "" of one that was put together for the event
	Captain string
	Players []EntryID // by board, then the reserves
	Lineups []Lineup  // of the rounds in which the boards were others

	Withdrawal *Withdrawal // the team was taken out; nil while it plays
	Version    int64
}

// Lineup is who sits at the boards of a team in one round, from the first; 0 is no one.
type Lineup struct {
	Round   int
	Boards  []EntryID
	Decided bool // by the director; else kept when the order was changed afterwards
}

// TeamInput is a team as someone wants it. The comments are the names of the inputs, by which problems are reported.
type TeamInput struct {
	Section SectionID
	Name    string    // name
	Club    string    // club
	Captain string    // captain
	Number  int       // number; 0 leaves it, or is the next one
	Order   []EntryID // by board, then the reserves; nil leaves it
	Version int64
}

// maxTeamPlayers is the most players that a team may have.
const maxTeamPlayers = 60

// Side is the team as pairs and names know it: where players are paired in other sections, teams are in this one. It is
// an entry's number below zero, which no entry has.
func (id TeamID) Side() EntryID { return -EntryID(id) }

// TeamOf is the team that a side is; 0 for an entry.
func TeamOf(side EntryID) TeamID { return TeamID(max(0, -side)) }

// Teams reports whether the section is of teams.
func (s Settings) Teams() bool { return s.Boards > 0 }

// check gives the team that is asked for, as it is kept.
func (in TeamInput) check(t *Team, others []Team, published int) apperr.Fields {
	var f apperr.Fields
	t.Name, t.Club, t.Captain = oneLine(in.Name), oneLine(in.Club), oneLine(in.Captain)
	if t.Name == "" || strings.ContainsAny(t.Name, "⟦⟧") {
		f.Add("name", "Enter a name for the team.")
	}
	for _, o := range others {
		if o.ID != t.ID && t.Name != "" && members.Fold(o.Name) == members.Fold(t.Name) {
			f.Add("name", "Another team of this section is called “%s”. Choose a name that cannot be confused with it.", o.Name)
			break
		}
	}
	for _, text := range []struct{ name, text string }{{"name", t.Name}, {"club", t.Club}, {"captain", t.Captain}} {
		if utf8.RuneCountInString(text.text) > maxNameRunes {
			f.Add(text.name, "Shorten this to %d characters.", maxNameRunes)
		}
	}
	if in.Number != 0 && in.Number != t.Number {
		if published > 0 {
			f.Add("number", "Round 1 is published, so the order of the teams can no longer be changed.")
		}
		within(&f, "number", in.Number, 1, len(others))
	}
	return f
}

// reordered checks another order of a team's players: the same ones.
func (t Team) reordered(order []EntryID) (f apperr.Fields) {
	if !slices.Equal(slices.Sorted(slices.Values(order)), slices.Sorted(slices.Values(t.Players))) {
		f.Add("order", "The team has changed after you opened it. Check it and try again.")
	}
	return f
}

// lineup is the line-up of a round that the team keeps or was given; ok is false where its order says it.
func (t Team) lineup(round int) (Lineup, bool) {
	i := slices.IndexFunc(t.Lineups, func(l Lineup) bool { return l.Round == round })
	if i < 0 {
		return Lineup{}, false
	}
	return t.Lineups[i], true
}

func (f field) team(id TeamID) (Team, bool) {
	i := slices.IndexFunc(f.teams, func(t Team) bool { return t.ID == id })
	if i < 0 || id == 0 {
		return Team{}, false
	}
	return f.teams[i], true
}

// nextTeamNumber is one that no team has: where one was removed after a draw, the others have kept theirs.
func (f field) nextTeamNumber() int {
	last := 0
	for _, t := range f.teams {
		last = max(last, t.Number)
	}
	return last + 1
}

// called is the name of an entry or a team.
func (f field) called(id EntryID) string {
	if t, ok := f.team(TeamOf(id)); ok {
		return t.Name
	}
	e, _ := f.entry(id)
	return e.Name
}

// teamsInto makes the event of a draw one of teams. Whoever is in no team is not in it.
func (f field) teamsInto(ev *pairing.Event, in map[EntryID]bool) {
	if !f.section.Teams() {
		return
	}
	ev.Boards, ev.Forbidden = f.section.Boards, nil
	ev.Players = slices.DeleteFunc(ev.Players, func(p pairing.Player) bool {
		e, _ := f.entry(EntryOf(p.ID))
		return e.Team == 0
	})
	for i := range ev.Players {
		p := &ev.Players[i] // what was agreed before the section became one of teams
		p.Absent = upTo(slices.Compact(sorted(slices.Concat(p.Absent, p.HalfPointByes))), ev.Rounds)
		p.HalfPointByes, p.StartScore = nil, 0
	}
	taking := map[TeamID]bool{}
	for _, t := range f.teams {
		team := pairing.Team{ID: pairingID(t.ID.Side()), Name: nameMark(t.ID.Side()), Number: t.Number, Club: t.Club}
		for _, id := range t.Players {
			if in[id] {
				team.Players = append(team.Players, pairingID(id))
			}
		}
		if len(team.Players) == 0 {
			continue
		}
		for _, l := range t.Lineups {
			own := pairing.Lineup{Round: l.Round}
			for _, id := range l.Boards {
				if !in[id] {
					id = 0
				}
				own.Boards = append(own.Boards, pairingID(id))
			}
			if l.Round <= ev.Rounds {
				own.Boards = own.Boards[:min(len(own.Boards), ev.Boards)]
				team.Lineups = append(team.Lineups, own)
			}
		}
		taking[t.ID] = true
		ev.Teams = append(ev.Teams, team)
	}
	ev.ForbiddenTeams = slices.DeleteFunc(ev.ForbiddenTeams, func(pair [2]pairing.ID) bool {
		return !taking[TeamOf(EntryOf(pair[0]))] || !taking[TeamOf(EntryOf(pair[1]))]
	})
}

// teamless says what of the teams stands in the way of a draw; "" for nothing.
func (f field) teamless(round int) string {
	if !f.section.Teams() {
		return ""
	}
	var names []string
	for _, e := range f.entries {
		if e.Team == 0 && e.Plays(round) {
			names = append(names, e.Name)
		}
	}
	switch len(names) {
	case 0:
	case 1:
		return names[0] + " is in no team yet. Choose one on the page of the entry, or mark the player absent."
	default:
		return some(names) + " are in no team yet. Choose one on the pages of their entries, or mark them absent."
	}
	for _, t := range f.teams {
		if len(t.Players) == 0 {
			return t.Name + " has no players yet. Put players in the team, or remove it."
		}
	}
	return ""
}

// rating is the team's: the mean of its boards, rounded up to a tenth.
func (f field) teamRating(t Team) (scale.Rating, bool) {
	sum, n := 0, 0
	for _, id := range t.Players {
		if e, ok := f.entry(id); ok && n < f.section.Boards && !e.neverPlays(f.section.Rounds) {
			sum, n = sum+int(e.Rating), n+1
		}
	}
	if n == 0 {
		return 0, false
	}
	return pairing.MeanRating(sum, n), true
}

// byBoard orders players who come from a list: by the board that it gives, then by rating, the strongest first.
func byBoard(players []boardPlayer) []EntryID {
	slices.SortStableFunc(players, func(a, b boardPlayer) int {
		last := func(p boardPlayer) int {
			if p.board == 0 {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.board, b.board), cmp.Compare(b.rating, a.rating))
	})
	out := make([]EntryID, len(players))
	for i, p := range players {
		out[i] = p.entry
	}
	return out
}

type boardPlayer struct {
	entry  EntryID
	board  int // 0 is not said
	rating scale.Rating
}

// teamFacts are what the audit log keeps of a team.
type teamFacts struct {
	Section SectionID `json:"section"`
	Number  int       `json:"number"`
	Name    string    `json:"name"`
	Club    string    `json:"club,omitempty"`
	Captain string    `json:"captain,omitempty"`
	Players []EntryID `json:"players,omitempty"`

	Withdrawal *Withdrawal `json:"withdrawal,omitempty"`
}

func (t Team) facts() teamFacts {
	return teamFacts{t.Section, t.Number, t.Name, t.Club, t.Captain, t.Players, t.Withdrawal}
}

// lineupFacts are what the audit log keeps of a line-up.
type lineupFacts struct {
	Team   TeamID    `json:"team"`
	Round  int       `json:"round"`
	Boards []EntryID `json:"boards"`
}

// inTeams says of each entry which team it is in.
func (f *field) inTeams() {
	of := make(map[EntryID]Team)
	for _, t := range f.teams {
		for _, id := range t.Players {
			of[id] = t
		}
	}
	for i := range f.entries {
		e := &f.entries[i]
		e.Team, e.TeamName = of[e.ID].ID, of[e.ID].Name
	}
}

// namer gives names to the marks of a field's entries and teams.
func (f field) namer() func(EntryID) string {
	names := make(map[EntryID]string, len(f.entries)+len(f.teams))
	for _, e := range f.entries {
		names[e.ID] = e.Name
	}
	for _, t := range f.teams {
		names[t.ID.Side()] = t.Name
	}
	return func(id EntryID) string { return names[id] }
}

// checkTeams checks what a section of teams may be, and drops what it has not.
func (s *Settings) checkTeams(f *apperr.Fields) {
	within(f, "boards", s.Boards, 0, pairing.MaxBoards)
	switch {
	case !s.Teams():
	case s.Pairs:
		f.Add("pairs", "A team event is of single players at boards. Choose one of the two.")
	case s.System == pairing.Match:
		f.Add("system", "Teams play a Swiss, a McMahon, a round robin or a knock-out. Choose one of these.")
	case s.Handicap.By == scale.ByScore:
		f.Add("handicap", "Players of teams have no McMahon scores. Let handicaps go by rating or grade.")
	}
}

// seatTeams gives the boards of a drawn round their tables: each match has as many as boards, one after the other. A player
// who always sits at one table changes with whoever has it.
func (f field) seatTeams(r *Round, d *pairing.Drawing) {
	boards, first := f.section.Boards, f.section.FirstTable
	for i, m := range d.Matches {
		r.Matches = append(r.Matches, TeamMatch{
			Table: first + i*boards, White: TeamOf(EntryOf(m.White)), Black: TeamOf(EntryOf(m.Black)),
		})
	}
	kept := make(map[int]bool)
	for i := range r.Games {
		for _, table := range f.fixedTables(r.Games[i]) {
			if kept[table] {
				continue
			}
			for k := range r.Games {
				if k != i && r.Games[k].Table == table {
					r.Games[k].Table = r.Games[i].Table
				}
			}
			r.Games[i].Table, kept[table] = table, true
			break
		}
	}
	slices.SortFunc(r.Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
}

// Reserve is what a round says of a player who is there and sits at no board.
const Reserve = "reserve"

// addReserves says of players without a board in a round of teams why they have none.
func (f field) addReserves(r *Round) {
	said := make(map[EntryID]bool)
	for _, i := range r.Idle {
		said[i.Entry] = true
	}
	for _, e := range f.entries {
		if !f.plays(e, r.Number) || r.seats(e.ID) || said[e.ID] || e.Team == 0 {
			continue
		}
		text := Reserve
		switch {
		case f.hasBye(*r, e.Team):
			text = f.section.teamBye()
		case !slices.ContainsFunc(r.Matches, func(m TeamMatch) bool { return m.Has(e.Team) }):
			text = "the team has no match"
		}
		r.Idle = append(r.Idle, Idle{Entry: e.ID, Text: text})
	}
}
