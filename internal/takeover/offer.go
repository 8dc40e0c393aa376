package takeover

import (
	"fmt"
	"slices"
	"strings"
)

// choiceOf names somebody of the register, or of a row before.
func (p *planner) choiceOf(id PersonID) Choice {
	if id < 0 {
		return Choice{Kind: AsRow, Row: p.Plan.folk[-id-1].from}
	}
	return Choice{Kind: Same, Person: id}
}

// offer lists whom a row can be said to mean.
func (p *planner) offer(r *Row) {
	add := func(id PersonID, why string) {
		c := p.candidate(id, why)
		if !slices.ContainsFunc(r.Candidates, func(x Candidate) bool { return x.Choice == c.Choice }) {
			r.Candidates = append(r.Candidates, c)
		}
	}
	for _, c := range p.directory.Candidates(r.line.probe()) {
		add(c.Person, strings.Join(c.Why, ", "))
	}
	if holder := p.holder(r.line.number()); holder != 0 {
		add(holder, "has this member number")
	}
	if twin, found := p.twin(r.line); found && p.Plan.Rows[twin].person >= 0 {
		add(PersonID(-p.Plan.Rows[twin].person-1), "same name")
	}
	if r.Choice.Kind == Same {
		add(r.Choice.Person, r.Why)
	}
}

func (p *planner) candidate(id PersonID, why string) Candidate {
	label := p.nameOf(id)
	if why != "" {
		label += ": " + why
	}
	if id < 0 {
		if planned := p.Plan.folk[-id-1]; planned.id != 0 {
			id = planned.id
		}
	}
	return Candidate{Choice: p.choiceOf(id), Label: label}
}

// nameOf names somebody of the register by number, or of a row before by it.
func (p *planner) nameOf(id PersonID) string {
	if id < 0 {
		other := p.Plan.folk[-id-1]
		if other.id != 0 {
			return p.nameOf(other.id)
		}
		return fmt.Sprintf("%s, row %d of %s", other.name(), other.from.Row, p.fileName(other.from.File))
	}
	return fmt.Sprintf("%s, no. %d", p.people[id].Name, id)
}

func (p *planner) fileName(id FileID) string {
	for _, f := range p.files {
		if f.ID == id {
			return f.Name
		}
	}
	return ""
}
