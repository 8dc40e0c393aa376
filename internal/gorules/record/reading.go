package record

import (
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Reading is one way in which a record's end can be counted.
type Reading struct {
	Set   RuleSet
	Rules gorules.Rules
	Komi  sgf.Komi
	// Given is what White is given for the handicap, in points.
	Given int
	// Button is what the button adds for Black, in hundredths; negative for White.
	Button Margin
	// Kind says why the record is counted so.
	Kind ReadingKind
}

// A ReadingKind says why a record is counted in some way.
type ReadingKind uint8

// The kinds of Reading.
const (
	// ByChosenRules: by the rules that were asked for.
	ByChosenRules ReadingKind = iota
	// ByOwnRules: by the rules that the record names.
	ByOwnRules
	// ByUnnamedRules: the record names no rules, and many are played by these.
	ByUnnamedRules
	// ByUnknownRules: it names rules that are not known here, and these are the likeliest.
	ByUnknownRules
	// ByOtherKomi: with a komi that is not the one of the count.
	ByOtherKomi
)

// margin is the margin of a count read so.
func (rd *Reading) margin(s gorules.Score) Margin {
	return MarginOf(s, rd.Komi) - 100*Margin(rd.Given) + rd.Button
}

// binding tells whether a claim is wrong only if it is wrong by this reading too.
func (rd *Reading) binding() bool { return rd.Kind == ByChosenRules || rd.Kind == ByOwnRules }

// readings are the ways in which a record can be counted, the first by the rules
// that were asked for.
func (r *Report) readings() []Reading {
	out := []Reading{{Set: r.Set, Rules: r.Rules, Komi: r.Komi, Kind: ByChosenRules}}
	if r.Own != "" && r.Own != r.Set {
		out = append(out, r.ownReadings(r.Own, ByOwnRules)...)
	} else if r.Own != "" {
		out = append(out, r.ownReadings(r.Own, ByOwnRules)[1:]...)
	}
	if r.rulesOpen() && r.Rules.Scoring.CountsArea() {
		out = append(out, r.ownReadings(Japanese, map[bool]ReadingKind{true: ByUnnamedRules, false: ByUnknownRules}[r.RulesNamed == ""])...)
	}
	for _, k := range r.otherKomi() {
		for _, rd := range out {
			if rd.Kind == ByChosenRules || rd.Kind == ByOwnRules {
				rd.Komi, rd.Kind = k, ByOtherKomi
				out = append(out, rd)
			}
		}
	}
	return out
}

// rulesOpen tells whether it is open by which rules the players counted: neither a table
// nor the record says it in a way that is known here.
func (r *Report) rulesOpen() bool { return r.Own == "" && r.Terms == nil }

// ownReadings are the ways of counting that a rule set leaves open: whether White is
// given something for the handicap, how AGA counts, and which points are in seki.
func (r *Report) ownReadings(set RuleSet, kind ReadingKind) []Reading {
	rd := Reading{Set: set, Rules: set.For(r.Width, r.Height), Komi: r.Komi, Kind: kind}
	rd.Given = rd.Rules.Given.For(r.Handicap)
	out := []Reading{rd}
	if rd.Given != 0 {
		plain := rd
		plain.Given = 0
		out = append(out, plain)
	}
	if rd.Rules.Scoring == gorules.TerritoryWithoutSeki {
		all := rd
		all.Rules.Scoring = gorules.TerritoryAndCaptures
		out = append(out, all)
	}
	if rd.Rules.Passes == gorules.PassesCostAStone {
		territory := rd
		territory.Rules, territory.Given = rd.Rules.ByTerritory(), 0
		out = append(out, territory)
	}
	return out
}

// otherKomi are the komi that the count is not made with: the record's where the
// event's counts, what the rules say, and what records leave out.
func (r *Report) otherKomi() []sgf.Komi {
	var out []sgf.Komi
	add := func(k sgf.Komi) {
		for _, o := range append(out, r.Komi) {
			if o == k {
				return
			}
		}
		out = append(out, k)
	}
	if r.KomiWritten != nil {
		add(*r.KomiWritten)
	} else if r.Terms == nil {
		add(0)
	}
	add(r.RulesKomi)
	add(sgf.Komi(r.Rules.Komi.Even) * 50)
	return out
}
