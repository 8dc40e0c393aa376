package kit

import (
	"context"
	"log/slog"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/spool"
	"nzgs/internal/words"
)

// Site is what every desk knows of the site that it stands in.
type Site struct {
	Clock   civil.Clock
	Log     *slog.Logger
	Society string // the society's name
	Address string // its postal address, on letters; "" when none is set

	Wordmark     string // its short name, at the head of pages
	ContactEmail string // where anyone may write to; "": none is shown

	BaseURL string // how people reach the site, without a slash at the end
	Version string // cache key of the static files
	AtVenue bool   // it is the laptop of an event at its venue, and has the pages of that event alone

	Languages []*words.Language                         // besides English
	Worded    func(l *words.Language, path string) bool // whether the page at an address has words of its own in a language

	Spools *spool.Folder // for files that are long while they are made

	Auth *auth.Service
	// FindPeople finds people of the register by name, at most limit of them.
	FindPeople func(ctx context.Context, actor auth.Actor, name string, limit int) ([]auth.Someone, error)
}
