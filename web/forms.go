package web

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
)

// pathID reads an id from the address; anything else is "not found".
func pathID[T ~int64](c echo.Context, name string) (T, error) {
	text := c.Param(name)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != text {
		return 0, apperr.New(apperr.NotFound, "The address may be mistyped, or what stood here has moved.")
	}
	return T(n), nil
}

// formID reads an id from a form; 0 when it is empty or not a number.
func formID[T ~int64](c echo.Context, name string) T { return parseID[T](c.FormValue(name)) }

func parseID[T ~int64](text string) T {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return T(n)
}

// formText reads a text field without the spaces around it.
func formText(c echo.Context, name string) string {
	return strings.TrimSpace(c.FormValue(name))
}
