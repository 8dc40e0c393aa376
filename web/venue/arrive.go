package venue

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/venue"
	"nzgs/web/kit"
)

// Refused is what a laptop is told that is not answered.
type Refused struct {
	Why string `json:"why"`
}

var refusedAs = map[apperr.Kind]int{
	apperr.NotFound: http.StatusNotFound, apperr.Invalid: http.StatusUnprocessableEntity,
	apperr.TooLarge: http.StatusRequestEntityTooLarge, apperr.TooMany: http.StatusTooManyRequests,
	apperr.Conflict: http.StatusConflict, apperr.Busy: http.StatusServiceUnavailable,
}

// arrive takes what a laptop sends. Its key says which event, and lets it in; the answer is JSON.
func (s *Desk) arrive(c echo.Context) error {
	kit.NoStore(c)
	in, err := arrivalOf(c)
	if err != nil {
		return err
	}
	answer, err := s.venue.Arrive(c.Request().Context(), in)
	if status := refusedAs[apperr.KindOf(err)]; err != nil && status != 0 {
		var said *apperr.Error
		errors.As(err, &said)
		return c.JSON(status, Refused{said.Cited()})
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, answer)
}

func arrivalOf(c echo.Context) (venue.Arrival, error) {
	form, err := kit.Sent(c)
	if err != nil {
		return venue.Arrival{}, err
	}
	in := venue.Arrival{
		Key: form.Text("key"), Place: form.Text("place"),
		Push: venue.Push{
			Hash: form.Text("hash"), After: strings.Fields(form.Lines("after")), Gives: form.Text("gives") == "yes",
		},
	}
	if at, err := civil.ParseInstant(form.Text("clock")); err == nil {
		in.Clock = at
	}
	header, err := c.FormFile("event")
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return in, nil
	}
	if err != nil {
		return in, apperr.New(apperr.Invalid, "The event arrived damaged. It is sent again by itself.")
	}
	f, err := header.Open()
	if err != nil {
		return in, err
	}
	defer f.Close()
	in.Packed, err = io.ReadAll(f) // within the limit of the route
	return in, err
}
