// Package clubs is the desk of what clubs show to anyone: the map and the list of clubs, each club's own page, and the
// form with which a club keeps it.
package clubs

import (
	"embed"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the public pages of clubs.
type Desk struct {
	*kit.Site
	clubs       *clubs.Service
	hosting     *hosting.Service
	tournaments *tournaments.Service
}

// New sets the desk up.
func New(site *kit.Site, all *clubs.Service, hosts *hosting.Service, events *tournaments.Service) *Desk {
	return &Desk{Site: site, clubs: all, hosting: hosts, tournaments: events}
}

//go:embed templates words
var files embed.FS

// Static is the desk's own styles.
//
//go:embed static
var Static embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	add, change := s.addClub(), s.changeClub()
	visit, write, evening, answer := s.visitForm(), s.writeForm(), s.addEvening(), s.answerForm()
	return []kit.Route{
		kit.Public(kit.ClubsPath, s.list, kit.OnAll).InWords(listView),
		kit.Get("/clubs/new", add.Get, kit.May(auth.ManageClubs)),
		kit.Post("/clubs/new", s.previewed(add.Post, add.Typed), kit.May(auth.ManageClubs)),
		kit.Public("/clubs/:id", s.club, kit.OnAll).InWords(clubView),
		kit.Get("/clubs/:id/edit", change.Get, kit.May(auth.EditClub)),
		kit.Post("/clubs/:id/edit", s.previewed(change.Post, change.Typed), kit.May(auth.EditClub)),

		// Newcomers come along, and write to a club.
		kit.Get("/clubs/:id/visit", visit.Get, kit.Everyone),
		kit.Post("/clubs/:id/visit", s.untrapped(visit.Post, visitSent), kit.Everyone),
		kit.Get("/visits/:token", s.linked, kit.Everyone),
		kit.Post("/visits/:token/confirm", s.pressed(s.hosting.Confirm, "Your address is confirmed. The club knows that you come."), kit.Everyone),
		kit.Post("/visits/:token/cancel", s.pressed(s.hosting.Cancel, "The club knows that you do not come."), kit.Everyone),
		kit.Post("/visits/:token/stop", s.pressed(s.hosting.Stop, "You get no more letters about this visit."), kit.Everyone),
		kit.Get("/clubs/:id/write", write.Get, kit.Everyone),
		kit.Post("/clubs/:id/write", s.untrapped(write.Post, messageSent), kit.Everyone),

		// The club says when it meets, and sees who comes along.
		kit.Get("/clubs/:id/visits", s.book, kit.May(auth.HostVisitors)).Lists("visitors of a club"),
		kit.Get("/clubs/:id/visits/:visit", answer.Get, kit.May(auth.HostVisitors)).Lists("visitors of a club"),
		kit.Post("/clubs/:id/visits/:visit", answer.Post, kit.May(auth.HostVisitors)),
		kit.Get("/clubs/:id/evenings/new", evening.Get, kit.May(auth.EditClub)),
		kit.Post("/clubs/:id/evenings/new", evening.Post, kit.May(auth.EditClub)),
		kit.Post("/clubs/:id/evenings/end", s.endEvening, kit.May(auth.EditClub)),
		kit.Post("/clubs/:id/evenings/say", s.say, kit.May(auth.EditClub)),
		kit.Get(visitorsPath, s.figures, kit.May(auth.CountVisitors)),
	}
}
