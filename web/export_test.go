package web

import (
	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// Templates are the pages of all desks.
func Templates() map[string]*kit.Templates { return templates() }

// StaticFiles are the styles and scripts of all desks.
var StaticFiles = staticFiles{}

// Echo is the router.
func (s *Server) Echo() *echo.Echo { return s.echo }

// What a network may do at once.
const (
	FormsAtOnce   = formsAtOnce
	LinesAtOnce   = linesAtOnce
	GuessesAtOnce = guessesAtOnce
	FormsASecond  = formsASecond
	TakenOfOne    = takenOfOne
	FilesOfOne    = filesOfOne
	MostUnsent    = mostUnsent
)
