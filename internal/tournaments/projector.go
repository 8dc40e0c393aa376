package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// WallView is something that a projector shows.
type WallView string

// What a projector can show.
const (
	WallDraw      WallView = "draw"
	WallNames     WallView = "names"
	WallResults   WallView = "results"
	WallStandings WallView = "standings"
	WallTimetable WallView = "timetable"
	WallPrizes    WallView = "prizes"
	WallCode      WallView = "code" // the code that leads to the event's page
)

// WallViews are all views in the order in which they are shown.
func WallViews() []WallView {
	return []WallView{WallDraw, WallNames, WallResults, WallStandings, WallTimetable, WallPrizes, WallCode}
}

// Limits of a projector.
const (
	MinSeconds = 5
	MaxSeconds = 120
)

// Projector is what hangs on the wall of an event in turn.
type Projector struct {
	Seconds  int         // seconds: for each page
	Views    []WallView  // views
	Sections []SectionID // sections; none is all
	Version  int64
}

// usualProjector is what is shown until a director says otherwise.
func usualProjector() Projector {
	return Projector{Seconds: 12, Views: []WallView{WallDraw, WallResults, WallStandings, WallTimetable, WallPrizes, WallCode}}
}

// Shows reports whether a section is shown.
func (p Projector) Shows(id SectionID) bool {
	return len(p.Sections) == 0 || slices.Contains(p.Sections, id)
}

// Projector is what is shown of an event.
func (s *Service) Projector(ctx context.Context, event EventID) (Projector, error) {
	return projectorOf(ctx, s.db, event)
}

// SetProjector sets what is shown of an event, for its director; it may be changed whatever has become of the event.
func (s *Service) SetProjector(ctx context.Context, actor auth.Actor, event EventID, in Projector) error {
	return s.directEvent(ctx, actor, event, func(tx *store.Tx, permit usecase.Permit, _ Event) (*usecase.Entry, error) {
		sections, err := sectionsOf(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		if err := in.check(sections).Err(); err != nil {
			return nil, err
		}
		was, err := projectorOf(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		in.Views = slices.DeleteFunc(WallViews(), func(v WallView) bool { return !slices.Contains(in.Views, v) })
		in.Sections = slices.Compact(slices.Sorted(slices.Values(in.Sections)))
		saved, err := putProjector(ctx, tx, event, in)
		if err == nil && !saved {
			err = usecase.Stale("what the projector shows", "event", int64(event))
		}
		return permit.Did("set.projector", "event", int64(event), was.facts(), in.facts()), err
	})
}

func (p Projector) check(sections []Section) apperr.Fields {
	var f apperr.Fields
	within(&f, "seconds", p.Seconds, MinSeconds, MaxSeconds)
	if len(p.Views) == 0 {
		f.Add("views", "Choose at least one.")
	}
	for _, v := range p.Views {
		offered(&f, "views", v, WallViews()...)
	}
	for _, id := range p.Sections {
		if !slices.ContainsFunc(sections, func(s Section) bool { return s.ID == id }) {
			f.Add("sections", "Choose sections of this event.")
			break
		}
	}
	return f
}

// projectorFacts are what the audit log keeps of a projector.
type projectorFacts struct {
	Seconds  int         `json:"seconds"`
	Views    []WallView  `json:"views"`
	Sections []SectionID `json:"sections,omitempty"`
}

func (p Projector) facts() projectorFacts { return projectorFacts{p.Seconds, p.Views, p.Sections} }
