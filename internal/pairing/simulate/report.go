package simulate

import "math"

// Report is what a plan's events came to.
type Report struct {
	Plan     Plan
	Outcomes []Outcome // in the order of Plan.Variants
}

// Outcome is one variant's figures over all events.
type Outcome struct {
	Variant
	Values map[Measure]Estimate

	// Lead is by how much the variant's figures exceed those of the first variant, event by event; nil for the first.
	Lead map[Measure]Estimate
}

// Estimate is a mean over events with its standard error.
type Estimate struct {
	Mean   float64
	Error  float64 // NaN when fewer than two events had the figure
	Events int     // events that had the figure; when there are none, Mean is NaN
}

// Clear reports whether a difference is further from zero than twice its standard error: chance alone gets that far one
// time in twenty.
func (e Estimate) Clear() bool {
	return e.Mean != 0 && math.Abs(e.Mean) >= 2*e.Error // false for NaN
}

// report adds up the figures of all events.
func (r *runner) report() *Report {
	out := &Report{Plan: *r.plan}
	for k, v := range r.plan.Variants() {
		o := Outcome{Variant: v, Values: map[Measure]Estimate{}}
		if k > 0 {
			o.Lead = map[Measure]Estimate{}
		}
		for m, name := range Measures() {
			o.Values[name] = estimate(r.plan.Events, func(event int) float64 { return r.figures[k][event][m] })
			if k > 0 {
				o.Lead[name] = estimate(r.plan.Events, func(event int) float64 {
					return r.figures[k][event][m] - r.figures[0][event][m]
				})
			}
		}
		out.Outcomes = append(out.Outcomes, o)
	}
	return out
}

// estimate averages a figure over the events that have it.
func estimate(events int, figure func(event int) float64) Estimate {
	var sum float64
	var n int
	for i := range events {
		if x := figure(i); !math.IsNaN(x) {
			sum += x
			n++
		}
	}
	e := Estimate{Mean: sum / float64(n), Error: math.NaN(), Events: n}
	if n < 2 {
		return e
	}
	var squares float64
	for i := range events {
		if x := figure(i); !math.IsNaN(x) {
			squares += float64((x - e.Mean) * (x - e.Mean)) // the conversion keeps compilers from fusing
		}
	}
	e.Error = math.Sqrt(squares / float64(n-1) / float64(n))
	return e
}
