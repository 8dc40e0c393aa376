package titles

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Section is a section of an event, as package tournaments hands it over.
type Section struct {
	ID       SectionID
	Event    auth.EventID
	Name     string // as the roll names it: "Congress 2026, Open"
	FirstDay civil.Date
	LastDay  civil.Date
}

// Declaration says which title a section decides. Its field is title.
type Declaration struct {
	Title   ID    // 0: none
	Version int64 // of the declaration that was shown; 0: none
	Plays   bool  // the actor plays in the section
}

// Declared is a section that decides a title.
type Declared struct {
	ID      DeclaredID
	Section SectionID
	Title   ID
	Name    string // of the title
	Rule    Rule
	Waits   string // why it was not awarded when the section was finished
	Awarded bool
	Version int64
}

// DeclaredIn are the sections of an event that decide a title. It is public.
func (s *Service) DeclaredIn(ctx context.Context, q store.Queryer, event auth.EventID) (map[SectionID]Declared, error) {
	if q == nil {
		q = s.db
	}
	return declaredIn(ctx, q, event)
}

// Declare records in the caller's transaction which title a section decides. What it had decided otherwise is reversed.
func (s *Service) Declare(
	ctx context.Context, tx *store.Tx, actor auth.Actor, section Section, in Declaration,
) (*usecase.Entry, error) {
	permit, err := s.cases.May(actor, auth.DeclareTitles, auth.Object{Event: section.Event})
	if err != nil {
		return nil, err
	}
	if err := lock(ctx, tx); err != nil {
		return nil, err
	}
	all, err := declaredIn(ctx, tx, section.Event)
	if err != nil {
		return nil, err
	}
	was := all[section.ID]
	switch {
	case was.Version != in.Version:
		return nil, usecase.Stale("this title", "title_section", int64(was.ID))
	case was.Title == in.Title:
		return nil, usecase.ErrSame
	case in.Plays && !section.FirstDay.After(s.cases.Today()):
		return nil, apperr.New(
			apperr.Invalid,
			"You play in this section, and it has begun. Ask the ratings officer, the president or the secretary to say which title it decides.",
		)
	}
	if was.Awarded {
		if _, err := s.cases.May(actor, auth.KeepTitles, auth.Object{}); err != nil {
			return nil, apperr.New(
				apperr.Invalid, "The title is awarded. Ask the ratings officer, the president or the secretary to change this.",
			)
		}
	}
	if err := s.mayDecide(ctx, tx, section, in.Title); err != nil {
		return nil, err
	}
	var entry *usecase.Entry
	if was.ID != 0 {
		if err := withdrawSection(ctx, tx, was.ID, s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
		lines, err := s.settle(ctx, tx, permit.Name(), was.ID, nil, "The section does not decide this title any more.")
		if err != nil {
			return nil, err
		}
		entry = permit.Did("withdraw.title_section", "title_section", int64(was.ID), was, lines)
	}
	if in.Title == 0 {
		return entry, nil
	}
	id, err := insertSection(ctx, tx, section.ID, in.Title, s.cases.Now(), permit.Name())
	return entry.Then(permit.Did("declare.title_section", "title_section", int64(id), nil, in)), err
}

// mayDecide refuses a title that the section cannot decide; 0 is none.
func (s *Service) mayDecide(ctx context.Context, q store.Queryer, section Section, id ID) error {
	if id == 0 {
		return nil
	}
	var f apperr.Fields
	title, err := titleByID(ctx, q, id)
	if apperr.KindOf(err) == apperr.NotFound {
		f.Add("title", "Choose one of the titles offered.")
		return f.Err()
	}
	if err != nil {
		return err
	}
	if title.Retired {
		f.Add("title", "%s is no longer awarded.", title.Name)
	}
	other, err := heldBy(ctx, q, id, section.LastDay.Year(), section.ID)
	if err != nil {
		return err
	}
	if other != "" {
		f.Add("title", "%s of %d is decided by %s already.", title.Name, section.LastDay.Year(), other)
	}
	return f.Err()
}

// Finished is a section that is finished, with its players by the title's rule, the best first.
type Finished struct {
	Section
	Players []Player // everyone who played a game; Member is worked out here
}

// Award decides in the caller's transaction the title of a finished section. What was decided before and is no longer so is
// reversed. Where it cannot be decided the section waits, with the reason.
func (s *Service) Award(ctx context.Context, tx *store.Tx, actor auth.Actor, in Finished) (*usecase.Entry, error) {
	permit, err := s.cases.May(actor, auth.DeclareTitles, auth.Object{Event: in.Event})
	if err != nil {
		return nil, err
	}
	if err := lock(ctx, tx); err != nil {
		return nil, err
	}
	all, err := declaredIn(ctx, tx, in.Event)
	if err != nil {
		return nil, err
	}
	was := all[in.ID]
	if was.ID == 0 {
		return nil, nil
	}
	if err := addMembers(ctx, tx, in.Players, in.LastDay); err != nil {
		return nil, err
	}
	verdict := Decide(was.Rule, in.Players, in.LastDay)
	why, err := s.inTheWay(ctx, tx, was, in, verdict)
	if err != nil {
		return nil, err
	}
	var wanted []Award
	if why == "" {
		wanted = in.awards(was, verdict)
	}
	cause := "The event was finished."
	if was.Awarded {
		cause = "The event was corrected after the title was awarded."
	}
	lines, err := s.settle(ctx, tx, permit.Name(), was.ID, wanted, cause)
	if err != nil || len(lines) == 0 && why == was.Waits {
		return nil, err
	}
	return permit.Did("award.title", "title_section", int64(was.ID), nil, map[string]any{
		"title": was.Name, "section": in.Name, "lines": lines, "waits": why,
	}), setWaits(ctx, tx, was.ID, why)
}

func addMembers(ctx context.Context, q store.Queryer, players []Player, day civil.Date) error {
	ids := make([]PersonID, len(players))
	for i, p := range players {
		ids[i] = p.Person
	}
	member, err := members.MembersOn(ctx, q, ids, day)
	for i := range players {
		players[i].Member = member[players[i].Person]
	}
	return err
}

// inTheWay says why the title is not awarded; "" when it is.
func (s *Service) inTheWay(
	ctx context.Context, q store.Queryer, was Declared, in Finished, v Verdict,
) (string, error) {
	if len(v.Holders) == 0 {
		return "No member played, so no one holds the title.", nil
	}
	other, err := heldBy(ctx, q, was.Title, in.LastDay.Year(), in.ID)
	if err != nil || other == "" {
		return "", err
	}
	return fmt.Sprintf("%s of %d is decided by %s already.", was.Name, in.LastDay.Year(), other), nil
}

// awards are the lines that a verdict puts into the roll.
func (in Finished) awards(was Declared, v Verdict) []Award {
	out := make([]Award, len(v.Holders))
	for i, id := range v.Holders {
		out[i] = Award{
			Title: was.Title, Year: in.LastDay.Year(), Person: id, EventName: in.Name, Event: in.Event,
			Shared: len(v.Holders) > 1, Rule: was.Rule.String(), Trace: v.Lines,
		}
	}
	return out
}

// settle brings the lines of a section to those that are wanted: what is no longer so is reversed, what is new is added.
// It gives what it posted.
func (s *Service) settle(
	ctx context.Context, tx *store.Tx, by string, id DeclaredID, wanted []Award, cause string,
) ([]Award, error) {
	have, err := awards(ctx, tx, `l.title_section_id = $1 AND `+counts, id)
	if err != nil {
		return nil, err
	}
	var out []Award
	for _, one := range have {
		if !slices.ContainsFunc(wanted, one.same) {
			out = append(out, one.reversal())
		}
	}
	for _, one := range wanted {
		if !slices.ContainsFunc(have, one.same) {
			out = append(out, one)
		}
	}
	for i := range out {
		out[i].section, out[i].Cause, out[i].PostedAt, out[i].PostedBy = id, cause, s.cases.Now(), by
	}
	return out, insertAwards(ctx, tx, out)
}

// same reports whether two lines say the same.
func (a Award) same(b Award) bool {
	return a.Title == b.Title && a.Year == b.Year && a.Person == b.Person && a.Shared == b.Shared &&
		a.EventName == b.EventName && strings.Join(a.Trace, "\n") == strings.Join(b.Trace, "\n") && a.Rule == b.Rule
}

// reversal is the line that takes another one out of the roll.
func (a Award) reversal() Award {
	a.reverses, a.ID = a.ID, 0
	return a
}
