package ratings

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// Past is the list of a day, as the events that count today give it: after every
// rated event that began on the day or before. Where an event was sent in, corrected
// or withdrawn since, the list that was shown on that day was another one.
type Past struct {
	Day     civil.Date
	Scope   Scope
	Since   civil.Date // first day of a rated event that made a player active then
	Rows    []Row      // of the page, by rating; Clubs are those of the day
	Players int        // on all pages
}

// Paging is which part of a long list is asked for.
type Paging struct {
	Page int // from 1; the last one stands for those after it
	Size int // rows a page; AllRows: all of them
}

// of is the part of a list of total rows, from its first row on.
func (p Paging) of(total int) (from, size int) {
	if p.Size <= 0 {
		return 0, total
	}
	from = (store.PageIn(p.Page, p.Size, total) - 1) * p.Size
	return from, min(p.Size, total-from)
}

// PastList gives the list of a day, which is not in the future. It needs the
// permission to keep the ratings.
func (s *Service) PastList(ctx context.Context, actor auth.Actor, day civil.Date, scope Scope, page Paging) (Past, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return Past{}, err
	}
	if day.After(s.cases.Today()) {
		return Past{}, apperr.Fields{{Name: "on", Message: "Choose a day that is not in the future."}}.Err()
	}
	out := Past{Day: day, Scope: Filter{Scope: scope}.normal().Scope, Since: day.AddMonths(-activeMonths)}
	var since civil.Date
	if out.Scope == Active {
		since = out.Since
	}
	if day == s.cases.Today() {
		if later, err := laterThan(ctx, s.db, day); err != nil || !later {
			return s.asToday(ctx, out, page, err)
		}
	}
	stood, err := stoodOn(ctx, s.db, since, day)
	if err != nil {
		return Past{}, err
	}
	from, size := page.of(stood.players)
	rows, place, err := stood.part(ctx, s.db, from, size)
	if err != nil {
		return Past{}, err
	}
	out.Players, out.Rows = stood.players, rowsOf(rows, from+1, place)
	return out, s.dress(ctx, out.Rows, day)
}

// asToday is the list as it stands, which nothing after today has moved on. Its pages are read by index.
func (s *Service) asToday(ctx context.Context, out Past, page Paging, err error) (Past, error) {
	if err != nil {
		return Past{}, err
	}
	size := page.Size
	if size <= 0 {
		size = AllRows
	}
	list, err := s.List(ctx, Filter{Scope: out.Scope, Page: page.Page, Size: size})
	out.Rows, out.Players = list.Rows, list.Players
	return out, err
}

// rowsOf are rows of a list by rating with their places, the first of which is the nth of the list and has a place; equal
// published ratings share one.
func rowsOf(list []listed, nth, place int) []Row {
	rows := make([]Row, 0, len(list))
	for i, at := range list {
		r := Row{Place: place, Person: at.person, Rating: at.milli.Published(), Games: at.games, LastDay: at.lastDay}
		if i > 0 && rows[i-1].Rating != r.Rating {
			place = nth + i
			r.Place = place
		}
		rows = append(rows, r)
	}
	return rows
}

// dress gives rows the names of their players, and the clubs of a day.
func (s *Service) dress(ctx context.Context, rows []Row, day civil.Date) error {
	ids := make([]PersonID, len(rows))
	for i, r := range rows {
		ids[i] = r.Person
	}
	people, err := peopleOf(ctx, s.db, ids)
	if err != nil {
		return err
	}
	clubs, err := clubsOn(ctx, s.db, day, ids)
	for i := range rows {
		p := people[rows[i].Person]
		rows[i].Name, rows[i].Clubs = p.PublicName(), clubs[rows[i].Person]
		rows[i].Family, rows[i].Given = p.PublicParts()
	}
	return err
}

// Moved is a player with rated games between the days of two lists.
type Moved struct {
	Person PersonID
	Name   string // as public pages show it
	New    bool   // not on the earlier list: Before is the declared strength
	Before scale.Milli
	After  scale.Milli
	Games  int    // rated between the two days
	Events []Step // between the two days, the oldest first
	Set    bool   // a rating was set between the two days
}

// Between is what changed from the list of a day to that of a later one.
type Between struct {
	From, To civil.Date
	Rows     []Moved // of the page, who moved furthest first
	Moved    int     // players who changed, on all pages
	Same     int     // players on both lists who stand as before, to the thousandth, with as many games
}

// Between says what changed from the list of a day to that of a later one, each as
// [Service.PastList] gives it. It needs the permission to keep the ratings.
func (s *Service) Between(ctx context.Context, actor auth.Actor, from, to civil.Date, page Paging) (Between, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return Between{}, err
	}
	var f apperr.Fields
	if to.After(s.cases.Today()) {
		f.Add("to", "Choose a day that is not in the future.")
	}
	if !from.Before(to) {
		f.Add("from", "Choose a day before %s.", to.Long())
	}
	if err := f.Err(); err != nil {
		return Between{}, err
	}
	moved, err := movedBetween(ctx, s.db, from, to)
	if err != nil {
		return Between{}, err
	}
	players, err := playersOn(ctx, s.db, to)
	if err != nil {
		return Between{}, err
	}
	slices.SortFunc(moved, func(a, b Moved) int {
		return cmp.Or(cmp.Compare(b.distance(), a.distance()), cmp.Compare(a.Person, b.Person))
	})
	first, size := page.of(len(moved))
	out := Between{From: from, To: to, Rows: moved[first : first+size], Moved: len(moved), Same: players - len(moved)}
	ids := make([]PersonID, len(out.Rows))
	for i, m := range out.Rows {
		ids[i] = m.Person
	}
	people, err := peopleOf(ctx, s.db, ids)
	if err != nil {
		return Between{}, err
	}
	steps, err := stepsBetween(ctx, s.db, ids, from, to)
	for i := range out.Rows {
		p := people[out.Rows[i].Person]
		out.Rows[i].Name, out.Rows[i].Events = p.PublicName(), steps[p.ID]
	}
	return out, err
}

func (m Moved) distance() scale.Milli { return max(m.After-m.Before, m.Before-m.After) }
