package logbook

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Thing is what an entry of the log, or a value in it, is about.
type Thing struct {
	Kind string // as the log has it: "person", "club", "event", …
	ID   int64
}

// former is how someone is called whose data was erased.
const former = "A former member"

// Names are what things are called today, and which offices people held on a day.
type Names struct {
	called  map[Thing]string
	offices map[auth.PersonID][]auth.Appointment
}

// Of is what a thing is called; "" where it is gone, or has no name.
func (n Names) Of(t Thing) string { return n.called[t] }

// Office is the office, as people say it, that a person held on a day; the highest of several; "" for none.
func (n Names) Office(person int64, day civil.Date) string {
	best, title := len(auth.Roles), ""
	for _, o := range n.offices[auth.PersonID(person)] {
		if rank := slices.Index(auth.Roles, o.Role); o.HeldOn(day) && rank >= 0 && rank < best {
			best, title = rank, o.Title()
		}
	}
	return title
}

// Names looks up what things are called, and the offices of people, for whoever reads the log: the caller has asked who
// may.
func (s *Service) Names(ctx context.Context, things []Thing, people []auth.PersonID) (Names, error) {
	out := Names{called: map[Thing]string{}}
	ids := map[string][]int64{}
	for _, t := range things {
		if !slices.Contains(ids[t.Kind], t.ID) {
			ids[t.Kind] = append(ids[t.Kind], t.ID)
		}
	}
	for kind, list := range ids {
		if err := namesOf(ctx, s.db, kind, list, out.called); err != nil {
			return out, err
		}
	}
	var err error
	out.offices, err = officesOf(ctx, s.db, people)
	return out, err
}
