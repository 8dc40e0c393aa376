package simulate

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// The default field is a bell round 6 kyu, cut off at 22 kyu and 6 dan, whose ratings follow its strengths.
func TestStrengthsAreSpreadLikeTheList(t *testing.T) {
	f := DefaultField(MaxPlayers)
	e := f.draw(source(1))
	var sum, squares, form float64
	clubs := map[string]int{}
	for i, p := range e.players {
		s := e.strength[i]
		if s < f.Weakest || s > f.Strongest {
			t.Fatalf("strength %v", s)
		}
		sum += s
		squares += s * s
		form += (s - stones(p.Rating)) * (s - stones(p.Rating))
		clubs[p.Club]++
	}
	mean, n := sum/MaxPlayers, float64(MaxPlayers)
	if math.Abs(mean+5.2) > 0.5 || math.Abs(math.Sqrt(squares/n-mean*mean)-4.7) > 0.4 {
		t.Errorf("mean %v, deviation %v", mean, math.Sqrt(squares/n-mean*mean))
	}
	if sd := math.Sqrt(form / n); math.Abs(sd-f.Form) > 0.06 {
		t.Errorf("form %v, want %v", sd, f.Form)
	}
	if len(clubs) != f.Clubs {
		t.Errorf("%d clubs", len(clubs))
	}
}

func TestGivenEntrantsKeepRatingAndClub(t *testing.T) {
	f := Field{Players: 2, Form: 0.5, Entrants: []Entrant{{Rating: 34, Club: "Hutt"}, {Rating: -140}}}
	a, b := f.draw(source(1)), f.draw(source(2))
	for _, e := range []entered{a, b} {
		if p := e.players[0]; p.Rating != 34 || p.Club != "Hutt" {
			t.Errorf("%+v", p)
		}
		if math.Abs(e.strength[1]+14) > 4 {
			t.Errorf("strength %v of a 15 kyu", e.strength[1])
		}
	}
	if a.strength[0] == b.strength[0] {
		t.Error("form is the same in every event")
	}
	f.Form = 0
	if e := f.draw(source(3)); e.strength[0] != 3.4 {
		t.Errorf("strength %v without any form", e.strength[0])
	}
}

// Over many players each kind of absence is as frequent as it was set.
func TestPresence(t *testing.T) {
	f := Field{Players: MaxPlayers, Late: 100, Absent: 50, HalfBye: 20, Withdraw: 30}
	var late, away, half, gone, rounds float64
	for seed := range uint64(10) {
		for _, p := range f.draw(source(seed)).players {
			if p.EnteredIn != 0 {
				late++
			}
			if p.EnteredIn == 1 || p.EnteredIn > 3 || len(p.HalfPointByes) > 1 {
				t.Fatalf("%+v", p)
			}
			last := MaxRounds
			if p.WithdrawnAfter > 0 {
				gone++
				last = p.WithdrawnAfter
			}
			rounds += float64(last - max(p.EnteredIn, 1) + 1)
			away += float64(len(p.Absent))
			half += float64(len(p.HalfPointByes))
			for _, r := range slices.Concat(p.Absent, p.HalfPointByes) {
				if r < p.EnteredIn || r > last {
					t.Fatalf("%+v", p)
				}
			}
		}
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 0.1*want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("late", late/10000, 0.1)
	near("absent", away/rounds, 0.05)
	near("withdrawn", gone/rounds, 0.03)
	if half == 0 {
		t.Error("no one asks for a half-point bye")
	}
}

func TestFieldWithinRounds(t *testing.T) {
	all := entered{
		players: []pairing.Player{
			{ID: "a", Absent: []int{2, 5}, HalfPointByes: []int{4}, WithdrawnAfter: 6},
			{ID: "b", EnteredIn: 3, Absent: []int{4}},
			{ID: "c", WithdrawnAfter: 2},
		},
		strength: []float64{3, 2, 1}, third: []int{0, 1, 2},
	}
	player := func(id pairing.ID, absent, half []int, entered, withdrawn int) pairing.Player {
		return pairing.Player{ID: id, Absent: absent, HalfPointByes: half, EnteredIn: entered, WithdrawnAfter: withdrawn}
	}
	for _, c := range []struct {
		name   string
		rounds int
		system pairing.System
		want   []pairing.Player
	}{
		{"long enough for everything", 7, pairing.Swiss, all.players},
		{"shorter", 4, pairing.Swiss, []pairing.Player{
			player("a", []int{2}, []int{4}, 0, 0), player("b", []int{4}, nil, 3, 0), player("c", nil, nil, 0, 2)}},
		{"too short for the late entry", 2, pairing.McMahon, []pairing.Player{
			player("a", []int{2}, []int{}, 0, 0), player("c", nil, nil, 0, 0)}},
		{"a round robin has its table", 4, pairing.RoundRobin, []pairing.Player{
			player("a", []int{2}, []int{4}, 0, 0), player("b", []int{1, 2, 4}, nil, 0, 0), player("c", nil, nil, 0, 2)}},
		{"a short round robin", 1, pairing.RoundRobin, []pairing.Player{
			player("a", []int{}, []int{}, 0, 0), player("b", []int{1}, nil, 0, 0), player("c", nil, nil, 0, 0)}},
	} {
		got := all.within(c.rounds, c.system)
		same := slices.EqualFunc(got.players, c.want, func(a, b pairing.Player) bool {
			return a.ID == b.ID && slices.Equal(a.Absent, b.Absent) && slices.Equal(a.HalfPointByes, b.HalfPointByes) &&
				a.EnteredIn == b.EnteredIn && a.WithdrawnAfter == b.WithdrawnAfter
		})
		if !same || len(got.strength) != len(c.want) || len(got.third) != len(c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if all.players[1].EnteredIn != 3 || !reflect.DeepEqual(all.players[0].Absent, []int{2, 5}) {
		t.Errorf("the field itself has changed: %+v", all.players)
	}
}

func TestThirds(t *testing.T) {
	var players []pairing.Player
	for _, r := range []scale.Rating{-50, 30, 10, 10, -80, 20} {
		players = append(players, pairing.Player{Rating: r})
	}
	if got := thirds(players); !slices.Equal(got, []int{2, 0, 1, 1, 2, 0}) {
		t.Errorf("%v", got)
	}
	if got := thirds(players[:1]); !slices.Equal(got, []int{1}) {
		t.Errorf("one player: %v", got)
	}
}

// A bar that a quarter of the field has reached, but at least eight players; no floor above anyone.
func TestBounds(t *testing.T) {
	field := func(n int) []pairing.Player {
		var players []pairing.Player
		for i := range n {
			players = append(players, pairing.Player{Rating: scale.Rating(55 - 10*i)}) // 5.5, 4.5, …
		}
		return players
	}
	r := func(v scale.Rating) *scale.Rating { return &v }
	for _, c := range []struct {
		name                string
		players             int
		bar, floor          *scale.Rating
		wantBar, wantLowest scale.Rating
	}{
		{"forty: ten are at the bar", 40, nil, nil, -40, -340},
		{"twenty: eight are at the bar", 20, nil, nil, -20, -140},
		{"five: all of them", 5, nil, nil, 10, 10},
		{"the director's bar", 20, r(30), nil, 30, -140},
		{"the director's floor", 20, nil, r(-50), -20, -50},
		{"a floor above the bar there would be", 20, nil, r(10), 10, 10},
		{"a bar below everyone", 3, r(-100), nil, -100, -100},
		{"both", 20, r(20), r(-20), 20, -20},
	} {
		if bar, floor := bounds(field(c.players), c.bar, c.floor); *bar != c.wantBar || *floor != c.wantLowest {
			t.Errorf("%s: bar %s, floor %s", c.name, bar, floor)
		}
	}
}

// The bar that a director is shown is the bar that a simulation plays by.
func TestTheProposedBarIsTheOneThatIsPlayedBy(t *testing.T) {
	for _, test := range []struct {
		ratings []scale.Rating
		bar     scale.Grade
		reached int
	}{
		{[]scale.Rating{34}, 3, 1},
		{[]scale.Rating{34, 30, 29, 12, 10, 5, -3, -20, -100, -101}, -2, 8},
		{[]scale.Rating{40, 40, 40, 40, 40, 40, 40, 40, 40, 40}, 4, 10},
	} {
		var field []Entrant
		var players []pairing.Player
		for _, r := range test.ratings {
			field, players = append(field, Entrant{Rating: r}), append(players, pairing.Player{Rating: r})
		}
		bar, reached := ProposedBar(field)
		played, _ := bounds(players, nil, nil)
		if bar != test.bar || reached != test.reached || played.Grade() != bar {
			t.Errorf("%v: %s reached by %d, played by %s; want %s by %d",
				test.ratings, bar, reached, played.Grade(), test.bar, test.reached)
		}
	}
}
