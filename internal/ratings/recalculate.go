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
	var report Report
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		var err error
		if report, err = s.recalculate(ctx, tx, mode, progress); err != nil {
			return nil, err
		}
		if mode == Check || report.OK() {
			return nil, usecase.ErrSame
		}
		return permit.Did("repair.ratings", "rating_list", 0, report.Differences, nil), nil
	})
	return report, err
}

func (s *Service) recalculate(
	ctx context.Context, tx *store.Tx, mode Mode, progress func(done, total int),
) (Report, error) {
	// The lock keeps the list still while it is read.
	if err := lockList(ctx, tx); err != nil {
		return Report{}, err
	}
	r := replay{service: s, standings: make(map[PersonID]standing)}
	done, err := r.run(ctx, tx, position{}, progress)
	if err != nil {
		return Report{}, err
	}
	report := Report{Mode: mode, Events: len(done.order), Games: done.games, Players: len(done.after)}
	for _, e := range done.order {
		for _, d := range done.changed[e.id] {
			report.Differences = append(report.Differences, Difference{
				Person: d.person(), Event: e.event, Name: e.name, Day: e.day, Stored: d.stored.String(), Worked: d.now.String(),
			})
		}
	}
	stored, err := wholeList(ctx, tx)
	if err != nil {
		return Report{}, err
	}
	inList, wrong := compareList(stored, done.after)
	report.Differences = append(report.Differences, inList...)
	if mode == Check || report.OK() {
		return report, nil
	}
	for _, e := range done.order {
		if err := writeChanges(ctx, tx, e, done.changed[e.id]); err != nil {
			return Report{}, err
		}
	}
	if err := refreshList(ctx, tx, wrong); err != nil {
		return Report{}, err
	}
	return report, nil
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
