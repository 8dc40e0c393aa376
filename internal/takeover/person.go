package takeover

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
)

// planned is somebody whom rows of the files mean.
type planned struct {
	id     PersonID // of the register; 0: is added
	number PersonID // that somebody who is added gets; 0: the next one
	in     members.PersonInput
	from   Ref   // the first row
	rows   []int // places of the rows
	gone   standing
	years  map[members.Year]paidYear
	not    map[members.Year]bool // years that the rows say were not paid
	since  []told
	member bool // the files say that the person was a member already

	club   string // that a row without years says, which is the club of the last of the years; ""
	clubAt int    // place of that row

	changes []members.Change
	terms   []members.Term
	ended   []members.Term
	earlier []members.Earlier
	drop    bool // what earlier files said of since when is put right
}

// paidYear is a year in which somebody was a member.
type paidYear struct {
	club string // as it is written
	row  int
	what string // “2019/20” of which column

	placed bool // the club is that of another row, which names no year
}

// told is since when a row says that somebody was a member.
type told struct {
	first, last civil.Date
	text        string
	row         int
}

func (d *planned) name() string {
	return members.Name{Family: d.in.FamilyName, Given: d.in.GivenNames, Order: members.GuessOrder(d.in.FamilyName, d.in.GivenNames)}.String()
}

// settle makes a row part of a planned person by its choice.
func (p *planner) settle(r *Row) {
	switch r.Choice.Kind {
	case NewPerson:
		if len(r.Problems) > 0 {
			return
		}
		r.person = p.add(r)
	case Same:
		id := p.current(r.Choice.Person)
		if id == 0 {
			r.Problems = append(r.Problems, "The person who was chosen is not in the register.")
			return
		}
		if person := p.people[id]; !person.Died.IsZero() {
			r.Problems = append(r.Problems, fmt.Sprintf("It is recorded that %s died on %s. Leave the row out.", person.Name, person.Died.Long()))
			return
		}
		at, planned := p.byID[id]
		if !planned {
			p.Plan.folk = append(p.Plan.folk, newPlanned(id, r.Ref))
			at = len(p.Plan.folk) - 1
			p.byID[id] = at
		}
		r.person = at
	case AsRow:
		other, found := p.rows[r.Choice.Row]
		if !found || p.Plan.Rows[other].person < 0 {
			r.Problems = append(r.Problems, "The row that was chosen is left out, or comes later. Choose again.")
			return
		}
		r.person = p.Plan.Rows[other].person
	default:
		return
	}
	p.fill(r, p.Plan.folk[r.person])
}

func newPlanned(id PersonID, from Ref) *planned {
	return &planned{id: id, from: from, years: map[members.Year]paidYear{}, not: map[members.Year]bool{}}
}

// add begins somebody who is not in the register.
func (p *planner) add(r *Row) int {
	l := r.line
	family, given, _ := l.name()
	d := newPlanned(0, r.Ref)
	d.in.FamilyName, d.in.GivenNames = family, given
	switch n := l.number(); {
	case l.get(sheet.MemberNo) == "":
	case n == 0:
		r.Notes = append(r.Notes, fmt.Sprintf("“%s” cannot be a member number here: a new one is given, and this one is kept as a note.", l.get(sheet.MemberNo)))
	case p.holder(n) != 0 || p.numbers[n] != 0 || p.reserved(n):
		r.Notes = append(r.Notes, fmt.Sprintf("Number %d is someone else’s here: a new one is given, and this one is kept as a note.", n))
	default:
		d.number = n
	}
	p.Plan.folk = append(p.Plan.folk, d)
	at := len(p.Plan.folk) - 1
	if d.number != 0 {
		p.numbers[d.number] = at + 1
	}
	p.directory.Add(members.Known{
		ID: PersonID(-at - 1), Family: family, Given: given, EmailKey: members.EmailKey(l.email()), PhoneKey: members.PhoneKey(l.get(sheet.Phone)),
	})
	return at
}

// fill adds what a row says of somebody; of what two rows say differently the first counts, and it is said.
func (p *planner) fill(r *Row, d *planned) {
	l := r.line
	d.rows = append(d.rows, len(p.Plan.Rows))
	if st := p.status(l); st.gone != "" {
		d.gone = st
	}
	if r.again = p.again(l, d.id); r.again {
		p.everyone(d, l)
		return
	}
	family, given, _ := l.name()
	if d.in.FamilyName == "" {
		d.in.FamilyName, d.in.GivenNames = family, given
	}
	take := func(field, label, value string, into *string) {
		switch {
		case value == "":
		case *into == "":
			*into = value
		case hashOf(field, *into) != hashOf(field, value):
			r.Notes = append(r.Notes, fmt.Sprintf("Another %s than in an earlier row, which counts: “%s”.", label, value))
		}
	}
	email := l.email()
	if whole := l.get(sheet.Email); email != whole && auth.ValidEmail(email) {
		r.Notes = append(r.Notes, fmt.Sprintf("Of “%s” the first address is taken.", whole))
	}
	if email != "" && !auth.ValidEmail(email) {
		r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not an e-mail address, so it is left out.", email))
		email = ""
	}
	phone := l.get(sheet.Phone)
	if phone != "" && len(members.PhoneKey(phone)) < 5 {
		r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not a phone number, so it is left out.", phone))
		phone = ""
	}
	grade := l.get(sheet.Grade)
	if grade != "" {
		stated, err := scale.Stated(grade)
		if err != nil && !errors.Is(err, scale.ErrEmpty) {
			r.Notes = append(r.Notes, fmt.Sprintf("“%s” is not a grade, so it is left out.", grade))
		}
		grade = stated
	}
	if d.gone.died {
		email, phone = "", ""
		if l.get(sheet.Email)+l.get(sheet.Phone) != "" {
			r.Notes = append(r.Notes, "How to reach someone who has died is not taken over.")
		}
	} else {
		take("address", "address", l.address(), &d.in.Address)
	}
	take("email", "e-mail", email, &d.in.Email)
	take("phone", "phone", phone, &d.in.Phone)
	take("grade", "grade", grade, &d.in.Grade)
	p.note(r, d)
	p.memberships(r, d)
}

// again reports whether a row was taken over for somebody with the very same file: it says nothing that was not said then,
// and what was corrected since stays.
func (p *planner) again(l line, id PersonID) bool {
	if _, before := p.before[p.files[l.file].Hash]; !before || id == 0 {
		return false
	}
	return slices.ContainsFunc(p.kept.byKey[l.key()], func(r keptRow) bool { return r.person != 0 && p.current(r.person) == id })
}

// note keeps what the register has no place of its own for.
func (p *planner) note(r *Row, d *planned) {
	l := r.line
	var lines []string
	if text := strings.TrimSpace(l.cells[sheet.Notes]); text != "" {
		lines = append(lines, text)
	}
	if text := l.get(kind); text != "" {
		lines = append(lines, "Kind of membership by earlier records: "+text)
	}
	if text := l.get(born); text != "" {
		lines = append(lines, "Born: "+text)
	}
	if no := l.get(sheet.MemberNo); no != "" && d.id == 0 && PersonID(l.number()) != d.number {
		lines = append(lines, "Earlier member number: "+no)
	}
	if d.gone.gone != "" {
		lines = append(lines, "Earlier records: "+d.gone.said)
	}
	for _, text := range lines {
		if !slices.Contains(strings.Split(d.in.Note, "\n"), text) {
			d.in.Note = strings.TrimSpace(d.in.Note + "\n" + text)
		}
	}
}

// stated is a grade as the register keeps it; "" of none.
func stated(text string) string {
	grade, err := scale.Stated(text)
	if err != nil {
		return ""
	}
	return grade
}

// standing is what a list says of somebody who is a member no longer.
type standing struct {
	gone string // “has died”, “is a member no longer”; ""
	said string
	died bool
	day  civil.Date // zero: not said
}

var (
	saysDead = regexp.MustCompile(`(?i)\b(?:died|dead|deceased|passed away|rip|d\.)(?:\b|$)|†`)
	saysGone = regexp.MustCompile(`(?i)\b(?:resigned|left|former|ex|inactive|not active|cancelled|non[- ]?member|past|removed|withdrawn|gone)\b`)
)

// status reads whether a row says that somebody died or left.
func (p *planner) status(l line) standing {
	f := &p.files[l.file]
	day := func(text string) civil.Date {
		_, last, ok := readDays(text, f.Settings.Order, p.today)
		if !ok || last.After(p.today) {
			return civil.Date{}
		}
		return last
	}
	if text := l.get(diedOn); text != "" {
		if is, ok := paid(text); !ok || is {
			return standing{"has died", "Died " + text, true, day(text)}
		}
	}
	text := l.get(status)
	switch {
	case saysDead.MatchString(text):
		return standing{"has died", text, true, day(l.get(leftOn))}
	case saysGone.MatchString(text):
		return standing{"is a member no longer", text, false, day(l.get(leftOn))}
	case saysDead.MatchString(l.get(sheet.Notes)):
		return standing{"has died", shortened(l.get(sheet.Notes)), true, day(l.get(leftOn))}
	}
	if text := l.get(leftOn); text != "" {
		if end := day(text); !end.IsZero() && end.Before(p.today) {
			return standing{"is a member no longer", "Left " + text, false, end}
		} else if saysGone.MatchString(text) {
			return standing{"is a member no longer", text, false, civil.Date{}}
		}
	}
	return standing{}
}
