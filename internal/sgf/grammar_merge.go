package sgf

import "fmt"

// names finds properties that stand twice in a node. A name's entry holds the
// number of the check that last met it, so that nothing need be cleared
// between nodes.
type names struct {
	check uint32
	met   [36 * 37]uint32
	long  map[string]bool
}

// next begins another check.
func (n *names) next() {
	n.check++
	if n.check == 0 {
		clear(n.met[:])
		n.check = 1
	}
	if len(n.long) > fewNames {
		n.long = nil // clearing it would take as long as filling it, each time
	}
	clear(n.long)
}

const fewNames = 64

// again says that a short name was met before in this check.
func (n *names) again(c ident) bool {
	at := rank36(byte(c&0x7f)) * 37
	if second := byte(c >> 7); second != 0 {
		at += 1 + rank36(second)
	}
	if n.met[at] == n.check {
		return true
	}
	n.met[at] = n.check
	return false
}

// againLong is again for a long name.
func (n *names) againLong(name string) bool {
	if n.long[name] {
		return true
	}
	if n.long == nil {
		n.long = map[string]bool{}
	}
	n.long[name] = true
	return false
}

func rank36(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c-'A') + 10
}

// endNode makes properties of the same name in the node just read into one.
// Moves stay apart: their order is the order of play.
func (p *parser) endNode() {
	if p.state != inNode || p.cur < 0 {
		return
	}
	first := int(p.nodes[p.cur].props)
	if differ(p.props[first:]) {
		return
	}
	p.names.next()
	twice := false
	for i := first; i < len(p.props); i++ {
		if q := p.props[i]; !isMove(q.code) && p.metBefore(q) {
			twice = true
			p.warnTwice(q)
		}
	}
	if twice {
		p.merge(first)
	}
}

// differ tells of few properties at a glance that no two have the same name.
func differ(few []prop) bool {
	switch len(few) {
	case 0, 1:
		return true
	case 2:
		return few[0].code != few[1].code
	case 3:
		return few[0].code != few[1].code && few[0].code != few[2].code && few[1].code != few[2].code
	}
	return false
}

func isMove(c ident) bool { return c == idBlack || c == idWhite }

func (p *parser) metBefore(q prop) bool {
	if q.code != 0 {
		return p.names.again(q.code)
	}
	return p.names.againLong(p.name(q))
}

func (p *parser) warnTwice(q prop) {
	text := ""
	if !p.repairs.full() {
		text = fmt.Sprintf("%s is in one node twice; its values were read together.", p.name(q))
	}
	p.warn(int(q.name), DuplicateProperty, text)
}

// name is a property's name in capitals.
func (t *tree) name(q prop) string {
	return string(capitals(nil, t.written(q)))
}

// merge joins properties of the same name from property first on, which is
// where the last node begins: each name keeps its first place, and its values
// their order.
func (p *parser) merge(first int) {
	old := append([]prop(nil), p.props[first:]...)
	values := append([]span(nil), p.values[old[0].values:]...)
	base := int(old[0].values)
	kept := map[string]int{} // name to place in groups
	var groups [][]int       // properties that become one
	for i, q := range old {
		name := p.name(q)
		at, known := kept[name]
		if !known || isMove(q.code) {
			kept[name] = len(groups)
			groups = append(groups, []int{i})
			continue
		}
		groups[at] = append(groups[at], i)
	}
	p.props, p.values = p.props[:first], p.values[:base]
	for _, group := range groups {
		q := old[group[0]]
		q.values = int32(len(p.values))
		p.props = append(p.props, q)
		for _, i := range group {
			to := len(values)
			if i+1 < len(old) {
				to = int(old[i+1].values) - base
			}
			p.values = append(p.values, values[int(old[i].values)-base:to]...)
		}
	}
}
