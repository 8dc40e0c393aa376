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
		kit.Get("/diplomas", s.register, kit.Everyone),
		kit.Get("/diplomas.json", s.registerFile, kit.Everyone),
		kit.Get("/diplomas.csv", s.registerFile, kit.Everyone),
		kit.Get("/diplomas.xlsx", s.registerFile, kit.Everyone),
		kit.Get("/diplomas.pdf", s.registerFile, kit.Everyone),

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
