package elsewhere

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx = context.Background()
	now = civil.MustParseInstant("2026-11-21T01:00:00.000Z")
)

func holder(role auth.Role) auth.Actor {
	return auth.Actor{Account: 1, Person: 1, Name: "Aroha Tūī", Offices: []auth.Office{{Role: role, From: civil.MustParseDate("2020-01-01")}}}
}

func onBoth(t *testing.T, test func(t *testing.T, s *Service)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		test(t, newService(t, db))
	})
}

// newService is on a database with the person who holds the offices.
func newService(t *testing.T, db *store.DB) *Service {
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := members.InsertPerson(ctx, tx, now, members.PersonInput{FamilyName: "Tūī", GivenNames: "Aroha"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return New(db, func() civil.Instant { return now })
}

func egd(text string) Input {
	return Input{Source: EGD, Day: civil.MustParseDate("2026-11-01"), FileName: "allworld_lp.html", File: strings.NewReader(text)}
}

func TestAListIsImportedAndSearched(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Service) {
		officer, director := holder(auth.RatingsOfficer), holder(auth.Director)
		list, err := s.Import(ctx, officer, egd(egdList))
		if err != nil {
			t.Fatal(err)
		}
		if list.Players != 5 || len(list.LeftOut) != 2 || !strings.HasPrefix(list.LeftOut[0], "line 7:") {
			t.Errorf("imported %+v", list)
		}
		for text, want := range map[string]string{"testman anna": "10000001", "10000003": "10000003", "bo INVENTED": "10000002", "%": "", "nobody": ""} {
			all, err := s.Find(ctx, director, text)
			got := ""
			for _, f := range all {
				got += f.Number
			}
			if err != nil || got != want {
				t.Errorf("%q finds %q, %v", text, got, err)
			}
		}
		p, found, err := s.ByNumber(ctx, "10000001", "")
		if err != nil || !found || p.Rating.String() != "4.2" || p.Day != list.Day {
			t.Errorf("by number: %+v %t %v", p, found, err)
		}
		if _, found, _ := s.ByNumber(ctx, "", "10000001"); found {
			t.Error("a PIN is taken for an American number")
		}
		if _, err := s.Import(ctx, officer, egd("  10000001  Testman Anna   SE  Goth   5d   --    2522   141  T260101A\n")); err != nil {
			t.Fatal(err)
		}
		all, err := s.Lists(ctx, officer)
		if err != nil || len(all) != 1 || all[0].Players != 1 || all[0].By != "Aroha Tūī" {
			t.Errorf("the lists are %+v %v", all, err)
		}
		if p, _, _ := s.ByNumber(ctx, "10000001", ""); p.Grade != "5d" {
			t.Errorf("the new list does not count: %+v", p)
		}
		if _, err := s.Import(ctx, officer, egd("nothing\n")); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("no list: %v", err)
		}
		if p, found, _ := s.ByNumber(ctx, "10000001", ""); !found || p.Grade != "5d" {
			t.Error("a refused file took the list away")
		}
	})
}

func TestAWholeListIsImported(t *testing.T) {
	if testing.Short() {
		t.Skip("a list of its usual size")
	}
	s := newService(t, storetest.SQLite(t))
	var b strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&b, "  %d  Family%d Given                         FR  Abc    5k   --    1600    10  T260101A\n", 20_000_000+i, i)
	}
	if list, err := s.Import(ctx, holder(auth.RatingsOfficer), egd(b.String())); err != nil || list.Players != 60_000 {
		t.Errorf("%+v %v", list, err)
	}
}

func TestWhoMay(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Service) {
		for _, tt := range []struct {
			actor auth.Actor
			kind  apperr.Kind
		}{{auth.Actor{}, apperr.SignIn}, {holder(auth.Director), apperr.Forbidden}, {holder(auth.Treasurer), apperr.Forbidden}} {
			_, err := s.Import(ctx, tt.actor, egd(egdList))
			_, look := s.Lists(ctx, tt.actor)
			if apperr.KindOf(err) != tt.kind || apperr.KindOf(look) != tt.kind {
				t.Errorf("%+v: %v, %v", tt.actor.Offices, err, look)
			}
		}
		for _, actor := range []auth.Actor{{}, holder(auth.Treasurer)} {
			_, err := s.Find(ctx, actor, "x")
			_, one := s.ByID(ctx, actor, 1)
			if err == nil || one == nil {
				t.Errorf("%+v searches", actor.Offices)
			}
		}
		in := egd(egdList)
		in.Day, in.Source = civil.MustParseDate("2027-01-01"), "x"
		_, err := s.Import(ctx, holder(auth.RatingsOfficer), in)
		if apperr.KindOf(err) != apperr.Invalid {
			t.Error(err)
		}
	})
}

// An older list does not take the place of a later one unasked; one of the same day does.
func TestAnOlderListIsAskedAbout(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Service) {
		officer := holder(auth.RatingsOfficer)
		line := func(grade string) string {
			return "  10000001  Testman Anna   SE  Goth   " + grade + "   --    2522   141  T260101A\n"
		}
		grade := func() string {
			p, _, err := s.ByNumber(ctx, "10000001", "")
			if err != nil {
				t.Fatal(err)
			}
			return p.Grade
		}
		if _, err := s.Import(ctx, officer, egd(line("4d"))); err != nil {
			t.Fatal(err)
		}
		older := egd(line("3d"))
		older.Day = older.Day.AddDays(-30)
		_, err := s.Import(ctx, officer, older)
		var refused *apperr.Error
		if !errors.As(err, &refused) || refused.Kind != apperr.Invalid || refused.Fields[0].Name != "day" ||
			!strings.Contains(refused.Fields[0].Message, "1 November 2026, which is later") || grade() != "4d" {
			t.Errorf("an older list: %v; the grade is %s", err, grade())
		}
		if _, err := s.Import(ctx, officer, egd(line("5d"))); err != nil || grade() != "5d" {
			t.Errorf("one of the same day: %v; the grade is %s", err, grade())
		}
		older = egd(line("3d"))
		older.Day, older.Older = older.Day.AddDays(-30), true
		if _, err := s.Import(ctx, officer, older); err != nil || grade() != "3d" {
			t.Errorf("the older list, as wanted: %v; the grade is %s", err, grade())
		}
	})
}
