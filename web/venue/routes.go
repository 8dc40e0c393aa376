package venue

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the site: for a director who takes an event along, and for the laptop that has it.
func (s *Desk) Routes() []kit.Route {
	director := kit.May(auth.DirectEvent)
	at := "/director/events/:id/venue"
	return []kit.Route{
		kit.Get(at, s.lending, director),
		kit.Post(at+"/lend", s.lend, director.Again()),
		kit.PostAgain(at+"/file", s.file, director.Again()),
		kit.Get(at+"/reclaim", s.reclaimForm, director),
		kit.Post(at+"/reclaim", s.reclaim, director.Again()),
		kit.Get("/director/event-versions/:id", s.version, director),
		kit.Get("/director/event-versions/:id/file", s.versionFile, director),
		kit.Post("/director/event-versions/:id/use", s.versionUse, director.Again()),
		kit.PostFileAgain(kit.VenuePushPath, s.arrive, kit.Everyone),
	}
}
