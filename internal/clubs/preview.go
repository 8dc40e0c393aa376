package clubs

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// Preview is what confirming a return would do.
type Preview struct {
	Lines      []Line
	Counts     map[RowState]int
	Listed     int // rows that are not left out
	Members    int // of the club in the year once confirmed
	Charged    int
	Doubles    int // charged although registered elsewhere
	Waivers    int
	NewMembers int  // in the sense of rule 2.2
	Carried    int  // new members registered for the following year too
	Changes    int  // people whose contact data changes
	Priced     bool // the year has a rate
	Rate       treasury.Rate
	Fee        money.Cents
	FeeTrace   constitution.Trace
	Obstacles  []Obstacle // empty: it can be confirmed
	// AskConsent says that the consent of new members must be stated before the
	// list goes on: when it is handed in also of those who may turn out to be new.
	AskConsent bool

	beforeWaivers constitution.Trace // of FeeTrace
	kindRates     map[kinds.Kind]treasury.Rate
	differ        money.Cents // by which the rows of kinds with other rates differ, in all
	differWhy     []string
}

// Obstacle is why a return cannot be confirmed yet.
type Obstacle struct {
	Text   string
	Rule   string // "2.3", or ""
	Kind   ObstacleKind
	Return ReturnID // of NeedsFee: the return whose fee is awaited
}

// ObstacleKind says what helps.
type ObstacleKind string

const (
	NeedsRows   ObstacleKind = "rows"   // rows to correct or decide
	NeedsRate   ObstacleKind = "rate"   // the resolution of a general meeting
	NeedsPeople ObstacleKind = "people" // a list that is long enough
	NeedsYear   ObstacleKind = "year"   // another subscription year
	NeedsFee    ObstacleKind = "fee"    // the fee of an earlier list of the year
)

// count counts the lines by what becomes of them.
func (p *Preview) count(m material) {
	families := map[PersonID]bool{} // whose payer pays, once
	for i := range p.Lines {
		l := &p.Lines[i]
		p.Counts[l.State]++
		if l.State != RowLeftOut {
			p.Listed++
		}
		if l.charged() {
			p.Charged++
			if m.rate != nil {
				l.Charge = m.chargeOf(l, families)
			}
			if !l.Row.Waiver.On.IsZero() {
				p.Waivers++
			}
		}
		if l.Double {
			p.Doubles++
		}
		if len(l.Changes) > 0 && (l.State == RowMatch || l.State == RowUnchanged) {
			p.Changes++
		}
	}
}

// countMembers is the club's members of the year: those on this list and those
// whom earlier lists registered.
func (p *Preview) countMembers(m material) int {
	n := len(m.registered)
	for _, l := range p.Lines {
		if l.State != RowLeftOut && l.State != RowUnchanged && (l.Person == nil || !m.registered[l.Person.ID]) {
			n++
		}
	}
	return n
}

// price works out the fee, and from when the list would have effect with what
// was paid so far.
func (p *Preview) price(m material) constitution.Registration {
	if m.rate == nil {
		return constitution.Registration{}
	}
	p.Priced, p.Rate = true, *m.rate
	p.kindRates = m.kindRates
	p.otherRates(m)
	credits := slices.Clone(m.paid)
	free := false
	for _, l := range p.Lines {
		free = free || l.free
		if l.charged() && !l.Row.Waiver.On.IsZero() {
			// By the day of the list as it is now: it may have been corrected.
			credits = append(credits, constitution.Credit{
				Day: m.ret.ListReceived, Amount: l.Charge, Kind: constitution.Waived,
			})
		}
	}
	reg := m.rules.Register(constitution.ClubList{
		Members: p.Members, Charged: p.Charged, Rate: m.rate.Amount, Received: m.ret.ListReceived, Credits: credits,
		Year: m.ret.Year, Differ: p.differ, DifferWhy: p.differWhy,
	})
	p.beforeWaivers = m.rules.Told(reg.FeeTrace)
	if p.Doubles > 0 || free {
		_, why := m.rules.Charged()
		p.beforeWaivers = p.beforeWaivers.With(constitution.Trace{Readings: why.Readings})
	}
	p.Fee, p.FeeTrace = reg.Due(), p.beforeWaivers.With(reg.DueTrace)
	p.FeeTrace.Step(rule22, "%s", m.rate.Source())
	return reg
}

func (p *Preview) findObstacles(m material, yearProblem error) {
	add := func(kind ObstacleKind, rule, format string, args ...any) {
		p.Obstacles = append(p.Obstacles, Obstacle{Text: fmt.Sprintf(format, args...), Rule: rule, Kind: kind})
	}
	if n := p.Counts[RowError]; n > 0 {
		add(NeedsRows, "", "%s to be fixed or left out.", verb(n, "row", "has", "have"))
	}
	if n := p.Counts[RowOpen]; n > 0 {
		add(NeedsRows, "", "%s to be matched: choose who each one is.", verb(n, "row", "has", "have"))
	}
	if yearProblem != nil {
		add(NeedsYear, "2.2", "%s", messageOf(yearProblem))
	}
	if err := refuseSize(m.rules, p.Members); err != nil {
		add(NeedsPeople, rule23, "%s", messageOf(err))
	}
	if m.rate == nil {
		add(NeedsRate, "2.2", "%s", messageOf(treasury.NoRate(m.ret.Year)))
	}
	if m.unpaid != nil {
		add(
			NeedsFee, rule23,
			"The list received on %s is confirmed, but its fee has not come in. Record that fee first, so that its members "+
				"are not charged twice.",
			m.unpaid.ListReceived.Long(),
		)
		p.Obstacles[len(p.Obstacles)-1].Return = m.unpaid.ID
	}
	open := m.ret.State == Draft && p.Counts[RowOpen] > 0
	p.AskConsent = m.ret.Consent.IsZero() && (p.NewMembers > 0 || open)
}

// ForTreasurer reports whether whom a row may be is not the reader's to know, so that the treasurer says who it is.
func (l Line) ForTreasurer() bool {
	return l.State == RowOpen && slices.ContainsFunc(l.Candidates, func(c RowCandidate) bool { return c.Hidden })
}

// ToDo counts the rows that the reader must correct, decide or leave out.
func (p Preview) ToDo() int {
	n := p.Counts[RowError] + p.Counts[RowOpen]
	for _, l := range p.Lines {
		if l.ForTreasurer() {
			n--
		}
	}
	return n
}

// refuseOpen refuses a list on which a row is open that its reader can decide. It names the rows.
func (p Preview) refuseOpen() error {
	const named = 3
	var open []string
	for _, l := range p.Lines {
		if l.State == RowOpen && !l.ForTreasurer() {
			open = append(open, fmt.Sprintf("row %d (%s)", l.Row.Number, oneLine(l.Row.Given+" "+l.Row.Family)))
		}
	}
	if len(open) == 0 {
		return nil
	}
	rows := strings.Join(open[:min(named, len(open))], ", ")
	if more := len(open) - named; more > 0 {
		rows += " and " + count(more, "more row")
	}
	return apperr.New(apperr.Invalid, "Choose first who this is, or leave it out: %s.", rows)
}

// hideFrom takes out of the preview what the actor may not know: who a
// candidate is, and contact data of people who are not the club's.
func (p *Preview) hideFrom(actor auth.Actor, m material, today civil.Date) {
	if auth.Can(actor, auth.ViewRegister, auth.Object{}, today) {
		return
	}
	own := func(id PersonID) bool { return ownMember(m.terms[id], m.ret.Club, m.ret.Year, today) }
	for i := range p.Lines {
		l := &p.Lines[i]
		var shown []RowCandidate
		for _, c := range l.Candidates {
			if own(c.Person) {
				shown = append(shown, c)
			}
		}
		if len(shown) < len(l.Candidates) {
			shown = append(shown, RowCandidate{Hidden: true})
		}
		l.Candidates = shown
		l.Findings = slices.DeleteFunc(l.Findings, func(f Finding) bool { return f.about != 0 && !own(f.about) })
		if l.Person != nil && !own(l.Person.ID) {
			l.Person = &members.Person{ID: l.Person.ID, Name: members.Name{Family: l.Row.Family, Given: l.Row.Given}}
			l.Changes = nil
		}
	}
}

// ownMember reports whether the club registered the person for the year or the
// one before, and no other club has the person now.
func ownMember(inForce []members.Term, club ClubID, year members.Year, today civil.Date) bool {
	own := false
	for _, t := range inForce {
		switch {
		case t.Club == club && t.Year >= year-1:
			own = true
		case t.Club != club && t.Club != 0 && t.Covers(today):
			return false
		}
	}
	return own
}
