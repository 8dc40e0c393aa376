package records

import (
	"net/http"

	"nzgs/internal/auth"
	"nzgs/internal/results"
	"nzgs/web/kit"
)

// Routes are the addresses of game records and rulings.
func (s *Desk) Routes() []kit.Route {
	return []kit.Route{
		// Checking a record that nobody keeps.
		kit.Get(kit.CheckRecordPath, s.checkForm, kit.Everyone),
		{
			Method: http.MethodPost, Path: kit.CheckRecordPath, Handler: s.check, Access: kit.Everyone, Upload: true,
			Repeatable: true,
		},

		// Records of games, and rulings.
		kit.Get("/records/:id", s.publicRecord, kit.Everyone),
		kit.Get("/records/:id/record.sgf", s.recordFile, kit.Everyone),
		kit.Get("/records/:id/record.pdf", s.recordPrint, kit.Everyone),
		kit.Post("/records/:id/accept", s.tendRecord(results.AcceptRecord, "You have accepted the record."), kit.SignedIn),
		kit.Post("/records/:id/hide", s.tendRecord(results.HideRecord, "The record is hidden."), kit.May(auth.TendRecords)),
		kit.Post("/records/:id/show", s.tendRecord(results.ShowRecord, "Everyone sees the record."), kit.May(auth.TendRecords)),
		kit.Post(
			"/records/:id/remove", s.tendRecord(results.RemoveRecord, "The record is removed. The log keeps its SHA-256."),
			kit.May(auth.TendRecords),
		),
		kit.Get("/director/records/:id", s.gameRecord, kit.May(auth.EnterResult)),
		kit.Post("/director/records/:id", s.gameRule, kit.May(auth.EnterResult)),
		kit.Get("/director/rulings/:id/sheet.pdf", s.rulingSheet, kit.May(auth.EnterResult)),
	}
}
