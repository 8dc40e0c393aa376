package demo

import (
	"nzgs/internal/civil"
	"nzgs/internal/firststeps"
	"nzgs/internal/settings"
)

// addFirstSteps puts aside those of the first steps that a demonstration does without: it keeps the name it comes with, writes to
// no one, and holds nothing that could be lost.
func (g *generator) addFirstSteps() error {
	clock := func() civil.Instant { return g.now }
	steps := firststeps.New(g.db, clock, settings.New(g.db, clock, settings.Program{}, nil, nil))
	for _, of := range []struct {
		step   firststeps.Step
		reason string
	}{
		{firststeps.Details, "A demonstration keeps the name it comes with."},
		{firststeps.Mail, "A demonstration writes to no one."},
		{firststeps.Backup, "Everyone in a demonstration is invented: nothing in it could be lost."},
	} {
		if err := steps.PutAside(g.ctx, g.actor, of.step, of.reason); err != nil {
			return err
		}
	}
	return nil
}
