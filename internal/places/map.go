package places

import (
	_ "embed"
	"math"
)

// The map is a Mercator projection of the rectangle between these degrees, Width units wide.
const (
	west, east   = 166.0, 179.0
	north, south = -34.0, -47.6

	Width  = 1000
	Height = 1390 // south at the bottom
)

// Coast is New Zealand's coastline on the map, as the path of an SVG.
//
//go:embed coast.txt
var Coast string

// OnMap is where on the map a point is; false of one that is not on it.
func OnMap(p Point) (x, y int, ok bool) {
	lat, lon := float64(p.Lat)/perDegree, float64(p.Lon)/perDegree
	if p.IsZero() || lat > north || lat < south || lon < west || lon > east {
		return 0, 0, false
	}
	fx, fy := Project(lat, lon)
	return int(math.Round(fx)), int(math.Round(fy)), true
}

// Project is where on the map a latitude and a longitude in degrees are.
func Project(lat, lon float64) (x, y float64) {
	const perRadian = Width / ((east - west) * math.Pi / 180)
	up := func(lat float64) float64 { return math.Log(math.Tan(math.Pi/4 + lat*math.Pi/360)) }
	return (lon - west) / (east - west) * Width, (up(north) - up(lat)) * perRadian
}
