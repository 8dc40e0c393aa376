package prizes

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/money"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// field are players 1, 2, … in the order of places; each is "place/wins/grade" and marks: j junior, w woman, x withdrawn,
// 0 has not played, @Club.
func field(lines ...string) []Player {
	var out []Player
	for i, line := range lines {
		words := strings.Fields(line)
		p := Player{ID: tournaments.EntryID(i + 1), Played: true, Figures: "figures"}
		var grade string
		if _, err := fmt.Sscanf(strings.ReplaceAll(words[0], "/", " "), "%d %d %s", &p.Place, &p.Wins, &grade); err != nil {
			panic(err)
		}
		p.Equal, p.Rating, p.Points = p.Place, scale.MustParse(grade), 2*p.Wins
		for _, mark := range words[1:] {
			switch mark {
			case "j":
				p.Junior = true
			case "w":
				p.Woman = true
			case "x":
				p.Withdrawn = true
			case "0":
				p.Played = false
			default:
				p.Club = strings.TrimPrefix(mark, "@")
			}
		}
		out = append(out, p)
	}
	return out
}

// told is a list in short: "1st place $100.00: 1 | …", with those who are passed over in brackets.
func told(list []Award) string {
	var out []string
	for _, a := range list {
		line := a.Title
		if worth := Worth(a.Each, strings.Join(a.Things, "+")); worth != "" {
			line += " " + worth
		}
		line += ":"
		for _, w := range a.Winners {
			if line += " " + w.Club; w.Entry != 0 {
				line += fmt.Sprint(w.Entry)
			}
		}
		for _, p := range a.Passed {
			line += fmt.Sprintf(" [%d]", p.Entry)
		}
		out = append(out, line)
	}
	return strings.Join(out, " | ")
}

func places(money_ ...money.Cents) (out []Prize) {
	for i, m := range money_ {
		out = append(out, Prize{ID: PrizeID(i + 1), Kind: ByPlace, Nth: i + 1, Money: m * 100})
	}
	return out
}

func band(id PrizeID, best, weakest string, nth int) Prize {
	return Prize{ID: id, Kind: ByBand, Nth: nth, Best: scale.MustParse(best), Weakest: scale.MustParse(weakest)}
}

// byHand is a prize that the director gave to a player.
func byHand(prize PrizeID, to tournaments.EntryID) []Change {
	return []Change{{Prize: prize, Winners: []tournaments.EntryID{to}, Reason: "r"}}
}

// inLine is decisions that leave whoever would have won in line for the next prize.
func inLine(changes []Change) []Change {
	for i := range changes {
		changes[i].Next = true
	}
	return changes
}

func TestPropose(t *testing.T) {
	once := func(p ...Prize) Rules { return Rules{Prizes: p, Once: true, Ties: TiesByPlace} }
	junior, woman := Prize{ID: 21, Kind: ByJunior, Nth: 1}, Prize{ID: 22, Kind: ByWoman, Nth: 1}
	three := Prize{ID: 23, Kind: Wins, Nth: 3, Money: 1000}
	club := Prize{ID: 24, Kind: ByClub, Nth: 1, Players: 2, Thing: "Shield"}
	most := Prize{ID: 25, Kind: MostWins, Nth: 1}
	five := field("1/5/3d", "2/4/2d", "3/3/1k", "4/3/5k", "5/1/9k")
	for name, c := range map[string]struct {
		rules   Rules
		players []Player
		changes []Change
		want    string
	}{
		"places": {once(places(100, 60)...), five, nil, "1st place $100.00: 1 | 2nd place $60.00: 2"},
		"a shared first takes both prizes": {
			once(places(100, 60)...), field("1/4/3d", "1/4/2d", "3/3/1d"), nil, "1st place and 2nd place $80.00: 1 2",
		},
		"a shared place reaches beyond the prizes": {
			once(places(100, 60, 50)...), field("1/4/3d", "2/3/2d", "3/3/1d", "3/3/1d", "3/3/1d"), nil,
			"1st place $100.00: 1 | 2nd place $60.00: 2 | 3rd place $16.66: 3 4 5",
		},
		"the band goes past who has a place": {
			once(append(places(100), band(9, "3d", "1d", 1), band(10, "1k", "9k", 1))...), five, nil,
			"1st place $100.00: 1 | Best 3–1 dan: 2 [1] | Best 1–9 kyu: 3",
		},
		"the band first, then the places go past": {
			once(append([]Prize{band(9, "4d", "3d", 1)}, places(100, 60)...)...), five, nil,
			"Best 4–3 dan: 1 | 1st place $100.00: 2 [1] | 2nd place $60.00: 3 [1]",
		},
		"not once": {
			Rules{Prizes: append(places(100), band(9, "3d", "1d", 1)), Ties: TiesByPlace}, five, nil, "1st place $100.00: 1 | Best 3–1 dan: 1",
		},
		"who has won before may win this one": {
			once(append(places(100), Prize{ID: 9, Kind: ByBand, Nth: 1, Best: 30, Weakest: 10, Also: true})...), five, nil,
			"1st place $100.00: 1 | Best 3–1 dan: 1",
		},
		"nobody in the band":  {once(band(9, "9d", "5d", 1)), five, nil, "Best 9–5 dan:"},
		"second of a band":    {once(band(9, "1k", "9k", 1), band(10, "1k", "9k", 2)), five, nil, "Best 1–9 kyu: 3 | 2nd best 1–9 kyu: 4"},
		"the edge of a grade": {once(Prize{ID: 1, Kind: ByBand, Nth: 1, Best: 9, Weakest: 0}), []Player{{ID: 7, Rating: 9, Played: true, Place: 1}}, nil, "Best 1 kyu: 7"},
		"junior and woman":    {once(junior, woman), field("1/3/1d", "2/2/3k j w", "3/1/5k w"), nil, "Best junior: 2 | Best woman: 3 [2]"},
		"no junior":           {once(junior), five, nil, "Best junior:"},
		"three wins":          {once(append(places(100), three)...), five, nil, "1st place $100.00: 1 | 3 wins $10.00: 2 3 4 [1]"},
		"four wins or three":  {once(Prize{ID: 30, Kind: Wins, Nth: 4}, three), five, nil, "4 wins: 1 2 | 3 wins $10.00: 3 4 [1] [2]"},
		"most wins":           {once(most), field("1/3/1d", "2/4/1d", "3/4/1d"), nil, "Most wins: 2"},
		"withdrawn":           {once(places(100)...), field("1/4/3d x", "2/3/2d"), nil, "1st place $100.00: 2 [1]"},
		"nobody has played":   {once(append(places(100), most)...), field("1/0/3d 0", "1/0/2d 0"), nil, "1st place: | Most wins:"},
		"clubs":               {once(club), field("1/5/3d @Wgtn", "2/4/2d @Ōtepoti", "3/3/1d @otepoti", "4/2/1k @Wgtn", "5/2/1k"), nil, "Best club Shield: Wgtn Ōtepoti"},
		"a club with too few": {once(club), field("1/5/3d @Wgtn", "2/1/2d @Ak", "3/1/1d @Ak"), nil, "Best club Shield: Ak"},
		"by hand":             {once(places(100, 60)...), five, []Change{{Prize: 1, Winners: []tournaments.EntryID{5}, Reason: "r"}}, "1st place $100.00: 5 | 2nd place $60.00: 2"},
		"by lot between two who are equal": {
			once(places(100, 60, 40)...), field("1/4/3d", "1/4/2d", "3/3/1d"), byHand(1, 1),
			"1st place $100.00: 1 | 2nd place $60.00: 2 [1] | 3rd place $40.00: 3 [1]",
		},
		"by lot between three who are equal": {
			once(places(100, 60, 40)...), field("1/4/3d", "1/4/2d", "1/4/1d"), byHand(2, 3),
			"1st place and 3rd place $70.00: 1 2 [3] | 2nd place $60.00: 3",
		},
		"the second is moved up": {
			once(places(100, 60, 40)...), five, byHand(1, 2),
			"1st place $100.00: 2 | 2nd place $60.00: 3 [2] | 3rd place $40.00: 4 [2]",
		},
		"the first is moved down": {
			once(places(100, 60, 40)...), five, byHand(2, 1),
			"1st place $100.00: 2 [1] | 2nd place $60.00: 1 | 3rd place $40.00: 3 [1]",
		},
		"one club in several spellings": {
			once(club), field("1/5/3d @Wgtn", "2/4/2d @Akl", "3/3/1d @Auckland", "4/1/1k @Wellington"), nil, "Best club Shield: Akl",
		},
		"passed over for the first, next in line": {
			once(places(100, 60, 40)...), five, inLine(byHand(1, 5)), "1st place $100.00: 5 | 2nd place $60.00: 1 | 3rd place $40.00: 2",
		},
		"the second is moved up, the first next in line": {
			once(places(100, 60, 40)...), five, inLine(byHand(1, 2)), "1st place $100.00: 2 | 2nd place $60.00: 1 | 3rd place $40.00: 3 [2]",
		},
		"passed over for the second, next in line": {
			once(places(100, 60, 40)...), five, inLine(byHand(2, 5)), "1st place $100.00: 1 | 2nd place $60.00: 5 | 3rd place $40.00: 2",
		},
		"by lot between two, next in line": {
			once(places(100, 60, 40)...), field("1/4/3d", "1/4/2d", "3/3/1d"), inLine(byHand(1, 1)),
			"1st place $100.00: 1 | 2nd place $60.00: 2 [1] | 3rd place $40.00: 3 [1]",
		},
		"the first is moved down, next in line": {
			once(places(100, 60, 40)...), five, inLine(byHand(2, 1)),
			"1st place $100.00: 2 [1] | 2nd place $60.00: 1 | 3rd place $40.00: 3 [1]",
		},
		"not given, and no one in line for it": {
			once(places(100, 60)...), five, []Change{{Prize: 1, Reason: "r", Next: true}}, "1st place: | 2nd place $60.00: 2",
		},
		"a junior passed over, next in line": {
			once(junior, Prize{ID: 26, Kind: ByJunior, Nth: 2}), field("1/3/1d", "2/2/3k j", "3/1/5k j"), inLine(byHand(21, 1)),
			"Best junior: 1 | 2nd best junior: 2",
		},
		"a club passed over, next in line": {
			once(club, Prize{ID: 27, Kind: ByClub, Nth: 2, Players: 2, Thing: "Cup"}),
			field("1/5/3d @A", "2/4/2d @A", "3/3/1d @B", "4/2/1k @B", "5/1/1k @C", "6/1/1k @C"),
			[]Change{{Prize: 24, Clubs: []string{"C"}, Reason: "r", Next: true}}, "Best club Shield: C | 2nd best club Cup: A",
		},
		"by hand to two":       {once(places(101)...), five, []Change{{Prize: 1, Winners: []tournaments.EntryID{5, 4}, Reason: "r"}}, "1st place $50.50: 4 5"},
		"not given":            {once(append(places(100), three)...), five, []Change{{Prize: 1, Reason: "r"}}, "1st place: | 3 wins $10.00: 1 2 3 4"},
		"no prizes":            {once(), five, nil, ""},
		"no players":           {once(places(100)...), nil, nil, "1st place:"},
		"passed over and tied": {once(append([]Prize{junior}, places(90, 30)...)...), field("1/4/3d", "2/3/2d j", "2/3/1d"), nil, "Best junior: 2 | 1st place $90.00: 1 | 2nd place $30.00: 3 [2]"},
	} {
		got := told(Propose(c.rules, c.players, c.changes))
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// Equal scores share whatever the tie-breaks, where the director says so.
func TestTiesByScore(t *testing.T) {
	players := field("1/4/3d", "2/3/2d", "3/3/1d", "4/2/1k")
	players[2].Equal = 2
	got := Propose(Rules{Prizes: places(100, 60, 40), Once: true, Ties: TiesByScore}, players, nil)
	if told(got) != "1st place $100.00: 1 | 2nd place and 3rd place $50.00: 2 3" {
		t.Error(told(got))
	}
	if why := strings.Join(got[1].Why, " "); !strings.Contains(why, "2 players are equal") ||
		!strings.Contains(why, "$60.00 + $40.00 = $100.00; $100.00 ÷ 2 = $50.00 each.") {
		t.Error(why)
	}
	got = Propose(Rules{Prizes: places(100), Once: true, Ties: TiesByScore}, field("1/4/3d", "1/4/2d", "1/4/2d"), nil)
	if why := strings.Join(got[0].Why, " "); !strings.Contains(why, "$100.00 ÷ 3 = $33.33 each, $0.01 is left over.") {
		t.Error(why)
	}
}

// What everyone reads names no junior and no woman but the winner of that prize; what players read while they play has
// nothing that follows from such prizes.
func TestWhatIsPublic(t *testing.T) {
	rules := Rules{Once: true, Ties: TiesByPlace, Prizes: []Prize{
		{ID: 1, Kind: ByPlace, Nth: 1}, {ID: 2, Kind: ByJunior, Nth: 1}, {ID: 3, Kind: ByWoman, Nth: 1}, band(4, "9k", "20k", 1),
	}}
	players := field("1/5/1d j", "2/4/1k x w", "3/3/2k w", "4/2/10k j", "5/1/11k")
	all := Propose(rules, players, nil)
	if got := told(all); got != "1st place: 1 | Best junior: 4 [1] | Best woman: 3 [2] | Best 9–20 kyu: 5 [4]" {
		t.Fatal(got)
	}
	if got := told(Public(all)); got != "1st place: 1 | Best junior: 4 | Best woman: 3 | Best 9–20 kyu: 5 [4]" {
		t.Error(got)
	}
	if told(all) != "1st place: 1 | Best junior: 4 [1] | Best woman: 3 [2] | Best 9–20 kyu: 5 [4]" {
		t.Error("the director’s list is cut as well")
	}
	stands := told(AsItStands(rules, players))
	if stands != "1st place: 1 | Best 9–20 kyu: 4" {
		t.Error(stands)
	}
	for i := range players {
		players[i].Junior, players[i].Woman = !players[i].Junior, !players[i].Woman
	}
	if got := told(AsItStands(rules, players)); got != stands {
		t.Error("how it stands depends on who is a junior or a woman:", got)
	}
}

// Whatever the prizes and the places: no more money is given than there is, less than a cent a winner is left over, once is
// once, each prize is named once, and the list is the same in whatever order players come.
func TestPrizesAddUp(t *testing.T) {
	kinds := Kinds(tournaments.Settings{Boards: 2})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "players")
		var players []Player
		place := 1
		for i := range n {
			if rapid.Bool().Draw(t, "next") {
				place = i + 1
			}
			players = append(players, Player{
				ID: tournaments.EntryID(i + 1), Place: place, Equal: place, Wins: rapid.IntRange(0, 5).Draw(t, "wins"), Played: true,
				Rating: scale.Rating(rapid.IntRange(-100, 50).Draw(t, "rating")), Junior: rapid.Bool().Draw(t, "junior"),
				Team: i%3 == 2, Boards: []OnBoard{{1, 2, rapid.IntRange(0, 4).Draw(t, "points")}},
				Woman: rapid.Bool().Draw(t, "woman"), Club: rapid.SampledFrom([]string{"", "A", "B"}).Draw(t, "club"), Figures: "f",
			})
		}
		rules := Rules{Once: true, Ties: rapid.SampledFrom([]Ties{TiesByPlace, TiesByScore}).Draw(t, "ties")}
		for i := range rapid.IntRange(0, 8).Draw(t, "prizes") {
			rules.Prizes = append(rules.Prizes, Prize{
				ID: PrizeID(i + 1), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Nth: rapid.IntRange(1, 4).Draw(t, "nth"),
				Players: 1, Board: rapid.IntRange(1, 2).Draw(t, "board"), Best: 50, Weakest: -60, Money: money.Cents(rapid.IntRange(0, 999).Draw(t, "money")),
			})
		}
		list := Propose(rules, players, nil)
		named := map[PrizeID]bool{}
		won := map[tournaments.EntryID]bool{}
		for _, a := range list {
			var sum money.Cents
			for _, id := range a.Prizes {
				if named[id] {
					t.Fatalf("prize %d is given twice: %s", id, told(list))
				}
				named[id] = true
				sum += rules.Prizes[id-1].Money
			}
			if given := a.Each.Times(len(a.Winners)); len(a.Winners) > 0 && a.Kind.single() != Wins && (given > sum || sum-given >= money.Cents(len(a.Winners))) {
				t.Fatalf("%s of %s are given: %s", given, sum, told(list))
			}
			for _, w := range a.Winners {
				if w.Entry != 0 && won[w.Entry] && !sameFamily(rules, list, w.Entry) {
					t.Fatalf("%d wins twice: %s", w.Entry, told(list))
				}
				won[w.Entry] = true
			}
		}
		if len(named) != len(rules.Prizes) {
			t.Fatalf("a prize is forgotten: %s", told(list))
		}
		turned := make([]Player, n)
		for i, p := range players {
			turned[n-1-i] = p
		}
		if again := Propose(rules, turned, nil); len(again) != len(list) {
			t.Fatalf("another order: %s, %s", told(list), told(again))
		}
	})
}

// sameFamily reports whether a player's prizes are of one family: two prizes for the same place.
func sameFamily(rules Rules, list []Award, id tournaments.EntryID) bool {
	families := map[string]bool{}
	for _, a := range list {
		for _, w := range a.Winners {
			if w.Entry == id {
				families[rules.Prizes[a.Prizes[0]-1].family()] = true
			}
		}
	}
	return len(families) == 1
}
