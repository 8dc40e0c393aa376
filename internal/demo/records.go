package demo

import (
	"fmt"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

// reviewed is a game that was looked at afterwards: variations, remarks, marks and clocks.
const reviewed = `
;B[pd]BL[1790];W[dp]WL[1782];B[pp]BL[1771];W[dd]WL[1760]C[Each has two corners.]
;B[qn]BL[1744]N[The shimari]C[A wide enclosure. The side is next.]LB[pj:A][nq:B]
(;W[nc]WL[1702]C[An approach from above.]TR[pd];B[pf]BL[1690];W[pb]WL[1655];B[qc]BL[1640];W[kc]WL[1600]
SQ[nc][pb][kc]C[White has a base on the top.]
(;B[pj]BL[1571]C[The ideal point between both corners.]CR[pj];W[cj]WL[1540];B[nq]BL[1490];W[fq]WL[1466])
(;B[fc]C[Black could begin on the left instead.];W[df];B[cc]C[In at once?];W[dc];B[cd];W[ce];B[db];W[eb];B[cb]))
(;W[pj]C[Splitting the side first.]AR[pj:qn]
(;B[pl];W[ph])
(;B[ph]C[From the other side, the stone has room to live.];W[pl]))`

// disputed is a game whose players do not agree at the end whether three stones are dead.
const disputed = ";B[pd];W[dp];B[cb];W[bb];B[ca];W[ba];B[bc];W[ab];B[ac];W[pp];B[cf];W[];B[];W[]"

// keepRecords keeps the record of one even game with its variations, and of another with
// the referee's ruling on the stones that its players dispute.
func (g *generator) keepRecords(round []tournaments.Game) error {
	var even []tournaments.Played
	for _, game := range round {
		p, err := tournaments.GameByID(g.ctx, g.db, game.ID)
		if err != nil {
			return err
		}
		if p.Game.Handicap == 0 && len(even) < 2 {
			even = append(even, p)
		}
	}
	if len(even) < 2 {
		return nil
	}
	if _, err := g.keepRecord(even[0], "reviewed-game.sgf", reviewed); err != nil {
		return err
	}
	return g.keepDisputed(even[1])
}

func (g *generator) keepDisputed(p tournaments.Played) error {
	kept, err := g.keepRecord(p, "disputed-game.sgf", disputed)
	if err != nil {
		return err
	}
	_, err = g.results.Rule(g.ctx, g.actor, results.RulingInput{
		Game: p.Game.ID, Record: kept.ID, Kind: results.PlayOn, Rule: "Explanation, End of the game",
		Facts:   "White said that the three stones in the corner live; Black said that they are dead.",
		Reason:  "They did not agree, so that they play on. White, whose stones are disputed, moved first, and Black took them off.",
		Version: p.Game.Version, Position: &results.Position{
			After: strings.Count(disputed, ";"), Next: "W", Moves: "R10 A19", Disputed: "B18",
		},
	})
	return err
}

// keepRecord keeps the record of a game, which the players have accepted.
func (g *generator) keepRecord(p tournaments.Played, name, moves string) (results.Record, error) {
	claimed := map[pairing.Result]string{pairing.BlackWins: "B+R", pairing.WhiteWins: "W+R"}[p.Game.Result]
	kept, err := g.results.AttachRecord(g.ctx, g.actor, results.AttachForm{
		Game: p.Game.ID, FileName: name, Content: fmt.Appendf(
			nil, "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[%s]PB[%s]PW[%s]RE[%s]DT[%s]%s)\n", p.Game.Komi, p.BlackName, p.WhiteName, claimed,
			g.now.Date(), moves,
		),
	})
	if err != nil {
		return kept, err
	}
	return kept, g.results.Tend(g.ctx, g.actor, kept.ID, results.AcceptRecord, "")
}
