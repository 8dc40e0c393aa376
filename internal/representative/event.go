package representative

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of the points.
type Service struct {
	db    *store.DB
	cases usecase.Cases
	kept  *reckoning
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), kept: &reckoning{}}
}

// Section is a section of an event, as package tournaments hands it over.
type Section struct {
	ID      SectionID
	Event   auth.EventID
	Name    string     // as the ledger names it: "Congress 2026, Open"
	LastDay civil.Date // of the event
}

// Declaration says that a section gives points. Its fields are kind, club, ends_year and different.
type Declaration struct {
	Kind      points.Kind // "": it gives none
	Club      ClubID      // that holds the event
	EndsYear  bool        // the New Zealand Championship, with which the points year ends
	Different bool        // it is another event than those of its days that give points
	Version   int64       // of the declaration that was shown; 0: none
}

// Declared is a section that gives points.
type Declared struct {
	ID       EventID
	Section  SectionID
	Kind     points.Kind
	Club     ClubID
	ClubName string
	EndsYear bool
	Waits    string // why its points were not posted when it was finished
	Posted   bool
	Version  int64
}

// Score is a player's final score in a finished section, in half points.
type Score struct {
	Person PersonID
	Score  int
}

// Finished is a section that is finished.
type Finished struct {
	Section
	Scores []Score // of everyone who played a game
}

// Declare records in the caller's transaction that a section gives points, or that it does not any more. What it had
// given is posted or taken back at once.
func (s *Service) Declare(
	ctx context.Context, tx *store.Tx, actor auth.Actor, section Section, in Declaration,
) (*usecase.Entry, error) {
	permit, err := s.cases.May(actor, auth.DeclarePoints, auth.Object{Event: section.Event})
	if err != nil {
		return nil, err
	}
	if _, err := lockPoints(ctx, tx); err != nil {
		return nil, err
	}
	was, err := declaredOf(ctx, tx, section.ID)
	if err != nil {
		return nil, err
	}
	switch {
	case was.Version != in.Version:
		return nil, usecase.Stale("these points", "points_event", int64(was.ID))
	case was.ID == 0 && in.Kind == "":
		return nil, usecase.ErrSame
	}
	year, err := s.ClosedTo(ctx, tx, actor, section)
	if err != nil {
		return nil, err
	}
	if year != 0 {
		return nil, apperr.New(
			apperr.Forbidden, "The points year %d is closed. Only the ratings officer changes what counts in it.", year,
		)
	}
	others, err := s.checkDeclaration(ctx, tx, section, was, in)
	if err != nil {
		return nil, err
	}
	if in.Kind == was.Kind && in.Club == was.Club && in.EndsYear == was.EndsYear && (!in.Different || len(others) == 0) {
		return nil, usecase.ErrSame
	}
	now := s.cases.Now()
	if in.Kind == "" {
		if err := withdrawEvent(ctx, tx, was.ID, now, permit.Name()); err != nil {
			return nil, err
		}
		d, err := s.settle(ctx, tx, permit.Name(), "The section gives no points any more.")
		return permit.Did("withdraw.points_event", "points_event", int64(was.ID), was, auditOf(section.Name, section.LastDay, d)), err
	}
	id := was.ID
	if id == 0 {
		id, err = insertSectionEvent(ctx, tx, section.ID, in, now, permit.Name())
	} else {
		err = updateSectionEvent(ctx, tx, id, in)
	}
	if err != nil {
		return nil, err
	}
	if in.Different {
		if err := s.keepApart(ctx, tx, permit.Name(), id, others); err != nil {
			return nil, err
		}
	}
	d, err := s.settle(ctx, tx, permit.Name(), "The kind of the event was changed.")
	return permit.Did("declare.points_event", "points_event", int64(id), was, struct {
		Declaration
		Ledger auditPoints `json:"ledger"`
	}{in, auditOf(section.Name, section.LastDay, d)}), err
}

// closedTo is the closed points year that an actor who does not keep the points would change with events of some days; 0:
// none.
func (s *Service) closedTo(ctx context.Context, q store.Queryer, actor auth.Actor, days ...civil.Date) (int, error) {
	if s.cases.Require(actor, auth.KeepPoints, auth.Object{}) == nil {
		return 0, nil
	}
	for _, day := range days {
		if day.IsZero() {
			continue
		}
		if year, err := closedOver(ctx, q, day); err != nil || year != 0 {
			return year, err
		}
	}
	return 0, nil
}

// ClosedTo is the closed points year by which an actor may not say whether a section gives points; 0: they may.
func (s *Service) ClosedTo(ctx context.Context, q store.Queryer, actor auth.Actor, section Section) (int, error) {
	was, err := declaredOf(ctx, q, section.ID)
	if err != nil {
		return 0, err
	}
	posted, err := postedOn(ctx, q, was.ID)
	if err != nil {
		return 0, err
	}
	return s.closedTo(ctx, q, actor, section.LastDay, posted)
}

// checkDeclaration finds everything wrong with a declaration, and the events of its days that no one has said to be others.
func (s *Service) checkDeclaration(
	ctx context.Context, tx *store.Tx, section Section, was Declared, in Declaration,
) (others []event, err error) {
	if was.ID != 0 {
		if closed, err := yearEndedBy(ctx, tx, was.ID); err != nil {
			return nil, err
		} else if closed.Year != 0 && (!in.EndsYear || in.Kind != points.National) {
			return nil, apperr.New(
				apperr.Conflict, "The points year %d is closed and ended with this section. Undo the year end first.", closed.Year,
			)
		}
	}
	if in.Kind == "" {
		return nil, nil
	}
	var f apperr.Fields
	if in.Kind != points.National && in.Kind != points.Regional {
		f.Add("kind", "Choose national or regional.")
	}
	if in.EndsYear && in.Kind == points.Regional {
		f.Add("ends_year", "The points year ends with the New Zealand Championship, a national event. Choose national.")
	}
	why, err := s.notHeldBy(ctx, tx, in.Club, earlier(section.LastDay, s.cases.Today()))
	if err != nil {
		return nil, err
	}
	if why != "" {
		f.Add("club", "%s", why)
	}
	if in.EndsYear {
		other, err := championshipOf(ctx, tx, section.LastDay.Year(), was.ID)
		if err != nil {
			return nil, err
		}
		if other != "" {
			f.Add("ends_year", "The points year %d ends with %s already.", section.LastDay.Year(), other)
		}
	}
	of := section.event(was)
	of.kind, of.club = in.Kind, in.Club
	others, twins, err := nearTo(ctx, tx, of)
	if err != nil {
		return nil, err
	}
	if len(twins) > 0 && !in.Different {
		f.Add("different", "%s may be the same event as %s, which gives points already. Choose no points here, or say that they "+
			"are different events.", of.words(), twins[0].words())
	}
	return others, f.Err()
}

func earlier(a, b civil.Date) civil.Date {
	if b.Before(a) {
		return b
	}
	return a
}

// notHeldBy says why a club cannot hold a points event on a day; "" when it can.
func (s *Service) notHeldBy(ctx context.Context, q store.Queryer, club ClubID, day civil.Date) (string, error) {
	if club == 0 {
		return "Choose the club that holds the event: a points event is held by an affiliated club.", nil
	}
	c, err := clubs.ByID(ctx, q, club)
	if apperr.KindOf(err) == apperr.NotFound {
		return "This club does not exist. Choose another.", nil
	}
	if err != nil {
		return "", err
	}
	affiliated, err := clubs.AffiliatedOn(ctx, q, club, day)
	if err != nil || affiliated {
		return "", err
	}
	return c.Name + " was not affiliated on " + day.Long() + ". A points event is held by an affiliated club.", nil
}

// DeclaredIn are the sections of an event that give points. It is public.
func (s *Service) DeclaredIn(ctx context.Context, q store.Queryer, event auth.EventID) (map[SectionID]Declared, error) {
	if q == nil {
		q = s.db
	}
	return declaredIn(ctx, q, event)
}

// Post posts in the caller's transaction the points of a finished section, which has been declared. One that was posted
// before is corrected. Where its points cannot be posted the section waits for the ratings officer, with the reason.
func (s *Service) Post(ctx context.Context, tx *store.Tx, actor auth.Actor, in Finished) (*usecase.Entry, error) {
	permit, err := s.cases.May(actor, auth.DeclarePoints, auth.Object{Event: in.Event})
	if err != nil {
		return nil, err
	}
	if _, err := lockPoints(ctx, tx); err != nil {
		return nil, err
	}
	was, err := declaredOf(ctx, tx, in.ID)
	if err != nil || was.ID == 0 {
		return nil, err
	}
	e, err := s.posting(ctx, tx, was, in)
	if err != nil {
		return nil, err
	}
	f, err := loadFacts(ctx, tx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(f.events, func(o event) bool { return o.id == was.ID })
	if at >= 0 && f.events[at].like(e) && was.Waits == "" {
		return nil, nil
	}
	why, err := s.inTheWay(ctx, tx, f, was, e)
	if err != nil {
		return nil, err
	}
	if why == "" && (at < 0 || !f.events[at].like(e)) {
		days := []civil.Date{e.day}
		if at >= 0 {
			days = append(days, f.events[at].day)
		}
		year, err := s.closedTo(ctx, tx, actor, days...)
		if err != nil {
			return nil, err
		}
		if year != 0 {
			why = fmt.Sprintf("The points year %d is closed. The ratings officer works these points out again.", year)
		}
	}
	if why != "" {
		return permit.Did("hold.points", "points_event", int64(was.ID), nil, map[string]string{"event": e.name, "why": why}),
			setWaits(ctx, tx, was.ID, why)
	}
	cause := "The event was finished."
	if at >= 0 {
		cause = "A result was corrected after the points were posted."
	}
	if err := replacePosting(ctx, tx, e, s.cases.Now(), permit.Name()); err != nil {
		return nil, err
	}
	d, err := s.settle(ctx, tx, permit.Name(), cause)
	return permit.Did("post.points", "points_event", int64(was.ID), nil, auditOf(e.name, e.day, d)), err
}

// posting is a finished section as facts: who was a member on its last day is asked now, and kept.
func (s *Service) posting(ctx context.Context, q store.Queryer, was Declared, in Finished) (event, error) {
	e := in.event(was)
	ids := make([]PersonID, len(in.Scores))
	for i, one := range in.Scores {
		ids[i] = one.Person
	}
	member, err := members.MembersOn(ctx, q, ids, in.LastDay)
	if err != nil {
		return e, err
	}
	for _, one := range in.Scores {
		e.placings = append(e.placings, placing{person: one.Person, score: points.Score(one.Score), member: member[one.Person]})
	}
	slices.SortFunc(e.placings, func(a, b placing) int { return int(a.person - b.person) })
	return e, nil
}

// like reports whether two postings say the same.
func (e event) like(o event) bool {
	return e.name == o.name && e.day == o.day && slices.Equal(e.placings, o.placings)
}

// inTheWay says why the points of an event cannot be posted; "" when they can.
func (s *Service) inTheWay(ctx context.Context, tx *store.Tx, f facts, was Declared, e event) (string, error) {
	if why, err := s.notHeldBy(ctx, tx, was.Club, e.day); err != nil || why != "" {
		return why, err
	}
	if closed, err := yearEndedBy(ctx, tx, was.ID); err != nil {
		return "", err
	} else if closed.Year != 0 && closed.Year != e.day.Year() {
		return "The event was moved to another year, and the points year that it ended is closed. Undo the year end first.", nil
	}
	if !slices.ContainsFunc(f.events, func(o event) bool { return o.id == e.id && o.day == e.day }) {
		apart, err := apartPairs(ctx, tx)
		if err != nil {
			return "", err
		}
		if twins := e.twins(f.events, apart); len(twins) > 0 {
			return e.words() + " may be the same event as " + twins[0].words() + ", which gives points already. Say of this section " +
				"that it gives none, or that they are different events.", nil
		}
	}
	if was.EndsYear {
		other, err := championshipOf(ctx, tx, e.day.Year(), was.ID)
		if err != nil || other != "" {
			return "The points year ends with " + other + " already.", err
		}
	}
	f.events = append(slices.DeleteFunc(slices.Clone(f.events), func(o event) bool { return o.id == was.ID }), e)
	for _, d := range f.doubled() {
		if o := f.openings[d.Opening]; f.events[d.Event].id == was.ID {
			names, err := publicNames(ctx, tx, []PersonID{o.person})
			return d.Say(names[o.person], o.day, e.name, e.day), err
		}
	}
	if _, err := f.compute(); err != nil {
		if apperr.KindOf(err) == apperr.Invalid {
			return err.Error(), nil
		}
		return "", err
	}
	return "", nil
}
