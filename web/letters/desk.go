// Package letters is the desk of letters: by occasion and to the people of a list, the outbox, addresses that came
// back, and which letters someone wants.
package letters

import (
	"embed"

	"nzgs/internal/letters"
	"nzgs/internal/mail"
	"nzgs/internal/newsletter"
	"nzgs/web/kit"
)

// Desk answers the pages of letters.
type Desk struct {
	*kit.Site
	mail    *mail.Service
	letters *letters.Service
	news    *newsletter.Service
}

// Services are what the desk asks.
type Services struct {
	Mail    *mail.Service
	Letters *letters.Service
	News    *newsletter.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, mail: s.Mail, letters: s.Letters, news: s.News}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

var outboxCrumb = kit.Crumb{Label: "Letters to members", URL: kit.OutboxPath}
