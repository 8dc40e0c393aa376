package main

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// point is a size with the time it took, in seconds.
type point struct{ n, seconds float64 }

// plotFile is where the plot of the draw's growth is kept.
const plotFile = "docs/pictures/draw-growth.svg"

// growth prints how the draw's time grows with the field, and draws it.
func growth(draws []point) error {
	if len(draws) < 2 {
		return nil
	}
	fmt.Printf(
		"## The draw by players, round 5 of 9\n\n| players | time | exponent of growth since the line before " +
			"|\n|---|---|---|\n",
	)
	for i, d := range draws {
		exponent := ""
		if i > 0 {
			exponent = fmt.Sprintf("%.2f", math.Log(d.seconds/draws[i-1].seconds)/math.Log(d.n/draws[i-1].n))
		}
		fmt.Printf("| %.0f | %s | %s |\n", d.n, duration(d.seconds*1e9), exponent)
	}
	fmt.Printf("\nThe plot is in `%s`.\n\n", plotFile)
	return os.WriteFile(plotFile, []byte(plot(draws)), 0o644)
}

// The plot, in user units; both axes are logarithmic.
const (
	plotWidth, plotHeight   = 640.0, 400.0
	plotLeft, plotBottom    = 70.0, 50.0
	plotTop, plotRight      = 20.0, 20.0
	fewest, most            = 20.0, 5000.0 // players
	shortest, longestSecond = 1e-4, 100.0
)

func plotX(n float64) float64 {
	return plotLeft + (plotWidth-plotLeft-plotRight)*math.Log(n/fewest)/math.Log(most/fewest)
}

func plotY(seconds float64) float64 {
	return plotHeight - plotBottom - (plotHeight-plotTop-plotBottom)*math.Log(seconds/shortest)/math.Log(longestSecond/shortest)
}

// plot draws the measured times, with the aims beside them.
func plot(draws []point) string {
	var b strings.Builder
	fmt.Fprintf(
		&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="13">`+"\n",
		plotWidth, plotHeight,
	)
	fmt.Fprintf(
		&b, `<title>Time to draw round 5 of 9, by players</title><rect width="100%%" height="100%%" fill="#fff"/>`+"\n",
	)
	for s := shortest; s <= longestSecond*1.01; s *= 10 {
		fmt.Fprintf(&b, `<path d="M%g %.1fH%g" stroke="#ddd"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`+"\n",
			plotLeft, plotY(s), plotWidth-plotRight, plotLeft-8, plotY(s)+4, duration(s*1e9))
	}
	for _, n := range []float64{30, 60, 150, 300, 1000, 3000} {
		fmt.Fprintf(&b, `<path d="M%.1f %gV%g" stroke="#eee"/><text x="%.1f" y="%g" text-anchor="middle">%.0f</text>`+"\n",
			plotX(n), plotTop, plotHeight-plotBottom, plotX(n), plotHeight-plotBottom+20, n)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">players</text>`+"\n", plotWidth/2, plotHeight-10)
	var path strings.Builder
	for i, d := range draws {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], plotX(d.n), plotY(d.seconds))
		fmt.Fprintf(
			&b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#0a6558"><title>%.0f players: %s</title></circle>`+"\n", plotX(d.n),
			plotY(d.seconds), d.n, duration(d.seconds*1e9),
		)
	}
	fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="#0a6558" stroke-width="2"/>`+"\n", path.String())
	for _, aim := range []point{{300, 0.1}, {1000, 1}, {3000, 8}} {
		fmt.Fprintf(&b, `<path d="M%.1f %.1fh16m-8 -8v16" stroke="#a3231d" stroke-width="2"><title>aim at %.0f players: %s</title></path>`+"\n",
			plotX(aim.n)-8, plotY(aim.seconds), aim.n, duration(aim.seconds*1e9))
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" fill="#0a6558">measured</text><text x="%g" y="%g" fill="#a3231d">+ at most</text>`+"\n</svg>\n",
		plotLeft+14, plotTop+16, plotLeft+14, plotTop+34)
	return b.String()
}
