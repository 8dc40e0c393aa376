package tournaments

import (
	"context"
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

// handFacts are what the audit log keeps of a change by hand.
type handFacts struct {
	roundFacts
	Results []string    `json:"results,omitempty"` // of the games that were dropped, by table
	Change  *HandChange `json:"change,omitempty"`
}

// ChangeByHand changes a round that is drawn, published or not, also after results came in: two
// players are exchanged or paired, a game or the bye is taken off or given. Only the games that are
// touched change; no other table is renumbered. A late arrival, or someone who was absent, plays the
// round from then on. A game with a result is touched only when that is said, with the reason.
//
// Errors: Invalid with the fields of HandInput; Conflict when the round is not as it was seen, a
// later one is published, or a game that is touched has a record, a ruling, an open dispute or a report of a player.
func (s *Service) ChangeByHand(ctx context.Context, actor auth.Actor, in HandInput) error {
	return s.changeRound(ctx, actor, in.Round, func(tx *store.Tx, h here, f field, r Round) (*usecase.Entry, error) {
		if f.section.Teams() {
			return s.exchangeTeams(ctx, tx, h, f, r, in)
		}
		if r.Version != in.Version {
			return nil, usecase.Stale("this round", "round", int64(r.ID))
		}
		if last := publishedOf(f.rounds); r.Number < last {
			return nil, apperr.New(
				apperr.Conflict, "Round %d is published. The pairs of round %d stay as they were played; a result can be corrected.",
				last, r.Number,
			)
		}
		elsewhere, err := tablesElsewhere(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		a, problems := f.arrange(r, in, elsewhere)
		reason := oneLine(in.Reason)
		if utf8.RuneCountInString(reason) > maxNameRunes {
			problems.Add("reason", "Shorten this to %d characters.", maxNameRunes)
		}
		problems = append(problems, f.setAside(a, in.SetAside, reason)...)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		if err := mayDrop(ctx, tx, r, a.dropped); err != nil {
			return nil, err
		}
		next, err := f.rearranged(r, a, HandChange{At: s.cases.Now(), By: h.permit.Name(), Reason: reason})
		if err != nil {
			return nil, err
		}
		return s.rearrange(ctx, tx, h, f, r, next, a, s.decideByHand)
	})
}

// mayDrop refuses to take away games of which players have reported a result, or something is kept.
func mayDrop(ctx context.Context, tx *store.Tx, r Round, games []Game) error {
	reported, err := reportedIn(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Result == pairing.NoResult && slices.Contains(reported, g.ID) {
			return errReported(fmt.Sprintf("table %d", g.Table))
		}
		kept, err := keptOf(ctx, tx, g.ID)
		if err != nil {
			return err
		}
		if kept > 0 {
			return apperr.New(
				apperr.Conflict, "The game at table %d has a record, a ruling or an open dispute, so its pair stays. Correct its result instead.", g.Table,
			)
		}
	}
	return nil
}

// setAside asks before a result is lost.
func (f field) setAside(a arrangement, agreed bool, reason string) (problems apperr.Fields) {
	var with []int
	for _, g := range a.dropped {
		if g.Result != pairing.NoResult {
			with = append(with, g.Table)
		}
	}
	if len(with) == 0 {
		return nil
	}
	if !agreed {
		problems.Add("set_aside", "There is a result at %s. Say that it is set aside; it stays readable with the change.", tables(with))
	}
	if reason == "" {
		problems.Add("reason", "Say why a result is set aside; the players will ask.")
	}
	return problems
}

// rearrange writes a change by hand; decide keeps it as the director's decision about the round.
func (s *Service) rearrange(
	ctx context.Context, tx *store.Tx, h here, f field, was, next Round, a arrangement,
	decide func(ctx context.Context, tx *store.Tx, f field, was, next Round, made []Game) error,
) (*usecase.Entry, error) {
	for _, id := range a.joins {
		e, _ := f.join(a.joins, was.Number).entry(id)
		changed, err := updateEntry(ctx, tx, e)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this entry", "entry", int64(id))
		}
	}
	made := slices.DeleteFunc(slices.Clone(next.Games), func(g Game) bool { return g.ID != 0 })
	if err := decide(ctx, tx, f, was, next, made); err != nil {
		return nil, err
	}
	now, err := fieldOf(ctx, tx, h.section)
	if err != nil {
		return nil, err
	}
	next.drawnFrom = now.inputs(was.Number).hash()
	changed, err := rearrangeRound(ctx, tx, next, a.dropped, made)
	if err != nil {
		return nil, err
	}
	if !changed {
		return nil, usecase.Stale("this round", "round", int64(was.ID))
	}
	if was.State == Published {
		stored, err := fieldOf(ctx, tx, h.section) // with the numbers of the games that were made
		if err != nil {
			return nil, err
		}
		r := stored.rounds[slices.IndexFunc(stored.rounds, func(r Round) bool { return r.ID == was.ID })]
		isNew := func(g Game) bool { return was.placeOf(g.White).game == nil || was.placeOf(g.White).game.ID != g.ID }
		made := slices.DeleteFunc(slices.Clone(r.Games), func(g Game) bool { return !isNew(g) })
		var without []Entry
		for _, e := range stored.entries {
			if was.placeOf(e.ID).game != nil && r.placeOf(e.ID).game == nil {
				without = append(without, e)
			}
		}
		for _, run := range s.whenRearranged {
			if err := run(ctx, tx, r, made, without); err != nil {
				return nil, err
			}
		}
	}
	before := handFacts{roundFacts: was.facts()}
	for _, g := range a.dropped {
		before.Results = append(before.Results, fmt.Sprintf("%d %s %s", g.Table, g.Result, strings.TrimSpace(g.Margin)))
	}
	change := next.ByHand[len(next.ByHand)-1]
	return h.permit.Did("change.round", "round", int64(was.ID), before, handFacts{roundFacts: next.facts(), Change: &change}), nil
}

// decideByHand keeps what was changed as the director's fixed pairs of the round, so that drawing it
// again, or checking the draw, keeps to it.
func (s *Service) decideByHand(ctx context.Context, tx *store.Tx, f field, was, next Round, made []Game) error {
	touched := func(id EntryID) bool {
		return id != 0 && (was.placeOf(id).bye != next.placeOf(id).bye ||
			slices.ContainsFunc(made, func(g Game) bool { return g.Has(id) }) ||
			was.placeOf(id).game != nil && next.placeOf(id).game == nil)
	}
	for _, p := range f.fixed {
		if p.Round == was.Number && (touched(p.White) || touched(p.Black)) {
			if err := deleteFixed(ctx, tx, p.ID); err != nil {
				return err
			}
		}
	}
	for _, g := range made {
		_, err := insertFixed(ctx, tx, FixedPair{
			Section: f.section.ID, Round: was.Number, White: g.White, Black: g.Black, Colours: pairing.ColoursByDraw,
		})
		if err != nil {
			return err
		}
	}
	for _, id := range next.Byes {
		if slices.Contains(was.Byes, id) {
			continue
		}
		if _, err := insertFixed(ctx, tx, FixedPair{Section: f.section.ID, Round: was.Number, White: id}); err != nil {
			return err
		}
	}
	return nil
}
