//go:build ignore

// Command coast makes the coastline of internal/places from the countries of a TopoJSON file; scripts/coast.sh runs it.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"sort"
	"strings"

	"nzgs/internal/places"
)

// What is smaller than one of these is left out: a bend of the coast, and an island, in units of the map.
const (
	bend   = 1.3
	island = 12.0 // square units
)

type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]float64
	Objects   map[string]struct {
		Geometries []struct {
			Properties struct{ Name string }
			Type       string
			Arcs       json.RawMessage
		}
	}
}

type xy [2]float64

func main() {
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var t topology
	if err := json.Unmarshal(content, &t); err != nil {
		log.Fatal(err)
	}
	var rings [][]xy
	for _, g := range t.Objects["countries"].Geometries {
		if g.Properties.Name != "New Zealand" {
			continue
		}
		var polygons [][][]int
		if err := json.Unmarshal(g.Arcs, &polygons); err != nil {
			log.Fatal(err)
		}
		for _, polygon := range polygons {
			for _, ring := range polygon {
				if points, ok := t.ring(ring); ok {
					rings = append(rings, points)
				}
			}
		}
	}
	sort.SliceStable(rings, func(i, j int) bool { return area(rings[i]) > area(rings[j]) })
	var path strings.Builder
	for _, ring := range rings {
		if area(ring) >= island {
			path.WriteString(written(simplified(ring)))
		}
	}
	fmt.Println(path.String())
}

// ring is a ring of arcs on the map; false of one that is not on it.
func (t *topology) ring(arcs []int) (points []xy, ok bool) {
	for _, n := range arcs {
		backwards := n < 0
		if backwards {
			n = ^n
		}
		var arc []xy
		var at xy
		for _, step := range t.Arcs[n] {
			at = xy{at[0] + step[0], at[1] + step[1]}
			lon := at[0]*t.Transform.Scale[0] + t.Transform.Translate[0]
			lat := at[1]*t.Transform.Scale[1] + t.Transform.Translate[1]
			if _, _, on := places.OnMap(places.Degrees(lat, lon)); !on {
				return nil, false
			}
			x, y := places.Project(lat, lon)
			arc = append(arc, xy{x, y})
		}
		for i := range arc {
			if backwards {
				points = append(points, arc[len(arc)-1-i])
			} else {
				points = append(points, arc[i])
			}
		}
	}
	return points, true
}

func area(ring []xy) (sum float64) {
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		sum += p[0]*q[1] - q[0]*p[1]
	}
	return math.Abs(sum) / 2
}

// simplified leaves out bends (Ramer, Douglas and Peucker), from the point that is farthest from the first on.
func simplified(ring []xy) []xy {
	far := 0
	for i, p := range ring {
		if distance(p, ring[0], ring[0]) > distance(ring[far], ring[0], ring[0]) {
			far = i
		}
	}
	return append(between(ring[:far+1]), between(ring[far:])[1:]...)
}

func between(line []xy) []xy {
	if len(line) < 3 {
		return line
	}
	worst, at := 0.0, 0
	for i := 1; i < len(line)-1; i++ {
		if d := distance(line[i], line[0], line[len(line)-1]); d > worst {
			worst, at = d, i
		}
	}
	if worst < bend {
		return []xy{line[0], line[len(line)-1]}
	}
	return append(between(line[:at+1]), between(line[at:])[1:]...)
}

// distance is that of a point from a stretch.
func distance(p, a, b xy) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	along := 0.0
	if dx != 0 || dy != 0 {
		along = math.Max(0, math.Min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/(dx*dx+dy*dy)))
	}
	return math.Hypot(p[0]-a[0]-along*dx, p[1]-a[1]-along*dy)
}

// written is a ring as a path of whole units, each point from the one before.
func written(ring []xy) string {
	var b strings.Builder
	var x, y int
	for i, p := range ring {
		px, py := int(math.Round(p[0])), int(math.Round(p[1]))
		switch {
		case i == 0:
			fmt.Fprintf(&b, "M%d %d", px, py)
		case i == 1:
			fmt.Fprintf(&b, "l%d %d", px-x, py-y)
		default:
			fmt.Fprintf(&b, " %d %d", px-x, py-y)
		}
		x, y = px, py
	}
	return b.String() + "z"
}
