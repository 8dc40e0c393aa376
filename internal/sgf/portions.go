package sgf

// A portion is that many games, or games with that many nodes; one game is never divided.
const (
	portionGames = 4096
	portionNodes = 1 << 20
)

// ReadInPortions reads as [Reader.Read] does and hands the games over in portions, in the
// order written, so that a file of very many takes the memory of some. What each is given
// is good until it returns. Games, warnings and the error are those of the portion, and
// numbered in it; the first thing that could not be read in the whole file is an error, all
// others are warnings. Without a game, each is called once.
func (r *Reader) ReadInPortions(data []byte, each func(*File)) {
	before, from := start, start
	r.read(data, func() {
		r.finish(before)
		before, from = from, r.parser.at // what is repaired later is after the portion before
		each(&r.file)
		r.parser.forget()
	})
	r.finish(before)
	each(&r.file)
}

// forget makes room for the next portion.
func (p *parser) forget() {
	p.failed = p.failed || len(p.fails) > 0
	p.nodes, p.props, p.values = p.nodes[:0], p.props[:0], p.values[:0]
	p.games, p.resume = p.games[:0], nowhere
	p.repairs.reset()
}

// endPortion hands over the games before the one that begins.
func (p *parser) endPortion() {
	if p.portion != nil && (len(p.games) >= portionGames || len(p.nodes) >= portionNodes) {
		p.portion()
	}
}
