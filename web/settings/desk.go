// Package settings is the desk of the site's settings, which an administrator keeps.
package settings

import (
	"embed"

	"nzgs/internal/auth"
	"nzgs/internal/firststeps"
	"nzgs/internal/settings"
	"nzgs/internal/upkeep/asked"
	"nzgs/web/kit"
)

// Desk answers the pages of the settings.
type Desk struct {
	*kit.Site
	settings *settings.Service
	first    *firststeps.Service
	kept     *asked.Service
}

// New sets the desk up.
func New(site *kit.Site, service *settings.Service, first *firststeps.Service, kept *asked.Service) *Desk {
	return &Desk{Site: site, settings: service, first: first, kept: kept}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

const (
	detailsPath = kit.SettingsPath + "/society"
	mailPath    = kit.SettingsPath + "/mail"
	signInPath  = kit.SettingsPath + "/sign-in"
)

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	keeper, details, mail, signIn := kit.May(auth.KeepSettings), s.details(), s.mail(), s.signIn()
	officer, putAside := kit.May(auth.KeepFirstSteps), s.putAside()
	return []kit.Route{
		kit.Get(kit.SettingsPath, s.home, keeper),
		kit.Get(detailsPath, details.Get, keeper),
		kit.Post(detailsPath, details.Post, keeper.Again()),
		kit.Get(mailPath, mail.Get, keeper),
		kit.Post(mailPath, mail.Post, keeper.Again()),
		kit.Post(mailPath+"/test", s.testLetter, keeper.Again()),
		kit.Post(mailPath+"/release", s.release, keeper.Again()),
		kit.Get(signInPath, signIn.Get, keeper),
		kit.Post(signInPath, signIn.Post, keeper.Again()),
		kit.Get(kit.BackupsPath, s.backups, keeper),
		kit.Post(kit.BackupsPath, s.makeBackup, keeper.Again()),
		kit.Post(kit.BackupsPath+"/try", s.tryBackup, keeper.Again()),
		kit.Get(kit.FirstStepsPath, s.steps, officer),
		kit.Get(kit.FirstStepsPath+"/:step/put-aside", putAside.Get, officer),
		kit.Post(kit.FirstStepsPath+"/:step/put-aside", putAside.Post, officer),
		kit.Post(kit.FirstStepsPath+"/:step/take-up", s.takeUp, officer),
	}
}
