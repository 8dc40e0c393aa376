package web

import (
	"nzgs/web/kit"
)

// healthPath says whether the program answers.
const healthPath = "/healthz"

// readyPath says whether a change could be saved now.
const readyPath = "/readyz"

// programRoutes are the addresses of the program itself.
func (s *Server) programRoutes() []kit.Route {
	return []kit.Route{
		// The program.
		kit.GetAtOnce("/static/*", static(), kit.Everyone),
		kit.GetAtOnce(healthPath, s.health, kit.Everyone),
		kit.GetAtOnce(readyPath, s.ready, kit.Everyone),
		kit.GetAtOnce("/metrics", s.metricsPage, kit.Everyone),
		kit.Public(kit.RobotsPath, s.robots, kit.OnSociety),
		kit.Public(kit.SharingPicturePath, s.sharingPicture, kit.OnAll),
	}
}
