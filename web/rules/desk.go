// Package rules is the desk of the rules of the games: a page for each, with boards that play its examples, the New
// Zealand Rules of Go with the first lessons and a board for two, and one on where the texts of Go part.
package rules

import (
	"embed"

	"nzgs/web/kit"
)

// Desk answers the pages of rules.
type Desk struct{ *kit.Site }

// New sets the desk up.
func New(site *kit.Site) *Desk { return &Desk{Site: site} }

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	return []kit.Route{
		kit.Public(kit.RulesOfGoPath, s.goRules, kit.OnSociety).InWords(goView),
		kit.Public(firstPath, s.firstSteps, kit.OnSociety).InWords(firstView),
		kit.Get(boardPath, s.board, kit.Everyone),
		kit.Public(kit.GameRulesPath, s.list, kit.OnSociety).InWords(listView),
		kit.Public(kit.GameRulesPath+"/go", s.differences, kit.OnSociety),
		kit.Public(kit.GameRulesPath+"/:game", s.game, kit.OnSociety),
	}
}
