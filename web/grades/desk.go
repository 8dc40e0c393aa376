// Package grades is the desk of dan grades: the register of diplomas as anyone reads it, a member's own page, and the
// pages of who keeps the grades.
package grades

import (
	"embed"

	"nzgs/internal/grades"
	"nzgs/web/kit"
)

// Desk answers the pages of dan grades.
type Desk struct {
	*kit.Site
	grades *grades.Service
}

// New sets the desk up.
func New(site *kit.Site, service *grades.Service) *Desk { return &Desk{Site: site, grades: service} }

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

var (
	registerCrumb = kit.Crumb{Label: "Diplomas", URL: kit.GradesPath}
	deskCrumb     = kit.Crumb{Label: "Diplomas desk", URL: kit.GradesDeskPath}
)
