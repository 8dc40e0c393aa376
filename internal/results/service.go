package results

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Service enters results and answers for their history.
type Service struct {
	db     *store.DB
	cases  usecase.Cases
	events *tournaments.Service
	plans  PlanOf // nil: no game has one

	whenCalled []CameIn
}

// New gives the service.
func New(db *store.DB, clock civil.Clock, events *tournaments.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), events: events}
}

// resultFacts are what the audit log keeps of a result.
type resultFacts struct {
	Result pairing.Result `json:"result"`
	Margin string         `json:"margin,omitempty"`
	Source Source         `json:"source,omitempty"`
}

// who changes a result.
type who struct {
	permit usecase.Permit
	source Source
	undoes ChangeID
	reason string // of a correction after the event was rated, or of a change of what was settled
}

// inGame runs fn in a transaction that holds the event of the game, with the
// game as it stands then.
func (s *Service) inGame(
	ctx context.Context, id GameID, event EventID,
	fn func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.events.Touch(ctx, tx, event); err != nil {
			return nil, err
		}
		p, err := tournaments.GameByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return fn(tx, p)
	})
}

// open refuses a game of a round that is not published or of an event that is
// closed.
func open(p tournaments.Played) error {
	switch {
	case !p.Published:
		return apperr.New(
			apperr.Conflict, "Round %d of %s is not published yet. Publish it before you enter results.", p.Round, p.SectionName,
		)
	case p.Status == tournaments.Rated:
		return apperr.New(
			apperr.Conflict, "%s is rated. Its director corrects a result on the page of the game.", p.EventName,
		)
	case !p.Status.TakesChanges():
		return apperr.New(apperr.Conflict, "%s is %s. Reopen it to correct a result.", p.EventName, p.Status)
	}
	return nil
}

// Enter saves a result over the version that was seen. Saving what is there
// already changes nothing and is no error.
//
// Errors: Conflict, joined with a *Conflict, when someone else saved another
// result first; Conflict when the round or the event takes no result.
func (s *Service) Enter(ctx context.Context, actor auth.Actor, in Entry) (Saved, error) {
	p, permit, err := s.enterable(ctx, actor, in.Game)
	if err != nil {
		return Saved{}, err
	}
	if err := in.tidy(); err != nil {
		return Saved{}, err
	}
	var out Saved
	err = s.inGame(ctx, in.Game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		var done *usecase.Entry
		out, done, err = s.save(ctx, tx, p, in, who{permit: permit, source: FromBoard, reason: in.Reason})
		return done, err
	})
	return out, err
}

// enterable is a game that the actor may enter a result of.
func (s *Service) enterable(
	ctx context.Context, actor auth.Actor, id GameID,
) (tournaments.Played, usecase.Permit, error) {
	p, err := tournaments.GameByID(ctx, s.db, id)
	if err != nil {
		return p, usecase.Permit{}, err
	}
	permit, err := s.cases.May(actor, auth.EnterResult, auth.Object{Event: p.Event})
	return p, permit, err
}

// tidy checks what was entered.
func (in *Entry) tidy() error {
	var f apperr.Fields
	margin, ok := tidyMargin(in.Margin)
	if !ok {
		f.Add("margin", "Shorten this to %d characters.", maxMargin)
	}
	in.Margin = margin
	if in.Result != pairing.NoResult && !decided(in.Result) {
		f.Add("result", "Choose one of the results offered.")
	}
	if in.Result == pairing.NoResult {
		in.Margin = ""
	}
	reason, ok := tidyText(in.Reason)
	if !ok || utf8.RuneCountInString(reason) > maxReason {
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
	in.Reason = reason
	return f.Err()
}

// save writes a result with its history within tx. It returns usecase.ErrSame when
// there is nothing to change.
func (s *Service) save(
	ctx context.Context, tx *store.Tx, p tournaments.Played, in Entry, by who,
) (Saved, *usecase.Entry, error) {
	saved := Saved{Game: p.Game, Section: p.Section, Event: p.Event, Round: p.Round}
	if err := open(p); err != nil {
		return saved, nil, err
	}
	if !in.changes(p.Game) {
		done, err := s.forgetReports(ctx, tx, p, in, by)
		return saved, done, err
	}
	return s.write(ctx, tx, p, in, by)
}

// write writes a result that is another than before, with its history.
func (s *Service) write(
	ctx context.Context, tx *store.Tx, p tournaments.Played, in Entry, by who,
) (Saved, *usecase.Entry, error) {
	saved := Saved{Game: p.Game, Section: p.Section, Event: p.Event, Round: p.Round}
	if in.Version != p.Game.Version && (in.Version != 0 || p.Game.Result != pairing.NoResult) {
		return saved, nil, conflict(p, in)
	}
	if p.System == pairing.Knockout && in.Result == pairing.BothWin {
		var f apperr.Fields
		f.Add("result", "In a knock-out only one of the two can go through. Enter who won.")
		return saved, nil, f.Err()
	}
	if in.Result == pairing.NoResult && p.Later {
		return saved, nil, apperr.New(
			apperr.Conflict,
			"Round %d is published already, so every game of round %d needs a result: enter the right one instead of "+
				"clearing it.",
			p.Round+1, p.Round,
		)
	}
	if err := askReason(ctx, tx, p.Game, in.Result, by); err != nil {
		return saved, nil, err
	}
	changed, err := tournaments.SaveResult(ctx, tx, p.Game, in.Result, in.Margin, by.permit.Name(), s.cases.Now())
	if err != nil {
		return saved, nil, err
	}
	if !changed {
		return saved, nil, conflict(p, in)
	}
	c := Change{
		Game: p.Game.ID, At: s.cases.Now(), By: by.permit.Name(), Source: by.source,
		Before: p.Game.Result, BeforeMargin: p.Game.Margin, After: in.Result, Margin: in.Margin,
		Reason: strings.TrimSpace(by.reason),
	}
	if saved.Change, err = insertChange(ctx, tx, c, int64(by.permit.Person()), by.undoes); err != nil {
		return saved, nil, err
	}
	if err := s.afterwards(ctx, tx, p, in, by); err != nil {
		return saved, nil, err
	}
	saved.Game.Result, saved.Game.Margin = in.Result, in.Margin
	saved.Game.ResultBy, saved.Game.ResultAt = by.permit.Name(), s.cases.Now()
	saved.Game.Version++
	return saved, by.permit.Did(
		"enter.result", "game", int64(p.Game.ID),
		resultFacts{Result: p.Game.Result, Margin: p.Game.Margin},
		resultFacts{in.Result, in.Margin, by.source},
	), nil
}

// askReason refuses to change what was settled, by both players or a referee, without a reason.
func askReason(ctx context.Context, q store.Queryer, g tournaments.Game, to pairing.Result, by who) error {
	if by.source == FromPlayers || strings.TrimSpace(by.reason) != "" {
		return nil
	}
	changes, err := changesOf(ctx, q, g.ID)
	if err != nil {
		return err
	}
	reports, err := reportsOf(ctx, q, g.ID)
	if err != nil {
		return err
	}
	if was := needsReason(changes, reports, to); was != "" {
		return errReason(g.Table, was)
	}
	return nil
}

// forgetReports forgets what the players of a game without a result have
// said, when that is what stays: no result. It returns usecase.ErrSame when there is
// nothing to forget.
func (s *Service) forgetReports(
	ctx context.Context, tx *store.Tx, p tournaments.Played, in Entry, by who,
) (*usecase.Entry, error) {
	if in.Result != pairing.NoResult {
		return nil, usecase.ErrSame
	}
	reports, err := reportsOf(ctx, tx, p.Game.ID)
	if err != nil {
		return nil, err
	}
	if len(reports) == 0 {
		return nil, usecase.ErrSame
	}
	if err := s.afterwards(ctx, tx, p, in, by); err != nil {
		return nil, err
	}
	before := make([]reportFacts, len(reports))
	for i, r := range reports {
		before[i] = reportFacts{Side: r.Side, Result: r.Result, Margin: r.Margin}
	}
	return by.permit.Did("forget.reports", "game", int64(p.Game.ID), before, nil), nil
}

// afterwards puts reports and disputes in line with a result: a result settles
// an open dispute, clearing one lets the players report again.
func (s *Service) afterwards(ctx context.Context, tx *store.Tx, p tournaments.Played, in Entry, by who) error {
	if in.Result == pairing.NoResult {
		if err := deleteReports(ctx, tx, p.Game.ID); err != nil {
			return err
		}
	}
	ruling := "The director entered: " + Label(in.Result) + "."
	switch {
	case by.source == FromPlayers:
		ruling = "The players agreed: " + Label(in.Result) + "."
	case in.Result == pairing.NoResult:
		ruling = "The result was cleared; the players can report again."
	}
	return settleOpen(ctx, tx, p.Game.ID, by.permit.Name(), ruling, s.cases.Now())
}

// conflict says what was saved by whom, and keeps what was not.
func conflict(p tournaments.Played, in Entry) error {
	c := &Conflict{
		Game: p.Game.ID, Table: p.Game.Table, Yours: in.Result, YourMargin: in.Margin,
		Theirs: p.Game.Result, TheirMargin: p.Game.Margin, By: p.Game.ResultBy, At: p.Game.ResultAt,
		Version: p.Game.Version, Black: p.BlackName, White: p.WhiteName,
	}
	message := fmt.Sprintf("Table %d: someone else cleared the result after you opened it.", c.Table)
	if c.Theirs != pairing.NoResult {
		message = fmt.Sprintf(
			"Table %d: %s has already saved “%s”. Your result, “%s”, was not saved.", c.Table, c.By, Label(c.Theirs),
			orCleared(c.Yours),
		)
	}
	return errors.Join(apperr.New(apperr.Conflict, "%s", message), c)
}

func orCleared(r pairing.Result) string {
	if r == pairing.NoResult {
		return "no result"
	}
	return Label(r)
}

// EnterAt saves a result by table number, as typed at the results board.
// Problems are reported by the fields table, result and margin.
func (s *Service) EnterAt(ctx context.Context, actor auth.Actor, in BoardInput) (Saved, error) {
	w, err := s.events.Wallchart(ctx, actor, in.Section)
	if err != nil {
		return Saved{}, err
	}
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: w.Event.ID}); err != nil {
		return Saved{}, err
	}
	entry, seen, problems := in.read(w)
	if err := problems.Err(); err != nil {
		return Saved{}, err
	}
	if entry.Result == pairing.NoResult && seen.Result == pairing.NoResult {
		return Saved{Game: seen, Section: w.Section.ID, Event: w.Event.ID, Round: in.Round}, nil // no key was pressed
	}
	if seen.Result != pairing.NoResult && (in.Version == 0 || in.Version == seen.Version) {
		switch over := OverToken(seen.ID, seen.Version, entry.Result); {
		case in.Over == over:
			entry.Version = seen.Version
		case entry.changes(seen):
			return Saved{}, s.overwrite(ctx, seen, entry, over)
		}
	}
	return s.Enter(ctx, actor, entry)
}

// overwrite asks before a slip overwrites a result.
func (s *Service) overwrite(ctx context.Context, seen tournaments.Game, in Entry, over string) error {
	changes, err := changesOf(ctx, s.db, seen.ID)
	if err != nil {
		return err
	}
	reports, err := reportsOf(ctx, s.db, seen.ID)
	if err != nil {
		return err
	}
	b := basisOf(changes, reports, nil)
	o := &Overwrite{
		Game: seen.ID, Table: seen.Table, Yours: in.Result, Over: over,
		Now:    strings.TrimSuffix(Text(seen)+", "+b.Said(), ", "),
		Reason: needsReason(changes, reports, in.Result) != "",
	}
	return errors.Join(apperr.New(
		apperr.Conflict, "Table %d has a result: %s. Yours, “%s”, was not saved.", o.Table, o.Now, orCleared(in.Result),
	), o)
}

// read finds the result that was meant, and the game as it is seen now.
func (in BoardInput) read(w *tournaments.Wallchart) (e Entry, seen tournaments.Game, f apperr.Fields) {
	e.Result, e.Margin, e.Version, e.Reason = in.Result, in.Margin, in.Version, in.Reason
	round := in.Round
	if round == 0 {
		round = w.Published()
	}
	r, ok := w.Round(round)
	if !ok || r.State != tournaments.Published {
		f.Add("table", "Round %d is not published.", round)
		return e, seen, f
	}
	if in.Drawn != 0 && in.Drawn != r.ID {
		f.Add("table", "Round %d was drawn again after you opened this page. These are the new tables.", round)
		return e, seen, f
	}
	for _, g := range r.Games {
		if g.Table == in.Table {
			e.Game, seen = g.ID, g
		}
	}
	if e.Game == 0 {
		f.Add("table", "This round has no table %d. It has %s.", in.Table, tablesOf(r))
	}
	if e.Result != pairing.NoResult && !decided(e.Result) {
		f.Add("result", "Choose one of the results offered.")
	}
	if e.Margin == "" && e.Result == seen.Result {
		e.Margin = seen.Margin // the board does not ask for one
	}
	return e, seen, f
}

func tablesOf(r tournaments.Round) string {
	if len(r.Games) == 0 {
		return "no tables"
	}
	return fmt.Sprintf("tables %d to %d", r.Games[0].Table, r.Games[len(r.Games)-1].Table)
}

// EnterAll saves several results of one event in one transaction, all or none.
// It is for results that come together: a pile of slips, a list from elsewhere.
func (s *Service) EnterAll(ctx context.Context, actor auth.Actor, event EventID, in []Entry) ([]Saved, error) {
	permit, err := s.cases.May(actor, auth.EnterResult, auth.Object{Event: event})
	if err != nil {
		return nil, err
	}
	var out []Saved
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		out = make([]Saved, 0, len(in))
		if err := s.events.Touch(ctx, tx, event); err != nil {
			return nil, err
		}
		var all *usecase.Entry
		for _, e := range in {
			if err := e.tidy(); err != nil {
				return nil, err
			}
			p, err := tournaments.GameByID(ctx, tx, e.Game)
			if err == nil && p.Event != event {
				err = apperr.New(apperr.NotFound, "This event has no such game.")
			}
			if err != nil {
				return nil, err
			}
			saved, done, err := s.save(ctx, tx, p, e, who{permit: permit, source: FromBoard, reason: e.Reason})
			if err != nil && !errors.Is(err, usecase.ErrSame) {
				return nil, err
			}
			all = all.Then(done)
			out = append(out, saved)
		}
		if all == nil {
			return nil, usecase.ErrSame
		}
		return all, nil
	})
	return out, err
}

// Undo undoes the last change of a game that has not been undone yet. What both players reported, or
// a referee decided, is undone only with a reason.
func (s *Service) Undo(
	ctx context.Context, actor auth.Actor, game GameID, version int64, reason string,
) (Saved, error) {
	p, permit, err := s.enterable(ctx, actor, game)
	if err != nil {
		return Saved{}, err
	}
	said := Entry{Reason: reason}
	if err := said.tidy(); err != nil {
		return Saved{}, err
	}
	var out Saved
	err = s.inGame(ctx, game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		changes, err := changesOf(ctx, tx, game)
		if err != nil {
			return nil, err
		}
		last, ok := lastToUndo(changes)
		if !ok {
			return nil, apperr.New(apperr.Conflict, "Table %d has no entry to undo.", p.Game.Table)
		}
		in := Entry{Game: game, Version: version, Result: last.Before, Margin: last.BeforeMargin}
		if p.Game.Version != version {
			return nil, conflict(p, in)
		}
		var done *usecase.Entry
		out, done, err = s.save(ctx, tx, p, in, who{permit: permit, source: FromUndo, undoes: last.ID, reason: said.Reason})
		return done, err
	})
	return out, err
}

// UndoLast undoes the actor's own last entry in a round, unless it was
// changed since; round 0 is the last published one.
func (s *Service) UndoLast(ctx context.Context, actor auth.Actor, section SectionID, round int) (Saved, error) {
	b, err := s.Board(ctx, actor, section, round)
	if err != nil {
		return Saved{}, err
	}
	if b.Undo == nil {
		return Saved{}, apperr.New(apperr.Conflict, "You have no entry to undo in this round.")
	}
	for _, row := range b.Rows {
		if row.Game.ID == b.Undo.Game {
			return s.Undo(ctx, actor, row.Game.ID, row.Game.Version, "")
		}
	}
	return Saved{}, apperr.New(apperr.NotFound, "Game not found; it may have been removed.")
}

// History is every change of a game's result, oldest first.
func (s *Service) History(ctx context.Context, actor auth.Actor, game GameID) ([]Change, error) {
	if _, _, err := s.enterable(ctx, actor, game); err != nil {
		return nil, err
	}
	return changesOf(ctx, s.db, game)
}
