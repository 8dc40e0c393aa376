package web

import (
	"net/http"
	"nzgs/internal/auth"
)

// constitutionRoutes are the addresses of the constitution and the duties.
func (s *Server) constitutionRoutes() []route {
	return []route{
		// The constitution.
		get(constitutionPath, s.constitution, everyone),
		get(constitutionPath+"/rules/:number", s.constitutionRule, everyone),
		get(questionsPath, s.constitutionQuestions, everyone),
		get(questionsPath+"/:question/ruling", s.rulingNew, may(auth.ManageConstitution)),
		post(questionsPath+"/:question/ruling", s.rulingSave, may(auth.ManageConstitution)),
		get(wordingPath, s.wordingNew, may(auth.ManageConstitution)),
		{method: http.MethodPost, path: wordingPath + "/preview", handler: s.wordingPreview, access: may(auth.ManageConstitution), upload: true, repeatable: true},
		upload(wordingPath, s.wordingSave, may(auth.ManageConstitution)),

		// What is due, and the calendar of it.
		get(dutiesPath, s.duties, anybodySignedIn),
		again(dutiesPath+"/calendar", s.dutyFeedNew, anybodySignedIn),
		get(dutiesPath+"/calendar/:token", s.dutyFeed, everyone),
	}
}
