package playing

import (
	"fmt"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

// Record is the game as a record. Names are those of public pages.
func (g *Game) Record() []byte {
	t := g.State.Terms
	var b strings.Builder
	text := strings.NewReplacer(`\`, `\\`, "]", `\]`)
	number := map[games.Which]string{games.Go: "1", games.Tanbo: "1", games.Hex: "11", games.Amazons: "18"}[t.Game]
	fmt.Fprintf(&b, "(;FF[4]CA[UTF-8]GM[%s]SZ[%d]PB[%s]PW[%s]DT[%s]", number, t.Size, text.Replace(g.Black.Name), text.Replace(g.White.Name),
		g.Begun.Date())
	switch {
	case t.Game == games.Go:
		fmt.Fprintf(&b, "RU[%s]KM[%s]", rulesNamed[t.Rules], t.KomiFor())
		if t.Handicap > 1 {
			fmt.Fprintf(&b, "HA[%d]", t.Handicap)
		}
		if points, err := gorules.HandicapPoints(t.Size, t.Handicap); err == nil && t.Rules == record.ItsYourTurn {
			b.WriteString("AB")
			for _, p := range points {
				fmt.Fprintf(&b, "[%s]", p)
			}
		}
	case t.Game == games.Tanbo:
		b.WriteString("RU[Tanbo]")
	}
	if g.Result != "" {
		fmt.Fprintf(&b, "RE[%s]", g.Result)
	}
	for _, m := range g.State.Moves {
		fmt.Fprintf(&b, ";%s[%s]", m.By, text.Replace(m.Written))
	}
	return []byte(b.String() + ")\n")
}

// rulesNamed are the texts as records name them.
var rulesNamed = map[record.RuleSet]string{
	record.NZ: "NZ", record.ItsYourTurn: "It's Your Turn", record.IGGC: "igGameCenter", record.Short: "Short rules",
}
