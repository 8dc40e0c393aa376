package tournaments

import (
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Unpaired is what rounds without a game bring, besides a half for an absence, and a seeding that changes on the way.
type Unpaired struct {
	Bye        pairing.ByeWorth `json:"bye,omitempty"`         // bye; "" is a point
	HalvesDown bool             `json:"halves_down,omitempty"` // halves_down
	Reseed     pairing.Reseed   `json:"reseed,omitzero"`       // reseed_from, reseed
}

// keptRules is how the rules are kept.
type keptRules struct {
	FileRules
	Unpaired
}

// FileRules are settings that come into a section with an event file and that its form does
// not ask. The zero value is that of a section made here.
type FileRules struct {
	Made          bool               `json:"made,omitempty"` // the section was made from a file
	StartByGrade  bool               `json:"start_by_grade,omitempty"`
	Categories    []scale.Grade      `json:"categories,omitempty"`
	BeforeScore   []pairing.TieBreak `json:"before_score,omitempty"`
	OpponentsHalf bool               `json:"opponents_half,omitempty"`
	TieBreaks     []pairing.TieBreak `json:"tie_breaks,omitempty"` // those that the form does not offer
}

// rulesOf takes from an event what only a file can say.
func rulesOf(ev *pairing.Event) FileRules {
	r := FileRules{
		StartByGrade: ev.StartByGrade, Categories: ev.Categories, BeforeScore: ev.BeforeScore,
		OpponentsHalf: ev.OpponentsHalf,
	}
	for _, t := range ev.TieBreaks {
		if t.OfFiles() {
			r.TieBreaks = append(r.TieBreaks, t)
		}
	}
	return r
}

// into puts the rules into the event of a draw.
func (r FileRules) into(ev *pairing.Event) {
	ev.StartByGrade, ev.Categories = r.StartByGrade, r.Categories
	ev.BeforeScore, ev.OpponentsHalf = r.BeforeScore, r.OpponentsHalf
}

// stored is how the rules are kept: "" for none.
func (s Settings) stored() (string, error) {
	text, err := encode(keptRules{s.FromFile, s.Unpaired})
	if text == "{}" {
		text = ""
	}
	return text, err
}

// Says tells what is special about these, a phrase each.
func (u Unpaired) Says() []string {
	var out []string
	says := sayer(&out)
	says(u.Reseed.From > 0, "from round %d on players are drawn by the seeding “%s”", u.Reseed.From, u.Reseed.Seeding)
	says(u.Bye == pairing.ByeHalf, "a bye is worth half a point")
	says(u.Bye == pairing.ByeNothing, "a bye is worth nothing")
	says(u.HalvesDown, "half points for absences and byes are rounded down")
	return out
}

func (u *Unpaired) check(f *apperr.Fields, rounds int) {
	if u.Bye == pairing.ByePoint {
		u.Bye = ""
	}
	offered(f, "bye", u.Bye, "", pairing.ByeHalf, pairing.ByeNothing)
	if u.Reseed.Seeding == "" {
		u.Reseed = pairing.Reseed{}
		return
	}
	offered(f, "reseed", u.Reseed.Seeding, seedings...)
	if u.Reseed.From < 2 || u.Reseed.From > rounds {
		f.Add("reseed_from", "Enter a round from 2 to %d for the other seeding, or choose none.", rounds)
	}
}

func sayer(out *[]string) func(is bool, format string, args ...any) {
	return func(is bool, format string, args ...any) {
		if is {
			*out = append(*out, fmt.Sprintf(format, args...))
		}
	}
}

// Says tells what the rules are, a phrase each.
func (r FileRules) Says() []string {
	var out []string
	says := sayer(&out)
	says(r.StartByGrade, "players begin with the points of the grade they are entered with, not of their rating")
	says(len(r.Categories) > 0, "players are in %d categories", len(r.Categories)+1)
	says(len(r.BeforeScore) > 0, "places go by %s before the score", breakNames(r.BeforeScore))
	says(len(r.TieBreaks) > 0, "%s separates equal scores", breakNames(r.TieBreaks))
	says(r.OpponentsHalf, "SOS counts half a point for each round of an opponent without a game")
	return out
}

func breakNames(list []pairing.TieBreak) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}
