package kit

import "sync"

// Places are kept for a while by whoever takes one, without waiting: so many in
// all, and so many by any one name, such as that of a network.
type Places struct {
	all, ofOne int

	mu    sync.Mutex
	taken int
	names map[string]int
}

// NewPlaces makes so many places in all, and so many for each name.
func NewPlaces(all, ofOne int) *Places {
	return &Places{all: all, ofOne: ofOne, names: map[string]int{}}
}

// Take takes a place, which is left by leave; ok is false when there is none.
func (p *Places) Take(name string) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= p.all || p.names[name] >= p.ofOne {
		return nil, false
	}
	p.taken++
	p.names[name]++
	return sync.OnceFunc(func() { p.leave(name) }), true
}

func (p *Places) leave(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	if p.names[name]--; p.names[name] == 0 {
		delete(p.names, name)
	}
}

// Taken is how many places are taken.
func (p *Places) Taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}
