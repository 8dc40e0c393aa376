package weekly

import (
	"cmp"
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// Game is a game with a last day, as its players and the director see it.
type Game struct {
	results.Table
	Plan    Plan
	Due     Due
	Records []Record
}

// Record is a record of a game with what differs from the table now.
type Record struct {
	results.Record
	Viewer      results.RecordViewer
	Differences []results.Difference // from the table now
}

// Line is a game in a list.
type Line struct {
	Played  tournaments.Played
	Due     Due
	Said    map[results.Side]pairing.Result // what the players have reported, while there is no result
	Reached [2]Reached                      // Black and White

	round int64 // version of the round as it was published
}

// Game gives a game to its players and to whoever enters the event's results.
//
// Errors: NotFound for a game whose round has no last day, and for everyone else.
func (s *Service) Game(ctx context.Context, actor auth.Actor, id tournaments.GameID) (Game, error) {
	missing := apperr.New(apperr.NotFound, "Game not found among yours; its round may have been drawn again.")
	p, err := tournaments.GameByID(ctx, s.db, id)
	if err != nil {
		return Game{}, err
	}
	plays := actor.SignedIn() && (actor.Person == p.BlackPerson || actor.Person == p.WhitePerson)
	runs := auth.Can(actor, auth.EnterResult, auth.Object{Event: p.Event}, s.cases.Today())
	if !p.Published || !plays && !runs {
		return Game{}, missing
	}
	plan, found, err := planOf(ctx, s.db, p.Section)
	if err != nil {
		return Game{}, err
	}
	if !found {
		return Game{}, missing
	}
	out := Game{Plan: plan, Due: plan.Due(p.Round, p.Game.Result != pairing.NoResult, s.cases.Today())}
	if out.Table, err = s.results.Table(ctx, actor, id); err != nil {
		return Game{}, err
	}
	out.Records, err = s.records(ctx, actor, p)
	return out, err
}

// records are the records of a game that the actor may see, with what differs. Those
// that wait are played through again; those that everyone sees were before.
func (s *Service) records(ctx context.Context, actor auth.Actor, p tournaments.Played) ([]Record, error) {
	list, err := s.results.Records(ctx, p.Game.ID)
	if err != nil {
		return nil, err
	}
	var out []Record
	for _, r := range list {
		seen, err := s.results.Record(ctx, actor, r.ID)
		switch apperr.KindOf(err) {
		case "":
			if err != nil {
				return nil, err
			}
		case apperr.Gone, apperr.NotFound:
			continue
		default:
			return nil, err
		}
		engine := results.WithoutEngine
		if r.Standing == results.RecordWaiting {
			engine = results.WithEngine
		}
		differs, err := s.results.Differences(ctx, p, seen.Content, engine, r.AttachedAt.Date())
		if err != nil {
			return nil, err
		}
		out = append(out, Record{seen.Record, seen.Viewer, differs})
	}
	return out, nil
}

// planOfGame is what a record of a game is compared with beside its table; nothing for
// a game without a last day.
func (s *Service) planOfGame(ctx context.Context, p tournaments.Played) (results.Plan, error) {
	_, found, err := planOf(ctx, s.db, p.Section)
	if err != nil || !found {
		return results.Plan{}, err
	}
	games, err := gamesOfSection(ctx, s.db, p.Section)
	out := results.Plan{Waits: true}
	for _, g := range games {
		if g.id == p.Game.ID {
			out.From = g.published.Date()
		}
	}
	return out, err
}

// Mine are the games with a last day that the actor plays in events under way,
// the latest last day first.
func (s *Service) Mine(ctx context.Context, actor auth.Actor) ([]Line, error) {
	if !actor.SignedIn() {
		return nil, nil
	}
	list, err := gamesOf(ctx, s.db, actor.Person)
	if err != nil {
		return nil, err
	}
	return s.lines(ctx, s.db, list)
}

// Section lists a section's games with a last day, for whoever enters its results,
// and says whom the letters of the draw reached.
func (s *Service) Section(
	ctx context.Context, actor auth.Actor, event tournaments.EventID, id tournaments.SectionID,
) ([]Line, error) {
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: event}); err != nil {
		return nil, err
	}
	list, err := gamesOfSection(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	lines, err := s.lines(ctx, s.db, list)
	if err != nil {
		return nil, err
	}
	return lines, s.reached(ctx, lines)
}

func (s *Service) lines(ctx context.Context, q store.Queryer, list []dated) ([]Line, error) {
	ids := idsOf(list)
	games, err := tournaments.GamesByID(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	reports, err := reportsOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	plans := make(map[tournaments.SectionID]Plan)
	var out []Line
	for i, id := range ids {
		p := games[id]
		plan, known := plans[p.Section]
		if !known {
			if plan, _, err = planOf(ctx, q, p.Section); err != nil {
				return nil, err
			}
			plans[p.Section] = plan
		}
		line := Line{
			Played: p, Due: plan.Due(p.Round, p.Game.Result != pairing.NoResult, s.cases.Today()), round: list[i].version,
		}
		if p.Game.Result == pairing.NoResult {
			line.Said = make(map[results.Side]pairing.Result)
			for _, r := range reports[id] {
				line.Said[results.Side(r.side)] = pairing.Result(r.result)
			}
		}
		out = append(out, line)
	}
	return out, nil
}

// reached fills in how the letters about the draw stand.
func (s *Service) reached(ctx context.Context, lines []Line) error {
	var keys []string
	var people []tournaments.PersonID
	for _, l := range lines {
		for _, seat := range seatsOf(l.Played, nil, nil) {
			first := key(l.Played.Game.ID, civil.Date{}, "pair", seat.person)
			keys = append(keys, first, againKey(first, l.round))
			people = append(people, seat.person)
		}
	}
	standing, err := s.outbox.Standings(ctx, s.db, keys)
	if err != nil {
		return err
	}
	known, err := members.People(ctx, s.db, people)
	if err != nil {
		return err
	}
	for i := range lines {
		for k, seat := range seatsOf(lines[i].Played, nil, nil) {
			at := 2 * (2*i + k)
			lines[i].Reached[k] = Reached{
				Name: seat.name, Letter: cmp.Or(standing[keys[at+1]].State, standing[keys[at]].State),
				Mail: mail.ValidAddress(known[seat.person].Contact.Email),
			}
		}
	}
	return nil
}
