package kit

import (
	"slices"
	"strings"
)

// BadChange reports whether a figure or a wording that was typed has a problem.
func (p *Page) BadChange() bool {
	return slices.ContainsFunc(p.Errors, func(e FieldError) bool {
		kind, _, _ := strings.Cut(e.Field, "_")
		return kind == "value" || kind == "rule" || kind == "words"
	})
}
