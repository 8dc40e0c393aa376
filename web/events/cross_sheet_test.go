package events

import (
	"testing"

	"nzgs/reports"
)

// A crosstable on paper fits between the margins whatever its rounds, and leaves names room to be read; it lies across
// where upright would not.
func TestCrosstablesFitThePaper(t *testing.T) {
	for _, kind := range []crossSheet{
		{after: "Grade", width: 11.5, widest: 17, scoreWidth: 14, across: 10}, {width: 18, widest: 22, scoreWidth: 24, across: 7},
	} {
		for kind.through = range 26 {
			var l reports.Listing
			across, paper := kind.lay(&l), crossUpright
			if l.Across {
				paper = crossAcross
			}
			names := paper - crossGap*float64(len(l.Columns)-1)
			rounds := 0
			for _, c := range l.Columns {
				names -= c.Width
				if c.Lines == 2 {
					rounds++
				}
			}
			if names < crossName || rounds != across || across != min(kind.through, kind.across) {
				t.Errorf("%d rounds: %.1f mm for names, %d columns, across: %v", kind.through, names, rounds, l.Across)
			}
			if l.Across != (kind.through > 5 && kind.after != "" || kind.through > 3 && kind.after == "") {
				t.Errorf("%d rounds of %q: across: %v", kind.through, kind.after, l.Across)
			}
		}
	}
}
