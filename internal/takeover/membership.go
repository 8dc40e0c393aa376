package takeover

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/sheet"
)

const rule22 = "2.2"

// takenOver begins the trace of every term that is taken over.
const takenOver = "Taken over from "

// memberships reads in which years a row says that somebody was a member, and since when.
func (p *planner) memberships(r *Row, d *planned) {
	l, f := r.line, &p.files[r.line.file]
	if l.club != nil {
		return
	}
	club := l.get(sheet.Club)
	pays := func(y members.Year, cell, what string) {
		is, ok := paid(cell)
		switch {
		case !ok:
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” at %s says neither that it was paid nor that it was not: no term is made of it.", cell, y))
		case !y.Valid() || y > p.lastYear():
			if is {
				r.Notes = append(r.Notes, fmt.Sprintf("%s cannot have been paid for yet: no term is made of it.", y))
			}
		case is:
			d.pays(y, paidYear{club: club, row: len(p.Plan.Rows), what: what})
		default:
			d.not[y] = true
		}
	}
	for i, col := range f.Columns {
		if col.Means != yearPaid {
			continue
		}
		y, bare, ok := yearOfHeading(f.heading(i))
		if y = f.Settings.Years.meant(y, bare); ok && (!bare || f.Settings.Years != "") {
			if _, done := d.years[y]; !done || l.years[y] != "" {
				pays(y, l.years[y], "column "+sheet.ColumnName(i+1))
			}
		}
	}
	if text := l.get(rowYear); text != "" {
		y, bare, ok := yearOfHeading(text)
		switch {
		case !ok:
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not a year: no term is made of the row.", text))
		case bare && f.Settings.Years == "":
		default:
			pays(f.Settings.Years.meant(y, bare), "yes", "its row")
		}
	}
	if d.club == "" && !f.has(yearPaid) && !f.has(rowYear) {
		d.club, d.clubAt = club, len(p.Plan.Rows)
	}
	p.everyone(d, l)
	if text := l.get(sheet.Since); text != "" {
		first, last, ok := readDays(text, f.Settings.Order, p.today)
		switch {
		case !ok:
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not a day, month or year as the other rows have it: since when is not taken over.", text))
		case first.After(p.today):
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” is in the future: since when is not taken over.", text))
		default:
			d.since = append(d.since, told{first, last, text, len(p.Plan.Rows)})
		}
	}
}

// everyone reads what was said of everyone in a file.
func (p *planner) everyone(d *planned, l line) {
	s := p.files[l.file].Settings
	if l.club != nil || d.gone.gone != "" {
		return
	}
	if y := s.Year; y.Valid() && y <= p.lastYear() {
		d.pays(y, paidYear{club: l.get(sheet.Club), row: len(p.Plan.Rows), what: "everyone in the file"})
	}
	if s.Already == "yes" {
		d.member = true
	}
}

func (d *planned) pays(y members.Year, said paidYear) {
	if was, twice := d.years[y]; !twice || was.club == "" {
		d.years[y] = said
	}
}

// lastYear is the last subscription year that can have been paid for.
func (p *planner) lastYear() members.Year {
	y := p.rules.YearOf(p.today)
	if !p.today.Before(p.rules.PaidAheadFrom(y + 1)) {
		y++
	}
	return y
}

// source names a row as traces and earlier memberships do.
func (p *planner) source(row int) string {
	r := p.Plan.Rows[row]
	return fmt.Sprintf("%s, row %d", r.FileName, r.Row)
}

// planTerms works out the terms that somebody gets, and those that an earlier file gave and this one takes away.
func (p *planner) planTerms(d *planned) {
	d.placeClub()
	inForce := members.InForce(p.terms[d.id])
	has := map[members.Year]bool{}
	for _, t := range inForce {
		has[t.Year] = true
	}
	for y, said := range d.years {
		if has[y] {
			p.sayClub(inForce, y, said)
			continue
		}
		if p.cancelled(d, y) {
			p.noteAt(said.row, fmt.Sprintf("%s was cancelled in the register after an earlier file had it, which stays.", y))
			continue
		}
		t := p.term(d, y, said)
		if overlapping(inForce, t) || !p.until(&t, d) {
			continue
		}
		d.terms = append(d.terms, t)
	}
	slices.SortFunc(d.terms, func(a, b members.Term) int { return cmp.Compare(a.Year, b.Year) })
	for _, t := range inForce {
		if _, still := d.years[t.Year]; !still && d.not[t.Year] && p.kept.gave[d.id][t.Year] && isTakenOver(t) {
			d.ended = append(d.ended, t)
		}
	}
}

// placeClub has the club of a row that names no year be that of the last of the years, which other rows say: of the years
// before it nothing is known.
func (d *planned) placeClub() {
	if d.club == "" || len(d.years) == 0 {
		return
	}
	last := slices.Max(slices.Collect(maps.Keys(d.years)))
	if said := d.years[last]; said.club == "" {
		said.club, said.placed = d.club, true
		d.years[last] = said
	}
}

// sayClub says that the register has a year with another club than a row.
func (p *planner) sayClub(inForce []members.Term, y members.Year, said paidYear) {
	id, added := p.clubOf(said.club)
	if id == 0 && added < 0 {
		return
	}
	for _, t := range inForce {
		if t.Year == y && t.Club == id && id != 0 {
			return
		}
	}
	p.noteAt(said.row, fmt.Sprintf("The register has %s with another club than “%s”, or with none, which stays: put it right on the person’s page.",
		y, said.club))
}

func (p *planner) noteAt(row int, text string) {
	r := &p.Plan.Rows[row]
	r.Notes = append(r.Notes, text)
}

// corrected begins the reason of a term that a corrected file takes away.
const corrected = "Corrected by "

// cancelled reports whether somebody cancelled a term that an earlier file gave: a corrected file can give those back that
// a file has taken away, and no other.
func (p *planner) cancelled(d *planned, y members.Year) bool {
	var last members.Term
	for _, t := range p.terms[d.id] {
		if t.Year == y && t.Kind == members.KindVoid && t.ID > last.ID {
			last = t
		}
	}
	return last.ID != 0 && p.kept.gave[d.id][y] && !strings.HasPrefix(last.Reason, corrected)
}

// overlapping reports whether a term would say again what another one says already.
func overlapping(inForce []members.Term, t members.Term) bool {
	return slices.ContainsFunc(inForce, func(x members.Term) bool { return !x.From.After(t.From) && !x.To.Before(t.To) })
}

func isTakenOver(t members.Term) bool {
	return slices.ContainsFunc(t.Trace.Steps, func(s constitution.Step) bool { return strings.HasPrefix(s.Text, takenOver) })
}

// term is the term of a year that was paid for. It is a renewal: no one becomes a new member by what is taken over.
func (p *planner) term(d *planned, y members.Year, said paidYear) members.Term {
	c := p.history.On(p.rules.First(y))
	days := c.Days(y)
	t := members.Term{Person: d.id, Year: y, From: days.From, To: days.To, Kind: members.KindRenewal}
	t.Trace = constitution.Trace{Rule: rule22}
	t.Trace.Step(rule22, "%s%s: %s says that the year was paid for", takenOver, p.source(said.row), said.what)
	for _, s := range d.since {
		if s.first == s.last && s.first.After(days.From) && !s.first.After(days.To) { // joined on a day of the year
			t.From = s.first
			t.Trace.Step(rule22, "Joined on %s", s.first.Long())
		}
	}
	if said.placed {
		t.Trace.Step(rule22, "The club is that of %s, which names no year", p.source(d.clubAt))
	}
	t.Trace.Step(rule22, "The subscription year %s", days)
	return t
}

// until has a term end with the day on which somebody left or died; it is false of one that would begin after it.
func (p *planner) until(t *members.Term, d *planned) bool {
	end := d.gone.day
	if end.IsZero() || t.To.Before(end) {
		return true
	}
	t.To = end
	t.Trace.Step(rule22, "Ends on %s: %s", end.Long(), d.gone.said)
	return !t.To.Before(t.From)
}

// planEarlier works out what is kept of somebody's earlier membership.
func (p *planner) planEarlier(d *planned) {
	var oldest *told
	for i := range d.since {
		if oldest == nil || d.since[i].last.Before(oldest.last) {
			oldest = &d.since[i]
		}
	}
	to := p.today
	if !d.member {
		to = d.gone.day
	}
	e := members.Earlier{Person: d.id, To: to}
	switch {
	case oldest != nil:
		e.From, e.Told, e.Source = oldest.last, "since "+strings.TrimPrefix(strings.ToLower(oldest.text), "since "), p.source(oldest.row)
		if e.From.After(p.today) { // “2026”, told in the middle of it
			e.From = p.today
		}
	case d.member:
		e.From, e.Told, e.Source = p.already(), "when the records were taken over", p.source(d.rows[0])
	default:
		return
	}
	e.To = civil.Later(e.To, e.From)
	have := p.earlier[d.id]
	for _, h := range have {
		if h.From == e.From && (!h.To.Before(e.To) || h.Told == e.Told && strings.HasPrefix(h.Source, p.Plan.Rows[d.rows[0]].FileName)) {
			return
		}
	}
	if oldest == nil && len(have) > 0 {
		return // what is known says more
	}
	if oldest == nil {
		for _, t := range members.InForce(p.terms[d.id]) {
			if !t.From.After(p.already()) && !t.To.Before(p.already()) {
				return // so do the register's own terms
			}
		}
	}
	if oldest != nil && len(have) > 0 {
		was, said := p.kept.last[d.id]["since"]
		own := slices.ContainsFunc(have, func(h members.Earlier) bool { return p.told[h.ID] })
		switch {
		case said && was != hashOf("since", oldest.text) && own:
			d.drop = true
		case said || !e.From.Before(have[0].From):
			return // the same as before, or what is known says more
		}
	}
	d.earlier = append(d.earlier, e)
}

// already is the day on which those were members of whom it is said that they were members already: the last one on which a
// new member of the year would have been registered for the year alone, or today.
func (m material) already() civil.Date {
	last := m.rules.CarryOverAfter(m.rules.YearOf(m.today))
	if m.today.Before(last) {
		return m.today
	}
	return last
}
