package tournaments

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func TestCriteriaBandsAndAccelerationOfASection(t *testing.T) {
	mcMahon := func(bands ...scale.Rating) func(*Settings) {
		return func(s *Settings) { s.System, s.Bands = pairing.McMahon, bands }
	}
	accelerated := func(rounds int, points pairing.Score) func(*Settings) {
		return func(s *Settings) { s.Acceleration = pairing.Acceleration{Rounds: rounds, Points: points} }
	}
	criteria := func(list ...pairing.Criterion) func(*Settings) { return func(s *Settings) { s.Criteria = list } }
	var many []scale.Rating
	for i := range 101 {
		many = append(many, scale.Rating(i))
	}
	for _, tt := range []struct {
		name   string
		change func(*Settings)
		want   func(*Settings)
		wrong  string
	}{
		{"bands in any order", mcMahon(10, -140, -40, -25), mcMahon(-140, -40, -25, 10), ""},
		{"a hundred bands", mcMahon(many[1:]...), mcMahon(many[1:]...), ""},
		{"bands belong to a McMahon", func(s *Settings) { s.Bands = []scale.Rating{10} }, func(*Settings) {}, ""},
		{"bands or a bar", func(s *Settings) { mcMahon(10)(s); s.Bar = rated("3d") }, nil, "bands"},
		{"bands or a floor", func(s *Settings) { mcMahon(10)(s); s.Floor = rated("3d") }, nil, "bands"},
		{"a band twice", mcMahon(10, 20, 10), nil, "bands"},
		{"too many", mcMahon(many...), nil, "bands"},
		{"one point is stored as none", accelerated(2, pairing.OnePoint), accelerated(2, 0), ""},
		{"one and a half", accelerated(2, 3), accelerated(2, 3), ""},
		{"points without rounds", accelerated(0, 4), accelerated(0, 0), ""},
		{"less than nothing", accelerated(1, -1), nil, "accelerated_points"},
		{"beyond all scores", accelerated(1, pairing.MaxScore+1), nil, "accelerated_points"},
		{"the usual order is stored as none", criteria(pairing.DefaultCriteria()...), criteria(), ""},
		{"another order", criteria("bye", pairing.CriterionScore), criteria("bye", pairing.CriterionScore), ""},
		{"a criterion twice", criteria(pairing.CriterionScore, pairing.CriterionScore), nil, "criteria"},
		{"no criterion", criteria(pairing.CriterionLot), nil, "criteria"},
	} {
		_, s, problems := aSection("Open", 5, tt.change).check()
		if tt.wrong != "" {
			if len(problems) != 1 || problems[0].Name != tt.wrong {
				t.Errorf("%s: problems %v, want one at %s", tt.name, problems, tt.wrong)
			}
			continue
		}
		if want := aSection("Open", 5, tt.want).Settings; len(problems) > 0 || cmp.Diff(want, s) != "" {
			t.Errorf("%s: problems %v, (-want +got):\n%s", tt.name, problems, cmp.Diff(want, s))
		}
		again := SectionInput{Name: "Open", Settings: s}
		if _, s2, problems := again.check(); len(problems) > 0 || cmp.Diff(s, s2) != "" {
			t.Errorf("%s: the section's own settings give %v: %s", tt.name, problems, cmp.Diff(s, s2))
		}
	}
}

// TestThePreviewGoesByTheDirectorsSettings draws the first round of four
// players, 6 dan to 3 dan, by what a director sets on the form.
func TestThePreviewGoesByTheDirectorsSettings(t *testing.T) {
	meets := func(r Round, e []Entry) string { // whom the strongest meets
		for _, g := range r.Games {
			if g.Has(e[0].ID) {
				for i := range e {
					if i > 0 && g.Has(e[i].ID) {
						return e[i].Rating.Grade().Short()
					}
				}
			}
		}
		return ""
	}
	for _, tt := range []struct {
		name string
		set  func(*Settings)
		want string
	}{
		{"upper half against lower half", func(*Settings) {}, "4d"},
		{"fold", func(s *Settings) { s.Seeding = pairing.SeedFold }, "3d"},
		{"accelerated", func(s *Settings) { s.Acceleration.Rounds = 1 }, "5d"},
		{"accelerated by two points", func(s *Settings) { s.Acceleration = pairing.Acceleration{Rounds: 1, Points: 4} }, "5d"},
		{"in bands", func(s *Settings) { s.System, s.Bands = pairing.McMahon, []scale.Rating{50} }, "5d"},
		{"in one band", func(s *Settings) { s.System, s.Bands = pairing.McMahon, []scale.Rating{-80} }, "4d"},
		{"in bands that do not count", func(s *Settings) {
			s.System, s.Seeding, s.Bands = pairing.McMahon, pairing.SeedClosest, []scale.Rating{50, 60}
			s.Criteria = []pairing.Criterion{pairing.CriterionSeeding}
		}, "5d"},
		{"scores after the seeding", func(s *Settings) {
			s.System, s.Seeding, s.Bands = pairing.McMahon, pairing.SeedFold, []scale.Rating{50}
			s.Criteria = []pairing.Criterion{pairing.CriterionSeeding, pairing.CriterionScore}
		}, "5d"},
	} {
		onBoth(t, func(t *testing.T, w *world) {
			in := aSection("Open", 3, tt.set)
			_, section := w.event(in)
			entries := w.enter(section, w.members(4)...)
			r, err := w.s.Draw(ctx, w.director, section, 0)
			w.must(err)
			if got := meets(r, entries); got != tt.want {
				t.Errorf("%s: the 6 dan meets %s, want %s", tt.name, got, tt.want)
			}
			stored := w.chart(section).Section
			if _, want, _ := in.check(); cmp.Diff(want, stored.Settings) != "" {
				t.Errorf("%s: stored (-want +got):\n%s", tt.name, cmp.Diff(want, stored.Settings))
			}
			edited := stored.input()
			edited.Criteria = []pairing.Criterion{pairing.CriterionScore, pairing.CriterionBye}
			w.must(w.s.EditSection(ctx, w.director, section, edited))
			if got := w.chart(section).Section.Criteria; !slices.Equal(got, []pairing.Criterion{
				pairing.CriterionScore, pairing.CriterionBye,
			}) {
				t.Errorf("%s: after the change the criteria are %v", tt.name, got)
			}
		})
	}
}

func TestBandsStandOnceRoundOneIsPublished(t *testing.T) {
	s := Section{Settings: DefaultSettings()}
	s.System, s.Bands = pairing.McMahon, []scale.Rating{10, 20}
	next := s.Settings
	next.Bands = []scale.Rating{10, 30}
	if f := s.mayBecome(next, 1, 1); len(f) != 1 || f[0].Name != "bands" {
		t.Errorf("problems %v, want one at bands", f)
	}
	if f := s.mayBecome(next, 1, 0); len(f) != 0 {
		t.Errorf("problems %v before anything is published", f)
	}
}
