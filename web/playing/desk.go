// Package playing is the desk of games played here by turns: own games, challenges, and a game with its board.
package playing

import (
	"context"
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/playing"
	"nzgs/internal/playing/sendin"
	"nzgs/web/kit"
)

// Desk answers the pages of games played here.
type Desk struct {
	*kit.Site
	playing  *playing.Service
	sending  *sendin.Service
	watching *kit.Places
	done     chan struct{}
}

// Watchers of games at once, in all and of one person.
const (
	mostWatching = 1000
	ownWatching  = 20
)

// New sets the desk up.
func New(site *kit.Site, service *playing.Service, sending *sendin.Service) *Desk {
	return &Desk{
		Site: site, playing: service, sending: sending, watching: kit.NewPlaces(mostWatching, ownWatching), done: make(chan struct{}),
	}
}

// Run lets every watcher go when ctx ends.
func (s *Desk) Run(ctx context.Context) {
	<-ctx.Done()
	close(s.done)
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	offer, match := s.offer(), s.offerMatch()
	return []kit.Route{
		kit.Get(kit.PlayPath, s.list, kit.SignedIn),
		kit.Post(kit.PlayPath+"/listed", s.listed, kit.SignedIn),
		kit.Get(kit.PlayPath+"/new", offer.Get, kit.SignedIn),
		kit.Post(kit.PlayPath+"/new", offer.Post, kit.SignedIn),
		kit.Get(kit.PlayPath+"/ladders/:game", s.ladder, kit.SignedIn),
		kit.Post(kit.PlayPath+"/ladders/:game", s.climb, kit.SignedIn),
		kit.Get(matchesPath, s.matches, kit.SignedIn),
		kit.Get(matchesPath+"/new", match.Get, kit.SignedIn),
		kit.Post(matchesPath+"/new", match.Post, kit.SignedIn),
		kit.Get(matchesPath+"/:id", s.clubMatch, kit.SignedIn),
		kit.Post(matchesPath+"/:id", s.tendMatch, kit.SignedIn),
		kit.Post(kit.PlayPath+"/:id/accept", s.accept, kit.SignedIn),
		kit.Post(kit.PlayPath+"/:id/decline", s.decline, kit.SignedIn),
		kit.Get(kit.PlayPath+"/:id", s.game, kit.SignedIn),
		kit.Post(kit.PlayPath+"/:id", s.act, kit.SignedIn),
		kit.Post(kit.PlayPath+"/:id/send-in", s.sendIn, kit.SignedIn),
		kit.Get(kit.PlayPath+"/:id/record.sgf", s.record, kit.SignedIn),
		kit.Get(kit.PlayPath+"/:id/record.pdf", s.recordPrint, kit.SignedIn),
		kit.GetAtOnce(kit.PlayPath+"/:id/live", s.live, kit.SignedIn),
		kit.Get(kit.PlayPath+"/:id/revision", s.revision, kit.SignedIn),
	}
}

// record is the game as a file.
func (s *Desk) record(c echo.Context) error {
	g, err := s.load(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	return kit.SendFile(c, kit.FormatSGF, s.fileName(&g), g.Record())
}

// fileName names a file of a game by who plays it and since when.
func (s *Desk) fileName(g *playing.Game) kit.FileName {
	return s.FileName("game "+kit.IDText(g.ID), g.Black.Name+" "+g.White.Name, g.Begun.Date())
}

// load is the game of the address, for whoever may see it.
func (s *Desk) load(c echo.Context) (playing.Game, error) {
	id, err := kit.PathID[playing.ID](c, "id")
	if err != nil {
		return playing.Game{}, err
	}
	return s.playing.Game(c.Request().Context(), s.Actor(c), id)
}

// Viewers is how many pages are told of moves.
func (s *Desk) Viewers() int { return s.watching.Taken() }
