package points

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the points.
func (s *Desk) Routes() []kit.Route {
	keeper := kit.May(auth.KeepPoints)
	declare, wishes, choice, figures, upload := s.declare(), s.wishes(), s.choice(), s.figures(), s.upload()
	return []kit.Route{
		kit.Public("/points", s.standings, kit.OnAll),
		kit.Public("/points.json", s.standingsFile, kit.OnAll),
		kit.Public("/points.csv", s.standingsFile, kit.OnAll),
		kit.Public("/points.xlsx", s.standingsFile, kit.OnAll),
		kit.Public("/points.pdf", s.standingsFile, kit.OnAll),
		kit.Public("/points/history", s.history, kit.OnAll),
		kit.Public("/points/history.json", s.historyFile, kit.OnAll),
		kit.Public("/points/history.csv", s.historyFile, kit.OnAll),
		kit.Public("/points/history.xlsx", s.historyFile, kit.OnAll),
		kit.Public("/points/history.pdf", s.historyFile, kit.OnAll),
		kit.Public("/points/players/:player", s.account, kit.OnAll),
		kit.Public("/points/players/:player/account.json", s.accountFile, kit.OnAll),
		kit.Public("/points/players/:player/account.csv", s.accountFile, kit.OnAll),
		kit.Public("/points/players/:player/account.xlsx", s.accountFile, kit.OnAll),
		kit.Public("/points/players/:player/account.pdf", s.accountFile, kit.OnAll),

		// The ratings officer's.
		kit.Get(kit.PointsDeskPath, s.desk, keeper),
		kit.Get("/points/desk/years/:year", s.year, keeper),
		kit.Post("/points/desk/years/:year/close", s.closeYear, keeper),
		kit.Post("/points/desk/years/:year/undo", s.undoYear, keeper),
		kit.Get("/points/desk/years/:year/wishes", wishes.Get, keeper),
		kit.Post("/points/desk/years/:year/wishes", wishes.Post, keeper),
		kit.Get("/points/desk/years/:year/choice", choice.Get, keeper),
		kit.Post("/points/desk/years/:year/choice", choice.Post, keeper),
		kit.Get("/points/desk/figures", figures.Get, keeper),
		kit.Post("/points/desk/figures", figures.Post, keeper),
		kit.Get("/points/desk/import", upload.Get, keeper),
		kit.PostFile("/points/desk/import", upload.Post, keeper),
		kit.Post("/points/desk/imports/:id/undo", s.undoImport, keeper),

		// Which sections give points: the director's and the ratings officer's.
		kit.Get("/director/events/:id/points", s.sections, kit.May(auth.DeclarePoints)),
		kit.Post("/director/events/:id/points/again", s.postAgain, kit.May(auth.DeclarePoints)),
		kit.Get("/director/sections/:id/points", declare.Get, kit.May(auth.DeclarePoints)),
		kit.Post("/director/sections/:id/points", declare.Post, kit.May(auth.DeclarePoints)),
	}
}
