package tournaments

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// exchangeTeams lets two teams of a drawn round take each other's place: the other team, or the bye. Their boards are
// made again; no other game changes.
func (s *Service) exchangeTeams(
	ctx context.Context, tx *store.Tx, h here, f field, r Round, in HandInput,
) (*usecase.Entry, error) {
	if err := f.mayChange(r, in.Version); err != nil {
		return nil, err
	}
	var problems apperr.Fields
	switch {
	case f.section.System.Settled():
		problems.Add("kind", "%s", f.section.settledPairs())
	case in.Kind != Exchange:
		problems.Add("kind", "Two teams can be exchanged. For a player who is missing, change the line-up of the team.")
	}
	f.checkTeamPlays(&problems, "player", in.Player, r.Number)
	if f.checkTeamPlays(&problems, "other", in.Other, r.Number); in.Other == in.Player && !problems.Has("other") {
		problems.Add("other", "Choose another team.")
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	matches, touched, bye, problems := f.exchanged(r, TeamOf(in.Player), TeamOf(in.Other))
	if err := problems.Err(); err != nil {
		return nil, err
	}
	what := nameMark(in.Player) + " and " + nameMark(in.Other) + " are exchanged"
	return s.rematch(ctx, tx, h, f, r, rematch{
		matches: matches, touched: touched, bye: bye, colours: pairing.ColoursByDraw, what: what, agreed: in.SetAside,
		reason: oneLine(in.Reason), decide: true,
	})
}

// mayChange refuses to change a round that is not as it was seen, or is past.
func (f field) mayChange(r Round, version int64) error {
	if r.Version != version {
		return usecase.Stale("this round", "round", int64(r.ID))
	}
	if last := publishedOf(f.rounds); r.Number < last {
		return apperr.New(
			apperr.Conflict, "Round %d is published. The pairs of round %d stay as they were played; a result can be corrected.",
			last, r.Number,
		)
	}
	return nil
}

// rematch is a change by hand of the matches of a round.
type rematch struct {
	matches      []TeamMatch
	touched      map[int]bool
	bye          TeamID
	byeOf        TeamID               // a team without a match, which lines up again
	colours      pairing.FixedColours // who chooses them in the touched matches
	what, reason string
	agreed       bool // results are set aside
	decide       bool // the touched matches are the director's decision
}

// rematch writes a change of the matches of a round by hand.
func (s *Service) rematch(
	ctx context.Context, tx *store.Tx, h here, f field, r Round, m rematch,
) (*usecase.Entry, error) {
	next, dropped, err := f.rematched(r, m)
	if err != nil {
		return nil, err
	}
	a := arrangement{what: m.what, dropped: dropped}
	var problems apperr.Fields
	if utf8.RuneCountInString(m.reason) > maxNameRunes {
		problems.Add("reason", "Shorten this to %d characters.", maxNameRunes)
	}
	problems = append(problems, f.setAside(a, m.agreed, m.reason)...)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if err := mayDrop(ctx, tx, r, dropped); err != nil {
		return nil, err
	}
	change := HandChange{At: s.cases.Now(), By: h.permit.Name(), Reason: m.reason, What: m.what}
	if was, err := f.standing(r.Number, r.Matches, nil, f.byeTeam(r), pairing.ColoursAsGiven); err == nil {
		change.Compare, change.Figures = compareCosts(was.Cost, next.Cost)
	}
	for _, g := range dropped {
		if g.Result != pairing.NoResult {
			change.Aside = append(change.Aside, AsideGame{g.Table, g.Black, g.White, g.Result, g.Margin})
		}
	}
	next.ByHand = append(slices.Clone(r.ByHand), change)
	decide := func(context.Context, *store.Tx, field, Round, Round, []Game) error { return nil }
	if m.decide {
		decide = s.decideMatches
	}
	return s.rearrange(ctx, tx, h, f, r, next, a, decide)
}

// decideMatches keeps the matches that a change by hand made as the director's fixed pairs of teams, so that drawing the
// round again, or checking the draw, keeps to it.
func (s *Service) decideMatches(ctx context.Context, tx *store.Tx, f field, was, next Round, _ []Game) error {
	same := func(m TeamMatch) bool {
		return slices.ContainsFunc(was.Matches, func(o TeamMatch) bool { return o.Has(m.White) && o.Has(m.Black) })
	}
	made := slices.DeleteFunc(slices.Clone(next.Matches), same)
	bye := f.byeTeam(next)
	for _, p := range f.fixed {
		touched := slices.ContainsFunc(made, func(m TeamMatch) bool { return m.Has(TeamOf(p.White)) || m.Has(TeamOf(p.Black)) }) ||
			bye != f.byeTeam(was) && (p.Black == 0 || TeamOf(p.White) == bye)
		if p.Round == was.Number && p.White < 0 && touched {
			if err := deleteFixed(ctx, tx, p.ID); err != nil {
				return err
			}
		}
	}
	for _, m := range made {
		if _, err := insertFixed(ctx, tx, FixedPair{
			Section: f.section.ID, Round: was.Number, White: m.White.Side(), Black: m.Black.Side(), Colours: pairing.ColoursByDraw,
		}); err != nil {
			return err
		}
	}
	if bye != 0 && bye != f.byeTeam(was) {
		_, err := insertFixed(ctx, tx, FixedPair{Section: f.section.ID, Round: was.Number, White: bye.Side()})
		return err
	}
	return nil
}

// LineupInput is who sits at the boards of a team in a round. The comments are the names of the inputs.
type LineupInput struct {
	Team   TeamID
	Round  int       // round
	Boards []EntryID // board-1, board-2 …; 0 is no one: the board is lost by default
	Usual  bool      // usual: by the order of the team, reserves move up; Boards do not count
}

// SetLineup says who sits at the boards of a team in a round that is not played yet: one to come, the preview, which is
// drawn again, or the published one before the match has a result. Whoever was absent and sits at a board plays the round.
//
// Errors: Invalid with the fields of LineupInput; Conflict when a game of the match has a result, a report or a record.
func (s *Service) SetLineup(ctx context.Context, actor auth.Actor, in LineupInput) error {
	section, err := sectionOfTeam(ctx, s.db, in.Team)
	if err != nil {
		return err
	}
	return s.directDraw(ctx, actor, section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		return s.lineUp(ctx, tx, h, known, in)
	})
}

func (s *Service) lineUp(
	ctx context.Context, tx *store.Tx, h here, known drawings, in LineupInput,
) (*usecase.Entry, error) {
	f, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return nil, err
	}
	t, ok := f.team(in.Team)
	if !ok {
		return nil, apperr.New(apperr.NotFound, "Team not found.")
	}
	next, joins, problems := in.check(f, t)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	before, _ := t.lineup(in.Round)
	published := f.published(in.Round)
	if published && len(next.Boards) == 0 {
		next.Boards = f.seats(t, in.Round, true) // as its order says now; kept, since the order may change
	}
	if slices.Equal(before.Boards, next.Boards) && len(joins) == 0 {
		return nil, usecase.ErrSame
	}
	if err := s.playAfterAll(ctx, tx, f, joins, in.Round); err != nil {
		return nil, err
	}
	if err := setLineup(ctx, tx, t.ID, next); err != nil {
		return nil, err
	}
	done := h.permit.Did("set.lineup", "team", int64(t.ID),
		lineupFacts{t.ID, in.Round, before.Boards}, lineupFacts{t.ID, in.Round, next.Boards})
	var drawn *usecase.Entry
	if published {
		drawn, err = s.seatAgain(ctx, tx, h, t, in.Round)
	} else {
		drawn, err = s.again(ctx, tx, h.permit, h.section, known, func(n int) bool { return n == in.Round })
	}
	return done.Then(drawn), err
}

// check gives the line-up that is asked for, and who plays after all.
func (in LineupInput) check(f field, t Team) (l Lineup, joins []EntryID, problems apperr.Fields) {
	l = Lineup{Round: in.Round, Decided: true}
	last := publishedOf(f.rounds)
	switch {
	case in.Round < 1 || in.Round > f.section.Rounds:
		problems.Add("round", "The section has rounds 1 to %d.", f.section.Rounds)
	case in.Round < last:
		problems.Add("round", "Round %d is published, so the line-up of round %d stays as it was.", last, in.Round)
	}
	if in.Usual {
		return l, nil, problems
	}
	l.Boards = slices.Clone(in.Boards[:min(len(in.Boards), f.section.Boards)])
	anyone := false
	for k, id := range l.Boards {
		name := fmt.Sprintf("board-%d", k+1)
		if id == 0 {
			continue
		}
		anyone = true
		e, _ := f.entry(id)
		switch {
		case !slices.Contains(t.Players, id):
			problems.Add(name, "Choose a player of the team.")
		case slices.Contains(l.Boards[:k], id):
			problems.Add(name, "%s already sits at another board.", e.Name)
		case e.Withdrawn && in.Round > e.WithdrawnAfter:
			problems.Add(name, "%s has withdrawn. Let them come back first, on the page of their entry.", e.Name)
		case !e.Plays(in.Round):
			joins = append(joins, id)
		}
	}
	if !anyone && len(problems) == 0 {
		problems.Add("board-1", "Someone of the team must play. If no one can, mark all of them absent.")
	}
	for len(l.Boards) < f.section.Boards {
		l.Boards = append(l.Boards, 0)
	}
	return l, joins, problems
}

// playAfterAll lets players who were absent play a round.
func (s *Service) playAfterAll(ctx context.Context, tx *store.Tx, f field, ids []EntryID, round int) error {
	for _, id := range ids {
		e, _ := f.join(ids, round).entry(id)
		changed, err := updateEntry(ctx, tx, e)
		if err != nil {
			return err
		}
		if !changed {
			return usecase.Stale("this entry", "entry", int64(id))
		}
	}
	return nil
}

// seats is who sits at the boards of a team in a round; usual is by the order of the team alone.
func (f field) seats(t Team, round int, usual bool) []EntryID {
	if usual {
		f.teams = slices.Clone(f.teams)
		for i := range f.teams {
			if f.teams[i].ID == t.ID {
				f.teams[i].Lineups = slices.DeleteFunc(slices.Clone(f.teams[i].Lineups), func(l Lineup) bool { return l.Round == round })
			}
		}
	}
	var out []EntryID
	ev := f.event(round)
	for _, seat := range ev.Lineup(pairingID(t.ID.Side()), round) {
		out = append(out, EntryOf(seat.ID))
	}
	return out
}

// seatAgain makes the boards of a team's match in the published round again, or says again who stands for its bye.
func (s *Service) seatAgain(ctx context.Context, tx *store.Tx, h here, t Team, round int) (*usecase.Entry, error) {
	f, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(f.rounds, func(r Round) bool { return r.Number == round })
	r := f.rounds[i]
	touched := make(map[int]bool)
	for k, m := range r.Matches {
		touched[k] = m.Has(t.ID)
		if !m.Has(t.ID) {
			continue
		}
		for _, g := range r.Games {
			white, _ := f.entry(g.White)
			if m.Has(white.Team) && g.Result != pairing.NoResult {
				return nil, apperr.New(apperr.Conflict, "Table %d of the match has a result. Clear it first; then change the line-up.", g.Table)
			}
		}
	}
	byeOf := TeamID(0)
	if f.hasBye(r, t.ID) {
		byeOf = t.ID
	}
	if byeOf == 0 && !slices.ContainsFunc(r.Matches, func(m TeamMatch) bool { return m.Has(t.ID) }) {
		return nil, nil
	}
	return s.rematch(ctx, tx, h, f, r, rematch{
		matches: r.Matches, touched: touched, bye: f.byeTeam(r), byeOf: byeOf, colours: pairing.ColoursAsGiven,
		what: nameMark(t.ID.Side()) + " plays with another line-up",
	})
}
