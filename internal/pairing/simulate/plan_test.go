package simulate

import (
	"errors"
	"math"
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func TestPlansThatAreRefused(t *testing.T) {
	r := func(v scale.Rating) *scale.Rating { return &v }
	for _, c := range []struct {
		name   string
		change func(p *Plan)
		want   string // paths of the problems
	}{
		{"the default", func(*Plan) {}, ""},
		{"one player", func(p *Plan) { p.Field.Players = 1 }, "players"},
		{"too many players", func(p *Plan) { p.Field.Players = MaxPlayers + 1 }, "players"},
		{"the most players", func(p *Plan) { p.Field.Players = MaxPlayers; p.Events = 1 }, ""},
		{"no rounds", func(p *Plan) { p.Rounds = nil }, "rounds"},
		{"no round", func(p *Plan) { p.Rounds = []int{0} }, "rounds"},
		{"too many rounds", func(p *Plan) { p.Rounds = []int{MaxRounds + 1} }, "rounds"},
		{"more rounds than opponents", func(p *Plan) { p.Field.Players = 6; p.Rounds = []int{6} }, "rounds"},
		{"as many as opponents", func(p *Plan) { p.Field.Players = 6; p.Rounds = []int{5} }, ""},
		{"and a bye for everyone", func(p *Plan) { p.Field.Players = 7; p.Rounds = []int{7} }, ""},
		{"a number of rounds twice", func(p *Plan) { p.Rounds = []int{5, 6, 5} }, "rounds"},
		{"no system", func(p *Plan) { p.Systems = nil }, "system"},
		{"an unknown system", func(p *Plan) { p.Systems = []pairing.System{"knockout"} }, "system"},
		{"a system twice", func(p *Plan) { p.Systems = []pairing.System{"swiss", "swiss"} }, "system"},
		{"an unknown seeding", func(p *Plan) { p.Seedings = []pairing.Seeding{""} }, "seeding"},
		{"no handicap rule", func(p *Plan) { p.Handicaps = nil }, "handicap"},
		{"an unknown handicap rule", func(p *Plan) { p.Handicaps = []pairing.HandicapRule{{By: "grade"}} }, "handicap"},
		{"a handicap rule twice", func(p *Plan) { p.Handicaps = append(p.Handicaps, p.Handicaps[0]) }, "handicap"},
		{"a large reduction", func(p *Plan) { p.Handicaps[0].Reduction = 51 }, "reduction"},
		{"a negative ceiling", func(p *Plan) { p.Handicaps[0].Ceiling = -1 }, "ceiling"},
		{"a bar inside a grade", func(p *Plan) { p.Bar = r(15) }, "bar"},
		{"a bar under the floor", func(p *Plan) { p.Bar, p.Floor = r(-100), r(10) }, "bar"},
		{"bands that fall", func(p *Plan) { p.Rules.Bands = []scale.Rating{10, 0} }, "bands[1]"},
		{"bands and a bar", func(p *Plan) { p.Rules.Bands, p.Bar = []scale.Rating{0, 10}, r(10) }, "bands"},
		{"a criterion twice", func(p *Plan) { p.Rules.Criteria = []pairing.Criterion{"bye", "bye"} }, "criteria[1]"},
		{"no events", func(p *Plan) { p.Events = 0 }, "events"},
		{"too many events", func(p *Plan) { p.Events = MaxEvents + 1 }, "events"},
		{"a probability", func(p *Plan) { p.Field.Absent, p.Field.Jigo = -1, 501 }, "absent jigo"},
		{"no number", func(p *Plan) { p.Field.Mean, p.Field.Form = math.NaN(), math.Inf(1) }, "mean form"},
		{"turned round", func(p *Plan) { p.Field.Weakest, p.Field.Strongest = 3, -3 }, "weakest"},
		{"too many clubs", func(p *Plan) { p.Field.Clubs = MaxClubs + 1 }, "clubs"},
		{"entrants of another number", func(p *Plan) { p.Field.Entrants = []Entrant{{}} }, "entrants"},
		{"an entrant's rating", func(p *Plan) {
			p.Field.Players, p.Field.Entrants, p.Rounds = 2, []Entrant{{Rating: 10}, {Rating: 500}}, []int{1}
		}, "entrants[1].rating"},
		{"several at once", func(p *Plan) { p.Field.Players, p.Events, p.Systems = 0, 0, nil }, "players system events"},
		{"too much work", func(p *Plan) { p.Field.Players, p.Rounds, p.Events = 1000, []int{20}, 10000 }, "events"},
		{"too many combinations", func(p *Plan) {
			p.Systems = []pairing.System{pairing.Swiss, pairing.McMahon, pairing.RoundRobin}
			p.Seedings = []pairing.Seeding{pairing.SeedSlide, pairing.SeedFold, pairing.SeedRandom}
			p.Rounds = []int{3, 4, 5, 6, 7, 8, 9}
		}, "system"},
	} {
		p := DefaultPlan()
		c.change(&p)
		var paths []string
		var invalid pairing.Invalid
		if errors.As(p.Validate(), &invalid) {
			for _, f := range invalid {
				paths = append(paths, f.Path)
			}
		}
		if got := strings.Join(paths, " "); got != c.want {
			t.Errorf("%s: problems with %q, want %q: %v", c.name, got, c.want, p.Validate())
		}
	}
}

// A plan that is too much says how many events would not be, and those are taken.
func TestTooMuchWorkSaysHowMuchIsNot(t *testing.T) {
	p := DefaultPlan()
	p.Field.Players, p.Rounds, p.Events = 1000, []int{20}, 10000
	most := p.EventsWithin(MaxWork)
	p.Events = most
	if err := p.Validate(); err != nil || p.Work() > MaxWork {
		t.Errorf("%d events are refused: %v", most, err)
	}
	if p.Events++; p.Validate() == nil {
		t.Errorf("%d events are taken", p.Events)
	}
	small := DefaultPlan()
	if got := small.EventsWithin(MaxWork * 1000); got != MaxEvents {
		t.Errorf("%d events", got)
	}
	if got := small.EventsWithin(1); got != 1 {
		t.Errorf("%d events", got)
	}
}

func TestVariants(t *testing.T) {
	p := DefaultPlan()
	p.Systems = []pairing.System{pairing.RoundRobin, pairing.Swiss}
	p.Seedings = []pairing.Seeding{pairing.SeedFold, pairing.SeedSlide}
	p.Rounds = []int{7, 5}
	var got []string
	for _, v := range p.Variants() {
		got = append(got, strings.TrimSpace(string(v.System)+" "+string(v.Seeding))+strings.Repeat(".", v.Rounds))
	}
	const want = "roundrobin....... roundrobin..... swiss fold....... swiss fold..... swiss slide....... swiss slide....."
	if strings.Join(got, " ") != want {
		t.Errorf("%v", got)
	}
}

// Every measure can be shown: title, definition and unit.
func TestMeasuresAreDescribed(t *testing.T) {
	at := 0
	for _, m := range Measures() {
		a := m.About()
		if a.Title == "" || a.Definition == "" {
			t.Errorf("%s: %+v", m, a)
		}
		for at < len(Groups()) && a.Group != Groups()[at] {
			at++
		}
	}
	if at != len(Groups())-1 {
		t.Error("the measures do not stand in the order of their groups")
	}
	if len(about) != len(Measures()) {
		t.Errorf("%d are described, %d listed", len(about), len(Measures()))
	}
}
