package representative

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Figures are how points are given and lost from a day on, as someone writes them. Their fields are from, national,
// regional, loss, fixed and resolution.
type Figures struct {
	From       civil.Date
	National   string // "10, 7, 5, 3, 2, 1"
	Regional   string
	Loss       string // "25%"
	Fixed      string // "30"
	Resolution string // of the committee: 2026/3
}

// maxPlaces is how many places a table may have.
const maxPlaces = 100

// Figures are the figures by the day they hold from. They are public.
func (s *Service) Figures(ctx context.Context) ([]points.System, error) { return systems(ctx, s.db) }

// Amend records other figures, from a day after the last event that is posted: old years keep theirs.
func (s *Service) Amend(ctx context.Context, actor auth.Actor, in Figures) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	system, f := in.read()
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, err := lockPoints(ctx, tx); err != nil {
			return nil, err
		}
		facts, err := loadFacts(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, e := range facts.events {
			if !in.From.IsZero() && !e.day.Before(in.From) {
				f.Add("from", "%s of %s is posted by the figures of its day. Choose a later day.", e.name, e.day.Long())
				break
			}
		}
		resolution, err := carried(ctx, tx, in.Resolution, &f)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := store.One(ctx, tx, store.Value[int64], amendSQL, system.From, keptTable(system.National),
			keptTable(system.Regional), int64(system.Loss), int64(system.Fixed), resolution, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		return permit.Did("amend.points_figures", "points_system", id, nil, in), nil
	})
}

// read reads the figures, and says what is wrong with them.
func (in Figures) read() (out points.System, f apperr.Fields) {
	out.From = in.From
	if in.From.IsZero() {
		f.Add("from", "Enter the first day on which the figures hold.")
	}
	out.National = readTable(&f, "national", in.National)
	out.Regional = readTable(&f, "regional", in.Regional)
	var err error
	if out.Loss, err = points.ParseShare(strings.TrimSpace(in.Loss)); err != nil {
		f.Add("loss", "%s.", err)
	}
	if out.Fixed, err = points.ParseAmount(strings.TrimSpace(in.Fixed)); err != nil {
		f.Add("fixed", "%s.", err)
	} else if out.Fixed < 0 {
		f.Add("fixed", "Enter 0 or more points.")
	}
	return out, f
}

func readTable(f *apperr.Fields, field, text string) (out []points.Amount) {
	for one := range strings.SplitSeq(text, ",") {
		a, err := points.ParseAmount(strings.TrimSpace(one))
		switch {
		case err != nil:
			f.Add(field, "Write the points of each place, the first place first, like 10, 7, 5.")
		case a < 0 || len(out) > 0 && a > out[len(out)-1]:
			f.Add(field, "A place has no more points than the place before it, and no fewer than 0.")
		case len(out) == maxPlaces:
			f.Add(field, "Give at most %d places.", maxPlaces)
		default:
			out = append(out, a)
			continue
		}
		return nil
	}
	return out
}

// sameFigures reports whether two systems give and take the same, whatever day they hold from.
func sameFigures(a, b points.System) bool {
	return slices.Equal(a.National, b.National) && slices.Equal(a.Regional, b.Regional) && a.Loss == b.Loss &&
		a.Fixed == b.Fixed
}
