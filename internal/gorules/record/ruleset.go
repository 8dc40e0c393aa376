package record

import (
	"fmt"
	"strings"

	"nzgs/internal/gorules"
)

// A RuleSet names the rules by which records are checked. What a record itself
// says of its rules is no proof of how it was played, and is not used.
type RuleSet string

// The rule sets.
const (
	NZ          RuleSet = "nz"    // the Rules of Go of the New Zealand Go Society
	ItsYourTurn RuleSet = "iyt"   // the turn-based site of that name
	Short       RuleSet = "short" // the rules on half a page
	IGGC        RuleSet = "iggc"  // igGameCenter
)

// RuleSets are all rule sets, the default first.
func RuleSets() []RuleSet { return []RuleSet{NZ, ItsYourTurn, Short, IGGC} }

// ParseRuleSet reads the name of a rule set.
func ParseRuleSet(s string) (RuleSet, error) {
	for _, r := range RuleSets() {
		if string(r) == s {
			return r, nil
		}
	}
	return "", fmt.Errorf("there is no rule set %q: use nz, iyt, short or iggc", s)
}

// For gives the rules for a board of that size. Some depend on it.
func (r RuleSet) For(width, height int) gorules.Rules {
	switch r {
	case ItsYourTurn:
		if width != height {
			return gorules.ItsYourTurn(0)
		}
		return gorules.ItsYourTurn(width)
	case Short:
		return gorules.Short()
	case IGGC:
		return gorules.IGGC()
	}
	return gorules.NZ()
}

// ParsePolicy reads what shall become of an illegal move: "stop", "stand" or
// "pass".
func ParsePolicy(s string) (gorules.OnViolation, error) {
	switch s {
	case "stop":
		return gorules.Stop, nil
	case "stand":
		return gorules.Stand, nil
	case "pass":
		return gorules.BecomePass, nil
	}
	return 0, fmt.Errorf("%q does not say what to do with an illegal move: use stop, stand or pass", s)
}

// ParseDead reads a list of points such as "aa,bb", each as game records write
// it. "" is none.
func ParseDead(s string) ([]gorules.Point, error) {
	var dead []gorules.Point
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		p, err := gorules.ParsePoint(name)
		if err != nil {
			return nil, err
		}
		dead = append(dead, p)
	}
	return dead, nil
}
