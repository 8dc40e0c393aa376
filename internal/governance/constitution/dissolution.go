package constitution

import (
	"cmp"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
)

const rule420 = "4.20"

// PastAGM is an AGM that was held or tried.
type PastAGM struct {
	Date    civil.Date
	Quorate Quorate
}

// Quorate says whether a meeting had its quorum.
type Quorate string

const (
	WithQuorum    Quorate = "quorate"
	WithoutQuorum Quorate = "inquorate"
)

// Dissolution is whether the committee may dissolve the society.
type Dissolution struct {
	Inquorate bool       // there was an AGM without a quorum since the last one with
	From      civil.Date // first day on which the committee may dissolve; zero: none is running
	Allowed   bool       // on the day that was asked for
	Trace     Trace
}

// Rule 4.20: after an AGM without a quorum the committee sets another date; it
// may dissolve the society when eighteen months after such an AGM none has had
// a quorum. The meetings may be in any order.
func (c Constitution) MayDissolve(agms []PastAGM, on civil.Date) Dissolution {
	out := Dissolution{Trace: Trace{Rule: rule420}}
	t := &out.Trace
	var quorate civil.Date
	for _, m := range agms {
		if m.Quorate == WithQuorum && !m.Date.After(on) {
			quorate = civil.Later(quorate, m.Date)
		}
	}
	var first, latest civil.Date
	for _, m := range agms {
		if m.Quorate == WithQuorum || m.Date.After(on) || !m.Date.After(quorate) {
			continue
		}
		if first.IsZero() || m.Date.Before(first) {
			first = m.Date
		}
		latest = civil.Later(latest, m.Date)
	}
	if first.IsZero() {
		t.Step(rule420, "No AGM without a quorum since the last one with a quorum")
		t.conclude("the committee may not dissolve the society")
		return out
	}
	out.Inquorate = true
	since := first
	if c.read(t, PreviousInquorate) == "latest" {
		since = latest
	}
	end := monthsAfter(t, rule420, since, c.Figures.DissolutionMonths)
	out.From = end.AddDays(1)
	out.Allowed = !on.Before(out.From)
	if out.Allowed {
		t.Step(rule420, "%s is after %s and no AGM has had a quorum", on.Long(), end.Long())
		t.conclude("the committee may dissolve the society")
	} else {
		t.Step(rule420, "%s is not after %s", on.Long(), end.Long())
		t.conclude("the committee sets a further date for an AGM")
	}
	return out
}

// Rule 4.20: the day on which the clubs that share the assets are affiliated,
// when it is asked for a day: that on which the right to dissolve arose, once it
// has.
func (c Constitution) SharedAsOf(d Dissolution, on civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule420}
	day := on
	if d.Allowed && c.read(&t, ClubsThatShare) == "right" {
		day = d.From
	}
	t.Step(rule420, "The clubs affiliated on %s share the assets", day.Long())
	return day, t
}

// ClubSize is an affiliated club with its members. Names tell clubs apart.
type ClubSize struct {
	Name    string
	Members int
}

// Share is what a club would get of the society's assets.
type Share struct {
	Name    string
	Members int
	Amount  money.Cents
}

const maxClubs = 1000

// checkShares returns what is impossible about a distribution, in form order.
func checkShares(assets money.Cents, clubs []ClubSize) apperr.Fields {
	var f apperr.Fields
	if assets < 0 || assets > money.MaxInput {
		f.Add("assets", "Enter the assets, from 0.00 to %s.", money.MaxInput.Plain())
	}
	if len(clubs) == 0 || len(clubs) > maxClubs {
		f.Add("clubs", "Name the clubs with their members, 1 to %d of them.", maxClubs)
		return f
	}
	names, total := make([]string, len(clubs)), 0
	for i, c := range clubs {
		names[i] = c.Name
		if c.Members < 0 || c.Members > maxMembers {
			f.Add("clubs", "%q: enter a number of members from 0 to %d.", c.Name, maxMembers)
			continue
		}
		total += c.Members
	}
	checkNames(&f, "clubs", names)
	if total == 0 && !f.Has("clubs") {
		f.Add("clubs", "The clubs have no members, so there is nothing to share by.")
	}
	return f
}

// Rule 4.20: the assets go to the affiliated clubs in proportion to their
// members, to the cent by largest remainder; among equal remainders to the
// larger club, then by name. The shares are in the order of the clubs and sum
// to the assets, but for cents that a ruling leaves to the committee. The calculation is advisory. The error has every impossible
// number.
func (c Constitution) Shares(assets money.Cents, clubs []ClubSize) ([]Share, Trace, error) {
	if err := checkShares(assets, clubs).Err(); err != nil {
		return nil, Trace{}, err
	}
	t := Trace{Rule: rule420}
	total := 0
	for _, club := range clubs {
		total += club.Members
	}
	shares, remainders := make([]Share, len(clubs)), make([]money.Cents, len(clubs))
	left := assets
	for i, club := range clubs {
		product := assets.Times(club.Members) // below 10^15: both are limited
		share := product / money.Cents(total)
		shares[i], remainders[i] = Share{club.Name, club.Members, share}, product%money.Cents(total)
		left -= share
	}
	order := make([]int, len(clubs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(remainders[b], remainders[a]), cmp.Compare(clubs[b].Members, clubs[a].Members),
			cmp.Compare(clubs[a].Name, clubs[b].Name),
		)
	})
	byCommittee := left > 0 && c.read(&t, OddCents) == "committee"
	if !byCommittee {
		for _, i := range order[:left] {
			shares[i].Amount++
		}
	}
	for i, s := range shares {
		sign := "="
		if remainders[i] != 0 {
			sign = "≈"
		}
		t.Step(rule420, "%s: %s × %d / %d %s %s", s.Name, assets, s.Members, total, sign, s.Amount)
	}
	if byCommittee {
		t.Step(rule420, "%s left, for the committee to give to a club", left)
	}
	t.conclude("%s in all, advisory only", assets)
	return shares, t, nil
}
