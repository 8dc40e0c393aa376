package titles

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of the titles.
func (s *Desk) Routes() []kit.Route {
	keeper, declarer := kit.May(auth.KeepTitles), kit.May(auth.DeclareTitles)
	another, title, entry, withdraw, upload, declare := s.another(), s.title(), s.entry(), s.withdraw(), s.upload(), s.declare()
	return []kit.Route{
		kit.Public("/titles", s.roll, kit.OnAll).InWords(rollView),
		kit.Public("/titles.json", s.rollFile, kit.OnAll),
		kit.Public("/titles.csv", s.rollFile, kit.OnAll),
		kit.Public("/titles.xlsx", s.rollFile, kit.OnAll),
		kit.Public("/titles.pdf", s.rollFile, kit.OnAll),
		kit.Get("/titles/awards/:award/certificate.pdf", s.certificate, kit.SignedIn),

		// Who keeps the titles.
		kit.Get(kit.TitlesDeskPath, s.desk, keeper),
		kit.Get("/titles/desk/new", another.Get, keeper),
		kit.Post("/titles/desk/new", another.Post, keeper),
		kit.Get("/titles/desk/titles/:title", title.Get, keeper),
		kit.Post("/titles/desk/titles/:title", title.Post, keeper),
		kit.Get("/titles/desk/champions/new", entry.Get, keeper),
		kit.Post("/titles/desk/champions/new", entry.Post, keeper),
		kit.Get("/titles/desk/champions/:award/withdraw", withdraw.Get, keeper),
		kit.Post("/titles/desk/champions/:award/withdraw", withdraw.Post, keeper),
		kit.Get("/titles/desk/champions.xlsx", s.emptyList, keeper),
		kit.Get("/titles/desk/champions.csv", s.emptyList, keeper),
		kit.Get("/titles/desk/files/new", upload.Get, keeper),
		kit.PostFile("/titles/desk/files/new", upload.Post, keeper),
		kit.Get("/titles/desk/files/:file", s.file, keeper),
		kit.Post("/titles/desk/files/:file/enter", s.enterFile, keeper),

		// Which sections decide titles: the director's and who keeps them.
		kit.Get("/director/events/:id/titles", s.sections, declarer),
		kit.Post("/director/events/:id/titles/again", s.decideAgain, declarer),
		kit.Get("/director/sections/:id/title", declare.Get, declarer),
		kit.Post("/director/sections/:id/title", declare.Post, declarer),
	}
}
