package members_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// problems are the names of the fields that a refusal names, in order.
func problems(err error) string {
	var names []string
	if refused := (*apperr.Error)(nil); errors.As(err, &refused) {
		for _, f := range refused.Fields {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, " ")
}

// Names are kept by the secretary and the treasurer, terms by the treasurer.
func TestWhoKeepsTheRegister(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		before, err := s.File(ctx, s.treasurer, s.ids[1])
		if err != nil {
			t.Fatal(err)
		}
		person := members.PersonInput{FamilyName: "Hēnare", GivenNames: "Mere"}
		for _, tt := range []struct {
			name          string
			actor         auth.Actor
			people, terms apperr.Kind
		}{
			{"nobody", auth.Actor{}, apperr.SignIn, apperr.SignIn},
			{"the person", actor(s.ids[1], "", 0), apperr.Forbidden, apperr.Forbidden},
			{"the president", actor(s.ids[3], auth.President, 0), apperr.Forbidden, apperr.Forbidden},
			{"the club's secretary", actor(s.ids[0], auth.ClubSecretary, 1), apperr.Forbidden, apperr.Forbidden},
			{"the secretary", actor(s.ids[3], auth.Secretary, 0), "", apperr.Forbidden},
		} {
			if tt.people != "" {
				if _, err := s.Register(ctx, tt.actor, members.RegisterInput{PersonInput: person}); apperr.KindOf(err) != tt.people {
					t.Errorf("%s, a new person: %v", tt.name, err)
				}
				if err := s.Edit(ctx, tt.actor, members.EditInput{
					PersonInput: person, ID: s.ids[1], Version: before.Person.Version,
				}); apperr.KindOf(err) != tt.people {
					t.Errorf("%s, another name: %v", tt.name, err)
				}
			}
			if _, err := s.RegisterAll(ctx, tt.actor, []members.PersonInput{person}); apperr.KindOf(err) != tt.terms {
				t.Errorf("%s, a whole register: %v", tt.name, err)
			}
			if err := s.CorrectTerm(ctx, tt.actor, members.CorrectInput{
				Term: before.Terms[0].ID, Reason: "why",
			}); apperr.KindOf(err) != tt.terms {
				t.Errorf("%s, a term: %v", tt.name, err)
			}
		}
		after, err := s.File(ctx, s.treasurer, s.ids[1])
		if err != nil || after.Person != before.Person || len(after.Terms) != len(before.Terms) {
			t.Errorf("refused, and yet: %+v, %v", after, err)
		}
		if r, err := s.List(ctx, s.treasurer, members.RegisterFilter{}); err != nil || r.Total != len(s.ids) {
			t.Errorf("refused, and yet %d people, %v", r.Total, err)
		}
		secretary := actor(s.ids[3], auth.Secretary, 0)
		if _, err := s.Register(ctx, secretary, members.RegisterInput{PersonInput: person}); err != nil {
			t.Errorf("a new person by the secretary: %v", err)
		}
	})
}

// Every way into the register refuses what it cannot keep.
func TestWhatTheRegisterRefuses(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		_, register := s.Register(ctx, s.treasurer, members.RegisterInput{})
		_, all := s.RegisterAll(ctx, s.treasurer, []members.PersonInput{{FamilyName: "Hēnare"}, {}})
		newcomer := s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := s.AddNewcomer(ctx, tx, auth.System("test"), auth.Newcomer{})
			return err
		})
		for name, err := range map[string]error{
			"Register": register, "RegisterAll": all, "AddNewcomer": newcomer,
			"Edit": s.Edit(ctx, s.treasurer, members.EditInput{ID: s.ids[1], Version: 1}),
		} {
			if problems(err) != "family_name" {
				t.Errorf("%s without a name: %v", name, err)
			}
		}
		if r, err := s.List(ctx, s.treasurer, members.RegisterFilter{}); err != nil || r.Total != len(s.ids) {
			t.Errorf("afterwards %d people, %v", r.Total, err)
		}
		if err := s.Edit(ctx, s.treasurer, members.EditInput{
			ID: s.ids[1], Version: 7, PersonInput: members.PersonInput{FamilyName: "Hēnare"},
		}); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a version that the log says nothing of: %v", err)
		}
	})
}

func TestWhatIsTypedOfAPersonHasItsLimits(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ā", n) }
	for _, tt := range []struct {
		in   members.PersonInput
		want string
	}{
		{members.PersonInput{FamilyName: long(100), GivenNames: long(100), Alias: long(100), Address: long(400), Note: long(1000)}, ""},
		{members.PersonInput{FamilyName: long(101)}, "family_name"},
		{members.PersonInput{FamilyName: "Tūī", GivenNames: long(101)}, "given_names"},
		{members.PersonInput{FamilyName: "Tūī", Alias: long(101)}, "alias"},
		{members.PersonInput{FamilyName: "Tūī", Address: long(401)}, "address"},
		{members.PersonInput{FamilyName: "Tūī", Note: long(1001)}, "note"},
		{members.PersonInput{FamilyName: "Tūī", Phone: "021 555 001 " + long(200)}, "phone"},
		{members.PersonInput{FamilyName: "Tū\x00ī"}, "family_name"},
		{members.PersonInput{FamilyName: "T\xffī"}, "family_name"},
		{members.PersonInput{FamilyName: "Tūī\tHēnare", GivenNames: "Aroha\nJane"}, ""},
		{members.PersonInput{FamilyName: "–"}, "family_name"},
		{members.PersonInput{FamilyName: "Tūī", Alias: "42"}, ""},
		{members.PersonInput{FamilyName: "Tūī", Order: "sideways"}, "order"},
		{members.PersonInput{FamilyName: "Tūī", Order: members.GivenFirst}, ""},
		{members.PersonInput{FamilyName: "Tūī", Order: members.FamilyFirst}, ""},
	} {
		if got := problems(tt.in.Check().Err()); got != tt.want {
			t.Errorf("%.20q, %.20q: problems with %q, want %q", tt.in.FamilyName, tt.in.GivenNames, got, tt.want)
		}
	}
}

// The officers' note on a person is for those who keep the register.
func TestWhoReadsTheNote(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		if err := s.Edit(ctx, s.treasurer, members.EditInput{ID: s.ids[1], Version: 1, PersonInput: members.PersonInput{
			FamilyName: "Tūī", GivenNames: "Aroha", Note: "paid in cash",
		}}); err != nil {
			t.Fatal(err)
		}
		for name, tt := range map[string]struct {
			actor auth.Actor
			note  string
		}{
			"the treasurer":        {s.treasurer, "paid in cash"},
			"the president":        {actor(s.ids[3], auth.President, 0), ""},
			"the person":           {actor(s.ids[1], "", 0), ""},
			"the club's secretary": {actor(s.ids[0], auth.ClubSecretary, 1), ""},
		} {
			if f, err := s.File(ctx, tt.actor, s.ids[1]); err != nil || f.Person.Note != tt.note {
				t.Errorf("%s reads %q, %v", name, f.Person.Note, err)
			}
		}
	})
}

// A term without a club is no club secretary's business.
func TestAFileOfNobodyAndOfAnIndividualMember(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		if _, err := s.File(ctx, auth.Actor{}, 999); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody asks for nobody: %v", err)
		}
		if _, err := s.File(ctx, s.treasurer, 999); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("the treasurer asks for nobody: %v", err)
		}
		var alone members.PersonID
		if err := s.db.InTx(ctx, func(tx *store.Tx) error {
			var err error
			alone, err = members.InsertPerson(ctx, tx, clock(), members.PersonInput{FamilyName: "Alone"})
			if err != nil {
				return err
			}
			return members.InsertTerms(ctx, tx, []members.Term{{
				Person: alone, Year: 2026, From: day("2026-07-01"), To: day("2027-06-30"), Kind: members.KindNew, RecordedAt: clock(),
			}})
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.File(ctx, actor(s.ids[0], auth.ClubSecretary, 1), alone); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a club's secretary reads an individual member: %v", err)
		}
	})
}

func TestATermIsOnlyShortenedOrCancelled(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		f, err := s.File(ctx, s.treasurer, s.ids[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: f.Terms[0].ID, To: f.Terms[0].To, Reason: "to the day that it ends on",
		}); problems(err) != "to" {
			t.Errorf("a correction that corrects nothing: %v", err)
		}
		if err := s.CorrectTerm(ctx, s.treasurer, members.CorrectInput{Term: 999, Reason: "why"}); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a term that is not there: %v", err)
		}
		// Terms that begin after the new last day never were.
		if err := s.db.InTx(ctx, func(tx *store.Tx) error {
			return members.Correct(ctx, tx, clock(), s.treasurer, f.Terms, day("2026-01-31"), "the club was excluded")
		}); err != nil {
			t.Fatal(err)
		}
		if f, err = s.File(ctx, s.treasurer, s.ids[1]); err != nil || f.Summary.Ceased != day("2026-01-31") ||
			f.Terms[3].Kind != members.KindVoid {
			t.Errorf("afterwards: %+v, %v", f, err)
		}
	})
}

func TestNoTermIsStoredThatEndsBeforeItBegins(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		for _, days := range [][2]civil.Date{
			{day("2026-07-02"), day("2026-07-01")}, {{}, day("2026-07-01")}, {},
		} {
			err := s.db.InTx(ctx, func(tx *store.Tx) error {
				return members.InsertTerms(ctx, tx, []members.Term{{
					Person: s.ids[4], Year: 2026, From: days[0], To: days[1], Kind: members.KindNew, RecordedAt: clock(),
				}})
			})
			if err == nil || !strings.Contains(err.Error(), "would run from") {
				t.Errorf("%v: %v", days, err)
			}
		}
	})
}

func TestTheListOfAClubIsOfItsMembers(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		if _, err := s.ClubList(ctx, s.treasurer, members.RegisterFilter{}); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("the list of no club: %v", err)
		}
		r, err := s.ClubList(ctx, s.treasurer, members.RegisterFilter{Club: 2})
		if err != nil || r.Matches != 1 || r.Entries[0].Person.ID != s.ids[3] {
			t.Errorf("the list of Harbour, who has a former member: %+v, %v", r, err)
		}
	})
}

func TestTheRegisterAsItIsShown(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		if err := s.db.InTx(ctx, func(tx *store.Tx) error {
			for range 2 {
				if _, err := tx.Exec(ctx, `
					INSERT INTO office (person_id, role, from_day, created_at)
					VALUES ($1, 'committee', '2026-01-01', $2)`, s.ids[0], clock()); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		r, err := s.List(ctx, s.treasurer, members.RegisterFilter{Dir: "sideways", Sort: members.SortNumber})
		if err != nil || r.Filter.Dir != members.Ascending {
			t.Fatalf("a direction that is none: %+v, %v", r.Filter, err)
		}
		if got := r.Entries[0].Offices; !slices.Equal(got, []auth.Role{auth.Committee}) {
			t.Errorf("an office held twice over: %v", got)
		}
		for i, want := range map[int]string{1: "Aroha Tūī", 2: "王小明"} {
			if got := r.Entries[i].Person.Name.String(); got != want {
				t.Errorf("%q is written %q", want, got)
			}
		}
		if got, want := r.Entries[3].Person.PublicName(), "Pukeko"; got != want {
			t.Errorf("in public %q, want %q", got, want)
		}
		for query, want := range map[string]int{"021-555-001": 1, "x021555001@example.nz": 0, "02155500": 1} {
			if r, err := s.List(ctx, s.treasurer, members.RegisterFilter{Query: query}); err != nil || r.Matches != want {
				t.Errorf("%s finds %d people, %v; want %d", query, r.Matches, err, want)
			}
		}
	})
}

func TestPublicNames(t *testing.T) {
	name := members.Name{Family: "Tūī", Given: "Aroha", Order: members.GivenFirst}
	for _, tt := range []struct {
		as          members.PublicAs
		alias, want string
	}{
		{members.ByName, "Bird", "Aroha Tūī"}, {members.ByAlias, "Bird", "Bird"}, {members.ByAlias, "", "Aroha Tūī"},
	} {
		if got := (members.Person{Name: name, Alias: tt.alias, PublicAs: tt.as}).PublicName(); got != tt.want {
			t.Errorf("%s with alias %q: %q, want %q", tt.as, tt.alias, got, tt.want)
		}
	}
}

// A club's list changes what it says otherwise, and nothing by a blank cell or
// another spelling of the same.
func TestWhatAListWouldChange(t *testing.T) {
	person := members.Person{Grade: "3d", Contact: members.Contact{
		Email: "aroha@example.nz", Phone: "021 555 001", Address: "1 High Street",
	}}
	for _, tt := range []struct {
		in   members.ContactChange
		want string
	}{
		{members.ContactChange{}, ""},
		{members.ContactChange{Email: "Aroha@Example.nz", Phone: "+64 21 555001", Address: "1 High Street", Grade: "3 dan"}, ""},
		{members.ContactChange{Email: "new@example.nz"}, "email"},
		{members.ContactChange{Phone: "021 555 002", Address: "2 High Street", Grade: "4d"}, "phone address grade"},
	} {
		var got []string
		for _, c := range tt.in.Against(person) {
			got = append(got, c.Field)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%+v changes %v, want %q", tt.in, got, tt.want)
		}
	}
}
