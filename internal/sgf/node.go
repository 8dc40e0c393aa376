package sgf

// readNode adds the steps of a node: first its set-up, then whose turn it is,
// then its moves, whatever the order written. It is given the number shown
// with the last move, and returns the new one.
func (r *Record) readNode(n Node, from, to, shown int32) int32 {
	t := r.game.tree
	r.node.begin()
	player, numbered := int32(-1), int32(-1)
	black, white := 0, 0
	for p := from; p < to; p++ {
		switch role := roles[t.props[p].code]; role {
		case noRole, roleGameType, roleSize:
		case roleBlack:
			black += len(t.valuesOf(p))
		case roleWhite:
			white += len(t.valuesOf(p))
		case roleAddBlack, roleAddWhite, roleAddEmpty:
			r.addSetUp(role, p)
		case rolePlayer:
			player = p
		case roleNumber:
			numbered = p
		case roleTerritory:
			r.node.territory = true
		default:
			r.takeField(Field(role-roleField), p)
		}
	}
	if r.node.stones {
		r.placeStones(n)
	}
	if player >= 0 {
		r.readPlayer(n, player)
	}
	if numbered >= 0 {
		shown = r.readNumber(numbered, black+white, shown)
	}
	if black+white > 0 {
		r.node.changes = true
		shown = r.readMoves(n, from, to, black, white, shown)
	}
	return shown
}

// readNumber reads MN, the number of the node's first move, of which there are
// moves many. It returns the number shown with the move before.
func (r *Record) readNumber(p int32, moves int, shown int32) int32 {
	number, ok := number(r.first(p))
	switch {
	case !ok:
		r.warn(int(r.game.tree.props[p].name), BadNumber, "A move's number (MN) is not a number; it was ignored.")
		return shown
	case moves > 0:
		return int32(number) - 1
	}
	return int32(number)
}
