package results

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/gorules/record"
	"nzgs/internal/pairing"
	"nzgs/internal/sgf"
	"nzgs/internal/tournaments"
)

// Plan is what is known of how a game was to be played beside its table.
type Plan struct {
	From civil.Date // the first day on which it can have been played; zero: not known
	// Waits says that a record which differs waits to be accepted even when the director
	// hands it in.
	Waits bool
}

// PlanOf gives the plan of a game; the zero Plan where there is none.
type PlanOf func(ctx context.Context, p tournaments.Played) (Plan, error)

// KnowPlans sets who knows the plans of games. Called where services are put together.
func (s *Service) KnowPlans(ask PlanOf) { s.plans = ask }

// TermsOf are the terms on which a game is played, for a check of its record.
func TermsOf(p tournaments.Played) record.Terms {
	return record.Terms{Komi: sgf.Komi(p.Game.Komi) * 50, Handicap: p.Game.Handicap}
}

// Differences compares a record that was handed in on a day with the table of its game
// as it stands.
func (s *Service) Differences(
	ctx context.Context, p tournaments.Played, content []byte, engine Engine, handedIn civil.Date,
) ([]Difference, error) {
	differs, _, err := s.differences(ctx, p, content, engine, handedIn)
	return differs, err
}

func (s *Service) differences(
	ctx context.Context, p tournaments.Played, content []byte, engine Engine, handedIn civil.Date,
) ([]Difference, Plan, error) {
	var plan Plan
	if s.plans != nil {
		var err error
		if plan, err = s.plans(ctx, p); err != nil {
			return nil, plan, err
		}
	}
	reports, err := reportsOf(ctx, s.db, p.Game.ID)
	if err != nil {
		return nil, plan, err
	}
	f := ReadRecord(ctx, content, engine, TermsOf(p))
	t := told(p, plan, reports, handedIn)
	if engine == WithoutEngine && f.Problem == "" && f.Handicap == 0 && t.Handicap == 1 {
		f.Handicap = 1 // only the engine can tell an even game from one without komi
	}
	return Compare(f, t), plan, ctx.Err()
}

// told is the table of a game as it stands.
func told(p tournaments.Played, plan Plan, reports []Report, to civil.Date) Told {
	t := Told{
		Black: p.BlackName, White: p.WhiteName, BoardSize: p.BoardSize, Handicap: p.Game.Handicap, Komi: p.Game.Komi,
		From: plan.From, To: to,
	}
	if p.Game.Result != pairing.NoResult {
		t.Results = []ToldResult{{"the table", p.Game.Result, p.Game.Margin}}
		return t
	}
	for _, r := range reports {
		by := p.BlackName
		if r.Side == WhiteSide {
			by = p.WhiteName
		}
		t.Results = append(t.Results, ToldResult{By: by, Result: r.Result, Margin: r.Margin})
	}
	return t
}
