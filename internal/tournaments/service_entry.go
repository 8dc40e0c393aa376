package tournaments

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// entryFacts are what the audit log keeps of an entry.
type entryFacts struct {
	Section    SectionID     `json:"section"`
	Person     PersonID      `json:"person"`
	Number     int           `json:"number"`
	Rating     scale.Rating  `json:"rating"`
	Source     RatingSource  `json:"rating_source"`
	Club       string        `json:"club,omitempty"`
	Absent     string        `json:"absent,omitempty"`
	HalfByes   string        `json:"half_byes,omitempty"`
	EnteredIn  int           `json:"entered_in"`
	StartScore pairing.Score `json:"start_score_half_points,omitempty"`
	Withdrawn  *int          `json:"withdrawn_after,omitempty"`
	Membership Membership    `json:"membership"`
	Country    string        `json:"country,omitempty"`
	Known      string        `json:"known_elsewhere_as,omitempty"` // numbers of other associations
	Seed       int           `json:"seed,omitempty"`
}

func (e Entry) facts() entryFacts {
	f := entryFacts{
		e.Section, e.Person, e.Number, e.Rating, e.RatingSource, e.Club,
		FormatRounds(e.Absent), FormatRounds(e.HalfByes), e.EnteredIn, e.StartScore, nil, e.Membership, e.Country,
		strings.Join(slices.DeleteFunc([]string{e.PIN, e.Licence, e.AGA}, func(s string) bool { return s == "" }), ", "), e.Seed,
	}
	if e.Withdrawn {
		f.Withdrawn = &e.WithdrawnAfter
	}
	return f
}

// Entry is the entry with that id, for the director of its event.
func (s *Service) Entry(ctx context.Context, actor auth.Actor, id EntryID) (Entry, error) {
	e, err := entryByID(ctx, s.db, id)
	if err != nil {
		return Entry{}, err
	}
	section, err := s.Section(ctx, actor, e.Section)
	if err == nil {
		err = s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: section.Event})
	}
	if err != nil {
		return Entry{}, err
	}
	return e, nil
}

// EntriesOf are someone's entries in events that are announced and not over, the earliest event first.
func (s *Service) EntriesOf(ctx context.Context, person PersonID) ([]OwnEntry, error) {
	return ownEntries(ctx, s.db, person, s.cases.Today())
}

// Enter enters a person of the register in a section.
func (s *Service) Enter(ctx context.Context, actor auth.Actor, person PersonID, in EntryInput) (Entry, error) {
	var id EntryID
	err := s.direct(ctx, actor, in.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		e, entered, err := s.enter(ctx, tx, h, person, in)
		if err != nil {
			return nil, err
		}
		id = e.ID
		return s.entriesChanged(ctx, tx, in.Section, entered)
	})
	if err != nil {
		return Entry{}, err
	}
	return entryByID(ctx, s.db, id)
}

// enter adds an entry within tx.
func (s *Service) enter(
	ctx context.Context, tx *store.Tx, h here, person PersonID, in EntryInput,
) (Entry, *usecase.Entry, error) {
	known, err := s.playersFor(ctx, tx, h.event, []PersonID{person})
	if err != nil {
		return Entry{}, nil, err
	}
	who, ok := known[person]
	if !ok {
		return Entry{}, nil, apperr.New(apperr.NotFound, "This person is not in the register.")
	}
	published, err := publishedRounds(ctx, tx, h.section.ID)
	if err != nil {
		return Entry{}, nil, err
	}
	clubs, err := knownClubs(ctx, tx)
	if err != nil {
		return Entry{}, nil, err
	}
	in.Club = clubs.spelled(in.Club)
	if slices.ContainsFunc(who.entered, func(s Section) bool { return s.ID == h.section.ID }) {
		return Entry{}, nil, apperr.New(apperr.Conflict, "This player is already entered in the section.")
	}
	e, problems := who.entryFrom(h, published, in)
	if e.Seed > 0 {
		others, err := entriesOf(ctx, tx, h.section.ID)
		if err != nil {
			return Entry{}, nil, err
		}
		seedApart(&problems, e, others)
	}
	if err := problems.Err(); err != nil {
		return Entry{}, nil, err
	}
	number, err := lastNumber(ctx, tx, h.section.ID)
	if err != nil {
		return Entry{}, nil, err
	}
	e.Number = number + 1
	list := []Entry{e}
	if _, err := insertEntries(ctx, tx, list, s.cases.Now()); err != nil {
		return Entry{}, nil, err
	}
	done := h.permit.Did("enter.player", "entry", int64(list[0].ID), nil, list[0].facts())
	if in.Team == 0 {
		return list[0], done, nil
	}
	joined, err := s.joinTeam(ctx, tx, h, list[0], in.Team)
	return list[0], done.Then(joined), err
}

// entryFrom is the entry of a player as it is asked for.
func (p player) entryFrom(h here, published int, in EntryInput) (Entry, apperr.Fields) {
	e := Entry{
		Section: h.section.ID, Person: p.person.ID, Rating: p.rating, RatingSource: p.source,
		Club: p.club, City: p.city, Membership: p.membership, Warning: p.warning,
	}
	if h.section.System == pairing.Match && published > 0 {
		var f apperr.Fields
		f.Add("section", "The match has begun. No one can enter it now.")
		return e, f
	}
	if published > 0 && in.EnteredIn == 0 {
		in.EnteredIn = min(published+1, h.section.Rounds)
	}
	problems := in.check(&e, h.section)
	if e.RatingSource == "" && !problems.Has("rating") {
		problems.Add("rating", "This player has no rating or grade yet. Enter one.")
	}
	if e.EnteredIn <= published && !problems.Has("entered_in") {
		problems.Add("entered_in", "Round %d is already published. A late entry must start in a later round.", e.EnteredIn)
	}
	if e.Membership == NotMember && in.Visitor {
		e.Membership = Visitor
	}
	for _, other := range p.entered {
		if other.ID != h.section.ID {
			e.Warning = joinWarnings(e.Warning, "also entered in "+other.Name)
		}
	}
	return e, problems
}

func joinWarnings(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// EditEntry changes an entry. What rounds that are already published rest on
// stays as it is.
func (s *Service) EditEntry(ctx context.Context, actor auth.Actor, id EntryID, in EntryInput) error {
	return s.changeEntry(ctx, actor, id, in.Version, "edit.entry", func(tx *store.Tx, h here, e *Entry) error {
		was := *e
		known, err := s.playersFor(ctx, tx, h.event, []PersonID{e.Person})
		if err != nil {
			return err
		}
		if in.Rating == nil && e.Partner == nil {
			e.Rating, e.RatingSource = known[e.Person].rating, known[e.Person].source
		}
		if strings.TrimSpace(in.Club) == "" {
			e.Club = known[e.Person].club
		}
		clubs, err := knownClubs(ctx, tx)
		if err != nil {
			return err
		}
		in.Club = clubs.spelled(in.Club)
		problems := in.check(e, h.section)
		if e.RatingSource == "" && !problems.Has("rating") {
			problems.Add("rating", "This player has no rating or grade yet. Enter one.")
		}
		published, err := publishedRounds(ctx, tx, e.Section)
		if err != nil {
			return err
		}
		others, err := entriesOf(ctx, tx, e.Section)
		if err != nil {
			return err
		}
		seedApart(&problems, *e, others)
		if published > 0 && e.Seed != was.Seed && h.section.System.Settled() {
			problems.Add("seed", "Round 1 is published, so the seeds can no longer be changed.")
		}
		if field, n := changedPast(was, *e, published); field != "" && !problems.Has(field) {
			problems.Add(field, "Round %d is already published and can no longer be changed.", n)
		}
		if published > 0 && e.StartScore != was.StartScore && was.EnteredIn <= published {
			problems.Add("start_score", "The player has started, so the start score can no longer be changed.")
		}
		switch {
		case e.Membership == NotMember && in.Visitor:
			e.Membership = Visitor
		case e.Membership == Visitor && !in.Visitor:
			e.Membership = NotMember
		}
		return problems.Err()
	})
}

// changeEntry saves what change makes of an entry.
func (s *Service) changeEntry(
	ctx context.Context, actor auth.Actor, id EntryID, version int64, action string,
	change func(tx *store.Tx, h here, e *Entry) error,
) error {
	before, err := entryByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, before.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		was, err := entryByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		next := was
		if err := change(tx, h, &next); err != nil {
			return nil, err
		}
		next.Version = version
		if err := keepBoards(ctx, tx, h.section, was, next); err != nil {
			return nil, err
		}
		changed, err := updateEntry(ctx, tx, next)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this entry", "entry", int64(id))
		}
		done := h.permit.Did(action, "entry", int64(id), was.facts(), next.facts())
		if next.Withdrawn != was.Withdrawn {
			return s.entriesChanged(ctx, tx, h.section.ID, done)
		}
		return done, nil
	})
}

// Withdraw takes a player out after a round; 0 is before the first.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, id EntryID, after int, version int64) error {
	return s.changeEntry(ctx, actor, id, version, "withdraw.entry", func(tx *store.Tx, h here, e *Entry) error {
		if after < 0 || after >= h.section.Rounds {
			var f apperr.Fields
			f.Add("after", "Choose a round from 0 (before the first) to %d.", h.section.Rounds-1)
			return f.Err()
		}
		rounds, err := roundsOf(ctx, tx, e.Section)
		if err != nil {
			return err
		}
		if why := withdrawable(*e, after, h.section.Settings, rounds); why != "" {
			var f apperr.Fields
			f.Add("after", "%s", why)
			return f.Err()
		}
		was := *e
		e.Withdrawn, e.WithdrawnAfter = true, after
		return keepsTable(h.section, publishedOf(rounds), was, *e)
	})
}

// Readmit cancels a withdrawal. The player counts as absent in rounds that
// were published in between.
func (s *Service) Readmit(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	return s.changeEntry(ctx, actor, id, version, "readmit.entry", func(tx *store.Tx, h here, e *Entry) error {
		if !e.Withdrawn {
			return apperr.New(apperr.Conflict, "This player is not withdrawn.")
		}
		published, err := publishedRounds(ctx, tx, e.Section)
		if err != nil {
			return err
		}
		was := *e
		e.readmitted(published)
		return keepsTable(h.section, published, was, *e)
	})
}

// readmitted cancels the withdrawal of an entry, which misses the rounds that were published in between.
func (e *Entry) readmitted(published int) {
	e.HalfByes, e.Absent = slices.Clone(e.HalfByes), slices.Clone(e.Absent)
	for n := max(e.WithdrawnAfter+1, e.EnteredIn); n <= published; n++ {
		e.HalfByes = slices.DeleteFunc(e.HalfByes, func(r int) bool { return r == n })
		if !slices.Contains(e.Absent, n) {
			e.Absent = append(e.Absent, n)
		}
	}
	slices.Sort(e.Absent)
	e.Withdrawn, e.WithdrawnAfter = false, 0
}

// keepsTable refuses a change that takes a player out of the table of a round
// robin once it stands, or puts one in: the numbers of everyone else would
// move.
func keepsTable(section Section, published int, was, now Entry) error {
	before, after := was.neverPlays(section.Rounds), now.neverPlays(section.Rounds)
	switch {
	case !section.tableStands(published) || before == after:
		return nil
	case after:
		var f apperr.Fields
		f.Add("after", "This player is in %s. Withdraw the player after round 1 or later.", section.settledBy())
		return f.Err()
	}
	return apperr.New(apperr.Conflict, "This player is not in %s, which is made.", section.settledBy())
}

// AcceptVisitor settles the warning about a player who is not a member.
func (s *Service) AcceptVisitor(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	return s.changeEntry(ctx, actor, id, version, "accept.visitor", func(_ *store.Tx, _ here, e *Entry) error {
		if e.Membership != NotMember {
			return usecase.ErrSame
		}
		e.Membership = Visitor
		return nil
	})
}

// RemoveEntry removes an entry that was never drawn.
func (s *Service) RemoveEntry(ctx context.Context, actor auth.Actor, id EntryID, version int64) error {
	before, err := entryByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.direct(ctx, actor, before.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		return s.remove(ctx, tx, h, id, version)
	})
}

// remove takes an entry that was never drawn out within tx.
func (s *Service) remove(ctx context.Context, tx *store.Tx, h here, id EntryID, version int64) (*usecase.Entry, error) {
	e, err := entryByID(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	published, err := publishedRounds(ctx, tx, e.Section)
	if err != nil {
		return nil, err
	}
	if h.section.tableStands(published) && !e.neverPlays(h.section.Rounds) {
		return nil, apperr.New(apperr.Invalid, "%s is in %s. Withdraw the player instead.", e.Name, h.section.settledBy())
	}
	if drawn, err := drawnIn(ctx, tx, id); err != nil {
		return nil, err
	} else if drawn {
		return nil, apperr.New(apperr.Invalid, "%s is in a draw. Withdraw the player, or discard the preview first.", e.Name)
	}
	if err := keepBoards(ctx, tx, h.section, e, Entry{}); err != nil {
		return nil, err
	}
	removed, err := deleteEntry(ctx, tx, e, version)
	if err != nil {
		return nil, err
	}
	if !removed {
		return nil, usecase.Stale("this entry", "entry", int64(id))
	}
	return s.entriesChanged(ctx, tx, h.section.ID, h.permit.Did("remove.entry", "entry", int64(id), e.facts(), nil))
}

// RefreshEntries looks memberships up again and, before the first round is
// published, ratings; ratings set by the director stay. It says how many
// entries changed.
func (s *Service) RefreshEntries(ctx context.Context, actor auth.Actor, id SectionID) (changed int, err error) {
	err = s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		changed = 0
		var done *usecase.Entry
		entries, err := entriesOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		published, err := publishedRounds(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		people := make([]PersonID, len(entries))
		for i, e := range entries {
			people[i] = e.Person
		}
		known, err := s.playersFor(ctx, tx, h.event, people)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			next := known[e.Person].refreshed(e, h, published)
			if reflect.DeepEqual(next, e) {
				continue
			}
			if _, err := updateEntry(ctx, tx, next); err != nil {
				return nil, err
			}
			done = done.Then(h.permit.Did("refresh.entry", "entry", int64(e.ID), e.facts(), next.facts()))
			changed++
		}
		if changed == 0 {
			return nil, usecase.ErrSame
		}
		return done, nil
	})
	return changed, err
}

// refreshed is an entry with what is known of its player now.
func (p player) refreshed(e Entry, h here, published int) Entry {
	if published == 0 && e.RatingSource != FromDirector && p.source != "" {
		e.Rating, e.RatingSource = p.rating, p.source
	}
	switch {
	case p.membership == IsMember:
		e.Membership = IsMember
	case e.Membership == IsMember:
		e.Membership = NotMember
	}
	e.Warning = p.warning
	for _, other := range p.entered {
		if other.ID != h.section.ID {
			e.Warning = joinWarnings(e.Warning, "also entered in "+other.Name)
		}
	}
	return e
}
