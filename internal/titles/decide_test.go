package titles

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

// Rule 1.2: only members hold a title; the next member takes it; equal first share it or are separated.
func TestDecide(t *testing.T) {
	sos := Rule{Breaks: []pairing.TieBreak{pairing.SOS}}
	for name, tt := range map[string]struct {
		players []Player
		holders []PersonID
		says    string
	}{
		"the best of members": {
			[]Player{{1, 1, "5", []string{"SOS 20"}, true}, {2, 2, "4", []string{"SOS 22"}, true}},
			[]PersonID{1}, "Place 1, {1}, score 5, SOS 20: a member on 22 November 2026.",
		},
		"a visitor is first": {
			[]Player{{1, 1, "5", nil, false}, {2, 2, "4", nil, true}, {3, 3, "3", nil, true}},
			[]PersonID{2}, "{1}, score 5: not a member on 22 November 2026",
		},
		"a visitor is equal first": {
			[]Player{{1, 1, "5", nil, true}, {2, 1, "5", nil, false}, {3, 3, "3", nil, true}}, []PersonID{1}, "{2}",
		},
		"members are equal first behind a visitor": {
			[]Player{{1, 1, "5", nil, false}, {2, 2, "4", nil, true}, {3, 2, "4", nil, true}, {4, 4, "3", nil, true}},
			[]PersonID{2, 3}, "Place 4, {4}, score 3: after that.",
		},
		"no member": {[]Player{{1, 1, "5", nil, false}}, nil, "No member played"},
		"no one":    {nil, nil, "No member played"},
	} {
		t.Run(name, func(t *testing.T) {
			v := Decide(sos, tt.players, civil.MustParseDate("2026-11-22"))
			if !slices.Equal(v.Holders, tt.holders) || !strings.Contains(strings.Join(v.Lines, "\n"), tt.says) {
				t.Errorf("held by %v: %q", v.Holders, v.Lines)
			}
		})
	}
}

func TestARuleInWords(t *testing.T) {
	if got := (Rule{}).String(); got != "Players equal first by score share the title." {
		t.Error(got)
	}
	in := Rule{Breaks: []pairing.TieBreak{pairing.SOS, pairing.WinsWithBlack}}
	if got := in.String(); !strings.Contains(got, "by SOS, then games won with Black; who is still equal shares") {
		t.Error(got)
	}
}
