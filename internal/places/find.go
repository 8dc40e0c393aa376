package places

import (
	"slices"
	"strings"

	"nzgs/internal/members"
)

// Town is a place with its names.
type Town struct {
	Name, Other string // Other is its name in the other language; "" where both are one
	Region      string
	At          Point
}

// Title is the town by both names.
func (t Town) Title() string {
	if t.Other == "" {
		return t.Name
	}
	return t.Name + " (" + t.Other + ")"
}

// byName has every town by each of its names.
var byName = func() map[string]Town {
	all := map[string]Town{}
	for i := len(towns) - 1; i >= 0; i-- { // the first of a name stays
		all[members.Fold(towns[i].Other)] = towns[i]
		all[members.Fold(towns[i].Name)] = towns[i]
	}
	for spelling, name := range spellings {
		all[members.Fold(spelling)] = all[members.Fold(name)]
	}
	delete(all, "")
	return all
}()

// Find is the town of a name, in either language, with or without macrons; also of both names as people write them
// beside each other, "Wellington / Te Whanganui-a-Tara", and of a suburb before its town, "Newtown, Wellington". A town of
// another country is none of ours where one of the names we know says so: "Napier, South Africa", "Cambridge, MA".
func Find(text string) (Town, bool) {
	if t, ok := byName[members.Fold(text)]; ok {
		return t, true
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",/();|，、（）", r) })
	for i := len(parts) - 1; i >= 0; i-- {
		if t, ok := byName[members.Fold(parts[i])]; ok {
			if slices.ContainsFunc(parts[:i], isCountry) {
				break
			}
			return t, true
		}
		if elsewhere(parts[i]) {
			break
		}
	}
	return Town{}, false
}

// isCountry reports whether a part of an address is another country alone.
func isCountry(part string) bool { return countries[members.Fold(part)] }

// Nearest is the town that is nearest to a point on the map.
func Nearest(p Point) (Town, bool) {
	if _, _, ok := OnMap(p); !ok {
		return Town{}, false
	}
	best := towns[0]
	for _, t := range towns[1:] {
		if p.Kilometres(t.At) < p.Kilometres(best.At) {
			best = t
		}
	}
	return best, true
}

// Regions are all regions, from north to south.
func Regions() []string { return regions }
