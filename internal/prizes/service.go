package prizes

import (
	"context"
	"slices"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubname"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Service is the use cases of prizes.
type Service struct {
	db     *store.DB
	cases  usecase.Cases
	events *tournaments.Service
}

// New gives the service.
func New(db *store.DB, clock civil.Clock, events *tournaments.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), events: events}
}

// List is a section's prizes as its director sees them.
type List struct {
	Rules    Rules
	Set      bool // else Rules are what is proposed
	Changes  []Change
	Proposed []Award // by the results as they are
	Final    bool    // every result is in
	Announced
	Groups  Groups
	Version int64
}

// Announced is a list that was published.
type Announced struct {
	Published bool
	Awards    []Award // as they were announced; none before
	At        civil.Instant
	By        string
	Follows   bool // the results still lead to it
}

// List is the prizes of a section, for a director of its event.
func (s *Service) List(ctx context.Context, actor auth.Actor, w *tournaments.Wallchart) (List, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID}); err != nil {
		return List{}, err
	}
	k, err := keptOf(ctx, s.db, w.Section.ID)
	if err != nil {
		return List{}, err
	}
	out := List{Rules: k.rules, Set: k.version > 0, Changes: k.changes, Version: k.version}
	if !out.Set {
		out.Rules = Usual(w.Section.Settings)
	}
	if out.Groups, err = groupsOf(ctx, s.db, w.Section.ID); err != nil {
		return List{}, err
	}
	players, final, err := playersOf(w, out.Groups)
	if err != nil {
		return List{}, err
	}
	out.Final, out.Proposed = final, Propose(out.Rules, players, k.changes)
	out.Announced = announced(k, out.Proposed, final)
	return out, nil
}

func announced(k kept, now []Award, final bool) Announced {
	if k.published == nil {
		return Announced{}
	}
	return Announced{true, k.published, k.at, k.by, final && Same(k.published, now)}
}

// Announced is a section's list as everyone may read it; Published is false before a director publishes it.
func (s *Service) Announced(ctx context.Context, w *tournaments.Wallchart) (Announced, error) {
	k, err := keptOf(ctx, s.db, w.Section.ID)
	if err != nil || k.published == nil {
		return Announced{}, err
	}
	groups, err := groupsOf(ctx, s.db, w.Section.ID)
	if err != nil {
		return Announced{}, err
	}
	players, final, err := playersOf(w, groups)
	if err != nil {
		return Announced{}, err
	}
	out := announced(k, Propose(k.rules, players, k.changes), final)
	out.Awards = Public(out.Awards)
	return out, nil
}

// AsItStands is what a player may read of the prizes while the section is played, and after which round; none where the
// director does not show it, and none once a list is published.
func (s *Service) AsItStands(ctx context.Context, w *tournaments.Wallchart) ([]Award, error) {
	k, err := keptOf(ctx, s.db, w.Section.ID)
	if err != nil || k.version == 0 || !k.rules.Shown || k.published != nil {
		return nil, err
	}
	players, _, err := playersOf(w, Groups{})
	if err != nil {
		return nil, err
	}
	return AsItStands(k.rules, players), nil
}

// change runs a change of a section's list for a director.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, id tournaments.SectionID, version int64,
	do func(tx *store.Tx, permit usecase.Permit, w *tournaments.Wallchart, k kept) (kept, *usecase.Entry, error),
) error {
	w, err := s.events.Wallchart(ctx, actor, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.events.Touch(ctx, tx, w.Event.ID); err != nil {
			return nil, err
		}
		k, err := keptOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		stale := usecase.Stale("these prizes", "section", int64(id))
		if k.version != version {
			return nil, stale
		}
		next, entry, err := do(tx, permit, w, k)
		if err != nil {
			return nil, err
		}
		saved, err := putKept(ctx, tx, id, next)
		if err == nil && !saved {
			err = stale
		}
		return entry, err
	})
}

// SetRules sets what the prizes of a section are. A prize with id 0 is a new one. What was decided about a prize that is
// gone goes with it.
func (s *Service) SetRules(ctx context.Context, actor auth.Actor, id tournaments.SectionID, version int64, in Rules) error {
	next, problems := in.check()
	return s.change(ctx, actor, id, version, func(
		_ *store.Tx, permit usecase.Permit, w *tournaments.Wallchart, k kept,
	) (kept, *usecase.Entry, error) {
		if len(problems) == 0 {
			problems = next.fit(w.Section.Settings)
		}
		if err := problems.Err(); err != nil {
			return k, nil, err
		}
		was := k.rules
		k.rules = numbered(next, was)
		k.changes = slices.DeleteFunc(slices.Clone(k.changes), func(c Change) bool {
			return !slices.ContainsFunc(k.rules.Prizes, func(p Prize) bool { return p.ID == c.Prize })
		})
		return k, permit.Did("set.prizes", "section", int64(id), was, k.rules), nil
	})
}

// numbered gives new prizes their numbers: none that is or was in use.
func numbered(next, was Rules) Rules {
	last := PrizeID(0)
	for _, list := range [][]Prize{was.Prizes, next.Prizes} {
		for _, p := range list {
			last = max(last, p.ID)
		}
	}
	seen := map[PrizeID]bool{}
	for i, p := range next.Prizes {
		if p.ID <= 0 || seen[p.ID] {
			last++
			next.Prizes[i].ID = last
		}
		seen[next.Prizes[i].ID] = true
	}
	return next
}

// DecideInput gives a prize otherwise than its rule does. The comments are the names of the inputs.
type DecideInput struct {
	Prize   PrizeID               // prize
	Winners []tournaments.EntryID // winners; none, and no club: it is not given
	Clubs   []string              // winners, of a prize for clubs
	Reason  string                // reason: everyone reads it once the list is published
	Next    bool                  // next: who would win it by the rule is next in line for the prizes below
	Version int64
}

const maxReason = 200

// Decide gives a prize otherwise than its rule does, with the reason.
func (s *Service) Decide(ctx context.Context, actor auth.Actor, id tournaments.SectionID, in DecideInput) error {
	in.Reason = words(in.Reason)
	return s.change(ctx, actor, id, in.Version, func(
		_ *store.Tx, permit usecase.Permit, w *tournaments.Wallchart, k kept,
	) (kept, *usecase.Entry, error) {
		var f apperr.Fields
		at := slices.IndexFunc(k.rules.Prizes, func(p Prize) bool { return p.ID == in.Prize })
		if at < 0 {
			return k, nil, apperr.New(apperr.NotFound, "This prize is no longer on the list.")
		}
		kind := k.rules.Prizes[at].Kind
		clubs, known := theirClubs(w, in.Clubs)
		whom, wrong := "players", len(in.Clubs) > 0
		switch {
		case kind == ByClub:
			whom, wrong = "clubs of players", !known || len(in.Winners) > 0
		case kind.Teams():
			whom = "teams"
		}
		if wrong || slices.ContainsFunc(in.Winners, func(id tournaments.EntryID) bool { return !canHave(w, kind, id) }) {
			f.Add("winners", "Choose %s of %s.", whom, w.Section.Name)
		}
		if in.Reason == "" || utf8.RuneCountInString(in.Reason) > maxReason {
			f.Add("reason", "Write the reason, in at most %d characters.", maxReason)
		}
		if err := f.Err(); err != nil {
			return k, nil, err
		}
		next := Change{
			Prize: in.Prize, Winners: slices.Compact(slices.Sorted(slices.Values(in.Winners))), Clubs: clubs, Reason: in.Reason,
			By: permit.Name(), Next: in.Next,
		}
		k.changes = append(without(k.changes, in.Prize), next)
		return k, permit.Did("decide.prize", "section", int64(id), nil, next), nil
	})
}

// theirClubs are clubs as the section spells them, each once; known is false where one is of no player.
func theirClubs(w *tournaments.Wallchart, names []string) (out []string, known bool) {
	all := Clubs(w)
	wanted := map[string]bool{}
	for _, name := range names[:min(len(names), len(all)+1)] {
		wanted[clubname.Key(name)] = true
	}
	for _, club := range all {
		if wanted[clubname.Key(club)] {
			out = append(out, club)
		}
	}
	return out, len(out) == len(wanted) && len(names) <= len(all)
}

// Listed reports whether everyone may read of a section's prizes: they are announced, or shown as they stand.
func (s *Service) Listed(ctx context.Context, id tournaments.SectionID) (bool, error) {
	k, err := keptOf(ctx, s.db, id)
	return k.published != nil || k.version > 0 && k.rules.Shown, err
}

// Undecide lets a prize go by its rule again.
func (s *Service) Undecide(ctx context.Context, actor auth.Actor, id tournaments.SectionID, prize PrizeID, version int64) error {
	return s.change(ctx, actor, id, version, func(
		_ *store.Tx, permit usecase.Permit, _ *tournaments.Wallchart, k kept,
	) (kept, *usecase.Entry, error) {
		at := slices.IndexFunc(k.changes, func(c Change) bool { return c.Prize == prize })
		if at < 0 {
			return k, nil, usecase.ErrSame
		}
		was := k.changes[at]
		k.changes = without(k.changes, prize)
		return k, permit.Did("undecide.prize", "section", int64(id), was, nil), nil
	})
}

func without(list []Change, prize PrizeID) []Change {
	return slices.DeleteFunc(slices.Clone(list), func(c Change) bool { return c.Prize == prize })
}

// Publish announces the list as it follows from the results, which all are in. What was announced before is replaced.
func (s *Service) Publish(ctx context.Context, actor auth.Actor, id tournaments.SectionID, version int64) error {
	return s.change(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, before *tournaments.Wallchart, k kept,
	) (kept, *usecase.Entry, error) {
		if k.version == 0 || len(k.rules.Prizes) == 0 {
			return k, nil, apperr.New(apperr.Conflict, "Set the prizes first.")
		}
		groups, err := groupsOf(ctx, tx, id)
		if err != nil {
			return k, nil, err
		}
		w, err := s.events.ChartIn(ctx, tx, id)
		if err != nil {
			return k, nil, err
		}
		players, final, err := playersOf(w, groups)
		if err != nil {
			return k, nil, err
		}
		if !final || !before.Event.Status.Public() {
			return k, nil, apperr.New(
				apperr.Conflict, "Not every round of %s is played and every result in. Prizes are published after that.", w.Section.Name,
			)
		}
		k.published, k.at, k.by = Propose(k.rules, players, k.changes), permit.Now(), permit.Name()
		return k, permit.Did("publish.prizes", "section", int64(id), nil, Public(k.published)), nil
	})
}

// Withdraw ends the announcement; what was announced stays in the log.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, id tournaments.SectionID, version int64) error {
	return s.change(ctx, actor, id, version, func(
		_ *store.Tx, permit usecase.Permit, _ *tournaments.Wallchart, k kept,
	) (kept, *usecase.Entry, error) {
		if k.published == nil {
			return k, nil, usecase.ErrSame
		}
		k.published, k.at, k.by = nil, civil.Instant{}, ""
		return k, permit.Did("withdraw.prizes", "section", int64(id), nil, nil), nil
	})
}

// groupFacts are what the log keeps of who plays for the prizes of juniors and women: no names.
type groupFacts struct {
	Juniors int `json:"juniors"`
	Women   int `json:"women"`
}

// SetGroups notes who plays for the prizes of juniors and women.
func (s *Service) SetGroups(ctx context.Context, actor auth.Actor, id tournaments.SectionID, version int64, in Groups) error {
	tidy := func(list []tournaments.EntryID) []tournaments.EntryID {
		return slices.Compact(slices.Sorted(slices.Values(list)))
	}
	in = Groups{tidy(in.Juniors), tidy(in.Women)}
	return s.change(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, w *tournaments.Wallchart, k kept,
	) (kept, *usecase.Entry, error) {
		for _, list := range [][]tournaments.EntryID{in.Juniors, in.Women} {
			for _, entry := range list {
				if _, ok := w.Entry(entry); !ok {
					return k, nil, apperr.New(apperr.Conflict, "A player is no longer entered. Open the page again.")
				}
			}
		}
		was, err := groupsOf(ctx, tx, id)
		if err != nil {
			return k, nil, err
		}
		if k.version == 0 {
			k.rules = Usual(w.Section.Settings)
		}
		before, after := groupFacts{len(was.Juniors), len(was.Women)}, groupFacts{len(in.Juniors), len(in.Women)}
		return k, permit.Did("set.prize.groups", "section", int64(id), before, after), putGroups(ctx, tx, id, in)
	})
}
