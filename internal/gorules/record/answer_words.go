package record

import (
	"fmt"
	"strings"

	"nzgs/internal/gorules"
)

// Says tells how what is claimed can be right, in a few sentences that name points as
// at a board of that height; "" where nothing is claimed.
func (a Answer) Says(height int) string {
	what := a.Wanted.says()
	switch {
	case a.Wanted == WantedNothing || a.How == NoClaim:
		return ""
	case a.OtherKomi:
		return fmt.Sprintf("The komi does not fit the result: with a komi of %s, %s.", a.By.Komi, a.is(what, height))
	case a.How == FromNone:
		return fmt.Sprintf("No choice of dead stones gives %s, so the claimed count is wrong whatever was agreed.", what)
	case a.How == FromSome:
		return a.some(what, height)
	case a.How != NotKnown:
		return upperFirst(a.is(what, height)) + "."
	case a.Any.Finding == NoFraction:
		if a.NoKomi {
			return "The record has no komi, and no count with that of these rules has such a fraction of a point."
		}
		return "The record's komi does not fit its result: no count with this komi has such a fraction of a point."
	case a.Any.Finding == NoChoice:
		return fmt.Sprintf(
			"No choice of dead stones gives %s by the rules that it is counted by here. The record names others, which are not "+
				"known here: we do not know what it comes to by them.", what,
		)
	case a.Any.Finding == NotAsked:
		return fmt.Sprintf("We do not know whether %s can be right: the end of the game was not reached.", what)
	}
	s := "No sensible choice of dead stones gives " + what
	if a.Sensible.Finding == NotDecided {
		s = fmt.Sprintf("We do not know whether a sensible choice of dead stones gives %s%s", what, a.Sensible.upTo())
	}
	return fmt.Sprintf(
		"%s. We do not know whether taking off any stones at all does%s: there are too many choices to try them all.", s,
		a.Any.upTo(),
	)
}

func (w Wanted) says() string {
	return map[Wanted]string{
		WantedMargin: "the claimed result", WantedWinner: "the claimed winner", WantedTotals: "the totals handed in",
	}[w]
}

// is says of what count the claim is, without a capital and a full stop.
func (a Answer) is(what string, height int) string {
	s := a.By.says() + what + " is that of the count"
	if a.Wanted == WantedTotals {
		s = a.By.says() + what + " are those of the count"
	}
	switch a.How {
	case FromMarks:
		return s + " without the stones that the record gives as dead: " + chainsSay(a.Dead, height)
	case FromProof:
		return s + " without the stones that are proved dead: " + chainsSay(a.Dead, height)
	case FromEstimate:
		return s + " without the stones that random games find dead, which is an estimate: " + chainsSay(a.Dead, height)
	}
	if len(a.Dead) > 0 {
		return s + " without " + chainsSay(a.Dead, height)
	}
	return s + " as the board stands"
}

// some says by which choice a claim can be right, and what speaks against it.
func (a Answer) some(what string, height int) string {
	least := map[Basis]string{ByMarks: "the record's marks", ByPlayouts: "an estimate"}[a.Basis]
	s := fmt.Sprintf("%sthe choice of dead stones that gives %s and differs least from %s is: %s.",
		a.By.says(), what, least, chainsSay(a.Dead, height))
	if a.Sensible.Finding == Smallest {
		return upperFirst(s)
	}
	against := "Not all of their points would be the opponent's alone."
	if alive := chainsIn(a.Dead, a.ProvedAlive); len(alive) > 0 {
		against = "It takes off stones that are proved alive: " + chainsSay(alive, height) + "."
	}
	if a.Sensible.Finding == NotDecided {
		return fmt.Sprintf("%s %s We do not know whether a sensible choice gives it.", upperFirst(s), against)
	}
	return upperFirst(s) + " " + against + " Strictly by the rules, the players may take off any stones they agree on."
}

// says says by which rules a record is read, before a sentence; "" where they are those
// that were asked for.
func (rd *Reading) says() string {
	switch rd.Kind {
	case ByOwnRules:
		return "by " + rd.Name() + " rules, which the record names, "
	case ByUnnamedRules:
		return "the record names no rules; by " + rd.Name() + " ones, "
	case ByUnknownRules:
		return "the record names rules that are not known here; by " + rd.Name() + " ones, "
	}
	return ""
}

// Name is the name of the rules with what is special in the way of counting.
func (rd *Reading) Name() string {
	name := rd.Set.Name()
	full := rd.Set.For(1, 1)
	switch {
	case rd.Rules.Scoring == full.Scoring:
	case full.Passes == gorules.PassesCostAStone:
		name += " (by territory, a stone for each pass)"
	default:
		name += " (with the points in seki)"
	}
	return name
}

func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// chainsIn lists the chains of which a stone is at one of the points.
func chainsIn(chains []DeadChain, points []gorules.Point) []DeadChain {
	at := map[gorules.Point]bool{}
	for _, p := range points {
		at[p] = true
	}
	var out []DeadChain
	for _, c := range chains {
		if at[c.Points[0]] {
			out = append(out, c)
		}
	}
	return out
}

// mostChains is how many chains of a choice are named in a sentence.
const mostChains = 12

// chainsSay lists chains.
func chainsSay(chains []DeadChain, height int) string {
	if len(chains) == 0 {
		return "none, all stones alive"
	}
	var parts []string
	for i, chain := range chains {
		if i == mostChains {
			parts = append(parts, fmt.Sprintf("and %d more", len(chains)-i))
			break
		}
		parts = append(parts, chain.Says(height))
	}
	return strings.Join(parts, "; ")
}

// upTo says what is known in spite of an undecided question.
func (c Choice) upTo() string {
	if c.Finding != NotDecided || c.RuledOut < 1 {
		return ""
	}
	return fmt.Sprintf(" (none that changes up to %d stones does)", c.RuledOut)
}

// Says names a kind of consistency in the words of a list: "by the count".
func (c Consistency) Says() string {
	return map[Consistency]string{
		FromCount: "by the count", FromMarks: "by the record’s marks", FromProof: "by what is proved dead",
		FromEstimate: "by an estimate of dead stones", FromSome: "by some other choice of dead stones",
		FromNone: "by no choice of dead stones", NotKnown: "not known", NoClaim: "no count is claimed",
	}[c]
}
