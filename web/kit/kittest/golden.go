package kittest

import (
	"flag"
	"slices"
	"strings"
)

var Update = flag.Bool("update", false, "write the golden files again")

// LineDiff shows the lines that only one of the texts has, in their order, and
// names a route that has no line yet.
func LineDiff(recorded, now string) string {
	before, after := strings.Split(recorded, "\n"), strings.Split(now, "\n")
	var b strings.Builder
	for _, line := range before {
		if !slices.Contains(after, line) {
			b.WriteString("- " + line + "\n")
		}
	}
	for _, line := range after {
		if slices.Contains(before, line) {
			continue
		}
		b.WriteString("+ " + line + "\n")
		if route, _, ok := strings.Cut(line, "  "); ok && !strings.Contains(recorded, "\n"+route+" ") {
			b.WriteString("  (" + route + " has no entry yet)\n")
		}
	}
	if b.Len() == 0 && recorded != now {
		return "the same lines in another order\n"
	}
	return b.String()
}
