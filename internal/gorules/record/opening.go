package record

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// An opening is what a record says before and about its first moves.
type opening struct {
	first   int            // the first step after the starting position
	setUp   bool           // something is set up
	black   int            // black stones set up
	white   int            // white stones set up
	says    gorules.Colour // who moves first by PL; Empty if nothing is said
	next    gorules.Colour // who makes the first move; Empty if there is none
	inARow  int            // Black's plays before White's first play
	passed  bool           // White passes before that
	answers bool           // White plays at all
}

// open puts up the starting position, and makes out the handicap, who moves
// first, and the komi. A handicap is written in three ways that are all equal:
// White's passes, stones set up with White to move, and Black's stones as moves
// in a row. It gives the first step that is played.
func (c *Checker) open(r *Report) (first int, err error) {
	o := c.opening(r)
	rec := &c.record
	handicap := rec.Handicap
	if most := rec.Width * rec.Height; handicap > most {
		r.warn(fmt.Sprintf("HA names %d handicap stones, more than the board has points: it was ignored", handicap))
		handicap = 0
	}
	if c.Terms != nil && handicap == 0 && c.Terms.Handicap > 1 && o.white == 0 && o.black+o.inARow >= c.Terms.Handicap {
		handicap = c.Terms.Handicap
	}
	if handicap == 0 && c.inARowWithoutHA(&o) {
		handicap = o.inARow
		r.warn(fmt.Sprintf(
			"Black plays %d stones before White's first, and HA names no handicap: it was counted as a handicap of %[1]d; if there "+
				"was none, move 2 was out of turn", handicap,
		))
	}
	c.placeHandicap(r, &o, handicap)
	turn := o.turn(handicap)
	if turn == gorules.Black && o.says != gorules.Black && c.whiteBegins(&o, handicap) {
		turn = gorules.White
		o.remarkWhiteBegins(r, handicap, &rec.Steps[o.first])
	} else if !o.setUp && turn == gorules.White {
		r.warn("White moves first because the record says so (PL); by the rules Black begins")
	}
	placed := o.setUp && o.white == 0 && o.black > 0 && turn == gorules.White
	if handicap == 0 && placed && o.black > 1 {
		handicap = o.black
	}
	if err := c.game.SetHandicap(handicap); err != nil {
		return 0, err
	}
	c.game.SetTurn(turn)
	r.Handicap = handicap
	o.remark(r, handicap, turn, placed && handicap > 0)
	if o.says != gorules.Empty && o.says != turn {
		r.warn(fmt.Sprintf(
			"PL says that %s moves first, but nothing is set up and the first move is %s's: PL was ignored", o.says.Name(),
			o.next.Name(),
		))
	}
	c.agreeKomi(r)
	return o.first, nil
}

// placeHandicap puts the handicap stones on their points where the rules say where they
// stand and the record leaves them out.
func (c *Checker) placeHandicap(r *Report, o *opening, handicap int) {
	if r.Rules.Handicap != gorules.HandicapOnFixedPoints || r.Width != r.Height {
		return
	}
	at, err := gorules.HandicapPoints(r.Width, handicap)
	if err == nil && o.setUp && o.white == 0 && o.black == handicap {
		c.remarkHandicapPoints(r, at)
	}
	if o.setUp || o.next == gorules.Black {
		return
	}
	if err != nil || c.game.SetUp(gorules.Black, at...) != nil {
		return
	}
	o.setUp, o.black = true, len(at)
	r.SetUpStones += len(at)
	r.warn("the record does not show the handicap stones: they were put on the usual points, where these rules place them")
}

// opening reads the steps before the first move, and puts up the stones.
func (c *Checker) opening(r *Report) (o opening) {
	steps := c.record.Steps
	for o.first = 0; o.first < len(steps) && steps[o.first].Number == 0; o.first++ {
		switch s := &steps[o.first]; s.Kind {
		case sgf.SetUp:
			r.SetUpStones += c.setUp(s)
			o.setUp = true
		case sgf.ToPlay:
			o.says = gorules.Colour(s.Colour)
		}
	}
	if o.setUp {
		o.black, o.white = c.game.Board().Stones(gorules.Black), c.game.Board().Stones(gorules.White)
		o.setUp = o.black+o.white > 0
	}
	for i := o.first; i < len(steps) && !o.answers; i++ {
		switch s := &steps[i]; {
		case s.Number == 0:
		case s.Kind == sgf.Play && s.Colour == sgf.White:
			o.answers = true
		case s.Kind == sgf.Play:
			o.inARow++
		case s.Kind == sgf.Pass && s.Colour == sgf.White:
			o.passed = true
		}
	}
	if o.first < len(steps) {
		o.next = gorules.Colour(steps[o.first].Colour)
	}
	return o
}

// turn says who moves first.
func (o *opening) turn(handicap int) gorules.Colour {
	switch {
	case !o.setUp && o.says == gorules.White && o.next != gorules.Black:
		return gorules.White
	case !o.setUp:
		return gorules.Black
	case o.says != gorules.Empty:
		return o.says
	case o.white == 0 && handicap > 0 && o.black >= handicap:
		return gorules.White
	case o.white == 0 && handicap > 0 || o.next == gorules.Empty:
		return gorules.Black
	}
	return o.next
}

// remarkHandicapPoints warns of handicap stones that are not where the rules put them.
func (c *Checker) remarkHandicapPoints(r *Report, at []gorules.Point) {
	b := c.game.Board()
	if !slices.ContainsFunc(at, func(p gorules.Point) bool { return b.At(p) != gorules.Black }) {
		return
	}
	var names []string
	for _, p := range at {
		names = append(names, p.Label(r.Height))
	}
	r.warn("the handicap stones are not on the points that these rules give them: " + strings.Join(names, " "))
}

// remark warns of a starting position that was not played, and of a handicap
// that is not the stones'.
func (o *opening) remark(r *Report, handicap int, turn gorules.Colour, placed bool) {
	switch {
	case placed:
		r.warn(
			"the handicap stones are set up: the order in which they were placed is not known, so no position before White's " +
				"first move counts as repeated",
		)
	case o.setUp:
		r.warn("the game starts from a position that is set up: it does not follow a move, so it may be repeated")
	}
	if handicap == 0 && o.inARow > 1 && o.passed && o.answers && !o.setUp {
		r.warn(fmt.Sprintf(
			"White passes before the first play, but HA names no handicap: it was counted as an even game, not as a handicap "+
				"of %d stones",
			o.inARow,
		))
	}
	if handicap < 2 {
		return
	}
	switch stones := o.black + o.inARow; {
	case o.white > 0:
		r.warn(fmt.Sprintf("HA says %d handicap stones, but white stones are set up too", handicap))
	case o.black > handicap:
		r.warn(fmt.Sprintf("HA says %d handicap stones, but %d are set up", handicap, o.black))
	case o.answers && stones < handicap:
		r.warn(fmt.Sprintf("HA says %d handicap stones, but Black has only %d when White first plays", handicap, stones))
	case o.black == handicap && turn == gorules.Black:
		r.warn("the handicap stones are set up, but the record says that Black moves first (PL)")
	}
}

// agreeKomi decides the komi: the table's, else the record's, in a handicap game as in
// an even one, else what the rules say for such a game.
func (c *Checker) agreeKomi(r *Report) {
	rec := &c.record
	r.RulesKomi = sgf.Komi(r.Rules.Komi.Even) * 50
	if r.Handicap > 0 && r.Rules.Komi.WithHandicap == gorules.NoKomiWithHandicap {
		r.RulesKomi = 0
	}
	switch {
	case r.Terms != nil:
		r.Komi = r.Terms.Komi
		if rec.KomiKnown && rec.Komi != r.Komi {
			r.warn(fmt.Sprintf("the record's komi is %s, but its table's is %s: the table's was used", rec.Komi, r.Komi))
		}
	case rec.KomiKnown:
		r.Komi = rec.Komi
		if r.Rules.Komi.Kind == gorules.KomiStated && rec.Komi != r.RulesKomi {
			r.warn(c.komiDiffers(rec.Komi, r.RulesKomi, r.Handicap > 0))
		}
	default:
		r.Komi = r.RulesKomi
	}
}

// A komiRemark is that the record's komi is not the rules'.
type komiRemark struct {
	written, byRules sgf.Komi
	handicap         bool
	text             string
}

// komiDiffers says that the record's komi is not the rules': one record after the other
// has the same.
func (c *Checker) komiDiffers(written, byRules sgf.Komi, handicap bool) string {
	k := komiRemark{written: written, byRules: byRules, handicap: handicap, text: c.onKomi.text}
	if k != c.onKomi || k.text == "" {
		k.text = "the record's komi is " + written.String() + ", but by these rules it is " + byRules.String()
		if handicap {
			k.text += " with a handicap"
		}
		k.text += ": the record's was used"
		c.onKomi = k
	}
	return k.text
}
