package ratings

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Mode says what Recalculate does with what it finds.
type Mode string

// The modes.
const (
	Check  Mode = "check"  // changes nothing
	Repair Mode = "repair" // writes what was worked out
)

// Report is what Recalculate found.
type Report struct {
	Mode        Mode
	Events      int
	Games       int
	Players     int          // on the list as worked out
	Differences []Difference // in the order of events, the list last; empty when all is well
}

// OK reports whether what was stored is what the facts give.
func (r Report) OK() bool { return len(r.Differences) == 0 }

// Difference is one stored figure that the facts do not give.
type Difference struct {
	Person PersonID
	Event  EventID // 0: the list itself
	Name   string  // of the event; "" for the list
	Day    civil.Date
	Stored string // what stood there, in words: "3.412 → 3.466"
	Worked string // what the facts give
}

// String names the figure and both values.
func (d Difference) String() string {
	where := "the rating list"
	if d.Event != 0 {
		where = fmt.Sprintf("%s (%s)", d.Name, d.Day.Long())
	}
	return fmt.Sprintf("%s, player %d: stored %s, calculated %s", where, d.Person, d.Stored, d.Worked)
}

// Recalculate works out the whole history from its facts, each event by the
// version of the formula it was rated by, and compares every change and the
// list with what is stored. As a repair it writes what differs, in the same
// transaction; an error changes nothing. progress (may be nil) is called with
// the number of events done and of all events.
//
// It needs the permission to rate every event.
func (s *Service) Recalculate(
	ctx context.Context, actor auth.Actor, mode Mode, progress func(done, total int),
) (Report, error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{})
	if err != nil {
		return Report{}, err
	}
	found, err := s.check(ctx, mode, progress)
	if err != nil || mode == Check || found.report.OK() {
		return found.report, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockList(ctx, tx); err != nil {
			return nil, err
		}
		revision, err := revisionOf(ctx, tx)
		if err != nil {
			return nil, err
		}
		if found.revision+1 != revision { // someone rated an event in the meantime
			if found, err = s.recalculate(ctx, tx, mode, progress); err != nil {
				return nil, err
			}
		}
		if found.report.OK() {
			return nil, usecase.ErrSame
		}
		if err := writeChanges(ctx, tx, found.later.order); err != nil {
			return nil, err
		}
		if err := refreshList(ctx, tx, found.wrong); err != nil {
			return nil, err
		}
		return permit.Did("repair.ratings", "rating_list", 0, found.report.Differences, nil), nil
	})
	return found.report, err
}

// check works out the history while others go on, until the list has not changed
// in the meantime; at last it holds the list still.
func (s *Service) check(ctx context.Context, mode Mode, progress func(done, total int)) (out checked, err error) {
	for range Tries {
		before, err := revisionOf(ctx, s.db)
		if err != nil {
			return checked{}, err
		}
		if out, err = s.recalculate(ctx, s.db, mode, progress); err != nil {
			return checked{}, err
		}
		after, err := revisionOf(ctx, s.db)
		if out.revision = before; err != nil || before == after {
			return out, err
		}
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockList(ctx, tx); err != nil {
			return nil, err
		}
		if out, err = s.recalculate(ctx, tx, mode, progress); err != nil {
			return nil, err
		}
		return nil, usecase.ErrSame
	})
	return out, err
}

// checked is what a check found, and what a repair would write.
type checked struct {
	report   Report
	revision int64
	later    reworked
	wrong    []PersonID
}

// recalculate works out the history; it only reads.
func (s *Service) recalculate(
	ctx context.Context, q store.Queryer, mode Mode, progress func(done, total int),
) (checked, error) {
	done, after, err := s.history(ctx, q, progress)
	if err != nil {
		return checked{}, err
	}
	out := checked{
		report: Report{Mode: mode, Events: done.events, Games: done.games, Players: len(after)}, later: done,
	}
	for _, e := range done.order {
		for _, d := range e.changes {
			out.report.Differences = append(out.report.Differences, Difference{
				Person: d.person(), Event: e.event, Name: e.name, Day: e.day, Stored: d.stored.String(), Worked: d.now.String(),
			})
		}
	}
	stored, err := wholeList(ctx, q)
	if err != nil {
		return checked{}, err
	}
	inList, wrong := compareList(stored, after)
	out.report.Differences = append(out.report.Differences, inList...)
	out.wrong = wrong
	return out, nil
}

// compareList sets the stored list beside the standings worked out, and names
// the players whose row is wrong.
func compareList(stored []listed, after map[PersonID]standing) (out []Difference, wrong []PersonID) {
	left := make(map[PersonID]standing, len(after))
	for id, st := range after {
		left[id] = st
	}
	differ := func(id PersonID, was, is string) {
		out = append(out, Difference{Person: id, Stored: was, Worked: is})
		wrong = append(wrong, id)
	}
	for _, l := range stored {
		was := standing{l.milli, l.games, l.lastDay}
		is, played := left[l.person]
		delete(left, l.person)
		switch {
		case !played:
			differ(l.person, was.String(), "not on the list")
		case was != is:
			differ(l.person, was.String(), is.String())
		}
	}
	for _, id := range sortedPersons(left) {
		differ(id, "not on the list", left[id].String())
	}
	return out, wrong
}

// String is "3.412 after 27 games, last on 2026-11-21".
func (st standing) String() string {
	return fmt.Sprintf("%s after %d games, last on %s", st.milli, st.games, st.last)
}

// String is "3.412 → 3.466 (5 games after 22)"; "no change" for nil.
func (c *change) String() string {
	if c == nil {
		return "no change"
	}
	return fmt.Sprintf("%s → %s (%d games after %d)", c.before, c.after, c.games, c.gamesBefore)
}
