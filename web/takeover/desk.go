// Package takeover is the page on which a society that exists is taken over from its files.
package takeover

import (
	"embed"

	"nzgs/internal/auth"
	"nzgs/internal/takeover"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the page of taking a society over.
type Desk struct {
	*kit.Site
	takeover *takeover.Service
	events   *tournaments.Service
}

// New sets the desk up.
func New(site *kit.Site, service *takeover.Service, events *tournaments.Service) *Desk {
	return &Desk{Site: site, takeover: service, events: events}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	may := kit.May(auth.TakeOver)
	undo := s.undo()
	return []kit.Route{
		kit.Get(kit.TakeOverPath, s.page, may).Lists("people of files that are taken over"),
		kit.Get(kit.TakeOverPath+"/members.xlsx", s.membersTemplate, may),
		kit.Get(kit.TakeOverPath+"/members.csv", s.membersTemplate, may),
		kit.PostFile(kit.TakeOverPath, s.send, may).Lists("people of files that are taken over"),
		kit.Post(kit.TakeOverPath+"/files/:id", s.readAs, may).Lists("people of files that are taken over"),
		kit.Post(kit.TakeOverPath+"/files/:id/remove", s.remove, may),
		kit.Post(kit.TakeOverPath+"/choose", s.choose, may).Lists("people of files that are taken over"),
		kit.Post(kit.TakeOverPath+"/take", s.take, may.Again()).Lists("people of files that are taken over"),
		kit.Get(kit.TakeOverPath+"/:id/undo", undo.Get, may),
		kit.Post(kit.TakeOverPath+"/:id/undo", undo.Post, may.Again()),
	}
}
