// Package points is the desk of the points that choose who represents the country.
package points

import (
	"embed"

	"nzgs/internal/clubs"
	"nzgs/internal/representative"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the pages of the points.
type Desk struct {
	*kit.Site
	points      *representative.Service
	tournaments *tournaments.Service
	clubs       *clubs.Service
}

// Services are what the desk asks.
type Services struct {
	Points      *representative.Service
	Tournaments *tournaments.Service
	Clubs       *clubs.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, points: s.Points, tournaments: s.Tournaments, clubs: s.Clubs}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

var (
	pointsCrumb = kit.Crumb{Label: "Points", URL: kit.PointsPath}
	deskCrumb   = kit.Crumb{Label: "Points desk", URL: kit.PointsDeskPath}
)
