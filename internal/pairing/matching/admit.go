package matching

// uncovered is an edge of negative slack.
type uncovered struct {
	link
	twice Weight // its weight, twice
}

// admit adds edges that the duals do not cover and raises duals until they do, giving up matched edges and blossoms
// that are no longer tight then. The ends of more such edges are raised rather than those of fewer.
func (s *search) admit(found []uncovered) {
	many := make([]int, s.n)
	for _, f := range found {
		s.join(f.from, f.to, f.twice)
		many[f.from]++
		many[f.to]++
	}
	for _, f := range found {
		v := f.from
		if many[f.to] > many[v] {
			v = f.to
		}
		for {
			slack := s.slack(f.from, f.to, f.twice)
			if slack.Sign() >= 0 {
				break
			}
			if b := s.topOf(v); b != v {
				s.dissolve(b)
				continue
			}
			s.part(v)
			s.dual[v] = s.dual[v].Sub(slack)
		}
	}
}
