package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// roundFacts are what the audit log keeps of a draw: enough to know every pair
// and to draw it again.
type roundFacts struct {
	Section SectionID   `json:"section"`
	Round   int         `json:"round"`
	Seed    uint64      `json:"seed"`
	Pairs   []pairFacts `json:"pairs"`
	Byes    []EntryID   `json:"byes,omitempty"`
}

type pairFacts struct {
	Table    int     `json:"table"`
	Black    EntryID `json:"black"`
	White    EntryID `json:"white"`
	Handicap int     `json:"handicap,omitempty"`
}

func (g Game) facts() pairFacts { return pairFacts{g.Table, g.Black, g.White, g.Handicap} }

func (r Round) facts() roundFacts {
	f := roundFacts{Section: r.Section, Round: r.Number, Seed: r.Seed, Byes: r.Byes}
	for _, g := range r.Games {
		f.Pairs = append(f.Pairs, g.facts())
	}
	return f
}

// Draw makes the preview of a round, or makes it again; round 0 is the next
// one. Only the director sees a preview.
//
// Errors: Conflict while results of the round before it are missing, naming
// the tables; Invalid when the draw is impossible, joined with a
// *pairing.Impossible that says what could be relaxed.
func (s *Service) Draw(ctx context.Context, actor auth.Actor, id SectionID, round int) (Round, error) {
	var out Round
	err := s.directDraw(ctx, actor, id, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		number, err := f.toDraw(round)
		if err != nil {
			return nil, err
		}
		var drawn *usecase.Entry
		out, drawn, err = s.keep(ctx, tx, h.permit, f, number, known)
		return drawn, err
	})
	return out, err
}

// toDraw is the round to draw: the next one, which is the preview if there is
// one.
func (f field) toDraw(round int) (int, error) {
	next, why := f.counting(len(f.rounds) + 1).next()
	switch {
	case why != "":
		return 0, apperr.New(apperr.Conflict, "%s", why)
	case f.single(next) != "":
		return 0, apperr.New(apperr.Conflict, "%s", f.single(next))
	case f.teamless(next) != "":
		return 0, apperr.New(apperr.Conflict, "%s", f.teamless(next))
	case round != 0 && round != next:
		return 0, apperr.New(apperr.Conflict, "The next round to draw is round %d, not round %d.", next, round)
	}
	return next, nil
}

// keep stores the draw of a round as its preview, in place of the one that was
// there.
func (s *Service) keep(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, round int, known drawings,
) (r Round, drawn *usecase.Entry, err error) {
	f, lined := f.filled(round)
	d, err := known.of(f, round)
	if err != nil {
		return Round{}, nil, err
	}
	filled, err := keepFilled(ctx, tx, permit, lined)
	if err != nil {
		return Round{}, nil, err
	}
	if f.section.System == pairing.Knockout && round == 1 {
		if err := updateRounds(ctx, tx, f.section.ID, f.planned()); err != nil {
			return Round{}, nil, err
		}
	}
	r = f.previewOf(d)
	r.DrawnAt = s.cases.Now()
	// The event's revision is a version that no earlier drawing of this round
	// had: no one publishes a draw they have not seen.
	if r.Version, err = revisionOf(ctx, tx, f.section.Event); err != nil {
		return Round{}, nil, err
	}
	for _, old := range f.rounds {
		if old.Number == r.Number && old.State == Preview {
			if err := deleteRound(ctx, tx, old.ID); err != nil {
				return Round{}, nil, err
			}
		}
	}
	if err := insertRound(ctx, tx, &r); err != nil {
		return Round{}, nil, err
	}
	if f.lots != nil {
		if err := setLotsSeen(ctx, tx, f.section.ID); err != nil {
			return Round{}, nil, err
		}
		if err := countDraftDraw(ctx, tx, f.section.Event); err != nil {
			return Round{}, nil, err
		}
	}
	return r, filled.Then(permit.Did("draw.round", "round", int64(r.ID), nil, r.facts())), nil
}

// refusal puts the reason why a draw cannot be made into words with names. The
// *pairing.Impossible, with names too, stays in the error.
func (f field) refusal(err error) error {
	name := f.namer()
	var impossible *pairing.Impossible
	var invalid pairing.Invalid
	var missing *pairing.MissingResults
	var undecided *pairing.Undecided
	switch {
	case errors.As(err, &undecided):
		return apperr.New(apperr.Conflict, "%s", f.undecidedText(undecided))
	case errors.As(err, &missing):
		p := Progress{}
		for _, g := range missing.Games {
			p.Outstanding = append(p.Outstanding, g.Table)
		}
		return apperr.New(apperr.Conflict, "Round %d is not finished: results are missing at %s.", missing.Round, p.Missing())
	case errors.As(err, &impossible):
		told := *impossible
		told.Message = withNames(told.Message, name)
		told.Relax = slices.Clone(told.Relax)
		for i := range told.Relax {
			told.Relax[i].Text = withNames(told.Relax[i].Text, name)
		}
		return errors.Join(
			apperr.New(apperr.Invalid, "Round %d cannot be drawn: %s.", told.Round, strings.TrimSuffix(told.Message, ".")),
			&told,
		)
	case errors.As(err, &invalid):
		messages := make([]string, len(invalid))
		for i, m := range invalid {
			messages[i] = withNames(m.Message, name)
		}
		return apperr.New(apperr.Invalid, "The round cannot be drawn: %s.", strings.Join(messages, "; "))
	}
	return err
}

// again draws an existing preview of the round again within tx, after a
// decision of the director; without a preview the decision only waits.
func (s *Service) again(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, section Section,
	known drawings, concerns func(round int) bool,
) (*usecase.Entry, error) {
	f, err := fieldOf(ctx, tx, section)
	if err != nil {
		return nil, err
	}
	if len(f.rounds) == 0 {
		return nil, nil
	}
	last := f.rounds[len(f.rounds)-1]
	if last.State != Preview || !concerns(last.Number) {
		return nil, nil
	}
	_, drawn, err := s.keep(ctx, tx, permit, f, last.Number, known)
	return drawn, err
}

// perhapsAgain is again for a decision that is undone: it is, even where
// the round cannot be drawn for another reason. The preview is out of date
// then.
func (s *Service) perhapsAgain(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, section Section,
	known drawings, concerns func(round int) bool,
) (*usecase.Entry, error) {
	drawn, err := s.again(ctx, tx, permit, section, known, concerns)
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return nil, nil // refused before anything of the round was touched
	}
	return drawn, err
}

// DiscardPreview throws a preview away.
func (s *Service) DiscardPreview(ctx context.Context, actor auth.Actor, id RoundID, version int64) error {
	return s.changeRound(ctx, actor, id, func(tx *store.Tx, h here, f field, r Round) (*usecase.Entry, error) {
		if r.State != Preview || r.Version != version {
			return nil, usecase.Stale("this round", "round", int64(id))
		}
		if err := deleteRound(ctx, tx, id); err != nil {
			return nil, err
		}
		return h.permit.Did("discard.preview", "round", int64(id), r.facts(), nil), nil
	})
}

// changeRound runs fn for a director with a round and all of its section.
func (s *Service) changeRound(
	ctx context.Context, actor auth.Actor, id RoundID,
	fn func(tx *store.Tx, h here, f field, r Round) (*usecase.Entry, error),
) error {
	section, err := sectionOfRound(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(f.rounds, func(r Round) bool { return r.ID == id })
		if i < 0 {
			return nil, errDrawnAgain()
		}
		return fn(tx, h, f, f.rounds[i])
	})
}

// errDrawnAgain refuses to do something with a draw that has been replaced.
func errDrawnAgain() error {
	return apperr.New(
		apperr.Conflict, "The round was drawn again, or its draw was discarded, after you opened it. Check it and try again.",
	)
}

// WhyNot answers why two players are not drawn together, or with b 0 why a
// does not have the bye, in the round that is to be drawn.
func (s *Service) WhyNot(ctx context.Context, actor auth.Actor, id SectionID, a, b EntryID) (*pairing.Alternative, error) {
	return s.ask(ctx, actor, id, a, b, pairing.WhyNot)
}

// WithoutPair answers what that round would be if two players who are drawn together did not meet.
func (s *Service) WithoutPair(ctx context.Context, actor auth.Actor, id SectionID, a, b EntryID) (*pairing.Alternative, error) {
	return s.ask(ctx, actor, id, a, b, pairing.WithoutPair)
}

func (s *Service) ask(
	ctx context.Context, actor auth.Actor, id SectionID, a, b EntryID,
	question func(ev *pairing.Event, round int, fixed []pairing.Fixed, a, b pairing.ID) (*pairing.Alternative, error),
) (*pairing.Alternative, error) {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: h.event.ID}); err != nil {
		return nil, err
	}
	f, err := fieldOf(ctx, s.db, h.section)
	if err != nil {
		return nil, err
	}
	number, err := f.toDraw(0)
	if err != nil {
		return nil, err
	}
	in := f.inputs(number)
	alt, err := question(in.Event, number, in.Fixed, pairingID(a), pairingID(b))
	if err != nil {
		return nil, f.refusal(err)
	}
	alt.Text = withNames(alt.Text, f.namer())
	return alt, nil
}

// Publish shows a preview to everyone; starts is what the wall says about the
// time, such as "Saturday, 10.00 am". The first round of an announced event
// sets it running; one that is not announced stays so.
func (s *Service) Publish(ctx context.Context, actor auth.Actor, id RoundID, version int64, starts string) error {
	return s.changeRound(ctx, actor, id, func(tx *store.Tx, h here, f field, r Round) (*usecase.Entry, error) {
		if r.State == Published {
			return nil, usecase.ErrSame
		}
		if changes := f.outOfDate(r, f.namer()); len(changes) > 0 {
			return nil, apperr.New(apperr.Conflict, "Draw round %d again: %s", r.Number, strings.Join(changes, " "))
		}
		starts = oneLine(starts)
		if utf8.RuneCountInString(starts) > maxNameRunes {
			var problems apperr.Fields
			problems.Add("starts", "Shorten this to %d characters.", maxNameRunes)
			return nil, problems.Err()
		}
		changed, err := publishRound(ctx, tx, id, version, starts, s.cases.Now())
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this draw", "round", int64(id))
		}
		for _, run := range s.whenPublished {
			if err := run(ctx, tx, r); err != nil {
				return nil, err
			}
		}
		done := h.permit.Did("publish.round", "round", int64(id), nil, r.facts())
		if h.event.Status == Draft || h.event.Status == Running { // only the director announces an event
			return done, nil
		}
		next, err := s.setStatus(ctx, tx, h.permit, h.event, Running, "start.event")
		return done.Then(next), err
	})
}

// Unpublish makes a published round a preview again while it has no result.
func (s *Service) Unpublish(ctx context.Context, actor auth.Actor, id RoundID, version int64) error {
	return s.changeRound(ctx, actor, id, func(tx *store.Tx, h here, f field, r Round) (*usecase.Entry, error) {
		switch p := r.Progress(); {
		case r.State == Preview:
			return nil, usecase.ErrSame
		case r.Number != len(f.rounds):
			return nil, apperr.New(apperr.Conflict, "Round %d is already drawn. Discard that draw first.", len(f.rounds))
		case p.In > 0:
			return nil, apperr.New(
				apperr.Conflict, "Round %d has a result. A published round with results cannot be unpublished.", r.Number,
			)
		}
		if reported, err := reportedIn(ctx, tx, id); err != nil {
			return nil, err
		} else if len(reported) > 0 {
			return nil, errReported(fmt.Sprintf("round %d", r.Number))
		}
		if kept, err := recordsIn(ctx, tx, id); err != nil {
			return nil, err
		} else if kept > 0 {
			return nil, apperr.New(
				apperr.Conflict, "A game of round %d has a record or a ruling. A published round with one cannot be unpublished.",
				r.Number,
			)
		}
		changed, err := unpublishRound(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this round", "round", int64(id))
		}
		if err := errors.Join(forgetChanges(ctx, tx, id), forgetLineups(ctx, tx, r.Section, r.Number)); err != nil {
			return nil, err
		}
		for _, run := range s.whenWithdrawn {
			if err := run(ctx, tx, r); err != nil {
				return nil, err
			}
		}
		done := h.permit.Did("unpublish.round", "round", int64(id), r.facts(), nil)
		if r.Number > 1 || h.event.Status == Draft {
			return done, nil
		}
		next, err := s.perhapsOpenAgain(ctx, tx, h.permit, h.event)
		return done.Then(next), err
	})
}

// errReported refuses to change what players have reported a result of.
func errReported(what string) error {
	return apperr.New(
		apperr.Conflict, "Players have reported a result for %s. Enter it, or clear the reports on the page of the game.",
		what,
	)
}

// perhapsOpenAgain sets a running event back to taking entries when none of
// its rounds is published any more.
func (s *Service) perhapsOpenAgain(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e Event,
) (*usecase.Entry, error) {
	counts, err := countSections(ctx, tx, []EventID{e.ID})
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(counts, func(c sectionCount) bool { return c.published > 0 }) {
		return nil, nil
	}
	return s.setStatus(ctx, tx, permit, e, Open, "stop.event")
}
