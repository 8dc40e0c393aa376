package simulate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// smallPlan plays some events by several systems and numbers of rounds.
func smallPlan() Plan {
	p := DefaultPlan()
	p.Field = DefaultField(13)
	p.Systems = []pairing.System{pairing.Swiss, pairing.RoundRobin, pairing.McMahon}
	p.Seedings = []pairing.Seeding{pairing.SeedSlide, pairing.SeedFold}
	p.Handicaps = append(p.Handicaps, pairing.HandicapRule{By: scale.ByRating})
	p.Rounds = []int{5, 3}
	p.Events = 12
	return p
}

func run(t *testing.T, p Plan, o Options) *Report {
	t.Helper()
	r, err := Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// identical compares to the last bit, NaN being equal to NaN.
func identical(t *testing.T, what string, a, b map[Measure]Estimate) {
	t.Helper()
	same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
	if len(a) != len(b) {
		t.Errorf("%s: %d and %d measures", what, len(a), len(b))
	}
	for m, e := range a {
		if o := b[m]; !same(e.Mean, o.Mean) || !same(e.Error, o.Error) || e.Events != o.Events {
			t.Errorf("%s, %s: %+v and %+v", what, m, e, o)
		}
	}
}

func TestTheReportDoesNotDependOnTheWorkers(t *testing.T) {
	one := run(t, smallPlan(), Options{Workers: 1})
	for _, workers := range []int{0, 2, 3, 100} {
		many := run(t, smallPlan(), Options{Workers: workers})
		for k, o := range one.Outcomes {
			if !reflect.DeepEqual(o.Variant, many.Outcomes[k].Variant) {
				t.Fatalf("%+v and %+v", o.Variant, many.Outcomes[k].Variant)
			}
			identical(t, "values", o.Values, many.Outcomes[k].Values)
			identical(t, "lead", o.Lead, many.Outcomes[k].Lead)
		}
	}
}

// A number of rounds, and a variant, reports the same alone and among others.
func TestVariantsReportTheSameAlone(t *testing.T) {
	all := run(t, smallPlan(), Options{})
	if len(all.Outcomes) != 2*2*2*2+2*2 {
		t.Fatalf("%d variants", len(all.Outcomes))
	}
	for _, o := range all.Outcomes {
		p := smallPlan()
		p.Systems, p.Handicaps, p.Rounds = []pairing.System{o.System}, []pairing.HandicapRule{o.Handicap}, []int{o.Rounds}
		if o.Seeding != "" {
			p.Seedings = []pairing.Seeding{o.Seeding}
		}
		alone := run(t, p, Options{})
		if len(alone.Outcomes) != 1 || alone.Outcomes[0].Variant != o.Variant || alone.Outcomes[0].Lead != nil {
			t.Fatalf("%+v, alone %+v", o.Variant, alone.Outcomes)
		}
		identical(t, string(o.System), o.Values, alone.Outcomes[0].Values)
	}
}

// The lead is the difference of the means where every event has both figures, with the error of the differences.
func TestLeads(t *testing.T) {
	r := run(t, smallPlan(), Options{})
	for _, o := range r.Outcomes[1:] {
		for _, m := range []Measure{Spearman, StrengthGap, StrongestPlace} {
			lead, want := o.Lead[m], o.Values[m].Mean-r.Outcomes[0].Values[m].Mean
			if math.Abs(lead.Mean-want) > 1e-9 || lead.Events != r.Plan.Events || !(lead.Error > 0) {
				t.Errorf("%+v, %s: %+v, want %v", o.Variant, m, lead, want)
			}
		}
	}
}

// The same plan gave these figures when this was written: whoever kept a report can make it again.
func TestReportsCanBeMadeAgain(t *testing.T) {
	p := smallPlan()
	p.Events = 4
	r := run(t, p, Options{})
	var got []string
	for _, o := range []Outcome{r.Outcomes[0], r.Outcomes[3], r.Outcomes[9], r.Outcomes[19]} {
		got = append(got, fmt.Sprintf("%s %s %s %d: %.9f %.9f %.9f", o.System, o.Seeding, o.Handicap.By, o.Rounds,
			o.Values[Spearman].Mean, o.Values[StrengthGap].Mean, o.Values[CloseGames].Error))
	}
	want := []string{
		"swiss slide none 5: 0.816290693 4.663337736 0.048483805",
		"swiss slide rating 3: 0.324249592 6.768211385 0.081775564",
		"roundrobin  none 3: 0.697455479 5.733638018 0.076330978",
		"mcmahon fold rating 3: 0.722411708 3.727887435 0.039283710",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What everyone knows of the systems comes out of a simulation of them.
func TestKnownEffects(t *testing.T) {
	p := DefaultPlan()
	p.Field = DefaultField(24)
	p.Rounds, p.Events = []int{3, 6}, 40
	r := run(t, p, Options{})
	swiss3, swiss6, mcmahon3 := r.Outcomes[0].Values, r.Outcomes[1].Values, r.Outcomes[2].Values
	less := func(what string, a, b Estimate) {
		t.Helper()
		if !(a.Mean+2*a.Error < b.Mean-2*b.Error) {
			t.Errorf("%s: %+v is not less than %+v", what, a, b)
		}
	}
	less("more rounds, truer places", swiss3[Spearman], swiss6[Spearman])
	less("more rounds, fewer shared wins", swiss3[SoleWinner], swiss6[SoleWinner])
	less("McMahon players are nearer in strength", mcmahon3[StrengthGap], swiss3[StrengthGap])
	less("McMahon has more close games", swiss3[CloseGames], mcmahon3[CloseGames])
	less("McMahon starts from ratings", swiss3[Spearman], mcmahon3[Spearman])
	for _, o := range r.Outcomes {
		if o.Values[Rematches].Mean != 0 || o.Values[SecondByes].Mean > 0.05 || o.Values[ByesLower].Mean < 0.8 {
			t.Errorf("%s: %+v", o.System, o.Values)
		}
	}
}

func TestProgress(t *testing.T) {
	p := smallPlan()
	last, calls := 0, 0
	r := run(t, p, Options{Workers: 4, Progress: func(done, total int) {
		calls++
		if done != last+1 || total != p.Events*10*5 {
			t.Errorf("%d of %d after %d", done, total, last)
		}
		last = done
	}})
	if last != calls || last != r.Plan.Events*10*5 {
		t.Errorf("%d calls, the last for %d", calls, last)
	}
}

func TestStopping(t *testing.T) {
	p := DefaultPlan()
	p.Events = MaxEvents / 10
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("no one waits")
	const workers = 2
	played := 0
	_, err := Run(ctx, p, Options{Workers: workers, Progress: func(done, _ int) {
		if played = done; done == 3 {
			cancel(gone)
		}
	}})
	if !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
	if played > 3+workers { // each ends the round it is in
		t.Errorf("%d rounds were played, though no one waited after 3", played)
	}
}
