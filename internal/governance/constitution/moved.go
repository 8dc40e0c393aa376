package constitution

import "nzgs/internal/civil"

// Earlier are the days of an AGM before the one that it is to be held on, as
// far as they matter to something that was sent in for it.
type Earlier struct {
	Stood   civil.Date // day for which the AGM was arranged on the day of receipt; zero: the same as now
	Carried civil.Date // day of the AGM without a quorum that it was sent in for; zero: it was sent in for this one
}

// Rule 4.20: the committee arranges a further date for an AGM without a
// quorum. Whether what was sent in for the first date, proposals and
// nominations with their signatures and the day of their receipt, holds for the
// further one.
func (c Constitution) CarryOver(inquorate, further civil.Date) (bool, Trace) {
	t := Trace{Rule: rule420}
	if c.read(&t, CarriedOver) == "anew" {
		t.Step(
			rule420, "Sent in for the AGM of %s, which had no quorum: it must be sent in again for %s", inquorate.Long(),
			further.Long(),
		)
		t.conclude("does not count for the further date")
		return false, t
	}
	t.Step(
		rule420, "Sent in for the AGM of %s, which had no quorum: it still counts on the further date, %s", inquorate.Long(),
		further.Long(),
	)
	t.conclude("counts for the further date")
	return true, t
}

// carry is CarryOver as a part of another inquiry.
func (q *inquiry) carry(c Constitution, e Earlier, agm civil.Date) {
	if e.Carried.IsZero() {
		return
	}
	holds, t := c.CarryOver(e.Carried, agm)
	if !holds {
		q.findings = append(q.findings, Finding{Obstacle, rule420, t.Steps[0].Text})
	}
	q.trace.add(t)
}

// moved reports whether the AGM was arranged for another day on the day of
// receipt.
func (e Earlier) moved(agm civil.Date) bool { return !e.Stood.IsZero() && e.Stood != agm }

// standsBy reports whether what was in time for the day that stood stays so;
// it is asked only where that makes a difference.
func (c Constitution) standsBy(q *inquiry) bool { return c.read(&q.trace, MovedDate) == "either" }
