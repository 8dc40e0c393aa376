package pairing

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/ratings/scale"
)

func TestValidate(t *testing.T) {
	cases := []struct {
		name   string
		change func(ev *Event)
		want   Invalid
	}{
		{"nothing wrong", func(*Event) {}, nil},
		{"settings", func(ev *Event) {
			ev.System, ev.Rounds, ev.Seeding, ev.Unplayed = "ladder", 0, "fair", "most"
			ev.Handicap = HandicapRule{By: "rank", Ceiling: -1}
			ev.Played, ev.Players = nil, ev.Players[:2]
		}, Invalid{
			{"system", `"ladder" is not one of swiss, mcmahon, roundrobin, knockout, match`},
			{"rounds", "must be between 1 and 200"},
			{"handicap.by", `"rank" is not one of none, rating, grade, score`},
			{"handicap.ceiling", "must be between 0 and 50"},
			{"seeding", `"fair" is not one of slide, fold, random, closest, handicap, order`},
			{"unplayed", `"most" is not one of virtual, half, zero`},
		}},
		{"handicaps by score in a Swiss, with an end", func(ev *Event) {
			top := scale.Grade(1)
			ev.Handicap = HandicapRule{By: scale.ByScore, Reduction: -10, Top: &top}
		}, Invalid{
			{"handicap.by", "only a McMahon has McMahon scores; let handicaps go by grade or rating"},
			{"handicap.reduction", "must be between -9 and 50"},
		}},
		{"an end of handicaps by rating", func(ev *Event) {
			top := scale.Grade(1)
			ev.Handicap = HandicapRule{By: scale.ByRating, Top: &top}
		}, Invalid{{"handicap.no_handicap_above", "only handicaps by grade and by score have it"}}},
		{"an end of handicaps by bands", func(ev *Event) {
			top := scale.Grade(1)
			ev.System, ev.Bands, ev.Handicap = McMahon, []scale.Rating{10}, HandicapRule{By: scale.ByScore, Top: &top}
		}, Invalid{{"handicap.no_handicap_above", "with bands no score belongs to a grade; leave it out"}}},
		{"an end of handicaps that no one has", func(ev *Event) {
			top := scale.Grade(40)
			ev.Handicap = HandicapRule{By: scale.ByGrade, Top: &top}
		}, Invalid{{"handicap.no_handicap_above", "must be between 50k and 12d"}}},
		{"tie-breaks and criteria", func(ev *Event) {
			ev.TieBreaks = []TieBreak{SOS, SOS}
			ev.Criteria = []Criterion{CriterionGames, CriterionLot, CriterionBye, CriterionBye, CriterionRematch}
		}, Invalid{
			{"tie_breaks[1]", "SOS is listed twice"},
			{"criteria[0]", "having as many games as possible always comes first; leave it out"},
			{"criteria[1]", "the lot always comes last; leave it out"},
			{"criteria[3]", "bye is listed twice"},
			{"criteria[4]", `"rematch" is not one of bye, score_difference, floats, club, city, country, colours, seeding`},
		}},
		{"McMahon inside a grade and upside down", func(ev *Event) {
			ev.System, ev.Bar, ev.Floor = McMahon, rating("3.5"), rating("4d")
		}, Invalid{
			{"bar", "3.5 is inside a grade; give a whole grade such as 3d, or use bands"},
			{"bar", "3 dan is below the floor, 4 dan"},
		}},
		{"McMahon bands", func(ev *Event) {
			ev.System, ev.Bar, ev.Bands = McMahon, rating("3d"), []scale.Rating{10, 10}
		}, Invalid{
			{"bands", "bands replace the bar and the floor; give one or the other"},
			{"bands[1]", "bands must go up: 1.0 is not above 1.0"},
		}},
		{
			"a bar in a Swiss", func(ev *Event) { ev.Bar = rating("3d") },
			Invalid{{"bar", "only a McMahon has a bar, a floor or bands"}},
		},
		{"players", func(ev *Event) {
			ev.Players[1] = Player{ID: "a", Rating: 200, Absent: []int{0, 2, 2}, HalfPointByes: []int{2}, Number: -1}
			ev.Players[2] = Player{Rating: 1, EnteredIn: 4, WithdrawnAfter: 3, StartScore: -1}
			ev.Players[3].EnteredIn = 6
			ev.Played = nil
		}, Invalid{
			{"players[1].id", `"a" is already players[0]`},
			{"players[1].rating", "must be between −49.0 and 12.9"},
			{"players[1].absent[0]", "must be between 1 and 5"},
			{"players[1].absent[2]", "round 2 is listed twice"},
			{"players[1].half_point_byes[0]", "round 2 is also listed as absent"},
			{"players[1].number", "must be above zero"},
			{"players[2].id", "every player needs an id"},
			{"players[2].withdrawn_after", "round 3 is before the player enters"},
			{"players[2].start_score", "must be between 0 and 400"},
			{"players[3].entered_in", "must be between 0 and 5"},
			{"players[0].number", "either every player has an entry number or none has"},
			{"players[2].number", "either every player has an entry number or none has"},
			{"players[3].number", "either every player has an entry number or none has"},
		}},
		{"entry numbers twice", func(ev *Event) {
			for i := range ev.Players {
				ev.Players[i].Number = 1 + i%3
			}
		}, Invalid{{"players[3].number", "1 is already the number of players[0]"}}},
		{"forbidden pairs", func(ev *Event) { ev.Forbidden = [][2]ID{{"a", "z"}, {"b", "b"}} }, Invalid{
			{"forbidden[0][1]", `there is no player "z"`},
			{"forbidden[1]", "a pair needs two different players"},
		}},
		{"an impossible history", func(ev *Event) {
			ev.Players[3].EnteredIn, ev.Players[2].WithdrawnAfter = 2, 1
			ev.Played = []Round{
				playedRound(1, "ab cd a"), playedRound(1, ""), playedRound(7, ""),
				{Number: 2, Games: []Game{{White: "a", Black: "c", Result: "win", Handicap: 99}, {White: "x", Black: "d"}}},
			}
		}, Invalid{
			{"played[0].games[1].black", "d enters in round 2 and cannot be in round 1"},
			{"played[0].byes[0]", "a is already in round 1"},
			{"played[1].round", "round 1 is listed twice"},
			{"played[2].round", "must be between 1 and 5"},
			{"played[3].games[0].black", "c withdrew after round 1 and cannot be in round 2"},
			{"played[3].games[0].handicap", "must be between 0 and 50"},
			{"played[3].games[0].result", `"win" is not one of W, B, J, W_default, B_default, both_lose, both_default, ` +
				"both_win, both_win_default, J_default"},
			{"played[3].games[1].white", `there is no player "x"`},
		}},
		{"a late entry in a round robin", func(ev *Event) {
			ev.System, ev.Players[0].EnteredIn, ev.Played = RoundRobin, 2, nil
		}, Invalid{{"players[0].entered_in", "a round robin's table is made once; no one can enter later"}}},
		{"settings of a knock-out and a match in a Swiss", func(ev *Event) {
			ev.Seeding, ev.PlayOut, ev.Knockout.ThirdPlace = SeedOrder, true, true
		}, Invalid{
			{"knockout", "only a knock-out has a game for third place and a rule for a jigo"},
			{"seeding", "only a knock-out and a match go by the director's order"},
			{"play_out", "only a match goes on after it is decided"},
		}},
		{"seeds", func(ev *Event) {
			ev.System, ev.Played, ev.Knockout.Jigo = Knockout, nil, "toss"
			ev.Players[0].Seed, ev.Players[1].Seed, ev.Players[2].Seed = 1, 1, -1
		}, Invalid{
			{"knockout.jigo", `"toss" is not one of replay, white, black`},
			{"players[1].seed", "seed 1 is already that of a"},
			{"players[2].seed", "must be between 0 and 10000"},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := &Event{System: Swiss, Rounds: 5, Players: entries("4d", "3d", "2d", "1d"), Played: rounds("ab cd")}
			c.change(ev)
			var got Invalid
			if err := ev.Validate(); err != nil && !errors.As(err, &got) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if _, err := Draw(ev, 1, nil); (err == nil) != (c.want == nil) {
				t.Errorf("drawn all the same: %v", err)
			}
		})
	}
}
