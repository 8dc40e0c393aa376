package entering

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of online entry.
func (s *Desk) Routes() []kit.Route {
	director, enter, terms := kit.May(auth.DirectEvent), s.enter(), s.changeTerms()
	linked, own := s.changeLinked(), s.changeOwn()
	return []kit.Route{
		// Entering, and one's own entry by the link of a letter.
		kit.Get("/events/:event/enter", enter.Get, kit.Everyone),
		kit.Post("/events/:event/enter", s.take(enter), kit.Everyone),
		kit.PostAgain("/events/:event/enter/look-up", s.lookUp(enter), kit.Everyone),
		kit.Get("/entered/:token", linked.Get, kit.Everyone),
		kit.Post("/entered/:token", linked.Post, kit.Everyone),
		kit.Post("/entered/:token/confirm", s.confirm, kit.Everyone),
		kit.Post("/entered/:token/withdraw", s.withdrawLinked, kit.Everyone),

		// One's own entry, signed in.
		kit.Get("/my-entries/:id", own.Get, kit.SignedIn),
		kit.Post("/my-entries/:id", own.Post, kit.SignedIn),
		kit.Post("/my-entries/:id/withdraw", s.withdrawOwn, kit.SignedIn),

		// The director's desk: terms, and who entered.
		kit.Get("/director/events/:id/online", terms.Get, director),
		kit.Post("/director/events/:id/online", terms.Post, director),
		kit.Post("/director/events/:id/online/open", kit.Press(
			s.Site, s.entering.OpenEntries, kit.EventDeskURL, "The event is announced, and people can enter online.",
		), director),
		kit.Post("/director/events/:id/online/follow", kit.Press(
			s.Site, s.entering.FollowDays, kit.EventDeskURL, "The closing time of entries has moved along with the event.",
		), director),
		kit.Get("/director/events/:id/online/list", s.list, director).Lists(listed),
		kit.Get("/director/events/:id/online/list.xlsx", s.listFile, director.Again()).Lists(listed),
		kit.Get("/director/events/:id/online/list.csv", s.listFile, director.Again()).Lists(listed),
		kit.Post("/director/events/:id/online/list", s.acceptAll, director),
		kit.Post("/director/events/:id/online/paid", s.payEntry, director),
		kit.Get("/director/applications/:id", s.decide, director),
		kit.Post("/director/applications/:id/accept", s.acceptOne, director),
		kit.Post("/director/applications/:id/decline", s.decline, director),
		kit.Post("/director/applications/:id/paid", s.pay, director),
		kit.Post("/director/applications/:id/fee", s.charge, director),
	}
}
