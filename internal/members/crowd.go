package members

import "slices"

// Crowd is how many people are looked at who share a name or a way to be reached. What more people share tells no one of
// them from another, and looking at all of them for each row of a list would take for ever.
const Crowd = 50

// index has people by something that is known of them.
type index map[string]sharers

// sharers are the people of whom the same is known, in the order in which they came.
type sharers struct {
	ids []PersonID
	has map[PersonID]bool // of a crowd
}

func (x index) put(key string, id PersonID) {
	s := x[key]
	if key == "" || s.include(id) {
		return
	}
	s.ids = append(s.ids, id)
	switch {
	case s.has != nil:
		s.has[id] = true
	case s.crowded():
		s.has = make(map[PersonID]bool, 2*Crowd)
		for _, one := range s.ids {
			s.has[one] = true
		}
	}
	x[key] = s
}

func (s sharers) include(id PersonID) bool {
	if s.has != nil {
		return s.has[id]
	}
	return slices.Contains(s.ids, id)
}

func (s sharers) crowded() bool { return len(s.ids) > Crowd }

// first are those who are looked at.
func (s sharers) first() []PersonID { return s.ids[:min(len(s.ids), Crowd)] }

// few are all of them, or no one of a crowd.
func (s sharers) few() []PersonID {
	if s.crowded() {
		return nil
	}
	return s.ids
}

// search finds candidates for one Probe.
type search struct {
	found map[PersonID]*Candidate
	also  []PersonID // whom something else than the name points at
	cut   bool       // a name is one of a crowd, of whom not all were looked at
}

func (s *search) add(id PersonID, score int, why string) *Candidate {
	c := s.found[id]
	if c == nil {
		c = &Candidate{Person: id}
		s.found[id] = c
	}
	c.Score += score
	c.Why = append(c.Why, why)
	return c
}

// named adds the likeness of names for each of them who has none yet: the best comes first.
func (s *search) named(of sharers, score int, why string) {
	like := func(id PersonID) {
		if s.found[id] == nil {
			s.add(id, score, why).likeness = score
		}
	}
	for _, id := range of.first() {
		like(id)
	}
	if !of.crowded() {
		return
	}
	s.cut = true
	for _, id := range s.also {
		if of.include(id) {
			like(id)
		}
	}
}

// reached adds that a way to reach them agrees. What a crowd shares only supports a name; where not everyone of the name was
// looked at, it may support someone else as well.
func (s *search) reached(of sharers, score int, why string) {
	switch {
	case !of.crowded():
		for _, id := range of.ids {
			s.add(id, score, why)
		}
	case s.cut:
		for _, c := range s.found {
			c.unsure = true
		}
	default:
		for id := range s.found {
			if of.include(id) {
				s.add(id, score, why)
			}
		}
	}
}

// Crowds says which ways to reach somebody so many people share that they say nothing of who it is.
func (d *Directory) Crowds(p Probe) (out []string) {
	if d.byEmail[EmailKey(p.Email)].crowded() {
		out = append(out, "e-mail")
	}
	if d.byPhone[PhoneKey(p.Phone)].crowded() {
		out = append(out, "phone")
	}
	return out
}
