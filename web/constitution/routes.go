package constitution

import (
	"net/http"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the constitution and the duties.
func (s *Desk) Routes() []kit.Route {
	ruling := s.recordRuling()
	return []kit.Route{
		// The constitution.
		kit.Public(kit.ConstitutionPath, s.constitution, kit.OnSociety),
		kit.Public(kit.ConstitutionPath+"/rules/:number", s.constitutionRule, kit.OnSociety),
		kit.Public(kit.QuestionsPath, s.constitutionQuestions, kit.OnSociety),
		kit.Get(kit.QuestionsPath+"/:question/ruling", ruling.Get, kit.May(auth.ManageConstitution)),
		kit.Post(kit.QuestionsPath+"/:question/ruling", ruling.Post, kit.May(auth.ManageConstitution)),
		kit.Get(wordingPath, s.wordingNew, kit.May(auth.ManageConstitution)),
		{
			Method: http.MethodPost, Path: wordingPath + "/preview", Handler: s.wordingPreview,
			Access: kit.May(auth.ManageConstitution), Upload: true, Repeatable: true,
		},
		kit.PostFile(wordingPath, s.wordingSave, kit.May(auth.ManageConstitution)),

		// What is due, and the calendar of it.
		kit.Get(kit.DutiesPath, s.duties, kit.SignedIn),
		kit.Get(kit.DutiesPath+".xlsx", s.dutiesFile, kit.SignedIn),
		kit.Get(kit.DutiesPath+".csv", s.dutiesFile, kit.SignedIn),
		kit.PostAgain(kit.DutiesPath+"/calendar", s.dutyFeedNew, kit.SignedIn),
		kit.PostAgain(kit.DutiesPath+"/calendar/end", s.dutyFeedEnd, kit.SignedIn),
		kit.Get(kit.DutiesPath+"/calendar/:token", s.dutyFeed, kit.Everyone),
	}
}
