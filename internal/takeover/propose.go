package takeover

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/members"
	"nzgs/internal/sheet"
)

// maxNumber is the highest member number that is kept as one; what is higher counts something else.
const maxNumber = 9_999_999

// number is the member number that a row says; 0 of none that can be one.
func (l line) number() PersonID {
	n, err := strconv.ParseInt(strings.TrimSuffix(l.get(sheet.MemberNo), ".0"), 10, 64)
	if err != nil || n < 1 || n > maxNumber {
		return 0
	}
	return PersonID(n)
}

// planner works a plan out.
type planner struct {
	material
	Plan
	numbers map[PersonID]int // member numbers that people who are added have in the files
	rows    map[Ref]int      // of each row its place
	byID    map[PersonID]int // planned people of the register
	inFile  map[string][]int // rows of a file by name
	alone   map[string]int   // how often a file has a name
	spelled map[string]int   // spellings by their keys
}

// plan works out what taking the files over would do: a function of the material, but for what it reads of the people
// whom it finds.
func plan(m material) (Plan, error) {
	p := planner{
		material: m, Plan: Plan{Counts: map[State]int{}}, numbers: map[PersonID]int{}, rows: map[Ref]int{}, byID: map[PersonID]int{},
		inFile: map[string][]int{}, alone: map[string]int{}, spelled: map[string]int{},
	}
	var lines []line
	for _, what := range []What{OfPeople, OfClubs} { // secretaries are found among the people
		for i := range p.files {
			if p.files[i].What == what {
				lines = append(lines, p.files[i].lines(i)...)
			}
		}
	}
	if err := p.know(lines); err != nil {
		return Plan{}, err
	}
	for _, l := range lines {
		p.alone[fmt.Sprint(l.file, l.nameKey())]++
	}
	p.spell(lines)
	for _, l := range lines {
		if l.club != nil {
			p.clubRow(l)
		}
		if l.club == nil || l.get(sheet.FullName) != "" {
			p.row(l)
		}
	}
	if err := p.know(nil); err != nil {
		return Plan{}, err
	}
	p.dropUnused()
	p.compare()
	p.rateAll()
	p.count()
	p.digest()
	return p.Plan, nil
}

// know reads what is kept of everybody whom the rows may mean.
func (p *planner) know(lines []line) error {
	seen := map[PersonID]bool{}
	add := func(id PersonID) {
		if id > 0 {
			seen[id] = true
		}
	}
	for _, l := range lines {
		for _, c := range p.directory.Candidates(l.probe()) {
			add(c.Person)
		}
		if r, ok := p.kept.of(l, true); ok {
			add(r.person)
		}
		add(l.number())
		add(p.files[l.file].Choices[l.Number].Person)
	}
	for id := range p.byID {
		add(id)
	}
	var ids []PersonID
	for id := range seen {
		if _, read := p.people[id]; !read {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return p.known(ids)
}

func (l line) probe() members.Probe {
	family, given, full := l.name()
	return members.Probe{
		Number: l.get(sheet.MemberNo), Family: family, Given: given, Full: full, Email: l.email(), Phone: l.get(sheet.Phone),
	}
}

// several are separators of two addresses in one cell.
var severalAddresses = regexp.MustCompile(`[;,\s/]+`)

// email is the first address of the cell.
func (l line) email() string { return severalAddresses.Split(l.get(sheet.Email), 2)[0] }

// row adds a row to the plan.
func (p *planner) row(l line) {
	f := &p.files[l.file]
	family, given, _ := l.name()
	r := Row{
		Ref: Ref{f.ID, l.Number}, FileName: f.Name, line: l, person: -1,
		Name: members.Name{Family: family, Given: given, Order: members.GuessOrder(family, given)}.Listed(), Cells: l.says(),
	}
	if family == "" && given == "" {
		r.Name = "(no name)"
		r.Problems = append(r.Problems, "The name is missing.")
	}
	p.propose(&r)
	if own, decided := f.Choices[l.Number]; decided && own.Kind != Ask {
		r.Choice, r.decided, r.Why = own, true, ""
	}
	p.settle(&r)
	if r.Choice.Kind == LeaveOut {
		r.Problems, r.Notes = nil, nil
	}
	p.rows[r.Ref] = len(p.Plan.Rows)
	p.Plan.Rows = append(p.Plan.Rows, r)
	key := fmt.Sprint(l.file, l.nameKey())
	p.inFile[key] = append(p.inFile[key], len(p.Plan.Rows)-1)
}

// says is what a row has beside the name.
func (l line) says() (out []string) {
	for _, key := range []sheet.Key{sheet.MemberNo, sheet.Grade, sheet.Rating, sheet.Club, sheet.Email, sheet.Phone} {
		if text := l.get(key); text != "" {
			if key == sheet.MemberNo {
				text = "no. " + text
			}
			out = append(out, text)
		}
	}
	if text := oneLine(l.address()); text != "" {
		out = append(out, text)
	}
	if text := l.get(sheet.Since); text != "" {
		out = append(out, "since "+text)
	}
	return out
}

// propose says whom a row means, by what, or that somebody must decide.
func (p *planner) propose(r *Row) {
	l := r.line
	if before, found := p.kept.of(l, p.alone[fmt.Sprint(l.file, l.nameKey())] == 1 || p.perYear(l)); found {
		switch {
		case before.person == 0:
			r.Choice, r.Why = Choice{Kind: LeaveOut}, "left out when "+before.file+" was taken over"
			return
		case p.exists(before.person):
			if why := p.another(l, before); why != "" {
				r.Choice = Choice{Kind: Same, Person: p.current(before.person)}
				p.offer(r)
				r.Choice = Choice{}
				r.Notes = append(r.Notes, why)
				return
			}
			r.Choice, r.Why = Choice{Kind: Same, Person: p.current(before.person)}, "taken over with "+before.file
			p.offer(r)
			return
		}
	}
	p.offer(r)
	if why := p.doubt(l); why != "" {
		r.Notes = append(r.Notes, why)
		return
	}
	if twin, found := p.twin(l); found && !p.perYear(l) {
		r.Notes = append(r.Notes, fmt.Sprintf("Row %d of this file has the same name. Say whether it is one person or two.", p.Plan.Rows[twin].Row))
		return
	}
	p.match(r)
}

// perYear reports whether the file has a row for each person and year.
func (p *planner) perYear(l line) bool { return p.files[l.file].has(rowYear) }

// twin is an earlier row of the same file with the same name that was not left out.
func (p *planner) twin(l line) (row int, found bool) {
	for _, i := range p.inFile[fmt.Sprint(l.file, l.nameKey())] {
		if p.Plan.Rows[i].Choice.Kind != LeaveOut {
			return i, true
		}
	}
	return 0, false
}

// doubt says why a row reads like no one, or like two people.
func (p *planner) doubt(l line) string {
	family, given, full := l.name()
	var rest, filled []string
	for _, key := range []sheet.Key{sheet.Email, sheet.Phone, sheet.Grade, sheet.Club, sheet.Since} {
		if text := l.get(key); text != "" {
			rest = append(rest, text)
		}
	}
	for _, name := range [][]string{{given, family}, {family, given}, {oneLine(given + " " + family)}, {full}, {l.get(sheet.MemberNo), full, family, given}} {
		filled = slices.DeleteFunc(slices.Clone(name), func(s string) bool { return s == "" })
		if sheet.IsTotal(append(filled, rest...)) {
			return "This reads like a total and not like a person. Leave it out, or say who it is."
		}
	}
	headings := 0
	for i, col := range p.files[l.file].Columns {
		if heading := p.files[l.file].heading(i); col.Means != "" && heading != "" && l.get(col.Means) == oneLine(heading) {
			headings++
		}
	}
	switch {
	case headings > 1:
		return "This reads like the headings again. Leave it out, or say who it is."
	case severalPeople.MatchString(family) || severalPeople.MatchString(given) || severalPeople.MatchString(full) && !oneComma(full):
		return "This reads like two people. Each person needs a row: put them into two rows of the file and send it again, or " +
			"say that it is one person."
	case p.status(l).gone != "":
		return "The list says “" + p.status(l).said + "”. Leave the row out, or take it over as someone who " + p.status(l).gone + "."
	}
	return ""
}

var severalPeople = regexp.MustCompile(`(?i)[&+/;,]|\b(?:and|plus|with|rāua ko|raua ko)\b`)

// oneComma is true of “Tūī, Aroha”.
func oneComma(full string) bool {
	before, after, found := strings.Cut(full, ",")
	return found && !severalPeople.MatchString(before) && !severalPeople.MatchString(after)
}

// match finds whom a row means among the people of the register and of the rows before it.
func (p *planner) match(r *Row) {
	l, n := r.line, r.line.number()
	found := p.directory.Candidates(l.probe())
	holder := p.holder(n)
	var exact, near []members.Candidate
	for _, c := range found {
		switch {
		case c.SameName():
			exact = append(exact, c)
		case c.Named():
			near = append(near, c)
		}
	}
	best, certain := members.Certain(found)
	if !certain && len(exact) == 1 && !(len(near) > 0 && near[0].Score > exact[0].Score) {
		best, certain = exact[0], true
	}
	if certain {
		if why := p.against(l, best); why != "" {
			r.Notes = append(r.Notes, why)
			return
		}
		r.Choice, r.Why = p.choiceOf(best.Person), strings.Join(best.Why, ", ")
		return
	}
	switch {
	case len(exact) > 1:
		r.Notes = append(r.Notes, "Several people have this name. Say which one it is.")
	case len(near) > 0 && p.elsewhere(l, near[0]):
		r.Notes = append(r.Notes, "Someone has nearly the same name: "+strings.Join(near[0].Why, ", ")+". Say whether it is one person or two.")
	case holder != 0 && n != 0:
		r.Notes = append(r.Notes, fmt.Sprintf("Number %d is the member number of %s. Say whether it is the same person; someone new gets another number.",
			n, p.people[holder].Name))
	case p.numbers[n] != 0 && n != 0:
		other := p.Plan.folk[p.numbers[n]-1]
		r.Notes = append(r.Notes, fmt.Sprintf("Number %d is also in row %d of %s, of %s. Say whether it is the same person; someone new gets another number.",
			n, other.from.Row, p.fileName(other.from.File), other.name()))
		r.Candidates = append([]Candidate{p.candidate(PersonID(-p.numbers[n]), "")}, r.Candidates...)
	default:
		r.Choice = Choice{Kind: NewPerson}
		for _, c := range found {
			r.Notes = append(r.Notes, "Has the "+strings.Join(c.Why, " and the ")+" as "+p.nameOf(c.Person)+".")
			break
		}
		for _, way := range p.directory.Crowds(l.probe()) {
			r.Notes = append(r.Notes, fmt.Sprintf("More than %d people have this %s, so it does not tell who someone is.", members.Crowd, way))
		}
	}
}

// elsewhere reports whether a near name is worth asking about: not of two rows of one file, each of whom has its own.
func (p *planner) elsewhere(l line, c members.Candidate) bool {
	return c.Person > 0 || p.Plan.folk[-c.Person-1].from.File != p.files[l.file].ID
}

// holder is who has a member number; 0: no one.
func (p *planner) holder(n PersonID) PersonID {
	if n == 0 {
		return 0
	}
	if now, leads := p.leads[n]; leads {
		return now
	}
	if _, known := p.people[n]; known {
		return n
	}
	return 0
}

func (p *planner) exists(id PersonID) bool { return p.holder(id) != 0 }

func (p *planner) current(id PersonID) PersonID { return p.holder(id) }

// against says what speaks against that a row means somebody whose name agrees.
func (p *planner) against(l line, c members.Candidate) string {
	n := l.number()
	if c.Person < 0 {
		other := p.Plan.folk[-c.Person-1]
		if n != 0 && other.number != 0 && other.number != n {
			return fmt.Sprintf("%s in row %d of %s has the number %d, and this row %d. Say whether it is one person or two.",
				other.name(), other.from.Row, p.fileName(other.from.File), other.number, n)
		}
		if p.differs(l, other.in.Email, other.in.Phone) {
			return fmt.Sprintf("%s in row %d of %s has another e-mail and phone. Say whether it is one person or two.",
				other.name(), other.from.Row, p.fileName(other.from.File))
		}
		return ""
	}
	person := p.people[c.Person]
	if n != 0 && p.holder(n) != c.Person && p.kept.number[c.Person] != l.get(sheet.MemberNo) {
		return fmt.Sprintf("The row has the number %d, and %s of the register has number %d. Say whether it is the same person.", n, person.Name, c.Person)
	}
	if p.differs(l, person.Contact.Email, person.Contact.Phone) {
		return fmt.Sprintf("%s of the register, no. %d, has another e-mail and phone. Say whether it is one person or two.", person.Name, c.Person)
	}
	return ""
}

// another says why a row whose name alone agrees with one that was taken over may mean somebody else.
func (p *planner) another(l line, before keptRow) string {
	if no := l.get(sheet.MemberNo); before.key == l.key() || no != "" && no == before.number {
		return ""
	}
	person := p.people[p.current(before.person)]
	if !p.differs(l, person.Contact.Email, person.Contact.Phone) {
		return ""
	}
	return fmt.Sprintf("%s, no. %d, was taken over with %s and has another e-mail and phone. Say whether it is one person or two.",
		person.Name, person.ID, before.file)
}

// differs reports whether a row has another address and another telephone than somebody.
func (p *planner) differs(l line, email, phone string) bool {
	own, ph := members.EmailKey(l.email()), members.PhoneKey(l.get(sheet.Phone))
	return own != "" && email != "" && own != members.EmailKey(email) && ph != "" && phone != "" && ph != members.PhoneKey(phone)
}
