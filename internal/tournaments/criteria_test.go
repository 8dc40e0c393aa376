package tournaments

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func TestCriteriaStandInTheOrderOfTheirNumbers(t *testing.T) {
	usual := pairing.DefaultCriteria()
	for _, tt := range []struct {
		name    string
		numbers CriterionNumbers
		want    []pairing.Criterion
		wrong   string // fields with problems
	}{
		{"none given is the usual order", nil, nil, ""},
		{"blanks are none", CriterionNumbers{pairing.CriterionBye: " "}, nil, ""},
		{"the usual order is stored as none", Settings{}.criterionNumbers(), nil, ""},
		{"one change moves one", with(Settings{}.criterionNumbers(), pairing.CriterionColours, "15"),
			[]pairing.Criterion{usual[0], pairing.CriterionColours, usual[1], usual[2], usual[3], usual[4], usual[6]}, ""},
		{"one without a number is not considered", CriterionNumbers{pairing.CriterionScore: "2", pairing.CriterionBye: "0"},
			[]pairing.Criterion{pairing.CriterionBye, pairing.CriterionScore}, ""},
		{"what cannot be ordered is passed over", CriterionNumbers{pairing.CriterionLot: "1", "luck": "2"}, nil, ""},
		{"every problem at once", CriterionNumbers{pairing.CriterionBye: "-1", pairing.CriterionScore: "1000", pairing.CriterionFloats: "x",
			pairing.CriterionClub: "5", pairing.CriterionCity: "05"}, nil,
			"criterion_bye criterion_score_difference criterion_floats criterion_city"},
	} {
		var f apperr.Fields
		got := tt.numbers.read(&f)
		var wrong []string
		for _, p := range f {
			wrong = append(wrong, p.Name)
		}
		if strings.Join(wrong, " ") != tt.wrong || tt.wrong == "" && !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v with problems at %v, want %v with problems at %v", tt.name, got, wrong, tt.want, tt.wrong)
		}
		if got := tt.numbers.InOrder(); len(got) != len(usual) {
			t.Errorf("%s: the form lists %v", tt.name, got)
		}
	}
	form := CriterionNumbers{
		pairing.CriterionSeeding: "1", pairing.CriterionBye: "2", pairing.CriterionClub: "huge",
	}.InOrder()
	if form[0] != pairing.CriterionSeeding || form[1] != pairing.CriterionBye || form[2] != pairing.CriterionScore {
		t.Errorf("the form lists %v, want those with numbers first", form)
	}
}

func with(n CriterionNumbers, c pairing.Criterion, number string) CriterionNumbers {
	n[c] = number
	return n
}

func TestBandsAndAccelerationOfASection(t *testing.T) {
	for _, tt := range []struct {
		name  string
		form  SectionForm
		bands []scale.Rating
		accel pairing.Acceleration
		wrong string
	}{
		{
			"bands in any order", SectionForm{System: "mcmahon", Bands: "1d, 15k;5k\n-2.5"}, []scale.Rating{-140, -40, -25, 10},
			pairing.Acceleration{}, "",
		},
		{"blank bands are none", SectionForm{System: "mcmahon", Bands: " , "}, nil, pairing.Acceleration{}, ""},
		{"bands belong to a McMahon", SectionForm{System: "swiss", Bands: "1d"}, nil, pairing.Acceleration{}, ""},
		{"bands or a bar", SectionForm{System: "mcmahon", Bands: "1d", Bar: "3d"}, nil, pairing.Acceleration{}, "bands"},
		{"a band twice", SectionForm{System: "mcmahon", Bands: "1d, 1.0"}, nil, pairing.Acceleration{}, "bands"},
		{"no grade", SectionForm{System: "mcmahon", Bands: "1d, strong"}, nil, pairing.Acceleration{}, "bands"},
		{"too many", SectionForm{System: "mcmahon", Bands: manyBands(101)}, nil, pairing.Acceleration{}, "bands"},
		{"one point is stored as none", SectionForm{Accelerated: "2", Lent: "1"}, nil, pairing.Acceleration{Rounds: 2}, ""},
		{"one and a half", SectionForm{Accelerated: "2", Lent: "1½"}, nil, pairing.Acceleration{Rounds: 2, Points: 3}, ""},
		{"points without rounds", SectionForm{Lent: "2"}, nil, pairing.Acceleration{}, ""},
		{"nothing lent", SectionForm{Accelerated: "1", Lent: "0"}, nil, pairing.Acceleration{}, "accelerated_points"},
		{"less than nothing", SectionForm{Accelerated: "1", Lent: "-1"}, nil, pairing.Acceleration{}, "accelerated_points"},
		{"thirds", SectionForm{Accelerated: "1", Lent: "0.3"}, nil, pairing.Acceleration{}, "accelerated_points"},
		{"beyond all scores", SectionForm{Accelerated: "1", Lent: "201"}, nil, pairing.Acceleration{}, "accelerated_points"},
	} {
		tt.form.Name, tt.form.Rounds = "Open", "5"
		_, s, problems := tt.form.read(1)
		if tt.wrong != "" {
			if len(problems) != 1 || problems[0].Name != tt.wrong {
				t.Errorf("%s: problems %v, want one at %s", tt.name, problems, tt.wrong)
			}
			continue
		}
		if len(problems) > 0 || !slices.Equal(s.Bands, tt.bands) || s.Acceleration != tt.accel {
			t.Errorf("%s: bands %v, acceleration %v, problems %v", tt.name, s.Bands, s.Acceleration, problems)
		}
		if _, again, problems := (Section{Name: "Open", Settings: s}).Form().read(1); len(problems) > 0 ||
			cmp.Diff(s, again) != "" {
			t.Errorf("%s: the section's own form gives %v: %s", tt.name, problems, cmp.Diff(s, again))
		}
	}
}

func manyBands(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = scale.Rating(i).String()
	}
	return strings.Join(parts, ",")
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
		form SectionForm
		want string
	}{
		{"upper half against lower half", SectionForm{System: "swiss"}, "4d"},
		{"fold", SectionForm{System: "swiss", Seeding: "fold"}, "3d"},
		{"accelerated", SectionForm{System: "swiss", Accelerated: "1"}, "5d"},
		{"accelerated by two points", SectionForm{System: "swiss", Accelerated: "1", Lent: "2"}, "5d"},
		{"in bands", SectionForm{System: "mcmahon", Bands: "5d"}, "5d"},
		{"in one band", SectionForm{System: "mcmahon", Bands: "9k"}, "4d"},
		{"in bands that do not count", SectionForm{System: "mcmahon", Seeding: "closest", Bands: "6d, 5d",
			Criteria: CriterionNumbers{pairing.CriterionSeeding: "1"}}, "5d"},
		{"scores after the seeding", SectionForm{System: "mcmahon", Seeding: "fold", Bands: "5d",
			Criteria: CriterionNumbers{pairing.CriterionSeeding: "1", pairing.CriterionScore: "2"}}, "5d"},
	} {
		onBoth(t, func(t *testing.T, w *world) {
			tt.form.Name, tt.form.Rounds, tt.form.Seed = "Open", "3", "1"
			_, section := w.event(tt.form)
			entries := w.enter(section, w.members(4)...)
			r, err := w.s.Draw(ctx, w.director, section, 0)
			w.must(err)
			if got := meets(r, entries); got != tt.want {
				t.Errorf("%s: the 6 dan meets %s, want %s", tt.name, got, tt.want)
			}
			stored := w.chart(section).Section
			if _, want, _ := tt.form.read(1); cmp.Diff(want, stored.Settings) != "" {
				t.Errorf("%s: stored (-want +got):\n%s", tt.name, cmp.Diff(want, stored.Settings))
			}
			edited := stored.Form()
			edited.Criteria = CriterionNumbers{pairing.CriterionBye: "2", pairing.CriterionScore: "1"}
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
