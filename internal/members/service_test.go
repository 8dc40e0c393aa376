package members_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

const now = "2026-09-01T00:00:00.000Z"

func clock() civil.Instant { return civil.MustParseInstant(now) }

func day(s string) civil.Date { return civil.MustParseDate(s) }

// actor holds the given office since 2020.
func actor(person auth.PersonID, role auth.Role, club auth.ClubID) auth.Actor {
	a := auth.Actor{Account: 1, Person: person, Name: "Somebody"}
	if role != "" {
		a.Offices = []auth.Office{{Person: person, Role: role, Club: club, From: day("2020-01-01")}}
	}
	return a
}

// society is a register with two clubs; the treasurer is person 1.
type society struct {
	*members.Service
	db        *store.DB
	treasurer auth.Actor
	ids       []members.PersonID
}

func newSociety(t *testing.T, db *store.DB) society {
	t.Helper()
	s := members.New(db, clock)
	ids, err := s.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Moana", GivenNames: "Tere", Email: "tere@example.nz"},
		{FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz", Phone: "021 555 001", Grade: "3 dan"},
		{FamilyName: "王", GivenNames: "小明"},
		{FamilyName: "Peters", GivenNames: "James", Alias: "Pukeko", PublicAs: members.ByAlias},
		{FamilyName: "O’Brien", GivenNames: "Maeve"},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.InTx(ctx, func(tx *store.Tx) error {
		for i, name := range []string{"Capital", "Harbour"} {
			if _, err := tx.Exec(ctx, `
				INSERT INTO club (id, name, name_key, sort_key, created_at)
				VALUES ($1, $2, $3, $3, $4)`, 1+i, name, name, clock()); err != nil {
				return err
			}
		}
		term := func(i int, club members.ClubID, from, to string, kind members.TermKind) members.Term {
			return members.Term{
				Person: ids[i], Club: club, Year: constitution.Shipped().YearOf(day(from)), From: day(from), To: day(to),
				Kind: kind, RecordedAt: clock(),
				Trace: constitution.Trace{Rule: "2.2", Steps: []constitution.Step{{Rule: "2.2", Text: "a step"}}},
			}
		}
		return members.InsertTerms(ctx, tx, []members.Term{
			term(0, 1, "2026-07-01", "2027-06-30", members.KindNew),
			term(1, 1, "2025-07-01", "2026-06-30", members.KindNew),
			term(1, 1, "2026-07-10", "2027-06-30", members.KindRenewal),
			term(2, 2, "2024-07-01", "2025-06-30", members.KindNew),
			term(3, 2, "2026-07-01", "2027-06-30", members.KindNew),
			term(3, 0, "2026-07-01", "2027-06-30", members.KindNew),
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return society{s, db, actor(ids[0], auth.Treasurer, 0), ids}
}

func each(t *testing.T, test func(t *testing.T, s society)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newSociety(t, db)) })
}

func TestRegisterAsksAboutLikelyDuplicates(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		in := members.RegisterInput{PersonInput: members.PersonInput{FamilyName: "Tui", GivenNames: "Aroha"}}
		_, err := s.Register(ctx, s.treasurer, in)
		var dup *members.PossibleDuplicates
		if !errors.As(err, &dup) || len(dup.Candidates) != 1 || dup.Candidates[0].Person != s.ids[1] {
			t.Fatalf("Register = %v, want Aroha Tūī as a possible duplicate", err)
		}
		in.Apart = []members.PersonID{s.ids[1]}
		id, err := s.Register(ctx, s.treasurer, in)
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.File(ctx, s.treasurer, id)
		if err != nil || f.Person.Name.String() != "Aroha Tui" || f.Summary.Status != members.Unenrolled {
			t.Errorf("file of the new person: %+v, %v", f, err)
		}
	})
}

func TestEditSaysWhoWasFirst(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		f, err := s.File(ctx, s.treasurer, s.ids[1])
		if err != nil {
			t.Fatal(err)
		}
		in := members.EditInput{ID: f.Person.ID, Version: f.Person.Version, PersonInput: members.PersonInput{
			FamilyName: "Tūī-Hēnare", GivenNames: "Aroha", Email: "new@example.nz",
		}}
		if err := s.Edit(ctx, s.treasurer, in); err != nil {
			t.Fatal(err)
		}
		in.Email = "other@example.nz"
		if err := s.Edit(ctx, s.treasurer, in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("saving an old version: %v, want a conflict", err)
		}
		f, err = s.File(ctx, s.treasurer, s.ids[1])
		if err != nil || f.Person.Contact.Email != "new@example.nz" || f.Person.Name.Family != "Tūī-Hēnare" {
			t.Errorf("after the conflict: %+v, %v", f.Person, err)
		}
		log, err := audit.Of(ctx, s.db, "person", int64(s.ids[1]), 1)
		if err != nil || len(log) != 1 || log[0].Detail != `{"before":{"name":"Aroha Tūī"},"after":{"changed":"name, email, phone, grade","name":"Aroha Tūī-Hēnare"}}` {
			t.Errorf("the log holds %+v, %v; want what changed without contact data", log, err)
		}
	})
}

func TestPeopleChangeTheirOwnContactDataOnly(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		self := actor(s.ids[1], "", 0)
		in := members.OwnInput{ID: s.ids[1], Version: 1, Email: "me@example.nz", Alias: "Tūī bird", PublicAs: members.ByAlias}
		if err := s.EditOwn(ctx, self, in); err != nil {
			t.Fatal(err)
		}
		f, err := s.File(ctx, self, s.ids[1])
		if err != nil || f.Person.PublicName() != "Tūī bird" || f.Person.Contact.Email != "me@example.nz" ||
			f.Person.Grade != "3d" {
			t.Errorf("own file: %+v, %v", f.Person, err)
		}
		in.ID = s.ids[2]
		if err := s.EditOwn(ctx, self, in); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("changing somebody else: %v, want forbidden", err)
		}
		edit := members.EditInput{ID: s.ids[1], Version: 2, PersonInput: members.PersonInput{FamilyName: "Other"}}
		if err := s.Edit(ctx, self, edit); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("changing one's own name in the register: %v, want forbidden", err)
		}
		bad := members.OwnInput{ID: s.ids[1], Version: 2, Email: "nonsense", PublicAs: members.ByAlias}
		var e *apperr.Error
		if err := s.EditOwn(ctx, self, bad); !errors.As(err, &e) || len(e.Fields) != 2 {
			t.Errorf("two mistakes: %v, want both", err)
		}
	})
}

func TestWhoSeesWhat(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		for _, tt := range []struct {
			name      string
			actor     auth.Actor
			file      apperr.Kind // "" allowed
			contact   bool
			list      apperr.Kind
			clubList1 apperr.Kind
		}{
			{"nobody", auth.Actor{}, apperr.SignIn, false, apperr.SignIn, apperr.SignIn},
			{"treasurer", s.treasurer, "", true, "", ""},
			{"the person", actor(s.ids[1], "", 0), "", true, apperr.Forbidden, apperr.Forbidden},
			{"another member", actor(s.ids[4], "", 0), apperr.Forbidden, false, apperr.Forbidden, apperr.Forbidden},
			{"secretary of the club", actor(s.ids[0], auth.ClubSecretary, 1), "", true, apperr.Forbidden, ""},
			{
				"secretary of another club", actor(s.ids[3], auth.ClubSecretary, 2), apperr.Forbidden, false, apperr.Forbidden,
				apperr.Forbidden,
			},
		} {
			f, err := s.File(ctx, tt.actor, s.ids[1])
			if apperr.KindOf(err) != tt.file || (f.Person.Contact.Email != "") != tt.contact {
				t.Errorf("%s, file: %v, e-mail %q", tt.name, err, f.Person.Contact.Email)
			}
			if _, err := s.List(ctx, tt.actor, members.RegisterFilter{}); apperr.KindOf(err) != tt.list {
				t.Errorf("%s, register: %v", tt.name, err)
			}
			if _, err := s.ClubList(ctx, tt.actor, members.RegisterFilter{Club: 1}); apperr.KindOf(err) != tt.clubList1 {
				t.Errorf("%s, list of club 1: %v", tt.name, err)
			}
		}
	})
}

func TestRegisterFilters(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		if err := s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO office (person_id, role, from_day, created_at)
				VALUES ($1, 'treasurer', '2026-01-01', $2)`, s.ids[0], clock())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		type f = members.RegisterFilter
		for _, tt := range []struct {
			name   string
			filter f
			want   []int // indexes into s.ids, in order
		}{
			{"all by name", f{}, []int{0, 4, 3, 1, 2}},
			{"by name, descending", f{Dir: members.Descending}, []int{2, 1, 3, 4, 0}},
			{"by number", f{Sort: members.SortNumber}, []int{0, 1, 2, 3, 4}},
			{"by end of term", f{Sort: members.SortUntil}, []int{4, 2, 0, 3, 1}},
			{"by joining", f{Sort: members.SortJoined, Dir: members.Descending}, []int{0, 3, 1, 2, 4}},
			{"by club", f{Sort: members.SortClub}, []int{4, 0, 1, 3, 2}},
			{"piece of a name without diacritics", f{Query: "tui"}, []int{1}},
			{"two words in any order", f{Query: "aroha TŪĪ"}, []int{1}},
			{"Chinese", f{Query: "小明"}, []int{2}},
			{"apostrophe", f{Query: "o'brien"}, []int{4}},
			{"wildcards are no wildcards", f{Query: "%"}, []int{0, 4, 3, 1, 2}},
			{"e-mail", f{Query: "aroha@"}, []int{1}},
			{"underscore in an e-mail is itself", f{Query: "aroh_@"}, nil},
			{"phone", f{Query: "021 555 001"}, []int{1}},
			{"number", f{Query: fmt.Sprint(s.ids[2])}, []int{2}},
			{"members today", f{Status: members.Member}, []int{0, 3, 1}},
			{"members on an earlier day", f{Status: members.Member, On: day("2026-07-05")}, []int{0, 3}},
			{"members of a club", f{Status: members.Member, Club: 1}, []int{0, 1}},
			{"ever in a club", f{Club: 2}, []int{3, 2}},
			{"lapsed", f{Status: members.Lapsed}, []int{2}},
			{"lapsed before the year's terms began", f{Status: members.Lapsed, On: day("2026-07-05")}, []int{2}},
			{"begins later", f{Status: members.Upcoming, On: day("2026-07-05")}, []int{1}},
			{"without a term", f{Status: members.Unenrolled}, []int{4}},
			{"officers", f{Group: members.Officers}, []int{0}},
			{"second page", f{Size: 2, Page: 2}, []int{3, 1}},
			{"page beyond the end: the last one, as the pager says", f{Size: 2, Page: 9}, []int{2}},
		} {
			r, err := s.List(ctx, s.treasurer, tt.filter)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			var got []int
			for _, e := range r.Entries {
				got = append(got, slices.Index(s.ids, e.Person.ID))
			}
			if !cmp.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
			}
			if tt.filter.Size == 0 && r.Matches != len(tt.want) || r.Total != len(s.ids) {
				t.Errorf("%s: %d of %d, want %d of %d", tt.name, r.Matches, r.Total, len(tt.want), len(s.ids))
			}
		}
	})
}

func TestCorrectionsEndATermAndStayVisible(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		f, err := s.File(ctx, s.treasurer, s.ids[1])
		if err != nil {
			t.Fatal(err)
		}
		renewal := f.Terms[1]
		if err := s.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: renewal.ID, To: day("2026-08-31"), Reason: "resigned",
		}); err != nil {
			t.Fatal(err)
		}
		err = s.CorrectTerm(ctx, s.treasurer, members.CorrectInput{Term: renewal.ID, Reason: "paid by mistake"})
		if apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("correcting a corrected term: %v, want a conflict", err)
		}
		f, err = s.File(ctx, s.treasurer, s.ids[1])
		if err != nil || len(f.Terms) != 3 || f.Summary.Status != members.Lapsed || f.Summary.Ceased != day("2026-08-31") {
			t.Errorf("after the correction: %+v, %v", f.Summary, err)
		}
		corrected := f.Terms[2]
		if err := s.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: corrected.ID, Reason: "never paid",
		}); err != nil {
			t.Fatal(err)
		}
		f, err = s.File(ctx, s.treasurer, s.ids[1])
		if err != nil || f.Summary.Ceased != day("2026-06-30") {
			t.Errorf("after the cancellation: %+v, %v", f.Summary, err)
		}
		for _, bad := range []members.CorrectInput{
			{Term: f.Terms[0].ID, To: day("2025-06-30"), Reason: "before it began"},
			{Term: f.Terms[0].ID, To: day("2026-12-31"), Reason: "longer"},
			{Term: f.Terms[0].ID},
			{Term: f.Terms[3].ID, Reason: "cancelled twice"},
		} {
			if err := s.CorrectTerm(ctx, s.treasurer, bad); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%+v: %v, want a refusal", bad, err)
			}
		}
		if _, err := audit.Verify(ctx, s.db); err != nil {
			t.Error(err)
		}
	})
}

func TestMembersOnADay(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		got, err := members.MembersOn(ctx, s.db, s.ids, day("2026-07-05"))
		if err != nil || len(got) != 2 || !got[s.ids[0]] || !got[s.ids[3]] {
			t.Errorf("members on 5 July: %v, %v", got, err)
		}
		counts, err := s.CountsOn(ctx, day("2026-09-01"))
		if want := map[members.ClubID]int{0: 3, 1: 2, 2: 1}; err != nil || !cmp.Equal(counts, want) {
			t.Errorf("counts: %v, %v; want %v", counts, err, want)
		}
	})
}

func TestAClubSeesNoContactDataOfThoseWhoLeftForAnother(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		if err := s.db.InTx(ctx, func(tx *store.Tx) error {
			ids := []members.PersonID{}
			for _, in := range []members.PersonInput{
				{FamilyName: "Stayed", GivenNames: "Ana", Email: "ana@example.nz"},
				{FamilyName: "Left", GivenNames: "Bo", Email: "bo@example.nz"},
			} {
				id, err := members.InsertPerson(ctx, tx, clock(), in)
				if err != nil {
					return err
				}
				ids = append(ids, id)
			}
			term := func(id members.PersonID, club members.ClubID, from, to string) members.Term {
				return members.Term{
					Person: id, Club: club, Year: constitution.Shipped().YearOf(day(from)), From: day(from), To: day(to),
					Kind: members.KindNew, RecordedAt: clock(),
				}
			}
			return members.InsertTerms(ctx, tx, []members.Term{
				term(ids[0], 1, "2023-07-01", "2024-06-30"),
				term(ids[1], 1, "2023-07-01", "2024-06-30"), term(ids[1], 2, "2024-07-01", "2025-06-30"),
			})
		}); err != nil {
			t.Fatal(err)
		}
		former := members.RegisterFilter{Club: 1, Status: members.Lapsed}
		for name, tt := range map[string]struct {
			actor auth.Actor
			want  []string
		}{
			"the club's secretary": {actor(s.ids[0], auth.ClubSecretary, 1), []string{"", "ana@example.nz"}},
			"the treasurer":        {s.treasurer, []string{"bo@example.nz", "ana@example.nz"}},
		} {
			r, err := s.ClubList(ctx, tt.actor, former)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range r.Entries {
				got = append(got, e.Person.Contact.Email)
			}
			if !cmp.Equal(got, tt.want) {
				t.Errorf("%s sees %q, want %q", name, got, tt.want)
			}
		}
	})
}
