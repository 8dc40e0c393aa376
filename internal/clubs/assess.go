package clubs

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
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
		return "Needs fixing"
	case RowOpen:
		return "Choose who this is"
	case RowNew:
		return "New person"
	case RowMatch:
		return "In the register"
	case RowUnchanged:
		return "Already registered"
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
	Kind         kinds.Kind  // of the member, of a row that is charged; "" like full
	Double       bool        // pays although registered for the year elsewhere: may be waived
	free         bool        // not charged, being registered for the year elsewhere
}

// registers reports whether the row gives somebody a term.
func (l Line) registers() bool { return l.State == RowNew || l.State == RowMatch }

// charged reports whether the fee counts the row.
func (l Line) charged() bool { return l.registers() && !l.free }

// RowCandidate is somebody of the register whom a row may be.
type RowCandidate struct {
	Person PersonID
	Score  int
	Why    string
	Name   string // for display
	Clubs  string // names of the clubs, for display
	Hidden bool   // the reader may not know who it is
}

// material is everything that the assessment of a return looks at.
type material struct {
	ret        Return
	rows       []Row
	candidates map[RowID][]RowCandidate
	people     map[PersonID]members.Person
	terms      map[PersonID][]members.Term // in force
	earlier    map[PersonID][]members.Earlier
	moved      map[PersonID]members.Term   // from the club after the list was sent, with the term held elsewhere
	registered map[PersonID]bool           // by this club for the year, by earlier lists
	unpaid     *Return                     // an earlier list of the club and year that awaits its fee, or nil
	rate       *treasury.Rate              // nil: none recorded
	kinds      map[PersonID]kinds.Standing // of those who are not full members
	kindRates  map[kinds.Kind]treasury.Rate
	clubNames  map[ClubID]string
	paid       []constitution.Credit
	today      civil.Date

	history constitution.History
	rules   constitution.Constitution // of the day on which the list was received
}

// assess works out the preview of a return: a pure function of the material.
func assess(m material) Preview {
	p := Preview{Lines: make([]Line, 0, len(m.rows)), Counts: map[RowState]int{}}
	seen := newSeen()
	for _, row := range m.rows {
		p.Lines = append(p.Lines, m.assessRow(row, seen))
	}
	p.count(m)
	p.Members = p.countMembers(m)
	reg := p.price(m)
	yearProblem := m.joining(Row{}, reg.From).Check(m.history)
	if yearProblem == nil {
		p.registerLines(m, reg.From)
	}
	p.findObstacles(m, yearProblem)
	return p
}

// joining is what decides the term of somebody on the list when its full fee
// is in on a day. While it is not, that is reckoned to be today.
func (m material) joining(row Row, effective civil.Date) members.Joining {
	if effective.IsZero() {
		effective = civil.Later(m.ret.ListReceived, m.today)
	}
	return members.Joining{
		Received: m.ret.ListReceived, Effective: effective, Year: m.ret.Year, Terms: m.terms[row.Person],
		Since: row.since(m.ret.ListReceived), Earlier: m.earlier[row.Person],
	}
}

// since is since when the list has somebody as a member; zero of one that does not say, or says a day to come.
func (r ListRow) since(received civil.Date) members.Since {
	first, last, ok := SinceDays(r.Since, received)
	if !ok || first.After(received) {
		return members.Since{}
	}
	return members.Since{Day: last, Text: r.Since}
}

// sinceUnused says why what the list has of it is not used; "" when it is, or says nothing.
func (r ListRow) sinceUnused(received civil.Date) string {
	if r.Since == "" || !r.since(received).Day.IsZero() {
		return ""
	}
	why := "says no day, month or year since when"
	if _, ok := MemberSince(r.Since, received); ok {
		why = "is after the day on which the list was received"
	}
	return fmt.Sprintf("“%s” %s, so it is not used: the register alone says whether this is a new member (Rule 2.2).", r.Since, why)
}

// registerLines works out the terms that the list gives when it takes effect
// on a day; zero: the full fee is not in yet.
func (p *Preview) registerLines(m material, effective civil.Date) {
	for i := range p.Lines {
		l := &p.Lines[i]
		if !l.registers() {
			continue
		}
		in := m.joining(l.Row, effective)
		g := in.Under(m.history)
		if effective.IsZero() && g.NewMember() {
			g.Trace.Step(rule23, "The full fee is not in: worked out as if it came on %s", in.Effective.Long())
		}
		l.Registration = &g
		if g.NewMember() {
			p.NewMembers++
		}
		if g.Kind == members.KindCarriedOver {
			p.Carried++
			if l.Row.Since == "" {
				l.find(Caution, "since", "Registered until %s as a new member, by the terms that the register has. Whoever was a member "+
					"before does not get the year beyond: correct the row and say since when, or send the list with a column "+
					"“Member since”.", g.To.Long())
			}
		}
	}
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
	if text := row.doubt(); text != "" {
		l.find(Caution, "family_name", "%s", text)
	}
	if text := row.sinceUnused(m.ret.ListReceived); text != "" {
		l.find(Caution, "since", "%s", text)
	}
	if n, ok := seen.person(row); ok {
		l.find(Problem, "", "Row %d is the same person. Leave one of the two out.", n)
	} else if n, ok := seen.name(row); ok {
		l.find(Caution, "", "Row %d has the same name. If it is the same person, leave one of the two out.", n)
	}
	if p, ok := m.people[row.Person]; ok && row.Decision == SamePerson {
		l.Person = &p
		if !p.Died.IsZero() {
			l.find(Problem, "", "It is recorded that %s died on %s. Leave the row out.", p.Name, p.Died.Long())
		}
		m.askWhoMoved(&l)
		l.Changes = row.contact(p).Against(p)
		if members.NameKey(row.Family, row.Given) != members.NameKey(p.Name.Family, p.Name.Given) ||
			row.Family != p.Name.Family || row.Given != p.Name.Given {
			l.tell(p.ID, "The register has “%s” (no. %d). A list never changes a name.", p.Name, p.ID)
		}
	}
	l.State = m.stateOf(l)
	m.cautions(&l)
	return l
}

// askWhoMoved says of someone who moved away since the list was sent: of a list that is handed in it is a problem, so that no
// one is registered again with a club that they left.
func (m material) askWhoMoved(l *Line) {
	t, moved := m.moved[l.Person.ID]
	if !moved || !m.ret.State.Open() || m.registered[l.Person.ID] {
		return
	}
	to := "no club"
	if t.Club != 0 {
		to = m.clubNames[t.Club]
	}
	if m.ret.State == Submitted {
		l.find(Problem, "", "%s moved to %s on %s, after this list was handed in. Leave the row out; or hand the list in again, if "+
			"the club means it.", l.Person.Name, to, t.From.Long())
		return
	}
	l.find(Caution, "", "%s moved to %s on %s. Leave the row out, unless the club means it.", l.Person.Name, to, t.From.Long())
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
	t, found := members.RegisteredTo(m.rules.Last(m.ret.Year), m.terms[l.Person.ID])
	if !found {
		return
	}
	through := "as an individual member"
	if t.Club != 0 {
		through = "through " + m.clubNames[t.Club]
	}
	charged, _ := m.rules.Charged()
	l.Double, l.free = charged, !charged
	if l.free {
		l.tell(
			l.Person.ID, "Already registered until %s %s, so not charged again (Rule 2.3, as the committee ruled).", t.To.Long(),
			through,
		)
		return
	}
	l.tell(
		l.Person.ID,
		"Already registered until %s %s. Rule 2.3 counts every member on the list; the treasurer may waive the fee and "+
			"give a reason.",
		t.To.Long(), through,
	)
}

func (l *Line) find(level Level, field, format string, args ...any) {
	l.Findings = append(l.Findings, Finding{Level: level, Field: field, Text: fmt.Sprintf(format, args...)})
}

// tell adds a caution that rests on what the register knows of a person.
func (l *Line) tell(about PersonID, format string, args ...any) {
	l.Findings = append(l.Findings, Finding{Level: Caution, Text: fmt.Sprintf(format, args...), about: about})
}

// checkRow checks the cells of a row.
func checkRow(r Row) []Finding {
	var out []Finding
	for _, f := range r.person().Check() {
		level := Problem
		if f.Name == "grade" {
			level = Caution
			f.Message = fmt.Sprintf(
				"“%s” will not be used, and the register keeps the playing strength it has. %s", r.Grade, f.Message,
			)
		}
		out = append(out, Finding{Level: level, Field: f.Name, Text: f.Message})
	}
	if r.Given == "" && r.Family != "" {
		out = append(out, Finding{
			Level: Caution, Field: "given_names", Text: "There is only one name. Check whether one is missing.",
		})
	}
	if strings.ContainsAny(r.Family+r.Given, "0123456789@") {
		out = append(out, Finding{
			Level: Caution, Field: "family_name", Text: "The name has a digit or a symbol in it. Check the columns.",
		})
	}
	if utf8.RuneCountInString(r.MemberNo) > 20 {
		out = append(out, Finding{Level: Caution, Field: "member_no", Text: "This is not a member number, so it is ignored."})
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

// name looks for the name with the family name first or last.
func (s *seen) name(r Row) (number int, twice bool) {
	key, swapped := members.NameKey(r.Family, r.Given), members.NameKey(r.Given, r.Family)
	if key == "" {
		return 0, false
	}
	for _, k := range []string{key, swapped} {
		if n, ok := s.names[k]; ok {
			return n, true
		}
	}
	s.names[key] = r.Number
	return 0, false
}
