package takeover

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/members"
	"nzgs/internal/sheet"
)

// compare works out what changes of everybody, and says it at their first rows.
func (p *planner) compare() {
	for at, d := range p.Plan.folk {
		if len(d.rows) == 0 {
			continue
		}
		r := &p.Plan.Rows[d.rows[0]]
		if d.id != 0 {
			p.changesOf(d, r)
		} else {
			p.checkNew(d, r)
		}
		if len(r.Problems) > 0 && d.id == 0 {
			continue
		}
		p.planTerms(d)
		p.planEarlier(d)
		p.say(d, r, at)
	}
	p.planSecretaries()
}

// checkNew drops what cannot be kept of somebody who is added, and says so.
func (p *planner) checkNew(d *planned, r *Row) {
	drop := map[string]*string{"email": &d.in.Email, "phone": &d.in.Phone, "address": &d.in.Address, "grade": &d.in.Grade, "note": &d.in.Note}
	for _, f := range d.in.Check() {
		if field, ok := drop[f.Name]; ok {
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” is left out. %s", shortened(*field), f.Message))
			*field = ""
			continue
		}
		r.Problems = append(r.Problems, f.Message)
	}
}

func shortened(s string) string {
	const most = 60
	runes := []rune(oneLine(s))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}

// changesOf works out what a file changes of somebody in the register: it fills what is empty, and changes what an earlier
// file has said and nobody changed since.
func (p *planner) changesOf(d *planned, r *Row) {
	person, last := p.people[d.id], p.kept.last[d.id]
	full := members.PersonInput{
		FamilyName: person.Name.Family, GivenNames: person.Name.Given, Order: person.Name.Order, Alias: person.Alias,
		PublicAs: person.PublicAs, Email: person.Contact.Email, Phone: person.Contact.Phone, Address: person.Contact.Address,
		Grade: person.Grade, Note: person.Note,
	}
	change := func(field, label, now string, into *string, fixed string) {
		was := *into
		if now == "" || hashOf(field, now) == hashOf(field, was) {
			return
		}
		switch {
		case last[field] == hashOf(field, now):
			return // it was said before, and was changed here since
		case fixed != "":
			r.Notes = append(r.Notes, label+" “"+shortened(now)+"” is not taken: "+fixed)
			return
		case was != "" && last[field] != hashOf(field, was):
			r.Notes = append(r.Notes, fmt.Sprintf("%s “%s” is not taken: the register has %s.", label, shortened(now), p.seen(was)))
			return
		}
		*into = now
		if bad := full.Check(); bad.Has(field) {
			*into = was
			r.Notes = append(r.Notes, fmt.Sprintf("%s “%s” is left out: it cannot be kept.", label, shortened(now)))
			return
		}
		d.changes = append(d.changes, members.Change{Field: field, Label: label, Was: was, Now: now})
	}
	signsIn := ""
	if person.SignsInWith != "" {
		signsIn = "it is the address that " + person.Name.String() + " signs in with, which is changed there."
	}
	change("email", "E-mail", d.in.Email, &full.Email, signsIn)
	change("phone", "Phone", d.in.Phone, &full.Phone, "")
	change("address", "Address", d.in.Address, &full.Address, "")
	change("grade", "Grade", d.in.Grade, &full.Grade, "")
	p.changeName(d, r, &full, last)
	p.changeNote(d, &full)
	d.in = full
}

// changeName corrects a name that an earlier file has said and this one says otherwise.
func (p *planner) changeName(d *planned, r *Row, full *members.PersonInput, last map[string]string) {
	was := members.NameKey(full.FamilyName, full.GivenNames)
	plain := func(family, given string) string { return short(family + "\x00" + given) }
	if plain(full.FamilyName, full.GivenNames) == plain(d.in.FamilyName, d.in.GivenNames) || d.in.FamilyName == "" {
		return
	}
	said := last["name"]
	switch {
	case said == plain(d.in.FamilyName, d.in.GivenNames): // said before, and changed here since
	case said != "" && said == plain(full.FamilyName, full.GivenNames):
		now := members.Name{Family: d.in.FamilyName, Given: d.in.GivenNames, Order: members.GuessOrder(d.in.FamilyName, d.in.GivenNames)}
		d.changes = append(d.changes, members.Change{
			Field: "name", Label: "Name", Now: now.String(),
			Was: members.Name{Family: full.FamilyName, Given: full.GivenNames, Order: full.Order}.String(),
		})
		full.FamilyName, full.GivenNames, full.Order = d.in.FamilyName, d.in.GivenNames, now.Order
	case was != members.NameKey(d.in.FamilyName, d.in.GivenNames):
		r.Notes = append(r.Notes, "The register has the name “"+members.Name{Family: full.FamilyName, Given: full.GivenNames, Order: full.Order}.String()+"”, which stays.")
	}
}

// changeNote adds the lines of a note that the register does not have yet.
func (p *planner) changeNote(d *planned, full *members.PersonInput) {
	note, last := full.Note, p.kept.last[d.id]["note"]
	if d.in.Note == "" || last == hashOf("note", d.in.Note) {
		return
	}
	for _, text := range strings.Split(d.in.Note, "\n") {
		if !slices.Contains(strings.Split(note, "\n"), text) {
			note = strings.TrimSpace(note + "\n" + text)
		}
	}
	if was := full.Note; note != was {
		full.Note = note
		if full.Check().Has("note") {
			full.Note = was
			return
		}
		d.changes = append(d.changes, members.Change{Field: "note", Label: "Note", Was: was, Now: note})
	}
}

// say writes at a row what is done of its person.
func (p *planner) say(d *planned, r *Row, _ int) {
	if d.id == 0 {
		text := "Added to the register"
		if d.number != 0 {
			text += fmt.Sprintf(" with number %d", d.number)
		}
		r.Does = append(r.Does, text)
	}
	for _, c := range d.changes {
		now := shortened(c.Now)
		if c.Field == "note" && !p.sees {
			now = "longer"
		}
		r.Does = append(r.Does, c.Label+": "+p.seen(c.Was)+" becomes "+now)
	}
	if len(d.terms) > 0 {
		r.Does = append(r.Does, "A member for "+yearsOf(d.terms)+p.clubsOf(d))
	}
	if len(d.ended) > 0 {
		r.Does = append(r.Does, "No longer a member for "+yearsOf(d.ended)+": the file has it otherwise now")
	}
	for _, e := range d.earlier {
		r.Does = append(r.Does, "A member already, "+e.Told)
	}
}

// seen is what the register has of somebody, for who may see it: whoever only looks after accounts learns no more than
// that there is something.
func (p *planner) seen(was string) string {
	switch {
	case was == "":
		return "nothing"
	case !p.sees:
		return "something else"
	}
	return "“" + shortened(was) + "”"
}

// yearsOf names years, those that follow each other together: “2019/20 to 2021/22 and 2024/25”.
func yearsOf(terms []members.Term) string {
	var parts []string
	for i := 0; i < len(terms); {
		j := i
		for j+1 < len(terms) && terms[j+1].Year == terms[j].Year+1 {
			j++
		}
		text := terms[i].Year.String()
		if j > i {
			text += " to " + terms[j].Year.String()
		}
		parts, i = append(parts, text), j+1
	}
	return strings.Join(parts, ", ")
}

// clubsOf names the clubs of the terms that somebody gets.
func (p *planner) clubsOf(d *planned) string {
	var names []string
	for _, t := range d.terms {
		name := d.years[t.Year].club
		if id, at := p.clubOf(name); id != 0 {
			name = p.register(id).Name
		} else if at >= 0 {
			name = p.Plan.found[at].in.Name
		} else {
			continue
		}
		if d.years[t.Year].placed {
			name = t.Year.String() + " with " + name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", " + strings.Join(names, ", ")
}

// count says what each row comes to, and how much there is of everything.
func (p *planner) count() {
	for i := range p.Plan.Rows {
		r := &p.Plan.Rows[i]
		r.State = p.stateOf(r)
		p.Counts[r.State]++
		if r.line.club == nil && !r.again && r.person >= 0 && r.line.get(sheet.Club) != "" && len(r.line.years) == 0 && len(p.Plan.folk[r.person].years) == 0 {
			r.Notes = append(r.Notes, "The club is not kept: a person belongs to a club by a term, and the files give none.")
		}
	}
	for _, d := range p.Plan.folk {
		if d.id == 0 {
			p.New++
			if d.in.Email != "" {
				p.WithMail++
			}
		} else if len(d.changes) > 0 {
			p.Changed++
		}
		p.Terms, p.Ended = p.Terms+len(d.terms), p.Ended+len(d.ended)
		if len(d.earlier) > 0 {
			p.Earlier++
		}
	}
	for _, c := range p.Plan.found {
		p.countClub(c)
	}
	p.findObstacles()
}

func (p *planner) countClub(c *clubPlan) {
	row := ClubRow{Name: c.in.Name, ID: max(c.id, 0), Says: c.says}
	switch {
	case c.id == 0:
		p.AddClubs++
		row.Does = append(row.Does, "Added to the clubs")
	case c.filled:
		p.ChangedClubs++
		row.Does = append(row.Does, "What was empty is filled in")
	}
	if c.secretary >= 0 {
		p.Named++
		row.Does = append(row.Does, p.Plan.folk[c.secretary].nameIn(p)+" is named its secretary from today")
	}
	p.Clubs = append(p.Clubs, row)
}

func (d *planned) nameIn(p *planner) string {
	if d.id != 0 {
		return p.people[d.id].Name.String()
	}
	return d.name()
}

func (p *planner) stateOf(r *Row) State {
	switch {
	case r.Choice.Kind == LeaveOut:
		return Out
	case len(r.Problems) > 0:
		return Wrong
	case r.Choice.Kind == Ask:
		return Open
	case r.person >= 0 && p.Plan.folk[r.person].id == 0 && r.Choice.Kind == NewPerson:
		return Fresh
	case len(r.Does) > 0:
		return Changes
	}
	return Unchanged
}

func (p *planner) findObstacles() {
	for _, f := range p.files {
		for _, m := range f.missing() {
			p.obstacle("%s: %s", f.Name, m.Text)
		}
	}
	if n := p.Counts[Wrong]; n > 0 {
		p.obstacle("%s cannot be taken over as they are: correct the file and send it again, or leave them out.", rowsText(n))
	}
	if n := p.Counts[Open]; n > 0 {
		p.obstacle("%s wait for you to say who they are.", rowsText(n))
	}
	for _, s := range p.Spellings {
		if s.Ask {
			p.obstacle("Say which club “%s” is.", s.Name)
		}
	}
}

func rowsText(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
