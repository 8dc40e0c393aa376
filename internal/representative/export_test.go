package representative

import "context"

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
