// Package retention is the desk of how long personal data is kept, and of erasing people.
package retention

import (
	"embed"

	"nzgs/internal/auth"
	"nzgs/internal/erasing"
	"nzgs/internal/retention"
	"nzgs/web/kit"
)

// Desk answers the pages of how long personal data is kept.
type Desk struct {
	*kit.Site
	retention *retention.Service
	erasing   *erasing.Service
}

// New sets the desk up.
func New(site *kit.Site, service *retention.Service, erasing *erasing.Service) *Desk {
	return &Desk{Site: site, retention: service, erasing: erasing}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	keeper := kit.May(auth.KeepRetention)
	set, run := s.set(), s.run()
	ask, confirm, eraser := s.ask(), s.confirm(), kit.May(auth.ErasePeople)
	return []kit.Route{
		kit.Get(kit.RetentionPath, s.home, keeper),
		kit.Get(reportsPath+".xlsx", s.export(kit.FormatXLSX), keeper),
		kit.Get(reportsPath+".csv", s.export(kit.FormatCSV), keeper),
		kit.Get(setPath, set.Get, keeper),
		kit.Post(setPath, set.Post, keeper.Again()),
		kit.Get(runPath, run.Get, keeper),
		kit.Post(runPath, run.Post, keeper.Again()),
		kit.Get("/members/:id/erase", ask.Get, kit.SignedIn),
		kit.Post("/members/:id/erase", ask.Post, kit.SignedIn.Again()),
		kit.Post("/members/:id/erase/withdraw", s.withdraw, kit.SignedIn.Again()),
		kit.Get("/members/:id/erase/confirm", confirm.Get, eraser),
		kit.Post("/members/:id/erase/confirm", confirm.Post, eraser.Again()),
	}
}

const (
	reportsPath = kit.RetentionPath + "/reports"
	setPath     = kit.RetentionPath + "/periods"
	runPath     = kit.RetentionPath + "/run"
)

var (
	retentionCrumb = kit.Crumb{Label: "What is kept for how long", URL: kit.RetentionPath}
)
