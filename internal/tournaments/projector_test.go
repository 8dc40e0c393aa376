package tournaments

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// A director sets what the projector shows, in the order in which it is shown and each once; of two directors the second is
// told, and no one else sets it.
func TestProjectorOfAnEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		other, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Other", 3))
		w.must(err)
		now := func() Projector {
			t.Helper()
			p, err := w.s.Projector(ctx, e.ID)
			w.must(err)
			return p
		}
		if p := now(); p.Version != 0 || !p.Shows(section) || !p.Shows(other) || len(p.Views) == 0 {
			t.Errorf("at first it shows %+v", p)
		}
		in := Projector{Seconds: 9, Views: []WallView{WallCode, WallDraw, WallCode}, Sections: []SectionID{other, other}}
		w.must(w.s.SetProjector(ctx, w.director, e.ID, in))
		want := Projector{Seconds: 9, Views: []WallView{WallDraw, WallCode}, Sections: []SectionID{other}, Version: 1}
		if diff := cmp.Diff(want, now()); diff != "" {
			t.Error(diff)
		}
		if p := now(); p.Shows(section) || !p.Shows(other) {
			t.Errorf("it shows %+v", p)
		}
		w.refused(w.s.SetProjector(ctx, w.director, e.ID, in), apperr.Conflict, "") // of the version before
		in.Version, in.Views, in.Sections = 1, []WallView{WallStandings}, nil
		w.must(w.s.SetProjector(ctx, w.director, e.ID, in))
		if p := now(); p.Version != 2 || !p.Shows(section) || !cmp.Equal(p.Views, []WallView{WallStandings}) {
			t.Errorf("then it shows %+v", p)
		}
		_, elsewhere := w.event(open5())
		for says, bad := range map[string]Projector{
			"seconds":  {Seconds: MinSeconds - 1, Views: in.Views, Version: 2},
			"views":    {Seconds: 9, Version: 2},
			"sections": {Seconds: 9, Views: in.Views, Sections: []SectionID{elsewhere}, Version: 2},
		} {
			w.refused(w.s.SetProjector(ctx, w.director, e.ID, bad), apperr.Invalid, says+": ")
		}
		in.Version = 2
		w.refused(w.s.SetProjector(ctx, auth.Actor{}, e.ID, in), apperr.SignIn, "")
		w.refused(w.s.SetProjector(ctx, w.actor(w.person("Kea", "Ref", ""), auth.Referee), e.ID, in), apperr.Forbidden, "")
		w.audited()
	})
}
