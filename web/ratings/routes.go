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
		kit.Public("/ratings", s.ratingList, kit.OnSociety).InWords(ratingsView),
		kit.Public("/ratings.json", s.ratingListFile, kit.OnSociety),
		kit.Public("/ratings.pdf", s.ratingListFile, kit.OnSociety),
		kit.Public("/ratings.csv", s.ratingListFile, kit.OnSociety),
		kit.Public("/ratings.xlsx", s.ratingListFile, kit.OnSociety),
		kit.Public("/ratings.txt", s.programsFile, kit.OnSociety),
		kit.Public(programsPath, s.programs, kit.OnSociety),
		kit.Public("/ratings/how", s.ratingRules, kit.OnSociety),
		kit.Public("/ratings/compare", s.ratingCompare, kit.OnAll),
		kit.Public("/ratings/:player", s.ratingPlayer, kit.OnAll),
		kit.Public(kit.RatingSheetsPath+"/:event", s.eventSheet, kit.OnAll),

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
