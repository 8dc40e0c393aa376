package pairing

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

func TestFixedPairs(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 5, Players: entries("4d", "3d", "2d", "1d", "1k", "2k"), Played: rounds("ab ce df"),
	}
	pair := func(f Fixed) Pair {
		d := mustDraw(t, ev, 2, f)
		return d.Pairs[slices.IndexFunc(d.Pairs, func(p Pair) bool { return p.Fixed })]
	}
	if p := pair(
		Fixed{White: "b", Black: "a"},
	); p.White != "b" || !p.Fixed || p.Why[0].Value != 1 || !strings.Contains(
		p.Explain(), "met in round 1; the director fixed this pair anyway",
	) {
		t.Errorf("a fixed rematch: %+v", p)
	}
	// b has had Black: left to the draw, White is b's; given, it is a's.
	if p := pair(Fixed{White: "a", Black: "b", Colours: ColoursByDraw}); p.White != "b" || p.Colours != ColoursByDraw {
		t.Errorf("colours left to the draw: %+v", p)
	}
	if p := pair(Fixed{White: "a", Black: "b"}); p.White != "a" || p.Colours != ColoursAsGiven {
		t.Errorf("colours given: %+v", p)
	}
	ev.Handicap.By = scale.ByRating
	if p := pair(Fixed{White: "d", Black: "a"}); p.White != "a" || p.Handicap != 3 {
		t.Errorf("with a handicap the stronger takes White: %+v", p)
	}
	refused := []struct {
		fixed []Fixed
		path  string
		says  string
	}{
		{[]Fixed{{White: "z", Black: "a"}}, "fixed[0].white", "no player"},
		{[]Fixed{{White: "a", Black: "b"}, {White: "c", Black: "a"}}, "fixed[1].black", "A is fixed twice"},
		{[]Fixed{{White: "a", Black: "a"}}, "fixed[0].black", "A is fixed twice"},
		{[]Fixed{{White: "a"}, {White: "b"}}, "fixed[1]", "only one player"},
		{[]Fixed{{White: "c", Black: "a"}}, "fixed[0]", "forbidden pair"},
		{[]Fixed{{White: "d", Black: "a"}}, "fixed[0].white", "D does not play in round 2"},
	}
	ev.Forbidden = [][2]ID{{"a", "c"}}
	ev.Players[3].Absent = []int{2}
	for _, c := range refused {
		_, err := Draw(ev, 2, c.fixed)
		var invalid Invalid
		if !errors.As(err, &invalid) || invalid[0].Path != c.path || !strings.Contains(invalid[0].Message, c.says) {
			t.Errorf("%v: %v; want %s: … %s", c.fixed, err, c.path, c.says)
		}
	}
}

func TestFixedPairsStayWithTheRound(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: entries("4d", "3d", "2d", "1d", "1k")}
	fixed := []Fixed{{White: "d", Black: "a"}, {White: "b"}}
	round := mustDraw(t, ev, 1, fixed...).AsRound()
	if !slices.Equal(round.Fixed, fixed) || !slices.Equal(round.Byes, []ID{"b"}) {
		t.Errorf("%+v", round)
	}
	ev.Played = []Round{round}
	if r, err := Check(ev); err != nil || len(r[0].Differences) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if d := mustDraw(t, ev, 1, fixed...); !d.ByeFixed || d.ExplainBye() != "the director gave B the bye" {
		t.Errorf("%q", d.ExplainBye())
	}
}
