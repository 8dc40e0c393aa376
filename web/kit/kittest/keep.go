package kittest

import (
	"html"
)

// Hidden is what a page's form sends by itself.
func (a Answer) Hidden() []string {
	var out []string
	for _, m := range hiddenValue.FindAllStringSubmatch(a.Body, -1) {
		out = append(out, m[1], html.UnescapeString(m[2]))
	}
	return out
}
