package results

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// Board is the results board of a round; round 0 is the last published one.
func (s *Service) Board(ctx context.Context, actor auth.Actor, section SectionID, round int) (Board, error) {
	w, err := s.events.Wallchart(ctx, actor, section)
	if err != nil {
		return Board{}, err
	}
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: w.Event.ID}); err != nil {
		return Board{}, err
	}
	if round == 0 {
		round = w.Published()
	}
	r, ok := w.Round(round)
	if !ok || r.State != tournaments.Published {
		return Board{}, apperr.New(apperr.NotFound, "No round of %s has been published yet.", w.Section.Name)
	}
	b := Board{Event: w.Event, Section: w.Section, Round: r, Progress: r.Progress()}
	reports, err := reportsOfRound(ctx, s.db, r.ID)
	if err != nil {
		return Board{}, err
	}
	bases, err := s.basesOf(ctx, r.ID, reports)
	if err != nil {
		return Board{}, err
	}
	for _, p := range w.Pairings(round) {
		if p.Game.ID == 0 {
			continue
		}
		said := reports[p.Game.ID]
		b.Rows = append(b.Rows, BoardRow{
			Game: p.Game, Black: p.Black, White: p.White, Reports: said, Standing: standingOf(p.Game.Result, said),
			Basis: bases[p.Game.ID],
		})
		if b.Next == 0 && p.Game.Result == pairing.NoResult {
			b.Next = p.Game.Table
		}
	}
	if actor.SignedIn() {
		b.Undo, err = lastOwnChange(ctx, s.db, r.ID, actor.Person)
	}
	return b, err
}

// BasesOf says how the games of a round came to their results: by both players, at the desk, by a
// referee with the ruling. Whoever may see the round may read it.
func (s *Service) BasesOf(ctx context.Context, round tournaments.RoundID) (map[GameID]Basis, error) {
	reports, err := reportsOfRound(ctx, s.db, round)
	if err != nil {
		return nil, err
	}
	return s.basesOf(ctx, round, reports)
}

func (s *Service) basesOf(
	ctx context.Context, round tournaments.RoundID, reports map[GameID][]Report,
) (map[GameID]Basis, error) {
	changes, err := changesOfRound(ctx, s.db, round)
	if err != nil {
		return nil, err
	}
	rulings, err := rulingsOfRound(ctx, s.db, round)
	if err != nil {
		return nil, err
	}
	out := make(map[GameID]Basis, len(changes))
	for id, list := range changes {
		out[id] = basisOf(list, reports[id], rulings[id])
	}
	for id, list := range rulings {
		if _, known := out[id]; !known {
			out[id] = basisOf(nil, reports[id], list)
		}
	}
	return out, nil
}

// Table is one game, for whoever may see its event; its players may report.
func (s *Service) Table(ctx context.Context, actor auth.Actor, game GameID) (Table, error) {
	p, err := tournaments.GameByID(ctx, s.db, game)
	if err != nil {
		return Table{}, err
	}
	w, err := s.events.Wallchart(ctx, actor, p.Section)
	if err != nil {
		return Table{}, err
	}
	return s.table(ctx, actor, w, p.Round, game, "")
}

// DeskTable is one game, for whoever may enter its result.
func (s *Service) DeskTable(ctx context.Context, actor auth.Actor, game GameID) (Table, error) {
	t, err := s.Table(ctx, actor, game)
	if err != nil {
		return t, err
	}
	return t, s.cases.Require(actor, auth.EnterResult, auth.Object{Event: t.Event.ID})
}

// TableByCard is the game that is played now at the table whose card has this
// code; its players may report.
func (s *Service) TableByCard(ctx context.Context, actor auth.Actor, card string) (Table, error) {
	w, table, err := s.events.WallchartByCard(ctx, card)
	if err != nil {
		return Table{}, err
	}
	round := w.Published()
	for _, p := range w.Pairings(round) {
		if p.Game.ID != 0 && p.Game.Table == table {
			return s.table(ctx, actor, w, round, p.Game.ID, card)
		}
	}
	if round == 0 {
		return Table{}, apperr.New(
			apperr.NotFound, "%s, %s: no round has been published yet. Come back to this page later.", w.Event.Name,
			w.Section.Name,
		)
	}
	return Table{}, apperr.New(
		apperr.NotFound, "%s, %s: there is no game at table %d in round %d.", w.Event.Name, w.Section.Name, table, round,
	)
}

// table gathers what the two at a table see.
func (s *Service) table(
	ctx context.Context, actor auth.Actor, w *tournaments.Wallchart, round int, game GameID, card string,
) (Table, error) {
	for _, p := range w.Pairings(round) {
		if p.Game.ID != game {
			continue
		}
		reports, err := reportsOf(ctx, s.db, game)
		if err != nil {
			return Table{}, err
		}
		changes, err := changesOf(ctx, s.db, game)
		if err != nil {
			return Table{}, err
		}
		rulings, err := rulingsOf(ctx, s.db, game)
		if err != nil {
			return Table{}, err
		}
		_, settled := settledIn(changes)
		r, _ := w.Round(round)
		t := Table{
			Settled: settled,
			Basis:   basisOf(changes, reports, rulings),
			Event:   w.Event, Section: w.Section, Round: round, Game: p.Game, Black: p.Black, White: p.White,
			Reports: reports, Standing: standingOf(p.Game.Result, reports),
		}
		t.You = sideOf(actor, p.Black.Entry.Person, p.White.Entry.Person)
		t.CanReport = p.Game.Result == pairing.NoResult && r.State == tournaments.Published &&
			w.Event.TakesChanges() && (card != "" || t.You != "")
		t.CanCall = r.State == tournaments.Published && w.Event.TakesChanges() && (card != "" || t.You != "")
		t.Called, err = openCall(ctx, s.db, game)
		return t, err
	}
	return Table{}, apperr.New(apperr.NotFound, "Game not found; the round may have been drawn again.")
}

// sideOf is the side that a signed-in person plays, "" for anyone else.
func sideOf(actor auth.Actor, black, white tournaments.PersonID) Side {
	switch {
	case !actor.SignedIn():
		return ""
	case actor.Person == black:
		return BlackSide
	case actor.Person == white:
		return WhiteSide
	}
	return ""
}
