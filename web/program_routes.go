package web

// programRoutes are the addresses of the program itself.
func (s *Server) programRoutes() []route {
	return []route{
		// The program.
		atOnce("/static/*", static(), everyone),
		atOnce("/healthz", s.health, everyone),
		atOnce("/metrics", s.metricsPage, everyone),
	}
}
