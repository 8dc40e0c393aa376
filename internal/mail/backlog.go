package mail

import (
	"context"
	"fmt"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Backlog is how many letters wait, and what for.
type Backlog struct {
	Ordinary int           // that may leave at any hour
	Mailings int           // of mailings
	Again    int           // that the mail server did not take, and that are tried again
	AgainAt  civil.Instant // the first of them
	Held     int           // that are to leave later
	HeldTo   civil.Instant // the first of them
	Tried    int           // in the last minute
	Restored int           // that are held since a backup was restored, and wait for an officer

	pace Pace
	now  civil.Instant
}

// Quiet reports whether mailings wait because of the hour.
func (w Backlog) Quiet() bool { return w.pace.quiet(w.now) }

// quietUntil is when the quiet hours end that an instant is in.
func (p Pace) quietUntil(now civil.Instant) civil.Instant {
	here := now.Time().In(civil.Zone())
	end := time.Date(here.Year(), here.Month(), here.Day(), p.QuietUntil, 0, 0, 0, civil.Zone())
	if !end.After(here) {
		end = time.Date(here.Year(), here.Month(), here.Day()+1, p.QuietUntil, 0, 0, 0, civil.Zone())
	}
	return civil.At(end)
}

// Reasons say why letters wait and until when, in a sentence each; none where nothing keeps them.
func (w Backlog) Reasons() (out []string) {
	leaving := w.Ordinary
	if w.Quiet() {
		out = append(out, fmt.Sprintf(
			"It is a quiet hour: mailings wait until %s%s. Other letters leave.", w.pace.quietUntil(w.now).TimeOfDay(),
			counted(w.Mailings, ", with %d letter", ", with %d letters"),
		))
	} else {
		leaving += w.Mailings
	}
	if over := w.Tried + leaving; leaving > 0 && over > w.pace.PerMinute {
		minutes := (over - 1) / w.pace.PerMinute
		out = append(out, fmt.Sprintf(
			"At most %d letters leave a minute: %s, the last of them at about %s.", w.pace.PerMinute,
			counted(leaving, "%d letter waits", "%d letters wait"), w.now.Add(time.Duration(minutes)*minute).TimeOfDay(),
		))
	}
	if w.Again > 0 {
		out = append(out, counted(
			w.Again, "The mail server did not take %d letter, which is tried again", "The mail server did not take %d letters, "+
				"which are tried again, the first",
		)+" on "+w.AgainAt.Long()+".")
	}
	if w.Held > 0 {
		out = append(out, counted(
			w.Held, "%d letter is held until", "%d letters are held, the first until",
		)+" "+w.HeldTo.Long()+".")
	}
	return out
}

// counted is a text for one, or with how many; "" for none.
func counted(n int, one, many string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(one, n)
	}
	return fmt.Sprintf(many, n)
}

// Backlog says how many letters wait, and what for.
func (s *Service) Backlog(ctx context.Context, actor auth.Actor) (Backlog, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return Backlog{}, err
	}
	now := s.cases.Now()
	w, err := waitingNow(ctx, s.db, now)
	if err != nil {
		return w, err
	}
	w.now = now
	if w.Restored, err = countRestored(ctx, s.db); err != nil {
		return w, err
	}
	if w.Tried, err = triedSince(ctx, s.db, now.Add(-minute), now); err != nil {
		return w, err
	}
	w.pace, err = readPace(ctx, s.db)
	return w, err
}
