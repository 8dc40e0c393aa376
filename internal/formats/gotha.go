package formats

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// What OpenGotha allows.
const (
	gothaRounds      = 20
	gothaCriteria    = 6
	gothaMinEuropean = -900
	gothaMaxEuropean = 2949
)

// The weakest and the strongest grade OpenGotha knows.
var (
	gothaWeakest   = scale.Grade(1 - 30)
	gothaStrongest = scale.Grade(9)
)

// gothaResults are the results as OpenGotha writes them.
var gothaResults = map[pairing.Result]string{
	pairing.NoResult:     "RESULT_UNKNOWN",
	pairing.WhiteWins:    "RESULT_WHITEWINS",
	pairing.BlackWins:    "RESULT_BLACKWINS",
	pairing.Jigo:         "RESULT_EQUAL",
	pairing.BothLose:     "RESULT_BOTHLOSE",
	pairing.WhiteDefault: "RESULT_WHITEWINS_BYDEF",
	pairing.BlackDefault: "RESULT_BLACKWINS_BYDEF",
	pairing.BothDefault:  "RESULT_BOTHLOSE_BYDEF",

	pairing.BothWin: "RESULT_BOTHWIN", pairing.BothWinDefault: "RESULT_BOTHWIN_BYDEF",
	pairing.JigoDefault: "RESULT_EQUAL_BYDEF",
}

// gothaTieBreaks are the placement criteria as OpenGotha names them. The first criterion of an event is its score and
// says which system it is.
var gothaTieBreaks = map[pairing.TieBreak]string{
	pairing.SOS: "SOSW", pairing.SOS1: "SOSW-1", pairing.SOS2: "SOSW-2", pairing.SODOS: "SODOSW",
	pairing.SOSOS: "SOSOSW", pairing.CUSS: "CUSSW", pairing.MMS: "MMS",
	pairing.SOSM: "SOSM", pairing.SOSM1: "SOSM-1", pairing.SOSM2: "SOSM-2", pairing.SODOSM: "SODOSM",
	pairing.SOSOSM: "SOSOSM", pairing.CUSM: "CUSSM", pairing.DC: "DC", pairing.SDC: "SDC",
	pairing.NBW: "NBW", pairing.ByRating: "Rating", pairing.CAT: "CAT", pairing.EXT: "EXT", pairing.EXR: "EXR",
	pairing.ByRank: "Rank", pairing.CPS: "CPS",
}

// gothaSeedings are the ways to seed a score group that both have.
var gothaSeedings = map[pairing.Seeding]string{
	pairing.SeedSlide: "SPLITANDSLIP", pairing.SeedFold: "SPLITANDFOLD", pairing.SeedRandom: "SPLITANDRANDOM",
}

// gothaOvertimes are the kinds of overtime.
var gothaOvertimes = map[Overtime]string{
	SuddenDeath: "SUDDENDEATH", ByoYomi: "STDBYOYOMI", Canadian: "CANBYOYOMI", Fischer: "FISCHER",
}

// gothaAvoidance are the strengths with which OpenGotha keeps clubs and countries apart, with their usual values.
var gothaAvoidance = []struct{ attribute, usual string }{
	{"paiSePreferMMSDiffRatherThanSameClub", "3"}, {"paiSePreferMMSDiffRatherThanSameClubsGroup", "2"},
	{"paiSePreferMMSDiffRatherThanSameCountry", "1"},
}

// gothaOwn are settings of OpenGotha's own draw that an event here has not, with the values that mean nothing special.
var gothaOwn = []struct {
	attribute string
	usual     []string
	what      string
}{
	{"paiMaAvoidMixingCategories", []string{"0"}, "that categories are kept apart in the draw"},
	{"paiSeMinimizeHandicap", []string{"0"}, "how strongly small handicaps are sought"},
	{"paiMaDUDDUpperMode", []string{"MID"}, "from where in a score group players float"},
	{"paiMaDUDDLowerMode", []string{"MID"}, "from where in a score group players float"},
	{"paiMaCompensateDUDD", []string{"true"}, "that floats are not evened out"},
	{"paiBaRandom", []string{"0"}, "how much chance is in the draw"},
	{"paiBaDeterministic", []string{"true"}, "how much chance is in the draw"},
	{"paiMaAdditionalPlacementCritSystem1", []string{"Rating", "NULL"}, "what orders a score group besides the score"},
	{"paiMaAdditionalPlacementCritSystem2", []string{"Rating", "NULL"}, "what orders a score group besides the score"},
	{"paiBaAvoidDuplGame", []string{"500000000000000"}, "the weights of its own draw"},
	{"paiBaBalanceWB", []string{"1000000"}, "the weights of its own draw"},
	{"paiMaDUDDWeight", []string{"100000000"}, "the weights of its own draw"},
	{"paiMaMinimizeScoreDifference", []string{"100000000000"}, "the weights of its own draw"},
	{"paiMaMaximizeSeeding", []string{"5000000"}, "the weights of its own draw"},
	{"paiStandardNX1Factor", []string{"0.5"}, "the weights of its own draw"},
	{"paiSeBarThresholdActive", []string{"true"}, "for whom clubs and handicaps do not count in its draw"},
	{"paiSeNbWinsThresholdActive", []string{"true"}, "for whom clubs and handicaps do not count in its draw"},
	{"paiSeRankThreshold", []string{"4D", "1D", "30K"}, "for whom clubs and handicaps do not count in its draw"},
}

// gothaGeo is the attribute that says how much weight OpenGotha gives to clubs and countries, and the weight that a
// tournament begins with.
const (
	gothaGeo       = "paiSeAvoidSameGeo"
	gothaGeoWeight = "100000000000"
)

// gothaApart gives the criteria of an event that keeps clubs, or countries, apart or not; none is the usual order. What
// says where someone lives is a club in OpenGotha.
func gothaApart(clubs, countries bool) []pairing.Criterion {
	order := slices.DeleteFunc(pairing.Criteria(), func(c pairing.Criterion) bool {
		return c == pairing.CriterionCountry && !countries || !clubs && (c == pairing.CriterionClub || c == pairing.CriterionCity)
	})
	if slices.Equal(order, pairing.DefaultCriteria()) {
		return nil
	}
	return order
}

// inverse finds what stands for a value.
func inverse[K, V comparable](m map[K]V, value V) (K, bool) {
	for k, v := range m {
		if v == value {
			return k, true
		}
	}
	var none K
	return none, false
}

// gothaKey is how games name a player: family and given name in capitals, without blanks.
func gothaKey(family, given string) string {
	return cases.Upper(language.Und).String(strings.ReplaceAll(family+given, " ", ""))
}

// gothaOldKey is how games of older files name a player: the same without diacritics.
func gothaOldKey(key string) string {
	text, _ := transliterate(key)
	var b strings.Builder
	for _, r := range text {
		for _, d := range decomposed(r) {
			if d > ' ' && d < 0x7f {
				b.WriteRune(d)
			}
		}
	}
	return strings.ToUpper(b.String())
}

// gothaGrade writes a grade: 3D, 15K.
func gothaGrade(g scale.Grade) string { return strings.ToUpper(g.Short()) }

// parseGothaGrade reads a grade, a professional one as the amateur dan that OpenGotha counts it as.
func parseGothaGrade(s string) (g scale.Grade, ok bool) {
	s = strings.TrimSpace(s)
	if !gradeWord.MatchString(s) {
		return 0, false
	}
	n, _ := strconv.Atoi(s[:len(s)-1])
	switch s[len(s)-1] {
	case 'k', 'K':
		g = scale.Grade(1 - n)
	case 'd', 'D':
		g = scale.Grade(n)
	default:
		g = professional(n)
	}
	return min(max(g, gothaWeakest), gothaStrongest), n > 0
}

// mcmahonGroup is the grade whose McMahon group a player of a grade is in, between floor and bar.
func mcmahonGroup(ev *pairing.Event, g scale.Grade) scale.Grade {
	floor, bar := gothaLimits(ev)
	return max(min(g, bar), floor)
}

// gothaLimits are the floor and the bar, OpenGotha's widest where an event has none.
func gothaLimits(ev *pairing.Event) (floor, bar scale.Grade) {
	floor, bar = gothaWeakest, gothaStrongest
	if ev.Floor != nil {
		floor = ev.Floor.Grade()
	}
	if ev.Bar != nil {
		bar = ev.Bar.Grade()
	}
	return floor, bar
}
