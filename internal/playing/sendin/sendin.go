// Package sendin has a game of Go that was played here count in an event that is played online: each of its two players
// sends it in for their table, which is the player's report of the result, with the record. The result is in once both
// have. It is rated with the weight of the event, like any result of its tables.
package sendin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/pairing"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
	"nzgs/internal/weekly"
)

// Service sends games in.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	playing *playing.Service
	weekly  *weekly.Service
	results *results.Service
}

// New gives the service.
func New(
	db *store.DB, clock civil.Clock, games *playing.Service, dated *weekly.Service, played *results.Service,
) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), playing: games, weekly: dated, results: played}
}

// Table is a table of an event that a game can be sent in for.
type Table struct {
	ID    tournaments.GameID
	Event string
	Round int
	Sent  bool // by whoever asks
}

// Says names a table in a sentence.
func (t Table) Says() string { return fmt.Sprintf("%s, round %d", t.Event, t.Round) }

// Tables are the tables of events under way that one of a game's players can send it in for: the two sit there with the
// same colours, and no result is in.
func (s *Service) Tables(ctx context.Context, actor auth.Actor, g *playing.Game) ([]Table, error) {
	if g.Side == games.Empty || why(g) != "" {
		return nil, nil
	}
	lines, err := s.weekly.Mine(ctx, actor)
	if err != nil {
		return nil, err
	}
	sent, err := sentOf(ctx, s.db, g.ID)
	if err != nil {
		return nil, err
	}
	var out []Table
	for _, l := range lines {
		p := &l.Played
		if !sits(p, g) || slices.ContainsFunc(sent, func(r row) bool { return r.table != p.Game.ID }) {
			continue
		}
		out = append(out, Table{
			ID: p.Game.ID, Event: p.EventName, Round: p.Round,
			Sent: slices.ContainsFunc(sent, func(r row) bool { return r.person == actor.Person }),
		})
	}
	return out, nil
}

// sits tells whether a game's players sit at a table with the same colours, and no result is in.
func sits(p *tournaments.Played, g *playing.Game) bool {
	return p.Published && p.Game.Result == pairing.NoResult && p.BoardSize == g.State.Terms.Size &&
		p.BlackPerson == g.Black.ID && p.WhitePerson == g.White.ID
}

// why says why a game cannot be sent in at all, "" for one that can.
func why(g *playing.Game) string {
	switch {
	case g.State.Terms.Game != games.Go || g.State.Terms.Rules != record.NZ:
		return "Events are of Go by the New Zealand rules."
	case g.State.Phase != match.Over:
		return "The game has not ended."
	}
	return ""
}

// Send sends a game in for a table, for one of its players. The same again changes nothing; so does going on where the
// connection broke.
//
// Errors: Conflict for a game that differs from what the table says, that was sent in for another table, or whose table
// has another game or a result; NotFound for a game or a table of others.
func (s *Service) Send(ctx context.Context, actor auth.Actor, id playing.ID, table tournaments.GameID) error {
	g, err := s.playing.Game(ctx, actor, id)
	if err != nil {
		return err
	}
	if g.Side == games.Empty {
		return apperr.New(apperr.Forbidden, "Only its two players send a game in.")
	}
	if says := why(&g); says != "" {
		return apperr.New(apperr.Conflict, "%s", says)
	}
	p, err := tournaments.GameByID(ctx, s.db, table)
	if err != nil {
		return err
	}
	if !p.Published || p.BlackPerson != g.Black.ID || p.WhitePerson != g.White.ID {
		return apperr.New(apperr.NotFound, "You two do not sit at this table with these colours.")
	}
	content := g.Record()
	differs, err := s.results.Differences(ctx, p, content, results.WithEngine, s.cases.Today())
	if err != nil {
		return err
	}
	if len(differs) > 0 {
		return apperr.New(apperr.Conflict, "The game is not that of the table. %s", saysWhat(differs))
	}
	// Three changes, each of which does nothing when it comes again: none claims the request, so that sending once more
	// goes on where it broke off.
	ctx = audit.WithoutRequestKey(ctx)
	if err := s.keep(ctx, actor, &g, table); err != nil {
		return err
	}
	form := results.AttachForm{Game: table, FileName: fmt.Sprintf("game-%d.sgf", id), Content: content}
	if _, err := s.results.AttachRecord(ctx, actor, form); err != nil {
		return err
	}
	_, err = s.results.Report(ctx, actor, results.ReportInput{Game: table, Result: resultOf(&g), Margin: marginOf(&g)})
	return err
}

func saysWhat(differs []results.Difference) string {
	var parts []string
	for _, d := range differs {
		text := d.What + ": " + d.Record
		if d.Table != "" {
			text += ", the table has " + d.Table
		}
		parts = append(parts, strings.TrimRight(text, ".")+".")
	}
	return strings.Join(parts, " ")
}

// keep writes down for which table a game was sent in: one table for a game, and one game for a table.
func (s *Service) keep(ctx context.Context, actor auth.Actor, g *playing.Game, table tournaments.GameID) error {
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		sent, err := sentOf(ctx, tx, g.ID)
		if err != nil {
			return nil, err
		}
		for _, r := range sent {
			if r.table != table {
				return nil, apperr.New(apperr.Conflict, "This game was sent in for another table.")
			}
			if r.person == actor.Person {
				return nil, usecase.ErrSame
			}
		}
		others, err := othersFor(ctx, tx, table, g.ID)
		if err != nil {
			return nil, err
		}
		if others > 0 {
			return nil, apperr.New(apperr.Conflict, "Another game was sent in for this table. Tell the director if that is wrong.")
		}
		r := row{game: g.ID, person: actor.Person, table: table, at: permit.Now()}
		return permit.Did("send_in.play", "play", int64(g.ID), nil, map[string]any{"table": table}), insert(ctx, tx, r)
	})
}

// resultOf is the result of a game as tables have it.
func resultOf(g *playing.Game) pairing.Result {
	switch g.State.Result.Winner {
	case games.Black:
		return pairing.BlackWins
	case games.White:
		return pairing.WhiteWins
	}
	return pairing.Jigo
}

// marginOf is by how much, as a player would write it.
func marginOf(g *playing.Game) string {
	r := g.State.Result
	switch r.By {
	case "count":
		return r.Margin.String()
	case "resign":
		return "R"
	case "time":
		return "T"
	}
	return ""
}
