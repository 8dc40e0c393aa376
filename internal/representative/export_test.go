package representative

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
)

// Lacking is what the ledger lacks of what the facts say: nothing, after every change.
func (s *Service) Lacking(ctx context.Context) (Difference, error) {
	f, err := loadFacts(ctx, s.db)
	if err != nil {
		return Difference{}, err
	}
	return lacking(ctx, s.db, f)
}

// Counting are the lines that count, without what tells one posting from another.
func (s *Service) Counting(ctx context.Context) ([]Line, error) {
	lines, err := countingLines(ctx, s.db)
	for i, l := range lines {
		lines[i] = Line{
			Person: l.Person, Day: l.Day, Step: l.Step, EventName: l.EventName, Points: l.Points, Rule: l.Rule, Trace: l.Trace,
		}
	}
	return lines, err
}

// KeptDays is for how many days standings are kept.
func (s *Service) KeptDays() int { return len(s.kept.days) }

// KeptAsWorkedOut compares what is kept for a day with what is worked out for it alone, and says what differs.
func (s *Service) KeptAsWorkedOut(ctx context.Context, day civil.Date) (string, error) {
	standing, all, err := s.kept.standing(ctx, s.db, day)
	if err != nil {
		return "", err
	}
	f, err := loadFacts(ctx, s.db)
	if err != nil {
		return "", err
	}
	ledger, err := f.on(day).ledger()
	if err != nil {
		return "", err
	}
	lines, err := f.on(day).compute()
	if err != nil {
		return "", err
	}
	if kept, fresh := fmt.Sprint(all.on(day), standing), fmt.Sprint(lines, ledger.Standing); kept != fresh {
		return fmt.Sprintf("kept for %s is\n%s\nand worked out\n%s", day, kept, fresh), nil
	}
	return "", nil
}
