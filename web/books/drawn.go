package books

import (
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/web/kit"
)

// drawn are the graphs of the treasurer's desk as they were drawn last: counting ten years again for each look at the desk
// would take most of its time.
type drawn struct {
	sync.Mutex
	at     civil.Instant
	graphs *kit.Graphs
}

// redrawn is how old the graphs of the desk become. The page of the figures counts again each time.
const redrawn = 10 * time.Minute

// lately are the graphs as they were some minutes ago at most, and say when. Who looks may see them: it is asked before.
func (s *Desk) lately(c echo.Context) (*kit.Graphs, error) {
	s.drawn.Lock()
	defer s.drawn.Unlock()
	now := s.Clock()
	if old := s.drawn.at; s.drawn.graphs != nil && !now.Before(old) && now.Before(old.Add(redrawn)) && old.Date() == now.Date() {
		return s.drawn.graphs, nil
	}
	g, err := s.graphs(c)
	if err != nil || g == nil {
		return nil, err
	}
	g.Title = "By year, as at " + now.TimeOfDay()
	s.drawn.at, s.drawn.graphs = now, g
	return g, nil
}
