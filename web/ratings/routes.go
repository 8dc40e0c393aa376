package ratings

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the ratings.
func (s *Desk) Routes() []kit.Route {
	keeper, set, withdraw, list := kit.May(auth.KeepRatings), s.set(), s.withdraw(), s.importList()
	return []kit.Route{
		// Ratings.
		kit.Get("/ratings", s.ratingList, kit.Everyone),
		kit.Get("/ratings.json", s.ratingListFile, kit.Everyone),
		kit.Get("/ratings.csv", s.ratingListFile, kit.Everyone),
		kit.Get("/ratings.xlsx", s.ratingListFile, kit.Everyone),
		kit.Get("/ratings.txt", s.programsFile, kit.Everyone),
		kit.Get(programsPath, s.programs, kit.Everyone),
		kit.Get("/ratings/how", s.ratingRules, kit.Everyone),
		kit.Get("/ratings/compare", s.ratingCompare, kit.Everyone),
		kit.Get("/ratings/:player", s.ratingPlayer, kit.Everyone),

		// Who keeps the ratings.
		kit.Get(kit.RatingsDeskPath, s.officer, keeper),
		kit.Get(kit.RatingsDeskPath+"/players", s.players, keeper),
		kit.Get(kit.RatingsDeskPath+"/players/:player/set", set.Get, keeper),
		kit.Post(kit.RatingsDeskPath+"/players/:player/set", set.Post, keeper),
		kit.Get(correctionsPath, s.corrections, keeper),
		kit.Get(correctionsPath+"/:id/withdraw", withdraw.Get, keeper),
		kit.Post(correctionsPath+"/:id/withdraw", withdraw.Post, keeper),
		kit.Get(elsewherePath, list.Get, keeper),
		kit.PostFile(elsewherePath, list.Post, keeper),
		kit.Get(pastPath, s.past, keeper),
		kit.Get(pastPath+".pdf", s.pastFile, keeper),
		kit.Get(pastPath+".xlsx", s.pastFile, keeper),
		kit.Get(pastPath+".csv", s.pastFile, keeper),
		kit.Get(pastPath+".json", s.pastFile, keeper),
		kit.Get(pastPath+".txt", s.pastProgramsFile, keeper),
		kit.Get(pastProgramsPath, s.pastPrograms, keeper),
		kit.Get(changesPath, s.changes, keeper),
		kit.Get(changesPath+".pdf", s.changesFile, keeper),
		kit.Get(changesPath+".xlsx", s.changesFile, keeper),
		kit.Get(changesPath+".csv", s.changesFile, keeper),
		kit.Get(changesPath+".json", s.changesFile, keeper),
	}
}
