package tournaments

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// FileRules are settings that come into a section with an event file and that its form does
// not ask. The zero value is that of a section made here.
type FileRules struct {
	Made          bool               `json:"made,omitempty"` // the section was made from a file
	Reseed        pairing.Reseed     `json:"reseed,omitzero"`
	StartByGrade  bool               `json:"start_by_grade,omitempty"`
	Categories    []scale.Grade      `json:"categories,omitempty"`
	BeforeScore   []pairing.TieBreak `json:"before_score,omitempty"`
	OpponentsHalf bool               `json:"opponents_half,omitempty"`
	Bye           pairing.ByeWorth   `json:"bye,omitempty"`
	HalvesDown    bool               `json:"halves_down,omitempty"`
	TieBreaks     []pairing.TieBreak `json:"tie_breaks,omitempty"` // those that the form does not offer
}

// rulesOf takes from an event what only a file can say.
func rulesOf(ev *pairing.Event) FileRules {
	r := FileRules{
		Reseed: ev.Reseed, StartByGrade: ev.StartByGrade, Categories: ev.Categories, BeforeScore: ev.BeforeScore,
		OpponentsHalf: ev.OpponentsHalf, Bye: ev.Bye, HalvesDown: ev.HalvesDown,
	}
	if r.Bye == pairing.ByePoint {
		r.Bye = ""
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
	ev.Reseed, ev.StartByGrade, ev.Categories = r.Reseed, r.StartByGrade, r.Categories
	ev.BeforeScore, ev.OpponentsHalf, ev.Bye, ev.HalvesDown = r.BeforeScore, r.OpponentsHalf, r.Bye, r.HalvesDown
}

// stored is how the rules are kept: "" for none.
func (r FileRules) stored() (string, error) {
	text, err := encode(r)
	if text == "{}" {
		text = ""
	}
	return text, err
}

// staysDraft reports whether an event is not announced and holds people of a file: publishing a
// round does not announce them, only the director does.
func staysDraft(ctx context.Context, q store.Queryer, e Event) (bool, error) {
	if e.Status != Draft {
		return false, nil
	}
	sections, err := sectionsOf(ctx, q, e.ID)
	return slices.ContainsFunc(sections, func(s Section) bool { return s.FromFile.Made }), err
}

// Says tells what the rules are, a phrase each.
func (r FileRules) Says() []string {
	var out []string
	says := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	says(r.Reseed.From > 0, "from round %d on players are drawn by the seeding “%s”", r.Reseed.From, r.Reseed.Seeding)
	says(r.StartByGrade, "players begin with the points of the grade they are entered with, not of their rating")
	says(len(r.Categories) > 0, "players are in %d categories", len(r.Categories)+1)
	says(len(r.BeforeScore) > 0, "places go by %s before the score", breakNames(r.BeforeScore))
	says(len(r.TieBreaks) > 0, "%s separates equal scores", breakNames(r.TieBreaks))
	says(r.OpponentsHalf, "SOS counts half a point for each round of an opponent without a game")
	says(r.Bye == pairing.ByeHalf, "a bye is worth half a point")
	says(r.Bye == pairing.ByeNothing, "a bye is worth nothing")
	says(r.HalvesDown, "half points for absences and byes are rounded down")
	return out
}

func breakNames(list []pairing.TieBreak) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}
