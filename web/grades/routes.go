package grades

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of dan grades.
func (s *Desk) Routes() []kit.Route {
	keeper := kit.May(auth.KeepGrades)
	award, foreign, withdraw, figure, annul := s.award(), s.foreign(), s.withdraw(), s.figure(), s.annul()
	return []kit.Route{
		kit.Public("/diplomas", s.register, kit.OnSociety),
		kit.Public("/diplomas.json", s.registerFile, kit.OnSociety),
		kit.Public("/diplomas.csv", s.registerFile, kit.OnSociety),
		kit.Public("/diplomas.xlsx", s.registerFile, kit.OnSociety),
		kit.Public("/diplomas.pdf", s.registerFile, kit.OnSociety),

		// A member's own.
		kit.Get("/diplomas/mine", s.own, kit.SignedIn),
		kit.Post("/diplomas/mine", s.hide, kit.SignedIn),
		kit.Get("/diplomas/numbers/:number/diploma.pdf", s.diploma, kit.SignedIn),

		// Who keeps the grades.
		kit.Get(kit.GradesDeskPath, s.desk, keeper),
		kit.Get("/diplomas/desk/proposals/:player", award.Get, keeper),
		kit.Post("/diplomas/desk/proposals/:player", award.Post, keeper),
		kit.Get("/diplomas/desk/numbers/:number/annul", annul.Get, keeper),
		kit.Post("/diplomas/desk/numbers/:number/annul", annul.Post, keeper),
		kit.Get("/diplomas/desk/others/new", foreign.Get, keeper),
		kit.Post("/diplomas/desk/others/new", foreign.Post, keeper),
		kit.Get("/diplomas/desk/others/:id/withdraw", withdraw.Get, keeper),
		kit.Post("/diplomas/desk/others/:id/withdraw", withdraw.Post, keeper),
		kit.Get("/diplomas/desk/figure", figure.Get, keeper),
		kit.Post("/diplomas/desk/figure", figure.Post, keeper),
	}
}
