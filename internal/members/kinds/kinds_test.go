package kinds_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

func clock() civil.Instant { return civil.MustParseInstant("2026-09-01T00:00:00.000Z") }

// world is a secretary (0), a parent (1) and two children (2, 3).
type world struct {
	t         *testing.T
	db        *store.DB
	s         *kinds.Service
	secretary auth.Actor
	ids       []members.PersonID
}

func each(t *testing.T, test func(w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, s: kinds.New(db, clock)}
		var err error
		w.ids, err = members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere"}, {FamilyName: "Tūī", GivenNames: "Aroha"},
			{FamilyName: "Tūī", GivenNames: "Hemi"}, {FamilyName: "Tūī", GivenNames: "Mere"},
		})
		w.must(err)
		w.secretary = auth.Actor{Account: 1, Person: w.ids[0], Name: "Tere Moana", Offices: []auth.Office{
			{Person: w.ids[0], Role: auth.Secretary, From: civil.MustParseDate("2020-01-01")},
		}}
		test(w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) wants(err error, kind apperr.Kind, part string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), part) {
		w.t.Errorf("it says %q (%s), want %s with %q", fmt.Sprint(err), apperr.KindOf(err), kind, part)
	}
}

func (w *world) set(i int, k kinds.Kind, from members.Year, payer int) error {
	all, err := w.s.Of(ctx, w.secretary, w.ids[i])
	w.must(err)
	in := kinds.Input{Person: w.ids[i], Kind: k, From: from, Reason: "I saw a paper."}
	if len(all) > 0 {
		in.Seen = all[len(all)-1].ID
	}
	if payer >= 0 {
		in.Payer = w.ids[payer]
	}
	return w.s.Set(ctx, w.secretary, in)
}

func (w *world) is(i int, year members.Year) kinds.Standing {
	all, err := kinds.Standings(ctx, w.db, w.ids, year)
	w.must(err)
	return all[w.ids[i]]
}

func TestAKindHoldsFromItsYearOn(t *testing.T) {
	each(t, func(w *world) {
		if got := w.is(1, 2026).Is(); got != kinds.Full {
			t.Errorf("of whom nothing is known: %s", got)
		}
		w.must(w.set(1, kinds.Student, 2026, -1))
		w.must(w.set(1, kinds.Full, 2027, -1))
		for year, want := range map[members.Year]kinds.Kind{
			2025: kinds.Full, 2026: kinds.Student, 2027: kinds.Full, 2030: kinds.Full,
		} {
			if got := w.is(1, year).Is(); got != want {
				t.Errorf("in %s: %s, want %s", year, got, want)
			}
		}
		stale := kinds.Input{Person: w.ids[1], Kind: kinds.Junior, From: 2026, Reason: "Younger."}
		w.wants(w.s.Set(ctx, w.secretary, stale), apperr.Conflict, "first")
	})
}

func TestWhoSetsAKindAndWhatIsChecked(t *testing.T) {
	each(t, func(w *world) {
		in := kinds.Input{Person: w.ids[1], Kind: kinds.Student, From: 2026, Reason: "A card."}
		own := auth.Actor{Account: 2, Person: w.ids[1], Name: "Aroha Tūī"}
		president := w.secretary
		president.Offices = []auth.Office{{Person: w.ids[0], Role: auth.President, From: civil.MustParseDate("2020-01-01")}}
		for _, a := range []auth.Actor{own, president} {
			w.wants(w.s.Set(ctx, a, in), apperr.Forbidden, "")
			_, err := w.s.List(ctx, a, 2026)
			w.wants(err, apperr.Forbidden, "")
		}
		w.wants(w.s.Set(ctx, auth.Actor{}, in), apperr.SignIn, "")
		_, err := w.s.Of(ctx, own, w.ids[2])
		w.wants(err, apperr.Forbidden, "")
		for name, tt := range map[string]struct {
			change func(in *kinds.Input)
			part   string
		}{
			"no kind":           {func(in *kinds.Input) { in.Kind = "" }, "Choose the kind"},
			"another kind":      {func(in *kinds.Input) { in.Kind = "pensioner" }, "Choose the kind"},
			"long ago":          {func(in *kinds.Input) { in.From = 2020 }, "subscription year"},
			"no reason":         {func(in *kinds.Input) { in.Reason = " " }, "Say why"},
			"life, no reason":   {func(in *kinds.Input) { in.Kind, in.Reason = kinds.Life, "" }, "resolution"},
			"a payer who isn’t": {func(in *kinds.Input) { in.Kind, in.Payer = kinds.Family, w.ids[3] }, "payer’s own kind"},
		} {
			w.t.Run(name, func(t *testing.T) {
				in := in
				tt.change(&in)
				w.wants(w.s.Set(ctx, w.secretary, in), apperr.Invalid, tt.part)
			})
		}
	})
}

func TestAFamilyHasOnePayer(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.set(1, kinds.Family, 2026, -1))
		w.must(w.set(2, kinds.Family, 2026, 1))
		w.must(w.set(3, kinds.Family, 2027, 1))
		w.wants(w.set(0, kinds.Family, 2026, 2), apperr.Invalid, "payer’s own kind")
		for year, want := range map[members.Year]int{2025: 0, 2026: 1, 2027: 2} {
			if got, err := kinds.FamilyOf(ctx, w.db, w.ids[1], year); err != nil || len(got) != want {
				t.Errorf("in %s they pay for %v, %v", year, got, err)
			}
		}
		w.wants(w.set(1, kinds.Full, 2027, -1), apperr.Invalid, "pays for a family")
		w.must(w.set(2, kinds.Student, 2027, -1))
		w.must(w.set(3, kinds.Full, 2027, -1))
		w.must(w.set(1, kinds.Full, 2027, -1))
		list, err := w.s.List(ctx, w.secretary, 2027)
		w.must(err)
		if len(list) != 1 || list[0].Name != "Hemi Tūī" || list[0].Is() != kinds.Student {
			t.Errorf("in 2027/28 the list has %+v", list)
		}
	})
}

// A life member is registered for each year as it begins, without a gap and once; who resigned since is not.
func TestALifeMembershipRunsOn(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.set(1, kinds.Life, 2026, -1))
		at := func(day string) int {
			s := kinds.New(w.db, func() civil.Instant { return civil.MustParseDate(day).Midnight() })
			n, err := s.RunOn(ctx)
			w.must(err)
			return n
		}
		for _, tt := range []struct {
			day  string
			want int
		}{{"2026-09-01", 1}, {"2026-09-01", 0}, {"2027-06-30", 0}, {"2027-07-02", 1}} {
			if got := at(tt.day); got != tt.want {
				t.Errorf("on %s %d terms, want %d", tt.day, got, tt.want)
			}
		}
		f, err := members.FileOf(ctx, w.db, w.ids[1], civil.MustParseDate("2027-07-01"))
		w.must(err)
		if f.Summary.Status != members.Member || f.Summary.Joined.String() != "2026-09-01" || f.Summary.Until.String() != "2028-06-30" {
			t.Errorf("on 1 July: %+v", f.Summary)
		}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				VALUES ($1, 'resigned', '2027-08-01', 'Moved.', '2027-08-01T00:00:00.000Z', 'Tere Moana')`, w.ids[1])
			return err
		}))
		if got := at("2028-07-02"); got != 0 {
			t.Errorf("who resigned got %d terms", got)
		}
	})
}
