package web

import (
	"nzgs/web/kit"
)

// programRoutes are the addresses of the program itself.
func (s *Server) programRoutes() []kit.Route {
	return []kit.Route{
		// The program.
		kit.GetAtOnce("/static/*", static(), kit.Everyone),
		kit.GetAtOnce("/healthz", s.health, kit.Everyone),
		kit.GetAtOnce("/metrics", s.metricsPage, kit.Everyone),
	}
}
