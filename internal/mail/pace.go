package mail

import (
	"context"
	"strconv"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Turn says which letters go before which.
type Turn int

// The turns, the first one first.
const (
	AtOnce   Turn = -1 // someone waits for it, as for a link to sign in: at any hour, above the rate
	Ordinary Turn = 0
	Bulk     Turn = 1 // one of a mailing: waits in quiet hours
)

// Pace is how fast letters leave, and when mailings wait.
type Pace struct {
	PerMinute  int
	QuietFrom  int // hour of the day, 0 to 23
	QuietUntil int // hour of the day; the same as QuietFrom: there are no quiet hours
	Version    int64
}

// quiet reports whether mailings wait at an instant, by the society's clock.
func (p Pace) quiet(at civil.Instant) bool {
	hour := hourOf(at)
	if p.QuietFrom <= p.QuietUntil {
		return hour >= p.QuietFrom && hour < p.QuietUntil
	}
	return hour >= p.QuietFrom || hour < p.QuietUntil
}

// hourOf is the hour of the day at an instant, by the society's clock.
func hourOf(at civil.Instant) int {
	clock := at.TimeOfDay() // "2:05 pm"
	hour, _ := strconv.Atoi(clock[:strings.IndexByte(clock, ':')])
	hour %= 12
	if strings.HasSuffix(clock, "pm") {
		hour += 12
	}
	return hour
}

// last is the last turn whose letters may leave now, after that many have been tried in the last minute.
func (p Pace) last(now civil.Instant, tried int) Turn {
	switch {
	case tried >= p.PerMinute:
		return AtOnce
	case p.quiet(now):
		return Ordinary
	}
	return Bulk
}

// minute is what the rate is counted over.
const minute = time.Minute

func (p Pace) check() error {
	var f apperr.Fields
	if p.PerMinute < 1 || p.PerMinute > 1000 {
		f.Add("per_minute", "Enter a number of letters from 1 to 1,000.")
	}
	for _, x := range []struct {
		field string
		hour  int
	}{{"quiet_from", p.QuietFrom}, {"quiet_until", p.QuietUntil}} {
		if x.hour < 0 || x.hour > 23 {
			f.Add(x.field, "Choose an hour of the day.")
		}
	}
	return f.Err()
}

// Pace is how fast letters leave.
func (s *Service) Pace(ctx context.Context, actor auth.Actor) (Pace, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return Pace{}, err
	}
	return readPace(ctx, s.db)
}

// SetPace changes how fast letters leave.
func (s *Service) SetPace(ctx context.Context, actor auth.Actor, in Pace) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, err := readPace(ctx, tx)
		if err != nil {
			return nil, err
		}
		if err := savePace(ctx, tx, in); err != nil {
			return nil, err
		}
		before.Version, in.Version = 0, 0
		return permit.Did("set.pace", "mail_pace", 1, before, in), nil
	})
}
