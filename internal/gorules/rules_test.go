package gorules

import (
	"slices"
	"strings"
	"testing"
)

// TestRuleSets holds the four rule sets to the table that they come from, a
// column each.
func TestRuleSets(t *testing.T) {
	cases := []struct {
		rules Rules
		want  Rules
	}{
		{NZ(), Rules{Name: "New Zealand", Suicide: SuicideLegal, Repetition: RepeatOwnMoves, Start: StartNobodys,
			Scoring: AreaShared, Dead: DeadByAgreement,
			Komi:     Komi{Kind: KomiStated, Even: 14, Side: KomiToWhite, WithHandicap: NoKomiWithHandicap},
			Handicap: HandicapByPasses, Ending: EndsByAgreement}},
		{ItsYourTurn(19), Rules{Name: "It's Your Turn", Suicide: SuicideIllegal, Repetition: RepeatLast, Start: StartCounts,
			Scoring: TerritoryLessLosses, Dead: DeadDesignated,
			Komi:     Komi{Kind: KomiStated, Even: 11, Side: KomiOffBlack, WithHandicap: KomiAlsoWithHandicap},
			Handicap: HandicapOnFixedPoints, Ending: EndsByTwoPasses, MoveLimit: 225}},
		{Short(), Rules{Name: "Short rules", Suicide: SuicideIllegal, Repetition: RepeatAny, Start: StartCounts,
			Scoring: TerritoryAndCaptures, Dead: DeadUnstated, Komi: Komi{Kind: KomiUnstated},
			Handicap: HandicapUnstated, Ending: EndsByTwoPasses}},
		{IGGC(), Rules{Name: "igGameCenter", Suicide: SuicideIllegal, Repetition: RepeatLast, Start: StartCounts,
			Scoring: TerritoryAndCaptures, Dead: DeadByAgreement,
			Komi:     Komi{Kind: KomiAgreed, WithHandicap: KomiAlsoWithHandicap, Low: 11, High: 15},
			Handicap: HandicapPlaced, Ending: EndsByTwoPassesAndAgreement, Button: 1}},
	}
	for _, c := range cases {
		if c.rules != c.want {
			t.Errorf("%+v\nwant %+v", c.rules, c.want)
		}
	}
}

func TestKomiAndMoveLimitBySize(t *testing.T) {
	cases := []struct {
		rules    Rules
		handicap int
		komi     string
		limit    int
	}{
		{NZ(), 0, "7", 0},
		{NZ(), 1, "0", 0},
		{NZ(), 5, "0", 0},
		{ItsYourTurn(19), 0, "5.5", 225},
		{ItsYourTurn(13), 0, "4.5", 125},
		{ItsYourTurn(9), 0, "3.5", 75},
		{ItsYourTurn(9), 3, "3.5", 75},
		{ItsYourTurn(11), 0, "0", 0},
		{Short(), 0, "0", 0},
		{IGGC(), 0, "0", 0},
	}
	for _, c := range cases {
		if got := c.rules.KomiFor(c.handicap).String(); got != c.komi || c.rules.MoveLimit != c.limit {
			t.Errorf(
				"%s, handicap %d: komi %s, limit %d; want %s, %d", c.rules.Name, c.handicap, got, c.rules.MoveLimit, c.komi,
				c.limit,
			)
		}
	}
	if ItsYourTurn(11).Komi.Kind != KomiUnstated {
		t.Error("komi is stated for a board that the site does not have")
	}
}

func TestHalfPoints(t *testing.T) {
	for h, want := range map[HalfPoints]string{0: "0", 1: "0.5", -1: "-0.5", 15: "7.5", -14: "-7", Points(361): "361"} {
		if got := h.String(); got != want {
			t.Errorf("%d: %s, want %s", h, got, want)
		}
	}
}

func TestHandicapPoints(t *testing.T) {
	cases := []struct {
		size, n int
		want    string
	}{
		{19, 2, "Q16 D4"},
		{19, 3, "Q16 D4 Q4"},
		{19, 4, "Q16 D4 Q4 D16"},
		{19, 5, "Q16 D4 Q4 D16 K10"},
		{19, 6, "Q16 D4 Q4 D16 D10 Q10"},
		{19, 7, "Q16 D4 Q4 D16 D10 Q10 K10"},
		{19, 8, "Q16 D4 Q4 D16 D10 Q10 K16 K4"},
		{19, 9, "Q16 D4 Q4 D16 D10 Q10 K16 K4 K10"},
		{13, 9, "K10 D4 K4 D10 D7 K7 G10 G4 G7"},
		{13, 5, "K10 D4 K4 D10 G7"},
		{9, 2, "G7 C3"},
		{9, 9, "G7 C3 G3 C7 C5 G5 E7 E3 E5"},
	}
	for _, c := range cases {
		at, err := HandicapPoints(c.size, c.n)
		var labels []string
		for _, p := range at {
			labels = append(labels, p.Label(c.size))
		}
		if got := strings.Join(labels, " "); err != nil || got != c.want {
			t.Errorf("%d stones on %d: %s %v, want %s", c.n, c.size, got, err, c.want)
		}
	}
	for _, wrong := range [][2]int{{19, 1}, {19, 0}, {19, 10}, {9, -1}, {11, 4}, {0, 2}} {
		if at, err := HandicapPoints(wrong[0], wrong[1]); err == nil {
			t.Errorf("%v: %v, want an error", wrong, at)
		}
	}
}

func TestKindsHaveNames(t *testing.T) {
	var names []string
	for k := Superko; k <= ButtonGone; k++ {
		names = append(names, k.String())
	}
	if want := []string{
		"superko", "occupied", "off_board", "suicide", "out_of_turn", "button",
	}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
