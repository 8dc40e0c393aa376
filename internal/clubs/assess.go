package clubs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// RowState is what a row of the preview comes to.
type RowState string

const (
	RowError     RowState = "error"     // must be corrected or left out
	RowOpen      RowState = "open"      // somebody must choose who it is
	RowNew       RowState = "new"       // somebody who is not in the register
	RowMatch     RowState = "match"     // a person of the register
	RowUnchanged RowState = "unchanged" // registered for the year by this club already
	RowLeftOut   RowState = "left_out"
)

// RowStates lists the states in the order of the preview's filter.
var RowStates = []RowState{RowError, RowOpen, RowNew, RowMatch, RowUnchanged, RowLeftOut}

// Label is the state as people read it.
func (s RowState) Label() string {
	switch s {
	case RowError:
		return "Needs correcting"
	case RowOpen:
		return "Choose who it is"
	case RowNew:
		return "New person"
	case RowMatch:
		return "In the register"
	case RowUnchanged:
		return "Registered already"
	case RowLeftOut:
		return "Left out"
	}
	return string(s)
}

// Level says how much a Finding matters.
type Level string

const (
	Problem Level = "error"   // stands in the way of confirming
	Caution Level = "warning" // should be looked at
)

// Finding is something about a row that a person should know.
type Finding struct {
	Level Level
	Field string // column it is about, as ListRow names it in forms; or ""
	Text  string
	about PersonID // tells something of this person that the list does not; or 0
}

// Line is a row of the preview with everything that follows from it.
type Line struct {
	Row          Row
	State        RowState
	Findings     []Finding
	Candidates   []RowCandidate
	Person       *members.Person  // whom the row was taken for, or nil
	Changes      []members.Change // of that person's contact data
	Registration *members.Registration
	Charge       money.Cents // before a waiver
	Double       bool        // pays although registered for the year elsewhere: may be waived
}

// Charged reports whether the fee counts the row.
func (l Line) Charged() bool { return l.State == RowNew || l.State == RowMatch }

// RowCandidate is somebody of the register whom a row may be.
type RowCandidate struct {
	Person PersonID
	Score  int
	Why    string
	Name   string // for display
	Clubs  string // names of the clubs, for display
	Hidden bool   // the reader may not know who it is
}

// Preview is what confirming a return would do.
type Preview struct {
	Lines     []Line
	Counts    map[RowState]int
	Listed    int // rows that are not left out
	Members   int // of the club in the year once confirmed
	Charged   int
	Doubles   int // charged although registered elsewhere
	Waivers   int
	Carried   int  // new members registered for the following year too
	Changes   int  // people whose contact data changes
	Priced    bool // the year has a rate
	Rate      treasury.Rate
	Fee       money.Cents
	FeeTrace  members.Trace
	Obstacles []Obstacle // empty: it can be confirmed
}

// Obstacle is why a return cannot be confirmed yet.
type Obstacle struct {
	Text string
	Rule string // "2.3", or ""
	Kind ObstacleKind
}

// ObstacleKind says what helps.
type ObstacleKind string

const (
	NeedsRows   ObstacleKind = "rows"   // rows to correct or decide
	NeedsRate   ObstacleKind = "rate"   // the resolution of a general meeting
	NeedsPeople ObstacleKind = "people" // a list that is long enough
	NeedsYear   ObstacleKind = "year"   // another subscription year
)

// material is everything that the assessment of a return looks at.
type material struct {
	ret        Return
	rows       []Row
	candidates map[RowID][]RowCandidate
	people     map[PersonID]members.Person
	terms      map[PersonID][]members.Term // in force
	registered map[PersonID]bool           // by this club for the year, by earlier lists
	rate       *treasury.Rate              // nil: none recorded
	clubNames  map[ClubID]string
}

// assess works out the preview of a return: a pure function of the material.
func assess(m material) Preview {
	p := Preview{Lines: make([]Line, 0, len(m.rows)), Counts: map[RowState]int{}}
	seen := newSeen()
	yearProblem := ""
	for _, row := range m.rows {
		l := m.assessRow(row, seen)
		if l.Charged() {
			g, err := members.Subscriptions.Registration(members.Joining{
				Received: m.ret.ListReceived, Year: m.ret.Year, Terms: m.terms[row.Person],
			})
			if err != nil {
				yearProblem = messageOf(err)
			} else {
				l.Registration = &g
			}
		}
		p.add(l, m)
	}
	p.Members = p.countMembers(m)
	p.price(m)
	p.findObstacles(m, yearProblem)
	return p
}

func messageOf(err error) string {
	var e *apperr.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return err.Error()
}

// assessRow decides a row's state from its cells and the decision.
func (m material) assessRow(row Row, seen *seen) Line {
	l := Line{Row: row, Candidates: m.candidates[row.ID]}
	if row.Decision == LeaveOut {
		l.State = RowLeftOut
		return l
	}
	l.Findings = checkRow(row)
	if n, ok := seen.person(row); ok {
		l.find(Problem, "", "Row %d is the same person. Leave one of the two out.", n)
	} else if n, ok := seen.name(row); ok {
		l.find(Caution, "", "Row %d has the same name. If it is the same person, leave one of the two out.", n)
	}
	if p, ok := m.people[row.Person]; ok && row.Decision == SamePerson {
		l.Person = &p
		l.Changes = row.contact().Against(p)
		if members.NameKey(row.Family, row.Given) != members.NameKey(p.Name.Family, p.Name.Given) ||
			row.Family != p.Name.Family || row.Given != p.Name.Given {
			l.tell(p.ID, "The register has “%s” (no. %d). A list never changes a name.", p.Name, p.ID)
		}
	}
	l.State = m.stateOf(l)
	m.cautions(&l)
	return l
}

func (m material) stateOf(l Line) RowState {
	for _, f := range l.Findings {
		if f.Level == Problem {
			return RowError
		}
	}
	switch {
	case l.Row.Decision == NewPerson:
		return RowNew
	case l.Person == nil:
		return RowOpen
	case m.registered[l.Person.ID]:
		return RowUnchanged
	}
	return RowMatch
}

// cautions adds what should be looked at: a likely duplicate taken for a new
// person, and somebody who pays twice.
func (m material) cautions(l *Line) {
	if l.State == RowNew && len(l.Candidates) > 0 {
		best := l.Candidates[0]
		l.tell(best.Person, "%s (no. %d) is in the register: %s.", best.Name, best.Person, best.Why)
	}
	if l.State != RowMatch {
		return
	}
	for _, t := range m.terms[l.Person.ID] {
		if t.To.Before(m.ret.Year.Last()) {
			continue
		}
		l.Double = true
		through := "as an individual member"
		if t.Club != 0 {
			through = "through " + m.clubNames[t.Club]
		}
		l.tell(l.Person.ID, "Registered until %s %s already. Rule 2.3 counts every member on the list; the treasurer may waive the fee with a reason.", t.To.Long(), through)
		return
	}
}

func (l *Line) find(level Level, field, format string, args ...any) {
	l.Findings = append(l.Findings, Finding{Level: level, Field: field, Text: fmt.Sprintf(format, args...)})
}

// tell adds a caution that rests on what the register knows of a person.
func (l *Line) tell(about PersonID, format string, args ...any) {
	l.Findings = append(l.Findings, Finding{Level: Caution, Text: fmt.Sprintf(format, args...), about: about})
}

const maxAddress = 400

// checkRow checks the cells of a row.
func checkRow(r Row) []Finding {
	var out []Finding
	for _, f := range r.person().Check() {
		level := Problem
		if f.Name == "grade" {
			level = Caution
			f.Message = fmt.Sprintf("“%s” is not a playing strength like 3d, 12k or 3.4; it is left as the register has it.", r.Grade)
		}
		out = append(out, Finding{Level: level, Field: f.Name, Text: f.Message})
	}
	if r.Given == "" && r.Family != "" {
		out = append(out, Finding{Level: Caution, Field: "given_names", Text: "There is only one name. Check whether the other is missing."})
	}
	if strings.ContainsAny(r.Family+r.Given, "0123456789@") {
		out = append(out, Finding{Level: Caution, Field: "family_name", Text: "A figure or a sign stands in the name. Check the columns."})
	}
	if utf8.RuneCountInString(r.MemberNo) > 20 {
		out = append(out, Finding{Level: Caution, Field: "member_no", Text: "This is not a member number; it is not looked at."})
	}
	return out
}

// seen remembers the people and names of the rows before.
type seen struct {
	people map[PersonID]int
	names  map[string]int
}

func newSeen() *seen { return &seen{map[PersonID]int{}, map[string]int{}} }

func (s *seen) person(r Row) (number int, twice bool) {
	if r.Decision != SamePerson || r.Person == 0 {
		return 0, false
	}
	if n, ok := s.people[r.Person]; ok {
		return n, true
	}
	s.people[r.Person] = r.Number
	return 0, false
}

func (s *seen) name(r Row) (number int, twice bool) {
	key := members.NameKey(r.Family, r.Given)
	if key == "" {
		return 0, false
	}
	if n, ok := s.names[key]; ok {
		return n, true
	}
	s.names[key] = r.Number
	return 0, false
}

func (p *Preview) add(l Line, m material) {
	p.Counts[l.State]++
	if l.State != RowLeftOut {
		p.Listed++
	}
	if l.Charged() {
		p.Charged++
		if m.rate != nil {
			l.Charge = m.rate.Amount
		}
		if !l.Row.Waiver.On.IsZero() {
			p.Waivers++
		}
	}
	if l.Double {
		p.Doubles++
	}
	if l.Registration != nil && l.Registration.Kind == members.KindCarriedOver {
		p.Carried++
	}
	if len(l.Changes) > 0 && (l.State == RowMatch || l.State == RowUnchanged) {
		p.Changes++
	}
	p.Lines = append(p.Lines, l)
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

func (p *Preview) price(m material) {
	if m.rate == nil {
		return
	}
	p.Priced, p.Rate = true, *m.rate
	var credits []Credit
	for _, l := range p.Lines {
		if l.Charged() && !l.Row.Waiver.On.IsZero() {
			credits = append(credits, Credit{l.Row.Waiver.On, m.rate.Amount, Waived})
		}
	}
	a := Affiliations.Affiliate(Case{
		Year: m.ret.Year, Members: p.Members, Charged: p.Charged, Rate: m.rate.Amount,
		ListReceived: m.ret.ListReceived, Credits: credits,
	})
	p.Fee, p.FeeTrace = a.Due(), a.FeeTrace
	p.FeeTrace.Step("%s", m.rate.Source())
}

func (p *Preview) findObstacles(m material, yearProblem string) {
	add := func(kind ObstacleKind, rule, format string, args ...any) {
		p.Obstacles = append(p.Obstacles, Obstacle{fmt.Sprintf(format, args...), rule, kind})
	}
	if n := p.Counts[RowError]; n > 0 {
		add(NeedsRows, "", "%s to be corrected or left out.", verb(n, "row", "has", "have"))
	}
	if n := p.Counts[RowOpen]; n > 0 {
		add(NeedsRows, "", "%s to be looked at: choose who it is.", verb(n, "row", "has", "have"))
	}
	if yearProblem != "" {
		add(NeedsYear, "2.2", "%s", yearProblem)
	}
	if err := Affiliations.CheckSize(p.Members); err != nil {
		add(NeedsPeople, rule23, "%s", messageOf(err))
	}
	if m.rate == nil {
		add(NeedsRate, "2.2", "%s", messageOf(treasury.NoRate(m.ret.Year)))
	}
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
