package results

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// Service enters results and answers for their history.
type Service struct {
	db     *store.DB
	clock  civil.Clock
	events *tournaments.Service
}

// New gives the service.
func New(db *store.DB, clock civil.Clock, events *tournaments.Service) *Service {
	return &Service{db: db, clock: clock, events: events}
}

func (s *Service) today() civil.Date { return s.clock().Date() }

// resultFacts are what the audit log keeps of a result.
type resultFacts struct {
	Result pairing.Result `json:"result"`
	Margin string         `json:"margin,omitempty"`
	Source Source         `json:"source,omitempty"`
}

// who changes a result, by name and as a person where it is one.
type who struct {
	by     audit.By
	source Source
	undoes ChangeID
}

// errSame rolls a transaction back that turned out to change nothing.
var errSame = errors.New("nothing changed")

// inGame runs fn in a transaction that holds the event of the game, with the
// game as it stands then.
func (s *Service) inGame(
	ctx context.Context, id GameID, event EventID, fn func(tx *store.Tx, p tournaments.Played) error,
) error {
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := s.events.Touch(ctx, tx, event); err != nil {
			return err
		}
		p, err := tournaments.GameByID(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(tx, p)
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return err
}

// open refuses a game of a round that is not published or of an event that is
// closed.
func open(p tournaments.Played) error {
	switch {
	case !p.Published:
		return apperr.New(
			apperr.Conflict, "Round %d of %s is not published yet. Publish it before you enter results.", p.Round, p.SectionName,
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
	p, err := s.enterable(ctx, actor, in.Game)
	if err != nil {
		return Saved{}, err
	}
	if err := in.tidy(); err != nil {
		return Saved{}, err
	}
	var out Saved
	err = s.inGame(ctx, in.Game, p.Event, func(tx *store.Tx, p tournaments.Played) error {
		out, err = s.save(ctx, tx, p, in, who{by: actor.By(), source: FromBoard})
		return err
	})
	return out, err
}

// enterable is a game that the actor may enter a result of.
func (s *Service) enterable(ctx context.Context, actor auth.Actor, id GameID) (tournaments.Played, error) {
	p, err := tournaments.GameByID(ctx, s.db, id)
	if err != nil {
		return p, err
	}
	return p, auth.Require(actor, auth.EnterResult, auth.Object{Event: p.Event}, s.today())
}

// tidy checks what was entered.
func (in *Entry) tidy() error {
	var f apperr.Fields
	margin, ok := tidyMargin(in.Margin)
	if !ok {
		f.Add("margin", "Shorten this to %d characters.", maxMargin)
	}
	in.Margin = margin
	if in.Result != pairing.NoResult && Label(in.Result) == "" {
		f.Add("result", "Choose one of the results offered.")
	}
	if in.Result == pairing.NoResult {
		in.Margin = ""
	}
	return f.Err()
}

// save writes a result with its history within tx. It returns errSame when
// there is nothing to change.
func (s *Service) save(ctx context.Context, tx *store.Tx, p tournaments.Played, in Entry, by who) (Saved, error) {
	saved := Saved{Game: p.Game, Section: p.Section, Event: p.Event, Round: p.Round}
	if err := open(p); err != nil {
		return saved, err
	}
	if !in.changes(p.Game) {
		return saved, s.forgetReports(ctx, tx, p, in, by)
	}
	if in.Version != p.Game.Version && (in.Version != 0 || p.Game.Result != pairing.NoResult) {
		return saved, conflict(p, in)
	}
	if in.Result == pairing.NoResult && p.Later {
		return saved, apperr.New(
			apperr.Conflict,
			"Round %d is published already, so every game of round %d needs a result: enter the right one instead of "+
				"clearing it.",
			p.Round+1, p.Round,
		)
	}
	changed, err := tournaments.SaveResult(ctx, tx, p.Game, in.Result, in.Margin, by.by.Name, s.clock())
	if err != nil {
		return saved, err
	}
	if !changed {
		return saved, conflict(p, in)
	}
	c := Change{
		Game: p.Game.ID, At: s.clock(), By: by.by.Name, Source: by.source,
		Before: p.Game.Result, BeforeMargin: p.Game.Margin, After: in.Result, Margin: in.Margin,
	}
	if saved.Change, err = insertChange(ctx, tx, c, by.by.PersonID, by.undoes); err != nil {
		return saved, err
	}
	if err := s.afterwards(ctx, tx, p, in, by); err != nil {
		return saved, err
	}
	saved.Game.Result, saved.Game.Margin = in.Result, in.Margin
	saved.Game.ResultBy, saved.Game.ResultAt = by.by.Name, s.clock()
	saved.Game.Version++
	return saved, audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: by.by, Action: "enter.result", Object: "game", ObjectID: int64(p.Game.ID),
		Before: resultFacts{Result: p.Game.Result, Margin: p.Game.Margin},
		After:  resultFacts{in.Result, in.Margin, by.source},
	})
}

// forgetReports forgets what the players of a game without a result have
// said, when that is what stays: no result. It returns errSame when there is
// nothing to forget.
func (s *Service) forgetReports(ctx context.Context, tx *store.Tx, p tournaments.Played, in Entry, by who) error {
	if in.Result != pairing.NoResult {
		return errSame
	}
	reports, err := reportsOf(ctx, tx, p.Game.ID)
	if err != nil {
		return err
	}
	if len(reports) == 0 {
		return errSame
	}
	if err := s.afterwards(ctx, tx, p, in, by); err != nil {
		return err
	}
	before := make([]reportFacts, len(reports))
	for i, r := range reports {
		before[i] = reportFacts{Side: r.Side, Result: r.Result, Margin: r.Margin}
	}
	return audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: by.by, Action: "forget.reports", Object: "game", ObjectID: int64(p.Game.ID), Before: before,
	})
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
	return settleOpen(ctx, tx, p.Game.ID, by.by.Name, ruling, s.clock())
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
func (s *Service) EnterAt(ctx context.Context, actor auth.Actor, in BoardForm) (Saved, error) {
	w, err := s.events.Wallchart(ctx, actor, in.Section)
	if err != nil {
		return Saved{}, err
	}
	if err := auth.Require(actor, auth.EnterResult, auth.Object{Event: w.Event.ID}, s.today()); err != nil {
		return Saved{}, err
	}
	entry, seen, problems := in.read(w)
	if err := problems.Err(); err != nil {
		return Saved{}, err
	}
	if entry.Result == pairing.NoResult && seen.Result == pairing.NoResult {
		return Saved{Game: seen, Section: w.Section.ID, Event: w.Event.ID, Round: in.Round}, nil // no key was pressed
	}
	return s.Enter(ctx, actor, entry)
}

// read finds the result that was meant, and the game as it is seen now.
func (in BoardForm) read(w *tournaments.Wallchart) (e Entry, seen tournaments.Game, f apperr.Fields) {
	e.Margin = in.Margin
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
	table, err := strconv.Atoi(strings.TrimSpace(in.Table))
	for _, g := range r.Games {
		if err == nil && g.Table == table {
			e.Game, seen = g.ID, g
		}
	}
	if e.Game == 0 {
		f.Add("table", "This round has no table “%s”. It has %s.", strings.TrimSpace(in.Table), tablesOf(r))
	}
	if e.Result, err = Parse(in.Result); err != nil {
		f.Add(
			"result", "“%s” is not a key for a result. Use w, b, j or one of the others below.", strings.TrimSpace(in.Result),
		)
	}
	e.Version = in.Version
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
	if err := auth.Require(actor, auth.EnterResult, auth.Object{Event: event}, s.today()); err != nil {
		return nil, err
	}
	var out []Saved
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		out = make([]Saved, 0, len(in))
		if err := s.events.Touch(ctx, tx, event); err != nil {
			return err
		}
		changed := false
		for _, e := range in {
			if err := e.tidy(); err != nil {
				return err
			}
			p, err := tournaments.GameByID(ctx, tx, e.Game)
			if err == nil && p.Event != event {
				err = apperr.New(apperr.NotFound, "This event has no such game.")
			}
			if err != nil {
				return err
			}
			saved, err := s.save(ctx, tx, p, e, who{by: actor.By(), source: FromBoard})
			if err != nil && !errors.Is(err, errSame) {
				return err
			}
			changed = changed || err == nil
			out = append(out, saved)
		}
		if !changed {
			return errSame
		}
		return nil
	})
	if errors.Is(err, errSame) {
		err = nil
	}
	return out, err
}

// Undo undoes the last change of a game that has not been undone yet.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, game GameID, version int64) (Saved, error) {
	p, err := s.enterable(ctx, actor, game)
	if err != nil {
		return Saved{}, err
	}
	var out Saved
	err = s.inGame(ctx, game, p.Event, func(tx *store.Tx, p tournaments.Played) error {
		changes, err := changesOf(ctx, tx, game)
		if err != nil {
			return err
		}
		last, ok := lastToUndo(changes)
		if !ok {
			return apperr.New(apperr.Conflict, "Table %d has no entry to undo.", p.Game.Table)
		}
		in := Entry{Game: game, Version: version, Result: last.Before, Margin: last.BeforeMargin}
		if p.Game.Version != version {
			return conflict(p, in)
		}
		out, err = s.save(ctx, tx, p, in, who{by: actor.By(), source: FromUndo, undoes: last.ID})
		return err
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
			return s.Undo(ctx, actor, row.Game.ID, row.Game.Version)
		}
	}
	return Saved{}, apperr.New(apperr.NotFound, "Game not found; it may have been removed.")
}

// History is every change of a game's result, oldest first.
func (s *Service) History(ctx context.Context, actor auth.Actor, game GameID) ([]Change, error) {
	if _, err := s.enterable(ctx, actor, game); err != nil {
		return nil, err
	}
	return changesOf(ctx, s.db, game)
}
