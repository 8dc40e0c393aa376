package places

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Point is a place on the earth, in ten thousandths of a degree: ten metres or so. The zero Point is none.
type Point struct{ Lat, Lon int }

const perDegree = 10_000

// Degrees is the point of a latitude and a longitude in degrees, north and east positive.
func Degrees(lat, lon float64) Point {
	return Point{int(math.Round(lat * perDegree)), int(math.Round(lon * perDegree))}
}

// IsZero reports whether there is no point.
func (p Point) IsZero() bool { return p == Point{} }

// String is the point as maps on the web write it, such as -41.2889, 174.7772; "" of none.
func (p Point) String() string {
	if p.IsZero() {
		return ""
	}
	return fmt.Sprintf("%.4f, %.4f", float64(p.Lat)/perDegree, float64(p.Lon)/perDegree)
}

// ParsePoint reads a latitude and a longitude in degrees, as maps on the web write them: "-41.2889, 174.7772",
// "41.2889 S 174.7772 E", "41.2889° S, 174.7772° E". It reports false of anything else.
func ParsePoint(text string) (Point, bool) {
	if len(text) > 60 {
		return Point{}, false
	}
	text = strings.NewReplacer("−", "-", "°", " ", ",", " ", ";", " ", "\u00a0", " ").Replace(strings.ToUpper(text))
	for _, side := range []string{"N", "S", "E", "W"} {
		text = strings.ReplaceAll(text, side, " "+side+" ")
	}
	var degrees []float64
	var sides string
	for _, word := range strings.Fields(text) {
		if strings.Contains("NSEW", word) && len(degrees) == len(sides)+1 && len(word) == 1 {
			sides += word
			continue
		}
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || strings.ContainsAny(word, "XPI_") || len(sides) != 0 && len(sides) != len(degrees) {
			return Point{}, false
		}
		degrees = append(degrees, n)
	}
	if len(degrees) != 2 {
		return Point{}, false
	}
	return onEarth(degrees[0], degrees[1], sides)
}

// onEarth is the point of two figures with the sides of the earth behind them, "" for none.
func onEarth(lat, lon float64, sides string) (Point, bool) {
	switch sides {
	case "":
	case "NE", "NW", "SE", "SW":
		if lat < 0 || lon < 0 {
			return Point{}, false
		}
		if sides[0] == 'S' {
			lat = -lat
		}
		if sides[1] == 'W' {
			lon = -lon
		}
	default:
		return Point{}, false
	}
	if !(lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180) {
		return Point{}, false
	}
	p := Degrees(lat, lon)
	return p, !p.IsZero()
}

// Kilometres is how far it is from one point to another as the crow flies, rounded.
func (p Point) Kilometres(to Point) int {
	const radius = 6371
	lat1, lat2 := radians(p.Lat), radians(to.Lat)
	up, across := math.Sin((lat2-lat1)/2), math.Sin((radians(to.Lon)-radians(p.Lon))/2)
	h := up*up + math.Cos(lat1)*math.Cos(lat2)*across*across
	return int(math.Round(2 * radius * math.Asin(math.Min(1, math.Sqrt(h)))))
}

func radians(n int) float64 { return float64(n) / perDegree * math.Pi / 180 }
