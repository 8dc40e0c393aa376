package record

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/gorules"
)

// designates tells whether the dead stones are the program's to find by these rules, and
// not the players' to agree on.
func (r RuleSet) designates() bool { return r == ItsYourTurn }

// deadAt are the stones that are taken off before a line is counted: those that the
// options name, or where the rules have the program find them once the game has ended, those
// that it finds. Of an estimate it says how sure it is.
func (c *Checker) deadAt(ctx context.Context, r *Report, b *gorules.Board) (dead []gorules.Point, says string, err error) {
	if len(c.Dead) > 0 || !c.Rules.designates() || c.game.End() == gorules.NotEnded {
		return standingAmong(b, c.Dead), "", nil
	}
	return FindDead(ctx, b, r.Rules.Suicide)
}

// FindDead finds the dead stones of a position in which play has ended, a point of each chain: those that are proved dead
// by what the rules say of suicide, and those that an estimate finds so. It says which, and how sure it is.
func FindDead(ctx context.Context, b *gorules.Board, suicide gorules.Suicide) (dead []gorules.Point, says string, err error) {
	life := gorules.Alive(b, suicide)
	games := settlingGames(b)
	chance, err := gorules.PlayOut(ctx, b, games, playoutSeed)
	if err != nil {
		return nil, "", err
	}
	var parts []string
	blocks := blocksOfBoard(b)
	for i := range blocks {
		bl := &blocks[i]
		if bl.colour == gorules.Empty {
			continue
		}
		lost := bl.lost(b, life, chance)
		if lost <= 500 {
			continue
		}
		chain := bl.deadChain(b)
		dead = append(dead, chain.Points[0])
		how := fmt.Sprintf("in %d%% of random games, an estimate", (lost+5)/10)
		if life.Dead(chain.Points[0]) {
			how = "proved"
		}
		if len(parts) < mostChains {
			parts = append(parts, chain.Says(b.Height())+" ("+how+")")
		}
	}
	if more := len(dead) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return dead, strings.Join(parts, "; "), nil
}

// designate finds the dead stones where the last replay ended.
func (c *Checker) designate(ctx context.Context, r *Report) error {
	dead, says, err := c.deadAt(ctx, r, c.game.Board())
	if err != nil {
		return err
	}
	r.designated = dead
	if len(dead) > 0 {
		r.warn("by these rules the program finds the dead stones, and these were taken off: " + says)
	}
	return nil
}
