package members

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Known is what the register knows of a person for finding duplicates.
type Known struct {
	ID       PersonID
	Family   string
	Given    string
	EmailKey string
	PhoneKey string
	Clubs    []ClubID // of the terms in force, past ones too

	Numbers []PersonID // of records that were joined with this one
	Former  []Name     // names by which the person was known
}

// Probe is somebody who may be in the register already.
type Probe struct {
	Number string // member number as typed
	Family string
	Given  string
	Full   string // the name as it was written in one, if it was: where its family name begins is a guess
	Email  string
	Phone  string
	Club   ClubID // on whose list, or 0
}

// Candidate is a person whom a Probe may be, with the evidence. Nobody is ever
// taken for somebody else without a person's decision.
type Candidate struct {
	Person   PersonID
	Score    int
	Why      []string
	likeness int  // of the names; 0: only how they are reached agrees
	number   bool // the member number agrees
	unsure   bool // one of a crowd, of whom others may agree as well
}

// BestNamed reports whether the first candidate's name agrees, and not only a number or an address, and no other
// candidate's agrees better.
func BestNamed(candidates []Candidate) bool {
	return len(candidates) > 0 && candidates[0].likeness >= scoreTypo &&
		!slices.ContainsFunc(candidates, func(c Candidate) bool { return c.likeness > candidates[0].likeness })
}

// SameName reports whether the names agree in every letter, and not only nearly.
func (c Candidate) SameName() bool { return c.likeness >= scoreReversed }

// Supported reports whether a number or a way to reach the person agrees as well.
func (c Candidate) Supported() bool { return c.Score >= c.likeness+scorePhone }

// What each piece of evidence is worth.
const (
	scoreName     = 60
	scoreReversed = 55
	scoreTypo     = 45
	scoreInitial  = 30
	scoreNumber   = 45
	scoreEmail    = 35
	scorePhone    = 25
	scoreClub     = 15

	scoreShown   = 45 // below this a likeness is chance
	scoreCertain = 75 // from here on the same person is proposed …
	scoreLead    = 20 // … if nobody else is nearly as likely

	maxCandidates = 5
)

// Directory finds the people whom a Probe may be.
type Directory struct {
	people  map[PersonID]Known
	byName  index // folded "family given"
	byFull  index // folded name, in the order it is spoken and family name first
	byTypo  index // the same with one letter left out
	byFirst index // folded family and first letter of the given names
	byEmail index
	byPhone index

	byNumber map[PersonID]PersonID // numbers that lead on

	only map[string]bool // what is looked for; nil: anything
}

// newDirectory indexes the people of the register.
func newDirectory(people []Known) *Directory {
	d := &Directory{
		people: make(map[PersonID]Known, len(people)),
		byName: index{}, byFull: index{}, byTypo: index{}, byFirst: index{}, byEmail: index{}, byPhone: index{},
		byNumber: map[PersonID]PersonID{},
	}
	for _, k := range people {
		d.Add(k)
	}
	return d
}

// directoryFor is a directory in which p alone is looked for. Others stand in it without what finds them: to write that
// down is most of the work, and grows with the register.
func directoryFor(people []Known, p Probe) *Directory {
	d := newDirectory(nil)
	name, reversed := NameKey(p.Family, p.Given), NameKey(p.Given, p.Family)
	d.only = map[string]bool{
		name: true, reversed: true, Fold(p.Full): true, initialKey(p.Family, p.Given): true,
		EmailKey(p.Email): true, PhoneKey(p.Phone): true,
	}
	for _, v := range withoutOneLetter(name) {
		d.only[v] = true
	}
	for _, k := range people {
		d.Add(k)
	}
	return d
}

// put notes under a key of an index whom it finds.
func (d *Directory) put(in index, key string, id PersonID) {
	if d.only == nil || d.only[key] {
		in.put(key, id)
	}
}

// Add puts one more person into the directory.
func (d *Directory) Add(k Known) {
	d.people[k.ID] = k
	for _, n := range append([]Name{{Family: k.Family, Given: k.Given}}, k.Former...) {
		name := NameKey(n.Family, n.Given)
		d.put(d.byName, name, k.ID)
		d.put(d.byFull, name, k.ID)
		d.put(d.byFull, NameKey(n.Given, n.Family), k.ID)
		for _, v := range withoutOneLetter(name) {
			d.put(d.byTypo, v, k.ID)
		}
		d.put(d.byFirst, initialKey(n.Family, n.Given), k.ID)
	}
	for _, n := range k.Numbers {
		d.byNumber[n] = k.ID
	}
	d.put(d.byEmail, k.EmailKey, k.ID)
	d.put(d.byPhone, k.PhoneKey, k.ID)
}

// Candidates returns the likeliest people first, at most five. However many share a name or a way to be reached, the time
// that it takes has a bound.
func (d *Directory) Candidates(p Probe) []Candidate {
	number, email, phone := d.numbered(p.Number), d.byEmail[EmailKey(p.Email)], d.byPhone[PhoneKey(p.Phone)]
	s := search{found: map[PersonID]*Candidate{}}
	s.also = slices.Concat(number, email.few(), phone.few())
	d.compareNames(p, &s)
	for _, id := range number {
		s.add(id, scoreNumber, "same member number").number = true
	}
	s.reached(email, scoreEmail, "same e-mail")
	s.reached(phone, scorePhone, "same phone")
	var out []Candidate
	for id, c := range s.found {
		if p.Club != 0 && slices.Contains(d.people[id].Clubs, p.Club) {
			c.Score += scoreClub
			c.Why = append(c.Why, "was on this club’s list")
		}
		if c.Score >= scoreShown {
			out = append(out, *c)
		}
	}
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Person, b.Person))
	})
	return out[:min(len(out), maxCandidates)]
}

// numbered is who has a member number as it was typed, if anyone has.
func (d *Directory) numbered(typed string) []PersonID {
	id, ok := typedNumber(typed)
	if !ok {
		return nil
	}
	if now, leads := d.byNumber[id]; leads {
		id = now
	}
	if _, known := d.people[id]; !known {
		return nil
	}
	return []PersonID{id}
}

// typedNumber reads a member number as it was typed.
func typedNumber(typed string) (PersonID, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(typed), 10, 64)
	return PersonID(n), err == nil
}

// compareNames adds the best likeness of names for each person, once.
func (d *Directory) compareNames(p Probe, s *search) {
	name := NameKey(p.Family, p.Given)
	if name == "" {
		return
	}
	s.named(d.byName[name], scoreName, "same name")
	if full := Fold(p.Full); full != "" {
		s.named(d.byFull[full], scoreName, "same name")
	}
	s.named(d.byName[NameKey(p.Given, p.Family)], scoreReversed, "same name, other order")
	near := func(of sharers) { s.named(of, scoreTypo, "name differs by a letter") }
	near(d.byTypo[name]) // a letter more in the register
	for _, v := range withoutOneLetter(name) {
		near(d.byName[v]) // a letter less
		near(d.byTypo[v]) // another letter, or two that changed places
	}
	s.named(d.byFirst[initialKey(p.Family, p.Given)], scoreInitial, "same family name and initial")
}

// Certain is the candidate that is proposed as the same person: the names
// agree, other evidence supports it and nobody else comes near. Brothers and
// sisters share an address, and their names may differ by a letter: a name that
// does so agrees only with the member number.
func Certain(candidates []Candidate) (Candidate, bool) {
	if len(candidates) == 0 {
		return Candidate{}, false
	}
	best := candidates[0]
	if best.unsure {
		return Candidate{}, false
	}
	if !BestNamed(candidates) || !best.SameName() && !best.number || best.Score < scoreCertain || len(candidates) > 1 && best.Score-candidates[1].Score < scoreLead {
		return Candidate{}, false
	}
	return best, true
}

// withoutOneLetter is the name with each letter left out in turn; names too
// short to tell a typing error from another name have none.
func withoutOneLetter(name string) []string {
	if utf8.RuneCountInString(name) < 6 {
		return nil
	}
	out := make([]string, 0, len(name))
	for i, r := range name {
		if r != ' ' {
			out = append(out, name[:i]+name[i+utf8.RuneLen(r):])
		}
	}
	return out
}

func initialKey(family, given string) string {
	f, g := Fold(family), Fold(given)
	if f == "" || g == "" {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(g)
	return f + " " + string(r)
}

// Named reports whether the names agree, or nearly, and not only a number or a way to reach them.
func (c Candidate) Named() bool { return c.likeness > 0 }
