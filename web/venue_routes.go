package web

import (
	"net/http"
	"slices"
	"strings"

	"nzgs/web/kit"
)

// homeOnly are addresses of events that a laptop at a venue does not have: what belongs to the society, and what needs
// its register. An address that ends with "*" stands for all that begin so.
var homeOnly = []string{
	"/", "/games*", "/director/events/new", kit.RatingsDeskPath + "*", "/director/events/from-file*", "/director/event-files*", "/director/events",
	"/director/events/:id/rating*", "/director/events/:id/officials*", "/director/sections/:id/deadlines*",
	"/director/games/:id/correct", kit.CheckRecordPath,
}

// venueRoutes are the addresses of a laptop at a venue: its one event, and the ways in and out. Over the venue's plain
// HTTP no one types a password: there is no page that asks for one.
func (s *Server) venueRoutes() []kit.Route {
	d := s.desks
	routes := slices.Concat(s.programRoutes(), d.records.Routes(), d.events.Routes())
	routes = slices.DeleteFunc(routes, func(r kit.Route) bool { return isHomeOnly(r) })
	for _, r := range d.account.Routes() {
		if r.Method == http.MethodPost && r.Path == "/sign-out" {
			routes = append(routes, r)
		}
	}
	return append(routes, d.venue.LaptopRoutes()...)
}

func isHomeOnly(r kit.Route) bool {
	return slices.ContainsFunc(homeOnly, func(at string) bool {
		begins, open := strings.CutSuffix(at, "*")
		return r.Path == at || open && strings.HasPrefix(r.Path, begins)
	})
}
