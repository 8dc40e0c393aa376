package web

// ratingRoutes are the addresses of the ratings.
func (s *Server) ratingRoutes() []route {
	return []route{
		// Ratings.
		get("/ratings", s.ratingList, everyone),
		get("/ratings.json", s.ratingListFile, everyone),
		get("/ratings.csv", s.ratingListFile, everyone),
		get("/ratings.xlsx", s.ratingListFile, everyone),
		get("/ratings/how", s.ratingRules, everyone),
		get("/ratings/:player", s.ratingPlayer, everyone),
	}
}
