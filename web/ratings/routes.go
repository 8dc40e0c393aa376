package ratings

import (
	"nzgs/web/kit"
)

// Routes are the addresses of the ratings.
func (s *Desk) Routes() []kit.Route {
	return []kit.Route{
		// Ratings.
		kit.Get("/ratings", s.ratingList, kit.Everyone),
		kit.Get("/ratings.json", s.ratingListFile, kit.Everyone),
		kit.Get("/ratings.csv", s.ratingListFile, kit.Everyone),
		kit.Get("/ratings.xlsx", s.ratingListFile, kit.Everyone),
		kit.Get("/ratings/how", s.ratingRules, kit.Everyone),
		kit.Get("/ratings/compare", s.ratingCompare, kit.Everyone),
		kit.Get("/ratings/:player", s.ratingPlayer, kit.Everyone),
	}
}
