package record

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/gorules"
)

// A RuleSet names the rules by which records are checked. What a record itself
// says of its rules is no proof of how it was played: it is counted by them too,
// beside the rules that were asked for.
type RuleSet string

// The rule sets.
const (
	NZ          RuleSet = "nz"       // the Rules of Go of the New Zealand Go Society
	ItsYourTurn RuleSet = "iyt"      // the turn-based site of that name
	Short       RuleSet = "short"    // the rules on half a page
	IGGC        RuleSet = "iggc"     // igGameCenter
	Japanese    RuleSet = "japanese" // the Nihon Ki-in
	Korean      RuleSet = "korean"   // the Korea Baduk Association
	Chinese     RuleSet = "chinese"  // the Chinese Weiqi Association
	AGA         RuleSet = "aga"      // the American Go Association
	Ing         RuleSet = "ing"      // the Ing Foundation
	TrompTaylor RuleSet = "tromp-taylor"
)

// A ruleSet is what is known of one.
type ruleSet struct {
	set  RuleSet
	name string // for people
	// written are the words by which records name it, as [ruleWords] has them; the
	// first rule set of which one is in the text is meant.
	written []string
	rules   func(width, height int) gorules.Rules
}

func always(r func() gorules.Rules) func(int, int) gorules.Rules {
	return func(int, int) gorules.Rules { return r() }
}

var ruleSets = []ruleSet{
	{NZ, "New Zealand", []string{"newzealand", "nz", "nzgs"}, always(gorules.NZ)},
	{ItsYourTurn, "It’s Your Turn", []string{"itsyourturn", "iyt"}, func(width, height int) gorules.Rules {
		if width != height {
			return gorules.ItsYourTurn(0)
		}
		return gorules.ItsYourTurn(width)
	}},
	{Short, "Short rules", []string{"shortrules"}, always(gorules.Short)},
	{IGGC, "igGameCenter", []string{"iggamecenter", "iggc"}, always(gorules.IGGC)},
	{TrompTaylor, "Tromp–Taylor", []string{"tromptaylor", "tt"}, always(gorules.TrompTaylor)},
	{
		AGA, "AGA", []string{"aga", "american", "bga", "british", "ffg", "french", "美国", "美國"},
		always(gorules.AGA),
	},
	{Ing, "Ing", []string{"ing", "ings", "goe", "simplifiedgoe", "应氏", "應氏", "应昌期", "応氏", "응씨"}, always(gorules.Ing)},
	{
		Japanese, "Japanese", []string{
			"japanese", "japan", "japanisch", "japonais", "japones", "jap", "jp", "jpn", "nihonkiin", "igs", "pandanet", "egf",
			"territory", "日本", "日规", "日規", "일본",
		}, always(gorules.Japanese),
	},
	{
		Korean, "Korean", []string{"korean", "korea", "koreanisch", "kr", "kba", "韩国", "韓国", "韓國", "한국"},
		always(gorules.Korean),
	},
	{
		Chinese, "Chinese", []string{
			"chinese", "china", "chinesisch", "chinois", "chino", "cn", "chn", "cwa", "area", "中国", "中國", "중국", "数子", "數子",
		}, always(gorules.Chinese),
	},
}

// RuleSets are all rule sets, the default first.
func RuleSets() []RuleSet {
	return []RuleSet{NZ, ItsYourTurn, Short, IGGC, Japanese, Korean, Chinese, AGA, Ing, TrompTaylor}
}

func (r RuleSet) known() (ruleSet, bool) {
	for _, s := range ruleSets {
		if s.set == r {
			return s, true
		}
	}
	return ruleSets[0], false
}

// Name is the rule set's name for people.
func (r RuleSet) Name() string {
	s, _ := r.known()
	return s.name
}

// ParseRuleSet reads the name of a rule set.
func ParseRuleSet(s string) (RuleSet, error) {
	if _, known := RuleSet(s).known(); known {
		return RuleSet(s), nil
	}
	var names []string
	for _, r := range RuleSets() {
		names = append(names, string(r))
	}
	return "", fmt.Errorf("there is no rule set %q: use one of %s", s, strings.Join(names, ", "))
}

// For gives the rules for a board of that size. Some depend on it.
func (r RuleSet) For(width, height int) gorules.Rules {
	s, _ := r.known()
	return s.rules(width, height)
}

// RuleSetNamed makes out which rules a record names (RU); false if it names none
// that is known here.
func RuleSetNamed(text string) (RuleSet, bool) {
	words, whole := ruleWords(text)
	if whole == "" {
		return "", false
	}
	for _, s := range ruleSets {
		for _, w := range s.written {
			if whole == w || whole == w+"rules" || whole == w+"rule" || containsWord(words, w) ||
				w[0] >= utf8.RuneSelf && strings.Contains(whole, w) {
				return s.set, true
			}
		}
	}
	switch { // as programs write all that they know of the rules
	case strings.Contains(whole, "scoreterritory"):
		return Japanese, true
	case strings.Contains(whole, "scorearea"):
		return Chinese, true
	}
	return "", false
}

// ruleWords are the words of a text without case, and all of them without anything
// between.
func ruleWords(text string) (words []string, whole string) {
	text = strings.ToLower(strings.NewReplacer("’", "", "'", "").Replace(Shortened(text, longestRules)))
	words = strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	whole = strings.Join(words, "")
	for i, w := range words { // "Japanese1989": the year of a version
		if name := strings.TrimRight(w, "0123456789"); name != "" {
			words[i] = name
		}
	}
	return words, whole
}

// longestRules is how much is read of what a record says of its rules, in characters.
const longestRules = 100

func containsWord(words []string, w string) bool {
	for i := range words {
		if words[i] == w || i+1 < len(words) && words[i]+words[i+1] == w {
			return true
		}
	}
	return false
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
