// Package ratings is the desk of the rating list, a player's ratings, and how they are computed.
package ratings

import (
	"embed"

	"nzgs/internal/elsewhere"
	"nzgs/internal/grades"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/titles"
	"nzgs/web/kit"
)

// Desk answers the pages of the rating list, a player's ratings, and how they are computed.
type Desk struct {
	*kit.Site
	ratings   *ratings.Service
	points    *representative.Service
	titles    *titles.Service
	grades    *grades.Service
	elsewhere *elsewhere.Service
}

// Services are what the desk asks.
type Services struct {
	Ratings   *ratings.Service
	Points    *representative.Service
	Titles    *titles.Service
	Grades    *grades.Service
	Elsewhere *elsewhere.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, ratings: s.Ratings, points: s.Points, titles: s.Titles, grades: s.Grades, elsewhere: s.Elsewhere}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
