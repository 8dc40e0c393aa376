package takeover

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/clubname"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/sheet"
)

// ClubRow is a club of the files with what would be done.
type ClubRow struct {
	Name string
	ID   ClubID // of the register; 0: it is added, or no club is made of it
	Does []string
	Says []string // what should be looked at
}

// clubPlan is a club that the files name.
type clubPlan struct {
	id        ClubID // of the register; 0: is added
	in        clubs.ClubInput
	filled    bool // what the register has nothing of is filled in
	secretary int  // place among the planned people, from 0; -1: none
	row       int  // of its secretary
	says      []string
	listed    bool // a list of clubs has it
	fresh     bool // it is added
	counted   bool // it is known whether it is peopled
	peopled   bool
}

// How a spelling is decided on: “new”, “none”, “club:7”, “as:KEY”.
const (
	asNew  = "new"
	asNone = "none"
	asClub = "club:"
	asSame = "as:"
)

// maxSpellings is how many names of clubs are read: more are another column's.
const maxSpellings = 150

// spell finds out which club each name of a club means.
func (p *planner) spell(lines []line) {
	for _, l := range lines {
		name := l.get(sheet.Club)
		if l.club != nil {
			name = l.club[sheet.Club]
		}
		key := clubname.Key(name)
		if key == "" {
			continue
		}
		at, known := p.spelled[key]
		if !known {
			at = len(p.Spellings)
			p.spelled[key] = at
			p.Spellings = append(p.Spellings, Spelling{Name: name, Key: short(key), plain: key})
		}
		s := &p.Spellings[at]
		s.Rows++
		if name != s.Name && !slices.Contains(s.Others, name) && len(s.Others) < 5 {
			s.Others = append(s.Others, name)
		}
	}
	if n := len(p.Spellings); n > maxSpellings {
		p.obstacle("The files name %d different clubs, and at most %d are read. Say which column has the clubs.", n, maxSpellings)
		p.Spellings, p.spelled = nil, map[string]int{}
		return
	}
	for i := range p.Spellings {
		s := &p.Spellings[i]
		p.decide(s)
		if s.New && !s.Ask && (clubs.ClubInput{Name: s.Name}).Check() != nil {
			s.New, s.Ask, s.Why = false, true, "this cannot be the name of a club"
		}
	}
	for i := range p.Spellings { // one that means another is that one's club
		s := &p.Spellings[i]
		if other := p.byKey(s.As); s.As != "" && (other == nil || other.As != "" || other.Ask) {
			s.As, s.Ask = "", true
		}
	}
	for i := range p.Spellings {
		if s := &p.Spellings[i]; s.New && !s.Ask {
			p.Plan.found = append(p.Plan.found, &clubPlan{in: clubs.ClubInput{Name: s.Name}, secretary: -1, fresh: true})
		}
	}
}

func (p *planner) byKey(key string) *Spelling {
	for i := range p.Spellings {
		if p.Spellings[i].Key == key {
			return &p.Spellings[i]
		}
	}
	return nil
}

// decide says which club a spelling means: as it was chosen, by the register, or that somebody must say.
func (p *planner) decide(s *Spelling) {
	own := clubname.Key(s.Name)
	for _, c := range p.material.clubs {
		if clubname.Key(c.Name) == own || c.Short != "" && clubname.Key(c.Short) == own {
			s.Club, s.Why = c.ID, "a club of the register"
			return
		}
	}
	switch chosen := p.clubAs[s.Key]; {
	case chosen == asNone:
		s.Why = "no club, as was chosen"
		return
	case chosen == asNew:
		s.New = true
		return
	case strings.HasPrefix(chosen, asClub):
		for _, c := range p.material.clubs {
			if fmt.Sprint(asClub, c.ID) == chosen {
				s.Club, s.Why = c.ID, "as was chosen"
				return
			}
		}
	case strings.HasPrefix(chosen, asSame):
		for _, c := range p.material.clubs {
			if short(clubname.Key(c.Name)) == strings.TrimPrefix(chosen, asSame) {
				s.Club, s.Why = c.ID, "as was chosen"
				return
			}
		}
		s.As, s.Why = strings.TrimPrefix(chosen, asSame), "as was chosen"
		return
	}
	for _, c := range p.material.clubs {
		if nearly(clubname.Key(c.Name), own) {
			s.Ask, s.Why = true, "nearly the name of "+c.Name
			return
		}
	}
	for _, other := range p.Spellings {
		if other.Key != s.Key && nearly(other.plain, own) {
			s.Ask, s.Why = true, "nearly the name “"+other.Name+"”"
			return
		}
	}
	s.New = true
}

// nearly reports whether two keys differ by at most two letters, or one begins with the other.
func nearly(a, b string) bool {
	if a == b {
		return true
	}
	if (strings.HasPrefix(a, b+" ") || strings.HasPrefix(b, a+" ")) && min(len(a), len(b)) >= 3 {
		return true
	}
	return min(len(a), len(b)) >= 5 && distance([]rune(a), []rune(b)) <= 2
}

// distance is how many letters are to be changed, added or left out, up to 3.
func distance(a, b []rune) int {
	if max(len(a)-len(b), len(b)-len(a)) > 2 || len(a) > 100 || len(b) > 100 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// clubOf is the club that a name means: one of the register, or the place of one that is added, from 0; -1: none.
func (p *planner) clubOf(name string) (id ClubID, added int) {
	at, known := p.spelled[clubname.Key(name)]
	if !known {
		return 0, -1
	}
	s := p.Spellings[at]
	if s.As != "" {
		s = *p.byKey(s.As)
	}
	if s.Club != 0 {
		return s.Club, -1
	}
	for i, c := range p.Plan.found {
		if s.New && c.id >= 0 && c.fresh && clubname.Key(c.in.Name) == clubname.Key(s.Name) {
			return 0, i
		}
	}
	return 0, -1
}

// clubRow takes what a list of clubs says of one.
func (p *planner) clubRow(l line) {
	name := l.club[sheet.Club]
	id, at := p.clubOf(name)
	switch {
	case id == 0 && at < 0:
		p.Plan.found = append(p.Plan.found, &clubPlan{secretary: -1, id: -1, in: clubs.ClubInput{Name: name}, listed: true})
		if name != "" {
			p.last().says = append(p.last().says, "No club is made of this row.")
		}
	case id != 0:
		at = slices.IndexFunc(p.Plan.found, func(c *clubPlan) bool { return c.id == id })
		if at < 0 {
			p.Plan.found = append(p.Plan.found, &clubPlan{id: id, secretary: -1, in: p.register(id)})
			at = len(p.Plan.found) - 1
		}
	}
	if at >= 0 { // the last one is the row's
		c := p.Plan.found[at]
		p.Plan.found = append(slices.Delete(p.Plan.found, at, at+1), c)
	}
	c := p.last()
	c.listed = true
	if c.id < 0 {
		return
	}
	for _, f := range []struct {
		key  sheet.Key
		into *string
		most int
	}{{clubCity, &c.in.City, 100}, {clubMeets, &c.in.Meets, 300}, {clubEmail, &c.in.Email, 200}, {clubSite, &c.in.Website, 200}} {
		text := l.club[f.key]
		if f.key == clubSite && text != "" && !strings.Contains(text, "://") {
			text = "https://" + text
		}
		switch {
		case text == "" || text == *f.into:
		case *f.into != "":
			c.says = append(c.says, "“"+text+"” is not taken: the register has “"+*f.into+"”.")
		default:
			was := *f.into
			*f.into = text
			if err := c.in.Check(); err != nil {
				*f.into = was
				c.says = append(c.says, "“"+text+"” cannot be read, so it is left out.")
			} else if c.id != 0 {
				c.filled = true
			}
		}
	}
}

// dropUnused adds no club that only rows have which are left out.
func (p *planner) dropUnused() {
	used := map[string]bool{}
	for _, r := range p.Plan.Rows {
		at, known := p.spelled[clubname.Key(r.line.get(sheet.Club))]
		if r.Choice.Kind == LeaveOut || !known {
			continue
		}
		s := &p.Spellings[at]
		if s.As != "" {
			s = p.byKey(s.As)
		}
		used[s.plain] = true
	}
	p.Plan.found = slices.DeleteFunc(p.Plan.found, func(c *clubPlan) bool {
		at, known := p.spelled[clubname.Key(c.in.Name)]
		if !known || !c.fresh || c.listed || used[p.Spellings[at].plain] {
			return false
		}
		p.Spellings[at].New, p.Spellings[at].Why = false, "only rows that are left out have it"
		return true
	})
}

func (p *planner) last() *clubPlan { return p.Plan.found[len(p.Plan.found)-1] }

// register is what the register has of a club.
func (p *planner) register(id ClubID) clubs.ClubInput {
	for _, c := range p.material.clubs {
		if c.ID == id {
			return c.Input()
		}
	}
	return clubs.ClubInput{}
}

// planSecretaries says who becomes secretary of which club: of one that has another, no one does.
func (p *planner) planSecretaries() {
	for i := range p.Plan.Rows {
		row := &p.Plan.Rows[i]
		if row.line.club == nil || row.person < 0 || row.again || row.State == Out || row.Choice.Kind == LeaveOut {
			continue
		}
		id, at := p.clubOf(row.line.club[sheet.Club])
		if id != 0 {
			at = slices.IndexFunc(p.Plan.found, func(c *clubPlan) bool { return c.id == id })
		}
		if at >= 0 {
			p.nameSecretary(p.Plan.found[at], i)
		}
	}
}

func (p *planner) nameSecretary(c *clubPlan, row int) {
	d := p.Plan.folk[p.Plan.Rows[row].person]
	held, has := p.heads[c.id]
	switch {
	case has && c.id != 0 && held.Person == d.id:
		return
	case has && c.id != 0:
		c.says = append(c.says, fmt.Sprintf("%s is the secretary: another one is named on the club’s page.", held.Name))
		return
	case c.secretary >= 0 && c.secretary != p.Plan.Rows[row].person:
		c.says = append(c.says, "Two secretaries are named: only the first is taken.")
		return
	}
	if d.gone.gone != "" {
		c.says = append(c.says, d.nameIn(p)+" "+d.gone.gone+" by these files, so is not named its secretary.")
		return
	}
	if d.id != 0 && p.people[d.id].SignsInWith != "" {
		c.says = append(c.says, p.people[d.id].Name.String()+" has an account, and is told of an office: name the secretary on the club’s page.")
		return
	}
	if p.peopled(c) && !p.mayHead(d, c) {
		c.says = append(c.says, d.nameIn(p)+" is not a member of the club by these files, so is not named its secretary (Rule 2.4). "+
			"Say which year the people have paid for, or name the secretary on the club’s page.")
		return
	}
	c.secretary, c.row = p.Plan.Rows[row].person, row
}

// peopled reports whether a club has members this year or last year, or gets them.
func (p *planner) peopled(c *clubPlan) bool {
	if !c.counted {
		c.peopled, c.counted = c.id != 0 && p.hasPeople[c.id] || p.gets(c), true
	}
	return c.peopled
}

// gets reports whether somebody becomes a member of a club by the files.
func (p *planner) gets(c *clubPlan) bool {
	year := p.rules.YearOf(p.today)
	for _, d := range p.Plan.folk {
		for _, t := range d.terms {
			if t.Year >= year-1 && p.isClub(d.years[t.Year].club, c) {
				return true
			}
		}
	}
	return false
}

func (p *planner) isClub(name string, c *clubPlan) bool {
	id, at := p.clubOf(name)
	return id != 0 && id == c.id || id == 0 && at >= 0 && p.Plan.found[at] == c
}

// mayHead asks Rule 2.4 whether somebody may be a club's secretary today.
func (p *planner) mayHead(d *planned, c *clubPlan) bool {
	var held []constitution.Span
	for _, t := range d.terms {
		if p.isClub(d.years[t.Year].club, c) {
			held = append(held, constitution.Span{From: t.From, To: t.To})
		}
	}
	for _, t := range members.InForce(p.terms[d.id]) {
		ends := slices.ContainsFunc(d.ended, func(x members.Term) bool { return x.ID == t.ID })
		if t.Club == c.id && c.id != 0 && !ends {
			held = append(held, constitution.Span{From: t.From, To: t.To})
		}
	}
	may, _ := p.rules.MayBeClubSecretary(held, p.today)
	return may
}
