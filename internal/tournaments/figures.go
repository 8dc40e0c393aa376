package tournaments

import (
	"sync"

	"nzgs/internal/pairing"
)

// figures works out the standings of a field, each once, when first asked for.
// It is shared by everyone who looks at the same revision of an event.
type figures struct {
	event *pairing.Event
	mu    sync.Mutex
	done  map[int]*pairing.Table
	start map[pairing.ID]pairing.Score
	after map[int]map[pairing.ID]pairing.Score
	teams map[int]*pairing.Table // of a section of teams
}

func newFigures(f field) *figures {
	return &figures{
		event: f.event(0), done: make(map[int]*pairing.Table), after: make(map[int]map[pairing.ID]pairing.Score),
		teams: make(map[int]*pairing.Table),
	}
}

// table is the standings through a round, with marks for names.
func (g *figures) table(through int) *pairing.Table {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.locked(through)
}

func (g *figures) locked(through int) *pairing.Table {
	t := g.done[through]
	if t == nil {
		t = pairing.Standings(g.event, through)
		g.done[through] = t
	}
	return t
}

// scoreBefore is what a player has when a round begins: what the rounds
// before it brought, else what the player starts with.
func (g *figures) scoreBefore(round int, id EntryID) pairing.Score {
	g.mu.Lock()
	defer g.mu.Unlock()
	scores := g.after[round-1]
	if scores == nil {
		scores = scoresOf(g.locked(round - 1))
		g.after[round-1] = scores
	}
	if s, ok := scores[pairingID(id)]; ok {
		return s
	}
	if g.start == nil {
		fresh := *g.event
		fresh.Played = nil
		g.start = scoresOf(pairing.Standings(&fresh, fresh.Rounds))
	}
	return g.start[pairingID(id)]
}

func scoresOf(t *pairing.Table) map[pairing.ID]pairing.Score {
	scores := make(map[pairing.ID]pairing.Score, len(t.Rows))
	for _, r := range t.Rows {
		scores[r.ID] = r.Score
	}
	return scores
}

// teamTable is the standings of the teams through a round.
func (g *figures) teamTable(through int) *pairing.Table {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.teams[through]
	if t == nil {
		t = pairing.TeamStandings(g.event, through)
		g.teams[through] = t
	}
	return t
}

// teamScoreBefore is the match points that a team has when a round begins.
func (g *figures) teamScoreBefore(round int, id TeamID) pairing.Score {
	row, _ := g.teamTable(round - 1).Row(pairingID(id.Side()))
	return row.Score
}
