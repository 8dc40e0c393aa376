package kittest

import (
	"html"
	"regexp"
	"strings"
)

// Words is a page without its tags.
func (a Answer) Words() string {
	text := regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]*>`).ReplaceAllString(a.Body, " ")
	return html.UnescapeString(strings.Join(strings.Fields(text), " "))
}
