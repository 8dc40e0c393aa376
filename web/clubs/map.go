package clubs

import (
	"cmp"
	"slices"
	"strconv"

	"nzgs/internal/clubs"
	"nzgs/internal/places"
	"nzgs/web/kit"
)

// Map is New Zealand with the places of clubs (partial "club-map").
type Map struct {
	Coast         string
	Width, Height int
	Marks         []Mark
	Here          *Mark // the place that was asked for
	Missing       int   // clubs that are on no map
}

// Mark is a place of one or more clubs on the map.
type Mark struct {
	X, Y  int
	URL   string
	Says  string // for people who do not see the map
	Label *Label // nil where there is no room for one
	Many  string // how many clubs are there; "" of one
}

// Label is the name of a place beside its mark.
type Label struct {
	X, Y   int
	Anchor string // "start", "middle" or "end"
	Text   string
	box    box
}

type box struct{ left, top, right, bottom int }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// Sizes on the map, in its units.
const (
	together = 26 // clubs that are nearer to each other share a mark
	dot      = 18
	letter   = 20 // width of a letter, and half its height
	height   = 38
)

// mapOf is the map of clubs; nil where none of them is on it.
func mapOf(list []clubs.Club, asked sought) *Map {
	m := &Map{Coast: places.Coast, Width: places.Width, Height: places.Height}
	type spot struct {
		x, y  int
		clubs []clubs.Club
	}
	var spots []*spot
	for _, c := range list {
		at, _ := c.Where()
		x, y, ok := places.OnMap(at)
		if !ok {
			m.Missing++
			continue
		}
		i := slices.IndexFunc(spots, func(s *spot) bool { return max(abs(s.x-x), abs(s.y-y)) < together })
		if i < 0 {
			spots = append(spots, &spot{x: x, y: y})
			i = len(spots) - 1
		}
		spots[i].clubs = append(spots[i].clubs, c)
	}
	if len(spots) == 0 {
		return nil
	}
	slices.SortStableFunc(spots, func(a, b *spot) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	var taken []box
	for _, s := range spots {
		taken = append(taken, box{s.x - dot, s.y - dot, s.x + dot, s.y + dot})
	}
	for _, s := range spots {
		mark := markOf(s.x, s.y, s.clubs)
		if mark.Label = label(s.x, s.y, placeName(s.clubs[0]), taken); mark.Label != nil {
			taken = append(taken, mark.Label.box)
		}
		m.Marks = append(m.Marks, mark)
	}
	if x, y, ok := places.OnMap(asked.from); ok {
		m.Here = &Mark{X: x, Y: y, Says: asked.name}
	}
	return m
}

// markOf leads to the page of a club, or to the region of several.
func markOf(x, y int, at []clubs.Club) Mark {
	if len(at) == 1 {
		return Mark{X: x, Y: y, URL: kit.ClubURL(at[0].ID), Says: at[0].Name + ", " + placeName(at[0])}
	}
	m := Mark{X: x, Y: y, URL: kit.ClubsPath, Many: strconv.Itoa(len(at)),
		Says: placeName(at[0]) + ": " + kit.Plural(len(at), "club", "clubs")}
	if i := slices.Index(places.Regions(), regionOf(at[0])); i >= 0 {
		m.URL += "#" + regionID(i)
	}
	return m
}

// placeName is what the map calls the place of a club.
func placeName(c clubs.Club) string {
	at, _ := c.Where()
	if town, ok := places.Find(c.City); ok && c.At.IsZero() {
		return town.Name
	}
	town, _ := places.Nearest(at)
	return town.Name
}

// label finds room for a name beside a mark: at the right, at the left, below or above it.
func label(x, y int, text string, taken []box) *Label {
	const gap = 26
	width := letter * len([]rune(text))
	for _, l := range []Label{
		{X: x + gap, Y: y + 12, Anchor: "start", box: box{x + gap, y - height/2, x + gap + width, y + height/2}},
		{X: x - gap, Y: y + 12, Anchor: "end", box: box{x - gap - width, y - height/2, x - gap, y + height/2}},
		{X: x, Y: y + gap + 28, Anchor: "middle", box: box{x - width/2, y + gap, x + width/2, y + gap + height}},
		{X: x, Y: y - gap - 6, Anchor: "middle", box: box{x - width/2, y - gap - height, x + width/2, y - gap}},
	} {
		free := l.box.left >= 0 && l.box.right <= places.Width &&
			!slices.ContainsFunc(taken, l.box.meets)
		if free {
			l.Text = text
			return &l
		}
	}
	return nil
}

func abs(n int) int { return max(n, -n) }
