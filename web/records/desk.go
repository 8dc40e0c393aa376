// Package records is the desk of game records: the check that anybody may ask for, the ones that are kept, and rulings.
package records

import (
	"embed"

	"nzgs/internal/results"
	"nzgs/web/kit"
)

// Desk answers the pages of game records.
type Desk struct {
	*kit.Site
	results *results.Service
	slot    slot
}

// Services are what the desk asks.
type Services struct {
	Results *results.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, results: s.Results, slot: newSlot()}
}

//go:embed templates words
var files embed.FS

// Static is the desk's own styles and scripts.
//
//go:embed static
var Static embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
