package results

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// reportFacts are what the audit log keeps of a report.
type reportFacts struct {
	Side   Side           `json:"side"`
	Result pairing.Result `json:"result"`
	Margin string         `json:"margin,omitempty"`
	Card   bool           `json:"by_table_card,omitempty"`
	Device bool           `json:"both_reports_from_one_device,omitempty"`
}

// Report takes what a player says came out: with the code of the table's card,
// or signed in. The result is in once both players have said the same; reports
// that differ go to the referee. Saying the same again changes nothing.
//
// Errors: Conflict when the result is in already and another one, or when the
// table is already playing the next round; SignIn or Forbidden for anyone who
// neither has the card nor plays the game.
func (s *Service) Report(ctx context.Context, actor auth.Actor, in ReportInput) (Table, error) {
	t, err := s.reported(ctx, actor, in)
	if err != nil {
		return Table{}, err
	}
	r, err := in.read(t)
	if err != nil {
		return Table{}, err
	}
	r.device = deviceOf(in.Device, t.Event.ID)
	permit, err := s.cases.Allow(s.reporter(actor, t, r.Side), nil)
	if err != nil {
		return Table{}, err
	}
	err = s.inGame(ctx, t.Game.ID, t.Event.ID, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		if err := open(p); err != nil {
			return nil, err
		}
		if p.Game.Result != pairing.NoResult {
			if p.Game.Result == r.Result {
				return nil, usecase.ErrSame
			}
			// Not by whom: whoever holds the card reads this.
			return nil, apperr.New(
				apperr.Conflict, "The result is in: %s. If that is wrong, speak to the director.", Label(p.Game.Result),
			)
		}
		return s.takeReport(ctx, tx, p, r, permit, in.Card != "" && t.You == "")
	})
	if err != nil {
		return Table{}, err
	}
	if in.Card != "" {
		return s.TableByCard(ctx, actor, in.Card)
	}
	return s.Table(ctx, actor, t.Game.ID)
}

// reported is the game that a form is about, for someone who may report it.
func (s *Service) reported(ctx context.Context, actor auth.Actor, in ReportInput) (Table, error) {
	if in.Card == "" {
		t, err := s.Table(ctx, actor, in.Game)
		switch {
		case err != nil:
			return t, err
		case t.You != "":
			return t, nil
		case !actor.SignedIn():
			return t, apperr.New(apperr.SignIn, "To report a result, sign in or use the code on the table’s card.")
		}
		return t, apperr.New(apperr.Forbidden, "Only the two players can report a result here.")
	}
	t, err := s.TableByCard(ctx, actor, in.Card)
	if err == nil && in.Game != 0 && in.Game != t.Game.ID {
		err = apperr.New(
			apperr.Conflict,
			"Table %d is now playing round %d. Your report was for a different game and was not saved; tell the director.",
			t.Game.Table, t.Round,
		)
	}
	return t, err
}

// read checks a report.
func (in ReportInput) read(t Table) (Report, error) {
	var f apperr.Fields
	r := Report{Side: in.Side, Result: in.Result}
	if t.You != "" {
		r.Side = t.You
	}
	if r.Side != BlackSide && r.Side != WhiteSide {
		f.Add("side", "Choose whether you are Black or White.")
	}
	if !reportable(r.Result) {
		f.Add("result", "Choose who won, or jigo.")
	}
	margin, ok := tidyMargin(in.Margin)
	if !ok {
		f.Add("margin", "Shorten this to %d characters.", maxMargin)
	}
	r.Margin = margin
	return r, f.Err()
}

// reporter names who reports: a person, or the side at the table.
func (s *Service) reporter(actor auth.Actor, t Table, side Side) audit.By {
	if t.You != "" {
		return actor.By()
	}
	name := t.Black.Entry.Name
	if side == WhiteSide {
		name = t.White.Entry.Name
	}
	return audit.By{Name: fmt.Sprintf("%s, by the card of table %d", name, t.Game.Table)}
}

// takeReport keeps a report and does what the two reports come to.
func (s *Service) takeReport(
	ctx context.Context, tx *store.Tx, p tournaments.Played, r Report, permit usecase.Permit, card bool,
) (*usecase.Entry, error) {
	before, err := reportsOf(ctx, tx, p.Game.ID)
	if err != nil {
		return nil, err
	}
	after := []Report{r}
	for _, old := range before {
		switch {
		case old.Side != r.Side:
			after = append(after, old)
			r.OneDevice = r.device != "" && r.device == old.device
		case old.Result == r.Result && (r.Margin == "" || r.Margin == old.Margin):
			return nil, usecase.ErrSame
		}
	}
	r.At = s.cases.Now()
	if err := putReport(ctx, tx, p.Game.ID, r, int64(permit.Person())); err != nil {
		return nil, err
	}
	done := permit.Did("report.result", "game", int64(p.Game.ID), nil, reportFacts{
		r.Side, r.Result, r.Margin, card, r.OneDevice,
	})
	result, margin, both, agreed := agree(after)
	switch {
	case !both:
		return done, nil
	case agreed:
		both, err := s.cases.Allow(audit.By{PersonID: int64(permit.Person()), Name: "both players"}, nil)
		if err != nil {
			return nil, err
		}
		in := Entry{Game: p.Game.ID, Version: p.Game.Version, Result: result, Margin: margin}
		_, saved, err := s.save(ctx, tx, p, in, who{permit: both, source: FromPlayers})
		return done.Then(saved), err
	}
	opened, err := s.dispute(ctx, tx, p, after, permit)
	return done.Then(opened), err
}

// deviceOf is how a device is kept: a hash that is another one at each event, so that
// nobody is followed from event to event. A fast hash is enough for random cookies.
func deviceOf(cookie string, event EventID) string {
	if cookie == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "event %d: %s", event, cookie))
	return hex.EncodeToString(sum[:16])
}

// ForgetDevices forgets from which devices was reported at events that are over. That
// both reports of a game came from one is kept.
func (s *Service) ForgetDevices(ctx context.Context) (removed int64, err error) {
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := forgetDevices(ctx, tx, s.cases.Today())
		removed = n
		if err == nil && n == 0 {
			err = usecase.ErrSame
		}
		return &usecase.Entry{}, err // nothing that anyone did
	})
	return removed, err
}

// dispute tells the referee that two reports differ.
func (s *Service) dispute(
	ctx context.Context, tx *store.Tx, p tournaments.Played, reports []Report, permit usecase.Permit,
) (*usecase.Entry, error) {
	d := Dispute{OpenedAt: s.cases.Now()}
	for _, r := range reports {
		if r.Side == BlackSide {
			d.BlackSays = r.Result
		} else {
			d.WhiteSays = r.Result
		}
	}
	id, err := putDispute(ctx, tx, p.Game.ID, d)
	if err != nil {
		return nil, err
	}
	return permit.Did("open.dispute", "dispute", int64(id), nil, map[string]any{
			"game": p.Game.ID, "black_says": d.BlackSays, "white_says": d.WhiteSays,
		}), s.cameIn(ctx, tx, ForReferee{
			Event: p.Event, Game: p, Key: fmt.Sprintf("dispute:%d", id), Text: "the players’ reports differ",
		})
}

// Disputes are an event's disputes, open ones first, then the newest.
func (s *Service) Disputes(ctx context.Context, actor auth.Actor, event EventID) ([]Dispute, error) {
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: event}); err != nil {
		return nil, err
	}
	list, err := disputesOf(ctx, s.db, event)
	if err != nil {
		return nil, err
	}
	charts := make(map[SectionID]*tournaments.Wallchart)
	for i, d := range list {
		w := charts[d.section]
		if w == nil {
			if w, err = s.events.Wallchart(ctx, actor, d.section); err != nil {
				return nil, err
			}
			charts[d.section] = w
		}
		if list[i].Table, err = s.table(ctx, actor, w, d.round, d.game, ""); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Settle rules on a dispute and saves the result.
func (s *Service) Settle(ctx context.Context, actor auth.Actor, in SettleInput) (Saved, error) {
	d, err := disputeByID(ctx, s.db, in.Dispute)
	if err != nil {
		return Saved{}, err
	}
	p, permit, err := s.enterable(ctx, actor, d.game)
	if err != nil {
		return Saved{}, err
	}
	entry, ruling, err := in.read(d.game)
	if err != nil {
		return Saved{}, err
	}
	var out Saved
	err = s.inGame(ctx, d.game, p.Event, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
		now, err := disputeByID(ctx, tx, in.Dispute)
		if err != nil {
			return nil, err
		}
		if !now.SettledAt.IsZero() || now.Version != in.Version {
			return nil, apperr.New(apperr.Conflict, "This dispute changed after you opened it: %s", now.state())
		}
		if err := settle(ctx, tx, in.Dispute, actor.Name, ruling, s.cases.Now()); err != nil {
			return nil, err
		}
		done := permit.Did("settle.dispute", "dispute", int64(in.Dispute), nil, map[string]any{
			"result": entry.Result, "ruling": ruling,
		})
		entry.Version = p.Game.Version
		var saved *usecase.Entry
		out, saved, err = s.save(ctx, tx, p, entry, who{permit: permit, source: FromRuling, reason: ruling})
		return done.Then(saved), err
	})
	return out, err
}

func (d Dispute) state() string {
	if d.SettledAt.IsZero() {
		return "a player reported again."
	}
	return fmt.Sprintf("%s settled it. %s", d.SettledBy, d.Ruling)
}

// read checks a ruling.
func (in SettleInput) read(game GameID) (Entry, string, error) {
	var f apperr.Fields
	e := Entry{Game: game, Result: in.Result, Margin: in.Margin}
	if !decided(in.Result) {
		f.Add("result", "Choose the final result.")
	}
	ruling, ok := tidyText(in.Ruling)
	if ruling == "" || !ok {
		f.Add("ruling", "Give the reason and the rule, in at most %d characters.", maxRuling)
	}
	margin, ok := tidyMargin(in.Margin)
	if !ok {
		f.Add("margin", "Shorten this to %d characters.", maxMargin)
	}
	e.Margin = margin
	return e, ruling, f.Err()
}
