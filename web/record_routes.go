package web

import (
	"net/http"
	"nzgs/internal/auth"
)

// recordRoutes are the addresses of game records and rulings.
func (s *Server) recordRoutes() []route {
	return []route{
		// Checking a record that nobody keeps.
		get(checkRecordPath, s.recordCheckForm, everyone),
		{method: http.MethodPost, path: checkRecordPath, handler: s.recordCheck, access: everyone, upload: true, repeatable: true},

		// Records of games, and rulings.
		get("/records/:id", s.publicRecord, everyone),
		get("/records/:id/record.sgf", s.recordFile, everyone),
		get("/director/records/:id", s.gameRecord, may(auth.EnterResult)),
		post("/director/records/:id", s.gameRule, may(auth.EnterResult)),
		get("/director/rulings/:id/sheet.pdf", s.rulingSheet, may(auth.EnterResult)),
	}
}
